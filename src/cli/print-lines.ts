/** The lines of `turnwatch watch` on a terminal. Agents and tools say what they like: none of it reaches the terminal as it is. */
import { inspect } from 'node:util';
import { agentName } from '../agents/index.js';
import { oneLine } from '../core/escape-controls.js';
import { limitWords } from '../protocol/limit-words.js';
import { pageTexts } from '../protocol/page-texts.js';
import type { StepCall, WatchLine } from './watch-lines.js';

type Color = 'red' | 'green' | 'yellow' | 'bold' | 'dim';
export type Paint = (color: Color, text: string) => string;

const unpainted: Paint = (_color, text) => text;

/** Colors only where a person looks at a terminal that has them. */
export function paintFor(
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTerminal && !isPlain ? painted : unpainted;
}

function painted(color: Color, text: string): string {
  const [on = 0, off = 0] = inspect.colors[color] ?? [];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

const words: Readonly<Record<string, string>> = pageTexts;
const stateColors: Partial<Record<string, Color>> = {
  stalled: 'red',
  escalated: 'red',
  watch: 'yellow',
  waiting: 'yellow',
  progressing: 'green',
};
/** Characters of one text. */
const LONGEST_TEXT = 1000;

/** Lines of text, each session's under its own heading as `tail` does it for files. */
export class LinePrinter {
  private heading: string | undefined;
  private readonly folders = new Map<string, string>();

  constructor(private readonly paint: Paint) {}

  /** Without line ends. */
  print(line: WatchLine): string[] {
    if (line.type === 'session') {
      this.folders.set(line.session, line.folder);
      return [];
    }
    return [...this.printHeading(line), ...this.printLines(line)];
  }

  private printHeading({ session, agent }: WatchLine): string[] {
    if (this.heading === session) {
      return [];
    }
    const isFirst = this.heading === undefined;
    this.heading = session;
    const folder = this.folders.get(session) ?? '';
    const text = `==> ${plain(agentName(agent))} in ${plain(folder)} (${plain(session)})`;
    return [...(isFirst ? [] : ['']), this.paint('bold', text)];
  }

  private printLines(line: Exclude<WatchLine, { type: 'session' }>): string[] {
    const time = this.paint('dim', printTime(line.at));
    switch (line.type) {
      case 'step': {
        const calls = line.calls.map((call) => this.callText(call));
        const [first = 'no call', ...others] = calls;
        return [
          `${time}  step ${line.step + 1}  ${first}`,
          ...others.map((other) => `${' '.repeat(10)}${other}`),
        ];
      }
      case 'state': {
        const { state, end, steps, facts = [] } = line;
        const word = stateWord(line);
        const count = steps === 1 ? '1 step' : `${steps} steps`;
        const told = [
          this.paint(stateColors[end ?? state] ?? 'bold', word),
          count,
          ...facts.map(plain),
        ];
        return [`${time}  ${told.join(' · ')}`];
      }
      case 'verdict': {
        // whom it waits for is told by the sentence
        const id = line.level === 'waiting' ? 'state.waiting.job' : `state.${line.level}`;
        const word = words[id] ?? line.level;
        return [
          `${time}  ${this.paint(stateColors[line.level] ?? 'bold', `${word}:`)} ${plain(line.reason)} [${plain(line.detector)}]`,
          `${' '.repeat(10)}${this.paint('dim', plain(line.why.join(' ')))}`,
        ];
      }
      case 'intervention':
        return [`${time}  ${this.interventionText(line)}`];
      case 'cap':
        return [`${time}  ${this.paint('yellow', plain(line.reason))}`];
      case 'cleared':
        return [
          `${time}  ${this.paint('green', `No longer: ${words[`state.${line.level}`] ?? line.level}`)}`,
        ];
    }
  }

  private interventionText({ kind, state }: WatchLine & { type: 'intervention' }): string {
    const id = kind === 'stop' && state === 'obeyed' ? 'receipt.confirmed' : `receipt.${state}`;
    // nobody is here to say anything of their own
    const what = words[`intervention.${kind === 'guide' ? 'sendBack' : kind}`] ?? kind;
    return `${this.paint('yellow', `${what}:`)} ${words[id] ?? state}`;
  }

  private callText({ tool, title, outcome, progress, note }: StepCall): string {
    const call = `${plain(tool)} ${plain(title)}`.trimEnd();
    const shown = outcome === 'ok' ? '' : ` → ${this.paint('red', outcome)}`;
    const why =
      note === undefined ? '' : this.paint(progress ? 'green' : 'dim', `  ${plain(note)}`);
    return `${call}${shown}${why}`;
  }
}

function stateWord({
  state,
  end,
  needsPerson,
  limit,
  at = Date.now(),
}: WatchLine & { type: 'state' }): string {
  if (limit !== undefined) {
    return limitWords({ limit, open: end === undefined }, { at, locale: 'en', texts: words }).word;
  }
  const id = state === 'waiting' && !needsPerson ? 'state.waiting.job' : `state.${state}`;
  return (end === undefined ? words[id] : words[`end.${end}`]) ?? state;
}

/** One line of text from elsewhere, without what a terminal would obey. */
export function plain(text: string): string {
  return oneLine(text, LONGEST_TEXT);
}

/** Valid JSON on one line. What a terminal would obey or reorder is written as `\uXXXX`. */
export function jsonLine(value: object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Local time of day. */
function printTime(at: number | undefined): string {
  return at === undefined ? '        ' : new Date(at).toTimeString().slice(0, 8);
}
