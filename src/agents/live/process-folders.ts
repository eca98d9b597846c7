/**
 * All folders in which an agent keeps its files here: its own by VS Code's environment and our settings, those that its hooks name, and those
 * in the environment of running processes. The last two are untrusted: an absolute path to an existing folder of this user, or nothing.
 */
import { readdir, readlink, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { readText } from '../../bounded-files.js';
import type { ProcessFolders, Surroundings } from '../agent.js';
import type { FolderVariable } from '../definition.js';

const MOST_PROCESSES = 8192;
const MOST_FOLDERS = 8;
const LONGEST_PATH = 4096;
/** A larger environment or command line is not read (bytes): the system passes on two megabytes at most. */
const LONGEST_ENVIRONMENT = 4 * 1024 * 1024;

/** `own`: without looking anywhere; the first ones, whether they exist or not. */
export async function allFolders(
  where: Surroundings,
  variable: FolderVariable,
  own: readonly string[],
): Promise<string[]> {
  const told = (await where.processes?.named(variable.name)) ?? [];
  const others: string[] = [];
  for (const folder of new Set([...(where.named ?? []), ...told])) {
    if (!own.includes(folder) && others.length < MOST_FOLDERS && (await isOwnFolder(folder))) {
      others.push(folder);
    }
  }
  return [...own, ...others];
}

/** Finds the log folders below each of them, for an agent with one folder of its own. */
export function logsBelow(
  findHome: (where: Surroundings) => string,
  variable: FolderVariable,
  below: (folder: string) => Promise<string[]>,
): (where: Surroundings) => Promise<string[]> {
  return async (where) => {
    const all = await allFolders(where, variable, [findHome(where)]);
    return (await Promise.all(all.map(below))).flat();
  };
}

/** A young process may become another program yet: it is looked at so often. */
const MOST_LOOKS = 5;
type Found = ReadonlyMap<string, string>;
const nothing: Found = new Map();

/** The environments of this machine's processes, looked at for all agents at once. */
export class RunningProcesses implements ProcessFolders {
  private readonly looked = new Map<string, { looks: number; found: Found }>();

  /** `root`: where the system shows its processes, such as `/proc`. */
  constructor(
    private readonly root: string,
    private readonly variables: readonly FolderVariable[],
  ) {}

  async named(variable: string): Promise<string[]> {
    const { looked } = this;
    const names = await readdir(this.root).catch(() => []);
    const ids = names.filter((name) => /^\d+$/.test(name)).slice(0, MOST_PROCESSES);
    const running = new Set(ids.map((id) => join(this.root, id)));
    for (const process of looked.keys()) {
      if (!running.has(process)) {
        looked.delete(process);
      }
    }
    for (const process of running) {
      const { looks = 0, found = nothing } = looked.get(process) ?? {};
      if (found.size === 0 && looks < MOST_LOOKS) {
        looked.set(process, { looks: looks + 1, found: await this.readEnvironment(process) });
      }
    }
    return [...running].flatMap((process) => looked.get(process)?.found.get(variable) ?? []);
  }

  private async readEnvironment(process: string): Promise<Found> {
    const name = (await readText(join(process, 'comm'), LONGEST_PATH).catch(() => '')).trim();
    const wanted = this.variables.filter(({ program }) => program.test(name));
    if (wanted.length === 0 || !(await isOwn(process))) {
      return nothing;
    }
    const environment = await readText(join(process, 'environ'), LONGEST_ENVIRONMENT).catch(
      () => '',
    );
    const all = environment.split('\0');
    return new Map(
      wanted.flatMap(({ name: variable, below = '' }): [string, string][] => {
        const set = all.find((each) => each.startsWith(`${variable}=`));
        const folder = set?.slice(variable.length + 1);
        return folder === undefined
          ? []
          : [[variable, below === '' ? folder : join(folder, below)]];
      }),
    );
  }
}

/** This user's processes of a program that work in a folder, whose links are resolved. Empty where the system does not show them. */
export async function findProcesses(
  program: RegExp,
  folder: string,
  root = '/proc',
): Promise<number[]> {
  const names = (await readdir(root).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const name of names.slice(0, MOST_PROCESSES)) {
    const process = join(root, name);
    const cwd = await readlink(join(process, 'cwd')).catch(() => undefined); // others' are hidden
    if (cwd === folder && program.test(await readProgram(process)) && (await isOwn(process))) {
      found.push(Number(name));
    }
  }
  return found;
}

/** A process's own name, and the program with its script. */
async function readProgram(process: string): Promise<string> {
  const read = (file: string): Promise<string> =>
    readText(join(process, file), LONGEST_ENVIRONMENT).catch(() => '');
  const [name, command] = await Promise.all([read('comm'), read('cmdline')]);
  return [name.trim(), ...command.split('\0').slice(0, 2)].join(' ');
}

async function isOwnFolder(path: string): Promise<boolean> {
  return path.length <= LONGEST_PATH && isAbsolute(path) && !path.includes('\0') && isOwn(path);
}

async function isOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  const user = process.getuid?.();
  return found?.isDirectory() === true && (user === undefined || found.uid === user);
}
