/** What an answer says, read from the kinds of its lines: good, negative, nothing, or something that it tells. */
import type { JsonObject } from '../../events.js';
import { collectValues, masked, vocabulary } from '../errors/error-mask.js';
import type { ToolUse } from '../tool/call-nature.js';
import { copied } from '../../redact.js';
import { hashText } from '../hash.js';
import {
  bareExit,
  classifyLine,
  failedState,
  findLack,
  type LineKind,
} from '../../lines/line-kind.js';
import { namedLine } from '../../lines/places.js';

/** `silent`: no line. `told`: anything that is none of the others. */
export type Says = 'good' | 'negative' | 'nothing' | 'told' | 'silent';

export interface Said {
  readonly says: Says;
  /** What a negative answer comes down to, whatever was asked. Undefined where it only names what was asked. */
  readonly core: string | undefined;
  /** The line that says so, without noise; undefined without a core. */
  readonly telling: string | undefined;
  /** It only says that something is not there, or that it could not be asked. */
  readonly fruitless: boolean;
  /** Most lines that say something are negative. */
  readonly isMostly: boolean;
  /** It says that nothing of its kind goes through. */
  readonly isWall: boolean;
  /** It says that what was named is not there. */
  readonly isAbsent: boolean;
  /** One of its lines says that something is well. */
  readonly tellsWell: boolean;
}

/** A longer answer tells something, whatever its lines say. */
const [LONGEST, MOST_LINES] = [1500, 14];
/** Lines that an answer may tell beside those that make it negative. */
const MOST_BESIDES = 2;
const MOST_BESIDES_NOTHING = 1;
const MOST_CORE = 3;

const silent: Said = {
  says: 'silent',
  core: undefined,
  telling: undefined,
  fruitless: false,
  isMostly: false,
  isWall: false,
  isAbsent: false,
  tellsWell: false,
};
export const told: Said = { ...silent, says: 'told' };
const good: Said = { ...silent, says: 'good' };
const nothing: Said = { ...silent, says: 'nothing', fruitless: true };

/** @param text of the answer without noise and frames */
export function readSaid(text: string, { tool, input }: ToolUse, failed: boolean): Said {
  if (text === '') {
    return silent;
  }
  if (text.length > LONGEST) {
    return told;
  }
  const lines = splitLines(withoutRanCode(text)).filter(
    // how a program ended is told by whoever ran it
    (line) => !isEcho(line, input) && !bareExit.test(line),
  );
  if (lines.length > MOST_LINES) {
    return told;
  }
  const kinds = lines.map((line) => (marks.test(line) ? 'plain' : classifyLine(line)));
  const count = (...wanted: LineKind[]): number =>
    kinds.filter((kind) => wanted.includes(kind)).length;
  const unanswered = count('wall', 'refusal', 'unreachable', 'absent');
  const errors = count('error');
  const bad = unanswered + errors;
  const plain = count('plain');
  const fruitless =
    unanswered + count('hollow') > 0 && errors === 0 && plain <= MOST_BESIDES_NOTHING;
  if (bad > 0 && plain <= Math.max(MOST_BESIDES, bad)) {
    return {
      says: 'negative',
      ...findCore(withoutTool(lines, tool), kinds, input),
      fruitless,
      isMostly: bad > plain + count('acknowledgement', 'well'),
      isWall: count('wall') > 0,
      isAbsent: count('absent') > 0 && count('wall', 'refusal', 'unreachable') === 0,
      tellsWell: count('well') > 0,
    };
  }
  if (failed) {
    const named = withoutTool(lines, tool);
    const core = errors === 0 ? findPlainCore(named, input) : findErrorCore(named, kinds, input);
    const isAbsent = fruitless && bad === 0 && !lines.every((line) => bareEmpty.test(line));
    return { ...silent, says: 'negative', ...core, fruitless, isAbsent };
  }
  if (fruitless) {
    return nothing;
  }
  if (plain > 0) {
    return count('well') > 0 ? { ...told, tellsWell: true } : told;
  }
  if (count('silent') > 0) {
    return silent;
  }
  return count('hollow') > 0 ? nothing : count('acknowledgement', 'well') > 0 ? good : silent;
}

/** An agent's word for no output. */
const bareEmpty = /^\W*(?:empty|none|no output)\W*$/i;
/** How far a run of tests has come, a sign for each: more of them are news. */
const marks = /^[.FEsxX]{4,}(?: *\[ *\d+%\])?$/;

/** What steers a browser shows the code that it ran for the call: it did what it was told. */
const ranCode = /^#* ?Ran \w{2,20} code\n```\w*\n(?:(?!```).*\n){0,20}```/gm;

function withoutRanCode(text: string): string {
  return text.includes('```') ? text.replace(ranCode, 'executed') : text;
}

/** An object of JSON on one line is read by its fields. */
function splitLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (object.test(line.trim()) ? line.split(/[{}]|,(?=\s*")/) : line))
    .map((line) => line.trim())
    .filter((line) => !tellsNothing.test(line));
}

/** A bracket, or a name whose value stands on other lines. */
const tellsNothing = /^(?:"[\w $-]+"\s?:\s?)?[[\],]*$/;

const field = /^["']?[\w -]+["']?\s?:\s?["']([^"']+)["']$/;

/** A field of the answer that only repeats what was asked for. */
function isEcho(line: string, input: JsonObject): boolean {
  const [, value] = field.exec(line) ?? [];
  return value !== undefined && Object.values(input).includes(value);
}

const object = /^\[?\{.*\}\]?$/;
const places = new RegExp(
  String.raw`\+?\b0x[\da-f]+|:\d+(?::\d+)?(?=[:)\]\s]|$)|\bport \d+|${namedLine}|\(\d+(?:,\d+)?\)`,
  'gm',
);

/** A refusal counts whatever was asked for; any other error is another one if it names another thing. */
function findCore(
  lines: readonly string[],
  kinds: readonly LineKind[],
  input: JsonObject,
): Pick<Said, 'core' | 'telling'> {
  const of = (...wanted: LineKind[]): string[] =>
    [...new Set(lines.filter((_, i) => wanted.includes(kinds[i] ?? 'plain')))].slice(0, MOST_CORE);
  const [wall] = of('wall');
  if (wall !== undefined) {
    return makeCore(findLack(wall), wall);
  }
  const refused = of('refusal');
  if (refused.length > 0) {
    const values = collectValues(input);
    const asked = [...values].join('\n');
    return makeCore(
      refused.map((line) => masked(withoutAsked(line, asked), values)).join('\n'),
      refused[0],
    );
  }
  const errors = of('unreachable', 'error');
  const reasons = errors.every((line) => failedState.test(line)) ? of('plain') : [];
  const telling = [...errors, ...reasons.map((line) => masked(line, collectValues(input)))];
  if (kinds.includes('absent')) {
    return findAbsentCore(of('absent'), input);
  }
  return !kinds.includes('error') && !telling.some(namesHost)
    ? noCore
    : makeCore(telling.join('\n').replace(places, '#'), reasons[0] ?? telling[0]);
}

/** A failure may name the tool that was called: that does not make it a failure of this tool alone. */
function withoutTool(lines: readonly string[], tool: string): readonly string[] {
  const name = tool.split('__').at(-1) ?? tool;
  return lines.map((line) =>
    line.includes(name)
      ? line.replace(/[\w-]+/g, (word) =>
          word === tool || word.endsWith(`_${name}`) ? '<tool>' : word,
        )
      : line,
  );
}

/** Words from which on a sentence says why, whatever was asked. */
const SENTENCE = 5;

/** A failure in words that no list has: the same sentence, if it names nothing that was asked for. */
function findPlainCore(
  lines: readonly string[],
  input: JsonObject,
): Pick<Said, 'core' | 'telling'> {
  const [first, second] = lines;
  const asked = [...collectValues(input)].join('\n');
  return first === undefined ||
    second !== undefined ||
    (first.match(/[a-z]{2,}/gi) ?? []).length < SENTENCE ||
    namesAsked(first, asked)
    ? noCore
    : makeCore(first.replace(places, '#'), first);
}

/** What went wrong amid other lines: the same errors, if they are sentences that name nothing that was asked for. */
function findErrorCore(
  lines: readonly string[],
  kinds: readonly LineKind[],
  input: JsonObject,
): Pick<Said, 'core' | 'telling'> {
  const errors = [...new Set(lines.filter((_, i) => kinds[i] === 'error'))].slice(0, MOST_CORE);
  const asked = [...collectValues(input)].join('\n');
  const areSentences = errors.every(
    (line) => (line.match(/[a-z]{2,}/gi) ?? []).length >= SENTENCE && !namesAsked(line, asked),
  );
  return areSentences ? makeCore(errors.join('\n').replace(places, '#'), errors[0]) : noCore;
}

/** Whether the line names something: quoted, with a dot, a colon or a slash in it, or before a colon. */
const namesThing = /["'`“]\S|\w[./:]\w|\w: /;

/** That what was asked for is not there is an answer. What was not asked for, and is missing whatever was, is a core. */
function findAbsentCore(
  lines: readonly string[],
  input: JsonObject,
): Pick<Said, 'core' | 'telling'> {
  const values = collectValues(input);
  const asked = [...values].join('\n');
  const named = lines
    .filter((line) => namesThing.test(line.replace(fieldName, '').replace(places, '')))
    .map((line) => line.replace(places, '#').replace(folders, ''));
  return named.length === 0 || named.some((line) => namesAsked(line, asked))
    ? noCore
    : makeCore(named.map((line) => line.replace(number, '#')).join('\n'), lines[0]);
}

/** A field and the quote of its value: a status, or a sentence. */
const fieldName = /^["']?[\w-]+["']?\s?[:=]\s?["']?/;
const folders = /(?:[\w.@~+-]*[\\/])+(?=[\w.@+<>-])/g;
const number = /\d+/g;
const names = /[\w.@+-]{3,}/g;

/** A name of the line, not a word of the language, is one that was asked for. */
function namesAsked(line: string, asked: string): boolean {
  return (line.match(names) ?? []).some(
    (name) => !vocabulary.has(name.toLowerCase()) && asked.includes(name),
  );
}

const noCore = { core: undefined, telling: undefined };
const SHOWN = 200;

function makeCore(text: string, line = ''): Pick<Said, 'core' | 'telling'> {
  return { core: hashText(text), telling: copied(line.slice(0, SHOWN)) };
}

/** Names that are part of what was asked for: an address in a longer one. */
function withoutAsked(line: string, asked: string): string {
  return line.replace(/[\w$-]+(?:[@.][\w$-]+)+/g, (name) =>
    asked.includes(name) ? '<arg>' : name,
  );
}

/** Without a name, it may be another one that cannot be reached. */
function namesHost(line: string): boolean {
  return /[\w-]\.[a-z][\w.-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|:\d{2,5}\b|localhost/i.test(line);
}
