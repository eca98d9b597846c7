/** A stalled turn, with the real Claude Code, the real VS Code and a person's own settings around: seen, judged, answered in words. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uninstallHooks } from '../../src/agents/claude-code/answer.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { contains, lacks } from '../contains.js';
import { freePort } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import type { Outcome } from './harness/claude.js';
import {
  finalText,
  startModel,
  summary,
  type Model,
  type ModelOptions,
  type ModelRequest,
} from './harness/model.js';
import type { Page } from './harness/page.js';
import {
  openScene,
  punctually,
  recordedEvents,
  recordings,
  transcript,
  turn,
  type Scene,
} from './harness/scene.js';
import { call, say, stalling, type Script } from './harness/scripts.js';
import { replay } from './harness/replayed.js';

/** The verdict of seed 1 falls at the end of this step. */
const EIGHTH = 7;

describe('a stalled turn', () => {
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  let personal = '';
  /** Where the relay forwards to. */
  let upstream = 0;
  let stalled: SessionDetail | undefined;
  const ownHook = (): string => join(scene.box.home, 'own-hook.log');
  /** It takes its time: a step's look at the workspace is over by then, also on a busy machine. */
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel({ delayMs: 300, ...options }));
  };

  before(async () => {
    upstream = await freePort();
    scene = await openScene({
      'turnwatch.mode': 'auto',
      'turnwatch.preset': 'progress-detector',
      'turnwatch.relay.upstreams': { 'claude-code': `http://127.0.0.1:${upstream}` },
    });
    page = await scene.page();
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene.close();
  });

  it('is detected from the transcript alone without setup; only possible actions are offered', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      script: stalling,
      before: (request) => (request.position === 9 ? held : Promise.resolve()),
    });
    const running = turn(scene.box, model, 'Fix the failing test in the lexer');
    const { session } = await model.waitFor((request) => request.position === 9, 120_000);
    const seen = await page.shows(
      (detail) => detail.session === session && detail.verdict?.level === 'stalled',
    );
    assert.ok(
      seen.rows.some(
        (row) => row.kind === 'prompt' && row.text === 'Fix the failing test in the lexer',
      ),
    );
    assert.equal(seen.verdict?.detector, 'progress-detector');
    assert.deepEqual(seen.capabilities, {
      textOnly: 'none',
      stop: false,
      guide: false,
      onceConnected: true,
    });
    await page.reads(/Step 8, ok/);
    const force = page.frame.getByRole('button', { name: /^Force respond/ });
    assert.equal(await force.isVisible(), false);
    await page.frame
      .getByRole('button', { name: /^Connect\b/ })
      .first()
      .waitFor();
    await scene.window.command('Turnwatch: Force Respond');
    await scene.window.answerChange(/runs these hooks/, 'Cancel');
    const { settingsFile } = scene;
    assert.doesNotMatch(
      existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : '',
      /turnwatch/i,
    );
    await scene.window.command('Turnwatch: Stop Turn');
    const told = await scene.window.toast(/Turnwatch:/);
    assert.match(told.text, /Nothing can be sent to this session\. Connect the agent first/);
    await told.dismiss();
    release();
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.deepEqual(
      model.requests.filter((request) => request.marked),
      [],
    );
    assert.equal(
      model.requests.filter((request) => request.reason === 'script').length,
      stalling.length,
      summary(model.requests),
    );
  });

  it('is steered only after the person has reviewed and confirmed the change', async () => {
    const { page: workbench } = scene.window;
    // only now: at its first start the agent writes this file anew
    personal = `${JSON.stringify(
      {
        cleanupPeriodDays: 30,
        skipDangerousModePermissionPrompt: true,
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [{ type: 'command', command: `echo ran >> '${ownHook()}'` }],
            },
          ],
        },
        env: { MY_OWN: '1' },
      },
      null,
      4,
    )}\n`;
    writeFileSync(scene.settingsFile, personal);
    await scene.window.command('Turnwatch: Connect Agent…');
    await scene.window.pick(/Connect an agent/, 'Claude Code');
    const choices = workbench.locator('.quick-input-list .monaco-list-row');
    await choices.filter({ hasText: 'This project only' }).waitFor();
    await choices.filter({ hasText: 'All my projects' }).click();
    const diff = workbench.locator('.monaco-diff-editor .editor.modified .view-lines');
    await diff.filter({ hasText: 'UserPromptSubmit' }).waitFor();
    assert.equal(
      readFileSync(scene.settingsFile, 'utf8'),
      personal,
      'nothing is written before the click',
    );
    await scene.window.answerChange(/runs these hooks/, 'Connect');
    await scene.window.toast(/Claude Code is connected/);
    const after = readFileSync(scene.settingsFile, 'utf8');
    assert.notEqual(after, personal);
    assert.deepEqual(uninstallHooks(after), { text: personal }, 'all that is new is ours');
    assert.equal(readFileSync(backup(), 'utf8'), personal);
  });

  it('ends in words at the eighth idle step, with every step in the view before the next and nothing else touched', async () => {
    const { box } = scene;
    const before = { tree: treeOf(box.workspace), git: gitState(box.workspace) };
    const { model, outcome, session, ran, unseen } = await punctually(scene, oneTurn);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(outcome.stderr, '');
    assert.equal(outcome.stdout.trim(), finalText);

    // the model: eight steps, then the reminder in the very next request, then words
    const asked = model.requests.filter((request) => request.reason !== 'side-request');
    assert.equal(
      summary(asked),
      [...Array.from({ length: EIGHTH + 1 }, (_, i) => `script ${i}`), 'obeyed'].join(', '),
    );
    assert.match(asked.at(-1)?.body.newest ?? '', /\[Turnwatch\] Tools are switched off/);
    assert.deepEqual(
      asked.slice(0, -1).filter((request) => request.marked),
      [],
    );

    // the view: each step, the verdict, the receipt
    assert.deepEqual(unseen, [], 'each step is drawn while the model has not answered to it yet');
    stalled = await page.shows(
      (detail) =>
        detail.session === session &&
        !detail.open &&
        detail.receipts.some((receipt) => receipt.state === 'obeyed'),
    );
    assert.deepEqual(
      stalled.receipts.map(({ kind, state, by, denials }) => ({ kind, state, by, denials })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }],
    );
    const [receipt] = stalled.receipts;
    assert.ok(
      receipt?.deliveredAt !== undefined &&
        receipt.settledAt !== undefined &&
        receipt.requestedAt <= receipt.deliveredAt &&
        receipt.deliveredAt <= receipt.settledAt,
    );
    for (let step = 1; step <= EIGHTH + 1; step += 1) {
      await page.reads(new RegExp(`Step ${step}, ok`));
    }
    await page.reads(/8 steps in a row changed nothing and found nothing new \(limit 8\)/);
    await page.reads(
      /Force respond automatically requested [\d:]+ .*delivered [\d:]+ .*answered [\d:]+/i,
    );

    // nothing else
    assert.deepEqual({ tree: treeOf(box.workspace), git: gitState(box.workspace) }, before);
    assert.match(before.git, /^## main\n[0-9a-f]{40}\n$/, 'a clean tree');
    const commands = stalling
      .slice(0, EIGHTH + 1)
      .flat()
      .filter((block) => block.type === 'tool_use' && block.name === 'Bash').length;
    assert.equal(ran, commands, "the person's own hook ran for each of its commands");

    const late = await latencies(session);
    assert.equal(late.length, EIGHTH + 1, 'each step was written down and drawn');
    console.log(
      `      from the agent's own time of a step to the view: median ${late[Math.floor(late.length / 2)] ?? NaN} ms of ${late.join(', ')}`,
    );
  });

  /** A turn whose model answers only once the view has drawn the step before. `ran`: how often the person's own hook ran in it. */
  async function oneTurn(): Promise<{
    model: Model;
    outcome: Outcome;
    session: string;
    ran: number;
    unseen: string[];
  }> {
    const before = timesRun(ownHook());
    const unseen: string[] = [];
    const started = await start({ script: stalling, before: afterDrawing(unseen) });
    const outcome = await turn(scene.box, started, 'Fix the failing test in the parser');
    const session = started.requests.find((request) => request.reason === 'script')?.session ?? '';
    return { model: started, outcome, session, ran: timesRun(ownHook()) - before, unseen };
  }

  /** The model answers once the step before is in the view. `unseen`: the rows that never came. */
  function afterDrawing(unseen: string[]): (request: ModelRequest) => Promise<void> {
    let steps = 0;
    return async ({ reason, session = '' }) => {
      if (reason === 'side-request') {
        return;
      }
      const row = `step:${steps}`;
      steps += 1;
      if (steps === 1) {
        return;
      }
      await untilDeadline(120_000, async () => {
        assert.ok((await page.drawn(session)).has(row));
      }).catch(() => {
        unseen.push(row);
      });
    };
  }

  /** From the time at which the agent wrote a call down to the row in the page, for each step; sorted. */
  async function latencies(session: string): Promise<number[]> {
    const drawn = await page.drawn(session);
    const written = new Map<string, number>();
    for (const line of transcript(scene.box, session).lines) {
      for (const id of JSON.stringify(line.type === 'assistant' ? line : '').match(
        /toolu_script_\d+_\d+/g,
      ) ?? []) {
        if (!written.has(id) && typeof line.timestamp === 'string') {
          written.set(id, Date.parse(line.timestamp));
        }
      }
    }
    return (stalled?.rows ?? [])
      .flatMap((row) => {
        const [first] = row.kind === 'step' ? row.calls : [];
        const [from, to] = [
          written.get(first?.id ?? ''),
          row.kind === 'step' ? drawn.get(`step:${row.step}`) : undefined,
        ];
        return from === undefined || to === undefined ? [] : [to - from];
      })
      .sort((a, b) => a - b);
  }

  it('gives the same verdicts when its recording is replayed', async () => {
    // The row of the verdict stays; the verdict itself may be over before the next snapshot is posted.
    const shown = stalled?.rows.find((row) => row.kind === 'verdict' && row.level === 'stalled');
    assert.ok(stalled !== undefined, 'the turn before this one was seen');
    assert.equal(shown?.kind, 'verdict', 'the turn before this one was seen');
    const { session, rows } = stalled;
    const [file] = recordings(scene.profile);
    assert.ok(file !== undefined);
    await recorded(file, session);
    const replayed = replay(file).find((each) => each.session === session);
    const [verdict, ...others] =
      replayed?.verdicts.filter((each) => each.level === 'stalled') ?? [];
    assert.ok(verdict !== undefined, JSON.stringify(replayed));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [verdict.step, verdict.kind, verdict.detector],
      [EIGHTH, 'no-progress', 'progress-detector'],
    );
    const { level, count, threshold, at, evidence } = verdict;
    assert.deepEqual(
      { level, at, calls: evidence.calls, params: { count, threshold } },
      { level: shown.level, at: shown.at, calls: shown.calls, params: shown.what.params },
    );
    const step = rows.find((row) => row.kind === 'step' && row.step === verdict.step + 1);
    assert.ok(step?.kind === 'step');
    assert.deepEqual(
      [step.calls.at(-1)?.call, step.calls.at(-1)?.id],
      [verdict.call, verdict.callId],
    );

    const told = replay(
      '--preset',
      'progress-detector',
      '--format',
      'claude-code',
      transcript(scene.box, session).file,
    )[0];
    const heard = told?.verdicts.filter((each) => each.level === 'stalled') ?? [];
    assert.deepEqual(
      heard.map((each) => [each.step, each.call, each.detector]),
      [[verdict.step, verdict.call, verdict.detector]],
      "the agent's own transcript says the same",
    );
  });

  /** The recording is written a moment after the events. */
  async function recorded(file: string, session: string): Promise<void> {
    await untilDeadline(120_000, () => {
      assert.ok(
        recordedEvents(file).some(
          (event) => event.type === 'turn.end' && event.session === session,
        ),
      );
      return Promise.resolve();
    });
  }

  it('of a sub-agent belongs to it while its parent waits; the order reaches the sub-agent', async () => {
    const parent: Script = [
      [
        say('I hand it over.'),
        call('Agent', {
          description: 'Look into it',
          prompt: 'SUBTASK: find the failing test',
          subagent_type: 'general-purpose',
        }),
      ],
    ];
    const told: string[] = [];
    // the order is over once the sub-agent has answered it: the page is to be shown it before
    const model = await start({
      script: parent,
      branches: [{ prompt: 'SUBTASK', script: stalling }],
      before: async ({ reason, session }) => {
        if (reason === 'obeyed') {
          await page
            .showsNow(({ sessions }) =>
              sessions.some((each) => each.parent === session && each.state === 'text-only'),
            )
            .catch((error: unknown) => {
              told.push(String(error));
            });
        }
      },
    });
    const outcome = await turn(scene.box, model, 'Delegate the failing test');
    assert.deepEqual(told, []);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.ok(outcome.stdout.trim().endsWith(finalText), outcome.stdout);
    const session = model.requests.find((request) => request.reason === 'script')?.session ?? '';
    const marked = model.requests.filter((request) => request.marked);
    assert.equal(
      marked.length >= 1 && marked[0]?.reason === 'obeyed',
      true,
      summary(model.requests),
    );
    assert.ok(
      marked[0]?.body.userTexts.some((words) => words.includes('SUBTASK')),
      'the sub-agent is reminded',
    );
    const snapshots = await page.snapshots();
    const child = snapshots
      .flatMap((snapshot) => snapshot.sessions)
      .find((each) => each.parent === session);
    assert.ok(child !== undefined, 'the sub-agent has a session of its own');
    const states = (id: string): string[] => [
      ...new Set(
        snapshots.flatMap((snapshot) =>
          snapshot.sessions.filter((each) => each.session === id).map((each) => each.state),
        ),
      ),
    ];
    console.log(
      `      states of the sub-agent: ${states(child.session).join(', ')}; of its parent: ${states(session).join(', ')}`,
    );
    assert.ok(
      states(child.session).some((state) => state === 'stalled' || state === 'text-only'),
      states(child.session).join(),
    );
    contains(states(session), 'waiting');
    lacks(states(session), 'stalled');
    lacks(states(session), 'text-only');
    const [file] = recordings(scene.profile);
    assert.ok(file !== undefined);
    await recorded(file, session);
    const replayed = replay(file);
    const stalls = (id: string): number =>
      replayed
        .find((each) => each.session === id)
        ?.verdicts.filter((each) => each.level === 'stalled').length ?? NaN;
    assert.deepEqual([stalls(child.session), stalls(session)], [1, 0]);
  });

  it('is ended by the relay, which takes the tools out of the model request itself', async () => {
    await scene.window.command('Turnwatch: Start Model Relay for…');
    await scene.window.pick(/Start the model relay for/, 'Claude Code');
    const said = await scene.window.toast(/The model relay listens on/);
    const url = /http:\/\/\S+?(?=\. )/.exec(said.text)?.[0] ?? '';
    await said.dismiss();
    const { model, outcome, unseen } = await punctually(scene, async (again) => {
      const unseen: string[] = [];
      const before = afterDrawing(unseen);
      const model = await start({ script: stalling, port: upstream, before });
      const prompt = `Fix the failing test by way of the relay${again}`;
      return { model, outcome: await turn(scene.box, { url }, prompt), unseen };
    });
    assert.deepEqual(unseen, []);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(outcome.stdout.trim(), finalText);
    const asked = model.requests.filter((request) => request.reason !== 'side-request');
    assert.equal(
      summary(asked),
      [...Array.from({ length: EIGHTH + 1 }, (_, i) => `script ${i}`), 'no-tools'].join(', '),
    );
    assert.equal(asked.at(-1)?.body.toolChoice, undefined);
    const session = asked[0]?.session;
    const detail = await page.shows((each) => each.session === session && !each.open);
    assert.deepEqual(
      detail.receipts.map(({ kind, state }) => ({ kind, state })),
      [{ kind: 'text-only', state: 'obeyed' }],
    );
    assert.equal(detail.capabilities.textOnly, 'relay');
    await scene.window.command('Turnwatch: Stop Model Relay');
    await untilDeadline(120_000, () =>
      fetch(url).then(
        () => Promise.reject(new Error('the relay still answers')),
        () => undefined,
      ),
    );
  });

  it('leaves the settings restored byte for byte on disconnect', async () => {
    await scene.window.command('Turnwatch: Disconnect Agent…');
    await scene.window.answerChange(/Removes Turnwatch.s hooks/, 'Disconnect');
    await scene.window.toast(/Claude Code is disconnected/);
    assert.equal(readFileSync(scene.settingsFile, 'utf8'), personal);
  });

  function backup(): string {
    const folder = join(scene.box.home, '.claude');
    const name = readdirSync(folder).find((each) =>
      /^settings\.json\.turnwatch-.*\.bak$/.test(each),
    );
    assert.ok(name !== undefined, 'a backup is kept');
    return join(folder, name);
  }
});

/** Every file of the work tree by its content. */
function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !`${each.parentPath}/`.includes('/.git/'))
    .map((each) => join(each.parentPath, each.name))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
}

function gitState(folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['--no-optional-locks', ...args], { cwd: folder, encoding: 'utf8' });
  return git('status', '--porcelain', '--branch') + git('rev-parse', 'HEAD');
}

function timesRun(log: string): number {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
}
