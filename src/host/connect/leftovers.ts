/** At the start of a window: what another one left half written when it was killed. */
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeDrafts } from '../../bridge/leftovers.js';
import type { WindowParts } from '../window-parts.js';
import { agentPlaces } from './window-places.js';

export async function removeLeftovers({
  bridgeDir,
  homes,
  log,
}: Pick<WindowParts, 'bridgeDir' | 'homes' | 'log'>): Promise<void> {
  const files = agentPlaces(homes).flatMap(({ place }) => place.files);
  // drafts lie beside the files that links lead to
  const real = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  for (const file of await removeDrafts([bridgeDir, ...real.map((each) => dirname(each))])) {
    log.info(`removed ${file}, left half written`);
  }
}
