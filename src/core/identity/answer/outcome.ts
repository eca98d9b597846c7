/** What a result says once its packaging is gone. */
import stripAnsi from 'strip-ansi';
import { FULL_TEXT } from '../hash.js';
import { withoutJsonFrame } from './json-frame.js';
import { withoutLineStamps } from '../line-stamps.js';
import { withoutPackaging } from '../../lines/substance.js';
import { withoutNoise } from '../noise/noise.js';

/** Results that agents substitute for an empty one. */
const emptyTexts = new Set([
  '(Bash completed with no output)',
  '(no output)',
  '(empty)',
  '<no output>',
  'Tool ran without output or errors',
  'Tool output is empty.',
  'Command executed successfully.',
  'Command executed successfully with no output.',
  'No matches found',
  'No files found',
  'Your command ran successfully and did not produce any output.',
  '[Command executed with no output]',
  '(no output captured)',
]);

/** A longer one is not looked up: to hash it costs more than all else that is done here. */
const LONGEST_EMPTY_TEXT = Math.max(...Array.from(emptyTexts, (text) => text.length));
const LONGEST_EMPTY = 200;
/** A line that says that a search found nothing. */
const nothingFound =
  /^(?:found )?(?:no|0) (?:matches|matching (?:files|lines|results)|files|results|occurrences|hits)(?: (?:were )?found)?(?:\.|[ :](?:for|in|matching|with|found)\b[^\n]*)?$/i;

/** The same of agents that are not known: nothing but the word for it. */
const nothingTold =
  /^(?:\W{0,3}(?:(?:nothing|none|null|empty|n\/a)(?: found| to show)?|(?:no|empty) (?:output|results?|content|data|hits?|response|stdout)(?: \w{1,12})?)\W{0,3}|\[\s*\]|\{\s*\})$/i;

/** The result without terminal sequences, agents' wrapper texts, the times before its lines and outer white space; empty if it says nothing. */
export function bareOutput(output: string): string {
  const text = unpacked(output);
  return saysNothing(text) ? '' : text;
}

function unpacked(output: string): string {
  let text = stripAnsi(output);
  if (text.includes(REMINDER)) {
    text = withoutReminders(text);
  }
  if (text.includes(IGNORED)) {
    text = text.replace(brokenInstallation, '');
  }
  if (text.includes(NOT_RUN)) {
    text = text.replace(notRun, 'The command was not executed: another one is still running.');
  }
  text = text.trim();
  // frames may be nested
  for (let frames = 0; frames < 3; frames++) {
    const inner = unframed(text);
    if (inner === text) {
      break;
    }
    text = inner;
  }
  return withoutLineStamps(text);
}

const NOT_RUN = '" is NOT executed. ';
/** OpenHands, where a command before this one has not ended: it says at length what may be done about that. */
const notRun = /\[Your command "[^]{0,4000}?" is NOT executed\. [^\]]{0,1000}\]/;
const IGNORED = 'Remainder of file ignored';
/** What Python says at each start where a package is not well installed, whatever is run. */
const brokenInstallation =
  /^Error processing line \d+ of .{1,300}\.pth:\n(?:[ \t].{0,300}\n|\n){1,40}Remainder of file ignored\n?/gm;

function saysNothing(text: string): boolean {
  return (
    text.length <= LONGEST_EMPTY &&
    ((text.length <= LONGEST_EMPTY_TEXT && emptyTexts.has(text)) ||
      nothingFound.test(text) ||
      nothingTold.test(text))
  );
}

/** Whether an output of which `bareOutput` leaves nothing says in words that a search found nothing: a silent program does not. */
export function saysNothingFound(output: string): boolean {
  const text = unpacked(output);
  return text.length <= LONGEST_EMPTY && nothingFound.test(text);
}

const [REMINDER, REMINDER_END] = ['<system-reminder>', '</system-reminder>'];

/** Without what harnesses add. Scans once: a pattern would search the end of each of many beginnings, in quadratic time. */
export function withoutReminders(text: string): string {
  let [kept, done] = ['', 0];
  for (let at = text.indexOf(REMINDER); at >= 0; at = text.indexOf(REMINDER, done)) {
    const end = text.indexOf(REMINDER_END, at);
    if (end < 0) {
      break;
    }
    kept += text.slice(done, at);
    done = end + REMINDER_END.length;
  }
  return kept + text.slice(done);
}

/** Only head and tail of a longer text are normalised. Its length is given in lines, which do not change with a duration's digits. */
const WHOLE = 65_536;

/** The form in which results are compared: bare and without noise. Takes the whole result, as one that was cut before would differ by noise. */
export function normalOutput(output: string): string {
  if (output.length <= WHOLE) {
    const text = bareOutput(output);
    return withoutPackaging(text, withoutNoise(text)).normal;
  }
  const head = withoutNoise(bareOutput(output.slice(0, WHOLE / 2)));
  const tail = withoutNoise(bareOutput(output.slice(-WHOLE / 2)));
  let lines = 0;
  for (let at = output.indexOf('\n'); at >= 0; at = output.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return `${head.slice(0, FULL_TEXT / 2)}\n… of ${lines} lines …\n${tail.slice(-FULL_TEXT / 4)}`;
}

/** How frames begin and end. Most outputs have none. */
const starts =
  /^(?:<[a-z]|Chunk ID: |Exit code: |Wall time: |Output: |Command: |Command executed\.\n|\(Open file: |Command (?:running|is running|moved) |Background shell started|task_id: )/;
const trailers = new Set([']', '>', '$', '.', ')']);

function unframed(text: string): string {
  if (text.startsWith('{') && text.endsWith('}')) {
    return withoutJsonFrame(text);
  }
  let inner =
    starts.test(text) || text.includes('\nProcess Group PGID: ', text.length - LONGEST_TRAILER)
      ? withoutFrame(text)
      : text;
  if (trailers.has(inner.charAt(inner.length - 1))) {
    inner = withoutTrailer(inner);
  }
  return inner;
}

/** The end of a frame of Gemini CLI and Qwen Code, from its last line up. */
const groupLines = [
  /^Process Group PGID: .*$/,
  /^Background PIDs: .*$/,
  /^Signal: \(none\)$/,
  /^Exit Code: 0$/,
  /^Error: \(none\)$/,
];
const groupStart = /^(?:Command: [\s\S]*?\nDirectory: [^\n]*\n)?(?:Output|Stdout): /;
/** Codex's header of a command's output. */
const chunkLines =
  /^(?:(?:Chunk ID|Wall time|Process exited with code|Exit code|Original token count|Process running with session ID|Total output lines)\b[^\n]*\n)+(?:Output:\n?|$)/;
const fileFrame =
  /^<path>[^\n]*<\/path>\n<type>file<\/type>\n<content>\n([\s\S]*)\(End of file - total \d+ lines\)\n<\/content>$/;
/** A command that runs in the background, with its new id. Claude Code; Gemini CLI; Qwen Code; Kimi Code. */
const inBackground: readonly [start: string, its: RegExp][] = [
  ['Command running in background', / with ID: [^\n]*/],
  ['Command is running in background', /\. PID: \d{1,12}/],
  ['Command moved to background', / \(PID: \d{1,12}\)/],
  ['Background shell started', /\nid: [\s\S]*/],
  ['task_id: ', /\S{1,100}(?:\npid: \d{1,12})?/],
];
const outputFrame = /^(?:<returncode>(-?\d+)<\/returncode>\s*)?<output>\n?([\s\S]*)<\/output>$/;

function withoutFrame(text: string): string {
  if (text.startsWith('<untrusted_context>') && text.endsWith('</untrusted_context>')) {
    return text.slice(19, -20).trim();
  }
  if (text.startsWith('<tool_use_error>') && text.endsWith('</tool_use_error>')) {
    return text.slice(16, -17).trim();
  }
  if (text.startsWith('<path>')) {
    return fileFrame.exec(text)?.[1]?.trim() ?? text;
  }
  if (text.startsWith('<returncode>') || text.startsWith('<output>')) {
    const [, code, output] = outputFrame.exec(text) ?? [];
    if (output === undefined) {
      return text;
    }
    return (
      code === undefined || code === '0' ? output : `${output.trimEnd()}\nExit code ${code}`
    ).trim();
  }
  if (text.includes('\nProcess Group PGID: ')) {
    return withoutGroup(text);
  }
  const started = inBackground.find(([start]) => text.startsWith(start));
  if (started !== undefined) {
    const [start, its] = started;
    return start + text.slice(start.length).replace(its, '');
  }
  // Cline
  if (text.startsWith('Command executed.\n')) {
    return text.replace(/^Command executed\.\n(?:Output:\n?)?/, '').trim();
  }
  return text.replace(chunkLines, '').trim();
}

function withoutGroup(text: string): string {
  let inner = text;
  for (const last of groupLines) {
    const at = inner.lastIndexOf('\n');
    if (at >= 0 && last.test(inner.slice(at + 1))) {
      inner = inner.slice(0, at);
    }
  }
  return inner === text ? text : inner.replace(groupStart, '').trim();
}

/** Last lines that agents add to a command's output. A failure's exit code stays. */
const trailer = new RegExp(
  [
    // OpenHands
    String.raw`\[(?:The command completed with exit code 0\.?|Command finished with exit code 0|Current working directory: [^\n]*|Python interpreter: [^\n]*|Jupyter (?:current working directory|Python interpreter): [^\n]*)\]`,
    // SWE-agent
    String.raw`\((?:Open file|Current directory): [^\n]*\)|bash-\$`,
    // Copilot CLI, Kimi Code, opencode
    String.raw`<shellId: \w+ completed with exit code 0>|<exited with exit code 0>|Command executed successfully\.|Command failed with exit code: (?:124|137|143)\.`,
  ]
    .map((line) => `(?:^|\\n)(?:${line})[ \\t\\r]*$`)
    .join('|'),
);
const TRAILERS = 4;
const LONGEST_TRAILER = 1000;

function withoutTrailer(text: string): string {
  let inner = text;
  for (let lines = 0; lines < TRAILERS; lines++) {
    const at = inner.lastIndexOf('\n');
    if (inner.length - at > LONGEST_TRAILER || !trailer.test(inner.slice(at < 0 ? 0 : at))) {
      break;
    }
    inner = inner.slice(0, at < 0 ? 0 : at).trimEnd();
  }
  return inner.trim();
}

const besideAnother = new RegExp(
  [
    String.raw`^<tool_use_error>(?:cancelled: parallel tool call|sibling tool call errored)`,
    String.raw`\b(?:was|were|is) (?:not (?:executed|run)|skipped|cancelled|ignored)\b[^.\n]{0,20}\b(?:because|since|as|due to)\b[^.\n]{0,20}\b(?:a|another|other|earlier|previous|sibling|parallel) tool(?: call)?s?\b`,
    String.raw`^\W*(?:skipp(?:ed|ing)|cancell?(?:ed|ing))\b[^.\n]{0,30}\b(?:due to|because(?: of)?)\b[^.\n]{0,30}\b(?:another|other|earlier|previous|sibling|parallel) tool(?: call)?s?\b`,
  ].join('|'),
  'i',
);
const FIRST_SENTENCE = 200;

/** A call that was not carried out because of another one of the same response, which is not the agent's doing. */
export function isSiblingError(output: string): boolean {
  return besideAnother.test(output.slice(0, FIRST_SENTENCE));
}
