/** The events for trying settings: the newest of this window's recording, or an opened recorded run. Bounded. */
import type { TurnEvent } from '../../core/events.js';
import { parseJson } from '../../core/json.js';
import { parseEvent } from '../../core/parse.js';
import type { Session } from '../../core/turns/session.js';
import { inSlices } from '../../scheduling.js';

/** Limits of events and of their lines' characters; at twice a limit, the older half is dropped. */
const HELD_EVENTS = 20_000;
const HELD_CHARACTERS = 32 * 1024 * 1024;
/** Lines read at a time. */
const BATCH = 200;

export interface WindowRecording {
  /** Lines appended so far, and whether the recording has stopped. */
  state(): { lines: number; ended: boolean };
  /** Lines `from` to `from + count - 1`; fewer if they cannot be read. */
  read(from: number, count: number): Promise<string[]>;
}

export interface LiveEvents {
  /** Replaced by a new array whenever older events are dropped. */
  events: readonly TurnEvent[];
  /** Whether events before the first one are missing. */
  isPart: boolean;
  ended: boolean;
}

/** Continues reading where it stopped: kept events are never read twice. */
export class RecordedWindow {
  private events: TurnEvent[] = [];
  private characters = 0;
  private next: number;
  private isPart: boolean;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly recording: WindowRecording,
    private readonly view: { readonly sessions: ReadonlyMap<string, Session> },
  ) {
    this.next = Math.max(0, recording.state().lines - HELD_EVENTS);
    this.isPart = this.next > 0;
    if (this.isPart) {
      this.events.push(...this.beginnings());
    }
  }

  /** Events up to line `end`. */
  async upTo(end: number): Promise<LiveEvents> {
    this.reading = this.reading.then(() => this.readTo(end));
    await this.reading;
    return { events: this.events, isPart: this.isPart, ended: this.recording.state().ended };
  }

  private async readTo(end: number): Promise<void> {
    while (this.next < end) {
      const lines = await this.recording.read(this.next, Math.min(BATCH, end - this.next));
      if (lines.length === 0) {
        break;
      }
      this.next += lines.length;
      await inSlices(this.takeAll(lines));
    }
  }

  private *takeAll(lines: readonly string[]): Generator<undefined, void> {
    for (const line of lines) {
      this.addLine(line);
      yield;
    }
  }

  private addLine(line: string): void {
    const parsed = parseEvent(parseJson(line));
    if (!('event' in parsed)) {
      return;
    }
    if (this.events.length >= 2 * HELD_EVENTS || this.characters >= 2 * HELD_CHARACTERS) {
      this.forgetOlder();
    }
    this.events.push(parsed.event);
    this.characters += line.length;
  }

  private forgetOlder(): void {
    this.events = [...this.beginnings(), ...this.events.slice(-Math.floor(this.events.length / 2))];
    this.characters /= 2;
    this.isPart = true;
  }

  /** State of the sessions from the dropped events. */
  private beginnings(): TurnEvent[] {
    return [...this.view.sessions.values()].map(
      ({ id, agent, cwd, parent, task, explicitSteps }) => ({
        v: 1,
        type: 'session.start',
        session: id,
        agent,
        cwd,
        ...(parent !== undefined && { parent }),
        ...(task !== undefined && { task }),
        ...(explicitSteps && { steps: 'explicit' }),
      }),
    );
  }
}
