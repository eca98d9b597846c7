/** Cases of tests and edits. */
import assert from 'node:assert/strict';
import { each, other, row, source, times, told, verdictsOf, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import { Story, type Act } from '../support/story.js';
import { plainTools, type Toolset } from './toolsets.js';

describe('cases: tests', () => {
  const failing = ['empty', 'nested', 'quoted'];
  const editOf = (tools: Toolset, i: number): Act =>
    tools.replace('/w/src/parser.py', `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`);

  for (const [name, { command, output }] of Object.entries(runners)) {
    row(`edit–test, same failing set each time, distinct edits ×10, ${name}`, 'no-progress at 8', {
      'the same output': (tools, story) => {
        for (let i = 0; i < 10; i++) {
          story.step(editOf(tools, i)).step(tools.run(command, output(failing, 1.5), 1));
        }
      },
      'only durations differ': (tools, story) => {
        for (let i = 0; i < 10; i++) {
          story.step(editOf(tools, i)).step(tools.run(command, output(failing, 1.5 + i * 0.37), 1));
        }
      },
    });
  }
  row('edit–test, the first test before the first edit', 'no-progress at 7', {
    pytest: (tools, story) => {
      for (let i = 0; i < 10; i++) {
        story
          .step(tools.run('pytest', runners['pytest']?.output(failing, 1 + i / 7) ?? '', 1))
          .step(editOf(tools, i));
      }
    },
  });
  row('edit–test, in one response each', 'no-progress at 8', {
    jest: (tools, story) => {
      story.repeat(10, (i) => [
        editOf(tools, i),
        tools.run('npx jest', runners['jest']?.output(failing, 1 + i / 7) ?? '', 1),
      ]);
    },
  });

  for (const [name, { command, output }] of Object.entries(runners)) {
    if (name === 'tsc' || name === 'eslint') {
      continue;
    }
    row(`test only, output differs by its duration, ${name}`, 'loop at 4', {
      failing: each(8, (tools, i) => tools.run(command, output(failing, 1.23 + i * 0.11), 1)),
      passing: each(8, (tools, i) => tools.run(command, output([], 1.23 + i * 0.11))),
    });
  }
  row('test only, output differs by an ISO timestamp', 'loop at 4', {
    'at the start': each(8, (tools, i) =>
      tools.run(
        './run-tests.sh',
        `2026-11-21T10:0${i}:1${i}.${i}42Z starting\n3 checks failed: empty, nested, quoted`,
        1,
      ),
    ),
    'before each line': each(8, (tools, i) =>
      tools.run(
        'make test',
        ['starting', 'empty: FAIL', 'done']
          .map((line, k) => `[2026-11-21 10:0${i}:4${k},${i}17] ${line}`)
          .join('\n'),
        1,
      ),
    ),
    'with a zone': each(8, (tools, i) =>
      tools.run(
        'ctest',
        `Start testing: 2026-11-21T10:0${i}:00+01:00\n1/1 Test #1: parser ...***Failed`,
        8,
      ),
    ),
  });

  describe('same test alternates pass and fail with no edit: watch that names the flaky test', () => {
    for (const name of ['pytest', 'jest', 'go test', 'cargo test', 'maven', 'rspec']) {
      it(name, () => {
        const runner = runners[name];
        const story = new Story()
          .start()
          .turn()
          .repeat(10, (i) =>
            other(
              'Bash',
              { command: runner?.command ?? '' },
              runner?.output(i % 2 === 0 ? [] : ['nested'], 1 + i / 9) ?? '',
              i % 2 === 0 ? { exitCode: 0 } : { ok: false, exitCode: 1 },
            ),
          );
        const verdicts = verdictsOf(story);
        assert.deepEqual(
          verdicts.map(({ level }) => level),
          ['watch'],
          told(verdicts),
        );
        assert.match(verdicts[0]?.reason ?? '', /flaky/i);
      });
    }
  });
});

describe('cases: edits', () => {
  const [one, two] = ['const limit = 10;', 'const limit = 20;'];
  const swap = (tools: Toolset, i: number): Act =>
    i % 2 === 0 ? tools.replace('/w/a.ts', one, two) : tools.replace('/w/a.ts', two, one);

  row('edit A→B, B→A ×6, each "ok"', 'oscillation w2 s4', {
    replacements: each(6, swap),
    'of several lines': each(6, (tools, i) =>
      i % 2 === 0
        ? tools.replace('/w/a.py', 'def f():\n    return None', 'def f():\n    return {}')
        : tools.replace('/w/a.py', 'def f():\n    return {}', 'def f():\n    return None'),
    ),
    'that say no more than ok': times(6, (i) =>
      other(
        'edit_file',
        i % 2 === 0
          ? { path: 'a.ts', old_string: one, new_string: two }
          : { path: 'a.ts', old_string: two, new_string: one },
        'ok',
      ),
    ),
    'several at once': times(6, (i) =>
      other(
        'MultiEdit',
        {
          file_path: '/w/a.ts',
          edits: [{ old_string: i % 2 === 0 ? one : two, new_string: i % 2 === 0 ? two : one }],
        },
        'Applied 1 edit to /w/a.ts',
      ),
    ),
    'a patch with context': times(6, (i) =>
      other(
        'apply_patch',
        {
          input: `*** Begin Patch\n*** Update File: a.ts\n@@ export\n import x\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n export default x\n*** End Patch`,
        },
        'Success. Updated the following files:\nM a.ts',
      ),
    ),
    'a unified diff': times(6, (i) =>
      other(
        'apply_diff',
        {
          path: 'a.ts',
          diff: `--- a/a.ts\n+++ b/a.ts\n@@ -4,3 +4,3 @@\n import x\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n export default x`,
        },
        'ok',
      ),
    ),
    'a patch as a command': times(6, (i) =>
      other(
        'shell',
        {
          command: [
            'apply_patch',
            `*** Begin Patch\n*** Update File: a.ts\n@@\n-${i % 2 === 0 ? one : two}\n+${i % 2 === 0 ? two : one}\n*** End Patch`,
          ],
        },
        'Success. Updated the following files:\nM a.ts',
      ),
    ),
    'between other lines': times(6, (i) =>
      other(
        'edit',
        {
          filePath: 'a.ts',
          oldString: `before();\n${i % 2 === 0 ? one : two}\nafter();`,
          newString: `before();\n${i % 2 === 0 ? two : one}\nafter();`,
        },
        'Edit applied successfully.',
      ),
    ),
  });
  row('whole writes A, B, A, B, A', 'oscillation by 5', {
    writes: each(8, (tools, i) => tools.write('/w/a.ts', i % 2 === 0 ? source('A') : source('B'))),
    'here-documents': each(8, (tools, i) =>
      tools.run(`cat > /w/a.ts <<'EOF'\n${i % 2 === 0 ? source('A') : source('B')}\nEOF`, ''),
    ),
  });
  for (const [how, outputs] of Object.entries({
    'the same test result': () => runners['pytest']?.output(['empty'], 1) ?? '',
    'each content with its own failure': (i: number) =>
      runners['pytest']?.output([i % 2 === 0 ? 'empty' : 'nested'], 1 + i / 8) ?? '',
  })) {
    row(`A→B, test, B→A, test ×5, ${how}`, 'oscillation w3 s7', {
      replacements: each(20, (tools, i) =>
        i % 2 === 0 ? swap(tools, i / 2) : tools.run('pytest', outputs((i - 1) / 2), 1),
      ),
    });
  }

  row('the same content written ×6', 'w2 s4', {
    'a file': each(6, (tools) => tools.write('/w/a.ts', source('same'))),
    'a short one': times(6, () =>
      other('create_file', { path: '/w/.gitignore', content: 'node_modules/\n' }, 'ok'),
    ),
    'a here-document': each(6, (tools) =>
      tools.run("cat > notes.md <<'EOF'\n# Notes\nnothing yet\nEOF", ''),
    ),
    'a diff that the tool shows': times(6, () =>
      other(
        'create',
        { path: '/w/a.sh', file_text: 'echo hi\n' },
        'The file /w/a.sh has been written.\n1\techo hi',
      ),
    ),
    'with saves seen by the workspace': (tools, story) => {
      for (let i = 0; i < 6; i++) {
        story.step(tools.write('/w/a.ts', source('same'))).save('/w/a.ts', 'same');
      }
    },
  });

  const byItself = (tools: Toolset, i: number): Act =>
    tools.replace(`/w/${word(i)}.ts`, `const limit = ${i % 3};`, `const limit = ${i % 3};`);
  row('a text replaced by itself, in different files', 'no-progress w3 s6', {
    'one after the other': each(8, byItself),
  });
  row('a text replaced by itself now and then, among edits of other texts', 'quiet', {
    'every third': each(18, (tools, i) =>
      i % 3 === 2
        ? byItself(tools, i)
        : tools.replace(`/w/${word(i)}.ts`, `const size = ${i};`, `const size = ${i + 1};`),
    ),
  });

  const slips = (n: number, i: number): string => (i % 4 === n ? two : one);
  row('a slip put right at once, amid other work', 'quiet', {
    'in different files': each(16, (tools, i) =>
      i % 4 < 2
        ? tools.replace(`/w/${word(i)}.ts`, `const size = ${i};`, `const size = ${i + 1};`)
        : tools.replace(`/w/${word(i >> 2)}_${i >> 2}.ts`, slips(3, i), slips(2, i)),
    ),
  });
  row('edited to and fro amid other work', 'oscillation w6 s7', {
    'from the fourth edit on': each(10, (tools, i) =>
      i < 3 ? tools.replace(`/w/${word(i)}.ts`, 'a()', `b(${i})`) : swap(tools, i + 1),
    ),
  });
  row('what another writer took back, made again in different files', 'watch at most', {
    'each once': (tools, story) => {
      story.repeat(6, (i) => tools.replace(`/w/${word(i)}.ts`, one, two));
      story.turn('I reset the files. Please do it again.');
      story.repeat(6, (i) => tools.replace(`/w/${word(i)}.ts`, one, two));
    },
  });
  row('different files written as they are', 'watch at most', {
    'each for the second time': (tools, story) => {
      story.repeat(8, (i) => tools.write(`/w/${word(i)}.ts`, source(i)));
      story.step(tools.run('make', 'archive.ts:24: error: unexpected token', 2));
      story.repeat(8, (i) => tools.write(`/w/${word(i)}.ts`, source(i)));
    },
  });

  const revertedByFormatter: Record<string, Scene> = {
    'the same edit again and again': (tools, story) => {
      story.save('/w/a.ts', 'A', { by: 'tool' });
      for (let i = 0; i < 8; i++) {
        story
          .step(tools.replace('/w/a.ts', one, two))
          .save('/w/a.ts', 'B', { by: 'agent' })
          .save('/w/a.ts', 'A', { by: 'tool' });
      }
    },
    'other edits, the same outcome': (tools, story) => {
      story.save('/w/a.ts', 'A', { by: 'tool' });
      for (let i = 0; i < 8; i++) {
        story
          .step(tools.replace('/w/a.ts', one, `${one} // ${word(i)}`))
          .save('/w/a.ts', `B${i}`, { by: 'agent' })
          .save('/w/a.ts', 'A', { by: 'tool' });
      }
    },
  };
  row('a formatter reverts each edit', 'oscillation by 8', revertedByFormatter);
  it('the other writer is named', () => {
    for (const scene of Object.values(revertedByFormatter)) {
      const story = new Story().start().turn();
      scene({ ...plainTools }, story);
      const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
      assert.match(stalled?.reason ?? '', /tool|formatter|another|else/i);
    }
  });
});
