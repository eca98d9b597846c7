/** The escalation report, its Markdown, and the view's snapshot: complete, bounded, without secrets. */
import assert from 'node:assert/strict';
import { reportMarkdown } from '../../../src/core/view/report/escalation-report.js';
import { cut, REDACTED } from '../../../src/core/redact.js';
import { SNAPSHOT_ROWS } from '../../../src/core/view/snapshot.js';
import { contains, lacks } from '../../contains.js';
import { bash, edit, failing, read, Story, type Act } from '../support/story.js';
import { newWatch, threeIdleSteps, type Watch } from '../support/watch.js';

function watched({ events }: Story): Watch {
  const watch = newWatch({
    overrides: threeIdleSteps,
    mode: () => 'observe',
    agentName: (agent) => (agent === 'x' ? 'Agent X' : agent),
  });
  for (const event of events) {
    watch.push(event, event.at ?? 0);
  }
  return watch;
}
const T = 1_700_000_000_000;
const began = (): Story => new Story().at(T).start({ agent: 'x' }).turn();
const noOp = bash(':');
function markdown(story: Story): string {
  const now = story.clock ?? 0;
  const report = watched(story).views.report('S', now);
  assert.ok(report);
  return reportMarkdown(report, now);
}
const nextStep = (...acts: Act[]): string | undefined => {
  const story = began();
  for (const act of acts) {
    story.step(act);
  }
  return watched(story).views.report('S', T)?.next.id;
};

describe('the escalation report', () => {
  const story = (): Story =>
    began()
      .step(read('/w/a', 'a'))
      .step(bash('npm test', '1 failed', { exitCode: 1 }))
      .step(edit('/w/a', 'x', 'y'))
      .after(45_000)
      .repeat(3, () => bash('ls', 'a'));

  it('has the five parts and a next step', () => {
    const report = watched(story()).views.report('S', T + 45_000);
    assert.ok(report);
    assert.deepEqual(report.reason, {
      id: 'repeated.result',
      params: { call: 'ls', count: 3, steps: '4–6' },
    });
    const { filesRead, filesModified, testsRun, commandsExecuted } = report.metrics;
    assert.deepEqual([filesRead, filesModified, testsRun, commandsExecuted], [1, 1, 1, 3]);
    assert.deepEqual(
      report.history.map(
        ({ type, title, outcome, repeats }) => `${type} ${title} ${outcome} ${repeats}`,
      ),
      ['read a ok 1', 'shell npm test failed 1', 'edit a ok 1', 'shell ls ok 3'],
    );
    assert.equal(report.hops, 6);
    assert.equal(report.sinceProgressMs, 45_000);
    assert.equal(report.next.id, 'next.repeat');
    assert.deepEqual([report.session, report.agentName, report.turn], ['S', 'Agent X', 0]);
  });
  it('is Markdown that a person reads', () => {
    const text = markdown(story());
    assert.match(text, /^# Turnwatch report: Agent X, turn 1\n/);
    assert.match(text, /\*\*Reason:\*\* “ls” gave the same result 3 times \(4–6\)\./);
    assert.match(
      text,
      /\*\*Progress:\*\* Files read: 1, modified: 1, tests: 1, commands: 3 \(last: 45s ago\)/,
    );
    assert.match(text, /\*\*Steps in this turn:\*\* 6/);
    assert.match(text, /\*\*Time since last progress:\*\* 45s/);
    assert.match(text, /\*\*Suggested next step:\*\* Tell it what/);
    assert.match(text, /\*\*Repeated action:\*\* shell: ` ls ` ×3\n/);
    assert.match(text, /## Last actions\n\n[\s\S]*- shell: ` ls ` — ok ×3\n {2}22:14:05Z\n$/);
  });
  it('shows an agent’s file names as code', () => {
    const report = watched(story()).views.report('S', T);
    assert.ok(report);
    const name = '[a](command:x)';
    const params = { count: 4, threshold: 4, ran: name, edited: name };
    const text = reportMarkdown(
      {
        ...report,
        reason: { id: 'verdict.edit-test.copy', params },
      },
      T,
    );
    assert.equal(text.split(`\` ${name} \``).length, 3);
    assert.equal(text.split(name).length, 3);
  });

  it('says so where nothing was progress', () => {
    const text = markdown(began().repeat(3, () => noOp));
    assert.match(text, /\(last: never\)/);
    assert.match(text, /no progress yet in this turn/);
  });
  it('counts the steps of its own turn', () => {
    const text = markdown(
      began()
        .repeat(10, (i) => edit(`/w/${i}`, 'x', 'y'))
        .end()
        .turn('Else.')
        .repeat(3, () => noOp),
    );
    assert.match(text, /turn 2\n/);
    assert.match(text, /\*\*Steps in this turn:\*\* 3/);
  });
  it('counts the hops of a dispatcher instead, where there is one', () => {
    const hopped = began();
    hopped.push({ ...hopped.own, type: 'hop', count: 17 }).push({ ...hopped.own, type: 'hop' });
    assert.equal(watched(hopped.repeat(3, () => noOp)).views.report('S', T)?.hops, 18);
  });
  it('keeps the last 50 actions', () => {
    const many = began().repeat(80, (i) => bash(`echo ${i}`, String(i)));
    const report = watched(many).views.report('S', T);
    assert.equal(report?.history.length, 50);
    assert.equal(report.history.at(-1)?.title, 'echo 79');
  });
  it('suggests by what happened', () => {
    assert.equal(nextStep(bash(':'), bash('true'), bash('sleep 1')), 'next.noop');
    assert.equal(nextStep(bash('ls'), bash('ls'), bash('ls')), 'next.repeat');
    assert.equal(
      nextStep(failing(bash('a')), failing(bash('b')), failing(bash('c'))),
      'next.failing',
    );
  });
  it('tells after the turn how it stalled, until the next one begins', () => {
    const over = story().end();
    const report = watched(over).views.report('S', T + 60_000);
    assert.equal(report?.reason.id, 'repeated.result');
    assert.equal(report.hops, 6);
    assert.equal(watched(over).views.detail('S', T + 60_000)?.report, undefined);
    assert.equal(watched(over.turn('Else.')).views.report('S', T + 60_000), undefined);
    assert.equal(watched(began().step(noOp).end()).views.report('S', T), undefined);
  });
  it('is none while nothing stands', () =>
    assert.equal(watched(began().step(noOp)).views.report('S', T), undefined));

  const hostile = [
    '`',
    '``` \n# Owned\n```',
    '`<img src=x onerror=alert(1)>`',
    '](http://evil.example)',
    '\n\n## Owned\n- item',
    '| a | b |',
    '\u2028# Owned',
    '\u202egnp.exe',
    '`'.repeat(40),
    ' ',
    '`a',
    'a`',
  ];
  for (const text of hostile) {
    it(`cannot be broken by ${JSON.stringify(text.slice(0, 24))}`, () => {
      const lines = markdown(
        began().repeat(3, () => ({ tool: 'Read', input: { file_path: `a${text}` }, output: '' })),
      ).split(/[\r\n\u2028\u2029]/);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('#')).map((line) => line.slice(0, 12)),
        ['# Turnwatch ', '## Last acti'],
      );
      const items = lines.filter((line) => line.startsWith('- '));
      assert.equal(items.length, 1);
      // one code span of a fence that its text does not hold
      const [, fence, inner] = /^- read: (`+) (.*) \1 — ok ×3$/.exec(items[0] ?? '') ?? [];
      assert.ok(fence !== undefined && inner !== undefined, items[0]);
      assert.ok(![...inner.matchAll(/`+/g)].some(([run]) => run === fence), items[0]);
      assert.doesNotMatch(items[0] ?? '', /[\u202a-\u202e\u2066-\u2069]/);
    });
  }
});

describe('secrets', () => {
  const key = `sk-ant-${'a1B2'.repeat(8)}`;
  it('reach neither the view nor the report, wherever they stand', () => {
    const story = began()
      .turn(`Use ${key}`)
      .say(`I use ${key}`)
      .repeat(3, () => ({
        tool: 'Bash',
        input: { command: `curl -H ${key}` },
        output: `sent ${key}`,
      }));
    const watch = watched(story);
    const shown =
      JSON.stringify([watch.views.detail('S', T), watch.views.older('S', 300)]) + markdown(story);
    contains(shown, REDACTED);
    lacks(shown, key);
  });
  it('do not slip through where a long text is cut', () => {
    for (const before of [100, 380, 395, 470, 1590, 2390, 3195]) {
      const watch = watched(
        began().step(bash('cat x', `${'.'.repeat(before)} ${key} ${'.'.repeat(5000)}`)),
      );
      lacks(JSON.stringify(watch.views.detail('S', T)), key.slice(0, 20), `after ${before}`);
    }
  });
});

describe('what the view is shown', () => {
  it(`is the newest ${SNAPSHOT_ROWS} rows, newest first, and says how many are older`, () => {
    const watch = watched(began().repeat(500, (i) => edit(`/w/${i}`, 'x', 'y')));
    const detail = watch.views.detail('S', T);
    assert.equal(detail?.rows.length, SNAPSHOT_ROWS);
    const [newest] = detail.rows;
    assert.equal(newest?.kind === 'step' && newest.step, 500);
    assert.equal(detail.olderRows, 501 - SNAPSHOT_ROWS);
    const older = watch.views.older('S', detail.olderRows);
    assert.equal(older.length, 501 - SNAPSHOT_ROWS);
    assert.equal(older.at(-1)?.kind, 'prompt');
  });
  it('is cut: one step of huge texts is a small snapshot', () => {
    const huge = 'x'.repeat(1_000_000);
    const watch = watched(
      began()
        .turn(huge)
        .say(huge)
        .step({ tool: 'Write', input: { file_path: '/w/a', content: huge }, output: huge }),
    );
    assert.ok(JSON.stringify(watch.views.detail('S', T)).length < 10_000);
  });
  it('stays bounded over a long session', () => {
    const watch = watched(began().repeat(5000, (i) => bash(`echo ${i}`, String(i))));
    const { rows, olderRows } = watch.views.detail('S', T) ?? { rows: [], olderRows: 0 };
    assert.ok(olderRows > 5000 - SNAPSHOT_ROWS, 'rows that left memory are counted');
    let held = rows.length;
    for (
      let next = watch.views.older('S', olderRows);
      next.length > 0;
      next = watch.views.older('S', olderRows + rows.length - held)
    ) {
      held += next.length;
    }
    assert.ok(held <= 2300, `${held} rows in memory`);
    assert.equal(watch.sessions.get('S')?.steps, 5000);
  });
  it('tells where a text was cut', () => {
    assert.equal(cut('abc', 3), 'abc');
    assert.match(cut('a'.repeat(50) + 'b'.repeat(50), 10), /^a{6}\n… 90 characters …\nb{4}$/);
  });
  it('says of each call what it was worth', () => {
    const [row] =
      watched(began().step(edit('/w/a', 'x', 'y'), bash(':'))).views.detail('S', T)?.rows ?? [];
    assert.ok(row?.kind === 'step');
    assert.deepEqual(
      row.calls.map(({ call, title, outcome, progress, note }) => ({
        call,
        title,
        outcome,
        progress,
        note: note?.id,
      })),
      [
        { call: 0, title: 'a', outcome: 'ok', progress: true, note: 'progress.edit' },
        { call: 1, title: ':', outcome: 'ok', progress: false, note: 'idle.noop' },
      ],
    );
    assert.equal(row.progress, true);
  });
});
