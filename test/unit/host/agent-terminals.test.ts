/** The terminal in which an agent runs. */
import assert from 'node:assert/strict';
import { AgentTerminals, type Terminal } from '../../../src/host/live/agent-terminals.js';

const terminal = (id: number | undefined, said: string[], name: string): Terminal => ({
  processId: Promise.resolve(id),
  show: () => said.push(name),
});

describe('the terminal of an agent', () => {
  it('is the one whose shell is above the process that its hook names', async () => {
    const said: string[] = [];
    const open = [
      terminal(undefined, said, 'task'),
      terminal(10, said, 'other'),
      terminal(20, said, 'its'),
    ];
    const parents = new Map([
      [40, 30],
      [30, 20],
      [20, 1],
    ]);
    const terminals = new AgentTerminals({ terminals: open }, (id) =>
      Promise.resolve(parents.get(id)),
    );
    const found = [
      await terminals.processNamed('S', 40),
      await terminals.processNamed('elsewhere', 50),
    ];
    assert.deepEqual(found, [true, false]);
    assert.deepEqual([terminals.has('S'), terminals.has('elsewhere')], [true, false]);
    terminals.show('S');
    terminals.show('elsewhere');
    assert.deepEqual(said, ['its']);
    open.pop();
    assert.equal(terminals.has('S'), false, 'it was closed');
  });

  it('is found by the processes of this machine, where they can be looked at', async function () {
    const said: string[] = [];
    const open = [terminal(process.ppid, said, 'parent')];
    const terminals = new AgentTerminals({ terminals: open });
    await terminals.processNamed('S', process.pid);
    assert.equal(terminals.has('S'), process.platform === 'linux');
  });
});
