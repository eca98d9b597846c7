/** Rejections of calls and the help in them: a call that takes it up, or proposes something else, is another attempt than those before. */
import { helpIn, takesUp } from '../identity/errors/error-echo.js';
import type { CallError } from '../identity/errors/call-error.js';
import { Recent } from '../identity/recent.js';
import { SeenSet } from '../identity/seen-set.js';
import type { Call } from '../turns/session.js';

interface Attempt {
  /** What its rejection advised. */
  help: readonly string[];
  /** Characters of its longest text. */
  length: number;
}

interface Rejection extends Attempt {
  step: number;
  before: Attempt | undefined;
}

const TOOLS = 32;
const KINDS = 256;
/** Characters from which on a text is a proposal of its own, and the share by which its length tells it from another one. */
const PROPOSAL = 300;
const ALIKE = 3 / 4;

export class Rejections {
  private readonly newest = new Recent<Rejection>(TOOLS);
  /** Kinds of rejections after which something else was tried: once is an attempt, again is none. */
  private readonly answered = new SeenSet(KINDS);

  /** Whether the call is the first that takes up the help of the rejection before, or proposes something else. */
  see({ tool, input }: Call, { key }: CallError, output: string, step: number): boolean {
    const known = this.newest.get(tool);
    // a copy: the whole of it would hold the one before, and so all of them
    const before =
      known?.step === step ? known.before : known && { help: known.help, length: known.length };
    const length = measure(input);
    this.newest.set(tool, { step, help: helpIn(output, input), length, before });
    return (
      before !== undefined &&
      (takesUp(input, before.help) || areUnlike(length, before.length)) &&
      this.answered.add(`${tool} ${key}`, step)
    );
  }
}

function measure(input: Call['input']): number {
  const texts = Object.values(input).filter((value) => typeof value === 'string');
  return Math.max(0, ...texts.map(({ length }) => length));
}

function areUnlike(one: number, other: number): boolean {
  const [less, more] = [Math.min(one, other), Math.max(one, other)];
  return less >= PROPOSAL && less < more * ALIKE;
}
