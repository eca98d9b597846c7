/** The API for other extensions. Versioned: a version only ever gains members. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { BridgeStatus } from '../bridge/status.js';
import { TOKEN_FILE } from '../bridge/state.js';
import { readErrorMessage } from '../core/error-words.js';
import type { TurnEvent } from '../core/events.js';
import type { ModelDirective } from '../core/interventions/agent-answers.js';
import type { Snapshot } from '../core/view/snapshot.js';
import type { DecisionListener, Reception, Reported } from './live/reported.js';
import type { WindowView } from './window-view.js';

export interface TurnwatchApi {
  readonly version: 1;
  /**
   * Reports an event of an agent run by an extension in this window. A session begins with `session.start`; an event without `at`
   * happened now. Never rejects: the reason for a refused event is in the result.
   */
  report(event: TurnEvent): Promise<Reception>;
  /**
   * What the session's loop should do at its next request to the model: continue, offer no tools (`text-only`), or end the turn. Call
   * it before each request: the decision returned counts as delivered.
   */
  decision(session: string): Promise<ModelDirective>;
  /**
   * Called when the decision for a reported session changes. Return true if this listener's loop carries it out: the decision
   * then counts as delivered.
   */
  onDecision(listener: DecisionListener): vscode.Disposable;
  /** What the view shows now. */
  snapshot(): Snapshot;
  /** The event log of this window's sessions, flushed; undefined before the first event. */
  recording(): Promise<string | undefined>;
}

/** `TURNWATCH_URL` and `TURNWATCH_TOKEN_FILE` as lines for a shell or .env file; undefined while not connected. */
export function endpointVariables(
  bridgeDir: string,
  { state, port }: BridgeStatus,
): string | undefined {
  if (state !== 'connected' || port === undefined) {
    return undefined;
  }
  return `TURNWATCH_URL=http://127.0.0.1:${port}/v1/events\nTURNWATCH_TOKEN_FILE='${join(bridgeDir, TOKEN_FILE)}'\n`;
}

/** Only a report loads the code that tracks sessions. */
export function reporting(
  view: WindowView,
): Pick<TurnwatchApi, 'version' | 'report' | 'decision' | 'onDecision'> {
  const listeners = new Set<DecisionListener>();
  let loaded: Promise<Reported> | undefined;
  const load = (): Promise<Reported> =>
    (loaded ??= view.loaded().then(({ reported }) => {
      reported.announceTo(listeners);
      return reported;
    }));
  return {
    version: 1,
    report: (event) =>
      load()
        .then((reported) => reported.report(event))
        .catch((error: unknown): Reception => ({
          accepted: false,
          reason: readErrorMessage(error),
        })),
    decision: (session) =>
      load()
        .then((reported) => reported.decision(session))
        .catch((): ModelDirective => ({ decision: 'continue' })),
    onDecision: (listener) => {
      listeners.add(listener);
      return new vscode.Disposable(() => listeners.delete(listener));
    },
  };
}
