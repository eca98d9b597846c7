/** What hub and window say to each other; read from untrusted frames, so each is checked. */
import { isObject } from '../core/json.js';
import type { WindowEntry } from './windows.js';

/** Windows of different releases talk only when this is the same. */
const LINK_VERSION = '1';
export const LINK_PROTOCOL = `turnwatch-window/${LINK_VERSION}`;

export type FromWindow =
  | { type: 'hello'; proof: string; window: WindowEntry }
  | { type: 'window'; window: WindowEntry }
  /** The body is the text for the agent. */
  | { type: 'answer'; request: number };

export type FromHub =
  | { type: 'welcome' }
  /** The body is the payload as it came. */
  | { type: 'hook'; request: number; agent: string; receivedAt: number; deadline: number }
  | { type: 'outcome'; request: number; delivered: boolean };

export function parseFromWindow(head: Readonly<Record<string, unknown>>): FromWindow | undefined {
  const { type, proof, window, request } = head;
  if (type === 'answer') {
    return typeof request === 'number' ? { type, request } : undefined;
  }
  const entry = parseWindow(window);
  if (entry === undefined) {
    return undefined;
  }
  if (type === 'window') {
    return { type, window: entry };
  }
  return type === 'hello' && typeof proof === 'string' ? { type, proof, window: entry } : undefined;
}

export function parseFromHub(head: Readonly<Record<string, unknown>>): FromHub | undefined {
  const { type, request, agent, receivedAt, deadline, delivered } = head;
  if (type === 'welcome') {
    return { type };
  }
  if (typeof request !== 'number') {
    return undefined;
  }
  if (type === 'outcome') {
    return typeof delivered === 'boolean' ? { type, request, delivered } : undefined;
  }
  return type === 'hook' &&
    typeof agent === 'string' &&
    typeof receivedAt === 'number' &&
    typeof deadline === 'number'
    ? { type, request, agent, receivedAt, deadline }
    : undefined;
}

function parseWindow(value: unknown): WindowEntry | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const { id, folders, touchedAt } = value;
  return typeof id === 'string' &&
    typeof touchedAt === 'number' &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === 'string')
    ? { id, folders, touchedAt }
    : undefined;
}
