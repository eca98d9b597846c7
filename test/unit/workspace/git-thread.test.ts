/** Git run from a thread of its own: as from the host's, and without it where it fails. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runGit } from '../../../src/workspace/git-process.js';
import { GitThread } from '../../../src/workspace/git-thread.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { newRepo, removeTempFolders, tempFolder } from './repository.js';

const script = new URL('./git-thread-script.js', import.meta.url);
const limits = { ms: PATIENT_MS, bytes: 10_000 };

/** The script of a thread that does something else. */
function scriptOf(source: string): URL {
  const file = join(tempFolder(), 'thread.mjs');
  writeFileSync(file, source);
  return pathToFileURL(file);
}

describe('workspace: the thread that runs git', () => {
  const logged: string[] = [];
  const threads: GitThread[] = [];
  const open = (from: URL, idleMs?: number): GitThread => {
    const thread = new GitThread({
      script: from,
      log: (text) => logged.push(text),
      ...(idleMs !== undefined && { idleMs }),
    });
    threads.push(thread);
    return thread;
  };
  afterEach(() => {
    for (const thread of threads.splice(0)) {
      thread.dispose();
    }
    logged.length = 0;
  });
  after(removeTempFolders);

  it('answers as git does without it, several requests at a time', async () => {
    const repo = newRepo();
    repo.write('new file.txt', 'text\n');
    const thread = open(script);
    const asked = [
      [repo.root, ['status', '--porcelain=v2', '-z'], limits],
      [repo.root, ['log'], { ...limits, bytes: 10 }],
      [repo.root, ['no-such-command'], limits],
      [join(repo.root, 'gone'), ['status'], limits],
      [repo.root, ['status'], { ...limits, ms: 0 }],
    ] as const;
    const [ours, theirs] = await Promise.all(
      [thread.run, runGit].map((run) =>
        Promise.all(asked.map(([folder, args, each]) => run(folder, args, each))),
      ),
    );
    assert.deepEqual(ours, theirs);
    assert.deepEqual(
      ours?.map(({ ok }) => ok),
      [true, false, false, false, false],
    );
    assert.deepEqual(logged, []);
  });

  it('ends when it is idle, and begins again when it is needed', async () => {
    const repo = newRepo();
    const thread = open(script, 1);
    for (let n = 0; n < 3; n += 1) {
      assert.ok((await thread.run(repo.root, ['status'], limits)).ok);
      await until('its end', () => !thread.isRunning);
    }
    assert.deepEqual(logged, []);
  });

  it('where it fails, git is run without it: what waits, and from then on', async () => {
    const repo = newRepo();
    for (const broken of [
      scriptOf("import 'node:no-such-module';"),
      scriptOf(
        "import { parentPort } from 'node:worker_threads';\nparentPort.once('message', () => process.exit());",
      ),
      new URL('./gone.js', script),
    ]) {
      logged.length = 0;
      const thread = open(broken);
      assert.ok((await thread.run(repo.root, ['status'], limits)).ok);
      assert.ok((await thread.run(repo.root, ['status'], limits)).ok);
      assert.equal(thread.isRunning, false);
      assert.equal(logged.length, 1);
      assert.match(logged[0] ?? '', /^the thread for git failed, git is run without it: ./);
    }
  });
});
