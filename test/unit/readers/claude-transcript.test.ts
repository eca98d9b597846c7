import assert from 'node:assert/strict';
import { claudeCode } from '../../../src/agents/claude-code/index.js';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import {
  configDir,
  mayHoldSessions,
  projectSlug,
  sessionOfFile,
} from '../../../src/agents/claude-code/paths.js';
import { isProblem } from '../../../src/agents/agent.js';
import { parseEvent } from '../../../src/core/parse.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import { eventLines } from '../support/event-lines.js';

const id = 'def56700-6718-48df-8282-366a1d6386d6';
const file = `/h/.claude/projects/-srv-app/${id}.jsonl`;

/** A transcript as Claude Code writes it, a line a call. Time runs a second a line. */
class Lines {
  readonly lines: string[] = [];
  private readonly base: Record<string, unknown>;
  constructor(base: Record<string, unknown> = {}) {
    this.base = { isSidechain: false, cwd: '/srv/app', sessionId: id, version: '2.1.329', ...base };
  }
  add(line: Record<string, unknown>): this {
    this.lines.push(
      JSON.stringify({
        parentUuid: null,
        ...this.base,
        uuid: `u${this.lines.length}`,
        timestamp: new Date(1_000_000 + this.lines.length * 1000).toISOString(),
        ...line,
      }),
    );
    return this;
  }
  raw(line: string): this {
    this.lines.push(line);
    return this;
  }
  user(content: unknown, more: Record<string, unknown> = {}): this {
    return this.add({ type: 'user', message: { role: 'user', content }, ...more });
  }
  says(response: string, stop: string | null, ...content: object[]): this {
    for (const block of content) {
      this.add({
        type: 'assistant',
        message: {
          id: response,
          role: 'assistant',
          model: 'claude-x',
          content: [block],
          stop_reason: stop,
        },
      });
    }
    return this;
  }
  result(
    call: string,
    content: unknown,
    isError?: boolean,
    more: Record<string, unknown> = {},
  ): this {
    return this.user(
      [
        {
          type: 'tool_result',
          tool_use_id: call,
          content,
          ...(isError === undefined ? {} : { is_error: isError }),
        },
      ],
      more,
    );
  }
  attachment(attachment: object, more: Record<string, unknown> = {}): this {
    return this.add({ attachment, type: 'attachment', ...more });
  }
}
const text = (value: string): object => ({ type: 'text', text: value });
const use = (call: string, command = 'true'): object => ({
  type: 'tool_use',
  id: call,
  name: 'Bash',
  input: { command },
});

/** What the lines tell, the first sights of the session left out; each event can be read again from a recording. */
function told(lines: Lines, name = file): string[] {
  const reader = openTranscript(name);
  return lines.lines.flatMap((line) => {
    const events = reader.line(line);
    if (isProblem(events)) {
      return [`problem ${events.problem}`];
    }
    for (const event of events) {
      const recorded: unknown = JSON.parse(JSON.stringify(event));
      assert.deepEqual(parseEvent(recorded), { event: recorded });
    }
    return eventLines(events).filter((each) => !/^start (?!.* by )/.test(each));
  });
}

describe('Claude Code transcript', () => {
  it('strips the harness’s words from tool output', () => {
    const reader = openTranscript(file);
    const { lines } = new Lines()
      .user('Read it')
      .says('m1', 'tool_use', use('t1'))
      .result('t1', 'text\n<system-reminder>Empty.</system-reminder>', false);
    const outputs = lines
      .flatMap((line) => {
        const read = reader.line(line);
        return isProblem(read) ? [] : read;
      })
      .flatMap((event) => (event.type === 'tool.result' ? [event.output] : []));
    assert.deepEqual(outputs, ['text\n']);
  });

  it('reports a turn: grouped responses, results, end', () => {
    const lines = new Lines()
      .user('Fix it', { promptId: 'p', origin: { kind: 'human' } })
      .says('m1', 'tool_use', text('Looking.'), use('t1'), use('t2', 'exit 3'))
      .result('t1', 'fine', false)
      .result('t2', 'Exit code 3\nout', true, { toolUseResult: 'Error: Exit code 3\nout' })
      .says('m2', 'end_turn', { type: 'thinking', thinking: '…' }, text('Done.'))
      .add({ type: 'system', subtype: 'turn_duration', durationMs: 5 });
    assert.deepEqual(told(lines), [
      'turn Fix it',
      'says Looking. (m1)',
      'call t1 shell Bash {"command":"true"} (m1)',
      'call t2 shell Bash {"command":"exit 3"} (m1)',
      'result t1 ok "fine"',
      'result t2 failed 3 "Exit code 3\\nout"',
      'says Done. (m2)',
      'end completed',
    ]);
  });

  it('tells each change of the model before what the new one costs', () => {
    const answer = (response: string, model: string) => ({
      type: 'assistant',
      message: {
        ...{ id: response, role: 'assistant', model, content: [], stop_reason: 'tool_use' },
        usage: {
          input_tokens: 10,
          cache_creation_input_tokens: 100,
          cache_read_input_tokens: 1000,
          output_tokens: 5,
        },
      },
    });
    const models = ['claude-x', 'claude-x', '<synthetic>', 'claude-y', 'claude-x'];
    const lines = new Lines().user('Fix it');
    models.forEach((model, i) => lines.add(answer(`m${i}`, model)));
    const reader = openTranscript(file);
    const told = lines.lines.flatMap((line) => {
      const events = reader.line(line);
      assert.ok(!isProblem(events));
      return events.flatMap((event) => {
        if (event.type === 'session.start') {
          return [event.model ?? 'none'];
        }
        return event.type === 'usage' ? [`${event.inputTokens} ${event.cachedTokens}`] : [];
      });
    });
    const cost = '1110 1000';
    assert.deepEqual(told, ['none', 'claude-x', cost, cost, 'claude-y', cost, 'claude-x', cost]);
  });

  it('reports the session, its time, model and parent', () => {
    const first = openTranscript(file);
    const lines = new Lines()
      .user('Fix it')
      .says('m1', 'tool_use', use('t1'))
      .says('m2', 'tool_use', use('t2')).lines;
    assert.deepEqual(first.line(lines[0] ?? ''), [
      {
        v: 1,
        at: 1_000_000,
        type: 'session.start',
        session: id,
        agent: 'claude-code',
        cwd: '/srv/app',
      },
      { v: 1, at: 1_000_000, type: 'turn.start', session: id, prompt: 'Fix it' },
    ]);
    const second = first.line(lines[1] ?? '');
    assert.ok(!isProblem(second));
    assert.deepEqual(second[0], {
      v: 1,
      at: 1_001_000,
      type: 'session.start',
      session: id,
      agent: 'claude-code',
      cwd: '/srv/app',
      model: 'claude-x',
    });
    assert.deepEqual(second[1], {
      v: 1,
      at: 1_001_000,
      type: 'tool.call',
      session: id,
      response: 'm1',
      call: 't1',
      tool: 'Bash',
      input: { command: 'true' },
      class: 'shell',
    });
    const third = first.line(lines[2] ?? '');
    assert.ok(!isProblem(third));
    assert.equal(third.length, 1);
    const child = openTranscript(
      `/h/.claude/projects/-srv-app/${id}/subagents/agent-aec6.jsonl`,
    ).line(new Lines({ isSidechain: true, agentId: 'aec6' }).user('look').lines[0] ?? '');
    assert.ok(!isProblem(child));
    assert.deepEqual(child[0], {
      v: 1,
      at: 1_000_000,
      type: 'session.start',
      session: `${id}/aec6`,
      agent: 'claude-code',
      cwd: '/srv/app',
      parent: id,
    });
    // a recording under another name
    const moved = openTranscript('/tmp/agent-aec6.jsonl').line(
      new Lines({ isSidechain: true, agentId: 'aec6' }).user('look').lines[0] ?? '',
    );
    assert.ok(!isProblem(moved));
    assert.ok(moved[1]?.type === 'turn.start');
    assert.equal(moved[1].session, `${id}/aec6`);
  });

  it('distinguishes who denied a call', () => {
    const denials: [string, Record<string, unknown>, string][] = [
      [
        `PreToolUse:Bash hook error: ${modelTexts.stop}`,
        { toolDenialKind: 'permission-rule' },
        'turnwatch',
      ],
      [`PreToolUse:Bash hook error: ${modelTexts.stop}`, {}, 'turnwatch'],
      ['PreToolUse:Bash hook error: another guard', { toolDenialKind: 'permission-rule' }, 'rule'],
      [
        'Permission to use Bash with command git push has been denied.',
        { toolDenialKind: 'permission-rule' },
        'rule',
      ],
      ['The action was blocked', { toolDenialKind: 'automode-blocked' }, 'rule'],
      [
        "The user doesn't want to proceed with this tool use. The tool use was rejected",
        { toolDenialKind: 'user-rejected' },
        'person',
      ],
      ["The user doesn't want to take this action right now. STOP", {}, 'person'],
      ['<tool_use_error>Sibling tool call errored</tool_use_error>', {}, 'rule'],
    ];
    for (const [output, more, by] of denials) {
      assert.deepEqual(told(new Lines().result('t1', output, true, more)), [
        `result t1 failed by ${by} ${JSON.stringify(output)}`,
      ]);
    }
    const quoted = `cat: ${denials[0]?.[0] ?? ''}`;
    assert.deepEqual(told(new Lines().result('t1', quoted, false)), [
      `result t1 ok ${JSON.stringify(quoted)}`,
    ]);
  });

  it('reports interruptions, forced stops and API errors', () => {
    assert.deepEqual(
      told(
        new Lines()
          .user('a')
          .says('m1', 'tool_use', use('t1'))
          .result('t1', "The user doesn't want to proceed with this tool use.", true, {
            toolDenialKind: 'user-rejected',
          })
          .user([text('[Request interrupted by user for tool use]')])
          .user('b'),
      ),
      [
        'turn a',
        'call t1 shell Bash {"command":"true"} (m1)',
        'result t1 failed by person "The user doesn\'t want to proceed with this tool use."',
        'end interrupted',
        'turn b',
      ],
    );
    assert.deepEqual(told(new Lines().user('a').user([text('[Request interrupted by user]')])), [
      'turn a',
      'end interrupted',
    ]);
    assert.deepEqual(
      told(
        new Lines()
          .user('a')
          .says('m1', 'tool_use', use('t1'))
          .attachment({
            type: 'hook_stopped_continuation',
            message: '[Turnwatch] stopped',
            hookEvent: 'PreToolUse',
          })
          .attachment({ type: 'hook_stopped_continuation' }),
      ),
      ['turn a', 'call t1 shell Bash {"command":"true"} (m1)', 'end stopped'],
    );
    assert.deepEqual(
      told(
        new Lines().user('a').add({
          type: 'assistant',
          message: {
            id: 'e',
            model: '<synthetic>',
            stop_reason: 'stop_sequence',
            content: [text('API Error: 400')],
          },
          isApiErrorMessage: true,
        }),
      ),
      ['turn a', 'end error'],
    );
  });

  it('starts a turn only with a person’s message', () => {
    const injected: [unknown, Record<string, unknown>][] = [
      ['<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true }],
      ['Stop hook feedback:\nGO-ON', { isMeta: true }],
      ['Stop hook feedback:\nGO-ON', {}],
      [
        'This session is being continued from a previous conversation that ran out of context.',
        { isCompactSummary: true, isVisibleInTranscriptOnly: true },
      ],
      [
        '<task-notification>\n<task-id>b1</task-id></task-notification>',
        { origin: { kind: 'task-notification' }, promptSource: 'system' },
      ],
      ['Something the harness says', { origin: { kind: 'auto-continuation' } }],
      ['<bash-input>ls</bash-input>', {}],
      ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', {}],
      ['<system-reminder>\nToday</system-reminder>', {}],
      ['Caveat: The messages below were generated by the user while running local commands.', {}],
      ['  ', {}],
      [[{ type: 'unknown' }].slice(1), {}],
    ];
    for (const [content, more] of injected) {
      assert.deepEqual(told(new Lines().user(content, more)), [], JSON.stringify(content));
    }
    assert.deepEqual(
      told(
        new Lines().user('<Button> is broken').user([text('two'), { type: 'image', source: {} }]),
      ),
      ['turn <Button> is broken', 'turn two\n[image]'],
    );
    assert.deepEqual(told(new Lines().user('typed', { promptSource: 'sdk', turnOrigin: 'sdk' })), [
      'turn typed',
    ]);
  });

  it('reads a message sent during the turn', () => {
    const queued = {
      type: 'queued_command',
      prompt: 'use the other file',
      commandMode: 'prompt',
      origin: { kind: 'human' },
    };
    const notice = {
      type: 'queued_command',
      prompt: '<task-notification>x</task-notification>',
      commandMode: 'task-notification',
      origin: { kind: 'task-notification' },
    };
    assert.deepEqual(
      told(
        new Lines()
          .user('a')
          .says('m1', 'tool_use', use('t1'))
          .attachment(queued)
          .attachment(notice),
      ),
      ['turn a', 'call t1 shell Bash {"command":"true"} (m1)', 'turn use the other file'],
    );
  });

  it('starts a turn with a slash command only if the model answers', () => {
    const command = (name: string, args = ''): string =>
      `<command-name>${name}</command-name>\n <command-message>x</command-message>\n <command-args>${args}</command-args>`;
    assert.deepEqual(
      told(
        new Lines()
          .user('<local-command-caveat>c</local-command-caveat>', { isMeta: true })
          .user(command('/compact'))
          .user('<local-command-stdout>Compacted</local-command-stdout>')
          .user('next')
          .says('m1', 'end_turn', text('Yes.')),
      ),
      ['turn next', 'says Yes. (m1)', 'end completed'],
    );
    assert.deepEqual(
      told(
        new Lines()
          .user(command('/fix', 'the parser'))
          .user([text('Expanded prompt')], { isMeta: true })
          .says('m1', 'tool_use', use('t1')),
      ),
      ['turn /fix the parser', 'call t1 shell Bash {"command":"true"} (m1)'],
    );
  });

  it('reports requests that failed, with the next try', () => {
    const said = new Lines().add({
      type: 'system',
      subtype: 'api_error',
      level: 'error',
      error: { message: '529 {"type":"error"}', status: 529, formatted: '529 Overloaded' },
      retryInMs: 9240,
      retryAttempt: 5,
      maxRetries: 10,
    });
    assert.deepEqual(told(said), [
      'request failed 529 Overloaded try 5 of 10 at 1009240',
      'waits for overload try 5 until 1009240',
    ]);
    const limited = { type: 'system', subtype: 'api_error', retryInMs: 9240, retryAttempt: 1 };
    assert.deepEqual(told(new Lines().add({ ...limited, error: { status: 429 } })), [
      'request failed try 1 at 1009240',
      'waits for limit try 1 until 1009240',
    ]);
    assert.deepEqual(told(new Lines().add({ ...limited, error: { status: 500 } })), [
      'request failed try 1 at 1009240',
    ]);
    assert.deepEqual(told(new Lines().add({ type: 'system', subtype: 'api_error' })), [
      'request failed',
    ]);
  });

  it('reports when the limit is over that ends a turn', () => {
    const resetsAt = 1_754_089_200;
    const ended = (text: string, more: object = {}): string[] =>
      told(
        new Lines().user('Go.').add({
          type: 'assistant',
          isApiErrorMessage: true,
          error: 'rate_limit',
          message: { model: '<synthetic>', role: 'assistant', content: [{ type: 'text', text }] },
          ...more,
        }),
      ).slice(1);
    const until = `waits for limit until ${resetsAt * 1000}`;
    const words = 'You’ve hit your 5-hour limit · resets 3pm (UTC)';
    const info = { status: 'rejected', resetsAt };
    assert.deepEqual(ended(words, { quotaLimits: info }), [until, 'end error']);
    assert.deepEqual(ended(words, { apiErrorParams: { rate_limit_info: info } }), [
      until,
      'end error',
    ]);
    assert.deepEqual(ended(`Claude AI usage limit reached|${resetsAt}`), [until, 'end error']);
    const three = 15 * 3600 * 1000;
    assert.deepEqual(ended(words), [`waits for limit until ${three}`, 'end error']);
    assert.deepEqual(ended('API Error: Request rejected (429)'), ['waits for limit', 'end error']);
    assert.deepEqual(ended('API Error: Overloaded', { error: 'overloaded' }), ['end error']);
  });

  it('reports compactions and the call that started a child', () => {
    assert.deepEqual(
      told(
        new Lines().add({
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
        }),
      ),
      ['compaction'],
    );
    assert.deepEqual(
      told(
        new Lines().result('t1', 'report', undefined, {
          toolUseResult: { status: 'completed', agentId: 'aec6', totalDurationMs: 156 },
        }),
      ),
      ['result t1 ok 156 ms "report"', `start ${id}/aec6 claude-code /srv/app of ${id} by t1`],
    );
  });

  it('continues after the end of a turn when a background task has finished', () => {
    assert.deepEqual(
      told(
        new Lines()
          .user('a')
          .says('m1', 'end_turn', text('Waiting.'))
          .user('<task-notification>x</task-notification>', {
            origin: { kind: 'task-notification' },
          })
          .says('m2', 'tool_use', use('t1'))
          .result('t1', 'x')
          .says('m3', 'end_turn', text('Done.')),
      ),
      [
        'turn a',
        'says Waiting. (m1)',
        'end completed',
        'call t1 shell Bash {"command":"true"} (m2)',
        'result t1 ok "x"',
        'says Done. (m3)',
        'end completed',
      ],
    );
  });

  it('reads older versions: no stop reason, no prompt ids, content as text, sub-agents in the same file', () => {
    const lines = new Lines()
      .user('a')
      .says('m1', null, text('I look.'), use('t1'))
      .result('t1', [text('x'), text('y')])
      .says('m2', null, text('Done.'))
      .user('b')
      .says('m3', null, use('t2'))
      .user('c')
      .add({ type: 'assistant', message: { id: 'm4', role: 'assistant', content: 'plain' } });
    assert.deepEqual(told(lines), [
      'turn a',
      'says I look. (m1)',
      'call t1 shell Bash {"command":"true"} (m1)',
      'result t1 ok "x\\ny"',
      'says Done. (m2)',
      'end completed',
      'turn b',
      'call t2 shell Bash {"command":"true"} (m3)',
      'turn c',
      'says plain (m4)',
    ]);
    const reader = openTranscript('/tmp/old.jsonl');
    const mixed = new Lines()
      .user('a')
      .user('look', { isSidechain: true, uuid: 'aaaaaaaa-1', parentUuid: null })
      .user('look too', { isSidechain: true, uuid: 'bbbbbbbb-1', parentUuid: null })
      .add({
        type: 'assistant',
        isSidechain: true,
        uuid: 'a2',
        parentUuid: 'aaaaaaaa-1',
        message: { id: 'm1', model: 'x', content: [use('t1')] },
      })
      .add({
        type: 'assistant',
        isSidechain: true,
        uuid: 'b2',
        parentUuid: 'bbbbbbbb-1',
        message: { id: 'm2', model: 'x', content: [use('t2')] },
      });
    const sessions = mixed.lines.flatMap((line) => {
      const events = reader.line(line);
      return isProblem(events)
        ? []
        : events.flatMap((event) =>
            event.type === 'turn.start' || event.type === 'tool.call' ? [event.session] : [],
          );
    });
    assert.deepEqual(sessions, [
      id,
      `${id}/sidechain-aaaaaaaa`,
      `${id}/sidechain-bbbbbbbb`,
      `${id}/sidechain-aaaaaaaa`,
      `${id}/sidechain-bbbbbbbb`,
    ]);
  });

  it('rejects invalid records and continues', () => {
    const lines = new Lines()
      .user('a')
      .raw('{"type":"user","message":')
      .raw('[1]')
      .raw('{"a":1}')
      .raw('{"type":"api-request","cut":"off')
      .raw('{"type":"user","message":{}}')
      .raw(`{"type":"user","x":"${'x'.repeat(4 * 1024 * 1024)}"}`)
      .raw('')
      .raw('{"type":"summary","summary":"x","leafUuid":"y"}')
      .raw('{"type":"api-request","x":1}')
      .user('b');
    const all = told(lines, '/tmp/x.jsonl');
    assert.deepEqual(
      all.map((each) => each.slice(0, 30)),
      [
        'turn a',
        'problem not JSON: Unexpected e',
        'problem not a JSON object',
        'problem "type" is missing',
        'problem not JSON: Unterminated',
        'problem user line without "ses',
        'problem skipped a line of 4194',
        'turn b',
      ],
    );
  });

  it('survives odd values', () => {
    const lines = new Lines()
      .user(null)
      .user(7)
      .user([null, 5, { type: 'tool_result' }])
      .user([{ type: 'tool_result', tool_use_id: 'ghost', content: null }])
      .add({ type: 'assistant', message: null })
      .add({
        type: 'assistant',
        message: { content: [null, { type: 'tool_use', id: 1 }, { type: 'text', text: 5 }] },
      })
      .add({ type: 'system' })
      .attachment({ type: 'queued_command', prompt: 5, commandMode: 'prompt' })
      .add({ type: 'user', timestamp: 'yesterday', message: { content: 'a' } });
    assert.deepEqual(told(lines), ['result ghost ok ""', 'turn a']);
  });
});

describe('Claude Code paths', () => {
  it('name a project folder as Claude Code does', () => {
    // seen with 2.1.329
    assert.equal(projectSlug('/tmp/labx/repo'), '-tmp-labx-repo');
    assert.equal(
      projectSlug('/tmp/labx/od d.ä_ü\'"€(x)-日本😀e\u0301'),
      '-tmp-labx-od-d--------x------e-',
    );
    const long = `/tmp/labx/${'long'.repeat(60)}`;
    assert.equal(projectSlug(long), `-tmp-labx-${'long'.repeat(47)}lo-kbpl1p`);
  });

  it('find the projects of a folder and of folders inside it', () => {
    assert.ok(mayHoldSessions('-srv-app', '/srv/app'));
    assert.ok(mayHoldSessions('-srv-app-sub', '/srv/app'));
    assert.ok(!mayHoldSessions('-srv-apple', '/srv/app'));
    assert.ok(!mayHoldSessions('-srv', '/srv/app'));
    assert.ok(mayHoldSessions('C--Work-app', 'c:\\Work\\app'));
    const long = `/tmp/${'x'.repeat(300)}`;
    assert.ok(mayHoldSessions(projectSlug(long), long));
    assert.ok(mayHoldSessions(projectSlug(`${long}/sub`), long));
    assert.ok(mayHoldSessions(projectSlug(`/tmp/a/${'y'.repeat(300)}`), '/tmp/a'));
  });

  it('name the session of a file', () => {
    assert.deepEqual(sessionOfFile(file), { main: id });
    assert.deepEqual(sessionOfFile(`C:\\h\\projects\\x\\${id}\\subagents\\agent-aec6.jsonl`), {
      main: id,
      agent: 'aec6',
    });
    assert.equal(sessionOfFile('/tmp/agent-aec6.jsonl'), undefined);
    assert.equal(sessionOfFile('/tmp/run.jsonl'), undefined);
  });

  it('tell a sub-agent’s file from that of a fork of the harness, which need not have an end', () => {
    const accepts = (path: string): boolean => claudeCode.logs.accepts(path);
    const inFolder = (name: string): string => `/h/projects/x/${id}/subagents/${name}.jsonl`;
    assert.ok(accepts(file));
    assert.ok(accepts(inFolder('agent-aec6ce5d41c102c20')));
    assert.ok(accepts(inFolder('agent-areviewer-0c1d2e3f4a5b6c7d')), 'a named sub-agent');
    assert.equal(accepts(inFolder('agent-acompact-83efcb')), false);
    assert.equal(accepts(inFolder('agent-aprompt_suggestion-4e4eb6')), false);
    assert.equal(accepts(`C:\\h\\x\\${id}\\subagents\\agent-acompact-83efcb.jsonl`), false);
  });

  it('include the configuration folder', () => {
    const at = { env: {}, home: '/home/a', platform: 'linux' };
    assert.equal(configDir(undefined, at), '/home/a/.claude');
    assert.equal(
      configDir('', { ...at, env: { CLAUDE_CONFIG_DIR: '/etc/claude' } }),
      '/etc/claude',
    );
    assert.equal(
      configDir('~/conf', { ...at, env: { CLAUDE_CONFIG_DIR: '/etc/claude' } }),
      '/home/a/conf',
    );
    assert.equal(
      configDir(undefined, { env: {}, home: 'C:\\Users\\a', platform: 'win32' }),
      'C:\\Users\\a\\.claude',
    );
  });
});
