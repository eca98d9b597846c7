/** A folder of labelled runs: `labels.jsonl`, the files that it names, and runs without labels in `unlabelled/` and `weak/`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isProblem, type Result } from '../../src/agents/agent.js';
import { readRecording } from '../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../src/core/events.js';
import { isObject } from '../../src/core/json.js';
import { Unusable } from '../../src/cli/command-line.js';

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

export interface Run {
  file: string;
  label?: Label;
  /** Nobody labelled it, and it is not presumed to be productive either. */
  unknown: boolean;
  events: TurnEvent[];
}

/** @param wanted selects files by name. @throws Unusable */
export async function readFolder(
  folder: string,
  wanted: (file: string) => boolean,
): Promise<{ runs: Run[]; unreadable: string[] }> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Unusable(`${folder}: no such folder`);
  }
  const labels = readLabels(folder).filter(({ file }) => wanted(file));
  const runs: Run[] = [];
  for (const { file, label } of labels) {
    const read = await readRun(folder, file);
    if (isProblem(read)) {
      throw new Unusable(`${join(folder, file)}: ${read.problem}`);
    }
    runs.push({ file, label, unknown: false, events: read.events });
  }
  const unreadable: string[] = [];
  const labelled = new Set(labels.map(({ file }) => file));
  const others = [
    ...filesIn(folder, 'unlabelled').map((file) => ({ file, unknown: false })),
    ...filesIn(folder, 'weak').map((file) => ({ file, unknown: true })),
  ].filter(({ file }) => wanted(file) && !labelled.has(file));
  for (const { file, unknown } of others) {
    const read = await readRun(folder, file);
    if (isProblem(read)) {
      unreadable.push(`${file}: ${read.problem}`);
    } else {
      runs.push({ file, unknown, events: read.events });
    }
  }
  if (runs.length === 0) {
    throw new Unusable(`${folder}: no run to judge (0 of ${labels.length + others.length} files)`);
  }
  return { runs, unreadable };
}

/** Also behind links. */
function filesIn(folder: string, part: string): string[] {
  const path = join(folder, part);
  if (!existsSync(path)) {
    return [];
  }
  return readdirSync(path)
    .filter((name) => statSync(join(path, name), { throwIfNoEntry: false })?.isFile() === true)
    .map((name) => `${part}/${name}`)
    .sort();
}

async function readRun(folder: string, file: string): Promise<Result<{ events: TurnEvent[] }>> {
  return await readRecording(join(folder, file), 'auto');
}

function readLabels(folder: string): { file: string; label: Label }[] {
  const path = join(folder, 'labels.jsonl');
  if (!existsSync(path)) {
    throw new Unusable(`${folder}: has no labels.jsonl`);
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') {
        return [];
      }
      const read = readLabel(line);
      if (typeof read === 'string') {
        throw new Unusable(`${path}:${index + 1}: ${read}`);
      }
      return [read];
    });
}

/** @returns a sentence if the line is not a label. */
function readLabel(line: string): { file: string; label: Label } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  if (!isObject(value)) {
    return 'not a JSON object';
  }
  const { file, stalled, firstStalledCall, accepted, onset, kind, reason, uncertain } = value;
  if (typeof file !== 'string' || file === '') {
    return '"file" must be the name of a run';
  }
  if (typeof stalled !== 'boolean') {
    return '"stalled" must be true or false';
  }
  const label: Label = {
    stalled,
    kind: text(kind),
    reason: text(reason),
    uncertain: uncertain === true,
  };
  if (!stalled) {
    return { file, label };
  }
  if (typeof firstStalledCall !== 'number') {
    return '"firstStalledCall" must be the number of a call';
  }
  const range: readonly unknown[] = Array.isArray(accepted) ? accepted : [];
  const [from, to] = range;
  return {
    file,
    label: {
      ...label,
      firstStalledCall,
      onset: typeof onset === 'number' ? onset : firstStalledCall,
      ...(typeof from === 'number' && typeof to === 'number' ? { accepted: [from, to] } : {}),
    },
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
