/** Every sentence that core writes for the PERSON: templates with an id, localised where they are shown. Those for the model: model-texts.ts. */

/** A sentence for the person: an id of `personTexts` and values for its `{name}` placeholders. */
export interface Message {
  id: PersonTextId;
  params?: Record<string, string | number>;
}

export const personTexts = {
  // a session in a sentence
  'session.named': '“{name}” ({agent})',
  'session.unnamed': '{agent}',
  // verdicts: one sentence of evidence
  'verdict.no-progress.idle': '{count} steps in a row brought nothing new (limit {threshold}).',
  'verdict.no-progress.warning': '{count} steps in a row brought nothing new.',
  'verdict.no-progress.empty':
    '{count} steps in a row only repeated earlier steps or did nothing (limit {threshold}).',
  'verdict.no-progress.thin':
    '{count} steps in a row brought almost nothing new, and most did nothing (limit {threshold}).',
  'verdict.no-progress.seed':
    '{count} steps in a row changed nothing and found nothing new (limit {threshold}).',
  'verdict.fruitless':
    '{count} steps in a row found nothing, read nothing new and changed nothing (limit {threshold}).',
  'verdict.loop.same': 'The same call gave the same result in {count} steps (limit {threshold}).',
  'verdict.loop.numbers':
    'The results of the same call differed only in numbers in {count} steps, with nothing changed in between (limit {threshold}).',
  'verdict.loop.rounds': 'The same {steps} steps repeated {count} times with the same results.',
  'verdict.loop.nothing-new':
    '{count} steps in a row repeated earlier calls with the same results (limit {threshold}).',
  'verdict.error-loop.call': 'The same call failed in {count} steps (limit {threshold}).',
  'verdict.error-loop.error':
    '{count} steps hit the same error, whatever the agent tried (limit {threshold}): {error}',
  'verdict.error-loop.syntax':
    'The shell couldn’t parse the command in {count} steps (limit {threshold}): {error}',
  'verdict.error-loop.no-command':
    'The shell didn’t find the command in {count} steps (limit {threshold}): {error}',
  'verdict.error-loop.no-file':
    'The shell didn’t find the program’s file in {count} steps (limit {threshold}): {error}',
  'verdict.error-loop.not-executable':
    'The shell couldn’t execute the program in {count} steps (limit {threshold}): {error}',
  'verdict.oscillation.back': '{path} returned to earlier content ({count}×).',
  'verdict.oscillation.same': '{path} was rewritten with identical content ({count}×).',
  'verdict.oscillation.block': 'The same lines were put into {path} again ({count}×).',
  'verdict.oscillation.tool':
    'Another tool, such as a formatter, undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.person': 'Manual edits undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.other': 'Something else undid the agent’s edits to {path} ({count}×).',
  'verdict.edit-test.tests':
    'The same tests failed {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.run':
    'The same command gave the same result {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.script':
    'The agent’s own scripts ended in the same error {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.silent':
    'The agent’s own script printed nothing in {count} runs despite edits (limit {threshold}).',
  'verdict.edit-test.trial':
    '{count} edits were answered with the same failure (limit {threshold}).',
  'verdict.edit-test.copy':
    'The same failure {count} times (limit {threshold}): the run uses {ran}, but the edits went to {edited}.',
  'verdict.edit-test.known':
    'The last {count} runs after edits failed in ways already seen (limit {threshold}).',
  'verdict.flaky-test': 'Flaky test: its result flipped {count} times although nothing changed.',
  'verdict.monologue': 'The agent said the same thing {count} times without calling a tool.',
  'verdict.condensation':
    'The agent compacted its context {count} times with nothing in between (limit {threshold}).',
  'verdict.condensation.calls':
    'The agent compacted its context {count} times without a tool call in between (limit {threshold}).',
  'verdict.condensation.rounds':
    '{count} times in a row, the agent read the same content, changed nothing and compacted its context (limit {threshold}).',
  'verdict.degenerate':
    'One response repeats “{text}” over {count} characters (limit {threshold}).',
  'verdict.degenerate.blank':
    'One response contains {count} blank characters in a row (limit {threshold}).',
  'verdict.turns':
    '{count} turns in a row brought no new content, test result or information (limit {threshold}).',
  'verdict.turns.failed':
    '{count} turns in a row ended in an error before any call was answered (limit {threshold}).',
  'verdict.fan-out.open': '{count} sub-agents are open at once (limit {threshold}).',
  'verdict.fan-out.same':
    '{count} sub-agents of this turn have the same prompt (limit {threshold}).',
  'verdict.fan-out.deep': 'Sub-agents are nested {count} levels deep (limit {threshold}).',
  'verdict.limit.minutes': 'This turn has reached your limit of {threshold} min.',
  'verdict.limit.steps': 'This turn has reached your limit of {threshold} steps.',
  'verdict.limit.tokens': 'This turn has reached your limit of {threshold} tokens.',
  'verdict.limit.children': 'This turn has reached your limit of {threshold} sub-agents.',
  'verdict.early-warning': 'Many recent steps repeated something, failed or found nothing.',
  'verdict.early-warning.stalled':
    'Nearly all recent steps repeated something, failed or found nothing, {count} of them after the early warning (limit {threshold}).',
  'verdict.loop.alternating':
    'Two steps alternated with the same results for {count} steps (limit {threshold}).',
  'verdict.group-loop.errors':
    'The last {count} steps ({calls} calls) all made the same calls with the same errors (limit {threshold}).',
  'verdict.group-loop.results':
    'The last {count} steps ({calls} calls) all made the same calls with the same results (limit {threshold}).',
  'verdict.hops':
    'The same action {count} times in a row and no progress for {time}, after {hops} hops (limit {threshold}).',
  'verdict.hops.never':
    'The same action {count} times in a row and no progress yet, after {hops} hops (limit {threshold}).',
  'verdict.ignored': 'The agent keeps calling tools although they are off.',
  'verdict.silence': 'The agent has been silent for {minutes} min, and no tool is running.',
  'verdict.silence.bytes':
    'The model hasn’t sent a byte for {minutes} min, and no tool is running.',
  'verdict.hung-call': 'Running for {minutes} min with no sign of progress: {call}',
  'verdict.hung-call.timeout': 'Running for {minutes} min, past its own timeout: {call}',
  'verdict.hung-call.prompt':
    'Running for {minutes} min, and probably waiting for someone to type: {call}',
  'verdict.wait.permission': 'The agent is waiting for your permission.',
  'verdict.wait.input': 'The agent is waiting for your answer.',
  'verdict.wait.job': 'The agent is waiting for a background job.',
  'verdict.wait.child': 'The agent is waiting for a sub-agent.',
  'verdict.wait.gone': 'The agent is waiting for a background job that no longer exists.',
  'verdict.wait.over': 'A background job hasn’t changed for {minutes} min.',
  'verdict.wait.children': 'The agent is waiting for {count} sub-agents.',
  // the end of a turn
  'turn.done': 'Done after {minutes} min (steps: {steps}).',
  'turn.failed': 'Ended in an error after {minutes} min (steps: {steps}).',
  // what repeats in a verdict's evidence, by name
  'repeated.failed': '“{call}” failed the same way {count} times ({steps}).',
  'repeated.result': '“{call}” gave the same result {count} times ({steps}).',
  'repeated.failing': '“{call}” failed {count} times ({steps}).',
  'repeated.call': '“{call}” was repeated {count} times ({steps}).',
  // what the calls of a verdict have in common
  'equal.result': 'the call and its result',
  'equal.numberless': 'the call and its result, apart from its numbers',
  'equal.rounds': 'the calls of each repetition and their results',
  'equal.known': 'earlier calls and their results',
  'equal.failing': 'the failing call',
  'equal.error': 'the error, despite different arguments',
  'equal.refusal': 'the shell’s reason for refusing, despite different commands',
  'equal.content': 'the file’s content',
  'equal.edit': 'the edit',
  'equal.tests': 'the failing tests',
  'equal.outcome': 'the command and its outcome',
  'equal.script': 'the last error of the agent’s own scripts',
  'equal.silence': 'that nothing was printed',
  'equal.trial': 'the failure after each edit',
  'equal.text': 'the message',
  // kinds of noise that are ignored when results are compared
  'noise.colour': 'colors',
  'noise.time': 'times',
  'noise.duration': 'run times',
  'noise.id': 'IDs',
  'noise.process': 'process IDs',
  'noise.address': 'addresses',
  'noise.port': 'ports',
  'noise.counter': 'counters',
  'noise.line': 'line numbers of the shell',
  'noise.path': 'temporary paths',
  // thresholds without a counter
  'threshold.length': 'Length of new output',
  'threshold.window': 'Time since last progress',
  'threshold.history': 'Remembered actions',
  'threshold.events': 'Events before judging',
  'threshold.monologue': 'Same message',
  'threshold.pressed-steps': 'Steps after the early warning',
  'threshold.condensations': 'Repeated compaction',
  'threshold.repeated-text': 'Repeated text',
  'threshold.same-prompt': 'Sub-agents with the same prompt',
  'threshold.child-depth': 'Nested sub-agents',
  'threshold.limit-level': 'What your limits do',
  'threshold.rounds': 'Same sequence of steps',
  'threshold.runs': 'Same failing run',
  'threshold.prompt': 'Program that waits for input',
  'threshold.job': 'Unchanged background job',
  'threshold.wait': 'Waiting for you or a job',
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
  'clears.turns.failed': 'when a call is answered or a turn ends normally',
  'clears.children': 'when few enough sub-agents are open, or when the turn ends',
  'clears.turn': 'when the turn ends',
  'clears.call': 'when the call ends or something in the workspace changes',
  'clears.job': 'when the job changes or the agent does something else',
  'clears.sign': 'when the agent says or does something',
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
  'progress.tests.broken': 'different test result: does not run',
  'progress.tests.pass': 'all pass',
  'progress.tests.counted': 'all {passed} pass',
  // why a step did not count
  'idle.same': 'same as step {step}',
  'idle.numbers': 'only numbers differ',
  'idle.noop': 'does nothing',
  'idle.empty': 'no output',
  'idle.nothing': 'found nothing',
  'idle.seen': 'nothing new',
  'idle.covered': 'lines already read',
  'idle.recalled': 'read again after compaction',
  'idle.confirmed': 'still fine after the change',
  'idle.tests': 'the same tests fail',
  'idle.tests.pass': 'still all pass',
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
  'counter.fruitless': 'Steps that found nothing',
  'counter.early-warning': 'Early warning',
  'counter.loop': 'Same call, same result',
  'counter.error-loop': 'Same error',
  'counter.turns': 'Turns without anything new',
  'counter.failed-turns': 'Failed turns',
  'counter.condensation-rounds': 'Same reads after compaction',
  'counter.children': 'Open sub-agents',
  'counter.limit.minutes': 'Your time limit',
  'counter.limit.steps': 'Your step limit',
  'counter.limit.tokens': 'Your token limit',
  'counter.limit.children': 'Your sub-agent limit',
  'counter.oscillation': 'File changed back',
  'counter.edit-test': 'Same tests failing',
  'counter.silence': 'Silence',
  'counter.hung-call': 'Running tool call',
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
  'report.result': 'result {hash}',
  'report.history': 'Last actions',
  'report.next': 'Suggested next step',
  'report.metrics':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: {last})',
  'report.metrics.none':
    'Files read: {read}, modified: {modified}, tests: {tests}, commands: {commands} (last: never)',
  // suggested next steps
  'next.noop':
    'Force an answer: it runs commands that do nothing, so it may be finished or unsure what you want.',
  'next.repeat': 'Tell it what the repeated result means, or what to try instead.',
  'next.failing': 'Look at the failing call yourself: the agent can’t get past it.',
  'next.copy':
    'Tell it that its edits have no effect on the run: it uses {ran}, not the edited {edited}. Install or rebuild the edited copy, or have it edit the one that runs.',
  'next.waiting': 'Reply to the agent where it is asking.',
  'next.job': 'Check the job yourself, then tell the agent what became of it.',
  'next.stop': 'Stop the turn: switching off tools doesn’t end a text that repeats itself.',
  'next.turns':
    'Give a new instruction, or stop what keeps asking: the same prompt again leads nowhere.',
  'next.turns.failed': 'Check the agent’s account, limits and connection, then try again.',
  'next.hung-call':
    'End the program yourself, or stop the turn: nothing reaches the agent while it runs.',
  'next.silence': 'Stop the turn and ask again: the model or its connection no longer answers.',
  'next.condensation':
    'Split the task, or have it write down what it learns: its context fills up before it changes anything.',
  'next.fan-out': 'Stop the turn, or tell it to finish with the sub-agents it has.',
  'next.limit': 'Snooze to let it go on, or force an answer: only your own limit was reached.',
  'next.fruitless': 'Tell it where to look, or that what it is looking for doesn’t exist.',
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
