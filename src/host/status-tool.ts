/** A tool by which the editor's own agent asks how its turn stands. */
import * as vscode from 'vscode';
import { knownAgents } from '../agents/index.js';
import { tools } from '../ids.js';
import { inTime } from '../scheduling.js';
import type { WindowParts } from './window-parts.js';

/** Its log tells of the call late, or only with its result (milliseconds). */
const WAIT_MS = 500;
const LIMIT_MS = 3000;

/** The tools of an editor are called by its own agents only. */
const callers = knownAgents
  .filter(({ homeFrom }) => homeFrom === 'window-storage')
  .map(({ id }) => id);

export function registerStatusTool({ view, clock, log }: WindowParts): vscode.Disposable {
  const answer = async (): Promise<string> => {
    const { answerStatus } = await import('../live/asked-status.js');
    const { tracker } = await view.loaded();
    return answerStatus(tracker, { agents: callers, waitMs: WAIT_MS }, clock);
  };
  return vscode.lm.registerTool(tools.turnStatus, {
    prepareInvocation: () => ({ invocationMessage: vscode.l10n.t('Asking how the turn stands') }),
    invoke: async () => {
      const text = await inTime(LIMIT_MS, answer()).catch((error: unknown) => {
        log.error('turn status', error);
        return JSON.stringify({ unknown: 'The turn’s status is not known right now.' });
      });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  });
}
