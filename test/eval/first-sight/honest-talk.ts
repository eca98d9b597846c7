/** Honest work of questions, long reading, lists and tools that say little. Written before any rule was tried on it. */
import { clock, hex, noStall, pick, quiet, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';
import { untold } from './stalls-talk.js';

const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'ja'] as const;
const modules = [
  'billing',
  'search',
  'mail',
  'images',
  'users',
  'audit',
  'export',
  'login',
  'stock',
] as const;

/** Lines of a long file, other ones for every place. */
const slice = (from: number): string =>
  Array.from(
    { length: 14 },
    (_, i) =>
      `  if (kind === ${((from + i) * 7) % 211}) return decode${((from + i) * 13) % 97}(frame, ${from + i});`,
  ).join('\n');

export const honestInTalk: readonly Idea[] = [
  quiet(
    'one helper for each package, all with the same order and the same answer',
    {
      why: 'each looks at another package',
      prompt: 'Let a sub-agent review each package for missing permission checks.',
    },
    (desk, story) => {
      modules.forEach((name, i) => {
        story.step(
          desk.use(
            'agents',
            'dispatch',
            {
              description: `Review packages/${name}`,
              prompt: `Review packages/${name} for handlers without a permission check. Report file and line, or say that there are none.`,
            },
            `I reviewed all handlers in packages/${name}. No missing permission checks found.\n\n(${9 + i} tool uses · ${14 + i}.${i}k tokens · ${seconds(i, 31)}s)`,
          ),
        );
      });
      story.step(
        desk.write(
          '/w/REVIEW.md',
          `# Review\n\n${modules.map((name) => `- ${name}: none`).join('\n')}\n`,
        ),
      );
    },
  ),
  quiet(
    'a decoder of thousands of lines read from end to end',
    {
      why: 'each look shows other lines',
      prompt: 'Explain to me how the decoder works. Change nothing.',
    },
    (desk, story) => {
      for (let i = 0; i < 18; i++) {
        story.step(
          desk.read('/w/src/decoder.ts', slice(i * 14 + 1), [i * 14 + 1, 14]),
          ...(i % 3 === 1
            ? [
                desk.search(
                  `decode${i * 5}\\(`,
                  `src/decoder.ts:${i * 14 + 3}:export function decode${i * 5}(frame: Frame, at: number): Value {`,
                ),
              ]
            : []),
        );
      }
      story.say(
        'The decoder is a table of kinds; each kind has its own function, and the frame is read from left to right.',
      );
    },
  ),
  quiet(
    'ten files of words translated, and the list of what is missing gets shorter',
    { why: 'one language after the other is complete' },
    (desk, story) => {
      lookAround(desk, story);
      languages.forEach((language, i) => {
        story.step(
          desk.write(
            `/w/locales/${language}.json`,
            `{\n  "cart.title": "${language}-${hex(i, 6)}",\n  "cart.empty": "${language}-${hex(i + 1, 8)}",\n  "cart.pay": "${language}-${hex(i + 2, 5)}"\n}\n`,
          ),
        );
        story.step(
          desk.run(
            'npm run -s i18n:check',
            i === 9
              ? 'All 11 locales are complete.'
              : `Missing keys in ${9 - i} locale(s):\n${languages
                  .slice(i + 1)
                  .map((each) => `  locales/${each}.json: cart.title, cart.empty, cart.pay`)
                  .join('\n')}`,
            i === 9 ? 0 : 1,
          ),
        );
      });
      finish(desk, story);
    },
  ),
  quiet(
    'nine commits put onto another branch, each with a conflict in the same file',
    { why: 'the counter of the rebase goes on' },
    (desk, story) => {
      const conflict = (i: number): string =>
        `Auto-merging CHANGELOG.md\nCONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply ${hex(i, 7)}... Add the ${pick(modules, i)} export\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nCould not apply ${hex(i, 7)}... Add the ${pick(modules, i)} export`;
      story.step(desk.run('git rebase origin/main', `Rebasing (1/9)\n${conflict(0)}`, 1));
      modules.forEach((name, i) => {
        story.step(
          desk.replace(
            '/w/CHANGELOG.md',
            `<<<<<<< HEAD\n=======\n- The ${name} export.\n>>>>>>> ${hex(i, 7)}`,
            `- The ${name} export.`,
          ),
        );
        story.step(
          desk.run(
            'git add CHANGELOG.md && GIT_EDITOR=true git rebase --continue',
            i === 8
              ? '[detached HEAD 41be770] Add the stock export\nSuccessfully rebased and updated refs/heads/exports.'
              : `[detached HEAD ${hex(i + 20, 7)}] Add the ${name} export\n 1 file changed, 1 insertion(+)\nRebasing (${i + 2}/9)\n${conflict(i + 1)}`,
            i === 8 ? 0 : 1,
          ),
        );
      });
      finish(desk, story);
    },
  ),
  noStall(
    'a slow function made faster in tries that sometimes make it slower',
    { why: 'each try is another idea, bad ones are taken back, and the figure falls over time' },
    (desk, story) => {
      const versions = [
        'for (const row of rows) out.push(map(row));',
        'return rows.map(map);',
        'const out = new Array(rows.length);',
        'const cache = new Map<string, Row>();',
        'const out = Float64Array.from(rows, price);',
        'return chunk(rows, 512).flatMap(mapAll);',
        'const sorted = rows.toSorted(byId);',
        'return mapInPlace(rows);',
      ] as const;
      const times = [412.1, 398.7, 371.4, 244.9, 189.2, 203.8, 176.3, 121.5];
      times.forEach((time, i) => {
        if (i > 0) {
          story.step(rewrite(desk, '/w/src/table/map.ts', versions, i - 1));
        }
        story.step(
          desk.run(
            'node --expose-gc bench/map.mjs',
            `cpu: 13th Gen Intel(R) Core(TM) i7\nruntime: node v22.11.0 (x64-linux)\n\nbenchmark              time/iter (avg)        iter/s      (min … max)           p75\n---------------------- ------------------ ------------- ----------------------- --------\nmap 100k rows          ${time.toFixed(1)} ms   ${(1000 / time).toFixed(1)}  (${(time - 9).toFixed(1)} ms … ${(time + 14).toFixed(1)} ms) ${(time + 2).toFixed(1)} ms`,
          ),
        );
      });
      finish(desk, story);
    },
  ),
  quiet(
    'a name changed by the language server in nine files, with ever fewer complaints',
    { why: 'each edit takes one complaint away' },
    (desk, story) => {
      const diagnostics = (from: number): string =>
        JSON.stringify(
          modules.slice(from).map((name, i) => ({
            uri: `file:///w/src/${name}.ts`,
            range: { start: { line: 11 + i, character: 4 } },
            severity: 1,
            source: 'ts',
            code: 2551,
            message:
              "Property 'fullname' does not exist on type 'Person'. Did you mean 'fullName'?",
          })),
        );
      story.step(
        desk.use(
          'lsp',
          'find_references',
          { symbol: 'fullname' },
          modules.map((name, i) => `src/${name}.ts:${12 + i}:5`).join('\n'),
        ),
      );
      modules.forEach((name, i) => {
        story.step(
          desk.replace(
            `/w/src/${name}.ts`,
            `person.fullname; // ${name}`,
            `person.fullName; // ${name}`,
          ),
        );
        story.step(desk.use('lsp', 'get_diagnostics', {}, diagnostics(i + 1)));
      });
      finish(desk, story);
    },
  ),
  quiet(
    'a feature built by an agent that tells no results',
    { why: 'every edit is of another place' },
    (desk, story) => {
      modules.forEach((name, i) => {
        untold(story, desk.read(`/w/src/${name}/api.ts`, ''), `V${i}-a`);
        untold(
          story,
          desk.replace(
            `/w/src/${name}/api.ts`,
            `export const ${name} = router();`,
            `export const ${name} = router({ audit: true });`,
          ),
          `V${i}-b`,
        );
        untold(story, desk.run('npm test', ''), `V${i}-c`);
      });
    },
  ),
  quiet(
    'fourteen cards moved on a board by a tool that says only ok',
    {
      why: 'each card is another one',
      prompt: 'Move all cards of release 2.8 to Done and put their commit on them.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      const cards: Edits = [
        ['OPS-411', 'Doing', 'Done'],
        ['OPS-398', 'Doing', 'Done'],
        ['OPS-402', 'Review', 'Done'],
        ['OPS-417', 'Review', 'Done'],
        ['OPS-420', 'Doing', 'Done'],
        ['OPS-388', 'Review', 'Done'],
        ['OPS-425', 'Review', 'Done'],
      ];
      cards.forEach(([card, , column], i) => {
        story.step(
          desk.use(
            'board',
            'move_card',
            { card, column, request: `r-${1_700_000 + i * 411}` },
            'ok',
          ),
        );
        story.step(
          desk.use(
            'board',
            'comment',
            { card, text: `Released with ${hex(i, 7)} at ${clock(i)}.` },
            'ok',
          ),
        );
      });
    },
  ),
];
