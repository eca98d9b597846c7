/** `turnwatch watch`: follows the agents that work in a folder until it is interrupted, or ends at a stall. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listPlaces } from '../agents/install/places.js';
import { isOpenInWindow } from '../bridge/ask-window.js';
import { readErrorStack } from '../core/error-words.js';
import type { Overrides } from '../core/judge.js';
import { readCaps, type Cap } from '../core/money/caps.js';
import { redact } from '../core/redact.js';
import { resolveThresholds } from '../core/thresholds/layers.js';
import { chooseProfile } from '../core/thresholds/profiles.js';
import { isDoubtful } from '../core/view/ends/turn-ends.js';
import { english } from '../core/view/words/wording.js';
import type { Escalation } from '../live/escalations.js';
import type { LogListener } from '../live/heard-hooks.js';
import type { Logger } from '../core/log.js';
import { runToEnd } from '../run-to-end.js';
import { CoalescedRun } from '../scheduling.js';
import {
  homes,
  parsed,
  readFolder,
  readOverrides,
  surroundings,
  Unusable,
} from './command-line.js';
import { FolderWatch } from './folder-watch.js';
import { jsonLine, LinePrinter, paintFor, plain } from './print-lines.js';
import { diskFor, foldersOfHooks, sharedFolders } from './shared-folder.js';
import { startTelemetry } from './telemetry.js';
import { WatchLines } from './watch-lines.js';

const watchUsage =
  'usage: turnwatch watch [--json] [--mode ask|auto] [--send-back] [--cap turn|session|day=TOKENS|DOLLARS$[:warn|ask|end]] [--exit-code] [--exit-at-end] [--on-stall COMMAND] [--metrics PORT] [--repository-names] [--preset NAME] [--set key=value …] [--verbose] [FOLDER]';

/** The exit code of `--exit-code` when a turn stalls. */
export const STALLED = 3;
/** The exit code of `--exit-at-end` where something speaks against the end of the turn. */
const DOUBTFUL = 4;
/** States are told at most this often (milliseconds). */
const STATE_INTERVAL_MS = 50;
/** A stall that is over this soon was read from a log that goes on (milliseconds). */
const OVER_MS = 500;

interface WatchCommand {
  folder: string;
  json: boolean;
  steers: boolean;
  sendBack: boolean;
  caps: Cap[];
  exitCode: boolean;
  exitAtEnd: boolean;
  onStall: string | undefined;
  metricsPort: number | undefined;
  repositoryNames: boolean;
  verbose: boolean;
  overrides: Overrides;
}

/** @param gitThread the script of the thread that runs git @returns the exit code. @throws Unusable */
export async function watch(args: readonly string[], gitThread: URL): Promise<number> {
  const command = read(args);
  // some logs tell whole seconds
  const begun = Math.floor((Date.now() - process.uptime() * 1000) / 1000) * 1000;
  const { folder, json, overrides } = command;
  const printer = new LinePrinter(paintFor(process.stdout.isTTY, process.env));
  const log = logTo(command.verbose);
  const end = endOfWatch();
  const watched = new FolderWatch({
    folder,
    ...(command.steers && { steerBy: await hookedFolders(folder) }),
    sendBack: command.sendBack,
    caps: command.caps,
    clock: Date,
    log,
    gitThread,
    listener: new UnreadableLogs(),
    learning: {
      thresholds: (agent, role) =>
        resolveThresholds({
          ...(overrides.preset !== undefined && { preset: overrides.preset }),
          profile: chooseProfile(agent, role),
          option: overrides.set,
        }),
      observe: () => false,
    },
  });
  const { tracker, snapshots, trees } = watched;
  const lines = new WatchLines(Date.now(), tracker.sessions, {
    tell: (line) => {
      for (const text of json ? [jsonLine(line)] : printer.print(line)) {
        process.stdout.write(`${text}\n`);
      }
    },
  });
  const tellStates = (): void => lines.summaries(snapshots.snapshot().sessions);
  const states = new CoalescedRun(tellStates, STATE_INTERVAL_MS);
  tracker.listen(lines);
  const telemetry = await startTelemetry({
    env: process.env,
    metricsPort: command.metricsPort,
    repositoryNames: command.repositoryNames,
    clock: Date,
    sessions: tracker.sessions,
    ends: tracker.turnwatch.views.ends,
    trees,
    log: say,
  });
  tracker.listen(telemetry);
  const stalled = async (escalation: Escalation): Promise<void> => {
    await sleep(OVER_MS);
    if (!tracker.escalations.isCurrent(escalation.episode)) {
      return;
    }
    if (command.onStall !== undefined) {
      const problem = await runStallCommand(command.onStall, describeState(watched, escalation));
      if (problem !== undefined) {
        say(`--on-stall: ${problem}`);
      }
    }
    if (!command.exitCode) {
      return;
    }
    if (await isAttended(folder)) {
      say('A window has this folder open and asks there: the watch goes on.');
    } else {
      say('No window has this folder open, so nobody can be asked.');
      end.with(STALLED);
    }
  };
  const ended = async ({ session: id, episode }: Escalation): Promise<void> => {
    // the agent's last words may come after the end
    await sleep(OVER_MS);
    const session = tracker.sessions.get(id);
    const isEarlier = session?.endedAt !== undefined && session.endedAt < begun;
    if (session !== undefined && !isEarlier && tracker.escalations.isCurrent(episode)) {
      const { end: how } = tracker.turnwatch.views.summary(session);
      end.with(how !== undefined && isDoubtful(how) ? DOUBTFUL : 0);
    }
  };
  tracker.listen({
    onChange: () => states.request(),
    onEscalation: (escalation) => {
      if (escalation.advice !== undefined) {
        void stalled(escalation).catch((error: unknown) => log.error('--on-stall', error));
      } else if (escalation.state === 'done' && command.exitAtEnd) {
        void ended(escalation);
      }
    },
  });
  watched.steering?.listen({
    attendanceChanged: (isAttended) =>
      say(
        isAttended
          ? 'A window has opened this folder, and steers.'
          : 'No window has this folder open any more.',
      ),
  });
  if (!json) {
    console.error(`Watching agents in ${plain(folder)}. Ctrl+C ends it.`);
  }
  for (const problem of await watched.start()) {
    say(problem);
  }
  const code = await end.code;
  tellStates();
  states.dispose();
  await telemetry.stop();
  await watched.stop();
  return code;
}

function read(args: readonly string[]): WatchCommand {
  const {
    values,
    positionals: [folder, ...more],
  } = parsed(
    args,
    {
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        mode: { type: 'string', default: 'ask' },
        'send-back': { type: 'boolean' },
        cap: { type: 'string', multiple: true },
        'exit-code': { type: 'boolean' },
        'exit-at-end': { type: 'boolean' },
        'on-stall': { type: 'string' },
        metrics: { type: 'string' },
        'repository-names': { type: 'boolean' },
        preset: { type: 'string' },
        set: { type: 'string', multiple: true },
        verbose: { type: 'boolean' },
      },
    },
    watchUsage,
  );
  if (more.length > 0) {
    throw new Unusable(watchUsage);
  }
  if (values.mode !== 'ask' && values.mode !== 'auto') {
    throw new Unusable(`--mode: ${values.mode} is neither ask nor auto`);
  }
  const overrides = readOverrides(values.preset, values.set);
  return {
    folder: readFolder(folder),
    json: values.json ?? false,
    steers: values.mode === 'auto',
    sendBack: values['send-back'] ?? false,
    caps: readCapFlags(values.cap ?? []),
    exitCode: values['exit-code'] ?? false,
    exitAtEnd: values['exit-at-end'] ?? false,
    onStall: values['on-stall'],
    metricsPort: readPort(values.metrics),
    repositoryNames: values['repository-names'] ?? false,
    verbose: values.verbose ?? false,
    overrides,
  };
}

/** `turn=1000000`, `day=20$:ask` @throws Unusable */
export function readCapFlags(texts: readonly string[]): Cap[] {
  return texts.flatMap((text) => {
    const [, of = '', amount, dollars, then] =
      /^(\w+)=(\d+(?:\.\d+)?)(\$?)(?::(\w+))?$/.exec(text) ?? [];
    const unit = dollars === '$' ? 'dollars' : 'tokens';
    const read = readCaps({
      [of]: { [unit]: Number(amount), ...(then !== undefined && { then }) },
    });
    if (read === undefined || read.problems.length > 0) {
      throw new Unusable(`--cap: ${text} is no cap; ${watchUsage}`);
    }
    return read.caps;
  });
}

/** @throws Unusable */
function readPort(text: string | undefined): number | undefined {
  const port = Number(text);
  if (text !== undefined && !(Number.isInteger(port) && port > 0 && port <= 65_535)) {
    throw new Unusable(`--metrics: ${text} is not a port`);
  }
  return text === undefined ? undefined : port;
}

function say(text: string): void {
  console.error(`turnwatch: ${plain(text)}`);
}

/** Says once of each why it is not watched. */
class UnreadableLogs implements LogListener {
  private readonly told = new Set<string>();

  unreadable(file: string, problem: string): void {
    if (!this.told.has(file)) {
      this.told.add(file);
      say(`${file}: ${problem}`);
    }
  }
}

/** By which agents can be steered here. */
async function hookedFolders(folder: string): Promise<string[]> {
  const folders = await sharedFolders(surroundings());
  const places = listPlaces(homes, [folder]);
  const found = await foldersOfHooks(diskFor(folders[0], surroundings()), places, folders);
  if (found.length === 0) {
    say(
      'No agent’s hooks are installed, so stalls are only told: turnwatch connect AGENT adds them.',
    );
  }
  return found;
}

/** Whether a window has the folder open, in which a person is asked. */
async function isAttended(folder: string): Promise<boolean> {
  const shared = await sharedFolders(surroundings());
  const answers = await Promise.all(shared.map((dir) => isOpenInWindow(dir, folder)));
  return answers.includes(true);
}

/** What `--on-stall` reads. */
function describeState(
  { tracker }: FolderWatch,
  { session: id, state, name, reason }: Escalation,
): object {
  const session = tracker.sessions.get(id);
  return {
    v: 1,
    state,
    text: redact(english(reason)),
    session: id,
    name: redact(english(name)),
    agent: session?.agent,
    folder: session?.cwd,
    at: Date.now(),
  };
}

/** When to end: at a signal or a closed pipe with 0, or as asked. */
function endOfWatch(): { code: Promise<number>; with(code: number): void } {
  // logs are followed without holding the process
  const alive = setInterval(() => undefined, 60_000);
  let end: (code: number) => void = () => undefined;
  const code = new Promise<number>((resolve) => {
    end = resolve;
  }).finally(() => clearInterval(alive));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => end(0));
  }
  process.stdout.on('error', () => end(0));
  return { code, with: (asked) => end(asked) };
}

function logTo(verbose: boolean): Logger {
  const write = (text: string): void => console.error(`turnwatch: ${plain(redact(text))}`);
  const onlyVerbose = verbose ? write : (): void => undefined;
  return {
    info: onlyVerbose,
    debug: onlyVerbose,
    warn: onlyVerbose,
    error: (what, error) => write(`${what}: ${verbose ? readErrorStack(error) : String(error)}`),
  };
}

// The person's own command at a stall: the shell runs it as they wrote it, and what happened is on its standard input only.

const TIMEOUT_MS = 60_000;

/** @returns why it failed, in words; undefined if it did not. Its output goes to standard error. */
export function runStallCommand(
  command: string,
  state: object,
  timeoutMs = TIMEOUT_MS,
): Promise<string | undefined> {
  return runToEnd({
    file: command,
    input: `${JSON.stringify(state)}\n`,
    timeoutMs,
    options: { shell: true, stdio: ['pipe', 2, 2] },
  });
}
