/** One line of a transcript: which lines are worth parsing, and what kind of record they hold. */
import type { Result } from '../agent.js';
import { objectIn, type Fields } from '../reading/fields.js';

/** In characters. Longer lines are not parsed: no step needs that much. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** Most of a transcript is lines of other kinds (requests, snapshots): skipped by their first characters, without parsing. */
const otherLine = /^\{"type":"(?!user"|assistant"|system"|attachment")[\w-]+"/;
/** Preceded by plain values only: a tool's input may have a field of the same name. */
const attachmentKind = /^\{(?:"\w+":(?:"[^"\\]*"|[\w.-]+),)*"attachment":\{"type":"(\w+)"/;
const attachmentsRead = new Set([
  'queued_command',
  'hook_stopped_continuation',
  'hook_permission_decision',
]);

const recordTypes = ['user', 'assistant', 'system', 'attachment'] as const;
type RecordType = (typeof recordTypes)[number];

export interface TranscriptRecord {
  type: RecordType;
  fields: Fields;
}

/** `record` is absent for skipped lines. */
export function parseLine(text: string): Result<{ record?: TranscriptRecord }> {
  if (text.trim() === '') {
    return {};
  }
  if (text.length > LONGEST_LINE) {
    return { problem: `skipped a line of ${text.length} characters (limit ${LONGEST_LINE})` };
  }
  // report truncated lines even if they would be skipped
  if (isOther(text) && text.trimEnd().endsWith('}')) {
    return {};
  }
  const read = objectIn(text);
  if ('problem' in read) {
    return read;
  }
  const { fields } = read;
  if (typeof fields['type'] !== 'string') {
    return { problem: '"type" is missing' };
  }
  const type = recordTypes.find((each) => each === fields['type']);
  return type === undefined ? {} : { record: { type, fields } };
}

function isOther(text: string): boolean {
  const attachment = attachmentKind.exec(text.slice(0, 400))?.[1];
  return otherLine.test(text) || (attachment !== undefined && !attachmentsRead.has(attachment));
}
