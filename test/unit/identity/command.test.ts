/** The kind and identity of shell commands. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/events.js';
import { classifyCommand, type CommandKind } from '../../../src/core/identity/command/command.js';
import { actionKey, findCommand, folderElsewhere } from '../../../src/core/identity/tool/tool.js';

const document = (head: string, ...lines: string[]): string =>
  [`${head} <<'EOF'`, ...lines, 'EOF'].join('\n');

describe('commands: the same action', () => {
  const same: Record<string, string[]> = {
    'folder, grouping, steering and cutting of output': [
      'pytest',
      'cd /w && pytest',
      '(cd /w && pytest)',
      'cd /w; pytest',
      '{ pytest; }',
      'pytest 2>&1 | tail -20',
      'pytest 2>/dev/null',
      'pytest   ',
      'pytest > /dev/null 2>&1',
      'pytest |& head -n 5',
      '(cd /w; pytest) 2>&1 | tail -n 50 | cat',
      'time pytest',
      'timeout 60 pytest',
      'timeout -k 5 60s pytest',
      'set -e\npytest',
      'set -euo pipefail; pytest',
      'pytest; echo "exit: $?"',
      'pytest || true',
      'pytest && echo ok || echo bad',
      'echo "--- tests ---"; pytest',
      '# run them\npytest # all',
      'sleep 5; pytest',
      'env pytest',
      'nohup pytest',
      'bash -lc "cd /w && pytest"',
      "sh -c 'pytest 2>&1'",
      'pytest;',
    ],
    'quoting and white space': [
      'grep -n "foo bar" a.txt',
      "grep  -n 'foo bar'   a.txt",
      'grep -n foo\\ bar a.txt',
      '(grep -n "foo bar" a.txt)',
    ],
    lines: [
      'npm ci && npm test',
      'npm ci\nnpm test',
      'npm ci &&\n  npm test',
      'npm ci; npm test\n',
      'npm ci && \\\n  npm test',
    ],
    'here-documents': [
      document('python -', 'print(1)'),
      `cd /w && ${document('python -', 'print(1)')}`,
      `${document('python -', 'print(1)')}\n`,
    ],
  };
  for (const [name, commands] of Object.entries(same)) {
    it(name, () => {
      for (const command of commands) {
        assert.equal(
          classifyCommand(command).canonical,
          classifyCommand(commands[0] ?? '').canonical,
          command,
        );
      }
    });
  }

  const different: [string, string][] = [
    ['pytest a.py', 'pytest b.py'],
    ['A=1 pytest', 'A=2 pytest'],
    ['echo a', 'echo b'],
    ['sleep 1', 'sleep 2'],
    ['cat a && cat b', 'cat b && cat a'],
    ['sed -i s#a#b# f', 'sed -i s#c#d# f'],
    ['grep "a b" f', 'grep a b f'],
    ['make > a.log', 'make > b.log'],
    ['make > a.log', 'make'],
    ['echo $A', 'echo $B'],
    ['ls *.ts', 'ls *.js'],
    [document('python -', 'print(1)'), document('python -', 'print(2)')],
    [document('cat > f', 'a'), document('cat > f', 'b')],
    [
      "git commit -m \"$(cat <<'EOF'\nit's one\nEOF\n)\"",
      "git commit -m \"$(cat <<'EOF'\nit's two\nEOF\n)\"",
    ],
    ['a | b', 'a && b'],
    ['tail -5 f', 'tail -6 f'],
    ["python -c 'a = 1\nb = 2'", "python -c 'a = 1\nb = 3'"],
    ['cat < a', 'cat < b'],
    ['git branch -D a', 'git branch -D b'],
    [`${'x'.repeat(5000)} a`, `${'x'.repeat(5000)} b`],
  ];
  it('differs from other actions', () => {
    for (const [one, other] of different) {
      assert.notEqual(classifyCommand(one).canonical, classifyCommand(other).canonical, one);
    }
  });

  it('reads plain words as the tokenizer does', () => {
    for (const command of [
      'cd /w && npm run a -- --flag "x y" | tail -n 20',
      "grep -rn 'a|b' src; ls -la",
      'a "" b',
      'FOO=bar make x || ./y.sh',
      'git log --format=%H',
      'find . -name "*.ts" | head',
    ]) {
      assert.equal(
        classifyCommand(command).canonical,
        classifyCommand(`(${command})`).canonical,
        command,
      );
    }
  });
});

describe('commands: kinds', () => {
  const kinds: Record<CommandKind, string[]> = {
    'no-op': [
      'true',
      ':',
      'echo ok',
      'echo "all done" && true',
      'cd /w',
      'cat /dev/null',
      'printf "x\\n"',
      'bash -c "true"',
      '',
    ],
    wait: ['sleep 5', 'echo waiting; sleep 1'],
    poll: [
      'sleep 5; kubectl get pods',
      'sleep 30 && tail -5 server.log',
      'kubectl rollout status deploy/api --timeout=20s',
      'kubectl wait --for=condition=ready pod/api',
      'gh run watch 4711',
    ],
    test: [
      'npm test',
      'npm run test:unit',
      'yarn test',
      'pnpm vitest run',
      'npx jest a',
      'npx --yes vitest',
      'python -m pytest -q',
      'python3 -m unittest',
      'uv run pytest',
      'poetry run pytest x',
      'go test ./...',
      'cargo test',
      'mvn -q test',
      './gradlew :app:testDebug',
      'make check',
      'PYTHONPATH=. pytest',
      'cd a && bundle exec rspec',
      'python manage.py test app',
      './tests/runtests.py queries',
      'python tests/runtests.py x',
      'bin/test core',
      './run_tests.sh',
      'node --test',
      'python test_fix.py',
      'npm --prefix web test',
      'timeout 9 bash -c "cd /w && pytest"',
      'node node_modules/jest/bin/jest.js',
      'dotnet test',
      'docker ps; pytest',
      'coverage run -m pytest',
    ],
    change: [
      'sed -i s/a/b/ f',
      'perl -pi -e s/a/b/ f',
      'perl -0777 -i -pe s/a/b/ f',
      'perl -0pi -e s/a/b/ f',
      'git commit -m "a; b"',
      'git -C x checkout f',
      'echo x > f',
      'cat a >> b',
      'rm -rf x',
      'pip install x',
      'npm install',
      'npx prettier --write .',
      'black .',
      'find . -name x -delete',
      'git status && git add .',
      document('cat > f', 'pytest', 'npm test'),
      document('tee f', 'x'),
      'git branch -D old',
      'git stash',
      'find . -name "*.pyc" | xargs rm',
      'ls | tee list.txt',
    ],
    other: [
      'ls',
      'cat f',
      'npm run build',
      'tsc --noEmit',
      'python x.py',
      './a.out',
      'git status',
      'grep test f',
      'echo $HOME',
      'echo *',
      'echo "$(date)"',
      'echo `date`',
      'grep "npm test" README.md',
      'test -f x',
      'cat pytest.ini',
      "python -c 'import x\ntest(1)\nrm = 2'",
      'black --check .',
      'pip list',
      'git branch -a',
      'npm run latest',
      document('python -', 'import pytest', 'rm'),
      'python contest.py',
      'perl -Ilib -MList::Util=sum app.pl',
      'kubectl get pods',
      "grep -c 'a > b' f",
      'ls 2>&1',
      'unterminated "quote',
      'pytest --version',
      'echo ${',
    ],
  };
  for (const [kind, commands] of Object.entries(kinds)) {
    it(kind, () => {
      for (const command of commands) {
        assert.equal(classifyCommand(command).kind, kind, command);
      }
    });
  }

  it('gives each segment its kind', () => {
    const segments = (command: string): string =>
      classifyCommand(command)
        .segments.map((segment) => segment.kind)
        .join(' ');
    const table: Record<string, string> = {
      'cd x && git status && git diff | head': 'git-overview git-overview',
      'git log -3; git show HEAD; git branch': 'git-overview git-overview git-overview',
      'ls -la src; tree': 'list list',
      'cat a | grep b | wc -l': 'read search read',
      'find . -name a': 'search',
      'rg x': 'search',
      'npm run build && npm test': 'build test',
      'python a.py': 'run',
      'node x.js': 'run',
      './a.out': 'run',
      'npm run dev': 'run',
      'cargo build': 'build',
      'cargo run': 'run',
      'tsc -p .': 'build',
      make: 'build',
      'echo "x" | python a.py': 'no-op run',
      'sleep 1': 'wait',
      'true; :': 'no-op no-op',
      'for f in a b; do cat $f; done': 'other read',
      'git blame f': 'read',
      'git ls-files': 'list',
      'git grep x': 'search',
      'kubectl get pods': 'other',
      'cd x': 'no-op',
      'git stash list': 'git-overview',
      'git tag v1': 'change',
      'git branch new': 'change',
      'git branch --show-current': 'git-overview',
      'python -m http.server': 'run',
      'python -m mypy src': 'build',
    };
    for (const [command, expected] of Object.entries(table)) {
      assert.equal(segments(command), expected, command);
    }
  });

  it('treats exit code 1 of searches and comparisons as a finding', () => {
    for (const command of [
      'grep x f',
      'cd a && rg x',
      'diff a b',
      'git diff --exit-code',
      '[ -f x ]',
      'cat f | grep x',
    ]) {
      assert.equal(classifyCommand(command).findingCode, 1, command);
    }
    for (const command of ['npm test', 'grep x f && npm test', 'cat f']) {
      assert.equal(classifyCommand(command).findingCode, undefined, command);
    }
  });
});

describe('commands: files', () => {
  it('finds the lines read', () => {
    const table: Record<string, string> = {
      'cat f': 'f',
      'cat a b': 'a b',
      "sed -n '10,20p' f": 'f:10-20',
      'sed -n "5p" f': 'f:5-5',
      "sed -n '5,$p' f": 'f:5-',
      "sed -n '5,+3p;20,22p' f": 'f:5-8 f:20-22',
      'sed 10q f': 'f:1-10',
      'head -50 f': 'f:1-50',
      'head -n 5 f': 'f:1-5',
      'head f': 'f:1-10',
      'tail -n +100 f': 'f:100-',
      'tail -n +100 f | head -20': 'f:100-119',
      'head -n 60 f | tail -n +50': 'f:50-60',
      "nl -ba f | sed -n '1,20p'": 'f:1-20',
      'cat -n f | head': 'f:1-10',
      'cd src && cat ./a.ts': 'src/a.ts',
      'cd /w && cat /x/a': '/x/a',
      "awk 'NR>=10 && NR<=20' f": 'f:10-20',
      'cat a && head -3 b': 'a b:1-3',
      'bash -lc "sed -n 1,5p a"': 'a:1-5',
    };
    for (const [command, expected] of Object.entries(table)) {
      const reads = classifyCommand(command).reads.map(({ path, from, to }) =>
        from === undefined ? path : `${path}:${from}-${to ?? ''}`,
      );
      assert.equal(reads.join(' '), expected, command);
    }
  });
  it('finds none where the lines are uncertain', () => {
    for (const command of [
      'tail -f f',
      'tail -c 5 f',
      'cat f | grep x',
      'cat *.ts',
      'cat $F',
      'cat a > b',
      'head -c 10 f',
      "sed -n '/a/,/b/p' f",
      'sed s/a/b/ f',
      'echo "$(cat f)"',
      'cat f | sort',
      'grep x f',
      'cat a b | head',
    ]) {
      assert.deepEqual(classifyCommand(command).reads, [], command);
    }
  });
  it('finds last lines', () => {
    assert.deepEqual(classifyCommand('tail f').reads, [{ path: 'f', last: 10 }]);
    assert.deepEqual(classifyCommand('cd d && tail -5 f').reads, [{ path: 'd/f', last: 5 }]);
  });
  it('finds writes by here-documents and echoes', () => {
    const writes = (command: string): unknown => classifyCommand(command).writes;
    const [a, b] = [
      { path: 'f', content: 'a\n  b # c\n', appends: false },
      { path: 'f', content: 'x\n', appends: true },
    ];
    for (const command of [
      document('cat > f', 'a', '  b # c'),
      "cat <<'EOF' > f\na\n  b # c\nEOF",
      'cat <<EOF >f\na\n  b # c\nEOF\n',
      'tee f <<EOF\na\n  b # c\nEOF',
    ]) {
      assert.deepEqual(writes(command), [a], command);
    }
    assert.deepEqual(writes(document('cat >> f', 'x')), [b]);
    assert.deepEqual(writes('cat >> f <<-"END"\nx\n\tEND\nls'), [b]);
    assert.deepEqual(writes('echo x >> f'), [b]);
    assert.deepEqual(writes('bash -c "echo x" >> f'), [b]);
    assert.deepEqual(writes(document('cd /w && cat > a/f', 'x')), [
      { path: '/w/a/f', content: 'x\n', appends: false },
    ]);
    assert.deepEqual(writes("cat > a <<'X' && cat > b <<'Y'\n1\nX\n2\nY\n"), [
      { path: 'a', content: '1\n', appends: false },
      { path: 'b', content: '2\n', appends: false },
    ]);
    for (const command of [
      'cat > f',
      'cat a > f',
      'echo $A > f',
      'python x > f',
      document('python -', 'x'),
    ]) {
      assert.deepEqual(writes(command), [], command);
    }
  });
  it('finds patches', () => {
    const patch = ['*** Begin Patch', '*** Update File: a', '@@', '-x', '+y', '*** End Patch'];
    assert.deepEqual(classifyCommand(document('apply_patch', ...patch)).patches, [
      `${patch.join('\n')}\n`,
    ]);
    assert.deepEqual(
      classifyCommand(`bash -lc 'apply_patch <<"EOF"\n${patch.join('\n')}\nEOF'`).patches,
      [`${patch.join('\n')}\n`],
    );
    assert.deepEqual(classifyCommand(`apply_patch '${patch.join('\n')}'`).patches, [
      patch.join('\n'),
    ]);
    assert.deepEqual(classifyCommand(document('git apply', 'x')).patches, ['x\n']);
  });
});

describe('commands that the tokenizer refuses', () => {
  const refused = [
    'x=${name:-a b}; pytest -q "${x',
    'pytest ${ARGS:-a b}',
    'npm test ${}',
    'pytest "${levels',
    'cat src/a.ts ${x',
  ];
  it('are actions of their own', () => {
    assert.equal(
      new Set(refused.map((command) => classifyCommand(command).canonical)).size,
      refused.length,
    );
    for (const command of refused) {
      assert.ok(classifyCommand(command).segments.length > 0, command);
      assert.notEqual(classifyCommand(command).canonical, '');
    }
  });
  it('keep their kind', () => {
    assert.equal(classifyCommand('cd /w && pytest ${ARGS:-a b} 2>&1 | tail').kind, 'test');
    assert.equal(classifyCommand('echo ${#levels[@]} && npm test ${}').kind, 'test');
    assert.equal(classifyCommand('sed -i s/a/b/ "${files').kind, 'change');
    assert.deepEqual(
      classifyCommand('for l in ${levels:-a b}; do grep -n "$l" f; done').segments.map(
        ({ kind }) => kind,
      ),
      ['other', 'search'],
    );
  });
  it('are the same action without folder and cutting', () => {
    assert.equal(
      classifyCommand('cd /w && pytest ${ARGS:-a b} | tail').canonical,
      classifyCommand('pytest ${ARGS:-a b}').canonical,
    );
  });
});

describe('commands: hostile text', () => {
  it('is parsed in linear time', () => {
    const texts = [
      '"',
      "'",
      '\\',
      '`',
      '$(',
      '${',
      '<<A\n',
      '"$(cat <<A\n',
      '#\n',
      '((',
      '| ',
      '"\\',
      '\'"',
      'a=1 ',
      'bash -c ',
      '\n',
      ' 2>&1',
      'cd a;',
      '{ ',
    ];
    const began = process.cpuUsage().user;
    for (const text of texts) {
      classifyCommand(text.repeat(100_000 / text.length));
    }
    const spent = (process.cpuUsage().user - began) / 1000;
    assert.ok(spent < 2000, `${spent} ms for ${texts.length} texts of 100,000 characters`);
  });
});

describe('shell actions', () => {
  const key = (input: JsonObject): string => actionKey('shell', 'Bash', input);
  it('are identified by the command alone', () => {
    const more: JsonObject[] = [
      { timeout: 5 },
      { description: 'Runs it' },
      { run_in_background: true },
      { workdir: '/w' },
    ];
    for (const input of more) {
      assert.equal(key({ ...input, command: 'cd /w && pytest' }), key({ command: 'pytest' }));
    }
    assert.notEqual(key({ command: 'pytest a' }), key({ command: 'pytest b' }));
  });
  it('of other tools are identified by their whole input in any order, without narration', () => {
    const other = (input: Record<string, string>): string => actionKey('other', 'mcp__x__y', input);
    assert.equal(other({ a: '1', b: '2' }), other({ b: '2', a: '1', explanation: 'why' }));
    assert.equal(other({ uri: 'file:///w/a.ts' }), other({ uri: '/w/a.ts' }));
    assert.notEqual(other({ uri: 'file://server/a.ts' }), other({ uri: '/server/a.ts' }));
    assert.notEqual(other({ command: 'pytest' }), other({ command: 'cd /w && pytest' }));
    assert.notEqual(
      actionKey('edit', 'edit', { command: 'edit 1:2\n a # b' }),
      actionKey('edit', 'edit', { command: 'edit 1:2\n a' }),
    );
  });
  it('may be given as a list of words', () => {
    assert.equal(findCommand({ command: ['bash', '-lc', 'npm test'] }), 'npm test');
    assert.equal(findCommand({ command: ['git', 'status'] }), 'git status');
    assert.equal(
      classifyCommand(findCommand({ command: ['grep', "it's a", 'f'] }) ?? '').canonical,
      classifyCommand('grep "it\'s a" f').canonical,
    );
  });
  it('differ in a folder other than the session’s', () => {
    const folders = (cwd: string, ...commands: string[]): (string | undefined)[] => {
      const session = { cwd, home: undefined };
      return commands.map((command) => folderElsewhere(session, 'shell', { command }));
    };
    assert.deepEqual(
      folders(
        '/w',
        'cd /w && a',
        'a',
        '(cd /w; a)',
        'cd /w/b && a',
        'cd /w/c && a',
        'cd c && a',
        'cd b && a',
      ),
      [undefined, undefined, undefined, undefined, 'c', 'c', undefined],
    );
    assert.deepEqual(folders('/elsewhere', 'cd /w && a', 'a', 'cd /w/ && a', 'cd $X && a'), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
