/** Randomly generated runs of stalls and honest work, which can be repeated with other paths, words and noise. */
import { runners, type Runner } from '../identity/runners.js';
import { Story, type Act } from '../support/story.js';

/** A small generator of pseudo-random numbers (mulberry32): a failing seed can be run again. */
export type Dice = (sides: number) => number;
export function dice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % sides;
  };
}

/** What may differ between two versions of one run without changing its meaning. */
export interface Telling {
  /** The folder in which the agent works. */
  cwd: string;
  /** The file that the run knows by this number. */
  path(file: number): string;
  /** What the model says before its `n`th response. */
  words(n: number): string;
  /** A time, duration, id or temporary name: another one at each use. */
  noise(kind: NoiseKind): string;
}
type NoiseKind = 'seconds' | 'clock' | 'pid' | 'temporary' | 'address' | 'port' | 'id' | 'date';

const names = ['alpha', 'bravo', 'castle', 'delta', 'ember', 'falcon', 'garden', 'harbor'];
const two = (n: number): string => String(n % 60).padStart(2, '0');

/** `seed` is that of the noise. */
export function telling(seed = 1, more: Partial<Telling> = {}): Telling {
  const roll = dice(seed);
  const noise = (kind: NoiseKind): string => {
    switch (kind) {
      case 'seconds':
        return `${roll(40)}.${two(roll(60))}s`;
      case 'clock':
        return `2026-11-21T${two(roll(24))}:${two(roll(60))}:${two(roll(60))}.${100 + roll(900)}Z`;
      case 'pid':
        return `pid ${1000 + roll(60_000)}`;
      case 'temporary':
        return `/tmp/tmp${(roll(0x7fffffff) + 0x10000000).toString(36)}`;
      case 'address':
        return `0x7f${(roll(0x7fffffff) + 0x10000000).toString(16).padStart(10, '0')}`;
      case 'port':
        return `127.0.0.1:${32_768 + roll(28_000)}`;
      case 'id':
        return [8, 4, 4, 4, 12]
          .map((length) => Array.from({ length }, () => roll(16).toString(16)).join(''))
          .join('-');
      case 'date':
        return `${['Mon', 'Tue', 'Wed'][roll(3)] ?? ''} Nov ${10 + roll(20)} ${two(roll(24))}:${two(roll(60))}:${two(roll(60))} UTC 2026`;
    }
  };
  return {
    cwd: '/w',
    path: (file) => `/w/src/${names[file % names.length] ?? ''}${file}.py`,
    words: (n) => `Now step ${n}.`,
    noise,
    ...more,
  };
}

type Teller = (tell: Telling) => Act;
/** The calls of one response. `free`: their order does not matter. */
export interface Response {
  acts: Teller[];
  free: boolean;
}

const shell =
  (command: (tell: Telling) => string, output: (tell: Telling) => string, exitCode = 0): Teller =>
  (tell) => ({ tool: 'Bash', input: { command: command(tell) }, output: output(tell), exitCode });
const code = (file: number, version: number): string =>
  Array.from({ length: 6 }, (_, i) => `value_${file}_${i} = compute(${version}, ${i * 3})`).join(
    '\n',
  );

const reading =
  (file: number, version = 0): Teller =>
  (tell) => ({ tool: 'Read', input: { file_path: tell.path(file) }, output: code(file, version) });
const editing =
  (file: number, from: number, to: number): Teller =>
  (tell) => ({
    tool: 'Edit',
    input: {
      file_path: tell.path(file),
      old_string: `limit = ${from}`,
      new_string: `limit = ${to}`,
    },
    output: `The file ${tell.path(file)} has been updated.`,
  });
const missing =
  (file: number, guess: number): Teller =>
  (tell) => ({
    tool: 'Edit',
    input: { file_path: tell.path(file), old_string: `guess_${guess}()`, new_string: 'x' },
    output: 'String to replace not found in file.',
    ok: false,
  });
const searching =
  (n: number, hit: boolean): Teller =>
  (tell) => ({
    tool: 'Grep',
    input: { pattern: `symbol_${n}` },
    output: hit ? `${tell.path(n)}:${n}: symbol_${n}` : 'No matches found',
  });
const pytest: Runner = runners['pytest'] ?? { command: '', output: () => '' };
/** A test run of one command. */
export const testing =
  (failing: readonly string[]): Teller =>
  (tell) => ({
    tool: 'Bash',
    input: { command: pytest.command },
    output: pytest.output(failing, Number.parseFloat(tell.noise('seconds')) + 0.5),
    exitCode: failing.length === 0 ? 0 : 1,
    ok: failing.length === 0,
  });
const noisy = (n: number): Teller =>
  shell(
    () => `./report --part ${n}`,
    (tell) =>
      `[${tell.noise('clock')}] started, ${tell.noise('pid')}\nobject at ${tell.noise('address')}\nwrote ${tell.noise('temporary')}\npart ${n} done in ${tell.noise('seconds')}`,
  );
const serving = (n: number): Teller =>
  shell(
    () => `./serve --once ${n}`,
    (tell) =>
      `${tell.noise('date')} listening on ${tell.noise('port')}\nrequest ${tell.noise('id')}: part ${n} is not ready`,
  );
const writing =
  (file: number, version: number): Teller =>
  (tell) => ({
    tool: 'Write',
    input: { file_path: tell.path(file), content: code(file, version) },
    output: `The file ${tell.path(file)} has been updated.`,
  });
const overview = (n: number): Teller =>
  shell(
    () => ['git status', 'git status --short', 'git diff --stat'][n % 3] ?? '',
    () => (n % 3 === 0 ? 'nothing to commit, working tree clean' : ''),
  );
const crashing = (n: number): Teller =>
  shell(
    (tell) => `python ${tell.path(n)}`,
    (tell) =>
      `Traceback (most recent call last):\n  File "${tell.path(n)}", line 4, in <module>\n    start()\nConnectionError: cannot reach the database (${tell.noise('address')})`,
    1,
  );
const idle = (n: number): Teller =>
  shell(
    () => ['true', ':', 'echo ok', 'sleep 1'][n % 4] ?? ':',
    () => (n % 4 === 2 ? 'ok' : ''),
  );
const listing =
  (n: number): Teller =>
  (tell) => ({
    tool: 'TodoWrite',
    input: { todos: [{ content: `Look at ${tell.path(n)}`, status: 'pending' }] },
    output: 'Todos have been modified successfully.',
  });

/** A part of a run that is either a stall or honest work. */
function stretch(roll: Dice, fresh: () => number): Response[] {
  const [file, length] = [roll(5), 2 + roll(7)];
  const single = (act: (i: number) => Teller): Response[] =>
    Array.from({ length }, (_, i) => ({ acts: [act(i)], free: true }));
  switch (roll(18)) {
    case 0:
      return single(() => reading(file));
    case 1:
      return single(() => noisy(file));
    case 2:
      return single(() => crashing(file));
    case 3:
      return single((i) => missing(file, fresh() + i));
    case 4:
      return single((i) => idle(i));
    case 5:
      return single((i) => listing(i));
    case 6:
      return single((i) => (i % 2 === 0 ? reading(file) : searching(file, true)));
    case 7:
      return single((i) => editing(file, i % 2, 1 - (i % 2)));
    case 8:
      return Array.from({ length: 2 * length }, (_, i) => ({
        acts: [i % 2 === 0 ? editing(file, fresh(), fresh()) : testing(['one', 'two'])],
        free: true,
      }));
    case 9:
      return Array.from({ length: 2 * length }, (_, i) => ({
        acts: [
          i % 2 === 0
            ? editing(file, fresh(), fresh())
            : testing(names.slice(0, Math.max(0, 8 - i))),
        ],
        free: true,
      }));
    case 10:
      return Array.from({ length }, () => ({
        acts: [reading(file), searching(file, true), reading(file + 1)],
        free: true,
      }));
    case 11:
      return single(() => reading(fresh() + 10, fresh()));
    case 12:
      return single(() => serving(file));
    case 13:
      return single((i) => writing(file, i % 2));
    case 14:
      return single(() => writing(file, 0));
    case 15:
      return single(() => overview(file));
    case 16:
      return single((i) =>
        i % 3 === 0 ? reading(file) : i % 3 === 1 ? missing(file, 1) : testing(['one']),
      );
    default:
      return Array.from({ length }, () => ({
        acts: [reading(file), editing(file + 1, fresh(), fresh()), noisy(fresh())],
        free: false,
      }));
  }
}

export function run(seed: number): Response[] {
  const roll = dice(seed);
  let number = 100;
  return Array.from({ length: 2 + roll(4) }, () => stretch(roll, () => number++)).flat();
}

/** How the events of one response are laid out. */
export type Layout = (story: Story, response: string, acts: readonly Act[]) => void;
export const callsThenResults: Layout = (story, response, acts) => {
  story.respond(response, ...acts);
};

export function tell(
  responses: readonly Response[],
  how: Telling,
  layout: Layout = callsThenResults,
  story = new Story(),
): Story {
  story.start({ cwd: how.cwd }).turn('Make it work.');
  responses.forEach(({ acts }, i) =>
    layout(
      story.say(how.words(i)),
      `r${i}`,
      acts.map((act) => act(how)),
    ),
  );
  return story;
}
