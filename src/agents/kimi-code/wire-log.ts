/** One wire log of Kimi Code (the main agent's or a sub-agent's) → events. `older-wire.ts` reads the older format of the Kimi CLI. */
import type { DeniedBy, TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import { failedRequest } from '../reading/failed-request.js';
import { type Fields, fieldsIn, numberIn, objectIn } from '../reading/fields.js';
import {
  readId,
  readInteger,
  nameOfFile,
  readTime,
  type Time,
} from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { taskNotice, readTask } from '../reading/task-text.js';
import { apartFromCache } from '../reading/usage.js';
import { AGENT_ID } from './home.js';
import { isOlderRecord, OlderWire } from './older-wire.js';
import { deniedBy, failedExitCode, toolOutput, classifyTool } from './tools.js';

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

/** From `…/<session>/agents/<agent>/wire.jsonl`; any other file is a session of the file's name. */
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
  private collector: EventCollector | undefined;
  private older: OlderWire | undefined;
  private cwd: string | undefined;
  private model: string | undefined;
  /** The latest step with a call. */
  private calling: string | undefined;
  /** The model has ended its turn; newer versions also write a record of that. */
  private mayEnd: { at: Time } | undefined;
  private readonly deniedCalls = new Map<string, DeniedBy>();

  /** By type of record. Other types (request usage, context messages) only repeat these. */
  private readonly readers: Readonly<Record<string, (fields: Fields, at: Time) => void>> = {
    'profile.bind': (fields) => this.bind(fields),
    'config.update': (fields) => this.bind(fields),
    'llm.request': (fields, at) => this.request(fields, at),
    'turn.prompt': (fields, at) => this.prompt(fields, at),
    'turn.steer': (fields, at) => this.prompt(fields, at),
    'turn.cancel': (_, at) => this.cancel(at),
    'turn.ended': (fields, at) => this.ended(fields, at),
    'turn.step.retrying': (fields, at) => this.retrying(fields, at),
    'context.apply_compaction': (_, at) => this.events(at).compaction(at),
    'task.started': (fields, at) => this.task(fields, at),
    'task.terminated': (fields, at) => this.task(fields, at),
    'permission.record_approval_result': (fields) => this.approval(fields),
    'context.append_loop_event': (fields, at) => {
      if (isObject(fields['event'])) {
        this.loopEvent(fields['event'], at);
      }
    },
  };

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
    this.agent ??= readId(fields['agentId']);
    const read = Object.hasOwn(this.readers, type) ? this.readers[type] : undefined;
    read?.(fields, readTime(fields['time']));
    return this.collector?.drain() ?? [];
  }

  end(): TurnEvent[] {
    this.conclude();
    return [...(this.collector?.drain() ?? []), ...(this.older?.end() ?? [])];
  }

  private bind(fields: Fields): void {
    const cwd = readId(fields['cwd']) ?? readId(fieldsIn(fields['environmentDisclosure'])['cwd']);
    if (cwd !== undefined && this.collector === undefined) {
      this.cwd = cwd;
    }
  }

  private request(fields: Fields, at: Time): void {
    const model = readId(fields['model']);
    if (model !== undefined && model !== this.model) {
      this.model = model;
      this.events(at).start(at, this.cwd ?? UNKNOWN_FOLDER, { ...this.lineage(), model });
    }
  }

  private cancel(at: Time): void {
    this.mayEnd = undefined;
    this.events(at).endTurn(at, 'interrupted');
  }

  private approval(fields: Fields): void {
    const call = readId(fields['toolCallId']);
    const decision = fieldsIn(fields['result'])['decision'];
    if (call !== undefined && (decision === 'rejected' || decision === 'cancelled')) {
      this.deniedCalls.set(call, 'person');
    }
  }

  private task(fields: Fields, at: Time): void {
    const { taskId, status } = fieldsIn(fields['info']);
    const events = this.events(at);
    events.add(taskNotice(events.session, at, readTask(taskId, readId(status))));
  }

  private prompt(fields: Fields, at: Time): void {
    const kind = fieldsIn(fields['origin'])['kind'];
    if (kind !== undefined && kind !== 'user') {
      return;
    }
    this.conclude();
    const prompt = textIn(fields['input']).trim();
    // ignore our own messages, sent through the agent's server
    if (prompt !== '' && !prompt.startsWith(MODEL_MARK)) {
      this.events(at).turn(at, prompt);
    }
  }

  private ended(fields: Fields, at: Time): void {
    this.mayEnd = undefined;
    const events = this.events(at);
    switch (fields['reason']) {
      case 'cancelled':
      case 'canceled':
      case 'aborted':
        events.endTurn(at, 'interrupted');
        break;
      case 'failed':
      case 'error':
        events.endTurn(at, 'error');
        break;
      default:
        events.endTurn(at, fields['stopReason'] === 'repeat_breaker' ? 'stopped' : 'completed');
        break;
    }
  }

  private retrying(fields: Fields, at: Time): void {
    const events = this.events(at);
    const wait = numberIn(fields['delayMs'], 0);
    events.add(
      failedRequest(events.session, at, {
        error: readId(fields['errorMessage']),
        status: numberIn(fields['statusCode']),
        attempt: numberIn(fields['nextAttempt'], 0),
        attempts: numberIn(fields['maxAttempts'], 0),
        retryAt: at === undefined || wait === undefined ? undefined : at + wait,
      }),
    );
  }

  private loopEvent(event: Fields, at: Time): void {
    const events = this.events(at);
    const response = readId(event['stepUuid']);
    switch (event['type']) {
      case 'step.begin':
        this.mayEnd = undefined;
        break;
      case 'content.part': {
        const part = fieldsIn(event['part']);
        if (part['type'] === 'text') {
          events.message(at, response, textIn(part));
        }
        break;
      }
      case 'tool.call':
        this.call(event, response, at);
        break;
      case 'tool.result':
        this.result(event, at);
        break;
      case 'step.end':
        this.stepEnd(event, at);
        break;
      default:
        break;
    }
  }

  private call(event: Fields, response: string | undefined, at: Time): void {
    const [call, tool] = [readId(event['toolCallId']), readId(event['name'])];
    if (call === undefined || tool === undefined) {
      return;
    }
    this.calling = response;
    const input = fieldsIn(event['args']);
    this.events(at).call(at, { call, tool, input, class: classifyTool(tool), response });
  }

  private stepEnd(event: Fields, at: Time): void {
    const events = this.events(at);
    const {
      inputOther: input,
      inputCacheRead: read,
      inputCacheCreation: written,
      output,
    } = fieldsIn(event['usage']);
    events.usage(at, readId(event['uuid']), apartFromCache({ input, read, written, output }));
    if (this.calling !== undefined && this.calling === event['uuid']) {
      events.stepEnd(at, this.calling);
    }
    if (event['finishReason'] === 'end_turn') {
      this.mayEnd = { at };
    }
  }

  private result(event: Fields, at: Time): void {
    const call = readId(event['toolCallId']);
    if (call === undefined) {
      return;
    }
    const result = fieldsIn(event['result']);
    const output = toolOutput(result['output']);
    const failed = result['isError'] === true;
    const recorded = this.deniedCalls.get(call);
    this.deniedCalls.delete(call);
    this.events(at).result(at, {
      call,
      ok: !failed,
      output,
      exitCode: failed ? failedExitCode(output) : undefined,
      durationMs: readInteger(result['durationMs']),
      deniedBy: failed ? (deniedBy(output) ?? recorded) : undefined,
    });
  }

  /** For versions that do not write `turn.ended`. */
  private conclude(): void {
    if (this.mayEnd === undefined) {
      return;
    }
    this.collector?.endTurn(this.mayEnd.at, 'completed');
    this.mayEnd = undefined;
  }

  private lineage(): { parent?: string; steps: 'explicit' } {
    return this.agent === undefined || this.agent === 'main'
      ? { steps: 'explicit' }
      : { parent: this.base, steps: 'explicit' };
  }

  private events(at: Time): EventCollector {
    if (this.collector === undefined) {
      const main = this.agent === undefined || this.agent === 'main';
      this.collector = new EventCollector(
        main ? this.base : `${this.base}/${this.agent}`,
        AGENT_ID,
      );
      this.collector.start(at, this.cwd ?? UNKNOWN_FOLDER, this.lineage());
    }
    return this.collector;
  }
}
