import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/events.js';
import { errorPrint, mayBeError } from '../../../src/core/identity/errors/error.js';

const shell = (command: string): JsonObject => ({ command });
const keyOf = (output: string, input: JsonObject, failed = true) =>
  errorPrint(output, input, failed)?.key;
/** An ordinary output, as the caller asks: only where a quick look says that it could be an error. */
const ordinary = (output: string, input: JsonObject = shell('node tool.js')) =>
  mayBeError(output) ? errorPrint(output, input, false) : undefined;

const trace = (file: string, line: number, last: string) =>
  `Traceback (most recent call last):\n  File "${file}", line ${line}, in <module>\n    main()\n  File "${file}", line ${line + 9}, in main\n    run()\n${last}`;

describe('error print of a failed call', () => {
  it('is the same whatever the arguments were', () => {
    const pairs: [string, JsonObject, string, JsonObject][] = [
      [
        'cat: src/a.ts: No such file or directory',
        shell('cat src/a.ts'),
        'cat: lib/other.ts: No such file or directory',
        shell('cat lib/other.ts'),
      ],
      [
        'bash: line 1: foo: command not found',
        shell('foo --all'),
        'bash: line 3: barbaz: command not found',
        shell('barbaz -x 1'),
      ],
      [
        'Error: old_string not found in src/a.ts',
        { path: 'src/a.ts', old_string: 'let a' },
        'Error: old_string not found in src/b.ts',
        { path: 'src/b.ts', old_string: 'let b' },
      ],
      [
        'String to replace not found in file.\nString: const a = 1;',
        { old_string: 'const a = 1;' },
        'String to replace not found in file.\nString: if (error) {\n  throw error;\n}',
        { old_string: 'if (error) {\n  throw error;\n}' },
      ],
      [
        'No replacement was performed, old_str `a\n  error: b` did not appear verbatim in /w/a.py.',
        { path: '/w/a.py', old_str: 'a\n  error: b' },
        'No replacement was performed, old_str `c` did not appear verbatim in /w/b.py.',
        { path: '/w/b.py', old_str: 'c' },
      ],
      [
        trace('/w/try_1.py', 12, "KeyError: 'left'"),
        shell('python try_1.py'),
        trace('/w/try_2.py', 40, "KeyError: 'right'"),
        shell('python try_2.py'),
      ],
      [
        'error[E0308]: mismatched types\n  --> src/main.rs:4:5',
        shell('cargo build'),
        'error[E0308]: mismatched types\n  --> src/lib.rs:90:13',
        shell('cargo build -q'),
      ],
      [
        "src/a.ts(1,2): error TS2304: Cannot find name 'left'.",
        shell('tsc'),
        "src/b.ts(31,9): error TS2304: Cannot find name 'right'.",
        shell('tsc -p .'),
      ],
      [
        'The element button#save was not found after 3.1s',
        { selector: 'button#save' },
        'The element #ok was not found after 2.9s',
        { selector: '#ok' },
      ],
      [
        "Exit code 1\nfatal: pathspec 'a.txt' did not match any files",
        shell('git add a.txt'),
        "Exit code 1\nfatal: pathspec 'b c.txt' did not match any files",
        shell('git add "b c.txt"'),
      ],
      [
        'Exception in thread "main" java.lang.IllegalStateException: closed\n\tat a.B.c(B.java:12)',
        shell('java -jar a.jar'),
        'Exception in thread "main" java.lang.IllegalStateException: closed\n\tat a.B.d(B.java:77)',
        shell('java -jar b.jar'),
      ],
    ];
    for (const [a, inputA, b, inputB] of pairs) {
      assert.ok(keyOf(a, inputA));
      assert.equal(keyOf(a, inputA), keyOf(b, inputB), `${a} | ${b}`);
    }
  });

  it('differs for different errors', () => {
    const texts = [
      'cat: a: No such file or directory',
      'cat: a: Permission denied',
      'cat: a: Is a directory',
      trace('/w/a.py', 1, 'ValueError: bad value'),
      trace('/w/a.py', 1, 'TypeError: bad value'),
      "a.ts(1,2): error TS2304: Cannot find name 'x'.",
      "a.ts(1,2): error TS2322: Type 'x' is not assignable to type 'y'.",
      'HTTP error 404',
      'HTTP error 500',
      'Found 4 errors in 2 files.',
      'Found 3 errors in 2 files.',
      'fatal: not a git repository',
      'make: *** [all] Error 2',
    ];
    const keys = texts.map((text) => keyOf(text, shell('run')));
    assert.equal(new Set(keys).size, texts.length, JSON.stringify(keys));
  });

  it('also compares the values in `exact`', () => {
    const print = (name: string) =>
      errorPrint(`cat: ${name}: No such file or directory`, shell(`cat ${name}`), true);
    assert.equal(print('a.ts')?.key, print('b.ts')?.key);
    assert.notEqual(print('a.ts')?.exact, print('b.ts')?.exact);
    assert.equal(print('a.ts')?.exact, print('a.ts')?.exact);
    assert.equal(print('src')?.exact, print('./src/')?.exact, 'one folder, spelled otherwise');
    assert.notEqual(print('src')?.exact, print('../src')?.exact);
  });

  it('shows the line that names the error', () => {
    assert.equal(
      errorPrint(trace('/w/a.py', 3, 'ValueError: bad value'), shell('python a.py'), true)?.text,
      'ValueError: bad value',
    );
    assert.match(
      errorPrint(
        `building…\nstep one\nsrc/a.c:3:1: error: expected ';'\nmake: *** [all] Error 1`,
        shell('make'),
        true,
      )?.text ?? '',
      /error: expected/,
    );
    assert.ok(
      (errorPrint(`Error: ${'very long '.repeat(100)}`, {}, true)?.text.length ?? 0) <= 200,
    );
  });

  it('prefers an error that follows a traceback from start-up', () => {
    const start = `Error processing line 1 of /opt/site.pth:\n\n${trace('/opt/site.py', 1, "ModuleNotFoundError: No module named 'hooks'")}\n\nRemainder of file ignored\n`;
    const first = keyOf(`${start}usage: tool\nerror: the file has no rows`, shell('tool a'));
    assert.notEqual(
      first,
      keyOf(`${start}usage: tool\nerror: the file has too many rows`, shell('tool a')),
    );
  });

  it('compares a failure that names no error as a whole', () => {
    const report = (rating: string) =>
      `a.py:1:0: C0114\na.py:2:0: C0115\nrated at ${rating}/10 in 1.2s`;
    assert.equal(
      keyOf(report('5.00'), shell('lint')),
      keyOf(report('5.00').replace('1.2s', '1.4s'), shell('lint')),
    );
    assert.notEqual(keyOf(report('5.00'), shell('lint')), keyOf(report('7.00'), shell('lint')));
  });

  it('is undefined where there is nothing to compare', () => {
    for (const text of [
      '',
      '  \n',
      'Exit code 1',
      'Command exited with code 2',
      'Error: Exit code 127',
      'Error:',
    ]) {
      assert.equal(errorPrint(text, shell('x'), true), undefined, text);
    }
  });
});

describe('error print of an ordinary output', () => {
  it('exists for an error’s report', () => {
    const reports: [string, JsonObject?][] = [
      ['Error: bad escape \\p at position 1'],
      ['python try.py\nError: bad escape \\p at position 1', shell('python try.py')],
      [trace('/w/a.py', 1, 'pkg.errors.NotReady: call setup first')],
      [
        `cd /w && python a.py\r\n${trace('/w/a.py', 1, 'ValueError: x').replaceAll('\n', '\r\n')}`,
        shell('cd /w && python a.py'),
      ],
      [
        '  File "/w/a.py", line 19\n    print(f"{a")\n          ^\nSyntaxError: invalid syntax',
        shell('python a.py'),
      ],
      ['grep: src/a.ts: No such file or directory', shell('grep -n x src/a.ts')],
      ['The file src/x.ts does not exist.', { path: 'src/x.ts' }],
      ['Wrong answer!', shell('submit 1')],
      ['Failure: the command returned too much output.', { words: ['a'] }],
      [
        "src/a.ts(1,2): error TS2304: Cannot find name 'x'.\nsrc/b.ts(7,1): error TS2304: Cannot find name 'y'.",
        shell('npx tsc'),
      ],
      ['fatal: not a git repository (or any of the parent directories): .git', shell('git status')],
      ['bash: foo: command not found', shell('foo')],
      [
        'npm error code ENOENT\nnpm error syscall open\nnpm error path /w/package.json',
        shell('npm run build'),
      ],
    ];
    for (const [text, input] of reports) {
      assert.equal(ordinary(text.trim(), input)?.kind, 'error', text);
    }
  });

  it('does not exist for content that merely holds an error’s words', () => {
    const honest: [string, JsonObject?][] = [
      [
        "src/a.ts:12:  throw new Error('not found');\nsrc/b.ts:40:  // failed to load",
        shell('grep -rn Error src'),
      ],
      ['errors.ts\nfailed.log\nnot-found.html\nindex.ts', shell('ls')],
      ['     1\tthrow new Error("x");\n     2\treturn;', { path: 'src/a.ts' }],
      [
        '12 passed, 1 failed in 0.3s\nFAILED tests/test_a.py::test_b - ValueError: x',
        shell('pytest'),
      ],
      ['No matches found', { pattern: 'x' }],
      ['No results for "left"', { query: 'left' }],
      ['Found 0 errors.', shell('npx tsc')],
      ['0 errors, 0 warnings', shell('eslint .')],
      ['Checked 40 files. No fixes needed.', shell('biome check')],
      ['All good, no error found.', shell('check')],
      [
        '2026-03-01 09:00:00 ERROR could not connect\n2026-03-01 09:00:01 INFO retrying',
        shell('cat app.log'),
      ],
      ['commit 3f9ac01\n\n    Fix error when a file is not found', shell('git log -1')],
      [
        'On branch main\nChanges not staged for commit:\n  modified: src/error.ts\nno changes added to commit',
        shell('git status'),
      ],
      [
        'The file src/error.ts has been edited.',
        { path: 'src/error.ts', old_str: 'a', new_str: 'b' },
      ],
      [
        'Testing value: a\nValidation failed (as expected)\nTesting value: b\nok',
        shell('python try.py'),
      ],
      [
        "rm: cannot remove 'db.sqlite': No such file or directory\nCreating tables\nSaved 3 rows\nAll done",
        shell('rm db.sqlite; python try.py'),
      ],
      [
        'export class NotFoundError extends Error {\n  constructor() { super("not found"); }\n}',
        shell('sed -n 1,3p src/errors.ts'),
      ],
      [
        'Function main not found! Instead, here is the listing of run:\n\nvoid run(void) {\n  init();\n  loop();\n}',
        { name: 'main' },
      ],
      ['Count: 1\nError rate: 0.2\nLatency: 12', shell('python stats.py')],
      ['line\n'.repeat(400) + 'Error: at the end', shell('run')],
      ['warning: unused variable `a`', shell('cargo build')],
      ['Your branch is not behind; nothing to do\nhere', shell('git status')],
      ['def parse(self):\n    raise ValueError("bad")', shell('cat a.py')],
      [
        '# Error handling\n\nIf a file is not found, the tool prints an error.',
        shell('cat README.md'),
      ],
    ];
    for (const [text, input] of honest) {
      assert.equal(ordinary(text, input), undefined, text);
    }
  });
});

describe('refusals of a call’s form', () => {
  it('differ from errors of the executed program', () => {
    const refusals = [
      'InputValidationError: Edit failed due to the following issue:\nThe required parameter `file_path` is missing',
      'Error: missing required parameter: path',
      'Invalid tool call: arguments are not an object',
      'Unknown tool: read_fle',
      'No such tool available: Foo',
      'Tool "foo" not found. Available tools: a, b',
      'Your last response could not be parsed. Answer with one command.',
      'The request is not in the right format.',
      'Invalid JSON arguments: Unexpected end of input',
      'Failed to parse tool arguments: expected a comma',
      'Please always provide EXACTLY ONE action in triple backticks, found 3 actions.',
      'Your answer does not contain a code block.',
      "must have required property 'path'",
      'The tool call was rejected: unknown parameter `recursive`',
      'Missing required argument: command',
      'Your edit did not change all the lines that it should. Here is a template: …',
    ];
    for (const text of refusals) {
      assert.equal(errorPrint(text, {}, true)?.kind, 'validation', text);
      assert.equal(ordinary(text, {})?.kind, 'validation', text);
    }
    for (const text of [
      'cat: a: No such file or directory',
      trace('/w/a.py', 1, 'json.JSONDecodeError: Expecting value: line 1 column 1 (char 0)'),
      'fatal: not a git repository',
      'Error: x is not defined',
    ]) {
      assert.equal(errorPrint(text, {}, true)?.kind, 'error', text);
    }
  });

  it('are the same whatever help text follows', () => {
    const text = (help: string) =>
      `Your edit did not target all the lines. Here is a template: ${help}`;
    assert.equal(
      ordinary(text('[1, 2]'), { a: 'x' })?.key,
      ordinary(text(`[7] ${'y'.repeat(2000)}`), { a: 'y' })?.key,
    );
  });
});

describe('error prints', () => {
  it('finish on hostile texts', () => {
    const pieces = [
      'error ',
      'error: x\n',
      'a:',
      'A.',
      'a/',
      '"',
      "'a",
      '`',
      ' ',
      '\n]',
      'Traceback (most recent call last):\nFile "a", line 1\n',
      'your fix ',
      'invalid arguments ',
      'tool ',
      'required parameter ',
      '<a>',
      '\t1',
      'é:',
      '1.',
    ];
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(16_384 / piece.length));
      for (const failed of [true, false]) {
        errorPrint(text, { command: text.slice(0, 999), text, more: [text, { text }] }, failed);
      }
      assert.equal(typeof mayBeError(text), 'boolean');
    }
  });
});
