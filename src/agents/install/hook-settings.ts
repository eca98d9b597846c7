/**
 * Hooks in the text of a JSON settings file, in the form of Claude Code and its successors: `{"hooks": {"<event>": [<entry>]}}`. Text
 * in, text out: the rest stays byte for byte, including comments and layout, and removing our hooks restores the text.
 *
 * How a removal knows what an installation added: we only ever insert. An entry gets a line of its own, so the line break and indent
 * before it are ours. The closing bracket of a list or object that we made has a line of its own; into an existing empty one we write
 * right before its closing bracket.
 */
import { getNodeValue, type Node } from 'jsonc-parser';
import type { HookKind, InstalledHook } from './command-lines.js';
import type { HookClient, HookInstall, HookStatus, Problem, Result } from '../agent.js';
import type { AnswerForm } from './answer-table.js';
import { hookLines, isOurCommand, promptLines, type PromptForm } from './hook-client.js';
import { PROMPT_SECONDS } from './hook-names.js';
import { joinLines, type HookMoment } from './command-lines.js';
import { insertInto, parseSettings, property, removeFrom } from './json-text.js';

/** Our entry for one event: `{"hooks": [{"type": "command", …}]}` with whatever else the agent needs, or a bare handler. */
export interface HookEntry {
  event: string;
  entry: Record<string, unknown>;
}

export interface HookDialect {
  /** Whether a handler's command, of any version, is ours. */
  isOurs: (handler: unknown) => boolean;
  /** The field with a handler's command. Default `command`. */
  field?: string;
  /** Whether the file switches all hooks off; undefined if it does not say. */
  isOff?: (root: Node) => boolean | undefined;
  /** Required root fields of a new file, such as a version. */
  root?: Record<string, unknown>;
  /** The events are fields of the file itself, unless it has `hooks`. */
  isAtRoot?: true;
}

/** The installation of an agent whose one file holds all hooks. */
function settingsInstall(
  dialect: HookDialect,
  wanted: (client: HookClient) => HookEntry[],
): HookInstall {
  return {
    needs: ['curl'],
    add: (_file, text, client) => installHooks(dialect, text, wanted(client)),
    remove: (_file, text) => uninstallHooks(dialect, text),
    status: (_file, text, client) => hookStatus(dialect, text, wanted(client)),
    isOff: (text) => isOff(dialect, text),
  };
}

export interface HookEvent {
  event: string;
  kind?: HookKind;
  /** The agent does not wait for the hook. */
  async?: true;
  /** See `InstalledHook`. */
  when?: HookMoment;
}

/** In seconds: the agent ends a hook that waits for the person this much later than the hook ends itself. */
const PROMPT_SPARE = 10;

export interface CommandHooks {
  agent: string;
  /** As few as possible: the agent waits for a shell at each, and at those that ask for curl too. Default kind: `ask`. */
  events: readonly HookEvent[];
  forms: readonly AnswerForm[];
  /** In the agent's unit. Our client gives up after one second. */
  timeout: number;
  sessionVariable?: string;
  /** What waits for the person's answer to a prompt, where the person wants that. */
  prompts?: readonly (PromptForm & { event: string; matcher?: string })[];
  /** Our name in the agent's list of hooks, where each can be disabled by name. */
  name?: string;
  /** Handlers have no group around them. */
  isBare?: true;
  /** What differs in its file. */
  file?: Pick<HookDialect, 'isAtRoot' | 'isOff' | 'root'>;
}

/** The same for hooks that are commands, in groups of one. */
export function installCommandHooks(hooks: CommandHooks): HookInstall {
  const {
    agent,
    events,
    forms,
    timeout,
    sessionVariable,
    name,
    isBare,
    file,
    prompts = [],
  } = hooks;
  const dialect = { isOurs: (command: unknown) => isOurCommand(agent, command), ...file };
  const list = ({
    dir,
    answersPrompts,
  }: HookClient): (InstalledHook & { matcher?: string; limit?: number })[] => [
    ...events.map(({ event, kind = 'ask', async: isAsync, when }) => ({
      event,
      kind,
      when,
      isAsync,
      lines: hookLines(agent, dir, forms, { kind, sessionVariable }),
    })),
    ...(answersPrompts === true ? prompts : []).map((each) => ({
      ...each,
      kind: 'prompt' as const,
      limit: (each.seconds ?? PROMPT_SECONDS) + PROMPT_SPARE,
      lines: promptLines(agent, dir, each),
    })),
  ];
  const install = settingsInstall(dialect, (client) =>
    list(client).map(({ event, matcher, limit = timeout, isAsync, lines }) => {
      const command = joinLines(lines);
      const handler = isBare
        ? { command, timeout: limit }
        : {
            ...(name !== undefined && { name }),
            type: 'command',
            command,
            timeout: limit,
            ...(isAsync && { async: true }),
          };
      const group = { ...(matcher !== undefined && { matcher }), hooks: [handler] };
      return { event, entry: isBare ? handler : group };
    }),
  );
  return { ...install, hooks: list };
}

/** `text` is empty if there is no file yet. Installing twice changes nothing. */
export function installHooks(
  dialect: HookDialect,
  text: string,
  wanted: readonly HookEntry[],
): Result<{ text: string }> {
  const status = hookStatus(dialect, text, wanted);
  if (typeof status !== 'string') {
    return status;
  }
  if (status === 'installed' || status === 'disabled') {
    return { text };
  }
  const bare = uninstallHooks(dialect, text);
  if ('problem' in bare) {
    return bare;
  }
  let result = bare.text;
  for (const each of wanted) {
    const added = addHook(dialect, result, each);
    if ('problem' in added) {
      return added;
    }
    result = added.text;
  }
  return { text: result };
}

function addHook(
  { root: made, isAtRoot }: HookDialect,
  text: string,
  { event, entry }: HookEntry,
): Result<{ text: string }> {
  const parsed = parseSettings(text);
  if ('problem' in parsed) {
    return parsed;
  }
  const { root, layout } = parsed;
  if (root === undefined) {
    const own = { [event]: [entry] };
    return {
      text: text + layout.render(isAtRoot === true ? own : { hooks: own, ...made }, 0) + layout.eol,
    };
  }
  const named = property(root, 'hooks');
  const hooks = named ?? (isAtRoot === true ? root : undefined);
  if (hooks === undefined) {
    return {
      text: insertInto(text, root, layout, 1, `"hooks": ${layout.render({ [event]: [entry] }, 1)}`),
    };
  }
  if (hooks.type !== 'object') {
    return {
      problem: `"hooks" is ${hooks.type === 'array' ? 'a list' : `a ${hooks.type}`}, but must be an object`,
    };
  }
  const groups = property(hooks, event);
  const depth = named === undefined ? 1 : 2;
  if (groups === undefined) {
    const added = `"${event}": ${layout.render([entry], depth)}`;
    return { text: insertInto(text, hooks, layout, depth, added) };
  }
  if (groups.type !== 'array') {
    return { problem: `"hooks.${event}" must be a list` };
  }
  return { text: insertInto(text, groups, layout, depth + 1, layout.render(entry, depth + 1)) };
}

/** Removes every hook of ours, of any version. An empty text means that there was no file before. */
export function uninstallHooks(dialect: HookDialect, text: string): Result<{ text: string }> {
  let result = text;
  for (;;) {
    const parsed = parseSettings(result);
    if ('problem' in parsed) {
      return parsed;
    }
    const ours = parsed.root === undefined ? undefined : findOurs(dialect, parsed.root)[0];
    if (ours === undefined) {
      return { text: result };
    }
    const rest = removeFrom(result, ours.node, parsed.layout);
    // we add "hooks" last to an existing file: if it is first and removed entirely, the file is ours
    const made =
      dialect.root !== undefined &&
      parsed.root?.children?.[0]?.children?.[0]?.value === 'hooks' &&
      rest === parsed.layout.render(dialect.root, 0) + parsed.layout.eol;
    result = made ? '' : rest;
  }
}

/** A group of ours, or a handler of ours in someone else's group. */
interface Ours {
  node: Node;
  value: unknown;
  event: string;
}

function findOurs({ isOurs, field = 'command', isAtRoot }: HookDialect, root: Node): Ours[] {
  const hooks = property(root, 'hooks') ?? (isAtRoot === true ? root : undefined);
  return children(hooks).flatMap((named) => {
    const [key, groups] = children(named);
    if (groups?.type !== 'array') {
      return [];
    }
    const event = String(key?.value);
    return children(groups).flatMap((entry): Ours[] => {
      const handlers = children(property(entry, 'hooks'));
      if (isOurs(property(entry, field)?.value)) {
        return [{ node: entry, value: getNodeValue(entry) as unknown, event }];
      }
      const mine = handlers.filter((handler) => isOurs(property(handler, field)?.value));
      const nodes = mine.length > 0 && mine.length === handlers.length ? [entry] : mine;
      return nodes.map((node) => ({ node, value: getNodeValue(node) as unknown, event }));
    });
  });
}

export function hookStatus(
  dialect: HookDialect,
  text: string,
  wanted: readonly HookEntry[],
): HookStatus | Problem {
  const parsed = parseSettings(text);
  if ('problem' in parsed) {
    return parsed;
  }
  const found = parsed.root === undefined ? [] : findOurs(dialect, parsed.root);
  if (found.length === 0) {
    return 'absent';
  }
  const key = (event: string, value: unknown): string => `${event} ${JSON.stringify(value)}`;
  const have = found.map((each) => key(each.event, each.value)).sort();
  const want = wanted.map(({ event, entry }) => key(event, entry)).sort();
  if (have.length !== want.length || have.some((each, index) => each !== want[index])) {
    return 'outdated';
  }
  return isOff(dialect, text) === true ? 'disabled' : 'installed';
}

/** Whether a settings file switches all hooks off, ours or not; undefined if it does not say, or cannot be parsed. */
function isOff(dialect: HookDialect, text: string): boolean | undefined {
  const parsed = parseSettings(text);
  return 'problem' in parsed || parsed.root === undefined
    ? undefined
    : dialect.isOff?.(parsed.root);
}

/** A field of the root that is true or false. */
export function flag(root: Node, name: string): boolean | undefined {
  const value: unknown = property(root, name)?.value;
  return typeof value === 'boolean' ? value : undefined;
}

function children(node: Node | undefined): Node[] {
  return node?.children ?? [];
}
