/** Which source files a turn changed, and when it last changed anything. Moments are counted by who asks. */
import type { EditEvidence } from '../../evidence/evidence.js';
import type { CommandNature } from '../../identity/command/command.js';
import { below } from '../../identity/command/file-range.js';
import { findProgram } from '../../identity/command/segment.js';
import { restoredBy } from '../../identity/edits/restored.js';
import { commandNature } from '../../identity/tool/call-nature.js';
import { findCommand } from '../../identity/tool/tool.js';
import { contains, wholePath } from '../../paths.js';
import type { Call } from '../../turns/session.js';
import { listChanged } from '../achieved.js';

/** More files of a turn are not told apart. */
const MOST_FILES = 4096;

export class TurnChanges {
  /** When each source file was last changed. */
  readonly files = new Map<string, number>();
  /** When anything else was changed. */
  touched = 0;

  /** When a source file was last changed. */
  get edited(): number {
    return Math.max(0, ...this.files.values());
  }

  /** @returns files that the call removed or put back; undefined for any of them */
  take(call: Call, edits: EditEvidence, cwd: string, moment: number): (string | undefined)[] {
    for (const { path } of listChanged(edits, cwd)) {
      if (!source.test(path)) {
        this.touched = moment;
      } else if (this.files.size < MOST_FILES) {
        this.files.set(path, moment);
      }
    }
    const command = commandNature(call);
    const isUnnamed = edits.files.length === 0 && edits.changes && !keepsFiles(command);
    const undone = command === undefined ? [] : listUndone(call, command);
    if (isUnnamed || edits.elsewhere || edits.restores || undone.length > 0) {
      this.touched = moment;
    }
    for (const place of undone) {
      this.forget(place === undefined ? undefined : wholePath(place.replace(/\/$/, ''), cwd));
    }
    return undone;
  }

  /** @param place a file or a folder; undefined for all */
  private forget(place: string | undefined): void {
    for (const path of this.files.keys()) {
      if (place === undefined || contains(place, path)) {
        this.files.delete(path);
      }
    }
  }
}

/** Programming languages: what is written in them can be tested. */
const source =
  /(?<!\.config)\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyx|go|rs|java|kts?|scala|groovy|clj[cs]?|c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|cs|fs|vb|swift|rb|php|pl|pm|lua|dart|exs?|erl|hs|mli?|jl|r|zig|nim|cr|sol)$/i;

const bookkeeping = /^(?:add|branch|commit|config|fetch|notes|push|remote|tag)$/;
const makesPlaces = /^(?:mkdir|chmod|chown)$/;

/** Whether a command that changes something leaves the content of all files as it is. */
function keepsFiles(command: CommandNature | undefined): boolean {
  return (
    command?.segments.every(
      ({ kind, words }) =>
        kind !== 'change' ||
        makesPlaces.test(findProgram(words)) ||
        (findProgram(words) === 'git' && words.some((word) => bookkeeping.test(word))),
    ) === true
  );
}

/** Files that a command removes or puts back; undefined for any of them. */
function listUndone(call: Call, { segments, folder }: CommandNature): (string | undefined)[] {
  const removed = segments.flatMap(({ words }) => {
    switch (findProgram(words)) {
      case 'rm':
      case 'unlink':
        return words.slice(1).filter((word) => !word.startsWith('-'));
      case 'mv':
        return words.slice(1, -1).filter((word) => !word.startsWith('-'));
      case 'git':
        return words.includes('clean') ? ['*'] : [];
      default:
        return [];
    }
  });
  const restored = restoredBy(findCommand(call.input) ?? '');
  return [
    ...removed.map((path) => (anyFile.test(path) ? undefined : below(folder, path))),
    ...(restored === undefined ? [] : (restored.paths ?? [undefined])),
  ];
}

/** Names more than one file. */
const anyFile = /[*?[{$`]/;
