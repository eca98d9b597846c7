/** What is told of turns: which counts, which spans, and that history is not told again. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { TurnEvent } from '../../../src/core/events.js';
import {
  agentLabel,
  counters,
  findProvider,
  modelLabel,
} from '../../../src/core/telemetry/measures.js';
import { edit, Story } from '../support/story.js';
import { MARKER, START, Told, end, stalledStory } from './told.js';

const labels = {
  'gen_ai.agent.name': 'codex',
  'gen_ai.request.model': 'gpt-5',
  'vcs.repository.name': 'r',
};

const LOOP = { 'turnwatch.stall.kind': 'loop' };

describe('the telemetry of turns', () => {
  it('counts turns, steps, tokens and stalls by agent, model and repository', () => {
    const told = new Told().push(...stalledStory().events, end('completed', START + 7000));
    assert.deepEqual(told.counts(), [
      ['turnwatch.turns', 1, { ...labels, 'turnwatch.turn.end': 'completed' }],
      ['turnwatch.steps', 6, labels],
      ['turnwatch.tokens', 6000, { ...labels, 'gen_ai.token.type': 'input' }],
      ['turnwatch.tokens', 600, { ...labels, 'gen_ai.token.type': 'output' }],
      ['turnwatch.stalls', 1, { ...labels, ...LOOP }],
      ['turnwatch.stall.time', 1, { ...labels, ...LOOP }],
    ]);
  });

  it('lets all series of a session begin with 0, before the first step', () => {
    const { events } = stalledStory();
    const step = events.findIndex(({ type }) => type === 'message');
    const told = new Told().push(...events.slice(0, step - 1));
    assert.deepEqual([told.begun, told.counts()], [[labels], []]);
    told.push(...events.slice(step - 1), end('completed', START + 7000));
    assert.deepEqual(told.begun, [labels], 'once');
    for (const [name, , counted] of told.counts()) {
      const series = counters[name].series.map((more) => ({ ...labels, ...more }));
      assert.ok(
        series.some((each) => isDeepStrictEqual(each, counted)),
        `${name} ${JSON.stringify(counted)}`,
      );
    }
  });

  it('counts a first step with the model that is told after it, and soon without where nobody tells it', () => {
    const [named, ...events] = stalledStory().events;
    assert.ok(named?.type === 'session.start');
    const { model, ...start } = named;
    assert.equal(model, 'gpt-5');
    // the second call ends the first step
    const [, second = 0] = events.flatMap(({ type }, i) => (type === 'tool.call' ? [i + 1] : []));
    const told = new Told().push(start, ...events.slice(0, second));
    told.push(named, ...events.slice(second), end('completed', START + 7000));
    assert.deepEqual(
      told.counts().filter(([name]) => name === 'turnwatch.steps'),
      [['turnwatch.steps', 6, labels]],
    );

    const without = new Told().push(start, ...events);
    const rest = { 'gen_ai.agent.name': 'codex', 'vcs.repository.name': 'r' };
    assert.deepEqual(
      without.counts().filter(([name]) => name === 'turnwatch.steps'),
      [['turnwatch.steps', 6, rest]],
    );
    assert.deepEqual(without.begun, [rest]);
  });

  it('tells a turn as an invocation of its agent, with verdicts as events', () => {
    const told = new Told().push(...stalledStory().events, end('completed', START + 7000));
    const [span, ...more] = told.spans;
    assert.deepEqual(more, []);
    assert.ok(span !== undefined);
    const { events, attributes, place, ...rest } = span;
    assert.equal(place.parent, undefined);
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

  it('tells what the end of a turn is held against, by fixed names', () => {
    const story = new Story().at(START).start({ cwd: '/w' }).turn();
    story
      .after(1000)
      .step(edit('/w/secret.ts', 'x', 'y'))
      .say('All tests pass.')
      .end();
    const told = new Told().push(...story.events);
    assert.deepEqual(told.spans[0]?.attributes['turnwatch.turn.end.facts'], ['untested']);
    assert.doesNotMatch(JSON.stringify(told.spans), /secret/);
  });

  it('tells how long and how dear an open turn goes on without progress, and that it is stalled', () => {
    const told = new Told().push(...stalledStory().events);
    told.now = START + 62_000;
    assert.deepEqual(told.gauges(), [
      ['turnwatch.stalls.open', 1, { ...labels, ...LOOP }],
      ['turnwatch.progress.age', 60, labels],
      ['turnwatch.progress.tokens', 4400, labels],
    ]);
    const time = (): number | undefined =>
      told.counts().find(([name]) => name === 'turnwatch.stall.time')?.[1];
    assert.equal(time(), 56);
    told.push(end('completed', START + 63_000));
    assert.equal(time(), 57);
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
      [['turnwatch.false_alarms', 1, { ...labels, ...LOOP }]],
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

  it('tells a sub-agent’s turn as a part of the one that started it, also where its log tells that late', () => {
    const told = new Told();
    const parent = new Story('P').at(START).start({ agent: 'codex' }).turn();
    const [start, ...rest] = stalledStory().events;
    assert.ok(start?.type === 'session.start');
    told.push(...parent.events, start, ...rest, { ...start, parent: 'P' });
    told.push(end('completed', START + 7000), ...new Story('P').at(START + 8000).end().events);
    const [child, main] = told.spans;
    assert.ok(child !== undefined && main !== undefined);
    assert.equal(child.place.parent, main.place.span);
    assert.equal(child.place.trace, main.place.trace);
    assert.notEqual(child.place.span, main.place.span);
  });

  it('takes no session for its own parent, and no circle of them for a trace without end', () => {
    const told = new Told();
    for (const [session, parent] of [
      ['S', 'S'],
      ['A', 'B'],
      ['B', 'A'],
      ['A', 'B'],
    ] as const) {
      told.push(...new Story(session).at(START).start({ parent }).turn().end().events);
    }
    assert.deepEqual(
      told.spans.map(({ place }) => place.parent === undefined),
      [true, true, false, false],
    );
    assert.equal(new Set(told.spans.map(({ place }) => place.span)).size, told.spans.length);
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
