/**
 * How files are opened, to be read or written, everywhere: others may have put anything in a file’s place. A pipe would keep one of the four threads of
 * Node’s file system waiting for good, a device like /dev/zero has no end, and a disk over the network may not answer.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** What stands in the file’s place is none: a folder, a pipe, a device, a socket. */
export class NotAFile extends Error {
  constructor(found: Pick<Stats, 'isDirectory'>) {
    super(found.isDirectory() ? 'EISDIR: it is a folder' : 'it is not a file');
  }
}

export class FileTooLarge extends Error {
  constructor(most: number) {
    super(`it is larger than ${most} bytes`);
  }
}

/** Opening and each piece of reading may take so long (milliseconds). */
const LIMIT_MS = 10_000;
/** Read at a time, and where no size is told, as in /proc (bytes). */
const PIECE = 1024 * 1024;
const UNTOLD = 64 * 1024;

/** Files whose disk has not answered yet: a second thread would only wait beside the first. */
const silent = new Set<string>();

/** To be closed after use. `flags`: besides those for reading. @throws NotAFile, and the system’s errors */
export async function openToRead(path: string, flags = 0): Promise<FileHandle> {
  return openInTime(path, constants.O_RDONLY | flags, (found) => found.isFile());
}

/** Adds to the end of the file, which is made if it is missing. @throws NotAFile for a pipe, and the system’s errors */
export async function appendTo(path: string, text: string | Buffer, mode: number): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  await writeOpened(await openInTime(path, O_WRONLY | O_APPEND | O_CREAT, isNoPipe, mode), text);
}

/** In the place of what the file holds, if it is there. @throws NotAFile for a pipe, and the system’s errors */
export async function writeWhole(path: string, text: string | Buffer, mode = 0o666): Promise<void> {
  const { O_WRONLY, O_TRUNC, O_CREAT } = constants;
  await writeOpened(await openInTime(path, O_WRONLY | O_TRUNC | O_CREAT, isNoPipe, mode), text);
}

/** The whole file. @throws FileTooLarge, NotAFile, and the system’s errors */
export async function readBytes(path: string, most: number, flags = 0): Promise<Buffer> {
  const handle = await openToRead(path, flags);
  let bytes;
  try {
    bytes = await readOpened(path, handle, most);
  } catch (error) {
    // not waited for: a disk that does not answer keeps this, too
    void handle.close().catch(() => undefined);
    throw error;
  }
  await handle.close();
  return bytes;
}

/** As `readBytes`, decoded from UTF-8. */
export async function readText(path: string, most: number): Promise<string> {
  return (await readBytes(path, most)).toString('utf8');
}

/** The rest of an opened file, from its start. @throws FileTooLarge */
export async function readOpened(path: string, handle: FileHandle, most: number): Promise<Buffer> {
  const { size } = await within(path, () => handle.stat());
  if (size > most) {
    throw new FileTooLarge(most);
  }
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    // one byte more: the file may have grown
    const length = Math.min(PIECE, Math.max(size, UNTOLD) + 1, most + 1 - at);
    const piece = Buffer.allocUnsafe(length);
    const { bytesRead } = await within(path, () => handle.read(piece, 0, length, at));
    at += bytesRead;
    if (at > most) {
      throw new FileTooLarge(most);
    }
    pieces.push(piece.subarray(0, bytesRead));
    if (bytesRead === 0) {
      return Buffer.concat(pieces);
    }
  }
}

/** At once, for what cannot wait: a small file on the person’s own disk. @throws FileTooLarge, NotAFile, and the system’s errors */
export function readTextNow(path: string, most: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      throw new NotAFile(found);
    }
    return readNow(file, most).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Pieces of a small file on the person’s own disk, at once. To be closed after use. @throws NotAFile, and the system’s errors */
export class FileNow {
  private readonly file: number;
  readonly size: number;
  readonly inode: number;

  constructor(path: string) {
    this.file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(this.file);
    if (!found.isFile()) {
      closeSync(this.file);
      throw new NotAFile(found);
    }
    this.size = found.size;
    this.inode = found.ino;
  }

  /** At most `length` bytes. */
  read(position: number, length: number): Buffer {
    if (length <= 0) {
      return Buffer.alloc(0);
    }
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.file, bytes, 0, length, position));
  }

  close(): void {
    closeSync(this.file);
  }
}

/** What comes on standard input, to its end. @throws FileTooLarge, and the system’s errors */
export function readStandardInput(most: number): Buffer {
  return readNow(0, most);
}

/** A file that was not there. @throws the system’s errors */
export function createFile(path: string, mode: number): Promise<FileHandle> {
  return open(path, 'wx', mode);
}

function readNow(file: number, most: number): Buffer {
  const pieces: Buffer[] = [];
  for (let size = 0; ;) {
    const piece = Buffer.allocUnsafe(UNTOLD);
    const bytes = readSync(file, piece);
    size += bytes;
    if (size > most) {
      throw new FileTooLarge(most);
    }
    pieces.push(piece.subarray(0, bytes));
    if (bytes === 0) {
      return Buffer.concat(pieces);
    }
  }
}

/** A device takes what is written, or refuses it at once. */
const isNoPipe = (found: Stats): boolean => !found.isFIFO();

function openInTime(
  path: string,
  flags: number,
  accepts: (found: Stats) => boolean,
  mode?: number,
): Promise<FileHandle> {
  return within(
    path,
    () => openChecked(path, flags, accepts, mode),
    (late) => void late.close(),
  );
}

async function openChecked(
  path: string,
  flags: number,
  accepts: (found: Stats) => boolean,
  mode?: number,
): Promise<FileHandle> {
  // non-blocking: a pipe is opened at once, or refused, and told from a file
  const handle = await open(path, constants.O_NONBLOCK | flags, mode);
  try {
    const found = await handle.stat();
    if (!accepts(found)) {
      throw new NotAFile(found);
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Not within a time: what comes late would stand behind what was written since. */
async function writeOpened(handle: FileHandle, text: string | Buffer): Promise<void> {
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** `onLate`: for what comes after the limit. */
function within<T>(path: string, work: () => Promise<T>, onLate?: (late: T) => void): Promise<T> {
  if (silent.has(path)) {
    return Promise.reject(new Error('its disk does not answer'));
  }
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      silent.add(path);
      reject(new Error('its disk does not answer'));
    }, LIMIT_MS);
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      silent.delete(path);
      then();
    };
    work().then(
      (value) => settle(() => (isLate ? onLate?.(value) : resolve(value))),
      (error: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}
