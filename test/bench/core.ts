/** Detection alone, without disk or window: speed, cost of a long turn, memory. Needs `node --expose-gc`. */
import { Judge } from '../../src/core/judge.js';
import type { TurnEvent } from '../../src/core/events.js';
import { Watch } from '../../src/core/watch.js';
import { median, type Row } from './row.js';

const BEGIN = Date.UTC(2026, 0, 15, 10);
/** Events of one step. */
const PER_STEP = 3;

/** Steps that read, run and edit; two in three bring something new, one repeats. Outputs have `bytes` bytes. */
function steps(from: number, count: number, bytes: number): TurnEvent[] {
  const events: TurnEvent[] = [];
  for (let n = from; n < from + count; n += 1) {
    const base = { v: 1, session: 'bench', at: BEGIN + n * 1000 } as const;
    const call = `call-${n}`;
    const again = n % 3 === 2 ? n % 30 : n;
    const line = `result ${again} of the work, `;
    const output = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
    if (n % 5 === 4) {
      events.push({ ...base, type: 'tool.call', call, tool: 'Edit', input: { file_path: `/home/dev/src/file-${again % 400}.ts`, old_string: `a${again}`, new_string: `b${n}` } });
    } else if (n % 2 === 0) {
      events.push({ ...base, type: 'tool.call', call, tool: 'Read', input: { file_path: `/home/dev/src/file-${again}.ts` } });
    } else {
      events.push({ ...base, type: 'tool.call', call, tool: 'Bash', input: { command: `cd /home/dev && npm run part-${again} -- --flag "${again}" | tail -n 20`, description: 'Run it' } });
    }
    events.push({ ...base, type: 'tool.result', call, ok: n % 7 !== 3, output }, { ...base, type: 'step.end' });
  }
  return events;
}

const opening: TurnEvent[] = [
  { v: 1, type: 'session.start', session: 'bench', at: BEGIN, agent: 'claude-code', cwd: '/home/dev', steps: 'explicit' },
  { v: 1, type: 'turn.start', session: 'bench', at: BEGIN, prompt: 'Work' },
];

function opened(): Judge {
  const judge = new Judge();
  for (const event of opening) { judge.push(event); }
  return judge;
}

/** Milliseconds of processor time so far: what else the machine does counts less than by the clock. */
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
    for (const event of events) { push(event); }
    if (round > 0) { rates.push(events.length / (cpu() - began) * 1000); } // the first warms up
  }
  return median(rates);
}

const judged = () => {
  const judge = opened();
  return (event: TurnEvent): void => { judge.push(event); };
};

function watched(): Watch {
  const watch = new Watch({
    overrides: { set: {} }, mode: () => 'ask', remindFirst: () => false, agentName: (agent) => agent, capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
  });
  for (const event of opening) { watch.push(event, BEGIN); }
  return watch;
}

const shown = () => {
  const watch = watched();
  return (event: TurnEvent): void => { watch.push(event, BEGIN); };
};

/** Cost of an event at step 100,000 over that at step 1,000, in turns so that both see the same machine. */
function growth(): number {
  rate(100, judged); // warm
  const window = 500;
  const ratios: number[] = [];
  const long = opened();
  for (let from = 0; from < 100_000; from += 1000) { for (const event of steps(from, 1000, 100)) { long.push(event); } }
  const time = (judge: Judge, from: number): number => {
    const events = steps(from, window, 100);
    const began = cpu();
    for (const event of events) { judge.push(event); }
    return cpu() - began;
  };
  for (let round = 0; round < 15; round += 1) {
    const short = opened();
    for (const event of steps(0, 1000, 100)) { short.push(event); }
    const first = time(short, 1000);
    ratios.push(time(long, 100_000 + round * window) / first);
  }
  return median(ratios);
}

/** Megabytes that a session of 100,000 steps keeps, with its rows, counts and receipts. */
function retained(): number | undefined {
  if (global.gc === undefined) { return undefined; }
  const first = watched(); // compiled code is no part of a session
  for (const event of steps(0, 3000, 1000)) { first.push(event, BEGIN); }
  global.gc();
  const before = process.memoryUsage().heapUsed;
  const watch = watched();
  for (let from = 0; from < 100_000; from += 500) { for (const event of steps(from, 500, 1000)) { watch.push(event, BEGIN); } }
  global.gc();
  const after = process.memoryUsage().heapUsed;
  return watch.sessions.size === 1 ? (after - before) / 1024 / 1024 : undefined;
}

function coreRows(): Row[] {
  const memory = retained();
  return [
    { what: 'Detection, outputs of 100 bytes', limit: 100_000, atLeast: true, value: rate(100, judged), unit: 'events/s' },
    { what: 'Detection, outputs of 1 KB', limit: 40_000, atLeast: true, value: rate(1024, judged), unit: 'events/s' },
    { what: '  with rows, counts and receipts, 1 KB', value: rate(1024, shown), unit: 'events/s' },
    { what: 'An event at step 100,000 against step 1,000', limit: 1.2, value: growth(), unit: '×', note: `${PER_STEP} events a step` },
    { what: 'Memory of a session of 100,000 steps', limit: 8, value: memory, unit: 'MB', note: memory === undefined ? 'needs node --expose-gc' : undefined },
  ];
}

process.stdout.write(JSON.stringify(coreRows()));
