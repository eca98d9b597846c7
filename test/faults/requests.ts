/** Requests of others: web pages, programs that guess, programs that pose as a window or as an agent. */
import { connect } from 'node:net';
import { newNonce } from '../../src/bridge/proof.js';
import { choosePort, openState } from '../../src/bridge/state.js';
import { Relay } from '../../src/relay/relay.js';
import { ask, type Asked } from './harness/ask.js';
import { facts, type Fault, type Subject } from './harness/fault.js';
import { http, Stranger } from './harness/stranger.js';
import { Windows } from './harness/windows.js';

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
    fault: 'a web page asks the endpoint, also under a name that leads to this machine',
    promise: 'it is refused, whatever it knows',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('alpha');
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
    fault: 'a web page, another host’s name and a program without the address ask the model relay',
    promise: 'nothing is forwarded, and the log names no path',
    quick: true,
    play: async (stage) => {
      const upstream = await Stranger.at(stage, await choosePort(), http('{}'));
      const logged: string[] = [];
      const secret = 'a0'.repeat(16);
      const relay = new Relay({
        port: 0,
        secret,
        log: (text) => logged.push(text),
        host: {
          hasOpenInterventions: () => true,
          session: () => undefined,
          change: () => undefined,
          delivered: () => undefined,
          answered: () => undefined,
          request: () => undefined,
        },
      });
      stage.atEnd(() => relay.stop());
      const started = await relay.start();
      if (!started.ok) {
        throw new Error(started.problem);
      }
      relay.serve('claude-code', `http://127.0.0.1:${upstream.port}`);
      const path = new URL(`${relay.address('claude-code')}/v1/messages`).pathname;
      const body = '{"model":"m","messages":[]}';
      const evil: Asked[] = [
        { path, body, headers: { Origin: 'https://evil.example' } },
        { path, body, headers: { 'Sec-Fetch-Site': 'cross-site' } },
        { path, body, headers: { Host: `evil.example:${started.port}` } },
        { path, body, headers: { Host: '127.0.0.1:1' } },
        { path: path.replace(secret, 'b1'.repeat(16)), body },
        { path: '/claude-code/v1/messages', body },
      ];
      const answers = await Promise.all(evil.map((each) => ask(started.port, each)));
      const forwarded = upstream.connections;
      const own = await ask(started.port, { path, body });
      return facts(
        {
          'all refused': answers.every(({ status }) => status === 403 || status === 404),
          'nothing was forwarded': forwarded === 0,
          'the agent’s own was': own.status === 200,
          'no path in the log': !/v1|a0a0/.test(logged.join()),
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
      const window = await windows.openedOne('alpha');
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
      const window = await windows.openedOne('alpha');
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
            `POST /v1/windows HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: turnwatch-window/2\r\nX-Turnwatch-Nonce: ${newNonce()}\r\n\r\n`,
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

export const requests: Subject = {
  promise: 'Endpoint and relay serve only programs that know their secret, and no web page.',
  faults,
};
