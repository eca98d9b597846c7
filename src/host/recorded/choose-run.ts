/** Turnwatch: Open Recorded Run…: the newest sessions of this window's folders first, then any file. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isProblem, type KnownAgent, type Surroundings } from '../../agents/agent.js';
import { agentById } from '../../agents/index.js';
import { headOf } from '../../agents/live/log-folders.js';
import { knownAgents } from '../../agents/known.js';
import type { SessionSummary } from '../../core/view/snapshot.js';
import { Watch } from '../../core/watch.js';
import { pickOne, showProgress } from '../messages.js';

export interface ChooseRunOptions {
  surroundings: (agent: string) => Surroundings;
  /** Whose sessions are listed. */
  folders: () => readonly string[];
  holds: (folder: string) => boolean;
}

/** Bytes at a log's start that are read for the session's name. */
const HEAD = 128 * 1024;
/** Logs looked into, the newest, and sessions listed. */
const LOOKED_AT = 40;
const LISTED = 12;

interface LogFile {
  agent: KnownAgent;
  file: string;
  /** Milliseconds since the epoch. */
  at: number;
}
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
  const logs = (await Promise.all(knownAgents.map((agent) => logsOf(agent, options))))
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, LOOKED_AT);
  const runs: RecentRun[] = [];
  for (const log of logs) {
    const summary = await nameOf(log, options);
    if (summary !== undefined) {
      runs.push({ ...log, summary });
    }
    if (runs.length === LISTED) {
      break;
    }
  }
  return runs;
}

async function logsOf(
  agent: KnownAgent,
  { surroundings, folders }: ChooseRunOptions,
): Promise<LogFile[]> {
  if (agent.logs.kind !== 'lines') {
    return [];
  }
  const found = await agent.logs.folders(surroundings(agent.id), [...folders()]).catch(() => []);
  const files = await Promise.all(
    found.map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => join(folder, name)),
    ),
  );
  const logs = await Promise.all(
    [...new Set(files.flat())]
      .filter((file) => agent.logs.accepts(file))
      .map(async (file) => ({
        agent,
        file,
        at: await stat(file).then(
          (found) => (found.isFile() ? found.mtimeMs : 0),
          () => 0,
        ),
      })),
  );
  return logs.filter(({ at }) => at > 0);
}

/** The session of a log; undefined if it is a sub-agent's, nothing is known of it, or it belongs to another window. */
async function nameOf(
  { agent, file }: LogFile,
  { holds }: ChooseRunOptions,
): Promise<SessionSummary | undefined> {
  const log = agentById(agent.id)?.log;
  if (log?.kind !== 'lines') {
    return undefined;
  }
  const watch = new Watch({
    overrides: { set: {} },
    agentName: () => agent.name,
    capabilities: () => ({ textOnly: 'none', stop: false, guide: false }),
    mode: () => 'observe',
    remindFirst: () => false,
  });
  const reader = log.open(file);
  for (const line of (await headOf(file, HEAD)).split('\n').slice(0, -1)) {
    const events = reader.line(line);
    for (const event of isProblem(events) ? [] : events) {
      watch.push(event, event.at ?? 0);
    }
  }
  const [session] = watch.sessions.values();
  return session === undefined ||
    session.parent !== undefined ||
    session.turn < 0 ||
    !holds(session.cwd)
    ? undefined
    : watch.views.summary(session);
}
