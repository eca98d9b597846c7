/** Pi's session file (JSON Lines: a header, then a tree's entries in the order of writing) → events. */
import type { TurnEvent } from '../../core/events.js';
import type { LogReader, Result } from '../agent.js';
import { UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { fieldsIn, objectIn, type Fields } from '../reading/fields.js';
import { nameOfFile, readId, readTime } from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { PiEntries } from './entries.js';
import { AGENT_ID } from './home.js';

const roles = new Set([
  'system',
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
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'context_edit',
  'usage',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
]);

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
  open: (file) => new PiSessionLog(file),
};

class PiSessionLog implements LogReader {
  private log: SessionLogWriter;
  private entries: PiEntries;
  private cwd: string | undefined;
  private started = false;

  constructor(file: string) {
    this.log = new SessionLogWriter(nameOfFile(file, ['.jsonl']), AGENT_ID);
    this.entries = new PiEntries(this.log);
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const { fields } = parsed;
    const { type } = fields;
    if (typeof type !== 'string') {
      return { problem: '"type" is missing' };
    }
    if (type === 'session') {
      return this.header(fields);
    }
    return entries.has(type) ? [...this.start(fields), ...this.entries.read(fields)] : [];
  }

  end(): TurnEvent[] {
    return this.entries.over();
  }

  settle(): TurnEvent[] {
    return this.entries.settle();
  }

  private header(fields: Fields): TurnEvent[] {
    const id = readId(fields['id']);
    // too late to rename once an event carries the id
    if (id !== undefined && !this.started) {
      this.log = new SessionLogWriter(id, AGENT_ID);
      this.entries = new PiEntries(this.log);
    }
    this.cwd = readId(fields['cwd']) ?? this.cwd;
    return this.start(fields);
  }

  /** Once, and when the person chooses another model; the first version names it in the header. */
  private start(fields: Fields): TurnEvent[] {
    const at = readTime(fields['timestamp']);
    this.started = true;
    return this.log.start(at, this.cwd ?? UNKNOWN_FOLDER, readId(fields['modelId']));
  }
}
