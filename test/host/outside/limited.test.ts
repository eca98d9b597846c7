/** Turns that a limit has ended, while VS Code is closed: the agent is not held up, and the window tells what stands once it is open again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { isSilent, runHook } from '../../faults/harness/hook.js';
import { itInAll } from '../../tier.js';
import { bridgeDir, endpoint } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { makeProfile, type Profile } from '../harness/profile.js';
import { transcript } from '../harness/transcript.js';
import { LONG, untilDeadline } from '../harness/window.js';

const MINUTE = 60_000;

describe('a limit while VS Code is closed', () => {
  let editor: LaunchedEditor | undefined;
  let profile: Profile | undefined;
  after(async () => {
    await editor?.close();
    profile?.dispose();
  });
  const shows = (...texts: RegExp[]): Promise<void> =>
    untilDeadline(LONG, async () => {
      assert.ok(editor !== undefined);
      const words = await (await editor.window.view()).locator('#page').innerText();
      for (const text of texts) {
        assert.match(words, text);
      }
    });

  itInAll('holds up no hook, and stands in the view again until it is over', async () => {
    profile = makeProfile();
    const folder = profile.repository('workspace');
    const project = join(profile.home, '.claude/projects', projectSlug(folder));
    mkdirSync(project, { recursive: true });
    const session = randomUUID();
    const endLimited = (prompt: string, until: number, id = randomUUID()): void => {
      const limit = `Claude AI usage limit reached|${Math.ceil(until / 1000)}`;
      writeFileSync(
        join(project, `${id}.jsonl`),
        transcript({ session: id, cwd: folder, prompt, steps: 2, limit, ended: true }),
      );
    };
    editor = await launch({ profile, folder });
    await editor.window.reveal();
    const dir = bridgeDir(profile.userData);
    await endpoint(dir);
    const soon = Date.now() + MINUTE;
    endLimited('Over soon', soon);
    endLimited('Not over for long', Date.now() + 60 * MINUTE, session);
    await shows(/Over soon/, /Not over for long/, /Limited until/);
    await editor.close();
    editor = undefined;

    const run = await runHook(dir, { cwd: folder, session_id: session, n: 1 });
    assert.ok(isSilent(run), JSON.stringify(run));
    await sleep(Math.max(0, soon - Date.now()));

    editor = await launch({ profile, folder });
    await editor.window.reveal();
    await shows(/Limited until[^]*Not over for long/, /Over soon\s+Limit over since/);
  });
});
