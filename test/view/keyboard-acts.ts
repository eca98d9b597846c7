/** Acts on what a page offers with the mouse and with the keyboard, and tells where the two differ. */
import type { Page } from 'playwright-core';
import { drawn } from './browser.js';
import type { Target } from './keyboard-page.js';

interface Outcome {
  posted: string;
  copied: string;
  /** Empty if what is shown has not changed. */
  shown: string;
  /** The name of what has the focus afterwards. */
  focused: string;
  /** Something has become of it. */
  isSomething: boolean;
}

/** Keys that change the value of a field; on none of them does the browser open a window of its own. */
const fieldKeys = ['ArrowUp', 'ArrowDown', 'x', 'Enter'];

export class Acts {
  /** Kinds of targets that have been acted on. */
  private readonly done = new Set<string>();
  private page: Page | undefined;

  /** How many have been acted on. */
  get count(): number {
    return this.done.size;
  }

  /**
   * Acts on what `page` offers, where nothing of its kind has been acted on: on fresh pages, which `open` makes to show the same.
   * What is wrong, in words. `within`: a selector of what is acted on alone.
   */
  async compare(page: Page, open: () => Promise<Page>, within = '*'): Promise<string[]> {
    const problems: string[] = [];
    const targets = await page.evaluate(
      (within) =>
        window.walked.targets().map((target) => ({
          ...target,
          isWithin:
            window.walked.element(target.id)?.matches(`:is(${within}) *, ${within}`) === true,
        })),
      within,
    );
    for (const [index, { kind, name, isField, isChosen, isWithin }] of targets.entries()) {
      if (this.done.has(kind) || !isWithin) {
        continue;
      }
      this.done.add(kind);
      const problem = isField
        ? await this.changeField(open, index)
        : await this.clickAndPress(open, index, isChosen);
      if (problem !== undefined) {
        problems.push(`${name}: ${problem}`);
      }
    }
    await this.close();
    return problems;
  }

  /** Enter or Space does what a click does: in a list, Enter may have a meaning of its own. */
  private async clickAndPress(
    open: () => Promise<Page>,
    index: number,
    isChosen: boolean,
  ): Promise<string | undefined> {
    const differences: string[] = [];
    for (const key of ['Enter', 'Space']) {
      const click = await this.act(open, index, 'click');
      let difference = differ(click, await this.act(open, index, key), isChosen);
      if (difference !== undefined) {
        // what was acted on before may have made the difference: older rows are requested once
        await this.close();
        const clicked = await this.act(open, index, 'click');
        await this.close();
        difference = differ(clicked, await this.act(open, index, key), isChosen);
      }
      if (difference === undefined) {
        return undefined;
      }
      differences.push(`${key} ${difference}`);
    }
    return differences.join('; ');
  }

  private async changeField(open: () => Promise<Page>, index: number): Promise<string | undefined> {
    for (const key of fieldKeys) {
      if ((await this.act(open, index, key)).isSomething) {
        return undefined;
      }
    }
    return 'no key changes its value';
  }

  private async act(open: () => Promise<Page>, index: number, key: string): Promise<Outcome> {
    const page = (this.page ??= await open());
    const before = await page.evaluate(() => {
      window.posted.length = 0;
      window.walked.copied.length = 0;
      return window.walked.shown();
    });
    const target = (await page.evaluate(() => window.walked.targets()))[index];
    if (target === undefined) {
      throw new Error(`the page does not show its target ${index} again`);
    }
    await (key === 'click' ? click(page, target) : pressOn(page, target, key));
    await settled(page, target);
    const outcome = await page.evaluate(() => ({
      posted: JSON.stringify(window.posted.filter(({ type }) => type !== 'painted')),
      copied: window.walked.copied.join('\n'),
      shown: window.walked.shown(),
      focused: window.walked.focusedName(),
    }));
    const hasChanged = outcome.shown !== before;
    if (hasChanged) {
      await this.close();
    }
    return {
      ...outcome,
      shown: hasChanged ? outcome.shown : '',
      isSomething:
        hasChanged ||
        outcome.posted !== '[]' ||
        outcome.copied !== '' ||
        outcome.focused !== target.name,
    };
  }

  private async close(): Promise<void> {
    await this.page?.close();
    this.page = undefined;
  }
}

async function click(page: Page, { id }: Target): Promise<void> {
  const handle = await page.evaluateHandle((id) => window.walked.element(id), id);
  await handle.asElement()?.click({ timeout: 10_000 });
  await handle.dispose();
  await page.mouse.move(0, 0);
}

async function pressOn(page: Page, { id }: Target, key: string): Promise<void> {
  await page.evaluate((id) => window.walked.element(id)?.focus(), id);
  await page.keyboard.press(key);
}

/** What is shown in the next frames is drawn; a field's value is tried a moment later. */
async function settled(page: Page, { isField }: Target): Promise<void> {
  await drawn(page);
  await drawn(page);
  if (isField) {
    await page.waitForTimeout(200);
  }
}

/** In words; undefined where both did the same. */
function differ(clicked: Outcome, pressed: Outcome, isChosen: boolean): string | undefined {
  if (!clicked.isSomething && !isChosen) {
    return 'and a click do nothing';
  }
  if (pressed.focused === '') {
    return 'loses the focus';
  }
  if (clicked.focused !== pressed.focused) {
    return `leads to ${pressed.focused}, a click to ${clicked.focused}`;
  }
  if (clicked.posted !== pressed.posted) {
    return `posts ${pressed.posted}, a click ${clicked.posted}`;
  }
  if (clicked.copied !== pressed.copied) {
    return 'copies something else than a click';
  }
  if (clicked.shown !== pressed.shown) {
    const at = [...clicked.shown].findIndex((character, i) => character !== pressed.shown[i]);
    const around = (shown: string): string => shown.slice(Math.max(0, at - 40), at + 60);
    return `shows “${around(pressed.shown)}”, a click “${around(clicked.shown)}”`;
  }
  return undefined;
}
