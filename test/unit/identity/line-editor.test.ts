/** Edits in the words of an editor that has one file open. */
import assert from 'node:assert/strict';
import { addition, change } from '../../../src/core/identity/edits/file-edit.js';
import { editsOfLineEditor } from '../../../src/core/identity/edits/line-editor.js';

const of = (command: string) => editsOfLineEditor(command, '/w/a.py');

describe('the line editor', () => {
  it('puts lines in the place of numbered ones', () => {
    assert.deepEqual(of('edit 4:6\nx = 1\ny = 2\nend_of_edit'), [
      addition('/w/a.py', 'x = 1\ny = 2', 'line 4:6'),
    ]);
    assert.deepEqual(of('edit 4:6\n\nend_of_edit'), [{ path: '/w/a.py', whole: false }]);
  });
  it('puts one quoted text in the place of another', () => {
    const edits = [change('/w/a.py', 'x = "1"', "x = '2'")];
    assert.deepEqual(of(String.raw`edit "x = \"1\"" "x = '2'"`), edits);
    assert.deepEqual(of(`edit 'x = "1"' 'x = '\\''2'\\'''`), edits);
  });
  it('is nothing else that begins like it', () => {
    for (const command of ['edit', 'edit "x"', 'edited 1:2', 'open "a" "b"', 'edit a b']) {
      assert.deepEqual(of(command), [], command);
    }
  });
});
