/** The figures of `npm run eval`, checked against a small folder whose figures are known. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isObject } from '../../../src/core/json.js';
import { presets } from '../../../src/core/thresholds/thresholds.js';
import { itInAll } from '../../tier.js';
import { bash, edit, failing, read, Story, type Act } from '../support/story.js';

const program = resolve('test/eval.mjs');
const lines = ({ events }: Story): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
const story = (name: string): Story => new Story(name).start().turn();
const fresh = (i: number): Act => read(`/w/part-${i}.ts`, `part ${i}: ${String(i).repeat(80)}`);
/** Stalled for `progress-detector` at its eighth step, whatever came before. */
const nothing = (times: number): Act[] => Array.from({ length: times }, () => bash(':'));

describe('eval', () => {
  let folder = '';
  before(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'turnwatch-eval-'));
    for (const part of [
      'sessions',
      'unlabelled',
      'empty',
      'bad',
      'gone',
      'noise',
      'parts/sessions',
      'parts/unlabelled',
      'parts/weak',
      'parts/cases',
      'labels-only',
    ]) {
      fs.mkdirSync(join(folder, part), { recursive: true });
    }
    const runs: Record<string, Story> = {
      // alarms of the preset: calls 11, 7, 19
      'sessions/late.jsonl': story('late')
        .repeat(4, fresh)
        .repeat(10, () => bash(':')),
      'sessions/soon.jsonl': story('soon').repeat(9, () => bash(':')),
      'sessions/long.jsonl': story('long')
        .repeat(12, fresh)
        .repeat(8, () => bash(':')),
      'sessions/missed.jsonl': story('missed')
        .repeat(12, fresh)
        .repeat(5, () => bash('make', 'make: *** No rule')),
      // an alarm at call 7, long before what was labelled
      'sessions/early.jsonl': story('early')
        .repeat(8, () => bash(':'))
        .repeat(30, fresh),
      'sessions/honest.jsonl': story('honest').repeat(30, fresh),
      'sessions/false.jsonl': story('false')
        .repeat(8, () => bash(':'))
        .repeat(3, fresh),
      'sessions/uncertain.jsonl': story('uncertain').repeat(9, () => bash(':')),
      'unlabelled/alarmed.jsonl': story('alarmed').repeat(9, () => bash(':')),
      'unlabelled/fine.jsonl': story('fine').repeat(9, fresh),
      'unlabelled/parallel.jsonl': story('parallel').step(...nothing(12)),
    };
    for (const [file, run] of Object.entries(runs)) {
      fs.writeFileSync(join(folder, file), lines(run));
    }
    fs.writeFileSync(join(folder, 'unlabelled/notes.txt'), 'no run at all\n');
    const stall = (
      file: string,
      firstStalledCall: number,
      accepted: [number, number],
      onset: number,
      more: object = {},
    ): object => ({
      file: `sessions/${file}.jsonl`,
      stalled: true,
      firstStalledCall,
      accepted,
      onset,
      kind: 'no-ops',
      reason: `${file}: runs nothing`,
      uncertain: false,
      ...more,
    });
    const honest = (file: string): object => ({
      file: `sessions/${file}.jsonl`,
      stalled: false,
      firstStalledCall: null,
      accepted: null,
      onset: null,
      kind: 'work',
      reason: `${file}: reads on`,
      uncertain: false,
    });
    fs.writeFileSync(
      join(folder, 'labels.jsonl'),
      [
        stall('late', 8, [6, 9], 5),
        stall('soon', 7, [6, 8], 5),
        stall('long', 21, [19, 22], 15),
        stall('missed', 14, [13, 16], 13),
        stall('early', 30, [29, 33], 25),
        honest('honest'),
        honest('false'),
        stall('uncertain', 4, [3, 6], 3, { uncertain: true }),
      ]
        .map((label) => `${JSON.stringify(label)}\n`)
        .join('\n'),
    );
    fs.writeFileSync(
      join(folder, 'bad/labels.jsonl'),
      '{"file":"a.jsonl","stalled":false}\n{"file":"b.jsonl","stalled":"perhaps"}\n',
    );
    fs.writeFileSync(
      join(folder, 'gone/labels.jsonl'),
      '{"file":"sessions/none.jsonl","stalled":false}\n',
    );
    fs.writeFileSync(
      join(folder, 'noise/labels.jsonl'),
      '{"file":"timed.jsonl","stalled":true,"firstStalledCall":6}\n{"file":"denied.jsonl","stalled":false}\n',
    );
    const took = (i: number): Act[] => [bash('cargo build', `Finished in ${i}.2${i}s`), fresh(i)];
    fs.writeFileSync(join(folder, 'noise/timed.jsonl'), lines(story('timed').repeat(4, took)));
    fs.writeFileSync(
      join(folder, 'noise/denied.jsonl'),
      lines(
        story('denied')
          .repeat(3, () => bash('cargo build', 'ok'))
          .turn('Now the other one.')
          .repeat(3, () => bash('cargo build', 'ok')),
      ),
    );
    const guess = (i: number): Act => ({
      ...failing(edit('/w/a.ts', `guess ${i}`, 'x')),
      output: 'String to replace not found in file.',
    });
    const parts: Record<string, Story> = {
      'sessions/one__stuck.jsonl': story('stuck').repeat(8, guess),
      'sessions/two__stuck.jsonl': story('rereads').repeat(8, () => read('/w/b.ts', 'same')),
      'sessions/two__honest.jsonl': story('honest').repeat(3, guess).repeat(14, fresh),
      'weak/one__labelled.jsonl': story('labelled').repeat(20, fresh),
      'weak/one__unknown.jsonl': story('unknown').repeat(9, guess),
      'weak/two__unknown.jsonl': story('clear').repeat(9, () => read('/w/b.ts', 'same')),
    };
    for (const [file, run] of Object.entries(parts)) {
      fs.writeFileSync(join(folder, 'parts', file), lines(run));
    }
    fs.symlinkSync(
      join(folder, 'unlabelled/fine.jsonl'),
      join(folder, 'parts/unlabelled/three__fine.jsonl'),
    );
    fs.writeFileSync(
      join(folder, 'parts/labels.jsonl'),
      [stall('one__stuck', 4, [3, 5], 2), stall('two__stuck', 4, [3, 5], 2), honest('two__honest')]
        .map((label) => JSON.stringify(label))
        .join('\n'),
    );
    const cases: [string, Story, object][] = [
      ['stuck', story('c1').repeat(8, guess), { expect: 'stalled', firstCall: [3, 5] }],
      ['mistaken', story('c2').repeat(8, guess), { expect: 'nostall' }],
      ['honest', story('c3').repeat(8, fresh), { expect: 'nostall' }],
      ['any', story('c4').repeat(8, guess), { expect: 'anyverdict' }],
      ['said', story('c5').repeat(8, guess), { expect: 'reason-not', text: 'of cheese' }],
    ];
    for (const [name, run] of cases) {
      fs.writeFileSync(join(folder, `parts/cases/${name}.jsonl`), lines(run));
    }
    fs.writeFileSync(
      join(folder, 'parts/cases/cases.jsonl'),
      cases
        .map(([name, , expected]) => JSON.stringify({ name, file: `${name}.jsonl`, ...expected }))
        .join('\n'),
    );
    // a second file of labels beside the first
    fs.writeFileSync(
      join(folder, 'parts/labels-more.jsonl'),
      JSON.stringify({ ...honest('one__labelled'), file: 'weak/one__labelled.jsonl' }),
    );
    fs.writeFileSync(join(folder, 'labels-only/labels.jsonl'), '');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  function run(...args: string[]): { status: number | null; out: string; err: string } {
    const {
      status,
      stdout: out,
      stderr: err,
    } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
      encoding: 'utf8',
      timeout: 50_000,
    });
    return { status, out, err };
  }
  function json(...args: string[]): {
    rows: Record<string, unknown>[];
    runs: Record<string, unknown>[];
    parts: Record<string, unknown>[];
    unreadable: unknown;
  } {
    const { status, out, err } = run('--json', ...args);
    assert.equal(status, 0, err);
    const value: unknown = JSON.parse(out);
    assert.ok(isObject(value) && Array.isArray(value['rows']) && Array.isArray(value['runs']));
    return {
      rows: value['rows'].filter(isObject),
      runs: value['runs'].filter(isObject),
      parts: Array.isArray(value['parts']) ? value['parts'].filter(isObject) : [],
      unreadable: value['unreadable'],
    };
  }
  const row = (rows: Record<string, unknown>[], rule: string): Record<string, unknown> => {
    const found = rows.find((each) => each['rule'] === rule);
    assert.ok(
      found !== undefined,
      `${rule} is none of ${rows.map((each) => String(each['rule'])).join(', ')}`,
    );
    return found;
  };
  const exact = ['--preset', 'progress-detector'] as const;

  it('counts found, false and early alarms, delays and unlabelled alarms of a preset', () => {
    const { rows, unreadable } = json(...exact, '.');
    assert.deepEqual(rows[0], {
      rule: 'progress-detector',
      stalls: 5,
      found: 3,
      honest: 2,
      falseAlarms: 1,
      early: 1,
      delays: [
        { file: 'sessions/late.jsonl', delay: 3, accepted: false },
        { file: 'sessions/soon.jsonl', delay: 0, accepted: true },
        { file: 'sessions/long.jsonl', delay: -2, accepted: true },
      ],
      median: 0,
      p90: 3,
      unlabelled: 3,
      unlabelledAlarmed: 1,
      marked: 0,
      markedAlarmed: 0,
      // after the alarms of late (11 of 0 to 13), soon (7 of 0 to 8) and long (19 of 0 to 19)
      saved: { calls: 2 + 1 + 0, of: 14 + 9 + 20 + 17 + 38 },
      // after those of false (7 of 0 to 10) and alarmed (7 of 0 to 8)
      cost: { calls: 3 + 1, of: 30 + 11 + 9 + 9 + 12 },
    });
    assert.deepEqual(unreadable, ['unlabelled/notes.txt: no known format recognized']);
  });

  it('sets every preset and the simple rules beside it', () => {
    const { rows } = json('.');
    assert.equal(rows[0]?.['rule'], 'balanced');
    for (const preset of presets) {
      assert.deepEqual(rows.filter((each) => each['rule'] === preset).length, 1, preset);
    }
    const figures = (rule: string): unknown[] =>
      ['found', 'falseAlarms', 'early', 'median', 'unlabelledAlarmed'].map(
        (figure) => row(rows, rule)[figure],
      );
    // three in a row come too early for `soon`, `long` and `early`; a rule that goes on alarming finds it at its onset all the same
    assert.deepEqual(figures('same call and raw result x3 in a row'), [4, 1, 3, -2, 2]);
    assert.deepEqual(figures('same call and raw result x4 in a row'), [4, 1, 2, -1.5, 2]);
    assert.deepEqual(figures('same call and masked result x4 in the last 20'), [4, 1, 2, -1.5, 2]);
    assert.deepEqual(figures('same call x5 in a row, whatever its result'), [4, 1, 2, -1, 2]);
    assert.deepEqual(figures('same call x10 in a row, whatever its result'), [1, 0, 0, 5, 1]);
    assert.deepEqual(figures('same output x4 in a row, whatever the call'), [4, 1, 2, -1.5, 2]);
  });

  it('masks what is only noise, and starts the simple rules anew at a new instruction', () => {
    const { rows } = json('noise');
    const alarms = (rule: string): unknown[] => [
      row(rows, rule)['found'],
      row(rows, rule)['falseAlarms'],
    ];
    assert.deepEqual(alarms('same call and masked result x4 in the last 20'), [1, 0]);
    assert.deepEqual(alarms('same call and raw result x4 in a row'), [0, 0]);
    assert.deepEqual(alarms('same call x3 in a row, whatever its result'), [0, 1]);
    assert.deepEqual(alarms('same call x5 in a row, whatever its result'), [0, 0]);
  });

  it('names each miss, false alarm, early alarm and uncertain run with the label and our own sentence', () => {
    const { status, out, err } = run(...exact, '.');
    assert.equal(status, 0);
    assert.equal(err, 'left out: unlabelled/notes.txt: no known format recognized\n');
    const section = (title: string): string =>
      new RegExp(`\\n${title}:\\n((?:  .*\\n)+)`).exec(out)?.[1] ?? '';
    const ours =
      'no-progress: 8 steps in a row changed nothing and found nothing new (limit 8). [progress-detector]';
    assert.equal(
      section('delays, in calls'),
      [
        '    -2  sessions/long.jsonl',
        '     0  sessions/soon.jsonl',
        '    +3  sessions/late.jsonl (outside the accepted range)',
        '',
      ].join('\n'),
    );
    assert.equal(
      section('missed'),
      [
        '  sessions/missed.jsonl',
        '    label: stalled at call 14 (onset 13, accepted 13–16): no-ops: missed: runs nothing',
        '    ours: nothing',
        '  sessions/early.jsonl',
        '    label: stalled at call 30 (onset 25, accepted 29–33): no-ops: early: runs nothing',
        `    ours: stalled at call 7: ${ours}, cleared at call 10`,
        '',
      ].join('\n'),
    );
    assert.match(section('alarmed before the onset'), /^ {2}sessions\/early\.jsonl\n/);
    assert.equal(
      section('false alarms'),
      [
        '  sessions/false.jsonl',
        '    label: honest: work: false: reads on',
        `    ours: stalled at call 7: ${ours}, cleared at call 10`,
        '',
      ].join('\n'),
    );
    assert.equal(
      section('unlabelled, alarmed'),
      ['  unlabelled/alarmed.jsonl', `    ours: stalled at call 7: ${ours}`, ''].join('\n'),
    );
    assert.match(
      section('uncertain, in no figure'),
      /^ {2}sessions\/uncertain\.jsonl\n.*call 4 .*\n.*stalled at call 7/,
    );
    assert.match(
      out,
      /^rule +found +false alarms .*\nprogress-detector +3\/5 +1\/2 +1 +0 +\+3 +1\/3 \(33\.3 %\) +0\/0 +3 \(3\.1 %\) +4 \(5\.6 %\)\n/,
    );
    assert.equal(section('all verdicts'), '');
    assert.match(
      run(...exact, '--verbose', '.').out,
      /\nall verdicts:\n {2}sessions\/late\.jsonl\n {4}stalled at call 11: .*\n {2}sessions\/soon\.jsonl\n/,
    );
  });

  it('says which cases are as expected, and names each that is not', () => {
    const { out } = run('parts');
    assert.match(
      out,
      /\ncases as expected: 4 of 5\n {2}mistaken: expected no stall; got watch at call 2: .*; stalled at call 3: .*\n\n/,
    );
  });

  it('stops every run after so many steps that few honest ones are stopped', () => {
    const { rows } = json('.');
    // the longest of the productive runs, `honest`, has 30: none is stopped, and of the stalls only `early`, which has 38
    const { found, falseAlarms, saved, cost } = row(
      rows,
      'at most 30 steps (stops 5 % of productive runs)',
    );
    assert.deepEqual(
      [found, falseAlarms, saved, cost],
      [1, 0, { calls: 8, of: 98 }, { calls: 0, of: 71 }],
    );
  });

  itInAll('judges with several threads as with one', () => {
    const many = join(folder, 'many');
    fs.mkdirSync(join(many, 'unlabelled'), { recursive: true });
    fs.writeFileSync(join(many, 'labels.jsonl'), '');
    for (let i = 0; i < 60; i++) {
      fs.writeFileSync(
        join(many, `unlabelled/run${10 + i}.jsonl`),
        lines(story(`run${i}`).repeat(i % 9, () => bash(':'))),
      );
    }
    // a run that a study marked as repetitive
    const marked = 'unlabelled/llm-agents-study-repairagent__experiment_469_Math_44.jsonl';
    fs.writeFileSync(join(many, marked), lines(story('marked').repeat(8, () => bash(':'))));
    const { rows, runs } = json(...exact, 'many');
    assert.deepEqual(
      ['unlabelled', 'unlabelledAlarmed', 'marked', 'markedAlarmed'].map((key) => rows[0]?.[key]),
      [61, 7, 1, 1],
    );
    assert.deepEqual(
      runs.map((each) => each['file']),
      [marked, ...Array.from({ length: 60 }, (_, i) => `unlabelled/run${10 + i}.jsonl`)],
    );
  });

  itInAll('looks at a variant, or at some of the runs', () => {
    const { rows } = json(...exact, '--set', 'progressDetector.steps=5', '.');
    assert.equal(rows[0]?.['rule'], 'progress-detector progressDetector.steps=5');
    // `soon` is alarmed before its onset, and once an episode: missed
    assert.deepEqual(
      [rows[0]['found'], rows[0]['early'], rows[0]['median'], rows[0]['p90']],
      [3, 2, 0, 2],
    );
    assert.equal(row(rows, 'progress-detector')['found'], 3);
    const some = json(...exact, '--only', 'late|fine', '.');
    assert.deepEqual(
      some.runs.map((each) => each['file']),
      ['sessions/late.jsonl', 'unlabelled/fine.jsonl'],
    );
    assert.deepEqual([some.rows[0]?.['stalls'], some.rows[0]?.['unlabelled']], [1, 1]);
  });

  itInAll('tells what each part is worth: the figures without it', () => {
    const some = [
      '--ablation',
      '--cases',
      '^cases: .*condensations? with (?!work)|a plan that is sent back',
      'parts',
    ] as const;
    const { parts } = json(...some);
    const part = (kind: string, name: string): Record<string, unknown> | undefined =>
      parts.find((each) => each['kind'] === kind && each['name'] === name);
    const worth = part('detector', 'error-loop');
    assert.deepEqual(worth, {
      kind: 'detector',
      name: 'error-loop',
      uses: 5,
      finds: ['sessions/one__stuck.jsonl'],
      hides: [],
      raises: [],
      prevents: [],
      delay: 0,
      warns: ['sessions/two__honest.jsonl'],
      quiets: [],
      forewarns: ['sessions/one__stuck.jsonl'],
      cases: [],
      casesLost: ['stuck'],
      casesWon: ['mistaken'],
      ideasLost: worth?.['ideasLost'],
      ideasWon: worth?.['ideasWon'],
    });
    assert.ok(
      parts.some(({ ideasLost }) => Array.isArray(ideasLost) && ideasLost.length > 0),
      'no part is needed for the first-sight case',
    );
    // without it, what was read for the first time brings nothing either
    assert.deepEqual(part('worth rule', 'new-information')?.['quiets'], [
      'weak/one__labelled.jsonl',
      'unlabelled/three__fine.jsonl',
    ]);
    // no run of the folder shows it, but a behavior case does
    const { uses, finds, cases } = part('detector', 'condensation') ?? {};
    assert.deepEqual([uses, finds], [0, []]);
    assert.ok(
      Array.isArray(cases) &&
        cases.includes(
          'cases: no calls, background jobs and sub-agents › 12 condensations with nothing between: condensation',
        ),
    );
    const { out } = run(...some);
    assert.match(
      out,
      /\nwhat each part is worth: .*\n {2}part +used .*\n(?: {2}.*\n)* {2}error-loop +5 +1 +0 .*\n/,
    );
    const nothing = /\nloses nothing: .*\n((?: {2}.*\n)*)/.exec(out)?.[1] ?? '';
    assert.match(nothing, /^ {2}\S+$/m);
    assert.doesNotMatch(nothing, /^ {2}(condensation|error-loop)$/m);
    assert.doesNotMatch(run('parts').out, /worth/);
  });

  it('knows all files of behavior cases', () => {
    const imported = fs.readFileSync('test/eval/case-files.ts', 'utf8');
    for (const file of fs.readdirSync('test/unit/cases')) {
      if (/^(cases-.*|balanced)\.test\.ts$/.test(file)) {
        assert.ok(imported.includes(`/${file.replace(/\.ts$/, '.js')}'`), file);
      }
    }
  });

  it('tells each folder and source, and who is warned, in time or for nothing', () => {
    const { out } = run('--verbose', 'parts');
    assert.match(out, /\n7 of 7 files judged\n/);
    assert.match(
      out,
      /\nby folder and source .*:\n.*\n {2}sessions +2\/2 +0\/1 .* 1\/1 +100\.0 % +5\.88\n {4}one +1\/1 +0\/0 .*\n {4}two +1\/1 +0\/1 .* 1\/1 +100\.0 % +5\.88\n {2}weak +0\/0 +0\/1 .*\n {2}unlabelled +0\/0 .* 0\/1 +0\/1 +0\.0 % +0\.00\n {2}all +2\/2 +0\/2 .* 1\/3 +33\.3 % +2\.17\n/,
    );
    assert.match(out, /\nproductive runs with a watch, by detector:\n.*\n {2}error-loop +1\/3 /);
    assert.match(out, /\nstalls warned of at least one step before they were called: 2\/2\n/);
    assert.match(
      out,
      /\nhooks ask at least one step before a stall is called: 2\/2\n {2}and after productive steps: 3\/46 \(6\.5 %\)\n/,
    );
    assert.match(
      out,
      /\nevery watch of a productive run:\n {2}two sessions\/two__honest\.jsonl watch at call 2: /,
    );
  });

  it('takes runs that nobody labelled out of the figures, and names those where rules disagree', () => {
    const { rows } = json('parts');
    assert.deepEqual(
      [rows[0]?.['stalls'], rows[0]?.['honest'], rows[0]?.['unlabelled']],
      [2, 2, 1],
    );
    assert.match(
      run('parts').out,
      /\nunlabelled in weak\/, in no figure: 2, of which our rules alarm 2 and ".*" 1; they disagree on 1:\n {2}weak\/one__unknown\.jsonl\n.*\n {4}ours: stalled at call 3: .*\n {4}the other: nothing\n/,
    );
  });

  it('tells where a verdict changes though the run was changed in ways that must not matter', () => {
    const { status, out, err } = run('--changed', ...exact, '.');
    assert.equal(status, 0, err);
    const told = out.trimEnd().split('\n');
    // late, soon, long and early; false, alarmed
    const figures = 'found 4/5, honest 5: 2 alarmed, 0 warned';
    assert.equal(told[0], `unchanged${' '.repeat(32)}${figures}`);
    assert.equal(told[1], `answers cut in their middle${' '.repeat(14)}${figures}`);
    // a step of work after every fifth one leaves no row of eight that did nothing
    const at = told.findIndex((line) => line.startsWith('a helper, every 6 steps'));
    assert.match(told[at] ?? '', /found 0\/5, honest 5: 0 alarmed/);
    assert.ok(told.slice(at).includes('    sessions/soon.jsonl: found before, missed now'));
    assert.ok(!out.includes('uncertain'));
  });

  describe('ends with 2, one line and no output', () => {
    const refusals: [string, string[], RegExp][] = [
      ['without a folder', [], /usage: /],
      ['for two folders', ['.', 'bad'], /usage: /],
      ['for a folder that is not there', ['none'], /^none: no such folder/],
      ['for a file', ['labels.jsonl'], /^labels\.jsonl: no such folder/],
      ['for a folder without labels', ['empty'], /^empty: has no labels\.jsonl/],
      [
        'for a broken label, which names its line',
        ['bad'],
        /^bad\/labels\.jsonl:2: "stalled" must be true or false/,
      ],
      ['for a labelled run that is not there', ['gone'], /^gone\/sessions\/none\.jsonl: .*ENOENT/],
      ['where no run is left', ['--only', 'nonsense', '.'], /^\.: no run to judge/],
      ['where there is no run', ['labels-only'], /^labels-only: no run to judge \(0 of 0 files\)/],
      ['for a bad pattern', ['--only', '(', '.'], /--only: /],
      ['for a bad pattern of cases', ['--cases', '(', '.'], /--cases: /],
      [
        'for a value out of bounds',
        ['--set', 'progressDetector.steps=0', '.'],
        /progressDetector\.steps must be/,
      ],
      ['for an unknown preset', ['--preset', 'nonsense', '.'], /unknown preset "nonsense"/],
      ['for an unknown option', ['--nonsense', '.'], /--nonsense/],
    ];
    for (const [name, args, why] of refusals) {
      it(name, () => {
        const { status, out, err } = run(...args);
        assert.deepEqual([status, out], [2, '']);
        assert.match(err, /^[^\n]+\n$/);
        assert.match(err, why);
      });
    }
  });
});
