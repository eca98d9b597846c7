/**
 * All folders in which an agent keeps its files here: its own by VS Code's environment and our settings, those that its hooks name, and those
 * in the environment of running processes. The last two are untrusted: an absolute path to an existing folder of this user, or nothing.
 */
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { readText } from '../../bounded-files.js';
import type { Surroundings } from '../agent.js';

const MOST_PROCESSES = 8192;
const MOST_FOLDERS = 8;
const LONGEST_PATH = 4096;
/** A larger environment is not read (bytes): the system passes on two megabytes at most. */
const LONGEST_ENVIRONMENT = 4 * 1024 * 1024;
type FolderVariable =
  | 'CLAUDE_CONFIG_DIR'
  | 'CLINE_DIR'
  | 'CODEX_HOME'
  | 'COPILOT_HOME'
  | 'GEMINI_CLI_HOME'
  | 'KIMI_CODE_HOME'
  | 'QWEN_HOME';
/** By these an agent is told its folder. `program`: what its process is called; Node names its own `MainThread`. `below`: its folder in that one. */
const variables: Readonly<Record<FolderVariable, { program: RegExp; below?: string }>> = {
  CLAUDE_CONFIG_DIR: { program: /^claude$/ },
  CLINE_DIR: { program: /^(?:cline|node|MainThread)/ },
  CODEX_HOME: { program: /^codex/ },
  COPILOT_HOME: { program: /^(?:copilot|node|MainThread)/ },
  GEMINI_CLI_HOME: { program: /^(?:gemini|node|MainThread)/, below: '.gemini' },
  KIMI_CODE_HOME: { program: /^(?:kimi|node|MainThread)/ },
  QWEN_HOME: { program: /^(?:qwen|node|MainThread)/ },
};
const known = Object.entries(variables);

/** `own`: without looking anywhere; the first ones, whether they exist or not. */
export async function allFolders(
  where: Surroundings,
  variable: FolderVariable,
  own: readonly string[],
): Promise<string[]> {
  const told = (await environments(where.processes)).flatMap((found) => {
    const folder = found.get(variable);
    return folder ?? [];
  });
  const others: string[] = [];
  for (const folder of new Set([...(where.named ?? []), ...told])) {
    if (!own.includes(folder) && others.length < MOST_FOLDERS && (await isOwnFolder(folder))) {
      others.push(folder);
    }
  }
  return [...own, ...others];
}

/** The log folders below each of them. */
export async function belowAll(
  where: Surroundings,
  variable: FolderVariable,
  own: readonly string[],
  below: (folder: string) => Promise<string[]>,
): Promise<string[]> {
  const all = await allFolders(where, variable, own);
  return (await Promise.all(all.map(below))).flat();
}

/** A young process may become another program yet: it is looked at so often. */
const MOST_LOOKS = 5;
type Found = ReadonlyMap<string, string>;
const nothing: Found = new Map();
/** By process, for all agents. */
const looked = new Map<string, { looks: number; found: Found }>();

async function environments(processes: string | undefined): Promise<Found[]> {
  if (processes === undefined) {
    return [];
  }
  const names = await readdir(processes).catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name)).slice(0, MOST_PROCESSES);
  const running = new Set(ids.map((id) => join(processes, id)));
  for (const process of looked.keys()) {
    if (!running.has(process)) {
      looked.delete(process);
    }
  }
  for (const process of running) {
    const { looks = 0, found = nothing } = looked.get(process) ?? {};
    if (found.size === 0 && looks < MOST_LOOKS) {
      looked.set(process, { looks: looks + 1, found: await readEnvironment(process) });
    }
  }
  return [...running].flatMap((process) => looked.get(process)?.found ?? []);
}

async function readEnvironment(process: string): Promise<Found> {
  const name = (await readText(join(process, 'comm'), LONGEST_PATH).catch(() => '')).trim();
  const wanted = known.filter(([, { program }]) => program.test(name));
  if (wanted.length === 0 || !(await isOwn(process))) {
    return nothing;
  }
  const environment = await readText(join(process, 'environ'), LONGEST_ENVIRONMENT).catch(() => '');
  const all = environment.split('\0');
  return new Map(
    wanted.flatMap(([variable, { below }]): [string, string][] => {
      const set = all.find((each) => each.startsWith(`${variable}=`));
      const folder = set?.slice(variable.length + 1);
      return folder === undefined
        ? []
        : [[variable, below === undefined ? folder : join(folder, below)]];
    }),
  );
}

async function isOwnFolder(path: string): Promise<boolean> {
  return path.length <= LONGEST_PATH && isAbsolute(path) && !path.includes('\0') && isOwn(path);
}

async function isOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  const user = process.getuid?.();
  return found?.isDirectory() === true && (user === undefined || found.uid === user);
}
