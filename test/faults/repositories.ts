/** Repositories that run commands, lock, hang or hold odd files; the state is read by git itself. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { newRepo, patientTree, repoAt } from '../unit/workspace/repository.js';
import { WorkingTree, type TreeReading } from '../../src/workspace/git.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import type { Stage } from './harness/stage.js';

const isKnown = (reading: TreeReading): boolean => !('unknown' in reading);
const reasonOf = (reading: TreeReading): string => ('unknown' in reading ? reading.unknown : '');

function script(stage: Stage, name: string, ...lines: string[]): string {
  const file = join(stage.folder('bin'), name);
  fs.writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  fs.chmodSync(file, 0o755);
  return file;
}

const faults: readonly Fault[] = [
  {
    fault: 'a repository within the repository has a command as its file system monitor',
    promise: 'the command does not run',
    quick: true,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      const nested = newRepo(join(repo.root, 'vendor'));
      const mark = join(stage.home, 'owned');
      const command = script(stage, 'monitor', `touch '${mark}'`, 'printf /');
      nested.git('config', 'core.fsmonitor', command);
      nested.write('a.txt', 'changed\n');
      fs.rmSync(mark, { force: true });
      const reading = await patientTree(repo.root).read();
      return facts({ 'nothing ran': !fs.existsSync(mark), 'the state is known': isKnown(reading) });
    },
  },
  {
    fault: 'a repository within the repository has hooks and filters',
    promise: 'none of them runs',
    quick: true,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      const nested = newRepo(join(repo.root, 'vendor'));
      const mark = join(stage.home, 'owned');
      const command = script(stage, 'command', `touch '${mark}'`, 'cat');
      nested.write('.gitattributes', '*.txt filter=evil diff=evil\n');
      nested.commit('attributes');
      nested.git('config', 'filter.evil.clean', command);
      nested.git('config', 'diff.evil.textconv', command);
      nested.git('config', 'core.pager', command);
      nested.git('config', 'core.hooksPath', join(stage.home, 'bin'));
      for (const hook of ['post-index-change', 'reference-transaction']) {
        script(stage, hook, `touch '${mark}'`);
      }
      // another content of the same size: only its hash tells
      nested.write('a.txt', 'b\n');
      fs.rmSync(mark, { force: true });
      const reading = await patientTree(repo.root).read();
      return facts({ 'nothing ran': !fs.existsSync(mark), 'the state is known': isKnown(reading) });
    },
  },
  {
    fault: 'another program holds the index’s lock',
    promise: 'the state is known, the lock stays, and none of ours is in anyone’s way',
    quick: true,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      const lock = join(repo.root, '.git', 'index.lock');
      const tree = patientTree(repo.root);
      fs.writeFileSync(lock, 'theirs');
      repo.write('a.txt', 'changed\n');
      const locked = await tree.read();
      const stays = fs.existsSync(lock);
      fs.rmSync(lock);
      let refused = 0;
      for (let i = 0; i < 10; i += 1) {
        const reading = tree.read();
        repo.write('a.txt', `${i}\n`);
        try {
          repo.git('add', 'a.txt');
        } catch {
          refused += 1;
        }
        await reading;
      }
      return facts(
        {
          'the state is known': isKnown(locked),
          'their lock stays': stays,
          'no git of theirs was refused': refused === 0,
        },
        '10 git add',
      );
    },
  },
  {
    fault: 'git hangs',
    promise: 'the state is unknown, neither progress nor none, and git is ended',
    quick: true,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      const pidFile = join(stage.home, 'pid');
      const git = script(stage, 'git', `echo $$ > '${pidFile}'`, 'exec sleep 60');
      const from = performance.now();
      const reading = await new WorkingTree(repo.root, { git }).read();
      const ms = performance.now() - from;
      return facts(
        { 'the reason is told': reasonOf(reading) === 'git took too long' },
        milliseconds(ms),
      );
    },
  },
  {
    fault: 'pipes, loops of links, huge files and names like options among the files',
    promise: 'the state is known, and none of them is opened or taken for an option',
    quick: true,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(repo.root, 'pipe')]);
      fs.symlinkSync('loop', join(repo.root, 'loop'));
      fs.symlinkSync('/dev/zero', join(repo.root, 'zero'));
      repo.write('huge', '');
      fs.truncateSync(join(repo.root, 'huge'), 20 * 1024 ** 3);
      for (const name of [
        '--help',
        '-rf',
        'a\nb',
        '"quoted"',
        '\u001b[2J',
        '*',
        ':(top)x',
        '\u202e',
      ]) {
        repo.write(name, 'x\n');
      }
      repo.git('branch', '-m', 'main', 'a-;touch-owned');
      const tree = patientTree(repo.root);
      const before = await tree.read();
      repo.write('a\nb', 'changed\n');
      const reading = await tree.read();
      return facts(
        {
          'the state is known': isKnown(before) && isKnown(reading),
          'the change is told':
            'paths' in reading && reading.paths.length === 1 && reading.paths[0] === 'a\nb',
        },
        milliseconds(before.ms),
      );
    },
  },
  {
    fault: 'the repository is broken: its folder loops, leads nowhere, has no HEAD',
    promise: 'the reason is told, and it is known again once it is mended',
    quick: true,
    play: async (stage) => {
      const broken = ['gitdir: .git', 'gitdir: /none', 'gitdir: ../..', '\0'.repeat(1000)];
      const reasons: string[] = [];
      for (const [i, text] of broken.entries()) {
        const folder = stage.folder(`broken-${i}`);
        fs.writeFileSync(join(folder, '.git'), text);
        reasons.push(reasonOf(await patientTree(folder).read()));
      }
      const folder = stage.folder('head');
      const repo = repoAt(folder);
      repo.git('init', '-q');
      fs.writeFileSync(join(folder, '.git', 'HEAD'), 'ref: ../../../etc/passwd\n');
      const tree = patientTree(folder);
      reasons.push(reasonOf(await tree.read()));
      fs.writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      const mended = await tree.read([], true);
      return facts(
        {
          'a reason for each': reasons.every((reason) => reason !== ''),
          'known once mended': isKnown(mended),
        },
        `${reasons.length} repositories`,
      );
    },
  },
  {
    fault: '20,000 new files',
    promise: 'the state is known within its limit, by fewer facts, or said to be unknown',
    quick: false,
    play: async (stage) => {
      const repo = newRepo(stage.folder('repo'));
      for (let folder = 0; folder < 200; folder += 1) {
        const path = join(repo.root, 'new', String(folder));
        fs.mkdirSync(path, { recursive: true });
        for (let i = 0; i < 100; i += 1) {
          fs.writeFileSync(join(path, `${i}.txt`), `${folder} ${i}`);
        }
      }
      const reading = await new WorkingTree(repo.root).read();
      return facts(
        {
          'known by fewer facts, or unknown':
            'unknown' in reading ? reading.unknown === 'git took too long' : reading.limited,
        },
        milliseconds(reading.ms),
      );
    },
  },
];

export const repositories: Subject = {
  promise:
    'Git is run without locks, within a limit, and runs nothing for us that it would not run for you.',
  faults,
};
