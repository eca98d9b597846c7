/** One browser for all tests; the pages that a test opens are closed after it. */
import type { Page } from 'playwright-core';
import type { Snapshot } from '../../src/core/view/snapshot.js';
import { PageHost, type OpenOptions } from './browser.js';

export interface Pages {
  /** As in PageHost. */
  open(options?: OpenOptions): Promise<Page>;
  show(snapshot: Snapshot, options?: OpenOptions): Promise<Page>;
}

let started: Promise<PageHost> | undefined;

/** Shared by the tests of all files, until the last one has run. */
export function pageHost(): Promise<PageHost> {
  return (started ??= PageHost.start());
}

after(async () => {
  await (await started)?.stop();
});

/** Call it first in the `describe`. `ms`: time limit of each test. */
export function usePages(suite: Mocha.Suite, ms = 300_000): Pages {
  suite.timeout(ms);
  const opened: Page[] = [];
  before(async () => {
    await pageHost();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) {
      await (await pageHost()).leave(page);
    }
  });
  const keep = (page: Page): Page => {
    opened.push(page);
    return page;
  };
  return {
    open: async (options) => keep(await (await pageHost()).open(options)),
    show: async (snapshot, options) => keep(await (await pageHost()).show(snapshot, options)),
  };
}
