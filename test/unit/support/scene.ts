/** A watched run for tests of interventions: what its agent is told, and what was done. */
import type { AnswerPoint } from '../../../src/core/interventions/answer.js';
import type { TurnEvent } from '../../../src/core/events.js';
import type { Effect } from '../../../src/core/interventions/stall-outcomes.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import type { Capabilities } from '../../../src/core/view/snapshot.js';
import { bash, Story, type Act } from './story.js';
import { newWatch, threeIdleSteps, type Watch } from './watch.js';

export interface Setting {
  mode?: Mode;
  remindFirst?: boolean;
  /** The agent marks the end of each step. */
  explicit?: boolean;
  capabilities?: Partial<Capabilities>;
}
let asked = 0;
/** About a call that was not asked about before. */
export const tool = (call = `call-${(asked += 1)}`): AnswerPoint => ({
  kind: 'before-tool',
  call,
  class: 'shell',
});
export const noOp = bash(':');

/** A watched run: tells events as they come, and collects what was done. */
export class Scene {
  readonly watch: Watch;
  readonly story = new Story();
  readonly told: string[] = [];
  /** All events in order, with what was recorded of interventions. */
  readonly recording: TurnEvent[] = [];
  now = 1000;
  private fed = 0;

  constructor(private readonly setting: Setting = {}) {
    const { mode = 'auto', remindFirst = false } = setting;
    this.watch = newWatch({
      overrides: threeIdleSteps,
      mode: () => mode,
      remindFirst: () => remindFirst,
      capabilities: () => ({
        textOnly: 'deny',
        stop: true,
        guide: true,
        ...this.setting.capabilities,
      }),
    });
    this.story.start({ ...(setting.explicit === true && { steps: 'explicit' }) }).turn();
    this.feed();
  }

  feed(): this {
    for (; this.fed < this.story.events.length; this.fed++) {
      const event = this.story.events[this.fed];
      if (event !== undefined) {
        this.recording.push(event);
        this.did(this.watch.push(event, this.now).effects);
      }
    }
    return this;
  }
  steps(times: number, act: Act = noOp): this {
    this.story.repeat(times, () => act);
    return this.feed();
  }
  /** Three idle steps: stalled. */
  stall(): this {
    return this.steps(3);
  }
  did(effects: readonly Effect[]): this {
    for (const effect of effects) {
      if (effect.kind === 'escalate') {
        this.told.push(`escalate${effect.again ? ' again' : ''}`);
      } else if (effect.kind === 'record') {
        this.recording.push(effect.event);
        this.told.push(`${effect.event.rung} ${effect.event.state}`);
      }
    }
    return this;
  }
  /** What an agent is told at this moment; the answer arrives. */
  ask(moment: AnswerPoint = tool(), session = 'S', arrives = true): { kind: string; text: string } {
    const { decision, receipts, effects } = this.watch.decide(session, moment, this.now);
    this.did(effects);
    if (arrives) {
      this.did(this.watch.delivered(session, receipts, this.now));
    }
    return {
      kind: decision.kind,
      text: decision.kind === 'none' ? '' : 'text' in decision ? decision.text : decision.reason,
    };
  }
  /** The agent asks for a tool in a response of its own and gets the answer. */
  tries(): string {
    const id = this.story.call(noOp, `try-${this.story.events.length}`);
    this.feed();
    const { kind, text } = this.ask();
    if (kind === 'deny') {
      this.story.result(id, { ...noOp, output: text, deniedBy: 'turnwatch' });
    }
    this.feed();
    return kind;
  }
  get state(): string | undefined {
    return this.watch.views.detail('S', this.now)?.state;
  }
  /** What was done since it was asked last. */
  news(): string[] {
    return this.told.splice(0);
  }
  receipt(session = 'S') {
    return this.watch.views.detail(session, this.now)?.receipts.at(-1);
  }
}
