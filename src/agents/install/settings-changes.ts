/** What Connect and Disconnect change in agents' settings files, whoever shows the changes and asks the person. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isProblem, type HookInstall, type Problem, type Result } from '../agent.js';
import type { BackupStorage } from './backup-place.js';
import { planChange, type Disk, type PlannedChange } from './config-file.js';
import { installers } from './installers.js';
import type { AgentPlace } from './places.js';

export interface BrokenFile extends Problem {
  file: string;
}

/** A place with hooks of ours, or that cannot be read. */
export interface HookedPlace {
  at: AgentPlace;
  installer: HookInstall;
}

/** This machine's. */
export function diskWith(storage: BackupStorage): Disk {
  return { fs, now: () => new Date(), storage };
}

/** The files that change. `change`: `add` or `remove` of the installer. */
export async function planChanges(
  disk: Disk,
  installer: HookInstall,
  files: readonly string[],
  change: (file: string, text: string) => Result<{ text: string }>,
): Promise<PlannedChange[] | BrokenFile> {
  const changes: PlannedChange[] = [];
  for (const file of files) {
    const planned = await planChange(disk, file, (text) => change(file, text));
    if (isProblem(planned)) {
      return { ...planned, file };
    }
    if (planned.before === planned.after) {
      continue;
    }
    const bare = installer.remove(file, planned.before);
    changes.push({
      ...planned,
      ...(installer.mode !== undefined && { mode: installer.mode }),
      ours: !isProblem(bare) && bare.text === '',
    });
  }
  return changes;
}

export async function hookedPlaces(
  disk: Disk,
  places: readonly AgentPlace[],
): Promise<HookedPlace[]> {
  const found: HookedPlace[] = [];
  for (const at of places) {
    const installer = installers.get(at.agent.id);
    // two agents may share a file
    const isSeen = found.some((each) => each.at.place.files[0] === at.place.files[0]);
    if (installer === undefined || isSeen) {
      continue;
    }
    const holdHooks = await Promise.all(
      at.place.files.map((file) => mayHoldHooks(disk, installer, file)),
    );
    if (holdHooks.includes(true)) {
      found.push({ at, installer });
    }
  }
  return found;
}

/** Whether removing our hooks would change the file. True if it cannot be read: it may contain our hooks. */
async function mayHoldHooks(disk: Disk, installer: HookInstall, file: string): Promise<boolean> {
  const planned = await planChange(disk, file, (text) => installer.remove(file, text));
  return isProblem(planned) || planned.before !== planned.after;
}

/** Whether the agent must download something before it can load the hooks in `file`. */
export async function mustDownload(installer: HookInstall, file: string): Promise<boolean> {
  const awaited = installer.awaits?.(file);
  return awaited !== undefined && !(await exists(awaited));
}

/** The first of these programs that is not on the PATH. */
export async function notOnPath(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    if (!(await isOnPath(program))) {
      return program;
    }
  }
  return undefined;
}

async function isOnPath(program: string): Promise<boolean> {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      await fs.access(join(folder, name), constants.X_OK);
      return true;
    } catch {
      // not found in this folder
    }
  }
  return false;
}

function exists(path: string): Promise<boolean> {
  return fs.stat(path).then(
    () => true,
    () => false,
  );
}
