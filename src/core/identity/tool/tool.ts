/** What a tool call does, and what makes two of them the same action. */
import type { Json, JsonObject, ToolClass } from '../../events.js';
import { classifyCommand, type CommandKind } from '../command/command.js';
import { readQuestions } from './person-questions.js';

const commandFields = ['command', 'cmd', 'script', 'code'] as const;
const folderFields = ['workdir', 'cwd', 'working_directory', 'dir_path', 'directory'] as const;
const LONGEST_PATH = 4096;
const pathFields = [
  'file_path',
  'path',
  'filePath',
  'filename',
  'file',
  'notebook_path',
  'absolute_path',
  'target_file',
] as const;

/** The same in other spellings: `CommandLine`, `AbsolutePath`, `relative_workspace_path`. */
const commandName = /^(?:shell_?|bash_?)?(?:command|cmd|script)(?:_?line)?$/i;
const pathName =
  /^(?:(?:absolute|relative|relative_?workspace|target|full|source)_?)?(?:path|file|file_?name|file_?path)$/i;

export function findCommand(input: JsonObject): string | undefined {
  for (const field of listFields(input, commandFields, commandName)) {
    const value = input[field];
    if (typeof value === 'string') {
      return value;
    }
    if (Array.isArray(value)) {
      return commandOfWords(value.filter((word) => typeof word === 'string'));
    }
  }
  return undefined;
}

/** The last word of `["bash", "-lc", "npm test"]`; otherwise all words. */
function commandOfWords(words: string[]): string {
  return words.some((word) => /^-[a-z]*c$/i.test(word)) &&
    /(?:sh|cmd\.exe|powershell(?:\.exe)?)$/.test(words[0] ?? '')
    ? (words.at(-1) ?? '')
    : words
        .map((word) =>
          /^[\w./:=,@%+~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
        )
        .join(' ');
}

function listFields(
  input: JsonObject,
  usual: readonly string[],
  spelling: RegExp,
): readonly string[] {
  return usual.some((field) => input[field] !== undefined)
    ? usual
    : Object.keys(input).filter((field) => spelling.test(field));
}

export function findPath(input: JsonObject): string | undefined {
  for (const field of listFields(input, pathFields, pathName)) {
    const value = input[field];
    if (typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH) {
      return value;
    }
  }
  return undefined;
}

export function isTestRun(kind: ToolClass, input: JsonObject): boolean {
  return kind === 'test' || findCommandKind(kind, input) === 'test';
}

/** The kind of a call's command; undefined for a call that runs none. */
export function findCommandKind(kind: ToolClass, input: JsonObject): CommandKind | undefined {
  const command = kind === 'shell' ? findCommand(input) : undefined;
  return command === undefined ? undefined : classifyCommand(command).kind;
}

/** A call that neither changes anything nor provides information, whatever it prints. */
export function isNoOp(kind: ToolClass, input: JsonObject): boolean {
  if (kind === 'read') {
    return findPath(input) === '/dev/null';
  }
  const command = findCommandKind(kind, input);
  return command === 'no-op' || command === 'wait';
}

/** Fields in which an agent explains a call to the person; they are no part of the action. */
const narration = new Set([
  'description',
  'explanation',
  'reason',
  'justification',
  'thought',
  'thoughts',
  'intent',
  'purpose',
  'security_risk',
  'task_progress',
  'toolSummary',
  'toolAction',
  'waitForPreviousTools',
]);

export function isNarrationField(name: string): boolean {
  return narration.has(name);
}

/** The input holds only the agent's own words: a thought, without effect. */
export function isNarration(input: JsonObject): boolean {
  const names = Object.keys(input);
  return names.length > 0 && names.every((name) => narration.has(name));
}

/**
 * The identity of an action: tool and canonical input (keys sorted, narration left out, addresses of files as paths). Of a shell call only the command counts,
 * in its canonical form, and the folder `elsewhere`, see `folderElsewhere`.
 */
export function actionKey(
  kind: ToolClass,
  tool: string,
  input: JsonObject,
  elsewhere?: string,
): string {
  const command = kind === 'shell' || kind === 'test' ? findCommand(input) : undefined;
  if (command === undefined) {
    const exact = exactActionKey(tool, input);
    return exact.includes('file:///') ? exact.replace(addressOfFile, readFileAddress) : exact;
  }
  const act = `${tool} ${classifyCommand(command).canonical}`;
  return elsewhere === undefined ? act : `${act} in ${elsewhere}`;
}

/** A file is one, by its path or by its address. */
const addressOfFile = /"(\d+) file:\/\/(?=\/)/g;

function readFileAddress(_text: string, length: string): string {
  return `"${Number(length) - 'file://'.length} `;
}

/** The literal identity of an action, for the presets that copy a seed: tool and canonical input without narration. */
export function exactActionKey(tool: string, input: JsonObject): string {
  return `${tool} ${canonical(input, true)}`;
}

/**
 * The folder that a command names to run in, if it is neither the session's own nor the first that the session named: many agents
 * begin every command by moving to where they are already. That first one is remembered in `home`.
 */
export function folderElsewhere(
  session: { readonly cwd: string; home: string | undefined },
  kind: ToolClass,
  input: JsonObject,
): string | undefined {
  const command = kind === 'shell' || kind === 'test' ? findCommand(input) : undefined;
  if (command === undefined) {
    return undefined;
  }
  const named =
    classifyCommand(command).folder ??
    folderFields
      .map((field) => input[field])
      .find((value) => typeof value === 'string' && value !== '');
  if (typeof named !== 'string' || named === '.' || named === session.cwd) {
    return undefined;
  }
  const folder = fromFolder(named, session.cwd).slice(0, LONGEST_PATH);
  session.home ??= folder;
  return folder === session.home ? undefined : folder;
}

function canonical(value: JsonObject | JsonObject[string] | undefined, top: boolean): string {
  // its length marks where a text ends, so it needs no quoting
  if (typeof value === 'string') {
    return `"${value.length} ${value}`;
  }
  if (value === null || typeof value !== 'object') {
    return String(value ?? null);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, false)).join(',')}]`;
  }
  const all = Object.keys(value);
  const withoutNarration =
    top && all.some((key) => narration.has(key)) ? all.filter((key) => !narration.has(key)) : all;
  // without other fields, the narration identifies the action
  const keys = withoutNarration.length === 0 ? all : withoutNarration;
  if (!keys.every((key, i) => i === 0 || (keys[i - 1] ?? '') < key)) {
    keys.sort();
  }
  let text = '{';
  for (const key of keys) {
    text += `"${key.length} ${key}:${canonical(value[key], false)},`;
  }
  return `${text}}`;
}

/** Control characters and directional marks: a title must show all its characters. */
const hidden = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const TITLE_SOURCE = 4000;

/**
 * One line for a person that says what a call does: the command, what is searched for and where, the path. `clean` gets the text
 * before it is one line; not cut to a line's length.
 */
export function makeTitle(
  input: JsonObject,
  cwd: string,
  clean: (text: string) => string = (text) => text,
): string {
  const [path, searched] = [findPath(input), input['pattern'] ?? input['regex'] ?? input['query']];
  const command = findCommand(input) ?? (typeof searched === 'string' ? searched : undefined);
  const query =
    input['url'] ??
    input['prompt'] ??
    input['description'] ??
    input['intent'] ??
    input['objective'];
  const text =
    (command !== undefined && path !== undefined ? `${command} ${path}` : (command ?? path)) ??
    (typeof query === 'string' ? query : readQuestions(input)[0]?.text) ??
    (Object.keys(input).length === 0 ? '' : (listOnly(input) ?? JSON.stringify(input)));
  return clean(fromFolder(text.slice(0, TITLE_SOURCE), cwd))
    .replace(/\s+/g, ' ')
    .replace(hidden, '')
    .trim();
}

/** The names in a list that is all of the input. */
function listOnly(input: JsonObject): string | undefined {
  const [list, ...more] = Object.values(input);
  return more.length === 0 &&
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((item) => typeof item === 'string')
    ? list.join(' ')
    : undefined;
}

/** Makes paths below the agent's folder relative to it. */
export function fromFolder(text: string, cwd: string): string {
  if (cwd.length <= 1) {
    return text;
  }
  const folder = cwd.endsWith('/') || cwd.endsWith('\\') ? cwd.replace(/[\\/]+$/, '') : cwd;
  return text.includes(folder) ? text.replaceAll(`${folder}/`, '') : text;
}

/** Levels of JSON above which walking through it could overflow the stack; no tool needs as many. */
const DEEPEST = 64;

export function isTooDeep(value: Json | undefined, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (depth >= DEEPEST) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.some((item) => isTooDeep(item, depth + 1));
  }
  // runs for every call, so it makes no list of the values
  for (const key in value) {
    if (isTooDeep(value[key], depth + 1)) {
      return true;
    }
  }
  return false;
}
