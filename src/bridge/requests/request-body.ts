/** Reads the body of a request, up to a limit. */
import type { IncomingMessage } from 'node:http';

/** Calls back once; after `onTooLarge`, reading stops. */
export function receiveBody(
  request: IncomingMessage,
  mostBytes: number,
  { onBody, onTooLarge }: { onBody: (body: Buffer) => void; onTooLarge: () => void },
): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    onTooLarge();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > mostBytes) {
      chunks.length = 0;
      request.off('data', collect).off('end', complete);
      onTooLarge();
      return;
    }
    chunks.push(chunk);
  };
  const complete = (): void => onBody(Buffer.concat(chunks, size));
  request.on('data', collect).on('end', complete);
}
