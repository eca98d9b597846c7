/** A tool call's input for a person: one name and value per line, long texts verbatim, no values that are named as secrets. */
import type { Json, JsonObject } from '../events.js';
import { REDACTED } from '../redact.js';
import { isSecretName } from '../secrets/secret-names.js';

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

class Writer {
  private readonly lines: string[] = [];
  private characters = 0;
  private values = 0;

  text(): string {
    return this.lines.join('\n');
  }

  fields(fields: readonly (readonly [string, Json])[], indent: string, depth: number): void {
    for (const [name, value] of fields) {
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

  private line(text: string): void {
    this.lines.push(text);
    this.characters += text.length;
  }
}
