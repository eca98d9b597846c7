/** Kimi Code's hooks: payloads, answers, and their block in config.toml. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { HOOK_MARK } from '../../../src/agents/install/hook-client.js';
import { answerHook } from '../../../src/agents/kimi-code/answer.js';
import { kimiCodeInstall } from '../../../src/agents/kimi-code/install.js';
import { isOwnPayload, readHook } from '../../../src/agents/kimi-code/payload.js';
import type { Decision } from '../../../src/core/interventions/answer.js';
import { contains } from '../../contains.js';

const session = 'session_857e4318-cb0f-4ab0-8781-9e84e4911fa6';
const common = { session_id: session, cwd: '/srv/app', client_type: 'kimi_code_cli' };

describe('Kimi Code hook payloads', () => {
  it('allow an answer before a call, and report only the session', () => {
    const before = readHook(
      {
        ...common,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: ':' },
        tool_call_id: 'call_1_0',
      },
      1000,
    );
    assert.deepEqual(before, {
      session,
      cwd: '/srv/app',
      log: 'main/wire.jsonl',
      moment: { kind: 'before-tool', call: 'call_1_0', class: 'shell' },
      events: [
        { v: 1, session, at: 1000, type: 'session.start', agent: 'kimi-code', cwd: '/srv/app' },
      ],
    });
    for (const is_steer of [false, true]) {
      const prompt = [{ type: 'text', text: 'Fix it' }];
      const asked = { ...common, hook_event_name: 'UserPromptSubmit', prompt, is_steer };
      const turn = readHook(asked, 1000);
      assert.ok(!isProblem(turn));
      assert.deepEqual(turn.moment, is_steer ? undefined : { kind: 'prompt' });
      assert.deepEqual(
        turn.events.map(({ type }) => type),
        ['session.start'],
        'the log tells of the turn',
      );
    }
    assert.equal(isOwnPayload({ ...common, hook_event_name: 'PreToolUse' }), true);
    assert.equal(isOwnPayload({ ...common, client_type: undefined, prompt_id: 'p' }), false);
  });

  it('report a permission prompt and its answer, also of a sub-agent', () => {
    const told = (event: string, more: object): unknown => {
      const asked = { tool_call_id: 'call_1_0', tool_name: 'Bash', turn_id: 0, ...more };
      const reading = readHook({ ...common, hook_event_name: event, ...asked }, 1000);
      assert.ok(!isProblem(reading));
      assert.deepEqual([reading.moment, reading.log], [undefined, 'main/wire.jsonl']);
      return reading.events.slice(1);
    };
    const own = { v: 1, session, at: 1000, call: 'call_1_0' };
    assert.deepEqual(told('PermissionRequest', { agent_id: 'main' }), [
      { ...own, type: 'waiting', for: 'permission' },
    ]);
    assert.deepEqual(told('PermissionRequest', { tool_name: 'ExitPlanMode' }), [
      { ...own, type: 'waiting', for: 'input' },
    ]);
    assert.deepEqual(told('PermissionResult', { agent_id: 'a1', decision: 'approved' }), [
      { ...own, session: `${session}/a1`, type: 'resumed' },
    ]);
    assert.deepEqual(told('PermissionRequest', { tool_call_id: 7 }), []);
  });

  it('are a problem if hostile', () => {
    for (const payload of [
      undefined,
      null,
      'x',
      [],
      {},
      common,
      { ...common, hook_event_name: 'PreToolUse' },
      { ...common, hook_event_name: 'PreToolUse', tool_name: {}, tool_call_id: 'c' },
      { ...common, session_id: 'a\u0000b', hook_event_name: 'Stop' },
      { ...common, cwd: 'x'.repeat(10_000), hook_event_name: 'Stop' },
    ]) {
      assert.ok(isProblem(readHook(payload, 1)));
    }
    assert.ok(
      !isProblem(
        readHook(
          {
            ...common,
            hook_event_name: 'PreToolUse',
            tool_name: '__proto__',
            tool_call_id: 'c',
            tool_input: 'no object',
          },
          1,
        ),
      ),
    );
  });

  it('are answered with a denial or nothing', () => {
    const decisions: Decision[] = [
      { kind: 'none' },
      { kind: 'text-only', text: 't' },
      { kind: 'remind', text: 't' },
      { kind: 'stop', reason: 'r' },
    ];
    for (const decision of decisions) {
      assert.equal(answerHook({ kind: 'before-tool', call: 'c', class: 'shell' }, decision), '');
    }
    assert.deepEqual(
      JSON.parse(
        answerHook(
          { kind: 'before-tool', call: 'c', class: 'shell' },
          { kind: 'deny', reason: 'Say "why"' },
        ),
      ),
      { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Say "why"' } },
    );
    assert.equal(answerHook({ kind: 'before-stop' }, { kind: 'deny', reason: 'r' }), '');
  });

  it('are answered with a sentence behind a prompt', () => {
    assert.deepEqual(JSON.parse(answerHook({ kind: 'prompt' }, { kind: 'remind', text: 't' })), {
      hookSpecificOutput: { message: 't' },
    });
    assert.equal(answerHook({ kind: 'prompt' }, { kind: 'stop', reason: 'r' }), '');
  });
});

describe('Kimi Code hooks in config.toml', () => {
  const client = { dir: '/home/a/"b"/o\'c\\d' };
  const add = (text: string): string => {
    const added = kimiCodeInstall.add('f', text, client);
    assert.ok(!isProblem(added), isProblem(added) ? added.problem : '');
    return added.text;
  };
  const remove = (text: string): string => {
    const removed = kimiCodeInstall.remove('f', text);
    assert.ok(!isProblem(removed), isProblem(removed) ? removed.problem : '');
    return removed.text;
  };
  for (const [name, text] of Object.entries({
    'no file': '',
    'a file': 'telemetry = false\n',
    'no end of the last line': '[a]\nb = 1',
    Windows: 'a = 1\r\n[b]\r\n',
    'hooks of the person': '[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n# end\n',
    'another table’s key': '[tools]\nhooks = true\n',
  })) {
    it(`${name}: in, again, out`, () => {
      const added = add(text);
      assert.equal(kimiCodeInstall.status('f', added, client), 'installed');
      assert.equal(kimiCodeInstall.status('f', added, { dir: '/else' }), 'outdated');
      assert.equal(kimiCodeInstall.status('f', text, client), 'absent');
      assert.equal(add(added), added);
      assert.equal(remove(added), text);
      assert.equal(added.split('[[hooks]]').length - text.split('[[hooks]]').length, 4);
    });
  }

  it('keep what follows them on a line of its own', () => {
    assert.equal(remove(`${add('[a]\nb = 1')}[c]\nd = 2\n`), '[a]\nb = 1\n[c]\nd = 2\n');
    assert.equal(remove(`${add('[a]\r\nb = 1')}[c]\r\n`), '[a]\r\nb = 1\r\n[c]\r\n');
  });

  it('are found without their marks, because the program rewrites its file', () => {
    const theirs = '[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n[a]\nb = 1\n';
    const rewritten = add(theirs)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n');
    contains(rewritten, HOOK_MARK);
    assert.equal(kimiCodeInstall.status('f', rewritten, client), 'outdated');
    assert.equal(remove(rewritten), theirs);
    assert.equal(kimiCodeInstall.status('f', add(rewritten), client), 'installed');
  });

  it('are never added if that would break the file', () => {
    for (const text of [
      'hooks = []\n',
      'a = 1\n"hooks" = [{ event = "Stop", command = "x" }]\n',
      '[hooks]\na = 1\n',
      '[ hooks.x ]\n',
      'hooks.a = 1\n',
    ]) {
      assert.ok(isProblem(kimiCodeInstall.add('f', text, client)), text);
    }
  });
});
