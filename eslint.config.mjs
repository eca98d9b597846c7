// The rules of this project alone, for what is shipped; all others are in .oxlintrc.json.
import tseslint from 'typescript-eslint';
import { plugin as layers, pureCore } from './test/lint/layers.mjs';
import { shownText } from './test/lint/shown-text.mjs';

const oneWayOfPrivate = {
  selector: 'PrivateIdentifier',
  message: 'private members are written `private name` everywhere.',
};

const verbFirst = {
  selector: [
    'FunctionDeclaration > Identifier.id',
    'MethodDefinition > Identifier.key',
    'TSMethodSignature > Identifier.key',
    'VariableDeclarator > Identifier.id',
  ]
    .map((name) => `${name}[name=/[a-z]Of$/]`)
    .join(', '),
  message: 'a name begins with its verb: readCall, not callOf.',
};
const naming = [oneWayOfPrivate, verbFirst];

/** Others may put a pipe or a device in any file's place, which keeps a thread of Node's waiting for good. */
const boundedReads = [
  'ImportDeclaration[source.value=/^node:fs/] > ImportSpecifier[imported.name=/^(?:readFile|readFileSync|createReadStream|open|openSync|copyFile|copyFileSync|cp|cpSync|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream)$/]',
  "MemberExpression[property.name=/^(?:readFile|readFileSync|createReadStream)$/]:not([object.object.property.name='workspace'])",
].map((selector) => ({
  selector,
  message: 'files are read and written through src/bounded-files.ts.',
}));

/** What agents write is hostile: it enters the pages as text only, and their policy forbids inline styles. */
const textOnly = [
  ':matches(Identifier, JSXIdentifier)[name=/^(inner|outer)HTML$|^dangerouslySetInnerHTML$|^insertAdjacentHTML$/]',
  "JSXAttribute[name.name='style'] > Literal",
].map((selector) => ({ selector, message: 'pages take text, never markup or inline styles.' }));

export default tseslint.config(
  { ignores: ['**/*', '!src/', '!src/**', '!webview/', '!webview/**'] },
  {
    files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { layers },
    rules: { 'layers/imports': 'error', 'no-restricted-syntax': ['error', ...naming] },
  },
  {
    files: ['webview/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...naming, ...textOnly] },
  },
  ...['src/**/*.ts', 'src/host/messages.ts', 'src/host/status-bar.ts'].map((path) => ({
    files: [path],
    rules: { 'no-restricted-syntax': ['error', ...shownText(path), ...naming, ...boundedReads] },
  })),
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-properties': pureCore['no-restricted-properties'],
      'no-restricted-syntax': [...pureCore['no-restricted-syntax'], ...naming],
    },
  },
  {
    files: ['src/bounded-files.ts'],
    rules: { 'no-restricted-syntax': ['error', ...naming] },
  },
);
