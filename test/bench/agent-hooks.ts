/** The time our installed hooks add to one tool call of each agent, compared with as many hooks that run `true`. */
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isProblem } from '../../src/agents/agent.js';
import { joinLines } from '../../src/agents/install/command-lines.js';
import { installers } from '../../src/agents/install/installers.js';
import { knownAgents } from '../../src/agents/index.js';
import { isObject } from '../../src/core/json.js';
import { untilDeadline } from '../host/harness/window.js';
import { agentCalls } from '../agent-calls/all.js';
import type { AgentCalls, Told } from '../agent-calls/turn.js';
import { run } from './hooks.js';
import { median, quantile, type Row } from './row.js';

const CALLS = 60;
/** Pauses after a call with our hooks, and with others: what runs in the background then, and the window's work, must count for no other. */
const PAUSE_MS = { ours: 150, nothing: 20 };
/** Most that hooks may add: that of as many hooks of `true`, times this. */
const MOST_TIMES = 1.2;
/** Of a command; more is the text of a plugin. */
const MOST_LINES = 40;

export interface Place {
  /** The folder that the hook client reads, for a window open on `folder`. */
  bridge: string;
  folder: string;
  /** The home folder of that window. */
  home: string;
  /** A folder for hooks that are files. */
  files: string;
  /** Matches in the window's log; none if no log is kept. */
  said: (what: RegExp) => RegExpExecArray[];
}

type Hook = Extract<Told, { hook: string }>;
/** Runs a hook as the agent does. @returns its milliseconds and its answer */
type RunHook = (hook: Hook) => Promise<{ ms: number; printed: string }>;

interface Subject {
  id: string;
  calls: AgentCalls;
  ours: RunHook;
  /** Runs `true` in place of a hook. */
  nothing: RunHook;
  /** Whether a hook is a program that is started. */
  isProgram: boolean;
  /** How it is run, for the note. */
  how?: string;
  taken: { ours: number[]; nothing: number[] };
}

/**
 * One row for each agent that has hooks. Calls come in pairs, with our hooks and with those of `true`, each first in half of them; the
 * agents take turns. So load affects all alike.
 */
export async function agentHookRows(place: Place): Promise<Row[]> {
  const ids = hookedAgents();
  const subjects = await Promise.all(
    ids.filter((id) => agentCalls.has(id)).map((id) => subjectOf(id, place)),
  );
  for (const { calls, ours } of subjects) {
    await tell(calls, calls.opening, ours);
  }
  for (let n = 0; n < CALLS; n += 1) {
    for (const { calls, ours, nothing, taken } of subjects) {
      const told = calls.call(n);
      const pair = [
        async () => {
          taken.ours.push(await tell(calls, told, ours));
          await sleep(PAUSE_MS.ours);
        },
        async () => {
          taken.nothing.push(await tell(calls, told.filter(isWaitedFor), nothing));
          await sleep(PAUSE_MS.nothing);
        },
      ];
      for (const play of n % 2 === 0 ? pair : pair.reverse()) {
        await play();
      }
    }
  }
  for (const { calls, ours } of subjects) {
    await tell(calls, calls.ending(), ours);
  }
  const seen = await seenWhole(subjects, place);
  return [
    {
      what: 'Added to a tool call without hooks',
      value: 0,
      unit: 'ms',
      note: 'by definition: the agent runs nothing',
    },
    ...ids.map((id): Row => {
      const what = `  with those of ${knownAgents.find((agent) => agent.id === id)?.name ?? id}`;
      const subject = subjects.find((each) => each.id === id);
      if (subject === undefined) {
        return {
          what,
          value: undefined,
          unit: 'ms',
          note: 'its calls are not written down here yet',
        };
      }
      if (!seen.has(id)) {
        return {
          what,
          value: undefined,
          unit: 'ms',
          note: 'the window’s log does not tell of its session with all calls: nobody may have listened',
        };
      }
      return rowOf(what, subject);
    }),
  ];
}

/**
 * What hooks that wait for the person's answers add, where they are installed: to a call that asks for nothing, and to a prompt. The window
 * lets go of each prompt at once, as it does where nobody answers there.
 */
export async function promptHookRows({ bridge, folder, home }: Place): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [id, installer] of installers) {
    const hooks = installer.hooks?.({ dir: bridge, answersPrompts: true }) ?? [];
    const prompt = hooks.find(({ kind, lines }) => kind === 'prompt' && lines.length < MOST_LINES);
    const calls = agentCalls.get(id)?.({ folder, home });
    if (prompt === undefined || calls === undefined) {
      continue;
    }
    const [off, on] = [false, true].map((answersPrompts) => {
      const added = installer.add('', '', { dir: bridge, answersPrompts });
      return isProblem(added) ? {} : hooksIn(added.text);
    });
    const events = calls.call(0).flatMap((told) => ('hook' in told ? [told.hook] : []));
    const isSame = events.every(
      (event) => JSON.stringify(off?.[event]) === JSON.stringify(on?.[event]),
    );
    const name = knownAgents.find((agent) => agent.id === id)?.name ?? id;
    rows.push({
      what: `Prompts of ${name} answered in the view: added to a call that asks for nothing`,
      value: isSame ? 0 : undefined,
      limit: 0,
      unit: 'ms',
      note: `${events.join(', ')}: the same commands, byte for byte`,
    });
    const taken: Subject['taken'] = { ours: [], nothing: [] };
    const [first] = calls.opening.flatMap((told) => ('hook' in told ? told.given : []));
    const payload = JSON.stringify({
      ...first,
      hook_event_name: prompt.event,
      tool_name: 'Bash',
      tool_input: { command: 'make' },
    });
    for (let n = 0; n < CALLS; n += 1) {
      const pair = [
        async () =>
          taken.ours.push((await run('/bin/sh', ['-c', joinLines(prompt.lines)], payload)).ms),
        async () => taken.nothing.push((await run('/bin/sh', ['-c', 'true'], payload)).ms),
      ];
      for (const play of n % 2 === 0 ? pair : pair.reverse()) {
        await play();
      }
    }
    rows.push({
      what: `  to a prompt that nobody answers there`,
      value: median(taken.ours),
      unit: 'ms',
      beside: { what: '1 hook of true', value: median(taken.nothing) },
      note: `${prompt.event}, while the person is asked; ${spread(taken)}`,
    });
  }
  return rows;
}

function hooksIn(text: string): Readonly<Record<string, unknown>> {
  const settings: unknown = JSON.parse(text);
  const hooks = isObject(settings) ? settings['hooks'] : undefined;
  return isObject(hooks) ? hooks : {};
}

function rowOf(what: string, { calls, isProgram, how, taken }: Subject): Row {
  const hooks = calls
    .call(CALLS)
    .filter(isWaitedFor)
    .flatMap((told) => ('hook' in told ? [told.hook] : []));
  return {
    what,
    // a plugin starts no program
    ...(isProgram && { limit: MOST_TIMES * median(taken.nothing) }),
    value: median(taken.ours),
    unit: 'ms',
    beside: {
      what: `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'} of true`,
      value: median(taken.nothing),
    },
    note: [hooks.join(', '), how ?? '', isProgram ? spread(taken) : ''].filter(Boolean).join('; '),
  };
}

/** In the order of the list of agents. Where two run the same file, the first represents both. */
function hookedAgents(): string[] {
  const known = knownAgents.map(({ id }) => id).filter((id) => installers.has(id));
  return known.filter(
    (id, at) => known.findIndex((other) => installers.get(other) === installers.get(id)) === at,
  );
}

/** How our hooks and those of `true` compare pair by pair. */
function spread({ ours, nothing }: Subject['taken']): string {
  const times = ours.map((ms, pair) => ms / (nothing[pair] ?? Number.NaN));
  const of = (share: number): string => quantile(times, share).toFixed(2);
  return `${times.length} pairs: median ${of(0.5)} ×, half of them ${of(0.25)} to ${of(0.75)}`;
}

/** Hooks that the agent waits for, and its tool. */
function isWaitedFor(told: Told): boolean {
  return 'toolMs' in told || ('hook' in told && told.beside === undefined);
}

/** Milliseconds of the hooks that the agent waits for. Its sessions make progress, so every hook must be silent. */
async function tell(
  { log, session }: AgentCalls,
  all: readonly Told[],
  runHook: RunHook,
): Promise<number> {
  let sum = 0;
  for (const told of all) {
    if (!('hook' in told)) {
      await happen(log, told);
      continue;
    }
    const { ms, printed } = await runHook(told);
    if (printed !== '') {
      throw new Error(`${session}: ${told.hook} answered ${printed.slice(0, 200)}`);
    }
    if (told.beside === undefined) {
      sum += ms;
    }
  }
  return sum;
}

/** What the agent does besides its hooks. */
async function happen(log: string | undefined, told: Exclude<Told, Hook>): Promise<void> {
  if ('toolMs' in told) {
    await sleep(told.toolMs);
  } else if (log !== undefined && 'log' in told) {
    write(log, told.log);
  } else if (log !== undefined && 'document' in told) {
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, JSON.stringify(told.document));
  }
}

function write(log: string, lines: readonly object[]): void {
  mkdirSync(dirname(log), { recursive: true });
  appendFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** A client without an endpoint is silent and quick, too: so check that each session arrived completely, with all its calls. */
async function seenWhole(subjects: readonly Subject[], { said }: Place): Promise<Set<string>> {
  const seen = (): Subject[] =>
    subjects.filter(
      ({ calls }) =>
        said(
          new RegExp(`${calls.session} turn \\d+ ended \\(completed\\) after ${CALLS} calls`, 'g'),
        ).length > 0,
    );
  await untilDeadline(120_000, () =>
    seen().length === subjects.length ? Promise.resolve() : Promise.reject(new Error('not yet')),
  ).catch(() => undefined);
  return new Set(seen().map(({ id }) => id));
}

async function subjectOf(id: string, place: Place): Promise<Subject> {
  const make = agentCalls.get(id);
  if (make === undefined) {
    throw new Error(`no calls of ${id} are known`);
  }
  const calls = make(place);
  const subject = { id, calls, isProgram: true, taken: { ours: [], nothing: [] } };
  const variable = knownAgents.find((agent) => agent.id === id)?.sessionVariable;
  const env = variable === undefined ? process.env : { ...process.env, [variable]: calls.session };
  const sh =
    (command: string) =>
    ({ given }: Hook): ReturnType<RunHook> =>
      run('/bin/sh', ['-c', command], JSON.stringify(given[0]), place.folder, env);
  const text = installed(id, place.bridge);
  switch (id) {
    case 'opencode':
    case 'kilo':
    case 'pi':
      return {
        ...subject,
        ours: await plugin(id, text, place),
        nothing: sh('true'),
        isProgram: false,
        how: 'in the agent itself, here in Node: no program is started',
      };
    case 'cline': {
      mkdirSync(place.files, { recursive: true });
      const executable =
        (contentOf: (hook: string) => string, suffix: string) =>
        ({ hook, given }: Hook): ReturnType<RunHook> => {
          const file = join(place.files, `${hook}${suffix}`);
          if (!existsSync(file)) {
            writeFileSync(file, contentOf(hook), { mode: 0o755 });
          }
          return run(file, [], JSON.stringify(given[0]), place.folder);
        };
      return {
        ...subject,
        ours: executable((hook) => installed(id, place.bridge, hook), ''),
        nothing: executable(() => '#!/bin/sh\ntrue\n', '.true'),
      };
    }
    default:
      return {
        ...subject,
        ours: (hook) => sh(commandIn(text, hook.hook))(hook),
        nothing: sh('true'),
      };
  }
}

/** What Connect writes into the agent's file. */
function installed(id: string, dir: string, file = ''): string {
  const added = installers.get(id)?.add(file, '', { dir });
  if (added === undefined || isProblem(added)) {
    throw new Error(`hooks of ${id}: ${added?.problem ?? 'unknown'}`);
  }
  return added.text;
}

/** The command of a hook, in a settings file of JSON or a block of TOML. */
function commandIn(text: string, hook: string): string {
  const toml = new RegExp(`^event = "${hook}"\\ncommand = (".*")$`, 'm').exec(text)?.[1];
  const root = parseTree(text);
  const inJson = (...path: (string | number)[]): unknown =>
    root &&
    (
      findNodeAtLocation(root, ['hooks', hook, 0, ...path]) ??
      findNodeAtLocation(root, [hook, 0, ...path])
    )?.value;
  const command: unknown =
    toml !== undefined
      ? JSON.parse(toml)
      : (inJson('hooks', 0, 'command') ?? inJson('command') ?? inJson('bash'));
  if (typeof command !== 'string') {
    throw new Error(`no hook ${hook} is installed`);
  }
  return command;
}

type Plugin = Readonly<Record<string, (...given: readonly object[]) => Promise<unknown>>>;
/** What pi hands to an extension. */
type Register = (pi: { on(event: string, heard: Plugin[string]): void }) => void;
type PluginModule = { Turnwatch: (input: object) => Promise<Plugin> } | { default: Register };

function isPluginModule(module: unknown): module is PluginModule {
  return (
    isObject(module) &&
    [module['Turnwatch'], module['default']].some((each) => typeof each === 'function')
  );
}

/** Our plugin, loaded as its agent loads it. It answers by an error, by what it returns or by messages of its own. */
async function plugin(id: string, text: string, { files, folder }: Place): Promise<RunHook> {
  mkdirSync(files, { recursive: true });
  const file = join(files, `${id}.mjs`);
  writeFileSync(file, text);
  const module: unknown = await import(pathToFileURL(file).href);
  if (!isPluginModule(module)) {
    throw new Error(`the file of ${id} is no plugin`);
  }
  const hooks = await loadPlugin(module, folder);
  return async ({ hook, given }) => {
    const run = hooks[hook];
    if (run === undefined) {
      throw new Error(`the plugin has no ${hook}`);
    }
    const before = JSON.stringify(given);
    const began = performance.now();
    const returned = await run(...given);
    const ms = performance.now() - began;
    const isSilent = returned === undefined && JSON.stringify(given) === before;
    return { ms, printed: isSilent ? '' : 'a note' };
  };
}

async function loadPlugin(module: PluginModule, directory: string): Promise<Plugin> {
  if ('Turnwatch' in module) {
    return module.Turnwatch({
      directory,
      client: { session: { abort: () => Promise.resolve() } },
    });
  }
  const hooks: Record<string, Plugin[string]> = {};
  module.default({ on: (event, heard) => (hooks[event] = heard) });
  return hooks;
}
