/** What is done about a stall, mode by mode, by default thresholds: the person is asked, or the agent is told, or it is stopped. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { english } from '../../src/core/view/words/wording.js';
import { contains, lacks } from '../contains.js';
import { untilDeadline, type Toast } from '../host/harness/window.js';
import { headless, type Outcome } from './harness/claude.js';
import {
  deaf,
  finalText,
  startModel,
  summary,
  type Model,
  type ModelOptions,
} from './harness/model.js';
import type { Page } from './harness/page.js';
import {
  openScene,
  punctually,
  recordedEvents,
  recordings,
  talkingTo,
  turn,
  type Scene,
} from './harness/scene.js';
import { productive, stalling, stubborn, type Block } from './harness/scripts.js';
import { inWorktree, wasJudgedInWorktree, whileMainChanges } from './harness/worktree.js';
import { replay } from './harness/replayed.js';

/** The model is held here until the person has decided: well after the stall. */
const HELD = 9;
/** The same before any stall. */
const HELD_EARLY = 1;
/** A deaf model takes this long for a response: a countdown of 20 s ends before its script does. */
const THOUGHT_MS = 1000;

describe('interventions on a stall', () => {
  let scene: Scene;
  let model: Model | undefined;
  let release = (): void => undefined;
  const start = async (options: ModelOptions): Promise<Model> => {
    await model?.close();
    return (model = await startModel(options));
  };
  /** A stalling model that waits at its response HELD. */
  const startHeld = (): Promise<Model> => {
    const held = new Promise<void>((done) => {
      release = done;
    });
    return start({
      script: stubborn,
      before: (request) => (request.position === HELD ? held : Promise.resolve()),
    });
  };
  let running: Promise<Outcome> | undefined;
  const begin = (model: Model, prompt: string, box = scene.box): Promise<Outcome> =>
    (running = turn(box, model, prompt));
  const calls = async (): Promise<Toast[]> =>
    (await scene.window.toasts()).filter((toast) => toast.buttons.includes('Force respond'));
  const mode = async (page: Page, wanted: string): Promise<void> => {
    scene.set({ 'turnwatch.mode': wanted });
    await page.showsNow((snapshot) => snapshot.mode === wanted);
  };

  /** The person's click has become an order: on the way there the agent may be faster. */
  const ordered = (session: string | undefined): Promise<void> =>
    untilDeadline(120_000, () => {
      const orders = recordings(scene.profile)
        .flatMap(recordedEvents)
        .filter(
          (event) =>
            event.type === 'intervention' && event.session === session && event.by === 'person',
        );
      assert.ok(orders.length > 0, 'no order of the person is in the recording');
      return Promise.resolve();
    });

  /** A turn whose model ignores the person's order, until the person, who is asked, stops it. */
  const stoppedNow = async (
    prompt: string,
    press: (session: string) => Promise<void>,
  ): Promise<void> => {
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await start({
      script: stubborn,
      temper: 'deaf',
      before: ({ position = 0 }) =>
        position === HELD_EARLY
          ? held
          : position > HELD_EARLY
            ? sleep(THOUGHT_MS)
            : Promise.resolve(),
    });
    const running = begin(model, prompt);
    const { session = '' } = await model.waitFor(
      ({ position }) => position === HELD_EARLY,
      120_000,
    );
    await untilDeadline(120_000, () => {
      assert.ok(
        recordings(scene.profile)
          .flatMap(recordedEvents)
          .some((event) => event.type === 'tool.call' && event.session === session),
        'the window knows no call of the session',
      );
      return Promise.resolve();
    });
    await scene.window.command('Turnwatch: Force Respond');
    await ordered(session);
    release();
    await press(session);
    const pressed = Date.now();
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.ok(!outcome.stdout.includes(finalText), 'it did not come to an answer');
    console.log(`      ended ${Date.now() - pressed} ms after Stop now`);
    await untilDeadline(120_000, () => {
      const said = recordings(scene.profile)
        .flatMap(recordedEvents)
        .flatMap((event) =>
          event.type === 'intervention' && event.session === session && event.rung !== 'escalate'
            ? [`${event.rung} ${event.state} ${event.by}`]
            : [],
        );
      assert.deepEqual(
        [said.at(-1), said.filter((each) => / ignored /.test(each))],
        ['stop obeyed person', ['text-only ignored person']],
        said.join(', '),
      );
      return Promise.resolve();
    });
  };

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'ask' });
    await scene.connect();
  });
  afterEach(async () => {
    release();
    await running; // an agent that a failed test leaves behind would be the next one's session
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene.close();
  });

  it('ask, view hidden: one notification; nothing is sent until its Force respond is pressed', async () => {
    await scene.hidePage();
    const { model, outcome } = await punctually(scene, async () => {
      const model = await startHeld();
      const running = begin(model, 'Fix the failing test in the lexer');
      const { session } = await model.waitFor((request) => request.position === HELD, 120_000);
      const toast = await scene.window.toast(/6 steps in a row/);
      assert.match(
        toast.text,
        /^“[^”]+” \(Claude Code\) has stalled\. 6 steps in a row only repeated earlier steps/,
      );
      assert.deepEqual(toast.buttons, ['Force respond', 'Show', 'Snooze']);
      assert.equal((await calls()).length, 1);
      assert.deepEqual(
        model.requests.filter((request) => request.marked),
        [],
        'nothing was sent unasked',
      );
      await toast.press('Force respond');
      await ordered(session);
      release();
      return { model, outcome: await running };
    });
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    assert.equal(outcome.stdout.trim(), finalText);
    const asked = model.requests.filter((request) => request.reason !== 'side-request');
    assert.equal(
      summary(asked),
      [...Array.from({ length: HELD + 1 }, (_, i) => `script ${i}`), 'obeyed'].join(', '),
    );
    assert.equal((await calls()).length, 0, 'one notification per stall');
  });

  it('ask, view hidden, the order is ignored: Stop now of its notification ends the turn', () =>
    stoppedNow('Fix the failing test in the scanner', async () => {
      const toast = await scene.window.toast(/ignores that its tools are off/);
      assert.match(toast.text, /The turn will be stopped within 20 s\./);
      assert.deepEqual(toast.buttons, ['Stop now', 'Show', 'Keep waiting']);
      await toast.press('Stop now');
    }));

  it('ask, view visible: no notification, and one click on the card', async () => {
    const page = await scene.page();
    const model = await startHeld();
    const running = begin(model, 'Fix the failing test in the parser');
    const { session } = await model.waitFor((request) => request.position === HELD, 120_000);
    const detail = await page.shows((each) => each.session === session && each.needsPerson);
    assert.equal(detail.state, 'stalled');
    assert.ok(detail.report !== undefined);
    assert.equal(detail.capabilities.textOnly, 'deny');
    assert.deepEqual(
      detail.receipts.filter((receipt) => receipt.kind !== 'escalate'),
      [],
    );
    await page.reads(
      /Stalled .*Fix the failing test in the parser .*6 steps in a row only repeated earlier steps/,
    );
    assert.equal((await calls()).length, 0);
    assert.deepEqual(
      model.requests.filter((request) => request.marked),
      [],
    );
    await page.frame.getByRole('button', { name: /^Force respond/ }).click();
    await page.shows(
      (each) =>
        each.session === session &&
        each.receipts.some((receipt) => receipt.kind === 'text-only' && receipt.by === 'person'),
    );
    release();
    const outcome = await running;
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText]);
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    await page.shows(
      (each) =>
        each.session === session &&
        each.receipts.some((receipt) => receipt.kind === 'text-only' && receipt.state === 'obeyed'),
    );
    assert.equal((await calls()).length, 0);
  });

  it('ask, view visible, the order is ignored: Stop now of the card ends the turn', async () => {
    const page = await scene.page();
    await stoppedNow('Fix the failing test in the grammar', async (session) => {
      await page.shows((each) => each.session === session && each.stopsAt !== undefined);
      await page.frame.getByRole('button', { name: /^Stop now/ }).click();
    });
    assert.equal((await calls()).length, 0);
  });

  it('auto, in a worktree outside the folder: the agent is asked to answer by the eighth idle step', async () => {
    const page = await scene.page();
    await mode(page, 'auto');
    const { model, outcome } = await punctually(scene, async (again) => {
      const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
      const prompt = `Fix the failing test in the printer${again}`;
      return { model, outcome: await begin(model, prompt, inWorktree(scene.box)) };
    });
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText]);
    const played = model.requests.filter((request) => request.reason === 'script').length;
    assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
    assert.ok(played <= 8, summary(model.requests));
    const { session } = model.requests.find((request) => request.reason === 'script') ?? {};
    await wasJudgedInWorktree(
      scene,
      await page.shows((each) => each.session === session && !each.open),
    );
    console.log(`      told after ${played} steps`);
  });

  it('auto, in a worktree that the agent makes for the session: its branch is shown', async () => {
    const page = await scene.page();
    const model = await start({ script: stalling, ...whileMainChanges(scene.box) });
    const outcome = await (running = headless(
      talkingTo(scene.box, model),
      'Fix the failing test in the reader',
      ['--worktree', 'own'],
    ));
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText], outcome.stderr);
    const { session } = model.requests.find((request) => request.reason === 'script') ?? {};
    const { branch, receipts } = await page.shows((each) => each.session === session && !each.open);
    assert.match(branch ?? '', /own/);
    assert.deepEqual(
      receipts.map(({ kind, state }) => ({ kind, state })),
      [{ kind: 'text-only', state: 'obeyed' }],
    );
  });

  it('auto with a disobedient model: calls are denied, the turn is stopped, the person is asked', async () => {
    const page = await scene.page();
    const model = await start(deaf);
    const outcome = await begin(model, 'Fix the failing test, whatever anyone says');
    const session = model.requests.find((request) => request.reason === 'script')?.session ?? '';
    const played = model.requests.filter((request) => request.reason === 'script').length;
    const detail = await page.shows((each) => each.session === session && !each.open);
    console.log(
      `      stopped after ${played} of ${stubborn.length} responses, exit ${outcome.code ?? 'by signal'}; ${detail.receipts.map(({ kind, state, denials }) => `${kind} ${state} (${denials} denials)`).join(', ')}`,
    );
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.ok(played < stubborn.length, summary(model.requests));
    const [order, stop] = detail.receipts.filter(({ kind }) => kind !== 'escalate');
    assert.deepEqual([order?.kind, order?.state, stop?.kind], ['text-only', 'ignored', 'stop']);
    assert.ok(order !== undefined && order.denials >= 1);
    assert.ok(
      stop?.deliveredAt !== undefined && (stop.state === 'delivered' || stop.state === 'obeyed'),
      JSON.stringify(stop),
    );
    assert.ok(
      detail.rows.some((row) => row.kind === 'intervention' && row.intervention === 'escalate'),
      'the person is asked',
    );
  });

  it('leaves a productive turn alone, and says what counted', async () => {
    const page = await scene.page();
    const script: readonly (readonly Block[])[] = productive(scene.box.workspace);
    const model = await start({ script });
    const outcome = await begin(model, 'Write a list of primes');
    const session = model.requests.find((request) => request.reason === 'script')?.session ?? '';
    assert.deepEqual([outcome.code, outcome.stdout.trim()], [0, finalText]);
    assert.equal(
      model.requests.filter((request) => request.reason === 'script').length,
      script.length,
      summary(model.requests),
    );
    assert.equal(
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: scene.box.workspace,
        encoding: 'utf8',
      }).trim(),
      'Add primes',
    );
    const detail = await page.shows((each) => each.session === session && !each.open);
    assert.deepEqual(
      detail.rows.filter((row) => row.kind === 'verdict' || row.kind === 'intervention'),
      [],
    );
    assert.deepEqual(detail.receipts, []);
    const reasons = detail.rows
      .flatMap((row) =>
        row.kind === 'step' && row.progress
          ? [`${row.step}: ${row.note === undefined ? '' : english(row.note)}`]
          : [],
      )
      .reverse();
    console.log(`      what counted: ${reasons.join('; ')}`);
    assert.ok(reasons.length >= 5, reasons.join());
    assert.ok(
      reasons.every((reason) => /: ./.test(reason)),
      'each with its reason',
    );
    assert.ok(detail.metrics.lastProgress !== undefined && detail.metrics.filesModified >= 1);
    assert.equal((await calls()).length, 0);
    await page.reads(/progress/i);
    const states = (await page.snapshots()).flatMap((snapshot) =>
      snapshot.selected?.session === session ? [snapshot.selected.state] : [],
    );
    contains(states, 'progressing');
    lacks(states, 'stalled');
    lacks(states, 'watch');
    const replayed = replay(...recordings(scene.profile)).find((each) => each.session === session);
    assert.deepEqual(replayed?.verdicts, []);
  });
});
