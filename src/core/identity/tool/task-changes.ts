/** What a call of a to-do tool does to the agent's list, whatever the tool: written whole, task by task, or in a table. */
import type { JsonObject } from '../../events.js';
import { readItemState, readPlan, type PlanItem } from './bookkeeping.js';

export type TaskChange =
  | { kind: 'list'; items: readonly PlanItem[] }
  /** `id`: known only with the answer, for most tools. */
  | { kind: 'add'; id: string | undefined; text: string; state: PlanItem['state'] }
  | { kind: 'update'; id: string; state: PlanItem['state'] | undefined }
  /** `id`: undefined for the whole list. */
  | { kind: 'look'; id: string | undefined };

/** Empty for a call that is not about tasks. `output`: of its result, if it has one. */
export function readTaskChanges(tool: string, input: JsonObject, output = ''): TaskChange[] {
  const { query, taskId, id = taskId, subject, title = subject, status } = input;
  if (typeof query === 'string') {
    return readStatements(query);
  }
  const plan = readPlan(input);
  const items = plan.length > 0 ? plan : readChecklist(input);
  if (items.length > 0 || isEmptied(input)) {
    return [{ kind: 'list', items }];
  }
  if (typeof id === 'string' || typeof id === 'number') {
    return [
      Object.keys(input).length === 1
        ? { kind: 'look', id: `${id}` }
        : {
            kind: 'update',
            id: `${id}`,
            state: typeof status === 'string' ? readItemState(status) : undefined,
          },
    ];
  }
  if (typeof title === 'string') {
    const [, number] = /(?:#|^Created task )(\w+)/.exec(output) ?? [];
    return [{ kind: 'add', id: number, text: title, state: 'open' }];
  }
  return looks.test(tool) ? [{ kind: 'look', id: undefined }] : [];
}

/** Tools that show the list, if they are given none. */
const looks = /^(?!.*goal).*(?:list|read)/i;

// Lists, of which some are Markdown.

const listName = /^(?:todos?|todo_?list|plan|items|list|tasks|checklist|task_progress)$/i;
const line = /^\s*(?:[-*+]|\d+[.)])?\s*\[([^\]\n]{0,12})\]\s+(\S.*)$/gm;

function isEmptied(input: JsonObject): boolean {
  return Object.entries(input).some(
    ([name, value]) => listName.test(name) && Array.isArray(value) && value.length === 0,
  );
}

function readChecklist(input: JsonObject): PlanItem[] {
  const [text] = Object.entries(input).flatMap(([name, value]) =>
    listName.test(name) && typeof value === 'string' ? [value] : [],
  );
  return [...(text ?? '').matchAll(line)].map(([, mark = '', item = '']) => ({
    text: item.trim(),
    state: readMark(mark.trim()),
  }));
}

function readMark(mark: string): PlanItem['state'] {
  return /^x$/i.test(mark) ? 'done' : /^[-~>]$/.test(mark) ? 'active' : readItemState(mark);
}

// A table `todos`.

function readStatements(query: string): TaskChange[] {
  if (!/\btodos\b/i.test(query)) {
    return [];
  }
  const changes = splitStatements(query).flatMap((words): TaskChange[] => {
    const [verb = ''] = words;
    const table = words.findIndex((word) => /^todos$/i.test(word));
    return table < 0
      ? []
      : /^insert$/i.test(verb)
        ? readInserted(words.slice(table + 1))
        : /^update$/i.test(verb)
          ? readUpdated(words.slice(table + 1))
          : [];
  });
  return changes.length > 0 || !/\bfrom\s+todos\b/i.test(query)
    ? changes
    : [{ kind: 'look', id: undefined }];
}

/** The words of each statement: names, brackets, and texts in their quotes. */
function splitStatements(query: string): string[][] {
  const statements: string[][] = [[]];
  for (const [word] of query.matchAll(/'(?:[^']|'')*'|[();=]|[^\s,();='"]+/g)) {
    if (word === ';') {
      statements.push([]);
    } else {
      statements.at(-1)?.push(word);
    }
  }
  return statements;
}

/** `(id title …) VALUES ('a' 'b' …) …`, without commas. */
function readInserted(words: readonly string[]): TaskChange[] {
  const [names = [], ...rows] = readBrackets(words);
  const place = (name: string): number => names.findIndex((each) => each.toLowerCase() === name);
  return rows.flatMap((row): TaskChange[] => {
    const [id, text, status] = ['id', 'title', 'status'].map((name) => unquote(row[place(name)]));
    return text === undefined
      ? []
      : [{ kind: 'add', id, text, state: readItemState(status ?? '') }];
  });
}

function readBrackets(words: readonly string[]): string[][] {
  const all: string[][] = [];
  let open: string[] | undefined;
  for (const word of words) {
    if (word === '(') {
      open = [];
    } else if (word === ')' && open !== undefined) {
      all.push(open);
      open = undefined;
    } else {
      open?.push(word);
    }
  }
  return all;
}

/** `SET status = 'done' … WHERE id = 'a'`, or `IN ('a' 'b')`. */
function readUpdated(words: readonly string[]): TaskChange[] {
  const where = words.findIndex((word) => /^where$/i.test(word));
  const status = words.slice(0, where).findIndex((word) => /^status$/i.test(word));
  const state = status < 0 ? undefined : unquote(words[status + 2]);
  return where < 0 || !/^id$/i.test(words[where + 1] ?? '')
    ? []
    : words.slice(where + 2).flatMap((word): TaskChange[] => {
        const id = unquote(word);
        return id === undefined
          ? []
          : [{ kind: 'update', id, state: state === undefined ? undefined : readItemState(state) }];
      });
}

/** Undefined for what is no text. */
function unquote(word = ''): string | undefined {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : undefined;
}
