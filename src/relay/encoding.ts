/** Decompresses bodies with what this Node supports. */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** Bytes: a larger body is not decompressed. */
const LARGEST = 64 * 1024 * 1024;

/** The body itself if it is not encoded; undefined if it cannot be decoded. */
export function decoded(body: Buffer, encoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: LARGEST };
  try {
    switch (encoding?.toLowerCase() ?? 'identity') {
      case 'identity':
      case '':
        return body;
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(body, options);
      case 'deflate':
        return zlib.inflateSync(body, options);
      case 'br':
        return zlib.brotliDecompressSync(body, options);
      case 'zstd': {
        const unpack: unknown = Reflect.get(zlib, 'zstdDecompressSync');
        const unpacked = isUnpacker(unpack) ? unpack(body, options) : undefined;
        return Buffer.isBuffer(unpacked) ? unpacked : undefined;
      }
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Newer Nodes only. */
function isUnpacker(
  value: unknown,
): value is (body: Buffer, options: { maxOutputLength: number }) => unknown {
  return typeof value === 'function';
}

function isMaker(value: unknown): value is () => Transform {
  return typeof value === 'function';
}

/** A decoding stream; `none` if the body is not encoded, undefined if it cannot be decoded. */
export function decoder(encoding: string | undefined): Transform | 'none' | undefined {
  switch (encoding?.toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd': {
      const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
      return isMaker(create) ? create() : undefined;
    }
    default:
      return undefined;
  }
}
