/** What is kept of each turn, for the proof of what Turnwatch is worth: numbers, never a prompt, path, command or output. */

/** Who ended a stall. `itself`: it cleared while the turn went on. `nobody`: it stood until the turn ended without help. */
export const stallEnds = ['auto', 'person', 'itself', 'nobody'] as const;
export type StallEnd = (typeof stallEnds)[number];

export interface Cost {
  steps: number;
  seconds: number;
  /** Read and written, as far as the agent reports them. */
  tokens?: number | undefined;
}

export interface StallRecord {
  /** A `VerdictKind`, perhaps of a newer version. */
  kind: string;
  /** From the last progress, or the beginning of the turn, to the verdict. */
  before: Cost;
  /** Absent while it is open, and where its end was not seen. */
  end?: { by: StallEnd; /** From the verdict to the end. */ after: Cost } | undefined;
  falseAlarm?: boolean | undefined;
}

export interface TurnRecord {
  v: 1;
  /** A hash. */
  session: string;
  /** Milliseconds since the epoch: when the turn began, and the newest that is known of it. */
  started: number;
  at: number;
  agent: string;
  /** A sub-agent's: not a turn of its own. */
  child?: boolean | undefined;
  steps: number;
  tokens?: number | undefined;
  /** What these cost; absent where a model has no price. */
  dollars?: number | undefined;
  stalls: StallRecord[];
}

/** The hook and the log of a session may differ by so much about when a turn began (milliseconds). */
const SAME_MS = 3000;

/** One record per turn: a turn is written again whenever more is known of it. @param written oldest first */
export function newestOfEach(written: readonly TurnRecord[]): TurnRecord[] {
  const bySession = new Map<string, TurnRecord[]>();
  for (const record of written) {
    const turns = bySession.get(record.session) ?? [];
    bySession.set(record.session, turns);
    const place = turns.findIndex(({ started }) => Math.abs(started - record.started) <= SAME_MS);
    const known = turns[place];
    if (known === undefined) {
      turns.push(record);
    } else {
      turns[place] = {
        ...record,
        stalls: record.stalls.map((stall, i) => better(known, stall, i)),
      };
    }
  }
  return [...bySession.values()].flat();
}

/** A window that reads a turn again from its log does not know who had helped. */
function better(known: TurnRecord, stall: StallRecord, place: number): StallRecord {
  const before = known.stalls[place];
  return before?.kind === stall.kind && wasHelped(before) && !wasHelped(stall) ? before : stall;
}

/** Whether the person or Turnwatch ended it. */
export function wasHelped({ end }: StallRecord): boolean {
  return end?.by === 'auto' || end?.by === 'person';
}
