/**
 * The entries of a pi session → events. Its file holds them line by line; our extension reports the newest ones as they are there. A
 * response that failed ends the turn, unless the agent takes it out of its context again (`context_edit`) and asks once more.
 */
import type { TurnEndReason, TurnEvent } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import type { LoggedFailure } from '../reading/failed-request.js';
import { fieldsIn, listIn, objectIn, type Fields } from '../reading/fields.js';
import { readId, readTime, type Time } from '../reading/recorded-values.js';
import type { SessionLogWriter } from '../reading/session-log.js';
import { apartFromCache } from '../reading/usage.js';
import { readCall } from './tools.js';

/** The last line of a command that failed. */
const exitLine = /(?:^|\n)Command exited with code (\d{1,10})\s*$/;
/** How its providers begin: `429: {…}`, `429 {…}`, `OpenAI API error (429): {…}`. */
const statusIn = /^(?:[\w .]{0,60}\()?([45]\d\d)\b/;
const BAD_REQUEST = 400;
const namedFiles = /^(?:<file name="[^"\n]{1,4096}">[^]*?<\/file>\n)+/;
const skillBlock = /^<skill name="([^"\n]{1,200})" location="[^"\n]{1,4096}">\n[^]*?\n<\/skill>/;

export class PiEntries {
  /** When and how the newest response failed; `again`: the agent has said since that it asks once more. */
  private failed: { at: Time; id: string; failure: LoggedFailure; again: boolean } | undefined;
  private attempt = 0;
  private ended: TurnEndReason | undefined;
  private count = 0;

  constructor(private readonly log: SessionLogWriter) {}

  read(entry: Fields): TurnEvent[] {
    this.count += 1;
    const at = readTime(entry['timestamp']);
    switch (entry['type']) {
      case 'compaction':
        return this.log.compaction(at);
      case 'context_edit':
        return entry['targetId'] === this.failed?.id ? this.retry() : [];
      case 'message':
        return this.message(at, entry);
      default:
        return [];
    }
  }

  /** How the turn ended, if it did. Entries that are a part of a turn do not tell that it is one. */
  get end(): TurnEndReason | undefined {
    return this.ended;
  }

  /** Nothing more was written for a while: a failure that nobody took back was the end. */
  settle(): TurnEvent[] {
    return this.failed?.again === false ? this.endByFailure() : [];
  }

  /** Nothing more will be written. */
  over(): TurnEvent[] {
    return this.failed === undefined ? this.log.over() : this.endByFailure();
  }

  private message(at: Time, entry: Fields): TurnEvent[] {
    const message = fieldsIn(entry['message']);
    const time = at ?? readTime(message['timestamp']);
    switch (message['role']) {
      case 'user':
        return [
          ...this.endByFailure(),
          ...this.prompt(time, withoutFiles(textIn(message['content']))),
        ];
      case 'assistant':
        return this.response(time, message, nameResponse(message, entry['id']) ?? `m${this.count}`);
      case 'toolResult':
        return this.result(time, message);
      default:
        return []; // the prompt of the system, notes of extensions and the person's own shell commands begin no turn
    }
  }

  private prompt(at: Time, words: string): TurnEvent[] {
    this.ended = undefined;
    return this.log.prompt(at, words);
  }

  private response(at: Time, message: Fields, id: string): TurnEvent[] {
    this.failed = this.ended = undefined;
    const { stopReason: reason, errorMessage: error } = message;
    // whoever ends a request in mid-air, the person or we, its provider's client calls it an error
    if (reason === 'aborted' || (reason === 'error' && /\babort/i.test(textIn(error)))) {
      this.attempt = 0;
      return this.endTurn(at, 'interrupted');
    }
    if (reason === 'error') {
      const failure = readFailure(textIn(error));
      this.failed = { at, id, failure, again: false };
      this.attempt += 1;
      return [...this.words(at, message, id), ...this.log.failedRequest(at, failure)];
    }
    this.attempt = 0;
    const { input, cacheRead: read, cacheWrite: written, output } = fieldsIn(message['usage']);
    const calls = listIn(message['content']).some(({ type }) => type === 'toolCall');
    return [
      ...this.words(at, message, id),
      ...this.log.usage(at, id, apartFromCache({ input, read, written, output })),
      // one that was cut off in its calls goes on: the agent answers each with an error
      ...(reason === 'stop' || (reason === 'length' && !calls)
        ? this.endTurn(at, 'completed')
        : []),
    ];
  }

  /** Only now is it known that there is a next try. */
  private retry(): TurnEvent[] {
    const { failed } = this;
    if (failed === undefined) {
      return [];
    }
    failed.again = true;
    // one that was too long is asked again once the context is smaller, if it can be made so
    return failed.failure.status === BAD_REQUEST
      ? []
      : this.log.failedRequest(failed.at, { ...failed.failure, attempt: this.attempt });
  }

  /** What the model said, and the calls that it made: none of a response that failed is run. */
  private words(at: Time, message: Fields, id: string): TurnEvent[] {
    return listIn(message['content']).flatMap((block) => {
      if (block['type'] === 'text') {
        return this.log.message(at, textIn(block), id);
      }
      const [call, tool] = [readId(block['id']), readId(block['name'])];
      const isCall = block['type'] === 'toolCall' && message['stopReason'] !== 'error';
      return isCall && call !== undefined && tool !== undefined
        ? this.log.call(at, { ...readCall(call, tool, block['arguments']), response: id })
        : [];
    });
  }

  private result(at: Time, message: Fields): TurnEvent[] {
    const call = readId(message['toolCallId']);
    if (call === undefined) {
      return [];
    }
    const output = textIn(message['content']);
    const failed = message['isError'] === true;
    const code = failed ? exitLine.exec(output.slice(-200))?.[1] : undefined;
    return this.log.result(at, {
      call,
      ok: !failed,
      output,
      exitCode: code === undefined ? undefined : Number(code),
      deniedBy: failed && output.startsWith(MODEL_MARK) ? 'turnwatch' : undefined,
    });
  }

  private endTurn(at: Time, reason: TurnEndReason): TurnEvent[] {
    this.ended = reason;
    return this.log.endTurn(at, reason);
  }

  private endByFailure(): TurnEvent[] {
    const { failed } = this;
    this.failed = undefined;
    this.attempt = 0;
    return failed === undefined ? [] : this.endTurn(failed.at, 'error');
  }
}

/** The person's words: pi puts the files that they name before them, and a skill's text in the place of its name. */
function withoutFiles(text: string): string {
  const [files = ''] = namedFiles.exec(text) ?? [];
  const rest = text.slice(files.length).trim();
  const [block, skill = ''] = skillBlock.exec(rest) ?? [];
  if (block !== undefined) {
    return [`/skill:${skill}`, rest.slice(block.length).trim()].filter(Boolean).join(' ');
  }
  return rest === '' ? text : rest;
}

/** Shorter ones of a server may come again. */
const LEAST_UNIQUE = 16;

/** A response is called as its provider calls it, which the model relay hears, too; else as its entry. */
export function nameResponse({ responseId }: Fields, entry: unknown): string | undefined {
  const own = readId(responseId);
  return own !== undefined && own.length >= LEAST_UNIQUE ? own : readId(entry);
}

/** The provider's own sentence, behind its status. */
function readFailure(error: string): LoggedFailure {
  const [, code] = statusIn.exec(error) ?? [];
  const json = objectIn(error.slice(Math.max(0, error.indexOf('{'))));
  const told = 'fields' in json ? json.fields : {};
  const sentence = textIn(told['message']) || textIn(fieldsIn(told['error'])['message']);
  return {
    error:
      error === ''
        ? undefined
        : sentence === ''
          ? error
          : [code, sentence].filter(Boolean).join(' '),
    status: code === undefined ? undefined : Number(code),
  };
}
