/** How much of the provider's windows is used. */
import type { QuotaEvent } from '../events.js';

export type Quota = Pick<QuotaEvent, 'minutes' | 'used' | 'resetsAt'>;

const MOST_WINDOWS = 4;

/** The shortest window first. */
export function noteQuota(quotas: Quota[], { minutes, used, resetsAt }: QuotaEvent): void {
  const known = quotas.findIndex((each) => each.minutes === minutes);
  if (known < 0 && quotas.length >= MOST_WINDOWS) {
    return;
  }
  quotas.splice(known < 0 ? quotas.length : known, 1, {
    minutes,
    used: Math.min(100, used),
    ...(resetsAt !== undefined && { resetsAt }),
  });
  quotas.sort((one, other) => one.minutes - other.minutes);
}

/** The windows that have not begun anew since they were told of. */
export function listCurrentQuotas(quotas: readonly Quota[], now: number): Quota[] {
  return quotas.filter(({ resetsAt = Infinity }) => resetsAt > now);
}
