// The real Codex CLI: a native program in the package of each platform, which needs neither Node nor install scripts.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entry, npm } from './store.mjs';

export const CODEX = '0.169.0';

/** @returns {Promise<string>} the program */
export async function codex() {
  const folder = await entry({
    name: 'codex',
    version: CODEX,
    fill: async (work) => {
      writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
      await npm(work, ['install', '--ignore-scripts', `@openai/codex@${CODEX}`]);
      program(work);
    },
  });
  return program(folder);
}

function program(folder) {
  const scope = join(folder, 'node_modules/@openai');
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  for (const part of existsSync(scope) ? readdirSync(scope, { recursive: true, encoding: 'utf8', withFileTypes: true }) : []) {
    if (part.isFile() && part.name === name && part.parentPath.includes('vendor')) { return join(part.parentPath, part.name); }
  }
  throw new Error(`Codex ${CODEX} has no program for ${process.platform} ${process.arch}`);
}
