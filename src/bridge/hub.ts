/** The window that holds the port: answers its own hooks and forwards the others to their windows. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../core/error-words.js';
import { Endpoint, type EndpointLimits } from './endpoint.js';
import { readFrames, sendFrame } from './frames.js';
import { folderOf, sessionOf, type HookHandler, type HookRequest } from './hook-request.js';
import { LINK_PROTOCOL, parseFromWindow, type WindowEntry } from './messages.js';
import { isNonce, joinProof, newNonce, sameSecret } from './proof.js';
import { removeHookClient, writeHookClient, type BridgeState } from './state.js';
import { ThrottledLog, type LogLine } from '../core/throttled-log.js';
import { WindowRegistry } from './windows.js';

export interface WindowOptions {
  state: BridgeState;
  self: WindowEntry;
  handle: HookHandler;
  log: LogLine;
  now: () => number;
  limits: Partial<EndpointLimits>;
}

const sentences = {
  unmatched: 'hub: dropped a hook of a session that belongs to no open window',
  gone: 'hub: left a hook unanswered because its window closed',
  join: 'hub: refused a window that could not prove it is ours',
} as const;

const JOIN_MS = 2000;
const LEAVING_MS = 40;
const PENDING_PER_WINDOW = 1000;

/** A joined window and its unanswered hooks. */
interface MemberLink {
  socket: Duplex;
  pending: Map<number, (text: string) => void>;
}

export class Hub {
  readonly role = 'hub';
  private readonly drops: ThrottledLog<keyof typeof sentences>;
  readonly endpoint: Endpoint;
  private readonly registry: WindowRegistry;
  private readonly links = new Map<string, MemberLink>();
  private readonly joining = new Set<Duplex>();
  private requests = 0;

  constructor(private readonly options: WindowOptions) {
    const { state, log, now, limits } = options;
    this.drops = new ThrottledLog(sentences, log, now);
    this.registry = new WindowRegistry(now);
    this.registry.set(options.self);
    this.endpoint = new Endpoint({
      port: state.port,
      token: state.token,
      log,
      now,
      limits,
      onHook: (request) => this.dispatch(request),
      onWindow: (request, socket, head) => this.welcome(request, socket, head),
    });
  }

  /** Rejects with the system's error if the port cannot be bound. */
  async start(): Promise<void> {
    await this.endpoint.listen();
    try {
      await writeHookClient(this.options.state);
    } catch (error) {
      await this.endpoint.close();
      throw error;
    }
  }

  update(self: WindowEntry): void {
    this.registry.set(self);
  }

  /** Removes the hook client's file before freeing the port, so that a successor's file is never removed. */
  async stop(): Promise<void> {
    // windows often close together: one about to close cannot succeed us
    if (this.links.size > 0) {
      await sleep(LEAVING_MS);
      // after a suspend the timer fires before the sockets are read
      await nextTurn();
    }
    if (this.links.size === 0) {
      await removeHookClient(this.options.state.dir).catch((error: unknown) =>
        this.options.log(`hub: ${messageOf(error)}`),
      );
    }
    const closed = this.endpoint.close();
    for (const { socket } of this.links.values()) {
      socket.destroy();
    }
    for (const socket of this.joining) {
      socket.destroy();
    }
    await closed;
  }

  private async dispatch(request: HookRequest): Promise<string> {
    const { payload } = request;
    const window = await this.registry.route(folderOf(payload), sessionOf(payload));
    if (window === undefined) {
      this.drops.add('unmatched');
      return '';
    }
    if (window === this.options.self.id) {
      return this.options.handle(request.agent, payload, request);
    }
    const link = this.links.get(window);
    return link === undefined ? '' : this.forward(link, request);
  }

  private forward(link: MemberLink, request: HookRequest): Promise<string> {
    const id = ++this.requests;
    return new Promise((resolve) => {
      const [oldest] = link.pending;
      if (oldest !== undefined && link.pending.size >= PENDING_PER_WINDOW) {
        link.pending.delete(oldest[0]);
        oldest[1]('');
      }
      link.pending.set(id, resolve);
      const { agent, receivedAt, deadline } = request;
      sendFrame(
        link.socket,
        { type: 'hook', request: id, agent, receivedAt, deadline },
        request.raw,
      );
      void request.delivered.then((delivered) =>
        sendFrame(link.socket, { type: 'outcome', request: id, delivered }),
      );
    });
  }

  private welcome(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const nonce = request.headers['x-turnwatch-nonce'];
    if (request.headers.upgrade !== LINK_PROTOCOL || typeof nonce !== 'string' || !isNonce(nonce)) {
      this.drops.add('join');
      socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const { token, port } = this.options.state;
    const challenge = newNonce();
    this.joining.add(socket);
    const timer = setTimeout(() => refuse(), JOIN_MS);
    const refuse = (): void => {
      this.drops.add('join');
      socket.destroy();
    };
    let link: { id: string; entry: MemberLink } | undefined;
    // server sockets stay half open: a window that ended its side is gone
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      this.joining.delete(socket);
      if (link !== undefined) {
        this.leave(link.id, link.entry);
      }
    });
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${LINK_PROTOCOL}\r\n` +
        `X-Turnwatch-Proof: ${joinProof(token, 'hub', port, nonce)}\r\nX-Turnwatch-Nonce: ${challenge}\r\n\r\n`,
    );
    readFrames(socket, head, (frame) => {
      const message = parseFromWindow(frame.head);
      if (message === undefined) {
        refuse();
        return;
      }
      switch (message.type) {
        case 'hello':
          if (
            link !== undefined ||
            !sameSecret(message.proof, joinProof(token, 'window', port, challenge))
          ) {
            refuse();
            return;
          }
          clearTimeout(timer);
          link = { id: message.window.id, entry: { socket, pending: new Map() } };
          this.joining.delete(socket);
          this.endpoint.joined(socket);
          this.join(message.window, link.entry);
          return;
        case 'window':
          if (message.window.id !== link?.id) {
            refuse();
            return;
          }
          this.registry.set(message.window);
          return;
        case 'answer': {
          const answer = link?.entry.pending.get(message.request);
          link?.entry.pending.delete(message.request);
          answer?.(frame.body.toString('utf8'));
          return;
        }
      }
    });
  }

  private join(window: WindowEntry, link: MemberLink): void {
    this.links.set(window.id, link);
    this.registry.set(window);
    sendFrame(link.socket, { type: 'welcome' });
    // the window may have removed the file because we were too busy to answer its health check
    writeHookClient(this.options.state).catch((error: unknown) =>
      this.options.log(`hub: ${messageOf(error)}`),
    );
  }

  private leave(id: string, link: MemberLink): void {
    if (this.links.get(id) !== link) {
      return;
    }
    this.links.delete(id);
    this.registry.delete(id);
    for (const answer of link.pending.values()) {
      this.drops.add('gone');
      answer('');
    }
  }
}
