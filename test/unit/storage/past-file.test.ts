/** What was found in the logs of this machine, on disk: read as it was written, private, and nothing where it is damaged. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarizeScope, type KeptTurn } from '../../../src/core/view/shown-past.js';
import { PastFile, type KeptPast } from '../../../src/storage/past-file.js';

const good: KeptTurn = {
  agent: 'codex',
  folder: '/w/shop',
  repository: '/w/shop',
  child: false,
  startedAt: 2000,
  tokens: 1000,
  warned: true,
  end: 'completed',
};
const stalled: KeptTurn = {
  ...good,
  startedAt: 1000,
  end: undefined,
  stall: {
    kind: 'loop',
    reason: 'The same call gave the same result in 4 steps (limit 4).',
    what: { id: 'verdict.loop.same', params: { count: 4, threshold: 4 } },
    step: 5,
    call: 2,
    ms: 60_000,
    tokens: 400,
    dollars: 0.42,
    unpriced: [],
    session: 's',
    name: 'Fix it',
    file: '/logs/s.jsonl',
    stored: undefined,
  },
};
const past: KeptPast = {
  v: 1,
  days: 30,
  at: 5000,
  pricesReadOn: '2026-11-28',
  counts: { judged: 2, unread: 1, left: 0, skippedLines: 0, leftOut: 0 },
  turns: [good, stalled],
};

describe('what the logs of this machine told', () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-past-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is read as it was written, by the person alone, until it is deleted', async () => {
    const path = join(dir, 'storage', 'past.json');
    const file = new PastFile(path);
    assert.equal(await file.read(), undefined);
    await file.write(past);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(
      JSON.parse(JSON.stringify(await file.read())),
      JSON.parse(JSON.stringify(past)),
    );
    await file.clear();
    await file.clear();
    assert.equal(await file.read(), undefined);
  });

  it('is nothing where the file is damaged or another version’s', async () => {
    const path = join(dir, 'past.json');
    for (const text of ['{"cut', '{"v":2}', JSON.stringify({ ...past, turns: [{ agent: 7 }] })]) {
      await writeFile(path, text);
      assert.equal(await new PastFile(path).read(), undefined, text);
    }
  });

  it('is summed up for a folder and for all, with its stalls and how many more there are', () => {
    const many = Array.from({ length: 40 }, () => stalled);
    const scope = summarizeScope(
      [good, ...many],
      () => true,
      (agent) => agent.toUpperCase(),
    );
    assert.deepEqual([scope.turns, scope.stalled, scope.warnedWell], [41, 40, 1]);
    assert.deepEqual([scope.stalls.length, scope.moreStalls], [30, 10]);
    assert.equal(scope.stalls[0]?.id, 1);
    assert.equal(scope.places[0]?.agentName, 'CODEX');
    assert.equal(scope.tokenShare, 0.4);
    const none = summarizeScope([good, ...many], () => false, String);
    assert.deepEqual([none.turns, none.stalls.length], [0, 0]);
  });
});
