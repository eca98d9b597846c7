/** Detection without bookkeeping, for comparison: keeps every call and scans all of them after each event. */
import type { TurnEvent } from '../../src/core/events.js';

interface Kept {
  call: string;
  output: string;
}

/** Alarms at the fourth call of a session with the same input and result. */
export class NaiveScan {
  private readonly kept: Kept[] = [];
  private call = '';

  /** Adds a call without scanning: only to set up a long session. */
  fill(event: TurnEvent): void {
    if (event.type === 'tool.call') {
      this.call = `${event.tool} ${JSON.stringify(event.input)}`;
    }
    if (event.type === 'tool.result') {
      this.kept.push({ call: this.call, output: event.output ?? '' });
    }
  }

  push(event: TurnEvent): boolean {
    this.fill(event);
    const last = this.kept.at(-1);
    if (event.type !== 'tool.result' || last === undefined) {
      return false;
    }
    return (
      this.kept.filter(({ call, output }) => call === last.call && output === last.output).length >=
      4
    );
  }
}
