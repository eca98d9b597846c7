/** Claude Code asks the person in its terminal, and the view says so within a second. */
import assert from 'node:assert/strict';
import { converse, type Conversation } from './harness/claude.js';
import { startModel, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { openScene, talkingTo, type Scene } from './harness/scene.js';
import { bash, call, say } from './harness/scripts.js';

const question = {
  question: 'Which one?',
  header: 'Pick',
  multiSelect: false,
  options: [
    { label: 'First', description: 'The first one' },
    { label: 'Second', description: 'The second one' },
  ],
};

describe('Claude Code waits for the person', () => {
  let scene: Scene;
  let page: Page;
  let model: Model;
  let terminal: Conversation;

  before(async () => {
    scene = await openScene();
    page = await scene.page();
    await scene.connect();
    model = await startModel({
      script: [
        [say('I will write it.'), bash('touch a.txt && sleep 3 && echo done')],
        [call('AskUserQuestion', { questions: [question] })],
      ],
    });
    terminal = await converse(talkingTo(scene.box, model), ['--permission-mode', 'default']);
  });
  after(async () => {
    await terminal.close();
    await model.close();
    await scene.close();
  });

  /** Milliseconds from the prompt on the screen to the view. */
  async function shown(prompt: RegExp, id: string): Promise<number> {
    await terminal.waitFor(prompt, 120_000);
    const asked = Date.now();
    await page.shows((detail) => detail.state === 'waiting' && detail.waitingFor?.id === id);
    return Date.now() - asked;
  }

  it('for permission and for an answer: shown at once, and over with the answer', async () => {
    await terminal.ask('Write the file');
    const permission = await shown(/Do you want to proceed/, 'wait.permission');
    terminal.press('enter');
    const input = await shown(/Which one\?/, 'wait.question');
    terminal.press('enter');
    await page.shows((detail) => !detail.open && detail.state === 'idle');
    console.log(`      permission shown after ${permission} ms, question after ${input} ms`);
    // on an idle machine within a second; the agent's own reminder comes after six
    assert.ok(Math.max(permission, input) < 5000, `${permission} ms, ${input} ms`);
  });
});
