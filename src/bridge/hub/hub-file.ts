/** Names the window that receives the hooks, so that one that stood still learns that another has taken over. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { readOwnFile } from '../private-files.js';
import { replaceFile } from '../state.js';

const HUB_FILE = 'hub.json';

const hubFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** The window's id. */
    id: v.string(),
    /** The port that it listens on. */
    port: v.number(),
    /** The port that all windows agreed on; another one only while that one is held by a window that stands still. */
    home: v.number(),
  }),
);
export type NamedHub = Readonly<v.InferOutput<typeof hubFile>>;

/** Undefined where none is named, or the file cannot be read or is another user's. */
export async function namedHub(dir: string): Promise<NamedHub | undefined> {
  const found = await readOwnFile(join(dir, HUB_FILE)).catch(() => undefined);
  const { success, output } = v.safeParse(hubFile, typeof found === 'object' ? found.text : '');
  return success ? output : undefined;
}

/** On a full disk none is named from then on: another window's name would end this one's service. */
export async function nameHub(dir: string, hub: NamedHub): Promise<void> {
  await replaceFile(join(dir, HUB_FILE), `${JSON.stringify(hub)}\n`).catch(() => unnameHub(dir));
}

export function unnameHub(dir: string): Promise<void> {
  return rm(join(dir, HUB_FILE), { force: true, recursive: true });
}
