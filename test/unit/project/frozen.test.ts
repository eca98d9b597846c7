/** What must not change between versions: each file says so in its header, and what it fixes is written down here once more. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { claudeCodeInstall, hookCommand } from '../../../src/agents/claude-code/answer.js';
import { joinLines } from '../../../src/agents/install/command-lines.js';
import { Judge } from '../../../src/core/judge.js';
import { eventTypes } from '../../../src/core/parse.js';
import { bash, Story } from '../support/story.js';

/** Texts that stay in these files as they are. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'src/core/events.ts': [],
  'src/core/verdict.ts': [],
  'src/agents/install/hook-client.ts': ["'silent'"],
  'src/agents/install/hook-names.ts': ["'hook.curl'", "'orders'", "'X-Turnwatch-Agent:'"],
  'src/agents/install/connected-files.ts': ["'connected-files.json'"],
  'src/bridge/state.ts': [
    "'token'",
    "'endpoint.json'",
    "'hook.curl'",
    "'hook.pem'",
    "'stranger-met'",
    "'relay-secret'",
  ],
  'src/bridge/order-files.ts': ["'orders'"],
  'src/bridge/windows.ts': ["'windows'"],
  'src/host/thresholds/learned-thresholds.ts': ["'turnwatch.answers'"],
  'src/host/held-settings.ts': ["'turnwatch.heldSettings'", "'turnwatch.namedSettings'"],
  'src/live/heard-hooks.ts': ["'turnwatch.hooks'"],
};

describe('frozen between versions', () => {
  for (const [file, texts] of Object.entries(kept)) {
    it(`${file} says so, and has its names`, () => {
      const text = readFileSync(file, 'utf8');
      const header = text.slice(0, text.indexOf('*/'));
      assert.match(header, /^ \* Frozen: /m);
      assert.deepEqual(
        texts.filter((each) => !text.includes(each)),
        [],
      );
    });
  }

  it('the types of events', () => {
    assert.deepEqual([...eventTypes].sort(), [
      'cap',
      'compaction',
      'config',
      'feedback',
      'hop',
      'intervention',
      'message',
      'quota',
      'request',
      'resumed',
      'session.end',
      'session.start',
      'step.end',
      'tick',
      'tool.call',
      'tool.result',
      'turn.end',
      'turn.start',
      'usage',
      'waiting',
      'workspace',
    ]);
  });

  it('the commands of installed hooks', () => {
    const commands = (['ask', 'tell', 'tell-later'] as const).map((kind) =>
      hookCommand('/b', kind),
    );
    const hash = createHash('sha256').update(commands.join('\n')).digest('hex');
    assert.equal(
      hash,
      'ef7341d9c4b3516c126bfeb9cccd44b909e00d40cce06a70608b67b56bc35b84',
      commands.join('\n'),
    );
  });

  it('the commands of hooks that wait for the person', () => {
    const hooks = claudeCodeInstall.hooks?.({ dir: '/b', answersPrompts: true }) ?? [];
    const waiting = hooks.filter(({ kind }) => kind === 'prompt');
    const commands = waiting.map(({ lines }) => joinLines(lines)).join('\n');
    const hash = createHash('sha256').update(commands).digest('hex');
    assert.equal(
      hash,
      '44b7da13f13c04e3c0e0f1abdbe7f8202c63c8de2e26e6a5011b1b1f990300a1',
      commands,
    );
  });

  it('the ids of verdicts', () => {
    const { events } = new Story('one')
      .start()
      .turn()
      .repeat(4, () => bash('ls', 'a.ts'));
    const judge = new Judge();
    const ids = events.flatMap((event) => judge.push(event).verdicts.map(({ id }) => id));
    assert.deepEqual(ids, ['0.2.watch.loop', '0.3.stalled.loop']);
  });
});
