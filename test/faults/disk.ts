/** A disk that is full, a folder that cannot be used, logs that are cut or replaced while they are followed. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProblem } from '../../src/agents/agent.js';
import { claudeCodeInstall } from '../../src/agents/claude-code/answer.js';
import { planChange, writeChange, type Disk } from '../../src/agents/install/config-file.js';
import type { TurnEvent } from '../../src/core/events.js';
import { Tail } from '../../src/logs/tail.js';
import { Recorder } from '../../src/storage/recording.js';
import { Spool } from '../../src/storage/spool.js';
import { until } from '../unit/support/until.js';
import { facts, type Fault, type Outcome, type Subject } from './harness/fault.js';
import { beforeCall, isSilent, runHook } from './harness/hook.js';
import type { Stage } from './harness/stage.js';
import { Windows } from './harness/windows.js';

/** What is written here ends with ENOSPC: the system's own full disk. */
const FULL = '/dev/full';

/** Plays only where the system has a full disk. */
const onFullDisk =
  (play: (stage: Stage) => Promise<Outcome>): Fault['play'] =>
  (stage) =>
    existsSync(FULL) ? play(stage) : Promise.resolve({ missing: `no ${FULL}` });

const message = (session: string, text: string): TurnEvent => ({
  v: 1,
  type: 'message',
  session,
  text,
});

const faults: readonly Fault[] = [
  {
    fault: 'the disk is full while a turn is recorded, and has room again later',
    promise: 'the log says when it pauses and goes on, and what came meanwhile is recorded, too',
    quick: true,
    play: onFullDisk(async (stage) => {
      const logged: string[] = [];
      let now = Date.now();
      const recorder = new Recorder({
        dir: stage.folder('recordings'),
        log: (text) => logged.push(text),
        clock: { now: () => now },
      });
      recorder.append('s', message('s', 'meanwhile'));
      const file = recorder.findFile('s') ?? '';
      symlinkSync(FULL, file);
      for (let i = 0; i < 5; i += 1) {
        recorder.append('s', message('s', 'meanwhile'));
        await recorder.flush();
      }
      rmSync(file);
      now += 3_600_000;
      recorder.append('s', message('s', 'afterwards'));
      await recorder.flush();
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const recorded = [...text.matchAll(/"text":"(\w+)"/g)].map(([, each]) => each).join(' ');
      return facts(
        {
          'two lines in the log': logged.length === 2 && logged[0]?.includes('ENOSPC') === true,
          'all events recorded': recorded === 'meanwhile '.repeat(6) + 'afterwards',
        },
        `${text.length} bytes`,
      );
    }),
  },
  {
    fault: 'the disk is full while the view’s older rows are stored',
    promise: 'the view says what it cannot show, and stores again once there is room',
    quick: true,
    play: onFullDisk(async (stage) => {
      const logged: string[] = [];
      let now = Date.now();
      const base = stage.folder('spool');
      const spool = new Spool({
        base,
        log: (text) => logged.push(text),
        clock: { now: () => now },
      });
      stage.atEnd(() => spool.close());
      const store = async (call: number): Promise<void> => {
        spool.text('s', { call, part: 'input', input: { command: `call ${call}` } });
        await spool.flush();
      };
      await store(0);
      const [file] = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      const path = join(file?.parentPath ?? '', file?.name ?? '');
      const before = readFileSync(path);
      rmSync(path);
      symlinkSync(FULL, path);
      await store(1);
      rmSync(path);
      writeFileSync(path, before);
      now += 3_600_000;
      await store(2);
      const texts = await Promise.all([0, 1, 2].map((call) => spool.texts('s', call)));
      return facts({
        'the lost one is said to be missing': texts[1]?.missing !== undefined,
        'the others are there': [0, 2].every((call) => texts[call]?.input?.text === `call ${call}`),
        'one line in the log': logged.length === 1,
      });
    }),
  },
  {
    fault: 'the disk is full while hooks are added to a settings file',
    promise: 'the file stays byte for byte, and the reason is told',
    quick: true,
    play: onFullDisk(async (stage) => {
      const file = join(stage.folder('.claude'), 'settings.json');
      const before = '{\n  // mine\n  "model": "m"\n}\n';
      writeFileSync(file, before);
      const disk: Disk = {
        fs: { ...fs, open: () => fs.open(FULL, 'w') },
        now: () => new Date(),
      };
      const change = await planChange(disk, file, (text) =>
        claudeCodeInstall.add(file, text, { dir: '/none' }),
      );
      if (isProblem(change)) {
        throw new Error(change.problem);
      }
      const written = await writeChange(disk, change);
      return facts({
        'byte for byte as before': readFileSync(file, 'utf8') === before,
        'the reason is told': isProblem(written) && written.problem.includes('ENOSPC'),
        'nothing is left': readdirSync(dirname(file)).join() === basename(file),
      });
    }),
  },
  {
    fault: 'the extension’s folder cannot be used',
    promise: 'the window says why, the agent notices nothing, and it connects once it can',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      rmSync(windows.dir, { recursive: true });
      writeFileSync(windows.dir, 'a file is in the way');
      const window = windows.open('alpha');
      await until('a reason', () => window.reason !== '');
      const told = window.reason.includes(windows.dir);
      const run = await runHook(windows.dir, beforeCall(window.folder));
      rmSync(windows.dir);
      await window.started();
      return facts({
        'the reason names the folder': told,
        'the hook was silent': isSilent(run),
        'connected afterwards': await windows.answer([window], 1),
      });
    },
  },
  {
    fault: 'a followed log is cut, replaced, removed, and has a line without end',
    promise: 'it is read on from what is there',
    quick: true,
    play: async (stage) => {
      const file = join(stage.home, 'log.jsonl');
      const lines: string[] = [];
      const tail = new Tail({
        file,
        log: (text) => {
          throw new Error(text);
        },
        onLine: (line) => lines.push(line),
        lineBytes: 1_000_000,
        pollMs: 20,
      });
      stage.atEnd(() => tail.stop());
      const arrives = (line: string): Promise<void> =>
        until(
          line,
          () => lines.includes(line),
          () => lines.slice(-5),
        );
      await fs.writeFile(file, 'first\nsecond\n');
      tail.start();
      await arrives('second');
      await fs.truncate(file, 0);
      await fs.appendFile(file, 'cut\n');
      await arrives('cut');
      await fs.writeFile(`${file}.new`, 'replaced, and longer than before\n');
      await fs.rename(`${file}.new`, file);
      await arrives('replaced, and longer than before');
      await fs.rm(file);
      await fs.writeFile(file, 'removed and back\n');
      await arrives('removed and back');
      await fs.appendFile(file, 'x'.repeat(5_000_000));
      await fs.appendFile(file, '\nafter the long line\n');
      await arrives('after the long line');
      return facts(
        {
          'all lines arrived': true,
          'no line without end': lines.every((line) => line.length < 100),
        },
        `${lines.length} lines`,
      );
    },
  },
];

export const disk: Subject = {
  promise:
    'Settings files stay whole, the agent notices nothing, and what could not be stored is said and goes on later.',
  faults,
};
