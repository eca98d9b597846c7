/** What a step was worth: the judgement that the no-progress rule, the timeline and the action records share. */
import { hashText, SeenSet } from '../identity/hash.js';
import { bareOutput } from '../identity/outcome.js';
import { isTestRun, pathOf } from '../identity/tool.js';
import type { Call, Step } from '../session.js';
import type { Message } from '../wording.js';

/**
 * `progress`: something was changed or learned. `idle`: nothing came of a call that could have brought something.
 * `empty`: a no-op, or a repetition with nothing new. `neutral`: says nothing about the agent (asked the person, polled a
 * job, denied by us, declined by a person).
 */
export type Worth = 'progress' | 'idle' | 'empty' | 'neutral';

export interface CallValue { worth: Worth; note?: Message }

/** Per session: what was issued and learned so far. What was seen stays seen over turns. */
export class StepValues {
  private readonly results = new SeenSet();
  private readonly edits = new SeenSet();
  private readonly actions = new Map<string, number>();
  /** Added by the newest step: taken back if that step is judged again. */
  private added: { results: string[]; edits: string[]; actions: string[] } = { results: [], edits: [], actions: [] };

  /** Judges without remembering. */
  look(step: Step): CallValue[] {
    const values = step.calls.map((call) => this.judge(call));
    this.takeBack();
    return values;
  }

  /** Judges a step that ended, and remembers it. */
  take(step: Step, again: boolean): CallValue[] {
    if (again) { this.takeBack(); }
    this.added = { results: [], edits: [], actions: [] };
    return step.calls.map((call) => this.judge(call));
  }

  private takeBack(): void {
    for (const key of this.added.results) { this.results.delete(key); }
    for (const key of this.added.edits) { this.edits.delete(key); }
    for (const key of this.added.actions) { this.actions.delete(key); }
    this.added = { results: [], edits: [], actions: [] };
  }

  private judge(call: Call): CallValue {
    const earlier = this.actions.get(call.key);
    if (earlier === undefined) { this.issued(call); }
    const repeated = earlier !== undefined && earlier !== call.step.number;
    const same: Message | undefined = repeated ? { id: 'idle.same', params: { step: earlier } } : undefined;
    const result = call.result;
    if (result === undefined || call.unknown) { return { worth: 'idle' }; }
    if (result.deniedBy !== undefined) {
      return { worth: 'neutral', note: { id: result.deniedBy === 'turnwatch' ? 'idle.denied' : 'idle.declined' } };
    }
    if (call.class === 'ask') { return { worth: 'neutral' }; }
    if (call.noOp) { return { worth: 'empty', note: { id: 'idle.noop' } }; }
    const isTest = isTestRun(call.class, call.input);
    if (result.failed && !isTest) {
      const known = !this.learned(`failed ${call.key} ${hashText(bareOutput(result.output))}`);
      return { worth: repeated && known ? 'empty' : 'idle', note: same ?? { id: 'idle.failed' } };
    }
    if (call.class === 'edit' || call.class === 'write') { return this.judgeEdit(call, same); }
    const text = bareOutput(result.output);
    if (text !== '' && this.learned(hashText(text))) {
      // What a to-do list answers is no information about the task.
      return call.class === 'todo' ? { worth: 'idle' } : { worth: 'progress', note: { id: 'progress.new-output' } };
    }
    if (call.class === 'poll') { return { worth: 'neutral', note: same }; }
    return { worth: repeated ? 'empty' : 'idle', note: same ?? { id: text === '' ? 'idle.empty' : 'idle.seen' } };
  }

  private judgeEdit(call: Call, same: Message | undefined): CallValue {
    if (!this.edits.add(call.key)) { return { worth: 'empty', note: same ?? { id: 'idle.seen' } }; }
    this.added.edits.push(call.key);
    const path = pathOf(call.input);
    return { worth: 'progress', note: path === undefined ? { id: 'progress.edit.unnamed' } : { id: 'progress.edit', params: { path } } };
  }

  private learned(key: string): boolean {
    const isNew = this.results.add(key);
    if (isNew) { this.added.results.push(key); }
    return isNew;
  }

  private issued(call: Call): void {
    this.actions.set(call.key, call.step.number);
    this.added.actions.push(call.key);
    if (this.actions.size > 16_384) {
      const oldest = this.actions.keys().next();
      if (!oldest.done) { this.actions.delete(oldest.value); }
    }
  }
}

/** A step is worth what its best call is worth; neutral calls beside others do not count. */
export function worthOf(values: CallValue[]): Worth {
  const worths = new Set(values.map((value) => value.worth));
  if (worths.has('progress')) { return 'progress'; }
  if (worths.has('idle')) { return 'idle'; }
  return worths.has('empty') ? 'empty' : 'neutral';
}
