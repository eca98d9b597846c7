/** Background tasks by the fingerprint of a `task` event: sorted pairs of id and status. */

const alive =
  /[:=,]\s*"?(?:running|pending|queued|active|in[-_ ]?progress|start(?:ing|ed)|waiting|open|created|busy)\b/i;
/** Nothing can be read from a hash. */
const opaque = /^[\w+/=-]{16,}$/;

/** Whether all tasks are over; undefined where the fingerprint does not say. */
export function noTaskRuns(fingerprint: string): boolean | undefined {
  if (alive.test(fingerprint)) {
    return false;
  }
  return opaque.test(fingerprint) ? undefined : true;
}
