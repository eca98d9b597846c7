/** Detection alone, without disk or window: speed, cost of a long turn, memory. Needs `node --expose-gc`. */
import { Judge } from '../../src/core/judge.js';
import type { TurnEvent } from '../../src/core/events.js';
import { redact, shown as shownText } from '../../src/core/redact.js';
import { Turnwatch } from '../../src/core/turnwatch.js';
import { NaiveScan } from './naive.js';
import { median, type Row } from './row.js';

const BEGIN = Date.UTC(2026, 0, 15, 10);
/** Events of one step. */
const PER_STEP = 3;

/**
 * Steps that read, run and edit; two in three bring something new, one repeats. Outputs have `bytes` bytes. Events are written
 * out: in Node 20, a spread with further fields gives each object a hidden class of its own, which those read from lines have not.
 */
function steps(from: number, count: number, bytes: number): TurnEvent[] {
  const events: TurnEvent[] = [];
  for (let n = from; n < from + count; n += 1) {
    const at = BEGIN + n * 1000;
    const call = `call-${n}`;
    const again = n % 3 === 2 ? n % 30 : n;
    const line = `result ${again} of the work, `;
    const output = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
    if (n % 5 === 4) {
      events.push({
        v: 1,
        session: 'bench',
        at,
        type: 'tool.call',
        call,
        tool: 'Edit',
        input: {
          file_path: `/home/dev/src/file-${again % 400}.ts`,
          old_string: `a${again}`,
          new_string: `b${n}`,
        },
      });
    } else if (n % 2 === 0) {
      events.push({
        v: 1,
        session: 'bench',
        at,
        type: 'tool.call',
        call,
        tool: 'Read',
        input: { file_path: `/home/dev/src/file-${again}.ts` },
      });
    } else {
      events.push({
        v: 1,
        session: 'bench',
        at,
        type: 'tool.call',
        call,
        tool: 'Bash',
        input: {
          command: `cd /home/dev && npm run part-${again} -- --flag "${again}" | tail -n 20`,
          description: 'Run it',
        },
      });
    }
    events.push(
      { v: 1, session: 'bench', at, type: 'tool.result', call, ok: n % 7 !== 3, output },
      { v: 1, session: 'bench', at, type: 'step.end' },
    );
  }
  return events;
}

const opening: TurnEvent[] = [
  {
    v: 1,
    type: 'session.start',
    session: 'bench',
    at: BEGIN,
    agent: 'claude-code',
    cwd: '/home/dev',
    steps: 'explicit',
  },
  { v: 1, type: 'turn.start', session: 'bench', at: BEGIN, prompt: 'Work' },
];

function opened(): Judge {
  const judge = new Judge();
  for (const event of opening) {
    judge.push(event);
  }
  return judge;
}

/** Milliseconds of processor time so far: less sensitive to other load on the machine than wall time. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Events per second of processor time of `push` over a turn of 20,000 steps. */
function rate(bytes: number, make: () => (event: TurnEvent) => void): number {
  const rates: number[] = [];
  const events = steps(0, 20_000, bytes);
  for (let round = 0; round < 4; round += 1) {
    const push = make();
    const began = cpu();
    for (const event of events) {
      push(event);
    }
    if (round > 0) {
      rates.push((events.length / (cpu() - began)) * 1000);
    } // the first warms up
  }
  return median(rates);
}

const judged = () => {
  const judge = opened();
  return (event: TurnEvent): void => {
    judge.push(event);
  };
};

function watched(): Turnwatch {
  const watch = new Turnwatch({
    mode: () => 'ask',
    remindFirst: false,
    sendBack: false,
    agentName: (agent) => agent,
    capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
    carryOut: () => undefined,
  });
  for (const event of opening) {
    watch.push(event, BEGIN);
  }
  return watch;
}

const shown = () => {
  const watch = watched();
  return (event: TurnEvent): void => {
    watch.push(event, BEGIN);
  };
};

/** What the row of a step costs without its judgement: the title, the input and the output without secrets. */
const redacted =
  () =>
  (event: TurnEvent): void => {
    if (event.type === 'tool.call') {
      const { command } = event.input;
      const text = typeof command === 'string' ? command : JSON.stringify(event.input);
      redact(text);
      shownText(text, 400);
    } else if (event.type === 'tool.result') {
      shownText(event.output ?? '', 800);
    }
  };

/** Lengths of a session, in steps, at which speed and memory are compared. */
const lengths = [1000, 10_000, 100_000] as const;
/** Steps timed at each length. */
const WINDOW = 500;

/** Events per second at each length of the session: ours, and the naive scan's for comparison; interleaved, so that load affects all alike. */
function atLengths(): { ours: number[]; naive: number[] } {
  rate(100, judged); // warm
  const subjects = lengths.map((length) => {
    const judge = opened();
    const scan = new NaiveScan();
    for (let from = 0; from < length; from += 1000) {
      for (const event of steps(from, 1000, 100)) {
        judge.push(event);
        scan.fill(event);
      }
    }
    return { length, judge, scan, ours: [] as number[], naive: [] as number[] };
  });
  const time = (events: readonly TurnEvent[], push: (event: TurnEvent) => void): number => {
    const began = cpu();
    for (const event of events) {
      push(event);
    }
    return (events.length / (cpu() - began)) * 1000;
  };
  for (let round = 0; round < 15; round += 1) {
    for (const { length, judge, scan, ours, naive } of subjects) {
      const events = steps(length + round * WINDOW, WINDOW, 100);
      ours.push(
        time(events, (event) => {
          judge.push(event);
        }),
      );
      // a scan of a long session takes long: a few rounds are enough
      if (round < 3) {
        naive.push(
          time(events.slice(0, 300), (event) => {
            scan.push(event);
          }),
        );
      }
    }
  }
  return {
    ours: subjects.map(({ ours }) => median(ours)),
    naive: subjects.map(({ naive }) => median(naive)),
  };
}

/**
 * Collects repeatedly: objects just released may survive the first collection. From the event loop, where no stack is scanned: a
 * forgotten value in it would keep the session measured before, and the next one would seem to be smaller by that.
 */
async function settle(gc: NodeJS.GCFunction): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    await gc({ type: 'major', execution: 'async' });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Bytes in use, those of typed arrays included. */
function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Megabytes retained by a session with its rows, counts and receipts, at each length; and by the naive scan. */
async function retained(): Promise<{ ours: number[]; naive: number[] } | undefined> {
  const gc = global.gc;
  if (gc === undefined) {
    return undefined;
  }
  const held = new Set<Turnwatch | NaiveScan>();
  const ours = (length: number): void => {
    const watch = watched();
    held.add(watch);
    eachOf(length, (event) => watch.push(event, BEGIN));
  };
  const naive = (length: number): void => {
    const scan = new NaiveScan();
    held.add(scan);
    eachOf(length, (event) => {
      scan.fill(event);
    });
  };
  const kept = async (length: number, fill: (length: number) => void): Promise<number> => {
    await settle(gc);
    const before = used();
    fill(length);
    await settle(gc);
    const after = used();
    held.clear();
    return (after - before) / 1024 / 1024;
  };
  await kept(3000, ours); // compiled code is no part of a session
  const all = { ours: [] as number[], naive: [] as number[] };
  for (const length of lengths) {
    all.ours.push(await kept(length, ours));
  }
  for (const length of lengths) {
    all.naive.push(await kept(length, naive));
  }
  return all;
}

function eachOf(length: number, push: (event: TurnEvent) => void): void {
  for (let from = 0; from < length; from += 500) {
    for (const event of steps(from, 500, 1000)) {
      push(event);
    }
  }
}

async function coreRows(): Promise<Row[]> {
  const memory = await retained();
  const speed = atLengths();
  const at = (values: readonly number[] | undefined, i: number): number =>
    values?.[i] ?? Number.NaN;
  const withRows = rate(1024, shown);
  const steady = at(speed.ours, 0) / at(speed.ours, lengths.length - 1);
  return [
    {
      what: 'Detection, outputs of 100 bytes',
      limit: 50_000,
      atLeast: true,
      value: rate(100, judged),
      unit: 'events/s',
    },
    {
      what: 'Detection, outputs of 1 KB',
      limit: 25_000,
      atLeast: true,
      value: rate(1024, judged),
      unit: 'events/s',
    },
    { what: '  with rows, counts and receipts, 1 KB', value: withRows, unit: 'events/s' },
    {
      what: '  of which looking for secrets',
      limit: 1 / 6,
      value: withRows / rate(1024, redacted),
      unit: 'of a row',
    },
    ...lengths.map((length, i): Row => ({
      what: `  at step ${length.toLocaleString('en-US')} of a session`,
      value: at(speed.ours, i),
      unit: 'events/s',
      beside: { what: 'a scan of all calls', value: at(speed.naive, i) },
    })),
    {
      what: 'An event at step 100,000 against step 1,000',
      limit: 1.2,
      value: steady,
      unit: '×',
      note: `${PER_STEP} events a step; a scan of all calls: ${(at(speed.naive, 0) / at(speed.naive, lengths.length - 1)).toFixed(0)} ×`,
    },
    ...lengths.map((length, i): Row => ({
      what: `Memory of a session of ${length.toLocaleString('en-US')} steps`,
      limit: 8,
      value: memory?.ours[i],
      unit: 'MB',
      ...(memory === undefined
        ? { note: 'needs node --expose-gc' }
        : { beside: { what: 'every call kept', value: at(memory.naive, i) } }),
    })),
  ];
}

process.stdout.write(JSON.stringify(await coreRows()));
