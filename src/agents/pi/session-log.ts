/** Pi's session file (JSON Lines: a header, then a tree's entries in the order of writing) → events. */
import type { TurnEvent, ToolClass } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, listIn, objectIn } from '../reading/fields.js';
import { readId, nameOfFile, readTime } from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { apartFromCache } from '../reading/usage.js';
import { readToolNames } from '../reading/tool-names.js';

const AGENT_ID = 'pi';
const roles = new Set([
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
]);
const entries = new Set([
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
]);
/** The last line of a command that failed. */
const exitLine = /(?:^|\n)Command exited with code (\d{1,10})\s*$/;

export const piFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) => {
    const { type, message, id, cwd, timestamp } = fieldsIn(line);
    if (type === 'session') {
      return typeof id === 'string' && typeof cwd === 'string';
    }
    const role = fieldsIn(message)['role'];
    return (
      type === 'message' && timestamp !== undefined && typeof role === 'string' && roles.has(role)
    );
  },
  open: (file) => new PiSessionLog(nameOfFile(file, ['.jsonl'])),
};

class PiSessionLog implements LogReader {
  private collector: EventCollector;
  private cwd: string | undefined;
  private model: string | undefined;
  private lines = 0;
  private started = false;

  constructor(name: string) {
    this.collector = new EventCollector(name, AGENT_ID);
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    this.lines += 1;
    const { fields } = parsed;
    const type = fields['type'];
    if (typeof type !== 'string') {
      return { problem: '"type" is missing' };
    }
    if (type === 'session') {
      this.header(fields);
    } else if (type === 'message' || entries.has(type)) {
      this.start(readTime(fields['timestamp']));
      this.entry(type, fields);
    }
    return this.collector.drain();
  }

  private header(fields: Fields): void {
    const id = readId(fields['id']);
    // too late to rename once an event carries the id
    if (id !== undefined && !this.started) {
      this.collector = new EventCollector(id, AGENT_ID);
    }
    this.cwd = readId(fields['cwd']) ?? this.cwd;
    this.model = readId(fields['modelId']) ?? this.model;
    this.started = false;
    this.start(readTime(fields['timestamp']));
  }

  private start(at: number | undefined): void {
    if (this.started) {
      return;
    }
    this.started = true;
    this.collector.start(
      at,
      this.cwd ?? UNKNOWN_FOLDER,
      this.model === undefined ? {} : { model: this.model },
    );
  }

  private entry(type: string, fields: Fields): void {
    const at = readTime(fields['timestamp']);
    if (type === 'compaction') {
      this.collector.compaction(at);
    }
    if (type !== 'message') {
      return;
    }
    const message = fieldsIn(fields['message']);
    const time = at ?? readTime(message['timestamp']);
    switch (message['role']) {
      case 'user':
        this.collector.turn(time, textIn(message['content']));
        break;
      case 'assistant':
        this.assistant(time, message, readId(fields['id']) ?? `m${this.lines}`);
        break;
      case 'toolResult':
        this.result(time, message);
        break;
      default:
        break; // entries of extensions and of the person's own shell commands begin no turn
    }
  }

  private assistant(at: number | undefined, message: Fields, response: string): void {
    for (const block of listIn(message['content'])) {
      if (block['type'] === 'text') {
        this.collector.message(at, response, textIn(block));
      } else if (block['type'] === 'toolCall') {
        const [call, tool] = [readId(block['id']), readId(block['name'])];
        if (call !== undefined && tool !== undefined) {
          this.collector.call(at, {
            call,
            tool,
            input: fieldsIn(block['arguments']),
            class: classifyTool(tool),
            response,
          });
        }
      }
    }
    const { input, cacheRead: read, cacheWrite: written, output } = fieldsIn(message['usage']);
    this.collector.usage(at, response, apartFromCache({ input, read, written, output }));
    switch (message['stopReason']) {
      case 'stop':
      case 'length':
        this.collector.endTurn(at, 'completed');
        break;
      case 'aborted':
        this.collector.endTurn(at, 'interrupted');
        break;
      case 'error':
        this.collector.endTurn(at, 'error');
        break;
      default:
        break;
    }
  }

  private result(at: number | undefined, message: Fields): void {
    const call = readId(message['toolCallId']);
    if (call === undefined) {
      return;
    }
    const output = textIn(message['content']);
    const failed = message['isError'] === true;
    const code = failed ? exitLine.exec(output.slice(-200))?.[1] : undefined;
    this.collector.result(at, {
      call,
      ok: !failed,
      output,
      exitCode: code === undefined ? undefined : Number(code),
      deniedBy: failed && output.startsWith(MODEL_MARK) ? 'turnwatch' : undefined,
    });
  }
}

const classes = readToolNames({
  read: 'read',
  shell: 'bash',
  edit: 'edit',
  write: 'write',
  search: 'grep find ls',
  todo: 'todo',
  task: 'subagent',
  ask: 'question',
});

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}
