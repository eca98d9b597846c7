/** Cases of scripts that an agent writes to see what is wrong: their prints are not facts, their errors are, and silence is an outcome. */
import { each, other, row, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

/** A reproduction script in one language: `i` numbers its versions, which print more and more and end in the same error. */
interface Script {
  path: (i: number) => string;
  content: (i: number) => string;
  command: (i: number) => string;
  output: (i: number) => string;
}

const lines = (n: number, line: (k: number) => string): string =>
  Array.from({ length: n }, (_, k) => line(k)).join('\n');

const scripts: Record<string, Script> = {
  python: {
    path: (i) => `/tmp/repro${i === 0 ? '' : i}.py`,
    content: (i) =>
      `import tables\n${lines(i + 1, (k) => `print("${word(k)} rows:", tables.${word(k)}())`)}\ntables.join()`,
    command: (i) => `cd /w && python /tmp/repro${i === 0 ? '' : i}.py`,
    output: (i) =>
      `${lines(i + 1, (k) => `${word(k)} rows: ${k * 17 + 3}`)}\nTraceback (most recent call last):\n  File "/tmp/repro${i === 0 ? '' : i}.py", line ${i + 3}, in <module>\n    tables.join()\n  File "/w/tables.py", line ${40 + i}, in join\n    return merge(left, right)\nValueError: cannot merge a table with itself`,
  },
  node: {
    path: (i) => `/tmp/check-${word(i)}.mjs`,
    content: (i) =>
      `import { join } from '/w/tables.js';\n${lines(i + 1, (k) => `console.log('step ${k}', ${word(k)});`)}\njoin();`,
    command: (i) => `NODE_ENV=test node /tmp/check-${word(i)}.mjs`,
    output: (i) =>
      `${lines(i + 1, (k) => `step ${k} { rows: ${k * 7} }`)}\nfile:///w/tables.js:${30 + i}\n    throw new RangeError('join needs two tables');\n          ^\n\nRangeError: join needs two tables\n    at join (file:///w/tables.js:${30 + i}:11)\n    at file:///tmp/check-${word(i)}.mjs:${i + 3}:1\n    at ModuleJob.run (node:internal/modules/esm/module_job:222:25)\n\nNode.js v20.11.0`,
  },
  go: {
    path: (i) => `/w/cmd/probe${i}/main.go`,
    content: (i) =>
      `package main\n\nfunc main() {\n${lines(i + 1, (k) => `\tfmt.Println("${word(k)}", tables.Len())`)}\n\ttables.Join()\n}`,
    command: (i) => `go run ./cmd/probe${i}/main.go`,
    output: (i) =>
      `${lines(i + 1, (k) => `${word(k)} ${k + 2}`)}\npanic: join of a closed table\n\ngoroutine 1 [running]:\nexample.com/tables.Join(...)\n\t/w/tables/join.go:${20 + i}\nmain.main()\n\t/w/cmd/probe${i}/main.go:${9 + i} +0x1d\nexit status 2`,
  },
  ruby: {
    path: (i) => `/tmp/try_${word(i)}.rb`,
    content: (i) =>
      `require '/w/tables'\n${lines(i + 1, (k) => `puts "at ${word(k)}: #{Tables.size}"`)}\nTables.join`,
    command: (i) => `bundle exec ruby /tmp/try_${word(i)}.rb`,
    output: (i) =>
      `${lines(i + 1, (k) => `at ${word(k)}: ${k * 3}`)}\n/w/tables.rb:${12 + i}:in \`join': undefined method \`rows' for nil:NilClass (NoMethodError)\n\tfrom /tmp/try_${word(i)}.rb:${4 + i}:in \`<main>'`,
  },
  'java with maven': {
    path: (i) => `/w/src/test/java/Probe${i}.java`,
    content: (i) =>
      `public class Probe${i} {\n  public static void main(String[] args) {\n${lines(i + 1, (k) => `    System.out.println("${word(k)} " + Tables.size());`)}\n    Tables.join();\n  }\n}`,
    command: (i) => `mvn -q exec:java -Dexec.mainClass=Probe${i} -Dexec.classpathScope=test`,
    output: (i) =>
      `${lines(i + 1, (k) => `${word(k)} ${k * 5}`)}\njava.lang.IllegalStateException: the left table is closed\n\tat Tables.join(Tables.java:${44 + i})\n\tat Probe${i}.main(Probe${i}.java:${6 + i})`,
  },
  'c with make': {
    path: () => '/w/probe.c',
    content: (i) =>
      `#include "tables.h"\nint main(void) {\n${lines(i + 1, (k) => `  printf("${word(k)} %d\\n", table_size());`)}\n  return table_join();\n}`,
    command: (i) => (i % 2 === 0 ? 'make probe && ./probe' : 'make -s probe; ./probe 2>&1'),
    output: (i) =>
      `${lines(i + 1, (k) => `${word(k)} ${k * 9}`)}\nprobe: tables.c:${51 + i}: table_join: Assertion \`left != right' failed.\nAborted (core dumped)`,
  },
  rust: {
    path: (i) => `/w/examples/probe${i}.rs`,
    content: (i) =>
      `fn main() {\n${lines(i + 1, (k) => `    println!("${word(k)} {}", tables::len());`)}\n    tables::join();\n}`,
    command: (i) => `cargo run --quiet --example probe${i}`,
    output: (i) =>
      `${lines(i + 1, (k) => `${word(k)} ${k * 11}`)}\n\nthread 'main' panicked at src/tables.rs:${33 + i}:9:\njoin of a closed table\nnote: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
  },
  shell: {
    path: (i) => `/tmp/probe-${i}.sh`,
    content: (i) =>
      `#!/bin/bash\n${lines(i + 1, (k) => `echo "now ${word(k)}: $(wc -l < ${word(k)}.csv)"`)}\n/w/bin/join`,
    command: (i) => (i % 2 === 0 ? `bash /tmp/probe-${i}.sh` : `sh -x /tmp/probe-${i}.sh`),
    output: (i) =>
      `${lines(i + 1, (k) => `now ${word(k)}: ${k * 4}`)}\njoin: error: cannot open the index of left.csv`,
  },
};

/** Ways to get a script written and run. */
const writtenAndRun: Record<string, (tools: Toolset, script: Script, i: number) => Act[]> = {
  written: (tools, { path, content, command, output }, i) => [
    tools.write(path(i), content(i)),
    tools.run(command(i), output(i), 1),
  ],
  'as a here-document': (tools, { path, content, command, output }, i) => [
    tools.run(`cat > ${path(i)} <<'EOF'\n${content(i)}\nEOF`, ''),
    tools.run(command(i), output(i), 1),
  ],
};

const grows = (script: Script, act: (tools: Toolset, script: Script, i: number) => Act[]): Scene =>
  each(12, (tools, i) => act(tools, script, i >> 1)[i % 2] ?? []);

const edited = (tools: Toolset, i: number, path = '/w/tables.py'): Act =>
  tools.replace(path, `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);

describe('cases: scripts of the agent’s own', () => {
  for (const [language, script] of Object.entries(scripts)) {
    for (const [way, act] of Object.entries(writtenAndRun)) {
      row(`a script rewritten longer each time, same last error, ${language}`, 'by 10', {
        [way]: grows(script, act),
      });
    }
    row(
      `a script and the library edited in turn, names differ, same last error, ${language}`,
      'by 10',
      {
        'prints added': each(12, (tools, i) => {
          const n = i >> 1;
          return i % 2 === 1
            ? tools.run(script.command(n - (n % 2)), script.output(n), 1)
            : n % 2 === 0
              ? tools.write(script.path(n), script.content(n))
              : tools.replace(
                  '/w/tables',
                  `step_${n}()`,
                  `step_${n}()\nprint("${word(n)}")\nother_${n}()`,
                );
        }),
      },
    );
  }
  row('inline scripts that grow, the same last error, edits between', 'by 10', {
    'python -c': each(12, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i)
        : tools.run(
            `python -c "import tables; ${lines(i, (k) => `print(${k}, tables.${word(k)}())`).replaceAll('\n', '; ')}; tables.join()"`,
            `${lines(i, (k) => `${k} ${k * 17}`)}\nTraceback (most recent call last):\n  File "<string>", line 1, in <module>\nValueError: cannot merge a table with itself`,
            1,
          ),
    ),
    'a here-document': each(12, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i)
        : tools.run(
            `cd /w; python3 - <<'EOF'\nimport tables\n${lines(i, (k) => `print(${k}, tables.${word(k)}())`)}\ntables.join()\nEOF`,
            `${lines(i, (k) => `${k} ${k * 17}`)}\nTraceback (most recent call last):\n  File "<stdin>", line ${i + 2}, in <module>\nValueError: cannot merge a table with itself`,
            1,
          ),
    ),
    'node -e': each(12, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i, '/w/tables.js')
        : tools.run(
            `node -e "const t = require('./tables'); ${lines(i, (k) => `console.log(${k}, t.${word(k)});`).replaceAll('\n', ' ')} t.join()"`,
            `${lines(i, (k) => `${k} ${k * 17}`)}\n[eval]:1\nconst t\n^\n\nError: join needs two tables\n    at join (/w/tables.js:${i + 9}:11)\n    at [eval]:1:${80 + i}`,
            1,
          ),
    ),
  });

  row('code for an interpreter that grows, the same last error, edits between', 'by 10', {
    'a notebook’s cell': each(12, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i)
        : other(
            'execute_ipython_cell',
            {
              code: `import tables\n${lines(i, (k) => `print(tables.${word(k)}())`)}\ntables.join()`,
            },
            `${lines(i, (k) => `<Row ${k * 17}>`)}\n---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\nCell In[${i}], line ${i + 2}\n      1 import tables\n----> ${i + 2} tables.join()\n\nFile /w/tables.py:${40 + i}, in join(left, right)\n---> ${40 + i} return merge(left, right)\n\nValueError: cannot merge a table with itself`,
          ),
    ),
  });

  const missing = (i: number): string =>
    `Traceback (most recent call last):\n  File "/tmp/repro.py", line 1, in <module>\nModuleNotFoundError: No module named '${word(i)}'`;
  row('an import fails for another missing library each time, each is installed', 'quiet', {
    'a script': (tools, story) => {
      story.step(tools.write('/tmp/repro.py', 'import everything\neverything.run()'));
      story.repeat(16, (i) =>
        i % 2 === 0
          ? tools.run('python /tmp/repro.py', missing(i >> 1), 1)
          : tools.run(
              `pip install ${word(i >> 1)}`,
              `Successfully installed ${word(i >> 1)}-1.${i}.0`,
            ),
      );
    },
    node: (tools, story) => {
      story.step(tools.write('/w/probe.js', "require('./everything').run();"));
      story.repeat(16, (i) =>
        i % 2 === 0
          ? tools.run(
              'node probe.js',
              `node:internal/modules/cjs/loader:1146\n  throw err;\n  ^\n\nError: Cannot find module '${word(i >> 1)}'\nRequire stack:\n- /w/probe.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1143:15)`,
              1,
            )
          : tools.run(`npm install ${word(i >> 1)}`, `added ${i + 1} packages in 2s`),
      );
    },
    go: each(16, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            'go run ./probe.go',
            `probe.go:${i + 3}:2: no required module provides package example.com/${word(i >> 1)}; to add it:\n\tgo get example.com/${word(i >> 1)}`,
            1,
          )
        : tools.run(
            `go get example.com/${word(i >> 1)}`,
            `go: added example.com/${word(i >> 1)} v1.${i}.0`,
          ),
    ),
  });

  /** A script of the agent's own that stays as it is, and what it says after each edit. */
  const checked =
    (output: (round: number) => string, exit = 1): Scene =>
    (tools, story) => {
      story.step(tools.write('/w/check.py', 'for each in errors():\n    print("error:", each)'));
      story.repeat(16, (i) =>
        i % 2 === 0 ? edited(tools, i) : tools.run('python check.py', output(i >> 1), exit),
      );
    };
  row('a script of the agent’s own tells that it gets better', 'quiet', {
    'fewer errors, the last one stays': checked((n) =>
      lines(9 - n, (k) => `error: ${word(k + n)} is missing`),
    ),
    'fewer errors, the first one stays': checked((n) =>
      lines(9 - n, (k) => `error: ${word(k)} is missing`),
    ),
    'fewer errors by number': checked((n) => `checking\nerror: ${40 - n * 4} links are broken`),
    'it comes further': checked(
      (n) =>
        `${lines(n, (k) => `migrated ${word(k)}`)}\nTraceback (most recent call last):\n  File "/w/check.py", line 3, in <module>\nKeyError: '${word(n)}'`,
    ),
    'all is well': checked((n) => `all ${n} checks ok`, 0),
  });
  row('the same error of the same script, further on each time', 'watch at most', {
    'eight runs': checked(
      (n) =>
        `${lines(n, (k) => `migrated ${word(k)}`)}\nTraceback (most recent call last):\n  File "/w/check.py", line 3, in <module>\nValueError: bad row`,
    ),
  });
  /** The script is mended after each run; what it says, by round. */
  const broken =
    (error: (round: number) => string): Scene =>
    (tools, story) => {
      story.step(tools.write('/tmp/repro.py', 'import tables\ntables.join()'));
      story.repeat(24, (i) =>
        i % 2 === 0
          ? edited(tools, i, i % 6 === 4 ? '/tmp/repro.py' : '/w/tables.py')
          : tools.run(
              'python /tmp/repro.py',
              `Traceback (most recent call last):\n  File "/tmp/repro.py", line 2, in <module>\n${error(i >> 1)}`,
              1,
            ),
      );
    };
  const same = 'FieldError: cannot join a table with itself';
  row('the same error of the same script, which breaks in another way now and then', 'by 15', {
    'each time otherwise': broken((n) => (n % 3 === 2 ? `NameError: ${word(n)}` : same)),
  });
  row('two errors of the same script in turn', 'by 19', {
    'one from the edits': broken((n) => (n % 2 === 1 ? 'NameError: rows' : same)),
  });
  row('the same error comes back after others, which were mended', 'watch at most', {
    'two others each time': broken((n) => (n % 3 === 0 ? same : `NameError: ${word(n)}`)),
  });
  const told = (n: number): string =>
    `${lines(n, (k) => `${word(k)}: ${k * 7} rows`)}\nError: cannot read the line “serr 1 2”`;
  row('a script that prints more each time and tells the same error, exit code 0', 'by 10', {
    'after edits of the library and of itself': each(16, (tools, i) =>
      i === 0
        ? tools.write('/w/read.py', 'import tables\nprint("Error:", tables.read())')
        : i % 2 === 1
          ? tools.run('python read.py', told(i >> 2))
          : edited(tools, i, i % 4 === 0 ? '/w/read.py' : '/w/tables.py'),
    ),
  });
  row('another error of the same script after each edit', 'quiet', {
    python: (tools, story) => {
      story.step(tools.write('/tmp/repro.py', 'import tables\ntables.join()'));
      story.repeat(16, (i) =>
        i % 2 === 0
          ? edited(tools, i)
          : tools.run(
              'python /tmp/repro.py',
              `Traceback (most recent call last):\n  File "/tmp/repro.py", line 2, in <module>\nValueError: ${word(i)} must not be empty`,
              1,
            ),
      );
    },
  });
  row('different scripts, each with an error of its own, edits between', 'quiet', {
    python: each(24, (tools, i) =>
      i % 3 === 0
        ? tools.write(`/tmp/${word(i)}.py`, `import ${word(i)}\n${word(i)}.run()`)
        : i % 3 === 1
          ? edited(tools, i)
          : tools.run(
              `python /tmp/${word(i - 2)}.py`,
              `Traceback (most recent call last):\n  File "/tmp/${word(i - 2)}.py", line 2, in <module>\nAssertionError`,
              1,
            ),
    ),
  });
});

/** A script that prints nothing although prints are added. */
const silent =
  (path: string, command: (i: number) => string, print: (i: number) => string): Scene =>
  (tools, story) => {
    story.step(tools.write(path, `start\n${print(99)}\n`));
    story.repeat(24, (i) =>
      i % 2 === 0
        ? tools.replace(path, `start_${i}`, `start_${i}\n${print(i)}`)
        : tools.run(command(i), ''),
    );
  };

describe('cases: silence', () => {
  // the first call writes the script
  row('a script of the agent’s own is silent after each edit that adds prints', 'w9 s17', {
    python: silent(
      '/w/probe.py',
      () => 'python probe.py',
      (i) => `print("${word(i)}", ${i})`,
    ),
    'python, other options': silent(
      '/tmp/probe.py',
      (i) =>
        [
          'python /tmp/probe.py',
          'cd /tmp && python3 probe.py',
          'python -u /tmp/probe.py',
          'timeout 60 python /tmp/probe.py',
        ][(i >> 1) % 4] ?? '',
      (i) => `print("${word(i)}", ${i})`,
    ),
    node: silent(
      '/w/probe.mjs',
      () => 'node probe.mjs',
      (i) => `console.log('${word(i)}', ${i});`,
    ),
    go: silent(
      '/w/probe.go',
      () => 'go run probe.go',
      (i) => `\tfmt.Println("${word(i)}", ${i})`,
    ),
    ruby: silent(
      '/w/probe.rb',
      () => 'ruby probe.rb',
      (i) => `puts "${word(i)} ${i}"`,
    ),
    shell: silent(
      '/w/probe.sh',
      () => 'bash probe.sh',
      (i) => `echo "${word(i)} ${i}"`,
    ),
    perl: silent(
      '/w/probe.pl',
      () => 'perl probe.pl',
      (i) => `print "${word(i)} ${i}\\n";`,
    ),
    'c, compiled first': silent(
      '/w/probe.c',
      () => 'gcc -o probe probe.c && ./probe',
      (i) => `  printf("${word(i)} ${i}\\n");`,
    ),
  });
  row('a silent script, rewritten with other prints each time', 'by 18', {
    'by a here-document': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            `cat > /tmp/probe${i}.py <<'EOF'\nimport tables\nprint("${word(i)}", tables.size())\nEOF`,
            '',
          )
        : tools.run(`python /tmp/probe${i - 1}.py`, ''),
    ),
    inline: each(24, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i)
        : tools.run(`python -c "import tables; print('${word(i)}', tables.size())"`, ''),
    ),
  });
  const silentAndWell: Record<string, Scene> = {
    'a compiler': each(24, (tools, i) =>
      i % 2 === 0 ? edited(tools, i, '/w/main.c') : tools.run('gcc -Wall -c main.c', ''),
    ),
    'a type checker': each(24, (tools, i) =>
      i % 2 === 0 ? edited(tools, i, '/w/main.ts') : tools.run('npx tsc --noEmit', ''),
    ),
    'a linter': each(24, (tools, i) =>
      i % 2 === 0 ? edited(tools, i, '/w/main.py') : tools.run('ruff check .', ''),
    ),
    'a formatter': each(24, (tools, i) =>
      i % 2 === 0 ? edited(tools, i, '/w/main.go') : tools.run('gofmt -l .', ''),
    ),
    'a checker of the agent’s own that only speaks of faults': (tools, story) => {
      story.step(
        tools.write(
          '/w/check_links.py',
          'import links\nfor bad in links.broken():\n    print("broken:", bad)\n',
        ),
      );
      story.repeat(24, (i) =>
        i % 2 === 0
          ? edited(tools, i, `/w/docs/${word(i)}.md`)
          : tools.run('python check_links.py', ''),
      );
    },
    'scripts that edit files': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.write(
            '/w/apply_fix.py',
            `text = open("src/${word(i >> 1)}.py").read()\nopen("src/${word(i >> 1)}.py", "w").write(text.replace("${word(i >> 1)}", "${word((i >> 1) + 1)}"))\nprint`,
          )
        : tools.run('python apply_fix.py', ''),
    ),
    'assertions that hold': each(24, (tools, i) =>
      i % 2 === 0
        ? edited(tools, i)
        : tools.run(`python -c "import tables; assert tables.${word(i)}() == ${i}"`, ''),
    ),
    'log lines put into ever other files, and a check of the project that says nothing': each(
      20,
      (tools, i) =>
        i % 2 === 0
          ? tools.replace(
              `/w/src/${word(i)}.py`,
              `def ${word(i)}(order):\n    return order.total`,
              `def ${word(i)}(order):\n    logger.info("total of %s", order.id)\n    return order.total - order.discount`,
            )
          : tools.run('bash scripts/check.sh', ''),
    ),
    'log lines put into one file, function by function': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.replace(
            '/w/src/orders.py',
            `def ${word(i)}(order):\n`,
            `def ${word(i)}(order):\n    log.debug("${word(i)} of %s", order.id)\n`,
          )
        : tools.run('python tools/check_types.py', ''),
    ),
    'commands written one by one, each of which prints, and a smoke test of its own': (
      tools,
      story,
    ) => {
      story.step(tools.write('/w/smoke.py', 'import cli\nassert cli.main(["--help"]) == 0\n'));
      story.repeat(20, (i) =>
        i % 2 === 0
          ? tools.write(
              `/w/commands/${word(i)}.py`,
              `def run(args):\n    print("${word(i)}:", args.name)\n    return 0\n`,
            )
          : tools.run('python smoke.py', ''),
      );
    },
    'a program with a print put in, which is seen': (tools, story) => {
      story.step(tools.write('/w/probe.py', 'start'));
      story.repeat(24, (i) =>
        i % 2 === 0
          ? tools.replace('/w/probe.py', `start_${i}`, `start_${i}\nprint("${word(i)}")`)
          : tools.run('python probe.py', (i >> 1) % 3 === 2 ? `done: ${word(i)} ${i}` : ''),
      );
    },
  };
  row('silence that is success', 'quiet', silentAndWell);
});

describe('cases: a script of somebody else’s, after prints were added to what it runs', () => {
  const rounds =
    (
      edited: (i: number) => string,
      output: (i: number) => string,
      command = 'python check.py',
    ): Scene =>
    (tools, story) => {
      story.repeat(24, (i) => {
        const round = Math.floor(i / 2);
        return i % 2 === 0
          ? tools.replace(
              '/w/src/rows.py',
              `def step_${round}(self):`,
              `def step_${round}(self):\n        ${edited(round)}`,
            )
          : tools.run(command, output(round));
      });
    };
  row('none of the prints ever shows', 'w8 s16', {
    python: rounds(
      (i) => `print("in step ${i}")`,
      () => '',
    ),
    node: rounds(
      (i) => `console.log("in step ${i}")`,
      () => '',
      'node tools/check.mjs',
    ),
  });
  row('each print shows', 'watch at most', {
    python: rounds(
      (i) => `print("${word(i)} step ${i}")`,
      (i) => `${word(i)} step ${i}\n`,
    ),
  });
  row('it says nothing because all is well, and no print was added', 'quiet', {
    python: rounds(
      (i) => `return ${word(i)}_${i}`,
      () => '',
    ),
  });
});

describe('cases: another copy runs than the one that is edited, and the script is edited, too', () => {
  const failing = (i: number): string =>
    `making /tmp/tmp7${i}e1afq\nTraceback (most recent call last):\n  File "/testbed/app/files.py", line 61, in save\nPermissionError: [Errno 13] Permission denied: '/tmp/tmp7${i}e1afq/t_746334${i}.txt'`;
  const turn =
    (runs: number, passes: boolean): Scene =>
    (tools, story) => {
      story.repeat(runs * 2, (i) => {
        const round = Math.floor(i / 2);
        const path = round % 2 === 0 ? '/home/dev/proj/app/files.py' : '/home/dev/proj/repro.py';
        return i % 2 === 0
          ? tools.replace(path, `x${round}`, `y${round}`)
          : passes && round === runs - 1
            ? tools.run('python repro.py', 'ok')
            : tools.run('python repro.py', failing(round), 1);
      });
    };
  row('only runs after an edit of the copy tell that it does not run', 'w6 s10', {
    'by turns': turn(8, false),
  });
  row('it runs after all', 'watch at most', { 'by turns': turn(4, true) });
});
