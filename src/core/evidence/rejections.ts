/** Rejections of calls and the help in them: a call that takes it up is another attempt than those before. */
import { helpIn, takesUp } from '../identity/errors/error-echo.js';
import type { CallError } from '../identity/errors/call-error.js';
import { Recent } from '../identity/recent.js';
import { SeenSet } from '../identity/seen-set.js';
import type { Call } from '../turns/session.js';

interface Rejection {
  step: number;
  help: readonly string[];
  before: readonly string[];
}

const TOOLS = 32;
const KINDS = 256;

export class Rejections {
  private readonly newest = new Recent<Rejection>(TOOLS);
  /** Kinds of rejections whose help was taken up: once is an attempt, again is none. */
  private readonly takenUp = new SeenSet(KINDS);

  /** Whether the call is the first that takes up the help of the rejection before. */
  see({ tool, input }: Call, { key }: CallError, output: string, step: number): boolean {
    const known = this.newest.get(tool);
    const help = (known?.step === step ? known.before : known?.help) ?? [];
    this.newest.set(tool, { step, help: helpIn(output, input), before: help });
    return takesUp(input, help) && this.takenUp.add(`${tool} ${key}`, step);
  }
}
