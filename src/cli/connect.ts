/** `turnwatch connect` and `disconnect`: says what changes in an agent's settings files, shows it on demand, asks, and writes it as the extension does. */
import { createInterface } from 'node:readline';
import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { isProblem } from '../agents/agent.js';
import type { AgentDefinition } from '../agents/definition.js';
import { writeChange, type Disk, type PlannedChange } from '../agents/install/config-file.js';
import { summarise } from '../agents/install/hook-review.js';
import { installers } from '../agents/install/installers.js';
import { listPlaces, type AgentPlace } from '../agents/install/places.js';
import {
  hookedPlaces,
  mustDownload,
  notOnPath,
  planChanges,
} from '../agents/install/settings-changes.js';
import { escapeControls } from '../core/escape-controls.js';
import { parsed, Unusable, homes, surroundings } from './command-line.js';
import { paintFor, plain, type Paint } from './print-lines.js';
import { diskFor, folderOfHooks, sharedFolders } from './shared-folder.js';

const connectUsage = 'usage: turnwatch connect [--project] [--diff] [--yes] AGENT';
const disconnectUsage = 'usage: turnwatch disconnect [--diff] [--yes] AGENT';

/** The change was not written, as asked. */
const NOT_WRITTEN = 2;

const applied: Readonly<Record<NonNullable<AgentDefinition['hooksApply']>, string>> = {
  'at-once': 'Running sessions pick up the hooks within seconds.',
  'next-session': 'New sessions pick up the hooks.',
  'after-review':
    'At its next start, it asks you to review the hooks; they run once you trust them.',
};

/** @returns the exit code. @throws Unusable */
export async function connect(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(
    args,
    {
      allowPositionals: true,
      options: {
        project: { type: 'boolean' },
        diff: { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    },
    connectUsage,
  );
  const places = placesOfAgent(positionals, connectUsage);
  const scope = values.project === true ? 'project' : 'user';
  const at = places.find(({ place }) => place.offered && place.scope === scope);
  const installer = at && installers.get(at.agent.id);
  if (at === undefined || installer === undefined) {
    throw new Unusable('its hooks cannot be installed for one project alone');
  }
  const { agent, place } = at;
  const missing = await notOnPath(installer.needs);
  if (missing !== undefined) {
    throw new Unusable(`the hooks need ${missing}, which isn’t on your PATH`);
  }
  const folders = await sharedFolders(surroundings());
  const named = await folderOfHooks(diskFor(folders[0], surroundings()), installer, place, folders);
  const dir = named ?? folders[0];
  const disk = diskFor(dir, surroundings());
  const changes = await planChanges(disk, installer, place.files, (file, text) =>
    installer.add(file, text, { dir }),
  );
  if (isProblem(changes)) {
    throw new Unusable(`nothing was changed: ${changes.problem}`);
  }
  if (changes.length === 0) {
    console.log(`${agent.name} is already connected: ${plain(place.files[0])}`);
    return 0;
  }
  if (await mustDownload(installer, place.files[0])) {
    console.log(
      `${agent.name} first installs its own plugin package. Until that succeeds, every start waits for it.`,
    );
  }
  return apply(disk, changes, {
    isAgreed: values.yes === true,
    showsAll: values.diff === true,
    about: [
      `${agent.name} gets Turnwatch’s hooks, which ask a window or a watch of yours on this machine, and nobody else:`,
      ...summarise(installer.hooks?.({ dir }) ?? []).map((each) => `  ${each}`),
    ],
    after: `turnwatch disconnect ${agent.id} takes exactly this out again.`,
    done: `${agent.name} is connected. ${applied[agent.hooksApply ?? 'next-session']}${
      agent.mcpAdd === undefined
        ? ''
        : ` To let it ask how its own turn stands: ${agent.mcpAdd} turnwatch mcp`
    }`,
  });
}

/** @returns the exit code. @throws Unusable */
export async function disconnect(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(
    args,
    {
      allowPositionals: true,
      options: { diff: { type: 'boolean' }, yes: { type: 'boolean' } },
    },
    disconnectUsage,
  );
  const places = placesOfAgent(positionals, disconnectUsage);
  const [folder] = await sharedFolders(surroundings());
  const disk = diskFor(folder, surroundings());
  const changes: PlannedChange[] = [];
  for (const { at, installer } of await hookedPlaces(disk, places)) {
    const planned = await planChanges(disk, installer, at.place.files, (file, text) =>
      installer.remove(file, text),
    );
    if (isProblem(planned)) {
      throw new Unusable(`nothing was changed: ${planned.problem}`);
    }
    changes.push(...planned);
  }
  const name = places[0]?.agent.name ?? '';
  if (changes.length === 0) {
    console.log(`No Turnwatch hooks are installed for ${name}.`);
    return 0;
  }
  return apply(disk, changes, {
    isAgreed: values.yes === true,
    showsAll: values.diff === true,
    about: [`Turnwatch’s hooks are taken out of ${name}.`],
    done: `${name} is disconnected.`,
  });
}

/** For the person's projects, and for the one in this folder. */
function placesOfAgent(asked: readonly string[], usage: string): AgentPlace[] {
  const [name, ...more] = asked;
  if (name === undefined || more.length > 0) {
    throw new Unusable(usage);
  }
  const all = listPlaces(homes, [process.cwd()]).filter(({ agent }) => installers.has(agent.id));
  const places = all.filter(({ agent }) =>
    [agent.id, agent.name.toLowerCase()].includes(name.toLowerCase()),
  );
  if (places.length === 0) {
    const known = [...new Set(all.map(({ agent }) => agent.id))];
    throw new Unusable(`unknown agent "${name}"; known: ${known.join(', ')}`);
  }
  return places;
}

interface Announced {
  /** The person has agreed already. */
  isAgreed: boolean;
  /** The whole change is shown unasked. */
  showsAll: boolean;
  /** What is going to happen: lines around the changed files. */
  about: readonly string[];
  after?: string;
  /** What is said once it is written. */
  done: string;
}

async function apply(
  disk: Disk,
  changes: readonly PlannedChange[],
  { isAgreed, showsAll, about, after, done }: Announced,
): Promise<number> {
  const paint = paintFor(process.stdout.isTTY, process.env);
  const showAll = (): void => {
    for (const change of changes) {
      console.log(unifiedDiff(change, paint).join('\n'));
    }
  };
  for (const line of [
    ...about,
    ...changes.map((change) => `  ${summary(change)}`),
    ...(after === undefined ? [] : [after]),
  ]) {
    console.log(line);
  }
  if (showsAll) {
    showAll();
  }
  if (!isAgreed) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      console.error(
        'Nothing was changed: without a terminal to ask in, --yes writes it. --diff shows the whole change.',
      );
      return NOT_WRITTEN;
    }
    if (!(await isWanted(showAll))) {
      console.log('Nothing was changed.');
      return NOT_WRITTEN;
    }
  }
  for (const change of changes) {
    const written = await writeChange(disk, change);
    if (isProblem(written)) {
      throw new Unusable(written.problem);
    }
    const { file, backup } = written;
    console.log(`Wrote ${plain(file)}${backup === undefined ? '' : ` (backup: ${plain(backup)})`}`);
  }
  console.log(done);
  return 0;
}

/** Asks until the person has answered: `d` shows the whole change. No, too, where there is no answer. */
function isWanted(showAll: () => void): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false));
    const ask = (): void => {
      terminal.question('Write this? [y/N, d: show the whole change] ', (answer) => {
        if (/^d(?:iff)?$/i.test(answer.trim())) {
          showAll();
          ask();
          return;
        }
        resolve(/^y(?:es)?$/i.test(answer.trim()));
        terminal.close();
      });
    };
    ask();
  });
}

// A planned change of a file as a terminal shows it.

const NOTHING = '/dev/null';

/** The file, and how much of it changes. */
function summary(change: PlannedChange): string {
  const lines = listHunks(change).flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const how =
    change.before === ''
      ? 'a new file'
      : change.after === ''
        ? 'removed'
        : 'the rest stays byte for byte';
  return `${shown(change.file)}: +${count('+')} −${count('-')} lines, ${how}`;
}

function listHunks({ file, before, after }: PlannedChange): StructuredPatchHunk[] {
  return structuredPatch(file, file, before, after, undefined, undefined, { context: 3 }).hunks;
}

/** Lines without line ends. What a terminal would obey is made visible. */
function unifiedDiff(change: PlannedChange, paint: Paint): string[] {
  const { file, before, after } = change;
  return [
    paint('bold', `--- ${shown(before === '' ? NOTHING : file)}`),
    paint('bold', `+++ ${shown(after === '' ? NOTHING : file)}`),
    ...listHunks(change).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      paint('dim', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
      ...lines.map((line) => painted(shown(line), paint)),
    ]),
  ];
}

function painted(line: string, paint: Paint): string {
  switch (line[0]) {
    case '+':
      return paint('green', line);
    case '-':
      return paint('red', line);
    default:
      return line;
  }
}

function shown(line: string): string {
  return escapeControls(line.replace(/\r$/, '')).replaceAll('\n', '\u240a');
}
