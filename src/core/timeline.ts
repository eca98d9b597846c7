/** The rows of one session as the view shows them: texts redacted and cut, the newest kept. */
import type { InterventionEvent } from './events.js';
import { titleOf } from './identity/tool.js';
import { outcomeOf } from './history.js';
import { cut, redact } from './redact.js';
import type { Call, Session, Step } from './session.js';
import { SNAPSHOT_ROWS, type CallRow, type Row } from './snapshot.js';
import type { Fact } from './fact.js';
import type { Verdict } from './verdict.js';

/** Rows kept in memory; a recording on disk keeps the whole run. */
const KEPT_ROWS = 2000;
const INPUT_LIMIT = 400;
const OUTPUT_LIMIT = 800;
const TEXT_LIMIT = 600;

export class Timeline {
  /** Oldest first. */
  private rows: Row[] = [];
  private readonly steps = new Map<Step, Row>();

  see(session: Session, fact: Fact): void {
    const { turn, lastAt: at, cwd } = session;
    switch (fact.kind) {
      case 'turn-start':
        if (fact.prompt !== undefined) { this.add({ kind: 'prompt', turn, at, text: show(fact.prompt, TEXT_LIMIT) }); }
        return;
      case 'message': this.add({ kind: 'message', at, text: show(fact.text, TEXT_LIMIT) }); return;
      case 'call': case 'result': this.showStep(fact.call.step, cwd); return;
      case 'step-end': this.showStep(fact.step, cwd); return;
      case 'step-dropped': this.remove(fact.step); return;
      case 'outside':
        this.add({ kind: 'workspace', at, what: fact.change.what, by: fact.change.by });
        return;
      case 'turn-end': case 'waiting': case 'resumed': case 'children': case 'compaction': case 'hop': case 'deadline':
        return;
    }
  }

  verdict(verdict: Verdict): void {
    this.add({ kind: 'verdict', at: verdict.at ?? undefined, level: verdict.level, what: verdict.what, calls: verdict.evidence.calls });
  }

  /** One row per intervention, where it was requested; its state moves on. */
  intervention({ at, id, rung, state, by }: InterventionEvent): void {
    const row: Row = { kind: 'intervention', at, id, rung, state, by };
    const place = this.rows.findLastIndex((each) => each.kind === 'intervention' && each.id === id);
    if (place >= 0) { this.rows[place] = row; } else { this.add(row); }
  }

  /** Newest first. */
  newest(): Row[] { return this.rows.slice(-SNAPSHOT_ROWS).reverse(); }

  get older(): number { return Math.max(0, this.rows.length - SNAPSHOT_ROWS); }

  /** Rows older than the newest `before`, newest first. */
  before(before: number, limit = SNAPSHOT_ROWS): Row[] {
    const end = Math.max(0, this.rows.length - before);
    return this.rows.slice(Math.max(0, end - limit), end).reverse();
  }

  private showStep(step: Step, cwd: string): void {
    const row: Row = {
      kind: 'step', step: step.number, at: step.at, closed: step.closed, calls: step.calls.map((call, i) => callRow(call, step, i, cwd)),
      progress: step.values.some((value) => value.worth === 'progress'),
      note: (step.values.find((value) => value.worth === 'progress') ?? step.values.at(-1))?.note,
    };
    const shown = this.steps.get(step);
    const place = shown === undefined ? -1 : this.rows.lastIndexOf(shown);
    this.steps.set(step, row);
    if (place >= 0) { this.rows[place] = row; } else { this.add(row); }
    if (this.steps.size > 8) {
      const oldest = this.steps.keys().next();
      if (!oldest.done) { this.steps.delete(oldest.value); }
    }
  }

  private remove(step: Step): void {
    const row = this.steps.get(step);
    this.rows = this.rows.filter((each) => each !== row);
    this.steps.delete(step);
  }

  private add(row: Row): void {
    this.rows.push(row);
    if (this.rows.length > KEPT_ROWS + SNAPSHOT_ROWS) {
      this.rows = this.rows.slice(-KEPT_ROWS);
    }
  }
}

function callRow(call: Call, step: Step, index: number, cwd: string): CallRow {
  const { result } = call;
  const value = step.values[index];
  return {
    call: call.number, id: call.id, tool: call.tool, class: call.class, title: redact(titleOf(call.input, cwd)), outcome: outcomeOf(call), at: call.at,
    durationMs: result?.durationMs, note: value?.note, progress: value?.worth === 'progress', exitCode: result?.exitCode,
    input: show(JSON.stringify(call.input, null, 1), INPUT_LIMIT), output: result === undefined ? '' : show(result.output, OUTPUT_LIMIT),
  };
}

/** Cut before it is redacted where it is very long, so that a huge output costs no more than a small one. */
function show(text: string, limit: number): string {
  return cut(redact(cut(text, limit * 4)), limit);
}
