/**
 * The caps that the person was told of, for all windows and past a reload: each is told once.
 *
 * Frozen: the key, and what is stored under it.
 */
import type { Memento } from 'vscode';
import type { ToldCaps } from '../../live/cap-watch.js';

const STORE = 'turnwatch.toldCaps';
const MOST_KEPT = 200;

export class KeptCaps implements ToldCaps {
  /** Those of this window, as the store may be late. */
  private told: readonly string[] = [];

  constructor(private readonly memento: Memento) {}

  has(cap: string): boolean {
    return this.told.includes(cap) || this.stored().includes(cap);
  }

  add(cap: string): void {
    this.told = [...this.told, cap].slice(-MOST_KEPT);
    void this.memento.update(STORE, [...this.stored(), cap].slice(-MOST_KEPT));
  }

  private stored(): readonly string[] {
    const stored = this.memento.get<unknown>(STORE);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  }
}
