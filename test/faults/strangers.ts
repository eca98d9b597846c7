/** Other programs where a window is expected: on its port, at its endpoint, in its place. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { openState } from '../../src/bridge/state.js';
import { LINK_PROTOCOL } from '../../src/bridge/messages.js';
import { newNonce } from '../../src/bridge/proof.js';
import { PATIENT_MS } from '../unit/support/patient.js';
import { until } from '../unit/support/until.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import { beforeCall, isSilent, runHook } from './harness/hook.js';
import { ALLOW, http, Stranger } from './harness/stranger.js';
import { Windows } from './harness/windows.js';

const PRIVATE = 'private-command';

interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The status of an answer; 0 where the connection ends without one. */
function ask(port: number, asked: Asked): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: asked.path ?? '/v1/hook',
        method: asked.method ?? 'POST',
        headers: asked.headers,
        agent: false,
        timeout: PATIENT_MS,
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(asked.body);
  });
}

/** Sends bytes as they are. @returns what came back until the other side closed */
function raw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

const faults: readonly Fault[] = [
  {
    fault: 'a stranger takes the port that a killed window left behind, and allows the call',
    promise: 'he gets neither token nor prompt, and no command runs on his word',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      const { port, token } = await openState(windows.dir);
      await window?.kill();
      const stranger = await Stranger.at(stage, port, http(ALLOW));
      const run = await runHook(windows.dir, beforeCall(stage.folder('a')));
      return facts(
        {
          'the hook was silent': isSilent(run),
          'no token leaked': !stranger.received.includes(token),
          'no command leaked': !stranger.received.includes(PRIVATE),
        },
        `${stranger.connections} connections, ${milliseconds(run.ms)}`,
      );
    },
  },
  {
    fault: 'a stranger holds the port before the first window',
    promise: 'the window names the port, proves nothing to him, and connects once he is gone',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const { port, token } = await openState(windows.dir);
      const stranger = await Stranger.at(stage, port, http(ALLOW));
      const window = windows.open('a');
      await until('a reason', () => window.reason !== '');
      const run = await runHook(windows.dir, beforeCall(window.folder));
      const named = window.reason.includes(String(port));
      await stranger.leave();
      await window.connected();
      return facts(
        {
          'the port was named': named,
          'the hook was silent': isSilent(run),
          'no token leaked': !stranger.received.includes(token),
          'connected afterwards': await windows.answer([window], 2),
        },
        `${stranger.connections} connections`,
      );
    },
  },
  {
    fault: 'a stranger accepts the connection and stays silent',
    promise: 'a hook ends by itself, without an answer',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      const { port, token } = await openState(windows.dir);
      await window?.kill();
      const stranger = await Stranger.at(stage, port, undefined);
      const run = await runHook(windows.dir, beforeCall(stage.folder('a')), { strict: true });
      return facts(
        {
          'the hook was silent': isSilent(run),
          'no token leaked': !stranger.received.includes(token),
        },
        milliseconds(run.ms),
      );
    },
  },
  {
    fault: 'a stranger speaks something else: a page, a banner, an endless answer',
    promise: 'nothing of it reaches the agent',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      const { port } = await openState(windows.dir);
      await window?.kill();
      const answers = [
        http('<html>{"decision":"block"}</html>'),
        http(ALLOW, '500 Error'),
        http(ALLOW, '302 Found\r\nLocation: http://127.0.0.1:1/'),
        'SSH-2.0-OpenSSH_9.9\r\n',
        `HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${ALLOW}`,
        `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n${ALLOW}`,
      ];
      let silent = 0;
      for (const answer of answers) {
        const stranger = await Stranger.at(stage, port, answer);
        const run = await runHook(windows.dir, beforeCall(stage.folder('a')));
        silent += isSilent(run) ? 1 : 0;
        await stranger.leave();
      }
      return facts({ 'all hooks silent': silent === answers.length }, `${answers.length} answers`);
    },
  },
  {
    fault: 'a web page asks the endpoint, also under a name that leads to this machine',
    promise: 'it is refused, whatever it knows',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      const { port, token } = await openState(windows.dir);
      const headers = {
        Authorization: `Bearer ${token}`,
        'X-Turnwatch-Agent': 'claude-code',
        'Content-Type': 'text/plain',
      };
      const body = JSON.stringify({ cwd: window?.folder, n: 1 });
      const asked: Asked[] = [
        { headers: { ...headers, Origin: 'https://evil.example' }, body },
        { headers: { ...headers, Origin: 'null' }, body },
        { headers: { ...headers, Host: `evil.example:${port}` }, body },
        { headers: { ...headers, Host: '127.0.0.1' }, body },
        { path: '/v1/events', headers: { ...headers, Origin: 'https://evil.example' }, body },
        { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } },
      ];
      const answers = await Promise.all(asked.map((each) => ask(port, each)));
      return facts(
        {
          'all refused': answers.every(({ status, body: text }) => status >= 400 && text === ''),
          'no window was asked': window?.has('hook', 1) === false,
          'hooks answered': window !== undefined && (await windows.answer([window], 2)),
        },
        answers.map(({ status }) => status).join(' '),
      );
    },
  },
  {
    fault: 'a program guesses the token, 500 times',
    promise: 'it learns nothing, the log says so in one line, and hooks are answered',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      if (window === undefined) {
        throw new Error('a window');
      }
      const { port, token } = await openState(windows.dir);
      const from = performance.now();
      const statuses = new Set<number>();
      for (let round = 0; round < 25; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            ask(port, {
              headers: {
                Authorization: `Bearer ${token.slice(0, 40)}${String(round * 20 + i).padStart(24, '0')}`,
                'X-Turnwatch-Agent': 'claude-code',
              },
              body: JSON.stringify({ cwd: window.folder, n: 1 }),
            }),
          ),
        );
        for (const { status } of answers) {
          statuses.add(status);
        }
      }
      const ms = performance.now() - from;
      const lines = window.logged.length;
      return facts(
        {
          'all refused': [...statuses].join() === '401',
          'no window was asked': !window.has('hook', 1),
          'one line in the log': lines === 1,
          'no token in the log': !window.logged.join().includes(token),
          'hooks answered': await windows.answer([window], 2),
        },
        `${Math.round(500 / (ms / 1000))} guesses/s`,
      );
    },
  },
  {
    fault: 'a program poses as a window',
    promise: 'without the proof it joins nothing and gets no hook',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('a');
      if (window === undefined) {
        throw new Error('a window');
      }
      const { port, token } = await openState(windows.dir);
      const head = Buffer.from(
        JSON.stringify({
          type: 'hello',
          proof: 'ab'.repeat(32),
          window: { id: 'evil', folders: [window.folder], touchedAt: Date.now() + 1_000_000 },
        }),
      );
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32BE(head.length, 0);
      const answer = await raw(
        port,
        Buffer.concat([
          Buffer.from(
            `POST /v1/windows HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: ${LINK_PROTOCOL}\r\nX-Turnwatch-Nonce: ${newNonce()}\r\n\r\n`,
          ),
          lengths,
          head,
        ]),
      );
      return facts({
        'it was not welcomed': !answer.includes('welcome'),
        'no token leaked': !answer.includes(token),
        'hooks went to the window': await windows.answer([window], 1),
      });
    },
  },
];

export const strangers: Subject = {
  promise:
    'Only windows of yours get token, prompts and calls, and nobody else’s answer reaches an agent.',
  faults,
};
