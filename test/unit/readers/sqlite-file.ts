/** SQLite files for tests, made with the same wasm build that reads them where Node has no SQLite of its own. */
interface WritableDatabase {
  run(sql: string, values?: (string | number | null)[]): unknown;
  export(): Uint8Array;
  close(): void;
}
interface SqlJs {
  Database: new (image?: Uint8Array) => WritableDatabase;
}

function isInit(value: unknown): value is () => Promise<unknown> {
  return typeof value === 'function';
}

function isSqlJs(value: unknown): value is SqlJs {
  return (
    typeof value === 'object' &&
    value !== null &&
    'Database' in value &&
    typeof value.Database === 'function'
  );
}

/** The bytes of a database after `fill`; `image`: what it begins with. */
export async function databaseBytes(
  fill: (run: WritableDatabase['run']) => void,
  image?: Uint8Array,
): Promise<Buffer> {
  // @ts-expect-error -- it comes without types
  const loaded: unknown = await import('sql.js');
  const init =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded
      ? loaded.default
      : undefined;
  const sql: unknown = isInit(init) ? await init() : undefined;
  if (!isSqlJs(sql)) {
    throw new Error('sql.js is not what was expected');
  }
  const database = new sql.Database(image === undefined ? undefined : Uint8Array.from(image)); // it writes into what it is given
  fill((text, values) => database.run(text, values));
  const bytes = Buffer.from(database.export());
  database.close();
  return bytes;
}

const PAGE = 4096;

/** A write-ahead log that leads from one image of a database to the next ones, a transaction each. */
export function writeAheadLog(images: readonly Buffer[]): Buffer {
  const [salts, parts] = [Buffer.from('0102030405060708', 'hex'), [] as Buffer[]];
  const header = Buffer.alloc(32);
  [0x377f0682, 3007000, PAGE].forEach((value, i) => header.writeUInt32BE(value, i * 4));
  salts.copy(header, 16);
  let sum = sumOf([header.subarray(0, 24)], [0, 0]);
  sum.forEach((value, i) => header.writeUInt32BE(value, 24 + i * 4));
  parts.push(header);
  images.slice(1).forEach((image, i) => {
    const before = images[i] ?? Buffer.alloc(0);
    const pages = Array.from({ length: image.length / PAGE }, (_, n) => n).filter(
      (n) =>
        !image.subarray(n * PAGE, (n + 1) * PAGE).equals(before.subarray(n * PAGE, (n + 1) * PAGE)),
    );
    pages.forEach((page, k) => {
      const frame = Buffer.alloc(24);
      frame.writeUInt32BE(page + 1, 0);
      frame.writeUInt32BE(k === pages.length - 1 ? image.length / PAGE : 0, 4);
      salts.copy(frame, 8);
      const content = image.subarray(page * PAGE, (page + 1) * PAGE);
      sum = sumOf([frame.subarray(0, 8), content], sum);
      sum.forEach((value, n) => frame.writeUInt32BE(value, 16 + n * 4));
      parts.push(frame, content);
    });
  });
  return Buffer.concat(parts);
}

function sumOf(chunks: readonly Buffer[], from: readonly number[]): number[] {
  let [a = 0, b = 0] = from;
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += 8) {
      a = (a + chunk.readUInt32LE(i) + b) % 2 ** 32;
      b = (b + chunk.readUInt32LE(i + 4) + a) % 2 ** 32;
    }
  }
  return [a, b];
}
