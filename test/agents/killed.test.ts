/** An agent is killed in the middle of its turn while a second one works: its turn is over, and Force respond goes to the second. */
import assert from 'node:assert/strict';
import { contains } from '../contains.js';
import { headless, type Outcome } from './harness/claude.js';
import { finalText, startModel, summary, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import {
  openScene,
  recordedEvents,
  recordings,
  talkingTo,
  turn,
  type Scene,
} from './harness/scene.js';
import { replay } from './harness/replayed.js';
import { stalling } from './harness/scripts.js';

/** The first agent is held here: it has stalled, and the person was asked. */
const STALLED = 9;
/** The second one is held here, on its way. */
const AT_WORK = 2;

describe('a killed agent', () => {
  let scene: Scene;
  let page: Page;
  const models: Model[] = [];
  const releases: (() => void)[] = [];
  /** A model that waits at this response until it is released. */
  const heldAt = async (position: number): Promise<Model & { release: () => void }> => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const model = await startModel({
      script: stalling,
      before: (request) => (request.position === position ? held : Promise.resolve()),
    });
    models.push(model);
    releases.push(release);
    return { ...model, release };
  };
  const sessionAt = async (model: Model, position: number): Promise<string> => {
    const { session } = await model.waitFor((request) => request.position === position, 120_000);
    assert.ok(session);
    return session;
  };

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'ask' });
    page = await scene.page();
    await scene.connect();
  });
  after(async () => {
    for (const release of releases) {
      release();
    }
    await Promise.all(models.map((model) => model.close()));
    await scene.close();
  });

  it('captures no order: its turn ends at once, and Force respond goes to the second agent', async () => {
    const [first, second] = [await heldAt(STALLED), await heldAt(AT_WORK)];
    const kill = new AbortController();
    const killed = headless(
      talkingTo(scene.box, first),
      'Fix the failing test in the lexer',
      [],
      120_000,
      kill.signal,
    ).catch((error: unknown) => error);
    const dead = await sessionAt(first, STALLED);
    await page.showsNow(({ sessions }) =>
      sessions.some((each) => each.session === dead && each.needsPerson),
    );

    const working: Promise<Outcome> = turn(scene.box, second, 'Write the manual');
    const alive = await sessionAt(second, AT_WORK);
    await page.showsNow(({ sessions }) => sessions.some((each) => each.session === alive));

    kill.abort(); // SIGKILL
    const killedAt = Date.now();
    assert.ok((await killed) instanceof Error);
    await page.showsNow(({ sessions }) =>
      sessions.some((each) => each.session === dead && !each.open && !each.needsPerson),
    );
    console.log(`      its turn was over ${Date.now() - killedAt} ms later`);

    await scene.window.command('Turnwatch: Force Respond');
    await page.showsNow(
      ({ selected }) =>
        selected?.session === alive &&
        selected.receipts.some(({ kind, by }) => kind === 'text-only' && by === 'person'),
    );
    second.release();
    const outcome = await working;
    assert.equal(outcome.code, 0, outcome.stderr);
    contains(outcome.stdout, finalText);
    assert.equal(second.requests.at(-1)?.reason, 'obeyed', summary(second.requests));

    const [file = ''] = recordings(scene.profile);
    const events = recordedEvents(file);
    assert.deepEqual(
      events.flatMap((event) =>
        event.type === 'turn.end' && event.session === dead ? [event.reason] : [],
      ),
      ['interrupted'],
    );
    assert.deepEqual(
      events.filter(
        (event) => event.type === 'intervention' && event.session === dead && event.by === 'person',
      ),
      [],
    );
    const replayed = replay(file).find((each) => each.session === dead);
    assert.ok(replayed?.verdicts.some(({ level }) => level === 'stalled'));
  });
});
