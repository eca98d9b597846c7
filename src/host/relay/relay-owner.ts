/** Finds the session that a model request belongs to. */
import type { RequestIdentity } from '../../relay/request-identity.js';
import type { Session } from '../../core/turns/session.js';

/** Agents whose requests carry the session's own id, valid even before any other sign of the session. */
const NAMED_BEFORE_KNOWN: readonly string[] = ['claude-code', 'codex'];

/**
 * Finds the session by the agent's id for it, by the calls whose results the request contains, or, if it names none, by the
 * person's prompt. Undefined if two sessions match equally: a request of one must never be changed for the other. `promptOf`: a
 * session's newest prompt.
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
  const byCalls = best(family, ({ known }) => calls.filter((call) => known.has(call)).length);
  if (byCalls.length === 1) {
    return byCalls[0]?.id;
  }
  if (named !== undefined) {
    return named;
  }
  if (ids.length > 0) {
    return undefined; // one not known yet, or not by this name
  }
  const byPrompt = best(byCalls.length > 0 ? byCalls : own, ({ id, open }) =>
    open ? Math.max(0, ...prompts.map((text) => likeness(text, promptOf(id)))) : 0,
  );
  return byPrompt.length === 1 ? byPrompt[0]?.id : undefined;
}

/** The candidates with the highest score above zero. */
function best(sessions: readonly Session[], points: (session: Session) => number): Session[] {
  const counted = sessions.map((session) => ({ session, n: points(session) }));
  const most = Math.max(1, ...counted.map(({ n }) => n));
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
