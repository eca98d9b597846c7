// Bundles a TypeScript program of the project if its sources changed, silently, and runs it with this process's arguments.
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeProgram } from '../node-program.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DAY = 24 * 3600 * 1000;

/**
 * @param script the npm script: the bundles' folder is named after it
 * @param entry the program, from the project's folder
 * @param folders the folders of its sources
 */
export async function runBundled(script, entry, folders) {
  const folder = join(root, 'node_modules/.cache/turnwatch', script);
  const file = join(folder, bundleName(folders));
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    await bundle(entry, folder, file);
  }
  // npm runs scripts in the project's folder; relative file names are the caller's
  if (process.env.npm_lifecycle_event === script && process.env.INIT_CWD) {
    process.chdir(process.env.INIT_CWD);
  }
  await import(pathToFileURL(file).href);
}

/** Bundles are named by a hash of their sources: none is ever stale, and concurrent runs never write different content to one file. */
function bundleName(folders) {
  const hash = createHash('sha256');
  const sources = folders
    .flatMap((from) =>
      readdirSync(join(root, from), { recursive: true })
        .filter((file) => /\.(?:ts|(?:plugin|script)\.js)$/.test(file))
        .map((file) => join(from, file)),
    )
    .sort();
  for (const file of [...sources, 'package-lock.json', 'node-program.js', 'test/bundled.mjs']) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return `${hash.digest('hex').slice(0, 16)}.mjs`;
}

async function bundle(entry, folder, file) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    write: false,
    ...nodeProgram,
    logLevel: 'error',
  });
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, outputFiles[0].contents);
  renameSync(draft, file);
  for (const old of readdirSync(folder)) {
    const path = join(folder, old);
    if (statSync(path, { throwIfNoEntry: false })?.mtimeMs < Date.now() - DAY) {
      rmSync(path, { force: true });
    }
  }
}
