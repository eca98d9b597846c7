/** Cases of one block of lines that is put into the same file again and again, wherever in the file. */
import { each, other, row, times, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const file = '/w/src/table.py';
const method = [
  '    def resolve(self, name):',
  '        value = self.table.get(name)',
  '        if value is None:',
  '            raise LookupError(name)',
  '        return value',
];
const block = method.join('\n');
const line = (i: number): string => `    ${word(i)}_${i} = load(${i})`;

/** The same block by different means; `at`: a line number. */
const insertions: Record<string, (tools: Toolset, at: number) => Act> = {
  'an insert tool': (_, at) =>
    other('insert', { path: file, insert_line: at, new_str: `${block}\n` }, 'The file was edited.'),
  'an editor with commands': (_, at) =>
    other(
      'str_replace_editor',
      { command: 'insert', path: file, insert_line: at, new_str: block },
      `The file ${file} has been edited.`,
    ),
  'a tool with other names': (_, at) =>
    other('insert_lines', { filename: file, line_number: at, text: block }, `ok, ${at}`),
  sed: (tools, at) => tools.run(`sed -i '${at}a\\\n${method.join('\\\n')}' ${file}`, ''),
  'sed with one text': (tools, at) =>
    tools.run(`sed -i "${at}i\\\\${method.join('\\n')}" ${file}`, ''),
  'an appending here-document': (tools) => tools.run(`cat >> ${file} <<'EOF'\n${block}\nEOF`, ''),
  'a patch of added lines': () =>
    other(
      'apply_patch',
      {
        input: `*** Begin Patch\n*** Update File: ${file}\n@@ class Table:\n${method.map((each) => `+${each}`).join('\n')}\n*** End Patch`,
      },
      `Success. Updated the following files:\nM ${file}`,
    ),
  'an editor with a window': (_, at) =>
    other(
      'edit',
      { command: `edit ${at}:${at}\n${block}\nend_of_edit` },
      `[File: ${file} (${200 + at} lines total)]\n(${at} more lines above)\n${at + 1}:${method[0] ?? ''}\n(90 more lines below)\nFile updated. Please review the changes and make sure they are correct.`,
    ),
  'a replacement of one line': (tools) =>
    tools.replace(file, 'class Table:', `class Table:\n${block}`),
};

/** What a search finds while the file grows. */
const found = (pattern: string, n: number): string =>
  Array.from(
    { length: n },
    (_, i) => `src/table.py:${12 + i * 5}:    def ${pattern}(self, name):`,
  ).join('\n');

describe('cases: the same block again', () => {
  const rounds =
    (insert: (tools: Toolset, at: number) => Act): Scene =>
    (tools, story) => {
      for (let i = 0; i < 5; i++) {
        story
          .step(tools.search('class Table', 'src/table.py:4:class Table:'))
          .step(tools.search('def resolve', found('resolve', i + 1)))
          .step(insert(tools, 12 + i * 3));
      }
    };
  row('search, search, insert the same method again, five rounds, counts growing', 'by 12', {
    ...Object.fromEntries(
      Object.entries(insertions).map(([name, insert]) => [name, rounds(insert)]),
    ),
    'by other means each time': (tools, story) => {
      const means = Object.values(insertions);
      for (let i = 0; i < 5; i++) {
        story
          .step(tools.search('class Table', 'src/table.py:4:class Table:'))
          .step(tools.search('def resolve', found('resolve', i + 1)));
        const act = means[i % 3]?.(tools, 12 + i * 3);
        story.step(...(act === undefined ? [] : [act]));
      }
    },
  });

  /** The block stands below `line(at)`. */
  const cut = (tools: Toolset, at: number): Act =>
    tools.replace(file, `${line(at)}\n${block}`, line(at));
  const put = (tools: Toolset, at: number): Act =>
    tools.replace(file, line(at), `${line(at)}\n${block}`);
  row('cut a block out, put it back one line higher, eight rounds', 'by 6', {
    replacements: each(16, (tools, i) =>
      i % 2 === 0 ? cut(tools, 20 - i / 2) : put(tools, 19 - (i - 1) / 2),
    ),
    'cut whole, put before a line': each(16, (tools, i) =>
      i % 2 === 0
        ? tools.replace(file, `${block}\n`, '')
        : tools.replace(file, line(20 - i), `${block}\n${line(20 - i)}`),
    ),
    'lines deleted by their numbers': each(16, (tools, i) =>
      i % 2 === 0
        ? tools.run(`sed -i '${40 - i},${44 - i}d' ${file}`, '')
        : tools.run(`sed -i '${39 - i}a\\\n${method.join('\\\n')}' ${file}`, ''),
    ),
    'an insert tool': each(16, (tools, i) =>
      i % 2 === 0
        ? tools.replace(file, `${block}\n`, '')
        : other('insert', { path: file, insert_line: 40 - i, new_str: block }, 'ok'),
    ),
    patches: times(16, (i) => {
      const mark = i % 2 === 0 ? '-' : '+';
      return other(
        'apply_patch',
        {
          input: `*** Begin Patch\n*** Update File: ${file}\n@@\n ${line(20 - (i >> 1) - (i % 2))}\n${method.map((each) => `${mark}${each}`).join('\n')}\n*** End Patch`,
        },
        `Success. Updated the following files:\nM ${file}`,
      );
    }),
    'a patch that moves it past a line, and one that names the next line': times(16, (i) => {
      const at = 20 - (i >> 1);
      const lines =
        i % 2 === 0
          ? [`-${line(at)}`, ...method.map((each) => ` ${each}`), `+${line(at)}`]
          : [`-${line(at)}`, `+${line(at - 1)}`, ...method.map((each) => ` ${each}`)];
      return other(
        'apply_patch',
        {
          input: `*** Begin Patch\n*** Update File: ${file}\n@@\n${lines.join('\n')}\n*** End Patch`,
        },
        `Success. Updated the following files:\nM ${file}`,
      );
    }),
  });
  row('methods put into order, each moved past its neighbour', 'quiet', {
    patches: times(8, (i) => {
      const own = [`    def ${word(i)}(self):`, `        value = ${i}`, `        return value + 1`];
      const lines = [`-    # ${word(i)}`, ...own.map((each) => ` ${each}`), `+    # ${word(i)}`];
      return other(
        'apply_patch',
        {
          input: `*** Begin Patch\n*** Update File: ${file}\n@@\n${lines.join('\n')}\n*** End Patch`,
        },
        `Success. Updated the following files:\nM ${file}`,
      );
    }),
  });
  /** An editor that shows the file around the lines that it replaced. @param shows what stands there */
  const byNumbers = (from: number, to: number, text: string, shows: string): Act =>
    other(
      'edit',
      { command: `edit ${from}:${to}\n${text === '' ? '' : `${text}\n`}end_of_edit` },
      `[File: ${file} (${100 + from} lines total)]\n(${from - 2} more lines above)\n${shows}\n(90 more lines below)\nFile updated. Please review the changes and make sure they are correct (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`,
    );
  row('a line deleted, then the lines below it written as they are, one line higher', 'by 10', {
    'an editor with a window': times(16, (i) => {
      const at = 60 - (i >> 1);
      const shows = `${at - 1}:${line(at)}\n${method.map((each, k) => `${at + k}:${each}`).join('\n')}`;
      return i % 2 === 0
        ? byNumbers(at, at, '', shows)
        : byNumbers(at, at + method.length - 1, block, shows);
    }),
  });
  row('lines written as they are, again and again', 'oscillation by 5', {
    'an editor with a window': times(6, (i) =>
      byNumbers(10, 12 + i, `${line(1)}\n${line(2)}`, `10:${line(1)}\n11:${line(2)}`),
    ),
  });
  row('one block after the other written by line numbers', 'quiet', {
    'an editor with a window': times(8, (i) => {
      const put = `    def ${word(i)}(self):\n        return ${i}\n`;
      return byNumbers(10 + 3 * i, 10 + 3 * i, put, `${10 + 3 * i}:${put}`);
    }),
  });
  row('the same edit made again, which puts its lines in once more', 'oscillation by 5', {
    'an editor with a window': times(8, (i) =>
      byNumbers(1, 1, block, `1:${block}\n${9 + i * 5}:${method[0] ?? ''}`),
    ),
  });
  row('the same, each round tested with the same result', 'by 12', {
    replacements: each(32, (tools, i) =>
      i % 2 === 1
        ? tools.run('pytest -q', 'E  LookupError: name\n1 failed, 3 passed in 0.12s', 1)
        : i % 4 === 0
          ? cut(tools, 20 - i / 4)
          : put(tools, 19 - (i - 2) / 4),
    ),
  });

  row('the same small text in many places', 'quiet', {
    'an import in eight files': each(8, (tools, i) =>
      tools.replace(
        `/w/src/${word(i)}.py`,
        'import os',
        'import os\nfrom src.table import Table, resolve_all',
      ),
    ),
    'a license header in eight files': each(8, (tools, i) =>
      tools.replace(
        `/w/src/${word(i)}.py`,
        'import os',
        '# Copyright 2026 The Authors.\n# Licensed under the Apache License, Version 2.0.\n# See the file LICENSE for details.\n# All other rights are reserved.\nimport os',
      ),
    ),
    'a decorator on six functions': each(6, (tools, i) =>
      tools.replace(file, `def ${word(i)}(self):`, `@cached\n    def ${word(i)}(self):`),
    ),
    'a closing brace by line numbers': times(6, (i) =>
      other('insert', { path: '/w/a.ts', insert_line: 20 + i * 9, new_str: '  }\n}' }, 'ok'),
    ),
  });
  const guard = [
    '        if not self.ready:',
    '            raise RuntimeError("the table is not ready yet")',
    '        self.calls.append(self.clock())',
  ].join('\n');
  row('the same lines in many functions of one file', 'quiet', {
    replacements: each(6, (tools, i) =>
      tools.replace(
        file,
        `    def ${word(i)}(self):\n        """Do it."""`,
        `    def ${word(i)}(self):\n        """Do it."""\n${guard}`,
      ),
    ),
    'by line numbers, from the last': times(6, (i) =>
      other('insert', { path: file, insert_line: 200 - i * 30, new_str: guard }, 'ok'),
    ),
    'each function looked at first': each(12, (tools, i) =>
      i % 2 === 0
        ? tools.search(`def ${word(i)}`, `src/table.py:${20 + i * 9}:    def ${word(i)}(self):`)
        : other('insert', { path: file, insert_line: 20 + i * 9, new_str: guard }, 'ok'),
    ),
  });
  row('a function moved within its file', 'quiet', {
    once: (tools, story) => {
      story
        .step(cut(tools, 20))
        .step(put(tools, 4))
        .step(tools.run('pytest -q', '4 passed in 0.12s'));
    },
    'and three others': each(8, (tools, i) =>
      i % 2 === 0
        ? tools.replace(file, `${block.replaceAll('resolve', word(i))}\n`, '')
        : tools.replace(file, line(i), `${block.replaceAll('resolve', word(i - 1))}\n${line(i)}`),
    ),
  });
});

describe('cases: a block beside a line that counts on', () => {
  const short = (name: string): string =>
    `    def coerce_${name}(self, value):\n        return float(str(value))`;
  const marked =
    (name: (i: number) => string): Scene =>
    (tools, story) => {
      story.repeat(21, (i) => {
        const round = Math.floor(i / 3);
        return i % 3 === 0
          ? tools.run('grep -n convert src/table.py', found('convert', round + 1))
          : i % 3 === 1
            ? tools.run('grep -n coerce src/table.py', found('coerce', round + 1))
            : tools.replace(file, `# end ${round}`, `${short(name(round))}\n# end ${round + 1}`);
      });
    };
  row('the marker moves on, the block is the same', 'by 12', {
    'after the same questions': marked(() => 'to_float'),
  });
  row('the marker moves on, and each block is another one', 'quiet', {
    'after the same questions': marked((i) => `${word(i)}_${i}`),
  });
  row('taken out below one line and put back below another', 'by 6', {
    'a comment with a number': (tools, story) => {
      story.repeat(16, (i) => {
        const at = 40 - Math.floor(i / 2);
        return i % 2 === 0
          ? tools.replace(file, `# line ${at}\n${block}`, `# line ${at}`)
          : tools.replace(file, `# line ${at}`, `# line ${at - 1}\n${block}`);
      });
    },
  });
});
