/** The workspace as witness: saves of the person and of the agent told apart, git looked at only while a turn runs. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { projectSlug } from '../../src/agents/claude-code/paths.js';
import { claudeDir, Desk, folder, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';
import { transcript } from './harness/transcript.js';

describe('the workspace', () => {
  let desk: Desk;
  const made: string[] = [];
  before(async () => {
    desk = await Desk.open();
    await desk.show();
  });
  afterEach(async () => {
    await desk.clear();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const path of made.splice(0)) {
      await rm(path, { force: true, recursive: true });
    }
  });
  after(() => desk.close());
  const path = (name: string): string => {
    const full = join(folder(), name);
    made.push(full);
    return full;
  };
  const outside = (agent: HookedAgent) =>
    desk.detail(agent).rows.flatMap((row) => (row.kind === 'workspace' ? [row] : []));
  const idle = (agent: HookedAgent): number =>
    desk.detail(agent).counters.find(({ id }) => id === 'no-progress')?.value ?? -1;

  /** The files that a row lists once it is open. */
  const listed = async (selector: string) => {
    const rows = (await desk.window.view()).locator(selector);
    await rows.first().locator('> .line').click();
    // a later look at the repository may add a row before the one that is open
    const list = rows.locator('.changed').first();
    let last = '';
    return {
      text: async () => (last = (await list.innerText()).replace(/\s+/g, ' ')),
      said: () => last,
      open: (name: string) => list.getByRole('button', { name, exact: true }).click(),
    };
  };

  /** The state from which the turn's progress is counted is known. */
  const looked = (agent: HookedAgent): Promise<unknown> =>
    until('a look at the tree', async () => {
      const recording = await readFile((await desk.recording()) ?? '', 'utf8');
      const events = recording
        .split('\n')
        .slice(
          recording
            .split('\n')
            .findLastIndex((line) => line.includes('"turn.start"') && line.includes(agent.id)),
        );
      return events.some((line) => line.includes('"signal":"git"'));
    });

  it('watches a session by its transcript alone, and says that nothing can be sent to it', async () => {
    const session = randomUUID();
    const project = join(claudeDir, 'projects', projectSlug(folder()));
    made.push(project);
    await mkdir(project, { recursive: true });
    const file = join(project, `${session}.jsonl`);
    await writeFile(
      file,
      transcript({ session, cwd: folder(), prompt: 'By transcript alone', steps: 7 }),
    );
    const found = await until('the session', () =>
      desk.snapshot().sessions.find((each) => each.session === session),
    );
    assert.equal(found.agent, 'claude-code');
    await until(
      'judged',
      () => desk.snapshot().sessions.find((each) => each.session === session)?.state === 'stalled',
    );
    const forced = vscode.commands.executeCommand('turnwatch.forceRespond', { session });
    // it can be once its hooks are there: the person is asked
    await desk.window.answerChange(/runs these hooks/, 'Cancel');
    await forced;
    await vscode.commands.executeCommand('turnwatch.stopTurn', { session });
    await desk.window.toast(/Nothing can be sent to this session\. Connect the agent first/);
    await appendFile(
      file,
      transcript({ session, cwd: folder(), prompt: 'And once more', steps: 1, ended: true }),
    );
    await until(
      'the end',
      () => desk.snapshot().sessions.find((each) => each.session === session)?.open === false,
    );
  });

  it('counts what an agent changes on disk as its progress: its row lists the files and leads to the changes', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await looked(agent);
    await agent.steps(3);
    const readme = join(folder(), 'README.md');
    const before = await readFile(readme, 'utf8');
    /** One step that changes two files. @returns which step it is, once its row has both */
    const change = async (name: string): Promise<number | undefined> => {
      const file = path(name);
      const call = await agent.begin({ command: `printf x > ${file}` });
      await writeFile(file, 'made by the agent\nin two lines\n');
      await writeFile(readme, `# Another project\n\nBy the agent: ${name}\n`);
      await agent.end(call, '(Bash completed with no output)');
      const find = (): number | undefined =>
        desk
          .detail(agent)
          .rows.flatMap((row) => (row.kind === 'step' ? [row] : []))
          .find(({ changed }) => [name, 'README.md'].every((each) => changed?.includes(each)))
          ?.step;
      return until('both changes', find, 5000).catch(() => undefined);
    };
    try {
      let name = '';
      let tries = 0;
      // a step waits for the look at most a moment: on a busy machine not every look is that quick
      const step = await until('the changes, with the step that made them', () => {
        tries += 1;
        name = `made-by-agent-${tries}.txt`;
        return change(name);
      });
      await agent.step();
      assert.ok(idle(agent) <= 2, `idle ${idle(agent)}`);

      const files = await listed(`.row[data-key="step:${step}"]`);
      await until(
        () => `the lines of each file: ${files.said()}`,
        async () =>
          (await files.text()).includes(`${name} +2 −0`) &&
          /README\.md \+3 −1/.test(await files.text()),
      );
      await files.open('README.md');
      await until('the diff since HEAD', () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputTextDiff && input.modified.fsPath === readme;
      });
    } finally {
      await writeFile(readme, before);
    }
  });

  it('records what a step changed before the end of that step', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await looked(agent);
    let tries = 0;
    // a step waits for the look at most a moment: on a busy machine not every look is that quick
    await until('a change that is recorded before the end of its step', async () => {
      tries += 1;
      const file = path(`changed-in-step-${tries}.txt`);
      const call = await agent.begin({ command: `printf x > ${file}` });
      await writeFile(file, `changed in step ${tries}`);
      await agent.end(call, '(Bash completed with no output)');
      const later = await until('the end of the step', async () => {
        const recording = await readFile((await desk.recording()) ?? '', 'utf8');
        const lines = recording.split('\n');
        const rest = lines.slice(lines.findLastIndex((line) => line.includes(call.id)) + 1);
        return rest.some((line) => line.includes('"step.end"')) && rest;
      });
      const end = later.findIndex((line) => line.includes('"step.end"'));
      return later.slice(0, end).some((line) => line.includes('"signal":"git"'));
    });
  });

  it('does not count what the person types and saves', async () => {
    const agent = desk.agent();
    const file = path('notes.md');
    await writeFile(file, '');
    await agent.prompt();
    await looked(agent);
    await agent.steps(2);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await until('the editor has the focus', () => vscode.window.activeTextEditor === editor);
    await desk.window.page.locator('.editor-instance .view-lines').first().click();
    await desk.window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await desk.window.page.keyboard.type('typed by a person');
    await until(
      () =>
        `typed, the document reads "${editor.document.getText()}", ${editor.document.isDirty ? 'not saved' : 'saved'}`,
      () => editor.document.isDirty && editor.document.getText().includes('person'),
    );
    await editor.document.save();
    await until('the person’s save', () => outside(agent).some((row) => row.by === 'person'));
    const files = await listed('.row[data-kind="workspace"]');
    await until(
      () => `the lines of the file: ${files.said()}`,
      async () => /notes\.md \+1 −0/.test(await files.text()),
    );
    await agent.step();
    await agent.step();
    // the last step ends with the look at the workspace, which the agent doesn't wait for
    await until(
      () => `four idle steps, there are ${idle(agent)}`,
      () => idle(agent) >= 4,
    );
  });

  it('counts the start and the end of a task of VS Code as progress', async () => {
    const agent = desk.agent();
    const done = join(tmpdir(), `turnwatch-task-${randomUUID()}`);
    made.push(done);
    await agent.prompt();
    await looked(agent);
    await agent.steps(3);
    const [root] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(root !== undefined);
    const task = new vscode.Task(
      { type: 'shell' },
      root,
      'wait for a file',
      'turnwatch-test',
      new vscode.ProcessExecution('sh', ['-c', `until [ -e '${done}' ]; do sleep 0.1; done`]),
    );
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Never };
    const told = async (status: string): Promise<boolean> => {
      const recording = await readFile((await desk.recording()) ?? '', 'utf8');
      return recording
        .split('\n')
        .some((line) => line.includes('"signal":"task"') && line.includes(`:${status}"`));
    };
    await vscode.tasks.executeTask(task);
    await until('its start', () => told('running'));
    // the step in which it started, and three more
    await agent.steps(4);
    await until('three idle steps', () => idle(agent) === 3);
    await writeFile(done, '');
    await until('its end', () => told('exit 0'));
    await agent.steps(2);
    await until(
      () => `one idle step since, there are ${idle(agent)}`,
      () => idle(agent) === 1,
    );
    // the file that the test before saved may be seen only now: it is the person's
    assert.deepEqual(
      outside(agent)
        .map(({ by }) => by)
        .filter((by) => by !== 'person'),
      ['unknown', 'unknown'],
    );
  });

  it('runs no git of its own while no turn runs', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await agent.answer();
    await agent.leave();
    // the turn's last look may still be under way, or about to begin: so many times none was seen, however long that takes
    let looks = 0;
    await until('the last look to end', () => {
      looks = gitChildren().some(ours) ? 0 : looks + 1;
      return looks >= 5;
    });
    const counted = gitChildren();
    await writeFile(path('between-turns.txt'), 'changed between turns');
    const end = Date.now() + 1500;
    const children = new Set<string>();
    await until('1.5 s of watching', async () => {
      for (const child of gitChildren()) {
        children.add(child);
      }
      await new Promise((later) => {
        setTimeout(later, 15);
      });
      return Date.now() > end;
    });
    assert.deepEqual(
      [...children].filter((child) => !counted.includes(child) && ours(child)),
      [],
    );
  });
});

/** Git processes started by this extension host: pid and command line. */
function gitChildren(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return parent === String(process.pid) && /^\S*git /.test(command)
          ? [`${pid} ${command}`]
          : [];
      } catch {
        return [];
      } // ended meanwhile
    });
}

/** Ours never take the index lock; VS Code's own git extension runs in the same process. */
function ours(child: string): boolean {
  return child.includes('--no-optional-locks');
}
