/** The jobs of an evaluation: each judges one thing, alone and again with each part left out that has a say in it. */
import { isProblem } from '../../src/agents/agent.js';
import type { Overrides } from '../../src/core/judge.js';
import { defaultPreset, presets, type Preset } from '../../src/core/thresholds/thresholds.js';
import { judgeBehaviorCases, type CaseSlice, type CasesLost } from './cases.js';
import { judgeIdea, type IdeaResult } from './first-sight/judge.js';
import { readEvents, type CaseFile, type RunFile } from './folder.js';
import { compareCase, type CaseOutcome } from './gold-cases.js';
import { judge, judgeBySimpleRules, type JudgedRun } from './judged.js';
import { keyOf, partsFor, Uses } from './parts.js';
import type { Judged } from './score.js';

export type Job =
  | { kind: 'run'; run: RunFile; overrides: Overrides; ablation: boolean }
  | { kind: 'case'; case: CaseFile; overrides: Overrides; ablation: boolean }
  | { kind: 'idea'; name: string; overrides: Overrides; ablation: boolean }
  | { kind: 'behavior'; slice: CaseSlice };

export type JobResult =
  | { kind: 'run'; result: RunResult }
  | { kind: 'case'; result: CaseResult }
  | { kind: 'idea'; result: IdeaResult }
  | { kind: 'behavior'; result: CasesLost }
  | { kind: 'problem'; file: string; isLabelled: boolean; problem: string };

export interface RunResult {
  ours: JudgedRun;
  /** By name of a preset, and of a simple rule. */
  presets: Map<Preset, Judged>;
  simple: Map<string, Judged>;
  /** By key of a part: how many calls it decided, and the run without it. */
  decided: Map<string, number>;
  without: Map<string, JudgedRun>;
}

export interface CaseResult {
  name: string;
  expected: CaseFile['expected'];
  outcome: CaseOutcome;
  /** By key of a part, whether it is as expected without it. */
  without: Map<string, boolean>;
}

export async function doJob(job: Job): Promise<JobResult> {
  switch (job.kind) {
    case 'run':
      return await judgeRun(job);
    case 'case':
      return await judgeCase(job);
    case 'idea':
      return { kind: 'idea', result: judgeIdea(job.name, job.overrides, job.ablation) };
    case 'behavior':
      return { kind: 'behavior', result: await judgeBehaviorCases(job.slice) };
  }
}

async function judgeRun({
  run: file,
  overrides,
  ablation,
}: Extract<Job, { kind: 'run' }>): Promise<JobResult> {
  const read = await readEvents(file);
  if (isProblem(read)) {
    return {
      kind: 'problem',
      file: file.file,
      isLabelled: file.label !== undefined,
      problem: read.problem,
    };
  }
  const run = { ...file, events: read.events };
  const uses = new Uses();
  const ours = judge(run, overrides, ablation ? uses : {});
  const others = presets.map((preset): [Preset, Judged] => [
    preset,
    withoutSteps(judge(run, { preset, set: {} })),
  ]);
  return {
    kind: 'run',
    result: {
      ours,
      presets: new Map(others),
      simple: judgeBySimpleRules(run),
      decided: uses.decided,
      without: new Map(
        partsFor(overrides.preset ?? defaultPreset, uses).map((part): [string, JudgedRun] => [
          keyOf(part),
          withoutSteps(judge(run, overrides, {}, part.leftOut)),
        ]),
      ),
    },
  };
}

/** What only the figures of the rule that is looked at need. */
function withoutSteps(run: JudgedRun): JudgedRun {
  return { ...run, steps: [] };
}

async function judgeCase({
  case: { name, expected, ...file },
  overrides,
  ablation,
}: Extract<Job, { kind: 'case' }>): Promise<JobResult> {
  const read = await readEvents(file);
  if (isProblem(read)) {
    return { kind: 'problem', file: file.file, isLabelled: true, problem: read.problem };
  }
  const run = { ...file, unknown: false, events: read.events };
  const uses = new Uses();
  const outcome = compareCase(expected, judge(run, overrides, ablation ? uses : {}));
  const without = partsFor(overrides.preset ?? defaultPreset, uses).map(
    (part): [string, boolean] => [
      keyOf(part),
      compareCase(expected, judge(run, overrides, {}, part.leftOut)).holds,
    ],
  );
  return { kind: 'case', result: { name, expected, outcome, without: new Map(without) } };
}
