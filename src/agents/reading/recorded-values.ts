/** Values in recordings of many programs: ids that may be numbers, times in several units, names from file names. */
import { baseName } from '../../core/paths.js';
import { fieldsIn, LATEST } from './fields.js';

const LONGEST_ID = 4096;
/** Larger values are milliseconds since the epoch, smaller ones seconds: 1973 in the former, the year 5138 in the latter. */
const LEAST_MILLISECONDS = 1e11;

export function readId(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return String(value);
  }
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID
    ? value
    : undefined;
}

/** Milliseconds since the epoch, of a number (seconds or milliseconds) or a date. A date without zone counts as UTC: a recording means the same everywhere. */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) {
      return undefined;
    }
    const at = Math.round(value < LEAST_MILLISECONDS ? value * 1000 : value);
    return at <= LATEST ? at : undefined;
  }
  if (typeof value !== 'string' || value.length > 64) {
    return undefined;
  }
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value) || !/^\d{4}-\d\d-\d\dT/.test(value);
  const at = Date.parse(hasZone ? value : `${value}Z`);
  return Number.isNaN(at) ? undefined : at;
}

export function readInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** The name of a file without folders and without the first of `endings` that fits; for recordings that name no session. */
export function nameOfFile(file: string, endings: readonly string[]): string {
  const name = baseName(file);
  const ending = endings.find((each) => name.length > each.length && name.endsWith(each));
  return ending === undefined ? name : name.slice(0, -ending.length);
}

export function folderOfFile(file: string): string | undefined {
  const folder = file.split(/[\\/]/).at(-2);
  return folder === '' || folder === '.' || folder === '..' ? undefined : folder;
}

/** A record of Qwen Code, which holds its texts as `parts`; Claude Code's look similar, but hold them as `content`. */
export function isRecordOfParts(line: unknown): boolean {
  const { sessionId, uuid, type, message, systemPayload, toolCallResult } = fieldsIn(line);
  if (typeof sessionId !== 'string' || typeof uuid !== 'string' || typeof type !== 'string') {
    return false;
  }
  return (
    Array.isArray(fieldsIn(message)['parts']) ||
    systemPayload !== undefined ||
    toolCallResult !== undefined
  );
}

/** Milliseconds since the epoch, if the record has a time. */
export type Time = number | undefined;

/** Spread after `v: 1`: an object literal that begins with a spread costs a hundred times as much. */
export function atTime(at: Time): { at?: number } {
  return at === undefined ? {} : { at };
}
