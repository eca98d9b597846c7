/** Every sentence that core writes for the MODEL: they go into an agent's context and are never localised. */

/** Marks a text for the model as ours, so that we recognise it when an agent's log repeats it. */
export const MODEL_MARK = '[Turnwatch]';

export const modelTexts = {
  /** The reason given with a denial, and the reminder before it. `{evidence}`: the verdict's English sentence. */
  textOnly: `${MODEL_MARK} Tools are switched off for the rest of this turn: {evidence} Do not call any tool. Answer the user now, in words only: what you were asked, what you found out, what you tried, what is still open and what you need from the user.`,
  remind: `${MODEL_MARK} Note: {evidence} Before the next tool call, say in one sentence what it will tell you that you do not know yet. If nothing, answer the user in words instead.`,
  guide: `${MODEL_MARK} The user says: {text}`,
  /** At the beginning of the next turn, where the reason above is still in the context. */
  toolsOn: `${MODEL_MARK} Tools are available again: the order to answer without them was for the earlier turn only.`,
  stop: `${MODEL_MARK} The turn was stopped: tools were switched off and were called again.`,
  stopStalled: `${MODEL_MARK} The turn was stopped: {evidence}`,
  stopByPerson: `${MODEL_MARK} The user stopped this turn.`,
  /** The evidence where a cap of the person's own orders the end. `{cap}`: the cap, reached, as the person is told. */
  capReached: 'a cap that the user set is reached ({cap}).',
  /** At the end of a turn against which the facts speak. `{facts}`: the line of its end. */
  sendBack: `${MODEL_MARK} Before this turn ends, what was seen of it: {facts}. Go on until that is settled, or say in one sentence why it stays so.`,
  /** The same as the person's own prompt, after the end. */
  sendBackPrompt:
    'What was seen of your last turn: {facts}. Go on until that is settled, or say in one sentence why it stays so.',
  /** Once the person had files brought back, as their own sentence. `{step}`: as people count; `{then}`: what was tried since. */
  filesBack: 'The files are back at what they were before step {step}. {then}',
  filesBackCall:
    '{call} was tried {count} times since and failed with {error}; do not try it again.',
  filesBackEdits:
    'What you changed since in {edits} was tried {count} times with {call} and failed with {error}; do not try it again.',
  filesBackOther: 'Since then: {evidence} Do not try the same again.',
  /** To a prompt that the person has denied without a word. */
  deniedByPerson: `${MODEL_MARK} The user denied this call.`,
  /** The person's own prompt, which goes on with a turn that a limit ended. */
  resume: 'The limit is over. Go on with what it interrupted.',
  unanswered: 'It ended right after a call, without an answer',
  /** The evidence when a person forces an answer without a verdict. */
  askedByPerson: 'the user asks for an answer in words.',
} as const;
