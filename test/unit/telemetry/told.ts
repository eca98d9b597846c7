/** A watch whose turns are told as a window tells them, with a marker in all that must stay private. */
import type { TurnEvent } from '../../../src/core/events.js';
import {
  counters,
  type CounterName,
  type Labels,
  type TelemetrySink,
  type TurnSpan,
} from '../../../src/core/telemetry/measures.js';
import { TurnTelemetry } from '../../../src/core/telemetry/turn-telemetry.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { bash, read, Story } from '../support/story.js';
import { newWatch, type Watch } from '../support/watch.js';

export const START = 1_000_000;
export const MARKER = 'Zyzzogeton';

export class Told implements TelemetrySink {
  now = START;
  readonly spans: TurnSpan[] = [];
  readonly verdicts: Verdict[] = [];
  /** Labels whose series begin with 0. */
  readonly begun: Labels[] = [];
  readonly telemetry: TurnTelemetry;
  private readonly counted = new Map<string, [CounterName, number, Labels]>();
  private readonly watch: Watch;

  constructor(mode: 'auto' | 'observe' = 'observe') {
    this.watch = newWatch({
      mode: () => mode,
      onFact: (session, fact) => this.telemetry.onFact(session, fact),
    });
    this.telemetry = new TurnTelemetry({
      sink: this,
      clock: { now: () => this.now },
      sessions: this.watch.sessions,
      ends: this.watch.views.ends,
      repositories: { findRepository: () => 'r' },
    });
  }

  begin(labels: Labels): void {
    this.begun.push(labels);
  }

  count(name: CounterName, by: number, labels: Labels): void {
    const key = JSON.stringify([name, Object.entries(labels).sort()]);
    const before = this.counted.get(key)?.[1] ?? 0;
    this.counted.set(key, [name, before + by, labels]);
  }

  turn(span: TurnSpan): void {
    this.spans.push(span);
  }

  push(...events: TurnEvent[]): this {
    for (const event of events) {
      this.telemetry.onEvent(event);
      const { verdicts, cleared, effects } = this.watch.push(event, this.now);
      this.verdicts.push(...verdicts);
      this.telemetry.onVerdicts(verdicts, cleared);
      this.apply(effects);
    }
    return this;
  }

  /** The agent is told of what was ordered. */
  deliver(): this {
    const { receipts } = this.watch.decide(
      'S',
      { kind: 'before-tool', call: 'x', class: 'shell' },
      this.now,
    );
    this.apply(this.watch.delivered('S', receipts, this.now));
    return this;
  }

  /** In the order in which they are defined. */
  counts(): [CounterName, number, Labels][] {
    const order = Object.keys(counters);
    const place = ([name]: [CounterName, number, Labels]): number => order.indexOf(name);
    return [...this.counted.values()].sort((one, other) => place(one) - place(other));
  }

  gauges(): [string, number, Labels][] {
    return this.telemetry.observe().map(({ name, value, labels }) => [name, value, labels]);
  }

  /** Labels of the stall. */
  get stall(): Labels | undefined {
    const verdict = this.verdicts.find(({ level }) => level === 'stalled');
    return verdict === undefined
      ? undefined
      : {
          'turnwatch.stall.kind': verdict.kind,
          'turnwatch.stall.detector': verdict.detector,
        };
  }

  private apply(effects: ReturnType<Watch['push']>['effects']): void {
    for (const effect of effects) {
      if (effect.kind === 'record') {
        this.telemetry.onEvent(effect.event);
      }
    }
  }
}

/** Two steps of progress, then four that repeat, one each second; each response costs 1,100 tokens. */
export function stalledStory(start = START, more: { parent?: string } = {}): Story {
  const story = new Story().at(start);
  story.push({
    ...story.own,
    type: 'session.start',
    agent: 'codex',
    model: 'gpt-5',
    cwd: `/home/me/${MARKER}`,
    ...more,
  });
  story.turn(`Fix the ${MARKER}.`);
  for (const i of [0, 1, 2, 3, 4, 5]) {
    story.after(1000).push({
      ...story.own,
      type: 'usage',
      response: `S-r${i}`,
      inputTokens: 1000,
      outputTokens: 100,
    });
    const act =
      i < 2
        ? read(`/home/me/${MARKER}/f${i}.ts`, `${MARKER} ${i}`)
        : bash(`ls ${MARKER}`, `error: ${MARKER} b c`);
    story.say(`${MARKER} ${i}`, `S-r${i}`).step(act);
  }
  return story;
}

export const end = (reason: 'completed' | 'error', at: number): TurnEvent => ({
  v: 1,
  type: 'turn.end',
  session: 'S',
  at,
  reason,
});
