/** Reads the state of a working tree before and after an act. */
import assert from 'node:assert/strict';
import type { TreeReading, TreeState, WorkingTree } from '../../../src/workspace/git.js';

export function known(reading: TreeReading): TreeState {
  if ('unknown' in reading) {
    assert.fail(`unknown: ${reading.unknown}`);
  }
  return reading;
}

/** Reads, acts, reads: what changed. */
export async function across(
  tree: WorkingTree,
  act: () => void,
): Promise<{ changed: boolean; plainChanged: boolean; paths: string[]; state: TreeState }> {
  const before = known(await tree.read());
  act();
  const state = known(await tree.read());
  return {
    changed: before.fingerprint !== state.fingerprint,
    plainChanged: before.porcelain !== state.porcelain,
    paths: state.paths.sort(),
    state,
  };
}
