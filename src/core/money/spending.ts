/** What turns and sessions have cost so far: tokens, and dollars by the models' prices. A sub-agent's cost counts with those above it, too. */
import type { Session } from '../turns/session.js';
import { noTokens, plus, type Tokens } from '../turns/tokens.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Prices } from './prices.js';

export interface Spent {
  tokens: Tokens;
  /** What the models that have a price cost. */
  dollars: number;
  /** Some of the tokens are of a model without a price: the dollars are no sum of all. */
  isPartial: boolean;
}

export const nothingSpent: Readonly<Spent> = { tokens: noTokens, dollars: 0, isPartial: false };

export function addSpent(one: Spent, other: Spent): Spent {
  return {
    tokens: plus(one.tokens, other.tokens),
    dollars: one.dollars + other.dollars,
    isPartial: one.isPartial || other.isPartial,
  };
}

export function countTokens({ tokens }: Spent): number {
  return tokens.input + tokens.output;
}

type UsageFact = Extract<TurnFact, { kind: 'usage' }>;

/** What one report of a request's cost adds. */
export function priceUsage(
  { model }: Pick<Session, 'model'>,
  { tokens, request }: Pick<UsageFact, 'tokens' | 'request'>,
  prices: Prices | undefined,
): Spent {
  const isNothing = tokens.input + tokens.output === 0;
  const dollars = isNothing ? 0 : prices?.dollars(model, tokens, request);
  return { tokens, dollars: dollars ?? 0, isPartial: dollars === undefined };
}

/** Sub-agents of sub-agents are looked at this deep. */
const MAX_DEPTH = 16;

/** The session and those above it, the nearest first. */
export function listLineage(session: Session, sessions: ReadonlyMap<string, Session>): Session[] {
  const line: Session[] = [];
  for (
    let each: Session | undefined = session;
    each !== undefined && line.length < MAX_DEPTH && !line.includes(each);
    each = each.parent === undefined ? undefined : sessions.get(each.parent)
  ) {
    line.push(each);
  }
  return line;
}

interface SessionCost {
  /** With sub-agents: of the newest turn, and of all. Undefined until something was told. */
  turn: Spent | undefined;
  session: Spent | undefined;
  /** The newest turn’s, without sub-agents. */
  own: Spent | undefined;
}

/** Whose prices are asked for anew each time: the person may change them. */
export interface PriceSource {
  readonly prices?: Prices | undefined;
}

/** By session. */
export class Spending {
  private readonly costs = new Map<string, SessionCost>();

  constructor(
    private readonly sessions: ReadonlyMap<string, Session>,
    private readonly source: PriceSource,
  ) {}

  onFact(session: Session, fact: TurnFact): void {
    if (fact.kind === 'turn-start') {
      const cost = this.costs.get(session.id);
      if (cost !== undefined) {
        cost.turn = cost.own = undefined;
      }
    } else if (fact.kind === 'usage') {
      this.add(session, priceUsage(session, fact, this.source.prices));
    }
  }

  /** Undefined where the agent reported nothing. */
  find(session: string): Readonly<SessionCost> | undefined {
    return this.costs.get(session);
  }

  forget(session: string): void {
    this.costs.delete(session);
  }

  private add(session: Session, spent: Spent): void {
    for (const each of listLineage(session, this.sessions)) {
      const cost = this.costs.get(each.id) ?? {
        turn: undefined,
        session: undefined,
        own: undefined,
      };
      this.costs.set(each.id, cost);
      cost.turn = addSpent(cost.turn ?? nothingSpent, spent);
      cost.session = addSpent(cost.session ?? nothingSpent, spent);
      if (each === session) {
        cost.own = addSpent(cost.own ?? nothingSpent, spent);
      }
    }
  }
}
