/** What a judgement of a recorded run no longer holds: rows that left memory, and where in the events the whole texts of calls are. */
import type { TurnEvent } from '../events.js';
import { shown } from '../redact.js';
import type { Session } from '../turns/session.js';
import type { Turnwatch } from '../turnwatch.js';
import {
  keepFullText,
  TEXT_CHARACTERS,
  inputText,
  type KeptText,
  type KeptTexts,
  type OlderRows,
} from '../view/full-text.js';
import {
  SNAPSHOT_ROWS,
  type EscalationReport,
  type SessionDetail,
  type SessionSummary,
} from '../view/snapshot.js';
import type { Row } from '../view/timeline/rows.js';

/** Indices of events. */
interface Places {
  input?: number;
  output?: number;
}

export class RecordedRest {
  /** By session, oldest first. */
  private readonly rows = new Map<string, Row[]>();
  private readonly places = new Map<string, Places[]>();

  constructor(private readonly events: readonly TurnEvent[]) {}

  /** Before the event is judged. `index`: its place in the events. */
  indexEvent(event: TurnEvent, index: number, sessions: ReadonlyMap<string, Session>): void {
    if (event.type !== 'tool.call' && event.type !== 'tool.result') {
      return;
    }
    const full = keepFullText(event, sessions.get(event.session));
    if (full === undefined) {
      return;
    }
    const places = this.places.get(event.session) ?? [];
    this.places.set(event.session, places);
    places[full.call] = { ...places[full.call], [full.part]: index };
  }

  /** The index of the event that tells of a call. */
  findCall(session: string, call: number): number | undefined {
    return this.places.get(session)?.[call]?.input;
  }

  left(session: string, rows: readonly Row[]): void {
    const before = this.rows.get(session) ?? [];
    this.rows.set(session, before);
    for (const row of rows) {
      before.push(row);
    }
  }

  /** Rows before row number `before`. */
  older(session: string, before: number): OlderRows {
    return {
      rows: (this.rows.get(session) ?? [])
        .slice(Math.max(0, before - SNAPSHOT_ROWS), before)
        .reverse(),
    };
  }

  /** According to the first `played` events. */
  texts(session: string, call: number, played: number): KeptTexts {
    const { input, output } = this.places.get(session)?.[call] ?? {};
    if (input === undefined) {
      return { missing: 'gone' };
    }
    const [inputText, outputText] = [this.textAt(input, played), this.textAt(output, played)];
    return {
      ...(inputText && { input: inputText }),
      ...(outputText && { output: outputText }),
    };
  }

  private textAt(index: number | undefined, played: number): KeptText | undefined {
    const event = index === undefined || index >= played ? undefined : this.events[index];
    const text =
      event?.type === 'tool.call'
        ? inputText(event.input)
        : event?.type === 'tool.result'
          ? event.output
          : undefined;
    return text === undefined
      ? undefined
      : { text: shown(text, TEXT_CHARACTERS), length: text.length };
  }
}

/** The views at one place. */
export interface PlayedSession {
  sessions: SessionSummary[];
  selected: SessionDetail | undefined;
  /** The report of the selected session's trouble, also once its turn is over. */
  report?: EscalationReport | undefined;
}

/** Sessions of a recorded run at one place. */
export function summaries(watch: Turnwatch): SessionSummary[] {
  return [...watch.sessions.values()]
    .filter((session) => session.turn >= 0)
    .map((session) => watch.views.summary(session));
}

/** A session that begins after the place that is shown. */
export function notBegun(summary: SessionSummary): SessionSummary {
  return {
    ...summary,
    state: 'idle',
    open: false,
    steps: 0,
    turnStartedAt: undefined,
    lastEventAt: undefined,
    needsPerson: false,
  };
}
