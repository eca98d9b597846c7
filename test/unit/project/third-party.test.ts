/** The licenses of bundled packages ask for their text to come along. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

describe('notices of third parties', () => {
  const bundled = ['dist', 'dist/cli'].map((folder) => ({
    folder,
    notices: readFileSync(`${folder}/THIRD_PARTY_NOTICES.txt`, 'utf8'),
  }));

  for (const { folder, notices } of bundled) {
    it(`${folder}: name each bundled package once, with its version, license and text`, () => {
      const names = [
        ...notices.matchAll(/^(\S+ \d\S*) \((?:MIT|ISC|0BSD|Apache-2\.0|BSD-\d-Clause)\)$/gm),
      ];
      const listed = names.map((match) => match[1]);
      assert.equal(new Set(listed).size, listed.length);
      for (const name of ['valibot', 'simple-git', '@opentelemetry/sdk-metrics']) {
        assert.ok(
          listed.some((each) => each?.startsWith(`${name} `) === true),
          name,
        );
      }
      assert.equal(
        listed.some((each) => each?.startsWith('mocha ') === true),
        false,
      );
      assert.match(notices, /Apache License\s+Version 2\.0/);
      assert.match(notices, /Permission is hereby granted, free of charge/);
    });
  }

  it('are packaged', () => {
    assert.match(readFileSync('.vscodeignore', 'utf8'), /^!dist\/THIRD_PARTY_NOTICES\.txt$/m);
    const manifest = readFileSync('dist/cli/package.json', 'utf8');
    assert.match(manifest, /"THIRD_PARTY_NOTICES\.txt"/);
  });
});
