/** Drives an interactive program in a pseudo-terminal and reads its screen as a person would see it. */
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const keys = {
  enter: '\r',
  escape: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  tab: '\t',
  'ctrl-c': '\x03',
  'ctrl-d': '\x04',
} as const;

export interface TerminalOptions {
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  columns?: number;
  rows?: number;
}

export interface Terminal {
  pid: number;
  /** The visible lines, without trailing blanks. */
  screen(): string;
  /** Everything that was written so far, scrolled away or not, as plain lines. */
  history(): string;
  /** Waits until `is` holds for the screen and returns it; rejects, showing the screen, after `ms` or when the program has ended. */
  waitFor(is: RegExp | ((screen: string) => boolean), ms: number): Promise<string>;
  type(text: string): void;
  press(key: keyof typeof keys): void;
  /** The exit code. */
  exited: Promise<number>;
  /** Ends the program and all it started in this terminal, if they still run. */
  close(): Promise<void>;
}

export function openTerminal(
  program: string,
  args: readonly string[],
  options: TerminalOptions,
): Terminal {
  const size = { cols: options.columns ?? 140, rows: options.rows ?? 45 };
  const screen = new xterm.Terminal({ ...size, scrollback: 10_000, allowProposedApi: true });
  const child = pty.spawn(program, [...args], {
    ...size,
    name: 'xterm-256color',
    cwd: options.cwd,
    env: { ...options.env, TERM: 'xterm-256color' },
  });
  let over = false;
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const check of waiting) {
      check();
    }
  };
  screen.onData((answer) => {
    if (!over) {
      child.write(answer);
    }
  }); // programs ask a terminal where its cursor is
  child.onData((data) => screen.write(data, look));
  const exited = new Promise<number>((done) => {
    child.onExit(({ exitCode }) => {
      over = true;
      screen.write('', () => {
        look();
        done(exitCode);
      }); // after what was written before
    });
  });

  const lines = (from: number, to: number): string => {
    const text: string[] = [];
    for (let y = from; y < to; y++) {
      text.push(screen.buffer.active.getLine(y)?.translateToString(true) ?? '');
    }
    return text.join('\n').trimEnd();
  };
  const visible = (): string =>
    lines(screen.buffer.active.viewportY, screen.buffer.active.viewportY + screen.rows);

  return {
    pid: child.pid,
    screen: visible,
    history: () => lines(0, screen.buffer.active.length),
    waitFor: (is, ms) =>
      new Promise((found, failed) => {
        const holds = typeof is === 'function' ? is : (text: string): boolean => is.test(text);
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        const fail = (why: string): void => {
          done();
          failed(new Error(`${why}; waited for ${String(is)} on this screen:\n${visible()}`));
        };
        const check = (): void => {
          const text = visible();
          if (holds(text)) {
            done();
            found(text);
          } else if (over) {
            fail('the program has ended');
          }
        };
        const timer = setTimeout(() => fail(`not seen within ${ms} ms`), ms);
        waiting.add(check);
        check();
      }),
    type: (text) => {
      if (!over) {
        child.write(text);
      }
    },
    press: (key) => {
      if (!over) {
        child.write(keys[key]);
      }
    },
    exited,
    close: async () => {
      for (const signal of ['SIGTERM', 'SIGKILL']) {
        if (over) {
          break;
        }
        child.kill(signal);
        await Promise.race([exited, new Promise((later) => setTimeout(later, 2000))]);
      }
      screen.dispose();
    },
  };
}
