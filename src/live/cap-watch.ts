/** Tells that a person's own cap is reached: once per turn, session and day, and not for what is read from history. */
import { hashText } from '../core/identity/hash.js';
import type { CapEvent } from '../core/events.js';
import type { Logger } from '../core/log.js';
import { reachCap, type Cap } from '../core/money/caps.js';
import { listLineage, type Spending, type Spent } from '../core/money/spending.js';
import type { Session } from '../core/turns/session.js';
import type { SessionFact } from '../core/turnwatch.js';
import type { DaySpending } from './day-spending.js';
import { FRESH_MS } from './escalations.js';

/** The caps that were told, also by other windows and before a reload. */
export interface ToldCaps {
  has(cap: string): boolean;
  add(cap: string): void;
}

interface CapWatchOptions {
  settings: { readonly current: { readonly caps: readonly Cap[] } };
  day: Pick<DaySpending, 'spent' | 'day'>;
  told: ToldCaps;
  log: Pick<Logger, 'warn'>;
}

export class CapWatch {
  /** Models of which the log says that caps in dollars do not count them. */
  private readonly unpriced = new Set<string>();

  constructor(private readonly options: CapWatchOptions) {}

  /** Those that these facts reached. `now`: milliseconds since the epoch. */
  reached(
    facts: readonly SessionFact[],
    sessions: ReadonlyMap<string, Session>,
    spending: Spending,
    now: number,
  ): CapEvent[] {
    const { caps } = this.options.settings.current;
    const spender = facts.findLast(({ fact }) => fact.kind === 'usage')?.session;
    if (caps.length === 0 || spender === undefined || now - (spender.lastAt ?? 0) > FRESH_MS) {
      return [];
    }
    // what a sub-agent spends is of the person's turn
    const session = listLineage(spender, sessions).at(-1) ?? spender;
    return caps.flatMap((cap): CapEvent[] => {
      const spent = this.measure(cap, session, spending);
      if (spent === undefined) {
        return [];
      }
      this.logUnpriced(cap, spent, spender.model);
      const reached = reachCap(cap, spent);
      const key = this.makeKey(cap, session);
      if (reached === undefined || this.options.told.has(key)) {
        return [];
      }
      this.options.told.add(key);
      return [{ v: 1, type: 'cap', session: session.id, at: now, ...reached }];
    });
  }

  private measure({ of }: Cap, { id }: Session, spending: Spending): Spent | undefined {
    return of === 'day' ? this.options.day.spent : spending.find(id)?.[of];
  }

  /** A cap that the person changes is another one. */
  private makeKey({ of, unit, cap }: Cap, { id, turnStartedAt = 0 }: Session): string {
    const place =
      of === 'day'
        ? String(this.options.day.day)
        : hashText(of === 'turn' ? `${id} ${turnStartedAt}` : id);
    return `${of} ${unit} ${cap} ${place}`;
  }

  private logUnpriced({ unit }: Cap, { isPartial }: Spent, model = ''): void {
    if (unit === 'dollars' && isPartial && !this.unpriced.has(model) && this.unpriced.size < 100) {
      this.unpriced.add(model);
      this.options.log.warn(
        `turnwatch.caps: no price is known for ${model === '' ? 'a model that is not named' : model}: caps in dollars do not count it (setting turnwatch.prices)`,
      );
    }
  }
}
