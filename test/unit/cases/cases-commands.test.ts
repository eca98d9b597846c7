/** Cases of commands that do several things at once, move through history or wait, and of calls that only think. */
import { each, other, row, source, times, word, words, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';

const pytest = (failing: readonly string[], i = 0): string =>
  runners['pytest']?.output([...failing], 1 + i * 0.13) ?? '';
const thrown = (i: number): string =>
  `Traceback (most recent call last):\n  File "repro.py", line ${i + 3}, in <module>\n    main()\nValueError: order ${i} is not sorted`;
/** As git writes a commit. */
const commit = (i: number): string => (i * 7919 + 0x1a2b3c4).toString(16);

describe('cases: commands', () => {
  row('the same tests fail in commit after commit', 'quiet', {
    'git bisect': (tools, story) => {
      story.step(
        tools.run(
          'git bisect start HEAD v1.2',
          'Bisecting: 255 revisions left to test after this (roughly 8 steps)',
        ),
      );
      for (let i = 0; i < 8; i++) {
        story
          .step(tools.run('pytest -q', pytest(['empty'], i), 1))
          .step(
            tools.run(
              'git bisect bad',
              `Bisecting: ${256 >> i} revisions left to test after this (roughly ${8 - i} steps)\n[${commit(i)}] ${word(i)}`,
            ),
          );
      }
    },
    'by hand': (tools, story) => {
      for (let i = 0; i < 10; i++) {
        story
          .step(tools.run(`git checkout -q ${commit(i)}`, ''))
          .step(
            tools.run(
              'node repro.js',
              "TypeError: Cannot read properties of undefined (reading 'id')",
              1,
            ),
          );
      }
    },
    'in one command': each(10, (tools, i) =>
      tools.run(`git checkout -q HEAD~${i + 1} && pytest -q`, pytest(['empty'], i), 1),
    ),
    'in one command, with a runner of the project’s own': each(10, (tools, i) =>
      tools.run(`git checkout -q HEAD~${i + 1} && ./check`, '3 of 40 checks are wrong', 1),
    ),
    'the same, without an exit code': each(10, (tools, i) =>
      tools.run(`git checkout -q v1.${i} && ./check`, '3 of 40 checks are wrong'),
    ),
    'the same, with another option': each(10, (tools, i) =>
      tools.run(`git checkout ${commit(i)} && make demo && ./demo`, 'result: 41'),
    ),
  });
  row('the same commits again, with the same outcome', 'by 16', {
    'two in turn': each(16, (tools, i) =>
      tools.run(`git checkout -q v1.${i % 2} && ./check`, '3 of 40 checks are wrong', 1),
    ),
    'four in turn, without an exit code': each(24, (tools, i) =>
      tools.run(`git checkout -q v1.${i % 4} && ./check`, '3 of 40 checks are wrong'),
    ),
  });
  row('a file that is taken back is no other commit', 'by 16', {
    'different edits': each(
      24,
      (tools, i) =>
        [
          () => tools.replace('/w/src/parser.py', 'return None', `return ${word(i)}(text)`),
          () => tools.run('pytest', pytest(['empty'], i), 1),
          () => tools.run('git checkout HEAD~1 src/parser.py', 'Updated 1 path from 1a2b3c4'),
        ][i % 3]?.() ?? [],
    ),
  });

  const edited: Record<string, (i: number) => string> = {
    'by sed': (i) => `sed -i 's/${word(i)}Old${i}/${word(i)}New/' src/parser.py`,
    'by a here-document': (i) => `cat > src/parser.py <<'EOF'\n${source(i)}\nEOF`,
    'by a patch': (i) =>
      `git apply <<'EOF'\n--- a/src/parser.py\n+++ b/src/parser.py\n@@ -4,1 +4,1 @@\n-    attempt(${i})\n+    attempt(${i + 1})\nEOF`,
  };
  for (const [how, edit] of Object.entries(edited)) {
    row(`edited and tested in one command, ${how}, the same failures`, 'no-progress at 4', {
      'after &&': each(10, (tools, i) =>
        tools.run(
          `${edit(i)}${how === 'by sed' ? ' && ' : '\n'}pytest -q`,
          pytest(['empty', 'nested'], i),
          1,
        ),
      ),
    });
    row(`edited and tested in one command, ${how}`, 'quiet', {
      'one failure fewer each time': each(10, (tools, i) =>
        tools.run(`${edit(i)}\npytest -q`, pytest(words.slice(0, 9 - i), i), i < 9 ? 1 : 0),
      ),
      'then read again': each(16, (tools, i) =>
        i % 2 === 0
          ? tools.run(`${edit(i)}\npytest -q tests/test_${word(i)}.py`, pytest([word(i)], i), 1)
          : tools.run('cat src/parser.py', source(`parser${i}`)),
      ),
    });
  }
  row(
    'files edited one by one, each with a run of the suite, in which an old test fails',
    'watch at most',
    {
      'in one command': each(7, (tools, i) =>
        tools.run(
          `sed -i 's/oldName/newName/g' src/${word(i)}.py && pytest -q`,
          pytest(['network'], i),
          1,
        ),
      ),
    },
  );
  row('a test in a browser that comes further with each edit', 'quiet', {
    playwright: each(16, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/src/login.tsx', `attempt ${i}`, `attempt ${i + 1}`)
        : tools.run(
            'npx playwright test',
            (runners['playwright']?.output(['login'], 1 + i / 9) ?? '').replace(
              "name: 'login'",
              `name: '${word(i)}'`,
            ),
            1,
          ),
    ),
  });
  row('a script rewritten and run in one command', 'by 6', {
    'the same error': each(12, (tools, i) =>
      tools.run(
        `cat > repro.py <<'EOF'\n${source(i)}\nEOF\npython repro.py`,
        thrown(4).replace('line 7', `line ${i}`),
        1,
      ),
    ),
  });
  row('a script rewritten and run in one command, each time with another error', 'quiet', {
    errors: each(12, (tools, i) =>
      tools.run(
        `cat > repro.py <<'EOF'\n${source(i)}\nEOF\npython repro.py`,
        `Traceback (most recent call last):\n  File "repro.py", line 3, in <module>\nNameError: name '${word(i)}' is not defined`,
        1,
      ),
    ),
  });

  row('the same edit of different files', 'quiet', {
    'in loops': each(12, (tools, i) =>
      tools.run(`for f in src/${word(i)}/*.ts; do sed -i 's/oldName/newName/g' "$f"; done`, ''),
    ),
    'of files that are found': each(12, (tools, i) =>
      tools.run(`sed -i 's/oldName/newName/g' $(grep -rl oldName src/${word(i)})`, ''),
    ),
    'of files that are found, in backticks': each(12, (tools, i) =>
      tools.run(`sed -i 's/oldName/newName/g' \`git ls-files src/${word(i)}\``, ''),
    ),
    'by a variable': each(12, (tools, i) =>
      tools.run(`DIR=packages/${word(i)}; cat > "$DIR/index.ts" <<'EOF'\nexport {};\nEOF`, ''),
    ),
    'of several at once': each(12, (tools, i) =>
      tools.run(`for d in ${word(i)} ${word(i + 1)}; do echo "root" > $d/.keep; done`, ''),
    ),
  });

  const unchanged = source('config', 14);
  row('scripts of Perl that change nothing', 'by 16', {
    'a substitution': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`perl -pi -e 's/${word(i)}${i}Limit/${word(i)}${i}Bound/' src/config.ts`, '')
        : tools.run('cat src/config.ts', unchanged),
    ),
    'over several lines': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`perl -0pi -e 's{${word(i)}${i}\\(\\)}{${word(i)}()}sg' src/config.ts`, '')
        : tools.read('src/config.ts', unchanged),
    ),
  });
  row('scripts of Perl that change something', 'quiet', {
    'a substitution': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(`perl -pi -e 's/${word(i)}${i}Limit/${word(i)}${i}Bound/' src/config.ts`, '')
        : tools.run('cat src/config.ts', `${unchanged}\n${word(i)}${i}Bound`),
    ),
  });

  row('two runners in turn, with other flags, nothing changed', 'by 16', {
    'jest and vitest': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            `npx jest --maxWorkers=${i}`,
            runners['jest']?.output(['empty'], 1 + i) ?? '',
            1,
          )
        : tools.run(
            `npx vitest run --bail=${i}`,
            runners['vitest']?.output(['empty'], 1 + i) ?? '',
            1,
          ),
    ),
  });
  row('two runners in turn, a few looks, then work', 'watch at most', {
    'jest and vitest': (tools, story) => {
      story.repeat(8, (i) =>
        i % 2 === 0
          ? tools.run(
              `npx jest --maxWorkers=${i}`,
              runners['jest']?.output(['empty'], 1 + i) ?? '',
              1,
            )
          : tools.run(
              `npx vitest run --bail=${i}`,
              runners['vitest']?.output(['empty'], 1 + i) ?? '',
              1,
            ),
      );
      story.repeat(4, (i) => tools.replace('/w/a.ts', `a${i}`, `b${i}`));
    },
  });

  row('a command that waits by itself', 'quiet', {
    'a rollout': (tools, story) => {
      story
        .repeat(6, () =>
          tools.run(
            'kubectl rollout status deploy/api --timeout=20s',
            'Waiting for deployment "api" rollout to finish: 2 out of 5 new replicas have been updated...\nerror: timed out waiting for the condition',
            1,
          ),
        )
        .step(
          tools.run(
            'kubectl rollout status deploy/api --timeout=20s',
            'deployment "api" successfully rolled out',
          ),
        );
    },
  });

  const thinking: Scene = (tools, story) => {
    story.repeat(20, (i) =>
      i % 2 === 0
        ? other(
            'think',
            { thought: `Perhaps the ${word(i)} is wrong (${i}).` },
            'Your thought has been logged.',
          )
        : tools.read('/w/a.ts', source('a', 30)),
    );
  };
  row('a thought, and the same file again', 'by 10', { 'a tool for thoughts': thinking });
  row('a thought, and another file each time', 'quiet', {
    'a tool for thoughts': times(20, (i) =>
      i % 2 === 0
        ? other('think', { thought: `The ${word(i)} next.` }, 'Your thought has been logged.')
        : other('Read', { file_path: `/w/${word(i)}.ts` }, source(word(i), 30)),
    ),
  });
});
