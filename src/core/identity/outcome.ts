/** What a result tells once its packaging is gone. */
import type { ToolResultEvent } from '../events.js';
import { commandOf } from './tool.js';
import type { JsonObject, ToolClass } from '../events.js';

const ansi = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9])/g;
const reminders = /<system-reminder>[\s\S]*?<\/system-reminder>/g;
/** Whole results that agents put in place of an empty one. */
const emptyTexts = new Set([
  '(Bash completed with no output)', '(no output)', '(empty)', '<no output>', 'Tool ran without output or errors',
  'Command executed successfully with no output.', 'No matches found', 'No files found',
]);

/** The result without colours, agents' wrapper texts and outer white space; empty if it tells nothing. */
export function bareOutput(output: string): string {
  let text = output.includes('\u001b') ? output.replace(ansi, '') : output;
  if (text.includes('<system-reminder>')) { text = text.replace(reminders, ''); }
  text = text.trim();
  return emptyTexts.has(text) ? '' : text;
}

/** Commands whose exit code 1 reports a finding, not a failure. */
const findingPrograms = /^(?:\S*\/)?(?:grep|egrep|fgrep|rg|ag|ack|diff|cmp|test|\[|git\s+(?:-\S+\s+)*(?:diff|grep))(?:\s|$)/;

/** Failed = marked as an error or as denied, or an exit code that is not 0, except exit 1 of search and diff commands. */
export function hasFailed(kind: ToolClass, input: JsonObject, result: Pick<ToolResultEvent, 'ok' | 'exitCode'>): boolean {
  const command = commandOf(input);
  const reportsFinding = result.exitCode === 1 && (kind === 'search' || (command !== undefined && findingPrograms.test(command.trim())));
  if (reportsFinding) { return false; }
  return !result.ok || (result.exitCode !== undefined && result.exitCode !== 0);
}
