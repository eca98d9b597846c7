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
import { nextInNeed } from '../../src/core/view/need-order.js';
import { sayDraft } from '../../src/core/view/words/shown-words.js';
import { possibleActions } from '../card/possible-actions.js';
import { CallTextStore, ChangeStore } from '../timeline/call-text-store.js';
import { fileOfRow } from '../timeline/row-file.js';
import { RowJump } from '../timeline/row-jump.js';
import { RowList } from '../timeline/row-list.js';
import { Timeline } from '../timeline/timeline.js';
import { Texts } from '../ui/texts.js';
import { DrawnPage } from './drawn-page.js';
import { HostRequests, readShortcut, type Shortcut } from './host-requests.js';
import { lazyParts, loadLazyPartsWhenIdle, whenLazyPartsLoaded } from './lazy-loader.js';
import type { Page } from './page.js';
import { ReceivedSnapshot } from './received-snapshot.js';
import { savedViewFrom, type SavedView } from './saved-view.js';

export interface ViewHost {
  post(message: FromPage): void;
  save(state: SavedView): void;
}

export class View {
  private readonly texts = new Texts();
  private readonly page: Page;
  private readonly drawn: DrawnPage;
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
  private readonly jump: RowJump;
  private readonly received = new ReceivedSnapshot(this.texts, () => {
    this.host.post({ type: 'alive' });
  });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: ViewHost,
    saved: unknown,
  ) {
    this.rows = new RowList(savedViewFrom(saved));
    this.page = this.createPage();
    this.timeline = new Timeline(
      this.page,
      {
        toggle: (key) => {
          this.toggle(key);
        },
        filter: (filter) => {
          this.rows.toggleFilter(filter);
          this.render();
        },
        requestOlder: () => {
          this.jump.requestOlder();
        },
        openFile: (row) => {
          const file = fileOfRow(row);
          if (file !== undefined) {
            this.requests.openFile(file);
          }
          return file !== undefined;
        },
      },
      () => this.drawn.covered,
    );
    this.drawn = new DrawnPage(root, this.page, this.timeline.element);
    this.jump = new RowJump({
      rows: this.rows,
      session: () => this.selected?.session,
      toggle: (key) => {
        this.toggle(key);
      },
      showAll: () => {
        this.rows.showAll();
        this.render();
      },
      goTo: (key) => {
        this.timeline.goTo(key);
      },
      post: (message) => {
        host.post(message);
      },
    });
    root.hidden = true;
    document.addEventListener('keydown', (event) => {
      const shortcut = readShortcut(event);
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
    this.received.receive(snapshot, receivedAt);
    this.render();
  }

  hostResponded(): void {
    if (this.received.hostResponded()) {
      this.render();
    }
  }

  addOlder(session: string, before: number, older: OlderRows): void {
    if (this.rows.history.add(session, before, older)) {
      this.render();
      this.jump.goOn();
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
      this.drawn.openDrawer({ session: selected.session, turn: selected.turn, lesson });
    }
  }

  private get selected(): SessionDetail | undefined {
    return this.received.selected;
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
      findChanges: (paths) => this.changes.findChanges(paths),
      copyOfCall: (call, what) => {
        this.requests.copyOfCall(call, what);
      },
      markSameSteps: (key) => {
        const same = this.rows.sameSteps(key);
        this.timeline.mark(same);
        const next = same[(same.indexOf(key) + 1) % same.length];
        if (next !== undefined) {
          this.jump.to(next);
        }
      },
      startedBy: (call) => lazyParts()?.startedBy(call, this.received.newest) ?? [],
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
        const found = this.rows.findCall(call);
        if (found !== undefined) {
          this.jump.to(found.key);
        }
      },
      jumpToStep: (step) => {
        this.jump.to(`step:${step}`);
      },
      findCall: (call) => this.rows.findCall(call),
    };
  }

  private render(): void {
    const state = this.received.shownState();
    if (state === undefined) {
      return;
    }
    const { detail } = state;
    if (detail !== undefined && this.rows.selectSession(detail.session)) {
      this.jump.forget();
      this.timeline.forgetPlace();
      this.changes.clear();
      this.save();
    }
    this.callTexts.selectSession(detail?.session);
    this.timeline.holdPlace();
    this.rows.update(detail, this.timeline.isLooking);
    this.drawn.draw(state);
    const isFirst = this.root.hidden;
    // before the timeline looks how much room it has
    this.root.hidden = false;
    const { history } = this.rows;
    this.timeline.update(
      this.rows.items,
      { open: this.rows.openKeys, filters: this.rows.filters },
      { left: detail === undefined ? 0 : history.left, ended: history.ended },
      state.now,
    );
    if (isFirst) {
      loadLazyPartsWhenIdle(() => {
        this.render();
        void customElements.whenDefined('vscode-button').then(() => {
          this.root.dataset['complete'] = '';
        });
      });
    }
  }

  private tick(): void {
    if (this.received.isHostGone()) {
      this.render();
    }
    const state = this.received.shownState();
    if (state === undefined || document.hidden) {
      return;
    }
    this.drawn.draw(state);
    this.timeline.draw(state.now);
  }

  /** False if the shortcut does nothing now. */
  private run(shortcut: Shortcut): boolean {
    if (shortcut === 'help') {
      this.page.openHelp();
      return true;
    }
    const { newest } = this.received;
    if (shortcut === 'next') {
      const next = nextInNeed(newest?.sessions ?? [], newest?.selected?.session);
      if (next !== undefined) {
        this.host.post({ type: 'select', session: next });
      }
      return next !== undefined;
    }
    if (newest?.selected === undefined || !possibleActions(newest.selected, newest)[shortcut]) {
      return false;
    }
    switch (shortcut) {
      case 'force':
        this.page.command('forceRespond');
        break;
      case 'snooze':
        this.drawn.elements.snooze.current?.toggle();
        break;
      case 'guide':
        this.openGuide();
        break;
    }
    return true;
  }

  /** `draft`: what it begins with, instead of what the verdict drafts. Dropped if another session has been selected since. */
  openGuide(of = this.selected?.session, draftOf?: string): void {
    if (this.selected !== undefined && this.selected.session === of) {
      const { session, turn, verdict } = this.selected;
      const draft =
        draftOf ?? (verdict?.draft && sayDraft(verdict.draft, (part) => this.texts.say(part)));
      this.drawn.openDrawer({ session, turn, ...(draft !== undefined && { draft }) });
    }
  }

  private toggle(key: string): void {
    this.rows.toggle(key);
    this.save();
    this.render();
  }

  private save(): void {
    this.host.save(this.rows.saved);
  }
}
