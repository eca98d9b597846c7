/** What is taken away from around an output, and what stays. */
import assert from 'node:assert/strict';
import { SurroundingLines } from '../../../src/core/identity/answer/surrounding-lines.js';
import { classifyCommand } from '../../../src/core/identity/command/command.js';

/** What is left of outputs in turn. @param told the output, and the command if it is not `./run` */
function left(
  outputs: readonly (string | readonly [command: string, output: string])[],
  { prompt = 'Go on.', failed = false } = {},
): string[] {
  const surroundings = new SurroundingLines();
  surroundings.notePrompt(prompt);
  return outputs.map((each) => {
    const [text, output] = typeof each === 'string' ? ['./run', each] : each;
    return surroundings.without(output, {
      text,
      nature: classifyCommand(text),
      failed,
      changedIn: -1,
    });
  });
}

const locale = 'bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8)';
const fonts = "findfont: Font family 'Inter' not found.";
const telemetry = 'Failed to send telemetry: connection refused';

describe('lines around an output', () => {
  it('are taken from its edges, and only from there', () => {
    assert.deepEqual(left([`${locale}\n${fonts}\nsaved\n${locale}`, `a\n${locale}\nb`]), [
      'saved',
      `a\n${locale}\nb`,
    ]);
  });

  it('stay where the person writes about them, or where a failure says nothing else', () => {
    assert.deepEqual(left([`${fonts}\nsaved`], { prompt: 'The font is wrong.' }), [
      `${fonts}\nsaved`,
    ]);
    assert.deepEqual(left([fonts], { failed: true }), [fonts]);
    assert.deepEqual(left([fonts]), ['']);
  });

  it('of a shell go where the command does not name what they are about', () => {
    const lacking = 'zsh: command not found: pyenv';
    assert.deepEqual(
      left([
        ['cat a.txt', `${lacking}\nhello`],
        ['pyenv versions', lacking],
      ]),
      ['hello', lacking],
    );
    assert.deepEqual(left([['npm test', `> vitest\nsh: 1: vitest: not found`]]), [
      `> vitest\nsh: 1: vitest: not found`,
    ]);
  });

  it('that no list has go once they stood beside two different outputs', () => {
    assert.deepEqual(
      left([`${telemetry}\nrows: 7`, `${telemetry}\nrows: 9`, `${telemetry}\nrows: 4`]).at(-1),
      'rows: 4',
    );
    const same = `${telemetry}\nsaved`;
    assert.deepEqual(left([same, same, same]), [same, same, same]);
  });

  it('are looked for in time, whatever the output holds', () => {
    for (const piece of [
      'a : ',
      'profile.ps1 : ',
      'bash: ',
      '\n',
      ' \n',
      'x.',
      '(a:1): ',
      'a:1: ',
    ]) {
      left([piece.repeat(20_000), `profile.ps1${piece.repeat(20_000)}`]);
    }
  });
});
