/** The hook client and the files that it and the windows share: stale, planted, damaged, in odd places. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CLIENT_CONFIG } from '../../src/agents/install/hook-names.js';
import { choosePort, openState, TOKEN_FILE } from '../../src/bridge/state.js';
import { until } from '../unit/support/until.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import { beforeCall, isSilent, runHook } from './harness/hook.js';
import { ALLOW, http, Stranger } from './harness/stranger.js';
import { Windows } from './harness/windows.js';

const NOBODY = 65_534;

const modeOf = (path: string): number => fs.statSync(path).mode & 0o777;

const faults: readonly Fault[] = [
  {
    fault: 'there is no client file, no folder, no curl',
    promise: 'a hook ends at once, without a word',
    quick: true,
    play: async (stage) => {
      const dir = stage.folder('storage');
      const payload = beforeCall(stage.folder('alpha'));
      const withoutFile = await runHook(dir, payload, { strict: true });
      const withoutFolder = await runHook(join(stage.home, 'gone'), payload, { strict: true });
      fs.writeFileSync(join(dir, CLIENT_CONFIG), 'url = "http://127.0.0.1:1/v1/hook"\n');
      const withoutCurl = await runHook(dir, payload, {
        strict: true,
        env: { PATH: stage.folder('empty') },
      });
      const runs = [withoutFile, withoutFolder, withoutCurl];
      return facts(
        { 'all silent': runs.every(isSilent) },
        runs.map(({ ms }) => milliseconds(ms)).join(', '),
      );
    },
  },
  {
    fault: 'a client file is left from a window that is gone, and nobody listens',
    promise: 'a hook ends at once, without a word',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [window] = await windows.opened('alpha');
      await window?.kill();
      const run = await runHook(windows.dir, beforeCall(stage.folder('alpha')), { strict: true });
      return facts({ silent: isSilent(run) }, milliseconds(run.ms));
    },
  },
  {
    fault: 'a client file is planted before the first window starts',
    promise: 'the window replaces it with its own, private to the user',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const port = await choosePort();
      const stranger = await Stranger.at(stage, port, http(ALLOW));
      const file = join(windows.dir, CLIENT_CONFIG);
      const loot = join(stage.home, 'loot');
      fs.chmodSync(windows.dir, 0o777);
      fs.writeFileSync(file, `url = "http://127.0.0.1:${port}/v1/hook"\noutput = "${loot}"\n`, {
        mode: 0o666,
      });
      const window = await windows.openedOne('alpha');
      const answered = await windows.answer([window], 1);
      return facts({
        'the window answered': answered,
        'the stranger got nothing': stranger.connections === 0 && !fs.existsSync(loot),
        'folder 0700': modeOf(windows.dir) === 0o700,
        'file 0600': modeOf(file) === 0o600,
      });
    },
  },
  {
    fault: 'the client file is a link to a file of the person’s',
    promise: 'the link is replaced, the file stays',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const theirs = join(stage.home, 'notes.txt');
      fs.writeFileSync(theirs, 'notes\n');
      fs.symlinkSync(theirs, join(windows.dir, CLIENT_CONFIG));
      const [window] = await windows.opened('alpha');
      return facts({
        'their file is unchanged': fs.readFileSync(theirs, 'utf8') === 'notes\n',
        'the client file is ours': fs.lstatSync(join(windows.dir, CLIENT_CONFIG)).isFile(),
        'hooks answered': window !== undefined && (await windows.answer([window], 1)),
      });
    },
  },
  {
    fault: 'token, port and client file are another user’s',
    promise: 'none of them is believed',
    quick: true,
    play: async (stage) => {
      if (process.getuid?.() !== 0) {
        return { missing: 'only root can make a file another user’s' };
      }
      const windows = new Windows(stage);
      const port = await choosePort();
      const stranger = await Stranger.at(stage, port, http(ALLOW));
      const known = 'ab'.repeat(32);
      const planted = {
        [TOKEN_FILE]: `${known}\n`,
        'endpoint.json': `{"port":${port}}\n`,
        [CLIENT_CONFIG]: `url = "http://127.0.0.1:${port}/v1/hook"\n`,
      };
      for (const [name, text] of Object.entries(planted)) {
        fs.writeFileSync(join(windows.dir, name), text, { mode: 0o644 });
        fs.chownSync(join(windows.dir, name), NOBODY, NOBODY);
      }
      const before = await runHook(windows.dir, beforeCall(stage.folder('alpha')));
      const asked = stranger.connections;
      const opened = await windows.opened('alpha');
      const { token } = await openState(windows.dir);
      return facts({
        'the hook asked nobody': isSilent(before) && asked === 0,
        'another token': token !== known,
        'the window answered': await windows.answer(opened, 1),
      });
    },
  },
  {
    fault: 'token and port files are damaged',
    promise: 'they are made anew, and hooks are answered',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      fs.writeFileSync(join(windows.dir, TOKEN_FILE), 'short');
      fs.writeFileSync(join(windows.dir, 'endpoint.json'), '{"port":"80"}');
      const opened = await windows.opened('alpha', 'beta');
      const { token, port } = await openState(windows.dir);
      return facts({
        'a token of 64 characters': /^[0-9a-f]{64}$/.test(token),
        'a port above 1023': port > 1023,
        'both windows answered': await windows.answer(opened, 1),
      });
    },
  },
  {
    fault: 'the folder’s name holds quotes, blanks and commands',
    promise: 'hooks work, and nothing of the name runs',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(
        stage,
        `it's "$(touch owned)" \`touch owned\` ;touch owned; ä %41`,
      );
      const opened = await windows.opened('alpha');
      return facts({
        'hooks answered': await windows.answer(opened, 1),
        'nothing ran': !fs.existsSync('owned') && !fs.existsSync(join(stage.home, 'owned')),
      });
    },
  },
  {
    fault: 'a proxy and settings of curl’s stand in the way',
    promise: 'hooks go to the window, and nowhere else',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const opened = await windows.opened('alpha');
      const proxy = await choosePort();
      const stranger = await Stranger.at(stage, proxy, http(ALLOW));
      const url = `http://127.0.0.1:${proxy}`;
      const home = stage.folder('home');
      fs.writeFileSync(join(home, '.curlrc'), `proxy = "${url}"\nverbose\ninclude\n`);
      const env = { HOME: home, http_proxy: url, ALL_PROXY: url, HTTP_PROXY: url };
      const runs = await Promise.all(opened.map((window) => windows.hook(window, 1, { env })));
      return facts({
        'hooks answered': runs.every((run, i) => opened[i]?.gave(run)),
        'the proxy got nothing': stranger.connections === 0,
      });
    },
  },
  {
    fault:
      'a program takes away what hooks need: another client file, no socket, folders in their places',
    promise: 'each is put back within seconds, and the window tells of it',
    quick: false,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await windows.openedOne('alpha');
      const at = (name: string): string => join(windows.dir, name);
      const [socket = ''] = /(?<=unix-socket = ").*(?=")/.exec(
        fs.readFileSync(at(CLIENT_CONFIG), 'utf8'),
      ) ?? [''];
      const acts: Record<string, () => void> = {
        'a folder named silent': () => fs.mkdirSync(at('silent')),
        'a client file that leads nowhere': () =>
          fs.writeFileSync(at(CLIENT_CONFIG), 'url = "http://127.0.0.1:1/v1/hook"\n'),
        'a line more in the client file': () =>
          fs.appendFileSync(at(CLIENT_CONFIG), 'max-time = 0.001\n'),
        'a folder in its place': () => {
          fs.rmSync(at(CLIENT_CONFIG));
          fs.mkdirSync(at(`${CLIENT_CONFIG}/in`), { recursive: true });
        },
        'no socket': () => fs.rmSync(socket),
        'a folder in the socket’s place': () => {
          fs.rmSync(socket);
          fs.mkdirSync(socket);
        },
        'no socket of the window’s own': () =>
          fs.rmSync(join(dirname(socket), fs.readlinkSync(socket))),
      };
      const held: Record<string, boolean> = {};
      let n = 0;
      for (const [name, act] of Object.entries(acts)) {
        // what a window that has just opened or closed takes away is no damage
        await setTimeout(4000);
        const told = window.messages.length;
        act();
        await until(`put back: ${name}`, async () => windows.answer([window], (n += 1)));
        await until(`told: ${name}`, () =>
          window.messages.slice(told).some((message) => 'damaged' in message),
        );
        held[name] = true;
      }
      return facts(held);
    },
  },
];

export const clientFiles: Subject = {
  promise:
    'A hook without its window ends without a word; files of the client that are not its own are replaced.',
  faults,
};
