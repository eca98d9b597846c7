/** Tells the person that something took away, or changed, what agents' hooks need: they would run on unseen. */
import * as vscode from 'vscode';
import { agentName } from '../../agents/index.js';
import type { Session } from '../../core/turns/session.js';
import type { Log } from '../log.js';
import { showWarning } from '../messages.js';

export interface DamageOptions {
  view: { readonly sessions: ReadonlyMap<string, Session> };
  log: Pick<Log, 'warn'>;
}

export class DamageReports {
  /** Turns of which it was told, by session. */
  private readonly told = new Map<string, number>();

  constructor(private readonly options: DamageOptions) {}

  /** `what`: the name of a file in the folder of all windows. It is put back already. Once for a turn. */
  found(what: string): void {
    const open = [...this.options.view.sessions.values()].filter(
      ({ open, parent }) => open && parent === undefined,
    );
    const news = open.filter(({ id, turn }) => this.told.get(id) !== turn);
    if (open.length > 0 && news.length === 0) {
      return;
    }
    this.options.log.warn(`bridge: something changed or removed ${what}; it is put back`);
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
}
