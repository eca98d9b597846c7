/** Finds the session that a model request belongs to. */
import type { RequestIdentity } from '../../relay/request-identity.js';
import type { Session } from '../../core/turns/session.js';

/** Agents whose requests carry the session's own id, valid even before any other sign of the session. */
const NAMED_BEFORE_KNOWN: readonly string[] = ['claude-code', 'codex'];

/**
 * Finds the session by the agent's id for it, or, if it names none, among those that know the calls whose results the request
 * contains, first by the person's prompt. Undefined if two sessions match equally: a request of one must never be changed for the other.
 * `promptOf`: a session's newest prompt.
 */
export function ownerOf(
  sessions: Iterable<Session>,
  agent: string,
  { ids, calls, prompts }: RequestIdentity,
  promptOf: (session: string) => string | undefined,
): string | undefined {
  const own = [...sessions].filter((session) => session.agent === agent);
  const named =
    ids.find((id) => own.some((session) => session.id === id)) ??
    (NAMED_BEFORE_KNOWN.includes(agent) ? ids[0] : undefined);
  // a sub-agent may send its parent's id; its calls identify it
  const family =
    named === undefined
      ? own
      : own.filter((session) => session.id === named || session.parent === named);
  const callsOf = ({ known }: Session): number => calls.filter((call) => known.has(call)).length;
  const asked = (from: readonly Session[]): Session[] =>
    best(from, ({ id, open }) =>
      open ? Math.max(0, ...prompts.map((text) => likeness(text, promptOf(id)))) : 0,
    );
  if (named !== undefined || ids.length > 0) {
    const byCalls = best(family, callsOf);
    // without calls: one not known yet, or not by this name
    return byCalls.length === 1 ? byCalls[0]?.id : named;
  }
  // some models number their calls anew in each conversation: an earlier one may know more of these, as its log is whole
  const knowing = own.filter((session) => callsOf(session) > 0);
  const candidates = asked(knowing.some(({ open }) => open) ? knowing : own);
  const found = candidates.length > 0 ? best(candidates, callsOf, 0) : best(knowing, callsOf);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** The candidates with the highest score, which is at least `least`. */
function best(
  sessions: readonly Session[],
  points: (session: Session) => number,
  least = 1,
): Session[] {
  const counted = sessions.map((session) => ({ session, n: points(session) }));
  const most = Math.max(least, ...counted.map(({ n }) => n));
  return counted.filter(({ n }) => n === most).map(({ session }) => session);
}

/** 2: the prompt itself. 1: behind blocks that an agent puts before it, such as `<current_datetime>…</current_datetime>`. */
function likeness(text: string, prompt: string | undefined): 0 | 1 | 2 {
  if (prompt === undefined || prompt === '') {
    return 0;
  }
  if (text === prompt) {
    return 2;
  }
  // anything else before it quotes it
  return text.endsWith(`\n${prompt}`) && isBlocks(text.slice(0, -prompt.length)) ? 1 : 0;
}

/** Whether the text consists of elements, such as `<a>…</a>`, and nothing else. */
function isBlocks(text: string): boolean {
  let rest = text.trim();
  while (rest !== '') {
    const [open = '', name = ''] = /^<([\w-]+)(?: [^<>]*)?>/.exec(rest) ?? [];
    const close = `</${name}>`;
    const end = rest.indexOf(close, open.length);
    if (open === '' || end < 0) {
      return false;
    }
    rest = rest.slice(end + close.length).trimStart();
  }
  return true;
}
