/** The player in the real VS Code: a recorded run back and forth, a turn exported and opened again, a turn shared. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { projectSlug } from '../../src/agents/claude-code/paths.js';
import { readRecording } from '../../src/agents/reading/recordings.js';
import { Judge } from '../../src/core/judge.js';
import { commands } from '../../src/ids.js';
import { claudeDir, Desk, folder, until } from './harness/desk.js';
import { transcript } from './harness/transcript.js';
import { itInAll } from '../tier.js';

const run = (command: string, argument?: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(command, argument);

describe('the player of recorded runs', () => {
  let desk: Desk;
  let scratch: string;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
    scratch = await mkdtemp(join(tmpdir(), 'player-'));
  });
  afterEach(async () => {
    await run(commands.closeRecordedRun);
    await desk.clear();
  });
  after(async () => {
    await rm(scratch, { recursive: true });
    await desk.close();
  });

  const playback = () => {
    const state = desk.snapshot().playback;
    assert.ok(state, 'a recorded run is shown');
    return state;
  };
  const rows = (): string => JSON.stringify(desk.snapshot().selected?.rows);
  /** Resolves once the rows of the place are there. */
  const settled = (
    what: string,
    is: (state: ReturnType<typeof playback>) => boolean,
  ): Promise<boolean> =>
    until(what, () => {
      const state = desk.snapshot().playback;
      return state !== undefined && !state.busy && is(state);
    });
  /** The slider, once it is that of the run which is shown now: the page is drawn a moment later. */
  const sliderOf = async () => {
    const slider = (await desk.window.view()).getByRole('slider');
    await until(
      'the page shows this run',
      async () => (await slider.getAttribute('aria-valuemax')) === String(playback().lastStop),
    );
    return slider;
  };
  const press = async (name: string): Promise<void> => {
    await (await desk.window.view()).getByRole('button', { name, exact: true }).click();
  };

  it('plays the sample from its start, pauses, steps, and goes to verdicts', async () => {
    await run(commands.openSample);
    await settled('it plays', ({ playing, stop }) => playing && stop > 0);
    await press('Pause');
    await settled('it stands', ({ playing }) => !playing);
    const { stop } = playback();
    await press('Step forward');
    await settled('one step on', (state) => state.stop === stop + 1);
    await press('Next verdict');
    await settled('the first verdict', (state) =>
      state.verdicts.some((verdict) => verdict.stop === state.stop && verdict.level === 'watch'),
    );
    assert.equal(desk.snapshot().selected?.state, 'watch');
    await press('Next verdict');
    await settled('the second', () => desk.snapshot().selected?.state === 'stalled');
    // the page is drawn a moment later
    await until('the caption', async () =>
      /Recorded run[^]*It stalled: .* End it with Force respond\./.test(
        await (await desk.window.view()).locator('#page').innerText(),
      ),
    );
  });

  it('the sample stops at its stall, and Force respond plays on to the answer', async () => {
    await run(commands.openSample);
    await settled('it plays', ({ playing, lesson }) => playing && lesson === 'start');
    await (await desk.window.view()).locator('.player-speed').selectOption('max');
    await settled('it stops', ({ playing, lesson }) => !playing && lesson === 'stalled');
    assert.equal(desk.snapshot().selected?.state, 'stalled');
    await (await desk.window.view()).getByRole('button', { name: /^Force respond/ }).click();
    await settled('the end', ({ playing, lesson }) => !playing && lesson === 'answered');
    assert.equal(desk.snapshot().selected?.receipts.at(-1)?.state, 'obeyed');
    await until('the caption', async () =>
      /It answered in words:/.test(await (await desk.window.view()).locator('#page').innerText()),
    );
  });

  itInAll('shows the same rows at a position however it was reached', async () => {
    await run(commands.openSample);
    await settled('it plays', ({ playing }) => playing);
    const slider = await sliderOf();
    await slider.focus();
    await slider.press('Home');
    // it began there, too: only the key stops it
    await settled('the start', ({ stop, playing }) => stop === 0 && !playing);
    const seen = [rows()];
    for (let stop = 1; stop <= playback().lastStop; stop++) {
      await slider.press('ArrowRight');
      await settled(`stop ${stop}`, (state) => state.stop === stop);
      seen.push(rows());
    }
    assert.equal(new Set(seen).size, seen.length, 'every stop shows something else');
    for (let stop = playback().lastStop - 1; stop >= 0; stop--) {
      await slider.press('ArrowLeft');
      await settled(`stop ${stop}`, (state) => state.stop === stop);
      assert.equal(rows(), seen[stop], `back at stop ${stop}`);
    }
    await slider.press('End');
    await settled('the end', (state) => state.stop === state.lastStop);
    assert.equal(rows(), seen.at(-1));
    await until('the slider says so', async () =>
      /^Step 18 of 18/.test((await slider.getAttribute('aria-valuetext')) ?? ''),
    );
  });

  it('offers recent sessions of the folder, by what was asked, before any file', async () => {
    const session = randomUUID();
    const log = join(claudeDir, 'projects', projectSlug(folder()), `${session}.jsonl`);
    await mkdir(dirname(log), { recursive: true });
    const steps = { session, cwd: folder(), steps: 2, ended: true };
    await writeFile(log, transcript({ ...steps, prompt: 'Rename the parser' }));
    const done = run(commands.openRecordedRun);
    await desk.window.pick(/Browse…/, 'Rename the parser');
    await done;
    await settled('the run', ({ stop, lastStop }) => stop === lastStop);
    assert.equal(playback().file, `${session}.jsonl`);
    await rm(log);
  });

  it('exports the live turn, which opens again with its verdicts', async () => {
    const agent = desk.agent();
    await agent.stall();
    await agent.step({ command: 'mint' }, 'token=correct-horse-battery');
    await desk.state(agent, 'stalled');
    const live = desk
      .detail(agent)
      .rows.flatMap((row) => (row.kind === 'verdict' ? [`${row.level} ${row.what.id}`] : []));
    const file = vscode.Uri.file(join(scratch, 'turn.jsonl'));
    await run(commands.exportTurn, { session: agent.id, file });
    const text = await readFile(file.fsPath, 'utf8');
    assert.doesNotMatch(text, /correct-horse/);
    assert.match(text, /token=«secret-1»/);
    const recording = await readRecording(file.fsPath, 'auto');
    assert.ok('events' in recording);
    assert.deepEqual(
      recording.events.slice(0, 2).map(({ type }) => type),
      ['session.start', 'config'],
    );
    assert.deepEqual(
      [
        ...new Set(
          recording.events.flatMap((event) => ('session' in event ? [event.session] : [])),
        ),
      ],
      [agent.id],
    );
    const judge = new Judge();
    const verdicts = recording.events.flatMap((event) => judge.push(event).verdicts);
    assert.deepEqual(verdicts.map(({ level, what }) => `${level} ${what.id}`).reverse(), live);
    await run(commands.openRecordedRun, { file });
    await settled('the exported turn', ({ stop, lastStop }) => stop === lastStop);
    assert.deepEqual(
      desk
        .snapshot()
        .selected?.rows.flatMap((row) =>
          row.kind === 'verdict' ? [`${row.level} ${row.what.id}`] : [],
        ),
      live,
    );
  });

  it('shares what is shown as Markdown, also of a recorded run', async () => {
    await run(commands.openSample);
    await settled('it plays', ({ playing }) => playing);
    const slider = await sliderOf();
    await slider.press('End');
    await settled('the end', (state) => state.stop === state.lastStop);
    await vscode.env.clipboard.writeText('');
    void run(commands.shareTurn);
    const text = await until(
      'the clipboard',
      async () => (await vscode.env.clipboard.readText()) || undefined,
    );
    assert.match(text, /^# Turnwatch: Claude Code, turn 1\n/);
    assert.match(text, /\*\*Stalled\*\*: “` npm test `” failed the same way 4 times/);
    assert.doesNotMatch(text, /\/home\/dev/);
    await (await desk.window.toast(/Turn copied as Markdown/)).press('Open in Editor');
    await until('the editor', () => vscode.window.activeTextEditor?.document.getText() === text);
    await run('workbench.action.revertAndCloseActiveEditor');
  });
});
