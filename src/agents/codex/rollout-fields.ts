/** Readers of single rollout records. */
import type { Tokens } from '../../core/turns/tokens.js';
import { fieldsIn, nameIn, numberIn, type Fields } from '../reading/fields.js';
import { readWaitReason } from '../../core/provider-status.js';
import { tokensIn } from '../reading/usage.js';
import type { Json, QuotaEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { STARTED, type BackgroundTask } from '../../core/identity/tasks.js';
import { resultIn } from '../reading/content.js';
import { readTask, TASK_HEAD } from '../reading/task-text.js';

const running = /(?:^|\n)Process running with session ID (\d{1,12})(?:\n|$)/;

/** `looked`: the process that the call looked at; it is over once the call has an exit code. */
export function readProcess(
  output: unknown,
  exitCode: number | undefined,
  looked: Json | undefined,
): BackgroundTask[] {
  const text = resultIn(isObject(output) ? (output['content'] ?? output['output']) : output);
  const [head = ''] = text.slice(0, TASK_HEAD).split('\nOutput:\n');
  const id = running.exec(head)?.[1];
  return id === undefined && exitCode !== undefined
    ? readTask(looked, `exit ${exitCode}`)
    : readTask(id, STARTED);
}

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

/** When the windows that are used up begin anew (milliseconds since the epoch): the last of them counts. */
export function readReset(limits: unknown, at: number | undefined): number | undefined {
  const { primary, secondary } = fieldsIn(limits);
  const resets = [primary, secondary].map(fieldsIn).flatMap((window) => {
    const { used_percent: used, resets_at: exact, resets_in_seconds: seconds } = window;
    const left = numberIn(seconds, 0);
    const reset =
      numberIn(exact, 0) ?? (left === undefined || at === undefined ? undefined : at / 1000 + left);
    return (numberIn(used) ?? 0) >= 100 && reset !== undefined ? [reset * 1000] : [];
  });
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** How much of each window is used. */
export function readQuotas(limits: unknown): Pick<QuotaEvent, 'minutes' | 'used' | 'resetsAt'>[] {
  const { primary, secondary } = fieldsIn(limits);
  return [primary, secondary].map(fieldsIn).flatMap((window) => {
    const minutes = numberIn(window['window_minutes'], 1);
    const used = numberIn(window['used_percent'], 0);
    const resets = numberIn(window['resets_at'], 0);
    return minutes === undefined || used === undefined
      ? []
      : [{ minutes, used, ...(resets !== undefined && { resetsAt: resets * 1000 }) }];
  });
}

/** What Codex says of an error: `usage_limit_exceeded`, or the status of HTTP. */
export function isLimit(error: unknown): boolean {
  return (
    error === 'usage_limit_exceeded' ||
    Object.values(fieldsIn(error)).some(
      (each) => readWaitReason(numberIn(fieldsIn(each)['http_status_code'])) === 'limit',
    )
  );
}

/** The agent's folder, from an environment message. */
export function folderIn(text: string): string | undefined {
  const [, tagged, named] =
    /<cwd>([^<]{1,4000})<\/cwd>|Current working directory: ([^\n]{1,4000})/.exec(
      text.slice(0, 8192),
    ) ?? [];
  return nameIn(tagged ?? named);
}
