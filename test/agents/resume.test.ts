/** The real Claude Code reaches its provider's limit; once it is over, it goes on in a terminal, where the person switched that on. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { modelTexts } from '../../src/core/interventions/model-texts.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { itInAll } from '../tier.js';
import type { Sandbox } from './harness/box.js';
import { claudeEnv, headless, sandbox, trustWorkspace } from './harness/claude.js';
import type { ModelFailure } from './harness/model-failures.js';
import { startModel, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { neededProgram } from './harness/program.js';
import { openScene, recordedEvents, recordings, type Scene } from './harness/scene.js';
import { say, type Script } from './harness/scripts.js';

const WAIT = 120_000;
const answer = 'It went on.';
const script: Script = Array.from({ length: 40 }, () => [say(answer)]);

interface Agent {
  scene: Scene;
  page: Page;
  model: Model;
  /** The provider refuses until then (milliseconds since the epoch). */
  limit(until: number): void;
  free(): void;
  /** A turn without a screen. */
  turn(prompt: string): Promise<unknown>;
  /** The word before the session's id. */
  word: string;
  box: Sandbox;
}

/** A program by this name, which notes how it is started. */
function putOnPath(
  box: Sandbox,
  agent: string,
  name: string,
): { path: string; starts(): string[][] } {
  const bin = join(box.home, 'bin');
  const notes = join(box.home, 'starts.txt');
  mkdirSync(bin, { recursive: true });
  const { program, args } = neededProgram(agent);
  const quoted = [program, ...args].map((each) => `'${each}'`).join(' ');
  const file = join(bin, name);
  writeFileSync(
    file,
    `#!/bin/bash\nprintf '%s\\t' "$@" >> '${notes}'; echo >> '${notes}'\nexec ${quoted} "$@"\n`,
  );
  chmodSync(file, 0o755);
  // VS Code takes the path of a login shell
  for (const each of ['.profile', '.bash_profile', '.bashrc']) {
    writeFileSync(join(box.home, each), `export PATH='${bin}':$PATH\n`);
  }
  return {
    path: [bin, box.env['PATH']].join(delimiter),
    starts: () =>
      existsSync(notes)
        ? readFileSync(notes, 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.trim().split('\t'))
        : [],
  };
}

function resumes(open: () => Promise<Agent & { starts(): string[][] }>): void {
  let agent: (Agent & { starts(): string[][] }) | undefined;
  const opened = (): Agent & { starts(): string[][] } => {
    assert.ok(agent !== undefined);
    return agent;
  };
  before(async () => {
    agent = await open();
  });
  after(async () => {
    await agent?.scene.close();
    await agent?.model.close();
  });

  /** A turn that the limit ends, which is over in `ms`. */
  async function reachLimit(prompt: string, ms: number): Promise<SessionDetail> {
    const { limit, turn, page } = opened();
    limit(Date.now() + ms);
    await turn(prompt);
    return page.shows(
      ({ name, resume }) => name?.includes(prompt) === true && resume?.isOn === false,
    );
  }
  const press = async (): Promise<void> => {
    await opened().page.frame.getByRole('switch').click({ timeout: WAIT });
  };
  const told = ({ session }: SessionDetail): string[] =>
    recordings(opened().scene.profile)
      .flatMap(recordedEvents)
      .flatMap((event) =>
        event.type === 'intervention' && event.session === session && event.rung === 'resume'
          ? [event.state]
          : [],
      );

  itInAll('goes on once, in its own session, and answers', async () => {
    const { page, free, starts, word } = opened();
    const detail = await reachLimit('Count the files', 45_000);
    await press();
    await page.shows(({ session, resume }) => session === detail.session && resume?.isOn === true);
    free();
    const after = await page.shows(
      ({ session, receipts }) =>
        session === detail.session &&
        receipts.some(({ kind, state }) => kind === 'resume' && state === 'obeyed'),
      240_000,
    );
    assert.ok(Date.now() >= (detail.limit?.until ?? Infinity));
    assert.deepEqual(starts(), [[word, detail.session, modelTexts.resume]]);
    assert.deepEqual(told(after), ['requested', 'delivered', 'obeyed']);
    await page.reads(/Resumed after the limit/);
  });

  itInAll('not where it is still open in its folder: the person is told', async () => {
    const { page, starts, free } = opened();
    const before = starts().length;
    // the terminal of the session that was resumed is still there
    const detail = await reachLimit('Count them again', 45_000);
    await press();
    free();
    await page.shows(
      ({ session, resume }) => session === detail.session && resume?.refused === 'open',
      240_000,
    );
    await page.reads(/Not resumed: .* is still open in this folder/);
    assert.equal(starts().length, before);
    assert.deepEqual(told(detail), []);
  });

  itInAll('not later than the person’s bound, and not without the switch', async () => {
    const { scene, page, starts, free } = opened();
    const before = starts().length;
    await scene.window.command('Terminal: Kill All Terminals').catch(() => undefined);
    const soon = new Date(Date.now() + 60_000);
    scene.set({
      'turnwatch.resume.latest': `${soon.getHours()}:${String(soon.getMinutes()).padStart(2, '0')}`,
    });
    const detail = await reachLimit('Count them late', 150_000);
    await press();
    await scene.window.toast(/The limit ends later than your settings allow/);
    free();
    await page.shows(
      ({ session, verdict, state, resume }) =>
        session === detail.session &&
        state === 'idle' &&
        verdict === undefined &&
        resume === undefined,
      300_000,
    );
    assert.equal(starts().length, before);
    assert.deepEqual(told(detail), []);
  });
}

/** A limit that is not over, and when it is. */
interface Limited {
  until: number | undefined;
}

describe('Claude Code, after a limit', function () {
  this.timeout(600_000);
  resumes(async () => {
    const limited: Limited = { until: undefined };
    const fails = (): ModelFailure | undefined =>
      limited.until === undefined
        ? undefined
        : {
            status: 429,
            type: 'rate_limit_error',
            code: 'rate_limit_exceeded',
            message: `Claude AI usage limit reached|${Math.ceil(limited.until / 1000)}`,
          };
    const model = await startModel({ script, fails });
    const box = sandbox(model.url, { CLAUDE_CODE_MAX_RETRIES: '0' });
    trustWorkspace(box);
    const { path, starts } = putOnPath(box, 'claude-code', 'claude');
    const scene = await openScene(
      // what a login shell would have
      { 'turnwatch.resume.latest': '23:59', 'terminal.integrated.env.linux': { PATH: path } },
      {
        box,
        env: {
          HOME: box.home,
          SHELL: '/bin/bash',
          ...claudeEnv,
          CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
          ANTHROPIC_BASE_URL: model.url,
        },
      },
    );
    await scene.connect();
    return {
      scene,
      page: await scene.page(),
      model,
      box,
      starts,
      word: '--resume',
      limit: (until) => {
        limited.until = until;
      },
      free: () => {
        limited.until = undefined;
      },
      turn: (prompt) => headless(box, prompt),
    };
  });
});
