/** An output as the lines in which an error is looked for. */
import type { JsonObject } from '../../events.js';
import { withoutEchoedLines } from './error-echo.js';
import { LONGEST_NAME } from './error-mask.js';
import { withoutShellPrefix } from './shell-refusal.js';
import { findCommand } from '../tool/tool.js';

const LONGEST_LINE = 400;
/** Characters at both ends of a longer output that are read. */
const END = 16_000;

/** Lines that say nothing themselves: an exit code, a frame's tag, a heading. */
const hollow =
  /^(?:[[(]?(?:Error: )?(?:(?:command |process )?(?:exited|finished|failed) with )?(?:(?:exit|return)[ _]?)?(?:code|status)[:= ] ?-?\d+[\])]?\.?|<\/?[\w-]+>|[-=*_#~^|.\s]+|.{0,80}(?:last|previous) command.{0,20}:|stderr:|stdout:|error:)$/i;
/** Headers of agents' frames before the answer. */
const lead = /^(?:<[a-z_-]+>\s*)?(?:Command \w+ returned:\s*)?(?:<[a-z_-]+>\s*)?/;

/** The output's lines that say something, without the command that a terminal echoes first. */
export function errorLines(output: string, input: JsonObject): string[] {
  const command = findCommand(input)?.trim();
  const whole = withoutEchoes(output, input);
  const text = whole.length > 2 * END ? `${whole.slice(0, END)}\n${whole.slice(-END)}` : whole;
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    const line = withoutShellPrefix(withoutTags(raw.trim().slice(0, LONGEST_LINE)));
    if (line === '' || hollow.test(line)) {
      continue;
    }
    if (lines.length === 0 && command !== undefined && echoes(line, command)) {
      continue;
    }
    lines.push(line);
  }
  return withoutEchoedLines(lines, input);
}

function withoutTags(line: string): string {
  const bare = line.startsWith('<') || line.startsWith('Command ') ? line.replace(lead, '') : line;
  return bare.endsWith('>') ? bare.replace(/<\/[a-z_-]+>$/, '') : bare;
}

const prompt = /^(?:[\w.@:~/-]{0,60}[$#>%]|\+) /;

function echoes(line: string, command: string): boolean {
  const bare = line.replace(prompt, '');
  return bare.length > 2 && command.startsWith(bare);
}

/** Stands for a long value of the call. */
export const ARGUMENT = '<arg>';

/** Masks long values of the call that the output repeats, such as the text that was not found: they may hold anything. */
function withoutEchoes(output: string, input: JsonObject): string {
  let text = output;
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && (value.length > LONGEST_NAME || value.includes('\n'))) {
      const echo = value.trim();
      if (echo.length > 3 && echo.length < text.length) {
        text = text.replaceAll(echo, ARGUMENT);
      }
    }
  }
  return text;
}
