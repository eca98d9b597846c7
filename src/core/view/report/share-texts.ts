/** Texts of a shared turn. Apart from the page's and core's own, so that they are loaded with what shares. */
export const shareTexts = {
  'share.title': 'Turnwatch: {agent}, turn {turn}',
  'share.agent': 'Agent',
  'share.date': 'Date',
  'share.duration': 'Duration',
  'share.tokens': 'Tokens',
  'share.stalled.at': 'at step {step}',
  'share.stalled.after': 'at step {step}, after {time}',
  'share.ended': 'Ended',
  'share.ended.open': 'The turn is still running.',
  'share.ended.completed': 'The agent finished the turn.',
  'share.ended.answered': 'The agent answered in words after Force Respond.',
  'share.ended.stalled': 'The turn ended while it was stalled.',
  'share.ended.stopped': 'The turn was stopped.',
  'share.ended.interrupted': 'The turn was interrupted.',
  'share.ended.failed': 'The turn ended in an error.',
  'share.steps': 'Steps',
  'share.rounds': 'Steps {from}–{to}: these {count} steps, {times} times',
  'share.evidence.step': 'step {steps}',
  'share.evidence.steps': 'steps {steps}',
} as const;
export type ShareTextId = keyof typeof shareTexts;
