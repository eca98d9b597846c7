/** How a program for Node is bundled, whoever builds it. */
export const nodeProgram = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'], // jsonc-parser's CommonJS build hides its files from a bundler
  loader: { '.plugin.js': 'text', '.script.js': 'text' }, // they run in an agent, or in a process of their own
  // some dependencies are CommonJS and call require(): an ES module has to bring it
  banner: {
    js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);",
  },
};
