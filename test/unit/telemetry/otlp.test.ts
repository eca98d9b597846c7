/** What the official exporters really send, decoded by a receiver; and what a receiver that is gone or broken costs. */
import assert from 'node:assert/strict';
import { createServer as createHttp2Server } from 'node:http2';
import { verdictKinds } from '../../../src/core/detect/detector.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { LiveTelemetry, repositoryLabel } from '../../../src/telemetry/live-telemetry.js';
import { OpenTelemetry } from '../../../src/telemetry/open-telemetry.js';
import { addressesBelow, readOtlpVariables } from '../../../src/telemetry/otlp-addresses.js';
import { OtlpPipes } from '../../../src/telemetry/otlp.js';
import { contains } from '../../contains.js';
import { Story } from '../support/story.js';
import { newWatch, type Watch } from '../support/watch.js';
import { OtlpReceiver } from './otlp-receiver.js';
import { freePort, portOf } from './port-of.js';
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
    ends: this.watch.views.ends,
    trees: { findRepository: () => `project-${MARKER}` },
    onProblem: (error) => assert.fail(String(error)),
  });

  /** Not waited for, as in a window: what comes meanwhile is sent, too. */
  start(endpoint: string, repositoryNames = false): Promise<void> {
    return this.telemetry.start({
      repositoryNames,
      open: (gauges) => {
        const pipes = new OtlpPipes(addressesBelow(endpoint), (line) => this.logged.push(line));
        return Promise.resolve(new OpenTelemetry({ pipes, gauges }));
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
    const stalls = receiver.points.filter(({ name }) => name === 'turnwatch.stalls');
    const loop = { ...labels, 'turnwatch.stall.kind': 'loop' };
    assert.deepEqual(
      stalls.filter(({ value }) => value > 0).map(({ value, attributes }) => [value, attributes]),
      [[1, loop]],
    );
    assert.equal(stalls.length, verdictKinds.length, 'the others are 0');
    const sum = (wanted: string): number =>
      receiver.points.reduce((all, { name, value }) => all + (name === wanted ? value : 0), 0);
    assert.deepEqual([sum('turnwatch.turns'), sum('turnwatch.steps')], [1, 6]);
    assert.equal(receiver.units.get('turnwatch.stall.time'), 's');

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

  it('goes on and ends while the receiver is gone, and logs that in one line', async () => {
    const port = await freePort();
    const sent = new Sent();
    await sent.start(`http://127.0.0.1:${port}`);
    const from = Date.now() + 1000;
    for (let turn = 0; turn < 700; turn++) {
      const at = from + turn * 10_000;
      sent.push(...stalledStory(at).events, end('completed', at + 7000));
    }
    await sent.stop();
    const [line = '', ...more] = sent.logged;
    assert.deepEqual(more, []);
    assert.match(line, new RegExp(`^OTLP: http://127.0.0.1:${port} takes no \\w+ \\(`));
  });

  it('logs the status of an answer and never its words', async () => {
    const sent = new Sent();
    receiver.status = 400;
    receiver.answer = JSON.stringify({ message: MARKER });
    await sent.start(receiver.url);
    const from = Date.now() + 1000;
    sent.push(...stalledStory(from).events, end('completed', from + 7000));
    await sent.stop();
    assert.equal(sent.logged.length, 1);
    assert.match(sent.logged[0] ?? '', /^OTLP: http:\/\/127\.0\.0\.1:\d+ takes no \w+ \(400\)$/);
  });

  it('says once what a receiver does not take, though it takes the rest, and once that it does again', () => {
    const logged: string[] = [];
    const pipes = new OtlpPipes(addressesBelow('http://me:word@h:4318'), (line) => {
      logged.push(line);
    });
    for (let round = 0; round < 3; round++) {
      pipes.tell('metrics', '');
      pipes.tell('traces', '404');
    }
    pipes.tell('metrics', '503');
    pipes.tell('traces', '503');
    pipes.tell('metrics', '');
    pipes.tell('traces', '');
    pipes.late();
    assert.deepEqual(logged, [
      'OTLP: http://h:4318 takes no traces (404)',
      'OTLP: http://h:4318 takes no metrics (503)',
      'OTLP: http://h:4318 takes metrics again',
    ]);
  });

  it('says that a receiver speaks something else, as one for gRPC does', async () => {
    const server = createHttp2Server();
    const port = await portOf(server);
    try {
      const sent = new Sent();
      await sent.start(`http://127.0.0.1:${port}`);
      sent.push(...stalledStory(Date.now() + 1000).events);
      await sent.stop();
      assert.equal(sent.logged.length, 1, sent.logged.join('\n'));
      contains(sent.logged[0] ?? '', `OTLP: http://127.0.0.1:${port} takes no`);
    } finally {
      server.close();
    }
    const hint: string[] = [];
    new OtlpPipes(addressesBelow('http://h:4317'), (line) => hint.push(line)).tell('traces', 'X');
    assert.deepEqual(hint, [
      'OTLP: http://h:4317 takes no traces (X), where gRPC is spoken as a rule: over HTTP it is 4318',
    ]);
  });

  it('sends a sub-agent’s span in the trace of the turn that started it', async () => {
    const sent = new Sent();
    await sent.start(receiver.url);
    const from = Date.now() + 1000;
    const parent = new Story('P').at(from).start({ agent: 'codex' }).turn();
    sent.push(...parent.events, ...stalledStory(from, { parent: 'P' }).events);
    sent.push(end('completed', from + 7000), ...new Story('P').at(from + 8000).end().events);
    await sent.stop();
    const [child, main] = receiver.spans;
    assert.deepEqual(
      [main?.parentSpanId, child?.parentSpanId, child?.traceId],
      [undefined, main?.spanId, main?.traceId],
    );
  });
});

describe('the standard variables of OTLP', () => {
  const read = (names: Record<string, string>): ReturnType<typeof readOtlpVariables> =>
    readOtlpVariables(
      Object.fromEntries(
        Object.entries(names).map(([name, value]) => [`OTEL_EXPORTER_OTLP_${name}`, value]),
      ),
    );

  it('name one address for all, or one for a signal', () => {
    const all = { metrics: 'http://h:4318/v1/metrics', traces: 'http://h:4318/v1/traces' };
    assert.deepEqual(read({ ENDPOINT: ' http://h:4318/ ' }), { addresses: all, problems: [] });
    assert.deepEqual(read({ ENDPOINT: 'http://h:4318', TRACES_ENDPOINT: 'https://t/x' }), {
      addresses: { ...all, traces: 'https://t/x' },
      problems: [],
    });
    assert.deepEqual(read({ METRICS_ENDPOINT: 'http://m' }).addresses, { metrics: 'http://m' });
    assert.deepEqual(read({ ENDPOINT: ' ' }), { addresses: {}, problems: [] });
  });

  it('send nothing, to no default address either, where they name none or ask for gRPC', () => {
    for (const address of ['localhost:4318', 'h', 'http://', 'file:///etc/passwd', 'grpc://h:1']) {
      assert.deepEqual(read({ ENDPOINT: address }), {
        addresses: {},
        problems: [
          'OTEL_EXPORTER_OTLP_ENDPOINT is no address such as http://localhost:4318, so nothing is sent',
        ],
      });
    }
    assert.deepEqual(read({ ENDPOINT: 'http://h:4317', PROTOCOL: 'grpc' }), {
      addresses: {},
      problems: [
        'OTEL_EXPORTER_OTLP_PROTOCOL=grpc: only HTTP is spoken (http/json), so nothing is sent',
      ],
    });
    assert.deepEqual(
      Object.keys(read({ ENDPOINT: 'http://h', TRACES_PROTOCOL: 'grpc' }).addresses),
      ['metrics'],
    );
  });
});
