/** The spool: what the view asks for and memory does not hold, redacted before it is on disk, bounded, and never in the way. */
import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool, type SpoolLimits } from '../../../src/storage/spool.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import { contains, lacks } from '../../contains.js';
import { until } from '../support/until.js';

const message = (number: number, text = ''): Row => ({
  kind: 'message',
  at: number,
  text: `row ${number} ${text}`,
});
const textsOf = (rows: readonly Row[]): string[] =>
  rows.map((row) => (row.kind === 'message' ? (row.text.split(' ')[1] ?? '') : row.kind));
const key = `sk-${'a1B2c3D4'.repeat(5)}`;

describe('the spool', () => {
  let base = '';
  let logged: string[] = [];
  let made: Spool[] = [];
  beforeEach(async () => {
    base = join(await mkdtemp(join(tmpdir(), 'turnwatch-spool-')), 'spool');
    logged = [];
    made = [];
  });
  afterEach(async () => {
    for (const spool of made) {
      await spool.close();
    }
    await rm(join(base, '..'), { recursive: true, force: true });
  });
  const spool = (limits: Partial<SpoolLimits> = {}): Spool => {
    const one = new Spool({
      base,
      log: (text) => {
        logged.push(text);
      },
      clock: { now: () => 0 },
      limits,
    });
    made.push(one);
    return one;
  };
  const files = async (): Promise<string[]> =>
    (await readdir(base, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name));
  const onDisk = async (): Promise<string> =>
    (await Promise.all((await files()).map((file) => readFile(file, 'utf8')))).join('');

  it('returns the whole texts of calls, even before they are written', async () => {
    const one = spool();
    const output = 'line of the output\n'.repeat(9000);
    one.text('s', { call: 7, part: 'input', input: { command: 'npm test', description: 'Run' } });
    assert.deepEqual(await one.texts('s', 7), {
      input: { text: 'command: npm test\ndescription: Run', length: 34 },
    });
    one.text('s', { call: 7, part: 'output', output });
    assert.deepEqual((await one.texts('s', 7)).output, { text: output, length: output.length });
    assert.deepEqual(await one.texts('s', 8), { missing: 'gone' });
    assert.deepEqual(await one.texts('other', 7), { missing: 'gone' });
  });

  it('keeps head and tail of a text that is longer than its limit', async () => {
    const one = spool({ textCharacters: 1000 });
    one.text('s', { call: 0, part: 'input', input: { command: 'x' } });
    one.text('s', { call: 0, part: 'output', output: `begin ${'m '.repeat(50_000)} end` });
    const { output } = await one.texts('s', 0);
    assert.ok(output !== undefined);
    assert.match(output.text, /^begin /);
    assert.match(output.text, / end$/);
    assert.ok(output.text.length < 1200, `${output.text.length} characters`);
    assert.equal(output.length, 100_010);
  });

  it('returns older rows newest first, in any order of requests', async () => {
    const one = spool();
    for (let first = 0; first < 3000; first += 300) {
      one.rows(
        's',
        first,
        Array.from({ length: 300 }, (_, i) => message(first + i, 'ä'.repeat(200))),
      );
    }
    const down = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, i) => String(from - 1 - i));
    for (const [before, count] of [
      [3000, 300],
      [1234, 300],
      [300, 300],
      [100, 100],
      [2700, 1],
    ] as const) {
      assert.deepEqual(
        await one.olderRows('s', before, count).then(({ rows, ended }) => [textsOf(rows), ended]),
        [down(before, count), undefined],
        `${before}`,
      );
    }
    assert.deepEqual(textsOf((await one.olderRows('s', 50, 300)).rows), down(50, 50));
  });

  it('removes the oldest above its limits, and says that they are gone', async () => {
    const one = spool({ segmentBytes: 10_000, sessionBytes: 50_000, totalBytes: 80_000 });
    const fill = async (session: string): Promise<void> => {
      for (let i = 0; i < 200; i += 1) {
        one.text(session, {
          call: i,
          part: 'input',
          input: { command: `${i} ${'x'.repeat(900)}` },
        });
        one.rows(session, i, [message(i)]);
        if (i % 10 === 0) {
          await one.flush();
        }
      }
      await one.flush();
    };
    const bytes = async (): Promise<number> =>
      (await Promise.all((await files()).map((file) => stat(file)))).reduce(
        (sum, { size }) => sum + size,
        0,
      );
    await fill('a');
    assert.ok((await bytes()) <= 60_000, `${await bytes()} bytes of one session`);
    assert.deepEqual(await one.texts('a', 3), { missing: 'gone' });
    assert.match((await one.texts('a', 199)).input?.text ?? '', /^199 x/);
    const { rows, ended } = await one.olderRows('a', 200, 200);
    assert.equal(ended, 'gone');
    assert.ok(rows.length > 10, `${rows.length} rows`);
    assert.ok(rows.length < 190, `${rows.length} rows`);
    assert.equal(textsOf(rows)[0], '199');
    await fill('b');
    assert.ok((await bytes()) <= 90_000, `${await bytes()} bytes of two sessions`);
    assert.match((await one.texts('b', 199)).input?.text ?? '', /^199 x/);
  });

  it('holds no secret: by shape, by the name of a field at any depth, in quotes within quotes', async () => {
    const one = spool();
    one.text('s', {
      call: 0,
      part: 'input',
      input: {
        command: `curl -H "Authorization: Bearer hunter2hunter2" --data 'a' && export MY_TOKEN="hunter2hunter2"`,
        env: { OPENAI_API_KEY: 'hunter2 with spaces', clientSecret: 'hunter2', max_tokens: 'four' },
      },
    });
    one.text('s', { call: 1, part: 'input', input: { password: 'hunter2' } });
    one.text('s', { call: 1, part: 'output', output: `the key is ${key}\n` });
    one.rows('s', 0, [message(0)]);
    await one.flush();
    const written = await onDisk();
    contains(written, '«secret»');
    contains(written, 'max_tokens: four');
    lacks(written, 'hunter2');
    lacks(written, 'a1B2c3');
  });

  it('is private, and uses nothing from a session in a path', async () => {
    const one = spool();
    const ids = [
      '../../etc/passwd',
      '/etc/passwd',
      'C:\\x',
      '',
      '\0',
      'ä'.repeat(300),
      '__proto__',
    ];
    for (const id of ids) {
      one.text(id, { call: 0, part: 'input', input: { command: id } });
    }
    await one.flush();
    const names = (await files()).map((file) => file.slice(base.length));
    assert.equal(names.length, ids.length);
    for (const name of names) {
      assert.match(name, /^[\\/][0-9a-f]{8}-\d+-[0-9a-f]{8}[\\/]\d+-1\.jsonl$/);
    }
    for (const id of ids) {
      assert.equal((await one.texts(id, 0)).input?.text, id);
    }
    if (process.platform !== 'win32') {
      for (const file of await files()) {
        assert.equal((await stat(file)).mode & 0o777, 0o600);
      }
    }
  });

  it('skips lines that are cut short or not its own', async () => {
    const one = spool();
    one.rows(
      's',
      0,
      Array.from({ length: 20 }, (_, i) => message(i)),
    );
    await one.flush();
    const [file] = await files();
    assert.ok(file !== undefined);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -9));
    const cut = await one.olderRows('s', 20, 20);
    assert.deepEqual(
      [cut.rows.length, cut.ended],
      [0, 'gone'],
      'the newest is not there: nothing before it is put in its place',
    );
    assert.equal((await one.olderRows('s', 19, 20)).rows.length, 19);
    await writeFile(file, text.replace('{"r":4,', '{"r":4;'));
    assert.deepEqual(textsOf((await one.olderRows('s', 10, 10)).rows), ['9', '8', '7', '6', '5']);
    await rm(file);
    assert.deepEqual(await one.olderRows('s', 10, 10), { rows: [], ended: 'gone' });
  });

  it('removes what a session has, and everything when the window closes', async () => {
    const one = spool();
    for (const id of ['a', 'b']) {
      one.text(id, { call: 0, part: 'input', input: { command: id } });
    }
    await one.flush();
    one.forget('a');
    await one.flush();
    assert.equal((await files()).length, 1);
    assert.deepEqual(await one.texts('a', 0), { missing: 'gone' });
    await one.close();
    assert.deepEqual(await readdir(base), []);
  });

  it('removes what killed windows have left, and nothing else', async () => {
    const running = spool();
    running.text('s', { call: 0, part: 'input', input: { command: 'x' } });
    await running.flush();
    const [own] = await readdir(base);
    const dead = own?.replace(/-\d+-/, '-2147483646-') ?? '';
    const foreign = '00000000-1-00000000';
    for (const name of [dead, foreign, 'something else']) {
      await mkdir(join(base, name), { recursive: true });
      await appendFile(join(base, name, '1-1.jsonl'), 'x');
    }
    const next = spool();
    next.text('s', { call: 0, part: 'input', input: { command: 'x' } });
    await next.flush();
    await until('what was left is gone', async () => !(await readdir(base)).includes(dead));
    const left = await readdir(base);
    lacks(left, dead);
    contains(left, own ?? '');
    contains(left, foreign);
    contains(left, 'something else');
  });

  it('logs a failing disk once, and answers that texts are unreadable', async () => {
    await writeFile(join(base, '..', 'file'), '');
    const one = new Spool({
      base: join(base, '..', 'file', 'spool'),
      log: (text) => {
        logged.push(text);
      },
      clock: { now: () => 0 },
    });
    for (let i = 0; i < 3; i += 1) {
      one.text('s', { call: i, part: 'input', input: { command: 'x' } });
      await one.flush();
    }
    assert.deepEqual(await one.texts('s', 0), { missing: 'unreadable' });
    assert.deepEqual(await one.olderRows('s', 10, 10), { rows: [], ended: 'unreadable' });
    assert.equal(logged.length, 1, logged.join('\n'));
    await one.close();
  });

  it('recovers a minute after its folder was removed', async () => {
    let now = 0;
    const one = new Spool({
      base,
      log: (text) => {
        logged.push(text);
      },
      clock: { now: () => now },
    });
    made.push(one);
    const kept = async (call: number): Promise<string | undefined> => {
      one.text('s', { call, part: 'input', input: { command: `echo ${call}` } });
      return (await one.texts('s', call)).input?.text;
    };
    assert.equal(await kept(1), 'echo 1');
    await rm(base, { recursive: true });
    assert.equal(await kept(2), undefined);
    now += 60_000;
    assert.equal(await kept(3), 'echo 3');
    assert.equal(logged.length, 1, logged.join());
  });

  it('drops what waits above its limit instead of growing', async () => {
    const one = spool({ waitingCharacters: 1000 });
    for (let i = 0; i < 10; i += 1) {
      one.text('s', { call: i, part: 'output', output: 'y'.repeat(400) });
    }
    await one.flush();
    assert.ok((await onDisk()).length < 1200);
    one.text('s', { call: 20, part: 'input', input: { command: 'after' } });
    assert.equal((await one.texts('s', 20)).input?.text, 'after');
  });
});
