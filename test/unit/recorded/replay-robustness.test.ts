/** The replay in rough conditions: a cold cache, several at once, a reader that goes away, hostile files. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bash, Story } from '../support/story.js';
import { itInAll } from '../../tier.js';

const lines = ({ events }: Story): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
const stalled = (session: string): string =>
  lines(
    new Story(session)
      .start()
      .turn()
      .repeat(8, () => bash(':')),
  );

/** A copy of the project as it is after `npm ci`: nothing built. */
function freshProject(folder: string): void {
  for (const part of [
    'src',
    'test/replay.mjs',
    'node-program.js',
    'test/bundled.mjs',
    'package.json',
    'package-lock.json',
  ]) {
    fs.cpSync(part, join(folder, part), { recursive: true });
  }
  fs.mkdirSync(join(folder, 'node_modules'));
  for (const name of fs.readdirSync('node_modules').filter((each) => each !== '.cache')) {
    fs.symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
}

function run(
  program: string,
  cwd: string,
  args: string[],
): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      err += data.toString();
    });
    child.on('close', (status) => done({ status, out, err }));
  });
}

describe('replay under rough conditions', () => {
  let folder = '';
  before(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'turnwatch-replay-'));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const program = resolve('test/replay.mjs');

  itInAll(
    'several at once from a cold cache all work; then it is built no more, until a source changes',
    async () => {
      const project = join(folder, 'project');
      freshProject(project);
      fs.writeFileSync(join(project, 'run.jsonl'), stalled('one'));
      const copy = join(project, 'test/replay.mjs');
      const cache = join(project, 'node_modules/.cache/turnwatch/replay');
      const results = await Promise.all(
        [1, 2, 3].map(() => run(copy, project, ['--json', 'run.jsonl'])),
      );
      for (const { status, out, err } of results) {
        assert.deepEqual([status, err], [0, '']);
        assert.equal(out, results[0]?.out);
      }
      const built = fs.readdirSync(cache);
      assert.equal(built.length, 1, built.join(' '));
      const before = fs.statSync(join(cache, built[0] ?? '')).mtimeMs;
      assert.equal((await run(copy, project, ['run.jsonl'])).status, 0);
      assert.deepEqual(fs.readdirSync(cache), built);
      assert.equal(fs.statSync(join(cache, built[0] ?? '')).mtimeMs, before);
      const source = join(project, 'src/core/view/words/detector-texts.ts');
      fs.writeFileSync(
        source,
        fs.readFileSync(source, 'utf8').replace('The same call gave', 'The SAME call gave'),
      );
      assert.match((await run(copy, project, ['run.jsonl'])).out, /The SAME call gave/);
    },
  );

  it('a reader that goes away is no error', () => {
    fs.writeFileSync(
      join(folder, 'many.jsonl'),
      Array.from({ length: 1000 }, (_, i) => stalled(`session-${i}`)).join(''),
    );
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${program}" many.jsonl | head -n 1`],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.match(stdout, /session-0/);
    assert.equal(stderr, '');
  });

  it('--set takes several pairs, after one or each after its own', async () => {
    fs.writeFileSync(join(folder, 'a.jsonl'), stalled('a'));
    const sets = [
      ['--set', 'progressDetector.steps=3', 'progressDetector.minLength=10'],
      ['--set=progressDetector.steps=3', '--set', 'progressDetector.minLength=10'],
    ];
    for (const set of sets) {
      const { status, out } = await run(program, folder, [
        '--preset',
        'progress-detector',
        ...set,
        'a.jsonl',
      ]);
      assert.deepEqual([status, /stalled at turn 0, step 2/.test(out)], [0, true]);
    }
    const { status, err } = await run(program, folder, [
      '--set',
      'progressDetector.steps=3',
      'balanced.idleSteps=0',
      'a.jsonl',
    ]);
    assert.equal(status, 2);
    assert.match(err, /^balanced\.idleSteps must be .* from 3 to 200\n$/);
  });

  it('copes with many broken lines at the start and with terminal sequences', async () => {
    fs.writeFileSync(
      join(folder, 'broken.jsonl'),
      `${'{"v":1,\u001b[31m\n'.repeat(60)}${stalled('\u001b[2Jevil')}`,
    );
    const { status, out, err } = await run(program, folder, ['broken.jsonl']);
    assert.equal(status, 0);
    assert.equal(err.trim().split('\n').length, 60);
    assert.doesNotMatch(out, /\u001b/);
    assert.doesNotMatch(err, /\u001b/);
  });

  it('survives very deep nesting and very long lines', async () => {
    const call = (input: string, id: string): string =>
      `{"v":1,"type":"tool.call","session":"s","call":"${id}","tool":"Bash","input":${input}}\n{"v":1,"type":"tool.result","session":"s","call":"${id}","ok":true,"output":"x"}\n`;
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    fs.writeFileSync(
      join(folder, 'deep.jsonl'),
      call(deep, '1') +
        call(`{"command":"echo \${ ${'$('.repeat(2000)}"}`, '2') +
        call(`{"command":${JSON.stringify('x'.repeat(5_000_000))}}`, '3'),
    );
    const { status, out } = await run(program, folder, ['--json', 'deep.jsonl']);
    assert.equal(status, 0);
    assert.match(out, /"calls":3,/);
  });
});
