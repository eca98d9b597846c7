/** Background tasks as the fingerprint of a `task` event tells them: sorted pairs of id and status. */

const alive =
  /[:=,]\s*"?(?:running|pending|queued|active|in[-_ ]?progress|start(?:ing|ed)|waiting|open|created|busy)\b/i;
/** A hash says nothing. */
const opaque = /^[\w+/=-]{16,}$/;

/** Whether no task is at work any more; undefined where the fingerprint does not tell. */
export function noTaskRuns(fingerprint: string): boolean | undefined {
  if (alive.test(fingerprint)) {
    return false;
  }
  return opaque.test(fingerprint) ? undefined : true;
}
