/** Cases of everyday work: what a run says beside its error, and names that are made from the time. */
import type { Act } from '../support/story.js';
import { each, row, rounds, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

/** A run of the one cell that is edited, as a notebook reports it. */
const cell =
  (missing: (i: number) => string): Scene =>
  (tools, story) => {
    for (let i = 0; i < 8; i++) {
      const line = `${word(i)} = df["${missing(i)}"].dt.month`;
      story.step(tools.replace('/w/cell.py', `${word(i)} = None`, line));
      story.step(
        tools.run(
          'ipython cell.py',
          `---------------------------------------------------------------------------\nKeyError                                  Traceback (most recent call last)\nCell In[${12 + i * 2}], line ${1 + (i % 2)}\n----> ${1 + (i % 2)} ${line}\n\nFile /opt/pandas/core/frame.py:4102, in DataFrame.__getitem__(self, key)\nKeyError: '${missing(i)}'`,
        ),
      );
    }
  };

const waitFor = (i: number): string => `expect(page).to have_text('Saved', wait: ${3 + i * 4})`;

/** A system test that shows the line that did not hold, and a picture. */
const systemTest = (i: number, found: string): string =>
  `F\n\nFailures:\n\n  1) Profile saves the name\n     Failure/Error: ${waitFor(i + 1)}\n       expected to find text "Saved" in "${found}"\n\n     [Screenshot Image]: /w/tmp/screenshots/profile_${word(i)}.png\n     # ./spec/system/profile_spec.rb:14:in 'block (2 levels) in <top (required)>'\n\nFinished in ${4 + i}.2 seconds (files took 2.1 seconds to load)\n1 example, 1 failure`;

const waited = (found: (i: number) => string): Scene =>
  rounds(10, (tools, i) => [
    tools.replace('/w/spec/system/profile_spec.rb', waitFor(i), waitFor(i + 1)),
    tools.run('bundle exec rspec spec/system/profile_spec.rb', systemTest(i, found(i)), 1),
  ]);

/** `name`: of the migration that is made each time. */
const migrations = (name: (i: number) => string): Scene =>
  each(24, (tools, i) => {
    const round = Math.floor(i / 2);
    const leaves = `${name(round)}, 0014_order_note in orders`;
    return i % 2 === 0
      ? tools.run(
          `rm -f orders/migrations/0015_*.py; python manage.py makemigrations --merge -v ${round % 3}`,
          `Created new merge migration orders/migrations/${name(round)}.py`,
        )
      : tools.run(
          'python manage.py migrate',
          `CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (${leaves}).\nTo fix them run 'python manage.py makemigrations --merge'`,
          1,
        );
  });

const builds = [
  'cmake --build build',
  'cmake --build build --clean-first',
  'make -C build VERBOSE=1 2>&1 | tail -4',
];
/** A build in ever other words that fails while it is further or less far on. */
const build = (tools: Toolset, i: number, symbol: string): Act =>
  tools.run(
    builds[i % builds.length] ?? '',
    `[${92 + (i % 3)}%] Linking CXX executable app\n/usr/bin/ld: b.cc.o: in function \`${symbol}(int)':\nb.cc:(.text+0x0): error: multiple definition of \`${symbol}(int)'\ngmake[2]: *** [build.make:${113 + i}: app] Error 1`,
    1,
  );
const guards = ['#pragma once', '#ifndef CLAMP_H', 'extern "C" {', 'namespace util {'];
const guard = (i: number): string => guards[i % guards.length] ?? '';

describe('cases: workdays', () => {
  row('a cell that fails for the column that is not there, whatever is written', 'by 12', {
    notebook: cell(() => 'order_date'),
  });
  row('a cell that fails for another column each time', 'quiet', {
    notebook: cell((i) => `${word(i + 20)}_at`),
  });
  row('a test of the page that waits ever longer, for a text that never comes', 'by 18', {
    rspec: waited(() => 'Profile Name Save'),
  });
  row('a test of the page that finds something else each time', 'watch at most', {
    rspec: (tools, story) => {
      for (let i = 0; i < 8; i++) {
        story.step(tools.replace('/w/app/views/profile.erb', `<p>${word(i)}`, `<p>${word(i + 1)}`));
        story.step(
          tools.run(
            'bundle exec rspec spec/system/profile_spec.rb',
            systemTest(i, `Profile ${word(i + 40)}`),
            1,
          ),
        );
      }
    },
  });
  row('migrations in conflict, with another time in the name of the newest', 'by 16', {
    django: migrations((i) => `0015_merge_20261129_10${10 + i}`),
  });
  row('migrations in conflict, each about another one', 'quiet', {
    django: (tools, story) => {
      for (let i = 0; i < 6; i++) {
        story.step(
          tools.replace(
            `/w/orders/migrations/00${15 + i}_${word(i)}.py`,
            "'0013'",
            `'00${14 + i}'`,
          ),
        );
        story.step(
          tools.run(
            'python manage.py migrate',
            `CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (00${16 + i}_${word(i + 1)}, 0014_order_note in orders).`,
            1,
          ),
        );
      }
    },
  });
  row('a build in ever other words, which breaks on one symbol whatever guards its file', 'by 14', {
    'each guard is another one': rounds(9, (tools, i) => [
      tools.replace('/w/src/clamp.h', `// ${word(i)}`, `// ${word(i + 1)}\n${word(i)}();`),
      build(tools, i, 'clamp'),
    ]),
    'guards come back': rounds(9, (tools, i) => [
      tools.replace('/w/src/clamp.h', guard(i), guard(i + 1)),
      build(tools, i, 'clamp'),
    ]),
  });
  row('a build in ever other words, which breaks on another symbol each time', 'quiet', {
    'in one file': rounds(9, (tools, i) => [
      tools.replace('/w/src/clamp.h', `int ${word(i)}(`, `inline int ${word(i)}(`),
      build(tools, i, word(i + 20)),
    ]),
  });
  row('a build that stays broken while ever other files are written', 'watch at most', {
    'one after the other': rounds(7, (tools, i) => [
      tools.write(`/w/src/${word(i)}.cc`, `int ${word(i)}() { return ${i}; }`),
      build(tools, i, 'clamp'),
    ]),
  });
});
