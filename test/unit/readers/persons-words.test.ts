/** What a person wrote and what a harness wrote in the person's name, by the shape of the text and by what each agent's readers make of it. */
import assert from 'node:assert/strict';
import {
  isProblem,
  type HookReading,
  type LogReader,
  type Result,
} from '../../../src/agents/agent.js';
import { readHook as readClaude } from '../../../src/agents/claude-code/payload.js';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import { readHook as readCodex } from '../../../src/agents/codex/payload.js';
import { openChat } from '../../../src/agents/gemini-cli/chat.js';
import { readHook as readGemini } from '../../../src/agents/gemini-cli/payload.js';
import { readPersonsWords } from '../../../src/agents/reading/persons-words.js';
import type { TurnEvent } from '../../../src/core/events.js';

describe('a message in the person’s name', () => {
  const harness: readonly string[] = [
    'System: Potential loop detected. Details: the same tool was called five times. Please take a step back.',
    'System: Please continue.',
    '<system-reminder>\nThe to-do list is empty.\n</system-reminder>',
    '<hook_context>lint failed</hook_context>\n<session-notes>none</session-notes>',
    '<goal_reminder attempt="3">\nKeep working towards the goal.',
    '[SYSTEM NOTIFICATION] A background task has finished.',
    '[Request interrupted by user for tool use]',
  ];
  for (const text of harness) {
    it(`is the harness’s: ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => {
      assert.equal(readPersonsWords(text), undefined);
    });
  }

  const person: readonly (readonly [text: string, words?: string])[] = [
    ['Mend the lexer.'],
    [''],
    ['<div class="a">why is this red?</div>'],
    ['<user_query>\nMend the lexer.\n</user_query>'],
    ['<pr_description>\nThe lexer is slow.\n</pr_description>'],
    ['System tests fail on main: mend them'],
    ['system: nginx, please set it up'],
    ['[system tests] mend them'],
    ['<my-element> is not drawn'],
    ['<ide_selection>a.ts, line 3</ide_selection>\n\nWhat does this do?', 'What does this do?'],
    ['<system-reminder>a</system-reminder><ide_opened_file>b</ide_opened_file> go', 'go'],
    ['Mend it\n<system-reminder>be brief</system-reminder>'],
  ];
  for (const [text, words = text] of person) {
    it(`is the person’s: ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => {
      assert.equal(readPersonsWords(text), words);
    });
  }
});

describe('the harness’s own words', () => {
  const loop =
    'System: Potential loop detected. Details: repeated tool calls. Please take a step back and confirm your progress.';
  const turns = (read: Result<HookReading>): unknown => {
    assert.ok(!isProblem(read));
    return read.events.filter(({ type }) => type === 'turn.start');
  };
  const prompts = (events: readonly TurnEvent[]): unknown =>
    events.flatMap((event) => (event.type === 'turn.start' ? [event.prompt] : []));
  const eventsIn = (log: LogReader, line: string): TurnEvent[] => {
    const events = log.line(line);
    assert.ok(!isProblem(events));
    return events;
  };
  const submitted = (prompt: string): Record<string, unknown> => ({
    hook_event_name: 'UserPromptSubmit',
    session_id: 's',
    cwd: '/w',
    prompt,
  });

  it('of Gemini CLI begin no turn, told by a hook or by its chat', () => {
    const before = { ...submitted(loop), hook_event_name: 'BeforeAgent' };
    assert.deepEqual(turns(readGemini(before, 0)), []);
    const chat = openChat('/home/u/.gemini/tmp/w/chats/session-1.jsonl');
    const at = new Date(0).toISOString();
    const lines = [
      { sessionId: 's', projectHash: 'p', startTime: at, kind: 'main' },
      { id: '1', timestamp: at, type: 'user', content: 'Mend the lexer.' },
      { id: '2', timestamp: at, type: 'gemini', content: 'I look.' },
      { id: '3', timestamp: at, type: 'user', content: loop },
    ];
    assert.deepEqual(prompts(lines.flatMap((each) => eventsIn(chat, JSON.stringify(each)))), [
      'Mend the lexer.',
    ]);
  });

  it('of Claude Code begin no turn, and what it puts before a message is not part of it', () => {
    assert.deepEqual(turns(readClaude(submitted('<goal-reminder>\nGo on.'), 0)), []);
    const line = (content: string): string =>
      JSON.stringify({
        type: 'user',
        uuid: content,
        sessionId: 's',
        cwd: '/w',
        message: { role: 'user', content },
      });
    const transcript = openTranscript('/home/u/.claude/projects/-w/s.jsonl');
    const words = ['<ide_opened_file>a.ts</ide_opened_file> Mend it.', '<goal-reminder>\nGo on.'];
    assert.deepEqual(prompts(words.flatMap((each) => eventsIn(transcript, line(each)))), [
      'Mend it.',
    ]);
  });

  it('of Codex’s IDE extension do not hide the request', () => {
    const context =
      '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\n';
    const read = readCodex({ ...submitted(`${context}Mend it.`), turn_id: 't', model: 'm' }, 0);
    assert.ok(!isProblem(read));
    assert.deepEqual(prompts(read.events), ['Mend it.']);
  });
});
