/**
 * Every sentence that core makes. Sentences for the MODEL and for the PERSON are kept apart: the model's go into an
 * agent's context and are never localised; the person's are templates with an id, localised where they are shown.
 */

/** A sentence for the person: an id of `personTexts` and the values of its `{name}` places. */
export interface Message {
  id: PersonTextId;
  params?: Record<string, string | number>;
}

export const personTexts = {
  // verdicts: one sentence of evidence
  'verdict.no-progress.idle': '{count} steps in a row brought nothing new (limit {threshold}).',
  'verdict.no-progress.empty':
    '{count} steps in a row only repeated themselves or did nothing (limit {threshold}).',
  'verdict.no-progress.thin':
    '{count} steps in a row brought next to nothing, and most of them did nothing (limit {threshold}).',
  'verdict.no-progress.seed':
    '{count} steps in a row without a change outside and without new information (limit {threshold}).',
  'verdict.loop.same': 'The same call gave the same result in {count} steps (limit {threshold}).',
  'verdict.loop.rounds':
    'The same round of {steps} steps came {count} times with the same results.',
  'verdict.loop.nothing-new':
    '{count} steps in a row only repeated earlier calls with the same results (limit {threshold}).',
  'verdict.error-loop.call': 'The same call failed in {count} steps (limit {threshold}).',
  'verdict.error-loop.error':
    'The same error in {count} steps, whatever was tried (limit {threshold}): {error}',
  'verdict.oscillation.back': '{path} goes back and forth: an earlier content is back ({count}×).',
  'verdict.oscillation.same': '{path} was written with what it held already ({count}×).',
  'verdict.oscillation.again': 'The same edit of {path} was made again ({count}×).',
  'verdict.oscillation.tool':
    'Another tool, such as a formatter, undoes the agent’s edits of {path} ({count}×).',
  'verdict.oscillation.person': 'Edits of {path} by hand undo the agent’s ({count}×).',
  'verdict.oscillation.other': 'Something else undoes the agent’s edits of {path} ({count}×).',
  'verdict.edit-test.tests':
    'The same tests failed {count} times in spite of edits between (limit {threshold}).',
  'verdict.edit-test.run':
    'The same command came to the same {count} times in spite of edits between (limit {threshold}).',
  'verdict.edit-test.known':
    'The last {count} runs after edits failed, each in a way that was seen before (limit {threshold}).',
  'verdict.flaky-test':
    'A flaky test: it went one way and the other {count} times with nothing changed between.',
  'verdict.monologue': 'The agent said the same {count} times without using a tool.',
  'verdict.condensation':
    'The agent condensed its context {count} times with nothing between (limit {threshold}).',
  'verdict.early-warning': 'Many steps lately repeated something, failed or brought nothing.',
  'verdict.loop.alternating':
    'Two steps took turns with the same results, {count} steps in a row (limit {threshold}).',
  'verdict.group-loop.errors':
    'Each of the last {count} steps ({calls} calls) held the same calls with the same errors (limit {threshold}).',
  'verdict.group-loop.results':
    'Each of the last {count} steps ({calls} calls) held the same calls with the same results (limit {threshold}).',
  'verdict.hops':
    'The same action {count} times in a row without progress for {time}, after {hops} hops (limit {threshold}).',
  'verdict.ignored': 'The agent goes on although its tools are switched off.',
  'verdict.silence': 'No sign of the agent for {minutes} min, and no tool is running.',
  'verdict.wait.permission': 'The agent waits for your permission.',
  'verdict.wait.input': 'The agent waits for your answer.',
  'verdict.wait.job': 'The agent waits for a background job.',
  'verdict.wait.child': 'The agent waits for a sub-agent.',
  'verdict.wait.gone': 'The agent waits for a background job that is not there any more.',
  'verdict.wait.over': 'A background job has not changed for {minutes} min.',
  // what the calls of a verdict have in common
  'equal.result': 'the call and its result',
  'equal.rounds': 'the calls of each round and their results',
  'equal.known': 'calls and results that came before',
  'equal.failing': 'the call, and that it failed',
  'equal.error': 'the error, for different arguments',
  'equal.content': 'the content of the file',
  'equal.edit': 'the edit',
  'equal.tests': 'the tests that fail',
  'equal.outcome': 'the command and its outcome',
  'equal.text': 'the message',
  // kinds of noise that are left out where results are compared
  'noise.colour': 'colours',
  'noise.time': 'times',
  'noise.duration': 'durations',
  'noise.id': 'ids',
  'noise.process': 'process numbers',
  'noise.address': 'addresses',
  'noise.port': 'ports',
  'noise.counter': 'counters',
  'noise.path': 'temporary paths',
  // thresholds that no counter shows
  'threshold.length': 'Length of new information',
  'threshold.window': 'Time since the last progress',
  'threshold.history': 'Actions looked back on',
  'threshold.events': 'Events before judging',
  'threshold.monologue': 'Same message',
  'threshold.condensations': 'Context condensed again',
  'threshold.rounds': 'Same round of steps',
  'threshold.runs': 'Same failing run',
  'threshold.silence': 'Silence',
  'threshold.job': 'Unchanged background job',
  'threshold.wait': 'Wait for you or a job',
  // where the value of a threshold comes from
  'origin.default': 'default',
  'origin.profile': 'profile of this agent',
  'origin.recording': 'from the recording',
  'origin.user': 'your settings',
  'origin.workspace': 'settings of this workspace',
  'origin.agent': 'your settings for this agent',
  'origin.learned': 'learned from your answers',
  'origin.option': 'command line',
  // what would clear a verdict
  'clears.information':
    'Clears after 3 steps in a row with something new, at a new content of a file, at another test result, or with the turn.',
  'clears.outcome': 'Clears when the same run comes to something else, or with the turn.',
  'clears.change': 'Clears at a new content of a file, at another test result, or with the turn.',
  'clears.progress': 'Clears with any progress.',
  'clears.sign': 'Clears at the next sign of life.',
  // what counted as progress
  'progress.git': 'repository changed',
  'progress.save': 'saved {path}',
  'progress.task': 'background task changed',
  'progress.edit': 'edited {path}',
  'progress.edit.unnamed': 'edited a file',
  'progress.command': 'changed files by a command',
  'progress.new-output': 'new information',
  'progress.test-run': 'ran tests',
  'progress.tests': 'tests went differently: {failing} failing',
  // why a step did not count
  'idle.same': 'same as step {step}',
  'idle.noop': 'does nothing',
  'idle.empty': 'no output',
  'idle.seen': 'nothing new',
  'idle.covered': 'lines seen before',
  'idle.tests': 'the same tests fail',
  'idle.short': 'too short to count',
  'idle.failed': 'failed',
  'idle.denied': 'denied by Turnwatch',
  'idle.declined': 'declined',
  // counters
  'counter.no-progress': 'Steps without progress',
  'counter.hops': 'Hops of the task',
  'counter.repeats': 'Same action in a row',
  'counter.group-errors': 'Steps with the same errors',
  'counter.group-results': 'Steps with the same results',
  'counter.same-failure': 'Same action failing',
  'counter.alternating': 'Two steps taking turns',
  'counter.empty': 'Empty or repeated steps',
  'counter.early-warning': 'Early warning',
  'counter.loop': 'Same call, same result',
  'counter.error-loop': 'Same error',
  'counter.oscillation': 'Content back again',
  'counter.edit-test': 'Same tests failing',
  // escalation report
  'report.title': 'Turnwatch report: {agent}, turn {turn}',
  'report.reason': 'Reason',
  'report.progress': 'Progress',
  'report.hops': 'Steps in this turn',
  'report.task-hops': 'Hops of the task',
  'report.since': 'Time since last progress',
  'report.since.none': 'no progress yet in this turn',
  'report.tokens': 'Tokens since last progress',
  'report.tokens.count':
    '{total} ({input} read, {cached} of them from the cache; {output} written)',
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
    'Let it answer in words: it has run commands that do nothing, so it may have nothing left to do or be unsure what you want.',
  'next.repeat': 'Tell it what the repeated result means, or what to try instead.',
  'next.failing': 'Look at the failing call yourself: the agent cannot get past it.',
  'next.waiting': 'Answer the agent where it asks.',
  'next.generic': 'Ask it for a summary of what it knows and what it needs, then decide.',
} as const;
export type PersonTextId = keyof typeof personTexts;

/** Fills the `{name}` places of a template. A place without a value stays as it is, so that a gap is seen. */
export function fill(template: string, params: Record<string, string | number> = {}): string {
  return template.replace(/\{([\w.-]+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place,
  );
}

/** The English text, for replays and logs. */
export function english(message: Message): string {
  return fill(personTexts[message.id], message.params);
}

/** For the model. The first words mark the text as ours, so that it is recognised when an agent's log shows it again. */
export const MODEL_MARK = '[Turnwatch]';

export const modelTexts = {
  /** The reason of a denial and the reminder before it. `{evidence}` is the verdict's English sentence. */
  textOnly: `${MODEL_MARK} Tools are switched off for the rest of this turn: {evidence} Do not call any tool. Answer the user now, in words only: what you were asked, what you found out, what you tried, what is still open and what you need from the user.`,
  remind: `${MODEL_MARK} Note: {evidence} Before the next tool call, say in one sentence what it will tell you that you do not know yet. If nothing, answer the user in words instead.`,
  guide: `${MODEL_MARK} The user says: {text}`,
  stop: `${MODEL_MARK} The turn was stopped: tools were switched off and were called again.`,
  stopByPerson: `${MODEL_MARK} The user stopped this turn.`,
  /** Evidence where a person forced the answer and no verdict stands. */
  askedByPerson: 'the user asks for an answer in words.',
} as const;
