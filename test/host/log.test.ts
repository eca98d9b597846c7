/** The log: the three lines of a run that goes past its limit, gets stuck and ends, once per change of state; no secret in it. */
import assert from 'node:assert/strict';
import { lacks } from '../contains.js';
import { Desk, logText, until } from './harness/desk.js';

describe('the log', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());

  it('says once that a working run may continue, once that it is stuck, and how it ended', async () => {
    const agent = desk.agent();
    const lines = (text: RegExp): string[] =>
      logText()
        .split('\n')
        .filter((line) => line.includes(agent.id) && text.test(line));
    await agent.prompt();
    for (let i = 0; i < 22; i++) {
      await agent.step({ command: `cat part-${i}` }, `the text of part ${i}, new to the session`);
    }
    await until(
      'continuing',
      () =>
        lines(
          /has 20 hops but is making progress, allowing to continue\. Progress: Files read: 0, .*commands: \d+ \(last: \d+s ago\)/,
        ).length === 1,
    );
    await agent.steps(8);
    await until(
      'stuck',
      () =>
        lines(/WARNING: \S+ is stuck in loop after \d+ hops, escalating: 6 steps in a row/)
          .length === 1,
    );
    for (let i = 0; i < 3; i++) {
      await agent.step(
        { command: `cat new-part-${i}` },
        `something new, ${i}, that nobody had read before in this session`,
      );
    }
    await agent.steps(7);
    await until('stuck again', () => lines(/is stuck in loop/).length === 2);
    await agent.answer();
    await until(
      'the end',
      () => lines(/turn 0 ended \(completed\) after 40 calls\. Progress: /).length === 1,
    );
    assert.ok(lines(/allowing to continue/).length <= 2, 'once per change of state');
  });

  it('holds no secret', async () => {
    const agent = desk.agent();
    const secret = `sk-ant-${'A1b2C3d4'.repeat(5)}`;
    await agent.prompt(`The key is ${secret}`);
    await agent.step({ command: `curl -H "Authorization: Bearer ${secret}"` }, `echo ${secret}`);
    await agent.send({
      hook_event_name: 'PreToolUse',
      session_id: agent.id,
      cwd: agent.cwd,
      tool_name: 'x',
      tool_use_id: secret,
      tool_input: secret,
    });
    await agent.send({
      hook_event_name: secret,
      session_id: agent.id,
      cwd: agent.cwd,
      agent_id: 7,
    });
    await until('the refusal', () => /hook was ignored.*«secret»/.test(logText()));
    lacks(logText(), secret);
    lacks(JSON.stringify(desk.detail(agent).rows), secret);
  });
});
