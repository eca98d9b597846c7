/** `turnwatch scan`: judges the logs that agents have left on this machine. Nothing leaves it. */
import { sep } from 'node:path';
import { isProblem } from '../agents/agent.js';
import { agentName } from '../agents/index.js';
import { readRecording } from '../agents/reading/recordings.js';
import { listStoredLogs, type StoredLog } from '../agents/reading/stored-logs.js';
import type { Overrides } from '../core/judge.js';
import {
  PastTurns,
  summarizePast,
  type PastSummary,
  type PastTurn,
} from '../core/ledger/past-turns.js';
import { readOverrides } from '../core/thresholds/overrides.js';
import { ownSurroundings, parsed, Unusable } from './command-line.js';
import { jsonLine, plain } from './print-lines.js';

const usage = 'usage: turnwatch scan [--days N] [--json] [--preset NAME] [--set key=value …]';
const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 3650;
/** Rows that are printed, the newest stalls and the busiest folders; `--json` has all. */
const MOST_ROWS = 20;

/** A turn, and where it can be read again. */
interface ScannedTurn extends PastTurn {
  startedAt: number;
  file: string;
}

/** @returns the exit code. @throws Unusable */
export async function scan(args: readonly string[]): Promise<number> {
  const { days, json, overrides } = options(args);
  const since = Date.now() - days * DAY_MS;
  const { logs, problems } = await listStoredLogs({ surroundings: ownSurroundings }, since);
  for (const problem of problems) {
    console.error(plain(problem));
  }
  const progress = new Progress(logs.length);
  const turns: ScannedTurn[] = [];
  let unread = 0;
  for (const log of logs) {
    progress.next();
    const found = await judgeLog(log, since, overrides);
    unread += found === undefined ? 1 : 0;
    turns.push(...(found ?? []));
  }
  progress.end();
  const distinct = withoutCopies(turns);
  const summary = summarizePast(distinct);
  if (json) {
    console.log(jsonLine({ days, logs: logs.length, unread, summary, turns: distinct }));
  } else {
    print({ days, logs: logs.length, unread, summary, turns: distinct });
  }
  return 0;
}

function options(args: readonly string[]): { days: number; json: boolean; overrides: Overrides } {
  const { values } = parsed(
    args,
    {
      options: {
        days: { type: 'string', default: '30' },
        json: { type: 'boolean', default: false },
        preset: { type: 'string' },
        set: { type: 'string', multiple: true },
      },
    },
    usage,
  );
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new Unusable(`--days is a whole number from 1 to ${MOST_DAYS}; ${usage}`);
  }
  const overrides = readOverrides(values.preset, values.set ?? []);
  if ('problem' in overrides) {
    throw new Unusable(overrides.problem);
  }
  return { days, json: values.json, overrides };
}

/** Its turns that began at or after `since`; undefined if it cannot be read. */
async function judgeLog(
  { file, session, agent, at }: StoredLog,
  since: number,
  overrides: Overrides,
): Promise<ScannedTurn[] | undefined> {
  const recording = await readRecording(file, 'auto', session);
  if (isProblem(recording)) {
    return undefined;
  }
  const past = new PastTurns(overrides);
  for (const event of recording.events) {
    past.push(event);
  }
  return past.turns
    .map((turn) => ({ ...turn, startedAt: turn.startedAt ?? at, agent, file }))
    .filter(({ startedAt }) => startedAt >= since);
}

/** A session that went on elsewhere may have its first turns in both logs. */
function withoutCopies(turns: readonly ScannedTurn[]): ScannedTurn[] {
  const known = new Map(turns.map((turn) => [`${turn.session}\n${turn.startedAt}`, turn]));
  return [...known.values()].sort((one, other) => other.startedAt - one.startedAt);
}

/** How far it is: on one line of a terminal that a person looks at. */
class Progress {
  private done = 0;
  private shownAt = 0;

  constructor(private readonly all: number) {}

  next(): void {
    this.done += 1;
    const now = Date.now();
    if (process.stderr.isTTY && now - this.shownAt > 100) {
      this.shownAt = now;
      process.stderr.write(`\r\x1b[2Kreading log ${this.done} of ${this.all}, Ctrl+C ends it`);
    }
  }

  end(): void {
    if (process.stderr.isTTY) {
      process.stderr.write('\r\x1b[2K');
    }
  }
}

interface Found {
  days: number;
  logs: number;
  unread: number;
  summary: PastSummary;
  turns: readonly ScannedTurn[];
}

function print({ days, logs, unread, summary, turns }: Found): void {
  const { stalled, warnedWell, places } = summary;
  if (summary.turns === 0) {
    console.log(`No turn of an agent in the last ${count(days, 'day')}, in ${count(logs, 'log')}.`);
    return;
  }
  const lines = [
    `In the last ${count(days, 'day')}, here: ${count(summary.turns, 'turn')}, ${stalledText(summary)}`,
    ...(warnedWell === 0
      ? []
      : [`${count(warnedWell, 'early warning')} in turns that ended well.`]),
    '',
    ...places
      .slice(0, MOST_ROWS)
      .map(
        (place) =>
          `  ${agentName(place.agent).padEnd(14)} ${count(place.turns, 'turn').padStart(9)}  ${`${place.stalled} stalled`.padStart(10)}  ${plain(shortened(place.folder))}`,
      ),
    ...moreText(places.length, 'folder'),
  ];
  if (stalled > 0) {
    const stalls = turns.filter(({ stall }) => stall !== undefined);
    lines.push('', 'Stalled:', ...stalls.slice(0, MOST_ROWS).flatMap(stallLines));
    lines.push(...moreText(stalls.length, 'stall'));
    lines.push(
      '',
      'turnwatch replay FILE says more about one, and VS Code’s Open Recorded Run plays it.',
    );
  }
  lines.push(
    '',
    `From ${count(logs, 'log')} of agents on this machine${unread === 0 ? '' : `, ${unread} of them without a run`}, judged as they would be live, but for hooks and`,
    'changes of the workspace. A pause counts for 15 minutes at most. Nothing was sent anywhere.',
  );
  console.log(lines.join('\n'));
}

function stalledText({ stalled, stalledMs, tokenShare }: PastSummary): string {
  if (stalled === 0) {
    return 'none stalled.';
  }
  const share =
    tokenShare === undefined
      ? ''
      : ` and ${Math.round(tokenShare * 100)} % of those turns' tokens after the first alarm`;
  return `${stalled} stalled, for ${duration(stalledMs)}${share}.`;
}

function stallLines({ startedAt, agent, name, folder, stall, file }: ScannedTurn): string[] {
  const at = new Date(startedAt);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  const words = name === undefined ? '' : ` · “${plain(name)}”`;
  return stall === undefined
    ? []
    : [
        `  ${day} ${at.toTimeString().slice(0, 5)}  ${agentName(agent)} in ${plain(shortened(folder))}${words}`,
        `    step ${stall.step + 1}: ${plain(stall.reason)}`,
        `    ${plain(shortened(file))}`,
      ];
}

function moreText(all: number, what: string): string[] {
  return all > MOST_ROWS ? [`  and ${count(all - MOST_ROWS, what)} more (--json lists all)`] : [];
}

/** `~` for the home folder. */
function shortened(path: string): string {
  const { home } = ownSurroundings();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

function count(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) {
    return 'less than a minute';
  }
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
