/** What a terminal adds to an output. */
import assert from 'node:assert/strict';
import { withoutTerminalEcho } from '../../../src/core/identity/answer/terminal-echo.js';

const left = (output: string, failed = false, command = 'npm run check'): string =>
  withoutTerminalEcho(output, command, failed);

describe('a terminal’s echo', () => {
  it('is left out, with and without a prompt', () => {
    for (const echo of ['npm run check', '$ npm run check', 'dev@box:~/app$ npm run check']) {
      assert.equal(left(`${echo}\r\n12 files`), '12 files', echo);
      assert.equal(left(echo), '', echo);
    }
  });
  it('is left out if only its first line is shown', () => {
    assert.equal(left("$ python - <<'EOF'\n7", false, "python - <<'EOF'\nprint(7)\nEOF"), '7');
  });
  it('is no line that only begins like the command', () => {
    assert.equal(left('npm run checker\n1'), 'npm run checker\n1');
  });
  it('ends in an exit code that says nothing new', () => {
    for (const end of ['(exit status 0)', '[exit code: 0]', 'Process finished with exit code 0.']) {
      assert.equal(left(`12 files\n${end}`), '12 files', end);
    }
    assert.equal(left('12 files\n(exit status 2)', true), '12 files');
  });
  it('keeps an exit code that nothing else tells, and other last lines', () => {
    for (const output of ['12 files\n(exit status 2)', '12 files\n0', '12 files\nfailed: 0']) {
      assert.equal(left(output), output);
    }
  });
  it('is not looked for in the results of other calls', () => {
    assert.equal(withoutTerminalEcho('exit code 0', undefined, false), 'exit code 0');
  });
});
