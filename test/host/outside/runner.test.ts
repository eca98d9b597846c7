/** The runner itself: what happens in the extension host decides the exit code. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

describe('the test runner in VS Code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwatch-entry-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs VS Code with an entry whose `run` has this body. */
  const run = (body: string): Promise<{ code: number | null; output: string }> =>
    new Promise((done, failed) => {
      const entry = join(folder, 'entry.mjs');
      writeFileSync(entry, `export async function run() { ${body} }\n`);
      const child = spawn(process.execPath, [resolve('out/host/run.js'), entry], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      child.on('error', failed).on('close', (code) => done({ code, output }));
    });

  it('succeeds when the tests do', async () => {
    const { code, output } = await run('console.log("ran in the extension host");');
    assert.equal(code, 0, output);
    assert.match(output, /ran in the extension host/);
  });

  it('fails when a test fails', async () => {
    const { code, output } = await run('throw new Error("a failing suite");');
    assert.notEqual(code, 0, output);
  });

  it('fails when the extension host is killed', async () => {
    const { code, output } = await run(
      'process.kill(process.pid, "SIGKILL"); await new Promise(() => {});',
    );
    assert.notEqual(code, 0, output);
  });
});
