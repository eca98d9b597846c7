/**
 * All folders in which Claude Code keeps transcripts here: those that the person named, those that hooks name, and those in the environment of
 * running processes. The last two are untrusted: an absolute path to an existing folder of this user, or nothing.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { configDirs } from './paths.js';

const MOST_PROCESSES = 8192;
const MOST_FOLDERS = 8;
const LONGEST_PATH = 4096;
/** Bytes of an environment that are searched. */
const LONGEST_ENVIRONMENT = 512 * 1024;
const PROGRAM = 'claude';
const VARIABLE = 'CLAUDE_CONFIG_DIR=';

export async function configFolders(where: Surroundings): Promise<string[]> {
  const own = configDirs(where);
  const found = [...(where.named ?? []), ...(await foldersOfProcesses(where.processes))];
  const others: string[] = [];
  for (const folder of new Set(found)) {
    if (!own.includes(folder) && others.length < MOST_FOLDERS && (await isOwnFolder(folder))) {
      others.push(folder);
    }
  }
  return [...own, ...others];
}

/** Of the transcript that a hook names. */
export function configOfTranscript(file: unknown): string | undefined {
  if (typeof file !== 'string' || !isAbsolute(file)) {
    return undefined;
  }
  const projects = dirname(dirname(file));
  return /[\\/]projects$/.test(projects) ? dirname(projects) : undefined;
}

/** A young process may become another program yet: it is looked at so often. */
const MOST_LOOKS = 5;
/** By process. */
const looked = new Map<string, { looks: number; folder: string | undefined }>();

async function foldersOfProcesses(processes: string | undefined): Promise<string[]> {
  if (processes === undefined) {
    return [];
  }
  const names = await readdir(processes).catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name)).slice(0, MOST_PROCESSES);
  const running = new Set(ids.map((id) => join(processes, id)));
  for (const known of looked.keys()) {
    if (!running.has(known)) {
      looked.delete(known);
    }
  }
  for (const process of running) {
    const { looks = 0, folder } = looked.get(process) ?? {};
    if (folder === undefined && looks < MOST_LOOKS) {
      looked.set(process, { looks: looks + 1, folder: await folderOfProcess(process) });
    }
  }
  return [...running].flatMap((process) => looked.get(process)?.folder ?? []);
}

async function folderOfProcess(process: string): Promise<string | undefined> {
  const name = await readFile(join(process, 'comm'), 'utf8').catch(() => '');
  if (name.trim() !== PROGRAM || !(await isOwn(process))) {
    return undefined;
  }
  const environment = await readFile(join(process, 'environ'), 'utf8').catch(() => '');
  return environment
    .slice(0, LONGEST_ENVIRONMENT)
    .split('\0')
    .find((each) => each.startsWith(VARIABLE))
    ?.slice(VARIABLE.length);
}

async function isOwnFolder(path: string): Promise<boolean> {
  return path.length <= LONGEST_PATH && isAbsolute(path) && !path.includes('\0') && isOwn(path);
}

async function isOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  const user = process.getuid?.();
  return found?.isDirectory() === true && (user === undefined || found.uid === user);
}
