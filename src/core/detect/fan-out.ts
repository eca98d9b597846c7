/** Too many sub-agents: open at once, with one and the same prompt, or nested. */
import { SeenSet } from '../identity/seen-set.js';
import { pushNewest } from '../push-newest.js';
import { rateStep } from '../evidence/step-value.js';
import type { ThresholdKey, Thresholds } from '../thresholds/thresholds.js';
import { taskPrompt } from '../turns/children.js';
import type { Call, Session, Step } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { PersonTextId } from '../view/words/wording.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from './detector.js';
import { isRealChange } from './real-change.js';
import { ReportedStall } from './reported-stall.js';

export const fanOut = defineDetector({
  id: 'fan-out',
  words: {
    'verdict.fan-out.open': {
      en: '{count} sub-agents are open at once (limit {threshold}).',
      de: '{count} Sub-Agents sind gleichzeitig offen (Grenze {threshold}).',
      clears: 'clears.children',
      tell: ['tell.fan-out'],
    },
    'verdict.fan-out.same': {
      en: '{count} sub-agents of this turn have the same or nearly the same prompt (limit {threshold}).',
      de: '{count} Sub-Agents dieses Turns haben denselben oder fast denselben Prompt (Grenze {threshold}).',
      tell: ['tell.fan-out'],
    },
    'verdict.fan-out.deep': {
      en: 'Sub-agents are nested {count} levels deep (limit {threshold}).',
      de: 'Sub-Agents sind {count} Ebenen tief verschachtelt (Grenze {threshold}).',
      tell: ['tell.fan-out'],
    },
    'clears.children': {
      en: 'when few enough sub-agents are open, or when the turn ends',
      de: 'wenn wenig genug Sub-Agents offen sind oder der Turn endet',
    },
    'counter.children': {
      en: 'Open sub-agents',
      de: 'Offene Sub-Agents',
    },
    'tell.fan-out': {
      en: 'Start no more sub-agents: finish with those you have, and say what they found.',
      de: 'Starte keine weiteren Sub-Agents: Komm mit den vorhandenen zum Ende, und sag, was sie fanden.',
    },
  },
  thresholds: {
    'balanced.children': {
      default: 20,
      min: 1,
      max: 1000,
      unit: 'sub-agents',
      group: 'children',
      name: 'counter.children',
      text: {
        en: 'More sub-agents open at once than this get an early warning (“Watch”); twice as many are a stall.',
        de: 'Mehr gleichzeitig offene Sub-Agents erhalten eine Frühwarnung („Auffällig“); doppelt so viele gelten als festgefahren.',
      },
    },
    'balanced.samePrompt': {
      default: 4,
      min: 1,
      max: 1000,
      unit: 'sub-agents',
      group: 'children',
      title: { en: 'Sub-agents with the same prompt', de: 'Sub-Agents mit demselben Prompt' },
      text: {
        en: 'More sub-agents with the same prompt in one turn than this get an early warning (“Watch”); twice as many are a stall.',
        de: 'Mehr Sub-Agents mit demselben Prompt in einem Turn erhalten eine Frühwarnung („Auffällig“); doppelt so viele gelten als festgefahren.',
      },
    },
    'balanced.childDepth': {
      default: 3,
      min: 1,
      max: 8,
      unit: 'levels',
      group: 'children',
      title: { en: 'Nested sub-agents', de: 'Verschachtelte Sub-Agents' },
      text: {
        en: 'Sub-agents nested deeper than this get an early warning (“Watch”); twice as deep is a stall.',
        de: 'Tiefer verschachtelte Sub-Agents erhalten eine Frühwarnung („Auffällig“); doppelt so tief gilt als festgefahren.',
      },
    },
  },
  hears: ['children', 'call', 'result', 'step-end', 'outside', 'turn-start'],
  start: (session: Session, thresholds: Thresholds) => new FanOutRun(session, thresholds),
});

/** Tools that speak to sub-agents which are there already. */
const talks = /send|follow_?up|close|resume|interrupt/i;
/** Many times the limit: stalled. */
const STALLED = 2;
const CHILDREN = 1024;
/** Different prompts that are compared. */
const PROMPTS = 64;

/** What a prompt asks for: the same prompt has the same words, nearly the same one the same words but for those that say how. */
interface ChildPrompt {
  text: string;
  about: ReadonlySet<string>;
}

/** Words that say how or how often something is done; what it is done to are all others. */
const manner = new Set(
  (
    'a again all also an and any are as at attempt be been by can carefully check continue could debug determine do does ' +
    'examine figure find fix for from get go had has have here how i if in inspect into investigate is it its just keep last ' +
    'look make more much must need next no not now of on once one or our out over please previous proceed re resolve retry ' +
    'round run see should so solve still task that the their them then there these this time to too track try until up us use ' +
    'very was we what when where which while why will with work you your'
  ).split(' '),
);
/** How often it is tried: `attempt 3`, `(2/5)`, `round #4`. */
const counted = /\b(?:attempt|try|round|iteration|time|pass|retry)[ #:]{0,2}\d+\b|\(\d+\/\d+\)/g;
/** What a word may lose and mean the same. */
const ending = /(?:ing|ures?|e?[sd]|e)$/;
/** Words that a shorter prompt must share with a longer one to ask for the same. */
const SHARED = 3;

function readPrompt(prompt: string): ChildPrompt {
  const text = prompt.toLowerCase();
  const words = text.replace(counted, ' ').match(/[\p{L}\p{N}_./:@#-]*[\p{L}\p{N}_]/gu) ?? [];
  // a path, a name or a number is kept whole: it is what the prompt is about
  const about = words
    .filter((word) => !manner.has(word))
    .map((word) => (/^\p{L}{4,}$/u.test(word) ? word.replace(ending, '') : word));
  return { text, about: new Set(about) };
}

function asksForTheSame(one: ChildPrompt, other: ChildPrompt): boolean {
  if (one.text === other.text) {
    return true;
  }
  const [less, more] = one.about.size <= other.about.size ? [one, other] : [other, one];
  const isEnough = less.about.size >= SHARED || less.about.size === more.about.size;
  return isEnough && less.about.size > 0 && [...less.about].every((word) => more.about.has(word));
}

/** Sub-agents as sessions of their own, or only as the calls that start them: an agent may tell either, or both. */
class Started {
  private readonly known = new SeenSet(CHILDREN);
  /** Oldest first. */
  private prompts: { prompt: ChildPrompt; count: number }[] = [];
  /** How many have the most frequent prompt. */
  samePrompt = 0;

  /** @param aside whether it starts while no other is open: then it is other work, and what came before was no fan-out */
  add(id: string, told: string | undefined, aside: boolean): void {
    if (told === undefined || !this.known.add(id)) {
      return;
    }
    const prompt = readPrompt(told);
    let same = this.prompts.find((each) => asksForTheSame(each.prompt, prompt));
    if (same === undefined) {
      if (aside) {
        this.restart();
      }
      same = { prompt, count: 0 };
      pushNewest(this.prompts, same, PROMPTS);
    }
    same.count += 1;
    this.samePrompt = Math.max(this.samePrompt, same.count);
  }

  /** Something was changed: the same prompt again asks about something else. */
  restart(): void {
    this.prompts = [];
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
  readonly stall = new ReportedStall('fan-out');

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
        return fact.call.class === 'task' && !talks.test(fact.call.tool)
          ? this.called(fact.call)
          : undefined;
      case 'result':
        return this.openCalls.delete(fact.call.id) ? this.judge() : undefined;
      case 'step-end':
        if (changesSomething(fact.step)) {
          this.restart();
        }
        return undefined;
      case 'outside':
        // what a sub-agent changes is work of its own
        if (fact.change.progress && fact.change.signal !== 'task') {
          this.restart();
        }
        return undefined;
      case 'turn-start':
        this.sessions = new Started();
        this.calls = new Started();
        this.openCalls.clear();
        this.deepest = 0;
        this.stall.forget();
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

  private restart(): void {
    this.sessions.restart();
    this.calls.restart();
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
      this.stall.forget();
    } else if (open !== undefined) {
      this.stall.report();
    } else {
      this.stall.end();
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
