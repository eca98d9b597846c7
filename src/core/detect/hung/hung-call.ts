/** A call that runs and gives no sign: past its own timeout, past the usual time, or held by a program that waits for a person. */
import { ownTimeout, measurePace, type CallPace } from '../../identity/call-time.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import { isHeldUp, isOpen, type Call, type Session } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { redactedTitle } from '../../view/title.js';
import type { Message, PersonTextId } from '../../view/words/wording.js';
import {
  defineDetector,
  type Counter,
  type DetectorRun,
  type EndingStall,
  type Finding,
} from '../detector.js';
import { MINUTE, SECOND } from './durations.js';
import { RunningCalls } from './running-calls.js';

export const hungCall = defineDetector({
  id: 'hung-call',
  words: {
    'verdict.hung-call': {
      en: 'Running for {minutes} min with no sign of progress: {call}',
      de: 'Läuft seit {minutes} min ohne Zeichen von Fortschritt: {call}',
      tell: ['tell.hung-call'],
    },
    'verdict.hung-call.timeout': {
      en: 'Running for {minutes} min, past its own timeout: {call}',
      de: 'Läuft seit {minutes} min, länger als sein eigenes Zeitlimit: {call}',
      tell: ['tell.hung-call'],
    },
    'verdict.hung-call.prompt': {
      en: 'Running for {minutes} min, and probably waiting for someone to type: {call}',
      de: 'Läuft seit {minutes} min und wartet wahrscheinlich auf eine Eingabe: {call}',
      tell: ['tell.hung-prompt'],
    },
    'counter.hung-call': {
      en: 'Running tool call',
      de: 'Laufender Aufruf',
    },
    'cause.hung-call': {
      en: '{call} ran for {minutes} min.',
      de: '{call} lief {minutes} min.',
    },
    'tell.hung-call': {
      en: 'Next time, run it with a time limit or in the background, and say what you wait for.',
      de: 'Führ das nächstes Mal mit einem Zeitlimit oder im Hintergrund aus, und sag, worauf du wartest.',
      cause: 'cause.hung-call',
    },
    'tell.hung-prompt': {
      en: 'It probably waited for someone to type: use its options that ask nothing.',
      de: 'Es wartete wahrscheinlich auf eine Eingabe: Nutze Optionen, bei denen es nichts fragt.',
      cause: 'cause.hung-call',
    },
  },
  thresholds: {
    'balanced.callMinutes': {
      default: 30,
      min: 1,
      max: 1440,
      unit: 'minutes',
      group: 'context',
      name: 'counter.hung-call',
      text: {
        en: 'A turn has stalled when a tool call runs for this long with no sign of progress, unless the call sets a longer timeout. The early warning (“Watch”) comes after a third of it.',
        de: 'Ein Turn ist festgefahren, wenn ein Toolaufruf so lange ohne Zeichen von Fortschritt läuft, sofern der Aufruf kein längeres Zeitlimit setzt. Die Frühwarnung („Auffällig“) kommt nach einem Drittel der Zeit.',
      },
    },
    'balanced.promptSeconds': {
      default: 120,
      min: 2,
      max: 3600,
      unit: 'seconds',
      group: 'context',
      title: { en: 'Program that waits for input', de: 'Programm, das auf Eingabe wartet' },
      text: {
        en: 'A program that waits for someone to type, such as an editor or a password prompt, gets an early warning (“Watch”) after this long. The turn has stalled after five times as long.',
        de: 'Ein Programm, das auf eine Eingabe wartet, etwa ein Editor oder eine Passwortabfrage, erhält nach so langer Zeit eine Frühwarnung („Auffällig“). Nach fünfmal so langer Zeit gilt der Turn als festgefahren.',
      },
    },
  },
  hears: ['call', 'outside', 'resumed', 'turn-end', 'deadline'],
  start: (session: Session, thresholds: Thresholds) => new HungCallRun(session, thresholds),
});

/** The early warning comes after this part of the usual time. */
const WARNED_AT = 3;
/** A program that waits for a person has stalled after so many times the warning: time to notice the warning and answer. */
const ANSWER_TIME = 5;
/** A sub-agent that tells nothing of itself has so many times the usual time: it is a turn of its own. */
const UNSEEN_CHILD = 2;
/** An agent that ends a call at its timeout says so within this time (milliseconds). */
const GRACE = MINUTE;

/** Minutes without a sign, from the call's beginning or its last sign on. */
interface Limits {
  /** Undefined where nothing warns before the stall. */
  watch: number | undefined;
  stalled: number;
  key: ThresholdKey;
  what: PersonTextId;
}

type Level = 'watch' | 'stalled';

class HungCallRun implements DetectorRun, EndingStall {
  readonly stall = this;
  private readonly running = new RunningCalls();
  /** What was reported of the call that hangs, and the sign it has not given since. */
  private reported: { call: Call; level: Level; since: number } | undefined;
  /** The newest sign of all running calls: a change of the workspace, an answered question. */
  private signAt = -Infinity;
  /** The thresholds by which the running calls were put in order; undefined before the first look. */
  private promptSeconds: number | undefined;
  private callMinutes: number | undefined;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'call':
        this.add(fact.call);
        return undefined;
      case 'outside':
        if (fact.change.progress) {
          this.sign(fact.at);
        }
        return undefined;
      case 'resumed':
        this.sign(fact.at);
        return undefined;
      case 'turn-end':
        this.running.clear();
        this.reported = undefined;
        return undefined;
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { reported } = this;
    // one that has stalled already is looked at no more, and is what the person wants to see
    const call =
      reported !== undefined && this.stillHangs(reported) ? reported.call : this.running.next?.call;
    const since = call && this.findSince(call);
    const limits = call && this.chooseLimits(call);
    if (since === undefined || limits === undefined) {
      return [];
    }
    return [
      {
        id: 'hung-call',
        label: { id: 'counter.hung-call' },
        value: 0,
        limit: Math.ceil(limits.stalled),
        unit: 'minutes',
        minutesSince: since,
      },
    ];
  }

  takeEnd(): 'hung-call' | undefined {
    const { reported } = this;
    if (reported === undefined || this.stillHangs(reported)) {
      return undefined;
    }
    this.reported = undefined;
    if (isOpen(reported.call)) {
      this.add(reported.call);
    }
    return 'hung-call';
  }

  deadline(): number | undefined {
    if (isHeldUp(this.session)) {
      return undefined;
    }
    this.keepToThresholds();
    return this.running.next?.at;
  }

  private add(call: Call): void {
    if (call.timed && call.at !== undefined) {
      this.running.add(call, call.at + this.firstLook());
    }
  }

  /** What a call does is read only once it has run for so long: most calls are over by then. */
  private firstLook(): number {
    const { values } = this.thresholds;
    return Math.min(
      values['balanced.promptSeconds'] * SECOND,
      (values['balanced.callMinutes'] / WARNED_AT) * MINUTE,
    );
  }

  private sign(at: number | undefined): void {
    if (at === undefined) {
      return;
    }
    this.signAt = Math.max(this.signAt, at);
    // a call that was called a stall is looked at no more, unless it gives a sign
    if (this.reported?.level === 'stalled' && isOpen(this.reported.call)) {
      this.add(this.reported.call);
    }
  }

  /** Other thresholds than when the calls were put in order: all are looked at anew. */
  private keepToThresholds(): void {
    const { values } = this.thresholds;
    const [seconds, minutes] = [values['balanced.promptSeconds'], values['balanced.callMinutes']];
    if (this.promptSeconds === seconds && this.callMinutes === minutes) {
      return;
    }
    const isFirst = this.promptSeconds === undefined;
    this.promptSeconds = seconds;
    this.callMinutes = minutes;
    if (isFirst) {
      return;
    }
    this.running.clear();
    const { openStep, lastStep } = this.session;
    for (const call of (openStep ?? lastStep)?.calls ?? []) {
      if (isOpen(call)) {
        this.add(call);
      }
    }
  }

  private pass(at: number): Finding | undefined {
    let found: Finding | undefined;
    for (
      let next = this.running.next;
      next !== undefined && next.at <= at;
      next = this.running.next
    ) {
      this.running.dropNext();
      const finding = this.look(next.call, at);
      found ??= finding;
    }
    return found;
  }

  /** Judges one call, and says when to look at it again. */
  private look(call: Call, at: number): Finding | undefined {
    const since = this.findSince(call);
    const limits = this.chooseLimits(call);
    if (since === undefined || limits === undefined) {
      return undefined;
    }
    const { watch, stalled } = limits;
    const ms = at - since;
    if (ms >= stalled * MINUTE) {
      const found = this.report(call, 'stalled', since, limits, ms);
      if (found === undefined) {
        // another one was reported: this one's turn comes when that is over
        this.running.add(call, at + stalled * MINUTE);
      }
      return found;
    }
    const warns = watch !== undefined && watch < stalled;
    const isWarned = warns && ms >= watch * MINUTE;
    this.running.add(call, since + (warns && !isWarned ? watch : stalled) * MINUTE);
    return isWarned ? this.report(call, 'watch', since, limits, ms) : undefined;
  }

  /** One call that hangs is enough: others beside it are no news until it is over. */
  private report(
    call: Call,
    level: Level,
    since: number,
    { key, what, watch, stalled }: Limits,
    ms: number,
  ): Finding | undefined {
    const before = this.reported;
    const isNews = level === 'stalled' && before?.level !== 'stalled';
    if (before !== undefined && this.stillHangs(before) && !isNews) {
      return undefined;
    }
    this.reported = { call, level, since };
    const threshold = Math.ceil(level === 'watch' ? (watch ?? stalled) : stalled);
    return {
      detector: 'hung-call',
      kind: 'hung-call',
      level,
      count: Math.floor(ms / MINUTE),
      threshold,
      key,
      what: this.sentence(call, what, Math.floor(ms / MINUTE)),
      calls: [call.number],
    };
  }

  private sentence(call: Call, id: PersonTextId, minutes: number): Message {
    const title = redactedTitle(call.input, this.session.cwd) || call.tool;
    return { id, params: { call: title, minutes } };
  }

  private stillHangs({ call, since }: { call: Call; since: number }): boolean {
    return isOpen(call) && !isHeldUp(this.session) && this.findSince(call) === since;
  }

  /** When the call began, or last gave a sign; undefined if that is not known. */
  private findSince(call: Call): number | undefined {
    if (call.at === undefined) {
      return undefined;
    }
    const { openChildren, childAt = -Infinity } = this.session;
    const child = openChildren.size > 0 && call.class === 'task' ? childAt : -Infinity;
    return Math.max(call.at, this.signAt, child);
  }

  private chooseLimits(call: Call): Limits | undefined {
    const { values } = this.thresholds;
    const usual = values['balanced.callMinutes'];
    const pace: CallPace = measurePace(call);
    switch (pace) {
      case 'quick':
        return undefined;
      case 'asks': {
        const minutes = (values['balanced.promptSeconds'] * SECOND) / MINUTE;
        return {
          watch: minutes,
          stalled: minutes * ANSWER_TIME,
          key: 'balanced.promptSeconds',
          what: 'verdict.hung-call.prompt',
        };
      }
      case 'delegates': {
        const times = this.session.openChildren.size > 0 ? 1 : UNSEEN_CHILD;
        return {
          watch: (usual / WARNED_AT) * times,
          stalled: usual * times,
          key: 'balanced.callMinutes',
          what: 'verdict.hung-call',
        };
      }
      case 'runs':
        return this.limitsOfRun(ownTimeout(call.input), usual);
    }
  }

  /** A timeout that is long already needs no warning before it; one shorter than the warning leaves the usual time. */
  private limitsOfRun(own: number | undefined, usual: number): Limits {
    const [warned, timeout] = [usual / WARNED_AT, own === undefined ? 0 : own / MINUTE];
    const isOwn = timeout >= warned;
    return {
      watch: isOwn && timeout > usual ? undefined : warned,
      stalled: isOwn ? timeout + GRACE / MINUTE : usual,
      key: 'balanced.callMinutes',
      what: isOwn ? 'verdict.hung-call.timeout' : 'verdict.hung-call',
    };
  }
}
