/** One response repeats a short piece of text without end: the model is broken, and only stopping helps. */
import { RepeatedText } from '../identity/repeated-text.js';
import { redact } from '../redact.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Message } from '../view/words/wording.js';
import { defineDetector, type DetectorRun, type Finding } from './detector.js';

export const degenerate = defineDetector({
  id: 'degenerate',
  words: {
    'verdict.degenerate': {
      en: 'One response repeats “{text}” over {count} characters (limit {threshold}).',
      de: 'Eine Antwort wiederholt „{text}“ über {count} Zeichen (Grenze {threshold}).',
      tell: ['tell.degenerate'],
    },
    'verdict.degenerate.blank': {
      en: 'One response contains {count} blank characters in a row (limit {threshold}).',
      de: 'Eine Antwort enthält {count} Leerzeichen in Folge (Grenze {threshold}).',
      tell: ['tell.degenerate'],
    },
    'tell.degenerate': {
      en: 'Your last response repeated itself. Say in one sentence where you are and what comes next.',
      de: 'Deine letzte Antwort wiederholte sich. Sag in einem Satz, wo du stehst und was als Nächstes kommt.',
    },
  },
  thresholds: {
    'balanced.repeatedText': {
      default: 2000,
      min: 1000,
      max: 100000,
      unit: 'characters',
      group: 'context',
      title: { en: 'Repeated text', de: 'Wiederholter Text' },
      text: {
        en: 'A turn has stalled when one response repeats a short piece of text over this many characters.',
        de: 'Ein Turn gilt als festgefahren, wenn eine Antwort ein kurzes Stück Text über so viele Zeichen wiederholt.',
      },
    },
  },
  hears: ['message', 'call', 'turn-end'],
  start: (_session: Session, thresholds: Thresholds) => new DegenerateRun(thresholds),
});

/** Characters of the repeated piece that the sentence shows. */
const SHOWN = 40;

class DegenerateRun implements DetectorRun {
  private readonly text = new RepeatedText();
  private response: string | undefined;
  /** The response was reported. */
  private reported = false;

  constructor(private readonly thresholds: Thresholds) {}

  private get limit(): number {
    return this.thresholds.values['balanced.repeatedText'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'message':
        return this.message(fact.text, fact.response);
      case 'call':
        return this.end();
      case 'turn-end':
        // there is nothing left to stop
        this.end();
        return undefined;
      default:
        return undefined;
    }
  }

  counters() {
    return [];
  }

  private message(text: string, response: string | undefined): Finding | undefined {
    const isPart = response !== undefined && response === this.response;
    const before = isPart ? undefined : this.end();
    this.response = response;
    if (this.reported || (response === undefined && text.length < this.limit)) {
      return before;
    }
    const found = this.text.add(text, this.limit);
    const finding = found && this.finding(found.unit, found.length);
    return before ?? finding ?? (response === undefined ? this.end() : undefined);
  }

  /** The response is over. */
  private end(): Finding | undefined {
    const found = this.text.end(this.limit);
    const isNews = found !== undefined && !this.reported;
    const finding = isNews ? this.finding(found.unit, found.length) : undefined;
    this.response = undefined;
    this.reported = false;
    return finding;
  }

  private finding(unit: string, count: number): Finding {
    this.reported = true;
    return {
      detector: 'degenerate',
      kind: 'degenerate',
      level: 'stalled',
      count,
      threshold: this.limit,
      key: 'balanced.repeatedText',
      what: sentence(unit, { count, threshold: this.limit }),
      calls: [],
    };
  }
}

function sentence(unit: string, params: { count: number; threshold: number }): Message {
  // the repetition may have begun within a sentence, or within a word
  const twice = `${unit}${unit}`;
  const start = /[.!?]\s+(?=\S)/.exec(twice) ?? /\s+(?=\S)/.exec(twice);
  const from = start === null ? 0 : (start.index + start[0].length) % unit.length;
  const whole = twice
    .slice(from, from + unit.length)
    .replace(/\s+/g, ' ')
    .trim();
  const text = redact(whole);
  return text === ''
    ? { id: 'verdict.degenerate.blank', params }
    : {
        id: 'verdict.degenerate',
        params: { ...params, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text },
      };
}
