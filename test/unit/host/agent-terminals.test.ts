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
    let found = 0;
    const terminals = new AgentTerminals(
      () => open,
      () => (found += 1),
      (id) => Promise.resolve(parents.get(id)),
    );
    await terminals.look('S', 40);
    await terminals.look('elsewhere', 50);
    assert.deepEqual([terminals.has('S'), terminals.has('elsewhere'), found], [true, false, 1]);
    terminals.show('S');
    terminals.show('elsewhere');
    assert.deepEqual(said, ['its']);
    open.pop();
    assert.equal(terminals.has('S'), false, 'it was closed');
  });

  it('is found by the processes of this machine, where they can be looked at', async function () {
    const said: string[] = [];
    const open = [terminal(process.ppid, said, 'parent')];
    const terminals = new AgentTerminals(
      () => open,
      () => undefined,
    );
    await terminals.look('S', process.pid);
    assert.equal(terminals.has('S'), process.platform === 'linux');
  });
});
