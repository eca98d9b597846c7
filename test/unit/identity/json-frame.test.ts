import assert from 'node:assert/strict';
import { withoutJsonFrame } from '../../../src/core/identity/answer/json-frame.js';

describe('an output within JSON', () => {
  it('keeps what went wrong: standard error, and an exit code other than 0', () => {
    assert.equal(
      withoutJsonFrame(
        '{"stdout":"1 test\\n","stderr":"it failed\\n","exit_code":2,"elapsed":0.3}',
      ),
      '1 test\nit failed\nExit code 2',
    );
    assert.equal(
      withoutJsonFrame('{"output":"","metadata":{"exit_code":127,"duration_seconds":0.1}}'),
      'Exit code 127',
    );
  });

  it('is what is in a file, or why the call failed', () => {
    assert.equal(withoutJsonFrame('{"absolutePath":"/repo/a.ts","content":"a\\nb"}'), 'a\nb');
    assert.equal(
      withoutJsonFrame('{"ok":false,"error":"text not found"}'),
      'Error: text not found',
    );
    assert.equal(
      withoutJsonFrame('{"success":false,"error":null,"message":"no such file"}'),
      'Error: no such file',
    );
  });

  it('keeps what the program printed beside the reason', () => {
    assert.equal(
      withoutJsonFrame(
        '{"success":false,"stdout":"2 failing","stderr":"","error":"Command failed"}',
      ),
      '2 failing\nCommand failed',
    );
    const other = '{"success":false,"output":"2 failing","error":"Command failed"}';
    assert.equal(withoutJsonFrame(other), other);
  });

  it('stays whole where it tells anything else, or is none', () => {
    for (const text of [
      '{"id":1,"name":"Bob","output":"ok"}',
      '{"stdout":"a","rows":[1,2,3]}',
      '{"output":"a result of an API"}',
      '{"stdout":{"lines":3}}',
      '{"stdout":"a","metadata":{"release":"1.2"},"exit_code":0}',
      '{"content":"a","author":"Bob"}',
      '{"ok":false,"errors":["a","b"]}',
      '{"success":false,"message":"not yet","jobs":[1]}',
      '{"stdout":"cut off","exit_c',
      '{ "stdout": "two" } { "stdout": "values" }',
      '{}',
      '{',
    ]) {
      assert.equal(withoutJsonFrame(text), text);
    }
  });
});
