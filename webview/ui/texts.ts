/** Texts, times and numbers in the person's language. */
import { formatTimeOfDay, limitWords } from '../../src/protocol/limit-words.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { InterventionKind, InterventionState } from '../../src/core/events.js';
import type { Amount, Receipt, ShownEnd, SessionState } from '../../src/core/view/snapshot.js';
import type { Counter } from '../../src/core/detect/detector.js';
import { formatElapsed } from '../../src/core/view/elapsed.js';
import { fill, type Message } from '../../src/core/view/words/wording.js';
import { waitsForWork } from './looks.js';
import { oneLine } from '../../src/core/escape-controls.js';

type Params = Record<string, string | number>;

/** A missing text shows its id. Empty until the host has sent the texts. */
export class Texts {
  private templates: Record<string, string> = {};
  locale = 'en';
  /** Another number as soon as the texts are others. */
  revision = 0;
  // made once: a format costs more than a hundred uses of it
  private clockFormat = clockFormat('en');
  private numberFormat = new Intl.NumberFormat('en');
  private shortFormat = shortFormat('en');

  /** An unknown or invalid locale falls back to English formats. */
  set(locale: string, templates: Record<string, string>): void {
    this.templates = templates;
    this.revision += 1;
    try {
      this.clockFormat = clockFormat(locale);
      this.numberFormat = new Intl.NumberFormat(locale);
      this.shortFormat = shortFormat(locale);
      this.locale = locale;
    } catch {
      this.locale = 'en';
    }
  }

  get(id: PageTextId, params?: Params): string {
    return fill(this.templates[id] ?? id, params);
  }

  say(message: Message): string {
    const params: Params = {};
    for (const [name, value] of Object.entries(message.params ?? {})) {
      params[name] = typeof value === 'string' ? oneLine(value) : this.number(value);
    }
    return fill(this.templates[message.id] ?? message.id, params);
  }

  state(state: SessionState, waitingFor?: Message): string {
    const job = state === 'waiting' && waitsForWork(waitingFor);
    return this.get(job ? 'state.waiting.job' : `state.${state}`);
  }

  /** Nobody but the person guides a turn; Turnwatch itself sends it back, as a click at its end does. */
  intervention({
    kind,
    by,
    sendsBack = by === 'auto',
  }: Pick<Receipt, 'kind' | 'by' | 'sendsBack'>): string {
    return this.get(
      kind === 'guide' && sendsBack ? 'intervention.sendBack' : `intervention.${kind}`,
    );
  }

  /** What became of an intervention. */
  receipt(kind: InterventionKind, state: InterventionState): string {
    return this.get(
      kind === 'stop' && state === 'obeyed' ? 'receipt.confirmed' : `receipt.${state}`,
    );
  }

  /** `13 steps` */
  steps(count: number): string {
    return count === 1
      ? this.get('label.stepsOne')
      : this.get('label.steps', { count: this.number(count) });
  }

  /** `13 steps`, `91 of 99 steps` */
  endSteps({ steps, stalledSteps: stalled }: ShownEnd): string {
    return stalled === undefined
      ? this.steps(steps)
      : this.get('end.steps', { stalled: this.number(stalled), count: this.number(steps) });
  }

  /** 12:01:03 */
  clock(at: number): string {
    return this.clockFormat.format(at);
  }

  /** `14:05`; of another day with its date. */
  timeOfDay(time: number, at: number): string {
    return formatTimeOfDay(time, { at, locale: this.locale });
  }

  /** How long a step took: `0.4s`, `12s`, `2:40`. In every language by the unit's symbol: a word would take the command's room. */
  duration(ms: number): string {
    if (ms >= 60_000) {
      return this.elapsed(ms);
    }
    const seconds = ms / 1000;
    return `${this.number(seconds < 9.95 ? Math.round(seconds * 10) / 10 : Math.round(seconds))}s`;
  }

  /** `0:33`, `4:12`, `1:04:12` */
  elapsed(ms: number): string {
    return formatElapsed(ms);
  }

  limit(session: Parameters<typeof limitWords>[0], at: number): ReturnType<typeof limitWords> {
    return limitWords(session, { at, locale: this.locale, texts: this.templates });
  }

  /** `times, ids and ports` */
  list(parts: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: 'conjunction' }).format(parts);
  }

  /** `3/8`, `12/30 min`, `1.2M/1M` */
  share({ value, limit, unit }: Counter): string {
    const number = (each: number): string =>
      unit === 'tokens' ? this.shortFormat.format(each) : this.number(each);
    // time and tokens go on past their limit, and the sentence says how far
    const shown = unit === undefined ? Math.min(value, limit) : value;
    const share = `${number(shown)}/${number(limit)}`;
    return unit === 'minutes'
      ? fill(this.templates['amount.minutes'] ?? '', { value: share })
      : share;
  }

  amount(value: Amount): string {
    return typeof value === 'number' ? this.number(value) : this.say(value);
  }

  number(value: number): string {
    return this.numberFormat.format(value);
  }
}

function clockFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

function shortFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
}
