/** Sessions of Continue's `cn`, in the form of its version 1.5.47. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { ofType, read } from './support/reading.js';

const usage = {
  prompt_tokens: 100,
  completion_tokens: 10,
  total_tokens: 110,
  model: 'mock-model',
  cost_cents: 0,
};
const asked = (content: string): object => ({
  message: { role: 'user', content },
  contextItems: [],
  editorState: content,
});
const answered = (content: string, ...states: object[]): object => ({
  message: {
    role: 'assistant',
    content,
    ...(states.length > 0 && { toolCalls: [] }),
    usage,
  },
  contextItems: [],
  ...(states.length > 0 && { toolCallStates: states }),
});
const called = (
  id: string,
  name: string,
  input: object,
  status: string,
  ...outputs: string[]
): object => ({
  toolCallId: id,
  toolCall: { id, type: 'function', function: { name, arguments: JSON.stringify(input) } },
  status,
  parsedArgs: input,
  output: outputs.map((content) => ({ content, name: 'Tool Result', description: 'x' })),
});
const reading = (history: readonly object[], more: object = {}) =>
  read(
    JSON.stringify({
      sessionId: 'S',
      title: 'Untitled Session',
      workspaceDirectory: '/srv/app',
      history,
      ...more,
    }),
    { file: 'S.json' },
  );

describe('a session of Continue', () => {
  it('tells its turns: calls by response, what they gave, and the model’s words', () => {
    const { format, events, skipped } = reading([
      asked('Look at it'),
      answered('I will look.', called('a', 'Bash', { command: 'echo one' }, 'done', 'one\n')),
      answered(
        '',
        called(
          'b',
          'Read',
          { filepath: '/srv/app/README.md' },
          'done',
          'Content of /srv/app/README.md:\n# read me\n',
        ),
        called('c', 'Read', { filepath: '/none' }, 'errored', 'Error executing tool Read'),
        called('d', 'Bash', { command: 'rm x' }, 'canceled'),
      ),
      answered('Done.'),
      asked('Thanks'),
      answered('You are welcome.'),
    ]);
    assert.equal(format, 'continue');
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      eventLines(events).filter((line) => line !== 'usage'),
      [
        'start S continue /srv/app mock-model',
        'turn Look at it',
        'says I will look. (2)',
        'call a shell Bash {"command":"echo one"} (2)',
        'result a ok "one\\n"',
        'call b read Read {"filepath":"/srv/app/README.md"} (3)',
        'call c read Read {"filepath":"/none"} (3)',
        'call d shell Bash {"command":"rm x"} (3)',
        'result b ok "# read me\\n"',
        'result c failed "Error executing tool Read"',
        'result d failed by person ""',
        'says Done. (4)',
        'end completed',
        'turn Thanks',
        'says You are welcome. (6)',
        'end completed',
      ],
    );
    const tokens = ofType(events, 'usage');
    assert.equal(tokens.length, 4);
    assert.deepEqual(
      tokens.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])[0],
      [100, 10],
    );
  });

  it('is read as far as it goes, whatever stands in it', () => {
    const { events } = reading([
      asked('Go'),
      answered('', { toolCallId: 7, toolCall: null, status: 'done', output: 'x' }),
      answered('', called('e', 'Bash', { command: 'sleep 9' }, 'calling')),
      { message: { role: 'system', content: 'You are.' } },
      { message: null },
    ]);
    assert.deepEqual(
      eventLines(events)
        .filter((line) => line !== 'usage')
        .slice(1),
      ['turn Go', 'call e shell Bash {"command":"sleep 9"} (3)'],
      'a call that never ended leaves its turn open',
    );
  });
});
