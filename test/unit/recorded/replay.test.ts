/** The replay as a person or a script runs it: its output, its errors and its exit code. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isObject } from '../../../src/core/json.js';
import { thresholdKeys, thresholdSpecs } from '../../../src/core/thresholds/thresholds.js';
import { bash, edit, Story } from '../support/story.js';

const program = resolve('test/replay.mjs');
const lines = ({ events }: Story): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
const stalled = (session: string, steps = 8): Story =>
  new Story(session)
    .start({ agent: 'some-agent' })
    .turn()
    .repeat(steps, () => bash(':'));
const exact = ['--preset', 'progress-detector'];

describe('replay', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnwatch-replay-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function file(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return name;
  }
  function run(args: string[], input = ''): { status: number | null; out: string; err: string } {
    const {
      status,
      stdout: out,
      stderr: err,
    } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
      input,
      encoding: 'utf8',
      timeout: 50_000,
    });
    return { status, out, err };
  }
  function json(
    args: string[],
    input?: string,
  ): { sessions: Record<string, unknown>[]; skippedLines: unknown; err: string } {
    const { status, out, err } = run(['--json', ...args], input);
    assert.equal(status, 0, err);
    const value: unknown = JSON.parse(out);
    assert.ok(isObject(value) && Array.isArray(value['sessions']));
    return {
      sessions: value['sessions'].filter(isObject),
      skippedLines: value['skippedLines'],
      err,
    };
  }
  const verdictsOf = (session: Record<string, unknown> | undefined): unknown[] => {
    const verdicts = session?.['verdicts'];
    assert.ok(Array.isArray(verdicts));
    return verdicts;
  };

  it('prints one object of the agreed shape', () => {
    const story = new Story('one').at(1000).start({ agent: 'some-agent' }).turn();
    for (let i = 0; i < 8; i++) {
      story.after(1000).step(bash(':'));
    }
    story.after(1000).end();
    const { sessions, skippedLines, err } = json([...exact, file('shape.jsonl', lines(story))]);
    assert.equal(skippedLines, 0);
    assert.equal(err, '');
    const [session] = sessions;
    const reason = '8 steps in a row changed nothing and found nothing new (limit 8).';
    const why = [
      'Limit: progressDetector.steps, default.',
      'Since call 0.',
      'Ends when a file or test result changes, or after 3 steps that bring something new.',
    ];
    assert.deepEqual(sessions, [
      {
        file: 'shape.jsonl',
        session: 'one',
        agent: 'some-agent',
        turns: 1,
        steps: 8,
        calls: 8,
        verdicts: [
          {
            id: '0.7.stalled.progress-detector',
            turn: 0,
            step: 7,
            call: 7,
            callId: 'one-7',
            at: 9000,
            level: 'stalled',
            kind: 'no-progress',
            detector: 'progress-detector',
            count: 8,
            threshold: 8,
            key: 'progressDetector.steps',
            thresholdFrom: 'default',
            reason,
            why,
            evidence: { calls: [0, 1, 2, 3, 4, 5, 6, 7] },
            clearedAtCall: 7,
          },
        ],
      },
    ]);
    assert.deepEqual(Object.keys(session ?? {}), [
      'file',
      'session',
      'agent',
      'turns',
      'steps',
      'calls',
      'verdicts',
    ]);
  });

  it('leaves out what did not happen: no clearing, no time', () => {
    const [verdict] = verdictsOf(
      json([...exact, file('open.jsonl', lines(stalled('one')))]).sessions[0],
    );
    assert.ok(isObject(verdict));
    assert.equal(verdict['at'], null);
    assert.ok(!('clearedAtCall' in verdict));
  });

  it('lists the sessions of several files in order of first appearance, each file on its own', () => {
    const mixed = new Story('b').start();
    new Story('a', mixed.events)
      .start()
      .turn()
      .repeat(7, () => bash(':'));
    const { sessions } = json([
      ...exact,
      file('2.jsonl', lines(mixed)),
      file('1.jsonl', lines(stalled('a', 7))),
    ]);
    assert.deepEqual(
      sessions.map((each) => [each['file'], each['session'], each['steps']]),
      [
        ['2.jsonl', 'b', 0],
        ['2.jsonl', 'a', 7],
        ['1.jsonl', 'a', 7],
      ],
    );
    assert.deepEqual(sessions.flatMap(verdictsOf), []);
  });

  it('reads standard input as -', () => {
    const { sessions } = json([...exact, '-'], lines(stalled('one')));
    assert.deepEqual(
      sessions.map((each) => [each['file'], verdictsOf(each).length]),
      [['-', 1]],
    );
  });

  it('tells the same in words', () => {
    const name = file(
      'words.jsonl',
      lines(stalled('one').end()) +
        lines(new Story('two').turn().step(edit('/a', 'x', 'y'))) +
        lines(
          new Story('three')
            .turn()
            .step(edit('/a.ts', 'x', 'y'))
            .say('Done.')
            .end(),
        ),
    );
    const { status, out, err } = run([...exact, name]);
    assert.equal(status, 0);
    assert.equal(err, '');
    assert.deepEqual(out.split('\n'), [
      'words.jsonl: some-agent one: 1 turns, 8 steps, 8 calls',
      '  stalled at turn 0, step 7, call 7: 8 steps in a row changed nothing and found nothing new (limit 8). [progress-detector], cleared at call 7',
      '    Limit: progressDetector.steps, default. Since call 0. Ends when a file or test result changes, or after 3 steps that bring something new.',
      'words.jsonl: unknown two: 1 turns, 1 steps, 1 calls',
      '  nothing to report',
      'words.jsonl: unknown three: 1 turns, 1 steps, 1 calls',
      '  nothing to report',
      '  turn 0 ended: No test ran, 1 source file changed',
      '',
    ]);
  });

  it('reads a log of Claude Code, by itself and by name', () => {
    const own = {
      sessionId: 'cc',
      cwd: '/w',
      timestamp: '2026-01-02T03:04:05.000Z',
      version: '2.0.0',
      isSidechain: false,
      userType: 'external',
    };
    const log = [
      {
        ...own,
        uuid: 'u0',
        parentUuid: null,
        type: 'user',
        message: { role: 'user', content: 'Fix it.' },
      },
      ...Array.from({ length: 3 }, (_, i) => [
        {
          ...own,
          uuid: `a${i}`,
          type: 'assistant',
          message: {
            id: `m${i}`,
            role: 'assistant',
            content: [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: ':' } }],
          },
        },
        {
          ...own,
          uuid: `r${i}`,
          type: 'user',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: '', is_error: false }],
          },
        },
      ]).flat(),
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    const name = file('cc.jsonl', log);
    const own3 = ['--set', 'progressDetector.steps=3', ...exact, name];
    const found = json(own3).sessions;
    assert.deepEqual(
      found.map((each) => [each['session'], each['agent'], each['calls'], verdictsOf(each).length]),
      [['cc', 'claude-code', 3, 1]],
    );
    assert.deepEqual(json(['--format', 'claude-code', ...own3]).sessions, found);
    assert.equal(run(['--format', 'events', name]).status, 2);
  });

  it('takes thresholds from --set before those of the recording', () => {
    const story = new Story('one');
    story.push({
      ...story.own,
      type: 'config',
      preset: 'progress-detector',
      set: { 'progressDetector.steps': 3 },
    });
    const name = file('config.jsonl', lines(story.turn().repeat(8, () => bash(':'))));
    const steps = (...args: string[]): unknown[] =>
      verdictsOf(json([...args, name]).sessions[0]).map((each) => isObject(each) && each['step']);
    assert.deepEqual(steps(), [2]);
    assert.deepEqual(steps('--set', 'progressDetector.steps=5'), [4]);
    assert.deepEqual(
      steps('--set', 'progressDetector.steps=2', '--set', 'progressDetector.steps=6'),
      [5],
    );
  });

  it('judges by balanced if nothing is said', () => {
    const name = file('default.jsonl', lines(stalled('one')));
    const detectors = verdictsOf(json([name]).sessions[0]).map(
      (each) => isObject(each) && each['detector'],
    );
    assert.deepEqual(detectors, ['loop', 'loop']);
    assert.deepEqual(json(['--preset', 'balanced', name]).sessions, json([name]).sessions);
  });

  it('skips malformed lines with file, line and reason, and goes on', () => {
    const good = lines(stalled('one'));
    const bad = [
      '{"v":1,"type":"tool.call"',
      '[]',
      '{"v":2,"type":"tick"}',
      '{"v":1,"type":"tool.result","session":"one","call":"x","output":"y"}',
    ];
    const name = file(
      'bad.jsonl',
      `${bad.join('\n')}\n\n${good}{"v":1,"type":"of.the.future","session":"one"}\n"half`,
    );
    const { sessions, skippedLines, err } = json([...exact, name]);
    assert.equal(skippedLines, 5);
    assert.equal(verdictsOf(sessions[0]).length, 1);
    const told = err.trimEnd().split('\n');
    assert.equal(told.length, 5, err);
    const expected = [
      /^bad\.jsonl:1: not JSON: /,
      /^bad\.jsonl:2: not a JSON object/,
      /^bad\.jsonl:3: "v" must be 1/,
      /^bad\.jsonl:4: tool\.result: "ok" must be true or false/,
      / not JSON: /,
    ];
    expected.forEach((pattern, i) => assert.match(told[i] ?? '', pattern));
    // after the blank line, the good ones and the one of an unknown type
    assert.match(
      told[4] ?? '',
      new RegExp(`^bad\\.jsonl:${bad.length + 1 + good.trimEnd().split('\n').length + 2}:`),
    );
  });

  it('takes a file of other line ends and a byte order mark', () => {
    const { sessions, skippedLines } = json([
      ...exact,
      file('bom.jsonl', `\uFEFF${lines(stalled('one')).replaceAll('\n', '\r\n')}`),
    ]);
    assert.equal(skippedLines, 0);
    assert.equal(verdictsOf(sessions[0]).length, 1);
  });

  describe('ends with 2, one line and no output', () => {
    function refuses(args: string[], why: RegExp, input?: string): void {
      const { status, out, err } = run(args, input);
      assert.equal(status, 2, err);
      assert.equal(out, '');
      assert.match(err, /^[^\n]+\n$/);
      assert.match(err, why);
    }
    const good = (): string => file('good.jsonl', lines(stalled('one')));

    it('without a file', () => refuses([], /usage: /));
    it('for a file that is not there', () =>
      refuses([good(), 'none.jsonl'], /^none\.jsonl: .*ENOENT/));
    it('for a folder', () => refuses(['.'], /EISDIR/));
    it('for a file whose name is two lines', () =>
      refuses(['no\nfile.jsonl'], /^no file\.jsonl: /));
    it('for an empty file', () =>
      refuses([good(), file('empty.jsonl', ' \n\n')], /^empty\.jsonl: the file is empty/));
    it('for an empty standard input', () => refuses(['--json', '-'], /^-: the file is empty/, ''));
    it('for a file of no known format', () =>
      refuses([file('text.txt', 'hello\n{"a":1}\n')], /^text\.txt: no known format/));
    it('for a file without a valid event', () =>
      refuses(
        [file('invalid.jsonl', '{"v":1,"type":"tool.call"}\n')],
        /^invalid\.jsonl: no valid event/,
      ));
    it('for events that are read as another format', () =>
      refuses(['--format', 'claude-code', good()], /^good\.jsonl: no valid event/));
    it('for an unknown format, which names the known ones', () =>
      refuses(['--format', 'nonsense', good()], /"nonsense".*auto, events, claude-code/));
    it('for an unknown option', () => refuses(['--nonsense', good()], /--nonsense/));
    it('for an option without its value', () => refuses([good(), '--preset'], /--preset/));
    it('for an unknown preset, which names the known ones', () =>
      refuses(['--preset', 'nonsense', good()], /"nonsense".*balanced, progress-detector/));
    it('for --set without a value', () =>
      refuses(['--set', 'balanced.idleSteps', good()], /key=value/));
    it('for an unknown key, which names the known ones', () => {
      refuses(
        ['--set', 'balanced.nonsense=3', good()],
        new RegExp(`"balanced\\.nonsense".*${thresholdKeys.join(', ').replaceAll('.', '\\.')}`),
      );
      refuses(['--set', '__proto__=3', good()], /unknown threshold "__proto__"/);
    });
    it('for a value that is no whole number', () => {
      for (const value of ['', 'many', '3.5', 'NaN', 'Infinity']) {
        refuses(
          ['--set', `balanced.idleSteps=${value}`, good()],
          /balanced\.idleSteps must be a whole number of steps from 3 to 200/,
        );
      }
    });
    it('for a value out of bounds, with the key and its bounds', () => {
      const key = 'balanced.silenceMinutes';
      const { min, max } = thresholdSpecs[key];
      for (const value of [min - 1, max + 1, -5]) {
        refuses(
          ['--set', `${key}=${value}`, good()],
          new RegExp(`${key.replace('.', '\\.')} .*from ${min} to ${max}`),
        );
      }
      for (const value of [min, max]) {
        assert.equal(run(['--set', `${key}=${value}`, good()]).status, 0);
      }
    });
  });
});
