/** The hub's side of its connection to a window that has joined it: the hooks on their way, and whether the window responds. */
import type { Duplex } from 'node:stream';
import { sendFrame } from './frames.js';
import { SILENT_MS, Silence } from './heartbeat.js';
import type { HookRequest } from '../requests/hook-request.js';

/** Why a hook is left unanswered: the window closed, or it stands still. */
export type Unanswered = 'gone' | 'still';

const PENDING_PER_WINDOW = 1000;

export class HubLink {
  /** By request id, called with the window's answer, or with undefined if it gives none. */
  private readonly pending = new Map<number, (text: string | undefined) => void>();
  private readonly silence = new Silence(performance.now());
  private isSilent = false;
  /** As the window was told last. */
  private elsewhere: string | undefined;

  constructor(
    readonly window: string,
    private readonly socket: Duplex,
    private readonly onUnanswered: (why: Unanswered) => void,
  ) {}

  /** Resolves to the window's answer, or to '' if it gives none. */
  forward(id: number, request: HookRequest): Promise<string> {
    if (this.isSilent) {
      this.onUnanswered('still');
      return Promise.resolve('');
    }
    return new Promise((resolve) => {
      const [oldest] = this.pending;
      if (oldest !== undefined && this.pending.size >= PENDING_PER_WINDOW) {
        this.answer(oldest[0], undefined);
      }
      let isAnswered = false;
      this.pending.set(id, (text) => {
        isAnswered = text !== undefined;
        resolve(text ?? '');
      });
      const { agent, receivedAt, deadline, process, told } = request;
      sendFrame(
        this.socket,
        { type: 'hook', request: id, agent, receivedAt, deadline, process, told },
        request.raw,
      );
      void request.delivered.then((delivered) =>
        sendFrame(this.socket, {
          type: 'outcome',
          request: id,
          delivered: delivered && isAnswered,
        }),
      );
    });
  }

  answer(id: number, text: string | undefined): void {
    const answer = this.pending.get(id);
    this.pending.delete(id);
    answer?.(text);
  }

  heard(): void {
    this.silence.heard(performance.now());
    this.isSilent = false;
  }

  /** Sends a sign of life, unless the window stands still: it would find all of them when it goes on. */
  beat(now: number, elsewhere: readonly string[]): void {
    this.isSilent = this.silence.look(now) >= SILENT_MS;
    if (this.isSilent) {
      this.giveUp('still');
    } else {
      const told = elsewhere.join('\n');
      sendFrame(this.socket, { type: 'beat', ...(told !== this.elsewhere && { elsewhere }) });
      this.elsewhere = told;
    }
  }

  welcome(): void {
    sendFrame(this.socket, { type: 'welcome' });
  }

  end(): void {
    this.socket.destroy();
  }

  giveUp(why: Unanswered): void {
    for (const id of [...this.pending.keys()]) {
      this.onUnanswered(why);
      this.answer(id, undefined);
    }
  }
}
