/** Cases of known results that come again: checks after a change, failures that return, guesses made twice, looks at what is known. */
import { each, row, source, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

/** Everything that a careful agent runs before it says that it is done. */
const checks = (tools: Toolset): Act[] => [
  tools.run(runners['pytest']?.command ?? '', runners['pytest']?.output([], 1.2) ?? ''),
  tools.run(runners['jest']?.command ?? '', runners['jest']?.output([], 2.1) ?? ''),
  tools.run('npm run lint', '> app@1.0.0 lint\n> eslint .'),
  tools.run('npm run build', '> app@1.0.0 build\n> tsc -p .'),
  tools.run('cargo check', '    Finished `dev` profile [unoptimized] target(s) in 0.31s'),
  tools.run('go vet ./...', ''),
  tools.run('make test', 'all 14 tests passed'),
];

const checked =
  (rounds: number, isChanged: (round: number) => boolean): Scene =>
  (tools, story) => {
    for (let round = 0; round < rounds; round++) {
      if (isChanged(round)) {
        story.step(tools.replace('/w/src/app.ts', `state ${round}`, `state ${round + 1}`));
      }
      for (const check of checks(tools)) {
        story.step(check);
      }
    }
  };

describe('cases: known results that come again', () => {
  row('all checks go well again after each change', 'quiet', {
    'two changes': checked(2, () => true),
    'six changes': checked(6, () => true),
  });
  row('all checks go well again, with nothing changed between', 'loop at 13', {
    'the second time': checked(3, (round) => round === 0),
  });

  const thrown = (error: string): string =>
    `Traceback (most recent call last):\n  File "/w/reproduce.py", line 9, in <module>\n    main()\n${error}`;
  const tried =
    (errors: readonly (string | undefined)[]): Scene =>
    (tools, story) => {
      story.step(tools.write('/w/reproduce.py', 'import app\n\napp.main()\n'));
      for (const [i, error] of errors.entries()) {
        story.step(tools.replace('/w/src/app.py', `attempt ${i}`, `attempt ${i + 1}: ${word(i)}`));
        story.step(
          error === undefined
            ? tools.run('python reproduce.py', 'ok, passed')
            : tools.run('python reproduce.py', thrown(error), 1),
        );
      }
    };
  const [known, other] = ["KeyError: 'heading'", "TypeError: 'list' object is not callable"];
  row(
    'a failure that comes back after another one is the second of its kind',
    'no-progress at 13',
    {
      'an own script': tried([known, other, known, known, known, known, known]),
    },
  );
  row('a failure that comes back once it had gone is the first of its kind', 'watch at most', {
    'an own script': tried([known, undefined, known, known, known, known, undefined]),
  });
  row('failures that come back on the way', 'watch at most', {
    'an own script': tried([known, other, known, known, other, known, undefined]),
  });

  const guesses = (words: readonly string[]): Scene =>
    each(words.length, (tools, i) =>
      tools.run(`./vault open --code ${words[i] ?? ''}`, 'Wrong code!', 1),
    );
  row('a guess that is wrong, and another one that is made again and again', 's4', {
    'three times': guesses(['apple', 'pear', 'pear', 'pear']),
  });
  row('guesses, each another one', 'watch at most', {
    'all wrong': guesses(['apple', 'pear', 'plum', 'fig', 'lime']),
  });

  const looks =
    (again: number): Scene =>
    (tools, story) => {
      const look = (i: number): void => {
        story.step(tools.search(word(i), `src/${word(i)}.ts:14: ${word(i)}(line)`));
      };
      for (let i = 0; i < 8; i++) {
        look(i);
      }
      for (let i = 0; i < again; i++) {
        look((i * 3) % 8);
      }
      story.step(tools.write('/w/src/new.ts', source('new')));
    };
  row('what is known is asked for again, in another order', 'loop at 13', {
    'five in a row': looks(6),
  });
  row('what is known is asked for again, and then work goes on', 'watch at most', {
    'four in a row': looks(4),
  });

  row('one question about ever other files, with one short answer', 'quiet', {
    counts: each(12, (tools, i) => tools.run(`grep -c TODO src/${word(i)}.ts`, '3')),
  });
});
