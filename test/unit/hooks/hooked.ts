/** Checks that the hooks of every agent have to pass. */
import assert from 'node:assert/strict';
import {
  isProblem,
  UNNAMED_CALL,
  type HookInstall,
  type HookReading,
  type Result,
} from '../../../src/agents/agent.js';
import type { AnswerPoint, Decision } from '../../../src/core/interventions/answer.js';
import { parseEvent } from '../../../src/core/parse.js';
import { eventLines } from '../support/event-lines.js';

type ReadHook = (payload: unknown, at: number) => Result<HookReading>;

/** The reading of a payload that came at 1000. What is recorded of it can be read again. */
export function readingOf(readHook: ReadHook, payload: unknown): HookReading {
  const reading = readHook(payload, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  for (const event of reading.events) {
    // what passes has the id that the merge has found
    const named = 'call' in event && event.call === UNNAMED_CALL ? { ...event, call: 'c' } : event;
    const recorded: unknown = JSON.parse(JSON.stringify(named));
    assert.deepEqual(parseEvent(recorded), { event: recorded });
    assert.equal(event.at, 1000);
  }
  return reading;
}

/** What a payload tells, a line an event; last, where the agent waits for an answer: `→ before-tool c shell`. */
export function hookLines(readHook: ReadHook, payload: unknown): string[] {
  const { events, session, moment } = readingOf(readHook, payload);
  const lines = eventLines(events).map((line, i) => {
    const of = events[i];
    return of !== undefined && 'session' in of && of.session !== session
      ? `${of.session}: ${line}`
      : line;
  });
  return moment === undefined ? lines : [...lines, `→ ${Object.values(moment).join(' ')}`];
}

/** One test per payload: its lines behind the session's first sight, which is the same in all of them. */
export function itReads(
  readHook: ReadHook,
  start: string,
  rows: readonly (readonly [payload: object, ...lines: string[]])[],
): void {
  for (const [payload, ...lines] of rows) {
    it(`reads ${lines.join(', ').slice(0, 100) || 'nothing'}`, () =>
      assert.deepEqual(hookLines(readHook, payload), [start, ...lines]));
  }
}

/** One test per payload: it is refused with a matching problem. */
export function itRefuses(
  readHook: ReadHook,
  payloads: readonly (readonly [payload: unknown, problem: RegExp])[],
): void {
  for (const [payload, problem] of payloads) {
    it(`refuses: ${problem.source}`, () => {
      const reading = readHook(payload, 1000);
      assert.ok(isProblem(reading));
      assert.match(reading.problem, problem);
    });
  }
}

/** What is endless, nested or named to pollute prototypes, as the input of a call or in its place; `tells`: payloads around it. */
export function itBounds(
  readHook: ReadHook,
  ...tells: readonly ((hostile: unknown) => object)[]
): void {
  let deep: unknown = 1;
  for (let i = 0; i < 5000; i++) {
    deep = { deep };
  }
  const big = `${'a'.repeat(500_000)}MIDDLE${'z'.repeat(500_000)}`;
  const inputs = {
    'a text': big,
    'a list': [big, big, big, big, big],
    fields: { command: big, content: big, more: [big, big, big, big, big], __proto__: null },
    depth: { command: deep, deep },
    'odd values': { command: ['bash', '-lc', 7, null], path: 7 },
    'a prototype': JSON.parse('{"__proto__":{"polluted":1},"constructor":{"a":1}}') as unknown,
    nothing: undefined,
  };
  for (const [name, hostile] of Object.entries(inputs)) {
    it(`is bounded and harmless with ${name}`, () => {
      for (const tell of tells) {
        const told = (): string => JSON.stringify(readHook(tell(hostile), 1000));
        assert.ok(told().length < 400_000, String(told().length));
        assert.equal(told(), told(), 'cut in the same way each time');
      }
      assert.equal(Reflect.get({}, 'polluted'), undefined);
    });
  }
}

/** Each text gets the hooks once, whole, and is the same again without them; hooks of another folder are outdated. */
export function roundTrips(install: HookInstall, texts: readonly string[]): void {
  for (const text of texts) {
    const added = install.add('f', text, { dir: '/some/folder' });
    assert.ok(!isProblem(added), text);
    assert.deepEqual(
      [
        install.status('f', text, { dir: '/some/folder' }),
        install.status('f', added.text, { dir: '/some/folder' }),
        install.status('f', added.text, { dir: '/other' }),
      ],
      ['absent', 'installed', 'outdated'],
    );
    assert.deepEqual(
      install.add('f', added.text, { dir: '/some/folder' }),
      added,
      'a second time changes nothing',
    );
    assert.deepEqual(install.remove('f', added.text), { text });
  }
}

const points: readonly AnswerPoint[] = [
  { kind: 'before-model' },
  { kind: 'before-tool', call: 't', class: 'shell' },
  { kind: 'after-step' },
  { kind: 'prompt' },
  { kind: 'before-stop' },
];
const decisions: readonly Decision[] = [
  { kind: 'none' },
  { kind: 'remind', text: 'T "q"' },
  { kind: 'deny', reason: 'R' },
  { kind: 'stop', reason: 'S' },
  { kind: 'text-only', text: 'W' },
];

/** One test per decision and point, such as `deny before-tool`: what is not expected prints nothing. */
export function itAnswers(
  answerHook: (point: AnswerPoint, decision: Decision) => string,
  expected: Readonly<Record<string, object>>,
): void {
  for (const point of points) {
    for (const decision of decisions) {
      const name = `${decision.kind} ${point.kind}`;
      it(name, () => {
        const printed = answerHook(point, decision);
        const answer = expected[name];
        if (answer === undefined) {
          assert.equal(printed, '');
          return;
        }
        assert.deepEqual(JSON.parse(printed), answer);
        assert.ok(
          printed.startsWith('{') && printed.endsWith('}'),
          'the client passes JSON objects only',
        );
      });
    }
  }
}

/** The fields of an answer in the way of Claude Code. */
export const output = (hookEventName: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
export const denial = (permissionDecisionReason: string): object =>
  output('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason });
