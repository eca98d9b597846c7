/** Watching with no set-up at all: logs of every agent, written live below a home of their own, become events of this window's sessions. */
import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent } from '../../../src/agents/definition.js';
import { agents, findSender } from '../../../src/agents/loaded.js';
import { DuplicateHooks } from '../../../src/agents/live/duplicate-hooks.js';
import { surroundingsIn } from '../../../src/host/window-settings.js';
import { knownAgents } from '../../../src/agents/index.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { isForeign } from '../../../src/core/turns/foreign-session.js';
import { AgentLogs } from '../../../src/live/logs/agent-logs.js';
import { LogReaders } from '../../../src/live/logs/log-readers.js';
import { WindowTrees } from '../../../src/live/workspace/window-trees.js';
import { restAfter } from '../../../src/live/logs/whole-logs.js';
import { clineLog, codexLog, sessionLogs, type SessionLog } from './support/session-logs.js';
import { until as waitFor } from '../support/until.js';
import { newRepo } from '../workspace/repository.js';

describe('watching without setup', () => {
  let root = '';
  let folder = '';
  let isEmpty = false;
  let told: { agent: string; event: TurnEvent }[] = [];
  let problems: string[] = [];
  let loads = 0;
  let mounted: string[] = [];
  let read: string[] = [];
  let trees: WindowTrees;
  let logs: AgentLogs;
  let readers: LogReaders;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'turnwatch-watching-')));
    folder = join(root, 'work', 'project');
    await mkdir(folder, { recursive: true });
    await mkdir(join(root, 'home'));
    isEmpty = false;
    told = [];
    problems = [];
    loads = 0;
    mounted = [];
    read = [];
    const log = {
      info: () => undefined,
      warn: (text: string) => {
        problems.push(text);
      },
      error: (text: string) => {
        problems.push(text);
      },
    };
    const clock = Date;
    const place = {
      get folders() {
        return isEmpty ? [] : [folder];
      },
    };
    trees = new WindowTrees({ place, log, clock });
    trees.listen({
      treesChanged: (isOtherFolders) => {
        if (isOtherFolders) {
          logs.foldersChanged();
          readers.foldersChanged();
        }
      },
    });
    const feed = {
      log: (agent: Agent, events: readonly TurnEvent[]) => {
        told.push(...events.map((event) => ({ agent: agent.id, event })));
      },
    };
    const listener = { logRead: (session: string) => read.push(session) };
    readers = new LogReaders({ feed, log, trees, clock, listeners: [listener] });
    logs = new AgentLogs({
      log,
      trees,
      clock,
      homes: {
        surroundings: () => ({
          env: {},
          home: join(root, 'home'),
          platform: process.platform,
          ...(isEmpty && { configured: join(root, 'globalStorage') }),
        }),
        elsewhere: (agent) =>
          mounted.map((each) =>
            surroundingsIn(agent, each, { home: join(root, 'home'), platform: process.platform }),
          ),
      },
      view: {
        loaded: () => {
          loads += 1;
          return Promise.resolve({ readers });
        },
      },
    });
  });
  afterEach(async () => {
    trees.dispose();
    await logs.stop();
    readers.dispose();
    await rm(root, { recursive: true, force: true });
  });

  const path = (log: SessionLog): string => join(root, 'home', log.file);
  const write = async (log: SessionLog, text: string): Promise<void> => {
    await mkdir(dirname(path(log)), { recursive: true });
    await (log.agent === 'cline' ? writeFile(path(log), text) : appendFile(path(log), text));
  };
  const events = (log: SessionLog, type?: TurnEvent['type']): TurnEvent[] =>
    told
      .filter(
        ({ agent, event }) =>
          agent === log.agent &&
          'session' in event &&
          event.session === log.session &&
          (type === undefined || event.type === type),
      )
      .map(({ event }) => event);
  const until = (what: string, look: () => boolean): Promise<void> =>
    waitFor(what, look, () => told.map(({ agent, event }) => `${agent} ${event.type}`));

  for (const make of sessionLogs) {
    const { agent } = make();
    it(`${agent}: a session that begins later, in folders that are not there yet, step by step, once`, async () => {
      const log = make();
      logs.start();
      await write(log, log.begin(folder));
      await until('the session', () => events(log, 'turn.start').length === 1);
      const [start] = events(log, 'session.start');
      assert.ok(start?.type === 'session.start');
      assert.equal(start.cwd, folder);
      for (let n = 0; n < 3; n++) {
        await write(log, log.step(n));
        await until(`step ${n}`, () => events(log, 'tool.result').length === n + 1);
      }
      assert.deepEqual(
        [
          new Set(events(log, 'tool.call').map((event) => 'call' in event && event.call)).size,
          events(log, 'turn.start').length,
        ],
        [3, 1],
      );
      await write(log, log.end());
      await until('the end of the turn', () => events(log, 'turn.end').length === 1);
      assert.deepEqual(problems, []);
    });

    // of one that is always written as a whole, the reader knows what it told
    if (agent !== 'cline') {
      it(`${agent}: a log that is written anew, as for a new title, is told once`, async () => {
        const log = make();
        logs.start();
        const lines = [log.begin(folder), log.step(0), log.step(1)];
        await write(log, lines.join(''));
        await until('two steps', () => events(log, 'tool.result').length === 2);
        const before = events(log).filter(({ type }) => type !== 'session.start');
        await writeFile(`${path(log)}.new`, lines.join(''));
        await rename(`${path(log)}.new`, path(log));
        await write(log, log.step(2));
        await until('the third step', () =>
          events(log, 'tool.result').some((event) => !before.includes(event)),
        );
        await write(log, log.end());
        await until('the end of the turn', () => events(log, 'turn.end').length > 0);
        const count = (type: TurnEvent['type']): number => events(log, type).length;
        assert.deepEqual(
          [count('turn.start'), count('tool.result'), count('turn.end')],
          [1, 3, 1],
          events(log)
            .map(({ type }) => type)
            .join(' '),
        );
        assert.deepEqual(problems, []);
      });
    }

    it(`${agent}: a session that began before the window, not one of long ago, not one of another folder`, async () => {
      const [log, old, other] = [make(), make(), make()];
      const elsewhere = join(root, 'work', 'project-2');
      for (const [each, at] of [
        [log, folder],
        [old, folder],
        [other, elsewhere],
      ] as const) {
        await write(each, each.begin(at));
        await write(each, each.step(0));
      }
      const hours = new Date(Date.now() - 3 * 3_600_000);
      await utimes(path(old), hours, hours);
      logs.start();
      await until('the session', () => events(log, 'tool.result').length === 1);
      await write(other, other.step(1));
      await write(log, log.step(1));
      await until('its next step', () => events(log, 'tool.result').length === 2);
      assert.deepEqual(events(other), []);
      assert.deepEqual(events(old), []);
    });

    it(`${agent}: a session in a worktree outside the folder, made while the window is open, and to its end when that is removed`, async () => {
      const repo = newRepo(folder);
      await trees.readTrees();
      logs.start();
      const worktree = join(root, 'elsewhere');
      repo.git('worktree', 'add', '-q', '-b', 'feature', worktree);
      await until('the worktree', () => trees.worktrees.includes(worktree));
      const [log, other] = [make(), make()];
      await write(other, other.begin(join(root, 'elsewhere-2')) + other.step(0));
      await write(log, log.begin(worktree));
      await until('the session', () => events(log, 'turn.start').length === 1);
      await write(log, log.step(0));
      await until('its step', () => events(log, 'tool.result').length === 1);
      repo.git('worktree', 'remove', worktree);
      await trees.readTrees();
      await write(log, log.step(1));
      await write(log, log.end());
      await until('the end of the turn', () => events(log, 'turn.end').length === 1);
      assert.deepEqual([events(log, 'tool.result').length, events(other)], [2, []]);
    });
  }

  it('a log of another machine that names a session of this one is a session of its own, of which nobody is told', async () => {
    const [own, copy] = [codexLog(), codexLog()];
    mounted = [join(root, 'container')];
    const inContainer = join(root, 'container', copy.file);
    await mkdir(dirname(inContainer), { recursive: true });
    const lie = (text: string): string => text.replaceAll(copy.session, own.session);
    logs.start();
    await write(own, own.begin(folder) + own.step(0));
    await until('the session', () => events(own, 'tool.result').length === 1);
    for (const text of [copy.begin(folder), copy.step(1), copy.step(2), copy.end()]) {
      await appendFile(inContainer, lie(text));
    }
    const foreign = (): TurnEvent[] =>
      told.flatMap(({ event }) =>
        'session' in event && isForeign(event.session ?? '') ? [event] : [],
      );
    await until('the other one', () => foreign().some(({ type }) => type === 'turn.end'));
    assert.equal(foreign().filter(({ type }) => type === 'tool.result').length, 2);
    assert.ok(
      foreign().every((event) => 'session' in event && event.session?.endsWith(own.session)),
    );
    assert.equal(events(own, 'tool.result').length, 1);
    assert.deepEqual([events(own, 'turn.start').length, events(own, 'turn.end').length], [1, 0]);
    assert.deepEqual([...new Set(read)], [own.session]);
  });

  it('a window without a folder sees its own chats, and no session that works somewhere', async () => {
    isEmpty = true;
    await trees.foldersChanged();
    const other = codexLog();
    await write(other, other.begin(folder));
    const file = join(root, 'globalStorage/emptyWindowChatSessions/chat.jsonl');
    await mkdir(dirname(file), { recursive: true });
    const requests = [{ requestId: 'r', message: { text: 'Say hello' }, timestamp: Date.now() }];
    await writeFile(file, `${JSON.stringify({ kind: 0, v: { sessionId: 'chat', requests } })}\n`);
    logs.start();
    await write(other, other.step(0));
    await until('the chat', () => told.some(({ event }) => event.type === 'turn.start'));
    assert.deepEqual(new Set(told.map(({ agent }) => agent)), new Set(['vscode-chat']));
  });

  it('loads nothing for sessions of other folders', async () => {
    const log = codexLog();
    await write(log, log.begin(join(root, 'elsewhere')));
    logs.start();
    await write(log, log.step(0));
    const mine = clineLog();
    assert.equal(loads, 0);
    await write(mine, mine.begin(folder));
    await until('the other session', () => events(mine, 'turn.start').length === 1);
    assert.deepEqual(events(log), []);
  });

  it('sees a session of a folder that is opened while it runs', async () => {
    const log = codexLog();
    const later = join(root, 'later');
    await write(log, log.begin(later) + log.step(0));
    logs.start();
    await write(codexLog(), '');
    folder = later;
    void trees.foldersChanged();
    logs.foldersChanged();
    await until('the session', () => events(log, 'tool.result').length === 1);
  });

  it('leaves a worktree to the window that opens it, and is back with the session once that closes', async () => {
    const repo = newRepo(folder);
    const worktree = join(root, 'elsewhere');
    repo.git('worktree', 'add', '-q', '-b', 'feature', worktree);
    await trees.readTrees();
    const log = codexLog();
    await write(log, log.begin(worktree));
    logs.start();
    await until('the session', () => events(log, 'turn.start').length === 1);
    trees.openElsewhere([worktree]);
    const mine = codexLog();
    await write(log, log.step(0));
    await write(mine, mine.begin(folder));
    await until('a session of its own', () => events(mine, 'turn.start').length === 1);
    assert.deepEqual(events(log, 'tool.result'), []);
    trees.openElsewhere([]);
    await write(log, log.step(1));
    await until('the next step', () => events(log, 'tool.result').length > 0);
    assert.equal(events(log, 'session.start').length, 2);
  });

  it('knows a folder behind a symbolic link', async () => {
    const link = join(root, 'link');
    await symlink(folder, link);
    const [log, real] = [codexLog(), folder];
    folder = link;
    void trees.foldersChanged();
    logs.start();
    await write(log, log.begin(real));
    await until('the session', () => events(log, 'turn.start').length === 1);
  });

  it('retries an incomplete document after its next change', async () => {
    const log = clineLog();
    logs.start();
    await write(log, log.begin(folder).slice(0, 60));
    const whole = log.step(0);
    await write(log, whole);
    await until('the step', () => events(log, 'tool.result').length === 1);
    assert.deepEqual(problems, []);
  });
});

describe('a document', () => {
  it('rests in proportion to the time it took to read, up to a limit', () => {
    assert.deepEqual(
      [
        [0, 0],
        [30, 20],
        [8 * 3_600_000, 2_000_000],
      ].map((took) => restAfter(took)),
      [0, 300, 15_000],
    );
  });

  it('rests no longer because one reading had to wait for a busy machine', () => {
    assert.equal(restAfter([2, 250]), restAfter([250, 2]));
    assert.equal(restAfter([2, 250]), 30);
  });
});

describe('the agents', () => {
  it('are the same in both lists', () => {
    assert.deepEqual(
      agents.map(({ id }) => id),
      knownAgents.map(({ id }) => id),
    );
    for (const { id, log, logs } of agents) {
      assert.equal(log.kind, logs.kind, id);
    }
  });

  it('are recognised by their payloads if one runs the hooks of another', () => {
    const own = {
      session_id: 's',
      prompt_id: 'p',
      hook_event_name: 'PreToolUse',
      tool_use_id: 't',
    };
    assert.equal(findSender('claude-code', own)?.id, 'claude-code');
    assert.equal(findSender('claude-code', { session_id: 's' })?.id, 'claude-code');
    assert.equal(findSender('codex', own)?.id, 'claude-code');
    const codex = {
      session_id: 's',
      turn_id: 't',
      model: 'm',
      hook_event_name: 'PreToolUse',
      tool_use_id: 't',
    };
    assert.equal(findSender('claude-code', codex)?.id, 'codex');
    assert.equal(findSender('nobody', { session_id: 's' }), undefined);
  });

  it('report each event once if one program runs the hooks of two', () => {
    const hooks = new DuplicateHooks();
    const call = (at: number): TurnEvent => ({
      v: 1,
      type: 'tool.call',
      session: 's',
      call: '',
      tool: 'bash',
      input: { command: ':' },
      at,
    });
    assert.deepEqual(
      [
        hooks.isDuplicate('copilot', [call(1)], 100),
        hooks.isDuplicate('claude-code', [call(2)], 110),
      ],
      [false, true],
    );
    assert.deepEqual(
      [hooks.isDuplicate('copilot', [call(3)], 120), hooks.isDuplicate('copilot', [call(4)], 130)],
      [false, false],
      'the same call twice',
    );
    assert.deepEqual(
      [
        hooks.isDuplicate('claude-code', [call(5)], 140),
        hooks.isDuplicate('claude-code', [call(6)], 2000),
      ],
      [true, false],
      'long after',
    );
  });
});
