/** A browser for the tests of one `describe`; the pages that a test opens are closed after it. */
import type { Page } from 'playwright-core';
import type { Snapshot } from '../../src/core/snapshot.js';
import { PageHost, type OpenOptions } from './browser.js';

export interface Pages {
  /** As PageHost does. */
  open(options?: OpenOptions): Promise<Page>;
  show(snapshot: Snapshot, options?: OpenOptions): Promise<Page>;
}

/** To be called first in the `describe`. `ms`: of each of its tests. */
export function usePages(suite: Mocha.Suite, ms = 60_000): Pages {
  suite.timeout(ms);
  let host: PageHost | undefined;
  const opened: Page[] = [];
  before(async () => { host = await PageHost.start(); });
  after(() => host?.stop());
  afterEach(async () => { for (const page of opened.splice(0)) { await page.close(); } });
  const from = async (make: (host: PageHost) => Promise<Page>): Promise<Page> => {
    if (host === undefined) { throw new Error('the browser has not been started'); }
    const page = await make(host);
    opened.push(page);
    return page;
  };
  return { open: (options) => from((started) => started.open(options)), show: (snapshot, options) => from((started) => started.show(snapshot, options)) };
}
