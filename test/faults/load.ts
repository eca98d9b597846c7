/** More of everything: sessions, hooks, events, connections, bytes. */
import { appendFileSync, chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTranscript } from '../../src/agents/claude-code/transcript.js';
import { openState } from '../../src/bridge/state.js';
import { Tails } from '../../src/logs/tails.js';
import { Relay } from '../../src/relay/relay.js';
import { idleRelayHost } from '../unit/support/idle-relay-host.js';
import { newWatch } from '../unit/support/watch.js';
import { until } from '../unit/support/until.js';
import { ask } from './harness/ask.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import { beforeCall, isSilent, placeAsked } from './harness/hook.js';
import type { Stage } from './harness/stage.js';
import { Windows, type WindowProcess } from './harness/windows.js';

const slowest = (runs: readonly { ms: number }[]): number => Math.max(...runs.map(({ ms }) => ms));

/** A request that has the token. */
const post = (
  { port, token }: { port: number; token: string },
  path: string,
  body: string,
): Promise<{ status: number; body: string }> =>
  ask(port, {
    path,
    body,
    headers: { Authorization: `Bearer ${token}`, 'X-Turnwatch-Agent': 'claude-code' },
  });

/** Calls `act` `count` times, `atOnce` of them at a time. */
async function flood<T>(
  count: number,
  atOnce: number,
  act: (i: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const i = next;
        next += 1;
        done.push(await act(i));
      }
    }),
  );
  return done;
}

/** A line of Claude Code's log. */
const entry = (role: 'user' | 'assistant', text: string): string =>
  `${JSON.stringify({
    type: role,
    sessionId: 's',
    uuid: text.slice(0, 20),
    cwd: '/w',
    timestamp: new Date().toISOString(),
    message: { role, content: [{ type: 'text', text }] },
  })}\n`;

async function oneWindow(windows: Windows, strict?: 'headers'): Promise<WindowProcess> {
  const window = windows.open('alpha', strict && { strict });
  await window.started();
  return window;
}

/** So many connections that send nothing; each that ends comes again. */
function keepConnecting(stage: Stage, port: number, count: number): void {
  let ended = false;
  const open = (): void => {
    if (ended) {
      return;
    }
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => void sleep(10).then(open));
    stage.atEnd(() => {
      ended = true;
      socket.destroy();
    });
  };
  for (let i = 0; i < count; i += 1) {
    open();
  }
}

const faults: readonly Fault[] = [
  {
    fault: '20 sessions in two windows run hooks at the same time',
    promise: 'each hook is answered by the window of its folder',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const opened = await windows.opened('alpha', 'beta');
      const runs = await flood(100, 20, async (n) => {
        const window = opened[n % 2];
        if (window === undefined) {
          throw new Error('a window');
        }
        const session = `session-${n % 20}`;
        const run = await windows.hook(window, n, {}, { session_id: session });
        return { ms: run.ms, right: window.gave(run) };
      });
      const right = runs.filter((run) => run.right).length;
      return facts(
        { 'all answered': right === runs.length },
        `${right} of ${runs.length}, slowest ${milliseconds(slowest(runs))}`,
      );
    },
  },
  {
    fault: 'a flood of 3,000 hooks',
    promise: 'all are answered, and so is an agent’s in between',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await oneWindow(windows);
      const state = await openState(windows.dir);
      const from = performance.now();
      let over = false;
      const flooding = flood(3000, 40, (n) =>
        post(state, '/v1/hook', JSON.stringify({ cwd: window.folder, n })),
      ).finally(() => {
        over = true;
      });
      const between = [await windows.hook(window, 1)];
      while (!over) {
        between.push(await windows.hook(window, 1));
      }
      const answers = await flooding;
      const seconds = (performance.now() - from) / 1000;
      return facts(
        {
          'all answered': answers.every(({ status, body }) => status === 200 && body !== ''),
          'hooks in between answered': between.every((run) => window.gave(run)),
        },
        `${Math.round(answers.length / seconds)} hooks/s, slowest in between ${milliseconds(slowest(between))}`,
      );
    },
  },
  {
    fault: 'a flood of events from another program',
    promise: 'what is too much is refused with a status, and hooks are answered',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await oneWindow(windows);
      const state = await openState(windows.dir);
      const start = { v: 1, type: 'session.start', session: 's', agent: 'a', cwd: window.folder };
      const line = JSON.stringify({ v: 1, type: 'message', session: 's', text: 'x'.repeat(1000) });
      const body = [JSON.stringify(start), ...Array.from({ length: 1999 }, () => line)].join('\n');
      const from = performance.now();
      let over = false;
      const flooding = flood(200, 20, () => post(state, '/v1/events', body)).finally(() => {
        over = true;
      });
      const between = [await windows.hook(window, 1)];
      while (!over) {
        between.push(await windows.hook(window, 1));
      }
      const statuses = (await flooding).map(({ status }) => status);
      const refused = statuses.filter((status) => status === 429).length;
      return facts(
        {
          'a status for each': statuses.every((status) => status === 200 || status === 429),
          'too many refused': refused > 0,
          'hooks answered': between.every((run) => window.gave(run)),
        },
        `${refused} of 200 batches refused, ${Math.round((performance.now() - from) / 1000)} s, slowest hook ${milliseconds(slowest(between))}`,
      );
    },
  },
  {
    fault: '200 connections without a token that send a byte now and then',
    promise: 'hooks are answered',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await oneWindow(windows, 'headers');
      const { port } = await openState(windows.dir);
      const head = `POST /v1/hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: `;
      let ended = false;
      const trickle = (): void => {
        if (ended) {
          return;
        }
        let sent = 0;
        const socket = connect(port, '127.0.0.1');
        const timer = setInterval(() => {
          socket.write(head[sent % head.length] ?? '');
          sent += 1;
        }, 100);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            clearInterval(timer);
            // at once again
            setTimeout(trickle, 10);
          });
        stage.atEnd(() => {
          ended = true;
          socket.destroy();
        });
      };
      for (let i = 0; i < 200; i += 1) {
        trickle();
      }
      const runs = await flood(20, 1, () => windows.hook(window, 1));
      const answered = runs.filter((run) => window.gave(run)).length;
      ended = true;
      return facts(
        { 'all hooks answered': answered === runs.length },
        `${answered} of ${runs.length}, slowest ${milliseconds(slowest(runs))}`,
      );
    },
  },
  {
    fault:
      '400 silent connections to the model relay, and to the hooks’ port where no Unix socket can be made',
    promise: 'the agent reaches its model, and hooks are answered',
    quick: true,
    play: async (stage) => {
      const model = createServer((_, response) => response.end('the model'));
      await new Promise<void>((done) => {
        model.listen(0, '127.0.0.1', done);
      });
      stage.atEnd(() => model.close());
      const relay = new Relay({
        port: 0,
        secret: 'a0'.repeat(16),
        log: () => undefined,
        host: idleRelayHost,
      });
      stage.atEnd(() => relay.stop());
      const started = await relay.start();
      const address = model.address();
      if (!started.ok || typeof address !== 'object' || address === null) {
        throw new Error('no relay, or no model');
      }
      relay.serve('claude-code', `http://127.0.0.1:${address.port}`);
      // too long for a socket, and the folders for running programs are everybody's
      const windows = new Windows(stage, 'x'.repeat(100));
      const everybodys = stage.folder('everybodys');
      chmodSync(everybodys, 0o777);
      const window = windows.open('alpha', {
        env: { TMPDIR: everybodys, XDG_RUNTIME_DIR: everybodys },
      });
      await window.started();
      const hooks = placeAsked(windows.dir);
      for (const port of [started.port, hooks]) {
        keepConnecting(stage, Number(port), 400);
      }
      await sleep(1000);
      const path = new URL(`${relay.address('claude-code')}/v1/models`).pathname;
      const replies = [];
      for (let n = 1; n <= 10; n += 1) {
        replies.push(await ask(started.port, { path, method: 'GET' }));
      }
      const runs = await flood(10, 1, () => windows.hook(window, 1));
      return facts(
        {
          'a port is asked': typeof hooks === 'number',
          'the model answered each request': replies.every(({ body }) => body === 'the model'),
          'all hooks answered': runs.every((run) => window.gave(run)),
        },
        `${replies.filter(({ status }) => status === 200).length} of ${replies.length} requests, ${runs.filter((run) => window.gave(run)).length} of ${runs.length} hooks`,
      );
    },
  },
  {
    fault: 'a hook of 8 MB, and one of 12 MB',
    promise: 'the first is answered, the second refused without a word to the agent',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await oneWindow(windows);
      const sized = (megabytes: number): object => ({
        ...beforeCall(window.folder),
        tool_input: { command: 'x'.repeat(megabytes * 1_000_000) },
      });
      const large = await windows.hook(window, 1, {}, sized(8));
      const tooLarge = await windows.hook(window, 2, {}, sized(12));
      return facts(
        {
          '8 MB answered': window.gave(large),
          '12 MB silent': isSilent(tooLarge),
          'then answered': await windows.answer([window], 3),
        },
        `${milliseconds(large.ms)}, ${milliseconds(tooLarge.ms)}`,
      );
    },
  },
  {
    fault: '100 MB are appended to a session’s log at once',
    promise: 'every line is read, and other work goes on meanwhile',
    quick: false,
    limitMs: 600_000,
    play: async (stage) => {
      const folder = stage.folder('logs');
      const file = join(folder, 'session.jsonl');
      const watch = newWatch();
      const reader = openTranscript(file);
      let lines = 0;
      const tails = new Tails({
        folders: () => Promise.resolve([folder]),
        onLine: (_file, line) => {
          const events = reader.line(line);
          for (const event of 'problem' in events ? [] : events) {
            watch.push(event, Date.now());
          }
          lines += 1;
        },
        log: (text) => {
          throw new Error(text);
        },
      });
      stage.atEnd(() => tails.stop());
      writeFileSync(file, entry('user', 'Work'));
      await tails.start();
      await until('the first line', () => lines === 1);
      const count = 10_000;
      for (let i = 0; i < count; i += 500) {
        const part = Array.from({ length: 500 }, (_, j) =>
          entry('assistant', `${i + j} ${'work '.repeat(2000)}`),
        );
        appendFileSync(file, part.join(''));
      }
      let longest = 0;
      let last = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }, 1);
      const from = performance.now();
      // as long as a busy machine gets on, it has time
      for (let part = 1; part <= 20; part += 1) {
        await until(
          `line ${(count * part) / 20}`,
          () => lines > (count * part) / 20,
          () => lines,
        );
      }
      clearInterval(timer);
      return facts(
        { 'every line was read': watch.sessions.size === 1 },
        `${milliseconds(performance.now() - from)}, longest pause of other work ${milliseconds(longest)}`,
      );
    },
  },
];

export const load: Subject = {
  promise: 'Hooks are answered whatever else arrives; what is too much is refused with a status.',
  faults,
};
