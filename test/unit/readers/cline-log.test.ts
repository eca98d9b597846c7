/** Messages of the Cline CLI and of the Cline extension. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { ofType, read } from './support/reading.js';

interface Block {
  type: string;
  [key: string]: unknown;
}
const text = (words: string): Block => ({ type: 'text', text: words });
const use = (id: string, name: string, input: object): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const outcome = (id: string, ...parts: object[]): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content: parts,
});
let ts = 1_795_230_392_000;
const message = (role: string, ...content: Block[]): object => ({
  id: `m${(ts += 100)}`,
  role,
  content,
  ts,
});
const reread = (
  messages: object[],
  file = 'tasks/1795/api_conversation_history.json',
): ReturnType<typeof read> => read(JSON.stringify(messages), { file });

describe('messages of Cline', () => {
  it('of the CLI: outcomes of commands, one file as a path, the person’s messages without their wrapper', () => {
    const { format, events } = read(
      JSON.stringify(
        {
          version: 1,
          agent: 'lead',
          sessionId: 's-1',
          origin: { source: 'cli' },
          system_prompt: 'Env:\n4. Working Directory: /w/x\n',
          messages: [
            message('user', text('<user_input mode="act">Fix it.</user_input>')),
            message(
              'assistant',
              text('Look.'),
              use('c1', 'run_commands', { commands: ['exit 3'] }),
              use('c2', 'read_files', { files: [{ path: 'a', start_line: 1 }] }),
            ),
            message(
              'user',
              outcome('c1', {
                query: 'exit 3',
                result: '[Command exited with code 3]',
                error: 'Command exited with code 3',
                success: false,
              }),
            ),
            message('user', outcome('c2', { query: 'a', result: '1 | x', success: true })),
            message(
              'assistant',
              use('c3', 'run_commands', { commands: ['ls', { command: 'git', args: ['status'] }] }),
            ),
            message(
              'user',
              outcome(
                'c3',
                { query: 'ls', result: 'a', success: true },
                { query: 'git', result: '', error: '[Turnwatch] off', success: false },
              ),
            ),
            message('assistant', text('Done.')),
            message('user', text('<user_input mode="act">More.</user_input>')),
          ],
        },
        null,
        2,
      ),
      { file: 's-1.messages.json' },
    );
    assert.equal(format, 'cline');
    const shown = eventLines(events).map((line) => line.replace(/ \(m\d+\)$/, ''));
    assert.deepEqual(shown, [
      'start s-1 cline /w/x',
      'turn Fix it.',
      'says Look.',
      'call c1 shell run_commands {"command":"exit 3"}',
      'call c2 read read_files {"path":"a","start_line":1}',
      'result c1 failed 3 "[Command exited with code 3]"',
      'result c2 ok "1 | x"',
      'call c3 shell run_commands {"command":"ls\\ngit status"}',
      'result c3 failed by turnwatch "a\\n[Turnwatch] off"',
      'says Done.',
      'end completed',
      'turn More.',
    ]);
    const [first, second, third] = ofType(events, 'tool.call').map(({ response }) => response);
    assert.equal(second, first);
    assert.notEqual(third, second);
  });

  it('of the CLI: its word of a request that failed ends the turn as failed', () => {
    const { events } = reread(
      [
        message('user', text('<user_input mode="act">Fix it.</user_input>')),
        message('assistant', use('c1', 'run_commands', { commands: ['ls'] })),
        message('user', outcome('c1', { query: 'ls', result: 'a', success: true })),
        {
          ...message('assistant', text('Incorrect API key provided.')),
          id: 'error_1',
          metadata: { displayOnly: true, displayRole: 'error' },
        },
        message('user', text('<user_input mode="act">More.</user_input>')),
        message('assistant', text('Done.')),
      ],
      's-1.messages.json',
    );
    const shown = eventLines(events).map((line) => line.replace(/ \((?:m\d+|error_1)\)$/, ''));
    assert.deepEqual(shown, [
      'start s-1 cline /',
      'turn Fix it.',
      'call c1 shell run_commands {"command":"ls"}',
      'result c1 ok "a"',
      'says Incorrect API key provided.',
      'end error',
      'turn More.',
      'says Done.',
      'end completed',
    ]);
  });

  it('of the extension with native calls: the reply to its last message starts the next turn', () => {
    const { events } = reread([
      message(
        'user',
        text('<task>\nFix it.\n</task>'),
        text(
          '<environment_details>\n# Current Working Directory (/w) Files\n</environment_details>',
        ),
      ),
      message('assistant', use('c1', 'execute_command', { command: 'ls' })),
      message(
        'user',
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [text("[execute_command for 'ls'] Result:\nCommand executed.\nOutput:\na")],
        },
        text('<environment_details>x</environment_details>'),
      ),
      message('assistant', use('c2', 'execute_command', { command: 'rm' })),
      message('user', {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: 'The user denied this operation.',
      }),
      message('assistant', use('c3', 'attempt_completion', { result: 'Done.' })),
      message('user', {
        type: 'tool_result',
        tool_use_id: 'c3',
        content: '<feedback>\nNot yet.\n</feedback>',
      }),
    ]);
    const shown = eventLines(events).map((line) => line.replace(/ \(m\d+\)$/, ''));
    assert.deepEqual(shown, [
      'start 1795 cline /w',
      'turn Fix it.',
      'call c1 shell execute_command {"command":"ls"}',
      'result c1 ok "Command executed.\\nOutput:\\na"',
      'call c2 shell execute_command {"command":"rm"}',
      'result c2 failed by person "The user denied this operation."',
      'call c3 other attempt_completion {"result":"Done."}',
      'end completed',
      'turn Not yet.',
    ]);
  });

  it('of older versions: calls as XML; the harness rejects a response without one', () => {
    const { events } = reread([
      message('user', text('<task>Fix it.</task>')),
      message(
        'assistant',
        text('<thinking>Hm.</thinking>\nLook.\n<read_file>\n<path>a.ts</path>\n</read_file>'),
      ),
      message(
        'user',
        text("[read_file for 'a.ts'] Result:"),
        text('const x = 1;'),
        text('<environment_details>y</environment_details>'),
      ),
      message(
        'assistant',
        text(
          '<write_to_file><path>b.html</path><content>\n<content>deep</content>\n</content></write_to_file>',
        ),
      ),
      message(
        'user',
        text("[write_to_file for 'b.html'] Result:"),
        text('The tool execution failed with the following error:\n<error>\nno\n</error>'),
      ),
      message('assistant', text('I think so.')),
      message(
        'user',
        text(
          '[ERROR] You did not use a tool in your previous response! Please retry with a tool use.',
        ),
      ),
      message('assistant', text('<attempt_completion><result>Done.</result></attempt_completion>')),
    ]);
    const shown = eventLines(events).map((line) => line.replace(/ \(m\d+\)$/, ''));
    assert.deepEqual(shown, [
      'start 1795 cline /',
      'turn Fix it.',
      'says Look.',
      'call c2 read read_file {"path":"a.ts"}',
      'result c2 ok "const x = 1;"',
      'call c4 write write_to_file {"path":"b.html","content":"<content>deep</content>"}',
      'result c4 failed "The tool execution failed with the following error:\\n<error>\\nno\\n</error>"',
      'says I think so.',
      'call c7 other __rejected_response__ {}',
      'result c7 failed "[ERROR] You did not use a tool in your previous response! Please retry with a tool use."',
      'call c8 other attempt_completion {"result":"Done."}',
      'end completed',
    ]);
  });
});
