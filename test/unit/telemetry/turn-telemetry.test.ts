/** What is told of turns: which counts, which spans, and that history is not told again. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { agentLabel, modelLabel, findProvider } from '../../../src/core/telemetry/measures.js';
import { MARKER, START, Told, end, stalledStory } from './told.js';

const labels = {
  'gen_ai.agent.name': 'codex',
  'gen_ai.request.model': 'gpt-5',
  'vcs.repository.name': 'r',
};

describe('the telemetry of turns', () => {
  it('counts turns, steps, tokens and stalls by agent, model and repository', () => {
    const told = new Told().push(...stalledStory().events, end('completed', START + 7000));
    assert.deepEqual(told.counts(), [
      ['turnwatch.turns', 1, { ...labels, 'turnwatch.turn.end': 'completed' }],
      ['turnwatch.steps', 6, labels],
      ['turnwatch.tokens', 6000, { ...labels, 'gen_ai.token.type': 'input' }],
      ['turnwatch.tokens', 600, { ...labels, 'gen_ai.token.type': 'output' }],
      ['turnwatch.stalls', 1, { ...labels, ...told.stall }],
    ]);
    assert.equal(told.stall?.['turnwatch.stall.kind'], 'loop');
  });

  it('tells a turn as an invocation of its agent, with verdicts as events', () => {
    const told = new Told().push(...stalledStory().events, end('completed', START + 7000));
    const [span, ...more] = told.spans;
    assert.deepEqual(more, []);
    assert.ok(span !== undefined);
    const { events, attributes, ...rest } = span;
    assert.deepEqual(rest, {
      name: 'invoke_agent codex',
      from: START,
      to: START + 7000,
      failed: false,
    });
    const { 'gen_ai.conversation.id': conversation, ...known } = attributes;
    assert.notEqual(conversation, 'S');
    assert.deepEqual(known, {
      ...labels,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'openai',
      'gen_ai.usage.input_tokens': 6000,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.output_tokens': 600,
      'turnwatch.turn.end': 'completed',
      'turnwatch.steps': 6,
      'turnwatch.stalls': 1,
    });
    const stalled = events.find(
      (event) => event.attributes['turnwatch.verdict.level'] === 'stalled',
    );
    assert.equal(stalled?.name, 'turnwatch.verdict');
    assert.equal(stalled.attributes['turnwatch.stall.kind'], 'loop');
    assert.deepEqual(events.at(-1), {
      name: 'turnwatch.stall.ended',
      at: START + 7000,
      attributes: { ...told.stall, 'turnwatch.stall.ended_by': 'nobody' },
    });
  });

  it('tells how long and how dear an open turn goes on without progress, and that it is stalled', () => {
    const told = new Told().push(...stalledStory().events);
    told.now = START + 62_000;
    assert.deepEqual(told.gauges(), [
      ['turnwatch.stalls.open', 1, { ...labels, ...told.stall }],
      ['turnwatch.progress.age', 60, labels],
      ['turnwatch.progress.tokens', 4400, labels],
    ]);
    told.push(end('completed', START + 63_000));
    assert.deepEqual(told.gauges(), []);
  });

  it('counts a false alarm once, and interventions at each outcome', () => {
    const told = new Told('auto').push(...stalledStory().events).deliver();
    const verdict = told.verdicts.find(({ level }) => level === 'stalled')?.id ?? '';
    const answer: TurnEvent = {
      v: 1,
      type: 'feedback',
      session: 'S',
      at: START + 6000,
      verdict,
      answer: 'false-alarm',
    };
    told.push(answer, answer);
    assert.deepEqual(
      told.counts().filter(([name]) => name === 'turnwatch.false_alarms'),
      [['turnwatch.false_alarms', 1, { ...labels, ...told.stall }]],
    );
    const outcomes = told
      .counts()
      .filter(([name]) => name === 'turnwatch.interventions')
      .map(([, count, all]) => [
        count,
        all['turnwatch.intervention.kind'],
        all['turnwatch.intervention.outcome'],
        all['turnwatch.intervention.by'],
      ]);
    assert.ok(
      outcomes.some((each) => each.join() === '1,text-only,delivered,auto'),
      JSON.stringify(outcomes),
    );
  });

  it('does not tell what happened before it began', () => {
    const told = new Told('auto').push(...stalledStory(START - 3_600_000).events);
    assert.notEqual(told.stall, undefined);
    assert.deepEqual([told.counts(), told.gauges()], [[], []]);
    told.push(end('completed', START - 3_500_000));
    told.telemetry.close();
    assert.deepEqual([told.counts(), told.spans], [[], []]);
  });

  it('tells a turn that is still open when the watch ends', () => {
    const told = new Told().push(...stalledStory().events);
    told.telemetry.close();
    assert.deepEqual(
      told.spans.map(({ name, attributes }) => [name, attributes['turnwatch.turn.end']]),
      [['invoke_agent codex', 'open']],
    );
  });

  it('does not count the turns of sub-agents, and marks their spans', () => {
    const told = new Told();
    const story = stalledStory(START, { parent: 'P' });
    told.push(...story.events, end('error', START + 7000));
    assert.deepEqual(
      told.counts().filter(([name]) => name === 'turnwatch.turns'),
      [],
    );
    assert.equal(told.spans[0]?.attributes['turnwatch.sub_agent'], true);
    assert.equal(told.spans[0].attributes['error.type'], '_OTHER');
    assert.equal(told.spans[0].failed, true);
  });

  it('never tells a prompt, path, command or output', () => {
    const told = new Told('auto').push(...stalledStory().events).deliver();
    told.push(end('error', START + 7000));
    assert.ok(JSON.stringify(stalledStory().events).split(MARKER).length > 20);
    assert.equal(JSON.stringify([told.counts(), told.spans]).includes(MARKER), false);
  });

  it('takes only names for names', () => {
    for (const name of ['gpt-5', 'openai/gpt-5', 'anthropic.claude-v2:1', 'claude-opus-4-5[1m]']) {
      assert.equal(modelLabel(name), name);
    }
    const others = [
      '/home/me/m.gguf',
      'C:\\m',
      'm.gguf',
      'a/b/c',
      'a b',
      '~/m',
      'x'.repeat(200),
      '',
    ];
    for (const name of others) {
      assert.equal(modelLabel(name), 'other', name);
    }
    const key = ['gh', 'p_', 'aB3'.repeat(12)].join('');
    assert.deepEqual([modelLabel(key), agentLabel(key)], ['other', 'other'], 'a secret');
    assert.equal(agentLabel('claude-code'), 'claude-code');
    assert.equal(agentLabel('/home/me/agent'), 'other');
    assert.equal(findProvider('opencode', 'anthropic/claude-sonnet-4'), 'anthropic');
    assert.equal(findProvider('kimi-code', undefined), 'moonshot_ai');
    assert.equal(findProvider('own-agent', 'llama'), 'own-agent');
  });
});
