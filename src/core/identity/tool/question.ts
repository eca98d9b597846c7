/** A question as its words: whether a row of questions asks one thing of ever different places, or makes ever different guesses at one thing. */
import type { Json, JsonObject, ToolClass } from '../../events.js';
import { baseName } from '../../paths.js';
import type { CommandNature, SegmentKind } from '../command/command.js';
import type { ToolUse } from './call-nature.js';
import { isNarrationField } from './tool.js';

/** A word of a question, and whether another one there would be another place, another thing by its name, or another guess. */
export interface QuestionWord {
  readonly text: string;
  readonly asks: 'place' | 'file' | 'name' | 'guess' | 'program';
}

const [MOST_WORDS, LONGEST_WORD] = [32, 120];
/** Fields that say where something is looked for. */
const placeField =
  /path|file|folder|dir|repo|package|module|host|server|service|url|project|account|region|cluster|namespace|environment|tenant|bucket|branch|channel|component|^(?:date|day|week|month|year|user)$/i;
const fileField = /path|file/i;
/** A commit, or another id by which something was told: nobody comes by it by guessing. */
const unguessable =
  /^(?:\d{10,64}|(?=[a-f\d-]*\d)(?=[\d-]*[a-f])(?:[a-f\d]{7,64}|[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}))(?:[:^~].*)?$/i;
const hunts = /^(?:find|fd|fdfind|locate|which|whereis)$/;
/** Programs that say what there is of a thing by its name, one after the other: a package, a user, a key, an address with a number. */
const inventories =
  /^(?:p?npm|yarn|pip3?|cargo|go|apt(?:-cache)?|dpkg|rpm|brew|apk|pacman|id|getent|crontab|(?:redis|valkey)-cli|ps|systemctl|kubectl|oc|helm|aws|gcloud|az|docker|podman|curl)$/;
/** With these, they look for a word wherever it may be: as the first word, and as an option. */
const searchVerb = /^(?:search|find|query|look-?up|grep)$/;
const searchOption = /^(?:-[SGk]|--(?:grep|search|query)(?:=.*)?)$/;

const looking: ReadonlySet<SegmentKind> = new Set(['list', 'other', 'git-overview']);

function isInventory({ kind, words }: CommandNature['segments'][number]): boolean {
  const [program = '', verb = ''] = words;
  const asksWhere = program === 'git' && words.includes('--contains');
  const isSearch =
    (words.length > 2 && searchVerb.test(verb)) || words.some((word) => searchOption.test(word));
  return looking.has(kind) && (asksWhere || inventories.test(program)) && !isSearch;
}

/** Programs that tell whether something is open: that it is not is as good an answer. */
const asksForOpen = /^(?:lsof|fuser|nc)$/;
/** Options whose word says where: those of programs for clusters, clouds and repositories. */
const placeOption =
  /^(?:-[nlC]|--?(?:limit|inventory|namespace|context|cluster|region|zone|project|profile|account|subscription|resource-group|host(?:name)?|server|repo(?:sitory)?|bucket|workspace|environment|chdir|filter|package|prefix|cwd))$/;
const port = /^(?:-i)?(?:tcp|udp)?@?[\w.-]*:\d{2,5}$/i;

export function questionWords(
  { tool, class: kind, input }: ToolUse,
  command: CommandNature | undefined,
): readonly QuestionWord[] {
  const words: QuestionWord[] = [{ text: tool, asks: 'program' }];
  if (command === undefined) {
    addFields(input, kind, words);
    return words;
  }
  if (command.folder !== undefined) {
    words.push({ text: command.folder, asks: 'place' });
  }
  for (const segment of command.segments) {
    // what is not below one folder may be below another: to look for it is to guess
    const [program = ''] = segment.words;
    const isHunt = hunts.test(program);
    const isPlaces = asksForOpen.test(program);
    const isRead = segment.kind === 'read' || segment.kind === 'list';
    // `-n` numbers lines there
    const searches = isHunt || isRead || segment.kind === 'search';
    const how: Asked = {
      isRead,
      isHunt,
      isPlaces,
      searches,
      isInventory: isInventory(segment),
    };
    for (const [i, word] of segment.words.entries()) {
      const asks = i === 0 ? 'program' : classifyWord(word, segment.words[i - 1] ?? '', how);
      words.push({ text: word.slice(0, LONGEST_WORD), asks });
    }
  }
  return words.slice(0, MOST_WORDS);
}

/** How a command asks. */
interface Asked {
  readonly isRead: boolean;
  readonly isHunt: boolean;
  readonly isPlaces: boolean;
  readonly searches: boolean;
  readonly isInventory: boolean;
}

function classifyWord(
  word: string,
  before: string,
  { isRead, isHunt, isPlaces, searches, isInventory: isNamed }: Asked,
): QuestionWord['asks'] {
  if (
    isPlaces ||
    (!searches && placeOption.test(before)) ||
    unguessable.test(word) ||
    port.test(word)
  ) {
    return 'place';
  }
  const isPath = word.includes('/') || word.includes('\\');
  if (isHunt || !isPath) {
    return isNamed && !isHunt && nameLike.test(word) ? 'name' : 'guess';
  }
  return isRead ? 'file' : 'place';
}

function addFields(input: JsonObject, kind: ToolClass, words: QuestionWord[]): void {
  for (const [name, value] of Object.entries(input)) {
    if (words.length >= MOST_WORDS || isNarrationField(name)) {
      continue;
    }
    const text = writeValue(value);
    words.push({ text: `${name}=${text}`, asks: classifyField(name, text, kind) });
  }
}

function classifyField(name: string, value: string, kind: ToolClass): QuestionWord['asks'] {
  if (unguessable.test(value)) {
    return 'place';
  }
  if (kind === 'web' || !placeField.test(name)) {
    return 'guess';
  }
  return kind === 'read' && fileField.test(name) ? 'file' : 'place';
}

function writeValue(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.slice(0, LONGEST_WORD);
}

/** Words of a question that may differ from place to place: a path may be named twice. */
const MOST_PLACES = 2;
/** Share of the questions that must each name another place. */
const DISTINCT = 3 / 4;

/** A name, and no option, sentence or pattern. */
const nameLike = /^(?:[\w-]+=)?"?[\w@][\w.:@/\\-]*"?$/;

/**
 * One question in a row of them. `places`: put to ever different places, none of which is a guess. `names`: about ever different names,
 * each of which may be one.
 */
export type Sweep = 'places' | 'names';

/** Undefined where the questions are not one. */
export function findSweep(questions: readonly (readonly QuestionWord[])[]): Sweep | undefined {
  const [first, ...others] = questions;
  if (first === undefined || !others.every(({ length }) => length === first.length)) {
    return undefined;
  }
  const differing = first.flatMap((word, at) =>
    others.every((question) => question[at]?.text === word.text)
      ? []
      : [narrowed(questions.map((question) => question[at] ?? word))],
  );
  const isSweep =
    differing.length > 0 &&
    differing.length <= MOST_PLACES &&
    differing.every((words) => countTexts(words) >= DISTINCT * words.length);
  return !isSweep
    ? undefined
    : differing.every(arePlaces)
      ? 'places'
      : differing.every((words) => words.every(({ text }) => nameLike.test(text)))
        ? 'names'
        : undefined;
}

/** In how many forms the questions are put: of those of one form, most words are the same. */
export function countForms(questions: readonly (readonly QuestionWord[])[]): number {
  const forms: (readonly QuestionWord[])[] = [];
  for (const question of questions) {
    if (!forms.some((form) => isOfOneForm(form, question))) {
      forms.push(question);
    }
  }
  return forms.length;
}

function isOfOneForm(one: readonly QuestionWord[], other: readonly QuestionWord[]): boolean {
  return (
    one.length === other.length &&
    one.filter(({ text }, at) => other[at]?.text !== text).length <= MOST_PLACES
  );
}

const SENTENCE = 3;

/** What stands before the name of a table. */
const tableBefore = /^(?:from|join|into|update|table|describe|desc|\\d\+?)$/i;

/** Sentences that differ in one path or table are a question put to ever different places. */
function narrowed(words: readonly QuestionWord[]): readonly QuestionWord[] {
  const sentences = words.map(({ text }) => text.split(/\s+/));
  const [first = [], ...others] = sentences;
  if (first.length < SENTENCE || others.some(({ length }) => length !== first.length)) {
    return words;
  }
  const differing = first.flatMap((word, at) =>
    others.every((sentence) => sentence[at] === word) ? [] : [at],
  );
  const [at = 0] = differing;
  const named = sentences.map((sentence) => sentence[at]?.replace(/[^\w/]+$/, '') ?? '');
  const isTable = tableBefore.test(first[at - 1] ?? '');
  return differing.length === 1 && (isTable || named.every((text) => text.includes('/')))
    ? named.map((text) => ({ text, asks: 'place' }))
    : words;
}

/** Share of the questions that name the thing that a row of them looks for. */
const NAMED = 3 / 4;

/** Whether most of the questions, however they are put, look for one thing: one word stands in all of those. */
export function lookForOneThing(questions: readonly (readonly QuestionWord[])[]): boolean {
  const seen = new Map<string, number>();
  for (const { text } of questions.flat()) {
    seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  // a field with one value in several questions says how they are put
  const isOption = ({ text }: QuestionWord): boolean =>
    text.includes('=') && (seen.get(text) ?? 0) > 1;
  const texts = questions.map((words) =>
    words
      .map((word) => (isOption(word) ? '' : findThing(word)))
      .join(' ')
      .toLowerCase(),
  );
  const candidates = new Set(texts.slice(0, 2).flatMap((text) => text.match(/\p{L}{4,}/gu) ?? []));
  return [...candidates].some(
    (word) => texts.filter((text) => text.includes(word)).length >= NAMED * texts.length,
  );
}

/** What a word of a question looks for: no program, place or option. */
function findThing({ text, asks }: QuestionWord): string {
  switch (asks) {
    case 'program':
    case 'place':
      return '';
    case 'file':
      return baseName(text).replace(/\.\w+$/, '');
    case 'name':
    case 'guess':
      return text.startsWith('-') && !text.includes('=')
        ? ''
        : text.replace(/^(?:command=\S+|[^=]*=)/, '');
  }
}

function countTexts(words: readonly QuestionWord[]): number {
  return new Set(words.map(({ text }) => text)).size;
}

/** Where an address begins: what may be there is guessed. */
const server = /^(?:https?:\/\/[^/]+|localhost(?::\d+)?|[\w.-]+:\d+)(?=\/)/i;

function arePlaces(words: readonly QuestionWord[]): boolean {
  const servers = new Set(words.map(({ text }) => server.exec(text)?.[0]));
  return (
    words.every(({ asks }) => asks === 'place' || asks === 'file' || asks === 'name') &&
    // of one server, they are guesses, but for what is numbered there
    (servers.size > 1 || servers.has(undefined) || areNumbered(words)) &&
    // the same name in ever different folders
    (words[0]?.asks !== 'file' || new Set(words.map(({ text }) => baseName(text))).size === 1)
  );
}

function areNumbered(words: readonly QuestionWord[]): boolean {
  return new Set(words.map(({ text }) => text.replace(/\d+/g, '#'))).size === 1;
}
