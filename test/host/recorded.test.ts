/** Recorded runs in the view, and what was fed live recorded such that a replay gives the same verdicts. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readRecording } from '../../src/agents/reading/recordings.js';
import { Judge } from '../../src/core/judge.js';
import { commands } from '../../src/ids.js';
import { Desk, folder, until } from './harness/desk.js';
import { transcript } from './harness/transcript.js';
import { itInAll } from '../tier.js';

const open = (path: string): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.openRecordedRun, { file: vscode.Uri.file(path) });

describe('recorded runs', () => {
  let desk: Desk;
  let scratch: string;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
    scratch = await mkdtemp(join(tmpdir(), 'runs-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand(commands.closeRecordedRun);
    await desk.clear();
  });
  after(async () => {
    await rm(scratch, { recursive: true });
    await desk.close();
  });
  const page = async (): Promise<string> => (await desk.window.view()).locator('#page').innerText();

  it('shows an event log, labelled as recorded, and goes back to live', async () => {
    const file = join(scratch, 'run.jsonl');
    const events = [
      { type: 'session.start', agent: 'claude-code', cwd: '/elsewhere' },
      { type: 'turn.start', prompt: 'A recorded prompt' },
      ...Array.from({ length: 7 }, (_, i) => [
        {
          type: 'tool.call',
          response: `r${i}`,
          call: `c${i}`,
          tool: 'Bash',
          input: { command: ':' },
        },
        { type: 'tool.result', call: `c${i}`, ok: true, output: '' },
      ]).flat(),
    ];
    await writeFile(
      file,
      events
        .map(
          (event, i) =>
            `${JSON.stringify({ v: 1, session: 'recorded', at: 1_700_000_000_000 + i * 1000, ...event })}\n`,
        )
        .join(''),
    );
    const live = desk.agent();
    await live.prompt('A live prompt');
    await live.step();
    await open(file);
    await until('the recorded run', async () => /A recorded prompt/.test(await page()));
    const text = await page();
    assert.match(text, /Recorded run/);
    assert.match(text, /run\.jsonl/);
    assert.doesNotMatch(text, /A live prompt/);
    await vscode.commands.executeCommand(commands.forceRespond);
    assert.ok((await live.step()).before.denied, 'commands are about the live session');
    await (await desk.window.view()).getByRole('button', { name: 'Back to live' }).click();
    await until('live again', async () => /A live prompt/.test(await page()));
    assert.equal(desk.snapshot().playback, undefined);
  });

  itInAll(
    'shows the run requested last even if an earlier one takes longer to read, and none that was closed meanwhile',
    async () => {
      const recorded = async (name: string, calls: number): Promise<string> => {
        const file = join(scratch, name);
        const events = [
          { type: 'session.start', agent: 'claude-code', cwd: '/elsewhere' },
          { type: 'turn.start', prompt: name },
          ...Array.from({ length: calls }, (_, i) => ({
            type: 'tool.call',
            response: `r${i}`,
            call: `c${i}`,
            tool: 'Bash',
            input: { command: `echo ${i}` },
          })),
        ];
        await writeFile(
          file,
          events
            .map(
              (event) =>
                `${JSON.stringify({ v: 1, session: name, at: 1_700_000_000_000, ...event })}\n`,
            )
            .join(''),
        );
        return file;
      };
      const [long, short] = [
        await recorded('long.jsonl', 20_000),
        await recorded('short.jsonl', 2),
      ];
      await Promise.all([open(long), open(short)]);
      assert.equal(desk.snapshot().playback?.file, 'short.jsonl');
      const opening = open(long);
      await vscode.commands.executeCommand(commands.closeRecordedRun);
      await opening;
      assert.equal(desk.snapshot().playback, undefined);
    },
  );

  it('shows a transcript of Claude Code', async () => {
    const file = join(scratch, '7a3be1cf-2ed6-4003-8ae9-bc90d6426605.jsonl');
    await writeFile(
      file,
      transcript({
        session: '7a3be1cf-2ed6-4003-8ae9-bc90d6426605',
        cwd: '/elsewhere',
        prompt: 'From a transcript',
        steps: 7,
      }),
    );
    await open(file);
    await until('the transcript', async () => /From a transcript/.test(await page()));
    const { selected } = desk.snapshot();
    assert.equal(selected?.steps, 7);
    assert.equal(selected.verdict?.level, 'stalled');
  });

  it('reports a stall in a live session behind a recorded run', async () => {
    const file = join(scratch, '7a3be1cf-2ed6-4003-8ae9-bc90d6426606.jsonl');
    await writeFile(
      file,
      transcript({
        session: '7a3be1cf-2ed6-4003-8ae9-bc90d6426606',
        cwd: '/elsewhere',
        prompt: 'From a transcript',
        steps: 2,
      }),
    );
    await open(file);
    await until('the transcript', async () => /From a transcript/.test(await page()));
    const agent = desk.agent();
    await agent.stall();
    await (await desk.window.toast(/\(Claude Code\) has stalled/)).press('Show');
    await until(
      'the live session',
      async () => desk.snapshot().playback === undefined && /Stalled/.test(await page()),
    );
  });

  it('says why a file cannot be shown', async () => {
    const file = join(scratch, 'other.jsonl');
    await writeFile(file, 'no run at all\n');
    await open(file);
    await desk.window.toast(/Can’t show this run: no known format recognized/);
    await open(join(scratch, 'missing.jsonl'));
    await desk.window.toast(/Can’t show this run: ENOENT/);
    assert.equal(desk.snapshot().playback, undefined);
  });

  it('of the live sessions give the same verdicts when they are replayed', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step(
      { file_path: `${folder()}/README.md` },
      '# A project, read for the first time in this turn',
      'Read',
    );
    await agent.steps(3);
    await agent.fail(
      { command: 'npm test' },
      'Exit code 1\nno test specified, as nobody has seen before',
    );
    await agent.steps(7);
    await desk.state(agent, 'stalled');
    const shown = desk
      .detail(agent)
      .rows.flatMap((row) => (row.kind === 'verdict' ? [`${row.level} ${row.calls.join()}`] : []))
      .reverse();
    await agent.answer();
    const file = await desk.recording();
    assert.ok(file);
    const recording = await readRecording(file, 'auto');
    assert.ok('events' in recording, JSON.stringify(recording));
    assert.deepEqual(recording.skipped, []);
    const judge = new Judge();
    const verdicts = recording.events
      .flatMap((event) => judge.push(event).verdicts)
      .filter((verdict) => verdict.session === agent.id);
    assert.deepEqual(
      verdicts.map((verdict) => `${verdict.level} ${verdict.evidence.calls.join()}`),
      shown,
    );
    assert.deepEqual(
      shown.map((verdict) => verdict.split(' ')[0]),
      ['watch', 'watch', 'stalled'].slice(3 - shown.length),
    );
    assert.match(shown.at(-1) ?? '', /^stalled/);
  });
});
