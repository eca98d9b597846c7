/** Two windows of one editor: each has its own extension host, and closing one leaves the other alone. */
import assert from 'node:assert/strict';
import { isObject } from '../../../src/core/json.js';
import { contains, lacks } from '../../contains.js';
import { skip } from '../../skip.js';
import { extensionHosts } from '../harness/extension-hosts.js';
import { bridgeDir, endpoint, HookedAgent, post } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { LONG, noSecondWindow, untilDeadline, type EditorWindow } from '../harness/window.js';

describe('windows', () => {
  let editor: LaunchedEditor | undefined;
  let second: EditorWindow;
  let other = '';
  /** Agents with hooks, one in each window's folder. */
  let here: HookedAgent;
  let there: HookedAgent;
  before(function () {
    if (noSecondWindow !== undefined) {
      skip(this, noSecondWindow);
    }
  });
  after(async () => {
    await editor?.close();
  });

  function opened(): LaunchedEditor {
    assert.ok(editor, 'the editor is open');
    return editor;
  }
  async function page(window: EditorWindow): Promise<string> {
    await window.reveal();
    return (await window.view()).locator('#page').innerText();
  }
  const shows = (window: EditorWindow, text: string): Promise<string> =>
    untilDeadline(LONG, async () => {
      const shown = await page(window);
      contains(shown, text);
      return shown;
    });
  /** A program at work in the second window's folder reports what happened; each batch names its folder, as it must. @returns what it is told. */
  async function reports(
    ...events: Record<string, unknown>[]
  ): Promise<{ decision: unknown; reminder: unknown }> {
    const session = 'a-program';
    const batch = [
      { type: 'session.start', agent: 'my-loop', cwd: other, steps: 'explicit' },
      ...events,
    ].map((event) => ({ v: 1, session, ...event }));
    const told = await untilDeadline(LONG, async () => {
      const { status, body } = await post(
        await endpoint(bridgeDir(opened().profile.userData)),
        JSON.stringify(batch),
        {},
        '/v1/events',
      );
      assert.equal(status, 200, body);
      const answer: unknown = JSON.parse(body);
      // where the machine stood still in the middle of it no window answers in time: told twice it counts once
      const found =
        isObject(answer) && isObject(answer['sessions']) ? answer['sessions'][session] : undefined;
      assert.ok(isObject(found) && found['problem'] === undefined, body);
      return found;
    });
    return { decision: told['decision'], reminder: told['reminder'] };
  }

  it('opens a second window and closes it again', async () => {
    editor = await launch();
    const { profile } = editor;
    const [first] = await extensionHosts(profile.home, 1);
    const second = await editor.openWindow(profile.repository('second'));
    assert.equal((await extensionHosts(profile.home, 2)).length, 2);
    await second.close();
    assert.deepEqual(await extensionHosts(profile.home, 1), [first]);
    assert.equal(editor.windows().length, 1);
  });

  it('each shows its own sessions', async () => {
    const { profile, folder, window: first } = opened();
    other = profile.repository('other');
    second = await opened().openWindow(other);
    const address = await endpoint(bridgeDir(profile.userData));
    [here, there] = [new HookedAgent(address, folder), new HookedAgent(address, other)];
    // the second window may still be joining: a session of no window is dropped
    await untilDeadline(LONG, async () => {
      await there.prompt('Asked in the other folder');
      contains(await page(second), 'Asked in the other folder');
    });
    await here.prompt('Asked in the first folder');
    lacks(await shows(first, 'Asked in the first folder'), 'other folder');
    lacks(await page(second), 'first folder');
    await there.answer();
  });

  it('a program that reports events is shown and steered by the window of its folder', async () => {
    await reports({ type: 'turn.start', prompt: 'Asked by a program' });
    lacks(await shows(second, 'Asked by a program'), 'first folder');
    lacks(await page(opened().window), 'by a program');
    assert.deepEqual(await reports(...response(1)), {
      decision: 'continue',
      reminder: undefined,
    });
    await second.command('Turnwatch: Force Respond');
    await shows(second, 'Text only');
    const { decision, reminder } = await reports(...response(2));
    assert.equal(decision, 'text-only');
    assert.match(String(reminder), /^\[Turnwatch\] Tools are switched off/);
  });

  it('the second takes over the address for hooks and events when the first closes', async () => {
    const { profile, window: first } = opened();
    const address = await endpoint(bridgeDir(profile.userData));
    // a hook that nobody answers in time, as on a busy machine, goes on without
    await untilDeadline(LONG, async () => {
      await there.prompt('Asked again in the other folder');
      contains(await page(second), 'Asked again in the other folder');
    });
    await second.command('Turnwatch: Force Respond');
    await untilDeadline(LONG, async () => {
      assert.ok((await there.step()).before.denied);
    });

    await first.close();
    await extensionHosts(profile.home, 1); // until its host has ended it still serves the address
    await untilDeadline(LONG, async () => {
      assert.ok((await there.step()).before.denied);
    });
    assert.equal(
      (await reports(...response(3))).decision,
      'text-only',
      'the order that it is under holds',
    );
    assert.deepEqual(await endpoint(bridgeDir(profile.userData)), address);
    assert.equal((await here.step()).before.silent, true); // its window is gone
  });
});

/** One response with one call, from its announcement to its end. */
function response(number: number): Record<string, unknown>[] {
  const [id, call] = [`r${number}`, `c${number}`];
  return [
    {
      type: 'tool.call',
      response: id,
      call,
      tool: 'shell',
      input: { command: `cat part-${number}` },
    },
    { type: 'tool.result', call, ok: true, exitCode: 0, output: `the text of part ${number}` },
    { type: 'step.end', response: id },
  ];
}
