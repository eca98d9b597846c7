/** Droid's log of a session, in the forms of Droid 0.215.0. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { homeOfLog } from '../../../src/agents/droid/home.js';
import { live } from '../../../src/agents/droid/payload.js';
import { droidFormat } from '../../../src/agents/droid/session-log.js';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';

const FILE = '/h/.factory/sessions/-srv-my-app/S.jsonl';
let made = 0;

const message = (content: unknown, more: object = {}, id?: string): object => {
  made += 1;
  return {
    type: 'message',
    id: id ?? `m${made}`,
    timestamp: new Date(1_795_897_000_000 + made * 10).toISOString(),
    message: { role: 'user', content, ...more },
  };
};
const begun = (more: object = {}): object => ({
  type: 'session_start',
  id: 'S',
  title: 'Fix the test',
  owner: 'unknown',
  version: 2,
  cwd: '/srv/my app',
  ...more,
});
const asked = (text: string, id?: string): object =>
  message([{ type: 'text', text }], { interactionMode: 'auto' }, id);
/** `id`: of the response. */
const answered = (id: string, ...content: object[]): object =>
  message(content, { role: 'assistant', modelId: 'custom:Mine-0' }, id);
const said = (text: string): object => ({ type: 'text', text });
const called = (id: string, name: string, input: object): object => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const executes = (id: string, command: string): object =>
  called(id, 'Execute', { command, summary: 'what for', riskLevel: 'low', riskLevelReason: 'x' });
const gave = (...results: object[]): object => message(results);
const result = (tool_use_id: string, content: unknown, is_error = false): object => ({
  type: 'tool_result',
  tool_use_id,
  is_error,
  content,
});
/** A hook has run: only the person is told. */
const hooked = (hookEventName: string, printed: object | string, more: object = {}): object =>
  message([], {
    visibility: 'user_only',
    hookEventName,
    hookStatus: 'completed',
    hookResults: [
      {
        exitCode: 0,
        stdout: typeof printed === 'string' ? printed : JSON.stringify(printed),
        stderr: '',
      },
    ],
    ...more,
  });
const told = (text: string): object => message([said(text)], { visibility: 'user_only' });
const over = (reason: string): object => ({
  type: 'agent_turn_outcome',
  turnId: 'T',
  reason,
  resultKind: 'text',
});

const linesOf = (records: readonly object[]): string[] => {
  const { format, events, skipped } = read(jsonLines(records), { file: FILE });
  assert.equal(format, 'droid');
  assert.deepEqual(skipped, []);
  return eventLines(events);
};
/** Without the lines of the session's start. */
const turnOf = (...records: object[]): string[] =>
  linesOf([begun(), ...records]).filter((line) => !line.startsWith('start '));

describe('Droid’s log', () => {
  it('tells a turn: folder and model, calls by response, what they printed, its end', () => {
    const diff = '{"success":true,"linesAdded":1}';
    assert.deepEqual(
      linesOf([
        begun(),
        hooked('SessionStart', ''),
        asked('<system-reminder>\nThe tools listed below …\n</system-reminder>', 'context-m'),
        asked('Fix the test'),
        answered('r1', said('I will look.'), executes('c1', 'npm test')),
        hooked('PreToolUse', '', { hookToolCallId: 'c1' }),
        gave(
          result(
            'c1',
            'Error: Command failed (exit code: 1)\n1 failing\n\n\n[Process exited with code 1]',
            true,
          ),
        ),
        answered('r2', executes('c2', 'true'), called('c3', 'Read', { file_path: '/none.ts' })),
        gave(
          result('c2', 'Command completed successfully\n\n[Process exited with code 0]'),
          result('c3', 'Error: Error reading file: ENOENT: no such file', true),
        ),
        answered('r3', called('c4', 'Edit', { file_path: '/a.ts', old_str: 'x', new_str: 'y' })),
        gave(result('c4', [said(diff)])),
        answered('r4', said('Done.')),
        hooked('Stop', ''),
        over('completed'),
      ]),
      [
        'start S droid /srv/my app',
        'turn Fix the test',
        'start S droid /srv/my app custom:Mine-0',
        'says I will look. (r1)',
        'call c1 shell Execute {"command":"npm test"} (r1)',
        'result c1 failed 1 "1 failing"',
        'call c2 shell Execute {"command":"true"} (r2)',
        'call c3 read Read {"file_path":"/none.ts"} (r2)',
        'result c2 ok 0 ""',
        'result c3 failed "Error reading file: ENOENT: no such file"',
        'call c4 edit Edit {"file_path":"/a.ts","old_str":"x","new_str":"y"} (r3)',
        `result c4 ok ${JSON.stringify(diff)}`,
        'says Done. (r4)',
        'end completed',
      ],
    );
  });

  it('says who denied a call, and why', () => {
    const deny = { hookSpecificOutput: { permissionDecision: 'deny' } };
    const lines = turnOf(
      asked('Go'),
      answered('r', ...['a', 'b', 'c', 'd', 'e'].map((id) => called(id, 'LS', {}))),
      hooked('PreToolUse', deny, { hookToolCallId: 'a' }),
      hooked('PreToolUse', deny, { hookToolCallId: 'b' }),
      gave(
        result('a', 'Error: [Turnwatch] Tools are switched off.', true),
        result('b', 'Error: not on Fridays', true),
        result('c', 'Error: Tool execution cancelled by user', true),
        result('d', 'Error: Exec ended early: insufficient permission to proceed.', true),
        result('e', 'Error: Not found', true),
      ),
    );
    assert.deepEqual(
      lines.filter((line) => line.startsWith('result')),
      [
        'result a failed by turnwatch "[Turnwatch] Tools are switched off."',
        'result b failed by rule "not on Fridays"',
        'result c failed by person "Tool execution cancelled by user"',
        'result d failed by rule "Exec ended early: insufficient permission to proceed."',
        'result e failed "Not found"',
      ],
    );
  });

  it('tells that a hook stopped the turn, which Droid calls completed', () => {
    const stop = { continue: false, stopReason: 'x' };
    const turn = [
      asked('Go'),
      answered('r', called('a', 'LS', {})),
      hooked('PreToolUse', stop, { hookToolCallId: 'a' }),
      hooked('Stop', ''),
      over('completed'),
    ];
    const next = [asked('Again'), answered('q', said('Here.')), over('completed')];
    assert.deepEqual(
      turnOf(...turn, ...next).filter((line) => line.startsWith('end')),
      ['end stopped', 'end completed'],
    );
  });

  it('begins no turn with what a hook makes it go on with, as often as it does', () => {
    const block = { decision: 'block', reason: 'Keep going' };
    assert.deepEqual(
      turnOf(
        asked('Go'),
        answered('r', said('Done.')),
        hooked('Stop', block),
        asked('Keep going'),
        answered('q', said('Really done.')),
        hooked('Stop', ''),
        over('completed'),
        asked('Keep going'),
      ),
      [
        'turn Go',
        'says Done. (r)',
        'says Really done. (q)',
        'end completed',
        // this time the person says it
        'turn Keep going',
      ],
    );
  });

  it('tells why a turn failed, and whether a limit is the reason', () => {
    const ended = (text: string, reason: string): string[] =>
      turnOf(
        asked('Go'),
        answered('r', said('Well')),
        told(text),
        hooked('Stop', ''),
        over(reason),
      ).slice(2);
    assert.deepEqual(ended('BYOK Error: 401 Incorrect API key', 'model_authentication_failed'), [
      'request failed BYOK Error: 401 Incorrect API key',
      'end error',
    ]);
    assert.deepEqual(ended('BYOK Error: 429 Slow down', 'model_rate_limited'), [
      'request failed BYOK Error: 429 Slow down',
      'waits for limit',
      'end error',
    ]);
    assert.deepEqual(ended('BYOK Error: 529 Overloaded', 'model_provider_unavailable'), [
      'request failed BYOK Error: 529 Overloaded',
      'waits for overload',
      'end error',
    ]);
    assert.deepEqual(ended('Nothing of it', 'completed'), ['end completed']);
    assert.deepEqual(ended('x', 'cancelled'), ['end interrupted']);
  });

  it('tells that the person ended the turn at a prompt, which Droid calls completed', () => {
    const cancelled = gave(result('c1', 'Tool execution cancelled by user', true));
    const rejected = [asked('Push it'), answered('r1', executes('c1', 'git push')), cancelled];
    assert.deepEqual(turnOf(...rejected, hooked('Stop', ''), over('completed')).slice(2), [
      'result c1 failed by person "Tool execution cancelled by user"',
      'end interrupted',
    ]);
    const goesOn = [...rejected, answered('r2', said('Then I leave it.')), over('completed')];
    assert.equal(turnOf(...goesOn).at(-1), 'end completed');
  });

  it('waits for the person’s answer to a question', () => {
    const asks = called('c1', 'AskUser', { questionnaire: '1. [question] Which one?' });
    assert.deepEqual(
      turnOf(
        asked('Go'),
        answered('r1', asks),
        gave(result('c1', '1. [question] Which one?\n[answer] First')),
        answered('r2', said('The first it is.')),
        over('completed'),
      ).slice(2),
      [
        'waits for input c1',
        'result c1 ok "1. [question] Which one?\\n[answer] First"',
        'says The first it is. (r2)',
        'end completed',
      ],
    );
  });

  it('tells a compaction, in its turn or in the session that goes on with the summary, which begins no turn', () => {
    const compacted = {
      type: 'compaction_state',
      id: 'k',
      timestamp: '2026-11-29T07:32:34.289Z',
      summaryText: 'Looked.',
      summaryKind: 'llm_summary',
      anchorMessage: { id: 'context-m', index: 0 },
      removedCount: 1,
    };
    assert.deepEqual(
      turnOf(
        asked('Look'),
        answered('r1', executes('c1', 'ls')),
        gave(result('c1', 'a\n\n[Process exited with code 0]')),
        hooked('PreCompact', ''),
        compacted,
        answered('r2', said('Done.')),
        over('completed'),
      ).map((line) => line.split(' ')[0]),
      ['turn', 'call', 'result', 'compaction', 'says', 'end'],
    );
    assert.deepEqual(turnOf(compacted, hooked('SessionEnd', '')), ['compaction']);
  });

  it('knows whose sub-agent a session is', () => {
    const [first] = linesOf([begun({ callingSessionId: 'P', callingToolUseId: 'c9' })]);
    assert.equal(first, 'start S droid /srv/my app of P by c9');
  });

  it('begins no turn with the news that a task in the background is over', () => {
    const launched =
      'Task launched in background.\ntask_id: K\nsession_id: K\nsubagent_type: worker';
    const news = message(
      [said('Background task completed.\ntask_id: K\ntype: worker\nreason: completed')],
      { visibility: 'llm_only', interactionMode: 'auto' },
      'task-completion:1',
    );
    assert.deepEqual(
      turnOf(
        asked('Look'),
        answered('r1', called('c1', 'Task', { subagent_type: 'worker', prompt: 'Look' })),
        gave(result('c1', launched)),
        answered('r2', said('It looks.')),
        over('completed'),
        hooked('SubagentStop', ''),
        news,
        answered('r3', said('It has looked.')),
        over('completed'),
      ).slice(3),
      ['says It looks. (r2)', 'end completed', 'says It has looked. (r3)', 'end completed'],
    );
  });

  it('finds Droid’s folder by its path', () => {
    assert.equal(homeOfLog(FILE), '/h/.factory');
    assert.equal(homeOfLog('/h/.claude/projects/a/S.jsonl'), undefined);
    assert.equal(homeOfLog(7), undefined);
  });

  it('is bounded and harmless with what is no record of Droid’s', () => {
    const log = droidFormat.open(FILE);
    for (const line of [
      '7',
      '{}',
      '{"type":"message"}',
      '{"type":"message","message":{"content":[7,null,{"type":"tool_use"},{"type":"tool_result"}]}}',
    ]) {
      const events = log.line(line);
      assert.ok(isProblem(events) ? line === '7' : Array.isArray(events));
    }
  });

  it('says how the turn went before the hook at its end is believed', () => {
    const merge = live.createMerge();
    const of = (reason: 'completed' | 'error', at: number) =>
      ({ v: 1, type: 'turn.end', session: 'S', at, reason }) as const;
    const prompt = { v: 1, type: 'turn.start', session: 'S', at: 1000, prompt: 'Go' } as const;
    assert.equal(merge.pass('log', [prompt], 1000).length, 1);
    const [hookEnd] = merge.pass('hook', [of('completed', 2000)], 2000);
    assert.ok(hookEnd?.type === 'turn.end');
    assert.deepEqual(merge.end(hookEnd, 2000), []);
    assert.deepEqual(
      merge
        .pass('log', [of('error', 2020)], 2020)
        .map((event) => 'reason' in event && event.reason),
      ['error'],
    );
    assert.deepEqual(merge.due(9000), []);
  });
});
