/**
 * Ideas for runs that were written before any rule was made for them. Each is judged in several clothes, so that the figure says
 * what the detection makes of work that nobody has shown it. What is expected is what a careful person would say, not what the rules do.
 */
import type { Act, Story } from '../../unit/support/story.js';
import type { Desk } from './clothes.js';

export interface Idea {
  name: string;
  /** 1-based calls between which the first `stalled` may come; `quiet`: no verdict; `no stall`: `watch` at most. */
  expected: { from: number; to: number } | 'quiet' | 'no stall';
  why: string;
  /** What the person asked for. */
  prompt?: string;
  tell: Tell;
}

export type Tell = (desk: Desk, story: Story) => unknown;

interface About {
  why: string;
  prompt?: string;
}

/** @param from first call at which the alarm is justified @param to last call at which it is in time */
export function stall(name: string, from: number, to: number, about: About, tell: Tell): Idea {
  return { name, expected: { from, to }, ...about, tell };
}

/** No verdict at all. */
export function quiet(name: string, about: About, tell: Tell): Idea {
  return { name, expected: 'quiet', ...about, tell };
}

/** A warning is fair: the evidence so far could be a circle, too. */
export function noStall(name: string, about: About, tell: Tell): Idea {
  return { name, expected: 'no stall', ...about, tell };
}

/** Rounds of several calls, each a response of its own. */
export function rounds(story: Story, count: number, acts: (round: number) => readonly Act[]): void {
  for (let round = 0; round < count; round++) {
    play(story, acts(round));
  }
}

export function play(story: Story, acts: readonly Act[]): void {
  for (const act of acts) {
    story.step(act);
  }
}

/** The element at this place, from the start again after the last one. */
export function pick<T>(all: readonly [T, ...T[]], place: number): T {
  return all[place % all.length] ?? all[0];
}

/** An id that is another one for every seed. */
export function hex(seed: number, length = 8): string {
  let state = (seed + 11) * 2_654_435_761;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) & 15).toString(16);
  }).join('');
}

export function clock(i: number): string {
  const two = (n: number): string => String(n % 60).padStart(2, '0');
  return `10:${two(3 + i * 2)}:${two(7 + i * 13)}`;
}
