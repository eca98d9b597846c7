/** The rows of one session as the view shows them: texts redacted and cut, the newest kept. */
import type { InterventionEvent } from '../../events.js';
import type { ReachedCap } from '../../money/caps.js';
import { findCallOutcome } from '../../turns/action-history.js';
import { copied, cut, redact, shown } from '../../redact.js';
import type { Call, Session, Step } from '../../turns/session.js';
import { countFromOne, type CallRow, type Row } from './rows.js';
import { describeEnd } from '../session-state.js';
import { english, type Message, type EndFact } from '../words/wording.js';
import { SNAPSHOT_ROWS } from '../snapshot.js';
import type { TurnFact, WorkspaceChange } from '../../turns/turn-fact.js';
import { HeldChanges } from './held-changes.js';
import { callRow, findTellingLine, shortened } from './call-row.js';
import { Chapters } from './chapters.js';
import type { StepRow } from './fold-rows.js';
import type { Verdict } from '../../verdict.js';
import type { TaskList } from '../task-list.js';

/** Rows kept in memory. */
const KEPT_ROWS = 2000;
const TEXT_LIMIT = 600;
/** The same for a message that a snapshot holds. */
const MESSAGE_LIMIT = 4000;
/** Calls of a step that its row shows; its worth is that of all. */
const SHOWN_CALLS = 100;

export class TimelineRows {
  /** Oldest first. Rows of steps change with their step, so readers get copies. */
  private rows: Row[] = [];
  /** Number of the oldest row held, which is how many have left. */
  private first = 0;
  private readonly changes = new HeldChanges();
  private readonly chapters = new Chapters();

  /**
   * @param tasks the agent's, as they are before each call
   * @param left called with rows that leave memory, oldest first, and the number of their first; they no longer change
   */
  constructor(
    private readonly tasks: TaskList,
    private readonly left?: (first: number, rows: readonly Row[]) => void,
  ) {}

  onFact(session: Session, fact: TurnFact): void {
    const { turn, lastAt: at, cwd } = session;
    this.showDue(at);
    switch (fact.kind) {
      case 'turn-start':
        if (fact.prompt !== undefined) {
          this.add({ kind: 'prompt', turn, at, text: shown(fact.prompt, TEXT_LIMIT) });
        }
        return;
      case 'prompt-told':
        this.addFirst({
          kind: 'prompt',
          turn: 0,
          at: session.turnStartedAt,
          text: shown(fact.prompt, TEXT_LIMIT),
        });
        return;
      case 'message':
        this.add({ kind: 'message', at, text: shown(fact.text, MESSAGE_LIMIT) });
        return;
      case 'call':
        this.showCall(fact.call, cwd, at);
        this.claimChanges(fact.call, cwd, at);
        return;
      case 'result':
        this.showResult(fact.call, cwd);
        this.claimChanges(fact.call, cwd, at);
        return;
      case 'step-end':
        this.showWorth(fact.step);
        return;
      case 'step-dropped':
        this.drop(fact.step);
        return;
      case 'usage':
        this.showTokens(fact.step);
        return;
      case 'outside':
        this.showChange(fact.change, fact.at ?? at);
        return;
      case 'turn-end':
        this.showDue(undefined, true);
        this.showEnd(session);
        return;
      default:
        return;
    }
  }

  verdict(verdict: Verdict, repeated: Message | undefined): void {
    this.add({
      kind: 'verdict',
      at: verdict.at ?? undefined,
      level: verdict.level,
      what: verdict.what,
      ...(repeated !== undefined && { repeated }),
      calls: verdict.evidence.calls,
    });
  }

  cap(at: number | undefined, cap: ReachedCap): void {
    this.add({ kind: 'cap', at, cap });
  }

  /** One row per intervention, where it was requested, with its newest state. */
  intervention(
    { at, id, rung: intervention, state, by, sendsBack = false }: InterventionEvent,
    doubts: EndFact[] = [],
  ): void {
    const row: Row = {
      kind: 'intervention',
      at,
      id,
      intervention,
      state,
      by,
      ...(sendsBack && { sendsBack }),
    };
    const place = this.rows.findLastIndex((each) => each.kind === 'intervention' && each.id === id);
    const before = this.rows[place];
    if (before?.kind === 'intervention') {
      const { chapter, begins } = before;
      this.rows[place] = {
        ...row,
        chapter,
        begins,
        ...(before.doubts && { doubts: before.doubts }),
      };
    } else {
      this.add(doubts.length === 0 ? row : { ...row, doubts });
    }
  }

  /** The step of a call, as people count; undefined if its row is not held. */
  findStep(call: number | undefined): number | undefined {
    return this.findRow(call)?.step;
  }

  /** The title of a call; undefined if its row is not held. */
  findTitle(call: number): string | undefined {
    return this.findRow(call)?.calls.find((each) => each.call === call)?.title;
  }

  /** The steps held, from that of a call on, oldest first. */
  stepsSince(call: number): StepRow[] {
    return this.rows.filter(
      (row): row is StepRow => row.kind === 'step' && row.calls.some((each) => each.call >= call),
    );
  }

  private findRow(call: number | undefined): StepRow | undefined {
    return this.rows.findLast(
      (each): each is StepRow =>
        each.kind === 'step' && each.calls.some((one) => one.call === call),
    );
  }

  /** Undefined if its row is not held. Rows of steps are in the order of their first calls, and the wanted one is mostly the newest. */
  private rowOfStep({ calls: [first] }: Step): StepRow | undefined {
    if (first === undefined) {
      return undefined;
    }
    const row = this.rows.findLast(
      (each): each is StepRow =>
        each.kind === 'step' && (each.calls[0]?.call ?? Infinity) <= first.number,
    );
    return row?.calls[0]?.call === first.number ? row : undefined;
  }

  /** Newest first. `now`: milliseconds since the epoch. */
  newest(now?: number): Row[] {
    this.showDue(now);
    return this.before(this.first + this.rows.length);
  }

  /** Rows that came before the newest, held or not. */
  get older(): number {
    return this.first + Math.max(0, this.rows.length - SNAPSHOT_ROWS);
  }

  /** Rows held before row number `before` (0-based, from the session's first), newest first. */
  before(before: number, limit = SNAPSHOT_ROWS): Row[] {
    const end = Math.max(0, before - this.first);
    return this.rows
      .slice(Math.max(0, end - limit), end)
      .reverse()
      .map((row) => (row.kind === 'step' ? { ...row, calls: [...row.calls] } : row));
  }

  private showCall(call: Call, cwd: string, at: number | undefined): void {
    const { step } = call;
    let row = this.rowOfStep(step);
    if (row === undefined) {
      if (step.calls[0] !== call) {
        return; // its row has left memory
      }
      row = {
        kind: 'step',
        step: countFromOne(step.number),
        at,
        closed: false,
        calls: [],
        progress: false,
        tokens: step.tokens,
        // known later: a field that is added takes more room than one that waits for its value
        note: undefined,
        chapter: undefined,
      };
      this.add(row);
    }
    row.closed = false;
    const isPlanning = call.class === 'todo';
    if (row.calls.length < SHOWN_CALLS) {
      const words = isPlanning ? this.tasks.describe(call) : undefined;
      row.calls.push(saying(words, callRow(call, cwd)));
    }
    const task = isPlanning ? this.tasks.findStarted(call) : undefined;
    if (task !== undefined && this.rows.at(-1) === row) {
      const before = this.chapters.startTask(task, row, this.rows.at(-2));
      this.rows.splice(-2, 1, ...(before === undefined ? [] : [before]));
    }
  }

  /** With the step that made it, or in a row of its own: at once or after a moment in which a step may claim it. */
  private showChange(change: WorkspaceChange, at: number | undefined): void {
    const maker = this.changes.findMaker(change, at);
    if (maker === undefined) {
      this.addChange(change, at);
    } else if (maker !== 'held') {
      this.showChanged(maker, change);
    }
  }

  private claimChanges(call: Call, cwd: string, at: number | undefined): void {
    for (const change of this.changes.claim(call, cwd, at)) {
      this.showChanged(call.step, change);
    }
  }

  private showDue(now: number | undefined, isTurnOver = false): void {
    for (const { change, at } of this.changes.due(now, isTurnOver)) {
      this.addChange(change, at);
    }
  }

  private addChange({ what, by, paths }: WorkspaceChange, at: number | undefined): void {
    this.add({ kind: 'workspace', at, what, by, ...(paths && { paths: shownPaths(paths) }) });
  }

  private showChanged(step: Step, { paths = [] }: WorkspaceChange): void {
    const row = this.rowOfStep(step);
    if (row !== undefined) {
      row.changed = shownPaths([...(row.changed ?? []), ...paths]);
    }
  }

  private showEnd(session: Session): void {
    const place = this.rows.findLastIndex(({ begins }) => begins?.by === 'prompt');
    const row = this.rows[place];
    const ended = describeEnd(session, { isAnswered: false, isStalled: false });
    if (row?.begins !== undefined) {
      this.rows[place] = { ...row, begins: { ...row.begins, ended } };
    }
  }

  private showTokens(step: Step | undefined): void {
    const row = step && this.rowOfStep(step);
    if (row !== undefined) {
      row.tokens = step?.tokens;
    }
  }

  private showResult(call: Call, cwd: string): void {
    const calls = this.rowOfStep(call.step)?.calls;
    const place = calls?.findLastIndex((each) => each.call === call.number) ?? -1;
    const before = calls?.[place];
    if (calls === undefined || before === undefined) {
      return;
    }
    // what failed is not said to be done
    const words = call.result?.ok === false ? undefined : before.words;
    const now = saying(words, callRow(call, cwd));
    // the input of a call that is answered late is gone
    calls[place] = call.unknown
      ? {
          ...now,
          title: before.title,
          words: before.words,
          input: before.input,
          lines: before.lines,
          note: before.note,
          telling: before.telling,
          progress: before.progress,
        }
      : now;
  }

  private showWorth(step: Step): void {
    const { number, calls, closed, values } = step;
    const row = this.rowOfStep(step);
    if (row === undefined) {
      return;
    }
    const best = values.find((value) => value.worth === 'progress');
    row.step = countFromOne(number);
    row.closed = closed;
    row.progress = best !== undefined;
    row.note = (best ?? values.at(-1))?.note;
    row.calls = row.calls.map((each, i) => {
      const [call, value] = [calls[i], values[i]];
      return call === undefined
        ? each
        : {
            ...each,
            outcome: findCallOutcome(call),
            note: value?.note,
            telling: value && findTellingLine(call, value.evidence),
            progress: value?.worth === 'progress',
          };
    });
  }

  private drop(step: Step): void {
    const dropped = this.rowOfStep(step);
    this.rows = this.rows.filter((row) => row !== dropped);
  }

  /** Above the first row, as long as that is held. */
  private addFirst(row: Row): void {
    if (this.first === 0) {
      this.chapters.place(row);
      this.rows.unshift(row);
    } else {
      this.add(row);
    }
  }

  private add(row: Row): void {
    this.chapters.place(row);
    this.rows.push(row);
    const old = this.rows.at(-1 - SNAPSHOT_ROWS);
    if (old?.kind === 'step') {
      old.calls = old.calls.map(shortened);
    } else if (old?.kind === 'message') {
      old.text = copied(cut(old.text, TEXT_LIMIT));
    }
    if (this.rows.length > KEPT_ROWS + SNAPSHOT_ROWS) {
      const leaving = this.rows.length - KEPT_ROWS;
      this.left?.(this.first, this.rows.slice(0, leaving));
      this.rows = this.rows.slice(leaving);
      this.first += leaving;
    }
  }
}

function saying(words: Message | undefined, row: CallRow): CallRow {
  return words === undefined ? row : { ...row, words, title: english(words) };
}

/** Without those that hold a secret; each once. */
function shownPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.slice(0, SHOWN_CALLS))].filter((path) => redact(path) === path);
}
