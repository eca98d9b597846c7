/** A killed agent: its process is gone, and with it the turn. A process that only ran a hook, or that cannot be judged, ends none. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundTasks } from '../../../src/agents/reading/background-tasks.js';
import { AgentProcesses } from '../../../src/live/agent-processes.js';
import { Feed } from '../../../src/live/feed.js';
import { HeardHooks } from '../../../src/live/heard-hooks.js';
import { findAgents, lookAtProcess, type ProcessLook } from '../../../src/live/process-look.js';
import { skip } from '../../skip.js';
import { newWatch } from '../support/watch.js';
import { until } from '../support/until.js';
import { openLive } from './live-window.js';
import { agentNamed } from '../support/agents.js';

const claudeCode = agentNamed('claude-code');

const LOOK_MS = 5;
const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call-1' };

/** A machine's processes, each with what tells it from a later one with the same id. */
type Processes = Map<number, ProcessLook>;

/** A window on a machine, with what it kept before it was reloaded. */
function machine(processes: Processes = new Map(), store = new Map<string, unknown>()) {
  const window = openLive();
  const { live, now, clock, log } = window;
  const heard = new HeardHooks({
    memento: {
      get: (key: string) => store.get(key),
      update: (key: string, value: unknown) => {
        store.set(key, JSON.parse(JSON.stringify(value)));
        return Promise.resolve();
      },
    },
    clock,
    onProblem: (error) => assert.fail(String(error)),
  });
  let looks = 0;
  /** What a session's log holds and has not been read yet. */
  const unread: (() => void)[] = [];
  const toldByLog: number[] = [];
  const agents = new AgentProcesses({
    clock,
    log,
    tracker: live,
    kept: heard,
    look: (id) => {
      looks += 1;
      return Promise.resolve(processes.get(id) ?? { state: 'gone' });
    },
    find: () => Promise.resolve(toldByLog.length > 0 ? toldByLog : [...processes.keys()]),
    lookMs: LOOK_MS,
  });
  const feed: Feed = new Feed({
    tracker: live,
    clock,
    log: { info: () => undefined, warn: () => undefined },
    workspace: {
      turnOpened: () => undefined,
      turnClosed: () => undefined,
      observe: () => undefined,
      stepEnded: () => Promise.resolve(),
      settle: () => Promise.resolve(true),
    },
    tasks: new BackgroundTasks(),
    sender: () => claudeCode,
    logs: {
      catchUp: () => {
        unread.splice(0).forEach((read) => read());
        return Promise.resolve();
      },
    },
    links: { carried: () => false },
    heard,
    processes: agents,
  });
  agents.endTurnsBy(feed);
  const hook = async (
    process: number | undefined,
    event: string,
    more: Record<string, unknown> = {},
  ): Promise<void> => {
    await feed.hook(
      'claude-code',
      { session_id: 'S', cwd: '/w', transcript_path: '', hook_event_name: event, ...more },
      {
        receivedAt: now(),
        deadline: now() + 800,
        delivered: Promise.resolve(true),
        ...(process !== undefined && { process }),
      },
    );
    await later();
  };
  return {
    ...window,
    processes,
    store,
    hook,
    /** What the session's log tells of a turn that goes on. */
    read: (session = 'S') => {
      feed.log(claudeCode, [
        { v: 1, type: 'session.start', session, at: now(), agent: 'claude-code', cwd: '/w' },
        { v: 1, type: 'turn.start', session, at: now(), prompt: 'Fix it.' },
      ]);
      agents.logRead(session, `/logs/${session}.jsonl`);
    },
    agents,
    feed,
    unread,
    toldByLog,
    isOpen: (session = 'S') => live.sessions.get(session)?.open,
    looks: () => looks,
    start: (id: number, identity = `${id}`) => processes.set(id, { state: 'alive', identity }),
    dispose: () => {
      agents.dispose();
      feed.dispose();
      live.dispose();
    },
  };
}

/** Several looks. */
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 10 * LOOK_MS));

describe('the process of an agent', () => {
  let one: ReturnType<typeof machine>;
  beforeEach(() => {
    one = machine();
  });
  afterEach(() => one.dispose());

  it('ends the turn and those of its sub-agents once it is gone, in the recording, too', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', { ...call, tool_name: 'Task' });
    await one.hook(7, 'SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
    await later();
    assert.deepEqual([one.isOpen(), one.isOpen('S/a1')], [true, true]);
    one.processes.delete(7);
    await until('over', () => one.isOpen() === false && one.isOpen('S/a1') === false);
    const replayed = newWatch();
    for (const event of one.recorded) {
      replayed.push(event, one.now());
    }
    const ends = [...replayed.sessions.values()].map(({ id, open, lastEnd }) => [
      id,
      open,
      lastEnd,
    ]);
    assert.deepEqual(ends, [
      ['S', false, 'interrupted'],
      ['S/a1', false, 'interrupted'],
    ]);
  });

  it('gave up where the last request had failed, unless the agent said that it asks again', async () => {
    const ends: unknown[] = [];
    for (const [session, failure] of [
      ['gave up', { error: '401 Incorrect API key provided.' }],
      ['asks again', { error: '529 Overloaded', attempt: 2, attempts: 10 }],
    ] as const) {
      one.start(7);
      await one.hook(7, 'UserPromptSubmit', { session_id: session, prompt: 'Fix it.' });
      await one.hook(7, 'PreToolUse', { session_id: session, ...call });
      one.live.push({ v: 1, type: 'request', session, at: one.now(), state: 'failed', ...failure });
      one.processes.delete(7);
      await until('over', () => one.isOpen(session) === false);
      ends.push(one.live.sessions.get(session)?.lastEnd);
    }
    assert.deepEqual(ends, ['error', 'interrupted']);
  });

  it('ends as the log says that was not read yet', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', call);
    one.read();
    one.unread.push(() => {
      const error = {
        v: 1,
        type: 'turn.end',
        session: 'S',
        at: one.now(),
        reason: 'error',
      } as const;
      one.feed.log(claudeCode, [error]);
    });
    one.processes.delete(7);
    await until('over', () => one.isOpen() === false);
    const ends = one.recorded.flatMap((event) => (event.type === 'turn.end' ? [event.reason] : []));
    assert.deepEqual(ends, ['error']);
  });

  it('is the one that the agent’s log tells, not a daemon that runs its hooks', async () => {
    const session = { session: 'C', at: one.now(), v: 1 } as const;
    one.start(7);
    one.start(8);
    one.live.push({ ...session, type: 'session.start', agent: 'cline', cwd: '/w' });
    one.live.push({ ...session, type: 'turn.start', prompt: 'Fix it.' });
    for (let times = 0; times < 2; times++) {
      const named = { agent: 'cline', session: 'C', process: 8, goesOn: true };
      await one.agents.hook({ ...named, ended: Promise.resolve() });
    }
    one.toldByLog.push(7);
    one.agents.logRead('C', '/logs/C.messages.json');
    await later();
    assert.equal(one.isOpen('C'), true);
    one.processes.delete(7);
    one.pass(10_000);
    await until('over', () => one.isOpen('C') === false);
  });

  it('is over where the agent wrote so, though its daemon is alive', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-cline-'));
    const note = (fields: object): void => {
      writeFileSync(join(folder, 'C.json'), JSON.stringify({ pid: 8, ...fields }));
    };
    const session = { session: 'C', at: one.now(), v: 1 } as const;
    one.start(8);
    one.toldByLog.push(8);
    one.live.push({ ...session, type: 'session.start', agent: 'cline', cwd: '/w' });
    one.live.push({ ...session, type: 'turn.start', prompt: 'Fix it.' });
    note({ status: 'running' });
    one.agents.logRead('C', join(folder, 'C.messages.json'));
    one.pass(10_000);
    await later();
    assert.equal(one.isOpen('C'), true);
    note({ status: 'cancelled', ended_at: '2026-11-28T23:57:16.112Z' });
    await until('over', () => one.isOpen('C') === false);
    rmSync(folder, { recursive: true });
  });

  it('counts after a single hook, too, if it was there long after the hook', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    one.pass(2000);
    await later();
    one.processes.delete(7);
    await until('over', () => one.isOpen() === false);
  });

  it('is another one if it began later with the same id', async () => {
    one.start(7, 'first');
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', call);
    one.start(7, 'second');
    await until('over', () => one.isOpen() === false);
  });

  it('ends nothing where it only ran the hook, each hook its own', async () => {
    for (const [id, event] of [
      [11, 'UserPromptSubmit'],
      [12, 'PreToolUse'],
      [13, 'PostToolBatch'],
    ] as const) {
      one.start(id);
      await one.hook(id, event, { prompt: 'Fix it.', ...call, tool_calls: [] });
      one.processes.delete(id);
      await later();
      one.pass(5000);
      await later();
      assert.equal(one.isOpen(), true, event);
    }
  });

  it('ends nothing where it cannot be judged, is unknown here or is not named', async () => {
    one.processes.set(7, { state: 'unknown' });
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', call);
    await one.hook(8, 'PreToolUse', { ...call, tool_use_id: 'call-2' }); // of a container, say
    await one.hook(undefined, 'PreToolUse', { ...call, tool_use_id: 'call-3' });
    one.processes.delete(7);
    await later();
    assert.equal(one.isOpen(), true);
  });

  it('is taken at its word no more if the agent outlived it: a process that ran several hooks', async () => {
    const runner = async (id: number): Promise<void> => {
      one.start(id);
      await one.hook(id, 'PreToolUse', { ...call, tool_use_id: `call-${id}` });
      await one.hook(id, 'PostToolBatch', { tool_calls: [] });
      one.processes.delete(id);
      await later();
    };
    await one.hook(undefined, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await runner(21);
    assert.equal(one.isOpen(), false);
    await runner(22);
    await runner(23);
    assert.equal(one.isOpen(), true);
  });

  it('is the new one after a killed agent was started again, whose session goes on', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', call);
    one.processes.delete(7);
    await until('over', () => one.isOpen() === false);
    one.start(9);
    await one.hook(9, 'SessionStart', { source: 'resume' });
    await one.hook(9, 'UserPromptSubmit', { prompt: 'Go on.' });
    await later();
    assert.equal(one.isOpen(), true);
    one.processes.delete(9);
    await until('over again', () => one.isOpen() === false);
  });

  it('ends the turn again that a late line of the log seems to go on with, but not one taken up without hooks', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'PreToolUse', call);
    one.processes.delete(7);
    await until('over', () => one.isOpen() === false);
    const read = (id: string): void => {
      const own = { v: 1, session: 'S', at: one.now(), call: id } as const;
      one.live.push({ ...own, type: 'tool.call', tool: 'Bash', input: { command: id } });
    };
    read('late');
    assert.equal(one.isOpen(), true);
    await until('over again', () => one.isOpen() === false);
    one.pass(60_000);
    read('without hooks');
    await later();
    assert.equal(one.isOpen(), true);
  });

  describe('after a reload of the window', () => {
    const reload = (): void => {
      one.dispose();
      one = machine(one.processes, one.store);
      one.read();
    };
    beforeEach(async () => {
      one.start(7, 'first');
      await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
      await one.hook(7, 'PreToolUse', call);
    });

    it('ends the turn if it was killed meanwhile, at every reload that follows', async () => {
      one.processes.delete(7);
      for (const nth of ['first', 'second']) {
        reload();
        assert.equal(one.isOpen(), true, nth);
        await until('over', () => one.isOpen() === false);
      }
    });

    it('is another one if it began later with the same id', async () => {
      reload();
      await later();
      assert.equal(one.isOpen(), true);
      one.start(7, 'second');
      reload();
      await until('over', () => one.isOpen() === false);
    });

    it('is looked at as before', async () => {
      reload();
      await later();
      assert.equal(one.isOpen(), true);
      one.processes.delete(7);
      await until('over', () => one.isOpen() === false);
    });

    it('ends nothing if the session had gone on with another one, or it cannot be judged', async () => {
      one.start(9);
      await one.hook(9, 'SessionStart', { source: 'resume' });
      one.processes.delete(7);
      reload();
      await later();
      assert.equal(one.isOpen(), true);
      await one.hook(9, 'UserPromptSubmit', { prompt: 'Go on.' });
      await one.hook(9, 'PreToolUse', { ...call, tool_use_id: 'call-2' });
      one.processes.set(9, { state: 'unknown' });
      reload();
      await later();
      one.processes.delete(9);
      await later();
      assert.equal(one.isOpen(), true);
    });
  });

  describe('that no hook names, and that is found in the folder while the log grows', () => {
    it('ends the turn once it is gone and the log has been silent for a while', async () => {
      one.start(7);
      one.read();
      await later();
      one.processes.delete(7);
      await later();
      assert.equal(one.isOpen(), true, 'its last lines may not have been read');
      one.pass(10_000);
      await until('over', () => one.isOpen() === false);
    });

    it('ends nothing while another one could write the log, or where none was seen', async () => {
      one.start(7);
      one.start(8);
      one.read();
      await later();
      one.processes.delete(7);
      one.pass(60_000);
      await later();
      assert.equal(one.isOpen(), true);
      one.processes.delete(8);
      await until('over', () => one.isOpen() === false);

      one.dispose();
      one = machine(); // it runs in a container, or as another user
      one.read();
      one.pass(60_000);
      await later();
      assert.equal(one.isOpen(), true);
    });

    it('was gone before it could be found: the turn ends where others of its agent are seen, and not again and again', async () => {
      one.start(7);
      one.read();
      await later();
      one.processes.delete(7);
      one.read('shorter');
      await later();
      assert.equal(one.isOpen('shorter'), true, 'its last lines may not have been read');
      for (let times = 0; times < 3; times++) {
        one.pass(10_000);
        await until('over', () => one.isOpen('shorter') === false);
        one.read('shorter');
        await later();
      }
      one.pass(60_000);
      await later();
      assert.equal(one.isOpen('shorter'), true, 'it runs where it is not seen');
    });

    it('is looked for again once the turn goes on after all', async () => {
      one.start(7);
      one.read();
      await later();
      one.processes.delete(7);
      one.pass(10_000);
      await until('over', () => one.isOpen() === false);
      one.pass(60_000);
      one.start(9);
      one.read();
      await later();
      one.pass(60_000);
      await later();
      assert.equal(one.isOpen(), true);
      one.processes.delete(9);
      await until('over again', () => one.isOpen() === false);
    });
  });

  it('is looked at only while a turn runs', async () => {
    one.start(7);
    await one.hook(7, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await one.hook(7, 'Stop');
    await later();
    const before = one.looks();
    await later();
    assert.equal(one.looks(), before);
  });
});

describe('a look at a process', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));
  const started = async (): Promise<number> => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    return child.pid ?? 0;
  };

  it('sees it until it ends, and tells it from another', async () => {
    const id = await started();
    const look = await lookAtProcess(id);
    const own = await lookAtProcess(process.pid);
    assert.equal(look.state, 'alive');
    assert.deepEqual(await lookAtProcess(id), look);
    if (process.platform === 'linux') {
      assert.notDeepEqual(own, look);
    }
    child.kill('SIGKILL');
    await until('gone', async () => (await lookAtProcess(id)).state === 'gone');
  });

  it('finds it by its program and its folder alone', async function () {
    if (process.platform !== 'linux') {
      skip(this, 'only Linux shows the folders of processes');
    }
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-claude-'));
    const sleep = join(folder, 'claude');
    copyFileSync('/bin/sleep', sleep);
    try {
      child = spawn(sleep, ['60'], { cwd: folder, stdio: 'ignore' });
      await once(child, 'spawn');
      await until('found', async () => {
        const found = await findAgents('claude-code', folder);
        return found.length === 1 && found[0] === child.pid;
      });
      assert.deepEqual(await findAgents('codex', folder), []);
      assert.deepEqual(await findAgents('claude-code', tmpdir()), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes the one that Cline’s document names, and none where it names none or says that the session is over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-cline-'));
    const log = join(folder, 's1.messages.json');
    const found = async (document: string): Promise<number[]> => {
      writeFileSync(join(folder, 's1.json'), document);
      return findAgents('cline', folder, log);
    };
    try {
      assert.deepEqual(await found('{"session_id":"s1","pid":4711,"status":"running"}'), [4711]);
      const over = '{"pid":4711,"status":"cancelled","ended_at":"2026-11-28T23:57:16.112Z"}';
      for (const document of [over, '{"pid":0}', '{"pid":1.5}', '{"pid":"4711"}', '[]', '']) {
        assert.deepEqual(await found(document), [], document);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('by signal alone sees as much where there is no other way', async () => {
    const id = await started();
    assert.deepEqual(await lookAtProcess(id, 'darwin'), { state: 'alive', identity: '' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(await lookAtProcess(id, 'darwin'), { state: 'gone' });
  });

  it('does not judge what belongs to somebody else', async function () {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) {
      skip(this, 'only root may start a process as somebody else');
    }
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      uid: 65_534,
      cwd: '/',
    });
    await once(child, 'spawn');
    await until('unknown', async () => (await lookAtProcess(child.pid ?? 0)).state === 'unknown');
  });
});
