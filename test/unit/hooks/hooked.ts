/** Checks that the hooks of every agent have to pass. */
import assert from 'node:assert/strict';
import {
  isProblem,
  type HookInstall,
  type HookReading,
  type Result,
} from '../../../src/agents/agent.js';
import type { AnswerPoint, Decision } from '../../../src/core/interventions/answer.js';

/** The events of a reading without version, time and session. */
export function eventsOf(reading: Result<HookReading>): Record<string, unknown>[] {
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  return reading.events.map((event) =>
    Object.fromEntries(
      Object.entries(event).filter(
        ([key, value]) => !['v', 'at', 'session'].includes(key) && value !== undefined,
      ),
    ),
  );
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

/** One test per payload: it is refused with a matching problem. */
export function itRefuses(
  readHook: (payload: unknown, at: number) => Result<HookReading>,
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
