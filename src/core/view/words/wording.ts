/** Every sentence that core writes for the PERSON: templates with an id, localised where they are shown. Those for the model: model-texts.ts. */
import { detectorTexts } from './detector-texts.js';

/** A sentence for the person: an id of `personTexts` and values for its `{name}` placeholders. */
export interface Message {
  id: PersonTextId;
  params?: Record<string, string | number>;
}

/** An instruction to a stalled agent: why it is stuck, as far as that is known, and what to do. */
export interface DirectiveDraft {
  cause?: Message;
  tell: Message;
}

const ownTexts = {
  // a session in a sentence
  'session.named': '“{name}” ({agent})',
  'session.unnamed': '{agent}',
  // verdicts: one sentence of evidence
  'verdict.ignored': 'The agent keeps calling tools although they are off.',
  // what an agent waits for
  'wait.permission': 'Wants your permission: {call}',
  'wait.question': 'Asks you: {question}',
  'wait.questions': 'Asks you: {question} (and {count} more)',
  // what was spent, and a person's own caps of that
  'spent.tokens': '{tokens} tokens',
  'spent.dollars': '{tokens} tokens, {dollars}',
  'cap.turn.tokens': 'This turn: {spent} tokens, your cap is {cap}',
  'cap.turn.dollars': 'This turn: {spent}, your cap is {cap}',
  'cap.session.tokens': 'This session: {spent} tokens, your cap is {cap}',
  'cap.session.dollars': 'This session: {spent}, your cap is {cap}',
  'cap.day.tokens': 'Today: {spent} tokens, your cap is {cap}',
  'cap.day.dollars': 'Today: {spent}, your cap is {cap}',
  // the end of a turn
  'turn.done': 'Done after {minutes} min (steps: {steps}).',
  'turn.failed': 'Ended in an error after {minutes} min (steps: {steps}).',
  // what that end is held against
  'ended.passedLast': '{count} passed after the last edit',
  'ended.passedLast.some': 'Tests passed after the last edit',
  'ended.passed': 'Last test run: {count} passed',
  'ended.passed.some': 'Last test run passed',
  'ended.failed': 'Last test run: {count} failed',
  'ended.failed.some': 'Last test run failed',
  'ended.stale': 'Tests last ran before the last edit',
  'ended.untested': 'No test ran, {count} source files changed',
  'ended.untested.one': 'No test ran, 1 source file changed',
  'ended.tasks': '{count} tasks open',
  'ended.tasks.one': '1 task open',
  'ended.jobs': '{count} background jobs still running',
  'ended.jobs.one': '1 background job still running',
  // what repeats in a verdict's evidence, by name
  'repeated.failed': '“{call}” failed the same way {count} times ({steps}).',
  'repeated.result': '“{call}” gave the same result {count} times ({steps}).',
  'repeated.failing': '“{call}” failed {count} times ({steps}).',
  'repeated.call': '“{call}” was repeated {count} times ({steps}).',
  // what the calls of a verdict have in common
  // kinds of noise that are ignored when results are compared
  'noise.colour': 'colors',
  'noise.time': 'times of day',
  'noise.duration': 'run times',
  'noise.id': 'IDs',
  'noise.process': 'process IDs',
  'noise.address': 'addresses',
  'noise.port': 'ports',
  'noise.counter': 'counters',
  'noise.line': 'line numbers of the shell',
  'noise.path': 'temporary paths',
  // where a threshold's value comes from
  'origin.default': 'default',
  'origin.profile': 'from the agent’s profile',
  'origin.role': 'for the role “{role}”',
  'origin.recording': 'from the recording',
  'origin.user': 'from the user settings',
  'origin.workspace': 'from the workspace settings',
  'origin.agent': 'set for this agent',
  'origin.learned': 'learned from answers and outcomes',
  'origin.timeout': 'the call’s own timeout plus 1 min',
  'origin.option': 'from the command line',
  // values of thresholds with their unit
  'amount.minutes': '{value} min',
  'amount.seconds': '{value} s',
  // what the phase of the work changed about a limit
  'phase.later.exploring':
    'Because the agent was exploring, this early warning came after {count} steps instead of {usual}.',
  'phase.later.debugging':
    'Because the agent was debugging, this early warning came after {count} steps instead of {usual}.',
  'phase.lighter.exploring':
    'This early warning came later because steps without progress weigh less while the agent explores.',
  'phase.lighter.debugging':
    'This early warning came later because steps without progress weigh less while the agent debugs.',
  // what clears a verdict
  'clears.information':
    'when a file or test result changes, or after 3 steps that bring something new',
  'clears.outcome': 'when the same run gives a different result',
  'clears.change': 'when a file or test result changes',
  'clears.progress': 'after any progress',
  'clears.turns':
    'when a file or test result changes, something new is found, or you give a new instruction',
  'clears.turn': 'when the turn ends',
  'clears.call': 'when the call ends or something in the workspace changes',
  'clears.job': 'when the job changes or the agent does something else',
  'clears.sign': 'when the agent says or does something',
  // what counted as progress
  'progress.git': 'repository changed',
  'progress.file': 'changed {path}',
  'progress.files': 'changed {path} and {count} more',
  'progress.save': 'saved {path}',
  'progress.task': 'background task changed',
  'progress.edit': 'edited {path}',
  'progress.edit.unnamed': 'edited a file',
  'progress.command': 'a command changed files',
  'progress.new-output': 'new information',
  'progress.done': 'done',
  'progress.test-run': 'ran tests',
  'progress.tests': 'different test result: {failing} failing',
  'progress.tests.broken': 'different test result: does not run',
  'progress.tests.pass': 'all pass',
  'progress.tests.counted': 'all {passed} pass',
  // what a call does to the agent's to-do list
  'task.planned': '{count} tasks planned',
  'task.added': 'Task added: {task}',
  'task.begun': 'Task begun: {task}',
  'task.done': 'Task done: {task}',
  'task.dropped': 'Task dropped: {task}',
  'task.reopened': 'Task reopened: {task}',
  'task.changed': 'Task changed: {task}',
  'task.looked': 'Task looked at: {task}',
  'task.list': '{done} of {count} tasks done',
  'task.none': 'Task list emptied',
  // why a step did not count
  'idle.same': 'same as step {step}',
  'idle.numbers': 'only numbers differ',
  'idle.noop': 'does nothing',
  'idle.empty': 'no output',
  'idle.nothing': 'found nothing',
  'idle.seen': 'nothing new',
  'idle.covered': 'lines already read',
  'idle.recalled': 'read again after compaction',
  'idle.checked': 'checked, without a complaint',
  'idle.confirmed': 'still fine after the change',
  'idle.untold': 'output not reported',
  'idle.books': 'bookkeeping',
  'idle.asked': 'you asked for it',
  'idle.gone': 'what was taken out is gone',
  'idle.one-answer': 'the same answer as to everything before',
  'idle.steers': 'what it does shows elsewhere',
  'idle.tests': 'the same tests fail',
  'idle.tests.pass': 'still all pass',
  'idle.short': 'too short to count',
  'idle.failed': 'failed',
  'idle.denied': 'denied by Turnwatch',
  'idle.declined': 'declined',
  // escalation report
  'report.title': 'Turnwatch report: {agent}, turn {turn}',
  'report.reason': 'Reason',
  'report.progress': 'Progress',
  'report.hops': 'Steps in this turn',
  'report.task-hops': 'Task hops',
  'report.since': 'Time since last progress',
  'report.since.none': 'no progress yet in this turn',
  'report.tokens': 'Tokens since last progress',
  'report.tokens.count': '{total} ({input} input, {cached} of it cached; {output} output)',
  'report.repeated': 'Repeated action',
  'report.history': 'Last actions',
  'report.next': 'Suggested next step',
  'report.tell': 'Drafted instruction to the agent',
  'report.metrics':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: {last})',
  'report.metrics.none':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: never)',
  // suggested next steps
  'next.noop':
    'Force an answer: it runs commands that do nothing, so it may be finished or unsure what you want.',
  'next.repeat': 'Tell it what the repeated result means, or what to try instead.',
  'next.failing': 'Look at the failing call yourself: the agent can’t get past it.',
  'next.waiting': 'Reply to the agent where it is asking.',
  'next.stop': 'Stop the turn: switching off tools doesn’t end a text that repeats itself.',
  'next.turns':
    'Give a new instruction, or stop what keeps asking: the same prompt again leads nowhere.',
  'next.hung-call':
    'End the program yourself, or stop the turn: nothing reaches the agent while it runs.',
  'next.silence': 'Stop the turn and ask again: the model or its connection no longer answers.',
  'next.condensation':
    'Split the task, or have it write down what it learns: its context fills up before it changes anything.',
  'next.fan-out': 'Stop the turn, or tell it to finish with the sub-agents it has.',
  'next.limit': 'Snooze to let it go on, or force an answer: only your own limit was reached.',
  // what to tell the agent where its verdict's detector knows nothing more telling
  'tell.general':
    'Pause here: say in words what you tried, what you know and what you need, before you go on.',
  'next.generic': 'Ask for a summary of what it knows and what it needs, then decide.',
} as const;

/** Marked as pure, so that the pages, which are told their texts, do not hold them too. */
export const personTexts = /* @__PURE__ */ Object.assign({}, detectorTexts, ownTexts);
export type PersonTextId = keyof typeof personTexts;

/** What the end of a turn is held against: how the newest tests went, and what is left open. */
export interface EndFact extends Message {
  id: Extract<PersonTextId, `ended.${string}`>;
}

/** Fills the `{name}` placeholders of a template. One without a value is kept, so that the gap is visible. */
export function fill(template: string, params: Record<string, string | number> = {}): string {
  return template.replace(/\{([\w.-]+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place,
  );
}

/** The English text, for replays and logs. */
export function english(message: Message): string {
  return fill(personTexts[message.id], message.params);
}
