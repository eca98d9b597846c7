/** What model requests cost, and which steps their responses belong to. */
import assert from 'node:assert/strict';
import { reportMarkdown } from '../../../src/core/view/report/escalation-report.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import { present } from '../support/present.js';
import { newWatch, threeIdleSteps, type Watch } from '../support/watch.js';

const session = 'S';
const v = 1;
const call = (id: string, command: string): TurnEvent => ({
  v,
  type: 'tool.call',
  session,
  call: id,
  tool: 'Bash',
  input: { command },
  class: 'shell',
});
const result = (id: string, output: string): TurnEvent => ({
  v,
  type: 'tool.result',
  session,
  call: id,
  ok: true,
  output,
});
const usage = (
  response: string | undefined,
  calls: string[],
  inputTokens: number,
  outputTokens: number,
  cachedTokens = 0,
): TurnEvent => ({
  v,
  type: 'usage',
  session,
  ...present({ response }),
  calls,
  inputTokens,
  outputTokens,
  cachedTokens,
});

function watched(...events: TurnEvent[]): Watch {
  const watch = newWatch({ overrides: threeIdleSteps, mode: () => 'observe' });
  for (const event of [
    { v, type: 'session.start', session, agent: 'x', cwd: '/w' } as const,
    { v, type: 'turn.start', session } as const,
    ...events,
  ]) {
    watch.push(event, 0);
  }
  return watch;
}
const tokens = (watch: Watch) => watch.views.detail(session, 0)?.metrics.tokens;
const steps = (watch: Watch): Extract<Row, { kind: 'step' }>[] =>
  (watch.views.detail(session, 0)?.rows ?? []).filter((row) => row.kind === 'step').reverse();

describe('tokens', () => {
  it('of each response count once, however often and in however many parts it is reported', () => {
    const watch = watched(
      usage('r1', [], 1000, 1),
      usage('r1', [], 1000, 20, 900),
      usage('r1', [], 1000, 20, 900),
      usage(undefined, [], 5, 5),
    );
    assert.deepEqual(tokens(watch)?.spent, { input: 1005, cached: 900, output: 25 });
    assert.equal(tokens(watched()), undefined);
  });

  it('restart at progress', () => {
    const watch = watched(
      usage('r1', ['a'], 1000, 20),
      call('a', 'cat notes'),
      result('a', 'a line that was not known before, and long enough to count as new information'),
      usage('r2', ['b'], 2000, 30),
      call('b', ':'),
      result('b', ''),
    );
    assert.deepEqual(tokens(watch), {
      spent: { input: 3000, cached: 0, output: 50 },
      sinceProgress: { input: 2000, cached: 0, output: 30 },
    });
  });

  it('of a step that made progress do not count as spent since, even if the log reports them later', () => {
    const late = {
      v,
      type: 'usage',
      session,
      response: 'r1',
      inputTokens: 1000,
      outputTokens: 20,
    } as const;
    const asked = { ...call('a', 'cat notes'), response: 'r1' };
    const watch = watched(
      asked,
      result('a', 'a line that was not known before, and long enough to count as new information'),
      late,
      usage('r2', [], 5, 5),
    );
    assert.deepEqual(tokens(watch), {
      spent: { input: 1005, cached: 0, output: 25 },
      sinceProgress: { input: 5, cached: 0, output: 5 },
    });
  });

  it('appear in the row of their step, whichever came first', () => {
    const watch = watched(
      usage('r1', ['a'], 10, 1),
      call('a', 'ls'),
      result('a', ''),
      call('b', 'pwd'),
      usage('r2', ['b'], 20, 2),
      result('b', ''),
    );
    assert.deepEqual(
      steps(watch).map((row) => row.tokens),
      [
        { input: 10, cached: 0, output: 1 },
        { input: 20, cached: 0, output: 2 },
      ],
    );
  });

  it('name the calls of a response: they are one step even if each ended before the next began', () => {
    const calls = [
      call('a', 'ls'),
      result('a', ''),
      call('b', 'pwd'),
      result('b', ''),
      call('c', 'date'),
      result('c', ''),
    ];
    assert.deepEqual(
      steps(watched(...calls)).map((row) => row.calls.length),
      [1, 1, 1],
    );
    assert.deepEqual(
      steps(watched(usage('r1', ['a', 'b', 'c'], 1, 1), ...calls)).map((row) => row.calls.length),
      [3],
    );
    const late = watched(call('a', 'ls'), usage('r1', ['a', 'b', 'c'], 1, 1), ...calls.slice(1));
    assert.deepEqual(
      steps(late).map((row) => row.calls.length),
      [3],
    );
  });

  it('appear in the report', () => {
    const idle = ['a', 'b', 'c', 'd'].flatMap((id, i) => [
      usage(`r${i}`, [id], 20_000 + i, 10, 19_000),
      call(id, ':'),
      result(id, ''),
    ]);
    const report = watched(...idle).views.report(session, 0);
    assert.ok(report);
    assert.match(
      reportMarkdown(report, 0),
      /^\*\*Tokens since last progress:\*\* 80,046 \(80,006 input, 76,000 of it cached; 40 output\)$/m,
    );
    const without = watched(...idle.filter((event) => event.type !== 'usage')).views.report(
      session,
      0,
    );
    assert.ok(without);
    assert.doesNotMatch(reportMarkdown(without, 0), /Tokens/);
  });

  it('are read within bounds', () => {
    const read = (more: object): unknown => parseEvent({ v, type: 'usage', session, ...more });
    assert.deepEqual(
      read({
        response: 'r',
        calls: ['a', 7, 'b'],
        inputTokens: -5,
        outputTokens: 1e300,
        cachedTokens: 'x',
      }),
      {
        event: {
          v,
          type: 'usage',
          session,
          response: 'r',
          calls: ['a', 'b'],
          inputTokens: 0,
          outputTokens: 1e9,
        },
      },
    );
    assert.deepEqual(read({ session: '' }), { problem: 'usage: "session" must be a string' });
  });
});
