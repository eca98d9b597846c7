/** The way back in real repositories: a turn whose calls and shell change files, what they were at a step, restored, undone, refused. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ToolClass, TurnEvent } from '../../../src/core/events.js';
import { defaultThresholds } from '../../../src/core/thresholds/thresholds.js';
import { SessionTracker } from '../../../src/live/session-tracker.js';
import { Restores } from '../../../src/live/workspace/restores.js';
import { TurnWorkspace } from '../../../src/live/workspace/turn-workspace.js';
import { WayBack, type ChangesSince } from '../../../src/live/workspace/way-back.js';
import { FileHistory } from '../../../src/workspace/file-history.js';
import { KeptContents } from '../../../src/storage/kept-contents.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { newRepo, removeTempFolders, tempFolder, type TestRepo } from './repository.js';

const nothing = (): undefined => undefined;
const log = { info: nothing, warn: nothing, debug: nothing, error: nothing };

describe('the way back', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) {
      await close();
    }
  });
  after(removeTempFolders);

  /** A turn in a repository; each step is a call that does what it says, and the look after it. */
  async function turn(
    repo: TestRepo = newRepo(),
    { keeps = true, totalBytes }: { keeps?: boolean; totalBytes?: number } = {},
  ) {
    const base = tempFolder();
    const contents = new KeptContents({
      base,
      log: (text) => assert.fail(text),
      clock: Date,
      ...(totalBytes !== undefined && { limits: { totalBytes, segmentBytes: totalBytes / 4 } }),
    });
    const tracker = new SessionTracker({
      clock: Date,
      log,
      settings: { mode: () => 'ask', remindFirst: false, sendBack: false },
      spool: { rows: nothing, text: nothing, forget: nothing },
      learning: { thresholds: () => defaultThresholds(), observe: () => false },
      links: { capabilities: () => ({ textOnly: 'none', stop: false, guide: false }) },
    });
    const settings = { keepsSnapshots: keeps };
    const trees = { holds: (path: string) => path.startsWith(repo.root) };
    const wayBack = new WayBack({ clock: Date, tracker, contents, settings, trees });
    tracker.listen(wayBack);
    const workspace = new TurnWorkspace({
      clock: Date,
      log,
      trees: { opened: [repo.root], findTop: () => repo.root, lookNow: nothing },
      tracker,
      workspace: { isTrusted: true },
      gitThread: new URL('./git-thread-script.js', import.meta.url),
      wayBack,
    });
    closing.push(
      () => workspace.dispose(),
      () => tracker.dispose(),
      () => contents.close(),
    );
    const push = (event: TurnEvent): void => {
      tracker.push(event);
      if (event.type === 'tool.call' || event.type === 'tool.result') {
        workspace.observe(event);
      }
    };
    const now = () => ({ v: 1 as const, session: 'S', at: Date.now() });
    push({ ...now(), type: 'session.start', agent: 'test', cwd: repo.root, steps: 'explicit' });
    push({ ...now(), type: 'turn.start', prompt: 'Fix it' });
    workspace.turnOpened('S', repo.root);
    await workspace.settle(repo.root, PATIENT_MS);
    let calls = 0;
    const call = async (
      kind: ToolClass,
      input: Record<string, string>,
      act: () => unknown,
    ): Promise<void> => {
      const id = `c${calls++}`;
      push({ ...now(), type: 'tool.call', call: id, tool: kind, class: kind, input });
      // as an agent's program takes to begin, and the system's clock for files to tick
      await sleep(25);
      await act();
      push({ ...now(), type: 'tool.result', call: id, ok: true, output: `done ${id}` });
      push({ ...now(), type: 'step.end' });
      await workspace.settle(repo.root, PATIENT_MS);
      await sleep(25);
    };
    const path = (name: string): string => join(repo.root, name);
    const moved: string[] = [];
    const restores = new Restores(wayBack, {
      isDirty: () => false,
      remove: (file) => {
        moved.push(file);
        return fs.promises.rm(file);
      },
      wrote: (file) => workspace.wroteForPerson(file),
    });
    return {
      repo,
      contents,
      base,
      steps: () => calls,
      wayBack,
      workspace,
      push,
      /** Its hook tells in the background, after the agent has done it. */
      editTold: async (name: string, content: string, lateMs: number) => {
        fs.writeFileSync(path(name), content);
        await sleep(lateMs);
        await call('edit', { file_path: path(name) }, nothing);
      },
      moved,
      restores,
      read: (name: string): string | undefined =>
        fs.existsSync(path(name)) ? fs.readFileSync(path(name), 'latin1') : undefined,
      edit: (name: string, content: string | Buffer) =>
        call('edit', { file_path: path(name) }, () => {
          fs.mkdirSync(join(path(name), '..'), { recursive: true });
          fs.writeFileSync(path(name), content);
        }),
      shell: (command: string) =>
        call('shell', { command }, () =>
          execFileSync('sh', ['-c', command], { cwd: repo.root, stdio: 'ignore' }),
        ),
      look: () => call('read', { file_path: path('a.txt') }, nothing),
      /** Since the step with this number, as people count. */
      async since(step: number): Promise<ChangesSince> {
        await workspace.lookFor(repo.root);
        const found = await wayBack.findChanges('S', [step - 1]);
        assert.ok(found !== undefined);
        assert.equal(found.step, step);
        return found;
      },
    };
  }
  const names = ({ files }: ChangesSince): string[] =>
    files.map(({ name, refusal }) => (refusal === undefined ? name : `${name}: ${refusal}`)).sort();

  /** 30 steps, by tools and by the shell. What the folder was before step 12, and is at the end. */
  async function thirtySteps() {
    const repo = newRepo();
    repo.write('src/kept.ts', 'kept\n');
    repo.write('src/gone.ts', 'gone\n');
    repo.write('src/moved.ts', 'moved\n');
    repo.write('run.sh', '#!/bin/sh\n');
    fs.chmodSync(join(repo.root, 'run.sh'), 0o755);
    repo.write('picture.bin', 'x');
    fs.writeFileSync(join(repo.root, 'picture.bin'), Buffer.from([0, 255, 128, 13, 10, 0]));
    repo.commit('second');
    const it = await turn(repo);
    for (let step = 1; step < 12; step += 1) {
      await (step % 2 === 0
        ? it.shell(`echo early ${step} >> a.txt`)
        : it.edit('early.txt', `early ${step}\n`));
    }
    const before = snapshot(repo.root);
    await it.edit('a.txt', 'wrong\n');
    await it.shell('rm src/gone.ts && mkdir new && echo new > new/file.txt');
    await it.edit('picture.bin', Buffer.from([1, 0, 2]));
    await it.shell('git mv src/moved.ts src/renamed.ts && chmod 644 run.sh && rm early.txt');
    await it.shell('mkdir -p build && echo ignored > build/out.txt');
    await it.edit('dir/b.txt', 'wrong, too\n');
    while (it.steps() < 30) {
      const step = it.steps();
      await (step % 3 === 0
        ? it.shell(`echo ${step} >> src/renamed.ts`)
        : step % 3 === 1
          ? it.edit('a.txt', `wrong ${step}\n`)
          : it.look());
    }
    return { ...it, before, after: snapshot(repo.root) };
  }
  it('shows what changed since step 12 of 30, restores it and undoes that, to the byte', async () => {
    const it = await thirtySteps();
    const since = await it.since(12);
    assert.deepEqual(names(since), [
      'a.txt',
      'dir/b.txt',
      'early.txt',
      'new/file.txt',
      'picture.bin',
      'run.sh',
      'src/gone.ts',
      'src/moved.ts',
      'src/renamed.ts',
    ]);
    assert.deepEqual(await it.restores.restore(since), []);
    assert.deepEqual(snapshot(it.repo.root), it.before);
    assert.deepEqual(it.moved.map((file) => file.slice(it.repo.root.length + 1)).sort(), [
      'new/file.txt',
      'src/renamed.ts',
    ]);
    assert.deepEqual(names(await it.since(12)), []);
    assert.deepEqual(await it.restores.undo(), []);
    assert.deepEqual(snapshot(it.repo.root), it.after);
    assert.equal(await it.restores.undo(), undefined);
    // as before: what we wrote ourselves is nobody's edit
    assert.deepEqual(await it.restores.restore(await it.since(12)), []);
    assert.deepEqual(snapshot(it.repo.root), it.before);
  });

  it('takes a change for the agent’s that came a little before its call was told', async () => {
    const it = await turn();
    await it.look();
    await sleep(600);
    await it.editTold('a.txt', 'by the agent\n', 200);
    assert.deepEqual(names(await it.since(2)), ['a.txt']);
    await it.editTold('c.txt', 'by somebody, long before\n', 900);
    assert.deepEqual(names(await it.since(2)), ['a.txt', 'c.txt: somebody']);
  });

  it('asks no longer whose a change is of calls whose session has ended its turn without their results', async () => {
    const it = await turn();
    const other = { v: 1 as const, session: 'T', at: Date.now() };
    it.push({ ...other, type: 'session.start', agent: 'test', cwd: it.repo.root });
    it.push({ ...other, type: 'turn.start', prompt: 'Do something else' });
    const lost = { call: 'lost', tool: 'shell', class: 'shell' } as const;
    it.push({ ...other, ...lost, type: 'tool.call', input: { command: 'make' } });
    await it.edit('a.txt', 'by one of the two\n');
    assert.deepEqual(names(await it.since(1)), ['a.txt: somebody']);
    it.push({ ...other, type: 'turn.end', at: Date.now(), reason: 'interrupted' });
    await sleep(1000); // what a call did may be seen a little later
    await it.edit('b.txt', 'by the agent\n');
    await it.edit('c.txt', 'by the agent\n');
    assert.deepEqual(names(await it.since(3)), ['c.txt']);
  });

  it('leaves alone what a person edited since, what nobody’s call explains, and what changed after the look', async () => {
    const it = await turn();
    await it.edit('a.txt', 'by the agent\n');
    await it.edit('dir/b.txt', 'by the agent\n');
    await it.edit('c.txt', 'by the agent\n');
    await it.edit('d.txt', 'by the agent\n');
    // saved in the editor, then written again by the agent
    it.repo.write('a.txt', 'by the person\n');
    await it.workspace.saved(join(it.repo.root, 'a.txt'), { reason: 'manual', typed: true });
    await it.edit('a.txt', 'by the agent again\n');
    // in another program, long after the call
    await sleep(600);
    it.repo.write('dir/b.txt', 'by somebody\n');
    const since = await it.since(1);
    assert.deepEqual(names(since), ['a.txt: person', 'c.txt', 'd.txt', 'dir/b.txt: somebody']);
    it.repo.write('d.txt', 'written while the person reads what will be restored\n');
    assert.deepEqual(await it.restores.restore(since), [{ name: 'd.txt', why: 'somebody' }]);
    assert.equal(it.read('a.txt'), 'by the agent again\n');
    assert.equal(it.read('dir/b.txt'), 'by somebody\n');
    assert.equal(it.read('c.txt'), undefined);
    assert.equal(it.read('d.txt'), 'written while the person reads what will be restored\n');
    // and an undo takes nothing back that came after it
    it.repo.write('c.txt', 'new\n');
    assert.deepEqual(await it.restores.undo(), [{ name: 'c.txt', why: 'somebody' }]);
    assert.equal(it.read('c.txt'), 'new\n');
  });

  it('writes through no link, and follows none out of the folder', async () => {
    const outside = tempFolder();
    fs.writeFileSync(join(outside, 'b.txt'), 'outside\n');
    const it = await turn();
    await it.edit('dir/b.txt', 'by the agent\n');
    await it.shell('ln -s /etc/hostname link');
    const since = await it.since(1);
    assert.deepEqual(names(since), ['dir/b.txt', 'link: link']);
    fs.rmSync(join(it.repo.root, 'dir'), { recursive: true });
    fs.symlinkSync(outside, join(it.repo.root, 'dir'));
    const [left] = (await it.restores.restore(since)) ?? [];
    assert.deepEqual(left, {
      name: 'dir/b.txt',
      why: { done: false, problem: 'a link leads elsewhere' },
    });
    assert.equal(fs.readFileSync(join(outside, 'b.txt'), 'utf8'), 'outside\n');
  });

  it('goes back behind commits of the agent, and says where somebody else checked one out', async () => {
    const it = await turn();
    await it.look();
    await it.edit('a.txt', 'one\n');
    await it.shell(
      `git -c user.name=a -c user.email=a@b add -A && git -c user.name=a -c user.email=a@b -c commit.gpgSign=false commit -qm agent && echo two > dir/b.txt && git -c user.name=a -c user.email=a@b -c commit.gpgSign=false commit -qam more`,
    );
    const since = await it.since(2);
    assert.deepEqual([since.blocked, ...names(since)], [undefined, 'a.txt', 'dir/b.txt']);
    assert.deepEqual(await it.restores.restore(since), []);
    assert.deepEqual([it.read('a.txt'), it.read('dir/b.txt')], ['a\n', 'b\n']);
    await sleep(600);
    it.repo.commit('by the person');
    assert.equal((await it.since(2)).blocked, 'moved');
  });

  it('keeps no more than its limit, and says what is no longer kept', async () => {
    const it = await turn(newRepo(), { totalBytes: 400_000 });
    await it.edit('first.txt', 'x'.repeat(1000));
    await it.edit('first.txt', 'wrong');
    for (let step = 0; step < 8; step += 1) {
      await it.edit('big.txt', String(step).repeat(90_000));
    }
    // written in the background
    await until(
      'the oldest part is gone',
      () => partsIn(it.base).includes('contents-8') && !partsIn(it.base).includes('contents-1'),
      () => partsIn(it.base),
    );
    assert.ok(keptBytes(it.base) <= 400_000, String(keptBytes(it.base)));
    assert.deepEqual(await it.restores.restore(await it.since(2)), [
      { name: 'first.txt', why: 'gone' },
    ]);
    assert.equal(it.read('first.txt'), 'wrong');
  });

  it('keeps no more than its limit also where much is to be written at once', async () => {
    const base = tempFolder();
    const contents = new KeptContents({
      base,
      log: (text) => assert.fail(text),
      clock: Date,
      limits: { totalBytes: 400_000, segmentBytes: 100_000 },
    });
    closing.push(() => contents.close());
    for (let number = 0; number < 8; number += 1) {
      contents.keep(`mark${number}`, Buffer.alloc(90_000, number));
    }
    // of the eight parts that as many contents fill: no two have room in one
    const kept = (): unknown => [partsIn(base), keptBytes(base), contents.bytes];
    const last = [[5, 6, 7, 8].map((number) => `contents-${number}`), 360_000, 360_000];
    await until('the last four parts stay', () => isDeepStrictEqual(kept(), last), kept);
    assert.equal(await contents.read('mark3'), undefined);
    assert.deepEqual(await contents.read('mark7'), Buffer.alloc(90_000, 7));
  });

  it('takes nothing that git ignores or that is too large, and nothing at all where it is switched off', async () => {
    const it = await turn();
    await it.look();
    await it.shell('mkdir -p build && echo SECRET=1 > build/.env');
    await it.edit('large.txt', 'x'.repeat(1024 * 1024 + 1));
    assert.deepEqual(names(await it.since(1)), ['large.txt: large']);
    assert.equal(it.contents.bytes, 0);
    const off = await turn(newRepo(), { keeps: false });
    await off.edit('a.txt', 'wrong\n');
    assert.equal(await off.wayBack.findChanges('S', [0]), undefined);
    assert.deepEqual(fs.readdirSync(off.base), []);
  });

  it('leaves nothing on disk once the window closes', async () => {
    const it = await turn();
    await it.edit('a.txt', 'wrong\n');
    assert.notDeepEqual(fs.readdirSync(it.base), []);
    await it.contents.close();
    assert.deepEqual(fs.readdirSync(it.base), []);
  });
});

function partsIn(base: string): string[] {
  const names = fs.readdirSync(base, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => basename(name))
    .filter((name) => name.startsWith('contents-'))
    .sort();
}

/** In all files of a folder together. */
function keptBytes(base: string): number {
  return fs
    .readdirSync(base, { recursive: true, encoding: 'utf8' })
    .map((name) => fs.statSync(join(base, name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() === true ? stat.size : 0), 0);
}

/** Every file but git's and the ignored ones: its permissions and bytes. */
function snapshot(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const stat = fs.lstatSync(join(root, name));
    if (stat.isFile() && !/^(?:\.git|build)(?:\/|$)/.test(name)) {
      const content = fs.readFileSync(join(root, name)).toString('base64');
      found[name] = `${(stat.mode & 0o777).toString(8)} ${content}`;
    }
  }
  return found;
}

describe('what files held over time', () => {
  const look = (history: FileHistory, began: number, mark: string, changedAt: number): void => {
    const files = new Map([['a.js', { mark, stamp: '', mode: 0o644, changedAt }]]);
    history.take({ top: '/w', commit: 'c1', began, limited: false, files, clean: new Set() });
  };

  it('changed when the file system says so, also where the look had begun before', () => {
    const history = new FileHistory();
    look(history, 100, 'one', 50);
    look(history, 200, 'two', 250);
    const [file] = history.changedSince(150);
    assert.deepEqual([file?.before.mark, file?.now.mark], ['one', 'two']);
    assert.equal(file?.now.changed.at, 250);
  });

  it('changed before a result that was told in the same millisecond', () => {
    const history = new FileHistory();
    look(history, 100, 'one', 50);
    look(history, 260, 'two', 250.7);
    // as a clock that counts whole milliseconds says at 250.9
    assert.deepEqual(history.changedSince(250), []);
    assert.equal(history.changedSince(249).length, 1);
  });
});
