/** What a run of a program or of tests told, and what the session wrote before it. */
import { tellsTrouble } from '../identity/errors/call-error.js';
import type { CommandNature } from '../identity/command/command.js';
import { findProgram } from '../identity/command/segment.js';
import { speaks, speaksInline } from '../identity/edits/speaks.js';
import {
  addsPrints,
  substituted,
  writtenText,
  type WrittenText,
} from '../identity/edits/written-text.js';
import { otherCopy } from '../identity/other-copy.js';
import { hashText, hashWithoutNumbers } from '../identity/hash.js';
import { editedIn } from '../identity/reads.js';
import { runCore, type RunCore } from '../identity/answer/run-core.js';
import { isInline, scriptsIn } from '../identity/script-name.js';
import { isFailing } from '../identity/test-run/test-run.js';
import { findCommand, findPath } from '../identity/tool/tool.js';
import { trialIn } from '../identity/errors/trial.js';
import { isEdit, type Answer } from './answer.js';
import { isTelling } from '../lines/error-cues.js';
import type { EditEvidence, OutcomeEvidence, RunEvidence } from './evidence.js';
import type { SessionMemory } from './memory.js';
import type { RunMemory } from './run-memory.js';
import { copied } from '../redact.js';
import { namedLine } from '../lines/places.js';

/** Remembers what a call wrote, and what it built from it. */
export function observeWriting(
  { call, command, step, failed, text }: Answer,
  { files, changes }: EditEvidence,
  memory: SessionMemory,
): void {
  const { runs } = memory;
  if (!failed && command !== undefined && mayRefreshCopies(command)) {
    runs.builtIn = step;
  }
  const isEditing = call.class !== 'other' || files.length > 0;
  const written =
    (failed && !changes) || !isEditing ? undefined : writtenText(call.class, call.input);
  if (written === undefined) {
    return;
  }
  const isWhole = files.some(({ path }) => memory.files.wrote(path));
  const exact = command === undefined ? written : substituted(findCommand(call.input) ?? '');
  const lines = isWhole || exact.put === '' ? undefined : countAdded(exact);
  for (const { path } of files) {
    memory.furthest.edited(path, lines, call.number);
  }
  memory.removed.note(exact, step);
  runs.newest = { put: copied(exact.put), replaced: copied(exact.replaced) };
  runs.wroteText(written.put, isWhole ? undefined : written.replaced, call.number);
  if (addsPrints(written)) {
    runs.printedIn = step;
  }
  for (const { path } of files) {
    const isOwn = memory.files.wrote(path);
    const fromRoot = isNamedFromRoot(path, call.input, command) || text.includes(`[File: ${path} `);
    runs.edit({ path, step, fromRoot });
    if (isOwn) {
      runs.wroteScript(path, speaks(contentFor(path, command) ?? written.put), step);
    }
  }
}

function countAdded({ put, replaced }: WrittenText): number {
  return put.split('\n').length - replaced.split('\n').length;
}

/** What a here-document put into the file. */
function contentFor(path: string, command: CommandNature | undefined): string | undefined {
  return command?.writes.find((write) => path.endsWith(write.path.replace(/^\.\//, '')))?.content;
}

/** Builds, installs or copies something: the copy that runs may be up to date. */
function mayRefreshCopies({ segments }: CommandNature): boolean {
  return segments.some(
    ({ kind, words }) =>
      kind === 'build' || (kind === 'change' && refreshing.test(words.join(' '))),
  );
}

const refreshing =
  /\b(?:cp|rsync|mv|ln|install|update|upgrade|sync|link|publish|clean)\b|\b(?:npm|yarn|pnpm) (?:i|ci|add)\b/;

function isNamedFromRoot(
  path: string,
  input: Answer['call']['input'],
  command: CommandNature | undefined,
): boolean {
  return (
    findPath(input) === path ||
    command?.folder?.startsWith('/') === true ||
    Object.values(input).some((value) => typeof value === 'string' && value.includes(path))
  );
}

/** Undefined for a call that ran nothing. @param isProgram it ran a program of the project */
export function observeRun(
  answer: Answer,
  outcome: OutcomeEvidence,
  isProgram: boolean,
  { runs }: SessionMemory,
): RunEvidence | undefined {
  const { call, tests, text, normal, hash } = answer;
  if (isEdit(call)) {
    // the words of a file that the answer shows are no trial of it
    const trial = editedIn(text) === undefined ? trialIn(text, hash) : undefined;
    return trial && { ...noRun, trial };
  }
  if (tests !== undefined) {
    return isFailing(tests) ? failingRun(answer, false, undefined, runs) : noRun;
  }
  const script = ownScript(answer, runs);
  const isWrong =
    outcome.failed ||
    outcome.troubled ||
    outcome.unproven ||
    (script !== undefined && tellsTrouble(text));
  if (script === undefined) {
    return !isProgram
      ? undefined
      : isWrong
        ? {
            ...failingRun(answer, false, undefined, runs),
            core: answer.error === undefined ? extractCore(normal, undefined, call.key) : undefined,
          }
        : noRun;
  }
  const { rewritten, speaks: isToPrint } = runs.ran(script, answer.step);
  return {
    ...(isWrong ? failingRun(answer, rewritten, script, runs) : noRun),
    script,
    rewritten,
    core: isWrong ? extractCore(text, script, call.key) : undefined,
    silent: isToPrint && answer.isEmpty && !outcome.failed && !outcome.untold,
  };
}

/** Shared by most runs. */
const noRun: RunEvidence = {
  script: undefined,
  rewritten: false,
  core: undefined,
  facts: 0,
  trial: undefined,
  silent: false,
  otherCopy: undefined,
};

function failingRun(
  answer: Answer,
  isRewritten: boolean,
  script: string | undefined,
  runs: RunMemory,
): RunEvidence {
  const mayBeCopy = runs.hasEdited && !runsElsewhere(answer.command);
  return {
    ...noRun,
    facts: factsIn(answer, isRewritten, runs),
    otherCopy: mayBeCopy ? otherCopy(answer.text, script, runs) : undefined,
  };
}

/** A line of code, and below it what points at a place in it. */
const pointedAt =
  /^[ \t]*(?:\d+[ \t]*[|│])?[ \t]*(\S.{2,300})\n[ \t]*(?:[|│])?[ \t-]*[\^~][\^~ \t-]*(?: .*)?$/m;

/** Whether a failure is another one than before, by the place that it names. */
export function movesOn(answer: Answer, { runs, furthest }: SessionMemory): boolean {
  const { call, text, step } = answer;
  const isFurther = furthest.isFurther(text, call.key, step);
  return pointsElsewhere(answer, runs) || isFurther;
}

/** Whether the first finding is at other code than any run has shown. What the session just wrote there is only another form of it. */
function pointsElsewhere({ text, step }: Answer, runs: RunMemory): boolean {
  const code = pointedAt.exec(text.slice(0, LONGEST))?.[1]?.trim();
  return code !== undefined && runs.spots.add(hashText(code), step) && !runs.isWritten(code);
}

/** On another machine the same file has another path. */
function runsElsewhere(command: CommandNature | undefined): boolean {
  return command?.segments.some(({ words }) => machines.test(findProgram(words))) === true;
}

const machines =
  /^(?:docker|docker-compose|podman|nerdctl|kubectl|ssh|vagrant|devcontainer|lxc|wsl|act|earthly|nix)/;

/** An error that does not even say what was wrong is that of its script alone. */
function extractCore(text: string, script: string | undefined, key: string): RunCore | undefined {
  const core = runCore(text, script);
  const identify = (line: string): string => hashText(line.includes(' ') ? line : `${line} ${key}`);
  return core && { ...core, all: identify(core.all), last: identify(core.last) };
}

const runKinds = new Set(['run', 'test', 'other']);
/** Build tools that run a program by its name. */
const launches = /^(?:exec|run)\b/;

/** The stem of the script of the session's own that ran, or the key of a command that holds its program. */
function ownScript(answer: Answer, runs: RunMemory): string | undefined {
  const { call, command, step } = answer;
  const { code } = call.input;
  if (typeof code === 'string' && (call.class === 'shell' || call.class === 'other')) {
    runs.wroteInline(call.key, speaks(code), step);
    return call.key;
  }
  for (const { kind, words } of command?.segments ?? []) {
    if (!runKinds.has(kind) && !words.some((word) => launches.test(word))) {
      continue;
    }
    const text = findCommand(call.input) ?? '';
    if (kind === 'run' && isInline(words, text.includes('<<'))) {
      runs.wroteInline(call.key, speaksInline(text), step);
      return call.key;
    }
    const script = scriptsIn(words).find((stem) => runs.isOwn(stem));
    if (script !== undefined) {
      return script;
    }
    // what stays silent although prints were added is judged as if the session had written it
    const [named] = kind === 'run' && answer.isEmpty && !answer.failed ? scriptsIn(words) : [];
    if (named !== undefined && runs.adoptSilent(named)) {
      return named;
    }
  }
  return undefined;
}

const [MOST_LINES, LONGEST_LINE, LONGEST] = [200, 400, 16_384];
/** Places move with every edit, excerpts of code are no output, and a runner's times are no fact about the code. */
const places = new RegExp(
  String.raw`:\d+(?::\d+)?(?=[:)\]\s,]|$)|:\[\d+,\d+\]|(?<=\.\w{1,5} )\d+:\d+\b|^\d\d:\d\d(?= [+~-]\d)|${namedLine}|\(\d+(?:,\d+)?\)|^\d+ *[|│]|\b\d[\d.,]* ?m?s(?:ec(?:ond)?s?)?\b`,
  'g',
);
/** Where it happened, the line of code that did not hold, and pictures that were taken of it. */
const frame =
  /^(?:at |from |File "|goroutine |#\d+ |-{2,}> |[~^]+$|Failure\/Error: |\[?(?:HTML s|Image s|S)creenshot\b[^:]{0,20}: )/;
const SHORTEST = 2;

/** Lines that no failing run printed before and that the agent did not just write down itself. A rewritten script's are its own. */
function factsIn({ normal: text, step }: Answer, isRewritten: boolean, runs: RunMemory): number {
  let [facts, at, lines] = [0, 0, 0];
  while (at < text.length && at < LONGEST && lines < MOST_LINES) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, Math.min(end, at + LONGEST_LINE)).trim();
    at = end + 1;
    if (line.length < SHORTEST || frame.test(line)) {
      continue;
    }
    lines += 1;
    const told = line.replace(places, '#');
    // other numbers are a fact where an error names them, or something that was made to print
    const isMeant = runs.hasPrinted || isTelling(line);
    const isOther = runs.lines.add(hashText(told), step);
    const isNew = isOther && (isMeant || runs.lines.add(`n${hashWithoutNumbers(told)}`, step));
    facts += isNew && !isRewritten && !runs.isWritten(line) ? 1 : 0;
  }
  return facts;
}
