/** The states of a session that the person may be notified of, and how: the setting, its texts and its default follow from this. */
import type { VerdictKind } from '../detect/detector.js';
import { isHung } from './advice.js';

/**
 * `needsYou`: what was ordered was ignored. `hung`: a call or a response gives no sign. `permission`, `input`: the agent waits
 * for the person. `done`: a long turn is over.
 */
export const notifiedStates = [
  'stalled',
  'needsYou',
  'hung',
  'permission',
  'input',
  'done',
] as const;
export type NotifiedState = (typeof notifiedStates)[number];

/** `editor`, `system`: the notification of VS Code, and of the operating system. `command`: the person's own. */
export const notificationChannels = ['editor', 'system', 'sound', 'command'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export type NotifiedBy = Readonly<Record<NotifiedState, readonly NotificationChannel[]>>;

/** Waits are shown already, and some people grant every permission where the agent asks: they choose these. */
export const defaultNotifications: NotifiedBy = {
  stalled: ['editor', 'system'],
  needsYou: ['editor', 'system'],
  hung: ['editor', 'system'],
  permission: [],
  input: [],
  done: [],
};

export function stateOfStall(kind: VerdictKind): NotifiedState {
  return isHung(kind) ? 'hung' : 'stalled';
}
