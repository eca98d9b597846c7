/** Steps and expectations that the tests of all agents share: held at a stall, connected, left alone, stopped, disconnected. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import type { Outcome, Sandbox } from './box.js';
import { summary, type Model, type ModelOptions, type ModelRequest } from './model.js';
import type { Scene } from './scene.js';
import { diligent, productive, stalling, stubborn, unwatched } from './scripts.js';

/** Generous: on a busy machine the agents take seconds to load. */
export const TURN_MS = 180_000;
/** The response before which a held model waits: well after the stall. */
const HELD = 9;
/** It goes on after that. */
const held = stalling.slice(0, HELD + 1);

/** Nothing can be sent to a session that is only watched. */
const onlyWatched = { textOnly: 'none', stop: false, guide: false } as const;

/** The turns of one agent, each with a scripted model of its own. */
export interface Turns {
  start: (options: Omit<ModelOptions, 'api'>) => Promise<Model>;
  turn: (model: Model, prompt: string) => Promise<Outcome>;
  /** The agent's session with this prompt, as the page showed it. */
  shows: (prompt: string, is: (detail: SessionDetail) => boolean) => Promise<SessionDetail>;
}

/** The turn after an order says with its prompt that tools are available again, once. */
export function toldToolsAreOn({ requests }: Model): void {
  assert.equal(
    JSON.stringify(requests[0]?.body.raw).split(modelTexts.toolsOn).length - 1,
    1,
    'the next turn is told once',
  );
}

/** Plays a stalling turn to its end, inspected while its model is held. */
export async function seenAlone({
  start,
  turn,
  shows,
}: Turns): Promise<{ model: Model; seen: SessionDetail }> {
  let release = (): void => undefined;
  const waiting = new Promise<void>((done) => {
    release = done;
  });
  try {
    const model = await start({
      script: held,
      before: (request) => (request.position === HELD ? waiting : Promise.resolve()),
    });
    const running = turn(model, 'Fix the failing test in the lexer');
    await model.waitFor((request) => request.position === HELD, TURN_MS);
    const seen = await shows(
      'Fix the failing test in the lexer',
      (detail) => detail.verdict?.level === 'stalled',
    );
    assert.deepEqual(seen.capabilities, onlyWatched);
    release();
    const outcome = await running;
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(played(model), held.length, summary(model.requests));
    assert.deepEqual(ours(model), []);
    return { model, seen };
  } finally {
    release();
  }
}

/** Watches a productive turn to its end: nothing is said about it or in it. */
export async function leftAlone(
  { start, turn, shows }: Turns,
  { workspace }: Sandbox,
): Promise<void> {
  const script = productive(workspace);
  const model = await start({ script });
  const outcome = await turn(model, 'Write a list of primes');
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(played(model), script.length, summary(model.requests));
  assert.deepEqual(ours(model), []);
  assert.equal(
    execFileSync('git', ['log', '-1', '--format=%s'], { cwd: workspace, encoding: 'utf8' }).trim(),
    'Add primes',
  );
  const detail = await shows('Write a list of primes', (each) => !each.open);
  assert.deepEqual(
    detail.rows.filter((row) => row.kind === 'verdict' || row.kind === 'intervention'),
    [],
  );
  assert.deepEqual(detail.receipts, []);
  assert.ok(detail.rows.filter((row) => row.kind === 'step' && row.progress).length >= 5);
}

/** A long turn that works is never judged a stall, and nothing is said in it. */
export async function leftAloneForLong(
  { start, turn, shows }: Turns,
  { workspace }: Sandbox,
): Promise<void> {
  const script = diligent(40);
  const model = await start({ script, delayMs: 50 });
  const prompt = 'Write all parts, one after the other';
  const outcome = await turn(model, prompt);
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(played(model), script.length, summary(model.requests));
  assert.deepEqual(ours(model), []);
  const parts = execFileSync('git', ['log', '--format=%s'], { cwd: workspace, encoding: 'utf8' })
    .split('\n')
    .filter((subject) => subject.startsWith('Part '));
  assert.equal(parts.length, Math.floor(script.length / 3), 'each part was committed');
  const detail = await shows(prompt, (each) => !each.open);
  assert.deepEqual(
    detail.rows.filter((row) => row.kind === 'verdict' || row.kind === 'intervention'),
    [],
  );
}

/** The turn of a model that ignores denials was stopped soon, and the person was asked. */
export function wasStopped(model: Model, detail: SessionDetail): void {
  assert.ok(played(model) < stubborn.length, summary(model.requests));
  const [order, stop] = detail.receipts.filter(({ kind }) => kind !== 'escalate');
  assert.deepEqual([order?.kind, order?.state, stop?.kind], ['text-only', 'ignored', 'stop']);
  assert.ok(order !== undefined && order.denials >= 1, receipts(detail));
  assert.ok(
    stop?.deliveredAt !== undefined && (stop.state === 'delivered' || stop.state === 'obeyed'),
    receipts(detail),
  );
  assert.ok(wasAsked(detail), 'the person is asked');
}

export function wasAsked(detail: SessionDetail): boolean {
  return detail.rows.some((row) => row.kind === 'intervention' && row.intervention === 'escalate');
}

/** `shown`: looks at what the person sees before the click. */
export async function connect(
  { window }: Pick<Scene, 'window'>,
  name: string,
  shown: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await window.command('Turnwatch: Connect Agent…');
  await window.pick(/Connect an agent|Choose an agent/, name);
  await shown();
  await window.answerChange(/runs these hooks/, 'Connect');
  await (await window.toast(new RegExp(`${name} is connected`))).dismiss();
}

export async function disconnect({ window }: Pick<Scene, 'window'>, name: string): Promise<void> {
  await window.command('Turnwatch: Disconnect Agent…');
  await window.answerChange(/Removes Turnwatch.s hooks/, 'Disconnect');
  await (await window.toast(new RegExp(`${name} is disconnected`))).dismiss();
}

/** Waits until the editor shows the change that Connect would make, with this word in it. */
export async function diffShows({ window }: Pick<Scene, 'window'>, word: string): Promise<void> {
  await window.page
    .locator('.monaco-diff-editor .editor.modified .view-lines')
    .filter({ hasText: word })
    .waitFor();
}

/** With nobody listening, a turn plays to its end, and neither the model nor the terminal sees anything of ours. */
export async function playsAlone({ start, turn }: Turns): Promise<void> {
  const model = await start({ script: unwatched });
  const outcome = await turn(model, 'Fix the test alone');
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(played(model), unwatched.length, summary(model.requests));
  assert.deepEqual(ours(model), []);
  // a path may hold any word
  assert.doesNotMatch(
    (outcome.stdout + outcome.stderr).replaceAll(/\/\S+/g, ''),
    /turnwatch|hook|plugin|curl/i,
  );
}

/** Responses of the script so far. */
export function played(model: Model): number {
  return model.requests.filter(({ reason }) => reason === 'script').length;
}

export function receipts(detail: SessionDetail): string {
  return detail.receipts
    .map(({ kind, state, denials }) => `${kind} ${state} (${denials} denials)`)
    .join(', ');
}

/** How often a request holds the order to answer in words. */
export function timesTold(request: ModelRequest | undefined): number {
  return (
    JSON.stringify(request?.body.raw ?? '').split('[Turnwatch] Tools are switched off').length - 1
  );
}

/** Our texts among what the model received. */
function ours(model: Model): string[] {
  return model.requests
    .map(({ body }) => JSON.stringify(body.raw))
    .filter((text) => /Turnwatch|curl:|hook error/.test(text))
    .map((text) => text.slice(-400));
}
