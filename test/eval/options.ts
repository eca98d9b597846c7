/** The command line of `npm run eval`. */
import { parsed, readOverrides, Unusable } from '../../src/cli/command-line.js';
import { readErrorMessage } from '../../src/core/error-words.js';
import type { Overrides } from '../../src/core/judge.js';
import { defaultPreset } from '../../src/core/thresholds/thresholds.js';

const usage =
  'usage: npm run eval -- [--ends | --changed] [--first-sight] [--ablation] [--json] [--verbose] [--only PATTERN] [--cases PATTERN] [--preset NAME] [--set key=value …] [FOLDER]';

export interface Options {
  /** Empty only if there is something else to judge. */
  folder: string;
  /** Prints what is told of the ends of turns instead. */
  ends: boolean;
  /** Prints whether verdicts stay where runs are changed in ways that must not matter instead. */
  changed: boolean;
  /** Also judges the first-sight cases. */
  firstSight: boolean;
  /** Leaves each part out in turn: takes longer than all the rest. */
  ablation: boolean;
  json: boolean;
  verbose: boolean;
  only: (file: string) => boolean;
  /** A regular expression for titles of behavior cases and first-sight cases. */
  cases: string;
  looked: { name: string; overrides: Overrides };
}

/** @throws Unusable */
export function readOptions(args: readonly string[]): Options {
  const {
    values: { 'first-sight': firstSight = false, ablation = false, preset, set = [], ...values },
    positionals: [folder = '', ...more],
  } = parsed(
    args,
    {
      allowPositionals: true,
      options: {
        ends: { type: 'boolean' },
        changed: { type: 'boolean' },
        'first-sight': { type: 'boolean' },
        ablation: { type: 'boolean' },
        json: { type: 'boolean' },
        verbose: { type: 'boolean' },
        only: { type: 'string' },
        cases: { type: 'string' },
        preset: { type: 'string' },
        set: { type: 'string', multiple: true },
      },
    },
    usage,
  );
  if ((folder === '' && !firstSight && !ablation) || more.length > 0) {
    throw new Unusable(usage);
  }
  const overrides = readOverrides(preset, set);
  const only = readPattern('--only', values.only);
  readPattern('--cases', values.cases);
  return {
    folder,
    ends: values.ends ?? false,
    changed: values.changed ?? false,
    firstSight,
    ablation,
    json: values.json ?? false,
    verbose: values.verbose ?? false,
    only: (file) => only.test(file),
    cases: values.cases ?? '',
    looked: { name: [preset ?? defaultPreset, ...set].join(' '), overrides },
  };
}

/** @param pattern a regular expression for names, given as this option */
function readPattern(option: string, pattern = ''): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    throw new Unusable(`${option}: ${readErrorMessage(error)}`);
  }
}
