/** What clears a verdict: only what the agent itself does. And what its evidence is: what it stands on, and nothing later. */
import assert from 'node:assert/strict';
import { bash, Story } from '../support/story.js';
import { fold, type Watch } from '../support/watch.js';

const failing = bash('npm test', 'FAIL src/cart.test.ts', { exitCode: 1 });
/** Has stalled, with a baseline of each signal. */
function stalled(): Story {
  const story = new Story().start({ cwd: '/w' }).turn().git('0').save('a.ts', '0');
  return story.step(failing).step(failing).step(failing).step(failing).git('0');
}
const level = (watch: Watch): string | undefined => watch.standing('S')?.level;

describe('a verdict', () => {
  it('is not cleared by a change that somebody made', () => {
    assert.equal(level(fold(stalled())), 'stalled');
    assert.equal(level(fold(stalled().git('1').git('2').save('a.ts', '1'))), 'stalled');
    assert.equal(level(fold(stalled().git('1').git('2').step(failing))), 'stalled');
  });

  it('is not cleared by a change while its last call runs: the agent may be gone', () => {
    const story = stalled();
    story.call(bash('npm run watch'), 'open');
    assert.equal(level(fold(story.git('2'))), 'stalled');
  });

  it('is cleared by what its steps changed, once the next of them ends', () => {
    const made = stalled().step(bash('make', 'ok')).git('1');
    assert.equal(level(fold(made)), 'stalled');
    assert.equal(level(fold(made.step(bash('npm run lint', '')))), undefined);
  });

  it('is cleared at once by a change that is known to be the agent’s', () => {
    assert.equal(level(fold(stalled().step(failing).git('1', { by: 'agent' }))), undefined);
    assert.equal(level(fold(stalled().git('1', { session: 'S' }))), undefined);
  });
});
