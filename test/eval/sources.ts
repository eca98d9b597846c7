/** The figures of each folder, and in it of each source. */
import type { JudgedRun } from './judged.js';
import { figures, type Figures } from './score.js';
import { shareOfWarned, sourceOf, type WarningShare } from './warnings.js';

export interface SourceFigures {
  /** The folder; empty for all. */
  folder: string;
  /** Absent for the whole folder. */
  source?: string;
  figures: Figures;
  warned: WarningShare;
}

/** Runs that nobody knows are in no figure. */
export function figuresBySource(judged: readonly JudgedRun[]): SourceFigures[] {
  const known = judged.filter(({ unknown }) => !unknown);
  const folders = [...new Set(known.map(folderName))];
  return [
    ...folders.flatMap((folder) => {
      const inFolder = known.filter((run) => folderName(run) === folder);
      const sources = [...new Set(inFolder.map(sourceOf))].sort();
      return [
        toFigures(folder, undefined, inFolder),
        ...(sources.length < 2 ? [] : sources).map((source) =>
          toFigures(
            folder,
            source,
            inFolder.filter((run) => sourceOf(run) === source),
          ),
        ),
      ];
    }),
    toFigures('all', undefined, known),
  ];
}

function folderName({ file }: JudgedRun): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '.';
}

function toFigures(
  folder: string,
  source: string | undefined,
  runs: readonly JudgedRun[],
): SourceFigures {
  const name = source ?? folder;
  return {
    folder,
    ...(source === undefined ? {} : { source }),
    figures: figures(name, runs),
    warned: shareOfWarned(name, runs),
  };
}
