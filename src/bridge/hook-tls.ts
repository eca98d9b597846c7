/**
 * Where there are no Unix sockets (Windows, some file systems), installed hooks ask a port. Anybody could answer there once our window is
 * gone, so the window has to prove itself first: by the key of a certificate that it makes when it starts and never stores. A client that
 * meets another key sends neither token nor prompt, and takes no answer.
 */
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { selfSigned } from './self-signed.js';

/** Open at once; hooks take milliseconds. */
const MOST_CONNECTIONS = 256;
const HANDSHAKE_MS = 2000;

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
export async function openHookPort(onConnection: (socket: TLSSocket) => void): Promise<HookPort> {
  const { key, certificate, pin } = selfSigned();
  const server = createServer(
    {
      key: key.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificate,
      handshakeTimeout: HANDSHAKE_MS,
      noDelay: true,
      allowHalfOpen: true,
    },
    onConnection,
  );
  server.maxConnections = MOST_CONNECTIONS;
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
