/** Cases in which nothing comes of the calls. */
import { runners } from '../identity/runners.js';
import { each, other, row, source, times, word } from './cases.js';

describe('cases: no progress', () => {
  const noOps = ['true', ':', 'sleep 1', 'echo ok'];
  row('`true`, `:`, `sleep 1`, `echo ok` rotating', 'no-progress at 6', {
    'as they are': each(12, (tools, i) => tools.run(noOps[i % 4] ?? '', i % 4 === 3 ? 'ok' : '')),
    'other words': each(12, (tools, i) =>
      tools.run(
        ['echo done', 'sleep 2', 'true', 'echo "waiting"'][i % 4] ?? '',
        ['done', '', '', 'waiting'][i % 4] ?? '',
      ),
    ),
    joined: each(12, (tools, i) =>
      tools.run(
        ['true && true', 'sleep 1; echo ok', ': ; :', 'printf ready'][i % 4] ?? '',
        ['', 'ok', '', 'ready'][i % 4] ?? '',
      ),
    ),
    'with a comment': each(12, (tools, i) =>
      tools.run(
        [
          ': # waiting for the user',
          'true # nothing left to do',
          'echo "placeholder"',
          '/bin/true',
        ][i % 4] ?? '',
        ['', '', 'placeholder', ''][i % 4] ?? '',
      ),
    ),
  });
  // the first one may be a heading
  row('another sentence by `echo` each time', 'no-progress at 7', {
    'what is done': each(12, (tools, i) =>
      tools.run(
        `echo "The ${word(i)} is done, ${i} of 12."`,
        `The ${word(i)} is done, ${i} of 12.`,
      ),
    ),
  });
  row('read /dev/null ×10', 's4', {
    'by a tool': each(10, (tools) => tools.read('/dev/null', '')),
    'by cat': each(10, (tools) => tools.run('cat /dev/null', '')),
  });
  row('git status ×10, clean', 'w3 s5', {
    'in full': each(10, (tools) =>
      tools.run(
        'git status',
        "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean",
      ),
    ),
    'in short': each(10, (tools) => tools.run('git status --short', '')),
    'from elsewhere': each(10, (tools) => tools.run('cd /w && git status --porcelain', '')),
  });
  row('`cd /w && pytest`, `pytest`, `(cd /w && pytest)`, same output', 'loop at 4', {
    pytest: each(8, (tools, i) =>
      tools.run(
        ['cd /w && pytest', 'pytest', '(cd /w && pytest)'][i % 3] ?? '',
        runners['pytest']?.output(['empty'], 1.2) ?? '',
        1,
      ),
    ),
    'npm test': each(8, (tools, i) =>
      tools.run(
        ['cd /w && npm test', 'npm test 2>&1', 'npm test 2>&1 | tail -40', '(cd /w; npm test)'][
          i % 4
        ] ?? '',
        runners['mocha']?.output(['empty'], 1.2) ?? '',
        1,
      ),
    ),
    'a search': each(8, (tools, i) =>
      tools.run(
        ['cd /w && grep -rn token src', 'grep -rn token src', 'grep -rn token src | head -50'][
          i % 3
        ] ?? '',
        'src/a.c:4: token',
      ),
    ),
  });
  row('to-do list reworded only ×12', 'no-progress at 5', {
    'one item': each(12, (tools, i) => tools.todo([`Look at the ${word(i)}`])),
    'several items': each(12, (tools, i) =>
      tools.todo([`Look at the ${word(i)}`, `Then fix the ${word(i + 1)}`, 'Run the tests']),
    ),
  });
  row('to-do list and rereading one file', 'by 8', {
    'the list first': each(14, (tools, i) =>
      i % 2 === 0 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a')),
    ),
    'the file first': each(14, (tools, i) =>
      i % 2 === 1 ? tools.todo([`Understand ${word(i)}`]) : tools.read('/w/a.ts', source('a')),
    ),
  });
  row('"old_string not found", varying guesses ×10', 'error-loop at 4', {
    guesses: each(10, (tools, i) =>
      tools.failedReplace(
        '/w/a.ts',
        `function ${word(i)}(a, b) {`,
        `function ${word(i)}(a, b, c) {`,
      ),
    ),
    'guesses of several lines': each(10, (tools, i) =>
      tools.failedReplace(
        '/w/a.ts',
        `if (x) {\n  ${word(i)}();\n}`,
        `if (y) {\n  ${word(i)}();\n}`,
      ),
    ),
    'as ordinary output': times(10, (i) =>
      other(
        'str_replace_editor',
        { command: 'str_replace', path: '/w/a.py', old_str: `x = ${word(i)}`, new_str: 'x = 1' },
        `No replacement was performed, old_str \`x = ${word(i)}\` did not appear verbatim in /w/a.py.`,
      ),
    ),
    'with a hint at the nearest lines': times(10, (i) =>
      other(
        'edit',
        { path: '/w/a.py', oldText: `return ${word(i)}`, newText: 'return 1' },
        `Could not find the exact text in /w/a.py. The old text must match exactly. Closest match at line ${10 + i * 3}:\n${source(i, 3)}`,
        { ok: false },
      ),
    ),
  });
  row('malformed input, identical ×12', 'error-loop at 4', {
    'not JSON': times(12, () =>
      other(
        'Write',
        {},
        'InputValidationError: Write failed due to the following issues:\nThe required parameter `file_path` is missing\nThe required parameter `content` is missing',
        { ok: false },
      ),
    ),
    'a wrong type': times(12, () =>
      other(
        'read_file',
        { absolute_path: ['a.ts'] },
        'Invalid tool parameters: params/absolute_path must be string',
        { ok: false },
      ),
    ),
    'raw text': times(12, () =>
      other(
        'shell',
        { raw: '{"command": ["bash", "-lc", "ls' },
        'failed to parse function arguments: EOF while parsing a string at line 1 column 31',
        { ok: false },
      ),
    ),
  });

  const asked = [
    'npm test',
    'pwd && ls -la',
    'npx vitest run --reporter=verbose',
    'cat out.txt',
    'node --version',
    'npm test | tee test.log',
    'tail -n 40 test.log',
    'which node npm',
    'git status',
    'date',
    'npm run test -- --no-color',
    'uname -a',
  ];
  row('a terminal that answers everything with one text', 's by 12', {
    'its prompt': each(12, (tools, i) => tools.run(asked[i] ?? '', 'me@devbox:/w$')),
    'a sentence': each(12, (tools, i) => tools.run(asked[i] ?? '', 'Warmup of the helper')),
  });
  const versioned = [
    'cat VERSION',
    'jq -r .version package.json',
    'git describe --tags',
    'grep -oP "version: \\K.*" chart/Chart.yaml',
    'docker inspect -f "{{.Config.Labels.version}}" shop',
    'node -p "require(\'./dist/version\').default"',
  ];
  row('one text is looked for in several places', 'watch at most', {
    'a version, and it is everywhere': each(6, (tools, i) =>
      tools.run(versioned[i] ?? '', '2.14.0-rc.1+4f1c2aa'),
    ),
  });
});
