import assert from 'node:assert/strict';
import { hasFailed } from '../../../src/core/identity/answer/failed.js';
import { bareOutput } from '../../../src/core/identity/answer/outcome.js';
import { present } from '../support/present.js';

const group = (output: string, pgid: string) => `Output: ${output}\nProcess Group PGID: ${pgid}`;
const frames: Record<string, (output: string) => string> = {
  none: (output) => output,
  colours: (output) => `\u001b[32m${output}\u001b[0m`,
  'a reminder': (output) =>
    `${output}\n\n<system-reminder>\nThe same call was made before.\n</system-reminder>`,
  'two reminders': (output) =>
    `<system-reminder>a</system-reminder>${output}\n<system-reminder>b</system-reminder>`,
  'Gemini CLI': (output) => `<untrusted_context>\n${group(output, '4312')}\n</untrusted_context>`,
  'Gemini CLI, bare': (output) => group(output, '99'),
  'Qwen Code': (output) =>
    `Command: run it\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`,
  'opencode’s file': (output) =>
    `<path>/w/a.txt</path>\n<type>file</type>\n<content>\n${output}\n\n(End of file - total 3 lines)\n</content>`,
  Codex: (output) =>
    `Chunk ID: a1b2c3\nWall time: 0.0512 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n${output}`,
  'older Codex': (output) => `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${output}`,
  'Copilot CLI': (output) => `${output}\n<shellId: 3 completed with exit code 0>`,
  'Kimi Code': (output) => `${output}\n\nCommand executed successfully.`,
  'SWE-agent': (output) => `${output}\n(Open file: /w/a.py)\n(Current directory: /w)\nbash-$`,
  OpenHands: (output) =>
    `${output}\n[The command completed with exit code 0.]\n[Current working directory: /w]\n[Python interpreter: /usr/bin/python]\n[Command finished with exit code 0]`,
  'mini-swe-agent': (output) => `<returncode>0</returncode>\n<output>\n${output}\n</output>`,
  'an output tag': (output) => `<output>\n${output}\n</output>`,
  'JSON with stdout': (output) =>
    JSON.stringify({ stdout: output, stderr: '', duration_ms: 41, request_id: 'f3a9' }),
  'JSON of older Codex': (output) =>
    JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.2 } }),
  'JSON with camels': (output) =>
    JSON.stringify({ stdout: output, stderr: null, exitCode: 0, timedOut: false, signal: null }),
  'JSON over several lines': (output) =>
    JSON.stringify({ command: 'run', stdout: output, returncode: 0 }, undefined, 2),
  'a refused call': (output) => `<tool_use_error>${output}</tool_use_error>`,
};

describe('bare output', () => {
  for (const [agent, framed] of Object.entries(frames)) {
    it(`is the content of the frame: ${agent}`, () => {
      for (const output of [
        'one',
        'one\ntwo (three)\n[four]',
        'a > b',
        'costs 5 $',
        'see <path>x</path>.',
      ]) {
        assert.equal(bareOutput(framed(output)), output);
      }
      assert.equal(bareOutput(framed('')), '', 'empty');
    });
  }

  it('is empty for placeholders that agents print for an empty output', () => {
    for (const text of [
      '(no output)',
      '(Bash completed with no output)',
      'Tool output is empty.',
      'Command executed successfully.',
      group('(empty)', '1'),
      frames['Qwen Code']?.('(empty)') ?? '?',
    ]) {
      assert.equal(bareOutput(text), '', text);
    }
  });

  it('is without what Python says of a broken installation before each program', () => {
    const said =
      'Error processing line 1 of /env/lib/site-packages/odd.pth:\n\n  Traceback (most recent call last):\n    File "/env/lib/site.py", line 177, in addpackage\n      exec(line)\n  ModuleNotFoundError: No module named \'_hack\'\n\nRemainder of file ignored\n';
    assert.equal(bareOutput(`${said}rows: 12\n`), 'rows: 12');
    assert.equal(
      bareOutput('Remainder of file ignored\nrows: 12'),
      'Remainder of file ignored\nrows: 12',
    );
  });

  it('keeps text that only looks like a frame', () => {
    for (const text of [
      'Output: 5',
      'Command: run',
      '<output>',
      '<path>a</path>',
      '<div>x</div>',
      'a\nbash-$ ls',
      '[Current working directory: /w] was printed\nby a script',
      'Exit code 3\nno such table',
      'the text <system-reminder> is open',
      '[1]',
      'done.',
      'Chunk ID is the name of a column\nx',
      '<output>a</output><output>b',
      'Process Group PGID: 5',
    ]) {
      assert.equal(bareOutput(text), text);
    }
  });

  it('keeps the exit code of a failure', () => {
    const codes = ['1', '2'].map((code) =>
      bareOutput(`<returncode>${code}</returncode>\n<output>\nx\n</output>`),
    );
    assert.notEqual(codes[0], codes[1]);
    assert.match(
      bareOutput('Output: x\nError: (none)\nExit Code: 2\nSignal: (none)\nProcess Group PGID: 5'),
      /Exit Code: 2/,
    );
    assert.match(bareOutput('x\n[The command completed with exit code 2.]'), /exit code 2/);
  });

  it('finishes on hostile texts', () => {
    for (const piece of [
      '<system-reminder>',
      '</system-reminder>',
      '<output>',
      '<path>\n',
      '\nProcess Group PGID: ',
      '\nProcess Group PGID: 1',
      'Chunk ID: a\n',
      'Command: \nDirectory',
      ']\n',
      '\n]',
      ' \n',
      '\u001b[',
      '<untrusted_context>',
    ]) {
      const text = piece.repeat(Math.ceil(16_384 / piece.length));
      for (const each of [
        text,
        `${text}]`,
        `${text}\nProcess Group PGID: ${' '.repeat(9000)}x`,
        `<path>${text}</content>`,
        `<output>${text}</output>`,
      ]) {
        assert.equal(typeof bareOutput(each), 'string');
      }
    }
  });
});

describe('a failed call', () => {
  const result = (ok: boolean, exitCode?: number, output = '') => ({
    ok,
    output,
    ...present({ exitCode }),
  });
  it('has an error or an exit code', () => {
    assert.equal(hasFailed('shell', { command: 'make' }, result(true, 2)), true);
    assert.equal(hasFailed('shell', { command: 'make' }, result(true, 0)), false);
    assert.equal(hasFailed('read', { path: 'a' }, result(false)), true);
    assert.equal(hasFailed('read', { path: 'a' }, { ok: true, deniedBy: 'person' }), true);
  });

  it('is not a search or comparison that found nothing, however it reports its exit code', () => {
    const search = { command: 'grep -n left src/a.ts' };
    for (const each of [
      result(true, 1),
      result(false, 1),
      result(false, undefined, 'Command exited with code 1'),
      result(false, undefined, 'Error: Exit code 1'),
      result(false, undefined, '3c3\n< a\n> b\n\nCommand exited with code 1'),
    ]) {
      assert.equal(hasFailed('shell', search, each), false, JSON.stringify(each));
      assert.equal(hasFailed('shell', { command: 'make' }, each), true, JSON.stringify(each));
    }
    for (const each of [
      result(true, 2),
      result(false, undefined, 'Command exited with code 2'),
      result(false, undefined, 'grep: a: No such file or directory\nCommand exited with code 12'),
    ]) {
      assert.equal(hasFailed('shell', search, each), true, JSON.stringify(each));
    }
  });

  it('is told by the text of a command that nothing else marks', () => {
    const make = { command: 'make' };
    const told = (
      output: string,
      kind: 'shell' | 'read' = 'shell',
      input: object = make,
    ): boolean => hasFailed(kind, { ...input }, result(true, undefined, output));
    const long = 'a line of output\n'.repeat(200);
    for (const line of [
      'Command failed with exit code: 2.',
      'Command exited with code 2',
      '[The command completed with exit code 2.]',
      '<exited with exit code 2>',
      '[exit code: 2]',
      '(exit status 2)',
      'exit code: 2',
      'exit status: 2',
    ]) {
      assert.equal(told(line), true, line);
      assert.equal(told(`${long}${line}\n`), true, line);
      assert.equal(told(line.replace('2', '0')), false, line);
      assert.equal(told(`all of it:\n${line}\nand so on`), false, `${line}, and more`);
      assert.equal(told(`the log says: ${line}`), false, `${line}, quoted`);
      assert.equal(told(line, 'read'), false, `${line}, in a file`);
      const found = line.replace('2', '1');
      assert.equal(told(found, 'shell', { command: 'grep -n left a.ts' }), false, found);
    }
    for (const head of ['Exit code 2\n', 'Error: Exit code 2\n', '<returncode>2</returncode>\n']) {
      assert.equal(told(`${head}${long}`), true, head);
    }
    assert.equal(told('exit code: 2', 'shell', { command: 'make; echo "exit code: $?"' }), false);
    assert.equal(told(`${long}The build exited with code 2 and was started again.`), false);
  });
});
