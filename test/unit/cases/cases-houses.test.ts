/** Cases from many houses: failures that tell something new each time, and what is looked for in what was listed. */
import { other, rounds, row, word } from './cases.js';

const proof = (round: number, goals: string): string =>
  `⚠ [${3 + (round % 2)}/4] Building Sort.Sorted\nerror: Sort/Sorted.lean:${12 + round}:2: unsolved goals\n${goals}\nerror: build failed`;

const mismatch = (line: number, types: string): string =>
  `   Compiling acme v0.1.0 (/w)\nerror[E0308]: mismatched types\n  --> src/lib.rs:${line}:17\n   |\n${line} |     let made: Part = make(line);\n   |               ----   ^^^^^^^^^^ ${types}\n   |               |\n   |               expected due to this\n\nFor more information about this error, try \`rustc --explain E0308\`.\nerror: could not compile \`acme\` (lib) due to 1 previous error`;

describe('cases: one failure that tells something else each time', () => {
  const goals = [
    'case nil\n⊢ Sorted (insert a [])',
    'case cons\nih : Sorted xs\n⊢ Sorted (insert a (x :: xs))',
    'case cons.nil\n⊢ Sorted (insert a [x])',
    'case cons.cons\n⊢ Sorted (insert a (x :: y :: ys))',
    'case pos\nh : a ≤ x\n⊢ Sorted (a :: x :: y :: ys)',
    'case neg\nh : ¬a ≤ x\n⊢ Sorted (x :: insert a (y :: ys))',
    'case neg.left\n⊢ x ≤ a',
    'case neg.right\n⊢ Sorted (insert a (y :: ys))',
  ];
  row('a proof led to its end goal by goal', 'quiet', {
    'eight goals': rounds(8, (tools, i) => [
      tools.replace(
        '/w/Sort/Sorted.lean',
        `  step ${word(i)}`,
        `  step ${word(i)}\n  step ${word(i + 1)}`,
      ),
      tools.run('lake build Sort.Sorted', proof(i, goals[i] ?? ''), 1),
    ]),
  });
  row('one kind of error after the other, each about something else', 'quiet', {
    'a goal': rounds(8, (tools, i) => [
      tools.replace('/w/Sort/Sorted.lean', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run('lake build Sort.Sorted', proof(0, goals[i] ?? ''), 1),
    ]),
    'a type': rounds(8, (tools, i) => [
      tools.replace('/w/src/Lib.hs', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run(
        'cabal build',
        `src/Lib.hs:12:17: error: [GHC-83865]\n    • Couldn't match expected type ‘Of${word(i)}’ with actual type ‘Int’`,
        1,
      ),
    ]),
    'a type that is marked in the code': rounds(9, (tools, i) => [
      tools.replace('/w/src/lib.rs', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run(
        'cargo build',
        mismatch(12 + 7 * i, `expected \`${word(i)}\`, found \`&str\``),
        101,
      ),
    ]),
    'a line of a program': rounds(8, (tools, i) => [
      tools.replace('/w/src/lib.py', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run(
        'python -m app',
        `Traceback (most recent call last):\n  File "/w/src/lib.py", line ${12 + 7 * i}, in run\n    x.load_${word(i)}()\nAssertionError`,
        1,
      ),
    ]),
  });
  row('one kind of error about one and the same thing', 'by 14', {
    'a goal': rounds(8, (tools, i) => [
      tools.replace('/w/Sort/Sorted.lean', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run('lake build Sort.Sorted', proof(0, goals[0] ?? ''), 1),
    ]),
    'a type that is marked in the code': rounds(8, (tools, i) => [
      tools.replace('/w/src/lib.rs', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run('cargo build', mismatch(12 + i, 'expected `Part`, found `&str`'), 101),
    ]),
  });
  row('a proof that goes to and fro between two goals', 'by 14', {
    'eight times': rounds(8, (tools, i) => [
      tools.replace(
        '/w/Sort/Sorted.lean',
        `  step ${word(i)}`,
        `  step ${word(i)}\n  step ${word(i + 1)}`,
      ),
      tools.run('lake build Sort.Sorted', proof(i % 2, goals[i % 2] ?? ''), 1),
    ]),
  });
});

describe('cases: one text looked for in ever other versions', () => {
  const commit = (i: number): string => (0x3f2a91c04d7 + i * 0x1c9e3779b).toString(16);
  row('commits that an answer listed, looked through one by one', 'watch at most', {
    'thirteen of them': rounds(13, (tools, i) => [
      tools.run(`git show ${commit(i)} | grep -n settleBatch`, '', 1),
    ]),
    'by a tool': rounds(13, (_tools, i) => [
      other('mcp__git__search', { revision: commit(i), text: 'settleBatch' }, 'No matches found'),
    ]),
  });
  row('names of branches guessed one by one', 'by 14', {
    'thirteen of them': rounds(13, (tools, i) => [
      tools.run(`git show ${word(i)} | grep -n settleBatch`, '', 1),
    ]),
    'by a tool': rounds(13, (_tools, i) => [
      other('mcp__git__search', { revision: word(i), text: 'settleBatch' }, 'No matches found'),
    ]),
  });
});
