/** What a window and a terminal share: follows the turns and exports what core/telemetry tells, while an address is set. Without one, nothing is loaded and nothing is kept. */
import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.js';
import type { TurnEvent } from '../core/events.js';
import { redact } from '../core/redact.js';
import type { Gauge, TelemetrySink } from '../core/telemetry/measures.js';
import { TurnTelemetry, type RepositoryNames } from '../core/telemetry/turn-telemetry.js';
import type { Session } from '../core/turns/session.js';
import type { TurnFact } from '../core/turns/turn-fact.js';
import type { Verdict } from '../core/verdict.js';
import type { TurnEnds } from '../core/view/ends/turn-ends.js';

/** Where it goes: OpenTelemetry's packages, behind this. */
export interface TelemetryExport extends TelemetrySink {
  /** Sends what waits, in bounded time; never rejects. */
  close(): Promise<void>;
}

interface TelemetryTarget {
  repositoryNames: boolean;
  /** Loads what exports. */
  open: (gauges: () => readonly Gauge[]) => Promise<TelemetryExport>;
}

export interface LiveTelemetryOptions {
  clock: Clock;
  sessions: ReadonlyMap<string, Session>;
  ends: Pick<TurnEnds, 'facts'>;
  trees: RepositoryNames;
  onProblem: (error: unknown) => void;
}

/** What is told before the exporter is loaded waits, at most so many. */
const WAITING = 1000;

interface Running {
  turns: TurnTelemetry;
  /** Undefined if it could not be loaded. */
  opened: Promise<TelemetryExport | undefined>;
}

export class LiveTelemetry {
  private running: Running | undefined;

  constructor(private readonly options: LiveTelemetryOptions) {}

  onFact(session: Session, fact: TurnFact): void {
    this.running?.turns.onFact(session, fact);
  }

  onVerdicts(given: readonly Verdict[], cleared: readonly Verdict[]): void {
    this.running?.turns.onVerdicts(given, cleared);
  }

  onEvent(event: TurnEvent): void {
    this.running?.turns.onEvent(event);
  }

  /** Counts from now on. @returns once it is loaded */
  async start({ repositoryNames, open }: TelemetryTarget): Promise<void> {
    const { clock, sessions, ends, trees, onProblem } = this.options;
    const sink = new WaitingSink();
    const turns = new TurnTelemetry({
      sink,
      clock,
      sessions,
      ends,
      repositories: {
        findRepository: (folder) => {
          const name = trees.findRepository(folder);
          return name === undefined ? undefined : repositoryLabel(name, repositoryNames);
        },
      },
    });
    const opened = open(() => turns.observe()).then(
      (target) => {
        sink.pour(target);
        return target;
      },
      (error: unknown) => {
        onProblem(error);
        return undefined;
      },
    );
    this.running = { turns, opened };
    await opened;
  }

  /** Sends what waits, in bounded time; never rejects. */
  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    running?.turns.close();
    const opened = await running?.opened;
    await opened?.close();
  }
}

/** Keeps what is told until there is a target. */
class WaitingSink implements TelemetrySink {
  private target: TelemetrySink | undefined;
  private waiting: ((target: TelemetrySink) => void)[] = [];

  begin(...told: Parameters<TelemetrySink['begin']>): void {
    this.tell((target) => target.begin(...told));
  }

  count(...told: Parameters<TelemetrySink['count']>): void {
    this.tell((target) => target.count(...told));
  }

  turn(...told: Parameters<TelemetrySink['turn']>): void {
    this.tell((target) => target.turn(...told));
  }

  pour(target: TelemetrySink): void {
    this.target = target;
    for (const tell of this.waiting.splice(0)) {
      tell(target);
    }
  }

  private tell(tell: (target: TelemetrySink) => void): void {
    if (this.target !== undefined) {
      tell(this.target);
    } else if (this.waiting.length < WAITING) {
      this.waiting.push(tell);
    }
  }
}

/** A repository as it is told: the same on every machine, by its name only where that is allowed. */
export function repositoryLabel(name: string, isNameAllowed: boolean): string {
  return isNameAllowed && redact(name) === name
    ? name
    : createHash('sha256').update(name).digest('hex').slice(0, 12);
}
