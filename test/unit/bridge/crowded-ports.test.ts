/** Ports that anybody on the machine can fill with connections: the oldest that say nothing give way, so that the newest get in. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { openHookPort, type HookPort } from '../../../src/bridge/hook-tls.js';
import { Relay } from '../../../src/relay/relay.js';
import { idleRelayHost } from '../support/idle-relay-host.js';
import { until } from '../support/until.js';

/** Both ports keep 64 that have not proved themselves. */
const [SILENT, OLDEST] = [80, 16];
/** Nothing else closes them before. */
const FOR_EVER_MS = 3_600_000;

describe('silent connections of anybody', () => {
  const sockets: Socket[] = [];
  let relay: Relay | undefined;
  let hooks: HookPort | undefined;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) {
      socket.destroy();
    }
    await relay?.stop();
    hooks?.close();
    [relay, hooks] = [undefined, undefined];
  });

  /** Opens them one after the other; waits until the oldest are closed by the port. */
  async function crowd(port: number): Promise<void> {
    const closed: number[] = [];
    for (let i = 0; i < SILENT; i += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined).on('close', () => closed.push(i));
      await new Promise((resolve) => socket.once('connect', resolve));
    }
    await until(
      'the oldest are closed',
      () => closed.length >= OLDEST,
      () => closed,
    );
    assert.deepEqual(
      closed.sort((a, b) => a - b).slice(0, OLDEST),
      Array.from({ length: OLDEST }, (_, i) => i),
    );
  }

  it('leave room at the model relay', async () => {
    relay = new Relay({
      port: 0,
      secret: '0123456789abcdef0123456789abcdef',
      log: () => undefined,
      host: idleRelayHost,
    });
    const started = await relay.start();
    assert.ok(started.ok);
    await crowd(started.port);
  });

  it('leave room at the port of hooks', async () => {
    hooks = await openHookPort(() => undefined, {
      handshakeMs: FOR_EVER_MS,
      connections: SILENT - OLDEST,
      promptMs: 500,
    });
    await crowd(hooks.port);
  });
});
