/** The live sessions as the view shows them: the snapshot, which session is selected, older rows and whole texts. */
import type { Spool } from '../storage/spool.js';
import type { OlderRows } from '../core/view/full-text.js';
import type { Mode } from '../core/interventions/stall-state.js';
import { SNAPSHOT_ROWS, type SessionDetail, type Snapshot } from '../core/view/snapshot.js';
import type { Watch } from '../core/watch.js';
import type { CallTexts } from '../protocol/view.js';
import { shownTexts } from './call-texts.js';
import { GONE_MS } from './workspace/open-turns.js';
import { foremostOf, inTrouble, Selection, toSteer } from './selection.js';

/** What the person set, as far as the live watch needs it. */
export interface LiveSettings {
  mode(agent: string): Mode;
  remindFirst: boolean;
}

/** What the view needs. */
export interface LiveView {
  /** The snapshot changed; fires often, the listener coalesces. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  snapshot(): Snapshot;
  select(session: string): void;
  older(session: string, before: number): Promise<OlderRows>;
  details(session: string, call: number, whole: boolean): Promise<CallTexts>;
  /** The folder in which a session's agent works. */
  folder(session: string): string | undefined;
}

export interface LiveViewOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  settings(): Pick<LiveSettings, 'mode'>;
  spool: Pick<Spool, 'olderRows' | 'texts'>;
  link(): Snapshot['link'];
  paused(): boolean;
  tally(): Snapshot['tally'];
  /** Shows the terminal in which a session's agent runs. */
  showTerminal?(session: string): boolean;
  /** The snapshot changed; called often, the listener coalesces. */
  onChange(): void;
}

export class LiveViewModel implements Omit<LiveView, 'onDidChange'> {
  private readonly selection = new Selection();

  constructor(
    private readonly watch: Pick<Watch, 'sessions' | 'views'>,
    private readonly options: LiveViewOptions,
  ) {}

  snapshot(): Snapshot {
    const at = this.options.now();
    const sessions = [...this.watch.sessions.values()]
      .filter((session) => session.turn >= 0)
      .map((session) => this.watch.views.summary(session))
      .map((each) => ({
        ...each,
        needsPerson: each.needsPerson && at - (each.lastEventAt ?? at) < GONE_MS,
      }));
    sessions.sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0));
    const selected = this.selection.of(sessions);
    const detail = selected && this.watch.views.detail(selected.session, at);
    return {
      at,
      paused: this.options.paused(),
      link: this.options.link(),
      mode: this.options.settings().mode(selected?.agent ?? ''),
      sessions,
      ...(detail !== undefined && { selected: detail }),
      tally: this.options.tally(),
    };
  }

  foremost(snapshot: Snapshot): SessionDetail | undefined {
    const session = foremostOf(snapshot)?.session;
    if (session === undefined) {
      return undefined;
    }
    return session === snapshot.selected?.session
      ? snapshot.selected
      : this.watch.views.detail(session, snapshot.at);
  }

  /** The session that an order goes to if it names none. */
  toSteer(): string | undefined {
    return toSteer(this.snapshot(), this.selection.choice, (id) => {
      const { aliveAt, childAt, lastAt } = this.watch.sessions.get(id) ?? {};
      return Math.max(aliveAt ?? lastAt ?? 0, childAt ?? 0);
    })?.session;
  }

  /** The session that an answer is about if it names none. */
  inTrouble(snapshot = this.snapshot()): string | undefined {
    return inTrouble(snapshot, this.selection.choice)?.session;
  }

  select(session: string): void {
    this.selection.choose(this.watch.sessions.has(session) ? session : undefined);
    this.options.onChange();
  }

  /** Where an order went, without making it the person's choice. */
  showSteered(session: string): void {
    this.selection.show(session);
    this.options.onChange();
  }

  async older(session: string, before: number): Promise<OlderRows> {
    const rows = this.watch.views.older(session, before);
    return rows.length > 0 || before <= 0
      ? { rows }
      : this.options.spool.olderRows(session, before, SNAPSHOT_ROWS);
  }

  async details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return shownTexts(await this.options.spool.texts(session, call), whole);
  }

  folder(session: string): string | undefined {
    return this.watch.sessions.get(session)?.cwd;
  }

  /** @returns false if it is not known. */
  showTerminal(session: string): boolean {
    return this.options.showTerminal?.(session) === true;
  }

  /** Something happened in `session`: it may take the place of a choice whose turn is over. */
  yieldTo(session: string): void {
    this.selection.yieldTo(session, (id) => this.watch.sessions.get(id)?.open === true);
  }
}
