/** What calls do to files, by content. */
import assert from 'node:assert/strict';
import type { JsonObject, ToolClass } from '../../../src/core/events.js';
import { fileEdits, samePlace, type FileEdit } from '../../../src/core/identity/edits/edit.js';

const edits = (input: JsonObject, kind: ToolClass = 'edit'): FileEdit[] => fileEdits(kind, input);
const bash = (command: string): FileEdit[] => edits({ command }, 'shell');
/** The only edit of a call. */
function one(input: JsonObject | string, kind: ToolClass = 'edit'): FileEdit {
  const [edit, ...more] = typeof input === 'string' ? bash(input) : edits(input, kind);
  assert.ok(edit !== undefined, JSON.stringify(input));
  assert.deepEqual(more, [], JSON.stringify(input));
  return edit;
}
const brief = ({ path, before, after, whole }: FileEdit): unknown => ({
  path,
  before,
  after,
  whole,
});
const lines = (...all: string[]): string => all.join('\n');

const replaced = one({
  file_path: 'src/f.ts',
  old_string: 'const a = 1;',
  new_string: 'const a = 2;',
});
const written = one({ file_path: 'src/f.ts', content: 'one\ntwo\n' }, 'write');

describe('edits: the same change in every form', () => {
  const patch = lines(
    '*** Begin Patch',
    '*** Update File: src/f.ts',
    '@@ function f',
    ' {',
    '-  const a = 1;',
    '+  const a = 2;',
    ' }',
    '*** End Patch',
  );
  const diff = lines(
    'diff --git a/src/f.ts b/src/f.ts',
    '--- a/src/f.ts',
    '+++ b/src/f.ts',
    '@@ -1,3 +1,3 @@',
    ' {',
    '-  const a = 1;',
    '+  const a = 2;',
    ' }',
  );
  const forms: Record<string, [JsonObject, ToolClass?]> = {
    'old_str and new_str': [
      {
        path: 'src/f.ts',
        old_str: 'const a = 1;',
        new_str: 'const a = 2;',
        command: 'str_replace',
      },
    ],
    'oldText and newText': [
      { path: './src/f.ts', oldText: 'const a = 1;', newText: 'const a = 2;' },
    ],
    'oldString and newString': [
      { filePath: 'src/f.ts', oldString: 'const a = 1;', newString: 'const a = 2;' },
    ],
    'search and replace': [{ path: 'src/f.ts', search: 'const a = 1;', replace: 'const a = 2;' }],
    'an unknown tool with old and new': [
      { path: 'src/f.ts', old: 'const a = 1;', new: 'const a = 2;' },
      'other',
    ],
    'a list of edits': [
      {
        file_path: 'src/f.ts',
        edits: [{ old_string: 'const a = 1;', new_string: 'const a = 2;' }],
      },
    ],
    'a single edit as object': [
      { path: 'src/f.ts', edit: { old: 'const a = 1;', new: 'const a = 2;' } },
    ],
    'replacements that name their files': [
      {
        replacements: [
          { filePath: 'src/f.ts', oldString: 'const a = 1;', newString: 'const a = 2;' },
        ],
      },
    ],
    'lines around it that stay': [
      { path: 'src/f.ts', old_str: '{\n  const a = 1;\n}\n', new_str: '{\n  const a = 2;\n}\n' },
    ],
    'other line ends': [
      {
        path: 'src/f.ts',
        old_str: '{\r\n  const a = 1;\r\n}',
        new_str: '{\r\n  const a = 2;\r\n}',
      },
    ],
    apply_patch: [{ input: patch }],
    'apply_patch in a command': [{ command: `apply_patch <<'EOF'\n${patch}\nEOF` }, 'shell'],
    'apply_patch in a command of a command': [
      { command: ['bash', '-lc', `cd src && cd .. && apply_patch <<'EOF'\n${patch}\nEOF\n`] },
      'shell',
    ],
    'a unified diff': [{ patch: diff }],
    'a unified diff of a path that is named beside it': [
      { path: 'src/f.ts', diff: diff.slice(diff.indexOf('@@')) },
    ],
    'git apply': [{ command: `git apply <<'EOF'\n${diff}\nEOF` }, 'shell'],
    'blocks of SEARCH and REPLACE': [
      {
        path: 'src/f.ts',
        diff: lines(
          '------- SEARCH',
          '  const a = 1;',
          '=======',
          '  const a = 2;',
          '+++++++ REPLACE',
        ),
      },
    ],
    'blocks with their line': [
      {
        path: 'src/f.ts',
        diff: lines(
          '<<<<<<< SEARCH',
          ':start_line:2',
          '-------',
          '{',
          '  const a = 1;',
          '=======',
          '{',
          '  const a = 2;',
          '>>>>>>> REPLACE',
        ),
      },
    ],
    sed: [{ command: "sed -i 's/const a = 1;/const a = 2;/' src/f.ts" }, 'shell'],
    'sed below a folder': [
      { command: "cd src && sed -i.bak -e 's|const a = 1;|const a = 2;|g' f.ts" },
      'shell',
    ],
  };
  for (const [name, [input, kind]] of Object.entries(forms)) {
    it(name, () => {
      const edit = one(input, kind);
      // after a change of folder, a command names its files relative to that folder
      const from = edit.path.startsWith('src/../') ? { ...edit, path: edit.path.slice(7) } : edit;
      assert.deepEqual(brief(from), brief(replaced));
    });
  }

  const wholes: Record<string, [JsonObject, ToolClass?]> = {
    file_text: [{ path: 'src/f.ts', file_text: 'one\ntwo', command: 'create' }, 'write'],
    'an unknown tool with a content': [{ path: 'src/f.ts', content: 'one\ntwo\n' }, 'other'],
    'an edit of nothing': [{ file_path: 'src/f.ts', old_string: '', new_string: 'one\ntwo\n' }],
    'a here-document': [{ command: "cat > src/f.ts <<'EOF'\none\ntwo\nEOF" }, 'shell'],
    'a here-document and what follows it': [
      { command: "cd src && cat <<'EOF' > f.ts\none\ntwo\nEOF\npython f.py" },
      'shell',
    ],
    'a file that a patch adds': [
      {
        input: lines('*** Begin Patch', '*** Add File: src/f.ts', '+one', '+two', '*** End Patch'),
      },
    ],
    'a file that a diff adds': [
      { diff: lines('--- /dev/null', '+++ b/src/f.ts', '@@ -0,0 +1,2 @@', '+one', '+two') },
    ],
  };
  for (const [name, [input, kind]] of Object.entries(wholes)) {
    it(`whole: ${name}`, () => assert.deepEqual(brief(one(input, kind)), brief(written)));
  }
});

describe('edits: reverts', () => {
  it('restore the earlier content', () => {
    const back = one({
      file_path: 'src/f.ts',
      old_string: '  const a = 2;',
      new_string: '  const a = 1;',
    });
    assert.deepEqual([back.before, back.after], [replaced.after, replaced.before]);
  });
  it('are recognised after lines were added and removed', () => {
    const added = one({ path: 'f', old_string: 'a\nb', new_string: 'a\nx\nb' });
    const gone = one({ path: 'f', old_string: 'a\nx\nb', new_string: 'a\nb' });
    assert.deepEqual([gone.before, gone.after], [added.after, added.before]);
    const other = one({ path: 'f', old_string: 'a\ny\nb', new_string: 'a\nb' });
    assert.notEqual(gone.after, other.after, 'two different lines that are gone');
  });
  it('an edit that changes nothing', () => {
    for (const text of ['a', 'a\nb']) {
      const { before, after } = one({ path: 'f', old_string: text, new_string: text });
      assert.equal(before, after);
    }
    const { before, after } = one("sed -i 's/a/a/' f");
    assert.equal(before, after);
  });
  it('a change of indentation alone is an edit', () => {
    const { before, after } = one({ path: 'f', old_string: '  a()', new_string: '    a()' });
    assert.notEqual(before, after);
  });
  it('the same change at another place is a different one', () => {
    const at = (around: string): FileEdit =>
      one({ path: 'f', old_string: `${around}\n  pass`, new_string: `${around}\n  raise` });
    assert.equal(at('def a():').after, at('def b():').after);
    assert.equal(samePlace(at('def a():'), at('def b():')), false);
    assert.equal(samePlace(at('def a():'), at('def a():')), true);
    assert.equal(
      samePlace(at('def a():'), one({ path: 'f', old_string: '  pass', new_string: '  raise' })),
      true,
    );
    const insert = (line: number): FileEdit =>
      one({ path: 'f', insert_line: line, new_str: 'x', command: 'insert' });
    assert.equal(samePlace(insert(1), insert(2)), false);
    assert.equal(insert(1).before, undefined);
  });
  it('lines added by sed', () => {
    const add = (text: string): FileEdit => one(`sed -i '12a\\    ${text}' f`);
    assert.equal(
      add('x()').after,
      one({ path: 'f', old_string: 'a\n', new_string: 'a\n    x()\n' }).after,
    );
    assert.equal(
      one({ path: 'f', old_str: 'x()', command: 'str_replace' }).after,
      add('x()').before,
      'taken out again',
    );
    assert.equal(samePlace(add('x()'), one("sed -i '13a\\ x()' f")), false);
    assert.deepEqual(
      bash("sed -i -e 's/a/b/' -e 's/c/d/' f").map(({ path }) => path),
      ['f', 'f'],
    );
    assert.deepEqual(
      bash("sed -i '' 's/a/b/' f").map(({ path }) => path),
      ['f'],
    );
    assert.deepEqual(bash("perl -0pi -e 's/a/b/gs' f")[0], bash("sed -i 's/a/b/' f")[0]);
  });
  it('other scripts reveal only the file', () => {
    for (const script of [
      "sed -i '5d' f",
      "perl -pi -e '$_ = uc' f",
      "perl -i.bak -ne 'print unless /x/' f",
      "sed -i -e 's/a/b/' -e '5d' f",
    ]) {
      assert.deepEqual(bash(script), [{ path: 'f', whole: false }], script);
    }
  });
  it('a variable or a substitution names no file', () => {
    for (const command of [
      'for f in a b; do sed -i s/a/b/ "$f"; done',
      "sed -i 's/a/b/' $(git ls-files)",
      "perl -pi -e 's/a/b/' `git ls-files`",
      'echo x > $dir/f',
      'cat > "$F" <<EOF\nx\nEOF',
    ]) {
      assert.deepEqual(bash(command), [], command);
    }
    assert.equal(bash("sed -i 's/a$/b/' f").length, 1);
  });
  it('cells of a notebook are files of their own', () => {
    const cell = (id: string, source: string): FileEdit =>
      one({ notebook_path: 'n.ipynb', cell_id: id, new_source: source });
    assert.equal(cell('1', 'x').after, cell('1', 'x').after);
    assert.notEqual(cell('1', 'x').path, cell('2', 'x').path);
    assert.equal(cell('1', 'x').whole, true);
  });
  it('a text of several lines in a patch, of which only the first has its sign', () => {
    const head = ['*** Begin Patch', '*** Update File: f', '@@'];
    const whole = lines(...head, '-a', '-  b', '+c', '+  d', '+e', '*** End Patch');
    const lenient = lines(...head, '-a', '  b', '+c', '  d', 'e', '*** End Patch');
    assert.deepEqual(edits({ input: lenient }), edits({ input: whole }));
    const kept = lines(...head, '-a', '  b', '+c', '  d', '*** End Patch');
    assert.notDeepEqual(edits({ input: kept }), edits({ input: whole }), 'lines that stay');
  });
  it('several files of one patch', () => {
    const patch = lines(
      '*** Begin Patch',
      '*** Update File: a',
      '@@',
      '-1',
      '+2',
      '@@',
      '-3',
      '+4',
      '*** Delete File: b',
      '*** Add File: c',
      '+x',
      '*** End Patch',
    );
    assert.deepEqual(
      edits({ input: patch }).map(({ path, whole }) => `${path} ${whole}`),
      ['a false', 'a false', 'c true'],
    );
    assert.deepEqual(
      bash("sed -i 's/a/b/' x y").map(({ path }) => path),
      ['x', 'y'],
    );
  });
});

describe('edits: none', () => {
  const none: [JsonObject, ToolClass][] = [
    [{ file_path: 'f' }, 'read'],
    [{ path: 'f', content: 'x' }, 'search'],
    [{ command: 'ls' }, 'shell'],
    [{ command: 'undo_edit', path: 'f' }, 'edit'],
    [{ command: "sed 's/a/b/' f" }, 'shell'],
    [{ path: 'f', search: 'x' }, 'other'],
    [{ query: 'x', text: 'y', path: 'f' }, 'other'],
    [{ todos: [{ content: 'x' }] }, 'todo'],
    [{}, 'edit'],
    [{ command: 'edit 1:2\nx\nend_of_edit' }, 'edit'],
    [{ content: 'no path' }, 'write'],
    [{ edits: [{ edits: [{ edits: [{ edits: [{ path: 'f', content: 'x' }] }] }] }] }, 'edit'],
  ];
  for (const [input, kind] of none) {
    it(JSON.stringify(input), () => assert.deepEqual(edits(input, kind), []));
  }

  it('a conflict that is resolved by a block has a dividing line of its own', () => {
    const resolved = one({
      path: 'f',
      diff: '------- SEARCH\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> 41be770\n=======\nb\n+++++++ REPLACE',
    });
    const told = one({
      path: 'f',
      old_string: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> 41be770',
      new_string: 'b',
    });
    assert.deepEqual([resolved.before, resolved.after], [told.before, told.after]);
  });

  it('hostile inputs are bounded', () => {
    const long = 'x\n'.repeat(2_000_000);
    const began = process.cpuUsage().user;
    assert.equal(edits({ path: 'f', old_string: long, new_string: `${long}y` }).length, 1);
    assert.ok(
      edits({ path: 'f', edits: Array.from({ length: 10_000 }, () => ({ old: 'a', new: 'b' })) })
        .length <= 256,
    );
    assert.ok(
      edits({ input: `*** Begin Patch\n*** Update File: f\n${'@@\n-a\n+b\n'.repeat(100_000)}` })
        .length <= 256,
    );
    assert.ok(
      edits({ path: 'f', diff: '<<<<<<< SEARCH\n=======\n'.repeat(100_000) }).length <= 256,
    );
    assert.equal(
      edits({ path: 'f', diff: `<<<<<<< SEARCH\n<<<<<<< HEAD\n${'=======\na\n'.repeat(100_000)}` })
        .length,
      0,
    );
    assert.ok(bash(`sed -i 's/${'\\'.repeat(100_000)}/b/' f`).length <= 1);
    assert.ok(process.cpuUsage().user - began < 2_000_000);
  });
});
