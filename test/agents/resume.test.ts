/** Real agents reach their provider's limit; once it is over, they go on in a terminal, where the person switched that on. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { modelTexts } from '../../src/core/interventions/model-texts.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, runAgent, type Sandbox } from './harness/box.js';
import { trustWorkspace } from './harness/claude.js';
import type { ModelFailure } from './harness/model-failures.js';
import { startModel, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram, neededProgram } from './harness/program.js';
import { foldersOf, pointAt, providerAgent } from './harness/providers.js';
import { openScene, recordedEvents, recordings, type Scene } from './harness/scene.js';
import { say, type Script } from './harness/scripts.js';
import { openTerminal, type Terminal } from './harness/terminal.js';

const WAIT = 120_000;
const answer = 'It went on.';
const script: Script = Array.from({ length: 40 }, () => [say(answer)]);

interface Resumed {
  id: string;
  program: string;
  /** The arguments before the session's id. */
  words: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What its person did before. */
  prepare?(box: Sandbox): void;
  /** How the provider refuses until then (milliseconds since the epoch); `before`: how often it did so far. */
  fails(until: number, before: number): ModelFailure;
  /** Only its hooks tell of the limit. */
  connects?: true;
  /** Its program with the session open. Default: the terminal in which it went on. */
  hold?: readonly string[];
}

interface Agent {
  scene: Scene;
  page: Page;
  model: Model;
  /** The person's own terminal. */
  box: Sandbox;
  /** The provider refuses from its next answer on, and says that this is over in `ms`. */
  limit(ms: number): void;
  free(): void;
  /** The arguments of each start in a terminal of the editor's. */
  starts(): string[][];
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

async function openAgent({ id, program, env, prepare, fails, connects }: Resumed): Promise<Agent> {
  const known = providerAgent(id);
  let [lasts, until, before]: [number | undefined, number, number] = [undefined, 0, 0];
  const model = await startModel({
    api: known.api,
    script,
    fails: ({ reason }) => {
      if (lasts === undefined || reason === 'side-request') {
        return undefined;
      }
      // a program that has yet to be loaded takes a minute for that on a busy machine
      until ||= Date.now() + lasts;
      return fails(until, before++);
    },
  });
  const box = makeBox(id, env);
  const pointed = pointAt(known, box, `${model.url}${known.path}`);
  prepare?.(box);
  const { path, starts } = putOnPath(box, id, program);
  const added = Object.entries(pointed.env).filter(([name]) => box.env[name] === undefined);
  const scene = await openScene(
    // what a login shell would have
    { 'turnwatch.resume.latest': '23:59', 'terminal.integrated.env.linux': { PATH: path } },
    {
      box,
      env: {
        HOME: box.home,
        SHELL: '/bin/bash',
        ...foldersOf(box),
        ...env,
        ...Object.fromEntries(added),
      },
    },
  );
  if (connects === true) {
    await scene.connect();
  }
  return {
    scene,
    page: await scene.page(),
    model,
    box: pointed,
    starts,
    limit: (ms) => {
      [lasts, until, before] = [ms, 0, 0];
    },
    free: () => {
      lasts = undefined;
    },
  };
}

interface Scenes {
  opened(): Agent;
  /** A turn without a screen, ended by a limit that is over in `ms`. */
  reachLimit(prompt: string, ms: number): Promise<SessionDetail>;
  press(): Promise<void>;
  /** What became of it, as recorded. */
  told(detail: SessionDetail): string[];
}

function describeResumes(
  name: string,
  resumed: Resumed,
  more: (scenes: Scenes) => void = () => undefined,
): void {
  describe(`${name}, after a limit`, function () {
    this.timeout(600_000);
    let agent: Agent | undefined;
    const opened = (): Agent => {
      assert.ok(agent !== undefined);
      return agent;
    };
    before(async function () {
      const program = agentProgram(resumed.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      agent = await openAgent(resumed);
    });
    after(async () => {
      await agent?.scene.close();
      await agent?.model.close();
    });

    const reachLimit = async (prompt: string, ms: number): Promise<SessionDetail> => {
      const { limit, box, page } = opened();
      limit(ms);
      await runAgent(resumed.id, box, providerAgent(resumed.id).args(prompt), 2 * WAIT);
      return page.shows(
        ({ name, resume }) => name?.includes(prompt) === true && resume?.isOn === false,
      );
    };
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
      const { page, free, starts } = opened();
      const detail = await reachLimit('Count the files', 45_000);
      await press();
      await page.shows(
        ({ session, resume }) => session === detail.session && resume?.isOn === true,
      );
      free();
      const after = await page.shows(
        ({ session, receipts }) =>
          session === detail.session &&
          receipts.some(({ kind, state }) => kind === 'resume' && state === 'obeyed'),
        240_000,
      );
      assert.ok(Date.now() >= (detail.limit?.until ?? Infinity));
      assert.deepEqual(starts(), [[...resumed.words, detail.session, modelTexts.resume]]);
      // a recording is written a moment later
      await untilDeadline(WAIT, () => {
        assert.deepEqual(told(after), ['requested', 'delivered', 'obeyed']);
        return Promise.resolve();
      });
      await page.reads(/Resumed after the limit/);
    });

    itInAll('not where it is still open in its folder: the person is told', async () => {
      const { page, starts, free, box } = opened();
      const before = starts().length;
      const detail = await reachLimit('Count them again', 45_000);
      const { program, args } = neededProgram(resumed.id);
      const held: Terminal | undefined =
        resumed.hold &&
        openTerminal(program, [...args, ...resumed.hold, detail.session], {
          cwd: box.workspace,
          env: box.env,
        });
      try {
        await press();
        free();
        await page.shows(
          ({ session, resume }) => session === detail.session && resume?.refused === 'open',
          240_000,
        );
        await page.reads(/Not resumed: .* is still open in this folder/);
      } finally {
        await held?.close();
      }
      assert.equal(starts().length, before);
      assert.deepEqual(told(detail), []);
    });

    more({ opened, reachLimit, press, told });
  });
}

const limit = { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' };

describeResumes(
  'Claude Code',
  {
    id: 'claude-code',
    program: 'claude',
    words: ['--resume'],
    env: { CLAUDE_CODE_MAX_RETRIES: '0' },
    prepare: trustWorkspace,
    fails: (until) => ({
      ...limit,
      message: `Claude AI usage limit reached|${Math.ceil(until / 1000)}`,
    }),
    connects: true,
  },
  ({ opened, reachLimit, press, told }) => {
    itInAll('not later than the person’s bound, and not without the switch', async () => {
      const { scene, page, starts, free } = opened();
      const before = starts().length;
      await scene.window.command('Terminal: Kill All Terminals').catch(() => undefined);
      const { session } = await reachLimit('Count them late', 150_000);
      const soon = new Date(Date.now() + 75_000);
      soon.setSeconds(0, 0);
      scene.set({
        'turnwatch.resume.latest': `${soon.getHours()}:${String(soon.getMinutes()).padStart(2, '0')}`,
      });
      const detail = await page.shows(
        (each) => each.session === session && each.resume?.latest === soon.getTime(),
      );
      await press();
      await scene.window.toast(/The limit ends later than your settings allow/);
      free();
      await page.shows(
        (each) =>
          each.session === session &&
          each.state === 'idle' &&
          each.verdict === undefined &&
          each.resume === undefined,
        300_000,
      );
      assert.equal(starts().length, before);
      assert.deepEqual(told(detail), []);
    });
  },
);

/** How much of its week is used, in percent. */
let weekUsed = '10.0';

describeResumes(
  'Codex',
  {
    id: 'codex',
    program: 'codex',
    words: ['resume'],
    prepare: ({ home, workspace }) => {
      appendFileSync(
        join(home, '.codex/config.toml'),
        `\n[analytics]\nenabled = false\n[features]\ndaemon_auto_start = false\n[projects.${JSON.stringify(workspace)}]\ntrust_level = "trusted"\n`,
      );
    },
    fails: (until) => ({
      status: 429,
      type: 'usage_limit_reached',
      code: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      headers: {
        'x-codex-primary-used-percent': '100.0',
        'x-codex-primary-window-minutes': '300',
        'x-codex-primary-reset-at': String(Math.ceil(until / 1000)),
        'x-codex-secondary-used-percent': weekUsed,
        'x-codex-secondary-window-minutes': '10080',
        'x-codex-secondary-reset-at': String(Math.ceil(until / 1000) + 86_400),
      },
    }),
  },
  ({ opened, reachLimit, press, told }) => {
    itInAll('not where more of its week is used than the person’s bound', async () => {
      const { scene, page, starts, free } = opened();
      const before = starts().length;
      await scene.window.command('Terminal: Kill All Terminals').catch(() => undefined);
      weekUsed = '90.0';
      const detail = await reachLimit('Count what is left', 45_000);
      await press();
      free();
      await page.shows(
        ({ session, resume }) => session === detail.session && resume?.refused === 'share',
        240_000,
      );
      assert.equal(starts().length, before);
      assert.deepEqual(told(detail), []);
    });
  },
);

describeResumes('opencode', {
  id: 'opencode',
  program: 'opencode',
  words: ['run', '--session'],
  // it asks five times more by itself
  fails: (until, before) => ({
    ...limit,
    message: 'The usage limit has been reached',
    headers: {
      'retry-after': String(before < 5 ? 0.2 : Math.ceil((until - Date.now()) / 1000)),
    },
  }),
  hold: ['--session'],
});
