/**
 * Where sessions go on after a limit: VS Code's terminals; and what a workspace keeps of the person's switches for that.
 *
 * Frozen: the key.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentHomes } from '../../agents/definition.js';
import { knownAgent } from '../../agents/index.js';
import type { SetBounds } from '../../core/interventions/resume.js';
import type { Session } from '../../core/turns/session.js';
import { settings } from '../../ids.js';
import type { RefusedSwitch, ResumeCommand, ResumePlace } from '../../live/resumes.js';
import type { Log } from '../log.js';
import { showInformation } from '../messages.js';
import type { SettingsSource } from '../settings.js';

const STORE = 'turnwatch.resumes';

interface ResumeTerminalsOptions {
  log: Pick<Log, 'info'>;
  workspaceMemento: vscode.Memento;
  held: SettingsSource;
  homes: AgentHomes;
}

export class ResumeTerminals implements ResumePlace {
  constructor(private readonly options: ResumeTerminalsOptions) {}

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  get bounds(): SetBounds {
    const { held } = this.options;
    return { latest: held.get(settings.resumeLatest), mostUsed: held.get(settings.resumeMostUsed) };
  }

  stored(): unknown {
    return this.options.workspaceMemento.get<unknown>(STORE);
  }

  store(kept: readonly unknown[]): PromiseLike<void> {
    return this.options.workspaceMemento.update(STORE, kept.length === 0 ? undefined : kept);
  }

  tellMissed(name: string): void {
    void showInformation(
      vscode.l10n.t(
        'VS Code was closed or asleep when the limit of “{0}” ended: nothing was resumed.',
        name,
      ),
    );
  }

  explain(why: RefusedSwitch): string {
    switch (why) {
      case 'nothing':
        return vscode.l10n.t('This session waits for no limit after which it can be resumed.');
      case 'restricted':
        return vscode.l10n.t('Nothing is resumed in Restricted Mode. Trust the workspace first.');
      case 'late':
        return vscode.l10n.t(
          'The limit ends later than your settings allow a session to be resumed ({0}).',
          settings.resumeLatest,
        );
    }
  }

  async run({ program, args }: ResumeCommand, { agent, cwd }: Session): Promise<void> {
    const found = await findOnPath(program);
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('{0}: resumed', knownAgent(agent)?.name ?? agent),
      cwd,
      shellPath: found ?? program,
      shellArgs: args,
      // a program that is a script is run by what lies on the same path
      env: {
        ...this.environment(agent),
        ...(found !== undefined && { PATH: process.env['PATH'] }),
      },
      // VS Code would start it once more after a restart
      isTransient: true,
    });
    terminal.show(true);
    return new Promise((resolve) => {
      const closing = vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) {
          closing.dispose();
          const { code, reason } = closed.exitStatus ?? {};
          this.options.log.info(
            `${program} ended: code ${code ?? '–'}, reason ${reason ?? '–'}, found ${found ?? 'nowhere'}`,
          );
          resolve();
        }
      });
    });
  }

  /** Where the settings name the agent's folder. */
  private environment(agent: string): Record<string, string> {
    const known = knownAgent(agent);
    const where = this.options.homes.surroundings(agent);
    const variable = known?.folderVariable?.name;
    return known === undefined || variable === undefined || where.configured === undefined
      ? {}
      : { [variable]: known.home(where) };
  }
}

/** VS Code itself looks on the path of a login shell, which may be another. */
async function findOnPath(program: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (
      isAbsolute(folder) &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    ) {
      return file;
    }
  }
  return undefined;
}
