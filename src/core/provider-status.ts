/** What the statuses of HTTP say of a model's provider: that it makes its caller wait. */
export const TOO_MANY_REQUESTS = 429;
/** No standard's, but several providers'. */
export const OVERLOADED = 529;

/** Why the provider makes its caller wait; `until`: milliseconds since the epoch. */
export interface ProviderWait {
  for: 'limit' | 'overload';
  until?: number | undefined;
}

/** `header`: `retry-after`, in seconds or as a date. @returns milliseconds since the epoch */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  const seconds = Number(header);
  const until = Number.isNaN(seconds) ? Date.parse(header) : now + seconds * 1000;
  return until >= now ? until : undefined;
}

export function readWaitReason(status: number | undefined): ProviderWait['for'] | undefined {
  switch (status) {
    case TOO_MANY_REQUESTS:
      return 'limit';
    case OVERLOADED:
      return 'overload';
    default:
      return undefined;
  }
}
