/**
 * Lines with which an agent frames every output, such as `[exec #12 took 3 s]`. Those of unknown agents are learned: a first or last
 * line that is the same but for its numbers around nearly all outputs, of different programs, says nothing about any of them.
 */
import { classifyLine } from '../lines/line-kind.js';
import { Recent } from './recent.js';

const REMEMBERED = 128;
/** Programs or tools whose outputs must have had the line: fewer may have it in common by chance. */
const SOURCES = 3;
/** Share of the outputs since the first with the line that must have it: those of one file may have it in common, too. */
const SHARE = 3 / 4;
const LONGEST = 200;
const EDGES = 2;
/** Counted things: those lines are results. */
const counted =
  /\b(?:pass|fail|err|warn|test|spec|match|result|found|file|line|total|problem|issue|item|row|score|coverage|%)/i;

interface FrameLine {
  /** Programs or tools whose outputs had it, as far as they are needed. */
  sources: readonly string[];
  /** Number of the first output with it, of the newest, and how many had it. */
  first: number;
  newest: number;
  outputs: number;
}

export class FrameLines {
  /** By line without its numbers. */
  private readonly lines = new Recent<FrameLine>(REMEMBERED);
  /** Number of outputs so far. */
  private outputs = 0;

  /** The text without the lines that are known to frame outputs. @param source program or tool that the output is from */
  unframed(text: string, source: string): string {
    let [from, at] = [0, 0];
    if (text !== '') {
      this.outputs += 1;
    }
    for (let edge = 0; edge < EDGES && at < text.length; edge++) {
      const end = text.indexOf('\n', at);
      const next = end < 0 ? text.length : end + 1;
      // an inner line is learned even if the outer one is not known yet
      if (this.frames(text.slice(at, end < 0 ? next : end), source) && from === at) {
        from = next;
      }
      at = next;
    }
    let to = text.length;
    at = text.includes('\n') ? to : 0;
    for (let edge = 0; edge < EDGES && at > from; edge++) {
      const start = text.lastIndexOf('\n', at - 1);
      if (this.frames(text.slice(start + 1, at), source) && to === at) {
        to = Math.max(from, start);
      }
      at = start;
    }
    return from === 0 && to === text.length ? text : text.slice(from, to).trim();
  }

  /** Whether outputs of several sources had this line, of which this one is one. */
  private frames(line: string, source: string): boolean {
    if (line.length > LONGEST || !/\d/.test(line) || !/[a-z]/i.test(line) || counted.test(line)) {
      return false;
    }
    const kind = classifyLine(line.trim());
    if (kind !== 'plain' && kind !== 'frame') {
      return false;
    }
    const key = line.replace(/[0-9a-f]*\d[0-9a-f]*/gi, '#').trim();
    let known = this.lines.get(key);
    if (known === undefined) {
      known = { sources: [], first: this.outputs, newest: 0, outputs: 0 };
      this.lines.set(key, known);
    }
    if (known.sources.length < SOURCES && !known.sources.includes(source)) {
      known.sources = [...known.sources, source];
    }
    if (known.newest !== this.outputs) {
      known.newest = this.outputs;
      known.outputs += 1;
    }
    return (
      known.sources.length >= SOURCES && known.outputs >= SHARE * (this.outputs - known.first + 1)
    );
  }
}
