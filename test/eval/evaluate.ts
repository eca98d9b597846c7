/** `npm run eval -- FOLDER`: every preset and the simple rules against labelled runs; the first-sight cases; what each part is worth. */
import { join } from 'node:path';
import { isProblem } from '../../src/agents/agent.js';
import { printable, Unusable } from '../../src/cli/command-line.js';
import { defaultPreset, presets } from '../../src/core/thresholds/thresholds.js';
import type { CasesLost } from './cases.js';
import { closeLines } from './close.js';
import { ideaNames, type IdeaResult } from './first-sight/judge.js';
import { firstSightFailures, firstSightTable } from './first-sight/print.js';
import { describeEnds } from './ends.js';
import { readEvents, readFolder } from './folder.js';
import type { CaseResult, Job, JobResult, RunResult } from './jobs.js';
import type { JudgedRun } from './judged.js';
import { readOptions, type Options } from './options.js';
import { casesLines, disagreements, sourcesTable, warningTables } from './print-runs.js';
import { worthTable } from './print-worth.js';
import { describeChanged } from './print-changed.js';
import { details, everything, table } from './print.js';
import { comparedRule, rules } from './rules.js';
import { figures, type Figures, type Judged } from './score.js';
import { figuresBySource } from './sources.js';
import { calibrateStepLimit, limitEachSource } from './step-limit.js';
import { doJobs } from './threads.js';
import { worthOfParts, type Worth } from './worth.js';

/** The behavior cases are told in so many jobs: loading them takes a moment. */
const BEHAVIOR_SLICES = 24;

interface Results {
  runs: RunResult[];
  cases: CaseResult[];
  ideas: IdeaResult[];
  behavior: CasesLost;
  unreadable: string[];
}

/** @returns the exit code: 0 if figures could be made. @param program what its threads run. @throws Unusable */
export async function evaluate(args: readonly string[], program: URL): Promise<number> {
  const options = readOptions(args);
  if (options.ends) {
    return await printEnds(options);
  }
  if (options.changed) {
    return await printChanged(options);
  }
  const jobs = listJobs(options);
  const results = sortResults(options.folder, await doJobs(jobs, program));
  const { looked, ablation, json } = options;
  const worth = ablation ? worthOfParts(results, looked.overrides.preset ?? defaultPreset) : [];
  const lines = json
    ? [JSON.stringify(forMachines(options, results, worth))]
    : [
        ...(options.folder === '' ? [] : describeRuns(options, results)),
        ...describeIdeas(options, results),
        ...(ablation ? worthTable(worth, options.verbose) : []),
      ];
  for (const line of lines) {
    console.log(json ? line : printable(line));
  }
  for (const line of results.unreadable) {
    console.error(printable(`left out: ${line}`));
  }
  return 0;
}

async function printEnds({ folder, only }: Options): Promise<number> {
  for (const run of readFolder(folder, only).runs) {
    const read = await readEvents(run);
    if (!isProblem(read)) {
      describeEnds(run.file, read.events).forEach((line) => console.log(printable(line)));
    }
  }
  return 0;
}

async function printChanged({ folder, only, looked, verbose }: Options): Promise<number> {
  for await (const line of describeChanged(
    readFolder(folder, only).runs,
    looked.overrides,
    verbose,
  )) {
    console.log(printable(line));
  }
  return 0;
}

function listJobs({ folder, only, firstSight, ablation, cases: pattern, looked }: Options): Job[] {
  const { overrides } = looked;
  const { runs, cases } = folder === '' ? { runs: [], cases: [] } : readFolder(folder, only);
  const wanted = new RegExp(pattern, 'i');
  const ideas = firstSight || ablation ? ideaNames.filter((name) => wanted.test(name)) : [];
  const slices = ablation ? BEHAVIOR_SLICES : 0;
  return [
    ...runs.map((run): Job => ({ kind: 'run', run, overrides, ablation })),
    ...cases.map((each): Job => ({ kind: 'case', case: each, overrides, ablation })),
    ...ideas.map((name): Job => ({ kind: 'idea', name, overrides, ablation })),
    ...Array.from({ length: slices }, (_, nth): Job => ({
      kind: 'behavior',
      slice: { pattern, nth, of: slices },
    })),
  ];
}

/** @throws Unusable for a labelled run that cannot be read */
function sortResults(folder: string, all: readonly JobResult[]): Results {
  const results: Results = { runs: [], cases: [], ideas: [], behavior: [], unreadable: [] };
  for (const each of all) {
    switch (each.kind) {
      case 'run':
        results.runs.push(each.result);
        break;
      case 'case':
        results.cases.push(each.result);
        break;
      case 'idea':
        results.ideas.push(each.result);
        break;
      case 'behavior':
        results.behavior.push(...each.result);
        break;
      case 'problem':
        if (each.isLabelled) {
          throw new Unusable(`${join(folder, each.file)}: ${each.problem}`);
        }
        results.unreadable.push(`${each.file}: ${each.problem}`);
    }
  }
  return results;
}

/** Ours first, then the other presets, the step limit and the simple rules. */
function figuresOfRules({ name }: Options['looked'], runs: readonly RunResult[]): Figures[] {
  const judged = runs.map(({ ours }) => ours);
  const limit = calibrateStepLimit(judged);
  return [
    figures(name, judged),
    ...presets
      .filter((preset) => preset !== name)
      .map((preset) =>
        figures(
          preset,
          pickJudged(runs, (run) => run.presets.get(preset)),
        ),
      ),
    ...(limit === undefined
      ? []
      : [
          figures(`at most ${limit.steps} steps (stops 5 % of productive runs)`, limit.judged),
          figures('the same with a limit for each source', limitEachSource(judged)),
        ]),
    ...rules.map(({ name: rule }) =>
      figures(
        rule,
        pickJudged(runs, (run) => run.simple.get(rule)),
      ),
    ),
  ];
}

function pickJudged(
  runs: readonly RunResult[],
  pick: (run: RunResult) => Judged | undefined,
): Judged[] {
  return runs.flatMap((run) => pick(run) ?? []);
}

function describeRuns({ looked, verbose }: Options, results: Results): string[] {
  const { runs, cases, unreadable } = results;
  const judged = runs.map(({ ours }) => ours);
  const rows = figuresOfRules(looked, runs);
  const [ours = figures(looked.name, judged)] = rows;
  const oneLine = pickJudged(runs, (run) => run.simple.get(comparedRule));
  return [
    ...table(rows),
    '',
    `${runs.length} of ${runs.length + unreadable.length} files judged`,
    ...sourcesTable(figuresBySource(judged)),
    ...casesLines(cases),
    ...warningTables(judged, verbose),
    ...closeLines(judged),
    ...details(ours, judged),
    ...disagreements(judged, oneLine, comparedRule),
    ...(verbose ? everything(judged) : []),
  ];
}

function describeIdeas({ firstSight, verbose }: Options, { ideas }: Results): string[] {
  return [
    ...(ideas.length > 0 ? firstSightTable(ideas) : []),
    ...(firstSight || verbose ? firstSightFailures(ideas) : []),
  ];
}

function forMachines({ looked }: Options, results: Results, parts: readonly Worth[]): object {
  const { runs, cases, ideas, unreadable } = results;
  const judged = runs.map(({ ours }) => ours);
  return {
    rows: figuresOfRules(looked, runs),
    parts,
    sources: figuresBySource(judged),
    runs: judged.map(runForMachines),
    cases: cases.map(({ name, expected, outcome }) => ({ name, expected, ...outcome })),
    ideas: ideas.map(({ idea, sights }) => ({
      ...idea,
      sights: sights.map(({ clothing, outcome, got }) => ({ clothing, outcome, got })),
    })),
    unreadable,
  };
}

function runForMachines({ file, session, label, verdicts }: JudgedRun): object {
  return {
    file,
    session,
    label,
    verdicts: verdicts.map(({ what, ...verdict }) => ({ ...verdict, message: what.id })),
  };
}
