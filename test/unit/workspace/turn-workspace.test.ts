/** Whose change it is, in whichever order the editor's save, the file watcher and the look at the tree are heard of. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TurnEvent, WorkspaceEvent } from '../../../src/core/events.js';
import { TurnWorkspace } from '../../../src/live/workspace/turn-workspace.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { newRepo, removeTempFolders } from './repository.js';

const nothing = (): undefined => undefined;
const typed = { reason: 'manual', typed: true } as const;

describe('workspace: a save that the file watcher tells first', () => {
  const open: TurnWorkspace[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) {
      each.dispose();
    }
  });
  after(removeTempFolders);

  /** A repository in which a turn has begun. */
  async function turn() {
    const repo = newRepo();
    const path = join(repo.root, 'notes.md');
    repo.write('notes.md', '');
    repo.commit('notes');
    const events: WorkspaceEvent[] = [];
    let now = 1_000_000;
    const workspace = new TurnWorkspace({
      clock: { now: () => now },
      log: { info: nothing, warn: nothing, debug: nothing, error: nothing },
      trees: { opened: [repo.root], findTop: () => repo.root, lookNow: nothing },
      tracker: {
        sessions: new Map(),
        paused: false,
        push: (event) => {
          if (event.type === 'workspace') {
            events.push(event);
          }
          return [];
        },
      },
      workspace: { isTrusted: true },
      gitThread: new URL('./git-thread-script.js', import.meta.url),
    });
    open.push(workspace);
    workspace.turnOpened('S', repo.root);
    await until('the turn’s first look', () => events.length > 0);
    const call: TurnEvent = {
      v: 1,
      type: 'tool.call',
      session: 'S',
      call: 'c1',
      tool: 'Write',
      class: 'write',
      input: { file_path: path },
    };
    return {
      workspace,
      path,
      call,
      pass: (ms: number) => (now += ms),
      write: (text: string) => repo.write('notes.md', text),
      /** Who changed the tree since the last look. */
      author: async () => {
        await workspace.settle(repo.root, PATIENT_MS);
        return events.filter(({ signal }) => signal === 'git').at(-1)?.by;
      },
    };
  }

  it('is the person’s, though its content is known by then', async () => {
    const { workspace, path, write, author } = await turn();
    write('typed by a person');
    await workspace.saved(path, undefined);
    await workspace.saved(path, typed);
    assert.equal(await author(), 'person');
  });

  it('is the person’s right after a change of the agent, too: the watcher’s news alone looks like a formatter’s', async () => {
    const { workspace, path, call, pass, write, author } = await turn();
    workspace.observe(call);
    write('by the agent');
    await workspace.saved(path, undefined);
    workspace.observe({
      v: 1,
      type: 'tool.result',
      session: 'S',
      call: 'c1',
      ok: true,
      output: '',
    });
    assert.equal(await author(), 'agent');
    pass(1000);
    write('typed by a person');
    await workspace.saved(path, undefined);
    await workspace.saved(path, typed);
    assert.equal(await author(), 'person');
  });

  it('takes nothing from an agent that writes the same file right after it', async () => {
    const { workspace, path, call, write, author } = await turn();
    write('typed by a person');
    await workspace.saved(path, undefined);
    await workspace.saved(path, typed);
    workspace.observe(call);
    write('by the agent');
    await workspace.saved(path, undefined);
    assert.equal(await author(), 'agent');
  });

  it('takes nothing from that agent either where the save is told only after its change', async () => {
    const { workspace, path, call, write, author } = await turn();
    write('typed by a person');
    await workspace.saved(path, undefined);
    workspace.observe(call);
    write('by the agent');
    await workspace.saved(path, undefined);
    await workspace.saved(path, typed);
    assert.equal(await author(), 'agent');
  });

  it('is the person’s where it takes an agent’s change back', async () => {
    const { workspace, path, call, pass, write, author } = await turn();
    write('as it was');
    await workspace.saved(path, typed);
    workspace.observe(call);
    write('by the agent');
    await workspace.saved(path, undefined);
    workspace.observe({
      v: 1,
      type: 'tool.result',
      session: 'S',
      call: 'c1',
      ok: true,
      output: '',
    });
    assert.equal(await author(), 'agent');
    pass(60_000);
    write('as it was');
    await workspace.saved(path, typed);
    assert.equal(await author(), 'person');
  });
});
