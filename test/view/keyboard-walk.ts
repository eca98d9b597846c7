/** Walks through a page with the Tab and the arrow keys and tells what a mouse can act on that the keyboard does not reach. */
import type { Page } from 'playwright-core';
import type { Focused } from './keyboard-page.js';

/** More stops than any page has: whoever needs more goes in a circle. */
const MOST = 3000;

interface Walk {
  page: Page;
  /** Ids of what has had the focus. */
  reached: Set<number>;
  problems: string[];
}

async function press(page: Page, key: string): Promise<Focused | undefined> {
  await page.keyboard.press(key);
  return page.evaluate(() => window.walked.focused());
}

/** Walks until the page stayed as it was meanwhile: on a busy machine, parts of it are loaded late. */
const MOST_WALKS = 4;

/** There and back by Tab, and along each list by the arrow keys: it may be entered on the way back only. What is wrong, in words; nothing if all is well. */
export async function walk(page: Page): Promise<string[]> {
  const listNames = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(window.walked.targets().map(({ name }) => name)));
  let problems: string[] = [];
  for (let walks = 0; walks < MOST_WALKS; walks += 1) {
    const before = await listNames();
    problems = await walkOnce(page);
    if (problems.length === 0 || (await listNames()) === before) {
      break;
    }
  }
  return problems;
}

async function walkOnce(page: Page): Promise<string[]> {
  const going: Walk = { page, reached: new Set(), problems: [] };
  await page.evaluate(() => {
    window.walked.begin();
  });
  const there = await goTo(going, 'Tab', 'end');
  const back = await goTo(going, 'Shift+Tab', 'start');
  if (going.problems.length === 0 && there.join('\n') !== back.reverse().join('\n')) {
    const other = there.find((name, i) => name !== back[i]) ?? back[there.length];
    going.problems.push(`Shift+Tab takes another way than Tab at ${other}`);
  }
  return finish(going);
}

/** The same for a menu that has just been opened: along its entries, out by Tab. */
export async function walkMenu(page: Page, reopen: () => Promise<void>): Promise<string[]> {
  const going: Walk = { page, reached: new Set(), problems: [] };
  const items = page.locator('[role=menuitem]');
  const first = await page.evaluate(() => window.walked.focused());
  if (first === undefined || (await items.count()) === 0) {
    return ['a menu opens without the focus'];
  }
  await rove(going, first);
  for (const { id, name, kind } of await page.evaluate(() => window.walked.targets())) {
    if (kind.startsWith('button.menu-item') && !going.reached.has(id)) {
      going.problems.push(`not reached: ${name}`);
    }
  }
  // Shift+Tab comes to the menu's own button first
  for (const keys of [['Escape'], ['Tab'], ['Shift+Tab', 'Shift+Tab']]) {
    for (const key of keys) {
      if ((await press(page, key)) === undefined) {
        going.problems.push(`${key} loses the focus in a menu`);
      }
    }
    if ((await items.count()) > 0) {
      going.problems.push(`${keys.join(' ')} does not lead out of a menu`);
    }
    await reopen();
  }
  await page.keyboard.press('Escape');
  going.problems.push(...(await unmarked(page)));
  return going.problems;
}

/** The stops on the way to the mark, without it and without those of lists: which of theirs is a stop changes with the focus. */
async function goTo(
  going: Walk,
  key: 'Tab' | 'Shift+Tab',
  mark: Focused['mark'],
): Promise<string[]> {
  const { page, reached, problems } = going;
  const passed: Focused[] = [];
  while (passed.length < MOST) {
    const at = await press(page, key);
    if (at?.mark === mark && at !== undefined) {
      return passed.flatMap(({ id, name, roves }) => (roves === undefined ? `${id} ${name}` : []));
    }
    if (at === undefined || passed.some(({ id }) => id === at.id)) {
      const after = passed.at(-1)?.name ?? 'the start';
      problems.push(
        at === undefined
          ? `${key} loses the focus after ${after}`
          : `${key} is trapped: after ${after} it comes to ${at.name} again`,
      );
      return [];
    }
    passed.push(at);
    reached.add(at.id);
    if (at.likes.some((id) => !reached.has(id))) {
      await rove(going, at);
    }
  }
  problems.push(`${key} does not come to an end`);
  return [];
}

/** Along a list in both directions, and back to where it was entered. */
async function rove({ page, reached, problems }: Walk, start: Focused): Promise<void> {
  const [up, down] =
    start.roves === 'left-right' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  reached.add(start.id);
  for (const key of [up, down]) {
    const seen = new Set<number>();
    let last = -1;
    for (;;) {
      const at = await press(page, key);
      if (at === undefined) {
        problems.push(`${key} loses the focus in the list of ${start.name}`);
        return;
      }
      if (at.id === last || seen.has(at.id)) {
        break;
      }
      reached.add(at.id);
      seen.add(at.id);
      last = at.id;
    }
  }
  for (let times = 0; times < MOST; times += 1) {
    const at = await page.evaluate(() => window.walked.focused());
    if (at?.id === start.id) {
      return;
    }
    await page.keyboard.press(up);
  }
  problems.push(`${up} does not lead back to ${start.name}`);
}

async function finish({ page, reached, problems }: Walk): Promise<string[]> {
  const targets = await page.evaluate(() => window.walked.targets());
  return [
    ...problems,
    ...targets.filter(({ id }) => !reached.has(id)).map(({ name }) => `not reached: ${name}`),
    ...(await unmarked(page)),
  ];
}

async function unmarked(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => window.walked.unmarked());
  return names.map((name) => `the focus cannot be seen on ${name}`);
}
