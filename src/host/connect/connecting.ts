/** Connect and Disconnect: which agent, which file; the change is shown as a diff, written on a click, and taken back exactly. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import {
  isProblem,
  type HookClient,
  type HookInstall,
  type KnownAgent,
  type Surroundings,
} from '../../agents/agent.js';
import {
  planChange,
  writeChange,
  type Disk,
  type PlannedChange,
} from '../../agents/install/config-file.js';
import { installers } from '../../agents/install/installers.js';
import type { AgentPlace, Chosen, ConnectionStatus } from './connect.js';
import { showChanges } from './change-diff.js';
import type { Log } from '../log.js';

export interface ConnectingOptions {
  log: Log;
  client: HookClient;
  surroundings: (agent: string) => Surroundings;
  places(): AgentPlace[];
  statusOf(agent: string): ConnectionStatus;
  refresh: () => Promise<void>;
}

/** `note`: what the person should know before the click. */
interface ConnectWords {
  question: string;
  yes: string;
  done: string;
  note?: string;
}

export class Connecting {
  private readonly disk: Disk = { fs, now: () => new Date() };

  constructor(private readonly options: ConnectingOptions) {}

  async connect(chosen: Chosen): Promise<void> {
    const at = await this.choose(chosen);
    const installer = at === undefined ? undefined : installers.get(at.agent.id);
    if (at === undefined || installer === undefined) {
      return;
    }
    const {
      agent: { name },
      place: { files },
    } = at;
    const missing = await notOnPath(installer.needs);
    if (missing !== undefined) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The hook client needs {0}, which is not on the PATH. Install it, then connect again.',
          missing,
        ),
      );
      return;
    }
    const changes = await this.plan(installer, files, (file, text) =>
      installer.add(file, text, this.options.client),
    );
    if (changes === undefined) {
      return;
    }
    if (changes.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} is connected already: {1}', name, files[0]),
      );
      return this.options.refresh();
    }
    await this.confirm(changes, {
      question: connectQuestion(changes),
      yes: vscode.l10n.t('Connect'),
      done: connectedText(at.agent),
      note: await this.slowStart(at.agent, installer, files[0]),
    });
  }

  async disconnect(): Promise<void> {
    const found: { at: AgentPlace; installer: HookInstall }[] = [];
    for (const at of this.options.places()) {
      const installer = installers.get(at.agent.id);
      // two agents may share a file
      if (
        installer === undefined ||
        found.some((each) => each.at.place.files[0] === at.place.files[0])
      ) {
        continue;
      }
      const plans = await Promise.all(
        at.place.files.map((file) =>
          planChange(this.disk, file, (text) => installer.remove(file, text)),
        ),
      );
      // a file that cannot be read may hold our hooks: the person is told
      if (plans.some((change) => isProblem(change) || change.before !== change.after)) {
        found.push({ at, installer });
      }
    }
    if (found.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No hook of Turnwatch is installed.'),
      );
      return this.options.refresh();
    }
    for (const {
      at: { agent, place },
      installer,
    } of await pickConnected(found)) {
      const changes = await this.plan(installer, place.files, (file, text) =>
        installer.remove(file, text),
      );
      if (changes === undefined || changes.length === 0) {
        continue;
      }
      const [first] = changes;
      await this.confirm(changes, {
        question:
          changes.length === 1
            ? vscode.l10n.t('Take Turnwatch’s hooks out of {0}?', first?.file ?? place.files[0])
            : vscode.l10n.t(
                'Take Turnwatch’s hooks out of {0} and {1} more files?',
                first?.file ?? place.files[0],
                changes.length - 1,
              ),
        yes: vscode.l10n.t('Disconnect'),
        done: vscode.l10n.t('{0} is disconnected.', agent.name),
      });
    }
  }

  /** What is not asked for is picked by the person: the agent, then the file. */
  private async choose({ agent, file }: Chosen): Promise<AgentPlace | undefined> {
    const all = this.options.places().filter(({ agent: { id } }) => installers.has(id));
    if (file !== undefined) {
      const at = all.find(
        ({ agent: { id }, place }) =>
          place.files.includes(file) && (agent === undefined || id === agent),
      );
      if (at !== undefined) {
        return at;
      }
      const named = all.find(({ agent: { id } }) => id === (agent ?? 'claude-code'));
      return named === undefined
        ? undefined
        : { agent: named.agent, place: { scope: 'user', files: [file], offered: true } };
    }
    // one that has no hooks of ours is none to choose
    const known = all.some(({ agent: { id } }) => id === agent) ? agent : undefined;
    const chosen = known ?? (await this.pickAgent([...new Set(all.map((each) => each.agent))]));
    const offered = all.filter(({ agent: { id }, place }) => id === chosen && place.offered);
    const [first] = offered;
    if (first === undefined || offered.length === 1) {
      return first;
    }
    const picked = await vscode.window.showQuickPick(
      offered.map((at) => ({
        label:
          at.place.scope === 'user'
            ? vscode.l10n.t('All my projects')
            : vscode.l10n.t('This project only'),
        description: at.place.files[0],
        at,
      })),
      {
        title: vscode.l10n.t('Connect {0}', first.agent.name),
        placeHolder: vscode.l10n.t(
          'Which settings file gets the hooks? You see the change before it is written.',
        ),
      },
    );
    return picked?.at;
  }

  /** Those in use on this machine first. */
  private async pickAgent(all: readonly KnownAgent[]): Promise<string | undefined> {
    const items = await Promise.all(
      all.map(async (agent) => {
        const here = await fs.stat(agent.home(this.options.surroundings(agent.id))).then(
          () => true,
          () => false,
        );
        const status = this.options.statusOf(agent.id);
        return {
          label: agent.name,
          agent: agent.id,
          rank: status === 'installed' ? 1 : here ? 0 : 2,
          description:
            status === 'installed'
              ? vscode.l10n.t('connected')
              : here
                ? vscode.l10n.t('found on this machine')
                : '',
        };
      }),
    );
    items.sort((a, b) => a.rank - b.rank);
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Connect an Agent'),
      placeHolder: vscode.l10n.t(
        'Which agent gets hooks? Without them it can be watched, but not steered.',
      ),
      matchOnDescription: true,
    });
    return picked?.agent;
  }

  /** What is to be changed; undefined if a file cannot be read, which the person is told. */
  private async plan(
    installer: HookInstall,
    files: readonly string[],
    change: (file: string, text: string) => ReturnType<HookInstall['remove']>,
  ): Promise<PlannedChange[] | undefined> {
    const changes: PlannedChange[] = [];
    for (const file of files) {
      const planned = await planChange(this.disk, file, (text) => change(file, text));
      if (isProblem(planned)) {
        void this.broken(file, planned.problem);
        return undefined;
      }
      if (planned.before === planned.after) {
        continue;
      }
      const bare = installer.remove(file, planned.before);
      changes.push({
        ...planned,
        mode: installer.mode,
        ours: !isProblem(bare) && bare.text === '',
      });
    }
    return changes;
  }

  /** What the person should know of an agent that first has to fetch something before it can load the hooks. */
  private async slowStart(
    { name }: KnownAgent,
    installer: HookInstall,
    file: string,
  ): Promise<string | undefined> {
    const awaited = installer.awaits?.(file);
    if (
      awaited === undefined ||
      (await fs.stat(awaited).then(
        () => true,
        () => false,
      ))
    ) {
      return undefined;
    }
    return vscode.l10n.t(
      '{0} first installs its own package for plugins. Until it could, each start waits for that: a few seconds, without a network about a minute.',
      name,
    );
  }

  private async confirm(
    changes: readonly PlannedChange[],
    { question, yes, done, note }: ConnectWords,
  ): Promise<void> {
    const shown = await showChanges(changes);
    // stays until it is answered, however long the diff is read; a notification would hide itself
    const answer = await vscode.window.showQuickPick(
      [{ label: yes, detail: note }, { label: vscode.l10n.t('Cancel') }],
      {
        title: question,
        placeHolder: vscode.l10n.t('Nothing is written before you choose.'),
        ignoreFocusOut: true,
      },
    );
    await shown.close();
    if (answer?.label !== yes) {
      return;
    }
    const { log, refresh } = this.options;
    let problem: string | undefined;
    for (const change of changes) {
      const written = await writeChange(this.disk, change);
      if (isProblem(written)) {
        problem = written.problem;
        break; // what is written already is taken back by Disconnect
      }
      log.info(
        `${yes}: wrote ${written.file}${written.backup === undefined ? '' : `, backup ${written.backup}`}`,
      );
    }
    if (problem === undefined) {
      void vscode.window.showInformationMessage(done);
    } else {
      log.warn(problem);
      void vscode.window.showErrorMessage(problem);
    }
    await refresh();
  }

  /** A settings file that cannot be read is never written: the person is told where it is broken. */
  private async broken(file: string, problem: string): Promise<void> {
    this.options.log.warn(problem);
    await this.options.refresh();
    const open = vscode.l10n.t('Open File');
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t('Nothing was changed. {0}', problem),
      open,
    );
    if (answer !== open) {
      return;
    }
    const [, line = '1', column = '1'] = /line (\d+), column (\d+)/.exec(problem) ?? [];
    const position = new vscode.Position(Number(line) - 1, Number(column) - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      selection: new vscode.Range(position, position),
    });
  }
}

/** A backup is kept of what is the person's. */
function connectQuestion([first, ...more]: readonly PlannedChange[]): string {
  const isOurs = [first, ...more].every((change) => change?.ours === true);
  if (more.length === 0) {
    return isOurs
      ? vscode.l10n.t('Add Turnwatch’s hooks to {0}? Nothing of yours is in it.', first?.file ?? '')
      : vscode.l10n.t(
          'Add Turnwatch’s hooks to {0}? A backup is kept beside it.',
          first?.file ?? '',
        );
  }
  return isOurs
    ? vscode.l10n.t(
        'Add Turnwatch’s hooks to {0} and {1} more files? Nothing of yours is in them.',
        first?.file ?? '',
        more.length,
      )
    : vscode.l10n.t(
        'Add Turnwatch’s hooks to {0} and {1} more files? Backups are kept beside them.',
        first?.file ?? '',
        more.length,
      );
}

function connectedText({ name, hooksApply = 'next-session' }: KnownAgent): string {
  switch (hooksApply) {
    case 'at-once':
      return vscode.l10n.t(
        '{0} is connected. Sessions that run already take the hooks up within seconds.',
        name,
      );
    case 'next-session':
      return vscode.l10n.t(
        '{0} is connected. Sessions that start from now on take the hooks up.',
        name,
      );
    case 'after-review':
      return vscode.l10n.t(
        '{0} is connected. At its next start it asks you to review the hooks: they run once you trust them.',
        name,
      );
  }
}

/** One agent's places are taken back without a question which. */
async function pickConnected<T extends { at: AgentPlace }>(
  found: readonly T[],
): Promise<readonly T[]> {
  if (new Set(found.map(({ at }) => at.agent.id)).size === 1) {
    return found;
  }
  const picked = await vscode.window.showQuickPick(
    found.map((each) => ({
      label: each.at.agent.name,
      description: each.at.place.files[0],
      picked: true,
      each,
    })),
    {
      canPickMany: true,
      title: vscode.l10n.t('Disconnect'),
      placeHolder: vscode.l10n.t(
        'Which agents lose the hooks? You see each change before it is written.',
      ),
    },
  );
  return picked?.map(({ each }) => each) ?? [];
}

/** The first of these programs that is not on the PATH. */
async function notOnPath(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    if (!(await onPath(program))) {
      return program;
    }
  }
  return undefined;
}

async function onPath(program: string): Promise<boolean> {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      await fs.access(join(folder, name), constants.X_OK);
      return true;
    } catch {
      // not in this folder
    }
  }
  return false;
}
