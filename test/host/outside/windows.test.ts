/** Two windows of one editor: each has its own extension host, and closing one leaves the other alone. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { isObject } from '../../../src/core/parse.js';
import { skip } from '../../skip.js';
import { bridgeDir, endpoint, HookedAgent, post } from '../hooked-agent.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { noSecondWindow, untilDeadline, type EditorWindow } from '../window.js';

describe('windows', () => {
  let editor: LaunchedEditor | undefined;
  let second: EditorWindow;
  let other = '';
  /** Agents with hooks, one in each window's folder. */
  let here: HookedAgent;
  let there: HookedAgent;
  before(function () { if (noSecondWindow !== undefined) { skip(this, noSecondWindow); } });
  after(async () => { await editor?.close(); });

  function opened(): LaunchedEditor {
    assert.ok(editor, 'the editor is open');
    return editor;
  }
  async function page(window: EditorWindow): Promise<string> {
    await window.reveal();
    return (await window.view()).locator('#page').innerText();
  }
  const shows = (window: EditorWindow, text: string): Promise<string> => untilDeadline(15_000, async () => {
    const shown = await page(window);
    assert.ok(shown.includes(text), shown);
    return shown;
  });
  /** A program at work in the second window's folder reports what happened; each batch names its folder, as it must. @returns what it is told. */
  async function reports(...events: Record<string, unknown>[]): Promise<{ decision: unknown; reminder: unknown; problem: unknown }> {
    const session = 'a-program';
    const batch = [{ type: 'session.start', agent: 'my-loop', cwd: other, steps: 'explicit' }, ...events].map((event) => ({ v: 1, session, ...event }));
    const { status, body } = await post(await endpoint(bridgeDir(opened().profile.userData)), JSON.stringify(batch), {}, '/v1/events');
    assert.equal(status, 200, body);
    const answer: unknown = JSON.parse(body);
    const told = isObject(answer) && isObject(answer['sessions']) ? answer['sessions'][session] : undefined;
    assert.ok(isObject(told), body);
    return { decision: told['decision'], reminder: told['reminder'], problem: told['problem'] };
  }

  it('opens a second window and closes it again', async () => {
    editor = await launch();
    const { profile } = editor;
    const [first] = await hosts(profile.home, 1);
    const second = await editor.openWindow(profile.repository('second'));
    assert.equal((await hosts(profile.home, 2)).length, 2);
    await second.close();
    assert.deepEqual(await hosts(profile.home, 1), [first]);
    assert.equal(editor.windows().length, 1);
  });

  it('each shows its own sessions', async () => {
    const { profile, folder, window: first } = opened();
    other = profile.repository('other');
    second = await opened().openWindow(other);
    const address = await endpoint(bridgeDir(profile.userData));
    [here, there] = [new HookedAgent(address, folder), new HookedAgent(address, other)];
    // the second window may still be joining: a session of no window is dropped
    await untilDeadline(15_000, async () => {
      await there.prompt('Asked in the other folder');
      assert.ok((await page(second)).includes('Asked in the other folder'));
    });
    await here.prompt('Asked in the first folder');
    assert.ok(!(await shows(first, 'Asked in the first folder')).includes('other folder'));
    assert.ok(!(await page(second)).includes('first folder'));
    await there.answer();
  });

  it('a program that reports its events is shown where its folder is open, and told what to do from there', async () => {
    await reports({ type: 'turn.start', prompt: 'Asked by a program' });
    assert.ok(!(await shows(second, 'Asked by a program')).includes('first folder'));
    assert.ok(!(await page(opened().window)).includes('by a program'));
    assert.deepEqual(await reports(...response(1)), { decision: 'continue', reminder: undefined, problem: undefined });
    await second.command('Turnwatch: Force Respond');
    await shows(second, 'Text only');
    const { decision, reminder } = await reports(...response(2));
    assert.equal(decision, 'text-only');
    assert.match(String(reminder), /^\[Turnwatch\] Tools are switched off/);
  });

  it('when the first closes the other takes the address over, for hooks and for events', async () => {
    const { profile, window: first } = opened();
    const address = await endpoint(bridgeDir(profile.userData));
    await there.prompt('Asked again in the other folder');
    await shows(second, 'Asked again in the other folder');
    await second.command('Turnwatch: Force Respond');
    await untilDeadline(10_000, async () => { assert.ok((await there.step()).before.denied); });

    await first.close();
    await hosts(profile.home, 1); // until its host has ended it still serves the address
    await untilDeadline(20_000, async () => { assert.ok((await there.step()).before.denied); });
    assert.equal((await reports(...response(3))).decision, 'text-only', 'the order that it is under holds');
    assert.deepEqual(await endpoint(bridgeDir(profile.userData)), address);
    assert.equal((await here.step()).before.silent, true); // its window is gone
  });
});

/** One response with one call, from its announcement to its end. */
function response(number: number): Record<string, unknown>[] {
  const [id, call] = [`r${number}`, `c${number}`];
  return [
    { type: 'tool.call', response: id, call, tool: 'shell', input: { command: `cat part-${number}` } },
    { type: 'tool.result', call, ok: true, exitCode: 0, output: `the text of part ${number}` }, { type: 'step.end', response: id },
  ];
}

/** Waits until this profile has so many extension hosts. */
function hosts(home: string, count: number): Promise<number[]> {
  return untilDeadline(20_000, () => {
    const running = extensionHosts(home);
    return running.length === count ? Promise.resolve(running) : Promise.reject(new Error(`${running.length} extension hosts, not ${count}`));
  });
}

/** The extension hosts of this profile, oldest first. */
function extensionHosts(home: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
    } catch { return false; } // ended meanwhile, or not ours to look at
  }).sort((a, b) => a - b);
}
