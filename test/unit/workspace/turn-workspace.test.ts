/** Whose change it is, in whichever order the editor's save, the file watcher and the look at the tree are heard of. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { WorkspaceEvent } from '../../../src/core/events.js';
import { TurnWorkspace } from '../../../src/live/workspace/turn-workspace.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { newRepo, removeTempFolders } from './repository.js';

const nothing = (): undefined => undefined;

describe('workspace: a save that the file watcher tells first', () => {
  const open: TurnWorkspace[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) {
      each.dispose();
    }
  });
  after(removeTempFolders);

  /** A repository in which a turn has begun: who changed it, at each look, of what then happens in it. */
  async function turn() {
    const repo = newRepo();
    const path = join(repo.root, 'notes.md');
    repo.write('notes.md', '');
    repo.commit('notes');
    const events: WorkspaceEvent[] = [];
    const authors: (string | undefined)[] = [];
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
    const call = { v: 1, session: 'S', call: 'c1' } as const;
    const input = { file_path: path };
    const acts: Record<string, () => unknown> = {
      'a person types': () => repo.write('notes.md', 'typed by a person'),
      'the agent calls': () =>
        workspace.observe({ ...call, type: 'tool.call', tool: 'Write', class: 'write', input }),
      'the agent writes': () => repo.write('notes.md', 'by the agent'),
      'the call is over': () =>
        workspace.observe({ ...call, type: 'tool.result', ok: true, output: '' }),
      'the watcher tells': () => workspace.saved(path, undefined),
      'the editor tells': () => workspace.saved(path, { reason: 'manual', typed: true }),
      'a minute passes': () => (now += 60_000),
      'a second passes': () => (now += 1000),
      'it is looked at': async () => {
        await workspace.settle(repo.root, PATIENT_MS);
        authors.push(events.filter(({ signal }) => signal === 'git').at(-1)?.by);
      },
    };
    return async (...story: string[]) => {
      for (const act of [...story, 'it is looked at']) {
        assert.ok(acts[act] !== undefined, act);
        await acts[act]();
      }
      return authors;
    };
  }

  const typed = ['a person types', 'the watcher tells', 'the editor tells'];
  const byAgent = ['the agent calls', 'the agent writes', 'the watcher tells'];
  const stories: [what: string, authors: string, ...story: string[]][] = [
    ['is the person’s, though its content is known by then', 'person', ...typed],
    // the watcher's news alone looks like a formatter's
    [
      'is the person’s right after a change of the agent, too',
      'agent, person',
      ...byAgent,
      'the call is over',
      'it is looked at',
      'a second passes',
      ...typed,
    ],
    [
      'takes nothing from an agent that writes the same file right after it',
      'agent',
      ...typed,
      ...byAgent,
    ],
    [
      'takes nothing from that agent either where the save is told only after its change',
      'agent',
      'a person types',
      'the watcher tells',
      ...byAgent,
      'the editor tells',
    ],
    [
      'is the person’s where it takes an agent’s change back',
      'agent, person',
      'a person types',
      'the editor tells',
      ...byAgent,
      'the call is over',
      'it is looked at',
      'a minute passes',
      'a person types',
      'the editor tells',
    ],
  ];
  for (const [what, authors, ...story] of stories) {
    it(what, async () => assert.equal((await (await turn())(...story)).join(', '), authors));
  }
});
