/** Assembles the page from its parts and hands each snapshot to them. */
import type { OlderRows } from '../../src/core/view/full-text.js';
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type {
  CallTexts,
  FileChange,
  FromPage,
  Lesson,
  RowAction,
} from '../../src/protocol/view.js';
import { Banner } from '../card/banner.js';
import { Counters } from '../card/counters.js';
import { possibleActions } from '../card/possible-actions.js';
import { CallTextStore } from '../timeline/call-text-store.js';
import { ChangeStore } from '../timeline/change-store.js';
import { fileOfRow } from '../timeline/row-file.js';
import { RowList } from '../timeline/row-list.js';
import { Timeline } from '../timeline/timeline.js';
import { el } from '../ui/dom.js';
import { Texts } from '../ui/texts.js';
import { HostPulse } from './host-pulse.js';
import { HostRequests } from './host-requests.js';
import { LazyCards } from './lazy-cards.js';
import { lazyParts, loadLazyPartsWhenIdle, whenLazyPartsLoaded } from './lazy-loader.js';
import type { Page } from './page.js';
import { savedViewFrom, type SavedView } from './saved-view.js';
import { shortcutOf, type Shortcut } from './shortcuts.js';
import type { ShownState } from './shown-state.js';

export interface ViewHost {
  post(message: FromPage): void;
  save(state: SavedView): void;
}

/** Without an answer for this long, older rows may be requested again (milliseconds). */
const ANSWER_TIMEOUT_MS = 8000;

export class View {
  private readonly texts = new Texts();
  private readonly page: Page;
  private readonly banner: Banner;
  private readonly counters: Counters;
  private readonly cards: LazyCards;
  private readonly timeline: Timeline;
  private readonly rows: RowList;
  private readonly callTexts = new CallTextStore((message) => {
    this.host.post(message);
  });
  private readonly changes = new ChangeStore((paths) => {
    const session = this.selected?.session;
    if (session !== undefined) {
      this.host.post({ type: 'changes', session, paths });
    }
  });
  private readonly requests = new HostRequests(
    (message) => {
      this.host.post(message);
    },
    () => this.selected,
  );
  /** The row to jump to once it has been fetched. */
  private jumpTarget: string | undefined;
  private snapshot: Snapshot | undefined;
  private receivedAt = 0;
  private readonly pulse = new HostPulse(() => {
    this.host.post({ type: 'alive' });
  });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: ViewHost,
    saved: unknown,
  ) {
    this.rows = new RowList(savedViewFrom(saved));
    const page = (this.page = this.createPage());
    this.banner = new Banner(page);
    this.counters = new Counters(page);
    const cards = (this.cards = new LazyCards(page));
    const { places } = cards;
    const head = el('div', 'head', places.notices, this.banner.element, places.drawer);
    this.timeline = new Timeline(
      page,
      {
        toggle: (key) => {
          this.toggle(key);
        },
        requestOlder: () => {
          this.requestOlder();
        },
        openFile: (row) => {
          const file = fileOfRow(row);
          if (file !== undefined) {
            this.requests.openFile(file);
          }
          return file !== undefined;
        },
      },
      () => ({
        top: Math.max(0, head.getBoundingClientRect().bottom),
        bottom: Math.max(0, window.innerHeight - cards.sessionsTop),
      }),
    );
    root.append(
      head,
      this.banner.more,
      places.receipts,
      this.counters.element,
      places.report,
      this.timeline.element,
      places.empty,
      places.sessions,
      places.liveRegion,
    );
    root.hidden = true;
    document.addEventListener('keydown', (event) => {
      const shortcut = shortcutOf(event);
      if (shortcut !== undefined && this.run(shortcut)) {
        event.preventDefault();
      }
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

  /** `receivedAt`: `performance.now()` when the snapshot arrived. */
  show(snapshot: Snapshot, receivedAt: number): void {
    this.snapshot = snapshot;
    this.receivedAt = receivedAt;
    this.pulse.reset();
    this.render();
  }

  hostResponded(): void {
    const wasSilent = this.pulse.isSilent;
    this.pulse.reset();
    if (wasSilent) {
      this.render();
    }
  }

  addOlder(session: string, before: number, older: OlderRows): void {
    if (!this.rows.history.add(session, before, older)) {
      return;
    }
    this.render();
    if (this.jumpTarget !== undefined) {
      this.jumpTo(this.jumpTarget);
    }
  }

  addCallTexts(session: string, call: number, whole: boolean, texts: CallTexts): void {
    if (this.callTexts.add(session, call, whole, texts)) {
      this.render();
    }
  }

  addChanges(session: string, files: FileChange[]): void {
    if (session === this.selected?.session) {
      this.changes.add(files);
      this.render();
    }
  }

  runRowAction(action: RowAction, key: string): void {
    const item = this.rows.items.find((each) => each.key === key);
    if (item?.kind === 'row') {
      whenLazyPartsLoaded((parts) => {
        parts.runRowAction(action, key, item.row, this.page);
      });
    }
  }

  /** The host's answer to `teach`. Dropped if another session has been selected since. */
  showLesson(lesson: Lesson): void {
    const { selected } = this;
    if (selected?.session === lesson.session) {
      this.cards.openLesson(lesson, selected);
    }
  }

  private get selected(): SessionDetail | undefined {
    return this.snapshot?.selected;
  }

  private createPage(): Page {
    return {
      texts: this.texts,
      callTexts: this.callTexts,
      post: (message) => {
        this.host.post(message);
      },
      openFile: (file, line) => {
        this.requests.openFile(file, line);
      },
      changesOf: (paths) => this.changes.of(paths),
      copyOfCall: (call, what) => {
        this.requests.copyOfCall(call, what);
      },
      markSameSteps: (key) => {
        const same = this.rows.sameSteps(key);
        this.timeline.mark(same);
        const next = same[(same.indexOf(key) + 1) % same.length];
        if (next !== undefined) {
          this.jumpTo(next);
        }
      },
      startedBy: (call) => lazyParts()?.startedBy(call, this.snapshot) ?? [],
      command: (command, more) => {
        this.requests.command(command, more);
      },
      openGuide: () => {
        this.openGuide();
      },
      previewAnswer: (answer) => {
        this.requests.previewAnswer(answer);
      },
      openHelp: () => {
        whenLazyPartsLoaded((parts) => {
          parts.showHelp(this.texts);
        });
      },
      redraw: () => {
        this.render();
      },
      jumpToCall: (call) => {
        const step = this.rows.stepOfCall(call);
        if (step !== undefined) {
          this.jumpTo(step.key);
        }
      },
      jumpToStep: (step) => {
        this.jumpTo(`step:${step}`);
      },
      stepOfCall: (call) => this.rows.stepOfCall(call)?.step,
    };
  }

  private shownState(snapshot: Snapshot): ShownState {
    const isHostSilent = this.pulse.isSilent;
    return {
      snapshot: isHostSilent
        ? {
            ...snapshot,
            link: {
              ...snapshot.link,
              state: 'not-connected',
              detail: this.texts.get('label.hostSilent'),
            },
          }
        : snapshot,
      detail: snapshot.selected,
      now: snapshot.at + (performance.now() - this.receivedAt),
      isHostSilent,
    };
  }

  /** Asks the host whether it is there while tools are said to be off. */
  private feelPulse({ selected, playback }: Snapshot): void {
    const wasSilent = this.pulse.isSilent;
    if (selected?.state === 'text-only' && playback === undefined && !document.hidden) {
      this.pulse.look();
    } else {
      this.pulse.reset();
    }
    if (this.pulse.isSilent !== wasSilent) {
      this.render();
    }
  }

  private render(): void {
    const snapshot = this.snapshot;
    if (snapshot === undefined) {
      return;
    }
    const state = this.shownState(snapshot);
    const { detail } = state;
    if (detail !== undefined && this.rows.selectSession(detail.session)) {
      this.jumpTarget = undefined;
      this.timeline.forgetPlace();
      this.changes.clear();
      this.save();
    }
    this.callTexts.selectSession(detail?.session);
    this.timeline.holdPlace();
    this.rows.update(detail);
    this.banner.update(state);
    this.cards.update(state);
    this.counters.update(state);
    const { history } = this.rows;
    this.timeline.update(
      this.rows.items,
      this.rows.openKeys,
      { left: detail === undefined ? 0 : history.left, ended: history.ended },
      state.now,
    );
    if (this.root.hidden) {
      this.root.hidden = false;
      this.timeline.draw();
      loadLazyPartsWhenIdle(() => {
        this.render();
        void customElements.whenDefined('vscode-button').then(() => {
          this.root.dataset['complete'] = '';
        });
      });
    }
  }

  private tick(): void {
    if (this.snapshot !== undefined) {
      this.feelPulse(this.snapshot);
    }
    if (this.snapshot === undefined || document.hidden) {
      return;
    }
    const state = this.shownState(this.snapshot);
    this.banner.tick(state);
    this.counters.tick(state);
    this.cards.tick(state);
    this.timeline.draw(state.now);
  }

  /** False if the shortcut does nothing now. */
  private run(shortcut: Shortcut): boolean {
    if (shortcut === 'help') {
      this.page.openHelp();
      return true;
    }
    if (this.snapshot === undefined || this.selected === undefined) {
      return false;
    }
    const isPossible = possibleActions(this.selected, this.snapshot)[shortcut];
    if (!isPossible) {
      return false;
    }
    switch (shortcut) {
      case 'force':
        this.page.command('forceRespond');
        break;
      case 'snooze':
        this.banner.actions.toggleSnooze();
        break;
      case 'guide':
        this.openGuide();
        break;
    }
    return true;
  }

  private openGuide(): void {
    if (this.selected !== undefined) {
      this.cards.openGuide(this.selected);
    }
  }

  private toggle(key: string): void {
    this.rows.toggle(key);
    this.save();
    this.render();
  }

  /** Focuses a row: unfolds it, or fetches older rows until it is there. */
  private jumpTo(key: string): void {
    const fold = this.rows.foldHiding(key);
    if (fold !== undefined) {
      this.toggle(fold);
    }
    if (this.rows.has(key)) {
      this.jumpTarget = undefined;
      this.timeline.goTo(key);
    } else {
      this.jumpTarget = this.requestOlder() ? key : undefined;
    }
  }

  /** False if there are no older rows to request. */
  private requestOlder(): boolean {
    const session = this.selected?.session;
    const { history } = this.rows;
    const before = history.request();
    if (session === undefined || before === undefined) {
      return history.left > 0;
    }
    this.host.post({ type: 'older', session, before });
    setTimeout(() => {
      history.requestTimedOut(before);
    }, ANSWER_TIMEOUT_MS);
    return true;
  }

  private save(): void {
    this.host.save(this.rows.saved);
  }
}
