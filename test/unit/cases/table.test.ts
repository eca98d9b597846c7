/** Every row of the design's table of cases is a case of this folder: its name, and what is expected. `row` runs each in all toolsets. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The row of the table, and how its case begins here. */
const rows: readonly [row: string, title: string][] = [
  ['same read, same output ×12', 'same read, same output ×12'],
  ['same failing call, same error', 'same failing call, same error'],
  [
    'same command failing with changing error text',
    'same command failing with changing error text',
  ],
  ['A-B-A-B identical ×20', 'A-B-A-B identical ×20'],
  [
    'read → failed edit → failed test, identical rounds',
    'read → failed edit → failed test, identical rounds',
  ],
  ['cycle of 6 ×6', 'cycle of 6 ×6'],
  [
    '3 identical calls in ONE response, then new work',
    '3 identical calls in ONE response, then new work',
  ],
  ['5 identical calls per response ×4', '5 identical calls per response ×4'],
  ['batch {a, b, git status} identical ×10', 'batch {a, b, git status} identical ×10'],
  ['batch {A,B} ×4', 'batch {A,B} ×4'],
  [
    '16, then 17 identical calls per response ×5',
    '16 or 17 identical calls per response, five times',
  ],
  ['paging one file with rising offsets, once', 'paging one file with rising offsets, once'],
  ['status poll whose output changes ×20', 'status poll whose output changes ×20'],
  ['sleep 5 and streaming output', 'sleep 5 and streaming output'],
  [
    'poll "running" unchanged with sleeps, 20 minutes',
    'poll "running" unchanged with sleeps, 20 minutes',
  ],
  ['edit–test, failures 9→0', 'edit–test, failures 9→0'],
  [
    'edit–test, same failing set each time, distinct edits ×10',
    'edit–test, same failing set each time, distinct edits ×10',
  ],
  ['the same, only durations differ', 'only durations differ'],
  ['test only, output differs by its duration', 'test only, output differs by its duration'],
  ['test only, by an ISO timestamp', 'test only, output differs by an ISO timestamp'],
  [
    'same test alternates pass and fail with no edit',
    'same test alternates pass and fail with no edit',
  ],
  ['edit A→B, B→A ×6, each "ok"', 'edit A→B, B→A ×6, each "ok"'],
  ['A→B, test, B→A, test ×5', 'A→B, test, B→A, test ×5'],
  ['A→B→C→D in an already dirty file', 'A→B→C→D in an already dirty file'],
  ['the same content written ×6', 'the same content written ×6'],
  ['a formatter reverts each edit', 'a formatter reverts each edit'],
  ['`true`, `:`, `sleep 1`, `echo ok` rotating', '`true`, `:`, `sleep 1`, `echo ok` rotating'],
  ['read /dev/null ×10', 'read /dev/null ×10'],
  ['git status ×10, clean', 'git status ×10, clean'],
  [
    '`cd /w && pytest`, `pytest`, `(cd /w && pytest)`, same output',
    '`cd /w && pytest`, `pytest`, `(cd /w && pytest)`, same output',
  ],
  ['to-do list reworded only ×12', 'to-do list reworded only ×12'],
  ['to-do list and rereading one file', 'to-do list and rereading one file'],
  ['7 different searches, each empty', '7 different searches, each empty'],
  ['8 distinct failing probes', '8 distinct failing probes'],
  ['one edit in each of 20 files, all "ok"', 'one edit in each of 20 files, all "ok"'],
  ['15 distinct reads at the start', '15 distinct reads at the start'],
  ['10 parallel reads', '10 parallel reads'],
  [
    'read_output of one handle ×50, new bytes each',
    'read_output of one handle ×50, new bytes each',
  ],
  ['debugger `next` ×12, a new line each', 'debugger `next` ×12, a new line each'],
  ['"old_string not found", varying guesses ×10', '"old_string not found", varying guesses ×10'],
  ['failed edit → reread → good edit, ×4', 'failed edit → reread → good edit, ×4'],
  ['12 distinct short outputs', '12 distinct short outputs'],
  ['`sed -i` on a dirty file', 'sed -i on a dirty file'],
  ['3 repeats, then 12 new calls', '3 repeats, then 12 new calls'],
  [
    "3 the same, a person's new instruction, 3 the same",
    '3 the same, a new instruction, 3 the same',
  ],
  ['4 agent messages without tools, same content', '4 agent messages without tools, same content'],
  ['12 condensations with nothing between', '12 condensations with nothing between'],
  ['background task changes state, no calls', 'background task changes state, no calls'],
  ['sub-agent stuck, parent waits', 'sub-agent stuck, parent waits'],
  ['malformed input, identical ×12', 'malformed input, identical ×12'],
  ["a provider's retry replays a streamed batch", "a provider's retry replays a streamed batch"],
  ['our own denial repeated', 'our own denial repeated'],
  [
    '`cd x && ls`, the number in the error rising',
    '`cd x && ls`, the number in the shell’s error rising',
  ],
  [
    'a 34-line file read whole, then through different windows',
    'a 34-line file read whole, then through different windows',
  ],
  [
    'search, search, insert the same method again, five rounds, counts growing',
    'search, search, insert the same method again, five rounds, counts growing',
  ],
  [
    'cut a block out, put it back one line higher, eight rounds',
    'cut a block out, put it back one line higher, eight rounds',
  ],
  [
    'own script silent after each of 12 edits that add prints',
    'a script of the agent’s own is silent after each edit that adds prints',
  ],
  [
    'reproduction script rewritten longer each time, same last error',
    'a script rewritten longer each time, same last error',
  ],
  [
    'rejected edit, the rejection quotes the changing text',
    'the rejection quotes the changing text',
  ],
  [
    "same failing test, each run's debug print tells another thing, then it passes",
    'the same failing test, each run prints another thing, then it passes',
  ],
  [
    '`30 failing` → `26 failing` → …, edits between',
    '`30 failing` → `26 failing` → …, edits between',
  ],
  [
    'tune a constant, benchmark prints another median ×10',
    'tune a constant, benchmark prints another median ×10',
  ],
  [
    'two different tries, each undone by `git checkout`, a third elsewhere passes',
    'two different tries, each undone by ${how}, a third elsewhere passes',
  ],
  [
    'import fails for another missing library each time, each installed',
    'import fails for another missing library each time, each installed',
  ],
  [
    'the same prompt every turn, the same failing test every turn ×16',
    'the same prompt every turn, the same failing test every turn ×16',
  ],
  [
    '"continue" ×12, each answered by a promise and no call',
    '"${words}" ×12, each answered by a promise and no call',
  ],
  ['25 turns that end in a rate limit', '25 turns that end in a rate limit'],
  ['`court ` ×8,000 in one response', 'court '],
  [
    '3, 12 or 25 files read, condensed, read again, nothing changed',
    '${n} files read, condensed, read again, nothing changed',
  ],
  [
    'six condensations, each followed by reading 6 files again and by new edits',
    'read again after each condensation, and work goes on',
  ],
  ['60 children with one prompt', '60 children with one prompt'],
  ['8 children with 8 prompts and results', '8 children with 8 prompts and results'],
  ['`vi notes.txt` open for 50 minutes', '`vi notes.txt` open for 50 minutes'],
  ['a build of 24 minutes', 'a build of 24 minutes'],
  ['a permission waited for 3 hours', 'a permission waited for 3 hours'],
  [
    'prose sent as a command ×8, each with another syntax error',
    'prose sent as a command ×8, each with another syntax error',
  ],
  [
    '`find`, `which`, `ls` for a tool that is not there, 14 commands in other words',
    'a tool that is not there, every command another, all empty or missing',
  ],
  [
    'the same with one file found and read in the middle',
    'the same with one file found and read in the middle',
  ],
  [
    'reproduction script and library edited in turn, names differ, last error the same',
    'a script and the library edited in turn, names differ, same last error',
  ],
];

describe('the table of cases', () => {
  const folder = 'test/unit/cases';
  const sources = readdirSync(folder)
    .filter((file) => file.startsWith('cases-') || file === 'balanced.test.ts')
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\\`', '`'))
    .join('\n');
  for (const [row, title] of rows) {
    it(row, () => assert.ok(sources.includes(title), `no case begins "${title}"`));
  }
});
