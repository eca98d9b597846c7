/** Trajectories of mini-swe-agent, of every form of response that its versions know. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { ofType, read } from './support/reading.js';

type Message = Record<string, unknown>;
const system: Message = { role: 'system', content: 'You are.' };
const task: Message = { role: 'user', content: 'Fix it.' };
const said = (id: string, text: string, created = 1_763_508_908): Message => ({
  role: 'assistant',
  content: text,
  extra: { response: { id, created, model: 'm' } },
});
const bash = (command: string, tag = 'bash'): string => `\`\`\`${tag}\n${command}\n\`\`\``;
const seen = (code: number, output: string): Message => ({
  role: 'user',
  content: `<returncode>${code}</returncode>\n<output>\n${output}</output>`,
});
const run = (
  messages: Message[],
  info: object = { exit_status: 'Submitted', model_stats: { api_calls: 1 } },
  file = 'a/task-1.traj.json',
): ReturnType<typeof read> =>
  read(JSON.stringify({ info, messages: [system, task, ...messages] }, null, 2), { file });

describe('a trajectory of mini-swe-agent', () => {
  it('holds commands in fenced blocks, outcomes without their wrapper, and exit codes', () => {
    const { format, events } = run([
      said('r1', `THOUGHT: look.\n\n${bash('ls')}`),
      seen(0, 'a\n'),
      said('r2', bash('grep x a', 'mswea_bash_command')),
      seen(1, ''),
      said('r3', `Run it.\n${bash("cat <<'E'\n```\nE")}`),
      {
        role: 'user',
        content:
          'The last command <command>cat</command> timed out and has been killed.\nThe output of the command was:\n <output>\n\n</output>',
      },
      said('r4', bash('echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT')),
      { role: 'user', content: 'diff --git a b' },
    ]);
    assert.equal(format, 'mini-swe-agent');
    assert.deepEqual(eventLines(events).slice(0, 7), [
      'start task-1 mini-swe-agent /',
      'turn Fix it.',
      'says THOUGHT: look. (r1)',
      'call c1 shell bash {"command":"ls"} (r1)',
      'result c1 ok 0 "a"',
      'call c2 shell bash {"command":"grep x a"} (r2)',
      'result c2 ok 1 ""',
    ]);
    assert.deepEqual(
      ofType(events, 'tool.result').map(({ ok }) => ok),
      [true, true, false, true],
    );
    assert.deepEqual(eventLines(events).at(-1), 'end completed');
    assert.equal(ofType(events, 'tool.call')[0]?.at, 1_763_508_908_000);
  });

  it('keeps responses rejected for their format as failed calls', () => {
    const rejection = {
      role: 'user',
      content: 'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.',
    };
    const { events } = run([
      said('r1', `${bash('ls')}\n${bash('pwd')}`),
      rejection,
      said('r2', 'Only words.'),
      { ...rejection, content: rejection.content.replace('2', '0') },
      said('r3', bash('ls')),
      seen(0, ''),
    ]);
    assert.deepEqual(eventLines(events).slice(2), [
      'call c1 other __rejected_response__ {"commands":["ls","pwd"]} (r1)',
      'result c1 failed "Please always provide EXACTLY ONE action in triple backticks, found 2 actions."',
      'says Only words. (r2)',
      'call c2 other __rejected_response__ {"commands":[]} (r2)',
      'result c2 failed "Please always provide EXACTLY ONE action in triple backticks, found 0 actions."',
      'call c3 shell bash {"command":"ls"} (r3)',
      'result c3 ok 0 ""',
      'end completed',
    ]);
  });

  it('of newer versions has tool calls with their own ids, and an exit message', () => {
    const messages = [
      system,
      task,
      {
        role: 'assistant',
        content: 'Both.',
        tool_calls: [
          { id: 't1', function: { name: 'bash', arguments: '{"command":"ls"}' } },
          { id: 't2', function: { name: 'bash', arguments: '{"command":"pwd"}' } },
        ],
        extra: {
          actions: [
            { command: 'ls', tool_call_id: 't1' },
            { command: 'pwd', tool_call_id: 't2' },
          ],
          response: { id: 'r1' },
          timestamp: 1_770_000_000.5,
        },
      },
      {
        role: 'tool',
        tool_call_id: 't2',
        content: '<returncode>0</returncode>\n<output>\n/w</output>',
        extra: { returncode: 0, timestamp: 1_770_000_001 },
      },
      {
        role: 'tool',
        tool_call_id: 't1',
        content: '<returncode>2</returncode>\n<output>\nno</output>',
        extra: { returncode: 2, timestamp: 1_770_000_002 },
      },
      {
        object: 'response',
        id: 'r2',
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'Third.' }] },
          { type: 'function_call', call_id: 't3', name: 'bash', arguments: '{"command":"id"}' },
        ],
      },
      {
        type: 'function_call_output',
        call_id: 't3',
        output: '<returncode>0</returncode>\n<output>\nme</output>',
      },
      { role: 'assistant', content: 'No call.', extra: { response: { id: 'r3' } } },
      { role: 'user', content: 'Tool call error: none', extra: { interrupt_type: 'FormatError' } },
      { role: 'exit', content: '', extra: { exit_status: 'LimitsExceeded' } },
    ];
    const { events } = read(
      JSON.stringify({
        info: { mini_version: '2', exit_status: 'LimitsExceeded' },
        messages,
        trajectory_format: 'mini-swe-agent-1.1',
        instance_id: 'i-9',
      }),
    );
    assert.deepEqual(eventLines(events), [
      'start i-9 mini-swe-agent /',
      'turn Fix it.',
      'says Both. (r1)',
      'call t1 shell bash {"command":"ls"} (r1)',
      'call t2 shell bash {"command":"pwd"} (r1)',
      'result t2 ok 0 "/w"',
      'result t1 ok 2 "no"',
      'says Third. (r2)',
      'call t3 shell bash {"command":"id"} (r2)',
      'result t3 ok 0 "me"',
      'says No call. (r3)',
      'call c1 other __rejected_response__ {"commands":[]} (r3)',
      'result c1 failed "Tool call error: none"',
      'end stopped',
    ]);
    assert.equal(ofType(events, 'tool.call')[0]?.at, 1_770_000_000_500);
  });

  it('separates refusals and new tasks from outcomes; its turn stays open without an exit status', () => {
    const { events } = run(
      [
        said('r1', bash('rm -r .')),
        {
          role: 'user',
          content:
            'Command not executed. The user rejected your command with the following message:\nno',
        },
        said('r2', bash('ls')),
        { role: 'user', content: 'Interrupted by user: Look at b.' },
      ],
      { model_stats: {} },
    );
    assert.deepEqual(eventLines(events).slice(2), [
      'call c1 shell bash {"command":"rm -r ."} (r1)',
      'result c1 failed by person "Command not executed. The user rejected your command with the following message:\\nno"',
      'call c2 shell bash {"command":"ls"} (r2)',
      'result c2 ok "Interrupted by user: Look at b."',
      'turn Look at b.',
    ]);
  });
});
