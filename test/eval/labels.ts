/** Labels of runs, and what is expected of behavior cases: one JSON object a line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unusable } from '../../src/cli/command-line.js';
import { isObject } from '../../src/core/json.js';

/** A careful person's label of a run. Calls are 0-based. */
export interface Label {
  stalled: boolean;
  /** "It is going in circles now"; present if `stalled`. */
  firstStalledCall?: number;
  /** Calls that are as good as `firstStalledCall`. */
  accepted?: [number, number];
  /** First unproductive repetition: an alarm before it is false. */
  onset?: number;
  kind: string;
  reason: string;
  /** Printed, but excluded from the figures. */
  uncertain: boolean;
}

/** What is expected of a case. Calls are 1-based. */
export type Expected =
  | { kind: 'stalled'; from: number; to: number }
  | { kind: 'nostall' }
  | { kind: 'anyverdict' }
  | { kind: 'reason-not'; text: string };

/** All of `labels*.jsonl`. @throws Unusable */
export function readLabels(folder: string): { file: string; label: Label }[] {
  const names = readdirSync(folder).filter((name) => /^labels.*\.jsonl$/.test(name));
  if (names.length === 0) {
    throw new Unusable(`${folder}: has no labels.jsonl`);
  }
  names.sort((one, other) => one.length - other.length || one.localeCompare(other));
  return names.flatMap((name) => readLines(join(folder, name), readLabel));
}

/** None if the folder has no cases. @throws Unusable */
export function readCases(folder: string): { name: string; file: string; expected: Expected }[] {
  const path = join(folder, 'cases', 'cases.jsonl');
  return existsSync(path) ? readLines(path, readCase) : [];
}

type Line = Record<string, unknown>;

/** @param read gives a sentence for a line that is none of its kind */
function readLines<T extends object>(path: string, read: (value: Line) => T | string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') {
        return [];
      }
      const value = parseLine(line);
      const item = typeof value === 'string' ? value : read(value);
      if (typeof item === 'string') {
        throw new Unusable(`${path}:${index + 1}: ${item}`);
      }
      return [item];
    });
}

function parseLine(line: string): Line | string {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : 'not a JSON object';
  } catch {
    return 'not JSON';
  }
}

function readLabel({
  file,
  stalled,
  firstStalledCall,
  accepted,
  onset,
  ...more
}: Line): { file: string; label: Label } | string {
  if (typeof file !== 'string' || file === '') {
    return '"file" must be the name of a run';
  }
  if (typeof stalled !== 'boolean') {
    return '"stalled" must be true or false';
  }
  const label: Label = {
    stalled,
    kind: text(more['kind']),
    reason: text(more['reason']),
    uncertain: more['uncertain'] === true,
  };
  if (!stalled) {
    return { file, label };
  }
  if (typeof firstStalledCall !== 'number') {
    return '"firstStalledCall" must be the number of a call';
  }
  const range = readRange(accepted);
  return {
    file,
    label: {
      ...label,
      firstStalledCall,
      onset: typeof onset === 'number' ? onset : firstStalledCall,
      ...(range === undefined ? {} : { accepted: range }),
    },
  };
}

function readCase({
  name,
  file,
  expect,
  firstCall,
  text: said,
}: Line): { name: string; file: string; expected: Expected } | string {
  if (typeof name !== 'string' || typeof file !== 'string') {
    return '"name" and "file" must be texts';
  }
  const expected = readExpected(expect, readRange(firstCall), text(said));
  return expected === undefined
    ? '"expect" must be stalled (with "firstCall"), nostall, anyverdict or reason-not (with "text")'
    : { name, file: `cases/${file}`, expected };
}

function readExpected(
  kind: unknown,
  range: [number, number] | undefined,
  said: string,
): Expected | undefined {
  switch (kind) {
    case 'stalled':
      return range && { kind, from: range[0], to: range[1] };
    case 'nostall':
    case 'anyverdict':
      return { kind };
    case 'reason-not':
      return said === '' ? undefined : { kind, text: said };
    default:
      return undefined;
  }
}

function readRange(value: unknown): [number, number] | undefined {
  const range: readonly unknown[] = Array.isArray(value) ? value : [];
  const [from, to] = range;
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
