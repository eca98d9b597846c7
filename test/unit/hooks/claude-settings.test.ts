import assert from 'node:assert/strict';
import {
  hookCommand,
  hookEvents,
  hookStatus,
  installHooks,
  uninstallHooks,
} from '../../../src/agents/claude-code/answer.js';
import { contains } from '../../contains.js';

const folder = '/home/a/turn watch/it\'s "here" \u00e4';

function installed(text: string, by = folder): string {
  const result = installHooks(text, by);
  assert.ok('text' in result, 'problem' in result ? result.problem : '');
  return result.text;
}
function uninstalled(text: string): string {
  const result = uninstallHooks(text);
  assert.ok('text' in result, 'problem' in result ? result.problem : '');
  return result.text;
}
/** Comments and trailing commas taken out by hand, so that plain JSON.parse is the judge. */
function parsed(text: string): Record<string, unknown> {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/^([^"\n]*(?:"[^"\n]*"[^"\n]*)*?)\/\/.*$/gm, '$1')
    .replace(/\/\*.*?\*\//g, '')
    .replace(/,(\s*[}\]])/g, '$1');
  const value: unknown = JSON.parse(plain);
  assert.ok(typeof value === 'object' && value !== null);
  return Object.fromEntries(Object.entries(value));
}

const texts: Record<string, string> = {
  'no file': '',
  'white space only': '  \n',
  'an empty object': '{}',
  'an empty object with a line end': '{}\n',
  'an empty object on two lines': '{\n}\n',
  'other settings': '{\n  "theme": "dark",\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n',
  'no line end at the end': '{\n  "theme": "dark"\n}',
  'one line': '{"theme":"dark","a":[1,2]}',
  'Windows line ends': '{\r\n  "theme": "dark"\r\n}\r\n',
  tabs: '{\n\t"theme": "dark",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  'four blanks': '{\n    "theme": "dark"\n}\n',
  'empty hooks': '{\n  "hooks": {}\n}\n',
  'empty hooks with blanks': '{ "hooks": { } , "x": 1 }',
  'an empty list of an event': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  'an empty list of the first event': '{ "hooks": { "UserPromptSubmit": [ ] } }',
  'others under the same events':
    '{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "Bash",\n        "hooks": [ { "type": "command", "command": "./guard.sh" } ]\n      }\n    ],\n    "Stop": [{"hooks":[{"type":"command","command":"say done"}]}]\n  },\n  "theme": "dark"\n}\n',
  'others under other events':
    '{\n  "hooks": {\n    "PreCompact": [\n      { "hooks": [] }\n    ]\n  }\n}\n',
  comments:
    '// mine\n{\n  // look\n  "theme": "dark", // dark, please\n  /* why */ "hooks": {\n    "Stop": [ // at the end\n      { "hooks": [] } // last, really\n      // done\n    ]\n  } // no more\n} // end\n',
  'trailing commas':
    '{\n  "theme": "dark", // yes\n  "hooks": {\n    "Stop": [\n      { "hooks": [], },\n    ],\n  },\n}\n',
  'a byte order mark': '\uFEFF{\n  "theme": "dark"\n}\n',
  'a comment before the comma of the last entry':
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] } /* mine */ /* really */ , /* yes */ ]\n  } /* no more */ ,\n}\n',
  'a comma in a string and in a comment': '{\n  "a": ",}" /* , */\n}\n',
};

describe('Claude Code settings', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`install and uninstall: ${name}`, () => {
      const result = installed(text);
      assert.equal(hookStatus(text, folder), 'absent');
      assert.equal(hookStatus(result, folder), 'installed');
      assert.equal(installed(result), result, 'twice is once');
      assert.equal(uninstalled(result), text, 'byte for byte');
      // whoever reads the file finds every hook of ours, and what was there before
      const hooks = parsed(result)['hooks'];
      assert.ok(typeof hooks === 'object' && hooks !== null);
      const found = new Map(Object.entries(hooks));
      for (const { event, kind } of hookEvents) {
        const command = hookCommand(folder, kind);
        contains(JSON.stringify(found.get(event)), JSON.stringify(command), event);
      }
      if (text.trim() !== '') {
        for (const [key, value] of Object.entries(parsed(text))) {
          if (key !== 'hooks') {
            assert.deepEqual(parsed(result)[key], value);
          }
        }
      }
      // another folder replaces, never adds
      const moved = installed(result, '/elsewhere');
      assert.equal(hookStatus(result, '/elsewhere'), 'outdated');
      assert.equal(hookStatus(moved, '/elsewhere'), 'installed');
      assert.equal(uninstalled(moved), text);
    });
  }

  it('are formatted well in a new file and in a typical one', () => {
    const short = installed('', 'C').split('\n').slice(0, 14).join('\n');
    assert.equal(
      short,
      '{\n  "hooks": {\n    "UserPromptSubmit": [\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": ' +
        JSON.stringify(hookCommand('C')) +
        ',\n            "timeout": 2\n          }\n        ]\n      }\n    ],\n    "PreToolUse": [',
    );
    const tabbed = installed(texts['tabs'] ?? '', 'C');
    const began =
      '{\n\t"theme": "dark",\n\t"env": {\n\t\t"A": "1"\n\t},\n\t"hooks": {\n\t\t"UserPromptSubmit": [\n\t\t\t{\n';
    assert.equal(tabbed.slice(0, began.length), began);
    assert.ok(
      !/(^|[^\r])\n/.test(installed(texts['Windows line ends'] ?? '')),
      'Windows line ends only',
    );
  });

  it('keeps later changes by others', () => {
    const text =
      '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "mine" }] }\n    ]\n  }\n}\n';
    const value = parsed(installed(text));
    // another program reads the file, adds a setting and writes it its own way
    const rewritten = JSON.stringify({ ...value, theme: 'light' }, null, 2);
    assert.deepEqual(parsed(uninstalled(rewritten)), { ...parsed(text), theme: 'light' });
    assert.equal(hookStatus(rewritten, folder), 'installed');
  });

  it('keeps what follows our hooks on the same line, also after a comment', () => {
    const text = '{\n  "theme": "dark" // mine\n}\n';
    const extended = installed(text).replace(/\n {2}\}\n\}\n$/, '\n  }, "model": "theirs"\n}\n');
    assert.equal(hookStatus(extended, folder), 'installed');
    assert.deepEqual(parsed(uninstalled(extended)), { theme: 'dark', model: 'theirs' });
  });

  it('rejects a file that is nested too deeply', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const result of [
      installHooks(deep, folder),
      uninstallHooks(deep),
      hookStatus(deep, folder),
    ]) {
      assert.ok(typeof result === 'object' && 'problem' in result);
      assert.match(result.problem, /nested too deeply/);
    }
  });

  it('removes only our handler from a group that someone extended', () => {
    const value = installed('').replace(
      '"timeout": 2\n          }',
      '"timeout": 2\n          },\n          { "type": "command", "command": "theirs" }',
    );
    assert.equal(hookStatus(value, folder), 'outdated');
    assert.deepEqual(parsed(uninstalled(value)), {
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'theirs' }] }] },
    });
  });

  it('completes a partial installation', () => {
    const { hooks } = parsed(installed(''));
    assert.ok(typeof hooks === 'object' && hooks !== null);
    const partly = `${JSON.stringify({ hooks: Object.fromEntries(Object.entries(hooks).filter(([event]) => event !== 'Stop')) }, null, 2)}\n`;
    assert.equal(hookStatus(partly, folder), 'outdated');
    assert.equal(hookStatus(installed(partly), folder), 'installed');
    assert.equal(uninstalled(partly), '');
  });

  it('replaces hooks that always ask, as earlier versions installed them, by one change', () => {
    const before = '{\n  "theme": "dark"\n}\n';
    const command = `trap '' PIPE; turnwatch_f='/x/hook.curl'; { [ -r "$turnwatch_f" ] && curl -K "$turnwatch_f" -H 'X-Turnwatch-Agent: claude-code' --data-binary @-; } 2>/dev/null; exit 0`;
    const handler = JSON.stringify({ type: 'command', command, timeout: 2 });
    const events = ['UserPromptSubmit', 'PreToolUse', 'PostToolBatch', 'Stop'];
    const hooks = events.map((event) => `\n    "${event}": [\n      {"hooks":[${handler}]}\n    ]`);
    const earlier = `{\n  "theme": "dark",\n  "hooks": {${hooks.join(',')}\n  }\n}\n`;
    assert.equal(hookStatus(earlier, folder), 'outdated');
    const repaired = installed(earlier);
    assert.equal(hookStatus(repaired, folder), 'installed');
    assert.equal(repaired, installed(before), 'nothing of the earlier ones is left');
    assert.equal(uninstalled(earlier), before, 'and they can be removed as they are');
  });

  it('reports that all hooks are disabled', () => {
    const text = installed('{\n  "disableAllHooks": true\n}\n');
    assert.equal(hookStatus(text, folder), 'disabled');
    assert.equal(uninstalled(text), '{\n  "disableAllHooks": true\n}\n');
  });

  const broken: [string, RegExp][] = [
    ['{\n  "a": 1\n  "b": 2\n}', /line 3, column 3: comma expected/],
    ['{ "a": ', /line 1, column \d+/],
    ['[]', /line 1, column 1: it must hold a JSON object/],
    ['"text"', /must hold a JSON object/],
    ['{ "hooks": [] }', /"hooks" is a list, but must be an object/],
    ['{ "hooks": null }', /"hooks" is a null, but must be an object/],
    ['{ "hooks": { "Stop": {} } }', /"hooks.Stop" must be a list/],
    ['{ "hooks": {}, "hooks": {} }', /"hooks" twice, again at line 1, column 16/],
    ['<html></html>', /line 1, column 1/],
  ];
  for (const [text, expected] of broken) {
    it(`never touches a broken file: ${text.replace(/\n/g, ' ')}`, () => {
      const result = installHooks(text, folder);
      assert.ok('problem' in result, 'text' in result ? result.text : '');
      assert.match(result.problem, expected);
    });
  }
});
