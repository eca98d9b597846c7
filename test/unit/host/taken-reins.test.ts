/** What carries an order out is taken away while it holds: its receipt says so at once, and again when it is back. */
import assert from 'node:assert/strict';
import { HeardHooks } from '../../../src/live/heard-hooks.js';
import { OrderGaps } from '../../../src/live/order-gaps.js';
import type { ConnectionStatus } from '../../../src/host/connect/window-places.js';
import { TakenHooks } from '../../../src/host/live/taken-hooks.js';
import type { Capabilities, Receipt } from '../../../src/core/view/snapshot.js';
import { until } from '../support/until.js';
import { hooked } from './hooked-window.js';

const FILE = '/home/me/.claude/settings.json';
/** Of the project, which the agent can write. */
const OFF = '/project/.claude/settings.local.json';

describe('reins that are taken away', () => {
  let window: ReturnType<typeof hooked>;
  let gaps: OrderGaps;
  beforeEach(() => {
    window = hooked();
    gaps = new OrderGaps(window.clock, () => window.live.changed());
  });
  afterEach(() => window.dispose());

  /** An order that was delivered: the next call was denied. */
  async function order(): Promise<void> {
    const { hook, live, pass } = window;
    await hook('UserPromptSubmit', { prompt: 'Fix it' });
    pass(1000);
    live.interventions.forceRespond('S');
    pass(1000);
    const call = { tool_name: 'Bash', tool_input: { command: 'true' }, tool_use_id: 't1' };
    assert.match(await hook('PreToolUse', call), /deny/);
    await until('delivered', () => receipt()?.state === 'delivered');
    pass(1000);
  }
  function receipt(textOnly?: Capabilities['textOnly']): Receipt | undefined {
    const { selected } = window.live.view.snapshot();
    const shown = selected && {
      ...selected,
      capabilities: { ...selected.capabilities, ...(textOnly !== undefined && { textOnly }) },
    };
    return shown && gaps.mark(shown).receipts.at(-1);
  }

  it('the receipt of what is delivered says so while files are gone, and that they are back', async () => {
    await order();
    assert.equal(receipt()?.gap, undefined);
    const at = window.now();
    gaps.begin({ files: 'orders' });
    gaps.begin({ files: 'client' });
    window.pass(500);
    gaps.begin({ files: 'client' });
    assert.deepEqual(receipt()?.gap, { why: 'files', at });
    gaps.end({ files: 'orders' });
    assert.deepEqual(receipt()?.gap, { why: 'files', at }, 'the client is still gone');
    gaps.end({ files: 'client' });
    assert.deepEqual(receipt()?.gap, { why: 'files', at, until: window.now() });
    for (const other of ['relay', 'loop'] as const) {
      assert.equal(receipt(other)?.gap, undefined, `${other} needs no hooks`);
    }
  });

  it('the receipt of what was answered before says nothing of it', async () => {
    await order();
    await window.hook('Stop', { last_assistant_message: 'I could not.' });
    await until('obeyed', () => receipt()?.state === 'obeyed');
    window.pass(1000);
    gaps.begin({ files: 'client' });
    assert.equal(receipt()?.gap, undefined);
  });

  describe('hooks in an agent’s settings', () => {
    let files: string[];
    let status: ConnectionStatus;
    let told: unknown[];
    let heard: HeardHooks;
    let taken: TakenHooks;
    let look: () => void;
    const connection = {
      isDisconnecting: false,
      hookedFiles: () => files,
      findStatus: () => status,
      switchedOffIn: () => (status === 'disabled' ? OFF : undefined),
      refresh: () => Promise.resolve(look()),
    };
    beforeEach(() => {
      [files, status, told] = [[FILE], 'installed', []];
      connection.isDisconnecting = false;
      heard = new HeardHooks({
        memento: { get: () => undefined, update: () => Promise.resolve() },
        clock: window.clock,
        onProblem: (error) => assert.fail(String(error)),
      });
      taken = new TakenHooks({
        tracker: window.live,
        connection,
        heard,
        gaps,
        reports: { unhooked: (what) => Promise.resolve(void told.push(what)) },
        view: {
          onDidChange: (listener) => {
            look = listener;
            return { dispose: () => undefined };
          },
        },
      });
    });
    afterEach(() => taken.dispose());
    const takeOut = (left: string[] = []): void => {
      [files, status] = [left, left.length === 0 ? 'absent' : 'installed'];
      look();
    };
    async function begin(): Promise<void> {
      await order();
      heard.hook('S', window.now(), 'claude-code');
      look();
    }

    it('are missed at once: the receipt says that the turn cannot be stopped, until they are put back', async () => {
      await begin();
      takeOut();
      await until('told', () => told.length === 1);
      assert.deepEqual(told, [{ agent: 'claude-code', file: FILE, isOff: false, atOnce: true }]);
      assert.equal(receipt()?.gap?.why, 'hooks');
      assert.equal(heard.has('S'), false, 'nothing can be sent to it');
      assert.equal(taken.findFile('claude-code'), FILE);
      [files, status] = [[FILE], 'installed'];
      window.pass(1000);
      look();
      assert.equal(receipt()?.gap?.until, window.now());
      assert.equal(taken.findFile('claude-code'), undefined);
      assert.equal(told.length, 1);
    });

    it('are missed as well if the project’s settings switch them off', async () => {
      await begin();
      status = 'disabled';
      look();
      await until('told', () => told.length === 1);
      assert.deepEqual(told, [{ agent: 'claude-code', file: OFF, isOff: true, atOnce: true }]);
      assert.equal(receipt()?.gap?.why, 'hooks');
      assert.equal(heard.has('S'), false, 'nothing can be sent to it');
      assert.equal(taken.findFile('claude-code'), OFF);
      status = 'installed';
      look();
      assert.equal(receipt()?.gap?.until, window.now());
    });

    it('are told of also where others of the agent stay, whose sessions go on', async () => {
      files = [FILE, '/other/settings.json'];
      await begin();
      takeOut(['/other/settings.json']);
      await until('told', () => told.length === 1);
      assert.deepEqual(told, [{ agent: 'claude-code', file: FILE, isOff: false, atOnce: false }]);
      assert.equal(receipt()?.gap, undefined);
      assert.equal(heard.has('S'), true);
    });

    it('are not missed in a session that begins later with hooks of its own', async () => {
      await begin();
      takeOut();
      await until('nothing can be sent to it', () => !heard.has('S'));
      heard.hook('S', window.now(), 'claude-code'); // was on its way
      await window.hook('UserPromptSubmit', { session_id: 'T', prompt: 'Fix it' });
      heard.hook('T', window.now(), 'claude-code');
      await until('the late hook does not count', () => !heard.has('S'));
      assert.equal(heard.has('T'), true);
    });

    it('are not told of after Disconnect, but the receipt does not go on claiming', async () => {
      await begin();
      connection.isDisconnecting = true;
      takeOut();
      connection.isDisconnecting = false;
      await until('the receipt', () => receipt()?.gap?.why === 'hooks');
      assert.deepEqual(told, []);
    });

    it('are there still if the file was only being written', async () => {
      await begin();
      takeOut();
      [files, status] = [[FILE], 'installed'];
      await new Promise((later) => setTimeout(later, 600));
      assert.deepEqual([told, receipt()?.gap], [[], undefined]);
    });
  });
});
