/** Proves knowledge of the token without sending it. */
import { createHmac, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readErrorCode } from '../core/error-words.js';
import { sameSecret } from '../same-secret.js';

const NONCE = /^(?:[0-9a-f]{2}){8,64}$/i;

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** 16 to 128 hex characters. */
export function isNonce(text: string): boolean {
  return NONCE.test(text);
}

/** HMAC-SHA256 keyed with the token's characters, as hex: what `/health` answers. */
export function healthProof(token: string, nonce: string): string {
  return createHmac('sha256', token).update(nonce).digest('hex');
}

/** `ours`: knows the token. `stranger`: answered something else. `silent`: accepted the connection but did not answer in time. `nobody`: no connection. */
export type Health = 'ours' | 'stranger' | 'silent' | 'nobody';

/** Identifies the listener on the port; sends no secrets. */
export function checkHealth(port: number, token: string, limitMs = 1000): Promise<Health> {
  const nonce = newNonce();
  const expected = healthProof(token, nonce);
  return new Promise((resolve) => {
    let connected = false;
    const request = httpRequest(
      { host: '127.0.0.1', port, path: `/health?nonce=${nonce}`, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('latin1');
        answer.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > expected.length) {
            finish('stranger');
          }
        });
        answer.on('end', () =>
          finish(answer.statusCode === 200 && sameSecret(text, expected) ? 'ours' : 'stranger'),
        );
        answer.on('error', () => finish('silent'));
      },
    );
    // after a suspend the timer fires before the sockets are read: those go first
    const timer = setTimeout(
      () => setImmediate(() => finish(connected ? 'silent' : 'nobody')),
      limitMs,
    );
    const finish = (health: Health): void => {
      clearTimeout(timer);
      resolve(health);
      request.destroy();
    };
    request.on('socket', (socket) =>
      socket.on('connect', () => {
        connected = true;
      }),
    );
    request.on('error', (error) => {
      // a reset means closing down or refusing; anything that is not HTTP is a stranger
      const foreign = readErrorCode(error)?.startsWith('HPE_') === true;
      finish(foreign ? 'stranger' : connected ? 'silent' : 'nobody');
    });
    request.end();
  });
}
