/** A trajectory of mini-swe-agent (`.traj.json`, one document) → events. Its messages alternate: response, observation. */
import type { TurnEndReason, ToolClass, DeniedBy } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, listIn, inputIn } from '../reading/fields.js';
import { readId, nameOfFile, readTime, readInteger } from '../reading/recorded-values.js';
import type { DocumentFormat, RecordedEvents } from '../reading/recording-format.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';

interface Command {
  command: string;
  call?: string | undefined;
}

/** The actions of a model response: a command in a fenced block or tool calls, depending on the version. */
interface ModelResponse {
  id?: string | undefined;
  at?: number | undefined;
  model?: string | undefined;
  text: string;
  commands: Command[];
}

const fence = /```(?:mswea_bash_command|bash)[^\S\n]*\n([\s\S]*?)\n```/g;

function modelResponse(message: Fields): ModelResponse {
  const extra = fieldsIn(message['extra']);
  const raw = fieldsIn(extra['response']);
  const text = textIn(message['content']) || outputText(message);
  return {
    id: readId(raw['id']) ?? (message['object'] === 'response' ? readId(message['id']) : undefined),
    at:
      readTime(extra['timestamp']) ??
      readTime(message['timestamp']) ??
      readTime(raw['created']) ??
      readTime(raw['created_at']) ??
      readTime(message['created_at']),
    model: readId(raw['model']) ?? readId(message['model']),
    text: text.replace(fence, '').trim(),
    commands: readCommands(message, extra, text),
  };
}

/** The actions as parsed by the harness; otherwise as the model wrote them. */
function readCommands(message: Fields, extra: Fields, text: string): Command[] {
  const actions = listIn(extra['actions']).map((action) => ({
    command: textIn(action['command']),
    call: readId(action['tool_call_id']),
  }));
  if (actions.length > 0) {
    return actions;
  }
  const calls = [
    ...listIn(message['tool_calls']).map((call) => ({
      call: readId(call['id']),
      input: inputIn(fieldsIn(call['function'])['arguments']),
    })),
    ...listIn(message['output'])
      .filter((item) => item['type'] === 'function_call')
      .map((item) => ({ call: readId(item['call_id']), input: inputIn(item['arguments']) })),
  ];
  if (calls.length > 0) {
    return calls.map(({ call, input }) => ({
      call,
      command: textIn(input['command']) || textIn(input['input']),
    }));
  }
  return [...text.matchAll(fence)].map(([, command = '']) => ({ command: command.trim() }));
}

/** The text of a response in OpenAI's Responses API format. */
function outputText(message: Fields): string {
  return listIn(message['output'])
    .filter((item) => item['type'] === 'message')
    .map((item) => textIn(item['content']))
    .join('\n');
}

/** The harness's message after a response: the command's outcome, or why there was none. */
interface Observation {
  at?: number | undefined;
  call?: string | undefined;
  ok: boolean;
  output: string;
  exitCode?: number | undefined;
  deniedBy?: DeniedBy | undefined;
  rejected: boolean;
  prompt?: string | undefined;
  exitStatus?: string | undefined;
}

const returnCode =
  /^\s*(?:<exception>[\s\S]{0,4000}?<\/exception>\s*)?<returncode>\s*(-?\d{1,10})\s*<\/returncode>\s*/;
const wholeOutput = /^<output>\n?([\s\S]*?)\n?<\/output>\s*$/;
const timedOut = /^The last command <command>[\s\S]*?<\/command> timed out and has been killed/;
const rejectedByFormat =
  /^(?:Please always provide EXACTLY ONE action|(?:Your output was malformatted|Format error|Tool call error|No tool calls found in the response|Error parsing tool call|Every response needs to use the 'bash' tool|Unknown tool ))/i;
const rejectedByPerson = /^Command not executed\. The user rejected your command/;
const newTask = /^The user added a new task: ([\s\S]*)$/;
const interruption = /^Interrupted by user: ([\s\S]*)$/;

function observation(message: Fields): Observation {
  const extra = fieldsIn(message['extra']);
  const text = textIn(message['content']) || textIn(message['output']);
  const code = returnCode.exec(text)?.[1];
  const kind = extra['interrupt_type'];
  const denied = rejectedByPerson.test(text) || kind === 'UserRejection';
  const said = newTask.exec(text)?.[1] ?? interruption.exec(text)?.[1];
  const rejected = kind === 'FormatError' || rejectedByFormat.test(text);
  const exitCode =
    readInteger(extra['returncode']) ?? (code === undefined ? undefined : Number(code));
  return {
    at: readTime(extra['timestamp']) ?? readTime(message['timestamp']),
    call: readId(message['tool_call_id']) ?? readId(message['call_id']),
    ok: !rejected && !timedOut.test(text) && typeof extra['exception_info'] !== 'string',
    output: bare(text),
    exitCode,
    deniedBy: denied ? 'person' : undefined,
    rejected,
    prompt: said ?? (kind === 'UserInterruption' || kind === 'UserNewTask' ? text : undefined),
    exitStatus: message['role'] === 'exit' ? (readId(extra['exit_status']) ?? 'exit') : undefined,
  };
}

/** The output without the frame that every known version's template adds. */
function bare(text: string): string {
  const rest = text.replace(returnCode, '');
  return wholeOutput.exec(rest)?.[1] ?? rest;
}

const AGENT_ID = 'mini-swe-agent';

export const miniSweAgentFormat: DocumentFormat = {
  kind: 'document',
  id: AGENT_ID,
  recognises: (document) => {
    if (!isObject(document) || !Array.isArray(document['messages'])) {
      return false;
    }
    const { trajectory_format: format, info } = document;
    if (typeof format === 'string') {
      return format.startsWith('mini-swe-agent');
    }
    // older versions have no format field; truncated documents lose `info`, which comes last
    const { model_stats: stats, mini_version: version } = fieldsIn(info);
    return (
      version !== undefined ||
      isObject(stats) ||
      (info === undefined && listIn(document['messages']).some(isResponse))
    );
  },
  read: (document, file) =>
    !miniSweAgentFormat.recognises(document)
      ? { events: [], skipped: [] }
      : new Trajectory(
          fieldsIn(document),
          nameOfFile(file, ['.traj.json', '.traj', '.json']),
        ).read(),
};

function isResponse(message: Fields): boolean {
  const extra = fieldsIn(message['extra']);
  return (
    message['role'] === 'assistant' &&
    (isObject(extra['response']) || Array.isArray(extra['actions']))
  );
}

class Trajectory {
  private readonly collector: EventCollector;
  private readonly info: Fields;
  private response: ModelResponse | undefined;
  /** The response's calls without an observation yet, in order. */
  private waiting: string[] = [];
  private calls = 0;
  private lastAt: number | undefined;

  constructor(
    private readonly document: Fields,
    name: string,
  ) {
    this.info = fieldsIn(document['info']);
    this.collector = new EventCollector(readId(document['instance_id']) ?? name, AGENT_ID);
  }

  read(): RecordedEvents {
    const messages = listIn(this.document['messages']);
    const config = fieldsIn(this.info['config']);
    const model = readId(fieldsIn(config['model'])['model_name']);
    this.collector.start(
      readTime(fieldsIn(messages[0]?.['extra'])['timestamp']),
      readId(fieldsIn(config['environment'])['cwd']) ?? UNKNOWN_FOLDER,
      model === undefined ? {} : { model },
    );
    let hasPrompt = false;
    for (const message of messages) {
      const at = readTime(fieldsIn(message['extra'])['timestamp']);
      if (message['role'] === 'assistant' || message['object'] === 'response') {
        this.flushResponse();
        this.response = modelResponse(message);
      } else if (message['role'] === 'user' && !hasPrompt) {
        hasPrompt = true;
        this.collector.turn(at, textIn(message['content']));
      } else if (message['role'] !== 'system') {
        this.observe(observation(message));
      }
    }
    this.flushResponse();
    const status = readId(this.info['exit_status']);
    if (status !== undefined) {
      this.collector.endTurn(this.lastAt, readReason(status));
    }
    return { events: this.collector.drain(), skipped: [] };
  }

  private observe(seen: Observation): void {
    this.lastAt = seen.at ?? this.lastAt;
    if (this.response !== undefined) {
      // older versions accept exactly one command per response: a rejected response ran no shell command
      if (seen.rejected) {
        this.reject(this.response);
      } else {
        this.flushResponse();
      }
    }
    const call =
      seen.call !== undefined && this.waiting.includes(seen.call) ? seen.call : this.waiting[0];
    if (call !== undefined) {
      this.waiting = this.waiting.filter((each) => each !== call);
      this.collector.result(seen.at, {
        call,
        ok: seen.ok,
        output: seen.output,
        exitCode: seen.exitCode,
        deniedBy: seen.deniedBy,
      });
    }
    if (seen.prompt !== undefined) {
      this.collector.turn(seen.at, seen.prompt);
    }
    if (seen.exitStatus !== undefined) {
      this.collector.endTurn(seen.at, readReason(seen.exitStatus));
    }
  }

  private reject(response: ModelResponse): void {
    this.response = undefined;
    this.speak(response);
    const call = this.nextCall();
    const input = { commands: response.commands.map(({ command }) => command) };
    this.collector.call(response.at, {
      call,
      tool: REJECTED_RESPONSE,
      input,
      class: classifyTool(REJECTED_RESPONSE),
      response: response.id ?? `r${this.calls}`,
    });
    this.waiting = [call];
  }

  /** The response was accepted unchanged. */
  private flushResponse(): void {
    const { response } = this;
    if (response === undefined) {
      return;
    }
    this.response = undefined;
    this.speak(response);
    const id = response.id ?? `r${this.calls + 1}`;
    this.waiting = response.commands.map(({ command, call: own }) => {
      const call = own ?? this.nextCall();
      this.collector.call(response.at, {
        call,
        tool: 'bash',
        input: { command },
        class: classifyTool('bash'),
        response: id,
      });
      return call;
    });
  }

  private speak(response: ModelResponse): void {
    this.lastAt = response.at ?? this.lastAt;
    this.collector.message(response.at, response.id ?? `r${this.calls + 1}`, response.text);
  }

  private nextCall(): string {
    this.calls += 1;
    return `c${this.calls}`;
  }
}

function readReason(status: string): TurnEndReason {
  if (/^submitted$/i.test(status)) {
    return 'completed';
  }
  if (/limits?|timeexceeded|repeatedformaterror/i.test(status)) {
    return 'stopped';
  }
  return /interrupt/i.test(status) ? 'interrupted' : 'error';
}

export function classifyTool(tool: string): ToolClass | undefined {
  if (tool === 'bash') {
    return 'shell';
  }
  return tool === REJECTED_RESPONSE ? 'other' : undefined;
}
