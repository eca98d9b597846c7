/** Who may import whom, that core is pure, and that no files import each other in a circle. The rules themselves: test/lint/layers.mjs. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { complaintAbout, layers, plugin, pureCore } from '../../lint/layers.mjs';

/** What lint says about one file of the project: `path` from the project's root with `/`. */
function complaints(path: string, text: string): string[] {
  const messages = new Linter().verify(
    text,
    [
      {
        files: ['**/*.{ts,tsx}'],
        languageOptions: { parser: tseslint.parser },
        plugins: { layers: plugin },
        rules: { 'layers/imports': 'error', ...(path.startsWith('src/core/') ? pureCore : {}) },
      },
    ],
    { filename: path },
  );
  return messages.map(({ message }) => message);
}

/** Every module that a file names: static, dynamic, re-exported, as a type. */
function imports(text: string): string[] {
  const names: string[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node)) {
      names.push(node.text);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.tsx', text, ts.ScriptTarget.ES2022, true));
  return names;
}

/** Files that reach themselves by their imports, each with all that are in a circle with it. */
function circles(files: ReadonlyMap<string, string>): string[] {
  const neighbours = new Map(
    [...files].map(([path, text]) => [
      path,
      imports(text)
        .filter((name) => name.startsWith('.'))
        .flatMap((name) => {
          const target = posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts');
          return [target, `${target}x`].filter((each) => files.has(each));
        }),
    ]),
  );
  const reached = new Map([...files.keys()].map((path) => [path, reachableFrom(path, neighbours)]));
  const isMutual = (one: string, other: string): boolean =>
    reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true;
  const found = [...files.keys()].map((path) =>
    [...files.keys()].filter((other) => isMutual(path, other)).join(' '),
  );
  return [...new Set(found)].filter((circle) => circle !== '');
}

function reachableFrom(start: string, neighbours: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const next of neighbours.get(path) ?? []) {
      if (!reached.has(next)) {
        reached.add(next);
        open.push(next);
      }
    }
  }
  return reached;
}

/** The lines that do not compile as a part of core. */
function uncompiled(root: string, lines: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'src/core/tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'src/core'));
  const file = join(root, 'src/core/x.ts');
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), target) : read(name, target);
  const program = ts.createProgram([file], options, host);
  const numbers = program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ file: source, start }) => source?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1);
  return lines.filter((_, number) => numbers.includes(number));
}

/** This file runs compiled, wherever that is: the project is where package.json is. */
function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!readdirSync(folder).includes('eslint.config.mjs')) {
    folder = dirname(folder);
  }
  return folder;
}

describe('layers', () => {
  const root = projectRoot();
  const files = new Map(
    ['src', 'webview'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile() && /\.tsx?$/.test(f.name))
        .map((f) => join(f.parentPath, f.name))
        .map((f) => [relative(root, f).split(sep).join('/'), readFileSync(f, 'utf8')] as const),
    ),
  );

  it('finds the sources', () => {
    for (const layer of layers) {
      assert.ok(
        [...files.keys()].some((f) => f.startsWith(layer.path)),
        `no file in ${layer.path}: the layer is gone or renamed`,
      );
    }
  });

  it('every import goes the right way', () => {
    const wrong = [...files].flatMap(([path, text]) =>
      imports(text).map((name) => complaintAbout(path, name) ?? ''),
    );
    assert.deepEqual(
      wrong.filter((complaint) => complaint !== ''),
      [],
    );
  });

  it('no files import each other in a circle', () => {
    assert.deepEqual(circles(files), []);
  });

  it('notices a circle, also one that only types close', () => {
    const made = new Map([
      ['src/a.ts', "import { b } from './x/b.js';"],
      ['src/x/b.ts', "import { c } from '../c.js';"],
      ['src/c.ts', "import type { A } from './a.js'; export { d } from './d.js';"],
      ['src/d.ts', ''],
    ]);
    assert.deepEqual(circles(made), ['src/a.ts src/x/b.ts src/c.ts']);
  });

  const bad: [path: string, text: string, complaint: string][] = [
    ['src/core/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/core/x.ts', "import { join } from 'node:path';", 'imports node:path'],
    [
      'src/core/detect/x.ts',
      "import type { Agent } from '../../agents/agent.js';",
      'imports ../../agents/agent.js',
    ],
    ['src/core/x.ts', "export * from '../protocol/view.js';", 'imports ../protocol/view.js'],
    ['src/core/x.ts', "type A = import('../bridge/hub.js').Hub;", 'imports ../bridge/hub.js'],
    ['src/agents/a/x.ts', "import { y } from '../../host/y.js';", 'imports ../../host/y.js'],
    [
      'src/agents/a/x.ts',
      "const y = await import('../../bridge/y.js');",
      'imports ../../bridge/y.js',
    ],
    ['src/agents/a/x.ts', "import { y } from '../b/y.js';", 'imports ../b/y.js'],
    ['src/agents/opencode/x.ts', "import { y } from '../kilo/y.js';", 'imports ../kilo/y.js'],
    ['src/workspace/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/logs/x.ts', "import { y } from '../agents/y.js';", 'imports ../agents/y.js'],
    ['src/storage/x.ts', "import { y } from '../bridge/y.js';", 'imports ../bridge/y.js'],
    ['src/relay/x.ts', "import { y } from '../bridge/y.js';", 'imports ../bridge/y.js'],
    ['src/bridge/x.ts', "import { y } from '../workspace/y.js';", 'imports ../workspace/y.js'],
    ['src/live/x.ts', "import { y } from '../host/y.js';", 'imports ../host/y.js'],
    ['src/live/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/cli/x.ts', "import { y } from '../host/y.js';", 'imports ../host/y.js'],
    ['src/cli/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/host/x.ts', "import { y } from '../extension.js';", 'imports ../extension.js'],
    ['src/host/x.ts', "import { y } from '../../webview/y.js';", 'imports ../../webview/y.js'],
    ['src/protocol/x.ts', "import { y } from '../host/y.js';", 'imports ../host/y.js'],
    ['webview/x.ts', "import { y } from '../src/host/y.js';", 'imports ../src/host/y.js'],
    ['webview/x.ts', "import fs from 'node:fs';", 'imports node:fs'],
    [
      'webview/view/x.ts',
      "import { Button } from '@vscode/webview-ui-toolkit';",
      'imports @vscode/webview-ui-toolkit',
    ],
    ['src/elsewhere/x.ts', '', 'belongs to no layer'],
  ];
  for (const [path, text, complaint] of bad) {
    it(`notices: ${path}: ${text || 'a file outside every layer'}`, () => {
      assert.deepEqual(complaints(path, text), [`${path} ${complaint}`]);
    });
  }

  for (const use of ['Date.now()', 'new Date()', 'Date()', 'Math.random()']) {
    it(`notices in core: ${use}`, () => {
      assert.equal(complaints('src/core/x.ts', `const a = ${use};`).length, 1);
    });
  }

  it('what belongs to one host does not compile in core', () => {
    const lines = [
      'export const at = performance.now();',
      'export const home = process.env.HOME;',
      'setTimeout(() => 1, 5);',
      'export const page = document.title;',
      "export const bytes = Buffer.from('');",
      "export const answer = fetch('');",
      "export const text = require('x');",
    ];
    const fine = [
      'export const time = new Date(5).toISOString();',
      'export const o = { process: 1 };',
    ];
    assert.deepEqual(uncompiled(root, [...lines, ...fine]), lines);
  });

  it('lets pass what only looks alike', () => {
    const fine = [
      "import { a } from './b.js';",
      "import type { Finding } from '../verdict.js';",
      'const at = new Date(event.at).toISOString();',
      'const n = input.process; const o = { process: 1 };',
      '// Date.now() is not here',
      "const words = 'Math.random()';",
    ];
    assert.deepEqual(
      fine.flatMap((text) => complaints('src/core/detect/x.ts', text)),
      [],
    );
    assert.deepEqual(
      complaints(
        'webview/ui/toolkit-button.ts',
        "import { provideVSCodeDesignSystem } from '@vscode/webview-ui-toolkit';",
      ),
      [],
    );
  });
});
