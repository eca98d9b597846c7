/** Cases of rereading: the lines of a file count as new once, however they are read. */
import { each, other, row, times, word } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const LINES = 120;
const lines = Array.from({ length: LINES }, (_, i) =>
  i % 5 === 4 ? '' : `  const ${word(i)}${i} = await ${word(i + 3)}(input, ${i});`,
);
const part = (from: number, to: number): string => lines.slice(from - 1, to).join('\n');
const listed = (from: number, to: number): string =>
  lines
    .slice(from - 1, to)
    .map((line, i) => `${String(from + i).padStart(6)}\t${line}`)
    .join('\n');
const hits = (pattern: string, from = 1, to = LINES): string =>
  lines
    .map((line, i) => ({ line, at: i + 1 }))
    .filter(({ line, at }) => line.includes(pattern) && at >= from && at <= to)
    .map(({ line, at }) => `${at}:${line}`)
    .join('\n');
const file = 'src/core/engine.ts';

/** Shell commands that each read a part of one file in another way. */
const looks: ((tools: Toolset, i: number) => Act)[] = [
  (tools, i) => tools.run(`sed -n '${10 + i},${40 + i}p' ${file}`, part(10 + i, 40 + i)),
  (tools, i) => tools.run(`nl -ba ${file} | sed -n '${20 + i},${50 + i}p'`, listed(20 + i, 50 + i)),
  (tools, i) => tools.run(`head -n ${30 + i} ${file}`, part(1, 30 + i)),
  (tools, i) => tools.run(`tail -n ${30 + i} ${file}`, part(LINES - 29 - i, LINES)),
  (tools, i) => tools.run(`cat -n ${file} | head -${60 + i} | tail -20`, listed(41 + i, 60 + i)),
  (tools, i) => tools.run(`awk 'NR>=${5 + i} && NR<=${25 + i}' ${file}`, part(5 + i, 25 + i)),
  (tools, i) => tools.run(`grep -n ${word(i)} ${file}`, hits(word(i))),
  (tools, i) => tools.read(`/w/${file}`, part(15 + i, 44 + i), [15 + i, 30]),
];
const look = (tools: Toolset, i: number): Act =>
  (looks[i % looks.length] ?? ((each) => each.read(file, '')))(tools, i);

describe('cases: lines already read', () => {
  row('a whole file, then its parts in other words', 'by 13', {
    'all ways in turn': (tools, story) => {
      story.step(tools.read(`/w/${file}`, part(1, LINES))).repeat(16, (i) => look(tools, i));
    },
    'by cat, then all ways': (tools, story) => {
      story.step(tools.run(`cat ${file}`, part(1, LINES))).repeat(16, (i) => look(tools, i));
    },
    'named in full, by its folder, and from within it': (tools, story) => {
      story
        .step(tools.read(`/w/${file}`, part(1, LINES)))
        .repeat(
          14,
          (i) =>
            [
              tools.run(`sed -n '${10 + i},${40 + i}p' ./${file}`, part(10 + i, 40 + i)),
              tools.run(
                `cd src/core && sed -n '${12 + i},${42 + i}p' engine.ts`,
                part(12 + i, 42 + i),
              ),
              tools.run(`cd /w && head -n ${50 + i} ${file}`, part(1, 50 + i)),
            ][i % 3] ?? [],
        );
    },
    'its end': (tools, story) => {
      story
        .step(tools.run(`cat ${file}`, part(1, LINES)))
        .repeat(14, (i) => tools.run(`tail -n ${20 + i} ${file}`, part(LINES - 19 - i, LINES)));
    },
  });
  row('the same words searched in other ways', 'by 14', {
    'by rg and grep': (tools, story) => {
      const [found, bare] = [hits('queue'), hits('queue').replace(/^\d+:/gm, '')];
      story
        .step(tools.read(`/w/${file}`, part(1, LINES)))
        .repeat(
          16,
          (i) =>
            [
              tools.run(`rg -n queue ${file}`, found),
              tools.run(`grep -n "queue" ${file}`, found),
              tools.run(`rg queue ${file}`, bare),
              tools.run(`rg -n "queue\\(?" ${file}`, found),
              tools.run(`grep -nE "queue|Queue" ${file}`, found),
              tools.run(`grep -n -i queue ${file}`, found),
              tools.run(`rg --no-heading -n -S queue ${file}`, found),
            ][i % 7] ?? [],
        );
    },
  });
  row('parts of known files, each searched for something else', 'watch at most', {
    'in one file': (tools, story) => {
      story
        .step(tools.read(`/w/${file}`, part(1, LINES)))
        .repeat(10, (i) => tools.run(`grep -n ${word(i)} ${file}`, hits(word(i))));
    },
  });
  row('reading on', 'quiet', {
    'pages by sed': each(20, (tools, i) =>
      tools.run(`sed -n '${1 + i * 6},${6 + i * 6}p' ${file}`, part(1 + i * 6, 6 + i * 6)),
    ),
    'pages, each searched first': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.run(`grep -n "${word(i)}${i * 3}" ${file}`, `${i * 6 + 1}:${lines[i * 6] ?? ''}`)
        : tools.run(`sed -n '${1 + i * 6},${6 + i * 6}p' ${file}`, part(1 + i * 6, 6 + i * 6)),
    ),
    'the same part after each change of it': each(16, (tools, i) =>
      i % 2 === 0
        ? tools.replace(`/w/${file}`, `count = ${i}`, `count = ${i + 2}`)
        : tools.run(`sed -n '10,14p' ${file}`, `count = ${i + 1}\n${part(11, 14)}`),
    ),
    'files of the same name in other folders': each(16, (tools, i) =>
      tools.run(`cd packages/${word(i)} && cat index.ts`, "export * from './main.js';"),
    ),
  });

  /** The window of SWE-agent's viewer around a line. */
  const total = 600;
  const windowOf = (from: number, changed = 0): string =>
    `[File: /w/src/fields.py (${total} lines total)]\n${from > 1 ? `(${from - 1} more lines above)\n` : ''}${Array.from({ length: 100 }, (_, i) => `${from + i}:    ${word(from + i)} = ${from + i}${from + i === 20 + changed ? ' + 1' : ''}`).join('\n')}\n${from + 99 < total ? `(${total - from - 99} more lines below)\n` : ''}`;
  row('a viewer with a window: the same lines by other commands', 'by 16', {
    'goto here and there': (_, story) => {
      for (let from = 1; from <= 501; from += 100) {
        story.step(
          other('scroll_down', { command: 'scroll_down' }, windowOf(from), { class: 'read' }),
        );
      }
      story.repeat(12, (i) =>
        other('goto', { command: `goto ${60 + i * 31}` }, windowOf(10 + i * 31), { class: 'read' }),
      );
    },
    'open at a line': (_, story) => {
      for (let from = 1; from <= 301; from += 100) {
        story.step(
          other(
            'open',
            { command: `open src/fields.py ${from + 50}`, path: 'src/fields.py' },
            windowOf(from),
            { class: 'read' },
          ),
        );
      }
      story.repeat(12, (i) =>
        other(
          'open',
          { command: `open src/fields.py ${60 + i * 21}`, path: 'src/fields.py' },
          windowOf(10 + i * 21),
          { class: 'read' },
        ),
      );
    },
    'down and up': times(30, (i) =>
      other(
        i % 4 < 2 ? 'scroll_down' : 'scroll_up',
        { command: i % 4 < 2 ? 'scroll_down' : 'scroll_up' },
        windowOf([101, 201, 101, 1][i % 4] ?? 1),
        { class: 'read' },
      ),
    ),
  });
  row('a viewer with a window: paging once', 'quiet', {
    down: times(6, (i) =>
      other('scroll_down', { command: 'scroll_down' }, windowOf(1 + i * 100), { class: 'read' }),
    ),
    'goto each part': times(6, (i) =>
      other('goto', { command: `goto ${50 + i * 100}` }, windowOf(1 + i * 100), { class: 'read' }),
    ),
    'after each edit': times(14, (i) =>
      i % 2 === 0
        ? other(
            'edit',
            { command: `edit ${20 + i}:${20 + i}\n    changed = ${i}\nend_of_edit` },
            `${windowOf(1, i)}File updated. Please review the changes and make sure they are correct.`,
            { class: 'edit' },
          )
        : other('goto', { command: `goto ${50 + i}` }, windowOf(i + 1, i - 1), { class: 'read' }),
    ),
  });
});
