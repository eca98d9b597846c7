/** Follows the turns of all sessions and tells counts, and a span for each turn that is over. */
import type { Clock } from '../clock.js';
import type { TurnEvent } from '../events.js';
import { hashText } from '../identity/hash.js';
import { Recent } from '../identity/recent.js';
import { Ledger, type RecordedChange, type RecordStore } from '../ledger/ledger.js';
import type { StallEnd, TurnRecord } from '../ledger/turn-record.js';
import { dropOldest, pushNewest } from '../push-newest.js';
import { isHeldUp, type Session } from '../turns/session.js';
import { noTokens, plus, type Tokens } from '../turns/tokens.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';
import type { EndFact } from '../view/words/wording.js';
import type { TurnEnds } from '../view/ends/turn-ends.js';
import {
  agentLabel,
  modelLabel,
  findProvider,
  attributes as a,
  type CounterName,
  type Gauge,
  type GaugeName,
  type Labels,
  type SpanPlace,
  type TelemetrySink,
  type TurnSpanEvent,
} from './measures.js';

/** What may be told of repositories. */
export interface RepositoryNames {
  /** The name of the repository that holds a folder. */
  findRepository(folder: string): string | undefined;
}

export interface TurnTelemetryOptions {
  sink: TelemetrySink;
  clock: Clock;
  sessions: ReadonlyMap<string, Session>;
  ends: Pick<TurnEnds, 'facts'>;
  repositories: RepositoryNames;
}

/** Sessions, verdicts, receipts and labels that are remembered, and events of a span. */
const SESSIONS = 128;
const VERDICTS = 1024;
const LABELS = 1024;
const EVENTS = 100;

interface MeasuredTurn {
  number: number;
  labels: Labels;
  /** Counts of the first step while nobody tells the model: its response may, just after. */
  held: [CounterName, number, Labels][] | undefined;
  place: SpanPlace;
  /** Where a part that is told already ended: the agent went on with the turn. */
  from: number | undefined;
  tokens: Tokens;
  /** Oldest first. */
  events: TurnSpanEvent[];
  /** `until`: its time is counted so far (milliseconds since the epoch). */
  stall: { verdict: Verdict; until: number } | undefined;
  isCounted: boolean;
  /** It is over, and told once its stall is. */
  ended: { session: Session; record: TurnRecord } | undefined;
}

export class TurnTelemetry implements RecordStore {
  private readonly turns = new Map<string, MeasuredTurn>();
  private readonly alarms = new Recent<Labels>(VERDICTS);
  private readonly outcomes = new Recent<true>(VERDICTS);
  /** Whose series have begun. */
  private readonly begun = new Recent<true>(LABELS);
  private readonly ledger: Ledger;
  /** What happened before was somebody else's to tell. */
  private readonly since: number;

  constructor(private readonly options: TurnTelemetryOptions) {
    this.since = options.clock.now();
    this.ledger = new Ledger(this, options.clock, options.sessions);
  }

  keep(record: TurnRecord, change: RecordedChange): void {
    if (change.kind === 'ended') {
      this.ended(change.session, record);
    } else if (change.kind === 'cleared') {
      this.cleared(change.session, record);
    }
  }

  onFact(session: Session, fact: TurnFact): void {
    this.ledger.onFact(session, fact);
    if (!this.isNew(session.lastAt)) {
      return;
    }
    if (fact.kind === 'turn-start') {
      this.findTurn(session);
    } else if (fact.kind === 'step-end' && !fact.again) {
      const turn = this.findTurn(session);
      if (turn.held?.some(([name]) => name === 'turnwatch.steps') === true) {
        this.release(turn);
      }
      this.count(turn, 'turnwatch.steps', 1);
    } else if (fact.kind === 'usage') {
      this.used(this.findTurn(session), fact.tokens);
    }
  }

  /** Verdicts as they are given, and those that are over. */
  onVerdicts(given: readonly Verdict[], cleared: readonly Verdict[]): void {
    const { sessions } = this.options;
    for (const verdict of given) {
      const session = sessions.get(verdict.session);
      const at = verdict.at ?? session?.lastAt;
      if (session !== undefined && at !== undefined && this.isNew(at)) {
        this.given(session, verdict, at);
      }
    }
    this.ledger.onVerdicts(given, cleared);
  }

  /** What was done to a turn, and what the person said of a verdict. */
  onEvent(event: TurnEvent): void {
    this.ledger.onEvent(event);
    if (event.type === 'feedback' && event.answer === 'false-alarm') {
      const id = makeKey(event.session, event.verdict);
      const labels = this.alarms.get(id);
      if (labels !== undefined) {
        this.alarms.delete(id);
        this.options.sink.count('turnwatch.false_alarms', 1, labels);
      }
    }
    const session =
      event.type === 'intervention' ? this.options.sessions.get(event.session) : undefined;
    if (event.type !== 'intervention' || session === undefined) {
      return;
    }
    const { id, rung: kind, state, by, at = this.options.clock.now() } = event;
    const key = makeKey(id, state);
    // what is read from the past is done about by nobody but the person
    const isNew = this.isNew(by === 'person' ? at : session.lastAt);
    if (!isNew || this.outcomes.has(key)) {
      return;
    }
    this.outcomes.set(key, true);
    const turn = this.findTurn(session);
    const attributes = { [a.intervention]: kind, [a.outcome]: state, [a.by]: by };
    this.release(turn);
    this.count(turn, 'turnwatch.interventions', 1, attributes);
    pushNewest(turn.events, { name: 'turnwatch.intervention', at, attributes }, EVENTS);
  }

  /** Counts the time of open stalls until now. @returns how it stands */
  observe(): Gauge[] {
    const found = new Map<string, Gauge>();
    const note = (name: GaugeName, labels: Labels, value: (before: number) => number): void => {
      const key = JSON.stringify([name, labels]);
      found.set(key, { name, labels, value: value(found.get(key)?.value ?? 0) });
    };
    const now = this.options.clock.now();
    for (const session of this.options.sessions.values()) {
      const turn = this.turns.get(session.id);
      if (!session.open || !this.isNew(session.lastAt) || turn?.number !== session.turn) {
        continue;
      }
      // the clocks stand still while the turn waits
      const at = isHeldUp(session) ? (session.lastAt ?? now) : now;
      if (turn.stall !== undefined && turn.stall.verdict.clearedAtCall === undefined) {
        this.passed(turn, at);
        const labels = { ...turn.labels, [a.kind]: turn.stall.verdict.kind };
        note('turnwatch.stalls.open', labels, (before) => before + 1);
      }
      const since = this.ledger.sinceProgress(session, at);
      for (const [name, cost] of [
        ['turnwatch.progress.age', since?.seconds],
        ['turnwatch.progress.tokens', since?.tokens],
      ] as const) {
        if (cost !== undefined) {
          note(name, turn.labels, (before) => Math.max(before, cost));
        }
      }
    }
    return [...found.values()];
  }

  /** Tells the turns that are not over, as far as they went. */
  close(): void {
    for (const turn of this.turns.values()) {
      this.release(turn);
      this.reportTurn(turn);
    }
    for (const [id, turn] of this.turns) {
      const session = this.options.sessions.get(id);
      const isOpen = session?.open === true && this.isNew(session.lastAt);
      const record = isOpen ? this.ledger.current(session) : undefined;
      if (session !== undefined && record !== undefined && turn.number === session.turn) {
        turn.ended = { session, record };
        this.reportTurn(turn, 'open');
      }
    }
    this.turns.clear();
  }

  private used(turn: MeasuredTurn, tokens: Tokens): void {
    turn.tokens = plus(turn.tokens, tokens);
    for (const type of ['input', 'output'] as const) {
      this.count(turn, 'turnwatch.tokens', tokens[type], { [a.tokenType]: type });
    }
  }

  private given(session: Session, verdict: Verdict, at: number): void {
    const turn = this.findTurn(session);
    const { level, count, threshold, step } = verdict;
    const attributes = {
      [a.level]: level,
      ...stallAttributes(verdict),
      [a.count]: count,
      [a.threshold]: threshold,
      [a.step]: step,
    };
    pushNewest(turn.events, { name: 'turnwatch.verdict', at, attributes }, EVENTS);
    if (level === 'stalled') {
      this.release(turn);
      const kind = { [a.kind]: verdict.kind };
      this.alarms.set(makeKey(session.id, verdict.id), { ...turn.labels, ...kind });
      turn.stall = { verdict, until: at };
      this.count(turn, 'turnwatch.stalls', 1, kind);
    }
  }

  private cleared(session: Session, { stalls }: TurnRecord): void {
    const turn = this.turns.get(session.id);
    if (turn?.stall === undefined) {
      return;
    }
    const end: StallEnd | undefined = stalls.at(-1)?.end?.by;
    const attributes = {
      ...stallAttributes(turn.stall.verdict),
      ...(end !== undefined && { [a.endedBy]: end }),
    };
    const at = session.lastAt ?? this.options.clock.now();
    this.passed(turn, at);
    pushNewest(turn.events, { name: 'turnwatch.stall.ended', at, attributes }, EVENTS);
    turn.stall = undefined;
    this.reportTurn(turn);
  }

  private ended(session: Session, record: TurnRecord): void {
    if (!this.isNew(session.lastAt)) {
      return;
    }
    const turn = this.findTurn(session);
    turn.ended = { session, record };
    this.release(turn);
    if (!turn.isCounted && record.child !== true) {
      turn.isCounted = true;
      this.count(turn, 'turnwatch.turns', 1, { [a.turnEnd]: session.lastEnd ?? 'completed' });
    }
    if (turn.stall === undefined) {
      this.reportTurn(turn);
    } else {
      this.passed(turn, session.lastAt ?? turn.stall.until);
    }
  }

  /** Tells a turn that is over, or the part of it since it was told last. */
  private reportTurn(turn: MeasuredTurn, end?: 'open'): void {
    if (turn.ended === undefined) {
      return;
    }
    const { session, record } = turn.ended;
    const agent = agentLabel(record.agent);
    const how = end ?? session.lastEnd ?? 'completed';
    const { input, cached, output } = turn.tokens;
    const facts = end === undefined ? this.options.ends.facts(session).map(nameFact) : [];
    this.options.sink.turn({
      name: `invoke_agent ${agent}`,
      place: turn.place,
      from: turn.from ?? record.started,
      to: Math.max(record.at, record.started),
      failed: how === 'error',
      attributes: {
        [a.operation]: 'invoke_agent',
        [a.provider]: findProvider(record.agent, session.model),
        ...turn.labels,
        [a.conversation]: hashText(session.id),
        [a.turnEnd]: how,
        ...(facts.length > 0 && { [a.endFacts]: facts }),
        [a.steps]: record.steps,
        [a.stalls]: record.stalls.length,
        ...(record.child === true && { [a.subAgent]: true }),
        ...(record.tokens !== undefined && {
          [a.inputTokens]: input,
          [a.cachedTokens]: cached,
          [a.outputTokens]: output,
        }),
        ...(how === 'error' && { [a.error]: '_OTHER' }),
      },
      events: turn.events,
    });
    turn.place = makePlace(makeKey(turn.place.span, 'on'), this.findParent(session));
    Object.assign(turn, { from: record.at, ended: undefined, events: [], tokens: noTokens });
  }

  private findTurn(session: Session): MeasuredTurn {
    const known = this.turns.get(session.id);
    const labels = this.makeLabels(session);
    if (known?.number === session.turn) {
      // the model and the parent may be told late
      known.labels = labels;
      if (known.place.parent === undefined) {
        known.place = makePlace(known.place.span, this.findParent(session));
      }
      if (session.model !== undefined) {
        this.release(known);
      }
      return known;
    }
    if (known !== undefined) {
      this.reportTurn(known);
      this.turns.delete(session.id);
    }
    const turn: MeasuredTurn = {
      number: session.turn,
      labels,
      held: [],
      place: makePlace(makeKey(session.id, String(session.turn)), this.findParent(session)),
      from: undefined,
      tokens: noTokens,
      events: [],
      // one that outlasts turns
      stall: known?.stall && { ...known.stall, until: session.lastAt ?? known.stall.until },
      isCounted: false,
      ended: undefined,
    };
    this.turns.set(session.id, turn);
    if (session.model !== undefined) {
      this.release(turn);
    }
    dropOldest(this.turns, SESSIONS);
    return turn;
  }

  private findParent({ id, parent }: Session): SpanPlace | undefined {
    return parent === undefined || parent === id ? undefined : this.turns.get(parent)?.place;
  }

  /** Its labels are what they will be. */
  private release(turn: MeasuredTurn): void {
    const key = JSON.stringify(turn.labels);
    if (!this.begun.has(key)) {
      this.begun.set(key, true);
      this.options.sink.begin(turn.labels);
    }
    const { held = [] } = turn;
    turn.held = undefined;
    for (const counted of held) {
      this.count(turn, ...counted);
    }
  }

  private count(turn: MeasuredTurn, name: CounterName, by: number, more: Labels = {}): void {
    if (turn.held === undefined) {
      this.options.sink.count(name, by, { ...turn.labels, ...more });
    } else {
      turn.held.push([name, by, more]);
    }
  }

  /** Counts the time of its stall until then (milliseconds since the epoch). */
  private passed(turn: MeasuredTurn, at: number): void {
    if (turn.stall !== undefined && at > turn.stall.until) {
      const kind = { [a.kind]: turn.stall.verdict.kind };
      this.count(turn, 'turnwatch.stall.time', (at - turn.stall.until) / 1000, kind);
      turn.stall.until = at;
    }
  }

  private makeLabels({ agent, model, cwd }: Session): Labels {
    const repository = this.options.repositories.findRepository(cwd);
    return {
      [a.agent]: agentLabel(agent),
      ...(model !== undefined && { [a.model]: modelLabel(model) }),
      ...(repository !== undefined && { [a.repository]: repository }),
    };
  }

  private isNew(at: number | undefined): boolean {
    return at !== undefined && at >= this.since;
  }
}

/** `untested`, whether one file or more. */
function nameFact({ id }: EndFact): string {
  return id.split('.')[1] ?? id;
}

function stallAttributes({ kind, detector }: Verdict): Labels {
  return { [a.kind]: kind, [a.detector]: detector };
}

function makePlace(span: string, parent: SpanPlace | undefined): SpanPlace {
  return { span, trace: parent?.trace ?? span, parent: parent?.span };
}

function makeKey(...parts: string[]): string {
  return parts.join('\n');
}
