/** Cases of windows of a file, by tools whose parameters and frames nobody knows. */
import { other, row, times, word } from './cases.js';
import type { JsonObject } from '../../../src/core/events.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const linesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    i % 6 === 5 ? '' : `  ${word(i)}_${i} = compute("${word(i * 3)}", ${i});`,
  );
const short = linesOf(34);
const long = linesOf(600);
const file = '/w/src/short.ts';
const part = (lines: readonly string[], from: number, to: number): string =>
  lines.slice(from - 1, to).join('\n');
/** The window of each round: first and last line. */
const windowOf = (i: number): [number, number] => {
  const from = 1 + ((i * 7) % 24);
  return [from, Math.min(34, from + 8 + (i % 3))];
};

/** Looks at lines `from` to `to`, by input or command. */
const commands: Record<string, (from: number, to: number) => string> = {
  sed: (from, to) => `sed -n '${from},${to}p' ${file}`,
  'sed that deletes the others': (from, to) => `sed '${from},${to}!d' ${file}`,
  'head and tail': (from, to) => `head -n ${to} ${file} | tail -n ${to - from + 1}`,
  'tail and head': (from, to) => `tail -n +${from} ${file} | head -n ${to - from + 1}`,
  'nl and sed': (from, to) => `nl -ba ${file} | sed -n '${from},${to}p'`,
  awk: (from, to) => `awk 'NR>=${from} && NR<=${to}' ${file}`,
  'awk that prints': (from, to) => `awk 'NR>${from - 1} && NR<${to + 1} {print NR": "$0}' ${file}`,
  'awk, a range': (from, to) => `awk 'NR==${from},NR==${to}' ${file}`,
  perl: (from, to) => `perl -ne 'print if $. >= ${from} && $. <= ${to}' ${file}`,
  bat: (from, to) => `bat --plain --line-range ${from}:${to} ${file}`,
};
const inputs: Record<string, (from: number, to: number) => [string, JsonObject]> = {
  'offset and limit': (from, to) => [
    'read_file',
    { path: file, offset: from, limit: to - from + 1 },
  ],
  view_range: (from, to) => ['view', { path: file, view_range: [from, to] }],
  'a name that nobody knows': (from, to) => ['read_window', { path: file, top: from, bottom: to }],
  'an anchor': (from) => ['view_around', { path: file, anchor: from + 4, context: 4 }],
  'a text as range': (from, to) => ['open_file', { path: file, where: `${from}..${to}` }],
  'no path': (from) => ['view_goto', { line: from }],
  'a command as text': (from) => ['open', { command: `open ${file} ${from}` }],
};

describe('cases: windows of a file', () => {
  const whole = (tools: Toolset): Act => tools.read(file, short.join('\n'));
  row('a 34-line file read whole, then through different windows', 'by 11', {
    ...Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        name,
        (tools: Toolset, story: { step(...acts: Act[]): unknown }): void => {
          story.step(whole(tools));
          for (let i = 0; i < 12; i++) {
            const [from, to] = windowOf(i);
            story.step(tools.run(command(from, to), part(short, from, to)));
          }
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        (tools: Toolset, story: { step(...acts: Act[]): unknown }): void => {
          story.step(whole(tools));
          for (let i = 0; i < 12; i++) {
            const [from, to] = windowOf(i);
            story.step(other(...input(from, to), part(short, from, to), { class: 'read' }));
          }
        },
      ]),
    ),
    'all in turn': (tools, story) => {
      story.step(whole(tools));
      const ways = Object.values(commands);
      for (let i = 0; i < 12; i++) {
        const [from, to] = windowOf(i);
        story.step(tools.run(ways[i % ways.length]?.(from, to) ?? '', part(short, from, to)));
      }
    },
  });
  row('a long file paged once', 'quiet', {
    ...Object.fromEntries(
      Object.entries({ ...inputs }).map(([name, input]) => [
        name,
        times(15, (i) =>
          other(...input(1 + i * 40, 40 + i * 40), part(long, 1 + i * 40, 40 + i * 40), {
            class: 'read',
          }),
        ),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        name,
        (tools: Toolset, story: { step(...acts: Act[]): unknown }): void => {
          for (let i = 0; i < 15; i++) {
            const [from, to] = [1 + i * 40, 40 + i * 40];
            story.step(tools.run(command(from, to), part(long, from, to)));
          }
        },
      ]),
    ),
    'by page': times(15, (i) =>
      other('read_file', { path: file, page: i + 1 }, part(long, 1 + i * 40, 40 + i * 40)),
    ),
    'down by a key': times(15, (i) =>
      other('scroll_view', { direction: 'down' }, part(long, 1 + i * 40, 40 + i * 40), {
        class: 'read',
      }),
    ),
  });
  row('paged, condensed, paged again, then work', 'quiet', {
    'by offsets': (tools, story) => {
      const page = (i: number): Act =>
        tools.read(file, part(long, 1 + i * 60, 60 + i * 60), [1 + i * 60, 60]);
      story.repeat(10, page).push({ ...story.own, type: 'compaction' });
      story.repeat(10, page).repeat(3, (i) => tools.replace(file, `a ${i}`, `b ${i}`));
    },
  });
  row('the same windows after each edit', 'quiet', {
    'by a name that nobody knows': (tools, story) => {
      for (let i = 0; i < 8; i++) {
        story
          .step(tools.replace(file, `count_${i}`, `count_${i + 1}`))
          .step(
            other(
              'read_window',
              { path: file, top: 3 + i, bottom: 12 },
              `count_${i + 1}\n${part(short, 4 + i, 12)}`,
              { class: 'read' },
            ),
          );
      }
    },
  });
});
