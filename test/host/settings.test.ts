/** Settings take effect in the running turn; what is out of bounds does not, and the log says so. */
import assert from 'node:assert/strict';
import { settings, THRESHOLD_PREFIX } from '../../src/ids.js';
import { OtlpReceiver } from '../unit/telemetry/otlp-receiver.js';
import { Desk, logText, set, until } from './harness/desk.js';

const EMPTY = `${THRESHOLD_PREFIX}balanced.emptySteps`;

describe('settings', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
  });
  afterEach(async () => {
    for (const id of [
      EMPTY,
      settings.preset,
      settings.modeByAgent,
      settings.mode,
      settings.otlpEndpoint,
    ]) {
      await set(id, undefined);
    }
    await desk.clear();
  });
  after(() => desk.close());

  it('a threshold holds from the next step of the running turn on', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(3);
    await set(EMPTY, 4);
    await until('the counter’s limit', () =>
      desk.detail(agent).counters.some(({ id, limit }) => id === 'empty' && limit === 4),
    );
    await agent.step();
    await desk.state(agent, 'stalled');
    assert.deepEqual(desk.detail(agent).verdict?.what.params, { count: 4, threshold: 4 });
  });

  it('a value out of bounds leaves the default in force, and the log says so', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    const limit = (): number | undefined =>
      desk.detail(agent).counters.find(({ id }) => id === 'empty')?.limit;
    await set(EMPTY, 4);
    await until('4', () => limit() === 4);
    await set(EMPTY, 999);
    await until('the default', () => limit() === 6);
    await until('logged', () =>
      /turnwatch\.thresholds\.balanced\.emptySteps must be a whole number of steps from 2 to 200; using the default, 6/.test(
        logText(),
      ),
    );
  });

  it('the mode of one agent overrides the general one', async () => {
    await set(settings.mode, 'auto');
    await set(settings.modeByAgent, { 'claude-code': 'observe' });
    const agent = desk.agent();
    await agent.stall();
    assert.equal((await desk.state(agent, 'stalled')).needsPerson, false);
    assert.equal((await agent.step()).before.silent, true);
    assert.equal(desk.snapshot().mode, 'observe');
  });

  it('an OTLP address gets the counts of this window and the turn, while it is set', async () => {
    const receiver = await OtlpReceiver.start();
    try {
      await set(settings.otlpEndpoint, receiver.url);
      const agent = desk.agent();
      await agent.stall();
      await desk.state(agent, 'stalled');
      assert.equal(receiver.spans.length, 0);
      await set(settings.otlpEndpoint, undefined);
      await until('the turn so far', () => receiver.spans.length === 1);
      await until('its stall', () =>
        receiver.points.some(
          ({ name, value, attributes }) =>
            name === 'turnwatch.stalls' &&
            value === 1 &&
            attributes['gen_ai.agent.name'] === 'claude-code',
        ),
      );
      assert.equal(receiver.spans[0]?.name, 'invoke_agent claude-code');
    } finally {
      await receiver.close();
    }
  });

  it('the preset progress-detector counts by its one rule', async () => {
    await set(settings.preset, 'progress-detector');
    const agent = desk.agent();
    await agent.prompt();
    await agent.step({ command: 'ls' }, 'a short answer'); // below 60 characters: no progress by this rule
    await agent.step({ command: 'ls -la' }, 'another short answer');
    await until('two steps of eight', () =>
      desk.detail(agent).counters.some(({ value, limit }) => value === 2 && limit === 8),
    );
    await agent.steps(5);
    assert.equal(desk.detail(agent).verdict, undefined);
    await agent.step();
    await desk.state(agent, 'stalled');
    assert.equal(desk.detail(agent).verdict?.detector, 'progress-detector');
  });
});
