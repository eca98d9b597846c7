/** Comments read alone, and point only at what is in the repository. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each with what it finds. */
const faults: readonly [RegExp, string][] = [
  [/(?:\/\*\*|^\s*\*|\/\/) Of [a-z`]/, 'begins with “Of …”'],
  [/\bseeds? [123]\b|\bEVENTS\.md\b|\bDETECTION\.md\b/, 'points outside the repository'],
];

function faultsIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      faults
        .filter(([pattern]) => pattern.test(line))
        .map(([, what]) => `${file}:${at + 1} ${what}`),
    );
}

describe('comments', () => {
  const files = ['src', 'webview'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );

  it('need no other line to be understood', () => {
    assert.ok(files.length > 500);
    assert.deepEqual(files.flatMap(faultsIn), []);
  });

  it('are found where they do', () => {
    assert.ok(faults.every(([pattern]) => pattern.test('/** Of the session, by seed 2. */')));
  });
});
