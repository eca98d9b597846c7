/** Programs that call the person: the operating system's and the person's own. What agents wrote is text there, nothing else. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotificationBatcher } from '../../../src/host/notifications/notification-batcher.js';
import {
  OwnCommand,
  runProgram,
  notificationProgram,
  soundPrograms,
  type ToldState,
} from '../../../src/host/notifications/notification-programs.js';
import { skip } from '../../skip.js';

const hostile = '--icon=x <b>“$(touch /tmp/x)”</b> & \\n \u001b[31mred\u202e "; $env:X';

const state = (text: string): ToldState => ({
  v: 1,
  state: 'stalled',
  text,
  session: 's',
  name: 'n',
  agent: 'a',
  folder: '/w',
  at: 1,
  focused: false,
});

describe('programs that call the person', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'notify-'));
  });
  after(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const never = new AbortController().signal;
  const until = async (what: string, is: () => boolean): Promise<void> => {
    for (let i = 0; i < 500 && !is(); i++) {
      await new Promise((done) => setTimeout(done, 20));
    }
    assert.ok(is(), what);
  };

  it('on Linux get the text as one argument after the options, without markup', () => {
    const { file, args, env } = notificationProgram(hostile, 'linux', {});
    assert.equal(file, 'notify-send');
    assert.deepEqual(args.slice(-3), [
      '--',
      'Turnwatch',
      '--icon=x &lt;b&gt;“$(touch /tmp/x)”&lt;/b&gt; &amp; \\\\n red‹U+202E› "; $env:X',
    ]);
    assert.equal(env, undefined);
    const long = notificationProgram('x'.repeat(5000), 'linux', {}).args.at(-1) ?? '';
    assert.ok(long.length <= 301, `${long.length} characters`);
  });

  it('on macOS and Windows get it as an argument or a variable, never in the script', () => {
    const text = '--icon=x <b>“$(touch /tmp/x)”</b> & \\n red‹U+202E› "; $env:X';
    const mac = notificationProgram(hostile, 'darwin', {});
    assert.deepEqual(mac.args.slice(-2), ['--', text]);
    assert.ok(mac.args.some((each) => each.startsWith('display notification (item -1 of argv) ')));
    assert.deepEqual(
      mac.args.slice(0, -1),
      notificationProgram('x', 'darwin', {}).args.slice(0, -1),
    );
    const windows = notificationProgram(hostile, 'win32', { SystemRoot: 'C:\\Windows' });
    assert.deepEqual(windows.env, { TURNWATCH_TEXT: text });
    assert.deepEqual(windows.args, notificationProgram('x', 'win32', {}).args);
    assert.match(windows.file, /^C:\\Windows.System32\\.*powershell\.exe$/);
    const cut = `${'x'.repeat(299)}🙂`;
    assert.deepEqual(notificationProgram(cut, 'win32', {}).env, {
      TURNWATCH_TEXT: `${'x'.repeat(299)}\ufffd…`,
    });
    const script = Buffer.from(windows.args.at(-1) ?? '', 'base64').toString('utf16le');
    assert.match(script, /CreateTextNode\(\$env:TURNWATCH_TEXT\)/);
  });

  it('play a sound by what each system has', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      assert.ok(soundPrograms(platform, {}).length > 0);
    }
  });

  it('fail in words: not there, with a status, or out of time with all that they started', async function () {
    if (process.platform === 'win32') {
      skip(this, 'Windows has no shell of this kind');
    }
    assert.match(
      (await runProgram({ file: join(dir, 'missing'), args: [] }, 5000, never)) ?? '',
      /ENOENT/,
    );
    const shell = (script: string, ms = 5000, signal = never): Promise<string | undefined> =>
      runProgram({ file: '/bin/sh', args: ['-c', script], input: 'x'.repeat(200_000) }, ms, signal);
    assert.equal(await shell('exit 3'), 'ended with 3');
    assert.equal(await shell('cat > /dev/null'), undefined);
    const mark = join(dir, 'late');
    const began = Date.now();
    assert.equal(await shell(`(sleep 1; touch ${mark}) & sleep 30`, 300), 'ended after 0.3 s');
    assert.ok(Date.now() - began < 20_000);
    const closing = new AbortController();
    const ended = shell('sleep 30', 20_000, closing.signal);
    closing.abort();
    assert.equal(await ended, 'ended with SIGKILL');
    await new Promise((done) => setTimeout(done, 1200));
    assert.equal(existsSync(mark), false, 'its child ended, too');
  });

  it('of the person’s own read a line of JSON, one run at a time', async () => {
    const out = join(dir, 'out.txt');
    const program = join(dir, 'program.mjs');
    writeFileSync(
      program,
      `import { appendFileSync, readFileSync } from 'node:fs';
       const text = readFileSync(0, 'utf8');
       appendFileSync(process.argv[2], 'begin ' + process.argv[3] + ' ' + text);
       await new Promise((done) => setTimeout(done, 200));
       appendFileSync(process.argv[2], 'end\\n');`,
    );
    const logged: string[] = [];
    const command = new OwnCommand({
      command: () => [process.execPath, program, out, '$(x) ; "y"'],
      log: (line) => logged.push(line),
      signal: never,
    });
    command.tell(state(hostile));
    command.tell(state('second'));
    await until('both were told', () => logged.length === 2);
    assert.deepEqual(logged, ['told stalled', 'told stalled']);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.replace(/\{.*\}/, 'JSON')),
      ['begin $(x) ; "y" JSON', 'end', 'begin $(x) ; "y" JSON', 'end'],
    );
    assert.deepEqual(JSON.parse(/\{.*\}/.exec(lines[0] ?? '')?.[0] ?? ''), state(hostile));
  });

  it('wait in a short line, and say in the log what went wrong', async () => {
    const logged: string[] = [];
    let set = [join(dir, 'missing')];
    const command = new OwnCommand({
      command: () => set,
      log: (line) => logged.push(line),
      signal: never,
    });
    for (let i = 0; i < 50; i++) {
      command.tell(state(String(i)));
    }
    await until('all are done', () => logged.length >= 21);
    assert.equal(logged.length, 21, 'the one that ran, and the newest 20');
    assert.match(logged[0] ?? '', /missing: .*ENOENT/);
    set = [];
    command.tell(state('none'));
    await until('it says so', () => logged.at(-1) === 'the setting names no command');
  });

  it('that cannot even be started do not end the line', async () => {
    const logged: string[] = [];
    let set = ['program', 'a\0b'];
    const command = new OwnCommand({
      command: () => set,
      log: (line) => logged.push(line),
      signal: never,
    });
    const told = async (what: string): Promise<string> => {
      const before = logged.length;
      command.tell(state(what));
      await until(what, () => logged.length > before);
      return logged.at(-1) ?? '';
    };
    assert.match(await told('a NUL character'), /^program: .*null bytes/);
    set = [''];
    assert.match(await told('no file name'), /empty/);
    set = [process.execPath, '-e', ''];
    assert.equal(await told('one that runs'), 'told stalled');
  });

  it('come merged: the first at once, the rest together', async () => {
    const given: number[][] = [];
    const merged = new NotificationBatcher<number>((items) => given.push(items), 30);
    merged.add(1);
    merged.add(2);
    merged.add(3);
    assert.deepEqual(given, [[1]]);
    await until('the rest came', () => given.length === 2);
    assert.deepEqual(given, [[1], [2, 3]]);
    merged.add(4);
    merged.flush();
    assert.deepEqual(given, [[1], [2, 3], [4]]);
    merged.dispose();
  });
});
