/** An agent at rest that waits in a window for its next prompt: handed over by a click alone, with a receipt. */
import assert from 'node:assert/strict';
import type { HookContext } from '../../../src/bridge/requests/hook-request.js';
import type { Session } from '../../../src/core/turns/session.js';
import { hooked } from './hooked-window.js';

const SESSION = 'ses_e02204735ffebY67MDr8iMSlSN';
const PROMPT = 'What was seen of your last turn: Last test run: 3 failed.';

describe('an agent that waits for its next prompt', () => {
  let window: ReturnType<typeof hooked>;
  let close: (delivered: boolean) => void = () => undefined;

  /** A turn of opencode's whose tests failed, and that ended in words. */
  beforeEach(async () => {
    window = hooked();
    const user = { id: 'msg_1', role: 'user', time: { created: window.now() } };
    await tell('request', {
      messages: [{ info: user, parts: [{ type: 'text', text: 'Fix it' }] }],
    });
    const state = {
      status: 'completed',
      input: { command: 'npm test' },
      output: 'Tests: 3 failed, 9 passed, 12 total',
      metadata: { exit: 1 },
      time: { start: window.now(), end: window.now() },
    };
    const call = { id: 'p1', type: 'tool', tool: 'bash', callID: 'c1', state };
    const time = { created: window.now(), completed: window.now() };
    const tested = { id: 'msg_2', role: 'assistant', time, finish: 'tool-calls' };
    await tell('request', { messages: [{ info: tested, parts: [call] }] });
    const answered = { id: 'msg_3', role: 'assistant', time, finish: 'stop' };
    await tell('message', { messages: [{ info: answered, parts: [] }] });
    const words = { id: 'p2', type: 'text', text: 'All tests pass now.', time: { end: 1 } };
    await tell('idle', { messages: [{ info: answered, parts: [words] }] });
  });
  afterEach(() => {
    window.dispose();
  });

  function tell(place: string, more: object, how: Partial<HookContext> = {}): Promise<string> {
    return window.feed.hook(
      'opencode',
      { session_id: SESSION, cwd: '/w', opencode: place, ...more },
      {
        receivedAt: window.now(),
        deadline: window.now() + 60_000,
        delivered: Promise.resolve(true),
        ...how,
      },
    );
  }
  /** Its hook stays open. */
  function wait(deadline = window.now() + 60_000): Promise<string> {
    const delivered = new Promise<boolean>((resolve) => {
      close = resolve;
    });
    return tell('idle', { messages: [] }, { prompts: 'next', deadline, delivered });
  }
  const known = (): Session => {
    const session = window.live.sessions.get(SESSION);
    assert.ok(session !== undefined);
    return session;
  };
  const sendBack = (): Promise<boolean> => window.live.idle.sendBack(known(), PROMPT);
  const end = () => window.live.view.snapshot().sessions[0]?.end;

  it('is sent back by a click, and the receipt says when it has arrived', async () => {
    const printed = wait();
    assert.deepEqual([end()?.isHeld, end()?.claim], [true, 'All tests pass now.']);
    const sent = sendBack();
    assert.equal(await printed, JSON.stringify({ text: PROMPT }));
    assert.deepEqual(window.interventions(), [`${SESSION} guide: requested`]);
    close(true);
    assert.equal(await sent, true);
    assert.deepEqual(window.interventions(), [`${SESSION} guide: requested, delivered`]);
    assert.equal(end()?.isHeld, undefined);
  });

  it('takes nothing once it is at work again, or had none waiting', async () => {
    assert.equal(await sendBack(), false);
    const printed = wait();
    close(false);
    assert.equal(await printed, '');
    assert.equal(await sendBack(), false);
    assert.deepEqual(window.interventions(), []);
  });

  it('was given a prompt that did not arrive: it is withdrawn, and the click may do something else', async () => {
    const printed = wait();
    const sent = sendBack();
    close(false);
    await printed;
    assert.equal(await sent, false);
    assert.deepEqual(window.interventions(), [`${SESSION} guide: requested, withdrawn`]);
  });

  it('is let go before its hook gives up, by a newer one, and as the window closes', async () => {
    assert.equal(await wait(window.now() + 500), '');
    const [first, second] = [wait(), wait()];
    assert.equal(await first, '');
    window.dispose();
    assert.equal(await second, '');
  });
});
