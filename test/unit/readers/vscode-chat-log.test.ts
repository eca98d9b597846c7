/** What VS Code writes of its own agent's sessions: a transcript and a chat session, captured from a run of the real program and shortened. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isProblem, type LogReader } from '../../../src/agents/agent.js';
import { vsCodeChat } from '../../../src/agents/copilot/vscode-chat/index.js';
import { SessionFiles } from '../../../src/agents/copilot/vscode-chat/session-files.js';
import { classifyTool, ownName } from '../../../src/agents/copilot/vscode-chat/tools.js';
import { readText } from '../../../src/agents/copilot/vscode-chat/result.js';
import { readRecording } from '../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { newJudge } from '../support/judging.js';

const samples = join(process.cwd(), 'test/unit/readers/samples/vscode-chat');
const session = 'aa5d475c-a54d-41d2-9826-f43d5d2dce36';
const linesOf = (name: string): string[] =>
  fs.readFileSync(join(samples, name), 'utf8').split('\n').slice(0, -1);
const chat = linesOf('failures.chat.jsonl');
const transcript = linesOf('failures.transcript.jsonl');

const stalls = (events: readonly TurnEvent[]): string[] => {
  const judge = newJudge({ set: {} });
  return events
    .flatMap((event) => judge.push(event).verdicts)
    .filter(({ level }) => level === 'stalled')
    .map(({ kind, callId }) => `${kind} ${callId}`);
};
const short = (event: TurnEvent): string => {
  switch (event.type) {
    case 'turn.start':
      return `start ${event.prompt ?? ''}`;
    case 'turn.end':
      return `end ${event.reason}`;
    case 'message':
      return `says ${event.text.trim()}`;
    case 'tool.call':
      return `${event.call} ${event.class ?? ''}`;
    case 'tool.result':
      return `${event.call} ${event.ok ? 'ok' : 'failed'} ${event.exitCode ?? '-'} ${JSON.stringify(event.output)}`;
    default:
      return event.type;
  }
};

describe('sessions of VS Code’s own agent', () => {
  let storage = '';
  let chatFile = '';
  let transcriptFile = '';
  beforeEach(() => {
    storage = fs.mkdtempSync(join(tmpdir(), 'turnwatch-storage-'));
    chatFile = join(storage, 'chatSessions', `${session}.jsonl`);
    transcriptFile = join(storage, 'GitHub.copilot-chat/transcripts', `${session}.jsonl`);
    fs.mkdirSync(join(chatFile, '..'), { recursive: true });
    fs.mkdirSync(join(transcriptFile, '..'), { recursive: true });
  });
  afterEach(() => fs.rmSync(storage, { recursive: true, force: true }));

  function look(reader: LogReader): TurnEvent[] {
    const read = reader.line('');
    return isProblem(read) ? assert.fail(read.problem) : read;
  }

  /** As the program wrote them: the chat session every few seconds, the transcript with each response. */
  function play(): { events: TurnEvent[]; reader: LogReader; files: SessionFiles } {
    const files = new SessionFiles();
    const readers = {
      chat: files.open(chatFile, ['/srv/app']),
      transcript: files.open(transcriptFile, ['/srv/app']),
    };
    const events: TurnEvent[] = [];
    const write = (which: 'chat' | 'transcript', lines: readonly string[]): void => {
      for (const line of lines) {
        fs.appendFileSync(which === 'chat' ? chatFile : transcriptFile, `${line}\n`);
        events.push(...look(readers[which]));
      }
    };
    write('chat', chat.slice(0, 3));
    write('transcript', transcript.slice(0, 20));
    write('chat', chat.slice(3, 18));
    write('transcript', transcript.slice(20));
    write('chat', chat.slice(18));
    return { events, reader: readers.chat, files };
  }

  it('are told once, from both files: the prompt at once, outcomes, last words and the end from the chat session', () => {
    const { events } = play();
    const told = events.filter(({ type }) => type !== 'session.start').map(short);
    assert.equal(told[0], 'start Fix the failing test in the parser');
    assert.deepEqual(told.slice(-3), [
      'call_13_0 ok - ""',
      'says FINAL: script over.',
      'end completed',
    ]);
    const results = events.filter((event) => event.type === 'tool.result');
    assert.equal(results.length, 12);
    assert.equal(new Set(results.map(({ call }) => call)).size, 12);
    assert.equal(results.find(({ call }) => call === 'call_7_0')?.exitCode, 3);
    assert.equal(results.find(({ call }) => call === 'call_5_0')?.output, undefined);
    assert.equal(results.find(({ call }) => call === 'call_7_0')?.output, 'exit');
    assert.equal(events.filter(({ type }) => type === 'turn.start').length, 1);
    assert.equal(told.filter((each) => each.startsWith('says')).length, 2);
    assert.deepEqual(stalls(events), ['loop call_10_0']);
  });

  it('begin once, also where the transcript tells the prompt before there is a chat session', () => {
    const files = new SessionFiles();
    const reader = files.open(transcriptFile, ['/srv/app']);
    const events: TurnEvent[] = [];
    const write = (file: string, lines: readonly string[]): void => {
      fs.appendFileSync(file, `${lines.join('\n')}\n`);
      events.push(...look(reader));
    };
    const prompt = {
      type: 'user.message',
      data: { content: 'Fix the failing test in the parser', attachments: [] },
      id: 'prompt',
      timestamp: '2026-11-23T18:17:15.000Z',
    };
    const [start = '', ...rest] = transcript;
    write(transcriptFile, [start, JSON.stringify(prompt)]);
    assert.equal(events.at(-1)?.type, 'turn.start');
    write(chatFile, chat.slice(0, 3));
    write(transcriptFile, rest);
    write(chatFile, chat.slice(3));
    const told = events.map(short);
    assert.equal(told.filter((each) => each.startsWith('start')).length, 1, told.join('\n'));
    assert.equal(told.at(-1), 'end completed');
  });

  it('are over once they are stopped, though the transcript tells of a call only then', () => {
    const reader = new SessionFiles().open(transcriptFile, ['/srv/app']);
    const called = transcript.findIndex((line) => line.includes('call_3_0'));
    fs.appendFileSync(transcriptFile, `${transcript.slice(0, called).join('\n')}\n`);
    fs.appendFileSync(chatFile, `${chat.slice(0, 3).join('\n')}\n`);
    look(reader);
    const state = { value: 2, completedAt: Date.parse('2026-11-25T22:29:00.000Z') };
    const stopped = { kind: 1, k: ['requests', 0, 'modelState'], v: state };
    fs.appendFileSync(chatFile, `${JSON.stringify(stopped)}\n`);
    assert.equal(look(reader).map(short).at(-1), 'end interrupted');
    fs.appendFileSync(transcriptFile, `${transcript[called] ?? ''}\n`);
    assert.deepEqual(look(reader).map(short), ['says I will look.']);
    const later = (transcript[called] ?? '')
      .replaceAll('call_3_0', 'call_later')
      .replaceAll('T22:28', 'T22:30');
    fs.appendFileSync(transcriptFile, `${later}\n`);
    assert.match(look(reader).map(short).join('\n'), /call_later/);
  });

  it('wait with the call that the person is asked about', () => {
    const reader = new SessionFiles().open(transcriptFile, ['/srv/app']);
    fs.appendFileSync(chatFile, `${chat.slice(0, 3).join('\n')}\n`);
    fs.appendFileSync(transcriptFile, `${transcript.slice(0, 4).join('\n')}\n`);
    const asked = look(reader).findLast((event) => event.type === 'tool.call');
    for (const [value, type] of [
      [4, 'waiting'],
      [0, 'resumed'],
    ] as const) {
      const state = { kind: 1, k: ['requests', 0, 'modelState'], v: { value } };
      fs.appendFileSync(chatFile, `${JSON.stringify(state)}\n`);
      const told = look(reader).at(-1);
      assert.equal(told?.type, type);
      if (told.type === 'waiting') {
        assert.deepEqual([told.for, told.call], ['permission', asked?.call]);
      }
    }
    assert.ok(asked !== undefined);
  });

  it('name folder and model to whichever file is read', () => {
    const files = new SessionFiles();
    fs.writeFileSync(chatFile, `${chat.join('\n')}\n`);
    fs.writeFileSync(transcriptFile, `${transcript.join('\n')}\n`);
    for (const file of [transcriptFile, chatFile]) {
      const [first] = look(files.open(file, ['/srv/app']));
      assert.ok(first?.type === 'session.start');
      assert.deepEqual(
        [first.session, first.agent, first.cwd, first.model],
        [session, 'vscode-chat', '/srv/app', 'scripted-1'],
      );
    }
  });

  it('that are read whole have the same order, whichever file is read first', () => {
    fs.writeFileSync(chatFile, `${chat.join('\n')}\n`);
    fs.writeFileSync(transcriptFile, `${transcript.join('\n')}\n`);
    for (const file of [transcriptFile, chatFile]) {
      const events = look(new SessionFiles().open(file, ['/srv/app']));
      const told = events.filter(({ type }) => type !== 'session.start').map(short);
      assert.equal(told[0], 'start Fix the failing test in the parser');
      assert.equal(told.at(-1), 'end completed');
      assert.deepEqual(stalls(events), ['loop call_10_0']);
    }
  });

  it('tell nothing twice once VS Code writes them anew', () => {
    const { reader, files } = play();
    const state = (events: unknown[]): string =>
      JSON.stringify({ kind: 0, v: { sessionId: session, requests: events } });
    const request: Record<string, unknown> = {};
    for (const line of chat) {
      const { kind, k, v }: { kind: number; k?: string[]; v: unknown } = JSON.parse(line);
      if (kind === 2 && k?.length === 1 && Array.isArray(v)) {
        Object.assign(request, v[0]);
      } else if (kind === 1 && k?.length === 3) {
        request[k[2] ?? ''] = v;
      }
    }
    fs.rmSync(chatFile);
    fs.writeFileSync(chatFile, `${state([request])}\n`);
    assert.deepEqual(look(reader).map(short), []);
    assert.deepEqual(look(files.open(chatFile, ['/srv/app'])).map(short), ['session.start']);
    const next = {
      ...request,
      requestId: 'request_2',
      timestamp: 1795645999000,
      message: { text: 'And now the docs.' },
      modelState: { value: 0 },
      result: undefined,
      response: [],
    };
    fs.appendFileSync(chatFile, `${JSON.stringify({ kind: 2, k: ['requests'], v: [next] })}\n`);
    assert.deepEqual(look(reader).map(short), ['start And now the docs.']);
  });

  it('are shown from the chat session alone where there is no transcript', () => {
    const reader = new SessionFiles().open(chatFile, []);
    const events: TurnEvent[] = [];
    for (const line of chat) {
      fs.appendFileSync(chatFile, `${line}\n`);
      events.push(...look(reader));
    }
    const told = events.map(short);
    assert.ok(told.includes('call_7_0 shell'), told.join('\n'));
    assert.equal(told.at(-1), 'end completed');
    assert.deepEqual(stalls(events), ['loop call_10_0']);
  });

  it('as recorded runs get the verdict: with the outputs of the chat session, and without any of the transcript', async () => {
    for (const [name, stall] of [
      // what its reads found is not in it, so that a row of them is no loop yet
      ['failures.chat.jsonl', 'no-progress call_10_0'],
      ['failures.transcript.jsonl', 'loop call_11_0'],
    ] as const) {
      const read = await readRecording(join(samples, name), 'auto');
      assert.ok(!('problem' in read), name);
      assert.deepEqual(read.skipped, []);
      assert.deepEqual(stalls(read.events), [stall], name);
    }
  });

  it('are found in both folders of the window’s storage, or in the one of all profiles for windows without a folder', async () => {
    const where = { env: {}, home: '/h', platform: 'linux' };
    assert.deepEqual(await vsCodeChat.logs.folders({ ...where, configured: storage }, ['/srv']), [
      join(storage, 'chatSessions'),
      join(storage, 'GitHub.copilot-chat', 'transcripts'),
    ]);
    const configured = join(storage, 'globalStorage');
    const [folder = ''] = await vsCodeChat.logs.folders({ ...where, configured }, []);
    const ofProfile = join(storage, 'profiles', '-6d1a', 'globalStorage');
    assert.deepEqual(await vsCodeChat.logs.folders({ ...where, configured: ofProfile }, []), [
      folder,
    ]);
    fs.mkdirSync(folder, { recursive: true });
    const file = join(folder, `${session}.jsonl`);
    fs.writeFileSync(file, `${chat.join('\n')}\n`);
    const events = look(new SessionFiles().open(file, []));
    assert.ok(events[0]?.type === 'session.start');
    assert.deepEqual([basename(folder), events[0].cwd], ['emptyWindowChatSessions', '']);
    assert.deepEqual(stalls(events), ['no-progress call_10_0']);
  });

  it('have a class for every tool, by its schema for those of others', () => {
    assert.deepEqual(
      [
        ['memory', { command: 'view', path: '/memories' }],
        ['mcp_github_search_issues', { query: 'parser' }],
        ['mcp_db_run_query', { query: 'select 1' }],
        ['acme_replaceText', { filePath: '/a', oldString: 'a', newString: 'b' }],
        ['acme_probe', { path: '/a', content: 'x' }],
      ].map(([tool, input]) => classifyTool(String(tool), Object(input))),
      ['read', 'search', 'search', 'edit', 'write'],
    );
    assert.deepEqual(
      ['copilot_readFile', 'copilot_findTextInFiles', 'run_in_terminal'].map(ownName),
      ['read_file', 'grep_search', 'run_in_terminal'],
    );
  });

  it('have results without what VS Code adds', () => {
    assert.deepEqual(readText('exit\n\nCommand exited with code 3'), {
      ok: true,
      output: 'exit',
      exitCode: 3,
    });
    assert.deepEqual(readText('\n\nCommand produced no output'), { ok: true, output: '' });
    assert.equal(readText('ERROR while calling tool: cannot open it').ok, false);
  });
});
