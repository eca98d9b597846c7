/** The files that hold our hooks, by agent: listed in the extension's own folder, so that its uninstall script can clean up. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const LIST = 'connected-files.json';

const connectedFile = v.union([
  v.object({ agent: v.string(), file: v.string() }),
  /** Earlier versions knew one agent, and kept its files by name alone. */
  v.pipe(
    v.string(),
    v.transform((file) => ({ agent: 'claude-code', file })),
  ),
]);
const list = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

export type ConnectedFile = v.InferOutput<typeof connectedFile>;

/** @throws if the extension's folder cannot be written. */
export async function rememberConnected(
  extensionDir: string,
  files: readonly ConnectedFile[],
): Promise<void> {
  if (files.length === 0) {
    return;
  }
  const before = await connectedFiles(extensionDir);
  const added = files.filter(
    ({ agent, file }) => !before.some((each) => each.agent === agent && each.file === file),
  );
  if (added.length > 0) {
    await writeFile(join(extensionDir, 'dist', LIST), JSON.stringify([...before, ...added]), {
      mode: 0o600,
    });
  }
}

/** Earlier versions knew one agent, and listed its files by name alone. */
export async function connectedFiles(extensionDir: string): Promise<ConnectedFile[]> {
  const text = await readFile(join(extensionDir, 'dist', LIST), 'utf8').catch(() => '');
  const { success, output } = v.safeParse(list, text);
  if (!success) {
    return [];
  }
  return output.flatMap((each) => {
    const entry = v.safeParse(connectedFile, each);
    return entry.success ? [entry.output] : [];
  });
}
