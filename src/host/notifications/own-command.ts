/** The person's own command: told each state as a line of JSON, one run at a time. */
import type { NotifiedState } from '../../core/interventions/notified-states.js';
import { runProgram } from './run-program.js';

/** What the command reads; the README lists it. */
export interface ToldState {
  v: 1;
  state: NotifiedState;
  /** One sentence. */
  text: string;
  session: string;
  /** What the person asked, and the agent. */
  name: string;
  agent: string;
  folder: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** VS Code's window has the focus. */
  focused: boolean;
}

export interface OwnCommandOptions {
  /** The program and its arguments; empty for none. */
  command: () => readonly string[];
  log: (text: string) => void;
  signal: AbortSignal;
  /** Default 10 s. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** States that wait for the run before them; of more, the oldest are left out. */
const MOST_WAITING = 20;

export class OwnCommand {
  private readonly waiting: ToldState[] = [];
  private running = false;

  constructor(private readonly options: OwnCommandOptions) {}

  tell(state: ToldState): void {
    this.waiting.push(state);
    if (this.waiting.length > MOST_WAITING) {
      this.waiting.shift();
    }
    if (!this.running) {
      void this.runAll();
    }
  }

  private async runAll(): Promise<void> {
    const { command, log, signal, timeoutMs = TIMEOUT_MS } = this.options;
    this.running = true;
    for (let state = this.waiting.shift(); state !== undefined; state = this.waiting.shift()) {
      const [file, ...args] = command();
      if (file === undefined) {
        log('the setting names no command');
        continue;
      }
      const input = `${JSON.stringify(state)}\n`;
      const problem = await runProgram({ file, args, input }, timeoutMs, signal);
      log(problem === undefined ? `told ${state.state}` : `${file}: ${problem}`);
    }
    this.running = false;
  }
}
