/** The formats of recorded runs. Adding one: a reader in its agent's folder, one entry here. */
import { readErrorMessage } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import { parseEvent } from '../../core/parse.js';
import type { LogReader, Result } from '../agent.js';
import { openTranscript } from '../claude-code/transcript.js';
import { clineFormat } from '../cline/messages.js';
import { codexFormats } from '../codex/formats.js';
import { copilotFormat } from '../copilot/events-log.js';
import { geminiFormats } from '../gemini-cli/chat.js';
import { kiloDatabase } from '../kilo/recordings.js';
import { kimiCodeFormat } from '../kimi-code/wire-log.js';
import { miniSweAgentFormat } from '../mini-swe-agent/trajectory.js';
import { openCodeDatabase } from '../opencode/database.js';
import { openCodeDocument, openCodeLines } from '../opencode/recordings.js';
import { openHandsDocument, openHandsLines } from '../openhands/event-log.js';
import { piFormat } from '../pi/session-log.js';
import { qwenFormat } from '../qwen-code/chat.js';
import { sweAgentFormat } from '../swe-agent/trajectory.js';
import type {
  DatabaseFormat,
  DocumentFormat,
  LineFormat,
  RecordingFormat,
} from './recording-format.js';

/** Specific formats first: the first that recognises a line or a document reads it. One id may have several kinds. */
export const formats: readonly RecordingFormat[] = [
  {
    kind: 'lines',
    id: 'events',
    recognises: (line) => isObject(line) && line['v'] === 1 && typeof line['type'] === 'string',
    open: () => ({ line: readEvent }),
  },
  {
    kind: 'lines',
    id: 'claude-code',
    recognises: (line) =>
      isObject(line) &&
      typeof line['sessionId'] === 'string' &&
      typeof line['type'] === 'string' &&
      !qwenFormat.recognises(line),
    open: openTranscript,
  },
  ...codexFormats,
  ...geminiFormats,
  qwenFormat,
  copilotFormat,
  kimiCodeFormat,
  openCodeLines,
  openCodeDocument,
  kiloDatabase,
  openCodeDatabase,
  openHandsLines,
  openHandsDocument,
  sweAgentFormat,
  miniSweAgentFormat,
  piFormat,
  clineFormat, // last: it matches any list of messages
];

/** Values of `--format`. */
export const formatIds: readonly string[] = ['auto', ...new Set(formats.map(({ id }) => id))];

/** The formats that a file may have, by the kind of file. */
export interface Candidates {
  lines: LineFormat[];
  documents: DocumentFormat[];
  databases: DatabaseFormat[];
}

/** `format`: one of `formatIds`. */
export function candidates(format: string): Result<Candidates> {
  if (!formatIds.includes(format)) {
    return { problem: `unknown format "${format}"; known: ${formatIds.join(', ')}` };
  }
  const wanted = formats.filter(({ id }) => format === 'auto' || id === format);
  return {
    lines: wanted.filter((each) => each.kind === 'lines'),
    documents: wanted.filter((each) => each.kind === 'document'),
    databases: wanted.filter((each) => each.kind === 'database'),
  };
}

function readEvent(text: string): ReturnType<LogReader['line']> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${readErrorMessage(error)}` };
  }
  const read = parseEvent(value);
  if ('problem' in read) {
    return { problem: read.problem };
  }
  return 'event' in read ? [read.event] : [];
}
