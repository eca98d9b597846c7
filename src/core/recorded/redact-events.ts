/** Removes secrets from events. Equal secrets stay equal and lengths stay the same, so that a replay gives the same verdicts. */
import type { Json, JsonObject, TurnEvent } from '../events.js';
import { replaceSecrets } from '../redact.js';
import { isSecretName, isSecretOption, LEAST_SECRET } from '../secrets/named-values.js';

/** Events without a text that could hold a secret. An event of a new type must be added here, or be redacted. */
type TextlessEvent = Extract<
  TurnEvent,
  {
    type:
      | 'step.end'
      | 'waiting'
      | 'resumed'
      | 'compaction'
      | 'turn.end'
      | 'session.end'
      | 'config'
      | 'feedback'
      | 'intervention'
      | 'cap'
      | 'quota'
      | 'usage'
      | 'tick';
  }
>;

/** Names from an agent's log: any text can stand there. */
const nameFields = ['agent', 'model', 'role', 'parentCall', 'tool', 'call'] as const;

export class EventRedactor {
  private readonly numbers = new Map<string, number>();

  /** Distinct secrets seen so far. */
  get count(): number {
    return this.numbers.size;
  }

  redact(event: TurnEvent): TurnEvent {
    return this.redactNames(this.redactTexts(event));
  }

  private redactNames(event: TurnEvent): TurnEvent {
    let clean = event;
    for (const field of nameFields) {
      const name: unknown = Reflect.get(event, field);
      const shown = typeof name === 'string' ? this.text(name) : name;
      if (shown !== name) {
        clean = { ...clean, [field]: shown };
      }
    }
    return clean.type === 'usage' && clean.calls !== undefined
      ? { ...clean, calls: clean.calls.map((call) => this.text(call)) }
      : clean;
  }

  private redactTexts(event: TurnEvent): TurnEvent {
    switch (event.type) {
      case 'session.start':
        return {
          ...event,
          cwd: this.text(event.cwd),
          ...(event.task !== undefined && { task: this.text(event.task) }),
        };
      case 'turn.start':
        return event.prompt === undefined ? event : { ...event, prompt: this.text(event.prompt) };
      case 'message':
        return { ...event, text: this.text(event.text) };
      case 'tool.call':
        return { ...event, input: this.object(event.input) };
      case 'tool.result':
        return event.output === undefined ? event : { ...event, output: this.text(event.output) };
      case 'workspace':
        return {
          ...event,
          root: this.text(event.root),
          ...(event.paths && { paths: event.paths.map((path) => this.text(path)) }),
        };
      case 'hop':
        return event.task === undefined ? event : { ...event, task: this.text(event.task) };
      case 'request':
        return event.error === undefined ? event : { ...event, error: this.text(event.error) };
      default: {
        const textless: TextlessEvent = event;
        return textless;
      }
    }
  }

  private readonly mark = (secret: string): string => {
    let number = this.numbers.get(secret);
    if (number === undefined) {
      this.numbers.set(secret, (number = this.numbers.size + 1));
    }
    return `«secret-${number}»`.padEnd(secret.length, '·');
  };

  private text(text: string): string {
    return replaceSecrets(text, this.mark);
  }

  private object(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.json(each, key)]),
    );
  }

  private json(value: Json, key = ''): Json {
    if (typeof value === 'string') {
      const clean = this.text(value);
      return clean === value && value.length >= LEAST_SECRET && isSecretName(key)
        ? this.mark(value)
        : clean;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    return Array.isArray(value)
      ? value.map((each, i) => {
          const previous = value[i - 1];
          // the argument of `--password` in a list of arguments
          const named = typeof previous === 'string' && isSecretOption(previous) ? previous : key;
          return this.json(each, named);
        })
      : this.object(value);
  }
}
