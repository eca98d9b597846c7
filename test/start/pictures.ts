/** The README's pictures, in a window of usual width: a turn at work, and several sessions of which one has stalled. The model waits while they are taken. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { headless } from '../agents/harness/claude.js';
import { prompt, question, work } from './sample.js';
import { setUp, windowUp, type StartOptions } from './stage.js';

/** The model's response at which each is held: in mid-work, and one after the stall. */
const [WORK_HELD_AT, STALL_HELD_AT] = [6, 10];
/** What is shown: the side bar and a bit of the editor, in CSS pixels. */
const SIDE_BAR = 320;
const SHOWN = { x: 0, y: 34, width: 720, height: 794 };

export async function pictures(folder: string, options: StartOptions): Promise<void> {
  if (options.claude === undefined) {
    throw new Error(`the pictures need the agent: ${options.recordedBecause ?? 'it is not there'}`);
  }
  const ending = new AbortController();
  const { signal } = ending;
  const cleanUp: (() => Promise<void> | void)[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  try {
    const stage = await setUp(options, signal, cleanUp, {
      settings: { 'workbench.colorTheme': 'Dark Modern' },
      before: ({ position, body }) => {
        const isWork = body.userTexts.some((text) => text.includes(work.prompt));
        return position === (isWork ? WORK_HELD_AT : STALL_HELD_AT) ? held : Promise.resolve();
      },
    });
    await windowUp(stage);
    const { page, link, box } = stage;
    if (!page) {
      throw new Error('there is no window to picture');
    }
    await arrange(page);
    mkdirSync(folder, { recursive: true });
    const ask = (text: string): void => {
      headless(box, text, [], 180_000, signal).catch(() => undefined);
    };
    const take = async (name: string): Promise<void> => {
      await page.mouse.move(600, 600);
      await sleep(1500); // the view, git and animations come to rest
      const file = join(folder, `${name}.png`);
      await page.screenshot({ path: file, clip: SHOWN });
      console.log(`   ${file}, ${Math.round(statSync(file).size / 1000)} KB`);
    };
    const until = (state: string, steps: number): Promise<unknown> =>
      link.waitFor(
        (shown) => (shown.state === state && shown.steps >= steps ? true : undefined),
        90_000,
        signal,
      );

    ask(work.prompt);
    await until('progressing', WORK_HELD_AT);
    await take('working');

    ask(question.prompt);
    await stage.model.waitFor(
      ({ answer }) => JSON.stringify(answer).includes(question.answer),
      90_000,
    );
    ask(prompt);
    await until('stalled', STALL_HELD_AT);
    await take('sessions');
  } finally {
    ending.abort();
    release();
    for (const step of cleanUp.reverse()) {
      await step();
    }
  }
}

/** A file of the project in the editor, and a side bar of usual width. */
async function arrange(page: Page): Promise<void> {
  await page.keyboard.press('Control+P');
  const input = page.locator('.quick-input-widget input[type="text"]');
  await input.fill('parser.js');
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: 'parser.js' })
    .first()
    .waitFor();
  await input.press('Enter');
  await page.locator('.monaco-editor .view-line').first().waitFor();
  const bar = await page.locator('.part.sidebar').boundingBox();
  if (!bar) {
    throw new Error('there is no side bar');
  }
  await page.mouse.move(bar.x + bar.width, 500);
  await page.mouse.down();
  await page.mouse.move(bar.x + SIDE_BAR, 500, { steps: 5 });
  await page.mouse.up();
}
