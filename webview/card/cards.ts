/** What the page shows only at times, and what nobody needs before the first paint: made by the second script, when it is needed. */
import type { Lesson } from '../../src/protocol/view.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Announcer } from '../page/announce.js';
import { el, show } from '../ui/dom.js';
import type { Drawer } from './drawer.js';
import type { Empty } from '../page/empty.js';
import { later, whenLoaded } from '../page/later.js';
import type { Notices } from '../page/notices.js';
import type { ShownState, Page } from '../page/page.js';
import type { Receipts } from './receipts.js';
import type { Report } from './report.js';
import type { SessionList } from '../page/sessions.js';

export class Cards {
  readonly notices = el('div');
  readonly drawer = el('div');
  readonly receipts = el('div');
  readonly report = el('div');
  readonly empty = el('div', 'empty-place');
  /** The page's foot sticks to the page itself: it comes in place of this. */
  readonly foot = el('div');
  readonly live = el('div', 'spoken');
  private _notices: Notices | undefined;
  private _drawer: Drawer | undefined;
  private _receipts: Receipts | undefined;
  private _report: Report | undefined;
  private _empty: Empty | undefined;
  private sessions: SessionList | undefined;
  private announcer: Announcer | undefined;

  constructor(private readonly page: Page) {
    this.live.setAttribute('role', 'status');
    this.live.setAttribute('aria-live', 'polite');
  }

  update(moment: ShownState): void {
    const { detail, snapshot } = moment;
    show(this.empty, detail === undefined);
    const parts = later();
    if (parts === undefined) {
      return;
    }
    const { page } = this;
    this.announcer ??= new parts.Announcer(this.live, page.texts);
    if (this.sessions === undefined && snapshot.sessions.length > 0) {
      this.foot.replaceWith((this.sessions = new parts.SessionList(page)).element);
    }
    if (
      this._notices === undefined &&
      (snapshot.paused ||
        snapshot.playback !== undefined ||
        snapshot.link.state === 'not-connected')
    ) {
      this.notices.append((this._notices = new parts.Notices(page)).element);
    }
    if (this._receipts === undefined && (detail?.receipts.length ?? 0) > 0) {
      this.receipts.append((this._receipts = new parts.Receipts(page)).element);
    }
    if (this._report === undefined && detail?.report !== undefined) {
      this.report.append((this._report = new parts.Report(page)).element);
    }
    if (this._empty === undefined && detail === undefined) {
      this.empty.append((this._empty = new parts.Empty(page)).element);
    }
    this.announcer.update(snapshot);
    for (const card of [this.sessions, this._notices, this._receipts, this._report, this._empty]) {
      card?.update(moment);
    }
    this._drawer?.update(detail);
  }

  tick(moment: ShownState): void {
    this.sessions?.tick(moment);
  }

  guide(detail: SessionDetail): void {
    this.withDrawer((drawer) => {
      drawer.guide(detail);
    });
  }
  lesson(lesson: Lesson, detail: SessionDetail): void {
    this.withDrawer((drawer) => {
      drawer.lesson(lesson, detail);
    });
  }

  /** Where the foot begins, in pixels from the top of what is in sight. */
  get footTop(): number {
    const element = this.sessions?.element;
    return element === undefined ||
      element.hidden ||
      getComputedStyle(element).position !== 'sticky'
      ? window.innerHeight
      : element.getBoundingClientRect().top;
  }

  private withDrawer(use: (drawer: Drawer) => void): void {
    whenLoaded((parts) => {
      if (this._drawer === undefined) {
        this.drawer.append((this._drawer = new parts.Drawer(this.page)).element);
      }
      use(this._drawer);
    });
  }
}
