/** Turns in a worktree outside the folder that VS Code has open: it is the window's all the same. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { untilDeadline } from '../../host/harness/window.js';
import { WORKTREE_BRANCH, type Sandbox } from './box.js';
import { recordedEvents, recordings, type Scene } from './scene.js';

export function inWorktree(box: Sandbox): Sandbox {
  return { ...box, workspace: box.worktree };
}

/** For a model: with each response, the main working tree changes. That is no progress of an agent in the worktree. */
export function whileMainChanges({ workspace }: Sandbox): { before: () => Promise<void> } {
  let changes = 0;
  return {
    before: () => {
      writeFileSync(join(workspace, 'notes.txt'), `Note ${++changes}\n`);
      return Promise.resolve();
    },
  };
}

/** The session's newest turn was shown with its branch, and Git was looked at in its tree alone. */
export async function wasJudgedInWorktree(
  { box, profile }: Scene,
  { session, branch, turnStartedAt = Infinity }: SessionDetail,
): Promise<void> {
  assert.equal(branch, WORKTREE_BRANCH);
  await untilDeadline(120_000, () => {
    const events = recordings(profile).flatMap(recordedEvents);
    assert.deepEqual(
      new Set(
        events.flatMap((event) =>
          event.type === 'session.start' && event.session === session ? event.cwd : [],
        ),
      ),
      new Set([box.worktree]),
    );
    assert.deepEqual(
      new Set(
        events.flatMap((event) =>
          event.type === 'workspace' && event.signal === 'git' && (event.at ?? 0) >= turnStartedAt
            ? event.root
            : [],
        ),
      ),
      new Set([box.worktree]),
    );
    return Promise.resolve();
  });
}
