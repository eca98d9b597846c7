/** The story of `npm start`: a window, a turn that stalls, the verdict and the answer. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { headless } from '../agents/harness/claude.js';
import { summary } from '../agents/harness/model.js';
import { TooLate, type Shown } from './link.js';
import { neutral } from './neutral.js';
import { answer, prompt } from './sample.js';
import { setUp, view, windowUp, type Stage, type StartOptions } from './stage.js';

const byPerson = 'a person ends it';
/** Speed of a recording in an unattended run, as a multiple. */
const HASTE = 8;
const recording = resolve('media/samples/stalled-turn.jsonl');

/** @returns the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(byPerson);
  const asked = (): boolean => ending.signal.reason === byPerson;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, stop);
  } // kept to the end: a second Ctrl-C must not interrupt the clean-up
  const cleanUp: (() => Promise<void> | void)[] = [];
  try {
    const stage = await setUp(options, ending.signal, cleanUp);
    void stage.editor.ended.then((why) => {
      if (ending.signal.aborted) {
        return;
      }
      console.log(`\n${why}.`);
      ending.abort();
    });
    await windowUp(stage);
    let good = await oneTurn(stage);
    if (options.once) {
      return good ? 0 : 1;
    }
    while (await anotherTurn(stage)) {
      good = (await oneTurn(stage)) && good;
    }
    return good ? 0 : 1;
  } catch (error) {
    if (!ending.signal.aborted) {
      console.error(
        error instanceof TooLate ? `The window or the turn is late: ${error.message}.` : error,
      );
    }
    return asked() ? 0 : 1;
  } finally {
    ending.abort();
    for (const step of cleanUp.reverse()) {
      await step();
    }
    if (asked()) {
      console.log('\nEverything is ended and removed.');
    }
  }
}

async function oneTurn(stage: Stage): Promise<boolean> {
  const good =
    stage.options.claude === undefined ? await recordedTurn(stage) : await liveTurn(stage);
  const { page, options } = stage;
  if (page && options.screenshot !== undefined) {
    await sleep(500); // the last snapshot is drawn
    mkdirSync(dirname(options.screenshot), { recursive: true });
    await page.screenshot({ path: options.screenshot });
    console.log(`   The window at the end: ${options.screenshot}`);
  }
  return good;
}

async function liveTurn(stage: Stage): Promise<boolean> {
  const { options, box, link, signal, model, over } = stage;
  console.log(`2  Claude Code begins a turn that goes nowhere: “${prompt}”`);
  const before = model.requests.length;
  const turn = headless(box, prompt, [], 180_000, signal);
  turn.catch(() => undefined);
  const fresh = await link.waitFor(
    (shown) => (shown.session !== '' && !over.has(shown.session) ? shown.session : undefined),
    30_000,
    signal,
  );
  const of =
    <T>(is: (shown: Shown) => T | undefined) =>
    (shown: Shown): T | undefined =>
      shown.session === fresh ? is(shown) : undefined;
  const stall = await link.waitFor(
    of((shown) => shown.stall),
    90_000,
    signal,
  );
  console.log(`3  Stalled after ${stall.steps} steps: ${stall.verdict}`);
  if (options.ask) {
    console.log('   Turnwatch asks you: press Force respond in its card.');
    if (options.once) {
      await view(stage).getByRole('button', { name: 'Force respond' }).first().click();
    }
  }
  const settled = await link.waitFor(
    of((shown) => shown.receipts.find(({ state }) => state === 'obeyed' || state === 'ignored')),
    120_000,
    signal,
  );
  const { code, stdout, stderr } = await turn;
  over.add(fresh);
  if (settled.state !== 'obeyed' || code !== 0 || !stdout.includes(answer.slice(0, 40))) {
    console.log(
      `4  It did not answer in words: ${settled.state}, Claude Code ended with ${String(code)}. ${stderr}\n   ${stdout}\n   The model saw: ${summary(model.requests.slice(before))}`,
    );
    return false;
  }
  console.log(`4  Forced to answer: “${stdout.trim()}”`);
  console.log(
    `   Receipt: requested ${clock(settled.requestedAt)}, delivered ${clock(settled.deliveredAt)}, answered ${clock(settled.settledAt)}; ${['no call was', 'one call was'][settled.denials] ?? `${settled.denials} calls were`} denied.`,
  );
  if (options.save !== undefined) {
    await save(stage, options.save);
  }
  return true;
}

async function recordedTurn({ options, link, signal }: Stage): Promise<boolean> {
  console.log(
    `2  Without Claude Code (${options.recordedBecause ?? 'it is not there'}): a recorded turn is played, and labelled as recorded.`,
  );
  link.play(recording, options.once ? HASTE : 1);
  const stall = await link.waitFor((shown) => shown.playback && shown.stall, 60_000, signal);
  console.log(`3  Stalled after ${stall.steps} steps, recorded: ${stall.verdict}`);
  const over = await link.waitFor(
    (shown) =>
      shown.playback && shown.playback.played === shown.playback.total ? shown : undefined,
    60_000,
    signal,
  );
  console.log(`4  Forced to answer, recorded: “${over.message ?? ''}”`);
  console.log(`   Recorded receipt: ${over.interventions.join(', ') || 'none'}.`);
  return over.interventions.includes('obeyed');
}

/** The window's event log, without data of this machine. */
async function save({ link, profile, box }: Stage, file: string): Promise<void> {
  const source = await link.recording(5000);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    neutral(readFileSync(source, 'utf8'), {
      project: box.workspace,
      home: box.home,
      profile: profile.root,
    }),
  );
  console.log(`   The event log: ${file}`);
}

/** Enter plays another turn; false to end. */
async function anotherTurn({ signal, editor }: Stage): Promise<boolean> {
  if (signal.aborted) {
    return false;
  }
  console.log(
    process.stdin.isTTY
      ? '\nLook around as long as you like. Enter: another turn. Ctrl-C: end.'
      : '\nLook around as long as you like. Ctrl-C ends it.',
  );
  const input = createInterface({ input: process.stdin });
  try {
    return await Promise.race([
      new Promise<boolean>((done) => {
        if (process.stdin.isTTY) {
          input.once('line', () => done(true));
        }
      }),
      new Promise<boolean>((done) => {
        signal.addEventListener('abort', () => done(false));
      }),
      editor.ended.then(() => false),
    ]);
  } finally {
    input.close();
  }
}

const clock = (at: number | undefined): string =>
  at === undefined ? 'never' : new Date(at).toTimeString().slice(0, 8);
