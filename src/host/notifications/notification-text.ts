/** What the person is told of a stall, a wait or the end of a turn, in one sentence or two. */
import * as vscode from 'vscode';
import { COUNTDOWN_MS } from '../../core/interventions/stall-responses.js';
import type { Escalation } from '../../live/escalations.js';
import { say } from '../view/texts.js';

export function describeEscalation({ name: named, reason, advice, ignored }: Escalation): string {
  const name = say(named);
  if (advice === undefined) {
    return `${name}: ${say(reason)}`;
  }
  if (ignored?.stopsAt !== undefined) {
    return vscode.l10n.t(
      '{0} ignores that its tools are off. The turn will be stopped within {1} s.',
      name,
      COUNTDOWN_MS / 1000,
    );
  }
  if (ignored?.canStop === false) {
    return vscode.l10n.t(
      '{0} ignores that its tools are off, and Turnwatch can’t stop it. Stop it where it runs.',
      name,
    );
  }
  return vscode.l10n.t('{0} has stalled. {1}', name, say(reason));
}

export function severalText(escalations: readonly Escalation[]): string {
  const count = escalations.length;
  if (escalations.every(({ state }) => state === 'done')) {
    return vscode.l10n.t('{0} agents are done.', count);
  }
  return escalations.every(({ advice }) => advice !== undefined)
    ? vscode.l10n.t('{0} agents have stalled.', count)
    : vscode.l10n.t('{0} agents need you.', count);
}
