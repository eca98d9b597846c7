/** What the commands share: how they end, and how they say what is wrong. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '../core/error-words.js';
import { withSeparateSets } from '../core/thresholds/overrides.js';

/** It cannot be done as asked; the message says why, in one line. */
export class Unusable extends Error {}

/** As `parseArgs`, for which `--set a=1 b=2` means `--set a=1 --set b=2`. @throws Unusable, with the usage */
export function parsed<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: withSeparateSets(args) });
  } catch (error) {
    throw new Unusable(`${messageOf(error)}; ${usage}`);
  }
}
