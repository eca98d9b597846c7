/** Parts between tags: what is taken out and what is found, and that a hostile text is no more work than another. */
import assert from 'node:assert/strict';
import { clineFormat } from '../../../src/agents/cline/messages.js';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import { openChat } from '../../../src/agents/gemini-cli/chat.js';
import { kimiCodeFormat } from '../../../src/agents/kimi-code/wire-log.js';
import { taggedIn, withoutTagged } from '../../../src/agents/reading/tagged.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { isProblem, type Result } from '../../../src/agents/agent.js';

describe('parts between tags', () => {
  it('are removed up to their end tags; unclosed ones stay', () => {
    assert.equal(withoutTagged('a<n>1</n>b<n>2\n</n>c', 'n'), 'abc');
    assert.equal(withoutTagged('a<n>b<n>c</n>d</n>', 'n'), 'ad</n>');
    assert.equal(withoutTagged('a\n<n>b', 'n'), 'a\n<n>b');
    assert.equal(withoutTagged('</n>a', 'n'), '</n>a');
  });

  it('are removed with preceding white space, and up to the end of the text where they may be unclosed', () => {
    assert.equal(withoutTagged('a \n <n>1</n> \n<n>2</n> b ', 'n', { before: 'blanks' }), 'a b ');
    assert.equal(
      withoutTagged('a \n\n<n>1</n>\n<n>2', 'n', { before: 'newlines', open: true }),
      'a ',
    );
  });

  it('are found without surrounding white space', () => {
    assert.equal(taggedIn('x <n>\n 1 <m> \n</n> <n>2</n>', 'n'), '1 <m>');
    assert.equal(taggedIn('<n></n>', 'n'), '');
    assert.equal(taggedIn('<n>1', 'n'), undefined);
  });

  // what the patterns of before took minutes for: a test that goes on until it is ended has failed
  const many = 100_000;
  const hostile: Readonly<Record<string, string>> = {
    'beginnings of a reminder': '<system-reminder>'.repeat(many / 10),
    'blanks and a reminder': `${' '.repeat(many)}<system-reminder>`,
    'line breaks': '\n'.repeat(many),
    'feedback without an end': `<feedback>${' '.repeat(many)}`,
    'beginnings of feedback': '<feedback>'.repeat(many / 10),
    'a command without an end': `<command-name>${' '.repeat(many)}`,
    'a list of folders without folders': `<session_context>Workspace Directories:${'\n'.repeat(many)}`,
    'a message without an end': `<user_input>${' '.repeat(many)}`,
  };
  for (const [name, text] of Object.entries(hostile)) {
    it(`hostile text costs no more than other text: ${name}`, () => {
      const at = '2026-11-21T10:00:00.000Z';
      const cline = clineFormat.read(
        {
          sessionId: 's',
          messages: [
            { role: 'user', content: text },
            {
              role: 'assistant',
              content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }],
            },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: text }] },
          ],
        },
        's.messages.json',
      ).events;
      assert.equal(resultsIn(cline), 1);
      const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
      const claude = openTranscript(`/p/${session}.jsonl`);
      const common = { sessionId: session, cwd: '/w', timestamp: at };
      read(claude.line(JSON.stringify({ ...common, type: 'user', message: { content: text } })));
      assert.equal(
        resultsIn(
          read(
            claude.line(
              JSON.stringify({
                ...common,
                type: 'user',
                message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: text }] },
              }),
            ),
          ),
        ),
        1,
      );
      const kimi = kimiCodeFormat.open('/s/agents/main/wire.jsonl').line(
        JSON.stringify({
          type: 'context.append_loop_event',
          time: 1,
          event: { type: 'tool.result', toolCallId: 'a', result: { output: text } },
        }),
      );
      assert.equal(resultsIn(read(kimi)), 1);
      read(
        openChat('/c/session-1.jsonl').line(
          JSON.stringify({ id: '1', timestamp: at, type: 'user', content: text }),
        ),
      );
    });
  }
});

function read(reading: Result<TurnEvent[]>): TurnEvent[] {
  if (isProblem(reading)) {
    throw new Error(reading.problem);
  }
  return reading;
}

function resultsIn(events: readonly TurnEvent[]): number {
  return events.filter(({ type }) => type === 'tool.result').length;
}
