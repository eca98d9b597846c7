/** What a shell command does: its kind, its identity, and its reads and writes as far as they are certain. */
import { below, readRanges, type FileRange } from './file-range.js';
import { hashText } from '../hash.js';
import { inlineScript } from './inline-script.js';
import {
  asksWhetherUp,
  findProgram,
  segmentKind,
  waitsItself,
  type SegmentKind,
} from './segment.js';
import { readCommand, type ParsedShell } from './shell.js';
import type { Join, Segment } from './shell-segments.js';

export type { SegmentKind };

/**
 * `no-op`: neither changes nor prints anything. `wait`: a no-op that sleeps. `poll`: sleeps or waits, and looks, or asks whether a server is up. `change`: alters files
 * or history.
 */
export type CommandKind = 'no-op' | 'wait' | 'poll' | 'test' | 'change' | 'other';

interface FileWrite {
  path: string;
  content: string;
  /** Appends to the file. */
  appends: boolean;
}

export interface CommandNature {
  kind: CommandKind;
  /** The exit code with which a search or a comparison reports what it found: no failure. */
  findingCode: number | undefined;
  /** Equal for commands that do the same: without folder, grouping, redirected errors and narration. */
  canonical: string;
  /** The folder that it moves to first. */
  folder: string | undefined;
  /** Without those that only change folder, narrate or cut the output. */
  segments: { kind: SegmentKind; words: readonly string[] }[];
  reads: FileRange[];
  writes: FileWrite[];
  /** Texts given to `apply_patch`, `git apply` or `patch`. */
  patches: string[];
  /** Scripts within the command that rewrite a file. */
  scripts: string[];
}

const REMEMBERED = 128;
/** Longer commands are remembered only until the next one. */
const KEPT_LENGTH = 4096;
const remembered = new Map<string, CommandNature>();
let newest: { command: string; nature: CommandNature } | undefined;

/** Never throws; the cost is bounded by the command's length. */
export function classifyCommand(command: string): CommandNature {
  if (newest?.command === command) {
    return newest.nature;
  }
  const known = remembered.get(command);
  const nature = known ?? judge(readCommand(command), command);
  newest = { command, nature };
  if (known === undefined && command.length <= KEPT_LENGTH) {
    if (remembered.size >= REMEMBERED) {
      remembered.clear();
    }
    remembered.set(command, nature);
  }
  return nature;
}

interface Part {
  segment: Segment;
  kind: SegmentKind;
}

function judge(reading: ParsedShell, command: string): CommandNature {
  const parts = reading.segments.map((segment) => ({ segment, kind: segmentKind(segment) }));
  const acts = withoutNarration(parts);
  const folder = findFolder(reading.segments);
  const { reads, writes, patches, scripts } = listFiles(parts, folder);
  const last = reading.segments.at(-1);
  return {
    kind: findCommandKind(parts, reading),
    findingCode: last && findingCode(last.words),
    canonical: canonicalize(acts, reading, command),
    folder,
    segments: acts.map(({ segment, kind }) => ({ kind, words: segment.words })),
    reads,
    writes,
    patches,
    scripts,
  };
}

function findCommandKind(parts: readonly Part[], { literal, whole }: ParsedShell): CommandKind {
  let [changes, sleeps, idle] = [false, false, whole && literal];
  for (const { segment, kind } of parts) {
    if (kind === 'test') {
      return 'test';
    }
    changes ||= kind === 'change' || segment.toFile !== undefined;
    sleeps ||=
      kind === 'wait' ||
      (kind === 'other' && (waitsItself(segment.words) || asksWhetherUp(segment.words)));
    idle &&= kind === 'wait' || kind === 'no-op';
  }
  if (changes) {
    return 'change';
  }
  if (idle) {
    return sleeps ? 'wait' : 'no-op';
  }
  return sleeps ? 'poll' : 'other';
}

/** Search and diff commands, and those that ask what runs. The last one of a command line decides its exit code. */
const finders = new Set([
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'ack',
  'diff',
  'cmp',
  'test',
  '[',
  '[[',
  'lsof',
  'fuser',
  'pgrep',
  'pidof',
]);

/** Programs with other codes, by what stands among their words: a unit does not run, nothing is there. */
const findingCodes: readonly (readonly [program: RegExp, word: RegExp, code: number])[] = [
  [/^systemctl$/, /^(?:is-active|status)$/, 3],
  [/^systemctl$/, /^is-enabled$/, 1],
  [/^git$/, /^(?:diff|grep)$/, 1],
  [/^nc$/, /^-\w*z/, 1],
  [/^(?:npm|pnpm|yarn)$/, /^(?:ls|list|why|explain)$/, 1],
  [/^xmllint$/, /^--xpath$/, 10],
];

function findingCode(words: readonly string[]): number | undefined {
  const program = findProgram(words);
  if (finders.has(program)) {
    return 1;
  }
  // on another machine, it is one of the words
  const own = program === 'ssh' ? words : [program];
  return findingCodes.find(
    ([name, word]) => own.some((each) => name.test(each)) && words.some((each) => word.test(each)),
  )?.[2];
}

/** Without leading `cd`, echoes, sleeps and cutting of output; everything where nothing else is left. */
function withoutNarration(parts: readonly Part[]): Part[] {
  const acts: Part[] = [];
  let following: Join = '';
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (part === undefined) {
      break;
    }
    const { segment, kind } = part;
    if (segment.join === '|' && following !== '|' && following !== '$(' && onlyCuts(segment)) {
      continue;
    }
    const narrates =
      (kind === 'no-op' || kind === 'wait') && segment.join !== '$(' && following !== '|';
    following = segment.join;
    if (!narrates || moves(segment)) {
      acts.push(part);
    }
  }
  acts.reverse();
  const first = acts.findIndex(({ segment }) => !moves(segment));
  return first < 0 ? [...parts] : acts.slice(first);
}

function moves({ words }: Segment): boolean {
  return words[0] === 'cd' || words[0] === 'pushd';
}

/** `| tail -20`, `| head`, `| cat`. */
function onlyCuts({ words, toFile }: Segment): boolean {
  if (toFile !== undefined) {
    return false;
  }
  switch (words[0]) {
    case 'tail':
    case 'head':
      return words.every((word, index) => index === 0 || /^[-+]?\d+$|^-/.test(word));
    case 'cat':
    case 'less':
    case 'more':
      return words.every((word, index) => index === 0 || word.startsWith('-'));
    default:
      return false;
  }
}

function canonicalize(
  acts: readonly Part[],
  { documents, whole }: ParsedShell,
  command: string,
): string {
  let text = '';
  for (const {
    segment: { words, join, toFile, appends },
  } of acts) {
    if (text !== '') {
      text += join === ';' || join === '' ? ' && ' : ` ${join} `;
    }
    text += words.map(quoted).join(' ');
    if (toFile !== undefined) {
      text += ` ${appends === true ? '>>' : '>'} ${quoted(toFile)}`;
    }
  }
  if (documents.length > 0) {
    text += ` <<${documents.map(hashText).join(' ')}`;
  }
  return whole ? text : `${text} #${hashText(command)}`;
}

function quoted(word: string): string {
  return word === '' || /[\s|&;<>()"]/.test(word) ? JSON.stringify(word) : word;
}

/** The folder that the first segments change to; undefined if that is not known. */
function findFolder(segments: readonly Segment[]): string | undefined {
  let folder: string | undefined;
  for (const {
    words: [program, to],
  } of segments) {
    if (program === 'set' || program === 'export') {
      continue;
    }
    if (program !== 'cd' && program !== 'pushd') {
      break;
    }
    if (to === undefined || to.startsWith('-') || /[$`]/.test(to)) {
      return undefined;
    }
    folder = below(folder, to.length > 1 ? to.replace(/\/+$/, '') : to);
  }
  return folder;
}

function listFiles(
  parts: readonly Part[],
  folder: string | undefined,
): Pick<CommandNature, 'reads' | 'writes' | 'patches' | 'scripts'> {
  const [reads, writes]: [FileRange[], FileWrite[]] = [[], []];
  const [patches, scripts]: [string[], string[]] = [[], []];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === undefined) {
      break;
    }
    const { segment, kind } = part;
    if (kind === 'read' && segment.join !== '|' && segment.join !== '$(') {
      let end = i + 1;
      while (parts[end]?.segment.join === '|') {
        end += 1;
      }
      for (const range of readRanges(parts.slice(i, end).map((each) => each.segment))) {
        reads.push({ ...range, path: below(folder, range.path) });
      }
    } else if (kind === 'change') {
      const write = findWrite(segment);
      if (write !== undefined) {
        writes.push({ ...write, path: below(folder, write.path) });
      }
      const patch = findPatch(segment);
      if (patch !== undefined) {
        patches.push(patch);
      }
      const script = inlineScript(segment);
      if (script !== undefined) {
        scripts.push(script);
      }
    }
  }
  return { reads, writes, patches, scripts };
}

/** `cat > f <<EOF`, `tee f <<EOF`, `echo text > f`. */
function findWrite({ words, toFile, appends = false, document }: Segment): FileWrite | undefined {
  const [program, ...rest] = words;
  const names = rest.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'cat':
      return toFile === undefined || document === undefined || names.length > 0
        ? undefined
        : { path: toFile, content: document, appends };
    case 'tee':
      return names[0] === undefined || document === undefined
        ? undefined
        : { path: names[0], content: document, appends: rest.includes('-a') };
    case 'echo':
    case 'printf':
      return toFile === undefined || rest.some((word) => /[$`]/.test(word))
        ? undefined
        : {
            path: toFile,
            content: `${rest.filter((word) => !/^-[neE]+$/.test(word)).join(' ')}\n`,
            appends,
          };
    default:
      return undefined;
  }
}

function findPatch({ words, document }: Segment): string | undefined {
  const program = findProgram(words);
  if (program === 'apply_patch' || program === 'applypatch') {
    return document ?? words[1];
  }
  return program === 'patch' || (program === 'git' && words.includes('apply'))
    ? document
    : undefined;
}
