/**
 * Connections that have not proved themselves: anybody on this machine can open them. Each has a short time to send a header and a
 * longer one for the body. Above a number of them, the oldest give way, so that a hook, which sends at once, always gets in.
 */
import type { Duplex } from 'node:stream';

export interface ArrivalLimits {
  /** From the connection to the end of the request's header. */
  headerMs: number;
  /** From the connection to the end of the request's body. */
  requestMs: number;
  /** Connections without a valid token that may stay open; those above it have `promptMs` to send one. */
  connections: number;
  /** Default: `PROMPT_MS`. */
  promptMs?: number;
}

export interface ArrivalEvents {
  /** A time limit has passed. `status`: to send. */
  onLate: (socket: Duplex, status: number) => void;
  /** Closed to make room for others. */
  onCrowded: () => void;
}

interface Arrival {
  /** When the connection was opened (`performance.now()`). */
  at: number;
  timer: NodeJS.Timeout;
  /** Sent to a connection that exceeds its time limit. */
  status: number;
}

/** A hook's client sends its header in one piece right after it has connected. */
const PROMPT_MS = 100;
/** Unproved connections that may be open at all: beyond it nobody waits for them to be prompt. */
const MOST_UNPROVED = 512;

export class Arrivals {
  /** Their request is not here in full. */
  private readonly arriving = new Map<Duplex, Arrival>();
  /** No valid token yet: when each was opened, the oldest first. */
  private readonly unproved = new Map<Duplex, number>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: ArrivalLimits,
    private readonly events: ArrivalEvents,
  ) {}

  watch(socket: Duplex): void {
    const { headerMs, requestMs } = this.limits;
    const at = performance.now();
    this.arriving.set(socket, {
      at,
      status: 408,
      timer: this.limit(socket, Math.min(headerMs, requestMs)),
    });
    this.unproved.set(socket, at);
    socket.once('close', () => {
      this.done(socket);
      this.proved(socket);
    });
    if (this.unproved.size > this.limits.connections) {
      this.sweep();
    }
  }

  /** The header is here: the rest of the request has more time. */
  headerArrived(socket: Duplex): void {
    const arrival = this.arriving.get(socket);
    if (arrival !== undefined) {
      clearTimeout(arrival.timer);
      const left = this.limits.requestMs - (performance.now() - arrival.at);
      arrival.timer = this.limit(socket, Math.max(0, left));
    }
  }

  /** It has the token, or is a window that proved to have it: it never has to make room. */
  proved(socket: Duplex): void {
    this.unproved.delete(socket);
  }

  /** The request is here in full, or another time limit holds from here. */
  done(socket: Duplex): void {
    clearTimeout(this.arriving.get(socket)?.timer);
    this.arriving.delete(socket);
  }

  /** Handles a refused request while the rest of it arrives. */
  refused(socket: Duplex, status: number): void {
    const arrival = this.arriving.get(socket);
    if (arrival !== undefined) {
      arrival.status = status;
    }
  }

  destroyAll(): void {
    clearTimeout(this.sweeping);
    for (const { timer } of this.arriving.values()) {
      clearTimeout(timer);
    }
    for (const socket of [...this.arriving.keys(), ...this.unproved.keys()]) {
      socket.destroy();
    }
    this.arriving.clear();
    this.unproved.clear();
  }

  private limit(socket: Duplex, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      // after a busy time, timers come before what has long arrived is read
      setImmediate(() => {
        const arrival = this.arriving.get(socket);
        if (arrival?.timer === timer) {
          this.arriving.delete(socket);
          this.events.onLate(socket, arrival.status);
        }
      });
    }, ms);
    return timer;
  }

  /** Closes the oldest, but only those that had the time to prove themselves, unless there are far too many. */
  private sweep(): void {
    for (const [socket, at] of this.unproved) {
      const { size } = this.unproved;
      if (size <= this.limits.connections) {
        return;
      }
      const left = (this.limits.promptMs ?? PROMPT_MS) - (performance.now() - at);
      if (left > 0 && size <= MOST_UNPROVED) {
        this.sweepIn(left);
        return;
      }
      this.proved(socket);
      this.done(socket);
      this.events.onCrowded();
      socket.destroy();
    }
  }

  private sweepIn(ms: number): void {
    this.sweeping ??= setTimeout(() => {
      // what they sent meanwhile is read first
      setImmediate(() => {
        this.sweeping = undefined;
        this.sweep();
      });
    }, ms).unref();
  }
}
