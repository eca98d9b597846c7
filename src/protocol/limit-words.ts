/** The state of a session that its provider makes wait, or whose turn a limit ended: in a few words, with the time that is left. */
import { formatElapsed } from '../core/view/elapsed.js';
import type { SessionSummary, ShownLimit } from '../core/view/snapshot.js';
import { fill } from '../core/view/words/wording.js';
import type { PageTextId } from './page-texts.js';

/** `at`: milliseconds since the epoch. */
export interface WordsAt {
  at: number;
  locale: string;
  /** By id, all of them: the page, which has got its own, loads no table for this. */
  texts: Readonly<Record<string, string>>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** A wait this long is told by the time of day at which it ends. */
const LONG = 10 * MINUTE;

/** `counts`: the words are others a second later. */
export function limitWords(
  { limit, open }: Pick<SessionSummary, 'open'> & { limit: ShownLimit },
  now: WordsAt,
): { word: string; counts: boolean } {
  const { until, attempt } = limit;
  const kind = limit.for === 'limit' ? 'limited' : 'overloaded';
  const say = (id: PageTextId, params: Record<string, string | number> = {}): string =>
    fill(now.texts[id] ?? id, params);
  const still = (word: string) => ({ word, counts: false });
  if (until === undefined) {
    return still(say(open ? `state.${kind}` : 'end.limited'));
  }
  if (until <= now.at) {
    return still(
      open
        ? say(`state.${kind}.again`)
        : say('state.limited.over', { time: formatTimeOfDay(until, now) }),
    );
  }
  const left = until - now.at;
  if (!open || left >= LONG || (attempt === undefined && kind === 'limited')) {
    return still(say(`state.${kind}.until`, { time: formatTimeOfDay(until, now) }));
  }
  const time = formatLeft(left);
  return {
    word:
      attempt === undefined
        ? say('state.overloaded.next', { time })
        : say(`state.${kind}.try`, { attempt, time }),
    counts: true,
  };
}

/** Whether the limit that ended the turn is over. */
export function isLimitOver(
  { limit, open }: Pick<SessionSummary, 'limit' | 'open'>,
  at: number,
): boolean {
  return !open && limit?.until !== undefined && limit.until <= at;
}

/** `14:05`; of another day with its date. */
export function formatTimeOfDay(
  time: number,
  { at, locale }: Pick<WordsAt, 'at' | 'locale'>,
): string {
  const isToday = new Date(time).toDateString() === new Date(at).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
}

/** `40 s`, on one line, or `2:40` */
function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  return seconds < 60 ? `${seconds}\u00a0s` : formatElapsed(seconds * SECOND);
}
