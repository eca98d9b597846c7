/** Too many sub-agents: open at once, with one and the same prompt, or nested. */
import { SeenSet } from '../identity/seen-set.js';
import { rateStep } from '../evidence/step-value.js';
import type { ThresholdKey, Thresholds } from '../thresholds/thresholds.js';
import { taskPrompt } from '../turns/children.js';
import type { Call, Session, Step } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { PersonTextId } from '../view/wording.js';
import type { Counter, Detector, DetectorRun, Finding } from './detector.js';
import { isRealChange } from './real-change.js';
import { ReportedStall } from './reported-stall.js';

export const fanOut: Detector = {
  id: 'fan-out',
  hears: ['children', 'call', 'result', 'step-end', 'turn-start'],
  start: (session: Session, thresholds: Thresholds) => new FanOutRun(session, thresholds),
};

/** Many times the limit: stalled. */
const STALLED = 2;
const CHILDREN = 1024;

/** Sub-agents as sessions of their own, or only as the calls that start them: an agent may tell either, or both. */
class Started {
  private readonly known = new SeenSet(CHILDREN);
  private readonly prompts = new Map<string, number>();
  /** How many have the most frequent prompt. */
  samePrompt = 0;

  /** @param aside whether it starts while no other is open: then it is other work, and what came before was no fan-out */
  add(id: string, prompt: string | undefined, aside: boolean): void {
    if (prompt === undefined || !this.known.add(id)) {
      return;
    }
    const before = this.prompts.get(prompt) ?? 0;
    if (before === 0 && aside) {
      this.prompts.clear();
      this.samePrompt = 0;
    }
    if (before > 0 || this.prompts.size < CHILDREN) {
      this.prompts.set(prompt, before + 1);
    }
    this.samePrompt = Math.max(this.samePrompt, before + 1);
  }

  /** Something was changed: the same prompt again asks about something else. */
  restart(): void {
    this.prompts.clear();
    this.samePrompt = 0;
  }
}

class FanOutRun implements DetectorRun {
  private sessions = new Started();
  private calls = new Started();
  /** Unanswered calls that start a sub-agent. */
  private readonly openCalls = new Set<string>();
  private deepest = 0;
  /** Only the number of open ones was reported. */
  private readonly stallOfOpen = new ReportedStall('fan-out');

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'children':
        if (fact.started !== undefined) {
          const { session, prompt, depth } = fact.started;
          this.sessions.add(session, prompt, fact.open <= 1);
          this.deepest = Math.max(this.deepest, depth);
        }
        return this.judge();
      case 'call':
        return fact.call.class === 'task' ? this.called(fact.call) : undefined;
      case 'result':
        return this.openCalls.delete(fact.call.id) ? this.judge() : undefined;
      case 'step-end':
        if (changesSomething(fact.step)) {
          this.sessions.restart();
          this.calls.restart();
        }
        return undefined;
      case 'turn-start':
        this.sessions = new Started();
        this.calls = new Started();
        this.openCalls.clear();
        this.deepest = 0;
        this.stallOfOpen.forget();
        return undefined;
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { open } = this;
    return open < 2
      ? []
      : [
          {
            id: 'fan-out',
            label: { id: 'counter.children' },
            value: open,
            limit: this.thresholds.values['balanced.children'],
          },
        ];
  }

  ended(): 'fan-out' | undefined {
    return this.stallOfOpen.takeEnd();
  }

  private get open(): number {
    return Math.max(this.session.openChildren.size, this.openCalls.size);
  }

  private called(call: Call): Finding | undefined {
    this.openCalls.add(call.id);
    this.calls.add(call.id, taskPrompt(call.input), this.openCalls.size <= 1);
    return this.judge();
  }

  private judge(): Finding | undefined {
    const same = Math.max(this.sessions.samePrompt, this.calls.samePrompt);
    const open = this.finding('balanced.children', this.open, 'verdict.fan-out.open');
    const other =
      this.finding('balanced.samePrompt', same, 'verdict.fan-out.same') ??
      this.finding('balanced.childDepth', this.deepest, 'verdict.fan-out.deep');
    if (other !== undefined) {
      this.stallOfOpen.forget();
    } else if (open !== undefined) {
      this.stallOfOpen.report();
    } else {
      this.stallOfOpen.end();
    }
    return other?.level === 'stalled' ? other : (open ?? other);
  }

  private finding(key: ThresholdKey, count: number, id: PersonTextId): Finding | undefined {
    const limit = this.thresholds.values[key];
    if (count <= limit) {
      return undefined;
    }
    const isStalled = count >= STALLED * limit;
    const threshold = isStalled ? STALLED * limit : limit;
    return {
      detector: 'fan-out',
      kind: 'fan-out',
      level: isStalled ? 'stalled' : 'watch',
      count,
      threshold,
      key,
      what: { id, params: { count, threshold } },
      calls: [],
    };
  }
}

function changesSomething({ values }: Step): boolean {
  return rateStep(values) === 'progress' && values.some(isRealChange);
}
