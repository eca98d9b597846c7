/** What a step was worth: the judgement that the no-progress rule, the timeline and the action records share. */
import { hashText, Recent, SeenSet } from '../identity/hash.js';
import { bareOutput } from '../identity/outcome.js';
import { commandKindOf, fromFolder, isTestRun, pathOf } from '../identity/tool.js';
import type { Call, CallResult, CallValue, Session, Step, Worth } from '../session.js';
import type { Message } from '../wording.js';


/** The step that last issued an action and what came of it; `before`: the step before that one. */
interface Issued { step: number; outcome: string; before?: Issued }

/** Per session: what was issued and learned so far. What was seen stays seen over turns. */
export class StepValues {
  private readonly results = new SeenSet();
  private readonly changes = new SeenSet();
  private readonly actions = new Recent<Issued>();

  constructor(private readonly session: Session) {}

  /** Judges a step and remembers it: judged again, the same step comes to the same result. */
  take(step: Step): CallValue[] {
    return step.calls.map((call) => this.judge(call, call.step.number));
  }

  private judge(call: Call, step: number): CallValue {
    const { result } = call;
    if (result === undefined || call.unknown) { return { worth: 'idle' }; }
    if (result.deniedBy !== undefined) { return { worth: 'neutral', note: { id: result.deniedBy === 'turnwatch' ? 'idle.denied' : 'idle.declined' } }; }
    if (call.class === 'ask') { return { worth: 'neutral' }; }
    if (call.noOp) { return this.judgeNoOp(call); }
    const text = bareOutput(result.output);
    const hash = hashText(text);
    const outcome = result.failed ? `!${hash}` : hash;
    const earlier = this.issue(call, outcome, step);
    const isNew = text !== '' && this.results.add(hash, step);
    const same: Message | undefined = earlier && { id: 'idle.same', params: { step: earlier.step } };
    // the same question with the same answer says nothing; with another known answer it may be honest
    const repeat: Worth = earlier?.outcome === outcome ? 'empty' : 'idle';
    if (result.failed && !isTestRun(call.class, call.input)) { return { worth: repeat, note: same ?? { id: 'idle.failed' } }; }
    if (this.changed(call, result, step)) { return { worth: 'progress', note: changeNote(call, this.session.cwd) }; }
    if (call.class === 'edit' || call.class === 'write') { return { worth: 'empty', note: same ?? { id: 'idle.seen' } }; }
    // what a to-do list answers is no information about the task
    if (call.class === 'todo') { return { worth: 'empty', note: same ?? { id: 'idle.seen' } }; }
    if (isNew) { return { worth: 'progress', note: { id: 'progress.new-output' } }; }
    return { worth: call.polls ? 'neutral' : repeat, note: same ?? { id: text === '' ? 'idle.empty' : 'idle.seen' } };
  }

  /** To sleep between two looks at a job is to wait. */
  private judgeNoOp(call: Call): CallValue {
    const waits = this.session.poll !== undefined && commandKindOf(call.class, call.input) === 'wait';
    return { worth: waits ? 'neutral' : 'empty', note: { id: 'idle.noop' } };
  }

  /** An edit, or a command that alters files, that was not made like this before. */
  private changed(call: Call, result: CallResult, step: number): boolean {
    const changes = call.class === 'edit' || call.class === 'write' || commandKindOf(call.class, call.input) === 'change';
    return changes && !result.failed && this.changes.add(call.key, step);
  }

  /** The last time that another step issued the same action. */
  private issue(call: Call, outcome: string, step: number): Issued | undefined {
    const known = this.actions.get(call.key);
    const earlier = known?.step === step ? known.before : known;
    this.actions.set(call.key, { step, outcome, before: earlier && { step: earlier.step, outcome: earlier.outcome } });
    return earlier;
  }
}

function changeNote(call: Call, cwd: string): Message {
  if (call.class !== 'edit' && call.class !== 'write') { return { id: 'progress.command' }; }
  const path = pathOf(call.input);
  return path === undefined ? { id: 'progress.edit.unnamed' } : { id: 'progress.edit', params: { path: fromFolder(path, cwd) } };
}

/** A step is worth what its best call is worth; neutral calls beside others do not count. */
export function worthOf(values: CallValue[]): Worth {
  const worths = new Set(values.map((value) => value.worth));
  if (worths.has('progress')) { return 'progress'; }
  if (worths.has('idle')) { return 'idle'; }
  return worths.has('empty') ? 'empty' : 'neutral';
}
