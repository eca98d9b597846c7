/** Preset and thresholds as a person writes them on a command line. */
import type { Overrides } from '../judge.js';
import { isPreset, isThresholdKey, presets, thresholdProblem } from './thresholds.js';

/**
 * @param pairs `key=value`; later ones override earlier ones
 * @returns `problem`: a sentence that names the error
 */
export function readOverrides(
  preset: string | undefined,
  pairs: readonly string[],
): Overrides | { problem: string } {
  const result: Overrides = { set: {} };
  if (preset !== undefined) {
    if (!isPreset(preset)) {
      return { problem: `unknown preset "${preset}"; known: ${presets.join(', ')}` };
    }
    result.preset = preset;
  }
  for (const pair of pairs) {
    const [, key, text] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (key === undefined || text === undefined) {
      return { problem: `--set needs key=value, got "${pair}"` };
    }
    const problem = thresholdProblem(key, text.trim() === '' ? Number.NaN : Number(text));
    if (problem !== undefined || !isThresholdKey(key)) {
      return { problem: problem ?? key };
    }
    result.set[key] = Number(text);
  }
  return result;
}

/** `--set a=1 b=2` means `--set a=1 --set b=2`. */
export function withSeparateSets(args: readonly string[]): string[] {
  const separate: string[] = [];
  let inSet = false;
  for (const [i, arg] of args.entries()) {
    const isPair = /^[A-Za-z]+\.[A-Za-z]+=/.test(arg);
    if (inSet && isPair && args[i - 1] !== '--set') {
      separate.push('--set');
    }
    separate.push(arg);
    inSet = arg === '--set' || arg.startsWith('--set=') || (inSet && isPair);
  }
  return separate;
}
