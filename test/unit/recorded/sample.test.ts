/** The shipped recording: small, anonymous, and still giving its verdict. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readRecording } from '../../../src/agents/reading/recordings.js';
import { Judge } from '../../../src/core/judge.js';
import { isPreset } from '../../../src/core/thresholds/thresholds.js';

const file = 'media/samples/stalled-turn.jsonl';
const text = readFileSync(file, 'utf8');
const recording = await readRecording(file, 'auto');

describe('the bundled recording', () => {
  it('is small, and tells nothing of the machine it was made on', () => {
    assert.ok(Buffer.byteLength(text) <= 30_000, `${Buffer.byteLength(text)} bytes`);
    const homes = new Set(text.match(/\/(?:home|Users|root|tmp|var|work)\b(?:\/[\w.-]+)?/g));
    assert.deepEqual([...homes], ['/home/dev']);
  });

  it('is read whole, in the vocabulary of event logs', () => {
    assert.ok(!('problem' in recording));
    assert.equal(recording.format, 'events');
    assert.deepEqual(recording.skipped, []);
    const kinds = new Set(recording.events.map(({ type }) => type));
    for (const type of [
      'config',
      'session.start',
      'turn.start',
      'message',
      'tool.call',
      'tool.result',
      'step.end',
      'workspace',
      'intervention',
      'turn.end',
    ]) {
      assert.ok(
        [...kinds].some((kind) => kind === type),
        `no ${type}`,
      );
    }
  });

  it('gets on, is warned of, stalls, asks, and ends with an answer that was asked for', () => {
    assert.ok(!('problem' in recording));
    const judge = new Judge();
    const verdicts = recording.events.flatMap((event) => judge.push(event).verdicts);
    assert.deepEqual(
      verdicts.map(({ level, kind, step, count, threshold }) => ({
        level,
        kind,
        step,
        count,
        threshold,
      })),
      [
        { level: 'watch', kind: 'loop', step: 13, count: 3, threshold: 4 },
        { level: 'stalled', kind: 'loop', step: 15, count: 4, threshold: 4 },
      ],
    );
    const receipt = recording.events.flatMap((event) =>
      event.type === 'intervention' ? [`${event.rung} ${event.state}`] : [],
    );
    assert.deepEqual(receipt, [
      'escalate requested',
      'text-only requested',
      'text-only delivered',
      'text-only obeyed',
    ]);
    assert.ok(
      recording.events.some(
        (event) => event.type === 'tool.result' && event.deniedBy === 'turnwatch',
      ),
    );
    const answer = recording.events.findLast(({ type }) => type === 'message');
    assert.ok(answer?.type === 'message');
    assert.match(answer.text, /\?$/);
    const end = recording.events.find(({ type }) => type === 'turn.end');
    assert.ok(end?.type === 'turn.end');
    assert.equal(end.reason, 'completed');
  });

  it('gives the same verdict with the default thresholds as with those it was recorded under', () => {
    assert.ok(!('problem' in recording));
    const preset = recording.events.flatMap((event) =>
      event.type === 'config' ? [event.preset] : [],
    )[0];
    assert.ok(preset !== undefined && isPreset(preset));
    const places = (events: typeof recording.events): string[] => {
      const judge = new Judge();
      return events
        .flatMap((event) => judge.push(event).verdicts)
        .map(({ level, call }) => `${level} ${call}`);
    };
    assert.deepEqual(
      places(recording.events),
      places(recording.events.filter(({ type }) => type !== 'config')),
    );
  });
});
