/** The states of a session that the person may be notified of, and the channels that do it: each once per episode, and none where it would be in vain or at the wrong time. */
import { dropOldest } from '../push-newest.js';
import type { VerdictKind } from '../detect/detector.js';
import { isHung } from './advice.js';

/**
 * `needsYou`: what was ordered was ignored. `hung`: a call or a response gives no sign. `permission`, `input`: the agent waits
 * for the person. `limit`: the limit is over that ended a turn. `done`: a long turn is over.
 */
export const notifiedStates = [
  'stalled',
  'needsYou',
  'hung',
  'permission',
  'input',
  'limit',
  'done',
] as const;
export type NotifiedState = (typeof notifiedStates)[number];

/** `editor`, `system`: the notification of VS Code, and of the operating system. `command`: the person's own. */
export const notificationChannels = ['editor', 'system', 'sound', 'command'] as const;
type NotificationChannel = (typeof notificationChannels)[number];

export type NotifiedBy = Readonly<Record<NotifiedState, readonly NotificationChannel[]>>;

/** A wait calls only the person who does something else: in the window, the view and the agent's own prompt show it already. */
export const defaultNotifications: NotifiedBy = {
  stalled: ['editor', 'system'],
  needsYou: ['editor', 'system'],
  hung: ['editor', 'system'],
  permission: ['system'],
  input: ['system'],
  limit: ['editor', 'system'],
  done: [],
};

/** The states of a session that the person may be notified of, and how: the setting, its texts and its default follow from this. */
export function stateOfStall(kind: VerdictKind): NotifiedState {
  return isHung(kind) ? 'hung' : 'stalled';
}

/** Minutes of the day; from `start` until before `end`, which may be past midnight. */
interface QuietHours {
  start: number;
  end: number;
}

export interface NotificationRules {
  by: NotifiedBy;
  quietHours: QuietHours | undefined;
  /** A turn that took less is not told as done. */
  doneAfterMs: number;
}

export interface Occasion {
  /** One per stall, wait or end of a turn. */
  episode: string;
  state: NotifiedState;
  /** For `done`: how long the turn took. */
  tookMs?: number;
}

export interface Circumstances {
  /** The person's local time: minutes since midnight. */
  minute: number;
  /** The view shows the live sessions. */
  cardVisible: boolean;
  /** The window has the focus. */
  focused: boolean;
}

/** Notifications remembered, so that none is made twice. */
const MOST_MADE = 1000;

export class NotificationPolicy {
  private readonly made = new Set<string>();

  /** @returns the channels to use now; they count as used. */
  channels(
    { episode, state, tookMs = 0 }: Occasion,
    { by, quietHours, doneAfterMs }: NotificationRules,
    now: Circumstances,
  ): NotificationChannel[] {
    if (state === 'done' && tookMs < doneAfterMs) {
      return [];
    }
    const isQuiet = quietHours !== undefined && isWithin(quietHours, now.minute);
    return by[state].filter((channel) => {
      const isInVain =
        (channel === 'editor' && now.cardVisible) || (channel === 'system' && now.focused);
      // VS Code's own notification is read by whoever sits there anyway
      return !isInVain && (channel === 'editor' || !isQuiet) && this.isFirst(channel, episode);
    });
  }

  private isFirst(channel: NotificationChannel, episode: string): boolean {
    const notification = `${channel} ${episode}`;
    if (this.made.has(notification)) {
      return false;
    }
    this.made.add(notification);
    dropOldest(this.made, MOST_MADE);
    return true;
  }
}

const QUIET_HOURS = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]\d|2[0-3]):([0-5]\d)$/;

/** `22:00-07:00`; undefined for anything else, and where both ends are the same. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [, ...parts] = QUIET_HOURS.exec(text.trim()) ?? [];
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = parts.map(Number);
  const [start, end] = [hour * 60 + minute, endHour * 60 + endMinute];
  return start === end ? undefined : { start, end };
}

function isWithin({ start, end }: QuietHours, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}
