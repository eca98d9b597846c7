/** `turnwatch scan`: judges the logs that agents have left on this machine. Nothing leaves it. */
import { sep } from 'node:path';
import { agentName } from '../agents/index.js';
import type { Overrides } from '../core/judge.js';
import { summarizePast, type PastSummary } from '../core/ledger/past-summary.js';
import { dollarsText } from '../core/money/amounts.js';
import { readPrices, type PriceSet } from '../core/money/prices.js';
import { pricesReadOn } from '../core/money/price-table.js';
import type { ScannedTurn } from '../scan/judge-log.js';
import { scanLimits, scanLogs, type Scan } from '../scan/scan-logs.js';
import { ownSurroundings, parsed, readOverrides, Unusable } from './command-line.js';
import { jsonLine, plain } from './print-lines.js';

const usage =
  'usage: turnwatch scan [--days N] [--json] [--price MODEL=INPUT,CACHED,OUTPUT] [--preset NAME] [--set key=value …]';
const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 3650;
/** Rows that are printed, the newest stalls and the busiest repositories; `--json` has all. */
const MOST_ROWS = 20;

/** @param script the build of scan-thread-main.ts @returns the exit code. @throws Unusable */
export async function scan(args: readonly string[], script: URL): Promise<number> {
  const { days, json, overrides, prices } = options(args);
  const stop = new AbortController();
  const progress = new Progress(() => stop.abort());
  let found: Scan;
  try {
    found = await scanLogs({
      script,
      surroundings: ownSurroundings,
      since: Date.now() - days * DAY_MS,
      overrides,
      prices,
      signal: stop.signal,
      onProgress: (done, all) => progress.show(done, all),
    });
  } finally {
    progress.end();
  }
  for (const problem of found.problems) {
    console.error(plain(problem));
  }
  const summary = summarizePast(found.turns);
  if (json) {
    const { turns, logs, read, unread, skippedLines, leftOut, stopped } = found;
    const counts = { logs, read, unread, skippedLines, leftOut, stopped };
    console.log(jsonLine({ days, ...counts, pricesReadOn, summary, turns }));
  } else {
    print(days, summary, found);
  }
  return 0;
}

interface ScanFlags {
  days: number;
  json: boolean;
  overrides: Overrides;
  prices: PriceSet;
}

function options(args: readonly string[]): ScanFlags {
  const { values } = parsed(
    args,
    {
      options: {
        days: { type: 'string', default: '30' },
        json: { type: 'boolean', default: false },
        price: { type: 'string', multiple: true },
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
  const overrides = readOverrides(values.preset, values.set);
  return { days, json: values.json, overrides, prices: ownPrices(values.price ?? []) };
}

function ownPrices(texts: readonly string[]): PriceSet {
  const set = texts.map((text) => {
    const [, model = '', input, cached, output] =
      /^(.+)=([\d.]+),([\d.]+),([\d.]+)$/.exec(text) ?? [];
    return [model, { input: Number(input), cached: Number(cached), output: Number(output) }];
  });
  const read = readPrices(Object.fromEntries(set));
  if (read === undefined || read.problems.length > 0) {
    throw new Unusable(`--price is MODEL=INPUT,CACHED,OUTPUT in dollars per million; ${usage}`);
  }
  return read.prices;
}

const ESCAPE = '\u001b';
const CTRL_C = '\u0003';

/** How far it is: on one line of a terminal that a person looks at, who can end it there. */
class Progress {
  private shownAt = 0;
  private readonly keys = process.stdin.isTTY && process.stderr.isTTY ? process.stdin : undefined;

  constructor(private readonly stop: () => void) {
    this.keys?.setRawMode(true).setEncoding('utf8').on('data', this.onKey).resume();
  }

  show(done: number, all: number): void {
    const now = Date.now();
    if (process.stderr.isTTY && now - this.shownAt > 100) {
      this.shownAt = now;
      process.stderr.write(`\r\x1b[2Kjudging log ${done + 1} of ${all}, Esc stops`);
    }
  }

  end(): void {
    this.keys?.off('data', this.onKey).pause().setRawMode(false);
    if (process.stderr.isTTY) {
      process.stderr.write('\r\x1b[2K');
    }
  }

  private readonly onKey = (key: string): void => {
    if (key === ESCAPE || key === CTRL_C) {
      this.stop();
    }
  };
}

function print(days: number, summary: PastSummary, found: Scan): void {
  const { stalled, warnedWell, places } = summary;
  if (summary.turns === 0) {
    const where = `in ${count(found.logs, 'log')}`;
    console.log(
      [
        `No turn of an agent in the last ${count(days, 'day')}, ${where}.`,
        ...exceptions(found),
      ].join('\n'),
    );
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
          `  ${agentName(place.agent).padEnd(14)} ${count(place.turns, 'turn').padStart(9)}  ${`${place.stalled} stalled`.padStart(10)}  ${plain(shortened(place.repository))}`,
      ),
    ...moreText(places.length, 'repository', 'repositories'),
  ];
  if (stalled > 0) {
    const stalls = found.turns.filter(({ stall }) => stall !== undefined);
    lines.push('', 'Stalled:', ...stalls.slice(0, MOST_ROWS).flatMap(stallLines));
    lines.push(...moreText(stalls.length, 'stall'));
    lines.push(
      '',
      'turnwatch replay FILE says more about one, and VS Code’s Open Recorded Run plays it.',
    );
  }
  lines.push(
    '',
    `From ${count(judgedLogs(found), 'log')} of agents on this machine, judged as they would be live, but for hooks and`,
    'changes of the workspace. A pause counts for 15 minutes at most. Nothing was sent anywhere.',
    ...pricesText(summary),
    ...exceptions(found),
  );
  console.log(lines.join('\n'));
}

function judgedLogs({ read, unread }: Scan): number {
  return Object.values(unread).reduce((left, n) => left - n, read);
}

/** What the figures do not hold. */
function exceptions({ unread, skippedLines, leftOut, stopped, logs, read }: Scan): string[] {
  const reasons = [
    [unread['no-run'], 'without a run that could be read'],
    [unread['too-large'], `larger than ${scanLimits.logBytes / 2 ** 20} MB`],
    [unread['too-slow'], `given up after ${scanLimits.logMs / 1000} seconds`],
    [unread.failed, 'too much to judge'],
  ] as const;
  const unjudged = reasons.flatMap(([n, why]) => (n === 0 ? [] : [`${n} ${why}`]));
  return [
    ...(unjudged.length === 0 ? [] : [`Logs not judged: ${unjudged.join(', ')}.`]),
    ...(skippedLines === 0 ? [] : [`${count(skippedLines, 'line')} could not be read.`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, 'turn')} left out, of logs with more than 1,000.`]),
    ...(stopped === undefined
      ? []
      : [
          `Stopped ${stopped === 'person' ? 'by you' : 'at a limit'}: ${logs - read} of ${count(logs, 'log')} not looked into, the oldest.`,
        ]),
  ];
}

function pricesText({ dollars, unpriced }: PastSummary): string[] {
  if (unpriced.length > 0) {
    const names = unpriced.map((model) => plain(model) || 'a model that the log does not name');
    return [`No sum in dollars: no price is known for ${names.join(', ')} (--price sets one).`];
  }
  return dollars === undefined
    ? []
    : [
        `Dollars by list prices known on ${pricesReadOn}, or your own; what is written to a cache counts as input.`,
      ];
}

function stalledText({ stalled, stalledMs, tokenShare, dollars }: PastSummary): string {
  if (stalled === 0) {
    return 'none stalled.';
  }
  const share =
    tokenShare === undefined
      ? ''
      : ` and ${Math.round(tokenShare * 100)} % of those turns' tokens after the first alarm`;
  const cost = dollars === undefined ? '' : ` (about ${dollarsText(dollars, 'en')})`;
  return `${stalled} stalled, for ${duration(stalledMs)}${share}${cost}.`;
}

function stallLines({ startedAt, agent, name, repository, stall, file }: ScannedTurn): string[] {
  const at = new Date(startedAt);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  const words = name === undefined ? '' : ` · “${plain(name)}”`;
  return stall === undefined
    ? []
    : [
        `  ${day} ${at.toTimeString().slice(0, 5)}  ${agentName(agent)} in ${plain(shortened(repository))}${words}`,
        `    step ${stall.step + 1}: ${plain(stall.reason)}`,
        `    ${plain(shortened(file))}`,
      ];
}

function moreText(all: number, what: string, plural?: string): string[] {
  return all > MOST_ROWS
    ? [`  and ${count(all - MOST_ROWS, what, plural)} more (--json lists all)`]
    : [];
}

/** `~` for the home folder. */
function shortened(path: string): string {
  const { home } = ownSurroundings();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

function count(value: number, what: string, plural = `${what}s`): string {
  return `${value} ${value === 1 ? what : plural}`;
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
