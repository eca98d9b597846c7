import assert from 'node:assert/strict';
import type { JsonObject, ToolClass } from '../../../src/core/events.js';
import { editedLines } from '../../../src/core/view/timeline/call-row.js';
import { commandIn, inputText } from '../../../src/core/view/full-text.js';
import { redactedTitle } from '../../../src/core/view/title.js';

const counts = (kind: ToolClass, input: JsonObject, output = 'ok') => {
  const lines = editedLines({
    class: kind,
    input,
    result: { output },
  });
  return lines === undefined ? undefined : `+${lines.added} −${lines.removed}`;
};

describe('lines that an edit changes', () => {
  it('are counted where both sides are known', () => {
    assert.deepEqual(
      [
        counts('edit', { file_path: 'a', old_string: 'a\nb\nc', new_string: 'a\nB\nc\nd' }),
        counts('edit', { file_path: 'a', old_string: 'a\nb', new_string: '' }),
        counts('edit', { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] }),
        counts('edit', {
          patch: '*** Begin Patch\n*** Update File: a\n@@\n same\n+one\n+two\n*** End Patch',
        }),
        counts('write', { file_path: 'a', content: 'a\nb\n' }, 'File created successfully at: a'),
      ],
      ['+2 −1', '+0 −2', '+1 −1', '+2 −0', '+2 −0'],
    );
  });

  it('are not told where they are not known', () => {
    assert.deepEqual(
      [
        counts('write', { file_path: 'a', content: 'a\nb' }, 'The file a has been updated.'),
        counts('edit', { file_path: 'a', old_string: 'x'.repeat(9000), new_string: 'y' }),
        counts('read', { file_path: 'a' }),
        counts('edit', { file_path: 'a' }),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });
});

describe('the title of a command', () => {
  it('leaves out moving to the folder in which the agent is already', () => {
    assert.deepEqual(
      [
        'cd /w/app && npm test',
        'cd "/w/app"; npm test',
        'cd /w/app/sub && npm test',
        'cd /w/app',
        'cat /w/app/src/a.ts',
      ].map((command) => redactedTitle({ command }, '/w/app')),
      ['npm test', 'npm test', 'cd sub && npm test', 'cd /w/app', 'cat src/a.ts'],
    );
  });
});

describe('the title of a list of what is to be done', () => {
  it('says how much is done, and which item is at work or next', () => {
    assert.deepEqual(
      [
        {
          todoList: [
            { id: 1, title: 'Read', status: 'completed' },
            { title: 'Mend', status: 'in-progress' },
          ],
        },
        {
          todos: [
            { content: 'Read', status: 'pending' },
            { content: 'Mend', status: 'in_progress' },
          ],
        },
        { plan: [{ step: 'Read', status: 'completed' }] },
        { edits: [{ title: 'no status' }] },
      ].map((input) => redactedTitle(input, '/w/app')),
      ['1/2 Mend', '0/2 Mend', '1/1 Read', '{"edits":[{"title":"no status"}]}'],
    );
  });
});

describe('the command of a shown input', () => {
  it('is whole, with all its lines, and nothing but the command', () => {
    assert.deepEqual(
      [
        { command: 'npm test' },
        { command: 'npm test', description: 'Runs them', timeout: 5 },
        { command: 'for i in 1 2; do\n  echo $i\ndone', description: 'Counts' },
        { description: 'Prints', command: 'echo one\necho two' },
      ].map((input) => commandIn(inputText(input))),
      ['npm test', 'npm test', 'for i in 1 2; do\n  echo $i\ndone', 'echo one\necho two'],
    );
  });
});
