/** A turn that waits for a person, a job or a sub-agent: reported once per wait, and no stall until its budget is spent. */
import { findCommand } from '../../identity/tool/tool.js';
import { pushNewest } from '../../push-newest.js';
import { waitsForJob, type Call, type Session, type Step, type Wait } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { PersonTextId } from '../../view/words/wording.js';
import { defineDetector, type DetectorRun, type Finding } from '../detector.js';
import { MINUTE, SECOND } from './durations.js';

const sentences = {
  permission: 'verdict.wait.permission',
  input: 'verdict.wait.input',
  job: 'verdict.wait.job',
  limit: 'verdict.wait.limit',
  overload: 'verdict.wait.overload',
} as const satisfies Record<string, PersonTextId>;

export const waiting = defineDetector({
  id: 'waiting',
  words: {
    'verdict.wait.permission': {
      en: 'The agent is waiting for your permission.',
      de: 'Der Agent wartet auf Ihre Erlaubnis.',
    },
    'verdict.wait.input': {
      en: 'The agent is waiting for your answer.',
      de: 'Der Agent wartet auf Ihre Antwort.',
    },
    'verdict.wait.job': {
      en: 'The agent is waiting for a background job.',
      de: 'Der Agent wartet auf einen Hintergrundauftrag.',
    },
    'verdict.wait.limit': {
      en: 'The agent has reached a limit of its model’s provider.',
      de: 'Der Agent hat ein Limit beim Anbieter seines Modells erreicht.',
      clears: 'clears.sign',
    },
    'verdict.wait.overload': {
      en: 'The model’s provider is overloaded.',
      de: 'Der Anbieter des Modells ist überlastet.',
      clears: 'clears.sign',
    },
    'verdict.wait.limitOver': {
      en: 'The provider’s limit is over: the agent can go on once you tell it to.',
      de: 'Das Limit des Anbieters ist vorbei: Der Agent kann weitermachen, sobald Sie es ihm sagen.',
    },
    'verdict.wait.child': {
      en: 'The agent is waiting for a sub-agent.',
      de: 'Der Agent wartet auf einen Sub-Agent.',
    },
    'verdict.wait.gone': {
      en: 'The agent is waiting for a background job that no longer exists.',
      de: 'Der Agent wartet auf einen Hintergrundauftrag, den es nicht mehr gibt.',
      next: 'next.job',
      tell: ['tell.job-gone'],
    },
    'verdict.wait.over': {
      en: 'A background job hasn’t changed for {minutes} min.',
      de: 'Ein Hintergrundauftrag hat sich seit {minutes} min nicht verändert.',
      next: 'next.job',
      tell: ['tell.job-over'],
    },
    'verdict.wait.children': {
      en: 'The agent is waiting for {count} sub-agents.',
      de: 'Der Agent wartet auf {count} Sub-Agents.',
    },
    'verdict.wait.polls': {
      en: '{count} responses in a row looked at a job after a short sleep: one command that waits for its end costs one.',
      de: '{count} Antworten in Folge sahen nach kurzem Warten nach einem Auftrag: Ein Befehl, der auf sein Ende wartet, kostet eine.',
      next: 'next.polls',
      tell: ['tell.polls'],
    },
    'next.polls': {
      en: 'Tell it to wait with one command that ends with the job, or to sleep longer: each look costs a request to the model.',
      de: 'Sagen Sie dem Agent, er soll mit einem Befehl warten, der mit dem Auftrag endet, oder länger schlafen: Jedes Nachsehen kostet eine Anfrage an das Modell.',
    },
    'next.job': {
      en: 'Check the job yourself, then tell the agent what became of it.',
      de: 'Sehen Sie selbst nach dem Auftrag, und sagen Sie dem Agent, was daraus wurde.',
    },
    'tell.job-gone': {
      en: 'The job that you wait for no longer exists: look at what it left, and go on without it.',
      de: 'Den Auftrag, auf den du wartest, gibt es nicht mehr: Sieh nach, was er hinterließ, und mach ohne ihn weiter.',
    },
    'cause.job-over': {
      en: 'The background job hasn’t changed for {minutes} min.',
      de: 'Der Hintergrundauftrag hat sich seit {minutes} min nicht verändert.',
    },
    'tell.job-over': {
      en: 'Look at its log once; if it hangs, end it and say so.',
      de: 'Sieh einmal in sein Protokoll; hängt er, beende ihn, und sag das.',
      cause: 'cause.job-over',
    },
    'cause.polls': {
      en: '{count} responses in a row only looked at a job.',
      de: '{count} Antworten in Folge sahen nur nach einem Auftrag.',
    },
    'tell.polls': {
      en: 'Wait with one command that ends with the job, or sleep longer between looks.',
      de: 'Warte mit einem Befehl, der mit dem Auftrag endet, oder schlaf länger zwischen den Blicken.',
      cause: 'cause.polls',
    },
  },
  thresholds: {
    'balanced.jobMinutes': {
      default: 30,
      min: 1,
      max: 1440,
      unit: 'minutes',
      group: 'context',
      title: { en: 'Unchanged background job', de: 'Unveränderter Hintergrundauftrag' },
      text: {
        en: 'How long a turn may wait for an unchanged background job before it counts as stalled.',
        de: 'Wie lange ein Turn auf einen unveränderten Hintergrundauftrag warten darf, bevor er als festgefahren gilt.',
      },
    },
    'balanced.waitSeconds': {
      default: 1,
      min: 1,
      max: 3600,
      unit: 'seconds',
      group: 'context',
      title: { en: 'Waiting for you or a job', de: 'Warten auf Sie oder einen Auftrag' },
      text: {
        en: 'A wait for permission, input or a job is reported after this long: in the timeline, and by a notification where you want one. The state shows at once.',
        de: 'Das Warten auf Erlaubnis, Eingabe oder einen Auftrag wird nach dieser Zeit gemeldet: in der Zeitachse und, wo gewünscht, mit einer Benachrichtigung. Der Zustand zeigt sich sofort.',
      },
    },
  },
  hears: ['children', 'turn-start', 'step-end', 'deadline'],
  start: (session: Session, thresholds: Thresholds) => new WaitingRun(session, thresholds),
});

/** Looks in a row, each after a short sleep, that are many: a patient agent sleeps longer. */
const MANY_LOOKS = 30;
/** Seconds. */
const SHORT_SLEEP = 15;

class WaitingRun implements DetectorRun {
  /** Steps in a row that look after a short sleep, and their calls. */
  private looks: { count: number; before: number; calls: number[] } = noLooks();
  /** The wait or the poll that was reported. */
  private reported: object | undefined;
  private reportedOver: object | undefined;
  private childReported = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  private get seconds(): number {
    return this.thresholds.values['balanced.waitSeconds'];
  }
  private get jobMinutes(): number {
    return this.thresholds.values['balanced.jobMinutes'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'children': {
        const first = fact.open > 0 && !this.childReported;
        this.childReported = fact.open > 0;
        return first ? this.wait('verdict.wait.child') : undefined;
      }
      case 'turn-start':
        this.looks = noLooks();
        return undefined;
      case 'step-end': {
        const spent = this.countLooks(fact.step, fact.again);
        const { poll } = this.session;
        if (poll === undefined || !waitsForJob(this.session)) {
          return spent;
        }
        // looked at once more after nothing ran, and still the same
        if (
          poll.goneAfter !== undefined &&
          poll.unchanged > poll.goneAfter &&
          poll !== this.reportedOver
        ) {
          return this.over(poll, 'verdict.wait.gone');
        }
        if (spent !== undefined || poll === this.reported) {
          return spent;
        }
        this.reported = poll;
        return this.wait('verdict.wait.job');
      }
      case 'deadline':
        return this.pass(fact.at);
      default:
        return undefined;
    }
  }

  counters() {
    return [];
  }

  deadline(): number | undefined {
    return this.next()?.at;
  }

  /** What to report next: that there is a wait, that the limit is over that ended the turn, or that a job's budget is spent. */
  private next():
    | { at: number; wait: Wait }
    | { at: number; limit: object }
    | { at: number; over: object }
    | undefined {
    const { wait, poll, endedByLimit } = this.session;
    if (endedByLimit?.until !== undefined && endedByLimit !== this.reported) {
      return { at: endedByLimit.until, limit: endedByLimit };
    }
    if (wait?.since !== undefined && wait !== this.reported) {
      return { at: wait.since + this.seconds * SECOND, wait };
    }
    const job = wait?.for === 'job' ? wait : poll;
    if (job?.since === undefined || job !== this.reported || job === this.reportedOver) {
      return undefined;
    }
    return { at: job.since + this.jobMinutes * MINUTE, over: job };
  }

  private pass(at: number): Finding | undefined {
    const next = this.next();
    if (next === undefined || at < next.at) {
      return undefined;
    }
    if ('wait' in next) {
      this.reported = next.wait;
      return this.wait(sentences[next.wait.for]);
    }
    if ('limit' in next) {
      this.reported = next.limit;
      return this.wait('verdict.wait.limitOver');
    }
    return this.over(next.over, 'verdict.wait.over');
  }

  /** Even where the job goes on: every look is a request to the model. */
  private countLooks(step: Step, again: boolean): Finding | undefined {
    const { looks } = this;
    looks.count = again ? looks.before : looks.count;
    looks.before = looks.count;
    // a look that stands alone belongs to the sleep before it
    const isLook = (call: Call): boolean =>
      looksAfterShortSleep(call) || (call.polls && looks.count > 0);
    if (!step.calls.every(isLook)) {
      this.looks = noLooks();
      return undefined;
    }
    looks.count += 1;
    pushNewest(looks.calls, step.calls.at(-1)?.number ?? -1, MANY_LOOKS);
    return looks.count === MANY_LOOKS
      ? {
          detector: 'waiting',
          kind: 'wait',
          level: 'watch',
          count: looks.count,
          threshold: MANY_LOOKS,
          what: { id: 'verdict.wait.polls', params: { count: looks.count } },
          calls: [...looks.calls],
        }
      : undefined;
  }

  private over(job: object, id: 'verdict.wait.over' | 'verdict.wait.gone'): Finding {
    this.reported = this.reportedOver = job;
    return {
      detector: 'waiting',
      kind: 'wait',
      level: 'stalled',
      count: this.jobMinutes,
      threshold: this.jobMinutes,
      key: 'balanced.jobMinutes',
      what: { id, params: { minutes: this.jobMinutes } },
      calls: [],
    };
  }

  private wait(id: PersonTextId): Finding {
    return {
      detector: 'waiting',
      kind: 'wait',
      level: 'waiting',
      count: 1,
      threshold: 1,
      what: { id },
      calls: [],
    };
  }
}

function noLooks(): { count: number; before: number; calls: number[] } {
  return { count: 0, before: 0, calls: [] };
}

/** `sleep 5`, alone or before a look. */
function looksAfterShortSleep({ input }: Call): boolean {
  const [, seconds] =
    /^\s*sleep (\d+(?:\.\d+)?)s?\s*(?:$|;|&&)/.exec(findCommand(input) ?? '') ?? [];
  return seconds !== undefined && Number(seconds) <= SHORT_SLEEP;
}
