/** Reads recorded runs from strings. */
import assert from 'node:assert/strict';
import { readText, type Recording } from '../../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../../src/core/events.js';

export const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export function read(text: string, { format = 'auto', file = 'run.jsonl' } = {}): Recording {
  const recording = readText(file, Buffer.from(text), format);
  assert.ok(!('problem' in recording), JSON.stringify(recording));
  return recording;
}

export function ofType<T extends TurnEvent['type']>(
  events: readonly TurnEvent[],
  type: T,
): Extract<TurnEvent, { type: T }>[] {
  return events.filter((event): event is Extract<TurnEvent, { type: T }> => event.type === type);
}
