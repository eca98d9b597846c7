/** The formats of recorded runs: our own, and those that the agents' folders read. */
import { readErrorMessage } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import { parseEvent } from '../../core/parse.js';
import type { LogReader, Result } from '../agent.js';
import { knownAgents, recordedAgents } from '../index.js';
import type {
  DatabaseFormat,
  DocumentFormat,
  LineFormat,
  RecordingFormat,
} from './recording-format.js';

const events: LineFormat = {
  kind: 'lines',
  id: 'events',
  recognises: (line) => isObject(line) && line['v'] === 1 && typeof line['type'] === 'string',
  open: () => ({ line: readEvent }),
};

const all = [
  events,
  ...(
    await Promise.all(
      [...knownAgents, ...recordedAgents].map(async (agent) => (await agent.recordings?.()) ?? []),
    )
  ).flat(),
];

/** The first that recognises a line or a document reads it. One id may have several kinds. */
export const formats: readonly RecordingFormat[] = [
  ...all.filter(({ general }) => general !== true),
  ...all.filter(({ general }) => general === true),
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
