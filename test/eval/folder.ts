/** A folder of runs: those that are labelled, those presumed to be productive, those that nobody knows, and behavior cases. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../src/agents/agent.js';
import { readRecording } from '../../src/agents/reading/recordings.js';
import { Unusable } from '../../src/cli/command-line.js';
import type { TurnEvent } from '../../src/core/events.js';
import { readCases, readLabels, type Expected, type Label } from './labels.js';

/** A file of the folder, and what is known about it. */
export interface RunFile {
  folder: string;
  file: string;
  label?: Label;
  /** Nobody labelled it, and it is not presumed to be productive either. */
  unknown: boolean;
}

export interface Run extends RunFile {
  events: TurnEvent[];
}

export interface CaseFile {
  folder: string;
  file: string;
  name: string;
  expected: Expected;
}

/** Folders of runs without labels. */
const presumedProductive = ['unlabelled', 'modern'];
const unknown = ['weak'];

/** @param wanted selects files by name. @throws Unusable */
export function readFolder(
  folder: string,
  wanted: (file: string) => boolean,
): { runs: RunFile[]; cases: CaseFile[] } {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Unusable(`${folder}: no such folder`);
  }
  const labels = readLabels(folder);
  const labelled = new Set(labels.map(({ file }) => file));
  const all = [
    ...labels.map(({ file, label }): RunFile => ({ folder, file, label, unknown: false })),
    ...[...presumedProductive, ...unknown].flatMap((part) =>
      filesIn(folder, part)
        .filter((file) => !labelled.has(file))
        .map((file): RunFile => ({ folder, file, unknown: unknown.includes(part) })),
    ),
  ];
  const runs = all.filter(({ file }) => wanted(file));
  const cases = readCases(folder)
    .filter(({ file }) => wanted(file))
    .map((each): CaseFile => ({ folder, ...each }));
  if (runs.length === 0 && cases.length === 0) {
    throw new Unusable(`${folder}: no run to judge (0 of ${all.length} files)`);
  }
  return { runs, cases };
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

export async function readEvents({
  folder,
  file,
}: Pick<RunFile, 'folder' | 'file'>): Promise<Result<{ events: TurnEvent[] }>> {
  return await readRecording(join(folder, file), 'auto');
}
