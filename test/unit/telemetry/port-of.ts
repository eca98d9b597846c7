import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:net';

/** Listens on a port of loopback that is free. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** A port of loopback where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
