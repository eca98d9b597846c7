/** A window as the extension wires it, without VS Code: Claude Code's log and hooks, the endpoint, the recording and the spool. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { BackgroundTasks } from '../../../src/agents/reading/background-tasks.js';
import { Endpoint } from '../../../src/bridge/requests/endpoint.js';
import { choosePort } from '../../../src/bridge/state.js';
import { defaultThresholds } from '../../../src/core/thresholds/thresholds.js';
import { Feed } from '../../../src/live/feed.js';
import { SessionTracker } from '../../../src/live/session-tracker.js';
import { AgentLogs } from '../../../src/live/logs/agent-logs.js';
import { LogReaders } from '../../../src/live/logs/log-readers.js';
import { Recorder } from '../../../src/storage/recording.js';
import { Spool } from '../../../src/storage/spool.js';
import { PATIENT_MS } from './patient.js';
import { agentNamed } from './agents.js';

const claudeCode = agentNamed('claude-code');

const token = 'ab'.repeat(32);
/** Between two hooks: still far faster than any agent. */
const PAUSE_MS = 10;
const nothing = (): undefined => undefined;

export class BusyWindow {
  readonly session = '11111111-2222-4333-8444-555555555555';
  /** Of the session. */
  readonly log: string;
  /** Results of the log's calls taken in so far. */
  results = 0;
  private hooks = 0;

  private constructor(
    readonly root: string,
    readonly folder: string,
    private readonly port: number,
    private readonly stops: (() => unknown)[],
  ) {
    this.log = join(root, '.claude', 'projects', projectSlug(folder), `${this.session}.jsonl`);
  }

  static async open(): Promise<BusyWindow> {
    const root = await mkdtemp(join(tmpdir(), 'turnwatch-busy-'));
    const folder = join(root, 'work');
    const stops: (() => unknown)[] = [];
    const made = new BusyWindow(root, folder, await choosePort(), stops);
    await mkdir(folder);
    await mkdir(join(made.log, '..'), { recursive: true });
    const now = Date.now;
    const log = { info: nothing, warn: nothing, debug: nothing, error: nothing };
    const recorder = new Recorder({ dir: join(root, 'recordings'), log: nothing });
    const spool = new Spool({ base: join(root, 'spool'), log: nothing, clock: { now } });
    const clock = Date;
    const tracker = new SessionTracker({
      clock,
      log,
      spool,
      settings: { mode: () => 'ask', remindFirst: false, sendBack: false },
      learning: { thresholds: () => defaultThresholds(), observe: () => false },
      links: { capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }) },
    });
    tracker.listen({
      onEvent: (event) => {
        made.results += event.type === 'tool.result' ? 1 : 0;
        recorder.append('window', event);
      },
    });
    const trees = { folders: [folder], holds: (each: string) => each === folder };
    const logs: AgentLogs = new AgentLogs({
      log,
      homes: { surroundings: () => ({ env: {}, home: root, platform: process.platform }) },
      trees,
      clock,
      view: { loaded: () => loaded },
    });
    const feed: Feed = new Feed({
      tracker,
      log,
      clock,
      workspace: {
        turnOpened: nothing,
        turnClosed: nothing,
        observe: nothing,
        stepEnded: () => Promise.resolve(),
        settle: () => Promise.resolve(true),
      },
      tasks: new BackgroundTasks(),
      sender: () => claudeCode,
      logs,
      links: { carried: () => false },
      heard: undefined,
      processes: undefined,
    });
    const readers: LogReaders = new LogReaders({
      feed,
      log,
      trees,
      clock,
    });
    const loaded: Promise<{ readers: LogReaders }> = Promise.resolve({ readers });
    const endpoint = new Endpoint({
      port: made.port,
      token,
      now,
      log: nothing,
      limits: { requestMs: PATIENT_MS, headerMs: PATIENT_MS, answerMs: PATIENT_MS },
      onHook: (hook) => feed.hook(hook.agent, hook.payload, hook),
    });
    await endpoint.listen();
    logs.start();
    stops.push(
      () => endpoint.close(),
      () => logs.stop(),
      () => {
        readers.dispose();
        feed.dispose();
        tracker.dispose();
      },
      () => recorder.close(),
      () => spool.close(),
      () => rm(root, { recursive: true, force: true }),
    );
    return made;
  }

  /** Lines of the session's log, with about so many bytes: each call reads a file, whose text is its result. */
  lines(bytes: number): string {
    const lines: string[] = [];
    const text =
      'The quick brown fox jumps over the lazy dog, and a line of code follows it.\n'.repeat(20);
    let size = 0;
    for (let n = 0; size < bytes; n += 1) {
      const base = {
        sessionId: this.session,
        cwd: this.folder,
        version: '2.0.0',
        isSidechain: false,
        timestamp: new Date(Date.UTC(2026, 0, 15, 10) + n * 100).toISOString(),
      };
      const [call, at] = [`toolu_${n}`, `${n}`];
      const content = [
        {
          type: 'tool_use',
          id: call,
          name: 'Read',
          input: { file_path: `${this.folder}/src/file-${n}.ts` },
        },
      ];
      const result = [{ type: 'tool_result', tool_use_id: call, content: `${n}: ${text}` }];
      const both = [
        {
          ...base,
          type: 'assistant',
          uuid: `a${at}`,
          message: { id: `m${at}`, role: 'assistant', model: 'claude', content },
        },
        { ...base, type: 'user', uuid: `u${at}`, message: { role: 'user', content: result } },
      ];
      for (const line of both.map((each) => JSON.stringify(each))) {
        lines.push(line);
        size += line.length + 1;
      }
    }
    return `${lines.join('\n')}\n`;
  }

  /** One hook after the other while `going`. @returns milliseconds of each round trip. */
  async hooksWhile(going: () => boolean): Promise<number[]> {
    const times: number[] = [];
    while (going()) {
      const began = performance.now();
      await this.hook();
      times.push(performance.now() - began);
      await sleep(PAUSE_MS);
    }
    return times;
  }

  /** On a connection of its own. Resolves with its answer. */
  hook(): Promise<void> {
    this.hooks += 1;
    const body = JSON.stringify({
      session_id: this.session,
      cwd: this.folder,
      transcript_path: this.log,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `npm run part-${this.hooks}` },
      tool_use_id: `hooked-${this.hooks}`,
    });
    return new Promise((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: this.port,
          path: '/v1/hook',
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'X-Turnwatch-Agent': 'claude-code' },
          agent: false,
        },
        (answer) => {
          assert.equal(answer.statusCode, 200);
          answer.resume().once('end', resolve);
        },
      )
        .on('error', reject)
        .end(body);
    });
  }

  async close(): Promise<void> {
    for (const stop of this.stops) {
      await stop();
    }
  }
}
