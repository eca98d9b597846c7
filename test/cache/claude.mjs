// The real Claude Code CLI: a native program in the package of each platform, which needs neither Node nor install scripts.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entry, npm } from './store.mjs';

export const CLAUDE = '2.1.329';

/** @returns {Promise<string>} the program */
export async function claudeCode() {
  const folder = await entry({
    name: 'claude-code',
    version: CLAUDE,
    fill: async (work) => {
      writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
      await npm(work, ['install', '--ignore-scripts', `@anthropic-ai/claude-code@${CLAUDE}`]);
      program(work);
    },
  });
  return program(folder);
}

function program(folder) {
  const scope = join(folder, 'node_modules/@anthropic-ai');
  for (const name of readdirSync(scope).filter((n) => n.startsWith('claude-code-'))) {
    const file = join(scope, name, process.platform === 'win32' ? 'claude.exe' : 'claude');
    if (existsSync(file)) { return file; }
  }
  throw new Error(`Claude Code ${CLAUDE} has no program for ${process.platform} ${process.arch}`);
}
