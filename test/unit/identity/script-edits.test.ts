/** Scripts within a command that edit files: what they put in place of what. */
import assert from 'node:assert/strict';
import { classifyCommand } from '../../../src/core/identity/command/command.js';
import { editsOfCommand } from '../../../src/core/identity/edits/command-edits.js';
import { change } from '../../../src/core/identity/edits/file-edit.js';

const python = (...lines: string[]): string => `python3 - <<'EOF'\n${lines.join('\n')}\nEOF`;

describe('scripts that edit', () => {
  const edits = {
    'Python, with names for the texts': python(
      'p = "src/a.py"',
      's = open(p).read()',
      'old = """limit = 1',
      'size = 2"""',
      "new = '''limit = 3",
      "size = 2'''",
      'assert old in s',
      'open(p, "w").write(s.replace(old, new))',
    ),
    'Python, with pathlib, in a folder': `cd src && ${python(
      'from pathlib import Path',
      "f = Path('a.py')",
      String.raw`f.write_text(f.read_text().replace('limit = 1\nsize = 2', 'limit = 3\nsize = 2', 1))`,
    )}`,
    'Node, as a word': String.raw`node -e "const fs = require('fs'); let s = fs.readFileSync('src/a.py', 'utf8'); s = s.replace('limit = 1\nsize = 2', 'limit = 3\nsize = 2'); fs.writeFileSync('src/a.py', s)"`,
    Ruby: `ruby - <<'RB'\ntext = File.read("src/a.py")\nFile.write("src/a.py", text.gsub("limit = 1\\nsize = 2", "limit = 3\\nsize = 2"))\nRB`,
  };
  for (const [name, command] of Object.entries(edits)) {
    it(`tell the texts: ${name}`, () => {
      const edit = change('src/a.py', 'limit = 1\nsize = 2', 'limit = 3\nsize = 2');
      // one that does not look whether the text is there goes through without it
      const mayMiss = command.includes('assert') ? {} : { mayMiss: true };
      assert.deepEqual(editsOfCommand(command), [{ ...edit, ...mayMiss }]);
      assert.equal(classifyCommand(command).kind, 'change');
    });
  }

  it('are changes even if their texts cannot be told', () => {
    const command = python(
      'import re',
      's = open("a.py").read()',
      's = re.sub(r"limit = \\d+", make(4), s)',
      'open("a.py", "w").write(s)',
    );
    assert.equal(classifyCommand(command).kind, 'change');
    assert.deepEqual(editsOfCommand(command), []);
  });

  it('are none if a script only reads, or only writes what it found out', () => {
    const reads = python('print(open("a.py").read().replace("a", "b"))');
    const measures = python('import lib', 'open("out.csv", "w").write(lib.measure())');
    for (const command of [reads, measures, 'node -e "console.log(1)"', 'python3 fix.py']) {
      assert.notEqual(classifyCommand(command).kind, 'change', command);
      assert.deepEqual(editsOfCommand(command), []);
    }
  });

  it('are read even if quotes never end', () => {
    for (const line of [
      `open("a", "w").write(s.replace(${'"\\'.repeat(20_000)}`,
      `x = ${'("'.repeat(20_000)}`,
    ]) {
      assert.deepEqual(editsOfCommand(python('s = open("a").read()', line)), []);
    }
  });
});
