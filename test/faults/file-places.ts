/** What is no file in a file's place: pipes, which keep whoever opens them, and devices without an end. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../../src/bounded-files.js';
import { openWhole } from '../../src/live/logs/whole-logs.js';
import { LedgerFiles } from '../../src/storage/ledger-files.js';
import { RecordingFile } from '../../src/storage/recording-file.js';
import { SpoolFiles } from '../../src/storage/spool-files.js';
import { operationInProgress } from '../../src/workspace/repository.js';
import { sharedExtension } from '../extension-copy.js';
import { until } from '../unit/support/until.js';
import { facts, type Fault, type Subject } from './harness/fault.js';
import type { Stage } from './harness/stage.js';

const makePipe = (file: string): string => {
  mkdirSync(dirname(file), { recursive: true });
  execFileSync('mkfifo', [file]);
  return file;
};

const linkEndless = (file: string): string => {
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync('/dev/zero', file);
  return file;
};

/** Ends it after half a minute: a program that waits for a pipe ends never. */
function run(
  home: string,
  script: string,
  args: readonly string[],
): Promise<{ code: number | null; out: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    let out = '';
    const take = (text: string): void => {
      out += text;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', failed).once('close', (code) => done({ code, out }));
  });
}

const turnwatch = (
  stage: Stage,
  ...args: string[]
): Promise<{ code: number | null; out: string }> =>
  run(stage.home, join(process.cwd(), 'dist/cli/turnwatch.js'), args);

const faults: readonly Fault[] = [
  {
    fault: 'an agent’s documents and git’s files of a rebase are pipes, eight at once',
    promise: 'each is told to be no file, and others are read as before',
    quick: true,
    play: async (stage) => {
      const told: string[] = [];
      const documents = [1, 2, 3, 4].map((n) => {
        const file = makePipe(join(stage.home, `tasks/${n}/api_conversation_history.json`));
        return openWhole({ kind: 'document', read: () => ({ events: [] }) }, file, {
          clock: Date,
          trees: { holds: () => true },
          onEvents: () => undefined,
          log: (text) => told.push(text),
        });
      });
      stage.atEnd(() => documents.forEach((document) => document.dispose()));
      documents.forEach((document) => document.changed());
      for (const name of ['msgnum', 'end', 'next', 'last']) {
        makePipe(join(stage.home, 'git/rebase-merge', name));
      }
      const operation = operationInProgress(join(stage.home, 'git'));
      const file = join(stage.home, 'file');
      writeFileSync(file, 'read');
      const other = await readText(file, 100);
      await until('all are told', () => told.length === 4);
      return facts({
        'each is told': told.every((text) => text === 'it is not a file'),
        'git’s are passed over': (await operation).startsWith('rebase-merge'),
        'another is read': other === 'read',
      });
    },
  },
  {
    fault: 'an agent’s settings file is a pipe, or a link to an endless device',
    promise: 'connect, disconnect and uninstalling end, the first two with the reason',
    quick: true,
    play: async (stage) => {
      const file = join(stage.home, '.claude/settings.json');
      const ended: Record<string, boolean> = {};
      for (const [name, put] of [
        ['pipe', makePipe],
        ['device', linkEndless],
      ] as const) {
        put(file);
        for (const command of ['connect', 'disconnect']) {
          const { code, out } = await turnwatch(stage, command, 'claude-code', '--yes');
          ended[`${command}, ${name}`] = code === 2 && out.includes('it is not a file');
        }
        const { code } = await run(stage.home, join(sharedExtension(), 'dist/uninstall.js'), []);
        ended[`uninstalled, ${name}`] = code === 0;
        rmSync(file);
      }
      return facts(ended);
    },
  },
  {
    fault: 'what is recorded, kept for the view and counted goes to pipes, six at once',
    promise: 'each fails at once, and others are read and written as before',
    quick: true,
    play: async (stage) => {
      const failed: string[] = [];
      const recordings = [1, 2, 3, 4].map((n) =>
        new RecordingFile(makePipe(join(stage.home, `recording${n}`)))
          .append(Buffer.from('{}\n'))
          .catch(() => failed.push('recording')),
      );
      const spool = new SpoolFiles(stage.home, 'spool', 1000);
      const rows = async (): Promise<void> =>
        spool.append([{ kind: 'row', number: 1, text: '{}' }]);
      await rows();
      const [segment = ''] = readdirSync(stage.home).filter((name) => name.startsWith('spool'));
      rmSync(join(stage.home, segment));
      makePipe(join(stage.home, segment));
      const stored = rows().catch(() => failed.push('spool'));
      const dir = join(stage.home, 'ledger');
      const clock = { now: () => 0 };
      const log: string[] = [];
      makePipe(join(dir, '1970-01-01.jsonl'));
      const ledger = new LedgerFiles({ dir, log: (text) => log.push(text), clock });
      const turn = { v: 1, session: 's', started: 0, at: 0, agent: 'codex', steps: 1, stalls: [] };
      ledger.keep({ ...turn, v: 1 });
      const file = join(stage.home, 'file');
      writeFileSync(file, 'read');
      const other = await readText(file, 100);
      await Promise.all([...recordings, stored, ledger.flush()]);
      return facts({
        'each fails': failed.length === 5 && log.length === 1,
        'another is read': other === 'read',
      });
    },
  },
  {
    fault: 'a recording to be replayed is a pipe, or a link to an endless device',
    promise: 'it is refused in a sentence',
    quick: true,
    play: async (stage) => {
      const files = [makePipe(join(stage.home, 'pipe')), linkEndless(join(stage.home, 'device'))];
      const refused: boolean[] = [];
      for (const file of files) {
        const { code, out } = await turnwatch(stage, 'replay', file);
        refused.push(code === 2 && out === `${file}: cannot be read (it is not a file)\n`);
      }
      const good = join(stage.home, 'good.jsonl');
      copyFileSync('media/samples/stalled-turn.jsonl', good);
      return facts({
        'both are refused': refused.every(Boolean),
        'a file is replayed': (await turnwatch(stage, 'replay', good)).code === 0,
      });
    },
  },
];

export const filePlaces: Subject = {
  promise:
    'What others can write is opened without waiting, checked to be a file, and read to a limit; so is what is written. A program of ours always ends.',
  faults,
};
