/**
 * Where there are no Unix sockets (Windows, some file systems), installed hooks ask a port. Anybody could answer there once our window is
 * gone, so the window has to prove itself first: by the key of a certificate that it makes when it starts and never stores. A client that
 * meets another key sends neither token nor prompt, and takes no answer.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Arrivals } from '../arrivals.js';

/** Open at once: the system's limit of open files is near. */
const MOST_CONNECTIONS = 1024;
/** A handshake takes some round trips and computing. */
const portLimits = { handshakeMs: 2000, connections: 64, promptMs: 500 };

export interface HookPort {
  port: number;
  /** The pin of the window's key, as curl's `pinnedpubkey` takes it. */
  pin: string;
  /** PEM. */
  certificate: string;
  isOpen(): boolean;
  close(): void;
}

/** Rejects with the system's error if no port can be opened. */
export async function openHookPort(
  onConnection: (socket: TLSSocket) => void,
  { handshakeMs, ...limits } = portLimits,
): Promise<HookPort> {
  const { key, certificate, pin } = selfSigned();
  const server = createServer(
    {
      key: key.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificate,
      handshakeTimeout: handshakeMs,
      noDelay: true,
      allowHalfOpen: true,
    },
    onConnection,
  );
  server.maxConnections = MOST_CONNECTIONS;
  // before the handshake, anybody's; after it, the endpoint's own limits hold
  const arrivalLimits = { ...limits, headerMs: handshakeMs, requestMs: handshakeMs };
  const arrivals = new Arrivals(arrivalLimits, {
    onLate: (socket) => socket.destroy(),
    onCrowded: () => undefined,
  });
  const shaking = new Map<number, Socket>();
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    arrivals.watch(socket);
    shaking.set(remotePort, socket);
    socket.once('close', () => {
      if (shaking.get(remotePort) === socket) {
        shaking.delete(remotePort);
      }
    });
  });
  server.on('secureConnection', ({ remotePort = 0 }) => {
    const socket = shaking.get(remotePort);
    if (socket !== undefined) {
      arrivals.proved(socket);
      arrivals.done(socket);
    }
  });
  // not one of ours, or gone
  server.on('tlsClientError', (_, socket) => socket.destroy());
  const port = await listen(server);
  return {
    port,
    pin,
    certificate,
    isOpen: () => server.listening,
    close: () => void server.close(),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject).on('error', () => undefined);
      const address = server.address();
      if (typeof address === 'object' && address !== null) {
        resolve(address.port);
      } else {
        reject(new Error('no port'));
      }
    });
  });
}

export interface SelfSigned {
  key: KeyObject;
  /** PEM. */
  certificate: string;
  /** As curl's `pinnedpubkey` takes it. */
  pin: string;
}

/** DER: a tag, the length, the content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content);
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

/** Object identifiers. */
const ECDSA_WITH_SHA256 = hex('06082a8648ce3d040302');
const COMMON_NAME = hex('0603550403');
const SUBJECT_ALT_NAME = hex('0603551d11');
/** X.509 version 3. */
const VERSION = hex('a003020102');
const LOOPBACK = Buffer.from([127, 0, 0, 1]);

/** A certificate for the loopback address that a window makes for itself: who has its public key recognizes the window by it. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicDer = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('Turnwatch')))));
  // a positive number
  const serial = der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]));
  const addresses = sequence(der(0x87, LOOPBACK));
  const extensions = der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, addresses))));
  const content = sequence(
    VERSION,
    serial,
    algorithm,
    name,
    // it ends with the window
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicDer,
    extensions,
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    pin: `sha256//${createHash('sha256').update(publicDer).digest('base64')}`,
  };
}
