/** Readers of single rollout records. */
import type { Tokens } from '../../core/turns/tokens.js';
import { fieldsIn, nameIn, numberIn, type Fields } from '../reading/fields.js';
import { tokensIn } from '../reading/usage.js';

/** Outcome from a command's own record, logged before the model gets the output. */
export interface CommandEnd {
  exitCode: number | undefined;
  durationMs: number | undefined;
}

export function readEnd({ exit_code: exitCode, duration }: Fields): CommandEnd {
  const { secs, nanos } = fieldsIn(duration);
  const seconds = numberIn(secs);
  return {
    exitCode: numberIn(exitCode),
    durationMs:
      seconds === undefined ? undefined : seconds * 1000 + Math.round((numberIn(nanos) ?? 0) / 1e6),
  };
}

/** The thread that spawned this one. */
export function readParent(meta: Fields | undefined): { parent?: string } {
  const spawned = fieldsIn(fieldsIn(fieldsIn(meta?.['source'])['subagent'])['thread_spawn']);
  const parent = nameIn(spawned['parent_thread_id']);
  return parent === undefined ? {} : { parent };
}

export function costIn(usage: unknown): Tokens {
  const {
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
  } = fieldsIn(usage);
  return { input: tokensIn(input), cached: tokensIn(cached), output: tokensIn(output) };
}

/** The agent's folder, from an environment message. */
export function folderIn(text: string): string | undefined {
  const [, tagged, named] =
    /<cwd>([^<]{1,4000})<\/cwd>|Current working directory: ([^\n]{1,4000})/.exec(
      text.slice(0, 8192),
    ) ?? [];
  return nameIn(tagged ?? named);
}
