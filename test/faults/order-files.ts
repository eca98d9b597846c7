/** Order files, which make hooks ask: left by a killed window, planted, of another user, or not to be written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { orderName, ORDERS_FOLDER } from '../../src/agents/install/hook-names.js';
import { TOKEN_FILE } from '../../src/bridge/state.js';
import { OrderFiles, sweepOrders } from '../../src/bridge/order-files.js';
import { until } from '../unit/support/until.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import { beforeCall, isSilent, runHook } from './harness/hook.js';
import type { Stage } from './harness/stage.js';
import { Windows } from './harness/windows.js';

const NOBODY = 65_534;
const ANY = orderName('claude-code', undefined);

/** The order file of a window for all sessions of the agent. */
function left(dir: string, owner: number): string {
  const folder = join(dir, ORDERS_FOLDER, ANY);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, String(owner));
  fs.writeFileSync(file, '', { mode: 0o600 });
  return file;
}

function filesOf(stage: Stage, dir: string, logged: string[] = []): OrderFiles {
  const files = new OrderFiles(dir, (text) => logged.push(text));
  stage.atEnd(() => files.stop());
  return files;
}

const faults: readonly Fault[] = [
  {
    fault: 'a window is killed while an order file of it lies there',
    promise: 'hooks end without a word, and the next window removes it',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const gone = spawn(process.execPath, ['-e', '']);
      await once(gone, 'exit');
      const file = left(windows.dir, gone.pid ?? 0);
      const payload = beforeCall(stage.folder('alpha'));
      const alone = await runHook(windows.dir, payload, { strict: true, kind: 'order' });
      const opened = await windows.opened('alpha');
      await until('it is removed', () => !fs.existsSync(join(windows.dir, ORDERS_FOLDER, ANY)));
      const after = await runHook(windows.dir, payload, { kind: 'order' });
      return facts(
        {
          'silent without a window': isSilent(alone),
          removed: !fs.existsSync(file),
          'nobody is asked any more': isSilent(after),
          'hooks that always ask are answered': await windows.answer(opened, 1),
        },
        milliseconds(alone.ms),
      );
    },
  },
  {
    fault: 'an order file is old, and its window’s process id belongs to another program',
    promise: 'it is removed; one that is kept up to date stays',
    quick: true,
    play: async (stage) => {
      const dir = stage.folder('storage');
      const files = filesOf(stage, dir);
      files.want(new Set(['codex.any']));
      await files.settle();
      const old = left(dir, process.ppid);
      fs.utimesSync(old, 1, 1);
      await sweepOrders(dir);
      return facts({
        'the old one is gone': !fs.existsSync(old),
        'the other is there': fs.existsSync(join(dir, ORDERS_FOLDER, 'codex.any')),
        'folder 0700': (fs.statSync(join(dir, ORDERS_FOLDER)).mode & 0o777) === 0o700,
      });
    },
  },
  {
    fault: 'links to the person’s files are planted in the place of order files',
    promise: 'the links go, the files stay',
    quick: true,
    play: async (stage) => {
      const dir = stage.folder('storage');
      const notes = stage.folder('notes');
      fs.mkdirSync(join(notes, 'letters'));
      const letter = join(notes, 'letters', 'draft.txt');
      fs.writeFileSync(letter, 'Dear …');
      const files = filesOf(stage, dir);
      fs.symlinkSync(notes, join(dir, ORDERS_FOLDER));
      await sweepOrders(dir);
      files.want(new Set(['codex.any']));
      await files.settle();
      fs.symlinkSync(join(notes, 'letters'), join(dir, ORDERS_FOLDER, ANY));
      files.want(new Set(['codex.any', ANY]));
      await files.settle();
      const isAsked = fs.existsSync(join(dir, ORDERS_FOLDER, ANY, String(process.pid)));
      await sweepOrders(dir);
      await files.stop();
      return facts({
        'their files are unchanged': fs.readFileSync(letter, 'utf8') === 'Dear …',
        'nothing was added': fs.readdirSync(notes, { recursive: true }).length === 2,
        'orders are kept': isAsked,
      });
    },
  },
  {
    fault: 'order files are another user’s',
    promise: 'hooks do not ask because of them',
    quick: true,
    play: async (stage) => {
      if (process.getuid?.() !== 0) {
        return { missing: 'only root can make a file another user’s' };
      }
      const windows = new Windows(stage);
      const opened = await windows.opened('alpha');
      left(windows.dir, process.pid);
      fs.chownSync(join(windows.dir, ORDERS_FOLDER, ANY), NOBODY, NOBODY);
      const payload = beforeCall(stage.folder('alpha'));
      const run = await runHook(windows.dir, payload, { kind: 'order' });
      return facts({
        'the hook is silent': isSilent(run),
        'hooks that always ask are answered': await windows.answer(opened, 1),
      });
    },
  },
  {
    fault: 'no order file can be written',
    promise: 'the log says so once, and hooks go on without asking',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const opened = await windows.opened('alpha');
      const logged: string[] = [];
      // its folder is a file
      const files = filesOf(stage, join(windows.dir, TOKEN_FILE), logged);
      files.want(new Set([ANY]));
      await files.settle();
      files.want(new Set([ANY, 'codex.any']));
      await files.settle();
      const payload = beforeCall(stage.folder('alpha'));
      const run = await runHook(windows.dir, payload, { strict: true, kind: 'order' });
      return facts(
        {
          'one line in the log': logged.length === 1,
          'the hook is silent': isSilent(run),
          'hooks that always ask are answered': await windows.answer(opened, 1),
        },
        milliseconds(run.ms),
      );
    },
  },
];

export const orderFiles: Subject = {
  promise:
    'An order file only makes hooks ask. None acts by itself, none is left, and nothing but our own files is written or removed.',
  faults,
};
