/** The stream of `codex exec --json` → events. It has no prompt, folder or time, and does not group calls by response. */
import { basename } from 'node:path';
import type { DeniedBy, TurnEvent } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import type { LogReader, Result } from '../agent.js';
import { boundedJson, capInput } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import {
  fieldsIn,
  inputIn,
  listIn,
  nameIn,
  numberIn,
  objectIn,
  timeIn,
  type Fields,
} from '../reading/fields.js';
import { SessionLogWriter, type LoggedOutcome } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { denial, action, type CodexAction, scriptIn } from './tools.js';
import type { LineFormat } from '../reading/recording-format.js';
import { isRollout } from './rollout-file.js';
import { openRollout } from './rollout.js';

const events = new Set([
  'thread.started',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'item.started',
  'item.updated',
  'item.completed',
]);

/** Other programs use these type names too, so check further fields. */
function isExecStream(line: unknown): boolean {
  const { type, item, thread_id: thread, usage, error, ...rest } = fieldsIn(line);
  if (
    typeof type !== 'string' ||
    !events.has(type) ||
    Object.keys(rest).some((key) => key !== 'timestamp')
  ) {
    return false;
  }
  if (type.startsWith('item.')) {
    return nameIn(classifyItem(fieldsIn(item))) !== undefined;
  }
  switch (type) {
    case 'thread.started':
      return typeof thread === 'string';
    case 'turn.completed':
      return usage !== undefined;
    case 'turn.failed':
      return error !== undefined;
    default:
      return true;
  }
}

export function openExecStream(file: string): LogReader {
  return new ExecStream(file);
}

class ExecStream implements LogReader {
  private log: SessionLogWriter | undefined;
  private readonly called = new Set<string>();
  private turns = 0;
  private updates = 0;

  constructor(private readonly file: string) {}

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields: line } = read;
    const at = timeIn(line['timestamp']);
    if (line['type'] === 'thread.started') {
      const thread = nameIn(line['thread_id']);
      if (thread === undefined) {
        return { problem: 'thread.started without "thread_id"' };
      }
      // a resumed thread continues in the same stream
      if (this.log?.id === thread) {
        return [];
      }
      this.called.clear();
      this.log = new SessionLogWriter(thread, AGENT_ID);
      return this.log.start(at, undefined);
    }
    if (
      typeof line['type'] !== 'string' ||
      !(events.has(line['type']) || line['type'] === 'request_user_input')
    ) {
      return [];
    }
    this.log ??= new SessionLogWriter(basename(this.file), AGENT_ID);
    return [...this.log.start(at, undefined), ...this.event(this.log, line['type'], line, at)];
  }

  end(): TurnEvent[] {
    return [];
  }

  private event(
    log: SessionLogWriter,
    type: string,
    line: Fields,
    at: number | undefined,
  ): TurnEvent[] {
    switch (type) {
      case 'turn.started':
        this.turns += 1;
        return log.prompt(at, undefined);
      case 'turn.completed':
        return log.endTurn(at, 'completed');
      case 'turn.failed':
        return log.endTurn(at, 'error');
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return this.item(log, type, fieldsIn(line['item']), at);
      case 'request_user_input':
        return this.question(log, line, at);
      default:
        return [];
    }
  }

  private question(log: SessionLogWriter, line: Fields, at: number | undefined): TurnEvent[] {
    const call = nameIn(line['call_id']);
    if (call === undefined) {
      return [];
    }
    return [
      ...log.call(at, {
        call,
        ...action('request_user_input', capInput({ questions: line['questions'] })),
      }),
      ...log.waiting(at, 'input', call),
    ];
  }

  private item(
    log: SessionLogWriter,
    type: string,
    item: Fields,
    at: number | undefined,
  ): TurnEvent[] {
    const [id, kind, over] = [nameIn(item['id']), classifyItem(item), type === 'item.completed'];
    if (id === undefined) {
      return [];
    }
    if (kind === 'agent_message') {
      return over ? log.message(at, textIn(item['text'])) : [];
    }
    // ids restart when a thread is resumed in the same file
    const call = `${id}${this.turns > 1 ? `#${this.turns}` : ''}`;
    if (kind === 'todo_list') {
      // a single item: each call updates it, the turn's end completes it
      if (over && this.called.has(call)) {
        return [];
      }
      this.called.add(call);
      const update = `${call}.${this.updates++}`;
      return [
        ...log.call(at, {
          call: update,
          ...action('update_plan', capInput({ plan: item['items'] })),
        }),
        ...log.result(at, { call: update, ok: true, output: 'Plan updated' }),
      ];
    }
    const requested = readAction(kind, item);
    // the query is known only at the end
    if (requested === undefined || (kind === 'web_search' && !over)) {
      return [];
    }
    const begun = this.called.has(call) ? [] : log.call(at, { call, ...requested });
    this.called.add(call);
    if (!over) {
      return begun;
    }
    this.called.delete(call);
    return [...begun, ...log.result(at, { call, ...readOutcome(kind, item) })];
  }
}

/** Early versions call it `item_type`. */
function classifyItem(item: Fields): unknown {
  return item['type'] ?? item['item_type'];
}

function readAction(kind: unknown, item: Fields): CodexAction | undefined {
  switch (kind) {
    case 'command_execution':
      return action('shell', capInput({ command: scriptIn(textIn(item['command'])) }));
    case 'file_change': {
      const changes = listIn(item['changes']);
      // the stream lacks the changes' content: two changes of one file are not the same action
      const input = {
        changes,
        change: item['id'],
        ...(changes.length === 1 ? { path: changes[0]?.['path'] } : {}),
      };
      return { tool: 'apply_patch', input: capInput(input), class: 'edit' };
    }
    case 'mcp_tool_call': {
      const tool = `mcp__${textIn(item['server'])}__${textIn(item['tool'])}`;
      const input = inputIn(item['arguments']);
      return { tool, input, class: toolClass(tool, input) };
    }
    case 'collab_tool_call':
      return action(
        textIn(item['tool']),
        capInput({ prompt: item['prompt'], agents: item['receiver_thread_ids'] }),
      );
    case 'web_search':
      return action('web_search', capInput({ query: item['query'], ...fieldsIn(item['action']) }));
    default:
      return undefined;
  }
}

function readOutcome(kind: unknown, item: Fields): LoggedOutcome {
  const status = item['status'];
  switch (kind) {
    case 'command_execution': {
      const output = textIn(item['aggregated_output']);
      const exitCode = numberIn(item['exit_code']);
      const denied: DeniedBy | undefined =
        denial(output) ?? (status === 'declined' ? 'rule' : undefined);
      // a failed command without an exit code never ran
      const ok = denied === undefined && (status !== 'failed' || exitCode !== undefined);
      return {
        ok,
        output,
        exitCode: denied === undefined ? exitCode : undefined,
        deniedBy: denied,
      };
    }
    case 'file_change':
      return {
        ok: status !== 'failed',
        output: status === 'failed' ? 'The patch could not be applied.' : '',
      };
    case 'mcp_tool_call': {
      const error = fieldsIn(item['error']);
      const result = fieldsIn(item['result']);
      const [text, structured] = [
        textIn(error['message']) || textIn(result['content']),
        result['structured_content'],
      ];
      return {
        ok: status !== 'failed',
        output:
          text !== '' || structured === undefined || structured === null
            ? text
            : boundedJson(structured),
      };
    }
    case 'collab_tool_call':
      return {
        ok: status !== 'failed',
        output: item['agents_states'] === undefined ? '' : boundedJson(item['agents_states']),
      };
    case 'web_search':
      return { ok: true, output: boundedJson([item['query'], item['action']]) };
    default:
      return { ok: status !== 'failed', output: '' };
  }
}

/** The formats of Codex's recorded runs. */
export const codexFormats: readonly LineFormat[] = [
  { kind: 'lines', id: AGENT_ID, recognises: isRollout, open: openRollout },
  { kind: 'lines', id: `${AGENT_ID}-exec`, recognises: isExecStream, open: openExecStream },
];
