/** Files are read and written through one door: whatever stands in a file's place, it is told at once, and no thread waits for it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  appendTo,
  FileTooLarge,
  NotAFile,
  openToRead,
  readBytes,
  readText,
  readTextNow,
  writeWhole,
} from '../../../src/bounded-files.js';

describe('files that others can write', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnwatch-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are no pipes, devices, folders or sockets, of which more than Node has threads keep nobody', async () => {
    const put: Record<string, (path: string) => unknown> = {
      pipe: (path) => execFileSync('mkfifo', [path]),
      device: (path) => symlinkSync('/dev/zero', path),
      terminal: (path) => symlinkSync('/dev/tty', path),
      folder: (path) => mkdirSync(path),
    };
    const paths = Object.entries(put).flatMap(([name, make]) =>
      [1, 2, 3].map((n) => {
        const path = join(folder, `${name}${n}`);
        make(path);
        return path;
      }),
    );
    const before = handlesOpen();
    await Promise.all(
      paths.map(async (path) => {
        // without a terminal, its device cannot be opened at all
        const refused = path.includes('terminal') ? Error : NotAFile;
        await assert.rejects(readText(path, 1000), refused, path);
        await assert.rejects(openToRead(path), refused, path);
        assert.throws(() => readTextNow(path, 1000), refused, path);
      }),
    );
    assert.equal(handlesOpen(), before, 'none is left open');
    const file = join(folder, 'file');
    writeFileSync(file, 'read');
    assert.equal(await readText(file, 1000), 'read');
    assert.equal(readTextNow(file, 1000), 'read');
  });

  it('are written through no pipe, of which more than Node has threads keep nobody', async () => {
    const before = handlesOpen();
    const paths = [1, 2, 3, 4, 5, 6].map((n) => join(folder, `pipe${n}`));
    paths.forEach((path) => execFileSync('mkfifo', [path]));
    // of the first, somebody reads
    const reader = openSync(paths[0] ?? '', constants.O_RDONLY | constants.O_NONBLOCK);
    const written = Promise.all(
      paths.map(async (path) => {
        await assert.rejects(appendTo(path, 'lost', 0o600), path);
        await assert.rejects(writeWhole(path, 'lost'), path);
      }),
    );
    const file = join(folder, 'file');
    await appendTo(file, 'one ', 0o600);
    await appendTo(file, Buffer.from('two'), 0o600);
    assert.equal(await readText(file, 1000), 'one two');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await writeWhole(file, 'new');
    assert.equal(await readText(file, 1000), 'new');
    await written;
    closeSync(reader);
    assert.equal(handlesOpen(), before, 'none is left open');
  });

  it('are read whole up to the limit, also where no size is told', async () => {
    const file = join(folder, 'file');
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 7, 'öabc');
    writeFileSync(file, bytes);
    assert.ok((await readBytes(file, bytes.length)).equals(bytes));
    await assert.rejects(readBytes(file, bytes.length - 1), FileTooLarge);
    assert.throws(() => readTextNow(file, 100_000), FileTooLarge);
    if (process.platform === 'linux') {
      assert.match(await readText('/proc/self/stat', 8192), /^\d+ \(/);
      await assert.rejects(readText('/proc/self/maps', 100), FileTooLarge);
    }
    writeFileSync(file, '');
    assert.equal(await readText(file, 0), '');
    await assert.rejects(readText(join(folder, 'none'), 10), { code: 'ENOENT' });
  });
});

/** Where the system tells. */
function handlesOpen(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
