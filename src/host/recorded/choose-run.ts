/** Turnwatch: Open Recorded Run…: the newest sessions of this window's folders first, then any file. */
import * as vscode from 'vscode';
import type { AgentHomes } from '../../agents/definition.js';
import type { SessionSummary } from '../../core/view/snapshot.js';
import { readSummary, newestLogs, type LogFile } from '../../live/other-folders/log-summary.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import { pickOne, showProgress } from '../messages.js';

export interface ChooseRunOptions {
  homes: AgentHomes;
  /** Whose sessions are listed. */
  trees: WindowTrees;
}

/** Logs looked into, the newest, and sessions listed. */
const LOOKED_AT = 40;
const LISTED = 12;

interface RecentRun extends LogFile {
  summary: SessionSummary;
}

/** Undefined if the person chooses nothing. */
export async function chooseRun(options: ChooseRunOptions): Promise<vscode.Uri | undefined> {
  const recent = await showProgress(() => recentRuns(options));
  if (recent.length === 0) {
    return browse();
  }
  const picked = await pickOne(
    [
      ...recent.map(({ agent, file, at, summary }) => ({
        label: summary.name ?? agent.name,
        description: `${agent.name} · ${new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'short' })}`,
        file,
      })),
      { label: vscode.l10n.t('Browse…'), description: '', file: undefined },
    ],
    {
      title: vscode.l10n.t('Open a recorded run'),
      placeHolder: vscode.l10n.t('Choose a recent session of this window’s folders, or a file.'),
      matchOnDescription: true,
    },
  );
  if (picked === undefined) {
    return undefined;
  }
  return picked.file === undefined ? browse() : vscode.Uri.file(picked.file);
}

async function browse(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open a recorded run'),
    filters: {
      [vscode.l10n.t('Recorded runs')]: ['jsonl', 'json', 'ndjson'],
      [vscode.l10n.t('All files')]: ['*'],
    },
  });
  return picked?.[0];
}

/** Newest first. */
async function recentRuns(options: ChooseRunOptions): Promise<RecentRun[]> {
  const { homes, trees } = options;
  const logs = await newestLogs(LOOKED_AT, ['lines'], ({ id, logs: source }) =>
    source.folders(homes.surroundings(id), trees.folders),
  );
  const runs: RecentRun[] = [];
  for (const log of logs) {
    const found = await readSummary(log);
    if (found !== undefined && trees.holds(found.cwd)) {
      runs.push({ ...log, summary: found.summary });
    }
    if (runs.length === LISTED) {
      break;
    }
  }
  return runs;
}
