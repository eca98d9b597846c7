/** Which of the editor's terminals an agent runs in: the one whose shell is above the process that its hooks name. */
import { readText } from '../../bounded-files.js';

/** As VS Code has it. */
export interface Terminal {
  readonly processId: PromiseLike<number | undefined>;
  show(): void;
}

/** Generations above a process that are looked at. */
const HIGHEST = 16;

export class AgentTerminals<T extends Terminal> {
  /** By session. */
  private readonly found = new Map<string, T>();

  constructor(
    private readonly window: { readonly terminals: readonly T[] },
    private readonly findParent: (process: number) => Promise<number | undefined> = parentInProc,
  ) {}

  has(session: string): boolean {
    const terminal = this.found.get(session);
    return terminal !== undefined && this.window.terminals.includes(terminal);
  }

  /** @returns false if it is not known. */
  show(session: string): boolean {
    const isKnown = this.has(session);
    if (isKnown) {
      this.found.get(session)?.show();
    }
    return isKnown;
  }

  /** A hook of the session names this process, which is alive now. @returns whether one of the terminals runs it */
  async processNamed(session: string, process: number): Promise<boolean> {
    const shells = new Map<number, T>();
    for (const terminal of this.window.terminals) {
      const id = await terminal.processId;
      if (id !== undefined) {
        shells.set(id, terminal);
      }
    }
    let id: number | undefined = shells.size === 0 ? undefined : process;
    for (let height = 0; id !== undefined && height < HIGHEST; height++) {
      const terminal = shells.get(id);
      if (terminal !== undefined) {
        this.found.set(session, terminal);
        return true;
      }
      id = await this.findParent(id);
    }
    return false;
  }
}

/** One line of numbers (bytes). */
const LARGEST = 8192;

/** Undefined where the platform has no `/proc`, and above the first process. */
async function parentInProc(process: number): Promise<number | undefined> {
  const text = await readText(`/proc/${process}/stat`, LARGEST).catch(() => '');
  // the program's name is in parentheses and may contain anything; the parent is the second field after it
  const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}
