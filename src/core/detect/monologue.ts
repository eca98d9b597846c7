/**
 * Words without deeds: messages of one turn with no call between, because something lets the agent go on by itself. The same
 * words are warned of soon; words that only announce, whatever they are, later become a stall. Long text that was not said
 * before is a deed, and while a sub-agent or a job works, there is nothing to do but talk.
 */
import { hashText } from '../identity/hash.js';
import { withoutNoise } from '../identity/noise/noise.js';
import { SeenSet } from '../identity/seen-set.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import { announcesWork } from '../turns/instruction.js';
import { isHeldUp, type Call, type Session, type Step } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from './detector.js';
import { chooseLevel } from './level.js';
import { ReportedStall } from './reported-stall.js';

export const monologue = defineDetector({
  id: 'monologue',
  words: {
    'verdict.monologue': {
      en: 'The agent said the same thing {count} times without calling a tool.',
      de: 'Der Agent sagte {count}-mal dasselbe, ohne ein Tool aufzurufen.',
      equal: 'equal.text',
      tell: ['tell.words'],
    },
    'verdict.monologue.words': {
      en: '{count} messages in a row announced work or said that it goes on, and no tool was called (limit {threshold}).',
      de: '{count} Nachrichten in Folge kündigten Arbeit an oder sagten, dass sie weitergeht, und kein Tool wurde aufgerufen (Grenze {threshold}).',
      next: 'next.words',
      clears: 'clears.deed',
      tell: ['tell.words'],
    },
    'verdict.monologue.question': {
      en: 'The agent asked the same question {count} times, got the same answer and did nothing with it.',
      de: 'Der Agent stellte {count}-mal dieselbe Frage, bekam dieselbe Antwort und machte nichts daraus.',
      clears: 'clears.deed',
      tell: ['tell.question'],
    },
    'equal.text': {
      en: 'the message',
      de: 'die Nachricht',
    },
    'counter.words': {
      en: 'Messages without a call',
      de: 'Nachrichten ohne Aufruf',
    },
    'clears.deed': {
      en: 'when the agent calls a tool, or when the turn ends',
      de: 'wenn der Agent ein Tool aufruft oder der Turn endet',
    },
    'next.words': {
      en: 'Ask what keeps it from starting, or stop what makes it go on, such as a stop hook.',
      de: 'Fragen Sie den Agent, was ihn am Anfangen hindert, oder beenden Sie, was ihn weitermachen lässt, etwa einen Stop-Hook.',
    },
    'cause.words': {
      en: '{count} messages in a row came without a tool call.',
      de: '{count} Nachrichten in Folge kamen ohne Toolaufruf.',
    },
    'tell.words': {
      en: 'Make the first call now, or say what keeps you from it.',
      de: 'Mach jetzt den ersten Aufruf, oder sag, was dich daran hindert.',
      cause: 'cause.words',
    },
    'cause.question': {
      en: 'The same question was asked {count} times and got the same answer.',
      de: 'Dieselbe Frage wurde {count}-mal gestellt und bekam dieselbe Antwort.',
    },
    'tell.question': {
      en: 'Go by that answer, or say what it leaves open.',
      de: 'Richte dich nach dieser Antwort, oder sag, was sie offenlässt.',
      cause: 'cause.question',
    },
  },
  thresholds: {
    'balanced.wordsOnly': {
      default: 8,
      min: 4,
      max: 100,
      unit: 'messages',
      group: 'turns',
      name: 'counter.words',
      text: {
        en: 'A turn has stalled after this many messages in a row that only announce work and call no tool. The early warning (“Watch”) comes at half of it.',
        de: 'Ein Turn gilt nach so vielen Nachrichten in Folge als festgefahren, die nur Arbeit ankündigen und kein Tool aufrufen. Die Frühwarnung („Auffällig“) kommt bei der Hälfte.',
      },
    },
  },
  hears: ['message', 'call', 'result', 'step-end', 'turn-start', 'children', 'resumed', 'outside'],
  start: (session: Session, thresholds: Thresholds) => new MonologueRun(session, thresholds),
});

const SAME_MESSAGES = 3;
const SAME_QUESTIONS = 3;
const QUESTIONS = 64;
/** Characters not said before that make a text a deed: a chapter, a file in words. */
const LONG_TEXT = 600;
const SENTENCES = 1024;
/** Messages of a log that names no responses are parts of one unless so much time lies between them (milliseconds). */
const APART = 5000;

interface Counts {
  text: string;
  same: number;
  words: number;
}

class MonologueRun implements DetectorRun {
  private now: Counts = { text: '', same: 0, words: 0 };
  /** Before this response, which may come in parts. */
  private before: Counts = this.now;
  private response: string | undefined;
  private saidAt: number | undefined;
  /** What this response says that was not said before, in characters. */
  private newText = 0;
  private readonly sentences = new SeenSet(SENTENCES);
  /** Questions to the person with their answers, and how often each came since something else brought progress. */
  private readonly questions = new Map<string, number>();
  /** Calls that were told before, as a resumed log tells them, are deeds, too. */
  private toldCalls = 0;
  readonly stall = new ReportedStall('monologue');

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'message':
        return this.judge(fact.text, fact.response);
      case 'call':
        this.restart();
        if (fact.call.class !== 'ask') {
          this.stall.end();
        }
        return undefined;
      case 'result':
        return fact.call.class === 'ask' ? this.countQuestion(fact.call) : undefined;
      case 'step-end':
        if (fact.step.calls.some((call, i) => call.class !== 'ask' && isProgress(fact.step, i))) {
          this.questions.clear();
        }
        return undefined;
      case 'turn-start':
        this.restart();
        this.stall.forget();
        return undefined;
      case 'children':
      case 'resumed':
        this.endWords();
        return undefined;
      case 'outside':
        if (fact.change.progress) {
          this.endWords();
        }
        return undefined;
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const { words } = this.now;
    return words < 2
      ? []
      : [{ id: 'words', label: { id: 'counter.words' }, value: words, limit: this.limit }];
  }

  private get limit(): number {
    return this.thresholds.values['balanced.wordsOnly'];
  }

  private endWords(): void {
    const { text, same } = this.now;
    this.now = { text, same, words: 0 };
  }

  private restart(): void {
    this.now = { text: this.now.text, same: 0, words: 0 };
    this.response = undefined;
  }

  private judge(message: string, response: string | undefined): Finding | undefined {
    if (this.session.toldCalls !== this.toldCalls) {
      this.toldCalls = this.session.toldCalls;
      this.restart();
    }
    const isPart = response !== undefined && response === this.response;
    const isApart = this.isApart(isPart, response);
    if (!isPart) {
      this.before = this.now;
      this.newText = 0;
    }
    this.response = response;
    const part = hashText(withoutNoise(message).replace(/\s+/g, ' ').trim());
    const text = isPart ? hashText(`${this.now.text} ${part}`) : part;
    this.hear(message);
    this.now = {
      text,
      same: text === this.before.text ? this.before.same + 1 : 1,
      words: this.countWords(message, isPart, isApart),
    };
    const finding = this.findWords() ?? this.findSame();
    if (finding !== undefined) {
      this.stall.report();
    }
    return finding;
  }

  /** Whether this is known to be another response than the one before. */
  private isApart(isPart: boolean, response: string | undefined): boolean {
    const { saidAt, session } = this;
    this.saidAt = session.aliveAt;
    if (isPart) {
      return false;
    }
    return (
      response !== undefined ||
      (saidAt !== undefined && this.saidAt !== undefined && this.saidAt - saidAt >= APART)
    );
  }

  private countWords(message: string, isPart: boolean, isApart: boolean): number {
    const { session } = this;
    const isBusy = session.openChildren.size > 0 || session.poll !== undefined || isHeldUp(session);
    if (this.newText >= LONG_TEXT || isBusy) {
      return 0;
    }
    if (isPart) {
      return this.now.words;
    }
    // the first message of a row is one, whatever follows it
    return this.before.words === 0 || isApart || announcesWork(message)
      ? this.before.words + 1
      : this.before.words;
  }

  private countQuestion(call: Call): Finding | undefined {
    if (call.result?.ok !== true) {
      return undefined;
    }
    const key = `${call.key} ${hashText(withoutNoise(call.result.output))}`;
    const count = (this.questions.get(key) ?? 0) + 1;
    if (count > 1 || this.questions.size < QUESTIONS) {
      this.questions.set(key, count);
    }
    if (count < SAME_QUESTIONS) {
      return undefined;
    }
    this.stall.report();
    return {
      detector: 'monologue',
      kind: 'monologue',
      level: 'watch',
      count,
      threshold: SAME_QUESTIONS,
      what: { id: 'verdict.monologue.question', params: { count } },
      calls: [call.number],
    };
  }

  private hear(text: string): void {
    for (const sentence of text.split(/[.!?\n。！？]+/)) {
      const said = sentence.trim();
      if (said !== '' && this.sentences.add(hashText(said.toLowerCase()))) {
        this.newText += said.length;
      }
    }
  }

  private findWords(): Finding | undefined {
    const { words: count } = this.now;
    const threshold = this.limit;
    const level = chooseLevel(count, threshold, Math.ceil(threshold / 2));
    return (
      level && {
        detector: 'monologue',
        kind: 'monologue',
        level,
        count,
        threshold,
        key: 'balanced.wordsOnly',
        what: { id: 'verdict.monologue.words', params: { count, threshold } },
        calls: [],
      }
    );
  }

  private findSame(): Finding | undefined {
    const { same: count } = this.now;
    return count < SAME_MESSAGES
      ? undefined
      : {
          detector: 'monologue',
          kind: 'monologue',
          level: 'watch',
          count,
          threshold: SAME_MESSAGES,
          what: { id: 'verdict.monologue', params: { count } },
          calls: [],
        };
  }
}

function isProgress({ values }: Step, i: number): boolean {
  return values[i]?.worth === 'progress';
}
