/**
 * What the end of a turn is held against: which tests ran since which edit, what is left open. Only what is certain is told, and
 * nothing where the agent asked the person something, or did not come to its end by itself.
 */
import type { CallValue, EditEvidence, Evidence } from '../../evidence/evidence.js';
import type { InterventionEvent } from '../../events.js';
import { isTestFile } from '../../identity/test-run/test-files.js';
import { pushNewest } from '../../push-newest.js';
import { findRoot } from '../../turns/children.js';
import { isOpen, type Call, type Session, type Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { mutates } from '../../turns/workspace-attribution.js';
import type { ShownEnd } from '../snapshot.js';
import { TaskList } from '../task-list.js';
import { findClaim } from './claim.js';
import type { EndFact } from '../words/wording.js';
import { covers, readTests, type ToldRun, type ToldTests } from './told-tests.js';
import { TurnChanges } from './turn-changes.js';

/** More calls and failures of a turn are not told apart. */
const MOST_CALLS = 256;
const MOST_FAILURES = 16;

/** The ends of all sessions' turns. */
export class TurnEnds {
  private readonly turns = new Map<string, TurnCheck>();

  constructor(private readonly sessions: ReadonlyMap<string, Session>) {}

  onFact(session: Session, fact: TurnFact): void {
    if (fact.kind === 'turn-start') {
      this.turns.set(session.id, new TurnCheck(fact.prompt, session.jobs));
    }
    this.find(session).onFact(fact);
    const root = findRoot(session, this.sessions);
    if (root !== session) {
      this.find(root).meet(session);
    }
    if (fact.kind === 'step-end') {
      this.find(root).takeStep(session, fact.step);
    }
  }

  /** An agent whose tools are off can run no test. */
  onIntervention({ session: id, rung, state }: InterventionEvent): void {
    const session = this.sessions.get(id);
    if (session !== undefined && rung === 'text-only' && state !== 'requested') {
      this.find(session).isOrdered = state !== 'withdrawn';
    }
  }

  /** Empty while the turn goes on, where it was ended by others, and for a sub-agent, whose work is its parent's. */
  facts(session: Session): EndFact[] {
    const { open, lastEnd, parent } = session;
    const turn = this.find(session);
    return open || lastEnd !== 'completed' || parent !== undefined || turn.isOrdered
      ? []
      : turn.facts(session);
  }

  /**
   * What speaks against the end of a turn that its agent is about to end. Empty while its answer is not known, and while a job of the
   * turn goes on: it may wait for that.
   */
  doubtsBeforeEnd(session: Session): EndFact[] {
    const turn = this.find(session);
    const facts =
      session.parent !== undefined || turn.isOrdered || !session.spokeSinceCall
        ? []
        : turn.facts(session);
    return facts.some(({ id }) => id.startsWith('ended.jobs')) ? [] : facts.filter(isDoubt);
  }

  /** The person was asked, so far as is known: the end is an honest one. */
  hasAsked(session: Session): boolean {
    return this.find(session).hasAsked;
  }

  /** What the turn's last words claim of its tests. */
  claim(session: Session): string | undefined {
    return this.find(session).claim;
  }

  private find({ id, jobs }: Session): TurnCheck {
    let turn = this.turns.get(id);
    if (turn === undefined) {
      turn = new TurnCheck(undefined, jobs);
      this.turns.set(id, turn);
      this.forgetGone();
    }
    return turn;
  }

  private forgetGone(): void {
    for (const id of this.turns.size > 2 * this.sessions.size ? [...this.turns.keys()] : []) {
      if (!this.sessions.has(id)) {
        this.turns.delete(id);
      }
    }
  }
}

/** What is known of a turn and its sub-agents. Moments are counted in calls, from 1; 0 is never. */
class TurnCheck {
  /** Turnwatch switched its tools off. */
  isOrdered = false;
  private moment = 0;
  private readonly changes = new TurnChanges();
  /** The newest run whose outcome is certain, and when. */
  private run: ToldRun | undefined;
  private ran = 0;
  /** When tests may have run besides, and when a script of the agent's own. */
  private unsure = 0;
  private script = 0;
  /** Runs that failed, and that no later one covers. */
  private failures: ToldRun[] = [];
  /** When sub-agents were started, by call; and the calls of those that are seen themselves. */
  private readonly delegated = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly unnamed = new Set<string>();
  /** By session: the newest step, and which calls of it are counted. It brings them again if it is reopened. */
  private readonly counted = new Map<string, { step: number; calls: Set<number> }>();
  /** What the turn itself planned: an older list may be nobody's concern any more. */
  private readonly tasks = new TaskList();
  hasAsked = false;
  /** What its newest message claims of tests. */
  claim: string | undefined;
  private isUntested: boolean;

  constructor(
    prompt: string | undefined,
    private readonly jobsBefore: readonly string[],
  ) {
    this.isUntested = forbidsRuns(prompt);
  }

  onFact(fact: TurnFact): void {
    switch (fact.kind) {
      case 'prompt-told':
        this.isUntested = forbidsRuns(fact.prompt);
        return;
      case 'call':
        // a tick in its list takes no question back
        this.hasAsked = fact.call.class === 'ask' || (this.hasAsked && fact.call.class === 'todo');
        return;
      case 'message':
        this.hasAsked ||= asks(fact.text) || cutOff.test(fact.text);
        this.claim = findClaim(fact.text);
        return;
      default:
        return;
    }
  }

  /** A sub-agent whose calls are seen. */
  meet({ id, parentCall }: Session): void {
    if (parentCall === undefined) {
      this.unnamed.add(id);
    } else if (this.seen.size < MOST_CALLS) {
      this.seen.add(parentCall);
    }
  }

  takeStep(session: Session, { number, calls, values }: Step): void {
    const known = this.counted.get(session.id);
    const counted = known?.step === number ? known.calls : new Set<number>();
    this.counted.set(session.id, { step: number, calls: counted });
    calls.forEach((call, index) => {
      const value = values[index];
      if (value !== undefined && !isOpen(call) && !counted.has(call.number)) {
        counted.add(call.number);
        this.moment += 1;
        this.takeCall(call, value, session);
      }
    });
  }

  facts(session: Session): EndFact[] {
    const { run, ran } = this;
    const isKnown = this.unsure <= ran && this.findUnseen() <= ran;
    const hasPassed = run?.isFailing === false && isKnown && this.failures.length === 0;
    // where nothing is known of what it said, it may have asked
    const mayDoubt = !this.hasAsked && session.lastSaid !== undefined;
    return [
      ...(hasPassed && this.changes.edited <= ran ? [this.describePassed(run)] : []),
      ...(mayDoubt && run?.isFailing === true && isKnown ? [describeFailed(run)] : []),
      ...(mayDoubt ? this.listDoubts() : []),
      ...this.listJobs(session),
    ];
  }

  private takeCall(call: Call, { evidence }: CallValue, session: Session): void {
    const { state } = evidence.outcome;
    if (state === 'answered' && call.class !== 'todo' && call.class !== 'task') {
      this.takeEdits(call, evidence.edits, session);
      this.takeTests(readTests(call, evidence));
    } else if (state === 'answered' || state === 'unanswered') {
      this.takeUnheard(call, evidence);
    }
  }

  /** Whether it is answered or not, it may have done what it was to do. */
  private takeUnheard(call: Call, evidence: Evidence): void {
    if (call.class === 'todo') {
      this.tasks.take(call);
    } else if (call.class === 'task' && this.delegated.size < MOST_CALLS) {
      this.delegated.set(call.id, this.moment);
    } else {
      if (mutates(call)) {
        this.changes.touched = this.moment;
      }
      this.unsure = readTests(call, evidence) === undefined ? this.unsure : this.moment;
    }
  }

  private takeEdits(call: Call, edits: EditEvidence, session: Session): void {
    const undone = this.changes.take(call, edits, session.cwd, this.moment);
    // what failed may be gone
    if (
      this.run?.isFailing === true &&
      undone.some((path) => path === undefined || isTestFile(path))
    ) {
      this.unsure = this.moment;
    }
  }

  private takeTests(told: ToldTests | undefined): void {
    switch (told) {
      case undefined:
        return;
      case 'unsure':
        this.unsure = this.moment;
        return;
      case 'script':
        this.script = this.moment;
        return;
      default:
        // what is heard of a run later holds for when it began
        if (told.isLate && this.unsure === 0) {
          this.unsure = this.moment;
          return;
        }
        this.run = told;
        this.ran = told.isLate ? this.unsure : this.moment;
        this.failures = this.failures.filter((failed) => !covers(told, failed));
        if (told.isFailing) {
          pushNewest(this.failures, told, MOST_FAILURES);
        }
    }
  }

  private listDoubts(): EndFact[] {
    const { ran, unsure, script, tasks, changes } = this;
    // what else ran may have been tests
    const checked = Math.max(ran, unsure, script, this.findUnseen());
    const { done = 0, total = 0 } = tasks.summary ?? {};
    const open = total - done;
    return [
      ...(changes.edited > checked && !this.isUntested
        ? ran > 0
          ? [tell('ended.stale')]
          : checked === 0
            ? [
                tell(
                  changes.files.size === 1 ? 'ended.untested.one' : 'ended.untested',
                  changes.files.size,
                ),
              ]
            : []
        : []),
      ...(open > 0 ? [tell(open === 1 ? 'ended.tasks.one' : 'ended.tasks', open)] : []),
    ];
  }

  private describePassed({ count }: ToldRun): EndFact {
    const id =
      this.changes.edited > 0 && this.changes.touched <= this.ran
        ? 'ended.passedLast'
        : 'ended.passed';
    return tell(count === undefined ? `${id}.some` : id, count);
  }

  private listJobs({ jobs }: Session): EndFact[] {
    const count = jobs.filter((job) => !this.jobsBefore.includes(job)).length;
    return count === 0 ? [] : [tell(count === 1 ? 'ended.jobs.one' : 'ended.jobs', count)];
  }

  /** When the newest sub-agent was started of which nothing is seen. */
  private findUnseen(): number {
    const unseen = [...this.delegated].filter(([call]) => !this.seen.has(call));
    return unseen.length <= this.unnamed.size ? 0 : Math.max(...unseen.map(([, at]) => at));
  }
}

function describeFailed({ count }: ToldRun): EndFact {
  return tell(count === undefined ? 'ended.failed.some' : 'ended.failed', count);
}

function tell(id: EndFact['id'], count?: number): EndFact {
  return count === undefined ? { id } : { id, params: { count } };
}

/** Whether something speaks against the end of a turn; that a job still runs does not. */
export function isDoubtful({ how, facts = [] }: ShownEnd): boolean {
  return how !== 'answered' || facts.some(isDoubt);
}

/** Tests that passed and jobs that still run speak against nothing. */
export function isDoubt({ id }: EndFact): boolean {
  return !/^ended\.(?:passed|jobs)/.test(id);
}

const question = /[?？؟](?=["'”’»)*_`\]]*(?:\s|$))/;
/** Characters at the end of a message in which it asks. */
const LAST_WORDS = 800;

function asks(text: string): boolean {
  return question.test(text.trimEnd().slice(-LAST_WORDS));
}

/** In its place, the program says why the agent could not go on. */
const cutOff =
  /^(?:You['’]ve (?:hit|reached) your\b.{0,40}\blimit|Claude AI usage limit reached|API Error\b|Exit due to\b)/i;

const forbidden =
  /\b(?:do not|don['’]t|never|without|no need to|skip)\b[^.\n]{0,40}\b(?:run(?:ning)?|execut\w+|tests?(?:ing)?)\b|\b(?:nicht|ohne|keine?)\b[^.\n]{0,40}(?:\btests?\b|ausführ|laufen lassen)/i;
/** Characters of a prompt that are read for it. */
const LONGEST_PROMPT = 8000;

/** The person may not want tests to run. */
function forbidsRuns(prompt = ''): boolean {
  return forbidden.test(prompt.slice(0, LONGEST_PROMPT));
}
