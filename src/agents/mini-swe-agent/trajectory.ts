/** A trajectory of mini-swe-agent (`.traj.json`, one document) → events. Its messages alternate: response, observation. */
import type { TurnEndReason, ToolClass } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, listIn } from '../reading/fields.js';
import { readId, nameOfFile, readTime } from '../reading/recorded-values.js';
import type { DocumentFormat, RecordedEvents } from '../reading/recording-format.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { observation, type Observation } from './observation.js';
import { modelResponse, type ModelResponse } from './response.js';

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
