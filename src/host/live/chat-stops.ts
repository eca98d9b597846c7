/**
 * Stops turns of VS Code's own agent. No hook can end one: an answer that stops is an error that the model reads before it goes on. The
 * chat's own command ends it, for exactly the chat that it is given.
 */
import * as vscode from 'vscode';
import { AGENT_ID as VSCODE_CHAT } from '../../agents/copilot/vscode-chat/home.js';
import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import type { SessionTracker, TrackerListener } from '../../live/session-tracker.js';
import type { Log } from '../log.js';

/** Where a version knows it by another name, the order waits for the agent's next hook; without hooks, the person is asked. */
const CANCEL = 'workbench.action.chat.cancel';

export interface ChatStopsOptions {
  tracker: SessionTracker;
  log: Pick<Log, 'info' | 'warn'>;
  clock: Clock;
  workspace: { readonly isTrusted: boolean };
}

export class ChatStops implements TrackerListener {
  private readonly subscription: { dispose(): unknown };

  constructor(private readonly options: ChatStopsOptions) {
    this.subscription = options.tracker.listen(this);
  }

  onEvent(event: TurnEvent): void {
    if (event.type === 'intervention' && event.rung === 'stop' && event.state === 'requested') {
      void this.stop(event.session, event.id);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async stop(session: string, id: string): Promise<void> {
    const { tracker, log, clock, workspace } = this.options;
    const known = tracker.sessions.get(session);
    if (known?.agent !== VSCODE_CHAT || known.parent !== undefined || !workspace.isTrusted) {
      return;
    }
    const { answers } = tracker.turnwatch;
    if (!(await vscode.commands.getCommands(true)).includes(CANCEL)) {
      log.warn(`${session}: this editor has no command that stops a chat`);
      answers.undeliverable(session, [id], clock.now());
      return;
    }
    const telling = vscode.commands.executeCommand(CANCEL, makeContext(session));
    // not after the command: the chat may be over by then. It is obeyed once the chat says that its request is over.
    answers.delivered(session, [id], clock.now());
    await telling.then(
      () => log.info(`${session}: its chat was told to stop`),
      (error: unknown) => log.warn(`${session}: its chat may go on: ${String(error)}`),
    );
  }
}

/** What the command is given where it is run from a chat's own button: the chat is found by its address. */
function makeContext(session: string): object {
  const sessionResource = vscode.Uri.from({
    scheme: 'vscode-chat-session',
    authority: 'local',
    path: `/${Buffer.from(session).toString('base64url')}`,
  });
  return { widget: { viewModel: { sessionResource, sessionId: session } } };
}
