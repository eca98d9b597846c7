/** Enforces a time limit on connections whose request has not arrived in full. */
import type { Duplex } from 'node:stream';

interface Arrival {
  timer: NodeJS.Timeout;
  /** Sent to a connection that exceeds the limit. */
  status: number;
}

export class Arrivals {
  private readonly arriving = new Map<Duplex, Arrival>();

  /** `limitMs`: from the connection to the end of the request's body. */
  constructor(
    private readonly limitMs: number,
    private readonly onLate: (socket: Duplex, status: number) => void,
  ) {}

  watch(socket: Duplex): void {
    const timer = setTimeout(() => {
      const { status } = this.arriving.get(socket) ?? { status: 408 };
      this.arriving.delete(socket);
      this.onLate(socket, status);
    }, this.limitMs);
    this.arriving.set(socket, { timer, status: 408 });
    socket.once('close', () => this.done(socket));
  }

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
    for (const [socket, { timer }] of this.arriving) {
      clearTimeout(timer);
      socket.destroy();
    }
    this.arriving.clear();
  }
}
