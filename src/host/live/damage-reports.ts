/** Tells the person that something took away, or changed, what agents' hooks need, or the hooks themselves: agents would run on unseen. */
import * as vscode from 'vscode';
import { agentName } from '../../agents/index.js';
import type { Session } from '../../core/turns/session.js';
import type { OrderGaps, Reins } from '../../live/order-gaps.js';
import type { Connection } from '../connect/connect.js';
import type { Log } from '../log.js';
import { showWarning } from '../messages.js';

export interface DamageOptions {
  tracker: { readonly sessions: ReadonlyMap<string, Session> };
  connection: Pick<Connection, 'connect'>;
  gaps: OrderGaps;
  log: Pick<Log, 'warn'>;
}

export interface Unhooked {
  agent: string;
  /** The settings file of the agent. */
  file: string | undefined;
  /** The hooks are still installed, but that file switches all of them off. */
  isOff: boolean;
  /** Its sessions run without them from now on. */
  atOnce: boolean;
}

export class DamageReports {
  /** Turns of which it was told, by session. */
  private readonly told = new Map<string, number>();

  constructor(private readonly options: DamageOptions) {}

  /** `what`: the name of a file in the folder of all windows, which is put back; without it, all are back. Told once for a turn. */
  found(files: Extract<Reins, { files: unknown }>, what?: string): void {
    const { gaps, log } = this.options;
    if (what === undefined) {
      gaps.end(files);
      return;
    }
    gaps.begin(files);
    const open = this.openTurns();
    const news = open.filter(({ id, turn }) => this.told.get(id) !== turn);
    if (open.length > 0 && news.length === 0) {
      return;
    }
    log.warn(`bridge: something changed or removed ${what}; it is put back`);
    if (news.length === 0) {
      return;
    }
    this.told.clear();
    for (const { id, turn } of open) {
      this.told.set(id, turn);
    }
    const names = [...new Set(open.map(({ agent }) => agentName(agent)))].join(', ');
    void showWarning(
      vscode.l10n.t(
        'Something removed Turnwatch’s files ({0}) during a turn of {1}. They are back. Until then its hooks were not answered.',
        what,
        names,
      ),
    );
  }

  /** The hooks were taken out of a settings file of the agent, or switched off there. */
  async unhooked(unhooked: Unhooked): Promise<void> {
    const { connection, log } = this.options;
    const { agent, file, isOff } = unhooked;
    log.warn(
      `connect: the hooks of ${agent} were ${isOff ? 'switched off in' : 'taken out of'} ${file ?? agent}`,
    );
    if (!this.openTurns().some((session) => session.agent === agent)) {
      return;
    }
    const mend = isOff ? vscode.l10n.t('Open File') : vscode.l10n.t('Put Back');
    if ((await showWarning(describeUnhooked(unhooked), mend)) === mend) {
      await connection.connect({ agent, file });
    }
  }

  private openTurns(): Session[] {
    return [...this.options.tracker.sessions.values()].filter(
      ({ open, parent }) => open && parent === undefined,
    );
  }
}

function describeUnhooked({ agent, file, isOff, atOnce }: Unhooked): string {
  const name = agentName(agent);
  const what = isOff
    ? vscode.l10n.t(
        'Something switched all hooks off in {0} during a turn of {1}.',
        file ?? name,
        name,
      )
    : vscode.l10n.t(
        'Something took Turnwatch’s hooks out of {0} during a turn of {1}.',
        file ?? name,
        name,
      );
  return `${what} ${
    atOnce
      ? vscode.l10n.t('The turn can’t be stopped until they are back.')
      : vscode.l10n.t('This session keeps them, new ones won’t have them.')
  }`;
}
