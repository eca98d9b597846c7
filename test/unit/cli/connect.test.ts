/** `turnwatch connect` and `disconnect` as installed from the packed file: on settings files as people have them, byte for byte. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { installers } from '../../../src/agents/install/installers.js';
import { openTerminal } from '../../agents/harness/terminal.js';
import { contains, lacks } from '../../contains.js';
import { Installed } from './installed.js';

/** Settings files as people have them, by agent; undefined: the file is ours alone. */
const files: readonly { agent: string; file: string; text?: string }[] = [
  {
    agent: 'claude-code',
    file: '.claude/settings.json',
    text: '{\r\n\t// mine\r\n\t"hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "date" }] }] },\r\n\t"model": "opus"\r\n}',
  },
  { agent: 'gemini-cli', file: '.gemini/settings.json', text: '{ "theme": "Größe \u202e" }\n\n' },
  {
    agent: 'kimi-code',
    file: '.kimi-code/config.toml',
    text: 'default_model = "k"\n\n[providers.k]\nbase_url = "http://127.0.0.1"',
  },
  { agent: 'codex', file: '.codex/hooks.json' },
  { agent: 'opencode', file: '.config/opencode/plugins/turnwatch.js' },
  { agent: 'grok', file: '.grok/hooks/turnwatch.json' },
  { agent: 'droid', file: '.factory/hooks.json' },
  { agent: 'pi', file: '.pi/agent/extensions/turnwatch.js' },
];

describe('turnwatch connect and disconnect, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
  });
  after(() => installed.remove());
  afterEach(() => {
    for (const name of fs.readdirSync(installed.home)) {
      fs.rmSync(join(installed.home, name), { recursive: true, force: true });
    }
  });

  const ended = async (...args: string[]): Promise<{ code: number | null; out: string }> => {
    const program = installed.run(args);
    const code = await program.code;
    return { code, out: program.out + program.err };
  };
  const place = (file: string, text: string): string => {
    const path = join(installed.home, file);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, text);
    return path;
  };
  const own = (): string => join(installed.home, '.local', 'state', 'turnwatch', 'bridge');
  /** What the extension would write. */
  const connected = (agent: string, file: string, text: string, dir: string): string => {
    const added = installers.get(agent)?.add(file, text, { dir });
    assert.ok(added !== undefined && !isProblem(added));
    return added.text;
  };

  for (const { agent, file, text = '' } of files) {
    it(`${agent}: writes what the extension writes, once, and takes exactly that out again`, async () => {
      const path = text === '' ? join(installed.home, file) : place(file, text);
      const { code, out } = await ended('connect', '--yes', agent);
      assert.equal(code, 0, out);
      const written = fs.readFileSync(path, 'utf8');
      assert.equal(written, connected(agent, path, text, own()));
      contains(out, `\n  ${path}: +`);
      assert.ok(out.split('\n').length <= 10, out);
      contains(out, ' is connected. ');
      const backups = fs.readdirSync(dirname(path)).filter((name) => name.endsWith('.bak'));
      assert.deepEqual(
        backups.map((name) => fs.readFileSync(join(dirname(path), name), 'utf8')),
        text === '' ? [] : [text],
      );
      const again = await ended('connect', '--yes', agent);
      assert.deepEqual([again.code, fs.readFileSync(path, 'utf8')], [0, written]);
      contains(again.out, ' is already connected: ');

      const removed = await ended('disconnect', '--yes', agent);
      assert.equal(removed.code, 0, removed.out);
      assert.equal(fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '', text);
      contains(removed.out, ' is disconnected.');
      assert.deepEqual(
        [(await ended('disconnect', '--yes', agent)).code, fs.existsSync(path)],
        [0, text !== ''],
      );
    });
  }

  it('--project: in this project alone, with the backup out of its repository', async () => {
    const folder = join(installed.work, '.claude');
    const path = join(folder, 'settings.local.json');
    fs.mkdirSync(folder);
    fs.writeFileSync(path, '{}\n');
    const { code, out } = await ended('connect', '--project', '--yes', 'claude-code');
    assert.equal(code, 0, out);
    assert.ok(fs.readFileSync(path, 'utf8') === connected('claude-code', path, '{}\n', own()));
    contains(out, `(backup: ${join(dirname(own()), 'backups')}`);
    assert.deepEqual(fs.readdirSync(folder), ['settings.local.json']);
    assert.equal((await ended('disconnect', '--yes', 'claude-code')).code, 0);
    assert.equal(fs.readFileSync(path, 'utf8'), '{}\n');
    fs.rmSync(folder, { recursive: true });
  });

  it('without --yes and a terminal, says what it would do and ends with 2; --diff shows the whole change', async () => {
    const path = place('.claude/settings.json', '{\n  "model": "opus\u202e"\n}\n');
    const text = fs.readFileSync(path, 'utf8');
    const brief = installed.run(['connect', 'claude-code']);
    assert.equal(await brief.code, 2);
    contains(brief.out, '\n  ' + path + ': +');
    contains(brief.out, ' −1 lines, the rest stays byte for byte\n');
    lacks(brief.out, 'opus');
    contains(brief.err, '--diff shows the whole change');
    const program = installed.run(['connect', '--diff', 'claude-code']);
    assert.equal(await program.code, 2);
    assert.match(program.out, /^--- .*settings\.json\n\+\+\+ .*\n@@ -1,3 \+1,\d+ @@\n {/m);
    contains(program.out, '\n-  "model": "opus‹U+202E›"\n+  "model": "opus‹U+202E›",\n');
    contains(program.err, 'Nothing was changed');
    assert.equal(fs.readFileSync(path, 'utf8'), text);
    assert.deepEqual(fs.readdirSync(dirname(path)), ['settings.json']);
  });

  for (const [answer, code] of [
    ['y\r', 0],
    ['d\ry\r', 0],
    ['\r', 2],
    ['\x04', 2],
  ] as const) {
    it(`asks in a terminal: ${JSON.stringify(answer)} ends with ${code}`, async () => {
      const path = place('.claude/settings.json', '{}\n');
      const terminal = openTerminal(installed.program, ['connect', 'Claude Code'], {
        cwd: installed.work,
        env: installed.env,
        columns: 2000,
      });
      try {
        await terminal.waitFor(/Write this\? \[y\/N, d/, 120_000);
        assert.equal(fs.readFileSync(path, 'utf8'), '{}\n', 'not before the answer');
        terminal.type(answer);
        assert.equal(await terminal.exited, code, terminal.history());
        assert.equal(terminal.history().includes('@@ -1'), answer.startsWith('d'));
      } finally {
        await terminal.close();
      }
      assert.equal(fs.readFileSync(path, 'utf8') === '{}\n', code !== 0);
    });
  }

  it('joins the windows of the editor that used it last: its hooks name their folder', async () => {
    const bridges = ['.config/Code', '.vscode-server/data', '.local/share/code-server'].map((at) =>
      join(installed.home, at, 'User', 'globalStorage', 'turnwatch.turnwatch', 'bridge'),
    );
    for (const bridge of bridges) {
      fs.mkdirSync(bridge, { recursive: true });
    }
    const [window = '', server = ''] = bridges;
    const later = Date.now() / 1000 + 60;
    fs.utimesSync(server, later, later);
    const path = place('.claude/settings.json', '{}\n');
    assert.equal((await ended('connect', '--yes', 'claude-code')).code, 0);
    assert.ok(fs.readFileSync(path, 'utf8').includes(`'${server}/hook.curl'`));
    // hooks that name another editor's windows stay as they are
    fs.writeFileSync(path, connected('claude-code', path, '{}\n', window));
    const again = await ended('connect', '--yes', 'claude-code');
    assert.equal(again.out, `Claude Code is already connected: ${path}\n`);
  });

  it('refuses what it cannot do with one line, and changes nothing', async () => {
    const path = place('.claude/settings.json', '{ "hooks": ');
    for (const [args, why] of [
      [['connect'], 'usage: turnwatch connect'],
      [['connect', 'nobody'], 'unknown agent "nobody"; known: claude-code, codex'],
      [['connect', 'claude-code', '--yes'], 'nothing was changed: '],
      [['disconnect', 'claude-code', '--yes'], 'nothing was changed: '],
      [['connect', '--project', 'codex'], 'cannot be installed for one project alone'],
    ] as const) {
      const { code, out } = await ended(...args);
      assert.equal(code, 2, out);
      contains(out, why);
      assert.equal(out.trim().split('\n').length, 1, out);
    }
    assert.equal(fs.readFileSync(path, 'utf8'), '{ "hooks": ');
  });
});
