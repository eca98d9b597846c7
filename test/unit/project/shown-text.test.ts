/** Lint refuses every way past `src/host/messages.ts`, where texts lose their links. */
import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { shownText } from '../../lint/shown-text.mjs';

function complaints(path: string, text: string): string[] {
  const found = new Linter().verify(
    text,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        rules: { 'no-restricted-syntax': ['error', ...shownText(path)] },
      },
    ],
    { filename: path },
  );
  return found.map(({ message }) => message);
}

describe('texts that VS Code shows', () => {
  const ways = [
    'void vscode.window.showInformationMessage(text);',
    'void vscode.window.showWarningMessage(text);',
    'void vscode.window.showErrorMessage(text);',
    'const show = vscode.window.showErrorMessage;',
    'const { window } = vscode; void window.showErrorMessage(text);',
    'await vscode.window.showQuickPick([{ label: text }]);',
    'const pick = vscode.window.createQuickPick();',
    'await vscode.window.showInputBox({ prompt: text });',
    'const box = vscode.window.createInputBox();',
    'await vscode.window.withProgress({ title: text, location: 15 }, act);',
    'vscode.window.setStatusBarMessage(text);',
    'const item = vscode.window.createStatusBarItem();',
    'const tooltip = new vscode.MarkdownString(text);',
    'const item = new vscode.TreeItem(text);',
  ];
  for (const way of ways) {
    it(`refuses: ${way}`, () => {
      assert.equal(complaints('src/host/view/x.ts', way).length, 1);
      assert.equal(complaints('src/extension.ts', way).length, 1);
    });
  }

  it('has one place for each', () => {
    const message = 'void vscode.window.showErrorMessage(withoutLinks(text));';
    assert.deepEqual(complaints('src/host/messages.ts', message), []);
    assert.equal(complaints('src/host/status-bar.ts', message).length, 1);
    const item = 'const item = vscode.window.createStatusBarItem();';
    assert.deepEqual(complaints('src/host/status-bar.ts', item), []);
    assert.equal(complaints('src/host/messages.ts', item).length, 1);
  });
});
