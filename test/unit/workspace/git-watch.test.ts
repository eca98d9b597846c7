import assert from 'node:assert/strict';
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceEvent } from '../../../src/core/events.js';
import type { TreeReading, WorkingTree } from '../../../src/workspace/git.js';
import {
  GitWatch,
  type GitWatchOptions,
  type TreeChange,
} from '../../../src/workspace/git-watch.js';
import { newRepo, patientTree, removeTempFolders, repoAt, tempFolder } from './repository.js';
import { skip } from '../../skip.js';
import { until } from '../support/until.js';

/** A real tree whose looks are counted and can be held back. */
function countedTree(tree: WorkingTree) {
  let release: (() => void) | undefined;
  let held = Promise.resolve();
  const counted = {
    looks: 0,
    atOnce: 0,
    hold(): void {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    go(): void {
      release?.();
      held = Promise.resolve();
    },
    async read(named?: Iterable<string>, retry?: boolean): Promise<TreeReading> {
      counted.looks++;
      counted.atOnce++;
      assert.equal(counted.atOnce, 1, 'one look at a time');
      await held;
      const reading = await tree.read(named, retry);
      counted.atOnce--;
      return reading;
    },
  };
  return counted;
}

/** A clock that only moves when told. */
function handClock() {
  const timers = new Set<{ at: number; run: () => void }>();
  const clock = {
    time: 1_000_000,
    now: () => clock.time,
    after: (ms: number, run: () => void) => {
      const timer = { at: clock.time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    waiting: () => timers.size,
    pass(ms: number): void {
      clock.time += ms;
      for (const timer of [...timers]) {
        if (timer.at <= clock.time && timers.delete(timer)) {
          timer.run();
        }
      }
    },
  };
  return clock;
}

function watched(root: string, more: Partial<GitWatchOptions> = {}, real = patientTree(root)) {
  const clock = handClock();
  const tree = countedTree(real);
  const events: WorkspaceEvent[] = [];
  const watch = new GitWatch({
    tree: () => tree,
    emit: (event) => events.push(event),
    clock,
    after: clock.after,
    ...more,
  });
  return { clock, tree, events, watch };
}

async function settled(watch: GitWatch, root: string): Promise<void> {
  while (watch.pending(root)) {
    await sleep(2);
  }
}

/** This process's own children that are still there. */
function children(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(process.pid);
      } catch {
        return false;
      }
    });
}

describe('workspace: when the working tree is looked at', () => {
  after(removeTempFolders);

  it('records a baseline at each turn start, and an event only for what has changed since', async () => {
    const repo = newRepo();
    const { watch, events, clock } = watched(repo.root);
    const first = await watch.turnOpened(repo.root);
    assert.ok('fingerprint' in first);
    assert.deepEqual(events, [
      {
        v: 1,
        type: 'workspace',
        signal: 'git',
        at: clock.time,
        root: repo.root,
        fingerprint: first.fingerprint,
        porcelain: first.porcelain,
      },
    ]);
    await watch.refresh(repo.root);
    assert.equal(events.length, 1, 'nothing changed');
    repo.write('a.txt', 'x');
    clock.pass(10);
    await watch.refresh(repo.root);
    assert.equal(events.length, 2);
    assert.deepEqual(events[1]?.paths, ['a.txt']);
    assert.equal(events[1].at, clock.time);
    watch.turnClosed(repo.root);
    await watch.turnOpened(repo.root);
    assert.equal(events.length, 3, 'a new baseline, though nothing changed');
    assert.equal(events[2]?.fingerprint, events[1].fingerprint);
  });

  it('looks once after a running look for all who ask meanwhile', async () => {
    const repo = newRepo();
    const { watch, tree, events } = watched(repo.root);
    tree.hold();
    const opened = watch.turnOpened(repo.root);
    assert.equal(watch.pending(repo.root), true);
    repo.write('a.txt', 'x');
    const later = [watch.refresh(repo.root), watch.refresh(repo.root), watch.refresh(repo.root)];
    tree.go();
    await opened;
    assert.equal(new Set(await Promise.all(later)).size, 1);
    assert.equal(tree.looks, 2);
    assert.equal(watch.pending(repo.root), false);
    assert.ok(events.length <= 2);
  });

  it('a second turn that opens meanwhile gets its own baseline', async () => {
    const repo = newRepo();
    const { watch, tree, events } = watched(repo.root);
    await watch.turnOpened(repo.root);
    tree.hold();
    const step = watch.refresh(repo.root);
    const following = watch.refresh(repo.root);
    const second = watch.turnOpened(repo.root);
    tree.go();
    await Promise.all([step, following, second]);
    assert.equal(events.length, 2);
    assert.equal(tree.looks, 3);
  });

  it('a burst of change events costs one look, after 50 ms; none in short steps, whose own look covers them', async () => {
    const repo = newRepo();
    const { watch, tree, clock, events } = watched(repo.root);
    await watch.turnOpened(repo.root);
    for (let step = 0; step < 20; step++) {
      repo.write('a.txt', String(step));
      for (let i = 0; i < 10; i++) {
        watch.changed(repo.root);
      }
      clock.pass(1_000);
      await settled(watch, repo.root);
      await watch.refresh(repo.root);
    }
    assert.equal(tree.looks, 21, 'one for the baseline, one a step');
    assert.equal(events.length, 21);
    clock.pass(60_000);
    repo.write('a.txt', 'outside');
    for (let i = 0; i < 10; i++) {
      watch.changed(repo.root);
      clock.pass(4);
    }
    assert.equal(tree.looks, 21, 'still waiting');
    clock.pass(10);
    await settled(watch, repo.root);
    assert.deepEqual([tree.looks, events.length], [22, 22]);
    for (let i = 0; i < 100; i++) {
      watch.changed(repo.root);
      clock.pass(100);
      await settled(watch, repo.root);
    }
    assert.equal(tree.looks, 24, 'one in 5 s of changes without a step');
  });

  it("does nothing without an open turn, and forgets what it had planned at the turn's end", async () => {
    const repo = newRepo();
    const { watch, tree, clock, events } = watched(repo.root);
    watch.changed(repo.root);
    assert.deepEqual(await watch.refresh(repo.root), { unknown: 'no turn is open', ms: 0 });
    await watch.turnOpened(repo.root);
    watch.changed(repo.root);
    assert.equal(clock.waiting(), 1);
    watch.turnClosed(repo.root);
    assert.equal(clock.waiting(), 0);
    clock.pass(100_000);
    watch.changed(repo.root);
    assert.ok('unknown' in (await watch.refresh(repo.root)));
    watch.turnClosed(repo.root);
    await watch.turnOpened(repo.root);
    await watch.refresh(repo.root);
    assert.deepEqual([tree.looks, events.length], [3, 2]);
  });

  it('no event from a look that ends after the turn; what it asked for is not started', async () => {
    const repo = newRepo();
    const { watch, tree, events } = watched(repo.root);
    await watch.turnOpened(repo.root);
    tree.hold();
    repo.write('a.txt', 'x');
    const running = watch.refresh(repo.root);
    const following = watch.refresh(repo.root);
    watch.turnClosed(repo.root);
    tree.go();
    await running;
    assert.ok('unknown' in (await following));
    assert.deepEqual([tree.looks, events.length], [2, 1]);
  });

  it('tells who asks what has changed between which looks; a baseline has no author', async () => {
    const repo = newRepo();
    const changes: TreeChange[] = [];
    const { watch, events, clock } = watched(repo.root, {
      author: (change) => {
        changes.push(change);
        return 'person';
      },
    });
    await watch.turnOpened(repo.root);
    const since = clock.time;
    clock.pass(500);
    repo.write('a.txt', 'x');
    await watch.refresh(repo.root);
    clock.pass(500);
    repo.commit('x');
    await watch.refresh(repo.root);
    assert.deepEqual(changes, [
      { root: repo.root, paths: ['a.txt'], headMoved: false, since, at: since + 500 },
      { root: repo.root, paths: ['a.txt'], headMoved: true, since: since + 500, at: since + 1_000 },
    ]);
    assert.deepEqual(
      events.map((event) => event.by),
      [undefined, 'person', 'person'],
    );
  });

  it('an unknown state is no event; the next known one is compared with the last known one', async () => {
    const repo = newRepo();
    const tree = patientTree(repo.root);
    let broken = false;
    const failures: unknown[] = [];
    const read: GitWatchOptions['tree'] = () => ({
      read: async (named, retry) => {
        if (broken) {
          throw new Error('unexpected');
        }
        return tree.read(named, retry);
      },
    });
    const { watch, events } = watched(repo.root, {
      tree: read,
      failed: (error) => failures.push(error),
    });
    await watch.turnOpened(repo.root);
    broken = true;
    repo.write('a.txt', 'x');
    assert.ok('unknown' in (await watch.refresh(repo.root)));
    assert.deepEqual([events.length, failures.length], [1, 1]);
    broken = false;
    await watch.refresh(repo.root);
    assert.deepEqual(events[1]?.paths, ['a.txt']);
    const none = watched(tempFolder());
    assert.ok('unknown' in (await none.watch.turnOpened('x')));
    assert.equal(none.events.length, 0);
  });

  it('has no child process while idle', async function () {
    if (process.platform !== 'linux') {
      skip(this, 'reads /proc');
    }
    const repo = newRepo();
    const others = new Set(children());
    const mine = () => children().filter((pid) => !others.has(pid));
    // A git that waits for a file to go, so that it is seen however short it would be.
    const [held, heldGit] = [join(tempFolder(), 'held'), join(tempFolder(), 'git')];
    writeFileSync(
      heldGit,
      `#!/bin/sh\nwhile [ -e '${held}' ]; do sleep 0.01; done\nexec git "$@"\n`,
    );
    chmodSync(heldGit, 0o755);
    const tree = countedTree(patientTree(repo.root, { git: heldGit }));
    const watch = new GitWatch({
      tree: () => tree,
      emit: () => undefined,
      clock: { now: () => Date.now() },
    });
    await watch.turnOpened(repo.root);
    writeFileSync(held, '');
    const running = watch.refresh(repo.root);
    await until('git is seen while it runs', () => mine().length > 0);
    rmSync(held);
    let most = 1;
    while (watch.pending(repo.root)) {
      most = Math.max(most, mine().length);
      await sleep(1);
    }
    await running;
    assert.equal(most, 1, 'never two');
    watch.turnClosed(repo.root);
    const looks = tree.looks;
    for (let i = 0; i < 40; i++) {
      repo.write('a.txt', String(i));
      watch.changed(repo.root);
      assert.deepEqual(mine(), []);
      await sleep(5);
    }
    assert.equal(tree.looks, looks);
    watch.dispose();
  });

  it('tells no change of a worktree inside that has looks of its own', async () => {
    const repo = newRepo();
    repo.git('worktree', 'add', '-q', '-b', 'inner', 'trees/inner');
    const inner = repoAt(join(repo.root, 'trees/inner'));
    const { watch, events } = watched(repo.root, {
      elsewhere: ({ paths }) =>
        paths.length > 0 && paths.every((path) => path.startsWith('trees/inner')),
    });
    await watch.turnOpened(repo.root);
    assert.equal(events.length, 1, 'the baseline');
    inner.write('a.txt', '1');
    await watch.refresh(repo.root);
    inner.commit('one');
    await watch.refresh(repo.root);
    inner.write('a.txt', '2');
    inner.commit('an edit and its commit between two looks');
    await watch.refresh(repo.root);
    assert.equal(events.length, 1);
    repo.write('a.txt', '1');
    await watch.refresh(repo.root);
    assert.deepEqual(events[1]?.paths, ['a.txt']);
  });
});
