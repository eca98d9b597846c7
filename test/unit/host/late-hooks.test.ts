/** Hooks that nobody waits for may overtake each other, and the log's lines: steps keep the model's order, turns their ends. */
import assert from 'node:assert/strict';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import { isProblem } from '../../../src/agents/agent.js';
import { hooked } from './hooked-window.js';
import { agentNamed } from '../support/agents.js';

const claudeCode = agentNamed('claude-code');

const FOLDER = '/home/me/.claude/projects/-w';
const log = { transcript_path: `${FOLDER}/S.jsonl` };
const tell = { told: true } as const;
const taken = Promise.resolve(false);

const batch = (...ids: string[]) => ({
  ...log,
  tool_calls: ids.map((id) => ({
    tool_name: 'Bash',
    tool_input: { command: `make ${id}` },
    tool_use_id: id,
    tool_response: `made ${id}`,
  })),
});

/** Claude Code's window, whose transcript is read by `read` or once a hook asks for what it holds. */
function transcribed() {
  const unread: object[] = [];
  const asked: string[] = [];
  const reader = openTranscript(`${FOLDER}/11111111-2222-4333-8444-555555555555.jsonl`);
  const window = hooked(undefined, (_agent, file) => {
    asked.push(file);
    read();
    return Promise.resolve();
  });
  const { feed, live, now, pass, hook } = window;
  const read = (): void => {
    for (const line of unread.splice(0)) {
      const events = reader.line(JSON.stringify(line));
      assert.ok(!isProblem(events));
      feed.log(
        claudeCode,
        events.map((event) => ('session' in event ? { ...event, session: 'S' } : event)),
      );
    }
  };
  const line = (type: 'assistant' | 'user', message: object): void => {
    pass(10);
    unread.push({
      type,
      cwd: '/w',
      sessionId: 'S',
      timestamp: new Date(now()).toISOString(),
      message: { role: type, ...message },
    });
  };
  const writes = {
    call: (response: string, id: string) =>
      line('assistant', {
        id: response,
        content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `make ${id}` } }],
      }),
    result: (id: string) =>
      line('user', {
        content: [{ type: 'tool_result', tool_use_id: id, content: `made ${id}` }],
      }),
    answer: (text: string) =>
      line('assistant', {
        id: 'last',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text }],
      }),
  };
  /** What the view shows: the calls of each step in their order. */
  const steps = (): string[] =>
    (live.view.snapshot().selected?.rows ?? [])
      .flatMap((row) => (row.kind === 'step' ? [row.calls.map(({ id }) => id).join('+')] : []))
      .reverse();
  const told = (...ids: string[]): Promise<string> =>
    hook('PostToolBatch', batch(...ids), taken, tell);
  return { ...window, read, writes, told, asked, steps };
}

describe('a hook that comes late', () => {
  it('does not put its step after a later one: what the log holds goes first', async () => {
    const { hook, told, writes, steps, dispose } = transcribed();
    await hook('UserPromptSubmit', { prompt: 'Go' });
    for (const id of ['c1', 'c2']) {
      writes.call(`r-${id}`, id);
      writes.result(id);
    }
    await told('c2');
    await told('c1');
    assert.deepEqual(steps(), ['c1', 'c2']);
    dispose();
  });

  it('does not end the step that is under way', async () => {
    const { hook, told, writes, read, live, steps, dispose } = transcribed();
    await hook('UserPromptSubmit', { prompt: 'Go' });
    writes.call('r1', 'c1');
    writes.result('c1');
    writes.call('r2', 'c2');
    writes.call('r2', 'c3');
    writes.result('c2');
    read();
    await told('c1');
    const step = live.sessions.get('S')?.openStep;
    assert.ok(step !== undefined);
    assert.deepEqual(
      step.calls.map(({ id }) => id),
      ['c2', 'c3'],
    );
    writes.result('c3');
    await told('c2', 'c3');
    assert.equal(step.judged, true);
    assert.deepEqual(steps(), ['c1', 'c2+c3']);
    dispose();
  });

  it('does not continue a turn that is over, nor count in the next', async () => {
    const { hook, told, writes, live, steps, dispose } = transcribed();
    await hook('UserPromptSubmit', { prompt: 'Go' });
    writes.call('r1', 'c1');
    writes.result('c1');
    writes.answer('Done.');
    await hook('Stop', { ...log, last_assistant_message: 'Done.', stop_hook_active: false });
    await told('c1');
    assert.equal(live.sessions.get('S')?.open, false);
    await hook('UserPromptSubmit', { prompt: 'On' });
    await told('c1');
    assert.equal(live.sessions.get('S')?.turnCalls, 0);
    assert.deepEqual(steps(), ['c1']);
    dispose();
  });

  it('leaves the turn closed where even the log tells of its last calls only then', async () => {
    const { hook, pass, writes, read, live, steps, dispose } = transcribed();
    await hook('UserPromptSubmit', { prompt: 'Go' });
    writes.call('r1', 'c1');
    writes.result('c1');
    writes.answer('Done.');
    pass(10);
    await hook('Stop', { last_assistant_message: 'Done.', stop_hook_active: false });
    read();
    assert.equal(live.sessions.get('S')?.open, false);
    assert.equal(live.sessions.get('S')?.turn, 0);
    assert.deepEqual(steps(), ['c1']);
    dispose();
  });

  it('reads the log of a sub-agent, not that of the session that began it', async () => {
    const { hook, asked, dispose } = transcribed();
    await hook(
      'PostToolBatch',
      { ...batch('c1'), agent_id: 'a1', agent_type: 'Explore' },
      taken,
      tell,
    );
    assert.deepEqual(asked, [`${FOLDER}/S/subagents/agent-a1.jsonl`]);
    dispose();
  });
});
