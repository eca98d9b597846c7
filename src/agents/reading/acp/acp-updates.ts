/**
 * The Agent Client Protocol's `session/update` → events of one session: what the person and the model say, in pieces that follow each
 * other, and calls, whose later updates name only what has changed.
 */
import type { DeniedBy, ToolClass, TurnEndReason, TurnEvent } from '../../../core/events.js';
import { toolClass } from '../../../core/identity/tool/tool-class.js';
import { capInput } from '../bounds.js';
import { resultIn, textIn } from '../content.js';
import { fieldsIn, listIn, nameIn, type Fields } from '../fields.js';
import { readInteger, type Time } from '../recorded-values.js';
import type { SessionLogWriter } from '../session-log.js';

/** Characters of one message that is told in pieces. */
const LONGEST_WORDS = 256 * 1024;
const MOST_CALLS = 1000;

/** A call as its updates tell it so far. */
interface AcpCall {
  title: string;
  /** The protocol's own word for what it does. */
  kind: string;
  /** Empty until the agent tells it. */
  input: Fields;
  /** The call's own content, the result's once it has ended. */
  content: Fields[];
  locations: Fields[];
  rawOutput: unknown;
  /** What the agent adds to the protocol. */
  meta: Fields;
}

interface AcpResult {
  ok: boolean;
  /** Undefined if the agent does not tell it. */
  output: string | undefined;
  exitCode?: number | undefined;
  deniedBy?: DeniedBy | undefined;
}

/** What an agent tells beyond the protocol. */
export interface AcpDialect {
  /** Each message and call is told at once: nothing that follows belongs to it. */
  isWhole?: true;
  readTool(call: AcpCall): { tool: string; input: Fields; class?: ToolClass | undefined };
  /** `failed`: as the protocol says it. `terminals`: by id, what they printed. */
  readResult(call: AcpCall, failed: boolean, terminals: Terminals): AcpResult;
}

/** What the terminals printed that the client runs for the agent, by id. */
type Terminals = ReadonlyMap<string, { output: string; exitCode: number | undefined }>;

interface OpenCall extends AcpCall {
  at: Time;
  response: string | undefined;
  isTold: boolean;
}

interface OpenMessage {
  by: 'person' | 'model';
  at: Time;
  text: string;
  response: string | undefined;
}

export class AcpUpdates {
  private words: OpenMessage | undefined;
  private readonly calls = new Map<string, OpenCall>();
  /** The prompt that the client asked with: an agent may repeat it as an update. */
  private asked: string | undefined;

  constructor(
    private readonly log: SessionLogWriter,
    private readonly dialect: AcpDialect = plainDialect,
    private readonly terminals: Terminals = new Map(),
  ) {}

  /** `response`: which one the update is a part of, where the agent says. */
  read(update: Fields, at: Time, response?: string): TurnEvent[] {
    switch (update['sessionUpdate']) {
      case 'user_message_chunk':
        return this.chunk({ by: 'person', at, text: resultIn(update['content']), response });
      case 'agent_message_chunk':
        return this.chunk({ by: 'model', at, text: resultIn(update['content']), response });
      case 'agent_thought_chunk':
        return this.said();
      case 'tool_call':
      case 'tool_call_update':
        return [...this.said(), ...this.call(update, at, response)];
      default:
        return []; // plans, modes and commands are no steps
    }
  }

  /** The client's own request for a turn. */
  prompt(at: Time, prompt: unknown): TurnEvent[] {
    const before = this.said();
    this.asked = textIn(prompt);
    return [...before, ...this.log.prompt(at, this.asked)];
  }

  waiting(at: Time, call: string | undefined): TurnEvent[] {
    return [...this.said(), ...this.log.waiting(at, 'permission', call)];
  }

  /** Words that nothing continues any more. */
  said(): TurnEvent[] {
    const { words } = this;
    this.words = undefined;
    if (words === undefined) {
      return [];
    }
    if (words.by === 'model') {
      return this.log.message(words.at, words.text, words.response);
    }
    return words.text === this.asked ? [] : this.log.prompt(words.at, words.text);
  }

  endTurn(at: Time, reason: TurnEndReason): TurnEvent[] {
    this.asked = undefined;
    const late = [...this.calls].flatMap(([id, call]) => this.tell(id, call));
    this.calls.clear();
    return [...this.said(), ...late, ...this.log.endTurn(at, reason)];
  }

  over(): TurnEvent[] {
    const late = [...this.calls].flatMap(([id, call]) => this.tell(id, call));
    return [...this.said(), ...late, ...this.log.over()];
  }

  private chunk(words: OpenMessage): TurnEvent[] {
    const { words: open } = this;
    const goesOn = open?.by === words.by && open.response === words.response;
    if (goesOn && this.dialect.isWhole !== true) {
      if (open.text.length < LONGEST_WORDS) {
        open.text += words.text;
      }
      return [];
    }
    const before = this.said();
    this.words = words;
    return this.dialect.isWhole === true ? [...before, ...this.said()] : before;
  }

  private call(update: Fields, at: Time, response: string | undefined): TurnEvent[] {
    const id = nameIn(update['toolCallId']);
    if (id === undefined) {
      return [];
    }
    const known = this.calls.get(id);
    const call = known ?? { ...nothing, at, response, isTold: false };
    const status = update['status'];
    const ends = status === 'completed' || status === 'failed';
    change(call, update, ends && this.dialect.isWhole === true);
    if (known === undefined && this.calls.size < MOST_CALLS) {
      this.calls.set(id, call);
    }
    const isReady =
      this.dialect.isWhole === true || Object.keys(call.input).length > 0 || isUnderWay(status);
    const told = isReady ? this.tell(id, call) : [];
    if (!ends) {
      return told;
    }
    this.calls.delete(id);
    const result = this.dialect.readResult(call, status === 'failed', this.terminals);
    return [...told, ...this.log.result(at, { call: id, ...result })];
  }

  private tell(id: string, call: OpenCall): TurnEvent[] {
    if (call.isTold) {
      return [];
    }
    call.isTold = true;
    const { tool, input, class: known } = this.dialect.readTool(call);
    const bounded = capInput(input);
    return this.log.call(call.at, {
      call: id,
      tool,
      input: bounded,
      class: known ?? toolClass(tool, bounded),
      response: call.response,
    });
  }
}

const nothing: AcpCall = {
  title: '',
  kind: '',
  input: {},
  content: [],
  locations: [],
  rawOutput: undefined,
  meta: {},
};

function isUnderWay(status: unknown): boolean {
  return status === 'in_progress' || status === 'completed' || status === 'failed';
}

/** `anew`: what was told of the call before is not a part of its result. */
function change(call: OpenCall, update: Fields, anew: boolean): void {
  call.title = nameIn(update['title']) ?? call.title;
  call.kind = nameIn(update['kind']) ?? call.kind;
  call.meta = { ...call.meta, ...fieldsIn(update['_meta']) };
  call.rawOutput = update['rawOutput'] ?? call.rawOutput;
  if (!call.isTold) {
    call.input = { ...call.input, ...fieldsIn(update['rawInput']) };
  }
  if (Array.isArray(update['content']) || anew) {
    call.content = listIn(update['content']);
  }
  if (Array.isArray(update['locations'])) {
    call.locations = listIn(update['locations']);
  }
}

/** Why the agent says that its turn is over. */
export function readStopReason(reason: unknown): TurnEndReason {
  switch (reason) {
    case 'end_turn':
    case 'max_tokens':
    case 'refusal':
      return 'completed';
    case 'cancelled':
    case 'max_turn_requests':
      return 'interrupted';
    default:
      return 'error';
  }
}

/** What the protocol's kinds of tools do; `think`, `switch_mode` and `other` say nothing of it. */
const classes: Readonly<Record<string, ToolClass>> = {
  read: 'read',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  search: 'search',
  execute: 'shell',
  fetch: 'web',
};

/** An agent that adds nothing. The protocol has no field for a tool's name: its kind says more than its title, which may be any sentence. */
export const plainDialect: AcpDialect = {
  readTool(call) {
    const { kind, title, meta } = call;
    const named = [meta, ...Object.values(meta)].map((each) => nameIn(fieldsIn(each)['toolName']));
    const known = classes[kind];
    return {
      tool: named.find((each) => each !== undefined) ?? (known === undefined ? title : kind),
      input: readInput(call, known),
      class: known,
    };
  },
  readResult({ content, rawOutput, meta }, failed, terminals) {
    const ran = content
      .filter(({ type }) => type === 'terminal')
      .map(({ terminalId }) => terminals.get(nameIn(terminalId) ?? ''))
      .find((each) => each !== undefined);
    const raw = fieldsIn(rawOutput);
    const exitCode =
      ran?.exitCode ??
      readInteger(
        raw['exitCode'] ?? raw['exit_code'] ?? fieldsIn(meta['terminal_exit'])['exit_code'],
      );
    return {
      ok: !failed && (exitCode === undefined || exitCode === 0),
      output: readContent(content) ?? ran?.output ?? readRaw(rawOutput, meta),
      exitCode,
    };
  },
};

/** Where the agent tells no input: what its title, places and changes say of it. */
function readInput(
  { input, title, content, locations }: AcpCall,
  known: ToolClass | undefined,
): Fields {
  if (Object.keys(input).length > 0) {
    return input;
  }
  if (known === 'shell') {
    return { command: title.replace(/^`([^]*)`$/, '$1') };
  }
  const diff = content.find(({ type }) => type === 'diff');
  if (diff !== undefined) {
    const { path, oldText, newText } = diff;
    return { path, old_string: oldText ?? '', new_string: newText };
  }
  const path = nameIn(locations[0]?.['path']);
  return path === undefined ? { title } : { path, title };
}

/** The texts of a result; undefined where it has none, as that of an edit, which shows the change instead. */
export function readContent(content: readonly Fields[]): string | undefined {
  const texts = content.filter(({ type }) => type === 'content').map((each) => each['content']);
  return texts.length === 0 ? undefined : resultIn(texts);
}

const outputFields = ['aggregated_output', 'formatted_output', 'output', 'stdout', 'content'];

function readRaw(raw: unknown, meta: Fields): string | undefined {
  if (typeof raw === 'string') {
    return raw;
  }
  const fields = fieldsIn(raw);
  const data = fieldsIn(meta['terminal_output'])['data'];
  const found = [...outputFields, 'error', 'message'].map((name) => fields[name]);
  return [data, ...found].find((each) => typeof each === 'string');
}
