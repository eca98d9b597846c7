import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseAuthor,
  authorOfGitChange,
  type AgentCall,
  type ObservedChange,
  type GitChange,
} from '../../../src/workspace/authors.js';
import { Saves } from '../../../src/workspace/saves.js';
import { removeTempFolders, tempFolder } from './repository.js';
import { skip } from '../../skip.js';

describe('workspace: saved files', () => {
  after(removeTempFolders);

  function saver(saves = new Saves()) {
    const root = tempFolder();
    return async (path: string, content?: string | Uint8Array) => {
      if (content !== undefined) {
        writeFileSync(join(root, path), content);
      }
      return saves.saved({ root, path: join(root, path), at: 5, by: 'agent' });
    };
  }

  it('an event for content that is new for its file, with the author; none when it comes back', async () => {
    const root = tempFolder();
    const saves = new Saves();
    writeFileSync(join(root, 'a b.txt'), 'one');
    const event = await saves.saved({
      root,
      path: join(root, 'a b.txt'),
      at: 5,
      by: 'person',
      session: 's',
    });
    assert.ok(event);
    assert.deepEqual(
      { ...event, fingerprint: '' },
      {
        v: 1,
        type: 'workspace',
        signal: 'save',
        at: 5,
        root,
        fingerprint: '',
        paths: ['a b.txt'],
        by: 'person',
        session: 's',
      },
    );
    const save = saver();
    assert.ok(await save('f', 'A'));
    assert.equal(await save('f'), undefined, 'saved again');
    assert.ok(await save('f', 'B'));
    assert.equal(await save('f', 'A'), undefined, 'back to A');
    assert.ok(await save('g', 'A'), 'the same content in another file');
  });

  it('what the file held before can be remembered', async () => {
    const root = tempFolder();
    const saves = new Saves();
    const path = join(root, 'f');
    writeFileSync(path, 'original');
    await saves.remember(path);
    writeFileSync(path, 'new');
    assert.ok(await saves.saved({ root, path, at: 1, by: undefined }));
    writeFileSync(path, 'original');
    assert.equal(await saves.saved({ root, path, at: 1, by: undefined }), undefined);
  });

  it('thousands of files at once are read few at a time', async function () {
    if (process.platform !== 'linux') {
      skip(this, 'only Linux tells how many files a process has open');
    }
    const root = tempFolder();
    const names = Array.from({ length: 600 }, (_, i) => `f${i}`);
    for (const name of names) {
      writeFileSync(join(root, name), name.repeat(10_000));
    }
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    let [most, over] = [0, false];
    const look = (): void => {
      most = Math.max(most, open() - before);
      if (!over) {
        setImmediate(look);
      }
    };
    look();
    const saves = new Saves();
    const events = await Promise.all(
      names.map((name) => saves.saved({ root, path: join(root, name), at: 1, by: undefined })),
    );
    over = true;
    assert.deepEqual(
      events.map((event) => event?.paths?.[0]),
      names,
    );
    assert.ok(most < 60, `${most} files open`);
  });

  it('binary and empty files count; above 4 MB size and time do', async () => {
    const save = saver();
    const one = await save('bin', Uint8Array.from([0, 255, 1]));
    const two = await save('bin', Uint8Array.from([0, 255, 2]));
    assert.ok(one && two && one.fingerprint !== two.fingerprint);
    assert.ok(await save('empty', ''));
    const root = tempFolder();
    const saves = new Saves();
    const path = join(root, 'large');
    writeFileSync(path, Buffer.alloc(4 * 1024 * 1024 + 1));
    utimesSync(path, 1, 1);
    assert.match(
      (await saves.saved({ root, path, at: 1, by: undefined }))?.fingerprint ?? '',
      /^size 4194305 1000000000$/,
    );
    assert.equal(await saves.saved({ root, path, at: 1, by: undefined }), undefined);
    utimesSync(path, 2, 2);
    assert.ok(await saves.saved({ root, path, at: 1, by: undefined }));
  });

  it("no event for what is gone, a folder, a pipe, outside of the root, or git's own", async () => {
    const root = tempFolder();
    const saves = new Saves();
    const at = (path: string) => saves.saved({ root, path, at: 1, by: undefined });
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, '.git/index'), 'x');
    writeFileSync(join(root, 'file'), 'x');
    assert.equal(await at(join(root, 'gone')), undefined);
    assert.equal(await at(join(root, '.git')), undefined);
    assert.equal(await at(join(root, '.git/index')), undefined);
    assert.equal(await at(root), undefined);
    const elsewhere = join(tempFolder(), 'file');
    writeFileSync(elsewhere, 'x');
    assert.equal(await at(elsewhere), undefined);
    if (process.platform !== 'win32') {
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
      assert.equal(await at(join(root, 'pipe')), undefined);
    }
    assert.ok(await at(join(root, 'file')));
  });

  it('remembers a bounded number of contents, the longest unseen going first', async () => {
    const save = saver(new Saves(3));
    for (const content of ['1', '2', '3']) {
      assert.ok(await save('f', content));
    }
    assert.equal(await save('f', '1'), undefined);
    assert.ok(await save('f', '4'), '2 goes');
    assert.equal(await save('f', '1'), undefined);
    assert.ok(await save('f', '2'));
  });
});

describe('workspace: who changed a file', () => {
  const path = '/w/a.ts';
  const edit = (more: Partial<AgentCall> = {}): AgentCall => ({
    class: 'edit',
    path,
    startedAt: 900,
    ...more,
  });
  const shell = (more: Partial<AgentCall> = {}): AgentCall => ({
    class: 'shell',
    startedAt: 900,
    ...more,
  });
  const change = (more: Partial<ObservedChange>): ObservedChange => ({
    path,
    at: 1_000,
    calls: [],
    ...more,
  });

  const cases: [string, ObservedChange, ReturnType<typeof chooseAuthor>][] = [
    ['a person typed and saved', change({ save: { reason: 'manual', typed: true } }), 'person'],
    [
      'a person typed, autosave saved',
      change({ save: { reason: 'after-delay', typed: true } }),
      'person',
    ],
    [
      'a person typed while an agent edits the file',
      change({ save: { reason: 'focus-out', typed: true }, calls: [edit()] }),
      'person',
    ],
    ['saved on command, nobody looked who typed', change({ save: { reason: 'manual' } }), 'person'],
    [
      'saved on command with nothing typed: some extension',
      change({ save: { reason: 'manual', typed: false } }),
      undefined,
    ],
    [
      'autosave with nothing typed',
      change({ save: { reason: 'after-delay', typed: false } }),
      undefined,
    ],
    [
      'an agent in the editor edits and saves',
      change({ save: { reason: 'manual', typed: false }, calls: [edit()] }),
      'agent',
    ],
    [
      'saved on command while the agent runs a command',
      change({ save: { reason: 'manual' }, calls: [shell()] }),
      undefined,
    ],
    ['on disk during a call that names it', change({ calls: [edit()] }), 'agent'],
    ['on disk 500 ms after that call', change({ calls: [edit({ endedAt: 500 })] }), 'agent'],
    ['on disk 501 ms after that call', change({ calls: [edit({ endedAt: 499 })] }), undefined],
    ['on disk before that call', change({ calls: [edit({ startedAt: 1_001 })] }), undefined],
    [
      'on disk during a call that reads it',
      change({ calls: [edit({ class: 'read' })] }),
      undefined,
    ],
    [
      'on disk during an edit of another file',
      change({ calls: [edit({ path: '/w/b.ts' })] }),
      undefined,
    ],
    [
      'the same with backslashes',
      change({ path: 'C:\\w\\a.ts', calls: [edit({ path: 'C:/w/a.ts' })] }),
      'agent',
    ],
    [
      'the same with a drive in another case',
      change({ path: 'c:\\w\\a.ts', calls: [edit({ path: 'C:\\w\\a.ts' })] }),
      'agent',
    ],
    [
      'on disk during a shell call',
      change({ calls: [shell()], before: { at: 990, by: 'agent' } }),
      undefined,
    ],
    [
      "a formatter after the agent's change",
      change({
        calls: [edit({ path: '/w/b.ts', endedAt: 950 })],
        before: { at: 950, by: 'agent' },
      }),
      'tool',
    ],
    ["a build after the person's change", change({ before: { at: -500, by: 'person' } }), 'tool'],
    ['long after the last change', change({ before: { at: -1_001, by: 'person' } }), undefined],
    [
      "after a tool's change: its cause is unknown",
      change({ before: { at: 990, by: 'tool' } }),
      undefined,
    ],
    [
      "the editor's settings of the folder on disk",
      change({ path: '/w/.vscode/settings.json', before: { at: 990, by: 'agent' } }),
      'person',
    ],
    [
      'the same saved by the editor, with nothing typed',
      change({ path: '/w/.vscode/settings.json', save: { reason: 'manual', typed: false } }),
      'person',
    ],
    [
      'the same during a shell call',
      change({ path: '/w/.vscode/settings.json', calls: [shell()] }),
      undefined,
    ],
    [
      "the same during an agent's edit of it",
      change({
        path: '/w/.vscode/settings.json',
        calls: [edit({ path: '/w/.vscode/settings.json' })],
      }),
      'agent',
    ],
    ['on disk with no evidence', change({}), undefined],
  ];
  for (const [name, input, expected] of cases) {
    it(`${name}: ${expected ?? 'unknown'}`, () =>
      assert.equal(chooseAuthor(input, 'win32'), expected));
  }

  const moved = (more: Partial<GitChange>): GitChange => ({
    since: 500,
    at: 1_000,
    headMoved: true,
    paths: [],
    calls: [],
    savedBy: () => undefined,
    ...more,
  });
  const saved = (authors: Record<string, 'agent' | 'person' | 'tool'>): Partial<GitChange> => ({
    headMoved: false,
    paths: ['/w/a', '/w/b'],
    savedBy: (file) => authors[file],
  });
  const gitCases: [string, GitChange, ReturnType<typeof chooseAuthor>][] = [
    ['HEAD moved, no call at all', moved({}), 'person'],
    ['HEAD moved during an edit', moved({ calls: [edit()] }), 'person'],
    [
      'HEAD moved during a shell call without git',
      moved({ calls: [shell({ command: 'npm test' })] }),
      undefined,
    ],
    [
      'HEAD moved during git commit',
      moved({ calls: [shell({ command: 'cd /w && git commit -m x' })] }),
      'agent',
    ],
    [
      'HEAD moved, the call ended between the looks',
      moved({ calls: [shell({ command: 'git checkout main', startedAt: 510, endedAt: 600 })] }),
      'agent',
    ],
    [
      'HEAD moved, git ran before the last look',
      moved({
        since: 5_000,
        at: 6_000,
        calls: [shell({ command: 'git checkout main', endedAt: 950 })],
      }),
      'person',
    ],
    [
      'HEAD moved during a command that only mentions git',
      moved({ calls: [shell({ command: 'cat .gitignore digit.txt' })] }),
      undefined,
    ],
    [
      'files all saved by the person',
      moved(saved({ '/w/a': 'person', '/w/b': 'person' })),
      'person',
    ],
    [
      'files saved by the person and a formatter',
      moved(saved({ '/w/a': 'person', '/w/b': 'tool' })),
      'person',
    ],
    ['files written by tools', moved(saved({ '/w/a': 'tool', '/w/b': 'tool' })), 'tool'],
    ['one by the person, one unknown', moved(saved({ '/w/a': 'person' })), undefined],
    [
      'one by the agent, one by the person',
      moved(saved({ '/w/a': 'agent', '/w/b': 'person' })),
      'agent',
    ],
    [
      'a file named by a call in between',
      moved({ headMoved: false, paths: [path], calls: [edit({ startedAt: 600, endedAt: 700 })] }),
      'agent',
    ],
    ['only the index changed', moved({ headMoved: false }), undefined],
  ];
  for (const [name, input, expected] of gitCases) {
    it(`${name}: ${expected ?? 'unknown'}`, () =>
      assert.equal(authorOfGitChange(input, 'linux'), expected));
  }
});
