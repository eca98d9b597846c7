/** The exit code that an agent's tool writes into a command's output, where the result does not mark it otherwise. */
import { withoutJsonFrame } from './json-frame.js';

/** In the first or the last line, as words of its own: what a program prints of another's code is none. */
const writtenCodes: readonly RegExp[] = [
  /^(?:Error: )?(?:Exit code|Command (?:exited|failed) with (?:exit )?code):? (\d{1,3})\.?(?:\s|$)/,
  /^<returncode>(\d{1,3})<\/returncode>/,
  /(?:^|\n)Command (?:exited|failed|finished|completed) with (?:exit )?(?:code|status):? (\d{1,3})\.?\s*$/,
  /(?:^|\n)[[(<](?:(?:(?:The )?command )?(?:completed|exited|failed|finished) with )?(?:exit|return) ?(?:code|status)[:=]? (\d{1,3})\.?[\])>]\s*$/i,
  /(?:^|\n)exit (?:code|status)[:=] ?(\d{1,3})\s*$/i,
];

/** @returns the code, 0 included; undefined where the text tells none */
export function readWrittenCode(told: string): number | undefined {
  const mayBeFrame = told.length <= LONGEST_FRAME && told.startsWith('{');
  const output = mayBeFrame ? withoutJsonFrame(told) : told;
  const ends = output.length > 2 * LONGEST_CODE_LINE ? cutEnds(output) : output;
  const code = writtenCodes.map((form) => form.exec(ends)?.[1]).find((each) => each !== undefined);
  return code === undefined ? undefined : Number(code);
}

/** To read a longer object only for its code costs too much (characters). */
const LONGEST_FRAME = 65_536;

/** Longer than any line that tells an exit code (characters). */
const LONGEST_CODE_LINE = 200;

const cutEnds = (text: string): string =>
  `${text.slice(0, LONGEST_CODE_LINE)} ${text.slice(-LONGEST_CODE_LINE)}`;
