/** A window that has joined the hub: receives its hooks over one connection, whose end or silence means that the hub is gone. */
import { request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { readErrorStack } from '../../core/error-words.js';
import { parseJsonObject } from '../../core/json.js';
import { readFrames, sendFrame, type Frame } from './frames.js';
import { Vigil } from './heartbeat.js';
import type { WindowOptions } from './hub.js';
import { LINK_PROTOCOL, parseFromHub, type FromHub, type WindowEntry } from './messages.js';
import { joinProof, newNonce } from '../proof.js';
import { sameSecret } from '../../same-secret.js';

/** `version`: the hub uses another protocol version. `failed`: gone, or no proof in time. */
export type JoinFailure = 'version' | 'failed';

/** Called only after a successful join. */
export interface MemberListener {
  /** The hub may be busy, or is heard again. */
  onQuiet: (isQuiet: boolean) => void;
  /** Once. `isSilent`: the hub stands still. */
  onClose: (isSilent: boolean) => void;
}

/** Joins the hub on the state's port without sending the token. */
export function joinHub(
  options: WindowOptions,
  listener: MemberListener,
  limitMs = 1000,
): Promise<Member | JoinFailure> {
  const { token, port } = options.state;
  const nonce = newNonce();
  return new Promise((resolve) => {
    const fail = (failure: JoinFailure): void => {
      clearTimeout(timer);
      request.destroy();
      resolve(failure);
    };
    const timer = setTimeout(() => fail('failed'), limitMs);
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path: '/v1/windows',
      method: 'POST',
      agent: false,
      headers: { Connection: 'Upgrade', Upgrade: LINK_PROTOCOL, 'X-Turnwatch-Nonce': nonce },
    });
    request.on('error', () => fail('failed'));
    request.on('response', (response) => {
      response.resume();
      fail(response.statusCode === 426 ? 'version' : 'failed');
    });
    request.on('upgrade', (response, socket, head) => {
      const { 'x-turnwatch-proof': proof, 'x-turnwatch-nonce': challenge } = response.headers;
      socket.on('error', () => socket.destroy());
      socket.on('end', () => socket.destroy());
      if (
        typeof proof !== 'string' ||
        typeof challenge !== 'string' ||
        !sameSecret(proof, joinProof(token, 'hub', port, nonce))
      ) {
        socket.destroy();
        fail('failed');
        return;
      }
      const member = new Member(socket, options, listener);
      socket.once('close', () => fail('failed'));
      readFrames(socket, head, (frame) => {
        const message = parseFromHub(frame.head);
        if (message?.type !== 'welcome') {
          member.receive(message, frame);
          return;
        }
        clearTimeout(timer);
        member.welcomed();
        resolve(member);
      });
      sendFrame(socket, {
        type: 'hello',
        proof: joinProof(token, 'window', port, challenge),
        window: options.self,
      });
    });
    request.end();
  });
}

export class Member {
  readonly role = 'member';
  private vigil: Vigil | undefined;
  private isSilent = false;
  /** By request id: hooks whose delivery the hub has not reported yet. */
  private readonly outcomes = new Map<number, (delivered: boolean) => void>();

  constructor(
    private readonly socket: Duplex,
    private readonly options: WindowOptions,
    private readonly listener: MemberListener,
  ) {
    socket.once('close', () => {
      for (const settle of this.outcomes.values()) {
        settle(false);
      }
      this.outcomes.clear();
      if (this.vigil !== undefined) {
        this.vigil.stop();
        listener.onClose(this.isSilent);
      }
    });
  }

  get port(): number {
    return this.options.state.port;
  }

  welcomed(): void {
    this.vigil ??= new Vigil({
      onQuiet: this.listener.onQuiet,
      onSilent: () => {
        this.isSilent = true;
        this.socket.destroy();
      },
    });
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  update(self: WindowEntry): void {
    sendFrame(this.socket, { type: 'window', window: self });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.closed) {
        resolve();
        return;
      }
      this.socket.once('close', () => resolve());
      this.socket.destroy();
    });
  }

  receive(message: FromHub | undefined, frame: Frame): void {
    this.vigil?.heard();
    switch (message?.type) {
      case undefined:
        this.socket.destroy();
        return;
      case 'welcome':
        return;
      case 'beat':
        sendFrame(this.socket, { type: 'beat' });
        if (message.elsewhere !== undefined) {
          this.options.onElsewhere?.(message.elsewhere);
        }
        return;
      case 'outcome':
        this.outcomes.get(message.request)?.(message.delivered);
        this.outcomes.delete(message.request);
        return;
      case 'hook':
        void this.answer(message, frame.body);
        return;
    }
  }

  private async answer(hook: FromHub & { type: 'hook' }, body: Buffer): Promise<void> {
    const { agent, receivedAt, deadline, process, told, request } = hook;
    const delivered = new Promise<boolean>((resolve) => {
      this.outcomes.set(request, resolve);
    });
    let answer = '';
    try {
      const payload = parseJsonObject(body.toString('utf8'));
      if (payload !== undefined) {
        answer = await this.options.handle(agent, payload, {
          receivedAt,
          deadline,
          delivered,
          ...(process !== undefined && { process }),
          ...(told && { told }),
        });
      }
    } catch (error) {
      this.options.log(`window: a hook of ${agent} failed: ${readErrorStack(error)}`);
    }
    sendFrame(this.socket, { type: 'answer', request }, answer);
  }
}
