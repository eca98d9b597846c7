/** Follows the side bar page: each snapshot that reached it, and when each row was first drawn. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import type { SessionDetail, Snapshot } from '../../../src/core/view/snapshot.js';
import type { ToPage } from '../../../src/protocol/view.js';
import { untilDeadline } from '../../host/harness/window.js';

export interface Page {
  frame: Frame;
  /** Every snapshot since this page is followed, oldest first. */
  snapshots(): Promise<Snapshot[]>;
  /** The first session, as shown by a snapshot since the page is followed, for which `is` holds. */
  shows(
    is: (detail: SessionDetail, snapshot: Snapshot) => boolean,
    ms?: number,
  ): Promise<SessionDetail>;
  /** Waits until `is` holds for what the page shows now, whatever it showed before. */
  showsNow(is: (snapshot: Snapshot) => boolean, ms?: number): Promise<void>;
  /** The newest snapshot's session. */
  detail(): Promise<SessionDetail | undefined>;
  /** When the rows of a session were first in the document, by their key such as `step:3`; milliseconds since the epoch. */
  drawn(session: string): Promise<Map<string, number>>;
  /** Waits until the text of the page, as a person reads it, in one line, matches: a snapshot is drawn a moment after it arrived. */
  reads(is: RegExp, ms?: number): Promise<void>;
}

interface Followed {
  snapshots: Snapshot[];
  drawn: Record<string, number>;
}
declare global {
  interface Window {
    turnwatchFollowed?: Followed;
  }
}

export async function watchPage(frame: Frame): Promise<Page> {
  await frame.evaluate(() => {
    if (window.turnwatchFollowed) {
      return;
    }
    const followed: Followed = (window.turnwatchFollowed = { snapshots: [], drawn: {} });
    window.addEventListener('message', ({ data }: MessageEvent<ToPage | null>) => {
      if (data?.type !== 'snapshot') {
        return;
      }
      const { selected } = data.snapshot;
      followed.snapshots.push(
        selected === undefined
          ? data.snapshot
          : {
              ...data.snapshot,
              selected: {
                ...selected,
                rows: new TextDecoder()
                  .decode(data.rows)
                  .split('\n')
                  .filter(Boolean)
                  .map((line) => JSON.parse(line) as Row),
              },
            },
      );
      // the page requested its callback for this frame before this one, so it has drawn by now
      requestAnimationFrame(() => {
        const now = Date.now();
        for (const row of document.querySelectorAll('[data-key]')) {
          followed.drawn[`${selected?.session ?? ''} ${row.getAttribute('data-key') ?? ''}`] ??=
            now;
        }
      });
    });
  });
  // each snapshot is handed over once: there are many, polled ten times a second
  const known: Snapshot[] = [];
  let taken = 0;
  let taking: Promise<void> = Promise.resolve();
  const takeNew = async (): Promise<void> => {
    const fresh = await frame.evaluate(
      (from) => window.turnwatchFollowed?.snapshots.slice(from) ?? [],
      taken,
    );
    taken += fresh.length;
    known.push(...fresh);
  };
  const snapshots = async (): Promise<Snapshot[]> => {
    await (taking = taking.catch(() => undefined).then(takeNew));
    return [...known];
  };
  return {
    frame,
    snapshots,
    shows: async (is, ms = 120_000) => {
      let looked = 0;
      return untilDeadline(ms, async () => {
        const all = await snapshots();
        for (; looked < all.length; looked++) {
          const snapshot = all[looked];
          if (snapshot?.selected !== undefined && is(snapshot.selected, snapshot)) {
            return snapshot.selected;
          }
        }
        throw new Error(
          `the page was not shown that within ${ms} ms; newest of ${all.length}: ${brief(all.at(-1))}`,
        );
      });
    },
    showsNow: (is, ms = 120_000) =>
      untilDeadline(ms, async () => {
        const newest = (await snapshots()).at(-1);
        assert.ok(
          newest !== undefined && is(newest),
          `within ${ms} ms it did not become: ${String(is)}; newest: ${brief(newest)}`,
        );
      }),
    detail: async () => (await snapshots()).at(-1)?.selected,
    drawn: async (session) => {
      const drawn = await frame.evaluate(() => window.turnwatchFollowed?.drawn ?? {});
      return new Map(
        Object.entries(drawn)
          .filter(([key]) => key.startsWith(`${session} `))
          .map(([key, at]) => [key.slice(session.length + 1), at]),
      );
    },
    reads: (is, ms = 120_000) =>
      untilDeadline(ms, async () => {
        assert.match((await frame.locator('body').innerText()).replace(/\s+/g, ' ').trim(), is);
      }),
  };
}

function brief(snapshot: Snapshot | undefined): string {
  const { selected, sessions, ...rest } = snapshot ?? {};
  return JSON.stringify({
    ...rest,
    sessions: sessions?.map(({ session, state, steps }) => ({ session, state, steps })),
    state: selected?.state,
    verdict: selected?.verdict,
    receipts: selected?.receipts,
  });
}
