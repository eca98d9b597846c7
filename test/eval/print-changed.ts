/** `npm run eval -- --changed FOLDER`: whether verdicts stay where a run is changed in ways that must not matter. */
import { isProblem } from '../../src/agents/agent.js';
import type { TurnEvent } from '../../src/core/events.js';
import { Judge } from '../../src/core/judge.js';
import type { Overrides } from '../../src/core/judge.js';
import { changes, type Change } from './changed-runs.js';
import { readEvents, type RunFile } from './folder.js';

type Outcome = 'found' | 'missed' | 'alarmed' | 'warned' | 'quiet';

interface KnownRun {
  file: string;
  isStall: boolean;
  events: TurnEvent[];
}

/** One line for each change, and one for each run that is alarmed or missed by it; `verbose`: for each whose outcome changes. */
export async function* describeChanged(
  files: readonly RunFile[],
  overrides: Overrides,
  verbose: boolean,
): AsyncGenerator<string> {
  const runs: KnownRun[] = [];
  for (const run of files) {
    const read = run.unknown || run.label?.uncertain === true ? undefined : await readEvents(run);
    if (read !== undefined && !isProblem(read)) {
      runs.push({ file: run.file, isStall: run.label?.stalled === true, events: read.events });
    }
  }
  const as = (change: Change): Outcome[] => runs.map((run) => judgeChanged(run, change, overrides));
  const unchanged = as((events) => [...events]);
  yield summary('unchanged', unchanged);
  for (const [name, change] of Object.entries(changes)) {
    const changed = as(change);
    yield summary(name, changed);
    for (const [i, { file }] of runs.entries()) {
      const [before, now] = [unchanged[i], changed[i]];
      if (before !== now && (verbose || now === 'alarmed' || now === 'missed')) {
        yield `    ${file}: ${before} before, ${now} now`;
      }
    }
  }
}

function judgeChanged(
  { isStall, events }: KnownRun,
  change: Change,
  overrides: Overrides,
): Outcome {
  const judge = new Judge(overrides);
  const levels = new Set(
    change(events).flatMap((event) => judge.push(event).verdicts.map(({ level }) => level)),
  );
  if (isStall) {
    return levels.has('stalled') ? 'found' : 'missed';
  }
  return levels.has('stalled') ? 'alarmed' : levels.has('watch') ? 'warned' : 'quiet';
}

function summary(name: string, outcomes: readonly Outcome[]): string {
  const count = (...wanted: Outcome[]): number =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length;
  return `${name.padEnd(40)} found ${count('found')}/${count('found', 'missed')}, honest ${count('alarmed', 'warned', 'quiet')}: ${count('alarmed')} alarmed, ${count('warned')} warned`;
}
