/** `npm start` as a person has it, with nobody there: a turn of the real agent in the real VS Code stalls and ends in words. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';

/** The exit code of `npm start` for something that this machine cannot have. */
const UNAVAILABLE = 3;

interface Told {
  code: number | null;
  text: string;
  temp: string;
}

describe('npm start', () => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** What it prints and leaves in the folder for temporary files. `until`: Ctrl-C once this was printed. */
  function start(
    args: readonly string[],
    env: Record<string, string> = {},
    until?: RegExp,
  ): Promise<Told> {
    const temp = mkdtempSync(join(tmpdir(), 's-'));
    folders.push(temp);
    const child = spawn(process.execPath, ['test/start.mjs', '--no-build', ...args], {
      env: { ...process.env, TMPDIR: temp, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    let pressed = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        if (!pressed && until?.test(text)) {
          pressed = child.kill('SIGINT');
        }
      });
    }
    return new Promise((told, failed) => {
      child.once('error', failed).once('close', (code) => told({ code, text, temp }));
    });
  }

  function lines(context: Mocha.Context, { code, text }: Told): string[] {
    if (code === UNAVAILABLE) {
      skip(context, text.trim().split('\n').at(-1) ?? 'something is not to be had');
    }
    return text.split('\n');
  }

  it('ends a stalled turn in words without interaction', async function () {
    const picture = join(mkdtempSync(join(tmpdir(), 's-')), 'end.png');
    folders.push(join(picture, '..'));
    const told = await start(['--once', '--screenshot', picture]);
    const said = lines(this, told);
    assert.equal(told.code, 0, told.text);
    assert.ok(
      said.some((line) => line.startsWith('3  Stalled after 9 steps: 6 steps in a row')),
      told.text,
    );
    assert.ok(
      said.some((line) => line.startsWith('4  Forced to answer: “I read the parser')),
      told.text,
    );
    assert.ok(
      said.some((line) =>
        /Receipt: requested [\d:]{8}, delivered [\d:]{8}, answered [\d:]{8}/.test(line),
      ),
      told.text,
    );
    assert.ok(statSync(picture).size > 10_000);
    assert.deepEqual(leftovers(told.temp), []);
  });

  it('plays a recording without Claude Code, and labels it as one', async function () {
    const told = await start(['--once', '--recorded']);
    const said = lines(this, told);
    assert.equal(told.code, 0, told.text);
    assert.ok(
      said.some((line) => /^2 .*a recorded turn is played/.test(line)),
      told.text,
    );
    assert.ok(
      said.some((line) =>
        line.startsWith(
          '3  Stalled after 16 steps, recorded: The same call gave the same result in 4 steps',
        ),
      ),
      told.text,
    );
    assert.ok(
      said.some((line) => line.trim() === 'Recorded receipt: obeyed.'),
      told.text,
    );
  });

  it('leaves no process and no folder behind after Ctrl-C in the middle of a turn', async function () {
    const told = await start(['--once'], {}, /^2 /m);
    const said = lines(this, told);
    assert.equal(told.code, 0, told.text);
    assert.ok(
      said.some((line) => line.includes('Everything is ended and removed.')),
      told.text,
    );
    assert.ok(!/^4 /m.test(told.text), told.text);
    assert.deepEqual(leftovers(told.temp), []);
    await untilDeadline(120_000, () => {
      assert.deepEqual(processesIn(told.temp), []);
      return Promise.resolve();
    });
  });
});

/** What it made for itself there, and did not remove. */
function leftovers(temp: string): string[] {
  return readdirSync(temp).filter((name) => /^(tw-|turnwatch-)/.test(name));
}

/** The programs that were started with this folder for their temporary files and still run. Known on Linux only. */
function processesIn(temp: string): string[] {
  if (process.platform !== 'linux') {
    return [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`=${temp}`)
          ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 100)]
          : [];
      } catch {
        return [];
      } // ended meanwhile, or another user's
    });
}
