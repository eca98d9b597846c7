/** The sessions as the view shows them: the snapshot, which session is selected, older rows and whole texts. */
import type { Clock } from '../core/clock.js';
import type { TurnEvent } from '../core/events.js';
import { cut } from '../core/redact.js';
import type { OlderRows, KeptText, KeptTexts } from '../core/view/full-text.js';
import {
  SNAPSHOT_ROWS,
  type SessionDetail,
  type Snapshot,
  type SessionSummary,
} from '../core/view/snapshot.js';
import type { CallTexts, ShownText } from '../protocol/view.js';
import type { Spool } from '../storage/spool.js';
import type { DaySpending } from './day-spending.js';
import type { Escalation } from './escalations.js';
import type { HeldPrompts } from './held-prompts.js';
import type { OrderGaps } from './order-gaps.js';
import type { SessionTracker, TrackerListener, TrackerSettings } from './session-tracker.js';
import { GONE_MS } from './workspace/open-turns.js';
import type { WayBack } from './workspace/way-back.js';

/** What was chosen stays in view while its turn runs; then a turn elsewhere may take its place. */
class Selection {
  private chosen: string | undefined;
  private isOfPerson = false;

  /** By the person: the next order goes there, too. */
  get choice(): string | undefined {
    return this.isOfPerson ? this.chosen : undefined;
  }

  choose(session: string | undefined): void {
    this.chosen = session;
    this.isOfPerson = true;
  }

  /** To show where an order went. The person's own choice of it stands. */
  show(session: string): void {
    this.isOfPerson &&= this.chosen === session;
    this.chosen = session;
  }

  /** Something happened in `session`: an earlier choice whose turn is over is dropped. */
  yieldTo(session: string, isOpen: (session: string) => boolean): void {
    if (this.chosen !== undefined && this.chosen !== session && !isOpen(this.chosen)) {
      this.chosen = undefined;
    }
  }

  /** A session of another machine (a log from a container) is shown after those that work here. */
  chooseShown(sessions: readonly SessionSummary[]): SessionSummary | undefined {
    const own = sessions.filter(isOwn);
    return (
      sessions.find((session) => session.session === this.chosen) ??
      own.find(needsPerson) ??
      own.find(isAtWork) ??
      sessions.find(needsPerson) ??
      sessions.find(isAtWork) ??
      sessions[0]
    );
  }
}

/**
 * The session that an order without a named session goes to: the one that the person chose while its turn is open, else the one
 * that gave the newest sign of life, also by a sub-agent. Only then one that needs the person: a killed agent may need somebody
 * for as long as nobody knows that it is dead. `findSign`: milliseconds since the epoch.
 */
function toSteer(
  { sessions, selected }: Snapshot,
  chosen: string | undefined,
  findSign: (session: string) => number,
): SessionSummary | undefined {
  const choice = sessions.find(({ session, open }) => session === chosen && open);
  const own = sessions.filter(isOwn);
  const [newest] = own
    .filter(isAtWork)
    .sort((one, other) => findSign(other.session) - findSign(one.session));
  return choice ?? newest ?? own.find(needsPerson) ?? selected;
}

/** The session whose trouble an answer without a named session is about: the person's choice, else the one that needs the person. */
function inTrouble(
  { sessions, selected }: Snapshot,
  chosen: string | undefined,
): SessionSummary | undefined {
  return (
    sessions.find(({ session }) => session === chosen) ??
    sessions.filter(isOwn).find(needsPerson) ??
    selected
  );
}

/** The session that needs the person, else the selected one, else any at work, or whose turn a limit ended that is not over. */
function chooseForemost({ at, sessions, selected }: Snapshot): SessionSummary | undefined {
  return (
    sessions.find(needsPerson) ??
    (selected?.open === true ? selected : sessions.find(isAtWork)) ??
    sessions.find(({ limit, parent }) => parent === undefined && (limit?.until ?? at) > at)
  );
}

/** Nothing can be steered on another machine. */
const isOwn = ({ foreign }: SessionSummary): boolean => foreign !== true;
const needsPerson = (session: SessionSummary): boolean => session.needsPerson;

/** Sub-agents are shown with their parents. */
function isAtWork({ open, parent }: SessionSummary): boolean {
  return open && parent === undefined;
}

/** What can be shown: the live sessions, or a recorded run. */
export interface ShownSessions {
  older(session: string, before: number): Promise<OlderRows>;
  details(session: string, call: number, whole: boolean): Promise<CallTexts>;
  /** The folder in which a session's agent works. */
  folder(session: string): string | undefined;
}

interface SnapshotOptions {
  clock: Clock;
  settings: Pick<TrackerSettings, 'mode'>;
  spool: Pick<Spool, 'olderRows' | 'texts'>;
  links: { link(): Snapshot['link'] };
  gaps?: OrderGaps;
  prompts?: Pick<HeldPrompts, 'shown'>;
  ledger?: { readonly isFull: boolean };
  day?: Pick<DaySpending, 'spent'>;
  wayBack?: Pick<WayBack, 'show'>;
}

export class SessionSnapshots implements ShownSessions, TrackerListener {
  private readonly selection = new Selection();

  constructor(
    private readonly tracker: SessionTracker,
    private readonly options: SnapshotOptions,
  ) {
    tracker.listen(this);
  }

  onEvent(event: TurnEvent): void {
    if (event.type === 'turn.start') {
      this.yieldTo(event.session);
    }
  }

  onEscalation({ session, advice }: Escalation): void {
    if (advice !== undefined) {
      this.yieldTo(session);
    }
  }

  snapshot(): Snapshot {
    const { sessions: tracked, turnwatch, paused, turns } = this.tracker;
    const at = this.options.clock.now();
    const sessions = [...tracked.values()]
      .filter((session) => session.turn >= 0)
      .map((session) => turnwatch.views.summary(session))
      .map((each) => ({
        ...each,
        needsPerson: each.needsPerson && at - (each.lastEventAt ?? at) < GONE_MS,
      }));
    sessions.sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0));
    const selected = this.selection.chooseShown(sessions);
    const detail = selected && this.detail(selected.session, at);
    const spentToday = this.options.day?.spent;
    return {
      at,
      paused,
      link: this.options.links.link(),
      mode: this.options.settings.mode(selected?.agent ?? ''),
      sessions,
      ...(detail !== undefined && { selected: detail }),
      ...(spentToday !== undefined && { spentToday }),
      tally: turns.tally,
      ...(this.options.ledger?.isFull === true && { ledgerFull: true }),
    };
  }

  foremost(snapshot: Snapshot): SessionDetail | undefined {
    const session = chooseForemost(snapshot)?.session;
    if (session === undefined) {
      return undefined;
    }
    return session === snapshot.selected?.session
      ? snapshot.selected
      : this.detail(session, snapshot.at);
  }

  private detail(session: string, at: number): SessionDetail | undefined {
    const { gaps, prompts, wayBack } = this.options;
    const detail = this.tracker.turnwatch.views.detail(session, at);
    if (detail === undefined) {
      return undefined;
    }
    const prompt = prompts?.shown(session);
    const marked = gaps?.mark(detail) ?? detail;
    const whole = wayBack?.show(marked) ?? marked;
    return prompt === undefined ? whole : { ...whole, prompt };
  }

  /** The session that an order goes to if it names none. */
  toSteer(): string | undefined {
    return toSteer(this.snapshot(), this.selection.choice, (id) => {
      const { aliveAt, childAt, lastAt } = this.tracker.sessions.get(id) ?? {};
      return Math.max(aliveAt ?? lastAt ?? 0, childAt ?? 0);
    })?.session;
  }

  /** The session that an answer is about if it names none. */
  inTrouble(snapshot = this.snapshot()): string | undefined {
    return inTrouble(snapshot, this.selection.choice)?.session;
  }

  select(session: string): void {
    this.selection.choose(this.tracker.sessions.has(session) ? session : undefined);
    this.tracker.changed();
  }

  /** Where an order went, without making it the person's choice. */
  showSteered(session: string): void {
    this.selection.show(session);
    this.tracker.changed();
  }

  async older(session: string, before: number): Promise<OlderRows> {
    const rows = this.tracker.turnwatch.views.older(session, before);
    return rows.length > 0 || before <= 0
      ? { rows }
      : this.options.spool.olderRows(session, before, SNAPSHOT_ROWS);
  }

  async details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return shownTexts(await this.options.spool.texts(session, call), whole);
  }

  folder(session: string): string | undefined {
    return this.tracker.sessions.get(session)?.cwd;
  }

  /** Something happened in `session`: it may take the place of a choice whose turn is over. */
  private yieldTo(session: string): void {
    this.selection.yieldTo(session, (id) => this.tracker.sessions.get(id)?.open === true);
  }
}

/** Characters shown of an input or result until the person requests all of it: about two screens. */
const EXCERPT = 4000;

/** The part of a call's full texts that one answer to the page contains. */
export function shownTexts({ input, output, missing }: KeptTexts, whole: boolean): CallTexts {
  return {
    input: input && shownText(input, whole),
    output: output && shownText(output, whole),
    missing,
  };
}

function shownText({ text, length }: KeptText, whole: boolean): ShownText {
  return { text: whole ? text : cut(text, EXCERPT), kept: text.length, length };
}
