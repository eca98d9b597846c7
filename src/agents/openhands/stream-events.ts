/** Events of OpenHands up to 1.x: actions, and observations that name their action as `cause`. */
import { MODEL_MARK } from '../../core/view/wording.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn, listIn } from '../reading/fields.js';
import { idOf, integerOf, timeOf } from '../reading/recorded-values.js';
import { REJECTED_RESPONSE, type EventCollector } from '../reading/event-collector.js';
import { actionTool, classOf, type OpenHandsCall } from './tools.js';

export function isStreamEvent(event: Fields): boolean {
  return (
    (typeof event['action'] === 'string' || typeof event['observation'] === 'string') &&
    ('source' in event || 'args' in event || 'extras' in event) &&
    !('kind' in event)
  );
}

/** Calls whose observations may still come. */
const REMEMBERED = 4096;
/** Observations that tell of the agent's own state, not of a call. */
const silent = new Set(['agent_state_changed', 'recall', 'null', 'loop_detection']);

export class StreamEvents {
  /** Call by id of its action. */
  private readonly calls = new Map<string, { call: string; tool: string }>();
  private position = 0;
  private lastResponse: string | undefined;

  constructor(private readonly teller: EventCollector) {}

  timeOf(event: Fields): number | undefined {
    return timeOf(event['timestamp']);
  }

  event(event: Fields): void {
    this.position += 1;
    const at = this.timeOf(event);
    if (typeof event['action'] === 'string') {
      this.action(event['action'], event, at);
    } else {
      this.observation(textIn(event['observation']), event, at);
    }
  }

  private action(action: string, event: Fields, at: number | undefined): void {
    const args = fieldsIn(event['args']);
    const id = idOf(event['id']) ?? `e${this.position}`;
    const metadata = fieldsIn(event['tool_call_metadata']);
    const response = idOf(fieldsIn(metadata['model_response'])['id']) ?? `e${id}`;
    switch (action) {
      case 'message':
        if (event['source'] === 'user') {
          this.teller.turn(at, textIn(args['content']));
        } else if (event['source'] !== 'environment') {
          this.teller.message(at, response, textIn(args['content']));
          // it asks and waits for the person
          if (args['wait_for_response'] === true) {
            this.teller.endTurn(at, 'completed');
          }
        }
        return;
      case 'finish':
        this.teller.message(
          at,
          response,
          textIn(args['final_thought']) || textIn(args['thought']) || textIn(event['message']),
        );
        this.teller.endTurn(at, 'completed');
        return;
      case 'reject':
        this.teller.endTurn(at, 'stopped');
        return;
      case 'condensation':
        this.teller.compaction(at);
        return;
      case 'change_agent_state':
        this.state(args['agent_state'], at);
        return;
      default:
        break;
    }
    const asked = askedFor(action, args, metadata);
    if (asked === undefined || event['source'] === 'user') {
      return;
    }
    // the thought stands at the first action of its response only
    const thought = textIn(args['thought']);
    if (action !== 'think' && (response !== this.lastResponse || thought !== '')) {
      this.teller.message(at, response, thought);
    }
    this.lastResponse = response;
    const call = idOf(metadata['tool_call_id']) ?? `c${id}`;
    this.remember(id, call, asked.tool);
    this.teller.call(at, {
      call,
      tool: asked.tool,
      input: asked.input,
      class: classOf(asked.tool, asked.input),
      response,
    });
  }

  private observation(kind: string, event: Fields, at: number | undefined): void {
    const extras = fieldsIn(event['extras']);
    if (kind === 'agent_state_changed') {
      this.state(extras['agent_state'], at);
      return;
    }
    if (silent.has(kind)) {
      return;
    }
    if (kind === 'condense') {
      this.teller.compaction(at);
      return;
    }
    const cause = idOf(event['cause']);
    const known =
      (cause === undefined ? undefined : this.calls.get(cause)) ??
      this.byCallId(idOf(fieldsIn(event['tool_call_metadata'])['tool_call_id']));
    const output = textIn(event['content']);
    if (known === undefined) {
      // no action came of the response: its call was not valid, and only the error was written down
      if (kind === 'error' && event['source'] === 'agent') {
        this.rejected(idOf(event['id']) ?? `e${this.position}`, output, at);
      }
      return;
    }
    const metadata = fieldsIn(extras['metadata']);
    const exitCode =
      integerOf(metadata['exit_code']) ??
      integerOf(extras['exit_code']) ??
      integerOf(fieldsIn(event)['exit_code']);
    this.teller.result(at, {
      call: known.call,
      ok:
        kind !== 'error' &&
        kind !== 'user_rejected' &&
        extras['error'] !== true &&
        !(kind !== 'run' && output.startsWith('ERROR:\n')),
      output,
      // −1: the command still runs
      exitCode: exitCode !== undefined && exitCode >= 0 ? exitCode : undefined,
      deniedBy:
        kind === 'user_rejected'
          ? 'person'
          : kind === 'error' && output.startsWith(MODEL_MARK)
            ? 'turnwatch'
            : undefined,
    });
  }

  private rejected(id: string, output: string, at: number | undefined): void {
    const call = `c${id}`;
    this.teller.call(at, {
      call,
      tool: REJECTED_RESPONSE,
      input: {},
      class: 'other',
      response: `e${id}`,
    });
    this.teller.result(at, { call, ok: false, output });
  }

  private state(state: unknown, at: number | undefined): void {
    switch (state) {
      case 'finished':
      case 'awaiting_user_input':
        this.teller.endTurn(at, 'completed');
        break;
      case 'rejected':
        this.teller.endTurn(at, 'stopped');
        break;
      case 'stopped':
      case 'paused':
        this.teller.endTurn(at, 'interrupted');
        break;
      case 'error':
        this.teller.endTurn(at, 'error');
        break;
      case 'awaiting_user_confirmation':
        this.teller.waiting(at, 'permission');
        break;
      case 'user_confirmed':
      case 'user_rejected':
        this.teller.resumed(at, 'permission');
        break;
      default:
        break;
    }
  }

  private byCallId(call: string | undefined): { call: string; tool: string } | undefined {
    return call !== undefined && this.teller.isOpen(call) ? { call, tool: '' } : undefined;
  }

  private remember(action: string, call: string, tool: string): void {
    this.calls.set(action, { call, tool });
    const oldest = this.calls.size > REMEMBERED ? this.calls.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.calls.delete(oldest);
    }
  }
}

/** What the model called, in its own words where they were kept. */
function askedFor(action: string, args: Fields, metadata: Fields): OpenHandsCall | undefined {
  const [name, id] = [idOf(metadata['function_name']), idOf(metadata['tool_call_id'])];
  const own = actionTool(action, args);
  if (own === undefined || name === undefined) {
    return own;
  }
  const message = fieldsIn(
    fieldsIn(listIn(fieldsIn(metadata['model_response'])['choices'])[0])['message'],
  );
  const asked = listIn(message['tool_calls']).find((each) => idOf(each['id']) === id);
  const written = fieldsIn(asked?.['function'])['arguments'];
  return { tool: name, input: written === undefined ? own.input : withoutRisk(inputIn(written)) };
}

/** How dangerous the model thinks its call is belongs to no action. */
export function withoutRisk(input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== 'security_risk' && key !== 'summary'),
  );
}
