/** Draws the page but for the rows of its timeline, and knows what is open in it. */
import { createRef, h, render, type Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Banner, WhyPlace } from '../card/banner.js';
import { ConnectFoot } from '../card/action-buttons.js';
import { Counters } from '../card/counters.js';
import type { DrawerContent } from '../card/drawer.js';
import type { MenuHandle } from '../ui/menu.js';
import type { Announcer } from './announcer.js';
import { lazyParts, whenLazyPartsLoaded } from './lazy-loader.js';
import type { Page, PageProps } from './page.js';
import type { ShownState } from './shown-state.js';

export class DrawnPage {
  readonly elements = {
    head: createRef<HTMLDivElement>(),
    foot: createRef<HTMLDivElement>(),
    snooze: createRef<MenuHandle>(),
  };
  private readonly place = document.createElement('div');
  /** In the page before anything is announced. */
  private readonly liveRegion = document.createElement('div');
  private drawer: DrawerContent | undefined;
  private announcer: Announcer | undefined;

  private lastDrawn: ShownState | undefined;

  constructor(
    root: HTMLElement,
    private readonly page: Page,
    private readonly timeline: HTMLElement,
  ) {
    const { place, liveRegion } = this;
    place.className = 'page-parts';
    liveRegion.className = 'spoken';
    liveRegion.setAttribute('role', 'status');
    liveRegion.setAttribute('aria-live', 'polite');
    root.append(place, liveRegion);
  }

  draw(state: ShownState): void {
    const { detail } = state;
    if (detail?.session !== this.drawer?.session || detail?.turn !== this.drawer?.turn) {
      this.drawer = undefined;
    }
    try {
      this.drawParts(state);
      this.lastDrawn = state;
    } catch (error) {
      // what is drawn halfway cannot be drawn over: the page begins anew with what it showed before
      render(null, this.place);
      if (this.lastDrawn !== undefined) {
        this.drawParts(this.lastDrawn);
      }
      throw error;
    }
    const parts = lazyParts();
    if (parts !== undefined) {
      this.announcer ??= new parts.Announcer(this.liveRegion, this.page.texts);
      this.announcer.update(state.snapshot);
    }
  }

  openDrawer(content: Omit<DrawerContent, 'opened'>): void {
    whenLazyPartsLoaded(() => {
      this.drawer = { ...content, opened: performance.now() };
      this.page.redraw();
    });
  }

  /** What the head and the foot cover of the timeline at the window's edges, in pixels: nothing where they stand beside it. */
  get covered(): { top: number; bottom: number } {
    const { head, foot } = this.elements;
    const steps = this.timeline.getBoundingClientRect();
    const over = (part: HTMLElement | null): DOMRect | undefined => {
      const rect = part?.getBoundingClientRect();
      return rect !== undefined && rect.left < steps.right && rect.right > steps.left
        ? rect
        : undefined;
    };
    const sticks = foot.current !== null && getComputedStyle(foot.current).position === 'sticky';
    const footTop = sticks ? over(foot.current)?.top : undefined;
    return {
      top: Math.max(0, over(head.current)?.bottom ?? 0),
      bottom: Math.max(0, window.innerHeight - (footTop ?? window.innerHeight)),
    };
  }

  private drawParts(state: ShownState): void {
    const { page, elements, timeline, drawer } = this;
    const closeDrawer = (): void => {
      this.drawer = undefined;
      page.redraw();
    };
    render(h(PageView, { page, state, elements, timeline, drawer, closeDrawer }), this.place);
  }
}

/** Parts of the page that others measure or open. */
interface PageElements {
  head: Ref<HTMLDivElement>;
  foot: Ref<HTMLDivElement>;
  snooze: Ref<MenuHandle>;
}

interface PageViewProps extends PageProps {
  elements: PageElements;
  timeline: HTMLElement;
  drawer: DrawerContent | undefined;
  closeDrawer: () => void;
}

/** The whole page. What the first script does not hold appears once the second one is loaded. */
function PageView({ elements, timeline, drawer, closeDrawer, ...props }: PageViewProps) {
  const { detail } = props.state;
  const parts = lazyParts();
  /** The verdict whose reasons are open. */
  const explained = useRef<string>(undefined);
  const why = {
    isOpen: explained.current !== undefined && explained.current === detail?.verdict?.id,
    toggle: () => {
      explained.current = why.isOpen ? undefined : detail?.verdict?.id;
      whenLazyPartsLoaded(() => {
        props.page.redraw();
      });
    },
  };
  return (
    <>
      <div class="card">
        <div ref={elements.head} class="head">
          {parts && <parts.Notices {...props} />}
          {detail && <Banner {...props} detail={detail} why={why} snooze={elements.snooze} />}
          {parts && drawer && (
            <parts.Drawer page={props.page} content={drawer} close={closeDrawer} />
          )}
        </div>
        {detail && why.isOpen && <WhyPlace {...props} detail={detail} />}
        {parts && <parts.Receipts {...props} />}
        <Counters {...props} />
      </div>
      <TimelinePlace timeline={timeline} />
      <div class="empty-place" hidden={detail !== undefined}>
        {parts && <parts.EmptyState {...props} />}
      </div>
      <div ref={elements.foot} class="foot">
        {parts && <parts.SessionList {...props} />}
        <ConnectFoot page={props.page} snapshot={props.state.snapshot} />
      </div>
    </>
  );
}

/** The timeline draws its rows itself. */
function TimelinePlace({ timeline }: { timeline: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(timeline);
  }, [timeline]);
  return <div ref={place} class="page-parts" />;
}
