/** What memory does not hold of a session: whole inputs and outputs of its calls, and its older rows. */
import { structuredPatch } from 'diff';
import type { JsonObject, TurnEvent, Json } from '../events.js';
import { REDACTED } from '../redact.js';
import { isSecretName } from '../secrets/named-values.js';
import type { Session } from '../turns/session.js';
import type { Row } from './timeline/rows.js';

/** Characters kept of an input or output; head and tail of a longer one. */
export const TEXT_CHARACTERS = 256 * 1024;

/** Why a text is missing. `gone`: no longer kept; `unreadable`: the disk fails. */
export type Missing = 'gone' | 'unreadable';
/** Redacted. `length`: characters as they came. */
export interface KeptText {
  text: string;
  length: number;
}
export interface KeptTexts {
  input?: KeptText;
  output?: KeptText;
  missing?: Missing;
}
/** Newest first. `ended`: why earlier rows are missing. */
export interface OlderRows {
  rows: Row[];
  ended?: Missing;
}

/** The full text of one event. */
export type FullText =
  | { call: number; part: 'input'; input: JsonObject }
  | { call: number; part: 'output'; output: string };

/** Call before the fold processes the event. Undefined for events that are neither a call nor its first result. */
export function keepFullText(event: TurnEvent, session: Session | undefined): FullText | undefined {
  switch (event.type) {
    case 'tool.call': {
      const known = session?.known.get(event.call);
      if (known === undefined) {
        return { call: session?.calls ?? 0, part: 'input', input: event.input };
      }
      // a second event may bring what the first lacked
      return known.call === undefined || Object.keys(known.call.input).length > 0
        ? undefined
        : { call: known.call.number, part: 'input', input: event.input };
    }
    case 'tool.result': {
      const call = session?.known.get(event.call)?.call;
      return call === undefined || call.result !== undefined
        ? undefined
        : { call: call.number, part: 'output', output: event.output ?? '' };
    }
    default:
      return undefined;
  }
}

// A tool call's input for a person: one name and value per line, long texts verbatim, edits as what changes, no values that are named as secrets.

/** How much of an input is read: more than any view keeps. */
const MOST_CHARACTERS = 1024 * 1024;
const MOST_VALUES = 5000;
const MOST_DEPTH = 12;

/** Redacts nothing else: secrets within texts are left to `redact`. */
export function inputText(input: JsonObject): string {
  const fields = Object.entries(input);
  const [sole] = fields;
  if (
    fields.length === 1 &&
    sole !== undefined &&
    typeof sole[1] === 'string' &&
    !isSecretName(sole[0])
  ) {
    return sole[1].slice(0, MOST_CHARACTERS);
  }
  const writer = new Writer();
  writer.fields(fields, '', 0);
  return writer.text();
}

/** The command in such a text. An input of several fields names each: the command stands after its name, on the same line or on those below. */
export function commandIn(input: string): string {
  const [, line, below] =
    /^(?:command|cmd|script):(?: (.+)|\n([\s\S]*?)(?=\n[a-zA-Z_]+:(?: |\n)|$(?![\s\S])))/m.exec(
      input,
    ) ?? [];
  return line ?? below ?? input;
}

/** Lines of an edit that may differ; more are shown as taken out and put in as a whole. */
const MOST_EDITS = 400;
const [oldName, newName] = [
  /^(?:old_?(?:str(?:ing)?|text|content)?|search)$/i,
  /^(?:new_?(?:str(?:ing)?|text|content)?|replace(?:ment)?)$/i,
];

/** The fields that hold the texts before and after an edit. */
function findEdit(
  fields: readonly (readonly [string, Json])[],
): { old: string; new: string; before: string; after: string } | undefined {
  const [before, after] = [oldName, newName].map((pattern) =>
    fields.find(([name, value]) => pattern.test(name) && typeof value === 'string'),
  );
  const texts = [before?.[1], after?.[1]];
  return before !== undefined &&
    after !== undefined &&
    typeof texts[0] === 'string' &&
    typeof texts[1] === 'string' &&
    texts[0].length + texts[1].length <= MOST_CHARACTERS
    ? { old: before[0], new: after[0], before: texts[0], after: texts[1] }
    : undefined;
}

class Writer {
  private readonly lines: string[] = [];
  private characters = 0;
  private values = 0;

  text(): string {
    return this.lines.join('\n');
  }

  fields(fields: readonly (readonly [string, Json])[], indent: string, depth: number): void {
    const edit = findEdit(fields);
    for (const [name, value] of fields) {
      if (name === edit?.old) {
        this.diff(edit.before, edit.after);
      }
      if (name === edit?.old || name === edit?.new) {
        continue;
      }
      this.value(
        `${indent}${name}:`,
        isSecretName(name) && typeof value === 'string' ? REDACTED : value,
        indent,
        depth,
      );
    }
  }

  private value(label: string, value: Json, indent: string, depth: number): void {
    this.values += 1;
    if (this.values > MOST_VALUES || this.characters > MOST_CHARACTERS) {
      return;
    }
    if (Array.isArray(value)) {
      this.line(value.length === 0 ? `${label} []` : depth >= MOST_DEPTH ? `${label} […]` : label);
      if (depth < MOST_DEPTH) {
        for (const item of value) {
          this.value(`${indent}  -`, item, `${indent}  `, depth + 1);
        }
      }
    } else if (typeof value === 'object' && value !== null) {
      this.line(depth >= MOST_DEPTH ? `${label} {…}` : label);
      if (depth < MOST_DEPTH) {
        this.fields(Object.entries(value), `${indent}  `, depth + 1);
      }
    } else if (typeof value === 'string' && value.includes('\n')) {
      // literal even where it is nested, so that a text copied from here is what the tool got
      this.line(label);
      this.line(value.slice(0, MOST_CHARACTERS));
    } else {
      this.line(
        `${label} ${typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : String(value)}`,
      );
    }
  }

  /** Verbatim lines, each with the sign that tells whether it goes, comes or stays. */
  private diff(before: string, after: string): void {
    const changed = structuredPatch('', '', before, after, '', '', {
      context: 2,
      maxEditLength: MOST_EDITS,
    });
    const signed = (sign: string, text: string): string[] =>
      text === '' ? [] : text.split('\n').map((line) => sign + line);
    const hunks = changed?.hunks.map(({ lines }) => lines) ?? [
      [...signed('-', before), ...signed('+', after)],
    ];
    for (const lines of hunks) {
      this.line('@@');
      this.line(lines.filter((line) => !line.startsWith('\\')).join('\n'));
    }
  }

  private line(text: string): void {
    this.lines.push(text);
    this.characters += text.length;
  }
}
