/** Pictures of a stalled turn in VS Code's own themes. The model is paused while the card is shown, so that all show the same moment. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { headless } from '../agents/harness/claude.js';
import { prompt } from './sample.js';
import { setUp, view, windowUp, type Stage, type StartOptions } from './stage.js';

const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high-contrast': 'Default High Contrast',
} as const;
/** The model's response at which it is held: one after the stall. */
const HELD_AT = 10;
/** What is shown: the side bar and a bit of the editor, in CSS pixels. */
const SIDE_BAR = 320;
const SHOWN = { x: 0, y: 34, width: 720, height: 794 };

export async function pictures(folder: string, options: StartOptions): Promise<void> {
  if (options.claude === undefined) {
    throw new Error(`the pictures need the agent: ${options.recordedBecause ?? 'it is not there'}`);
  }
  const ending = new AbortController();
  const cleanUp: (() => Promise<void> | void)[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  try {
    const stage = await setUp(options, ending.signal, cleanUp, {
      before: ({ position }) => (position === HELD_AT ? held : Promise.resolve()),
    });
    await windowUp(stage);
    const { page } = stage;
    if (!page) {
      throw new Error('there is no window to picture');
    }
    await arrange(page);
    const turn = headless(stage.box, prompt, [], 180_000, ending.signal);
    turn.catch(() => undefined);
    await stage.link.waitFor(
      (shown) => (shown.state === 'stalled' && shown.steps > HELD_AT - 1 ? true : undefined),
      90_000,
      ending.signal,
    );
    mkdirSync(folder, { recursive: true });
    for (const [name, theme] of Object.entries(themes)) {
      await wear(stage, page, theme);
      const file = join(folder, `${name}.png`);
      await page.screenshot({ path: file, clip: SHOWN });
      console.log(`   ${theme}: ${file}, ${Math.round(statSync(file).size / 1000)} KB`);
    }
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

/** Changes the setting as a person would, and waits until the view has the theme's colours. */
async function wear(stage: Stage, page: Page, theme: string): Promise<void> {
  stage.link.set('workbench.colorTheme', theme);
  const kind = theme.includes('High Contrast')
    ? 'vscode-high-contrast'
    : theme.includes('Light')
      ? 'vscode-light'
      : 'vscode-dark';
  await view(stage).waitForFunction((wanted) => document.body.classList.contains(wanted), kind, {
    timeout: 10_000,
  });
  await page.mouse.move(600, 600);
  await sleep(1000); // colours fade in
}
