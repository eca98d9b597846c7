import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Recorder, type RecorderOptions } from '../../../src/storage/recording.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { until } from '../support/until.js';

const message = (session: string, text: string): TurnEvent => ({
  v: 1,
  type: 'message',
  session,
  text,
});

describe('recordings', () => {
  let base = '';
  let dir = '';
  let logged: string[] = [];

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'turnwatch-rec-'));
    dir = join(base, 'recordings');
    logged = [];
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  const recorder = (options: Partial<RecorderOptions> = {}): Recorder =>
    new Recorder({ dir, log: (text) => logged.push(text), ...options });
  function fileOf(rec: Recorder, session: string): string {
    const file = rec.findFile(session);
    assert.ok(file);
    return file;
  }

  it('writes one JSON line per event, a private file per session, whatever its id', async () => {
    const rec = recorder();
    const ids = [
      'plain',
      'parent/agent-1',
      'parent_agent-1',
      '../../etc/passwd',
      'ä'.repeat(300),
      '',
    ];
    for (const id of ids) {
      assert.equal(rec.append(id, message(id, 'ä\nb')), 0);
      assert.equal(rec.append(id, message(id, 'second')), 1);
    }
    await rec.flush();
    assert.equal((await readdir(dir)).length, ids.length);
    for (const id of ids) {
      const file = fileOf(rec, id);
      assert.deepEqual(
        (await readFile(file, 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
        [message(id, 'ä\nb'), message(id, 'second')],
      );
      if (process.platform !== 'win32') {
        assert.equal((await stat(file)).mode & 0o777, 0o600);
      }
    }
  });

  it('writes soon, without a flush', async () => {
    const rec = recorder();
    rec.append('s', message('s', 'x'));
    await until('the event in its file', async () =>
      /"x"/.test(await readFile(fileOf(rec, 's'), 'utf8').catch(() => '')),
    );
  });

  it('reads any slice back, including what waits to be written', async () => {
    const rec = recorder();
    for (let i = 0; i < 5000; i++) {
      rec.append('s', message('s', `漢 ${i} ${'x'.repeat(i % 300)}`));
    }
    const texts = async (from: number, count: number): Promise<string[]> =>
      (await rec.read('s', from, count)).map((line) => /"text":"漢 (\d+)/.exec(line)?.[1] ?? line);
    const expected = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, i) => String(from + i));
    for (const [from, count] of [
      [4000, 20],
      [0, 3],
      [255, 3],
      [256, 1],
      [4990, 50],
      [511, 600],
      [3999, 2],
    ] as const) {
      assert.deepEqual(
        await texts(from, count),
        expected(from, Math.min(5000, from + count)),
        `${from}+${count}`,
      );
    }
    rec.append('s', message('s', '漢 5000'));
    assert.deepEqual(await texts(4999, 5), ['4999', '5000']);
    assert.deepEqual(await rec.read('s', 6000, 5), []);
    assert.deepEqual(await rec.read('unknown', 0, 5), []);
  });

  it('stops a recording at its limit and says so once; others continue', async () => {
    const rec = recorder({ limits: { sessionBytes: 500 } });
    const numbers = Array.from({ length: 20 }, () => rec.append('s', message('s', 'x'.repeat(50))));
    assert.equal(rec.append('other', message('other', 'y')), 0);
    await rec.flush();
    const { size } = await stat(fileOf(rec, 's'));
    assert.ok(size <= 500 && size > 350, String(size));
    assert.equal(numbers.at(-1), undefined);
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /session s has reached its limit/);
  });

  it('removes the oldest recordings above the total, but none in use', async () => {
    const first = recorder();
    first.append('s', message('s', 'x'));
    await first.flush();
    const old = async (name: string, hours: number): Promise<void> => {
      await writeFile(join(dir, name), 'x'.repeat(1000));
      await utimes(join(dir, name), new Date(), new Date(Date.now() - hours * 3_600_000));
    };
    await old('a.jsonl', 30);
    await old('b.jsonl', 20);
    await old('c.jsonl', 10);
    await old('keep.txt', 90);
    await old('busy.jsonl', 0);
    const second = recorder({ limits: { totalBytes: 2500 } });
    second.append('t', message('t', 'y'));
    await second.flush();
    const names = (await readdir(dir)).filter((name) => /^[a-z]/.test(name)).sort();
    assert.deepEqual(names, ['busy.jsonl', 'c.jsonl', 'keep.txt']);
  });

  it('never throws into the caller if it cannot write, but logs it', async () => {
    await writeFile(dir, 'a file is in the way');
    const rec = recorder();
    assert.equal(rec.append('s', message('s', 'x')), 0);
    await rec.flush();
    assert.equal(rec.append('s', message('s', 'x')), undefined);
    assert.deepEqual(await rec.read('s', 0, 1), []);
    assert.ok(
      logged.some((line) => /session s could not be written/.test(line)),
      logged.join('\n'),
    );
  });

  it('does not overwrite another recorder of the same session', async () => {
    let clock = Date.now();
    const one = recorder({ clock: { now: () => clock } });
    one.append('s', message('s', 'one'));
    await one.close();
    clock += 1000;
    const two = recorder({ clock: { now: () => clock } });
    two.append('s', message('s', 'two'));
    await two.close();
    assert.notEqual(one.findFile('s'), two.findFile('s'));
    assert.equal((await two.read('s', 0, 9)).length, 1);
  });
});
