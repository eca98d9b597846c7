/** A window asks to join the hub: both prove that they know the token, and from then on the connection is the window's link. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readFrames } from './frames.js';
import { HubLink } from './hub-link.js';
import { LINK_PROTOCOL, parseFromWindow, type WindowEntry } from './messages.js';
import { isNonce, joinProof, newNonce } from '../proof.js';
import { sameSecret } from '../../same-secret.js';

export interface JoiningHub {
  /** It could not prove that it is ours. */
  refused(): void;
  /** A hook was left unanswered. */
  onDrop: ConstructorParameters<typeof HubLink>[2];
  onJoin(window: WindowEntry, link: HubLink): void;
  /** It has other folders. */
  onWindow(window: WindowEntry): void;
  onLeave(link: HubLink): void;
}

/** A window has this long to prove itself (milliseconds). */
const JOIN_MS = 2000;

/** `joining`: holds the socket until the window has joined or is refused. */
export function welcomeWindow(
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
  { token, port }: { token: string; port: number },
  joining: Set<Duplex>,
  hub: JoiningHub,
): void {
  const nonce = request.headers['x-turnwatch-nonce'];
  if (request.headers.upgrade !== LINK_PROTOCOL || typeof nonce !== 'string' || !isNonce(nonce)) {
    hub.refused();
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const challenge = newNonce();
  joining.add(socket);
  const timer = setTimeout(() => refuse(), JOIN_MS);
  const refuse = (): void => {
    hub.refused();
    socket.destroy();
  };
  let link: HubLink | undefined;
  // server sockets stay half open: a window that ended its side is gone
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(timer);
    joining.delete(socket);
    if (link !== undefined) {
      hub.onLeave(link);
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
    link?.heard();
    switch (message.type) {
      case 'beat':
        return;
      case 'hello':
        if (
          link !== undefined ||
          !sameSecret(message.proof, joinProof(token, 'window', port, challenge))
        ) {
          refuse();
          return;
        }
        clearTimeout(timer);
        link = new HubLink(message.window.id, socket, hub.onDrop);
        joining.delete(socket);
        hub.onJoin(message.window, link);
        return;
      case 'window':
        if (message.window.id !== link?.window) {
          refuse();
          return;
        }
        hub.onWindow(message.window);
        return;
      case 'answer':
        link?.answer(message.request, frame.body.toString('utf8'));
        return;
    }
  });
}
