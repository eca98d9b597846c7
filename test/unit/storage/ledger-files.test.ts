/** The records of turns on disk: several windows write, none is lost, old ones go, damaged ones are left out. */
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnRecord } from '../../../src/core/ledger/turn-record.js';
import { LedgerFiles } from '../../../src/storage/ledger-files.js';

const NOW = new Date(2026, 0, 15, 12).getTime();
const DAY = 24 * 60 * 60_000;

const record = (session: string, more: Partial<TurnRecord> = {}): TurnRecord => ({
  v: 1,
  session,
  started: NOW,
  at: NOW,
  agent: 'codex',
  child: undefined,
  steps: 3,
  tokens: undefined,
  stalls: [{ kind: 'loop', before: { steps: 4, seconds: 20 } }],
  ...more,
});

describe('the ledger’s files', () => {
  let base = '';
  let dir = '';
  let logged: string[] = [];
  let now = NOW;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'turnwatch-ledger-'));
    dir = join(base, 'ledger');
    logged = [];
    now = NOW;
  });
  afterEach(() => rm(base, { recursive: true, force: true }));
  const files = (limits = {}): LedgerFiles =>
    new LedgerFiles({ dir, log: (text) => logged.push(text), clock: { now: () => now }, limits });
  const sessions = async (of: LedgerFiles): Promise<string[]> =>
    (await of.read()).map(({ session }) => session).sort();

  it('are read as they were written, by any window', async () => {
    const [one, other] = [files(), files()];
    for (let i = 0; i < 50; i++) {
      one.keep(record(`one-${i}`));
      other.keep(record(`other-${i}`));
    }
    await Promise.all([one.flush(), other.flush()]);
    assert.equal((await files().read()).length, 100);
    assert.deepEqual(await readdir(dir), ['2026-01-15.jsonl']);
    if (process.platform !== 'win32') {
      assert.equal((await stat(dir)).mode & 0o777, 0o700);
      assert.equal((await stat(join(dir, '2026-01-15.jsonl'))).mode & 0o777, 0o600);
    }
    assert.deepEqual(logged, []);
  });

  it('give those of today alone, by any window', async () => {
    const ledger = files();
    assert.deepEqual(await ledger.readToday(), []);
    ledger.keep(record('a', { tokens: 5 }));
    await ledger.flush();
    now += DAY;
    assert.deepEqual(await ledger.readToday(), []);
    ledger.keep(record('b', { tokens: 6, dollars: 0.5 }));
    ledger.keep(record('b', { tokens: 7, dollars: 0.6 }));
    await ledger.flush();
    const written = await files().readToday();
    assert.deepEqual(
      written.map(({ session, tokens, dollars }) => [session, tokens, dollars]),
      [['b', 7, 0.6]],
    );
  });

  it('give the newest record of a turn, also across midnight', async () => {
    const ledger = files();
    ledger.keep(record('a', { steps: 1 }));
    await ledger.flush();
    now += DAY;
    ledger.keep(record('a', { steps: 2 }));
    await ledger.flush();
    assert.deepEqual((await readdir(dir)).sort(), ['2026-01-15.jsonl', '2026-01-16.jsonl']);
    assert.deepEqual(
      (await ledger.read()).map(({ steps }) => steps),
      [2],
    );
  });

  it('leave out what is damaged, and what half a line would take with it', async () => {
    const ledger = files();
    ledger.keep(record('a'));
    await ledger.flush();
    await appendFile(join(dir, '2026-01-15.jsonl'), '{"v":1,"session":"torn"');
    ledger.keep(record('b'));
    await ledger.flush();
    await appendFile(join(dir, '2026-01-15.jsonl'), '\n{"v":2}\n[]\n{"v":1,"steps":-1}\n');
    assert.deepEqual(await sessions(ledger), ['a', 'b']);
  });

  it('are kept for so many days', async () => {
    const ledger = files({ days: 10 });
    ledger.keep(record('old'));
    await ledger.flush();
    now += 2 * DAY;
    ledger.keep(record('new'));
    await ledger.flush();
    now += 9 * DAY;
    const next = files({ days: 10 });
    next.keep(record('today'));
    assert.deepEqual(await sessions(next), ['new', 'today']);
  });

  it('take no more than their size, which is told once', async () => {
    const ledger = files({ dayBytes: 600 });
    for (let i = 0; i < 20; i++) {
      ledger.keep(record(`s${i}`));
      await ledger.flush();
    }
    assert.ok((await stat(join(dir, '2026-01-15.jsonl'))).size <= 600);
    assert.equal(logged.length, 1);
    assert.equal(ledger.isFull, true);
    now += DAY;
    ledger.keep(record('tomorrow'));
    await ledger.flush();
    assert.equal(ledger.isFull, false);
  });

  it('are deleted, and nothing else with them', async () => {
    const ledger = files();
    assert.deepEqual(await ledger.read(), [], 'none yet');
    ledger.keep(record('a'));
    await ledger.flush();
    await writeFile(join(dir, 'other.txt'), '');
    await ledger.clear();
    assert.deepEqual(await readdir(dir), ['other.txt']);
    ledger.keep(record('b'));
    assert.deepEqual(await sessions(ledger), ['b']);
  });

  it('never throw where nothing can be written', async () => {
    await writeFile(dir, 'a file in the way');
    const ledger = files();
    ledger.keep(record('a'));
    ledger.keep(record('b'));
    await ledger.flush();
    assert.equal(logged.length, 1);
  });
});
