/** Puts the parts together and keeps what belongs to the view alone: open rows, held history, the place in the list. */
import type { OlderRows } from '../../src/core/view/full-text.js';
import type { Snapshot } from '../../src/core/view/snapshot.js';
import type { CallTexts, FromPage, Lesson } from '../../src/protocol/view.js';
import { possible } from '../card/actions.js';
import { Banner } from '../card/banner.js';
import { Cards } from '../card/cards.js';
import { CallTextStore } from '../timeline/call-texts.js';
import { Counters } from '../card/counters.js';
import { el } from '../ui/dom.js';
import { foldRows, type Item, type KeyedRow } from '../../src/core/view/fold-rows.js';
import { RowHistory } from '../timeline/row-history.js';
import { later, loadLater, whenLoaded } from './later.js';
import type { ShownState, Page } from './page.js';
import { fileOfRow, type RowFile } from '../timeline/row-file.js';
import { Texts } from '../ui/texts.js';
import { TimelineList } from '../timeline/timeline.js';

/** What survives when the view is hidden and built anew. */
export interface SavedView {
  session: string | undefined;
  open: string[];
}

export interface Outside {
  post(message: FromPage): void;
  save(state: SavedView): void;
}

/** Open rows that are remembered. */
const SAVED_KEYS = 100;
/** After this time without an answer older rows may be asked for again (milliseconds). */
const ANSWER_MS = 8000;

export class View {
  private readonly texts = new Texts();
  private readonly page: Page;
  private readonly banner: Banner;
  private readonly counters: Counters;
  private readonly cards: Cards;
  private readonly timeline: TimelineList;
  private readonly history = new RowHistory();
  private readonly callTexts = new CallTextStore((message) => {
    this.outside.post(message);
  });
  /** A row to go to that is not held yet. */
  private wanted: string | undefined;
  private snapshot: Snapshot | undefined;
  private received = 0;
  private rows: readonly KeyedRow[] = [];
  private items: readonly Item[] = [];
  private readonly stepsByCall = new Map<number, { step: number; key: string }>();
  private open: Set<string>;
  private session: string | undefined;

  constructor(
    root: HTMLElement,
    private readonly outside: Outside,
    saved: unknown,
  ) {
    const state = savedView(saved);
    this.session = state.session;
    this.open = new Set(state.open);
    const page: Page = {
      texts: this.texts,
      callTexts: this.callTexts,
      post: (message) => {
        outside.post(message);
      },
      openFile: (file, line) => {
        this.openFile(file, line);
      },
      startedBy: (call) => later()?.startedBy(call, this.snapshot) ?? [],
      command: (command, more) => {
        outside.post({
          type: 'command',
          command,
          session: this.snapshot?.selected?.session,
          ...more,
        });
      },
      guide: () => {
        this.guide();
      },
      teach: (answer) => {
        this.teach(answer);
      },
      help: () => {
        whenLoaded((parts) => {
          parts.showHelp(this.texts);
        });
      },
      redraw: () => {
        this.render();
      },
      jumpToCall: (call) => {
        this.jump(this.stepsByCall.get(call)?.key);
      },
      jumpToStep: (step) => {
        this.jump(`step:${step}`);
      },
      stepOfCall: (call) => this.stepsByCall.get(call)?.step,
    };
    this.page = page;
    this.banner = new Banner(page);
    this.counters = new Counters(page);
    const cards = (this.cards = new Cards(page));
    const head = el('div', 'head', cards.notices, this.banner.element, cards.drawer);
    this.timeline = new TimelineList(
      page,
      {
        toggle: (key) => {
          this.toggle(key);
        },
        older: () => {
          this.askOlder();
        },
        open: (row) => {
          const file = fileOfRow(row);
          if (file !== undefined) {
            this.openFile(file);
          }
          return file !== undefined;
        },
      },
      () => ({
        top: Math.max(0, head.getBoundingClientRect().bottom),
        bottom: Math.max(0, window.innerHeight - cards.footTop),
      }),
    );
    root.append(
      head,
      this.banner.more,
      cards.receipts,
      this.counters.element,
      cards.report,
      this.timeline.element,
      cards.empty,
      cards.foot,
      cards.live,
    );
    root.hidden = true;
    document.addEventListener('keydown', (event) => {
      this.pressed(event);
    });
    setInterval(() => {
      this.tick();
    }, 1000);
  }

  setTexts(locale: string, texts: Record<string, string>): void {
    this.texts.set(locale, texts);
    document.documentElement.lang = locale;
    this.render();
  }

  /** `received`: `performance.now()` at the arrival of the snapshot. */
  show(snapshot: Snapshot, received: number): void {
    this.snapshot = snapshot;
    this.received = received;
    this.render();
  }

  addOlder(session: string, before: number, older: OlderRows): void {
    if (!this.history.add(session, before, older)) {
      return;
    }
    this.render();
    if (this.wanted !== undefined) {
      this.jump(this.wanted);
    }
  }

  addTexts(session: string, call: number, whole: boolean, texts: CallTexts): void {
    if (this.callTexts.add(session, call, whole, texts)) {
      this.render();
    }
  }

  private moment(snapshot: Snapshot): ShownState {
    return {
      snapshot,
      detail: snapshot.selected,
      now: snapshot.at + (performance.now() - this.received),
    };
  }

  private render(): void {
    const snapshot = this.snapshot;
    if (snapshot === undefined) {
      return;
    }
    const moment = this.moment(snapshot);
    const { detail } = moment;
    if (detail !== undefined && detail.session !== this.session) {
      this.session = detail.session;
      this.open = new Set();
      this.wanted = undefined;
      this.save();
    }
    this.callTexts.show(detail?.session);
    this.timeline.holdPlace();
    const evidence = new Set(detail?.verdict?.calls);
    this.rows = detail === undefined ? [] : this.history.take(detail);
    this.stepsByCall.clear();
    for (const { key, row } of this.rows) {
      if (row.kind === 'step') {
        for (const call of row.calls) {
          this.stepsByCall.set(call.call, { step: row.step, key });
        }
      } else if (row.kind === 'verdict') {
        for (const call of row.calls) {
          evidence.add(call);
        }
      }
    }
    this.items = foldRows(this.rows, evidence, this.open);
    this.banner.update(moment);
    this.cards.update(moment);
    this.counters.update(moment);
    this.timeline.update(
      this.items,
      this.open,
      { left: detail === undefined ? 0 : this.history.left, ended: this.history.ended },
      moment.now,
    );
    const root = this.timeline.element.parentElement;
    if (root?.hidden === true) {
      root.hidden = false;
      this.timeline.draw();
      loadLater(() => {
        this.render();
        root.dataset['complete'] = '';
      });
    }
  }

  private guide(): void {
    const detail = this.snapshot?.selected;
    if (detail !== undefined) {
      this.cards.guide(detail);
    }
  }

  private teach(answer: Lesson['answer']): void {
    const detail = this.snapshot?.selected;
    if (detail?.verdict === undefined) {
      return;
    }
    this.outside.post({
      type: 'teach',
      session: detail.session,
      verdict: detail.verdict.id,
      answer,
      sure: false,
    });
  }

  /** An answer to `teach`; one for a session that is no longer shown is not for this person's eyes now. */
  showLesson(lesson: Lesson): void {
    const detail = this.snapshot?.selected;
    if (detail?.session === lesson.session) {
      this.cards.lesson(lesson, detail);
    }
  }

  private tick(): void {
    if (this.snapshot === undefined || document.hidden) {
      return;
    }
    const moment = this.moment(this.snapshot);
    this.banner.tick(moment);
    this.counters.tick(moment);
    this.cards.tick(moment);
    this.timeline.draw(moment.now);
  }

  private toggle(key: string): void {
    if (!this.open.delete(key)) {
      this.open.add(key);
    }
    this.save();
    this.render();
  }

  private jump(key: string | undefined): void {
    if (key === undefined) {
      return;
    }
    const fold = this.items.find(
      (item) => item.kind === 'fold' && !item.open && item.members.includes(key),
    );
    if (fold !== undefined) {
      this.open.add(fold.key);
      this.save();
      this.render();
    }
    const held = this.items.some((item) => item.key === key);
    this.wanted = held ? undefined : key;
    if (held) {
      this.timeline.goTo(key);
    } else if (!this.askOlder()) {
      this.wanted = undefined;
    }
  }

  /** False if there is nothing to ask for. */
  private askOlder(): boolean {
    const session = this.snapshot?.selected?.session;
    const before = this.history.ask();
    if (session === undefined || before === undefined) {
      return this.history.left > 0;
    }
    this.outside.post({ type: 'older', session, before });
    setTimeout(() => {
      this.history.giveUp(before);
    }, ANSWER_MS);
    return true;
  }

  private openFile({ path, changes }: RowFile, line?: number): void {
    const session = this.snapshot?.selected?.session;
    if (session !== undefined) {
      this.outside.post({ type: 'open', session, path, changes, line });
    }
  }

  private save(): void {
    this.outside.save({ session: this.session, open: [...this.open].slice(-SAVED_KEYS) });
  }

  private pressed(event: KeyboardEvent): void {
    const { target } = event;
    const typing =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('input, textarea, select'));
    if (
      typing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      document.querySelector('dialog[open]') !== null
    ) {
      return;
    }
    if (event.key === '?') {
      this.page.help();
      event.preventDefault();
      return;
    }
    const detail = this.snapshot?.selected;
    if (this.snapshot === undefined || detail === undefined) {
      return;
    }
    const can = possible(detail, this.snapshot);
    const key = event.key.toLowerCase();
    if (key === 'f' && can.force) {
      this.page.command('forceRespond');
    } else if (key === 's' && can.snooze) {
      this.banner.actions.snooze();
    } else if (key === 'g' && can.guide) {
      this.guide();
    } else {
      return;
    }
    event.preventDefault();
  }
}

function savedView(saved: unknown): SavedView {
  if (
    typeof saved !== 'object' ||
    saved === null ||
    !('open' in saved) ||
    !Array.isArray(saved.open)
  ) {
    return { session: undefined, open: [] };
  }
  const session =
    'session' in saved && typeof saved.session === 'string' ? saved.session : undefined;
  return { session, open: saved.open.filter((key): key is string => typeof key === 'string') };
}
