/**
 * Agents that run their hook at a turn's end before they log how it went: the end waits for a moment, so that a turn whose failure is in
 * the log is never told as answered. Pure: times are the host's.
 */
import type { TurnEnd, TurnEvent } from '../../core/events.js';
import type { Source } from '../agent.js';

interface HeldEnd {
  end: TurnEnd;
  /** What the hooks told since, oldest first: the session's end. */
  next: TurnEvent[];
  due: number;
}

export class HeldEnds {
  private readonly sessions = new Map<string, HeldEnd>();

  /** `holdMs`: the longest that an end waits for the log (milliseconds). */
  constructor(private readonly holdMs: number) {}

  hold(end: TurnEnd, now: number): void {
    const next = this.sessions.get(end.session)?.next ?? [];
    this.sessions.set(end.session, { end, next, due: now + this.holdMs });
  }

  isHeld(session: string): boolean {
    return this.sessions.has(session);
  }

  /** Puts what was held in its place among the events that pass. */
  pass(source: Source, events: readonly TurnEvent[]): TurnEvent[] {
    return events.flatMap((event) => {
      const held = 'session' in event ? this.sessions.get(event.session) : undefined;
      if (held === undefined) {
        return [event];
      }
      return source === 'log' ? this.logged(event, held) : this.hooked(event, held);
    });
  }

  due(now: number): TurnEvent[] {
    return [...this.sessions.values()]
      .filter(({ due }) => due <= now)
      .flatMap((held) => this.release(held));
  }

  nextDue(): number | undefined {
    const dues = [...this.sessions.values()].map(({ due }) => due);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  /** The log's end says how the turn went, and all before it belongs to the turn. */
  private logged(event: TurnEvent, held: HeldEnd): TurnEvent[] {
    switch (event.type) {
      case 'turn.end':
        return this.release({ ...held, end: event });
      case 'turn.start':
      case 'session.end':
        return [...this.release(held), event];
      default:
        return [event];
    }
  }

  private hooked(event: TurnEvent, held: HeldEnd): TurnEvent[] {
    switch (event.type) {
      case 'session.end':
        held.next.push(event);
        return [];
      case 'turn.end':
        // told anew it is held anew; that the agent is gone is no other end
        return event.reason === 'completed' ? [event] : [];
      case 'session.start':
        return [event];
      default:
        return [...this.release(held), event];
    }
  }

  private release({ end, next }: HeldEnd): TurnEvent[] {
    this.sessions.delete(end.session);
    return [end, ...next];
  }
}
