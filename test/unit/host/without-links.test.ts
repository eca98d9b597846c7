/** What agents, tools and files say is shown in full, and never as a link or an icon. */
import assert from 'node:assert/strict';
import { withoutLinks } from '../../../src/core/view/words/inert-text.js';

/** What VS Code's notifications read as a link (`linkedText.ts`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** What its lists and status bar read as an icon (`iconLabels.ts`). */
const icon = /\$\([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:~[A-Za-z]+)?\)/;
/** The links of Markdown besides: by any address, by a definition, in angle brackets. */
const markdownLink = /\]\(|^\W*\[[^\]]*\]:|<[a-z][a-z\d+.-]*:[^\s<>]*>|<[^\s<>@]+@[^\s<>]+>/i;

const COMMAND = 'command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%5Cn%22%7D';

describe('text without links', () => {
  const hostile = [
    `[src/lexer.ts](${COMMAND})`,
    `[a[b]c](${COMMAND})`,
    `[[[[x](${COMMAND})](${COMMAND})]`,
    `[x]\n(${COMMAND})`,
    `[x]\r(${COMMAND})`,
    `[x\ny](${COMMAND})`,
    `[x]\u001b[0m(${COMMAND})`,
    `[x]\u001b]8;;${COMMAND}\u0007(${COMMAND})`,
    `[x]\u200b(${COMMAND})`,
    `[x](${COMMAND} "a title")`,
    `[x](COMMAND:workbench.action.quit)`,
    `![x](https://evil.example/x.png)`,
    `[x](file:///etc/passwd)`,
    `[x][y] and\n[y]: ${COMMAND}`,
    `[y]: ${COMMAND}`,
    `> [y\\]z]: ${COMMAND}`,
    `<${COMMAND}>`,
    `<https://evil.example>`,
    `<person@evil.example>`,
    `$(warning) $(sync~spin) $(debug-stop)`,
    `$\u001b[1m(trash)`,
    `$$(trash)`,
    `\\$(trash)`,
    `${'['.repeat(2000)}x](${COMMAND})`,
    `${'x'.repeat(970)}[x](${COMMAND})`,
    '[x](command:a) '.repeat(100_000),
  ];
  for (const text of hostile) {
    it(`leaves none in ${JSON.stringify(text.slice(0, 80))}`, () => {
      const clean = withoutLinks(text);
      assert.doesNotMatch(clean, link);
      assert.doesNotMatch(clean, icon);
      assert.doesNotMatch(clean, markdownLink);
      assert.doesNotMatch(clean, /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
      assert.equal(withoutLinks(clean, 10_000), clean, 'a second time changes something');
    });
  }

  it('keeps every character of a name', () => {
    const name = `[src/lexer.ts](${COMMAND})`;
    assert.equal(withoutLinks(name), `[src/lexer.ts] (${COMMAND})`);
    assert.equal(withoutLinks('$(trash)'), '$ (trash)');
  });

  const harmless = [
    'app/(shop)/[id]/page.tsx returned to earlier content (2×).',
    'error[E0308]: mismatched types in m[i][j]',
    'echo "$(git rev-parse HEAD)" > out.txt',
    'if (a < b && c > d) f(x[0]);',
    'Array<string>, Map<K, V>',
    'The model relay listens on http://127.0.0.1:4711/claude-code.',
    'the command: ls',
    'שלום, 世界 👩‍💻',
  ];
  for (const text of harmless) {
    it(`leaves as it is: ${text}`, () => {
      assert.equal(withoutLinks(text), text);
    });
  }

  it('shows what would reorder or hide characters', () => {
    assert.equal(withoutLinks('\u202egnp.exe\u0007'), '‹U+202E›gnp.exe␇');
  });

  it('is one line of bounded length, and quick with a very long text', () => {
    const clean = withoutLinks(`a\n\n${'<'.repeat(5_000_000)}`);
    assert.ok(clean.length <= 1001, String(clean.length));
    assert.equal(clean.slice(0, 3), 'a <');
    assert.equal(withoutLinks('x'.repeat(500), 100).length, 101);
  });
});
