/** One wire log of Kimi Code (the main agent's or a sub-agent's) → events. The Kimi CLI's older wire log is read by `older-wire.ts`. */
import type { DeniedBy, TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/view/wording.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, objectIn } from '../reading/fields.js';
import { idOf, integerOf, nameOfFile, timeOf } from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { apartFromCache } from '../reading/usage.js';
import { AGENT_ID } from './known.js';
import { isOlderRecord, OlderWire } from './older-wire.js';
import { deniedBy, failedExitCode, toolOutput } from './result.js';
import { classOf } from './tools.js';

const known =
  /^(?:context|turn|agent|permission|full_compaction|llm|usage|token_counting|profile|runtime|config|tools|plugin|prompt|goal|plan_mode)\.[\w.]+$/;

export const kimiCodeFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) => {
    const { type, time, protocol_version: protocol } = fieldsIn(line);
    if (isOlderRecord(line)) {
      return true;
    }
    return type === 'metadata'
      ? typeof protocol === 'string'
      : typeof type === 'string' && known.test(type) && typeof time === 'number';
  },
  open: (file) => new WireLog(file),
};

/** `…/<session>/agents/<agent>/wire.jsonl`; a copy under another name is a session of that name. */
function sessionOfFile(file: string): { session: string; agent?: string } {
  const [, session, agent] =
    /(?:^|[\\/])([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/]wire\.jsonl$/.exec(file) ?? [];
  if (session === undefined || agent === undefined) {
    return { session: nameOfFile(file, ['.jsonl']) };
  }
  return { session, agent };
}

class WireLog implements LogReader {
  private readonly base: string;
  private agent: string | undefined;
  private teller: EventCollector | undefined;
  private older: OlderWire | undefined;
  private cwd: string | undefined;
  private model: string | undefined;
  /** The step that asked for a tool last. */
  private calling: string | undefined;
  /** The model has said its last word; newer versions say so once more in a line of its own. */
  private mayEnd: { at: number | undefined } | undefined;
  private readonly deniedCalls = new Map<string, DeniedBy>();

  constructor(file: string) {
    const { session, agent } = sessionOfFile(file);
    this.base = session;
    this.agent = agent;
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const { fields } = parsed;
    if (this.older !== undefined || isOlderRecord(fields)) {
      this.older ??= new OlderWire(this.base);
      return this.older.record(fields);
    }
    const type = fields['type'];
    if (typeof type !== 'string') {
      return { problem: '"type" is missing' };
    }
    this.agent ??= idOf(fields['agentId']);
    this.record(type, fields, timeOf(fields['time']));
    return this.teller?.take() ?? [];
  }

  end(): TurnEvent[] {
    this.conclude();
    return [...(this.teller?.take() ?? []), ...(this.older?.end() ?? [])];
  }

  private record(type: string, fields: Fields, at: number | undefined): void {
    switch (type) {
      case 'profile.bind':
      case 'config.update': {
        const cwd = idOf(fields['cwd']) ?? idOf(fieldsIn(fields['environmentDisclosure'])['cwd']);
        if (cwd !== undefined && this.teller === undefined) {
          this.cwd = cwd;
        }
        break;
      }
      case 'llm.request': {
        const model = idOf(fields['model']);
        if (model !== undefined && model !== this.model) {
          this.model = model;
          this.told(at).start(at, this.cwd ?? UNKNOWN_FOLDER, { ...this.lineage(), model });
        }
        break;
      }
      case 'turn.prompt':
      case 'turn.steer':
        this.prompt(fields, at);
        break;
      case 'turn.cancel':
        this.mayEnd = undefined;
        this.told(at).endTurn(at, 'interrupted');
        break;
      case 'turn.ended':
        this.ended(fields, at);
        break;
      case 'context.apply_compaction':
        this.told(at).compaction(at);
        break;
      case 'permission.record_approval_result': {
        const call = idOf(fields['toolCallId']);
        const decision = fieldsIn(fields['result'])['decision'];
        if (call !== undefined && (decision === 'rejected' || decision === 'cancelled')) {
          this.deniedCalls.set(call, 'person');
        }
        break;
      }
      case 'context.append_loop_event':
        if (isObject(fields['event'])) {
          this.loopEvent(fields['event'], at);
        }
        break;
      default:
        break; // requests, their usage and the context's messages, which tell the same a second time
    }
  }

  private prompt(fields: Fields, at: number | undefined): void {
    const kind = fieldsIn(fields['origin'])['kind'];
    if (kind !== undefined && kind !== 'user') {
      return;
    }
    this.conclude();
    const prompt = textIn(fields['input']).trim();
    // a sentence of ours, by the agent's server, is not the person's
    if (prompt !== '' && !prompt.startsWith(MODEL_MARK)) {
      this.told(at).turn(at, prompt);
    }
  }

  private ended(fields: Fields, at: number | undefined): void {
    this.mayEnd = undefined;
    const teller = this.told(at);
    switch (fields['reason']) {
      case 'cancelled':
      case 'canceled':
      case 'aborted':
        teller.endTurn(at, 'interrupted');
        break;
      case 'failed':
      case 'error':
        teller.endTurn(at, 'error');
        break;
      default:
        teller.endTurn(at, fields['stopReason'] === 'repeat_breaker' ? 'stopped' : 'completed');
        break;
    }
  }

  private loopEvent(event: Fields, at: number | undefined): void {
    const teller = this.told(at);
    const response = idOf(event['stepUuid']);
    switch (event['type']) {
      case 'step.begin':
        this.mayEnd = undefined;
        break;
      case 'content.part': {
        const part = fieldsIn(event['part']);
        if (part['type'] === 'text') {
          teller.message(at, response, textIn(part));
        }
        break;
      }
      case 'tool.call': {
        const [call, tool] = [idOf(event['toolCallId']), idOf(event['name'])];
        if (call === undefined || tool === undefined) {
          break;
        }
        this.calling = response;
        teller.call(at, {
          call,
          tool,
          input: fieldsIn(event['args']),
          class: classOf(tool),
          response,
        });
        break;
      }
      case 'tool.result':
        this.result(event, at);
        break;
      case 'step.end': {
        const {
          inputOther: input,
          inputCacheRead: read,
          inputCacheCreation: written,
          output,
        } = fieldsIn(event['usage']);
        teller.usage(at, idOf(event['uuid']), apartFromCache({ input, read, written, output }));
        if (this.calling !== undefined && this.calling === event['uuid']) {
          teller.stepEnd(at, this.calling);
        }
        if (event['finishReason'] === 'end_turn') {
          this.mayEnd = { at };
        }
        break;
      }
      default:
        break;
    }
  }

  private result(event: Fields, at: number | undefined): void {
    const call = idOf(event['toolCallId']);
    if (call === undefined) {
      return;
    }
    const result = fieldsIn(event['result']);
    const output = toolOutput(result['output']);
    const failed = result['isError'] === true;
    const recorded = this.deniedCalls.get(call);
    this.deniedCalls.delete(call);
    this.told(at).result(at, {
      call,
      ok: !failed,
      output,
      exitCode: failed ? failedExitCode(output) : undefined,
      durationMs: integerOf(result['durationMs']),
      deniedBy: failed ? (deniedBy(output) ?? recorded) : undefined,
    });
  }

  /** Versions without a line for it: a turn has ended with the model's last word. */
  private conclude(): void {
    if (this.mayEnd === undefined) {
      return;
    }
    this.teller?.endTurn(this.mayEnd.at, 'completed');
    this.mayEnd = undefined;
  }

  private lineage(): { parent?: string; steps: 'explicit' } {
    return this.agent === undefined || this.agent === 'main'
      ? { steps: 'explicit' }
      : { parent: this.base, steps: 'explicit' };
  }

  private told(at: number | undefined): EventCollector {
    if (this.teller === undefined) {
      const main = this.agent === undefined || this.agent === 'main';
      this.teller = new EventCollector(main ? this.base : `${this.base}/${this.agent}`, AGENT_ID);
      this.teller.start(at, this.cwd ?? UNKNOWN_FOLDER, this.lineage());
    }
    return this.teller;
  }
}
