/**
 * A SQLite database with its write-ahead log taken in, as one image: for a SQLite that only reads from memory.
 * Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log. Nothing is locked and nothing is written beside the agent's files.
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

/** The image after the last whole transaction; `undefined` if the log is none. A log without a whole transaction changes nothing. */
export function withWriteAheadLog(database: Buffer, log: Buffer): Buffer | undefined {
  if (log.length === 0) {
    return inMemory(Buffer.from(database));
  }
  if (log.length < HEADER || (log.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) {
    return undefined;
  }
  const pageSize = log.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) {
    return undefined;
  }
  const { pages, size } = committed(log, pageSize);
  if (size === 0) {
    return inMemory(Buffer.from(database));
  }
  const image = Buffer.alloc(size * pageSize);
  database.copy(image, 0, 0, Math.min(database.length, image.length));
  for (const [page, offset] of pages) {
    if (page <= size) {
      log.copy(image, (page - 1) * pageSize, offset, offset + pageSize);
    }
  }
  return inMemory(image);
}

/** Marks the image as one without a log, which is what it now is. */
function inMemory(image: Buffer): Buffer {
  if (image.length >= 100) {
    image.fill(1, 18, 20);
  }
  return image;
}

/** Where each page's newest committed version stands in the log, and the size of the database in pages after the last commit (0: none). */
function committed(log: Buffer, pageSize: number): { pages: Map<number, number>; size: number } {
  const littleEndian = (log.readUInt32BE(0) & 1) === 0;
  const pages = new Map<number, number>();
  let open = new Map<number, number>();
  let size = 0;
  let sum = checksum(log, 0, 24, [0, 0], littleEndian);
  if (!isSum(log, 24, sum)) {
    return { pages, size };
  }
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    // frames of an earlier round have other salts
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) {
      break;
    }
    sum = checksum(log, at, 8, sum, littleEndian);
    sum = checksum(log, at + FRAME_HEADER, pageSize, sum, littleEndian);
    if (!isSum(log, at + 16, sum)) {
      break;
    }
    open.set(log.readUInt32BE(at), at + FRAME_HEADER);
    const commit = log.readUInt32BE(at + 4);
    if (commit !== 0) {
      for (const [page, offset] of open) {
        pages.set(page, offset);
      }
      open = new Map();
      size = commit;
    }
  }
  return { pages, size };
}

type Sum = readonly [number, number];

function checksum(
  bytes: Buffer,
  start: number,
  length: number,
  [from0, from1]: Sum,
  littleEndian: boolean,
): Sum {
  let [s0, s1] = [from0, from1];
  for (let at = start; at < start + length; at += 8) {
    const [x0, x1] = littleEndian
      ? [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
      : [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    s0 = (s0 + x0 + s1) >>> 0;
    s1 = (s1 + x1 + s0) >>> 0;
  }
  return [s0, s1];
}

function isSum(log: Buffer, at: number, [s0, s1]: Sum): boolean {
  return log.readUInt32BE(at) === s0 && log.readUInt32BE(at + 4) === s1;
}
