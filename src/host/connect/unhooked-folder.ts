/** An agent at work with a folder of its own that holds no hooks of ours: connects it there, or whatever else the person wants. */
import * as vscode from 'vscode';
import { knownAgent } from '../../agents/known.js';
import { settings } from '../../ids.js';
import { pickOne } from '../messages.js';
import type { Chosen, UnhookedFolder } from './agent-places.js';

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
