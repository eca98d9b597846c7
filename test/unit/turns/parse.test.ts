/** Untrusted lines become events or a reason why not; nothing is made up. */
import assert from 'node:assert/strict';
import { parseEvent } from '../../../src/core/parse.js';

const own = { v: 1, session: 'S' };
const call = { ...own, type: 'tool.call', call: 'c', tool: 'Bash', input: {} };
const problem = (value: unknown): string => {
  const parsed = parseEvent(value);
  assert.ok('problem' in parsed, JSON.stringify(parsed));
  return parsed.problem;
};
/** The event without fields that are not there. */
const event = (value: unknown): unknown => {
  const parsed = parseEvent(value);
  assert.ok('event' in parsed, JSON.stringify(parsed));
  return JSON.parse(JSON.stringify(parsed.event));
};

describe('parsing events', () => {
  const whole: Record<string, unknown>[] = [
    {
      ...own,
      type: 'session.start',
      at: 5,
      agent: 'a',
      cwd: '/w',
      model: 'm',
      parent: 'P',
      parentCall: 'c',
      task: 't',
      role: 'Explore',
      steps: 'explicit',
    },
    { ...own, type: 'turn.start', prompt: 'Fix it.' },
    { ...own, type: 'message', text: '', response: 'm' },
    { ...call, response: 'm', class: 'shell', input: { command: ':' } },
    {
      ...own,
      type: 'tool.result',
      call: 'c',
      ok: false,
      output: '',
      exitCode: 2,
      durationMs: 3,
      deniedBy: 'person',
    },
    { ...own, type: 'step.end', response: 'm' },
    { ...own, type: 'waiting', for: 'permission', call: 'c' },
    { ...own, type: 'resumed', for: 'permission', call: 'c' },
    { ...own, type: 'compaction' },
    { ...own, type: 'hop', count: 3, task: 't' },
    { ...own, type: 'turn.end', reason: 'stopped' },
    { ...own, type: 'session.end' },
    {
      v: 1,
      type: 'workspace',
      signal: 'git',
      fingerprint: 'f',
      porcelain: 'p',
      root: '/w',
      session: 'S',
      paths: ['a'],
      by: 'tool',
    },
    { ...own, type: 'config', preset: 'balanced', set: { 'balanced.idleSteps': 9 } },
    { ...own, type: 'feedback', verdict: 'x', answer: 'false-alarm' },
    {
      ...own,
      type: 'intervention',
      id: 'i',
      rung: 'guide',
      state: 'delivered',
      by: 'person',
      sendsBack: true,
    },
    {
      ...own,
      type: 'usage',
      response: 'm',
      calls: ['c'],
      inputTokens: 5,
      cachedTokens: 3,
      outputTokens: 2,
    },
    { v: 1, type: 'tick', at: 7 },
  ];
  for (const value of whole) {
    it(`keeps every field of ${String(value['type'])}`, () =>
      assert.deepEqual(event(value), value));
  }

  it('drops unknown fields', () => assert.deepEqual(event({ ...call, colour: 'red' }), call));
  it('drops an optional field of the wrong type', () => {
    assert.deepEqual(event({ ...call, response: 7, class: 'magic' }), call);
    assert.deepEqual(
      event({
        ...own,
        type: 'tool.result',
        call: 'c',
        ok: true,
        output: 'x',
        exitCode: '1',
        deniedBy: 'nobody',
      }),
      { ...own, type: 'tool.result', call: 'c', ok: true, output: 'x' },
    );
    const saved = parseEvent({
      v: 1,
      type: 'workspace',
      signal: 'save',
      fingerprint: 'f',
      root: '/',
      paths: ['a', 7, null],
    });
    assert.ok('event' in saved);
    assert.equal(saved.event.type, 'workspace');
    assert.deepEqual(saved.event.paths, ['a']);
  });
  it('distinguishes a future event type from a value that is no event', () => {
    for (const type of ['of.the.future', '__proto__', 'toString']) {
      assert.deepEqual(parseEvent({ ...own, type }), { ignored: type });
    }
  });
  it('reports why a value is not an event', () => {
    for (const value of [null, undefined, 7, 'text', [], [call]]) {
      assert.equal(problem(value), 'not a JSON object');
    }
    for (const v of [undefined, 2, '1']) {
      assert.equal(problem({ ...call, v }), '"v" must be 1');
    }
    for (const type of [undefined, 7, null]) {
      assert.equal(problem({ ...call, type }), '"type" is missing');
    }
  });
  it('names the event type and every invalid field', () => {
    assert.equal(
      problem({ v: 1, type: 'tool.call', input: [] }),
      'tool.call: "session" must be a string, "input" must be an object, "call" must be a string, "tool" must be a string',
    );
    assert.equal(
      problem({ ...own, type: 'turn.end', reason: 'tired' }),
      'turn.end: "reason" must be one of completed, interrupted, error, stopped',
    );
    assert.equal(
      problem({ ...own, type: 'tool.result', call: 'c', output: 'x', ok: 'yes' }),
      'tool.result: "ok" must be true or false',
    );
    assert.match(
      problem({ ...own, session: '', type: 'compaction' }),
      /"session" must be a string/,
    );
  });
  it('rejects an invalid time', () => {
    for (const at of ['now', {}, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.match(problem({ ...call, at }), /"at" must be a number of milliseconds/);
    }
    assert.deepEqual(event({ ...call, at: null }), call);
  });
  it('keeps only the numbers of a configuration', () => {
    assert.deepEqual(event({ ...own, type: 'config', set: { a: 1, b: 'x', c: null } }), {
      ...own,
      type: 'config',
      set: { a: 1 },
    });
  });
});
