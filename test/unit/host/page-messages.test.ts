/** What the host accepts from its pages. */
import assert from 'node:assert/strict';
import { readFromPage, readFromPanel } from '../../../src/host/view/page-messages.js';
import type { FromPage } from '../../../src/protocol/view.js';
import type { FromPanel } from '../../../src/protocol/thresholds.js';

describe('messages from the side bar page', () => {
  const known: FromPage[] = [
    { type: 'ready' },
    { type: 'alive' },
    { type: 'select', session: 'S' },
    { type: 'elsewhere', session: 'S', show: 'folder' },
    {
      type: 'command',
      command: 'guide',
      session: 'S',
      intervention: 'i1',
      steps: 0,
      text: 'Look at the test.',
    },
    { type: 'command', command: 'connect' },
    { type: 'editor', command: 'initGit' },
    { type: 'teach', session: 'S', verdict: 'v1', answer: 'false-alarm', sure: true },
    { type: 'older', session: 'S', before: 300 },
    { type: 'details', session: 'S', call: 7, whole: false },
    { type: 'open', session: 'S', path: 'src/a.ts', changes: true, line: 3 },
    { type: 'copy', session: 'S', call: 4, what: 'result' },
    { type: 'changes', session: 'S', paths: ['src/a.ts'] },
    { type: 'player', order: { to: 'play' } },
    { type: 'player', order: { to: 'stop', stop: 4 } },
    { type: 'player', order: { to: 'speed', speed: 'max' } },
    { type: 'painted', ms: 1.5, rows: 20 },
  ];
  for (const message of known) {
    it(`accepts ${JSON.stringify(message)}`, () =>
      assert.deepEqual(readFromPage(message), message));
  }

  const unknown: unknown[] = [
    null,
    'ready',
    [],
    {},
    { type: 'of-the-future' },
    { type: 'toString' },
    { type: 'select' },
    { type: 'elsewhere', session: 'S', show: 'file' },
    { type: 'select', session: 'x'.repeat(1000) },
    { type: 'command', command: 'deleteEverything' },
    { type: 'editor', command: 'toString' },
    { type: 'editor', command: 'workbench.action.terminal.sendSequence' },
    { type: 'teach', session: 'S', verdict: 'v1', answer: 'maybe', sure: true },
    { type: 'older', session: 'S', before: -1 },
    { type: 'older', session: 'S', before: 1.5 },
    { type: 'details', session: 'S', call: Number.MAX_SAFE_INTEGER + 1 },
    { type: 'open', session: 'S', path: '' },
    { type: 'player', order: 'play' },
    { type: 'player', order: { to: 'stop', stop: -1 } },
    { type: 'player', order: { to: 'speed', speed: 3 } },
    { type: 'painted', ms: '1', rows: 20 },
  ];
  for (const message of unknown) {
    it(`refuses ${JSON.stringify(message).slice(0, 80)}`, () =>
      assert.equal(readFromPage(message), undefined));
  }

  it('drops fields it does not know', () =>
    assert.deepEqual(readFromPage({ type: 'ready', more: 1 }), { type: 'ready' }));

  it('drops an optional field that it cannot use', () => {
    const command = { type: 'command', command: 'snooze', session: 7, steps: -1, text: null };
    assert.deepEqual(JSON.parse(JSON.stringify(readFromPage(command))), {
      type: 'command',
      command: 'snooze',
    });
    const open = { type: 'open', session: 'S', path: 'a', changes: 'yes', line: 0 };
    assert.deepEqual(JSON.parse(JSON.stringify(readFromPage(open))), {
      type: 'open',
      session: 'S',
      path: 'a',
      changes: false,
    });
  });

  it('cuts guidance to what an agent is given', () => {
    const long = readFromPage({ type: 'command', command: 'guide', text: 'x'.repeat(900) });
    assert.ok(long?.type === 'command');
    assert.equal(long.text?.length, 500);
  });
});

describe('messages from the thresholds panel', () => {
  const key = 'balanced.idleSteps';
  const known: FromPanel[] = [
    { type: 'ready' },
    { type: 'ready', agent: 'codex' },
    { type: 'agent', agent: 'codex' },
    { type: 'set', scope: 'user', agent: 'codex', key, value: 9 },
    { type: 'set', scope: 'workspace', key },
    { type: 'preset', scope: 'user', preset: 'patterns' },
    { type: 'preset', scope: 'user' },
    { type: 'reset-all', scope: 'workspace' },
    { type: 'forget', agent: 'codex', key },
    { type: 'undo' },
    { type: 'try' },
    { type: 'try', draft: { key, value: 12 } },
    { type: 'open-settings' },
  ];
  for (const message of known) {
    it(`accepts ${JSON.stringify(message)}`, () =>
      assert.deepEqual(readFromPanel(message), message));
  }

  const unknown: unknown[] = [
    null,
    [],
    { type: 'toString' },
    { type: 'agent', agent: '' },
    { type: 'agent', agent: 'x'.repeat(201) },
    { type: 'set', scope: 'folder', key, value: 9 },
    { type: 'set', scope: 'user', key: '__proto__', value: 9 },
    { type: 'set', scope: 'user', key, value: '9' },
    { type: 'set', scope: 'user', key, value: null },
    { type: 'preset', scope: 'user', preset: 'aggressive' },
    { type: 'forget', key },
    { type: 'try', draft: { key } },
    { type: 'try', draft: { key: 'colour', value: 1 } },
  ];
  for (const message of unknown) {
    it(`refuses ${JSON.stringify(message).slice(0, 80)}`, () =>
      assert.equal(readFromPanel(message), undefined));
  }
});
