/**
 * The view at a glance, in the real workbench: two of the real Claude Code wait for the person in VS Code's terminals, three agents
 * of which only the logs are seen work, stall and finish beside them. With TURNWATCH_PICTURES=FOLDER what is shown is pictured, too.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codex } from '../agent-calls/codex.js';
import { commandOf, outputOf } from '../agent-calls/turn.js';
import { codexLog, copilotLog, SessionLog } from '../unit/readers/support/session-logs.js';
import { violations } from '../view/axe.js';
import { STALLING_STEPS } from '../host/harness/hooked-agent.js';
import { untilDeadline, type EditorWindow } from '../host/harness/window.js';
import { trustWorkspace } from './harness/claude.js';
import { startModel, type Model } from './harness/model.js';
import { watchPage, type Page } from './harness/page.js';
import { neededProgram } from './harness/program.js';
import { openScene, talkingTo, type Scene } from './harness/scene.js';
import { bash, call, say, type Script } from './harness/scripts.js';

const MANY_STEPS = 2000;
/** A side bar as narrow as people keep it, in CSS pixels. */
const SIDE_BAR = 300;
const PERMISSION = 'Install what the build needs';
const QUESTION = 'Add the tests of the store';
const command = 'touch packages.txt && echo written';
const wantsPermission: Script = [[say('I write the list first.'), bash(command)]];
const asksQuestion: Script = [
  [
    call('AskUserQuestion', {
      questions: [
        {
          question: 'Which database shall the tests use?',
          header: 'Database',
          multiSelect: false,
          options: [
            { label: 'SQLite', description: 'In memory, fast' },
            { label: 'PostgreSQL', description: 'As in production' },
          ],
        },
      ],
    }),
  ],
];

class Stage {
  private readonly models: Model[] = [];
  private constructor(
    readonly scene: Scene,
    public page: Page,
  ) {}

  static async open(language?: string): Promise<Stage> {
    const scene = await openScene(
      { 'terminal.integrated.gpuAcceleration': 'off' }, // its rows can be read
      undefined,
      language,
    );
    await scene.connect();
    const page = await scene.page();
    await narrow(scene.window);
    return new Stage(scene, page);
  }

  async close(): Promise<void> {
    await this.scene.close();
    await Promise.all(this.models.map((model) => model.close()));
  }

  /** The real agent in a terminal of the editor, as a person starts it. */
  async startAgent(name: string, prompt: string, script: Script): Promise<void> {
    const { scene } = this;
    const model = await startModel({ script });
    this.models.push(model);
    const box = talkingTo(scene.box, model);
    trustWorkspace(box);
    const { program, args } = neededProgram('claude-code');
    const env = { ...box.env, CLAUDE_CONFIG_DIR: join(box.home, '.claude') };
    const file = join(dirname(box.home), `${name}.sh`);
    const exports = Object.entries(env).map(([key, value]) => `export ${key}=${quote(value)}`);
    const run = [program, ...args, '--permission-mode', 'default', '--', prompt].map(quote);
    writeFileSync(file, [...exports, `exec ${run.join(' ')}`, ''].join('\n'));
    await scene.window.command('Terminal: Create New Terminal');
    const { page } = scene.window;
    await page.locator('.terminal-wrapper.active .xterm-rows', { hasText: /[$#]/ }).waitFor();
    await page.keyboard.type(`sh ${file}`);
    await page.keyboard.press('Enter');
  }

  /** The log of an agent without hooks grows. */
  write(log: SessionLog, text: string): void {
    const file = join(this.scene.profile.home, log.file);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, text);
  }

  /** The headings and names of the list, from the top. */
  listed(): Promise<string[]> {
    return this.page.frame
      .locator('.session-lists :is(h3, .session-name, .fold-text)')
      .evaluateAll((all) => all.map((each) => each.textContent.trim()));
  }

  /** The first button of the card. */
  firstButton(): Promise<string> {
    return this.page.frame.locator('.banner .button-row vscode-button').first().innerText();
  }

  /** Nothing that axe finds, in a dark and in a light theme and in both of high contrast; and a picture of each. */
  async lookedAt(name: string): Promise<void> {
    const { scene, page } = this;
    for (const [theme, kind, rules] of [
      ['Dark Modern', 'vscode-dark', 'dark'],
      ['Light Modern', 'vscode-light', 'light'],
      ['Default High Contrast', 'vscode-high-contrast', 'hc-dark'],
      ['Default High Contrast Light', 'vscode-high-contrast-light', 'hc-light'],
    ] as const) {
      scene.set({ 'workbench.colorTheme': theme });
      await page.frame.waitForFunction((is) => document.body.dataset.vscodeThemeKind === is, kind);
      const folder = process.env.TURNWATCH_PICTURES;
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        await scene.window.page.mouse.move(700, 300);
        await scene.window.page.waitForTimeout(500); // the colours fade in
        await scene.window.screenshot(join(folder, `${name}-${rules}.png`));
      }
      assert.deepEqual(await violations(page.frame, rules), [], `${name}, ${theme}`);
    }
  }
}

describe('the view at a glance', function () {
  this.timeout(900_000);
  let stage: Stage;

  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  it('a permission: the card shows the command, since when it waits, and the terminal first', async () => {
    const { page } = stage;
    await stage.startAgent('permission', PERMISSION, wantsPermission);
    await page.showsNow(
      ({ selected }) => selected?.state === 'waiting' && selected.ask?.call !== undefined,
    );
    await page.reads(/Waiting for you for \d+:\d\d/);
    await page.reads(/Wants your permission for Bash: touch packages\.txt && echo written/);
    assert.equal(await stage.firstButton(), 'Show terminal');
    await stage.lookedAt('permission');
  });

  it('a question: its options, and the terminal first', async () => {
    const { page } = stage;
    await stage.startAgent('question', QUESTION, asksQuestion);
    await page.showsNow(
      ({ sessions }) => sessions.filter(({ needsPerson }) => needsPerson).length === 2,
    );
    await page.frame.locator('.session', { hasText: QUESTION }).click();
    await page.reads(/Which database shall the tests use\? SQLite PostgreSQL/);
    assert.equal(await stage.firstButton(), 'Show terminal');
    await stage.lookedAt('question');
  });

  it('five sessions: those that need the person first, the worst on top, then who works, then who finished', async () => {
    const { page, scene } = stage;
    const [stalled, done] = [codexLog(), copilotLog()];
    const working = new SessionLog('codex', (from) =>
      codex({ ...from, command: commandOf, output: outputOf }),
    );
    const { workspace } = scene.box;
    stage.write(done, done.begin(workspace) + done.step(0) + done.end());
    stage.write(working, working.begin(workspace) + working.step(0) + working.step(1));
    stage.write(stalled, stalled.begin(workspace));
    for (let n = 0; n < STALLING_STEPS; n++) {
      stage.write(stalled, stalled.step(n));
    }
    await page.showsNow(
      ({ sessions }) =>
        sessions.length === 5 && sessions.filter(({ needsPerson }) => needsPerson).length === 3,
    );
    await untilDeadline(120_000, async () => {
      const names = await stage.listed();
      assert.deepEqual(
        [names[0], names.slice(2, 4), names[4], names.slice(6, 7)],
        ['Needs you', [PERMISSION, QUESTION], 'At work', ['1 finished']],
      );
    });
    await stage.lookedAt('five-sessions');
  });

  it('by keyboard alone: from one that waits to the next, to its terminal, and the agent goes on', async () => {
    const { page, scene } = stage;
    const { keyboard } = scene.window.page;
    const shows = (prompt: string): Promise<void> =>
      page.showsNow(({ selected }) => selected?.name === prompt);
    await scene.window.command('Turnwatch: Go to Next Agent That Needs You');
    await scene.window.command('Turnwatch: Show Timeline');
    for (const wanted of [PERMISSION, QUESTION, PERMISSION]) {
      await untilDeadline(120_000, async () => {
        await keyboard.press('n');
        await page.showsNow(({ selected }) => selected?.name === wanted, 3000);
      });
    }
    await shows(PERMISSION);
    // from its row in the list back into its card
    for (let n = 0; n < 40 && !(await focused(page)).startsWith('Show terminal'); n++) {
      await keyboard.press('Shift+Tab');
    }
    assert.match(await focused(page), /^Show terminal/);
    await keyboard.press('Enter');
    const terminal = scene.window.page.locator('.terminal-wrapper.active:has(:focus) .xterm-rows');
    await terminal.filter({ hasText: 'Do you want to proceed' }).waitFor();
    await keyboard.press('Enter'); // Yes
    await page.showsNow(({ sessions }) =>
      sessions.some(({ name, open }) => name === PERMISSION && !open),
    );
  });

  it('2,000 steps: whole after a reload, from the newest to the first by End', async () => {
    const { scene } = stage;
    const long = new SessionLog('codex', (from) =>
      codex({ ...from, command: commandOf, output: outputOf }),
    );
    stage.write(long, long.begin(scene.box.workspace));
    for (let n = 0; n < MANY_STEPS; n += 100) {
      stage.write(long, Array.from({ length: 100 }, (_, k) => long.step(n + k)).join(''));
    }
    const whole = (): Promise<void> =>
      stage.page.showsNow(({ sessions }) =>
        sessions.some(({ session, steps }) => session === long.session && steps === MANY_STEPS),
      );
    await whole();
    await scene.window.page.reload();
    await scene.window.reveal();
    stage.page = await watchPage(await scene.window.view());
    await whole();
    await stage.page.frame.locator('.session[data-state=progressing]').last().click();
    await stage.page.reads(/Step 2,000/);
    await stage.lookedAt('two-thousand-steps');
    await stage.page.frame.locator('.line[tabindex="0"]').focus();
    // the older ones come when one is at the end of those that are there
    await untilDeadline(120_000, async () => {
      await scene.window.page.keyboard.press('End');
      assert.match(await focused(stage.page), /^Prompt: /);
    });
    await scene.window.page.keyboard.press('ArrowUp');
    assert.match(await focused(stage.page), /^Step 1\b/);
  });
});

describe('the view at a glance, in German', function () {
  this.timeout(600_000);
  let stage: Stage;

  before(async () => {
    stage = await Stage.open('de');
  });
  after(() => stage.close());

  it('a permission: the card says so', async () => {
    await stage.startAgent('permission', PERMISSION, wantsPermission);
    await stage.page.reads(/Wartet auf Sie/);
    await stage.page.reads(/touch packages\.txt && echo written/);
    await stage.lookedAt('german');
  });
});

/** What a screen reader would call the focused element of the view. */
function focused({ frame }: Page): Promise<string> {
  return frame.evaluate(() => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body
      ? 'nothing'
      : (activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim());
  });
}

async function narrow({ page }: EditorWindow): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(bar);
  await page.mouse.move(bar.x + bar.width, 500);
  await page.mouse.down();
  await page.mouse.move(bar.x + SIDE_BAR, 500, { steps: 5 });
  await page.mouse.up();
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
