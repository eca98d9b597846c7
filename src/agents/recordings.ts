/** Recorded runs: which format a file has, and its lines as events. Every format is one entry of `formats`. */
import type { TurnEvent } from '../core/events.js';
import { isObject, parseEvent } from '../core/parse.js';
import { claudeCode } from './claude-code/index.js';
import { isProblem, type LogReader } from './agent.js';
import type { LineFormat, Skipped } from './recording-format.js';

export const formats: readonly LineFormat[] = [
  {
    kind: 'lines',
    id: 'events',
    recognises: (line) => isObject(line) && line['v'] === 1 && typeof line['type'] === 'string',
    open: () => ({ line: readEvent }),
  },
  {
    kind: 'lines',
    id: 'claude-code',
    recognises: (line) => isObject(line) && typeof line['sessionId'] === 'string' && typeof line['type'] === 'string',
    open: (file) => claudeCode.openLog(file),
  },
];

const LONGEST_LINE = 16 * 1024 * 1024;

export interface Recording { format: string; events: TurnEvent[]; skipped: Skipped[] }

function readEvent(text: string): ReturnType<LogReader['line']> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = parseEvent(value);
  if ('problem' in parsed) { return { problem: parsed.problem }; }
  return 'event' in parsed ? [parsed.event] : [];
}

/** The format of a text, by the first line that tells it: broken or other lines may come before. Undefined if none does. */
export function recognise(lines: readonly string[]): LineFormat | undefined {
  for (const text of lines) {
    if (text.length > LONGEST_LINE || !text.trimStart().startsWith('{')) { continue; }
    try {
      const line: unknown = JSON.parse(text);
      const format = formats.find((each) => each.recognises(line));
      if (format !== undefined) { return format; }
    } catch {
      // a broken line says nothing about the format
    }
  }
  return undefined;
}

/** `format`: an id of `formats`, or `auto`. @returns the recording, or a sentence that says why the text is none. */
export function readRecording(file: string, text: string, format: string): Recording | { problem: string } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (text.trim() === '') { return { problem: 'the file is empty' }; }
  const chosen = format === 'auto' ? recognise(lines) : formats.find((each) => each.id === format);
  if (chosen === undefined) { return { problem: format === 'auto' ? 'no known format recognised' : `unknown format "${format}"` }; }
  const reader = chosen.open(file);
  const events: TurnEvent[] = [];
  const skipped: Skipped[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === '') { return; }
    const read = line.length > LONGEST_LINE ? { problem: `longer than ${LONGEST_LINE} characters` } : reader.line(line);
    if (isProblem(read)) { skipped.push({ line: index + 1, reason: read.problem }); } else { events.push(...read); }
  });
  return events.length === 0 ? { problem: 'no valid event' } : { format: chosen.id, events, skipped };
}
