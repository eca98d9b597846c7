// The sample's requirements on this machine: a VS Code, the agent's program, and the compiled story.
import { build } from 'esbuild';
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentProgram } from '../cache/agents.mjs';
import { Unavailable } from '../cache/store.mjs';
import { canShowDesktop, vscode } from '../cache/vscode.mjs';
import { nodeProgram } from '../../node-program.js';

/** The person's own VS Code first: it is already installed, and with a separate profile as good as a fresh one. */
export async function editor() {
  const own = canShowDesktop() && onPath(process.platform === 'win32' ? 'code.cmd' : 'code');
  if (own && !process.env.TURNWATCH_VSCODE) {
    return { kind: 'desktop', program: own };
  }
  const env = await vscode({ window: false });
  return env.VSCODE_KIND === 'desktop'
    ? { kind: 'desktop', program: env.VSCODE_EXECUTABLE }
    : { kind: 'code-server', node: env.CODE_SERVER_NODE, server: env.CODE_SERVER };
}

/** Claude Code's program, or why a recording must replace it. */
export async function agent() {
  try {
    return { claude: await agentProgram('claude-code') };
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      throw error;
    }
    return { recordedBecause: error.message };
  }
}

/** A TypeScript module of the tests, built and loaded; its file is deleted after loading. */
export async function load(file) {
  const built = join(
    'node_modules/.cache/turnwatch',
    `${file.replaceAll('/', '-')}-${process.pid}.mjs`,
  );
  mkdirSync(dirname(built), { recursive: true });
  try {
    await build({
      entryPoints: [file],
      outfile: built,
      ...nodeProgram,
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(resolve(built)).href);
  } finally {
    rmSync(built, { force: true });
  }
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((dir) => join(dir, name))
    .find((program) => {
      try {
        accessSync(program, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
