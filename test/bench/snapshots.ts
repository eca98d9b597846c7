/** What keeping the files’ contents adds to the look at the end of a step, in a repository of 20,000 files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptContents } from '../../src/storage/kept-contents.js';
import { FileHistory } from '../../src/workspace/file-history.js';
import { WorkingTree, type TreeKeeper } from '../../src/workspace/git.js';
import { marksContent } from '../../src/workspace/saves.js';
import { median, type Row } from './row.js';

const [FILES, DIRTY, STEPS] = [20_000, 100, 30];

async function snapshotRows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'turnwatch-bench-tree-'));
  const base = mkdtempSync(join(tmpdir(), 'turnwatch-bench-kept-'));
  const contents = new KeptContents({ base, log: console.error, clock: Date });
  try {
    const path = (n: number): string => join(root, `d${n % 200}`, `f${n}.ts`);
    for (let n = 0; n < 200; n += 1) {
      mkdirSync(join(root, `d${n}`));
    }
    for (let n = 0; n < FILES; n += 1) {
      writeFileSync(path(n), `export const value${n} = ${n};\n`.repeat(40));
    }
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=b', '-c', 'user.email=b@b', 'commit', '-qm', 'all');
    const history = new FileHistory();
    const keeper: TreeKeeper = {
      isKeeping: true,
      has: (mark) => !marksContent(mark) || contents.has(mark),
      keep: (mark, content) => contents.keep(mark, content),
      seen: (tree) => history.take(tree),
    };
    const limitMs = 60_000;
    const [plain, keeping] = [
      new WorkingTree(root, { limitMs }),
      new WorkingTree(root, { limitMs, keeper }),
    ];
    for (let n = 0; n < DIRTY; n += 1) {
      writeFileSync(path(n), 'changed before the turn\n'.repeat(200));
    }
    await plain.read();
    await keeping.read();
    const [plainly, kept]: [Taken[], Taken[]] = [[], []];
    // the system's clock for files is a little behind
    const began = Date.now() - 20;
    for (let step = 0; step < STEPS; step += 1) {
      writeFileSync(path(1000 + step), `step ${step}\n`.repeat(500));
      writeFileSync(join(root, `new${step}.ts`), `step ${step}\n`.repeat(500));
      // each is first in half of the steps: the second finds the files in memory
      const pair = [
        async () => plainly.push(await time(plain)),
        async () => kept.push(await time(keeping)),
      ];
      for (const look of step % 2 === 0 ? pair : pair.reverse()) {
        await look();
      }
    }
    const added = (what: keyof Taken): number =>
      median(kept.map((look, step) => look[what] - (plainly[step]?.[what] ?? Number.NaN)));
    const whole = (looks: readonly Taken[]): string => median(looks.map(({ ms }) => ms)).toFixed(0);
    const isWhole = history.changedSince(began).length === 2 * STEPS;
    return [
      {
        what: 'Snapshot at the end of a step, 20,000 files: added to the look, p50 of pairs',
        limit: 20,
        value: isWhole ? added('ms') : undefined,
        unit: 'ms',
        note: `by the clock: ${whole(kept)} ms with it, ${whole(plainly)} ms without; ${DIRTY} files changed before, 2 in each of ${STEPS} steps`,
      },
      {
        what: '  processor time of it',
        limit: 20,
        value: isWhole ? added('worked') : undefined,
        unit: 'ms',
      },
      {
        what: '  of that the agent waits for',
        value: 0,
        unit: 'ms',
        note: 'by definition: no hook waits for a look, but one at a step that may be the stall, for 300 ms at most',
      },
      { what: '  kept on disk', limit: 64, value: contents.bytes / 2 ** 20, unit: 'MB' },
    ];
  } finally {
    await contents.close();
    for (const folder of [root, base]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Milliseconds by the clock, and of this process: git's own work is the same in both. */
interface Taken {
  ms: number;
  worked: number;
}

async function time(tree: WorkingTree): Promise<Taken> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await tree.read();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - began, worked: (user + system) / 1000 };
}

process.stdout.write(JSON.stringify(await snapshotRows()));
