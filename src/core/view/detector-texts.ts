/** The detectors’ English texts, and what follows from the sentences of their verdicts. Written by `npm run manifest` from the detectors: change them there. */
export const detectorTexts = {
  'verdict.loop.same': 'The same call gave the same result in {count} steps (limit {threshold}).',
  'verdict.loop.numbers':
    'The results of the same call differed only in numbers in {count} steps, with nothing changed in between (limit {threshold}).',
  'verdict.loop.rounds': 'The same {steps} steps repeated {count} times with the same results.',
  'equal.result': 'the call and its result',
  'equal.numberless': 'the call and its result, apart from its numbers',
  'equal.rounds': 'the calls of each repetition and their results',
  'counter.loop': 'Same call, same result',
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
  'equal.failing': 'the failing call',
  'equal.error': 'the error, despite different arguments',
  'equal.refusal': 'the shell’s reason for refusing, despite different commands',
  'counter.error-loop': 'Same error',
  'verdict.oscillation.back': '{path} returned to earlier content ({count}×).',
  'verdict.oscillation.same': '{path} was rewritten with identical content ({count}×).',
  'verdict.oscillation.block': 'The same lines were put into {path} again ({count}×).',
  'verdict.oscillation.tool':
    'Another tool, such as a formatter, undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.person': 'Manual edits undid the agent’s edits to {path} ({count}×).',
  'verdict.oscillation.other': 'Something else undid the agent’s edits to {path} ({count}×).',
  'equal.content': 'the file’s content',
  'equal.edit': 'the edit',
  'counter.oscillation': 'File changed back',
  'verdict.edit-test.tests':
    'The same tests failed {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.run':
    'The same command gave the same result {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.script':
    'The agent’s own scripts ended in the same error {count} times despite edits (limit {threshold}).',
  'verdict.edit-test.silent':
    'The script printed nothing in {count} runs despite edits (limit {threshold}).',
  'verdict.edit-test.trial':
    '{count} edits were answered with the same failure (limit {threshold}).',
  'verdict.edit-test.copy':
    'The same failure {count} times (limit {threshold}): the run uses {ran}, but the edits went to {edited}.',
  'verdict.edit-test.known':
    'The last {count} runs after edits failed in ways already seen (limit {threshold}).',
  'verdict.edit-test.alternating':
    'The same failures alternated {count} times despite edits (limit {threshold}).',
  'equal.alternating': 'the order of the runs and their outcomes',
  'equal.tests': 'the failing tests',
  'equal.outcome': 'the command and its outcome',
  'equal.script': 'the last error of the agent’s own scripts',
  'equal.silence': 'that nothing was printed',
  'equal.trial': 'the failure after each edit',
  'counter.edit-test': 'Same tests failing',
  'next.copy':
    'Tell it that its edits don’t reach the run: install or rebuild the edited copy, or edit the one that runs.',
  'verdict.unmoved':
    'The same question got the same answer {count} times, whatever was done in between (limit {threshold}).',
  'equal.unmoved': 'the question and its answer',
  'counter.unmoved': 'Same answer despite changes',
  'next.unmoved':
    'Ask it whether what it changes is what it looks at: another copy, cache, environment or account may answer.',
  'verdict.no-progress.idle': '{count} steps in a row brought nothing new (limit {threshold}).',
  'verdict.no-progress.warning': '{count} steps in a row brought nothing new.',
  'verdict.no-progress.empty':
    '{count} steps in a row only repeated earlier steps or did nothing (limit {threshold}).',
  'verdict.no-progress.thin':
    '{count} steps in a row brought almost nothing new, and most did nothing (limit {threshold}).',
  'verdict.loop.nothing-new':
    '{count} steps in a row only brought results already known (limit {threshold}).',
  'equal.known': 'earlier calls and their results',
  'counter.no-progress': 'Steps without progress',
  'counter.empty': 'Empty or repeated steps',
  'verdict.fruitless':
    '{count} steps in a row found nothing, read nothing new and changed nothing (limit {threshold}).',
  'counter.fruitless': 'Steps that found nothing',
  'next.fruitless': 'Tell it where to look, or that what it is looking for doesn’t exist.',
  'verdict.flaky-test': 'Flaky test: its result flipped {count} times although nothing changed.',
  'verdict.monologue': 'The agent said the same thing {count} times without calling a tool.',
  'verdict.monologue.words':
    '{count} messages in a row announced work or said that it goes on, and no tool was called (limit {threshold}).',
  'verdict.monologue.question':
    'The agent asked the same question {count} times, got the same answer and did nothing with it.',
  'equal.text': 'the message',
  'counter.words': 'Messages without a call',
  'clears.deed': 'when the agent calls a tool, or when the turn ends',
  'next.words':
    'Ask what keeps it from starting, or stop what makes it go on, such as a stop hook.',
  'verdict.condensation.calls':
    'The agent compacted its context {count} times without a tool call in between (limit {threshold}).',
  'verdict.condensation.rounds':
    '{count} times in a row, the agent read the same content, changed nothing and compacted its context (limit {threshold}).',
  'counter.condensation-rounds': 'Same reads after compaction',
  'verdict.degenerate':
    'One response repeats “{text}” over {count} characters (limit {threshold}).',
  'verdict.degenerate.blank':
    'One response contains {count} blank characters in a row (limit {threshold}).',
  'verdict.turns':
    '{count} turns in a row brought no new content, test result or information (limit {threshold}).',
  'counter.turns': 'Turns without anything new',
  'verdict.turns.failed':
    '{count} turns in a row ended in an error before any call was answered (limit {threshold}).',
  'clears.turns.failed': 'when a call is answered or a turn ends normally',
  'counter.failed-turns': 'Failed turns',
  'next.turns.failed': 'Check the agent’s account, limits and connection, then try again.',
  'verdict.fan-out.open': '{count} sub-agents are open at once (limit {threshold}).',
  'verdict.fan-out.same':
    '{count} sub-agents of this turn have the same or nearly the same prompt (limit {threshold}).',
  'verdict.fan-out.deep': 'Sub-agents are nested {count} levels deep (limit {threshold}).',
  'clears.children': 'when few enough sub-agents are open, or when the turn ends',
  'counter.children': 'Open sub-agents',
  'verdict.limit.minutes': 'This turn has reached your limit of {threshold} min.',
  'verdict.limit.steps': 'This turn has reached your limit of {threshold} steps.',
  'verdict.limit.tokens': 'This turn has reached your limit of {threshold} tokens.',
  'verdict.limit.children': 'This turn has reached your limit of {threshold} sub-agents.',
  'counter.limit.minutes': 'Your time limit',
  'counter.limit.steps': 'Your step limit',
  'counter.limit.tokens': 'Your token limit',
  'counter.limit.children': 'Your sub-agent limit',
  'verdict.early-warning': 'Many recent steps repeated something, failed or found nothing.',
  'verdict.early-warning.stalled':
    'Nearly all recent steps repeated something, failed or found nothing, {count} of them after the early warning (limit {threshold}).',
  'counter.early-warning': 'Early warning',
  'verdict.hung-call': 'Running for {minutes} min with no sign of progress: {call}',
  'verdict.hung-call.timeout': 'Running for {minutes} min, past its own timeout: {call}',
  'verdict.hung-call.prompt':
    'Running for {minutes} min, and probably waiting for someone to type: {call}',
  'counter.hung-call': 'Running tool call',
  'verdict.silence': 'The agent has been silent for {minutes} min, and no tool is running.',
  'verdict.silence.bytes':
    'The model hasn’t sent a byte for {minutes} min, and no tool is running.',
  'counter.silence': 'Silence',
  'verdict.wait.permission': 'The agent is waiting for your permission.',
  'verdict.wait.input': 'The agent is waiting for your answer.',
  'verdict.wait.job': 'The agent is waiting for a background job.',
  'verdict.wait.limit': 'The agent has reached a limit of its model’s provider.',
  'verdict.wait.overload': 'The model’s provider is overloaded.',
  'verdict.wait.limitOver':
    'The provider’s limit is over: the agent can go on once you tell it to.',
  'verdict.wait.child': 'The agent is waiting for a sub-agent.',
  'verdict.wait.gone': 'The agent is waiting for a background job that no longer exists.',
  'verdict.wait.over': 'A background job hasn’t changed for {minutes} min.',
  'verdict.wait.children': 'The agent is waiting for {count} sub-agents.',
  'verdict.wait.polls':
    '{count} responses in a row looked at a job after a short sleep: one command that waits for its end costs one.',
  'next.polls':
    'Tell it to wait with one command that ends with the job, or to sleep longer: each look costs a request to the model.',
  'next.job': 'Check the job yourself, then tell the agent what became of it.',
  'verdict.no-progress.seed':
    '{count} steps in a row changed nothing and found nothing new (limit {threshold}).',
  'verdict.hops':
    'The same action {count} times in a row and no progress for {time}, after {hops} hops (limit {threshold}).',
  'verdict.hops.never':
    'The same action {count} times in a row and no progress yet, after {hops} hops (limit {threshold}).',
  'counter.hops': 'Task hops',
  'counter.repeats': 'Same action in a row',
  'verdict.group-loop.errors':
    'The last {count} steps ({calls} calls) all made the same calls with the same errors (limit {threshold}).',
  'verdict.group-loop.results':
    'The last {count} steps ({calls} calls) all made the same calls with the same results (limit {threshold}).',
  'counter.group-errors': 'Steps with the same errors',
  'counter.group-results': 'Steps with the same results',
  'verdict.condensation':
    'The agent compacted its context {count} times with nothing in between (limit {threshold}).',
  'verdict.loop.alternating':
    'Two steps alternated with the same results for {count} steps (limit {threshold}).',
  'counter.same-failure': 'Same action failing',
  'counter.alternating': 'Two alternating steps',
  'threshold.balanced.cycleRounds': 'Same sequence of steps',
  'threshold.balanced.pressedSteps': 'Steps after the early warning',
  'threshold.balanced.equalRuns': 'Same failing run',
  'threshold.balanced.samePrompt': 'Sub-agents with the same prompt',
  'threshold.balanced.childDepth': 'Nested sub-agents',
  'threshold.balanced.limitLevel': 'What your limits do',
  'threshold.balanced.condensations': 'Repeated compaction',
  'threshold.balanced.repeatedText': 'Repeated text',
  'threshold.balanced.promptSeconds': 'Program that waits for input',
  'threshold.balanced.jobMinutes': 'Unchanged background job',
  'threshold.balanced.waitSeconds': 'Waiting for you or a job',
  'threshold.progressDetector.minLength': 'Length of new output',
  'threshold.stuckHeuristics.windowSeconds': 'Time since last progress',
  'threshold.stuckHeuristics.history': 'Remembered actions',
  'threshold.groupLoops.minEvents': 'Events before judging',
  'threshold.patterns.monologue': 'Same message',
  'threshold.patterns.condensations': 'Repeated compaction',
} as const;

export const detectorHints = {
  equal: {
    'verdict.loop.same': 'equal.result',
    'verdict.loop.numbers': 'equal.numberless',
    'verdict.loop.rounds': 'equal.rounds',
    'verdict.error-loop.call': 'equal.failing',
    'verdict.error-loop.error': 'equal.error',
    'verdict.error-loop.syntax': 'equal.refusal',
    'verdict.error-loop.no-command': 'equal.refusal',
    'verdict.error-loop.no-file': 'equal.refusal',
    'verdict.error-loop.not-executable': 'equal.refusal',
    'verdict.oscillation.back': 'equal.content',
    'verdict.oscillation.same': 'equal.content',
    'verdict.oscillation.block': 'equal.edit',
    'verdict.oscillation.tool': 'equal.edit',
    'verdict.oscillation.person': 'equal.edit',
    'verdict.oscillation.other': 'equal.edit',
    'verdict.edit-test.tests': 'equal.tests',
    'verdict.edit-test.run': 'equal.outcome',
    'verdict.edit-test.script': 'equal.script',
    'verdict.edit-test.silent': 'equal.silence',
    'verdict.edit-test.trial': 'equal.trial',
    'verdict.edit-test.copy': 'equal.outcome',
    'verdict.edit-test.known': 'equal.known',
    'verdict.edit-test.alternating': 'equal.alternating',
    'verdict.unmoved': 'equal.unmoved',
    'verdict.loop.nothing-new': 'equal.known',
    'verdict.monologue': 'equal.text',
  },
  next: {
    'verdict.edit-test.copy': 'next.copy',
    'verdict.unmoved': 'next.unmoved',
    'verdict.fruitless': 'next.fruitless',
    'verdict.monologue.words': 'next.words',
    'verdict.turns.failed': 'next.turns.failed',
    'verdict.wait.gone': 'next.job',
    'verdict.wait.over': 'next.job',
    'verdict.wait.polls': 'next.polls',
  },
  clears: {
    'verdict.monologue.words': 'clears.deed',
    'verdict.monologue.question': 'clears.deed',
    'verdict.turns.failed': 'clears.turns.failed',
    'verdict.fan-out.open': 'clears.children',
  },
} as const;
