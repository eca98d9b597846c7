/** What a call did to files, and what its answer brought of them. */
import type { JsonObject } from '../events.js';
import {
  actsFirst,
  movesOn,
  movesThroughHistory,
  setsScene,
} from '../identity/tool/call-nature.js';
import { fileEdits } from '../identity/edits/edit.js';
import { collectValues } from '../identity/errors/error-mask.js';
import type { CommandNature } from '../identity/command/command.js';
import type { EditValue } from '../identity/edits/file-content.js';
import { restoredBy, type Restored } from '../identity/edits/restored.js';
import { substituted, writtenText } from '../identity/edits/written-text.js';
import { editedIn } from '../identity/reads.js';
import { findCommand, fromFolder, findPath } from '../identity/tool/tool.js';
import { wholePath } from '../paths.js';
import type { Call } from '../turns/session.js';
import { isEdit, type Answer } from './answer.js';
import { onWhatIsShown, type EditEvidence, type ReadEvidence } from './evidence.js';
import type { IssuedAction } from './issued-actions.js';
import type { SessionMemory } from './memory.js';
import { isCut } from '../lines/line-kind.js';

const noFiles: readonly EditValue[] = [];
const noTargets: readonly string[] = [];

/** Shared by most calls. */
export const noEdits: EditEvidence = {
  files: noFiles,
  path: undefined,
  changes: false,
  alters: false,
  elsewhere: false,
  restores: false,
  setsScene: false,
  unseen: false,
  reworks: false,
  targets: noTargets,
};

export function observeEdits(
  answer: Answer,
  isNew: boolean,
  unseen: boolean,
  memory: SessionMemory,
): EditEvidence {
  const { call, command, step, failed } = answer;
  // what a command edited before it ran something is edited, however the run went
  const isEarly = actsFirst(command);
  const isMade = !failed || isEarly;
  const restored = isMade ? restoredIn(call) : undefined;
  const files = isMade ? seeFiles(answer, restored, memory) : noFiles;
  const edited = files.some(({ state }) => state === 'new');
  const changesFirst =
    isEarly && (edited || (movesThroughHistory(command) && memory.changes.add(call.key, step)));
  const isThrough = wentThrough(answer, isNew, changesFirst);
  const alters = isThrough ? altersFiles(answer, files, isNew, memory) : changesFirst && edited;
  const changes = changesFirst || alters;
  if (changes || (isThrough && mayChange(command, files))) {
    memory.changedIn = step;
  }
  const restores = restored !== undefined;
  if (!changes && !restores && files.length === 0) {
    return unseen ? { ...noEdits, unseen, targets: findTargets(call, command) } : noEdits;
  }
  return {
    files,
    path: changes ? shownPath(call, files, memory.session.cwd) : undefined,
    changes,
    alters,
    elsewhere: changes && movesThroughHistory(command),
    restores,
    setsScene: setsScene(command),
    unseen,
    reworks: changes && observeRework(call, files, memory),
    targets: noTargets,
  };
}

/** Whether a text that the session put in is replaced, by itself or with its whole file. */
function observeRework(
  { class: kind, input }: Call,
  files: readonly EditValue[],
  { runs, files: known }: SessionMemory,
): boolean {
  const written =
    kind === 'shell' ? substituted(findCommand(input) ?? '') : writtenText(kind, input);
  return written === undefined || written.replaced === ''
    ? kind !== 'shell' && files.some(({ path }) => known.wrote(path))
    : runs.reworks(written) ||
        files.some(({ undone, mayHaveStayed }) => undone > 0 && !mayHaveStayed);
}

const MOST_TARGETS = 12;
/** Names nothing by itself: a thing that is numbered for one answer only (`e12`). */
const reference = /^[a-z]{1,3}\d+$/;
/** A key, several at once, or a direction. */
const pressed =
  /^(?:enter|return|esc(?:ape)?|tab|space|backspace|delete|home|end|page[ _-]?(?:up|down)|(?:arrow[ _-]?)?(?:up|down|left|right)|middle|(?:(?:ctrl|control|alt|option|shift|cmd|command|meta|super|win)[+-])+\w{1,9})$/i;
const number = /^[-+]?\d+(?:\.\d+)?$/;

function findTargets({ input }: Call, command: CommandNature | undefined): readonly string[] {
  const names =
    command === undefined
      ? [...collectValues(withoutTokens(input))].flatMap((value) => value.split(/\s+/))
      : command.segments.flatMap(({ words }) =>
          // without the program and what it is to do
          words.slice(2).filter((word) => !word.startsWith('-') && !number.test(word)),
        );
  const targets = names
    .filter((name) => !reference.test(name) && !pressed.test(name))
    .slice(0, MOST_TARGETS);
  // a place on the screen is in numbers alone, and to go on needs no words
  const isOnShown = targets.length === 0 && (names.length > 0 || command === undefined);
  return isOnShown ? onWhatIsShown : targets;
}

/** Fields whose value only tells one attempt from the next. */
const token =
  /^(?:\w+[_-])?(?:request|nonce|attempt|retry|seed|time|timestamp|trace|idempotency)(?:[_-]?(?:id|key|no|number))?$/i;

function withoutTokens(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !token.test(name)));
}

function mayChange(command: CommandNature | undefined, files: readonly EditValue[]): boolean {
  return command?.kind === 'change' || files.some(({ state }) => state !== 'same');
}

/** A failed `git rebase --continue` has gone on if it says something new, and not only that it was not run. */
function wentThrough(
  { tests, failed, command, said }: Answer,
  isNew: boolean,
  changed: boolean,
): boolean {
  return (
    tests === undefined && (!failed || (isNew && !changed && !said.fruitless && movesOn(command)))
  );
}

function seeFiles(
  { call, text, hash, step }: Answer,
  restored: Restored | undefined,
  memory: SessionMemory,
): readonly EditValue[] {
  const shown = isEdit(call) ? editedIn(text) : undefined;
  const edits = fileEdits(call.class, call.input, shown);
  if (edits.length === 0) {
    restore(restored, memory);
    return noFiles;
  }
  if (restored?.first === true) {
    restore(restored, memory);
  }
  const values: EditValue[] = [];
  const isUnmoved = shown !== undefined && memory.files.looksAsBefore(shown, hash, step);
  for (const edit of edits) {
    edit.path = wholePath(edit.path, memory.session.cwd);
    if (isUnmoved && edit.before === undefined && edit.after !== undefined) {
      edit.before = edit.after;
    }
    memory.reads.changed(edit.path, step);
    const value = memory.files.see(edit, step);
    if (value !== undefined) {
      values.push(value);
    }
  }
  if (restored?.first === false) {
    restore(restored, memory);
  }
  return values;
}

function restoredIn({ class: kind, input }: Call): Restored | undefined {
  const command = kind === 'shell' ? findCommand(input) : undefined;
  return command === undefined ? undefined : restoredBy(command);
}

function restore(restored: Restored | undefined, { files, session }: SessionMemory): void {
  if (restored !== undefined) {
    files.restore(restored.paths?.map((path) => wholePath(path, session.cwd)));
  }
}

/** Files got a content that they did not have, or a command altered them as it did not before. */
function altersFiles(
  { call, command, step, said }: Answer,
  files: readonly EditValue[],
  isNew: boolean,
  memory: SessionMemory,
): boolean {
  if (files.length > 0) {
    return files.some(({ state }) => state === 'new');
  }
  const isChange = command?.kind === 'change';
  if ((!isChange && !isEdit(call)) || (isChange && said.says === 'nothing')) {
    return false;
  }
  if (isChange) {
    memory.reads.changedSome();
  }
  // the same command altered something again if it says something else
  return memory.changes.add(call.key, step) || (isChange && isNew);
}

function shownPath(call: Call, files: readonly EditValue[], cwd: string): string | undefined {
  const path = files[0]?.path ?? (isEdit(call) ? findPath(call.input) : undefined);
  return path === undefined ? undefined : fromFolder(path, cwd);
}

/** Undefined for calls that do not count for what they tell: see `Evidence.reads`. */
export function observeReads(
  answer: Answer,
  isNew: boolean,
  looks: boolean,
  { alters, changes }: EditEvidence,
  earlier: IssuedAction | undefined,
  memory: SessionMemory,
): ReadEvidence | undefined {
  const { reads, askAgainFrom } = memory;
  const { call, text, step, outcome } = answer;
  if (
    alters ||
    isEdit(call) ||
    // what a to-do list answers is no information about the task
    call.class === 'todo' ||
    !wentThrough(answer, isNew, changes)
  ) {
    return undefined;
  }
  const lines = reads.see(call, text, step, askAgainFrom);
  return {
    lines,
    foundKnown: isNew && looks && lines === undefined && reads.foundKnown(call, text, step),
    unmoved:
      lines === 'new' &&
      earlier?.outcome === outcome &&
      // after a condensation it is read to know it again, not to see what the edit did
      !memory.isCondensedSince(earlier.step) &&
      reads.editedSince(call, text, earlier.step) &&
      !isCut(call.result?.output ?? ''),
    ofOwnEdit: lines === 'new' && reads.isOfOwnEdit(call, text),
  };
}
