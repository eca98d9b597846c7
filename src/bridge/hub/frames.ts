/** Framing between a window and the hub: a JSON head and a binary body, prefixed with both lengths. */
import type { Duplex } from 'node:stream';
import { parseJsonObject } from '../../core/json.js';

const HEAD_LIMIT = 1024 * 1024;
const BODY_LIMIT = 16 * 1024 * 1024;
const PREFIX = 8;

export interface Frame {
  head: Readonly<Record<string, unknown>>;
  body: Buffer;
}

export function sendFrame(socket: Duplex, head: object, body: Buffer | string = ''): void {
  if (!socket.writable) {
    return;
  }
  const headBytes = Buffer.from(JSON.stringify(head));
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body;
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(headBytes.length, 0);
  prefix.writeUInt32BE(bodyBytes.length, 4);
  socket.cork();
  socket.write(prefix);
  socket.write(headBytes);
  if (bodyBytes.length > 0) {
    socket.write(bodyBytes);
  }
  socket.uncork();
}

/** Calls back once per frame, in order; a malformed or oversized frame destroys the socket. */
export function readFrames(socket: Duplex, head: Buffer, onFrame: (frame: Frame) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const take = (count: number): Buffer => {
    const all =
      chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    chunks = [all.subarray(count)];
    size -= count;
    return all.subarray(0, count);
  };
  let lengths: { head: number; body: number } | undefined;
  const feed = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    while (!socket.destroyed) {
      if (lengths === undefined) {
        if (size < PREFIX) {
          return;
        }
        const prefix = take(PREFIX);
        lengths = { head: prefix.readUInt32BE(0), body: prefix.readUInt32BE(4) };
        if (lengths.head > HEAD_LIMIT || lengths.body > BODY_LIMIT) {
          socket.destroy();
          return;
        }
      }
      if (size < lengths.head + lengths.body) {
        return;
      }
      const parsed = parseJsonObject(take(lengths.head).toString('utf8'));
      const body = take(lengths.body);
      lengths = undefined;
      if (parsed === undefined) {
        socket.destroy();
        return;
      }
      onFrame({ head: parsed, body });
    }
  };
  socket.on('data', feed);
  if (head.length > 0) {
    feed(head);
  }
}
