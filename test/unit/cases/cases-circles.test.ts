/** Cases of work that goes in circles: the same failures under other commands, reverted edits, edits that change nothing. */
import { each, row, source, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const pytest = (failing: readonly string[], i = 0): string =>
  runners['pytest']?.output([...failing], 1 + i * 0.13) ?? '';
const editOf = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/parser.py', `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);
const flags = [
  'pytest',
  'pytest -v',
  'pytest -x --tb=short',
  'python -m pytest',
  'pytest -q',
  'pytest --lf',
  'pytest -vv -s',
  'python -m pytest -rf',
  'pytest --tb=long',
  'pytest -p no:cacheprovider',
  'pytest --no-header',
  'pytest -l',
];

/** The first error of a compiler, whose place moves with every edit. */
const compilers: Record<string, (i: number) => [string, string]> = {
  gcc: (i) => [
    'gcc -o app main.c',
    `main.c: In function 'main':\nmain.c:${12 + i}:10: error: 'queue' undeclared (first use in this function)\n   ${12 + i} |   return queue.size;\n      |          ^~~~~`,
  ],
  rustc: (i) => [
    'cargo build',
    `   Compiling app v0.1.0 (/w)\nerror[E0382]: borrow of moved value: \`queue\`\n  --> src/main.rs:${12 + i}:9\n   |\n${12 + i} |     use(queue);\n   |         ^^^^^ value borrowed here after move\n\nerror: could not compile \`app\` (bin "app") due to 1 previous error`,
  ],
  go: (i) => ['go build ./...', `# example.com/app\n./main.go:${12 + i}:9: undefined: queue`],
  javac: (i) => [
    'javac Main.java',
    `Main.java:${12 + i}: error: cannot find symbol\n    queue.size();\n    ^\n  symbol:   variable queue\n  location: class Main\n1 error`,
  ],
  swiftc: (i) => [
    'swiftc main.swift',
    `main.swift:${12 + i}:9: error: cannot find 'queue' in scope\nreturn queue.count\n       ^~~~~`,
  ],
  python: (i) => [
    'python app.py',
    `  File "/w/app.py", line ${12 + i}\n    return queue.size(\n                     ^\nSyntaxError: '(' was never closed`,
  ],
  node: (i) => [
    'node app.js',
    `/w/app.js:${12 + i}\n  return queue.size(;\n                    ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal/modules/cjs/loader:1378:20)\n    at Module._compile (node:internal/modules/cjs/loader:1428:41)\n\nNode.js v22.1.0`,
  ],
  esbuild: (i) => [
    'npm run build',
    `> app@1.0.0 build\n> esbuild src/app.ts --bundle\n\n✘ [ERROR] Could not resolve "./queue"\n\n    src/app.ts:${12 + i}:22:\n      ${12 + i} │ import { queue } from "../queue"\n        ╵                       ~~~~~~~~~\n\n1 error`,
  ],
  ruby: (i) => [
    'ruby app.rb',
    `app.rb:${12 + i}: syntax error, unexpected end-of-input, expecting \`end'`,
  ],
};

describe('cases: round and round', () => {
  row('the same tests under different flags, nothing changed', 'loop by 9', {
    pytest: each(12, (tools, i) =>
      tools.run(flags[i] ?? '', `${'.'.repeat(i)}\n${pytest(['empty', 'nested'], i)}`, 1),
    ),
  });
  row('the same tests under other flags after each edit', 'by 10', {
    pytest: each(24, (tools, i) =>
      i % 2 === 0
        ? editOf(tools, i)
        : tools.run(flags[(i - 1) / 2] ?? '', pytest(['empty', 'nested'], i), 1),
    ),
  });
  row('a few flags to see more of a failure, then work', 'quiet', {
    pytest: (tools, story) => {
      story
        .repeat(4, (i) =>
          tools.run(
            flags[i] ?? '',
            `${'detail '.repeat(i * 20)}\n${pytest(['empty', 'nested'], i)}`,
            1,
          ),
        )
        .repeat(6, (i) => editOf(tools, i))
        .step(tools.run('pytest', pytest([])));
    },
    'one test at a time': (tools, story) => {
      story.repeat(8, (i) =>
        tools.run(`pytest tests/test_parser.py -k ${word(i)}`, pytest([word(i)], i), 1),
      );
    },
  });

  for (const [name, output] of Object.entries(compilers)) {
    row(`the first error of a compiler at another line after each edit, ${name}`, 'by 12', {
      'other edits': each(24, (tools, i) =>
        i % 2 === 0
          ? tools.replace('/w/main', `line ${i}`, `line ${i + 1}`)
          : tools.run(...output(i), 1),
      ),
    });
    row(`another error after each edit, ${name}`, 'quiet', {
      'other edits': each(24, (tools, i) => {
        const [command, text] = output(i);
        return i % 2 === 0
          ? tools.replace('/w/main', `line ${i}`, `line ${i + 1}`)
          : tools.run(
              command,
              text
                .replaceAll('queue', word((i - 1) / 2 + 4))
                .replaceAll("'('", `'${'([{<'[(i >> 1) % 4] ?? ''}${i}'`)
                .replaceAll("';'", `'${word(i)}'`)
                .replaceAll('expecting `end', `expecting \`${word(i)}`),
              1,
            );
      }),
    });
  }

  row('edit, test, revert: different edits, the same failures', 'by 16', {
    'by edits': each(
      24,
      (tools, i) =>
        [
          () => tools.replace('/w/src/parser.py', 'return None', `return ${word(i)}(text)`),
          () => tools.run('pytest', pytest(['empty'], i), 1),
          () => tools.replace('/w/src/parser.py', `return ${word(i - 2)}(text)`, 'return None'),
        ][i % 3]?.() ?? [],
    ),
    'by git': each(
      24,
      (tools, i) =>
        [
          () => tools.replace('/w/src/parser.py', 'return None', `return ${word(i)}(text)`),
          () => tools.run('pytest', pytest(['empty'], i), 1),
          () => tools.run('git checkout src/parser.py', 'Updated 1 path from the index'),
        ][i % 3]?.() ?? [],
    ),
  });
  row('edit, test, revert: each with its own failures, then one that is right', 'watch at most', {
    'by edits': (tools, story) => {
      story
        .repeat(
          12,
          (i) =>
            [
              () => tools.replace('/w/src/parser.py', 'return None', `return ${word(i)}(text)`),
              () => tools.run('pytest', pytest([word(i)], i), 1),
              () => tools.replace('/w/src/parser.py', `return ${word(i - 2)}(text)`, 'return None'),
            ][i % 3]?.() ?? [],
        )
        .step(tools.replace('/w/src/parser.py', 'return None', 'return {}'))
        .step(tools.run('pytest', pytest([])));
    },
  });

  const app = 'listening\nGET / 200\nGET /items 200\nclosing after the last of 4 connections';
  row('a print put in, read, and taken out again', 'watch at most', {
    'different prints': each(
      24,
      (tools, i) =>
        [
          () => tools.replace('/w/app.js', 'start();', `start();\nconsole.log('${word(i)} ${i}');`),
          () => tools.run('node app.js', `${app}\n${word(i - 1)} ${i - 1}`),
          () =>
            tools.replace(
              '/w/app.js',
              `start();\nconsole.log('${word(i - 2)} ${i - 2}');`,
              'start();',
            ),
          () => tools.run('node app.js', app),
        ][i % 4]?.() ?? [],
    ),
  });
  row('a test that is tried by breaking the code, each time in another way', 'watch at most', {
    mutants: each(
      20,
      (tools, i) =>
        [
          () => tools.replace('/w/src/parser.py', 'return tree', `return ${word(i)}`),
          () => tools.run('pytest', pytest(['empty'], i), 1),
          () => tools.replace('/w/src/parser.py', `return ${word(i - 2)}`, 'return tree'),
          () => tools.run('pytest', pytest([], i)),
        ][i % 4]?.() ?? [],
    ),
  });

  const unchanged = source('config', 14);
  row('scripts that change nothing', 'by 16', {
    'sed, then the same file': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`sed -i 's/${word(i)}${i}Limit/${word(i)}${i}Bound/' src/config.ts`, '')
        : tools.run('cat src/config.ts', unchanged),
    ),
    'other edits, then the same file': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/src/config.ts', `${word(i)}Limit${i}`, `${word(i)}Bound${i}`)
        : tools.run('cat src/config.ts', unchanged),
    ),
  });
  const honest: Record<string, Scene> = {
    'sed elsewhere, a look at the top': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`sed -i 's/${word(i)}${i}Limit/${word(i)}${i}Bound/' src/config.ts`, '')
        : tools.run('cat src/config.ts', `${unchanged}\n${word(i)}${i}Bound`),
    ),
    'edits below what is looked at': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`sed -i '${40 + i}s/old/new/' src/config.ts`, '')
        : tools.run("sed -n '1,14p' src/config.ts", unchanged),
    ),
    'other commands, and one file': each(12, (tools, i) =>
      i % 2 === 0
        ? tools.run(`mkdir -p out/${word(i)}`, '')
        : tools.run('cat src/config.ts', unchanged),
    ),
    'edits, and a check that stays good': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/src/config.ts', `a${i}`, `b${i}`)
        : tools.run('npm run lint', 'All files pass.'),
    ),
    'edits, and the state of the repository': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/src/config.ts', `a${i}`, `b${i}`)
        : tools.run('git status --short', ' M src/config.ts'),
    ),
  };
  row('edits that are seen, or of which nothing is to be seen', 'quiet', honest);
});

describe('cases: what must fail', () => {
  row('a validator that is given different wrong samples', 'watch at most', {
    'samples in a folder of tests': each(14, (tools, i) =>
      i % 2 === 0
        ? tools.write('/w/tests/fixtures/bad.json', `{"${word(i)}": ${i}}`)
        : tools.run(
            'node validate.js tests/fixtures/bad.json',
            'error: bad.json does not match the schema',
            1,
          ),
    ),
  });
  row('a failing test is asked for', 'quiet', {
    'before each of the cases is written': (tools, story) => {
      story.turn(
        'Write failing tests for the parser first; they must be red before you touch the code.',
      );
      story.repeat(24, (i) =>
        i % 2 === 0
          ? tools.replace(
              '/w/tests/test_parser.py',
              `# ${i}`,
              `def test_${word(i)}(): ...\n# ${i + 2}`,
            )
          : tools.run('pytest', pytest(['empty', 'nested'], i), 1),
      );
    },
  });
  const mutants =
    (prompt: string): Scene =>
    (tools, story) => {
      story.turn(prompt);
      for (let i = 0; i < 10; i++) {
        const [good, bad] = [`if ${word(i)} < limit:`, `if ${word(i)} <= limit:`];
        story
          .step(tools.replace('/w/shop/price.py', good, bad))
          .step(tools.run('pytest', pytest(['limit'], i), 1))
          .step(tools.replace('/w/shop/price.py', bad, good));
      }
    };
  row('mutants, each tried and taken back', 'watch at most', {
    'as the person asked': mutants('Do mutation testing of shop/price.py by hand.'),
  });
  row('tries, each taken back', 'by 18', {
    'whatever else is not to be mutated': mutants(
      'Mend the limit. Reducers must not mutate state.',
    ),
  });
  row('failing tests are to be mended', 'by 8', {
    'whatever the word for it': (tools, story) => {
      story.turn('Fix the failing tests of the parser.');
      story.repeat(16, (i) =>
        i % 2 === 0 ? editOf(tools, i) : tools.run('pytest', pytest(['empty', 'nested'], i), 1),
      );
    },
  });
});
