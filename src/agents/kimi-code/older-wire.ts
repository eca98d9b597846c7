/** The Kimi CLI's wire log before Kimi Code 1: `{timestamp, message: {type, payload}}`; sub-agents are logged in their parent's file. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn } from '../reading/fields.js';
import { readId, readTime } from '../reading/recorded-values.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { apartFromCache } from '../reading/usage.js';
import { deniedBy, failedExitCode, toolOutput, classifyTool } from './tools.js';

const types = new Set([
  'TurnBegin',
  'TurnEnd',
  'StepBegin',
  'StepInterrupted',
  'ContentPart',
  'ToolCall',
  'ToolCallPart',
  'ToolResult',
  'CompactionBegin',
  'CompactionEnd',
  'SubagentEvent',
  'StatusUpdate',
  'ApprovalRequest',
  'ApprovalResponse',
  'SteerInput',
]);

export function isOlderRecord(line: unknown): boolean {
  const { timestamp, message } = fieldsIn(line);
  const type = fieldsIn(message)['type'];
  return typeof timestamp === 'number' && typeof type === 'string' && types.has(type);
}

interface WireTrack {
  collector: EventCollector;
  turn: number;
  step: number;
}

export class OlderWire {
  private readonly tracks = new Map<string, WireTrack>();

  constructor(private readonly session: string) {}

  record(fields: Fields): Result<TurnEvent[]> {
    const message = fields['message'];
    if (!isObject(message)) {
      return fields['type'] === 'metadata' ? [] : { problem: '"message" is missing' };
    }
    return this.message(this.session, undefined, undefined, message, readTime(fields['timestamp']));
  }

  end(): TurnEvent[] {
    return [...this.tracks.values()].flatMap(({ collector }) => {
      collector.over();
      return collector.drain();
    });
  }

  private message(
    session: string,
    parent: string | undefined,
    parentCall: string | undefined,
    message: Fields,
    at: number | undefined,
  ): TurnEvent[] {
    const track = this.tracks.get(session) ?? this.begin(session, parent, parentCall, at);
    const payload = fieldsIn(message['payload']);
    if (message['type'] === 'SubagentEvent') {
      const call = readId(payload['task_tool_call_id']) ?? readId(payload['parent_tool_call_id']);
      const inner = payload['event'];
      return call === undefined || !isObject(inner)
        ? []
        : this.message(
            `${session}/${readId(payload['agent_id']) ?? call}`,
            session,
            call,
            inner,
            at,
          );
    }
    this.event(track, message['type'], payload, at);
    return track.collector.drain();
  }

  private begin(
    session: string,
    parent: string | undefined,
    parentCall: string | undefined,
    at: number | undefined,
  ): WireTrack {
    const track: WireTrack = {
      collector: new EventCollector(session, 'kimi-code'),
      turn: 0,
      step: 0,
    };
    track.collector.start(at, UNKNOWN_FOLDER, {
      ...(parent === undefined ? {} : { parent }),
      ...(parentCall === undefined ? {} : { parentCall }),
    });
    this.tracks.set(session, track);
    return track;
  }

  private event(track: WireTrack, type: unknown, payload: Fields, at: number | undefined): void {
    const { collector } = track;
    const response = `t${track.turn}s${track.step}`;
    switch (type) {
      case 'TurnBegin':
      case 'SteerInput':
        track.turn += 1;
        collector.turn(at, textIn(payload['user_input']));
        break;
      case 'TurnEnd':
        collector.endTurn(at, 'completed');
        break;
      case 'StepBegin':
        track.step = typeof payload['n'] === 'number' ? payload['n'] : track.step + 1;
        break;
      case 'StepInterrupted':
        collector.endTurn(at, 'interrupted');
        break;
      case 'ContentPart':
        if (payload['type'] === 'text') {
          collector.message(at, response, textIn(payload));
        }
        break;
      case 'ToolCall': {
        const calledFunction = fieldsIn(payload['function']);
        const [call, tool] = [readId(payload['id']), readId(calledFunction['name'])];
        if (call !== undefined && tool !== undefined) {
          collector.call(at, {
            call,
            tool,
            input: inputIn(calledFunction['arguments']),
            class: classifyTool(tool),
            response,
          });
        }
        break;
      }
      case 'ToolResult':
        this.result(collector, payload, at);
        break;
      case 'StatusUpdate': {
        const {
          input_other: input,
          input_cache_read: read,
          input_cache_creation: written,
          output,
        } = fieldsIn(payload['token_usage']);
        collector.usage(at, response, apartFromCache({ input, read, written, output }));
        break;
      }
      case 'CompactionEnd':
        collector.compaction(at);
        break;
      default:
        break;
    }
  }

  private result(collector: EventCollector, payload: Fields, at: number | undefined): void {
    const call = readId(payload['tool_call_id']);
    if (call === undefined) {
      return;
    }
    const value = fieldsIn(payload['return_value']);
    const [output, note] = [toolOutput(value['output']), toolOutput(value['message'])];
    const failed = value['is_error'] === true;
    const text =
      output === '' ? note : note === '' ? output : `${output.replace(/\n$/, '')}\n${note}`;
    collector.result(at, {
      call,
      ok: !failed,
      output: text,
      exitCode: failed ? failedExitCode(note) : undefined,
      deniedBy: failed ? deniedBy(note) : undefined,
    });
  }
}
