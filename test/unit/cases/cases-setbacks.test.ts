/** Cases of scripts that an agent rewrites: a failure that was behind comes back, or another one comes for once. */
import { row, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

interface Language {
  path: string;
  command: string;
  /** What it prints where it fails for the reason with this number, at this line. */
  output: (reason: number, line: number) => string;
}

const languages: Record<string, Language> = {
  python: {
    path: '/w/reproduce.py',
    command: 'cd /w && python reproduce.py',
    output: (reason, line) =>
      `Traceback (most recent call last):\n  File "/w/reproduce.py", line ${line}, in <module>\n    store.load()\n${['KeyError: the owner of the row', 'OperationalError: table rows already exists', 'ImportError: no module called drivers'][reason] ?? ''}`,
  },
  node: {
    path: '/w/reproduce.mjs',
    command: 'node /w/reproduce.mjs',
    output: (reason, line) =>
      `file:///w/reproduce.mjs:${line}\n${['TypeError: the owner has no rows', 'Error: the table of rows is there already', 'RangeError: the driver is too old'][reason] ?? ''}\n    at file:///w/reproduce.mjs:${line}:7\n\nNode.js v20.11.0`,
  },
  ruby: {
    path: '/w/reproduce.rb',
    command: 'cd /w && bundle exec ruby reproduce.rb',
    output: (reason, line) =>
      `reproduce.rb:${line}:in \`load': ${['the owner has no rows (KeyError)', 'the table is there already (StandardError)', 'no such driver (LoadError)'][reason] ?? ''}`,
  },
};

/** The script is rewritten before each run; the runs fail for these reasons. */
const rewritten =
  (language: Language, reasons: readonly number[], between?: Between): Scene =>
  (tools, story) => {
    const { path, command, output } = language;
    for (const [i, reason] of reasons.entries()) {
      const restored = between?.at === i;
      if (restored) {
        story.step(tools.run(...between.before));
      } else {
        story.step(
          i === 0
            ? tools.write(path, `store.load("${word(i)}")\nstore.rows()\n`)
            : tools.replace(path, `store.load("${word(i - 1)}")`, `store.load("${word(i)}")`),
        );
      }
      story.step(tools.run(command, output(reason, 12 + i * 3), 1));
      if (restored) {
        story.step(tools.run(...between.after));
      }
    }
  };

/** The run with this number is one of the sources as they were. */
interface Between {
  at: number;
  before: Parameters<Toolset['run']>;
  after: Parameters<Toolset['run']>;
}

describe('cases: failures of a script that come back', () => {
  for (const [name, language] of Object.entries(languages)) {
    row(`rewritten into a failure that was behind, and back, ${name}`, 's12', {
      once: rewritten(language, [1, 0, 0, 0, 1, 0]),
    });
    row(`rewritten into another failure for once, ${name}`, 'watch at most', {
      'a new one': rewritten(language, [1, 0, 0, 0, 2, 0]),
      'the first failure was mended': rewritten(language, [1, 0, 0, 0]),
    });
    row(`the sources as they were fail as they did, ${name}`, 'watch at most', {
      'put aside for a look': rewritten(language, [1, 0, 0, 0, 1, 0], {
        at: 4,
        before: ['git stash', 'Saved working directory and index state WIP on main: 71482e6 x'],
        after: ['git stash pop', 'Dropped refs/stash@{0} (4a0c8b1)'],
      }),
    });
  }
});
