/** A request to the model that failed, as an agent's log or hook tells it; also that its provider makes the agent wait. */
import type { FailedRequest, TurnEvent, Waiting } from '../../core/events.js';
import { readWaitReason, type ProviderWait } from '../../core/provider-status.js';
import { present } from './fields.js';
import { atTime, type Time } from './recorded-values.js';

/** `status`: of HTTP. */
export interface LoggedFailure extends FailedRequest {
  status?: number | undefined;
}

export function failedRequest(
  session: string,
  at: Time,
  { status, ...failure }: LoggedFailure,
): TurnEvent[] {
  const reason = readWaitReason(status);
  const { attempt, retryAt } = failure;
  return [
    { v: 1, ...atTime(at), type: 'request', session, state: 'failed', ...present({ ...failure }) },
    ...(reason === undefined
      ? []
      : [providerWait(session, at, { for: reason, until: retryAt, attempt })]),
  ];
}

/** `attempt`: see `Waiting`. */
export function providerWait(
  session: string,
  at: Time,
  { for: reason, until, attempt }: ProviderWait & { attempt?: number | undefined },
): Waiting {
  return {
    v: 1,
    ...atTime(at),
    type: 'waiting',
    session,
    for: reason,
    ...present({ until, attempt }),
  };
}
