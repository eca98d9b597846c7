import tseslint from 'typescript-eslint';

/** What each layer may not see. The same directions are held by test/unit/layers.test.ts. */
const layer = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', '.vscode-test/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
      '@typescript-eslint/unified-signatures': 'off',
      'no-restricted-globals': ['error', { name: 'eval' }],
      eqeqeq: 'error',
    },
  },
  layer(
    ['src/core/**/*.ts'],
    [
      'vscode',
      'node:*',
      '**/agents/**',
      '**/bridge/**',
      '**/workspace/**',
      '**/host/**',
      '**/webview/**',
    ],
    'core is pure: no vscode, no node, nothing outside core.',
  ),
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'Date',
          property: 'now',
          message: 'core has no clock: time arrives with events.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'core has no clock: time arrives with events.',
        },
      ],
    },
  },
  layer(
    ['src/agents/**/*.ts', 'src/workspace/**/*.ts', 'src/bridge/**/*.ts'],
    ['vscode', '**/host/**', '**/webview/**'],
    'agents, workspace and bridge know core, never the host.',
  ),
  layer(
    ['webview/**/*.ts'],
    ['vscode', 'node:*', '**/agents/**', '**/bridge/**', '**/workspace/**', '**/host/**'],
    'the page sees protocol.ts and core types only.',
  ),
  {
    files: ['webview/**/*.ts'],
    ignores: ['webview/ui/toolkit.ts', 'webview/ui/toolkit-fields.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@vscode/webview-ui-toolkit*'],
              message: 'only webview/ui/toolkit*.ts imports the toolkit.',
            },
            {
              group: [
                'vscode',
                'node:*',
                '**/agents/**',
                '**/bridge/**',
                '**/workspace/**',
                '**/host/**',
              ],
              message: 'the page sees protocol.ts and core types only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: '@types/mocha', name: ['it', 'describe'] },
          ],
        },
      ],
    },
  },
);
