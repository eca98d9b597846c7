/** What a result tells once its packaging is gone. */
import type { JsonObject, ToolClass, ToolResultEvent } from '../events.js';
import { natureOf } from './command.js';
import { commandOf } from './tool.js';

const ansi = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9])/g;
const reminders = /<system-reminder>[\s\S]*?<\/system-reminder>/g;
/** The frame that Gemini CLI and Qwen Code put around a command's output: only what stands in it counts. */
const frameStart = /^(?:<untrusted_context>\s*)?(?:Command: [\s\S]*?\nDirectory: [^\n]*\n)?Output: /;
const frameEnd = /(?:\nError: \(none\))?(?:\nExit Code: 0)?(?:\nSignal: \(none\))?\nProcess Group PGID: [^\n]*(?:\s*<\/untrusted_context>)?$/;
/** The frame that opencode puts around a file. */
const fileFrame = /^<path>[^\n]*<\/path>\n<type>file<\/type>\n<content>\n([\s\S]*?)\n*\(End of file - total \d+ lines\)\n<\/content>$/;
/** Whole results that agents put in place of an empty one. */
const emptyTexts = new Set([
  '(Bash completed with no output)', '(no output)', '(empty)', '<no output>', 'Tool ran without output or errors', 'Tool output is empty.',
  'Command executed successfully.', 'Command executed successfully with no output.', 'No matches found', 'No files found',
]);

/** The result without colours, agents' wrapper texts and outer white space; empty if it tells nothing. */
export function bareOutput(output: string): string {
  let text = output.includes('\u001b') ? output.replace(ansi, '') : output;
  if (text.includes('<system-reminder>')) { text = text.replace(reminders, ''); }
  text = text.trim();
  if (text.includes('Process Group PGID: ')) { text = text.replace(frameEnd, '').replace(frameStart, '').trim(); }
  if (text.startsWith('<path>')) { text = (fileFrame.exec(text)?.[1] ?? text).trim(); }
  return emptyTexts.has(text) ? '' : text;
}

/** Failed = marked as an error or as denied, or an exit code that is not 0, except exit 1 of search and diff commands. */
export function hasFailed(kind: ToolClass, input: JsonObject, result: Pick<ToolResultEvent, 'ok' | 'exitCode' | 'deniedBy'>): boolean {
  if (result.deniedBy !== undefined) { return true; }
  if (result.exitCode === 1) {
    const command = commandOf(input);
    if (kind === 'search' || (command !== undefined && natureOf(command).finds)) { return false; }
  }
  return !result.ok || (result.exitCode !== undefined && result.exitCode !== 0);
}
