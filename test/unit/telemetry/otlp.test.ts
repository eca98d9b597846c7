/** What the official exporters really send, decoded by a receiver; and what a receiver that is gone or broken costs. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { LiveTelemetry, repositoryLabel } from '../../../src/telemetry/live-telemetry.js';
import { OpenTelemetry } from '../../../src/telemetry/open-telemetry.js';
import { otlpPipes } from '../../../src/telemetry/otlp.js';
import { newWatch, type Watch } from '../support/watch.js';
import { OtlpReceiver } from './otlp-receiver.js';
import { freePort } from './port-of.js';
import { MARKER, end, stalledStory } from './told.js';

/** A window's watch whose turns are sent. */
class Sent {
  readonly logged: string[] = [];
  private readonly watch: Watch = newWatch({
    onFact: (session, fact) => this.telemetry.onFact(session, fact),
  });
  private readonly telemetry = new LiveTelemetry({
    clock: Date,
    sessions: this.watch.sessions,
    trees: { findRepository: () => `project-${MARKER}` },
    onProblem: (error) => assert.fail(String(error)),
  });

  /** Not waited for, as in a window: what comes meanwhile is sent, too. */
  start(endpoint: string, repositoryNames = false): Promise<void> {
    return this.telemetry.start({
      repositoryNames,
      open: (gauges) => {
        const pipes = otlpPipes({ endpoint, log: (line) => this.logged.push(line) });
        return Promise.resolve(
          new OpenTelemetry({ readers: [pipes.reader], processors: [pipes.processor], gauges }),
        );
      },
    });
  }

  push(...events: TurnEvent[]): this {
    for (const event of events) {
      this.telemetry.onEvent(event);
      const { verdicts, cleared } = this.watch.push(event, Date.now());
      this.telemetry.onVerdicts(verdicts, cleared);
    }
    return this;
  }

  stop(): Promise<void> {
    return this.telemetry.stop();
  }
}

describe('the OTLP export', () => {
  let receiver: OtlpReceiver;
  beforeEach(async () => {
    receiver = await OtlpReceiver.start();
  });
  afterEach(() => receiver.close());

  it('sends metrics and spans that a receiver reads, by repository hashes, and no private byte', async () => {
    const sent = new Sent();
    const started = sent.start(receiver.url);
    const from = Date.now() + 1000;
    sent.push(...stalledStory(from).events, end('completed', from + 7000));
    await started;
    await sent.stop();

    const labels = {
      'gen_ai.agent.name': 'codex',
      'gen_ai.request.model': 'gpt-5',
      'vcs.repository.name': repositoryLabel(`project-${MARKER}`, false),
    };
    const stall = receiver.points.find(({ name }) => name === 'turnwatch.stalls');
    assert.equal(stall?.value, 1);
    const { 'turnwatch.stall.detector': detector, ...named } = stall.attributes;
    assert.deepEqual(named, { ...labels, 'turnwatch.stall.kind': 'loop' });
    assert.equal(typeof detector, 'string');
    const value = (wanted: string): number | undefined =>
      receiver.points.find(({ name }) => name === wanted)?.value;
    assert.deepEqual([value('turnwatch.turns'), value('turnwatch.steps')], [1, 6]);

    const [span, ...more] = receiver.spans;
    assert.deepEqual(more, []);
    assert.equal(span?.name, 'invoke_agent codex');
    assert.equal(span.attributes['gen_ai.operation.name'], 'invoke_agent');
    assert.deepEqual([span.startTimeUnixNano, span.endTimeUnixNano], [from, from + 7000]);
    assert.ok(
      span.events.some(
        ({ name, attributes }) =>
          name === 'turnwatch.verdict' && attributes['turnwatch.stall.kind'] === 'loop',
      ),
    );
    const [about] = receiver.resources;
    assert.deepEqual(Object.keys(about ?? {}).sort(), ['service.instance.id', 'service.name']);
    assert.equal(receiver.received.includes(MARKER), false);
    assert.deepEqual(sent.logged, []);
  });

  it('sends the repository’s name where that is allowed', async () => {
    const sent = new Sent();
    await sent.start(`${receiver.url}/`, true);
    const from = Date.now() + 1000;
    sent.push(...stalledStory(from).events, end('completed', from + 7000));
    await sent.stop();
    assert.equal(receiver.spans[0]?.attributes['vcs.repository.name'], `project-${MARKER}`);
  });

  it('sends the turn that is open when the watch ends', async () => {
    const sent = new Sent();
    await sent.start(receiver.url);
    sent.push(...stalledStory(Date.now() + 1000).events);
    await sent.stop();
    assert.equal(receiver.spans[0]?.attributes['turnwatch.turn.end'], 'open');
  });

  it('costs nothing while the receiver is gone: no delay, a bounded queue and end, one line in the log', async () => {
    const port = await freePort();
    const sent = new Sent();
    await sent.start(`http://127.0.0.1:${port}`);
    const from = Date.now() + 1000;
    const began = performance.now();
    for (let turn = 0; turn < 700; turn++) {
      const at = from + turn * 10_000;
      sent.push(...stalledStory(at).events, end('completed', at + 7000));
    }
    const pushed = performance.now() - began;
    const ending = performance.now();
    await sent.stop();
    const ended = performance.now() - ending;
    assert.ok(ended < 4000, `${ended} ms to end`);
    assert.ok(pushed < 20_000, `${pushed} ms for 700 turns`);
    assert.ok(sent.logged.length <= 2, sent.logged.join('\n'));
    for (const line of sent.logged) {
      assert.equal(line, 'OTLP: the receiver takes nothing (ECONNREFUSED)');
    }
  });

  it('logs the status of an answer and never its words', async () => {
    const sent = new Sent();
    receiver.status = 400;
    receiver.answer = JSON.stringify({ message: MARKER });
    await sent.start(receiver.url);
    const from = Date.now() + 1000;
    sent.push(...stalledStory(from).events, end('completed', from + 7000));
    await sent.stop();
    assert.deepEqual(sent.logged, ['OTLP: the receiver takes nothing (400)']);
  });
});
