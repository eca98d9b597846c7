/** Logs of agents judged in a thread of its own: whatever they hold, the scan ends, and says what it left out. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLogs, type Scan, type ScanOptions } from '../../../src/scan/scan-logs.js';
import { transcript } from '../../host/harness/transcript.js';

const script = new URL('./scan-thread-script.js', import.meta.url);
const DAY_MS = 24 * 60 * 60_000;

describe('a scan of the logs on this machine', function () {
  this.timeout(240_000);
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'turnwatch-scan-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const log = (name: string, text: string): string => {
    const folder = join(home, '.claude', 'projects', '-work');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const circle = (session: string, cwd = '/work'): string =>
    transcript({ session, cwd, prompt: `Fix ${session}`, steps: 12, ended: true });
  const scan = (more: Partial<ScanOptions> = {}): Promise<Scan> =>
    scanLogs({
      script,
      surroundings: () => ({ env: {}, home, platform: 'linux' }),
      since: Date.now() - 30 * DAY_MS,
      ...more,
    });

  it('finds the turns, with the first bad call of each stall and where to read it again', async () => {
    const file = log('a.jsonl', circle('a'));
    const { turns, logs, read, stopped } = await scan();
    assert.deepEqual([logs, read, stopped], [1, 1, undefined]);
    const [turn] = turns;
    assert.equal(turn?.name, 'Fix a');
    assert.equal(turn.file, file);
    assert.equal(turn.stall?.call, 0);
    assert.equal(turn.stall.what.id.startsWith('verdict.'), true);
  });

  it('names a worktree’s turns by the repository that it belongs to', async () => {
    const [main, tree] = [join(home, 'shop'), join(home, 'shop-fix')];
    execFileSync('git', ['init', '-q', main]);
    const git = (...args: string[]): void => {
      execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    };
    git('commit', '-q', '--allow-empty', '-m', 'first');
    git('worktree', 'add', '-q', tree);
    log('main.jsonl', circle('main', main));
    log('tree.jsonl', circle('tree', tree));
    log('gone.jsonl', circle('gone', '/no/such/folder'));
    const { turns } = await scan();
    assert.deepEqual(turns.map(({ session, repository }) => `${session} ${repository}`).sort(), [
      'gone /no/such/folder',
      `main ${main}`,
      `tree ${main}`,
    ]);
  });

  it('counts each turn of a log that tells no times, and a turn that two logs hold once', async () => {
    const events = (session: string, at?: number): string =>
      [
        { type: 'session.start', agent: 'claude-code', cwd: '/work' },
        ...['Fix it', 'Go on', 'And the test'].flatMap((prompt) => [
          { type: 'turn.start', prompt },
          { type: 'turn.end', reason: 'completed' },
        ]),
      ]
        .map((event) => `${JSON.stringify({ v: 1, ...event, session, at })}\n`)
        .join('');
    log('timeless.jsonl', events('timeless'));
    // three that began in the same millisecond, too
    log('told.jsonl', events('told', Date.now()));
    const { turns: once } = await scan();
    assert.deepEqual(once.map(({ session }) => session).sort(), [
      ...['timeless', 'timeless', 'timeless'],
      ...['told', 'told', 'told'],
    ]);
    log('copy.jsonl', readFileSync(join(home, '.claude/projects/-work/told.jsonl'), 'utf8'));
    assert.equal((await scan()).turns.length, 6);
  });

  it('counts what is too large, broken or takes too long, and judges the rest', async () => {
    log('good.jsonl', circle('good'));
    log('broken.jsonl', '{"cut');
    const large = log('large.jsonl', circle('large'));
    appendFileSync(large, `${' '.repeat(400_000)}\n`);
    const found = await scan({ limits: { logBytes: 300_000 } });
    assert.deepEqual(found.unread, { 'no-run': 1, 'too-large': 1, 'too-slow': 0, failed: 0 });
    assert.deepEqual(
      found.turns.map(({ session }) => session),
      ['good'],
    );
    // nothing is judged within no time, and yet it ends
    const late = await scan({ limits: { logMs: 0 } });
    assert.equal(late.unread['too-slow'], 3);
    assert.deepEqual(late.turns, []);
    const none = await scan({ limits: { allMs: 0 } });
    assert.deepEqual([none.stopped, none.logs, none.read], ['limit', 3, 0]);
  });

  it('ends when the person wants it to, with what was judged until then', async () => {
    for (let i = 0; i < 20; i++) {
      log(`${i}.jsonl`, circle(`s${i}`));
    }
    const stop = new AbortController();
    const found = await scan({
      signal: stop.signal,
      onProgress: (done) => {
        if (done === 3) {
          stop.abort();
        }
      },
    });
    assert.equal(found.stopped, 'person');
    assert.equal(found.read, 3);
    assert.equal(found.turns.length, 3);
    const never = await scan({ signal: AbortSignal.abort() });
    assert.deepEqual([never.stopped, never.logs], ['person', 0]);
  });

  it('survives a thread that fails', async () => {
    log('a.jsonl', circle('a'));
    const missing = new URL('./no-such-script.js', import.meta.url);
    const found = await scan({ script: missing });
    assert.deepEqual([found.stopped, found.turns.length], ['limit', 0]);
  });
});
