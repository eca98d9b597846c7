/** Sub-agents as their parents see them start. */
import type { JsonObject, SessionStart } from '../events.js';
import type { Session } from './session.js';
import type { StartedChild, TurnFactListener } from './turn-fact.js';

/** Beyond this, nesting is not followed. */
const MAX_DEPTH = 16;
/** Characters of a prompt that are compared. */
const LONGEST_PROMPT = 4096;

/**
 * Tells the parent how many of its sub-agents work.
 * @param begins the session begins a turn, with this prompt if it is known
 */
export function updateParent(
  session: Session,
  sessions: ReadonlyMap<string, Session>,
  emit: TurnFactListener,
  begins?: { prompt: string | undefined },
): void {
  const parent = session.parent === undefined ? undefined : sessions.get(session.parent);
  if (parent === undefined || parent === session) {
    return;
  }
  if (session.open) {
    parent.openChildren.add(session.id);
  } else {
    parent.openChildren.delete(session.id);
  }
  // work of a child is a sign of life of its parent
  if (session.aliveAt !== undefined && session.aliveAt > (parent.aliveAt ?? -Infinity)) {
    parent.aliveAt = session.aliveAt;
  }
  const started = begins && startedChild(session, parent, begins.prompt, sessions);
  emit(parent, {
    kind: 'children',
    open: parent.openChildren.size,
    ...(started !== undefined && { started }),
  });
}

function startedChild(
  child: Session,
  parent: Session,
  prompt: string | undefined,
  sessions: ReadonlyMap<string, Session>,
): StartedChild {
  const call =
    child.parentCall === undefined ? undefined : parent.known.get(child.parentCall)?.call;
  return {
    session: child.id,
    prompt: prompt === undefined ? call && taskPrompt(call.input) : findPrompt(prompt),
    depth: measureDepth(child, sessions),
  };
}

/** Fields of a call that name the kind of sub-agent that it starts. */
const roleFields = [
  'subagent_type',
  'agent_type',
  'agentType',
  'agent_name',
  'agentName',
  'agent',
  'subagent',
];

/** The role of a sub-agent, by its start or by the call of its parent; a main agent has none. */
export function findRole(
  start: SessionStart,
  sessions: ReadonlyMap<string, Session>,
): string | undefined {
  const before = sessions.get(start.session);
  const role = start.role ?? before?.role;
  const [parent, call] = [start.parent ?? before?.parent, start.parentCall ?? before?.parentCall];
  if (parent === undefined) {
    return undefined;
  }
  if (role !== undefined || call === undefined) {
    return role;
  }
  const input = sessions.get(parent)?.known.get(call)?.call?.input ?? {};
  return roleFields
    .map((field) => input[field])
    .find((name): name is string => typeof name === 'string' && name !== '');
}

/** What a call tells the sub-agent that it starts, with single spaces: its longest text. */
export function taskPrompt(input: JsonObject): string | undefined {
  let longest = '';
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.length > longest.length) {
      longest = value;
    }
  }
  return findPrompt(longest);
}

function findPrompt(text: string): string | undefined {
  const words = text.slice(0, LONGEST_PROMPT).replace(/\s+/g, ' ').trim();
  return words === '' ? undefined : words;
}

/** The main agent that it works for, as far as that is known. */
export function findRoot(session: Session, sessions: ReadonlyMap<string, Session>): Session {
  let root = session;
  for (let depth = 0; depth < MAX_DEPTH && root.parent !== undefined; depth++) {
    const parent = sessions.get(root.parent);
    if (parent === undefined) {
      break;
    }
    root = parent;
  }
  return root;
}

function measureDepth(child: Session, sessions: ReadonlyMap<string, Session>): number {
  let depth = 0;
  for (
    let each: Session | undefined = child;
    each?.parent !== undefined && depth < MAX_DEPTH;
    each = sessions.get(each.parent)
  ) {
    depth += 1;
  }
  return depth;
}
