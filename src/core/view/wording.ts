/**
 * Every sentence that core writes. Sentences for the MODEL go into an agent's context and are never localised. Those for
 * the PERSON are templates with an id, localised where they are shown.
 */

/** A sentence for the person: an id of `personTexts` and values for its `{name}` placeholders. */
export interface Message {
  id: PersonTextId;
  params?: Record<string, string | number>;
}

export const personTexts = {
  // verdicts: one sentence of evidence
  'verdict.no-progress.idle': '{count} steps in a row brought nothing new (limit {threshold}).',
  'verdict.no-progress.empty':
    '{count} steps in a row only repeated earlier steps or did nothing (limit {threshold}).',
  'verdict.no-progress.thin':
    '{count} steps in a row brought almost nothing new, and most did nothing (limit {threshold}).',
  'verdict.no-progress.seed':
    '{count} steps in a row changed nothing and found nothing new (limit {threshold}).',
  'verdict.loop.same': 'The same call gave the same result in {count} steps (limit {threshold}).',
  'verdict.loop.rounds': 'The same {steps} steps repeated {count} times with the same results.',
  'verdict.loop.nothing-new':
    '{count} steps in a row repeated earlier calls with the same results (limit {threshold}).',
  'verdict.error-loop.call': 'The same call failed in {count} steps (limit {threshold}).',
  'verdict.error-loop.error':
    '{count} steps hit the same error, whatever the agent tried (limit {threshold}): {error}',
  'verdict.oscillation.back': '{path} returned to earlier content ({count}×).',
  'verdict.oscillation.same': '{path} was rewritten with identical content ({count}×).',
  'verdict.oscillation.again': 'The same edit to {path} was made again ({count}×).',
  'verdict.oscillation.tool':
    'Another tool, such as a formatter, undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.person': 'Manual edits undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.other': 'Something else undid the agent’s edits to {path} ({count}×).',
  'verdict.edit-test.tests':
    'The same tests failed {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.run':
    'The same command gave the same result {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.known':
    'The last {count} runs after edits failed in ways already seen (limit {threshold}).',
  'verdict.flaky-test': 'Flaky test: its result flipped {count} times although nothing changed.',
  'verdict.monologue': 'The agent said the same thing {count} times without calling a tool.',
  'verdict.condensation':
    'The agent compacted its context {count} times with nothing in between (limit {threshold}).',
  'verdict.early-warning': 'Many recent steps repeated something, failed or found nothing.',
  'verdict.loop.alternating':
    'Two steps alternated with the same results for {count} steps (limit {threshold}).',
  'verdict.group-loop.errors':
    'The last {count} steps ({calls} calls) all made the same calls with the same errors (limit {threshold}).',
  'verdict.group-loop.results':
    'The last {count} steps ({calls} calls) all made the same calls with the same results (limit {threshold}).',
  'verdict.hops':
    'The same action {count} times in a row and no progress for {time}, after {hops} hops (limit {threshold}).',
  'verdict.ignored': 'The agent keeps calling tools although they are off.',
  'verdict.silence': 'The agent has been silent for {minutes} min, and no tool is running.',
  'verdict.wait.permission': 'The agent is waiting for your permission.',
  'verdict.wait.input': 'The agent is waiting for your answer.',
  'verdict.wait.job': 'The agent is waiting for a background job.',
  'verdict.wait.child': 'The agent is waiting for a sub-agent.',
  'verdict.wait.gone': 'The agent is waiting for a background job that no longer exists.',
  'verdict.wait.over': 'A background job has not changed for {minutes} min.',
  // what the calls of a verdict have in common
  'equal.result': 'the call and its result',
  'equal.rounds': 'the calls of each repetition and their results',
  'equal.known': 'earlier calls and their results',
  'equal.failing': 'the failing call',
  'equal.error': 'the error, despite different arguments',
  'equal.content': 'the file’s content',
  'equal.edit': 'the edit',
  'equal.tests': 'the failing tests',
  'equal.outcome': 'the command and its outcome',
  'equal.text': 'the message',
  // kinds of noise that are ignored when results are compared
  'noise.colour': 'colors',
  'noise.time': 'times',
  'noise.duration': 'durations',
  'noise.id': 'IDs',
  'noise.process': 'process IDs',
  'noise.address': 'addresses',
  'noise.port': 'ports',
  'noise.counter': 'counters',
  'noise.path': 'temporary paths',
  // thresholds without a counter
  'threshold.length': 'Length of new output',
  'threshold.window': 'Time since last progress',
  'threshold.history': 'Remembered actions',
  'threshold.events': 'Events before judging',
  'threshold.monologue': 'Same message',
  'threshold.condensations': 'Repeated compaction',
  'threshold.rounds': 'Same sequence of steps',
  'threshold.runs': 'Same failing run',
  'threshold.silence': 'Silence',
  'threshold.job': 'Unchanged background job',
  'threshold.wait': 'Waiting for you or a job',
  // where a threshold's value comes from
  'origin.default': 'default',
  'origin.profile': 'from the agent’s profile',
  'origin.recording': 'from the recording',
  'origin.user': 'from the user settings',
  'origin.workspace': 'from the workspace settings',
  'origin.agent': 'set for this agent',
  'origin.learned': 'learned from your answers',
  'origin.option': 'from the command line',
  // what clears a verdict
  'clears.information':
    'Clears after 3 steps in a row with something new, new file content, a different test result, or the end of the turn.',
  'clears.outcome': 'Clears when the same run gives a different result, or when the turn ends.',
  'clears.change': 'Clears with new file content, a different test result, or the end of the turn.',
  'clears.progress': 'Clears with any progress.',
  'clears.sign': 'Clears at the next sign of life.',
  // what counted as progress
  'progress.git': 'repository changed',
  'progress.save': 'saved {path}',
  'progress.task': 'background task changed',
  'progress.edit': 'edited {path}',
  'progress.edit.unnamed': 'edited a file',
  'progress.command': 'a command changed files',
  'progress.new-output': 'new information',
  'progress.test-run': 'ran tests',
  'progress.tests': 'different test result: {failing} failing',
  // why a step did not count
  'idle.same': 'same as step {step}',
  'idle.noop': 'does nothing',
  'idle.empty': 'no output',
  'idle.seen': 'nothing new',
  'idle.covered': 'lines already read',
  'idle.tests': 'the same tests fail',
  'idle.short': 'too short to count',
  'idle.failed': 'failed',
  'idle.denied': 'denied by Turnwatch',
  'idle.declined': 'declined',
  // counters
  'counter.no-progress': 'Steps without progress',
  'counter.hops': 'Task hops',
  'counter.repeats': 'Same action in a row',
  'counter.group-errors': 'Steps with the same errors',
  'counter.group-results': 'Steps with the same results',
  'counter.same-failure': 'Same action failing',
  'counter.alternating': 'Two alternating steps',
  'counter.empty': 'Empty or repeated steps',
  'counter.early-warning': 'Early warning',
  'counter.loop': 'Same call, same result',
  'counter.error-loop': 'Same error',
  'counter.oscillation': 'Reverted content',
  'counter.edit-test': 'Same tests failing',
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
  'report.history': 'Last actions',
  'report.next': 'Suggested next step',
  'report.metrics':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: {last})',
  'report.metrics.none':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: never)',
  // a turn as Markdown to share
  'share.title': 'Turnwatch: {agent}, turn {turn}',
  'share.steps': 'Steps',
  // suggested next steps
  'next.noop':
    'Force an answer: it runs commands that do nothing, so it may be finished or unsure what you want.',
  'next.repeat': 'Tell it what the repeated result means, or what to try instead.',
  'next.failing': 'Look at the failing call yourself: the agent can’t get past it.',
  'next.waiting': 'Reply to the agent where it is asking.',
  'next.generic': 'Ask for a summary of what it knows and what it needs, then decide.',
} as const;
export type PersonTextId = keyof typeof personTexts;

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

/** Marks a text for the model as ours, so that we recognise it when an agent's log repeats it. */
export const MODEL_MARK = '[Turnwatch]';

export const modelTexts = {
  /** The reason given with a denial, and the reminder before it. `{evidence}`: the verdict's English sentence. */
  textOnly: `${MODEL_MARK} Tools are switched off for the rest of this turn: {evidence} Do not call any tool. Answer the user now, in words only: what you were asked, what you found out, what you tried, what is still open and what you need from the user.`,
  remind: `${MODEL_MARK} Note: {evidence} Before the next tool call, say in one sentence what it will tell you that you do not know yet. If nothing, answer the user in words instead.`,
  guide: `${MODEL_MARK} The user says: {text}`,
  stop: `${MODEL_MARK} The turn was stopped: tools were switched off and were called again.`,
  stopByPerson: `${MODEL_MARK} The user stopped this turn.`,
  /** The evidence when a person forces an answer without a verdict. */
  askedByPerson: 'the user asks for an answer in words.',
} as const;
