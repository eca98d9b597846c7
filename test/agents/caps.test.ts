/** The real Claude Code passes a person's own cap of tokens: told with its numbers, and ended in words where the person chose so. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../src/core/events.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { untilDeadline } from '../host/harness/window.js';
import { itInAll } from '../tier.js';
import { finalText, startModel, summary, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import {
  openScene,
  punctually,
  recordedEvents,
  recordings,
  turn,
  type Scene,
} from './harness/scene.js';
import { bash, type Script } from './harness/scripts.js';

/** Each response of the scripted model reads a thousand tokens. */
const CAP = 3000;
/** Gets something done with each of its steps: nothing but the cap speaks against it. */
const working: Script = Array.from({ length: 14 }, (_, i) => [
  bash(`echo "Chapter ${i} is done" >> notes-${i}.txt && wc notes-${i}.txt`, 'Write a chapter'),
]);

describe('Claude Code, past a cap of the person’s own', function () {
  this.timeout(300_000);
  let scene: Scene;
  let page: Page;
  let last: Model | undefined;

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'ask' });
    await scene.connect();
    page = await scene.page();
  });
  afterEach(async () => {
    await last?.close();
    last = undefined;
  });
  after(async () => {
    await scene?.close();
  });

  /** One turn with these caps. @returns its model, its last words and its session as the page shows it once that is over */
  async function play(
    caps: object,
    prompt: string,
  ): Promise<{ model: Model; words: string; detail: SessionDetail }> {
    scene.set({ 'turnwatch.caps': caps });
    const { model, outcome } = await punctually(scene, async (again) => {
      await last?.close();
      last = await startModel({ script: working, delayMs: 500 });
      return { model: last, outcome: await turn(scene.box, last, `${prompt}${again}`) };
    });
    assert.equal(outcome.code, 0, outcome.stderr);
    const session = model.requests[0]?.session;
    const detail = await page.shows((each) => each.session === session && each.end !== undefined);
    return { model, words: outcome.stdout.trim(), detail };
  }
  const recorded = (session: string): TurnEvent[] =>
    recordings(scene.profile)
      .flatMap(recordedEvents)
      .filter((event) => 'session' in event && event.session === session);

  itInAll('answers in words once the cap ends its turn', async () => {
    const { model, words, detail } = await play(
      { turn: { tokens: CAP, then: 'end' } },
      'Write the chapters',
    );
    assert.equal(words, finalText, summary(model.requests));
    const scripted = model.requests.filter(({ reason }) => reason === 'script').length;
    assert.ok(scripted < working.length, 'it was not done');
    const [told] = model.requests.filter(({ marked }) => marked).map(({ body }) => body.newest);
    assert.match(
      told ?? '',
      /a cap that the user set is reached \(This turn: \d\.\d+K tokens, your cap is 3K\)/,
    );
    await untilDeadline(120_000, () => {
      const events = recorded(detail.session);
      const caps = events.filter(({ type }) => type === 'cap');
      assert.equal(caps.length, 1);
      assert.deepEqual(
        events.flatMap((event) =>
          event.type === 'intervention' ? [`${event.rung} ${event.by} ${event.state}`] : [],
        ),
        ['text-only auto requested', 'text-only auto delivered', 'text-only auto obeyed'],
      );
      return Promise.resolve();
    });
    assert.ok((detail.spent?.turn?.tokens.input ?? 0) >= CAP);
    await page.reads(/This turn: \d\.\d+K tokens, your cap is 3K/);
    await page.reads(/Force respond answered/);
  });

  itInAll('goes on where the cap only warns, and is told once', async () => {
    const { model, detail } = await play({ turn: { tokens: CAP } }, 'Write the chapters again');
    assert.equal(
      model.requests.filter(({ reason }) => reason === 'script').length,
      working.length,
      summary(model.requests),
    );
    assert.equal(detail.caps?.length, 1);
    assert.deepEqual(detail.receipts, []);
  });

  itInAll('calls the person where the cap asks, until the turn is over', async () => {
    const { detail } = await play({ turn: { tokens: CAP, then: 'ask' } }, 'Write them once more');
    const asked = await page.shows(
      (each) => each.session === detail.session && each.state === 'escalated',
    );
    assert.equal(asked.needsPerson, true);
    assert.equal(asked.verdict, undefined);
    assert.equal(detail.needsPerson, false);
    assert.deepEqual(
      recorded(detail.session).flatMap((event) =>
        event.type === 'intervention' ? [`${event.rung} ${event.state}`] : [],
      ),
      ['escalate requested'],
    );
  });
});
