/** What files held, on disk, with the limits as they are: more than 64 MB of it, over the steps of a turn, and after a restart. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptContents } from '../../../src/storage/kept-contents.js';
import { until } from '../support/until.js';

const MB = 2 ** 20;
const MOST = 64 * MB;

describe('contents of files that are kept', () => {
  let base = '';
  let sampling: NodeJS.Timeout | undefined;
  /** The most that lay in the folder at any time. */
  let most = 0;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'turnwatch-kept-'));
    most = 0;
    sampling = setInterval(onDisk, 1);
  });
  afterEach(() => {
    clearInterval(sampling);
    rmSync(base, { recursive: true, force: true });
  });

  const open = (): KeptContents =>
    new KeptContents({ base, log: (text) => assert.fail(text), clock: Date });

  /** Bytes in all files of the folder, as the system tells them. */
  function onDisk(): number {
    const bytes = listNames()
      .map((name) => statSync(join(base, name), { throwIfNoEntry: false }))
      .reduce((sum, file) => sum + (file?.isFile() === true ? file.size : 0), 0);
    most = Math.max(most, bytes);
    return bytes;
  }

  function listNames(): string[] {
    try {
      return readdirSync(base, { recursive: true, encoding: 'utf8' });
    } catch {
      return listNames(); // a folder went meanwhile
    }
  }

  /** One after the other, each once the one before is written. */
  async function keepAll(contents: KeptContents, sizes: readonly number[]): Promise<void> {
    for (const [step, size] of sizes.entries()) {
      const before = contents.bytes;
      contents.keep(`mark${step}`, Buffer.alloc(size, step));
      await until(
        `step ${step}`,
        () => contents.bytes !== before && onDisk() === contents.bytes,
        () => [contents.bytes, onDisk()],
      );
    }
  }

  /** Which steps' contents can still be read. */
  async function readable(contents: KeptContents, sizes: readonly number[]): Promise<boolean[]> {
    return Promise.all(
      sizes.map(async (size, step) => {
        const kept = await contents.read(`mark${step}`);
        assert.ok(kept === undefined || kept.equals(Buffer.alloc(size, step)), `step ${step}`);
        return kept !== undefined;
      }),
    );
  }

  it('are never more than 64 MB, of whatever sizes; the oldest go first, the newest can be read', async () => {
    // seven files full to the last byte, and one that lacks a byte when the next content comes
    const full = Array.from({ length: 63 }, () => MB);
    const mixed = Array.from({ length: 50 }, (_, n) => MB - ((n * 77_777) % MB));
    const sizes = [...full, MB - 1, MB, ...mixed];
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) > 1.3 * MOST);
    const contents = open();
    await keepAll(contents, sizes);
    assert.ok(most <= MOST, `${most} bytes, ${most - MOST} too many`);
    assert.ok(most > 0.8 * MOST, `only ${most} bytes`);
    const kept = await readable(contents, sizes);
    const oldest = kept.indexOf(true);
    assert.ok(oldest > 0);
    assert.ok(kept.slice(oldest).every(Boolean), 'all after the oldest');
    await contents.close();
    assert.deepEqual(readdirSync(base), []);
  });

  it('are that together with what a killed window left', async () => {
    const sizes = Array.from({ length: 66 }, () => MB);
    await keepAll(open(), sizes);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const [left = ''] = readdirSync(base);
    renameSync(join(base, left), join(base, left.replace(`-${process.pid}-`, `-${pid}-`)));
    assert.ok(onDisk() > 0.8 * MOST);
    const contents = open();
    await keepAll(contents, sizes);
    assert.ok(most <= MOST, `${most} bytes, ${most - MOST} too many`);
    assert.equal((await readable(contents, sizes)).at(-1), true);
    assert.equal(readdirSync(base).length, 1);
    await contents.close();
  });
});
