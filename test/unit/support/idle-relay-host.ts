/** A relay's host that knows no session and changes nothing. */
import type { RelayHost } from '../../../src/relay/relay-host.js';

export const idleRelayHost: RelayHost = {
  hasOpenInterventions: () => false,
  session: () => undefined,
  change: () => undefined,
  delivered: () => undefined,
  answered: () => undefined,
  request: () => undefined,
};
