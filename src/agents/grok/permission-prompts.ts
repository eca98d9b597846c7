/**
 * Grok's `events.jsonl`, beside each log: only there it notes that it asks the person for a permission, and their answer. It is looked at
 * where the log falls silent in a call.
 */
import { dirname, join } from 'node:path';
import { FileNow } from '../../bounded-files.js';
import { parseJsonObject } from '../../core/json.js';
import { nameIn, timeIn } from '../reading/fields.js';
import type { Time } from '../reading/recorded-values.js';
import { classifyTool } from './tools.js';

/** The end of the file: a prompt that nobody answered is among its last lines (bytes). */
const LOOKED_AT = 16 * 1024;
const ends: readonly unknown[] = ['permission_resolved', 'turn_started', 'turn_ended'];

/** When it was asked; undefined if nobody is asked. */
export function findOpenPrompt(log: string): { at: Time } | undefined {
  let file: FileNow | undefined;
  try {
    file = new FileNow(join(dirname(log), 'events.jsonl'));
    const from = Math.max(0, file.size - LOOKED_AT);
    const lines = file.read(from, LOOKED_AT).toString('utf8').split('\n').toReversed();
    for (const line of lines) {
      const { type, ts, tool_name: tool } = parseJsonObject(line) ?? {};
      if (ends.includes(type)) {
        return undefined;
      }
      if (type === 'permission_requested') {
        // a question is a prompt of another kind, which its call tells
        return classifyTool(nameIn(tool) ?? '') === 'ask' ? undefined : { at: timeIn(ts) };
      }
    }
  } catch {
    /* there is none */
  } finally {
    file?.close();
  }
  return undefined;
}
