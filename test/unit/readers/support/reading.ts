/** Reads recorded runs from strings, and prints their events as short lines. */
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

/** One short line per event, for comparison. */
export function eventLines(events: readonly TurnEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case 'session.start':
        return `start ${event.session} ${event.agent} ${event.cwd}${event.model === undefined ? '' : ` ${event.model}`}${event.parent === undefined ? '' : ` of ${event.parent}`}`;
      case 'turn.start':
        return `turn ${event.prompt ?? '?'}`;
      case 'message':
        return `says ${event.text} (${event.response ?? '-'})`;
      case 'tool.call':
        return `call ${event.call} ${event.class ?? '-'} ${event.tool} ${JSON.stringify(event.input)} (${event.response ?? '-'})`;
      case 'tool.result':
        return `result ${event.call} ${event.ok ? 'ok' : 'failed'}${event.exitCode === undefined ? '' : ` ${event.exitCode}`}${event.deniedBy === undefined ? '' : ` by ${event.deniedBy}`} ${JSON.stringify(event.output)}`;
      case 'waiting':
        return `waits for ${event.for} ${event.call ?? ''}`;
      case 'turn.end':
        return `end ${event.reason}`;
      default:
        return event.type;
    }
  });
}
