/** Events of OpenHands up to 1.x: actions, and observations whose `cause` is the action's id. */
import type { DeniedBy } from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn, listIn } from '../reading/fields.js';
import { readId, readInteger, readTime, type Time } from '../reading/recorded-values.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import type { EventCollector } from '../reading/event-collector.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { actionTool, classifyTool, type OpenHandsCall } from './tools.js';

export function isStreamEvent(event: Fields): boolean {
  return (
    (typeof event['action'] === 'string' || typeof event['observation'] === 'string') &&
    ('source' in event || 'args' in event || 'extras' in event) &&
    !('kind' in event)
  );
}

/** Most calls kept while their observations are pending. */
const REMEMBERED = 4096;
/** Observations about the agent itself, not about a call. */
const silent = new Set(['agent_state_changed', 'recall', 'null', 'loop_detection']);

export class StreamEvents {
  /** Calls by the id of their action. */
  private readonly calls = new Recent<string>(REMEMBERED);
  private position = 0;
  private lastResponse: string | undefined;

  constructor(private readonly collector: EventCollector) {}

  readTime(event: Fields): number | undefined {
    return readTime(event['timestamp']);
  }

  event(event: Fields): void {
    this.position += 1;
    const at = this.readTime(event);
    if (typeof event['action'] === 'string') {
      this.action(event['action'], event, at);
    } else {
      this.observation(textIn(event['observation']), event, at);
    }
  }

  private action(action: string, event: Fields, at: Time): void {
    const args = fieldsIn(event['args']);
    const id = readId(event['id']) ?? `e${this.position}`;
    const metadata = fieldsIn(event['tool_call_metadata']);
    const response = readId(fieldsIn(metadata['model_response'])['id']) ?? `e${id}`;
    switch (action) {
      case 'message':
        if (event['source'] === 'user') {
          this.collector.turn(at, textIn(args['content']));
        } else if (event['source'] !== 'environment') {
          this.collector.message(at, response, textIn(args['content']));
          // a question to the person
          if (args['wait_for_response'] === true) {
            this.collector.endTurn(at, 'completed');
          }
        }
        return;
      case 'finish':
        this.collector.message(
          at,
          response,
          textIn(args['final_thought']) || textIn(args['thought']) || textIn(event['message']),
        );
        this.collector.endTurn(at, 'completed');
        return;
      case 'reject':
        this.collector.endTurn(at, 'stopped');
        return;
      case 'condensation':
        this.collector.compaction(at);
        return;
      case 'change_agent_state':
        this.state(args['agent_state'], at);
        return;
      default:
        break;
    }
    const requested = requestedCall(action, args, metadata);
    if (requested === undefined || event['source'] === 'user') {
      return;
    }
    // the first action of a response carries its thought
    const thought = textIn(args['thought']);
    if (action !== 'think' && (response !== this.lastResponse || thought !== '')) {
      this.collector.message(at, response, thought);
    }
    this.lastResponse = response;
    const call = readId(metadata['tool_call_id']) ?? `c${id}`;
    this.calls.set(id, call);
    this.collector.call(at, {
      call,
      tool: requested.tool,
      input: requested.input,
      class: classifyTool(requested.tool, requested.input),
      response,
    });
  }

  private observation(kind: string, event: Fields, at: Time): void {
    if (kind === 'agent_state_changed') {
      this.state(fieldsIn(event['extras'])['agent_state'], at);
    } else if (kind === 'condense') {
      this.collector.compaction(at);
    } else if (!silent.has(kind)) {
      this.outcome(kind, event, at);
    }
  }

  private outcome(kind: string, event: Fields, at: Time): void {
    const call = this.readCall(event);
    const output = textIn(event['content']);
    if (call !== undefined) {
      this.collector.result(at, { call, ...readOutcome(kind, event, output) });
    } else if (kind === 'error' && event['source'] === 'agent') {
      // an invalid call becomes no action: only the error is logged
      this.rejected(readId(event['id']) ?? `e${this.position}`, output, at);
    }
  }

  /** The call that an observation belongs to. */
  private readCall(event: Fields): string | undefined {
    const cause = readId(event['cause']);
    const known = cause === undefined ? undefined : this.calls.get(cause);
    if (known !== undefined) {
      return known;
    }
    const call = readId(fieldsIn(event['tool_call_metadata'])['tool_call_id']);
    return call !== undefined && this.collector.isOpen(call) ? call : undefined;
  }

  private rejected(id: string, output: string, at: Time): void {
    const call = `c${id}`;
    this.collector.call(at, {
      call,
      tool: REJECTED_RESPONSE,
      input: {},
      class: 'other',
      response: `e${id}`,
    });
    this.collector.result(at, { call, ok: false, output });
  }

  private state(state: unknown, at: Time): void {
    switch (state) {
      case 'finished':
      case 'awaiting_user_input':
        this.collector.endTurn(at, 'completed');
        break;
      case 'rejected':
        this.collector.endTurn(at, 'stopped');
        break;
      case 'stopped':
      case 'paused':
        this.collector.endTurn(at, 'interrupted');
        break;
      case 'error':
        this.collector.endTurn(at, 'error');
        break;
      case 'awaiting_user_confirmation':
        this.collector.waiting(at, 'permission');
        break;
      case 'user_confirmed':
      case 'user_rejected':
        this.collector.resumed(at, 'permission');
        break;
      default:
        break;
    }
  }
}

function readOutcome(kind: string, event: Fields, output: string): LoggedOutcome {
  const extras = fieldsIn(event['extras']);
  const exitCode =
    readInteger(fieldsIn(extras['metadata'])['exit_code']) ??
    readInteger(extras['exit_code']) ??
    readInteger(event['exit_code']);
  const isError = kind === 'error' || extras['error'] === true;
  return {
    ok: !isError && kind !== 'user_rejected' && !(kind !== 'run' && output.startsWith('ERROR:\n')),
    output,
    // −1: the command is still running
    exitCode: exitCode !== undefined && exitCode >= 0 ? exitCode : undefined,
    deniedBy: deniedBy(kind, output),
  };
}

function deniedBy(kind: string, output: string): DeniedBy | undefined {
  if (kind === 'user_rejected') {
    return 'person';
  }
  return kind === 'error' && output.startsWith(MODEL_MARK) ? 'turnwatch' : undefined;
}

/** The call as the model wrote it, if logged; otherwise as the action describes it. */
function requestedCall(action: string, args: Fields, metadata: Fields): OpenHandsCall | undefined {
  const [name, id] = [readId(metadata['function_name']), readId(metadata['tool_call_id'])];
  const own = actionTool(action, args);
  if (own === undefined || name === undefined) {
    return own;
  }
  const message = fieldsIn(
    fieldsIn(listIn(fieldsIn(metadata['model_response'])['choices'])[0])['message'],
  );
  const toolCall = listIn(message['tool_calls']).find((each) => readId(each['id']) === id);
  const written = fieldsIn(toolCall?.['function'])['arguments'];
  return { tool: name, input: written === undefined ? own.input : withoutRisk(inputIn(written)) };
}

/** Drops the model's rating and summary of its own call: not part of the action. */
export function withoutRisk(input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== 'security_risk' && key !== 'summary'),
  );
}
