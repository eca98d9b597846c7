/** The whole page. What the first script does not hold appears once the second one is loaded. */
import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Banner, BannerMore } from '../card/banner.js';
import { Counters } from '../card/counters.js';
import type { MenuHandle } from '../ui/menu.js';
import type { DrawerContent } from '../card/drawer-content.js';
import { lazyParts } from './lazy-loader.js';
import type { PageProps } from './page.js';

/** Parts of the page that others measure or open. */
interface PageElements {
  head: Ref<HTMLDivElement>;
  sessions: Ref<HTMLElement>;
  snooze: Ref<MenuHandle>;
}

interface PageViewProps extends PageProps {
  elements: PageElements;
  timeline: HTMLElement;
  drawer: DrawerContent | undefined;
  closeDrawer: () => void;
}

export function PageView({ elements, timeline, drawer, closeDrawer, ...props }: PageViewProps) {
  const { detail } = props.state;
  const parts = lazyParts();
  return (
    <>
      <div ref={elements.head} class="head">
        {parts && <parts.Notices {...props} />}
        {detail && <Banner {...props} detail={detail} snooze={elements.snooze} />}
        {parts && drawer && <parts.Drawer page={props.page} content={drawer} close={closeDrawer} />}
      </div>
      {detail && <BannerMore {...props} detail={detail} />}
      {parts && <parts.Receipts {...props} />}
      <Counters {...props} />
      {parts && <parts.Report {...props} />}
      <TimelinePlace timeline={timeline} />
      <div class="empty-place" hidden={detail !== undefined}>
        {parts && <parts.EmptyState {...props} />}
      </div>
      {parts && <parts.SessionList {...props} element={elements.sessions} />}
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
