/** A window's live watch without VS Code: what it records, and who hears of a change. */
import type { TurnEvent } from '../../../src/core/events.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { defaultThresholds, type Thresholds } from '../../../src/core/thresholds/thresholds.js';
import type { Capabilities } from '../../../src/core/view/snapshot.js';
import { Live } from '../../../src/live/live.js';
import type { Escalation } from '../../../src/live/live-interventions.js';

export interface LiveWindow {
  live: Live;
  /** Every recorded event, in order. */
  recorded: TurnEvent[];
  escalations: Escalation[];
  /** What became of stalls. */
  outcomes: string[];
  /** Lines of the log, from `info` on. */
  logged: string[];
  onDidChange: (listener: () => void) => { dispose(): void };
  now: () => number;
  /** Lets the clock go on by so many milliseconds. */
  pass: (ms: number) => void;
  /** What is recorded of each intervention, as `session kind: state, state`. */
  interventions: () => string[];
}

export function openLive({
  mode = 'ask',
  capabilities = { textOnly: 'loop', stop: true, guide: true },
  thresholds = defaultThresholds(),
}: {
  mode?: Mode;
  capabilities?: Capabilities;
  thresholds?: Thresholds | ((agent: string, role?: string) => Thresholds);
} = {}): LiveWindow {
  let now = 1_000_000;
  const recorded: TurnEvent[] = [];
  const escalations: Escalation[] = [];
  const logged: string[] = [];
  const outcomes: string[] = [];
  const listeners = new Set<() => void>();
  const live = new Live({
    now: () => now,
    settings: () => ({ mode: () => mode, remindFirst: false }),
    log: {
      info: (line) => logged.push(line),
      warn: (line) => logged.push(line),
      debug: () => undefined,
    },
    spool: {
      rows: () => undefined,
      text: () => undefined,
      olderRows: () => Promise.resolve({ rows: [] }),
      texts: () => Promise.resolve({ missing: 'gone' }),
      forget: () => undefined,
    },
    thresholds: (agent, role) =>
      typeof thresholds === 'function' ? thresholds(agent, role) : thresholds,
    agentName: (agent) => agent,
    capabilities: () => capabilities,
    link: () => ({ state: 'connected' }),
    onEvent: (event) => recorded.push(event),
    onChange: () => {
      for (const listener of [...listeners]) {
        listener();
      }
    },
    onEscalation: (escalation) => escalations.push(escalation),
    onOutcome: ({ session, key, answer, outcome }) =>
      outcomes.push(`${session} ${key}: ${outcome}, ${answer}`) > 0,
  });
  return {
    live,
    recorded,
    escalations,
    logged,
    outcomes,
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    interventions: () => {
      const byId = new Map<string, string>();
      for (const event of recorded) {
        if (event.type === 'intervention') {
          const { id, session, rung, state } = event;
          const before = byId.get(id);
          byId.set(
            id,
            before === undefined ? `${session} ${rung}: ${state}` : `${before}, ${state}`,
          );
        }
      }
      return [...byId.values()];
    },
  };
}
