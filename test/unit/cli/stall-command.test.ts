/** The command of `--on-stall`: what fails is said in words, and nothing of it outlives its time. */
import assert from 'node:assert/strict';
import { runStallCommand } from '../../../src/cli/watch.js';

describe('the command at a stall', () => {
  const run = (command: string, state: object = {}, ms?: number): Promise<string | undefined> =>
    runStallCommand(command, state, ms);

  it('reads the state, which the shell never sees', async () => {
    const text = '$(exit 5); `exit 6`"\'';
    const program = `node -e "const s = JSON.parse(require('fs').readFileSync(0)); process.exit(s.text.length)"`;
    assert.equal(await run(program, { text }), `ended with ${text.length}`);
  });

  it('may ignore it, fail or not exist', async () => {
    assert.equal(await run('exit 0', { text: 'x'.repeat(1_000_000) }), undefined);
    assert.equal(await run('exit 4'), 'ended with 4');
    assert.equal(await run('no-such-program-of-ours 2>/dev/null'), 'ended with 127');
    assert.match((await run('echo a\0b')) ?? '', /null bytes/);
  });

  it('is ended with all it started when it takes too long', async () => {
    const began = performance.now();
    assert.equal(await run('sleep 60 & sleep 60; wait', {}, 300), 'ended after 0.3 s');
    assert.ok(performance.now() - began < 30_000);
  });
});
