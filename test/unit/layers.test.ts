/** Who may import whom (core ← agents, workspace, bridge ← host ← extension.ts; the page sees protocol.ts and core), and that core is pure. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** What a layer may import: folders and files of ours, beginnings of package names. Its own folder always. */
interface Layer {
  /** Files it holds: the longest that fits counts. */
  path: string;
  ours: string[];
  packages: RegExp;
}

const anything = /./;
const nothing = /^$/;
const noEditor = /^(?!vscode$)/;
const layers: Layer[] = [
  { path: 'src/core/', ours: [], packages: /^shell-quote$/ }, // pure: text in, words out
  { path: 'src/agents/', ours: ['src/core/'], packages: noEditor },
  { path: 'src/workspace/', ours: ['src/core/'], packages: noEditor },
  { path: 'src/bridge/', ours: ['src/core/'], packages: noEditor },
  {
    path: 'src/host/',
    ours: [
      'src/core/',
      'src/agents/',
      'src/workspace/',
      'src/bridge/',
      'src/protocol.ts',
      'src/protocol-thresholds.ts',
      'src/ids.ts',
    ],
    packages: anything,
  },
  { path: 'src/ids.ts', ours: [], packages: nothing },
  { path: 'src/protocol.ts', ours: ['src/core/'], packages: nothing },
  { path: 'src/protocol-thresholds.ts', ours: ['src/core/'], packages: nothing },
  { path: 'src/replay.ts', ours: ['src/core/', 'src/agents/'], packages: noEditor },
  { path: 'src/extension.ts', ours: ['src/'], packages: anything },
  {
    path: 'webview/',
    ours: ['src/protocol.ts', 'src/protocol-thresholds.ts', 'src/core/'],
    packages: nothing,
  },
  {
    path: 'webview/ui/toolkit.ts',
    ours: ['webview/ui/'],
    packages: /^@vscode\/webview-ui-toolkit(\/|$)/,
  },
  {
    path: 'webview/ui/toolkit-fields.ts',
    ours: ['webview/ui/'],
    packages: /^@vscode\/webview-ui-toolkit(\/|$)/,
  },
];

/** Core's input is all that it may depend on: no clock, no chance, no surroundings. */
const impure = new Set([
  'Date.now',
  'Date()',
  'new Date()',
  'Math.random',
  'performance',
  'crypto',
  'process',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'require',
  'fetch',
]);

/** The complaints about one file: `path` from the project's root with `/`, its text as given. */
function complaints(path: string, text: string): string[] {
  const layer = layers
    .filter((l) => path === l.path || (l.path.endsWith('/') && path.startsWith(l.path)))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!layer) {
    return [`${path} belongs to no layer`];
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  for (const name of imports(source)) {
    if (!allowed(layer, path, name)) {
      found.push(`${path} imports ${name}`);
    }
  }
  if (path.startsWith('src/core/')) {
    found.push(...uses(source).map((use) => `${path} uses ${use}`));
  }
  return found;
}

function allowed(layer: Layer, path: string, name: string): boolean {
  if (!name.startsWith('.')) {
    return layer.packages.test(name);
  }
  const target = posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts');
  // An agent's folder knows what agents share and core, not another agent.
  const agent = /^src\/agents\/[^/]+\//.exec(path)?.[0];
  const neighbour = /^src\/agents\/[^/]+\//.exec(target)?.[0];
  if (agent !== undefined && neighbour !== undefined) {
    return agent === neighbour;
  }
  return [layer.path, ...layer.ours].some(
    (place) => target === place || (place.endsWith('/') && target.startsWith(place)),
  );
}

/** Every module a file names: static, dynamic, re-exported, as a type. */
function imports(source: ts.SourceFile): string[] {
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
  visit(source);
  return names;
}

/** The impure things that a file uses. */
function uses(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const add = (name: string): void => {
    if (impure.has(name)) {
      found.push(name);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      add(`${node.expression.getText(source)}.${node.name.text}`);
    }
    if (ts.isCallExpression(node)) {
      add(`${node.expression.getText(source)}()`);
    }
    if (ts.isNewExpression(node) && (node.arguments?.length ?? 0) === 0) {
      add(`new ${node.expression.getText(source)}()`);
    }
    // A global by its bare name; not a property or a name of something declared here that is spelled the same.
    if (ts.isIdentifier(node) && ts.isExpression(node) && isRead(node)) {
      add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isRead(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.expression === name;
  }
  return (
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isVariableDeclaration(parent) && parent.initializer === name)
  );
}

/** This file runs compiled, wherever that is: the project is where package.json is. */
function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!readdirSync(folder).includes('tsconfig.json')) {
    folder = dirname(folder);
  }
  return folder;
}

describe('layers', () => {
  const root = projectRoot();
  const files = ['src', 'webview'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile() && f.name.endsWith('.ts'))
      .map((f) => relative(root, join(f.parentPath, f.name)).split(sep).join('/')),
  );

  it('finds the sources', () => {
    for (const layer of layers) {
      assert.ok(
        files.some((f) => f.startsWith(layer.path)),
        `no file in ${layer.path}: the layer is gone or renamed`,
      );
    }
  });

  it('every import goes the right way, and core is pure', () => {
    assert.deepEqual(
      files.flatMap((f) => complaints(f, readFileSync(join(root, f), 'utf8'))),
      [],
    );
  });

  const bad: [path: string, text: string, complaint: string][] = [
    ['src/core/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/core/x.ts', "import { join } from 'node:path';", 'imports node:path'],
    [
      'src/core/detect/x.ts',
      "import type { Agent } from '../../agents/agent.js';",
      'imports ../../agents/agent.js',
    ],
    ['src/core/x.ts', "export * from '../protocol.js';", 'imports ../protocol.js'],
    ['src/core/x.ts', "type A = import('../bridge/hub.js').Hub;", 'imports ../bridge/hub.js'],
    ['src/core/x.ts', 'const at = Date.now();', 'uses Date.now'],
    ['src/core/x.ts', 'const at = new Date();', 'uses new Date()'],
    ['src/core/x.ts', 'const at = Date();', 'uses Date()'],
    ['src/core/x.ts', 'const n = Math.random();', 'uses Math.random'],
    ['src/core/x.ts', 'const at = performance.now();', 'uses performance'],
    ['src/core/x.ts', 'const home = process.env.HOME;', 'uses process'],
    ['src/core/x.ts', 'setTimeout(() => 1, 5);', 'uses setTimeout'],
    ['src/agents/a/x.ts', "import { y } from '../../host/y.js';", 'imports ../../host/y.js'],
    [
      'src/agents/a/x.ts',
      "const y = await import('../../bridge/y.js');",
      'imports ../../bridge/y.js',
    ],
    ['src/agents/a/x.ts', "import { y } from '../b/y.js';", 'imports ../b/y.js'],
    ['src/workspace/x.ts', "import * as vscode from 'vscode';", 'imports vscode'],
    ['src/bridge/x.ts', "import { y } from '../workspace/y.js';", 'imports ../workspace/y.js'],
    ['src/host/x.ts', "import { y } from '../extension.js';", 'imports ../extension.js'],
    ['src/host/x.ts', "import { y } from '../../webview/y.js';", 'imports ../../webview/y.js'],
    ['src/protocol.ts', "import { y } from './host/y.js';", 'imports ./host/y.js'],
    ['src/replay.ts', "import { y } from './host/y.js';", 'imports ./host/y.js'],
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
        'webview/ui/toolkit.ts',
        "import { provideVSCodeDesignSystem } from '@vscode/webview-ui-toolkit';",
      ),
      [],
    );
  });
});
