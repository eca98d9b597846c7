/** Events of the OpenHands software agent SDK: typed by `kind`, calls and results joined by `tool_call_id`. */
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn } from '../reading/fields.js';
import { readId, readInteger, readTime } from '../reading/recorded-values.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import type { EventCollector } from '../reading/event-collector.js';
import { withoutRisk } from './stream-events.js';
import { classifyTool } from './tools.js';

const kinds = new Set([
  'ActionEvent',
  'ObservationEvent',
  'MessageEvent',
  'AgentErrorEvent',
  'UserRejectObservation',
  'SystemPromptEvent',
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'PauseEvent',
  'InterruptEvent',
  'ConversationStateUpdateEvent',
  'ConversationErrorEvent',
  'TokenEvent',
  'NonExecutableActionEvent',
]);

export function isSdkEvent(event: Fields): boolean {
  return typeof event['kind'] === 'string' && kinds.has(event['kind']) && 'source' in event;
}

export class SdkEvents {
  private lastResponse: string | undefined;
  /** The model's finishing call, whose observation is not a result. */
  private finish: string | undefined;
  private position = 0;

  constructor(private readonly collector: EventCollector) {}

  event(event: Fields): void {
    this.position += 1;
    const at = readTime(event['timestamp']);
    const id = readId(event['id']) ?? `e${this.position}`;
    switch (event['kind']) {
      case 'MessageEvent':
        this.message(event, id, at);
        break;
      case 'ActionEvent':
      case 'NonExecutableActionEvent':
        this.action(event, id, at);
        break;
      case 'ObservationEvent':
        this.observation(event, at);
        break;
      case 'AgentErrorEvent':
        this.error(event, id, at);
        break;
      case 'UserRejectObservation': {
        const call = readId(event['tool_call_id']);
        const reason = textIn(event['rejection_reason']);
        const byHook = event['rejection_source'] === 'hook';
        const deniedBy = byHook ? (reason.startsWith(MODEL_MARK) ? 'turnwatch' : 'rule') : 'person';
        if (call !== undefined) {
          this.collector.result(at, { call, ok: false, output: reason, deniedBy });
        }
        break;
      }
      case 'Condensation':
        this.collector.compaction(at);
        break;
      case 'PauseEvent':
      case 'InterruptEvent':
        this.collector.endTurn(at, 'interrupted');
        break;
      case 'ConversationErrorEvent':
        this.collector.endTurn(at, 'error');
        break;
      case 'ConversationStateUpdateEvent':
        this.state(event, at);
        break;
      default:
        break;
    }
  }

  private message(event: Fields, id: string, at: number | undefined): void {
    const text = textIn(fieldsIn(event['llm_message'])['content']);
    if (event['source'] === 'user') {
      this.collector.turn(at, text);
    } else if (event['source'] === 'agent') {
      this.collector.message(at, readId(event['llm_response_id']) ?? id, text);
      // a response without a call ends the run
      if (!event['sender']) {
        this.collector.endTurn(at, 'completed');
      }
    }
  }

  private action(event: Fields, id: string, at: number | undefined): void {
    const [call, tool] = [readId(event['tool_call_id']), readId(event['tool_name'])];
    if (call === undefined || tool === undefined) {
      return;
    }
    const response = readId(event['llm_response_id']) ?? id;
    if (response !== this.lastResponse) {
      this.collector.message(at, response, textIn(event['thought']));
    }
    this.lastResponse = response;
    const toolCall = fieldsIn(event['tool_call']);
    const written = toolCall['arguments'] ?? fieldsIn(toolCall['function'])['arguments'];
    const own = Object.fromEntries(
      Object.entries(fieldsIn(event['action'])).filter(
        ([key, value]) => key !== 'kind' && value !== null,
      ),
    );
    const input = written === undefined ? own : withoutRisk(inputIn(written));
    if (tool === 'finish') {
      this.finish = call;
      this.collector.message(at, response, textIn(input['message']));
      this.collector.endTurn(at, 'completed');
      return;
    }
    this.collector.call(at, { call, tool, input, class: classifyTool(tool, input), response });
  }

  private observation(event: Fields, at: number | undefined): void {
    const call = readId(event['tool_call_id']);
    if (call === undefined || call === this.finish) {
      return;
    }
    const observation = fieldsIn(event['observation']);
    const exitCode =
      readInteger(observation['exit_code']) ??
      readInteger(fieldsIn(observation['metadata'])['exit_code']);
    const error = textIn(observation['error']);
    this.collector.result(at, {
      call,
      ok: observation['is_error'] !== true && error === '',
      output:
        textIn(observation['content']) ||
        textIn(observation['output']) ||
        error ||
        textIn(observation['message']),
      exitCode: exitCode !== undefined && exitCode >= 0 ? exitCode : undefined,
    });
  }

  /** The call was invalid, or its tool crashed. */
  private error(event: Fields, id: string, at: number | undefined): void {
    const call = readId(event['tool_call_id']) ?? `c${id}`;
    if (!this.collector.isOpen(call)) {
      this.collector.call(at, {
        call,
        tool: readId(event['tool_name']) ?? REJECTED_RESPONSE,
        input: {},
        class: 'other',
        response: id,
      });
    }
    this.collector.result(at, { call, ok: false, output: textIn(event['error']) });
  }

  private state(event: Fields, at: number | undefined): void {
    if (event['key'] !== 'execution_status' && event['key'] !== 'agent_status') {
      return;
    }
    switch (event['value']) {
      case 'finished':
        this.collector.endTurn(at, 'completed');
        break;
      case 'paused':
        this.collector.endTurn(at, 'interrupted');
        break;
      case 'error':
        this.collector.endTurn(at, 'error');
        break;
      case 'stuck':
        this.collector.endTurn(at, 'stopped');
        break;
      case 'waiting_for_confirmation':
        this.collector.waiting(at, 'permission');
        break;
      default:
        break;
    }
  }
}
