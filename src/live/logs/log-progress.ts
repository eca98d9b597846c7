/** How far a log has told its events, by their times: one that its agent writes anew, as for a new title, is told once. */
import type { TurnEvent } from '../../core/events.js';

export class LogProgress {
  /** The newest time (milliseconds since the epoch), and how many events of that time were told. */
  private newest = -Infinity;
  private told = 0;
  /** How many of these came again since the log is read from its beginning; undefined once something newer came. */
  private again: number | undefined;

  restart(): void {
    this.again = 0;
  }

  /** The events that were not told before; a reader that begins again needs its session's start again. */
  pass(events: readonly TurnEvent[]): readonly TurnEvent[] {
    return events.filter((event) => event.type === 'session.start' || this.isNews(event.at));
  }

  private isNews(at: number | undefined): boolean {
    if (at === undefined) {
      return true;
    }
    if (at > this.newest) {
      this.newest = at;
      this.told = 1;
      this.again = undefined;
      return true;
    }
    if (at === this.newest && (this.again === undefined || ++this.again > this.told)) {
      this.told += 1;
      return true;
    }
    return this.again === undefined;
  }
}
