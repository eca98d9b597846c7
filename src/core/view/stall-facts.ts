/**
 * What is known about a stall, for sentences to the agent: its command, error, files and search, by name. Whatever agents, tools and files
 * wrote stands in it as quoted data, of one line, cut and without secrets, so that no word of theirs reads as ours.
 */
import { dropOldest } from '../push-newest.js';
import { oneLine } from '../escape-controls.js';
import type { Json } from '../events.js';
import { classifyCommand } from '../identity/command/command.js';
import { SeenSet } from '../identity/seen-set.js';
import { findCommand, findPath, fromFolder } from '../identity/tool/tool.js';
import { baseName } from '../paths.js';
import { redact } from '../redact.js';
import type { Call } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';
import { shownTelling, type CallRow } from './timeline/rows.js';
import type { StepRow } from './timeline/fold-rows.js';

/** Values for the `{name}` placeholders of sentences. */
export type Facts = Record<string, string | number>;

const [NAMES, QUERIES] = [4096, 64];
/** Characters of an input in which names are looked for. */
const LONGEST_INPUT = 8192;
/** Characters of a quotation. */
const [CALL, PATH, LINE] = [60, 50, 100];
/** Fewer searches are not counted. */
const FEWEST_SEARCHES = 3;
const NAMED_EDITS = 2;

export class StallFacts {
  /** Names of files in the inputs of calls. */
  private readonly named = new SeenSet(NAMES);
  private names = 0;
  /** Some input was too long, or there were too many names: a file that is not known may have been named. */
  private isPartial = false;
  /** What was searched for, by the newest calls that search. */
  private readonly queries = new Map<number, string>();

  onFact(fact: TurnFact): void {
    if (fact.kind === 'call') {
      this.noteNames(fact.call);
      this.noteQuery(fact.call);
    }
  }

  /** @param steps from the evidence's first call on, oldest first */
  collect({ what, evidence }: Verdict, steps: readonly StepRow[], cwd: string): Facts {
    const numbers = new Set(evidence.calls);
    const calls = steps.flatMap((step) => step.calls).filter(({ call }) => numbers.has(call));
    const runs = calls.filter((call) => !isEdit(call));
    const newest = runs.at(-1) ?? calls.at(-1);
    const told = newest && shownTelling(newest);
    const queries = calls.flatMap(({ call }) => this.queries.get(call) ?? []);
    const isSearch = queries.length >= FEWEST_SEARCHES && queries.length * 2 >= calls.length;
    return withoutGaps({
      call: quote(findCommon(runs.length > 0 ? runs : calls), CALL),
      told: quote(told, LINE),
      file: quotePath(findOnlyFile(calls), cwd),
      edits: listEdits(steps, cwd),
      place: newest && quotePath(this.findUnnamed(newest, cwd), cwd),
      ...(isSearch && { query: quote(findQuery(queries), CALL), searches: queries.length }),
      ...quoteParams(what.params ?? {}, cwd),
      ...(newest?.outcome === 'failed' && { error: quote(told, LINE) }),
    });
  }

  private noteNames({ class: kind, input }: Call): void {
    const path = findPath(input);
    const texts = isEdit({ class: kind }) && path !== undefined ? [path] : listTexts(input);
    for (const text of texts) {
      this.isPartial ||= text.length > LONGEST_INPUT;
      for (const [name] of text.slice(0, LONGEST_INPUT).matchAll(fileName)) {
        this.names += this.named.add(name) ? 1 : 0;
      }
    }
    this.isPartial ||= this.names > NAMES;
  }

  private noteQuery({ number, class: kind, input }: Call): void {
    const query =
      kind === 'search'
        ? (input['pattern'] ?? input['regex'] ?? input['query'])
        : kind === 'shell'
          ? findSearched(findCommand(input) ?? '')
          : undefined;
    if (typeof query === 'string' && query !== '') {
      this.queries.set(number, redact(query.slice(0, 4 * CALL)));
      dropOldest(this.queries, QUERIES);
    }
  }

  /** The place in a file of the project that a result names, and that no call has named. */
  private findUnnamed(call: CallRow, cwd: string): string | undefined {
    if (this.isPartial) {
      return undefined;
    }
    const places = [shownTelling(call), call.output].flatMap((text) => {
      const found = [...text.matchAll(place)];
      // the innermost frame: Python prints it last, others first
      return text.includes('File "') ? found.reverse() : found;
    });
    const unnamed = places.filter(([, path = '', line]) => {
      const isOwn = path.startsWith('/') ? cwd.length > 1 && path.startsWith(`${cwd}/`) : true;
      const isPlace = path.includes('/') || line !== undefined;
      return isOwn && isPlace && !foreign.test(path) && !this.named.has(baseName(path));
    });
    const [, path, line] = unnamed.find(([, , line]) => line !== undefined) ?? unnamed[0] ?? [];
    return line === undefined ? path : `${path ?? ''}:${line}`;
  }
}

function isEdit({ class: kind }: Pick<CallRow, 'class'>): boolean {
  return kind === 'edit' || kind === 'write';
}

const fileName = /(?<![\w@.+-])[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,5}(?!\w)/g;

/** Files of a program's text, as messages name them, with the line if it follows. */
const place =
  /(?<![\w@.+/-])((?:\.{0,2}\/)?(?:[\w.@+-]+\/)*[\w@+-][\w.@+-]*\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|swift|scala|vue|svelte|c|cc|cpp|cxx|h|hh|hpp|exs?|dart|sh|sql|toml|ya?ml|json|xml|html|css))(?![\w/])(?:"?, line |[:(])?(\d{1,6})?/g;
/** Not of the project. */
const foreign =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|\.\w[^/]*)\/|\/lib\/python/;

/** The strings of an input, of whatever depth there is use for. */
function listTexts(value: Json | undefined, depth = 0): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value !== 'object' || value === null || depth > 3
    ? []
    : Object.values(value).flatMap((each: Json | undefined) => listTexts(each, depth + 1));
}

/** What a command searches for; undefined for one that does not. */
function findSearched(command: string): string | undefined {
  const words = classifyCommand(command).segments.find(({ kind }) => kind === 'search')?.words;
  if (words === undefined) {
    return undefined;
  }
  const name = words.findIndex((word) => /^-(?:i?name|i?path|i?regex|e)$/.test(word));
  return name >= 0
    ? words[name + 1]
    : words[0] === 'find'
      ? undefined
      : words.slice(words[0] === 'git' ? 2 : 1).find((word) => !word.startsWith('-'));
}

/** What all searches have in common: the whole query, or the longest word of the newest. */
function findQuery(queries: readonly string[]): string | undefined {
  const newest = queries.at(-1) ?? '';
  if (queries.every((query) => query === newest)) {
    return newest;
  }
  const words = newest.match(/[\p{L}_$][\p{L}\p{N}_$-]{2,}/gu) ?? [];
  return words
    .filter((word) => queries.every((query) => query.toLowerCase().includes(word.toLowerCase())))
    .sort((one, other) => other.length - one.length)[0];
}

/** What most of these calls are; undefined if that is less than half. */
function findCommon(calls: readonly CallRow[]): string | undefined {
  const times = new Map<string, number>();
  for (const call of calls.map(nameCall)) {
    times.set(call, (times.get(call) ?? 0) + 1);
  }
  const most = Math.max(0, ...times.values());
  const common = calls.map(nameCall).findLast((call) => times.get(call) === most);
  return most * 2 >= calls.length ? common : undefined;
}

/** The values that another tool is given do not tell what it does. */
function nameCall({ class: kind, tool, title }: CallRow): string {
  return kind === 'other' ? `${tool} ${title}`.trim() : title;
}

/** The one file that all of these calls edit. */
function findOnlyFile(calls: readonly CallRow[]): string | undefined {
  const [first] = calls;
  return calls.every((call) => isEdit(call) && call.path === first?.path) ? first?.path : undefined;
}

/** The newest files that were edited. */
function listEdits(steps: readonly StepRow[], cwd: string): string | undefined {
  const paths = steps.flatMap(({ calls, changed = [] }) => [
    ...calls.flatMap((call) => (isEdit(call) && call.outcome === 'ok' ? (call.path ?? []) : [])),
    ...changed,
  ]);
  const files = [...new Set(paths.reverse().map((path) => fromFolder(path, cwd)))].reverse();
  const quoted = files.slice(-NAMED_EDITS).flatMap((path) => quotePath(path, cwd) ?? []);
  return quoted.length === 0
    ? undefined
    : [...(files.length > NAMED_EDITS ? ['…'] : []), ...quoted].join(', ');
}

const paths: ReadonlySet<string> = new Set(['path', 'ran', 'edited']);

/** The verdict's own values. */
function quoteParams(params: Facts, cwd: string): Record<string, string | number | undefined> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value
        : paths.has(name)
          ? quotePath(value, cwd)
          : quote(value, name === 'call' ? CALL : LINE),
    ]),
  );
}

/** As code, for agents and people alike; undefined for no text. */
function quote(text: string | undefined, limit: number): string | undefined {
  const line = oneLine(redact((text ?? '').slice(0, 4 * LINE)), limit).replaceAll('`', "'");
  return line === '' ? undefined : `\`${line}\``;
}

/** The end of a path tells most. */
function quotePath(path: string | undefined, cwd: string): string | undefined {
  const own = path === undefined ? '' : fromFolder(path, cwd);
  return quote(own.length > PATH ? `…${own.slice(1 - PATH)}` : own, PATH);
}

function withoutGaps(facts: Record<string, string | number | undefined>): Facts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
