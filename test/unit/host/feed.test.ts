/** A hook's way through the feed: its events are judged, its answer steers the turn, and its receipt follows delivery. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import type { DrivenTracker } from './live-window.js';
import { hooked, toldOnly } from './hooked-window.js';
import { agentNamed } from '../support/agents.js';

const geminiCli = agentNamed('gemini-cli');

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
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

  describe('at the end of a step', () => {
    const batch = { tool_calls: [{ ...call, tool_response: 'a.ts' }] };
    /** One step up to its end, and what is recorded from there; `look` settles the look at the workspace. */
    async function stepEnds() {
      const looked = withResolvers();
      const window = hooked(() => looked.promise);
      await window.hook('UserPromptSubmit', { prompt: 'Fix it.' });
      await window.hook('PreToolUse', call);
      await window.hook('PostToolUse', { ...call, tool_response: 'a.ts' });
      const from = window.recorded.length;
      assert.equal(await window.hook('PostToolBatch', batch), '', 'the agent waits for no look');
      const seen = (): string[] =>
        window.recorded
          .slice(from)
          .flatMap(({ type }) => (/^(?:step.end|turn.end|workspace)$/.test(type) ? [type] : []));
      const look = async (): Promise<void> => {
        window.live.push({
          v: 1,
          type: 'workspace',
          signal: 'git',
          fingerprint: 'f',
          root: '/w',
          at: window.now(),
        });
        looked.resolve();
        await looked.promise;
      };
      return { ...window, seen, look };
    }

    it('has what the step changed before it', async () => {
      const { seen, look, dispose } = await stepEnds();
      assert.deepEqual(seen(), []);
      await look();
      assert.deepEqual(seen(), ['workspace', 'step.end']);
      dispose();
    });

    it('waits in the same way if the log tells it', async () => {
      const looked = withResolvers();
      const { feed, recorded, dispose } = hooked(() => looked.promise);
      const session = 'S';
      const tell = (...events: TurnEvent[]): void => feed.log(geminiCli, events);
      tell({
        v: 1,
        type: 'session.start',
        session,
        agent: 'gemini-cli',
        cwd: '/w',
        steps: 'explicit',
      });
      tell({ v: 1, type: 'tool.call', session, call: 'c', tool: 'run', input: {}, response: 'r' });
      tell({ v: 1, type: 'tool.result', session, call: 'c', ok: true, output: '' });
      tell({ v: 1, type: 'step.end', session, response: 'r' });
      const ends = (): number => recorded.filter(({ type }) => type === 'step.end').length;
      assert.equal(ends(), 0);
      looked.resolve();
      await looked.promise;
      await Promise.resolve();
      assert.equal(ends(), 1);
      dispose();
    });

    it('keeps nothing else of its session waiting', async () => {
      const { seen, look, hook, dispose } = await stepEnds();
      await hook('Stop', { stop_hook_active: false });
      assert.deepEqual(seen(), ['step.end', 'turn.end']);
      await look();
      assert.deepEqual(seen(), ['step.end', 'turn.end', 'workspace']);
      dispose();
    });

    for (const [what, act] of Object.entries({
      'watching is paused': (live) => live.pause(),
      'the window is closed': (live) => live.dispose(),
      'the person orders': (live) => live.interventions.forceRespond('S'),
    } satisfies Record<string, (live: DrivenTracker) => void>)) {
      it(`is not lost when ${what}`, async () => {
        const { live, seen, dispose } = await stepEnds();
        act(live);
        assert.equal(seen()[0], 'step.end');
        dispose();
      });
    }

    it('waits for no look while an order is open, which counts the steps after it', async () => {
      const { live, seen, hook, dispose } = await stepEnds();
      live.interventions.forceRespond('S');
      await hook('PreToolUse', { ...call, tool_use_id: 'call-2' });
      await hook('PostToolBatch', {
        tool_calls: [{ ...call, tool_use_id: 'call-2', tool_response: '' }],
      });
      assert.equal(seen().filter((type) => type === 'step.end').length, 2);
      dispose();
    });
  });

  describe('that only tells', () => {
    const batch = (id: string) => ({
      tool_calls: [{ ...call, tool_use_id: id, tool_response: '' }],
    });
    const tell = { told: true } as const;

    it('is taken in as any other, and answers nothing: what is ordered waits for one that asks', async () => {
      const { live, recorded, interventions, hook, dispose } = hooked();
      await hook('UserPromptSubmit', { prompt: 'Go' });
      live.interventions.forceRespond('S');
      assert.equal(await hook('PostToolBatch', batch('c1'), Promise.resolve(false), tell), '');
      assert.deepEqual(interventions(), ['S text-only: requested']);
      assert.ok(recorded.some((event) => event.type === 'tool.result' && event.call === 'c1'));
      assert.ok(recorded.some((event) => event.type === 'step.end'));
      assert.match(await hook('PreToolUse', call), /Tools are switched off/);
      await Promise.resolve();
      assert.deepEqual(interventions(), ['S text-only: requested, delivered']);
      dispose();
    });

    it('goes before what its session says later, however long it takes, and delays no other session', async () => {
      const slow = withResolvers();
      const order: string[] = [];
      let first = true;
      // a transcript that is slow to read
      const { hook, live, now, dispose } = hooked(undefined, async () => {
        if (first) {
          first = false;
          await slow.promise;
        }
      });
      const told = hook('UserPromptSubmit', { prompt: 'Go' }).then(async () => {
        const batches = ['c1', 'c2'].map((id) =>
          hook('PostToolBatch', batch(id), Promise.resolve(false), tell).then(() => order.push(id)),
        );
        const asked = hook('Stop', { stop_hook_active: false }).then(() => order.push('Stop'));
        const other = hook('UserPromptSubmit', { prompt: 'Go', session_id: 'T' }).then(() =>
          order.push('T'),
        );
        await other;
        slow.resolve();
        await Promise.all([...batches, asked]);
      });
      await told;
      assert.equal(order[0], 'T');
      assert.deepEqual(order.slice(1), ['c1', 'c2', 'Stop']);
      assert.equal(live.sessions.get('S')?.open, false, String(now()));
      dispose();
    });
  });

  it('is not taken in once watching is over: no timer is set that would hold the process', async () => {
    const { live, hook, recorded, dispose } = hooked();
    dispose();
    await hook('PreToolUse', call);
    live.push({ v: 1, type: 'turn.start', session: 'one', at: 1 });
    assert.deepEqual(recorded, []);
  });

  it('prints nothing while watching is paused', async () => {
    const { live, recorded, hook, dispose } = hooked();
    live.pause();
    assert.equal(await hook('PreToolUse', call), '');
    assert.deepEqual(recorded, []);
    dispose();
  });
});

describe('agents of which hooks alone tell', () => {
  it('stall, and are denied: Droid, whose calls have no ids', async () => {
    const { live, recorded, hook, dispose } = toldOnly();
    const droid = (hook_event_name: string, more: object): Promise<string> =>
      hook('droid', { session_id: 'S', cwd: '/w', hook_event_name, ...more });
    const same = { tool_name: 'Execute', tool_input: { command: 'npm test' } };
    await droid('UserPromptSubmit', { prompt: 'Fix it.' });
    for (let n = 0; n < 6; n++) {
      assert.equal(await droid('PreToolUse', same), '');
      assert.equal(await droid('PostToolUse', { ...same, tool_response: '1 failing' }), '');
    }
    assert.equal(recorded.filter(({ type }) => type === 'tool.call').length, 6);
    assert.equal(recorded.filter(({ type }) => type === 'tool.result').length, 6);
    assert.equal(live.verdict('S')?.level, 'stalled');
    live.interventions.forceRespond('S');
    assert.match(await droid('PreToolUse', same), /"permissionDecision":"deny"/);
    await droid('Stop', { stop_hook_active: false });
    dispose();
  });

  it('count once: Cursor, which also runs the hooks of Claude Code', async () => {
    const { live, recorded, hook, dispose } = toldOnly();
    const both = async (own: string, foreign: string, more: object): Promise<string> => {
      const payload = {
        conversation_id: 'S',
        generation_id: 'g',
        workspace_roots: ['/w'],
        session_id: 'S',
        ...more,
      };
      assert.equal(await hook('claude-code', { ...payload, hook_event_name: foreign }), '');
      return hook('cursor', { ...payload, hook_event_name: own });
    };
    const one = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 'c1' };
    const two = { ...one, tool_use_id: 'c2' };
    await both('beforeSubmitPrompt', 'UserPromptSubmit', { prompt: 'Fix it.' });
    await both('preToolUse', 'PreToolUse', one);
    await both('postToolUse', 'PostToolUse', { ...one, tool_output: 'a' });
    live.interventions.forceRespond('S');
    assert.match(await both('preToolUse', 'PreToolUse', two), /"permission":"deny"/);
    await both('stop', 'Stop', { status: 'completed', loop_count: 0 });
    assert.deepEqual(
      ['turn.start', 'turn.end'].map((kind) => recorded.filter(({ type }) => type === kind).length),
      [1, 1],
    );
    assert.deepEqual(
      [...new Set(recorded.flatMap((event) => ('call' in event ? [event.call] : [])))],
      ['c1', 'c2'],
    );
    dispose();
  });
});
