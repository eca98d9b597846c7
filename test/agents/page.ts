/** Follows the side bar page: each snapshot that reached it, and when each row was first drawn. */
import type { Frame } from 'playwright-core';
import type { SessionDetail, Snapshot } from '../../src/core/snapshot.js';
import { isToPage } from '../../webview/ui/check.js';
import { untilDeadline } from '../host/window.js';

export interface Page {
  frame: Frame;
  /** Every snapshot since this page is followed, oldest first. */
  snapshots(): Promise<Snapshot[]>;
  /** The first session, as shown by a snapshot since the page is followed, for which `is` holds. */
  shows(is: (detail: SessionDetail, snapshot: Snapshot) => boolean, ms?: number): Promise<SessionDetail>;
  /** The newest snapshot's session. */
  detail(): Promise<SessionDetail | undefined>;
  /** When the rows of a session were first in the document, by their key such as `step:3`; milliseconds since the epoch. */
  drawn(session: string): Promise<Map<string, number>>;
  /** The text of the page as a person reads it, in one line. */
  text(): Promise<string>;
}

interface Followed { snapshots: unknown[]; drawn: Record<string, number> }
declare global { interface Window { turnwatchFollowed?: Followed } }

export async function watchPage(frame: Frame): Promise<Page> {
  await frame.evaluate(() => {
    if (window.turnwatchFollowed) { return; }
    const followed: Followed = window.turnwatchFollowed = { snapshots: [], drawn: {} };
    window.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown; snapshot?: { selected?: { session?: string } } } | null>) => {
      if (data?.type !== 'snapshot') { return; }
      followed.snapshots.push(data);
      // the page's own callback for this frame was asked for before this one: what it draws is there by now
      requestAnimationFrame(() => {
        const now = Date.now();
        for (const row of document.querySelectorAll('[data-key]')) {
          followed.drawn[`${data.snapshot?.selected?.session ?? ''} ${row.getAttribute('data-key') ?? ''}`] ??= now;
        }
      });
    });
  });
  const snapshots = async (from: number): Promise<Snapshot[]> => {
    const messages = await frame.evaluate((n) => window.turnwatchFollowed?.snapshots.slice(n) ?? [], from);
    return messages.flatMap((message) => isToPage(message) && message.type === 'snapshot' ? [message.snapshot] : []);
  };
  return {
    frame,
    snapshots: () => snapshots(0),
    shows: (is, ms = 15_000) => untilDeadline(ms, async () => {
      const all = await snapshots(0);
      for (const snapshot of all) { if (snapshot.selected !== undefined && is(snapshot.selected, snapshot)) { return snapshot.selected; } }
      throw new Error(`the page was not shown that within ${ms} ms; newest of ${all.length}: ${brief(all.at(-1))}`);
    }),
    detail: async () => (await snapshots(-1)).at(-1)?.selected,
    drawn: async (session) => {
      const drawn = await frame.evaluate(() => window.turnwatchFollowed?.drawn ?? {});
      return new Map(Object.entries(drawn).filter(([key]) => key.startsWith(`${session} `)).map(([key, at]) => [key.slice(session.length + 1), at]));
    },
    text: async () => (await frame.locator('body').innerText()).replace(/\s+/g, ' ').trim(),
  };
}

function brief(snapshot: Snapshot | undefined): string {
  const { selected, sessions, ...rest } = snapshot ?? {};
  return JSON.stringify({ ...rest, sessions: sessions?.map(({ session, state, steps }) => ({ session, state, steps })), state: selected?.state, verdict: selected?.verdict, receipts: selected?.receipts });
}
