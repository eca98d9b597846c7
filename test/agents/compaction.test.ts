/** Claude Code condenses its context in a fork of its own, which calls tools in vain and need not tell its end: it is no sub-agent. */
import assert from 'node:assert/strict';
import { converse, type Conversation } from './harness/claude.js';
import { finalText, startModel, summary, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { openScene, talkingTo, type Scene } from './harness/scene.js';
import { bash, say } from './harness/scripts.js';

describe('a compaction', function () {
  this.timeout(300_000);
  let scene: Scene;
  let page: Page;
  let model: Model | undefined;
  let conversation: Conversation | undefined;

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'ask' });
    page = await scene.page();
    await scene.connect();
  });
  after(async () => {
    await conversation?.close();
    await model?.close();
    await scene.close();
  });

  it('leaves nothing that seems to go on, even if the model calls a tool where it was to summarize', async () => {
    model = await startModel({
      script: [
        [bash('echo one')],
        [say(finalText)],
        [bash('echo two')],
        [say(`${finalText} Again.`)],
      ],
      branches: [{ prompt: 'Respond with TEXT ONLY', script: [[bash('echo in vain')]] }],
    });
    conversation = await converse(talkingTo(scene.box, model));
    await conversation.ask('Look around');
    await conversation.waitFor((screen) => screen.includes(finalText), 120_000);
    await conversation.ask('/compact');
    await conversation.waitFor(/during compaction|Compacted/, 120_000);
    assert.ok(
      model.requests.some(({ answer }) => JSON.stringify(answer).includes('in vain')),
      summary(model.requests),
    );
    await conversation.ask('Look once more');
    await conversation.waitFor((screen) => screen.includes('Again.'), 120_000);
    await page.showsNow(
      ({ sessions, selected }) =>
        selected?.turn === 1 && !selected.open && sessions.every(({ open }) => !open),
    );
    await page.showsNow(({ sessions }) => sessions.length === 1);
  });
});
