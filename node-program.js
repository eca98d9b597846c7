/** How a program for Node is bundled, whoever builds it. */
import { isBuiltin } from 'node:module';

/** Some dependencies are CommonJS and call `require` for a module of Node's, which an ES module has not: it is imported for them. */
const requiredFromNode = {
  name: 'required-from-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'required-from-node' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'required-from-node' }, ({ path }) => ({
      contents: `export * from 'node:${path}';`,
    }));
  },
};

export const nodeProgram = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'], // jsonc-parser's CommonJS build hides its files from a bundler
  loader: { '.plugin.js': 'text', '.script.js': 'text' }, // they run in an agent, or in a process of their own
  plugins: [requiredFromNode],
};
