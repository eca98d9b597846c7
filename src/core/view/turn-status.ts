/**
 * How a turn stands, for the agent that works on it and asks: state, verdict, counters, the calls that repeat and what else was tried. Told as
 * JSON, in which texts of agents and tools stay data; redacted and bounded.
 */
import { oneLine } from '../escape-controls.js';
import { progressSummary } from '../turns/action-history.js';
import { redact } from '../redact.js';
import { encode } from '../identity/utf8.js';
import type { SessionDetail } from './snapshot.js';
import { sayDraft, verdictSentence } from './words/shown-words.js';
import { shownTelling, type CallOutcome, type CallRow } from './timeline/rows.js';
import { english, type Message } from './words/wording.js';

/** Bytes of the answer. */
export const STATUS_LIMIT = 4096;

const [SENTENCE, CALL, LINE] = [600, 100, 120];
const [MOST_REPEATING, MOST_TRIED] = [6, 10];
/** From so many on, a call repeats. */
const REPEATS = 3;

interface TriedCall {
  tool: string;
  call: string;
  times: number;
  /** The newest call's. */
  outcome: CallOutcome;
  says?: string;
}

/** @param now milliseconds since the epoch */
export function describeTurn(detail: SessionDetail, now: number): string {
  const { verdict, counters, receipts } = detail;
  const tried = listCalls(detail);
  const repeating = tried.filter(({ times }) => times >= REPEATS).slice(0, MOST_REPEATING);
  const others = tried.filter(({ times }) => times < REPEATS).slice(0, MOST_TRIED);
  const status = {
    session: detail.session,
    agent: detail.agentName,
    state: detail.state,
    turn: detail.turn + 1,
    steps: detail.steps,
    ...(verdict !== undefined && {
      verdict: say(verdictSentence(verdict)),
      ...(verdict.draft !== undefined && {
        suggestion: cut(sayDraft(verdict.draft, english), SENTENCE),
      }),
    }),
    counters: counters.map(({ label, value, limit }) => ({ what: say(label), value, limit })),
    progress: say(progressSummary(detail.metrics, now)),
    interventions: receipts.slice(-3).map(({ kind, state, by }) => ({ kind, state, by })),
    repeating,
    tried: others,
  };
  // the oldest goes first
  while (encode(JSON.stringify(status)) > STATUS_LIMIT) {
    if ((others.pop() ?? repeating.pop() ?? status.counters.pop()) === undefined) {
      break;
    }
  }
  return JSON.stringify(status);
}

/** The distinct calls of the current turn, the newest first. */
function listCalls({ rows, turn }: SessionDetail): TriedCall[] {
  const calls = new Map<string, TriedCall>();
  for (const row of rows) {
    if (row.kind === 'prompt' && row.turn <= turn) {
      break;
    }
    for (const call of row.kind === 'step' ? row.calls.toReversed() : []) {
      const key = `${call.tool}\n${call.title}`;
      const known = calls.get(key);
      if (known === undefined) {
        calls.set(key, describeCall(call));
      } else {
        known.times += 1;
      }
    }
  }
  return [...calls.values()];
}

function describeCall(call: CallRow): TriedCall {
  const says = cut(shownTelling(call), LINE);
  return {
    tool: cut(call.tool, CALL),
    call: cut(call.title, CALL),
    times: 1,
    outcome: call.outcome,
    ...(says !== '' && { says }),
  };
}

function say(message: Message): string {
  return cut(redact(english(message)), SENTENCE);
}

function cut(text: string, limit: number): string {
  return oneLine(text, limit);
}
