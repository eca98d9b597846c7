import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/events.js';
import { argumentsIn, shellInput } from '../../../src/core/identity/tool/tool-arguments.js';

describe('arguments within one field', () => {
  const inner = { path: 'a.ts', old: 'x', new: 'y' };

  it('are read, as an object and as JSON', () => {
    assert.deepEqual(argumentsIn({ arguments: inner }), inner);
    assert.deepEqual(argumentsIn({ tool_input: JSON.stringify(inner) }), inner);
  });

  it('stay as they are where the field holds anything else, or others stand beside it', () => {
    for (const input of [
      {},
      { input: 'npm test' },
      { input: '{ not JSON }' },
      { input: '["a"]' },
      { args: ['a'] },
      { query: '{"a":1}' },
      { arguments: inner, cwd: '/repo' },
    ] satisfies JsonObject[]) {
      assert.equal(argumentsIn(input), input);
    }
  });
});

describe('the one text for a shell', () => {
  it('is its command, whatever the name of the field', () => {
    assert.deepEqual(shellInput('shell', { input: 'npm test' }), { command: 'npm test' });
    assert.deepEqual(shellInput('shell', { __arg1: 'ls' }), { command: 'ls' });
  });

  it('is left where it is a command by name, where there is more, and to other tools', () => {
    for (const [kind, input] of [
      ['shell', { cmd: 'ls' }],
      ['shell', { chars: 'y' }],
      ['shell', { text: 'ls', cwd: '/repo' }],
      ['shell', {}],
      ['edit', { input: '*** Begin Patch' }],
    ] as const) {
      assert.equal(shellInput(kind, input), input);
    }
  });
});
