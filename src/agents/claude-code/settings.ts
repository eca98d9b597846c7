/**
 * Our hooks in the text of a Claude Code settings file. Text in, text out: what is not ours stays byte for byte, comments and
 * layout included, and taking our hooks out again gives back the text from before.
 *
 * How a removal knows what an installation added: we only ever insert. An entry goes in as a line of its own, so the line break and
 * indent before it are ours. Of a list or object that we made, the closing bracket stands on a line of its own; into an empty one
 * that was there we write right before its closing bracket.
 */
import type { Node } from 'jsonc-parser';
import type { Problem, Reading } from '../agent.js';
import { isOurCommand } from './client.js';
import { insertInto, parseSettings, property, removeFrom } from './settings-text.js';

interface HookEvent {
  event: string;
  /** Runs beside the agent, which does not wait for it. */
  async: boolean;
}

/** As few as possible: what is not async costs the agent the start of a shell and of curl. */
export const hookEvents: readonly HookEvent[] = [
  // where something can be answered, or where the order counts
  { event: 'UserPromptSubmit', async: false },
  { event: 'PreToolUse', async: false },
  // before PostToolBatch, which does not tell success from failure
  { event: 'PostToolUseFailure', async: false },
  { event: 'PostToolBatch', async: false },
  { event: 'Stop', async: false },
  // the agent leaves without what runs beside it
  { event: 'SessionEnd', async: false },
  // what only tells
  { event: 'StopFailure', async: true },
  { event: 'SubagentStart', async: true },
  { event: 'SubagentStop', async: true },
  { event: 'Notification', async: true },
];

/** Seconds. The client itself gives up after one. */
const HOOK_TIMEOUT = 2;

/**
 * `outdated`: hooks of ours are there, but not all, or not with this command. `disabled`: they are there, but the file switches all
 * hooks off.
 */
export type HookStatus = 'installed' | 'outdated' | 'disabled' | 'absent';

function group(event: HookEvent, command: string): { hooks: Record<string, unknown>[] } {
  return { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT, ...(event.async ? { async: true } : {}) }] };
}

/** `text` is empty where there is no file yet. A second installation changes nothing. */
export function installHooks(text: string, command: string): Reading<{ text: string }> {
  const status = hookStatus(text, command);
  if (typeof status !== 'string') { return status; }
  if (status === 'installed' || status === 'disabled') { return { text }; }
  const bare = uninstallHooks(text);
  if ('problem' in bare) { return bare; }
  let result = bare.text;
  for (const event of hookEvents) {
    const added = addHook(result, event, command);
    if ('problem' in added) { return added; }
    result = added.text;
  }
  return { text: result };
}

function addHook(text: string, event: HookEvent, command: string): Reading<{ text: string }> {
  const parsed = parseSettings(text);
  if ('problem' in parsed) { return parsed; }
  const { root, layout } = parsed;
  const entry = group(event, command);
  if (root === undefined) { return { text: text + layout.render({ hooks: { [event.event]: [entry] } }, 0) + layout.eol }; }
  const hooks = property(root, 'hooks');
  if (hooks === undefined) { return { text: insertInto(text, root, layout, 1, `"hooks": ${layout.render({ [event.event]: [entry] }, 1)}`) }; }
  if (hooks.type !== 'object') { return { problem: `"hooks" is ${hooks.type === 'array' ? 'a list' : `a ${hooks.type}`}, but must be an object` }; }
  const groups = property(hooks, event.event);
  if (groups === undefined) { return { text: insertInto(text, hooks, layout, 2, `"${event.event}": ${layout.render([entry], 2)}`) }; }
  if (groups.type !== 'array') { return { problem: `"hooks.${event.event}" must be a list` }; }
  return { text: insertInto(text, groups, layout, 3, layout.render(entry, 3)) };
}

/** Takes out every hook of ours, of whatever version. An empty text means: there was no file before us. */
export function uninstallHooks(text: string): Reading<{ text: string }> {
  let result = text;
  for (;;) {
    const parsed = parseSettings(result);
    if ('problem' in parsed) { return parsed; }
    const ours = parsed.root === undefined ? undefined : findOurs(parsed.root)[0];
    if (ours === undefined) { return { text: result }; }
    result = removeFrom(result, ours.node, parsed.layout);
  }
}

/** A group of ours, or a handler of ours in someone else's group. */
interface Ours { node: Node; value: unknown; event: string }

function findOurs(root: Node): Ours[] {
  return children(property(root, 'hooks')).flatMap((named) => {
    const [key, groups] = children(named);
    if (groups?.type !== 'array') { return []; }
    const event = String(key?.value);
    return children(groups).flatMap((entry): Ours[] => {
      const handlers = children(property(entry, 'hooks'));
      const mine = handlers.filter((handler) => isOurCommand(property(handler, 'command')?.value));
      const nodes = mine.length > 0 && mine.length === handlers.length ? [entry] : mine;
      return nodes.map((node) => ({ node, value: plain(node), event }));
    });
  });
}

export function hookStatus(text: string, command: string): HookStatus | Problem {
  const parsed = parseSettings(text);
  if ('problem' in parsed) { return parsed; }
  const found = parsed.root === undefined ? [] : findOurs(parsed.root);
  if (found.length === 0) { return 'absent'; }
  const key = (event: string, value: unknown): string => `${event} ${JSON.stringify(value)}`;
  const have = found.map((each) => key(each.event, each.value)).sort();
  const want = hookEvents.map((each) => key(each.event, group(each, command))).sort();
  if (have.length !== want.length || have.some((each, index) => each !== want[index])) { return 'outdated'; }
  return property(parsed.root, 'disableAllHooks')?.value === true ? 'disabled' : 'installed';
}

function children(node: Node | undefined): Node[] {
  return node?.children ?? [];
}

/** The value of a node, keys in their order. */
function plain(node: Node): unknown {
  switch (node.type) {
    case 'array': return children(node).map(plain);
    case 'object': return Object.fromEntries(children(node).map((each) => {
      const [key, value] = children(each);
      return [String(key?.value), value === undefined ? null : plain(value)];
    }));
    default: return node.value;
  }
}
