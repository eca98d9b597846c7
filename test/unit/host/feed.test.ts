/** A hook's way through the feed: its events are judged, its answer steers the turn, and its receipt follows delivery. */
import assert from 'node:assert/strict';
import { claudeCode } from '../../../src/agents/claude-code/index.js';
import { BackgroundTasks } from '../../../src/agents/reading/background-tasks.js';
import { Feed } from '../../../src/host/live/feed.js';
import { openLive } from './live-window.js';

/** A window with hooks of Claude Code, and what it asked the workspace. */
function hooked() {
  const window = openLive({ capabilities: { textOnly: 'deny', stop: true, guide: true } });
  const { live, now } = window;
  const asked: string[] = [];
  const feed = new Feed({
    live,
    now,
    log: { info: () => undefined, warn: () => undefined },
    workspace: {
      turnOpened: (session) => asked.push(`${session} opened`),
      turnClosed: (session) => asked.push(`${session} closed`),
      observe: () => undefined,
      stepEnded: () => undefined,
      settle: () => Promise.resolve(true),
    },
    tasks: new BackgroundTasks(),
    sender: () => claudeCode,
    catchUp: () => Promise.resolve(),
    carried: () => false,
    onHook: () => undefined,
  });
  const hook = (
    event: string,
    more: Record<string, unknown> = {},
    delivered: Promise<boolean> = Promise.resolve(true),
  ): Promise<string> =>
    feed.hook(
      'claude-code',
      { session_id: 'S', cwd: '/w', transcript_path: '', hook_event_name: event, ...more },
      { receivedAt: now(), deadline: now() + 800, delivered },
    );
  const dispose = (): void => {
    feed.dispose();
    live.dispose();
  };
  return { ...window, asked, hook, dispose };
}

const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call-1' };

describe('a hook', () => {
  it('opens and closes its turn for the workspace', async () => {
    const { asked, hook, dispose } = hooked();
    await hook('UserPromptSubmit', { prompt: 'Fix it.' });
    await hook('UserPromptSubmit', { prompt: 'No, the other one.' });
    await hook('Stop', { stop_hook_active: false });
    assert.deepEqual(asked, ['S opened', 'S opened', 'S closed']);
    dispose();
  });

  it('is denied under text-only, and the receipt says delivered once the agent has the answer', async () => {
    const { live, interventions, hook, dispose } = hooked();
    await hook('UserPromptSubmit', { prompt: 'Fix it.' });
    live.interventions.forceRespond('S');
    let deliver: (arrived: boolean) => void = () => undefined;
    const delivered = new Promise<boolean>((resolve) => {
      deliver = resolve;
    });
    const printed = await hook('PreToolUse', call, delivered);
    assert.match(printed, /"permissionDecision":"deny"/);
    assert.deepEqual(interventions(), ['S text-only: requested']);
    deliver(true);
    await delivered;
    assert.deepEqual(interventions(), ['S text-only: requested, delivered']);
    await hook('Stop', { stop_hook_active: false });
    assert.deepEqual(interventions(), ['S text-only: requested, delivered, obeyed']);
    dispose();
  });

  it('prints nothing while watching is paused', async () => {
    const { live, recorded, hook, dispose } = hooked();
    live.pause();
    assert.equal(await hook('PreToolUse', call), '');
    assert.deepEqual(recorded, []);
    dispose();
  });
});
