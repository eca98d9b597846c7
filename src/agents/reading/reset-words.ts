/** When a limit is over, where an agent says it in words alone: the next such time on its clocks. */
import type { Time } from './recorded-values.js';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY = DAY_MINUTES * MINUTE;

const words =
  /\b(?:resets|try again) (?:at )?(?:([a-z]{3}) (\d{1,2})(?:st|nd|rd|th)?(?:,| at)? (?:(\d{4}),? )?)?(\d{1,2})(?::(\d\d))? ?([ap])m\b(?: \(([\w/+-]{1,40})\))?/i;

/** `resets 3pm (Europe/Berlin)`, `try again at Aug 8th, 2026 3:30 PM`, `limit reached|1754089200`. @returns milliseconds since the epoch */
export function readResetWords(text: string, at: Time): number | undefined {
  const stamp = /limit reached\|(\d{10})\b/.exec(text)?.[1];
  if (stamp !== undefined) {
    return Number(stamp) * 1000;
  }
  const [, month, day, year, hour, minute = '0', half = '', zone] = words.exec(text) ?? [];
  const now = at === undefined || hour === undefined ? undefined : readWall(at, zone);
  if (at === undefined || now === undefined) {
    return undefined;
  }
  const time = ((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minute);
  const date =
    month === undefined ? now.date : Date.parse(`${month} ${day} ${year ?? now.year} UTC`);
  const ahead = (date - now.date) / MINUTE + time - now.minutes;
  const round = month === undefined ? DAY_MINUTES : 365 * DAY_MINUTES;
  const minutes = ahead < 0 && year === undefined ? ahead + round : ahead;
  return Number.isNaN(minutes) ? undefined : (Math.floor(at / MINUTE) + minutes) * MINUTE;
}

/** What clocks show there. `date`: the midnight before, as if it were that of UTC. Undefined for an unknown zone. */
function readWall(
  at: number,
  zone: string | undefined,
): { date: number; year: number; minutes: number } | undefined {
  try {
    const shown = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(at);
    const part = (type: string): number =>
      Number(shown.find((each) => each.type === type)?.value ?? NaN);
    const year = part('year');
    const wall = Date.UTC(year, part('month') - 1, part('day'), part('hour'), part('minute'));
    const date = Math.floor(wall / DAY) * DAY;
    return { date, year, minutes: (wall - date) / MINUTE };
  } catch {
    return undefined;
  }
}
