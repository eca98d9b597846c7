/** The cards that appear only at times or are not needed for the first paint. The second script makes each when it is first needed. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Lesson } from '../../src/protocol/view.js';
import type { Drawer } from '../card/drawer.js';
import { el, show } from '../ui/dom.js';
import type { Announcer } from './announcer.js';
import { lazyParts, whenLazyPartsLoaded } from './lazy-loader.js';
import type { Page } from './page.js';
import type { SessionList } from './session-list.js';
import type { ShownState } from './shown-state.js';

export class LazyCards {
  /** Where the cards go in the page. */
  readonly places = {
    notices: el('div'),
    drawer: el('div'),
    receipts: el('div'),
    report: el('div'),
    empty: el('div', 'empty-place'),
    /** Replaced by the session list, which sticks to the bottom of the page itself. */
    sessions: el('div'),
    liveRegion: el('div', 'spoken'),
  };
  private drawer: Drawer | undefined;
  private sessions: SessionList | undefined;
  private announcer: Announcer | undefined;

  constructor(private readonly page: Page) {
    const { liveRegion } = this.places;
    liveRegion.setAttribute('role', 'status');
    liveRegion.setAttribute('aria-live', 'polite');
  }

  update(state: ShownState): void {
    const { detail, snapshot } = state;
    show(this.places.empty, detail === undefined);
    const parts = lazyParts();
    if (parts === undefined) {
      return;
    }
    this.announcer ??= new parts.Announcer(this.places.liveRegion, this.page.texts);
    this.announcer.update(snapshot);
    if (this.sessions === undefined && hasSessions(snapshot)) {
      this.sessions = new parts.SessionList(this.page);
      this.places.sessions.replaceWith(this.sessions.element);
    }
    this.sessions?.update(state);
    parts.drawCards(this.places, { page: this.page, state });
    this.drawer?.update(detail);
  }

  tick(state: ShownState): void {
    this.sessions?.tick(state);
  }

  /** Opens a field for one sentence to the agent. */
  openGuide(detail: SessionDetail): void {
    this.withDrawer((drawer) => {
      drawer.openGuide(detail);
    });
  }

  openLesson(lesson: Lesson, detail: SessionDetail): void {
    this.withDrawer((drawer) => {
      drawer.openLesson(lesson, detail);
    });
  }

  /** Where the session list covers the page, in pixels from the top of the window. */
  get sessionsTop(): number {
    const element = this.sessions?.element;
    return element === undefined ||
      element.hidden ||
      getComputedStyle(element).position !== 'sticky'
      ? window.innerHeight
      : element.getBoundingClientRect().top;
  }

  private withDrawer(use: (drawer: Drawer) => void): void {
    whenLazyPartsLoaded((parts) => {
      if (this.drawer === undefined) {
        this.drawer = new parts.Drawer(this.page);
        this.places.drawer.append(this.drawer.element);
      }
      use(this.drawer);
    });
  }
}

function hasSessions({ sessions, elsewhere }: ShownState['snapshot']): boolean {
  return sessions.length > 0 || elsewhere !== undefined;
}
