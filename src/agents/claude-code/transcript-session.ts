/** State of one session in a transcript, main or sub-agent, that shows where its turns begin and end. */
import type { TurnEndReason, TurnEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { capText } from '../reading/bounds.js';
import { present } from '../reading/fields.js';
import { readPersonsWords } from '../reading/persons-words.js';
import { atTime, type Time } from '../reading/recorded-values.js';
import { usage } from '../reading/usage.js';
import { AGENT_ID } from './paths.js';
import { Recent } from '../../core/identity/recent.js';

export class TranscriptSession {
  cwd: string | undefined;
  private model: string | undefined;
  private isOpen = false;
  /** The model's last output was text: the only mark of a turn's end in older versions. */
  private spokeLast = false;
  /** The response that ended the turn: its remaining lines do not begin another. */
  private lastResponse: string | undefined;
  /** Reported cost of the newest response; each of its lines repeats it. */
  private reported: string | undefined;
  /** A slash command: it begins a turn only if the model answers it. */
  private command: { prompt: string; at: Time } | undefined;

  constructor(
    readonly id: string,
    private readonly parent: string | undefined,
  ) {}

  /** Called at the first line with a folder, and again whenever the model is another. */
  start(at: Time, cwd: string | undefined, model: string | undefined): TurnEvent[] {
    const folder = this.cwd ?? cwd;
    if (folder === undefined) {
      return [];
    }
    const isNewModel = model !== undefined && this.model !== model;
    if (this.cwd !== undefined && !isNewModel) {
      return [];
    }
    this.cwd = folder;
    this.model = model ?? this.model;
    return [
      {
        v: 1,
        ...atTime(at),
        type: 'session.start',
        session: this.id,
        agent: AGENT_ID,
        cwd: folder,
        ...present({ model: this.model, parent: this.parent }),
      },
    ];
  }

  /** A person's message; nothing if the harness wrote it. */
  startTurn(at: Time, prompt: string): TurnEvent[] {
    const words = readPersonsWords(prompt);
    if (words === undefined) {
      return [];
    }
    const before = this.spokeLast ? this.endTurn(at, 'completed') : [];
    this.isOpen = true;
    this.spokeLast = false;
    this.command = undefined;
    return [
      ...before,
      { v: 1, ...atTime(at), type: 'turn.start', session: this.id, prompt: capText(words) },
    ];
  }

  endTurn(at: Time, reason: TurnEndReason): TurnEvent[] {
    if (!this.isOpen) {
      return [];
    }
    this.isOpen = false;
    this.spokeLast = false;
    return [{ v: 1, ...atTime(at), type: 'turn.end', session: this.id, reason }];
  }

  /** A slash command, which the model may or may not answer. */
  enterCommand(at: Time, prompt: string): void {
    this.command = { prompt, at };
  }

  dropCommand(): void {
    this.command = undefined;
  }

  /** One line of a response. */
  respond(response: string | undefined): TurnEvent[] {
    const events =
      this.command === undefined ? [] : this.startTurn(this.command.at, this.command.prompt);
    if (response === undefined || response !== this.lastResponse) {
      this.isOpen = true;
    }
    return events;
  }

  spoke(): void {
    this.spokeLast = true;
  }

  /** A call or a result: the model will go on. */
  acted(): void {
    this.spokeLast = false;
  }

  /** The response is final: the turn is complete if its last block was text. */
  endResponse(at: Time, response: string | undefined): TurnEvent[] {
    if (!this.spokeLast) {
      return [];
    }
    this.lastResponse = response;
    return this.endTurn(at, 'completed');
  }

  /** A response spans several lines; the first may report an incomplete cost. */
  cost(at: Time, response: string, tokens: Tokens): TurnEvent[] {
    const reported = [response, tokens.input, tokens.output].join(' ');
    if (reported === this.reported) {
      return [];
    }
    this.reported = reported;
    return usage(this.id, at, response, tokens);
  }
}

/** Most lines remembered as possible parents. */
const REMEMBERED = 10_000;

export class Sidechains {
  private readonly findChain = new Recent<string>(REMEMBERED);

  /** An id for the line's sub-agent; undefined for a line of the main session. */
  of(line: Record<string, unknown>): string | undefined {
    if (line['isSidechain'] !== true) {
      return undefined;
    }
    const [uuid, parent] = [line['uuid'], line['parentUuid']];
    const known = typeof parent === 'string' ? this.findChain.get(parent) : undefined;
    const chain = known ?? `sidechain-${typeof uuid === 'string' ? uuid.slice(0, 8) : 'unnamed'}`;
    if (typeof uuid === 'string') {
      this.findChain.set(uuid, chain);
    }
    return chain;
  }
}
