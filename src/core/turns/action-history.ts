/**
 * Action records and progress metrics (the preset `stuck-heuristics`): what an agent did lately and what came of it. The source of the counts in
 * the view, of the report's history and of the log lines.
 */
import type { ToolClass } from '../events.js';
import { hashText } from '../identity/hash.js';
import { Recent } from '../identity/recent.js';
import { isTestRun } from '../identity/tool/tool.js';
import type { Call, Session } from './session.js';
import type { CallOutcome } from '../view/timeline/rows.js';
import type { ProgressMetrics } from '../view/snapshot.js';
import type { TurnFact } from './turn-fact.js';
import { redactedTitle } from '../view/title.js';
import { noTokens, plus, type Tokens } from './tokens.js';
import type { Message } from '../view/words/wording.js';

/** Actions kept per task where no threshold says how many. */
const HISTORY_SIZE = 50;
const SESSIONS = 256;

export interface ActionRecord {
  /** Milliseconds since the epoch, if known. */
  timestamp: number | undefined;
  session: string;
  /** Number of the call in its session. */
  call: number;
  agentId: string;
  actionType: ToolClass;
  /** One line, redacted: the path, the command, the query. */
  actionData: string;
  resultHash: string;
  /** Identity of the action: equal keys are the same action. */
  progressKey: string;
  outcome: CallOutcome;
  /** Neither changed anything nor brought information. */
  noOp: boolean;
}

export class ActionHistory {
  readonly records: ActionRecord[] = [];
  readonly metrics: ProgressMetrics = {
    filesRead: 0,
    filesModified: 0,
    testsRun: 0,
    commandsExecuted: 0,
  };
  /** By session of a task, the newest recorded call, as a reopened step brings its older calls again. */
  private readonly recorded = new Recent<number>(SESSIONS);

  /** @param keep number of actions to keep */
  onFact(session: Session, fact: TurnFact, keep = HISTORY_SIZE): void {
    switch (fact.kind) {
      case 'step-end':
        for (const call of fact.step.calls) {
          if (call.number > (this.recorded.get(session.id) ?? -1)) {
            this.record(session, call, keep);
          }
        }
        this.progress(
          session,
          fact.step.values.find((value) => value.worth === 'progress')?.note,
          fact.step.calls.at(-1)?.number,
        );
        return;
      case 'outside':
        if (fact.change.progress) {
          this.progress(session, fact.change.what, undefined);
        }
        return;
      case 'usage':
        this.spend(
          fact.tokens,
          fact.step?.closed === true && fact.step.values.some(({ worth }) => worth === 'progress'),
        );
        return;
      default:
        return;
    }
  }

  private record(session: Session, call: Call, keep: number): void {
    this.recorded.set(session.id, call.number);
    this.count(call);
    this.records.push({
      timestamp: call.at,
      session: session.id,
      call: call.number,
      agentId: session.agent,
      actionType: call.class,
      actionData: redactedTitle(call.input, session.cwd),
      resultHash: call.result === undefined ? '' : hashText(call.result.output),
      progressKey: call.key,
      outcome: findCallOutcome(call),
      noOp: call.noOp,
    });
    while (this.records.length > keep) {
      this.records.shift();
    }
  }

  private count(call: Call): void {
    if (call.result === undefined || call.result.deniedBy !== undefined) {
      return;
    }
    // totals, as `stuck-heuristics` counts them: a file that is read again counts again
    if (call.class === 'read' && !call.result.failed) {
      this.metrics.filesRead += 1;
    }
    if ((call.class === 'edit' || call.class === 'write') && !call.result.failed) {
      this.metrics.filesModified += 1;
    }
    if (isTestRun(call.class, call.input)) {
      this.metrics.testsRun += 1;
    } else if (call.class === 'shell' || call.class === 'other') {
      this.metrics.commandsExecuted += 1;
    }
  }

  /** @param forProgress the step was progress and is over: a log may report its cost late */
  private spend(tokens: Tokens, forProgress: boolean): void {
    const { spent, sinceProgress } = this.metrics.tokens ?? {
      spent: noTokens,
      sinceProgress: noTokens,
    };
    this.metrics.tokens = {
      spent: plus(spent, tokens),
      sinceProgress: forProgress ? sinceProgress : plus(sinceProgress, tokens),
    };
  }

  private progress(session: Session, what: Message | undefined, call: number | undefined): void {
    if (what === undefined) {
      return;
    }
    this.metrics.lastProgress = { at: session.lastAt, what, call };
    if (this.metrics.tokens !== undefined) {
      this.metrics.tokens.sinceProgress = noTokens;
    }
  }
}

export function findCallOutcome(call: Call): CallOutcome {
  if (call.result === undefined) {
    return call.unknown ? 'unknown' : 'running';
  }
  if (call.result.deniedBy !== undefined) {
    return 'denied';
  }
  return call.result.failed ? 'failed' : 'ok';
}

/** `45s`, `12m`, `3h`. */
export function shortDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) {
    return `${seconds}s`;
  }
  return seconds < 3600 ? `${Math.round(seconds / 60)}m` : `${Math.round(seconds / 3600)}h`;
}

/** `Files read: 12, modified: 5, tests: 8, commands: 3 (last: 45s ago)`: the progress summary of `stuck-heuristics`. */
export function progressSummary(metrics: ProgressMetrics, now: number | undefined): Message {
  const {
    filesRead: read,
    filesModified: modified,
    testsRun: tests,
    commandsExecuted: commands,
    lastProgress,
  } = metrics;
  const counts = { read, modified, tests, commands };
  if (lastProgress === undefined) {
    return { id: 'report.metrics.none', params: counts };
  }
  const last =
    lastProgress.at !== undefined && now !== undefined
      ? `${shortDuration(now - lastProgress.at)} ago`
      : 'unknown';
  return { id: 'report.metrics', params: { ...counts, last } };
}
