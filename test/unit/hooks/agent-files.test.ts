/** What is put into agents' files that are no JSON settings: a file of ours, a block of ours. Taken out, the text is the one from before. */
import assert from 'node:assert/strict';
import { isProblem, type Result } from '../../../src/agents/agent.js';
import { hookCommand } from '../../../src/agents/install/hook-client.js';
import { installers } from '../../../src/agents/install/installers.js';
import { knownAgents } from '../../../src/agents/index.js';
import {
  addBlock,
  blockStatus,
  removeBlock,
  addOwnFile,
  ownFileStatus,
  removeOwnFile,
} from '../../../src/agents/install/own-file.js';
import {
  hookStatus,
  installHooks,
  uninstallHooks,
  type HookDialect,
  type HookEntry,
} from '../../../src/agents/install/hook-settings.js';
import { contains } from '../../contains.js';

function text(read: Result<{ text: string }>): string {
  assert.ok(!isProblem(read), isProblem(read) ? read.problem : '');
  return read.text;
}

describe('a block of ours in a text file', () => {
  const lines = [
    '[[hooks]]',
    'event = "PreToolUse"',
    `command = ${JSON.stringify(hookCommand('kimi-code', '/home/a/turnwatch', []))}`,
  ];
  for (const [name, before] of Object.entries({
    'no file': '',
    'a file': 'model = "m"\n',
    'no end of the last line': 'model = "m"',
    Windows: 'model = "m"\r\n[a]\r\nb = 1\r\n',
    'Windows, no end of the last line': 'model = "m"\r\n[a]',
    'blank lines': '\n\n',
    'a comment': '# Turnwatch',
  })) {
    it(`${name}: in, again, out`, () => {
      const added = text(addBlock(before, lines));
      assert.equal(added.slice(0, before.length), before);
      contains(added, 'event = "PreToolUse"');
      assert.equal(text(addBlock(added, lines)), added);
      assert.equal(text(removeBlock(added)), before);
      assert.deepEqual(
        [blockStatus(before, lines), blockStatus(added, lines), blockStatus(added, lines.slice(1))],
        ['absent', 'installed', 'outdated'],
      );
      assert.equal(text(removeBlock(text(addBlock(added, ['x = 1'])))), before);
      // what was written behind the block keeps the line of its own
      const lineEnd =
        before === '' || before.endsWith('\n') ? '' : name.startsWith('Windows') ? '\r\n' : '\n';
      assert.equal(text(removeBlock(`${added}[later]\n`)), `${before}${lineEnd}[later]\n`);
    });
  }

  it('is left untouched when its end mark is missing', () => {
    const torn = text(addBlock('a = 1\n', lines)).replace('# <<< Turnwatch <<<\n', '');
    for (const read of [addBlock(torn, lines), removeBlock(torn), blockStatus(torn, lines)]) {
      assert.ok(typeof read !== 'string' && isProblem(read));
    }
    const twice = text(addBlock('', lines)) + text(addBlock('', lines));
    assert.ok(isProblem(removeBlock(twice)));
  });
});

describe('a file of ours', () => {
  const wanted = `#!/bin/sh\n${hookCommand('cline', '/home/a/turnwatch', [])}\n`;
  it('is added, updated and removed', () => {
    assert.equal(text(addOwnFile('', wanted)), wanted);
    assert.equal(text(addOwnFile(wanted.replace('0.9', '0.8'), wanted)), wanted);
    assert.deepEqual(
      ['', wanted, `${wanted}#`].map((each) => ownFileStatus(each, wanted)),
      ['absent', 'installed', 'outdated'],
    );
    assert.equal(removeOwnFile(wanted).text, '');
  });
  it('is never overwritten or removed when it is someone else’s', () => {
    assert.ok(isProblem(addOwnFile('echo theirs\n', wanted)));
    assert.equal(removeOwnFile('echo theirs\n').text, 'echo theirs\n');
    assert.equal(ownFileStatus('echo theirs\n', wanted), 'absent');
  });
});

describe('hooks in a JSON settings file, in another dialect', () => {
  const dialect: HookDialect = {
    field: 'bash',
    isOurs: (command) =>
      typeof command === 'string' && command.includes('X-Turnwatch-Agent: copilot'),
    root: { version: 1 },
  };
  const wanted: HookEntry[] = ['preToolUse', 'postToolUse'].map((event) => ({
    event,
    entry: { type: 'command', bash: hookCommand('copilot', '/d', []), timeoutSec: 2 },
  }));
  it('are bare handlers in a file with a version', () => {
    const made = text(installHooks(dialect, '', wanted));
    assert.deepEqual(JSON.parse(made), {
      version: 1,
      hooks: { preToolUse: [wanted[0]?.entry], postToolUse: [wanted[1]?.entry] },
    });
    assert.equal(hookStatus(dialect, made, wanted), 'installed');
    assert.equal(hookStatus(dialect, made, wanted.slice(1)), 'outdated');
    assert.equal(text(uninstallHooks(dialect, made)), '');
  });
  it('are added to a file that holds only its version', () => {
    const theirs = '{\n  "version": 1\n}\n';
    assert.equal(
      text(uninstallHooks(dialect, text(installHooks(dialect, theirs, wanted)))),
      theirs,
    );
  });
  it('keep the handlers of others', () => {
    const theirs =
      '{\n  "version": 1,\n  "hooks": {\n    "preToolUse": [{ "type": "command", "bash": "date" }]\n  }\n}\n';
    const made = text(installHooks(dialect, theirs, wanted));
    assert.equal(hookStatus(dialect, made, wanted), 'installed');
    assert.equal(text(uninstallHooks(dialect, made)), theirs);
  });
});

describe('places of hooks', () => {
  it('are listed for each agent with an installer, the user’s own first', () => {
    const where = { env: {}, home: '/home/a', platform: 'linux' };
    for (const id of installers.keys()) {
      const places = knownAgents.find((agent) => agent.id === id)?.places?.(where, ['/w']) ?? [];
      assert.equal(places[0]?.scope, 'user', id);
      assert.ok(
        places.every(({ files }) =>
          files.every((file) => file.startsWith('/home/a/') || file.startsWith('/w/')),
        ),
        id,
      );
    }
  });
});
