/** What all turns of today have cost: those of this window by the time of each request, those of other windows once they are over. */
import type { Clock } from '../core/clock.js';
import { hashText } from '../core/identity/hash.js';
import type { TurnRecord } from '../core/ledger/turn-record.js';
import {
  addSpent,
  countTokens,
  nothingSpent,
  priceUsage,
  type PriceSource,
  type Spent,
} from '../core/money/spending.js';
import type { Session } from '../core/turns/session.js';
import type { TurnFact } from '../core/turns/turn-fact.js';

interface DaySpendingOptions {
  clock: Clock;
  prices: PriceSource;
  /** The records of today, of all windows. Rejects if they cannot be read. */
  ledger: { readToday(): Promise<TurnRecord[]> };
}

/** The records are read again after this time at the earliest (milliseconds). */
const READ_MS = 60_000;

/** A listener of the tracker. */
export class DaySpending {
  /** By hash of the session. */
  private readonly seen = new Map<string, Spent>();
  private recorded: ReadonlyMap<string, Spent> = new Map();
  private from = -Infinity;
  private readAt = -Infinity;

  constructor(private readonly options: DaySpendingOptions) {}

  /** Undefined where nothing is known. */
  get spent(): Spent | undefined {
    this.beginDay();
    const sessions = new Set([...this.seen.keys(), ...this.recorded.keys()]);
    return [...sessions].reduce<Spent | undefined>((sum, session) => {
      const [seen = nothingSpent, recorded = nothingSpent] = [
        this.seen.get(session),
        this.recorded.get(session),
      ];
      // of a session that was followed from its beginning, both tell the same
      const more = countTokens(recorded) > countTokens(seen) ? recorded : seen;
      return addSpent(sum ?? nothingSpent, more);
    }, undefined);
  }

  /** The day, by its beginning (milliseconds since the epoch). */
  get day(): number {
    this.beginDay();
    return this.from;
  }

  onFact(session: Session, fact: TurnFact): void {
    if (fact.kind !== 'usage' && fact.kind !== 'turn-start') {
      return;
    }
    this.beginDay();
    if (fact.kind === 'usage' && (session.lastAt ?? this.from) >= this.from) {
      const id = hashText(session.id);
      const spent = priceUsage(session, fact, this.options.prices.prices);
      this.seen.set(id, addSpent(this.seen.get(id) ?? nothingSpent, spent));
    }
    if (this.options.clock.now() - this.readAt >= READ_MS) {
      void this.read();
    }
  }

  /** Resolves once the records are in; without them only what this window sees is counted. */
  async read(): Promise<void> {
    this.readAt = this.options.clock.now();
    const { from } = this;
    const records = await this.options.ledger.readToday().catch((): TurnRecord[] => []);
    const recorded = new Map<string, Spent>();
    for (const { session, started, tokens = 0, dollars } of records) {
      // one that ran over midnight is of the day before
      if (started >= from) {
        recorded.set(
          session,
          addSpent(recorded.get(session) ?? nothingSpent, {
            tokens: { input: tokens, cached: 0, output: 0 },
            dollars: dollars ?? 0,
            isPartial: dollars === undefined && tokens > 0,
          }),
        );
      }
    }
    this.recorded = recorded;
  }

  private beginDay(): void {
    const date = new Date(this.options.clock.now());
    const from = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    if (from !== this.from) {
      this.from = from;
      this.readAt = -Infinity;
      this.seen.clear();
      this.recorded = new Map();
    }
  }
}
