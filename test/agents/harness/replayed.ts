/** Runs the headless replay as a person does, and reads what it prints. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { isObject } from '../../../src/core/json.js';

interface ReplayedVerdict {
  step: number;
  call: number;
  callId: string | null;
  at: number | null;
  level: string;
  kind: string;
  detector: string;
  count: number;
  threshold: number;
  evidence: { calls: unknown[] };
}
export interface Replayed {
  session: string;
  steps: number;
  verdicts: ReplayedVerdict[];
}

/** `args`: options and files of `npm run replay`. */
export function replay(...args: string[]): Replayed[] {
  const printed: unknown = JSON.parse(
    execFileSync(process.execPath, ['test/replay.mjs', '--json', ...args], { encoding: 'utf8' }),
  );
  assert.ok(isObject(printed));
  assert.equal(printed['skippedLines'], 0, 'every line of the recording can be read');
  return list(printed['sessions']).map((session) => {
    assert.ok(
      isObject(session) &&
        typeof session['session'] === 'string' &&
        typeof session['steps'] === 'number',
    );
    return {
      session: session['session'],
      steps: session['steps'],
      verdicts: list(session['verdicts']).map(readVerdict),
    };
  });
}

function readVerdict(value: unknown): ReplayedVerdict {
  assert.ok(isObject(value));
  const { step, call, callId, at, level, kind, detector, count, threshold, evidence } = value;
  assert.ok(
    typeof step === 'number' &&
      typeof call === 'number' &&
      typeof count === 'number' &&
      typeof threshold === 'number',
  );
  assert.ok(
    typeof level === 'string' &&
      typeof kind === 'string' &&
      typeof detector === 'string' &&
      isObject(evidence),
  );
  return {
    step,
    call,
    count,
    threshold,
    level,
    kind,
    detector,
    evidence: { calls: list(evidence['calls']) },
    callId: typeof callId === 'string' ? callId : null,
    at: typeof at === 'number' ? at : null,
  };
}

function list(value: unknown): unknown[] {
  assert.ok(Array.isArray(value));
  return value;
}
