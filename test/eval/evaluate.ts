/** `npm run eval -- FOLDER`: every preset and the simple rules against labelled runs. */
import { readErrorMessage } from '../../src/core/error-words.js';
import { readOverrides } from '../../src/core/thresholds/overrides.js';
import type { Overrides } from '../../src/core/judge.js';
import { defaultPreset, presets } from '../../src/core/thresholds/thresholds.js';
import { closeLines } from './close.js';
import { judgeIdeas } from './first-sight/judge.js';
import { firstSightFailures, firstSightTable } from './first-sight/print.js';
import { parsed, Unusable, printable } from '../../src/cli/command-line.js';
import { readFolder } from './folder.js';
import { judge, judgeBySimpleRules, type JudgedRun } from './judged.js';
import { heldOut } from './held-out.js';
import { details, everything, table } from './print.js';
import { disagreements, sourcesTable, warningTables, worthTable } from './print-worth.js';
import { comparedRule } from './rules.js';
import { figures } from './score.js';
import { worthOfParts, type BehaviorCase } from './worth.js';

const usage =
  'usage: npm run eval -- [--first-sight] [--json] [--verbose] [--quick] [--only PATTERN] [--cases PATTERN] [--preset NAME] [--set key=value …] FOLDER';

/** The project's own behavior cases, by title: without them, what each part is worth is left out. */
export type BehaviorCases = (wanted: (title: string) => boolean) => Promise<BehaviorCase[]>;

interface Options {
  folder: string;
  /** Also judges the first-sight cases; without a folder only these. */
  firstSight: boolean;
  json: boolean;
  verbose: boolean;
  /** Without what each part is worth, which takes longer than all the rest. */
  quick: boolean;
  only: (file: string) => boolean;
  cases: (title: string) => boolean;
  looked: { name: string; overrides: Overrides };
}

function options(args: readonly string[]): Options {
  const {
    values: { 'first-sight': firstSight, json, verbose, quick, only, cases, preset, set = [] },
    positionals: [folder = '', ...more],
  } = parsed(
    args,
    {
      allowPositionals: true,
      options: {
        'first-sight': { type: 'boolean' },
        json: { type: 'boolean' },
        verbose: { type: 'boolean' },
        quick: { type: 'boolean' },
        only: { type: 'string' },
        cases: { type: 'string' },
        preset: { type: 'string' },
        set: { type: 'string', multiple: true },
      },
    },
    usage,
  );
  if ((folder === '' && firstSight !== true) || more.length > 0) {
    throw new Unusable(usage);
  }
  const overrides = readOverrides(preset, set);
  if ('problem' in overrides) {
    throw new Unusable(overrides.problem);
  }
  const looked = { name: [preset ?? defaultPreset, ...set].join(' '), overrides };
  return {
    folder,
    firstSight: firstSight ?? false,
    json: json ?? false,
    verbose: verbose ?? false,
    quick: quick ?? false,
    only: matching('--only', only),
    cases: matching('--cases', cases),
    looked,
  };
}

/** @param pattern a regular expression for names, given as this option */
function matching(option: string, pattern = ''): (name: string) => boolean {
  try {
    const expression = new RegExp(pattern, 'i');
    return (name) => expression.test(name);
  } catch (error) {
    throw new Unusable(`${option}: ${readErrorMessage(error)}`);
  }
}

/** @returns the exit code: 0 if figures could be made. @throws Unusable */
export async function evaluate(
  args: readonly string[],
  behaviorCases?: BehaviorCases,
): Promise<number> {
  const { folder, firstSight, json, verbose, quick, only, cases, looked } = options(args);
  if (firstSight) {
    const sights = judgeIdeas();
    for (const line of [...firstSightTable(sights), ...firstSightFailures(sights)]) {
      console.log(printable(line));
    }
  }
  if (folder === '') {
    return 0;
  }
  const { runs, unreadable } = await readFolder(folder, only);
  const judged = runs.map((run) => judge(run, looked.overrides));
  const ours = figures(looked.name, judged);
  const others = presets
    .filter((preset) => preset !== looked.name)
    .map((preset) =>
      figures(
        preset,
        runs.map((run) => judge(run, { preset, set: {} })),
      ),
    );
  const simple = judgeBySimpleRules(runs);
  const rows = [ours, ...others, ...simple.map(({ rule, judged: each }) => figures(rule, each))];
  const parts =
    quick || behaviorCases === undefined
      ? undefined
      : worthOfParts(runs, judged, await behaviorCases(cases), looked.overrides);
  const sources = heldOut(judged);
  if (json) {
    console.log(
      JSON.stringify({ rows, parts, sources, runs: judged.map(forMachines), unreadable }),
    );
  } else {
    const oneLineRule = simple.find(({ rule }) => rule === comparedRule);
    for (const line of [
      ...table(rows),
      '',
      `${runs.length} of ${runs.length + unreadable.length} files judged`,
      ...sourcesTable(sources),
      ...(parts === undefined ? [] : worthTable(parts, verbose)),
      ...warningTables(judged, verbose),
      ...closeLines(judged),
      ...details(ours, judged),
      ...disagreements(judged, oneLineRule?.judged ?? [], comparedRule),
      ...(verbose ? everything(judged) : []),
    ]) {
      console.log(printable(line));
    }
  }
  for (const line of unreadable) {
    console.error(printable(`left out: ${line}`));
  }
  return 0;
}

function forMachines({ file, session, label, verdicts }: JudgedRun): object {
  return {
    file,
    session,
    label,
    verdicts: verdicts.map(({ what, ...verdict }) => ({ ...verdict, message: what.id })),
  };
}
