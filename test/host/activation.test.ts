/** The extension in a real VS Code: it activates by itself, its view opens, and what watches sessions comes with the first of them. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { commands, EXTENSION_ID } from '../../src/ids.js';
import { contains } from '../contains.js';
import { violations } from '../view/axe.js';
import { claudeDir, Desk, logText, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';
import { transcript } from './harness/transcript.js';
import { connect, LONG, untilDeadline, type Editor } from './harness/window.js';

const DAY_MS = 24 * 60 * 60_000;

describe('activation', () => {
  let editor: Editor | undefined;
  after(async () => {
    await editor?.disconnect();
  });

  it('activates by itself', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    await untilDeadline(LONG, () =>
      extension.isActive ? Promise.resolve() : Promise.reject(new Error('not active')),
    );
    await extension.activate(); // rejects if it failed: VS Code calls that active too
  });

  it('shows its page in the side bar', async () => {
    editor = await connect(Number(process.env.TURNWATCH_CDP));
    const [window] = editor.windows();
    assert.ok(window);
    await window.reveal();
    const view = await window.view();
    // Its texts come with the host's first message, after the page has said that it is ready.
    await view.waitForFunction(() => document.body.innerText.trim() !== '', undefined, {
      timeout: LONG,
      polling: 100,
    });
  });

  it('looks back on the person’s click: the card, what was found, and a stall at its first bad call', async () => {
    const file = join(claudeDir, 'projects', '-elsewhere', 'past.jsonl');
    const at = Date.now() - 3 * DAY_MS;
    const turn = { session: 'past', cwd: '/elsewhere', prompt: 'Fix the past', ended: true };
    await mkdir(dirname(file), { recursive: true });
    const cost = { model: 'claude-opus-4-5-20251101', tokens: { input: 100_000, output: 1000 } };
    await writeFile(file, transcript({ ...turn, ...cost, steps: 12, at }));
    await utimes(file, at / 1000, at / 1000);
    const desk = await Desk.open();
    const past = () => desk.snapshot().past;
    try {
      const view = await desk.window.view();
      await until('the offer', () => past()?.state === 'offered');
      await view.getByRole('button', { name: 'Look at the last 30 days' }).click();
      await until('what was found', () => past()?.state === 'found');
      const found = past();
      assert.ok(found?.state === 'found');
      assert.deepEqual(
        [found.here, found.all.turns, found.all.stalled, found.counts.judged],
        [undefined, 1, 1, 1],
      );
      const stall = view.getByRole('button', { name: /Fix the past/ });
      await stall.waitFor({ timeout: LONG });
      const card = await view.locator('.past').innerText();
      contains(card, 'Nothing was sent anywhere.');
      // each of the twelve costs 52.5 cents; some came before the first alarm
      const [, dollars = ''] = /about \$(\d\.\d\d)/.exec(card) ?? [];
      assert.ok(Number(dollars) > 2 && Math.abs((Number(dollars) / 0.525) % 1) < 0.02, card);
      assert.deepEqual(await violations(view), []);
      await stall.click();
      await until('the run', () => desk.snapshot().playback?.busy === false);
      const { playback, selected } = desk.snapshot();
      assert.deepEqual([selected?.session, playback?.step, playback?.lastStep], ['past', 1, 12]);
      const [newest] = selected?.rows ?? [];
      assert.ok(newest?.kind === 'step', 'the newest row is that of the call');
      assert.deepEqual(
        newest.calls.map(({ call }) => call),
        [0],
      );
      await vscode.commands.executeCommand(commands.closeRecordedRun);
      await until('what was found again', () => past()?.state === 'found');
    } finally {
      await rm(dirname(file), { recursive: true });
      await desk.close();
    }
  });

  it('loads the watching code on the first hook, and loses no hook meanwhile', async () => {
    const loaded = (): number => logText().match(/loaded the watcher/g)?.length ?? 0;
    await until('the log', () => /activated in/.test(logText()));
    const desk = await Desk.open();
    try {
      assert.deepEqual([loaded(), desk.snapshot().sessions], [0, []]);
      const agents = Array.from({ length: 8 }, () => desk.agent());
      for (const agent of agents) {
        agent.tries = 1; // nothing may be lost of what is told once
      }
      const began = Date.now();
      const first = agents.map(async (agent, i) => {
        // a turn may also be met in its middle
        if (i % 2 === 0) {
          await agent.prompt(`Prompt ${i}`);
        }
        return agent.step();
      });
      for (const { before, after } of await Promise.all(first)) {
        assert.deepEqual(
          [before, after],
          [
            { silent: true, goOn: true },
            { silent: true, goOn: true },
          ],
        );
      }
      console.log(
        `      ${agents.length} first turns were answered within ${Date.now() - began} ms`,
      );
      // where the loading takes longer than a hook may, they are answered before they are taken in
      await until('a step of each', () =>
        agents.every((agent) => desk.summary(agent)?.steps === 1),
      );
      const told = async (agent: HookedAgent): Promise<string[]> =>
        (await readFile((await desk.recording()) ?? '', 'utf8'))
          .split('\n')
          .filter((line) => line.includes(agent.id))
          .flatMap(
            (line) =>
              /"type":"(turn\.start|tool\.call|tool\.result|step\.end)"/.exec(line)?.[1] ?? [],
          );
      for (const [i, agent] of agents.entries()) {
        // the end of a step waits for a look at the workspace
        await until('the end of the step', async () => (await told(agent)).includes('step.end'));
        assert.deepEqual(
          await told(agent),
          [
            ...(i % 2 === 0 ? ['turn.start'] : []),
            'tool.call',
            'tool.call',
            'tool.result',
            'step.end',
          ],
          `of agent ${i}`,
        );
      }
      await until('said once', () => loaded() === 1);
    } finally {
      await desk.clear();
      await desk.close();
    }
  });
});
