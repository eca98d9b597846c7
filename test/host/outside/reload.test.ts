/** A window that is reloaded in the middle of a turn picks it up from the agent's log, with no hook at all. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { transcript } from '../transcript.js';
import { untilDeadline } from '../window.js';

describe('a reload in the middle of a turn', () => {
  let editor: LaunchedEditor | undefined;
  after(() => editor?.close());

  it('finds the session that began before, whole, and goes on with it', async () => {
    editor = await launch();
    const { window, profile, folder } = editor;
    const session = randomUUID();
    const project = join(profile.home, '.claude/projects', projectSlug(folder));
    const file = join(project, `${session}.jsonl`);
    mkdirSync(project, { recursive: true });
    await window.reveal();
    const shows = (text: RegExp, not?: RegExp): Promise<void> => untilDeadline(30_000, async () => {
      const words = await (await window.view()).locator('#page').innerText();
      assert.match(words, text);
      if (not !== undefined) { assert.doesNotMatch(words, not); }
    });
    writeFileSync(file, transcript({ session, cwd: folder, prompt: 'Began before the reload', steps: 2 }));
    await shows(/Began before the reload/);
    await window.page.reload();
    await window.view(30_000); // the side bar comes back as it was
    await shows(/Began before the reload/, /Stalled/);
    appendFileSync(file, transcript({ session, cwd: folder, steps: 2, from: 2 }));
    await shows(/The same call gave the same result in 4 steps \(limit 4\)/); // two of them were told to the window before
  });
});
