// `npm run counts`: what makes a way through the sources long or hard to follow, counted.
//   node test/counts.mjs [--list NAME]   NAME: one of the counts' names; lists what it counts
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SMALL_FILE = 40;
const LARGE_FILE = 330;
const CROWDED_FOLDER = 22;
const SHARED_METHOD = 3;

/** Methods of the language's and the editor's own objects. */
const ofLanguage = new Set(
  'has get values set delete clear test push add dispose fire close show'.split(' '),
);

const { values } = parseArgs({ options: { list: { type: 'string' } } });

function sourcesIn(folder, pattern = /\.(?:ts|tsx|js|mjs)$/) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
const lineCount = (path) => readFileSync(path, 'utf8').split('\n').length - 1;
const name = (path) => relative(root, path);

const sources = [...sourcesIn('src'), ...sourcesIn('webview')];
const parsed = sources
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) =>
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
  );

const found = {
  'function-typed option fields': [],
  'function-typed constructor parameters': [],
  'functions that only forward': [],
  'functions that end in "Of"': [],
};
const methodClasses = new Map(); // method name → the classes or interfaces that first declare it
const typeFiles = new Map();
const importers = new Map();

for (const file of parsed) {
  for (const statement of file.statements) {
    countImports(file, statement);
  }
  visit(file, file);
}

function countImports(file, statement) {
  if (
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier !== undefined
  ) {
    const path = statement.moduleSpecifier.text;
    if (path.startsWith('.')) {
      const target = join(dirname(file.fileName), path).replace(/\.js$/, '');
      importers.set(target, (importers.get(target) ?? new Set()).add(file.fileName));
    }
  }
}

function visit(file, node) {
  const where = () =>
    `${name(file.fileName)}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
  countTypes(node, where);
  if (ts.isConstructorDeclaration(node)) {
    for (const parameter of node.parameters) {
      if (parameter.type !== undefined && isFunctionType(parameter.type)) {
        found['function-typed constructor parameters'].push(
          `${where()} ${parameter.name.getText()}`,
        );
      }
    }
  }
  if (ts.isClassLike(node)) {
    countMethods(node);
  }
  if ((ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name) {
    if (/[a-z]Of$/.test(node.name.getText())) {
      found['functions that end in "Of"'].push(`${where()} ${node.name.getText()}`);
    }
    if (onlyForwards(node)) {
      found['functions that only forward'].push(`${where()} ${node.name.getText()}`);
    }
  }
  ts.forEachChild(node, (child) => visit(file, child));
}

function countTypes(node, where) {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassLike(node)) {
    const title = node.name?.text;
    if (title !== undefined) {
      typeFiles.set(title, [...(typeFiles.get(title) ?? []), where()]);
    }
  }
  if (ts.isInterfaceDeclaration(node) && /(?:Options|Deps|Wiring)$/.test(node.name.text)) {
    for (const member of node.members) {
      if (isFunctionMember(member)) {
        found['function-typed option fields'].push(`${where()} ${member.name.getText()}`);
      }
    }
  }
}

function isFunctionMember(member) {
  return (
    ts.isMethodSignature(member) ||
    (ts.isPropertySignature(member) && member.type !== undefined && isFunctionType(member.type))
  );
}
function isFunctionType(type) {
  if (ts.isParenthesizedTypeNode(type)) {
    return isFunctionType(type.type);
  }
  if (ts.isUnionTypeNode(type)) {
    return type.types.some(isFunctionType);
  }
  return ts.isFunctionTypeNode(type);
}

/** Methods of an interface that several classes implement mean one thing. */
function countMethods(node) {
  const parents = (node.heritageClauses ?? []).flatMap((clause) =>
    clause.types.map((type) => type.expression.getText()),
  );
  const owner = parents[0] ?? node.name?.text ?? '(anonymous)';
  for (const member of node.members) {
    if (ts.isMethodDeclaration(member)) {
      const method = member.name.getText();
      methodClasses.set(method, (methodClasses.get(method) ?? new Set()).add(owner));
    }
  }
}

/** Its whole body is one call of another's function, with its own parameters and nothing else. */
function onlyForwards(node) {
  const [statement, more] = node.body?.statements ?? [];
  if (statement === undefined || more !== undefined) {
    return false;
  }
  let call = ts.isReturnStatement(statement)
    ? statement.expression
    : ts.isExpressionStatement(statement)
      ? statement.expression
      : undefined;
  if (call !== undefined && (ts.isAwaitExpression(call) || ts.isVoidExpression(call))) {
    call = call.expression;
  }
  if (call === undefined || !ts.isCallExpression(call)) {
    return false;
  }
  const target = call.expression;
  // what names a question to a collection or a pattern of its own hides it: that is no forwarding
  if (!ts.isPropertyAccessExpression(target) || ofLanguage.has(target.name.text)) {
    return false;
  }
  const parameters = node.parameters.map((parameter) => parameter.name.getText());
  const given = call.arguments.map((argument) => argument.getText());
  return (
    isPlainPath(target.expression) &&
    given.length === parameters.length &&
    given.every((text, at) => text === parameters[at])
  );
}
function isPlainPath(node) {
  return (
    node.kind === ts.SyntaxKind.ThisKeyword ||
    ts.isIdentifier(node) ||
    (ts.isPropertyAccessExpression(node) && isPlainPath(node.expression))
  );
}

const folders = new Map();
for (const path of sources) {
  const folder = name(dirname(path));
  folders.set(folder, (folders.get(folder) ?? 0) + 1);
}
const tests = sourcesIn('test', /\.tsx?$/);
const isTyped = (path) => /\.tsx?$/.test(path);
const listed = {
  ...found,
  'method names with more than three meanings': [...methodClasses]
    .filter(([, owners]) => owners.size > SHARED_METHOD)
    .map(([method, owners]) => `${method}: ${String(owners.size)}: ${[...owners].join(', ')}`),
  'type names declared more than once': [...typeFiles]
    .filter(([, files]) => files.length > 1)
    .map(([type, files]) => `${type}: ${files.join(' ')}`),
  'files with one importer': sources
    .filter((path) => importers.get(path.replace(/\.(?:tsx?|js)$/, ''))?.size === 1)
    .map(name),
  [`files under ${String(SMALL_FILE)} lines`]: sources
    .filter((path) => isTyped(path) && lineCount(path) < SMALL_FILE)
    .map(name),
  [`files above ${String(LARGE_FILE)} lines`]: sources
    .filter((path) => isTyped(path) && lineCount(path) > LARGE_FILE)
    .map(name),
  [`folders of more than ${String(CROWDED_FOLDER)} files`]: [...folders]
    .filter(([, count]) => count > CROWDED_FOLDER)
    .map(([folder, count]) => `${folder}: ${String(count)}`),
};
const sum = (paths) => paths.reduce((total, path) => total + lineCount(path), 0);
const counts = {
  'files in src and webview': sources.length,
  'lines in src and webview': sum(sources),
  'lines in test (TypeScript)': sum(tests),
  ...Object.fromEntries(Object.entries(listed).map(([title, rows]) => [title, rows.length])),
};

if (values.list === undefined) {
  for (const [title, count] of Object.entries(counts)) {
    console.log(`${String(count).padStart(7)}  ${title}`);
  }
} else {
  const rows = Object.entries(listed).find(([title]) => title.includes(values.list));
  if (rows === undefined) {
    console.error(`no count has this name; there are: ${Object.keys(listed).join('; ')}`);
    process.exitCode = 2;
  } else {
    console.log(rows[1].join('\n'));
  }
}
