/** Bad input to the endpoint: defined, logged, and harmless to the sessions that are watched. */
import assert from 'node:assert/strict';
import { lacks } from '../contains.js';
import { Desk, logText, until } from './harness/desk.js';
import { post } from './harness/hooked-agent.js';
import { preToolUse, toolBatch, userPrompt } from './harness/payloads.js';

describe('bad input', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  const logged = (text: RegExp): Promise<unknown> =>
    until(`logged: ${String(text)}`, () => text.test(logText()));

  it('is refused with a status, leaves no session, and is logged', async () => {
    const before = desk.snapshot().sessions.length;
    const valid = JSON.stringify({ session_id: 'x', cwd: '/', hook_event_name: 'Stop' });
    const refused: [number, string | Buffer, Record<string, string>?][] = [
      [401, valid, { Authorization: '' }],
      [401, valid, { Authorization: `Bearer ${'0'.repeat(64)}` }],
      [401, valid, { Authorization: 'Basic eDp5' }],
      [403, valid, { Host: 'example.com' }],
      [403, valid, { Origin: 'http://127.0.0.1' }],
      [400, valid, { 'X-Turnwatch-Agent': '' }],
      [400, valid, { 'X-Turnwatch-Agent': '../etc' }],
      [400, 'not json'],
      [400, '[1, 2]'],
      [400, Buffer.from([0xff, 0xfe, 0x00])],
      [400, ''],
      [413, Buffer.alloc(9 * 1024 * 1024, 'x')],
    ];
    for (const [status, body, headers] of refused) {
      const reply = await post(desk.endpoint, body, headers).catch((error: unknown) => ({
        status: String(error),
        body: '',
      }));
      // a body that is not read to its end may be answered by a reset
      if (status === 413 && typeof reply.status === 'string') {
        assert.match(reply.status, /ECONNRESET|EPIPE/);
        continue;
      }
      assert.deepEqual(
        [reply.status, reply.body],
        [status, ''],
        JSON.stringify([status, body.toString().slice(0, 40), headers]),
      );
    }
    assert.equal(desk.snapshot().sessions.length, before);
    await logged(/refused a request without the token/);
    await logged(/refused a body that is not a JSON object/);
    await logged(/refused a body above the limit/);
    lacks(logText(), desk.endpoint.token);
  });

  it('in a malformed hook gets an empty answer, and is logged once per hook', async () => {
    const agent = desk.agent();
    await agent.prompt();
    for (const payload of [
      {},
      { hook_event_name: 'PreToolUse' },
      { hook_event_name: 'PreToolUse', session_id: agent.id, cwd: agent.cwd, tool_name: 7 },
      {
        hook_event_name: 'PostToolBatch',
        session_id: agent.id,
        cwd: agent.cwd,
        tool_calls: 'many',
      },
      { hook_event_name: 'Unheard', session_id: agent.id, cwd: agent.cwd },
      { hook_event_name: 'UserPromptSubmit', session_id: '\u0000', cwd: agent.cwd, prompt: [] },
    ]) {
      assert.deepEqual(await agent.send(payload), { silent: true, goOn: true });
    }
    await logged(
      /a hook was ignored: Claude Code hook payload: PreToolUse: "tool_use_id" is missing/,
    );
    await logged(/PostToolBatch: "tool_calls" must be a list/);
    assert.equal(desk.detail(agent).steps, 0);
    await agent.step();
    assert.equal(desk.detail(agent).steps, 1);
  });

  it('from an unknown agent or for a folder without a window gets an empty answer', async () => {
    const payload = JSON.stringify({
      session_id: 'stray',
      cwd: '/nowhere',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'x',
    });
    assert.deepEqual(await post(desk.endpoint, payload), { status: 200, body: '' });
    assert.deepEqual(
      await post(
        desk.endpoint,
        JSON.stringify({ session_id: 'stray', cwd: desk.agent().cwd, hook_event_name: 'Stop' }),
        { 'X-Turnwatch-Agent': 'other-agent' },
      ),
      { status: 200, body: '' },
    );
    assert.equal(
      desk.snapshot().sessions.some((session) => session.session === 'stray'),
      false,
    );
    await logged(/unknown agent "other-agent"/);
  });

  it('twice, late or out of order counts once and breaks nothing', async () => {
    const agent = desk.agent();
    const from = { session: agent.id, cwd: agent.cwd, transcript: '', prompt: 'p' };
    const call = { id: `toolu_${agent.id}_x`, tool: 'Bash', input: { command: 'ls' } };
    const [start, call1, end] = [
      userPrompt(from, 'Go'),
      preToolUse(from, call),
      toolBatch(from, [{ ...call, response: 'README.md' }]),
    ];
    await agent.send(end); // the end of a step before its call and its turn
    assert.equal(desk.detail(agent).steps, 1);
    await agent.send(start);
    for (const payload of [call1, call1, end, end, call1]) {
      await agent.send(payload);
    }
    const calls = desk.detail(agent).rows.flatMap((row) => (row.kind === 'step' ? row.calls : []));
    assert.deepEqual(
      calls.map((each) => each.id),
      [call.id],
    );
    await agent.answer();
    await agent.send(end); // after the turn's end
    await agent.prompt('Again');
    await agent.step();
    assert.equal(desk.detail(agent).state, 'progressing');
    assert.equal(
      desk.detail(agent).rows.flatMap((row) => (row.kind === 'step' ? row.calls : [])).length,
      2,
    );
  });
});
