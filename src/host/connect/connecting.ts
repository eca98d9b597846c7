/** Connect and Disconnect: hooks are added to an agent's settings files on a click, and removed exactly. */
import * as vscode from 'vscode';
import type { HookClient, HookInstall } from '../../agents/agent.js';
import type { AgentDefinition } from '../../agents/definition.js';
import type { BackupStorage } from '../../agents/install/backup-place.js';
import type { AgentPlace } from '../../agents/install/places.js';
import type { PlannedChange } from '../../agents/install/config-file.js';
import { installers } from '../../agents/install/installers.js';
import { mustDownload, notOnPath } from '../../agents/install/settings-changes.js';
import { hookTexts } from '../../agents/install/command-lines.js';
import { writeReview } from '../../agents/install/hook-review.js';
import { knownAgent } from '../../agents/index.js';
import { settings } from '../../ids.js';
import type { Log } from '../log.js';
import { showInformation, showWarning, pickOne } from '../messages.js';
import { choosePlace, pickConnected, type ChooseOptions } from './choose-place.js';
import type { Chosen, UnhookedFolder } from './window-places.js';
import { localised } from '../view/texts.js';
import { SettingsChanges } from './settings-changes.js';

export interface ConnectingOptions extends ChooseOptions {
  log: Log;
  client: HookClient;
  backups: BackupStorage;
  refresh: () => Promise<void>;
}

/** @returns whether the agent has the hooks now */
export async function connect(options: ConnectingOptions, chosen: Chosen): Promise<boolean> {
  const at = await choosePlace(options, chosen);
  const installer = at === undefined ? undefined : installers.get(at.agent.id);
  if (at === undefined || installer === undefined) {
    return false;
  }
  const {
    agent,
    place: { files },
  } = at;
  const missing = await notOnPath(installer.needs);
  if (missing !== undefined) {
    void showWarning(
      vscode.l10n.t(
        'The hook client needs {0}, which isn’t on your PATH. Install it, then connect again.',
        missing,
      ),
    );
    return false;
  }
  const settings = new SettingsChanges(options);
  const changes = await settings.plan(installer, files, (file, text) =>
    installer.add(file, text, options.client),
  );
  if (changes === undefined) {
    return false;
  }
  if (changes.length === 0) {
    void showInformation(vscode.l10n.t('{0} is already connected: {1}', agent.name, files[0]));
    await options.refresh();
    return true;
  }
  return settings.confirm(changes, {
    kind: 'connect',
    accept: vscode.l10n.t('Connect'),
    notes: [
      vscode.l10n.t('{0} runs these hooks at each step.', agent.name),
      ...sharedNote(options, at),
      ...severalNote(changes),
      backupNote(changes, options.backups),
      ...(await slowStartNote(agent, installer, files[0])),
    ],
    review:
      installer.hooks &&
      writeReview(agent.name, installer.hooks(options.client), localised(hookTexts)),
    done: connectedText(agent),
  });
}

/** The person switched answering prompts on or off: the hooks for that are added or taken out, once they have seen the change. */
export async function promptsSwitched(options: ConnectingOptions): Promise<void> {
  const settings = new SettingsChanges(options);
  for (const { at, installer } of await settings.hooked(options.places())) {
    const { agent, place } = at;
    const changes = await settings.plan(installer, place.files, (file, text) =>
      installer.add(file, text, options.client),
    );
    if (changes === undefined || changes.length === 0) {
      continue;
    }
    const show = vscode.l10n.t('Show Change');
    const text =
      options.client.answersPrompts === true
        ? vscode.l10n.t(
            'To answer {0}’s prompts in the view, its hooks need one change.',
            agent.name,
          )
        : vscode.l10n.t(
            'No prompt is answered in the view any more. {0} still has the hooks for it, which end at once.',
            agent.name,
          );
    if ((await showInformation(text, show)) === show) {
      await connect(options, { agent: agent.id, file: place.files[0] });
    }
  }
}

export async function disconnect(options: ConnectingOptions): Promise<void> {
  const settings = new SettingsChanges(options);
  const found = await settings.hooked(options.places());
  if (found.length === 0) {
    void showInformation(vscode.l10n.t('No Turnwatch hooks are installed.'));
    return options.refresh();
  }
  for (const { at, installer } of await pickConnected(found)) {
    const changes = await settings.plan(installer, at.place.files, (file, text) =>
      installer.remove(file, text),
    );
    if (changes === undefined || changes.length === 0) {
      continue;
    }
    await settings.confirm(changes, {
      kind: 'disconnect',
      accept: vscode.l10n.t('Disconnect'),
      notes: [
        vscode.l10n.t('Removes Turnwatch’s hooks: {0} runs on without them.', at.agent.name),
        ...sharedNote(options, at),
        ...severalNote(changes),
      ],
      done: vscode.l10n.t('{0} is disconnected.', at.agent.name),
    });
  }
}

/** A note for the person about an agent that must download something before it can load the hooks. */
async function slowStartNote(
  { name }: AgentDefinition,
  installer: HookInstall,
  file: string,
): Promise<string[]> {
  return (await mustDownload(installer, file))
    ? [
        vscode.l10n.t(
          '{0} first installs its own plugin package. Until that succeeds, every start waits for it: a few seconds, or about a minute offline.',
          name,
        ),
      ]
    : [];
}

/** Other agents run the same file, which connects them too. */
function sharedNote(options: ChooseOptions, { agent, place }: AgentPlace): string[] {
  return options
    .places()
    .filter((other) => other.agent.id !== agent.id && other.place.files[0] === place.files[0])
    .map((other) =>
      vscode.l10n.t('This applies to {0}, too: it runs the same file.', other.agent.name),
    );
}

/** Each file is shown in a tab. */
function severalNote({ length }: readonly PlannedChange[]): string[] {
  return length === 1
    ? []
    : [vscode.l10n.t('{0} files change together, each in a tab of its own.', length)];
}

/** Backups are kept only of the person's own content. */
function backupNote(changes: readonly PlannedChange[], { folder }: BackupStorage): string {
  const isOne = changes.length === 1;
  if (changes.every(({ ours }) => ours === true)) {
    return isOne
      ? vscode.l10n.t('The file contains nothing of yours.')
      : vscode.l10n.t('The files contain nothing of yours.');
  }
  const stored = changes.find(({ backupIn }) => backupIn !== undefined)?.backupIn;
  if (stored !== undefined) {
    return isOne
      ? vscode.l10n.t(
          'The file lies in a linked folder or a repository, so a backup is kept in {0}.',
          stored,
        )
      : vscode.l10n.t(
          'The files lie in linked folders or a repository, so backups are kept in {0}.',
          folder,
        );
  }
  return isOne
    ? vscode.l10n.t('A backup is kept next to the file.')
    : vscode.l10n.t('Backups are kept next to the files.');
}

function connectedText({ name, hooksApply = 'next-session' }: AgentDefinition): string {
  switch (hooksApply) {
    case 'at-once':
      return vscode.l10n.t(
        '{0} is connected. Running sessions pick up the hooks within seconds.',
        name,
      );
    case 'next-session':
      return vscode.l10n.t('{0} is connected. New sessions pick up the hooks.', name);
    case 'after-review':
      return vscode.l10n.t(
        '{0} is connected. At its next start, it asks you to review the hooks; they run once you trust them.',
        name,
      );
  }
}

// An agent at work with a folder of its own that holds no hooks of ours: connects it there, or whatever else the person wants.

/** @returns what is to be connected; undefined: nothing. */
export async function chooseUnhooked({
  agent,
  folder,
  name,
  file,
}: UnhookedFolder): Promise<Chosen | undefined> {
  const add = { label: vscode.l10n.t('Add Folder'), description: name };
  const other = { label: vscode.l10n.t('Another Agent…'), description: '' };
  const picked = await pickOne([add, other], {
    title: vscode.l10n.t('Connect an agent'),
    placeHolder: vscode.l10n.t(
      '{0} works with a folder where no hooks are installed. Add it to {0}’s folders, and connect it?',
      knownAgent(agent)?.name ?? agent,
    ),
    ignoreFocusOut: true,
  });
  if (picked?.label !== add.label) {
    return picked && {};
  }
  await addFolder(folder);
  return { agent, file };
}

async function addFolder(folder: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const before = configuration.get<unknown>(settings.claudeOtherConfigDirs);
  const folders: unknown[] = Array.isArray(before) ? before : [];
  if (!folders.includes(folder)) {
    await configuration.update(
      settings.claudeOtherConfigDirs,
      [...folders, folder],
      vscode.ConfigurationTarget.Global,
    );
  }
}
