/** Records of turns, added up and told: medians that are measured or not told, and one record per turn. */
import assert from 'node:assert/strict';
import {
  reportAsMarkdown,
  makeReport,
  reportTexts,
  type JudgedPast,
  type Report,
} from '../../../src/core/ledger/report.js';
import { costsWithoutHelp, listDays, summarizeSpan } from '../../../src/core/ledger/summary.js';
import {
  newestOfEach,
  type StallEnd,
  type StallRecord,
  type TurnRecord,
} from '../../../src/core/ledger/turn-record.js';
import { fill } from '../../../src/core/view/words/wording.js';
import { contains, lacks } from '../../contains.js';

const DAY = 24 * 60 * 60_000;

function stall(
  by: StallEnd | undefined,
  seconds = 60,
  more: Partial<StallRecord> = {},
): StallRecord {
  return {
    kind: 'loop',
    before: { steps: 4, seconds: 20 },
    ...(by !== undefined && { end: { by, after: { steps: 1, seconds, tokens: seconds * 100 } } }),
    ...more,
  };
}

let made = 0;
function turn(at: number, stalls: StallRecord[] = [], more: Partial<TurnRecord> = {}): TurnRecord {
  made += 1;
  return { v: 1, session: `s${made}`, started: at, at, agent: 'codex', steps: 10, stalls, ...more };
}

const english = (records: readonly TurnRecord[], past?: JudgedPast): Report =>
  makeReport(
    records,
    { week: [0, DAY], month: [0], until: 2 * DAY },
    {
      say: (id, params) => fill(reportTexts[id], params),
      number: String,
      percent: (share) => `${share * 100} %`,
      dollars: (value) => `$${value}`,
      date: String,
      agentName: (agent) => agent,
      days: (from) => `day ${from / DAY}`,
    },
    past,
  );

describe('records of turns', () => {
  it('become one per turn: the newest, but who had helped stays known', () => {
    const first = turn(1000, [stall('auto')], { session: 'a' });
    const again = turn(2000, [stall('nobody')], { session: 'a', steps: 12 });
    const other = turn(60_000, [], { session: 'a' });
    const merged = newestOfEach([first, again, other]);
    assert.deepEqual(
      merged.map(({ steps, stalls }) => [steps, stalls[0]?.end?.by]),
      [
        [12, 'auto'],
        [10, undefined],
      ],
    );
  });

  it('are added up from a time on, by agent and kind; a sub-agent’s are no turns', () => {
    const span = summarizeSpan(
      [
        turn(0, [stall('auto')]),
        turn(DAY, [stall('auto'), stall('person', 180), stall('itself', 9, { falseAlarm: true })]),
        turn(DAY, [stall(undefined)], { child: true }),
        turn(DAY, [stall('nobody', 5, { kind: 'no-progress' })], { agent: 'kilo' }),
      ],
      DAY,
    );
    assert.deepEqual([span.turns, span.steps, span.stalls, span.falseAlarms], [2, 30, 5, 1]);
    assert.deepEqual(span.ended, { auto: 1, person: 1, itself: 0, nobody: 1, open: 1 });
    assert.deepEqual(
      span.groups.map(({ agent, kind, stalls, helped }) => [agent, kind, stalls, helped?.seconds]),
      [
        ['codex', 'loop', 4, 120],
        ['kilo', 'no-progress', 1, undefined],
      ],
    );
  });

  it('are counted by day', () => {
    const records = [turn(0), turn(DAY, [stall('auto')]), turn(DAY + 5, [], { child: true })];
    assert.deepEqual(listDays(records, [0, DAY]), [
      { from: 0, turns: 1, stalled: 0 },
      { from: DAY, turns: 1, stalled: 1 },
    ]);
  });

  it('tell what a stall costs without help by those that nobody ended, never by a false alarm', () => {
    const seconds = [10, 20, 30, 40];
    const records = [
      turn(
        0,
        seconds.map((each, i) => stall(i % 2 === 0 ? 'nobody' : 'itself', each)),
      ),
      turn(0, [stall('auto', 999), stall(undefined), stall('nobody', 999, { falseAlarm: true })]),
    ];
    assert.deepEqual(costsWithoutHelp(records).get('loop'), {
      steps: 1,
      seconds: 25,
      tokens: 2500,
      count: 4,
    });
  });
});

describe('what Turnwatch did, in words', () => {
  it('says that there is nothing yet', () => {
    contains(reportAsMarkdown(english([])), 'Nothing yet.');
  });

  it('tells a cost without help only where there is enough data', () => {
    const records = [turn(DAY, [stall('auto', 90)])];
    const few = reportAsMarkdown(english(records));
    contains(few, '1 by Turnwatch');
    contains(few, '2 min, 9000 tokens (median of 1)');
    contains(few, 'Not enough data (0 of 5)');
    assert.equal(few.split('Not enough data').length, 2, 'one table of stalls');
    const more = Array.from({ length: 5 }, (_, i) => turn(0, [stall('nobody', 600 + i)]));
    const enough = reportAsMarkdown(english([...records, ...more]));
    contains(enough, '10 min, 60200 tokens (median of 5)');
    lacks(enough, 'Not enough data');
  });

  it('names agents and kinds that it does not know, without a sign that Markdown or HTML reads', () => {
    const odd = turn(DAY, [stall('auto', 5, { kind: '<b>|x' })], { agent: '[a](b)|<i>' });
    const text = reportAsMarkdown(english([odd]));
    lacks(text, '<');
    contains(text, '| a(b)i | bx |');
  });

  it('has a bar for each day, whose parts are those of the day with most turns', () => {
    const { spans } = english([turn(0), turn(0), turn(DAY, [stall('auto')])]);
    assert.ok(typeof spans !== 'string');
    assert.deepEqual(spans[0]?.bars.rows, [
      { label: 'day 0', text: '2', calm: 100, stalled: 0 },
      { label: 'day 1', text: '1, 1 stalled', calm: 0, stalled: 50 },
    ]);
  });

  it('has bars of one length for days with equally many turns, in Markdown, too', () => {
    const turns = (at: number, stalled: number): TurnRecord[] =>
      Array.from({ length: 21 }, (_, i) => turn(at, i < stalled ? [stall('auto')] : []));
    const text = reportAsMarkdown(english([...turns(0, 8), ...turns(DAY, 0)]));
    contains(text, '| day 0 | ████████████▒▒▒▒▒▒▒▒ | 21, 8 stalled |');
    contains(text, '| day 1 | ████████████████████ | 21 |');
  });

  it('are told apart from what logs told, also where nothing was counted live', () => {
    const summary = {
      ...{ turns: 92, stalled: 7, stalledMs: 6_000_000, tokenShare: 0.5, warnedWell: 2 },
      ...{ dollars: 38, unpriced: [] },
      places: [
        { agent: 'codex', repository: '/a', turns: 60, stalled: 5 },
        { agent: 'codex', repository: '/b', turns: 32, stalled: 2 },
      ],
    };
    const report = english([], { days: 30, at: 1, summary });
    assert.equal(report.spans, reportTexts['did.none']);
    assert.deepEqual(
      report.past?.facts.map(({ value }) => value),
      ['92', '7', '100 min', '50 %', 'about $38', '2'],
    );
    assert.deepEqual(report.past.agents.rows, [['codex', '92', '7']]);
    const markdown = reportAsMarkdown(report);
    assert.match(markdown, /^## From logs: the last 30 days\n\n- Turns: \*\*92\*\*$/m);
    lacks(markdown, '/a');
  });
});
