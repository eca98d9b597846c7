import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/events.js';
import { argumentsIn } from '../../../src/core/identity/tool-arguments.js';

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
