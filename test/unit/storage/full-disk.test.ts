/** A disk that is full for a while: a device that never has space, and a file system so small that it really fills up. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnEvent } from '../../../src/core/events.js';
import { isObject } from '../../../src/core/json.js';
import { Recorder, type RecorderOptions } from '../../../src/storage/recording.js';
import { Spool } from '../../../src/storage/spool.js';
import { skip } from '../../skip.js';
import { until } from '../support/until.js';

const message = (text: string): TurnEvent => ({ v: 1, type: 'message', session: 's', text });

describe('while the disk is full', () => {
  let dir = '';
  let logged: string[] = [];
  let told: unknown[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-full-'));
    logged = [];
    told = [];
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const recorder = (limits: RecorderOptions['limits'] = {}): Recorder =>
    new Recorder({
      dir,
      log: (text) => logged.push(text),
      onPause: (error) => told.push(error),
      limits: { retryMs: 20, ...limits },
    });
  function fileOf(rec: Recorder): string {
    const file = rec.findFile('s');
    assert.ok(file);
    return file;
  }
  /** The texts of the recorded messages, and of a gap how many events it has. Fails on half a line. */
  async function recorded(file: string): Promise<unknown[]> {
    const text = await readFile(file, 'utf8');
    assert.match(text, /^$|\n$/, 'the last line is whole');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => {
        const event: unknown = JSON.parse(line);
        assert.ok(isObject(event));
        return event['type'] === 'gap' ? event['events'] : event['text'];
      });
  }

  describe('at the first write', () => {
    before(function () {
      try {
        accessSync('/dev/full', constants.W_OK);
      } catch {
        skip(this, 'this system has no /dev/full that anybody can write to');
      }
    });

    it('a recording waits in memory, goes on by itself and misses nothing; the person is told once', async () => {
      const rec = recorder();
      rec.append('s', message('one'));
      const file = fileOf(rec);
      await symlink('/dev/full', file);
      await rec.flush();
      rec.append('s', message('two'));
      await rec.flush();
      // meanwhile it tries again a few times
      await sleep(80);
      assert.equal(told.length, 1);
      assert.match(String(told[0]), /ENOSPC/);
      assert.equal(logged.length, 1, logged.join('\n'));
      assert.match(logged[0] ?? '', /cannot be written for now .*ENOSPC/);
      await rm(file);
      await until('the recording', () => existsSync(file));
      rec.append('s', message('three'));
      await rec.close();
      assert.deepEqual(await recorded(file), ['one', 'two', 'three']);
      assert.match(logged[1] ?? '', /goes on after \d+ s/);
      assert.equal(logged.length, 2, logged.join('\n'));
    });

    it('a recording that finds no more room in memory has one gap, with its size, and right line numbers', async () => {
      const rec = recorder({ waitingBytes: 200 });
      assert.equal(rec.append('s', message('one')), 0);
      const file = fileOf(rec);
      await symlink('/dev/full', file);
      assert.equal(rec.append('s', message('x'.repeat(300))), undefined);
      assert.equal(rec.append('s', message('small')), undefined, 'one gap, not two');
      await rec.flush();
      await rm(file);
      await rec.flush();
      assert.equal(rec.append('s', message('two')), 2);
      assert.deepEqual(rec.state('s'), { lines: 3, ended: false });
      await rec.close();
      assert.deepEqual(await recorded(file), ['one', 2, 'two']);
      assert.match((await rec.read('s', 2, 1)).join(), /"two"/);
      assert.ok(logged.some((line) => /2 events of session s are missing/.test(line)));
    });
  });

  describe('on a small file system', () => {
    const PAGE = 4096;
    before(async function () {
      const place = await mkdtemp(join(tmpdir(), 'turnwatch-mount-'));
      try {
        mount(place);
        execFileSync('umount', [place]);
      } catch {
        skip(this, 'only root can mount a file system here');
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    });
    function mount(place: string): void {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', place], {
        stdio: 'ignore',
      });
    }
    beforeEach(() => mount(dir));
    afterEach(() => execFileSync('umount', [dir]));
    /** Leaves so many pages free. */
    const fill = (pages: number): Promise<void> =>
      writeFile(join(dir, 'filler'), Buffer.alloc((30 - pages) * PAGE));
    const texts = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, n) => `${from + n} ${'x'.repeat(200)}`);

    it('a recording never keeps half a line, and goes on where it stopped', async () => {
      const rec = recorder();
      const append = (all: readonly string[]): void =>
        all.forEach((text) => rec.append('s', message(text)));
      append(texts(0, 10));
      await rec.flush();
      const file = fileOf(rec);
      await fill(3);
      append(texts(10, 200));
      await rec.flush();
      assert.equal(told.length, 1, 'the file system is full');
      const kept = await recorded(file);
      assert.deepEqual(kept, texts(0, 10), 'whole lines only, in order');
      append(texts(210, 10));
      await rm(join(dir, 'filler'));
      // while it is written, a reader may come in the middle of a line
      const countLines = async (): Promise<number> =>
        (await readFile(file, 'utf8')).split('\n').length - 1;
      await until('all of it', async () => (await countLines()) === 220);
      append(texts(220, 10));
      await rec.close();
      assert.deepEqual(await recorded(file), texts(0, 230));
      assert.match((await rec.read('s', 215, 1)).join(), /"text":"215 x/);
      assert.equal(told.length, 1);
    });

    it('the view’s spool goes on after a minute', async () => {
      let now = Date.now();
      const spool = new Spool({
        base: join(dir, 'spool'),
        log: (text) => logged.push(text),
        clock: { now: () => now },
      });
      const rows = (from: number, count: number): void =>
        spool.rows(
          's',
          from,
          texts(from, count).map((text) => ({ kind: 'message', text })),
        );
      rows(0, 5);
      await spool.flush();
      await fill(1);
      rows(5, 300);
      await spool.flush();
      assert.equal(logged.length, 1);
      await rm(join(dir, 'filler'));
      now += 61_000;
      rows(305, 5);
      await spool.flush();
      const { rows: found, ended } = await spool.olderRows('s', 310, 5);
      assert.deepEqual([found.length, ended], [5, undefined]);
      assert.equal((await spool.olderRows('s', 5, 5)).rows.length, 5);
      assert.equal(logged.length, 1, 'told once');
      await spool.close();
    });
  });
});
