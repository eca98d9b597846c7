import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  mkdtemp,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Skip, TailPosition } from '../../../src/logs/line-reader.js';
import { Tail, type TailOptions } from '../../../src/logs/tail.js';
import { Tails, type TailsOptions } from '../../../src/logs/tails.js';
import { contains } from '../../contains.js';
import { until as waitFor } from '../support/until.js';

const quiet = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a tail', () => {
  let dir = '';
  let file = '';
  let tail: Tail | undefined;
  let lines: string[] = [];
  let skips: Skip[] = [];
  let logged: string[] = [];
  const until = (what: string, condition: () => boolean): Promise<void> =>
    waitFor(what, condition, () => lines);

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-tail-'));
    file = join(dir, 'log.jsonl');
    lines = [];
    skips = [];
    logged = [];
  });
  afterEach(async () => {
    await tail?.stop();
    tail = undefined;
    await rm(dir, { recursive: true, force: true });
  });

  function follow(options: Partial<TailOptions> = {}): Tail {
    tail = new Tail({
      file,
      log: (text) => logged.push(text),
      onLine: (line, number) => lines.push(`${number}:${line}`),
      onSkip: (skip) => skips.push(skip),
      ...options,
    });
    tail.start();
    return tail;
  }

  it('reads from the start and continues as the file grows, wherever lines and characters are cut', async () => {
    await writeFile(file, 'one\r\n\ntwo ä漢');
    follow();
    await until('lines', () => lines.length === 2);
    assert.deepEqual(lines, ['1:one', '2:']);
    const rest = Buffer.from('🙂 end\nthree\nunfinished');
    for (const byte of rest) {
      await appendFile(file, Buffer.from([byte]));
    }
    await until('more lines', () => lines.length === 4);
    assert.deepEqual(lines.slice(2), ['3:two ä漢🙂 end', '4:three']);
    assert.deepEqual(skips, []);
  });

  it('catches up: has read everything written before when it resolves, even in the middle of a look', async () => {
    await writeFile(file, 'one\n');
    const followed = follow({ pollMs: 60_000 });
    await followed.catchUp();
    assert.deepEqual(lines, ['1:one']);
    for (let number = 2; number <= 40; number += 1) {
      await appendFile(file, `more\n`);
      await followed.catchUp();
      assert.equal(lines.length, number);
    }
    await Promise.all([followed.catchUp(), followed.catchUp(), followed.stop()]);
  });

  it('passes a new line on when the system reports it, long before the next poll', async () => {
    await writeFile(file, '');
    follow({ pollMs: 60_000 });
    const lags: number[] = [];
    for (let i = 1; i <= 20; i++) {
      const from = performance.now();
      await appendFile(file, `line ${i}\n`);
      await until(`line ${i}`, () => lines.length === i);
      lags.push(performance.now() - from);
    }
    lags.sort((a, b) => a - b);
    console.log(
      `      a new line arrives after p50 ${(lags[10] ?? NaN).toFixed(1)} ms, at most ${(lags[19] ?? NaN).toFixed(1)} ms`,
    );
  });

  it('reads a while after a change, with all that has come by then: what asks for it does not wait', async () => {
    await writeFile(file, '');
    const followed = follow({ pollMs: 60_000, pauseMs: 60_000 });
    await followed.catchUp();
    await appendFile(file, 'one\n');
    await quiet(100);
    assert.deepEqual(lines, []);
    await followed.catchUp();
    assert.deepEqual(lines, ['1:one']);
  });

  it('lets others in between lines, whatever they cost, and is not waited for when far behind', async () => {
    const all = Array.from({ length: 1000 }, (_, n) => `line ${n} ${'x'.repeat(200)}`);
    await writeFile(file, 'first\n');
    const followed = follow({
      onLine: (line) => {
        lines.push(line);
        for (const began = performance.now(); performance.now() - began < 1;);
      },
    });
    await until('the first line', () => lines.length === 1);
    await appendFile(file, all.map((line) => `${line}\n`).join(''));
    await followed.catchUp();
    assert.ok(lines.length < 1000, `a hook waits for ${lines.length} lines`);
    let turns = 0;
    await until('a part of it', () => lines.length > 10);
    const from = lines.length;
    await new Promise<void>((read) => {
      const turn = (): void => {
        turns += 1;
        if (lines.length > 1000) {
          read();
        } else {
          setImmediate(turn);
        }
      };
      turn();
    });
    assert.ok(turns > (1000 - from) / 10, `${turns} turns of the event loop while it was read`);
    assert.deepEqual(lines.slice(1), all);
  });

  it('works by polling alone, and waits for a file that appears later', async () => {
    follow({ pollMs: 40 });
    await quiet(100);
    await writeFile(file, 'late\n');
    await until('the file', () => lines.length === 1);
    await appendFile(file, 'more\n');
    await until('more', () => lines.length === 2);
  });

  it('begins near the end of a large file, at a line start, and reports how much it skipped', async () => {
    const all = Array.from({ length: 1000 }, (_, i) => `line ${String(i).padStart(4, '0')}`);
    await writeFile(file, all.map((line) => `${line}\n`).join(''));
    follow({ firstBytes: 105 });
    await until('the end', () => lines.length === 10);
    assert.deepEqual(
      lines.map((line) => line.replace(/^\d+:/, '')),
      all.slice(-10),
    );
    assert.deepEqual(skips, [{ kind: 'beginning', bytes: 990 * 10 }]);
  });

  it('keeps a first line that begins exactly at the cap', async () => {
    await writeFile(file, 'aaaa\nbbbb\ncccc\n');
    follow({ firstBytes: 10 });
    await until('lines', () => lines.length === 2);
    assert.deepEqual(lines, ['1:bbbb', '2:cccc']);
  });

  it('reports and skips a line above the limit, and counts it', async () => {
    await writeFile(file, `short\n${'x'.repeat(700_000)}`);
    follow({ lineBytes: 1000 });
    await until('the first line', () => lines.length === 1);
    await appendFile(file, `${'x'.repeat(100)}\nafter\n`);
    await until('the line after', () => lines.length === 2);
    assert.deepEqual(lines, ['1:short', '3:after']);
    assert.deepEqual(skips, [{ kind: 'long-line', bytes: 700_100, line: 2 }]);
  });

  it('begins again when the file is truncated, replaced or rewritten in place', async () => {
    await writeFile(file, 'old 1\nold 2\nold 3\n');
    follow();
    await until('old lines', () => lines.length === 3);
    await truncate(file, 0);
    await appendFile(file, 'cut 1\n');
    await until('lines after the cut', () => lines.includes('1:cut 1'));
    await writeFile(join(dir, 'other'), 'new 1 which is longer than what was there before\n');
    await rename(join(dir, 'other'), file);
    await until('lines of the replacement', () => lines.length === 5);
    assert.equal(lines[4], '1:new 1 which is longer than what was there before');
    await appendFile(file, 'new 2\n');
    await until('growth of the replacement', () => lines.length === 6);
    assert.equal(lines[5], '2:new 2');
    await writeFile(file, `${'rewritten, same file, longer '.repeat(9)}\n`);
    await until('lines of the rewriting', () => lines.length === 7);
    assert.match(lines[6] ?? '', /^1:rewritten/);
    assert.deepEqual(
      skips.map(({ kind }) => kind),
      ['restart', 'restart', 'restart'],
    );
  });

  it('continues from a position, even one within a line, unless it is another file', async () => {
    await writeFile(file, 'one\ntwo\nthr');
    const first = follow();
    await until('lines', () => lines.length === 2);
    const position: TailPosition = first.position;
    await first.stop();
    await appendFile(file, 'ee\n');
    await quiet(30);
    assert.equal(lines.length, 2);
    const second = follow({ from: position });
    await until('the rest', () => lines.length === 3);
    assert.deepEqual(lines, ['1:one', '2:two', '3:three']);
    await second.stop();
    await writeFile(file, 'something else entirely\n');
    follow({ from: position });
    await until('the other file', () => lines.length === 4);
    assert.equal(lines[3], '1:something else entirely');
  });

  it('survives a listener that throws, and logs it once', async () => {
    await writeFile(file, 'a\nb\nc\n');
    follow({
      onLine: (line) => {
        lines.push(line);
        throw new Error('listener');
      },
    });
    await until('lines', () => lines.length === 3);
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /listener/);
  });
});

describe('tails', () => {
  let root = '';
  let tails: Tails | undefined;
  let lines: string[] = [];
  const until = (what: string, condition: () => boolean): Promise<void> =>
    waitFor(what, condition, () => lines);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'turnwatch-tails-'));
    lines = [];
  });
  afterEach(async () => {
    await tails?.stop();
    tails = undefined;
    await rm(root, { recursive: true, force: true });
  });

  async function follow(folders: string[], options: Partial<TailsOptions> = {}): Promise<Tails> {
    tails = new Tails({
      folders: () => Promise.resolve(folders.map((folder) => join(root, folder))),
      log: (text) => assert.fail(text),
      onLine: (file, line, number) =>
        lines.push(`${file.slice(root.length + 1)} ${number}:${line}`),
      ...options,
    });
    await tails.start();
    return tails;
  }
  async function log(name: string, text: string, ageMs = 0): Promise<void> {
    const path = join(root, name);
    await mkdir(join(path, '..'), { recursive: true });
    await appendFile(path, text);
    if (ageMs > 0) {
      await utimes(path, new Date(), new Date(Date.now() - ageMs));
    }
  }

  it('follows recently changed logs, and an older one once it grows', async () => {
    await log('p/new.jsonl', 'a\n', 60_000);
    await log('p/old.jsonl', 'b\n', 11 * 60_000);
    await log('p/notes.txt', 'c\n');
    const { files } = await follow(['p']);
    assert.deepEqual(files, [join(root, 'p/new.jsonl')]);
    await until('the recent log', () => lines.length === 1);
    await quiet(30);
    assert.deepEqual(lines, ['p/new.jsonl 1:a']);
    await log('p/old.jsonl', 'd\n');
    await until('the old log', () => lines.length === 3);
    assert.deepEqual(lines.slice(1), ['p/old.jsonl 1:b', 'p/old.jsonl 2:d']);
  });

  it('follows the newest log of the last day, with those written then, if none is recent', async () => {
    const hour = 60 * 60_000;
    await log('p/refused.jsonl', 'a\n', hour);
    await log('p/newest.jsonl', 'b\n', 5 * hour);
    await log('p/child.jsonl', 'c\n', 5 * hour + 60_000);
    await log('p/before.jsonl', 'd\n', 6 * hour);
    const { files } = await follow(['p'], {
      wants: (file) => Promise.resolve(!file.includes('refused')),
    });
    assert.deepEqual(files.sort(), [join(root, 'p/child.jsonl'), join(root, 'p/newest.jsonl')]);
    await until('both', () => lines.length === 2);
    await tails?.stop();
    lines = [];
    await log('q/old.jsonl', 'a\n', 25 * hour);
    assert.deepEqual((await follow(['q'])).files, []);
  });

  it('finds files and folders that appear later, however many levels are missing', async () => {
    await follow(['deep/er/still', 'other']);
    await log('deep/er/still/s.jsonl', 'a\n');
    await until('the first log', () => lines.length === 1);
    await log('other/t.jsonl', 'b\n');
    await until('the second log', () => lines.length === 2);
    await log('other/u.jsonl', 'c\n');
    await until('the third log', () => lines.length === 3);
    assert.deepEqual(lines, [
      'deep/er/still/s.jsonl 1:a',
      'other/t.jsonl 1:b',
      'other/u.jsonl 1:c',
    ]);
    await rm(join(root, 'other'), { recursive: true });
    await quiet(100);
    await log('other/v.jsonl', 'd\n');
    await until('the log in a folder made anew', () => lines.length === 4);
  });

  it('asks for the folders again when one has appeared in a folder of logs', async () => {
    const folders = ['p'];
    await log('p/s.jsonl', 'a\n');
    await follow(folders);
    folders.push('p/s/subagents');
    await log('p/s/subagents/agent-1.jsonl', 'b\n');
    await until('the sub-agent', () => lines.length === 2);
    contains(lines, 'p/s/subagents/agent-1.jsonl 1:b');
  });

  it('asks again for a refused log after forget, even if the answer was still pending', async () => {
    await log('p/s.jsonl', 'a\n');
    let wanted = false;
    let asked = 0;
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const following = follow(['p'], {
      wants: async () => {
        const answer = wanted;
        asked += 1;
        if (asked === 1) {
          await held;
        }
        return answer;
      },
    });
    await until('it was asked for', () => asked === 1);
    wanted = true;
    tails?.forget();
    go();
    await following;
    await until('its line', () => lines.length === 1);
  });

  it('leaves a silent log and resumes where it left off', async () => {
    let ahead = 0;
    await log('p/s.jsonl', 'a\nb\n');
    const followed = await follow(['p'], {
      clock: { now: () => Date.now() + ahead },
      limits: { rescanMs: 50 },
    });
    await until('lines', () => lines.length === 2);
    ahead = 61 * 60_000;
    await until('the end of following', () => followed.files.length === 0);
    ahead = 0;
    await log('p/s.jsonl', 'c\n');
    await until('the new line', () => lines.length === 3);
    await quiet(100);
    assert.deepEqual(lines.slice(2), ['p/s.jsonl 3:c']);
  });

  it('follows the newest if there are too many, and makes room for one that grows', async () => {
    for (let i = 0; i < 6; i++) {
      await log(`p/${i}.jsonl`, 'x\n', 100_000 - i * 10_000);
    }
    const followed = await follow(['p'], { limits: { files: 3 } });
    assert.deepEqual(followed.files.map((file) => file.slice(-7)).sort(), [
      '3.jsonl',
      '4.jsonl',
      '5.jsonl',
    ]);
    await until('lines', () => lines.length === 3);
    await quiet(5);
    for (const i of [4, 5, 0]) {
      await log(`p/${i}.jsonl`, 'y\n');
      await until(`${i}, which grew`, () => lines.includes(`p/${i}.jsonl 2:y`));
      await quiet(5);
    }
    assert.deepEqual(followed.files.map((file) => file.slice(-7)).sort(), [
      '0.jsonl',
      '4.jsonl',
      '5.jsonl',
    ]);
  });

  it('calls nothing after stop', async () => {
    await log('p/s.jsonl', 'a\n');
    const followed = await follow(['p']);
    await until('line', () => lines.length === 1);
    await followed.stop();
    await log('p/s.jsonl', 'b\n');
    await log('p/t.jsonl', 'c\n');
    await quiet(100);
    assert.equal(lines.length, 1);
  });
});
