/** The README's film, frame by frame. The model waits before each response, so that every frame shows a known moment. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Shown } from './link.js';
import { trustWorkspace } from '../agents/harness/claude.js';
import { prompt } from './sample.js';
import { setUp, view, windowUp, type Stage, type StartOptions } from './stage.js';

export interface Frame {
  png: Buffer;
  /** How long it is shown, in milliseconds. */
  ms: number;
}

/** The width at which hosting sites show a README's picture, in CSS pixels. */
const WIDTH = 830;
const HEIGHT = 660;
const SIDE_BAR = 352;
/** Frames per movement of the pointer. */
const GLIDE = 7;
const STEP_MS = 560;
const WATCH_MS = 950;
const STALLED_MS = 1900;
const ANSWER_MS = 3200;

const settings = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'breadcrumbs.enabled': false,
  'workbench.colorTheme': 'Dark Modern',
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.fontSize': 12,
  'terminal.integrated.cursorBlinking': false,
  'terminal.integrated.shellIntegration.enabled': false,
  'terminal.integrated.minimumContrastRatio': 1,
};

export async function film(options: StartOptions): Promise<Frame[]> {
  const { claude } = options;
  const [program, ...first] = claude ?? [];
  if (program === undefined) {
    throw new Error(`the film needs the agent: ${options.recordedBecause ?? 'it is not there'}`);
  }
  const ending = new AbortController();
  const cleanUp: (() => Promise<void> | void)[] = [];
  const gate = turnstile();
  try {
    const stage = await setUp(options, ending.signal, cleanUp, {
      settings,
      before: ({ position }) => (position === undefined ? Promise.resolve() : gate.pass(position)),
    });
    trustWorkspace(stage.box);
    await windowUp(stage);
    const { page } = stage;
    if (!page) {
      throw new Error('there is no window to film');
    }
    const camera = await arrange(page);
    const { box, link, profile } = stage;
    link.terminal({
      name: 'claude',
      shellPath: program,
      shellArgs: [
        ...first,
        '--permission-mode',
        'default',
        '--allowedTools',
        'Bash',
        'Read',
        '--',
        prompt,
      ],
      cwd: box.workspace,
      env: {
        ...box.env,
        HOME: profile.root /* the folder's path is shown from there */,
        TERM: 'xterm-256color',
        COLORTERM: 'truecolor',
        CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
      },
    });
    return await story(stage, page, camera, gate);
  } finally {
    ending.abort();
    gate.open(Number.POSITIVE_INFINITY);
    for (const step of cleanUp.reverse()) {
      await step();
    }
  }
}

async function story(stage: Stage, page: Page, camera: Camera, gate: Turnstile): Promise<Frame[]> {
  const { link, signal } = stage;
  const until = <T>(is: (shown: Shown) => T | undefined): Promise<T> =>
    link.waitFor(is, 60_000, signal);
  await until((shown) => (shown.state === 'progressing' ? true : undefined));
  await sleep(1500); // the agent's first screen is drawn
  await camera.take(700);
  for (let step = 1; ; step++) {
    gate.open(step - 1);
    const state = await until((shown) => (shown.steps >= step ? shown.state : undefined));
    await sleep(600); // time for the verdict, git and animations of the view
    await camera.take(state === 'watch' ? WATCH_MS : STEP_MS);
    if (await isStalled(stage, step)) {
      break;
    }
    if (step > 20) {
      throw new Error('the turn did not stall');
    }
  }
  await sleep(800);
  await camera.take(STALLED_MS);
  const button = view(stage).getByRole('button', { name: 'Force respond' }).first();
  await camera.pointAt(button);
  await camera.take(250);
  await page.mouse.down();
  await camera.take(120);
  await page.mouse.up();
  await until((shown) => (shown.receipts.length > 0 ? true : undefined));
  await camera.take(500);
  await camera.pointAway();
  gate.open(Number.POSITIVE_INFINITY);
  const settled = until((shown) =>
    shown.receipts.some(({ state }) => state === 'obeyed') ? true : undefined,
  );
  for (let done = false; !done;) {
    done = await Promise.race([settled, sleep(150, false)]);
    await camera.take(200);
  }
  await sleep(1000);
  await camera.take(ANSWER_MS);
  return camera.frames;
}

/** The verdict comes with the step or just after it; held before the next response, nothing more comes. */
async function isStalled({ link, signal }: Stage, step: number): Promise<boolean> {
  return link.waitFor(
    (shown) => (shown.steps >= step ? shown.state === 'stalled' : undefined),
    10_000,
    signal,
  );
}

interface Turnstile {
  /** Resolves once the response `position` (0-based) may be given. */
  pass(position: number): Promise<void>;
  open(upTo: number): void;
}

function turnstile(): Turnstile {
  let opened = -1;
  const waiting = new Set<() => void>();
  return {
    pass: (position) =>
      new Promise((done) => {
        const look = (): void => {
          if (position > opened) {
            return;
          }
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    open: (upTo) => {
      opened = upTo;
      for (const look of [...waiting]) {
        look();
      }
    },
  };
}

interface Point {
  x: number;
  y: number;
}

interface Camera {
  frames: Frame[];
  take(ms: number): Promise<void>;
  /** Moves the pointer there, in a few frames. */
  pointAt(target: Locator): Promise<void>;
  /** Moves it where it covers nothing. */
  pointAway(): Promise<void>;
}

/** A window of the film's size, a side bar of usual width, and a pointer that pictures show. */
async function arrange(page: Page): Promise<Camera> {
  const title = (await page.locator('.part.titlebar').boundingBox())?.height ?? 0;
  await page.setViewportSize({ width: WIDTH, height: HEIGHT + title });
  await sleep(500);
  const bar = await page.locator('.part.sidebar').boundingBox();
  if (!bar) {
    throw new Error('there is no side bar');
  }
  await page.mouse.move(bar.x + bar.width, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x + SIDE_BAR, 400, { steps: 5 });
  await page.mouse.up();
  const frames: Frame[] = [];
  const take = async (ms: number): Promise<void> => {
    frames.push({
      png: await page.screenshot({ clip: { x: 0, y: title, width: WIDTH, height: HEIGHT } }),
      ms,
    });
  };
  const aside = { x: WIDTH * 0.92, y: HEIGHT * 0.84 };
  let at = aside;
  await page.mouse.move(at.x, at.y);
  const glide = async (to: Point): Promise<void> => {
    for (let i = 1; i <= GLIDE; i++) {
      const part = 1 - (1 - i / GLIDE) ** 2; // it slows down where it arrives
      const now = { x: at.x + (to.x - at.x) * part, y: at.y + (to.y - at.y) * part };
      await page.mouse.move(now.x, now.y);
      await page.evaluate(drawPointer, now);
      await take(60);
    }
    at = to;
  };
  return {
    frames,
    take,
    pointAt: async (target) => {
      const box = await target.boundingBox();
      if (!box) {
        throw new Error('there is no button to press');
      }
      await glide({ x: box.x + box.width * 0.6, y: box.y + box.height * 0.6 });
    },
    pointAway: () => glide(aside),
  };
}

/** In the window: a headless browser has no pointer of its own to picture. */
function drawPointer({ x, y }: Point): void {
  const id = 'film-pointer';
  let pointer = document.getElementById(id);
  if (!pointer) {
    pointer = document.createElement('div');
    pointer.id = id;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    for (const [name, value] of [
      ['width', '20'],
      ['height', '26'],
      ['viewBox', '0 0 20 26'],
    ] as const) {
      svg.setAttribute(name, value);
    }
    for (const [name, value] of [
      ['d', 'M1 1v20l5-5 3.2 8 3.4-1.4L9.4 15H16.5z'],
      ['fill', '#fff'],
      ['stroke', '#000'],
      ['stroke-width', '1.4'],
    ] as const) {
      path.setAttribute(name, value);
    }
    svg.append(path);
    pointer.append(svg);
    Object.assign(pointer.style, { position: 'fixed', zIndex: '100000', pointerEvents: 'none' });
    document.body.append(pointer);
  }
  Object.assign(pointer.style, { left: `${x}px`, top: `${y}px` });
}
