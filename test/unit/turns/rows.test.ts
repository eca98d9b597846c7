/** The rows of the view: bounded, redacted before they are cut, and correct for late results too. */
import assert from 'node:assert/strict';
import { contains, lacks } from '../../contains.js';
import { fold } from '../support/watch.js';
import { redact, REDACTED, shown } from '../../../src/core/redact.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import { SNAPSHOT_ROWS } from '../../../src/core/view/snapshot.js';
import { bash, edit, read, Story, type Act } from '../support/story.js';

const steps = (rows: readonly Row[]) => rows.filter((row) => row.kind === 'step');

describe('rows of steps', () => {
  it('shows a late result in the row of its call, with the original input', () => {
    const story = new Story().start().turn();
    const late = story.call(bash('make all'), 'r1');
    story.step(read('/w/a', 'A')).step(read('/w/b', 'B')).result(late, bash('make all', 'built'));
    const rows = steps(fold(story).views.detail('S', 0)?.rows ?? []);
    assert.equal(rows.length, 3);
    const call = rows[2]?.calls[0];
    assert.deepEqual([call?.title, call?.output, call?.outcome], ['make all', 'built', 'ok']);
  });
  it('hold the line of a result that tells most, as it stands there and without secrets', () => {
    const wrong = 'if (total > 3) {\n  return round(total);\n}'.repeat(10);
    const told = (act: Act): string | undefined =>
      steps(fold(new Story().start().turn().step(act).end()).views.detail('S', 0)?.rows ?? [])[0]
        ?.calls[0]?.telling;
    const failed = (command: string, output: string): Act => bash(command, output, { exitCode: 1 });
    const test = '> vitest run\n\n FAIL  src/cart.test.ts > total > rounds';
    assert.equal(
      told(failed('npm test', `${test}\nAssertionError: expected 89.1 to be 89\n 1 failed (1)`)),
      'AssertionError: expected 89.1 to be 89',
    );
    assert.equal(
      told(
        failed(
          'npm test',
          'FAIL test/cart.test.ts\n  ✕ rounds a voucher (5 ms)\n\nTests: 1 failed, 8 passed, 9 total',
        ),
      ),
      '✕ rounds a voucher (5 ms)',
    );
    assert.equal(
      told(
        failed(
          'python a.py',
          'Traceback (most recent call last):\n  File "/w/a.py", line 3\nValueError: bad /w/b "x" 17',
        ),
      ),
      'ValueError: bad /w/b "x" 17',
      'nothing of it is masked',
    );
    assert.equal(
      told({
        ...edit('/w/a.ts', wrong, 'round(total)'),
        output: `No replacement was performed, old_str \`${wrong}\` did not appear verbatim.`,
        ok: false,
      }),
      'No replacement was performed, old_str `if (total > 3) {',
    );
    assert.equal(
      told(bash('grep -rn round src', 'src/a.ts:3:round(total)')),
      'src/a.ts:3:round(total)',
    );
    assert.equal(told(bash('ls', 'Files:\n\na.ts\nb.ts')), 'a.ts');
    assert.equal(told(bash('true', '')), undefined);
    const key = `sk-ant-api03-${'a1B2'.repeat(22)}`;
    lacks(told(failed('curl x', `Error: the key ${key} is not valid`)) ?? '', key);
  });
  it('keeps the texts of a step ended by the next call, in the rows and in the history', () => {
    const story = new Story().start({ steps: 'explicit' }).turn();
    story
      .respond('r1', read('/w/a', 'A'))
      .respond('r2', read('/w/b', 'B'))
      .respond('r3', read('/w/c', 'C'));
    const watch = fold(story);
    assert.deepEqual(
      steps(watch.views.detail('S', 0)?.rows ?? []).map((row) => [
        row.calls[0]?.title,
        row.calls[0]?.output,
      ]),
      [
        ['c', 'C'],
        ['b', 'B'],
        ['a', 'A'],
      ],
    );
    const records = watch.views.history('S').records;
    assert.deepEqual(
      records.map((record) => record.actionData),
      ['a', 'b'],
    );
    assert.notEqual(records[0]?.resultHash, records[1]?.resultHash);
  });
  it('records each call of a reopened step once', () => {
    const story = new Story().start().turn();
    story
      .respond('r', read('/w/a', 'A'), read('/w/b', 'B'))
      .respond('r', read('/w/c', 'C'), read('/w/d', 'D'))
      .respond('r', read('/w/e', 'E'));
    assert.deepEqual(
      fold(story)
        .views.history('S')
        .records.map((record) => record.actionData),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.equal(fold(story).views.history('S').metrics.filesRead, 5);
  });
  it('shows a step that continues in the same response as one row', () => {
    const story = new Story().start().turn();
    story
      .respond('r', read('/w/a', 'A'))
      .respond('r', read('/w/b', 'B'))
      .respond('r', read('/w/c', 'C'));
    const [row, ...others] = steps(fold(story).views.detail('S', 0)?.rows ?? []);
    assert.equal(others.length, 0);
    assert.deepEqual(
      row?.calls.map((call) => [call.title, call.outcome, call.progress]),
      [
        ['a', 'ok', true],
        ['b', 'ok', true],
        ['c', 'ok', true],
      ],
    );
    assert.equal(row.closed, true);
  });
  it('shows a step that the provider retried as one row', () => {
    const story = new Story().start().turn();
    story.call(bash('ls'), 'r1');
    story.respond('r2', bash('ls', 'a')).step(read('/w/a', 'A'));
    assert.deepEqual(
      steps(fold(story).views.detail('S', 0)?.rows ?? []).map((row) => row.step),
      [2, 1],
    );
  });
  it('never mutates a returned row', () => {
    const story = new Story().start().turn();
    const call = story.call(bash('make'), 'r1');
    const watch = fold(story);
    const before = steps(watch.views.detail('S', 0)?.rows ?? [])[0];
    watch.push({ v: 1, type: 'tool.result', session: 'S', call, ok: true, output: 'done' }, 0);
    assert.equal(before?.calls[0]?.outcome, 'running');
    assert.equal(steps(watch.views.detail('S', 0)?.rows ?? [])[0]?.calls[0]?.outcome, 'ok');
  });
});

describe('the snapshot is bounded', () => {
  it('holds the newest 300 rows, newest first; older ones come on request', () => {
    const watch = fold(
      new Story()
        .start()
        .turn()
        .repeat(700, (i) => read(`/w/${i}`, `text ${i}`)),
    );
    const detail = watch.views.detail('S', 0);
    assert.equal(detail?.rows.length, SNAPSHOT_ROWS);
    assert.equal(detail.olderRows, 701 - SNAPSHOT_ROWS);
    assert.deepEqual([steps(detail.rows)[0]?.step, steps(detail.rows).at(-1)?.step], [700, 401]);
    assert.equal(steps(watch.views.older('S', detail.olderRows))[0]?.step, 400);
  });
  it('cuts texts, and shows only the first calls of a very large step', () => {
    const story = new Story().start().turn('p'.repeat(100_000)).say('m'.repeat(100_000));
    story.step(
      ...Array.from({ length: 300 }, (_, i) =>
        bash(`echo ${i} ${'x'.repeat(50_000)}`, 'y'.repeat(50_000)),
      ),
    );
    const json = JSON.stringify(fold(story).views.detail('S', 0));
    assert.ok(json.length < 300_000, `${json.length} characters`);
  });
});

describe('secrets in rows', () => {
  const key = `sk-${'a1B2c3D4'.repeat(5)}`;
  it('never appear, wherever the text is cut', () => {
    for (let offset = 0; offset < 4000; offset += 7) {
      const text = shown(`${'z '.repeat(offset / 2)}${key} ${'z '.repeat(4000)}`, 800);
      lacks(text, 'a1B2c3', `at ${offset}`);
    }
  });
  it('are hidden even if the beginning of a private key was cut off', () => {
    const body = Array.from({ length: 120 }, (_, i) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${i}`).join(
      '\n',
    );
    const text = shown(
      `start\n-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\nend`,
      800,
    );
    lacks(text, 'MIIE');
    contains(text, 'start');
    assert.match(text, /end$/);
  });
  it('are recognised by name, shape and place', () => {
    for (const text of [
      'AWS_SECRET_KEY=hunter2hunter2',
      'password: "hunter2hunter2"',
      'Authorization: Bearer hunter2hunter2',
      'https://me:hunter2hunter2@host/x',
    ]) {
      contains(redact(text), REDACTED);
      lacks(redact(text), 'hunter2');
    }
    for (const text of [
      'tokens: 12 of 40',
      'https://host:8080/a@b',
      'a password is needed',
      'src/token.ts:12: error',
    ]) {
      assert.equal(redact(text), text);
    }
  });
  it('are found in linear time, also in hostile text', () => {
    const started = process.cpuUsage();
    for (const unit of [
      'a_',
      'a.',
      'token',
      'x://y:',
      '-----BEGIN A PRIVATE KEY',
      '<system-reminder>',
    ]) {
      redact(unit.repeat(20_000));
    }
    const { user } = process.cpuUsage(started);
    console.log(`        hostile texts of up to 500 KB: ${Math.round(user / 1000)} ms`);
    assert.ok(user < 20_000_000);
  });
  it('do not appear in titles, which are one line of at most 200 characters without hidden marks', () => {
    const story = new Story()
      .start()
      .turn()
      .step(bash(`export T=${key}; echo a\nb\u202e\u0007 ${'long '.repeat(100)}`, ''));
    const title = steps(fold(story).views.detail('S', 0)?.rows ?? [])[0]?.calls[0]?.title ?? '';
    assert.ok(title.length <= 200, title);
    assert.match(title, /…$/);
    assert.ok(title.startsWith(`export T=${REDACTED}; echo a b long`), title);
  });
});
