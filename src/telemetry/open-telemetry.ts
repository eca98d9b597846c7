/** OpenTelemetry's own packages, set up for nothing but what core/telemetry tells. Nothing global: other extensions share this process. */
import { createHash, randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Counter,
  type ObservableGauge,
  type Tracer,
} from '@opentelemetry/api';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace';
import {
  counters,
  gauges,
  type CounterName,
  type Gauge,
  type Labels,
  type SpanPlace,
  type TurnSpan,
} from '../core/telemetry/measures.js';
import { isDoneWithin } from '../scheduling.js';
import type { TelemetryExport } from './live-telemetry.js';
import type { OtlpPipes } from './otlp.js';

export interface OpenTelemetryOptions {
  prometheus?: IMetricReader | undefined;
  pipes?: OtlpPipes | undefined;
  gauges: () => readonly Gauge[];
}

const SCOPE = 'turnwatch';
/** A receiver that is gone does not hold up the end (milliseconds). */
const CLOSE_MS = 2000;

export class OpenTelemetry implements TelemetryExport {
  private readonly meters: MeterProvider;
  private readonly tracers: TracerProvider;
  private readonly tracer: Tracer;
  private readonly counters: ReadonlyMap<string, Counter>;
  private readonly ids = new SpanIds();

  constructor(private readonly options: OpenTelemetryOptions) {
    const { prometheus, pipes } = options;
    const readers = [...(prometheus === undefined ? [] : [prometheus]), ...(pipes?.readers ?? [])];
    // what a team says of its machines (OTEL_RESOURCE_ATTRIBUTES), and one instance per process; never its command line
    const resource = resourceFromAttributes({
      'service.name': 'turnwatch',
      'service.instance.id': randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] }));
    this.meters = new MeterProvider({ resource, readers });
    this.tracers = new TracerProvider({
      resource,
      spanProcessors: pipes?.processors ?? [],
      idGenerator: this.ids,
    });
    this.tracer = this.tracers.getTracer(SCOPE);
    const meter = this.meters.getMeter(SCOPE);
    this.counters = new Map(
      Object.entries(counters).map(([name, about]) => [name, meter.createCounter(name, about)]),
    );
    const observed = new Map<string, ObservableGauge>(
      Object.entries(gauges).map(([name, about]) => [
        name,
        meter.createObservableGauge(name, about),
      ]),
    );
    const withZeros = zerosAfter(() => options.gauges());
    meter.addBatchObservableCallback(
      (result) => {
        for (const { name, value, labels } of withZeros()) {
          const gauge = observed.get(name);
          if (gauge !== undefined) {
            result.observe(gauge, value, labels);
          }
        }
      },
      [...observed.values()],
    );
  }

  begin(labels: Labels): void {
    for (const [name, { series }] of Object.entries(counters)) {
      for (const more of series) {
        this.counters.get(name)?.add(0, { ...labels, ...more });
      }
    }
  }

  count(name: CounterName, by: number, labels: Labels): void {
    this.counters.get(name)?.add(by, labels);
  }

  turn({ name, place, from, to, failed, attributes, events }: TurnSpan): void {
    const context = this.ids.enter(place);
    const options = { kind: SpanKind.INTERNAL, startTime: from, attributes };
    const span = this.tracer.startSpan(name, options, context);
    for (const event of events) {
      span.addEvent(event.name, event.attributes, event.at);
    }
    if (failed) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(to);
  }

  async close(): Promise<void> {
    const work = [this.meters.shutdown(), this.tracers.shutdown()].map((each) =>
      each.catch(() => undefined),
    );
    if (!(await isDoneWithin(CLOSE_MS, Promise.all(work)))) {
      this.options.pipes?.late();
    }
  }
}

/** A sub-agent's span is told before that of its parent, whose ID it names: IDs follow from places. */
class SpanIds implements IdGenerator {
  private readonly salt = randomUUID();
  private place: SpanPlace = { span: '', trace: '', parent: undefined };

  /** The next span is this one. @returns what it is part of */
  enter(place: SpanPlace): Context {
    this.place = place;
    return place.parent === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId: this.generateTraceId(),
          spanId: this.hash(place.parent, 16),
          traceFlags: TraceFlags.SAMPLED,
        });
  }

  generateSpanId(): string {
    return this.hash(this.place.span, 16);
  }

  generateTraceId(): string {
    return this.hash(`trace\n${this.place.trace}`, 32);
  }

  private hash(text: string, length: number): string {
    return createHash('sha256').update(this.salt).update(text).digest('hex').slice(0, length);
  }
}

/** Series of gauges that are remembered. */
const SERIES = 1000;

/** The SDK goes on telling the last value of what is no longer observed: then it is 0. */
function zerosAfter(read: () => readonly Gauge[]): () => Iterable<Gauge> {
  const told = new Map<string, Gauge>();
  return () => {
    const now = new Map(read().map((gauge) => [makeKey(gauge), gauge]));
    const over = [...told.values()].filter((gauge) => !now.has(makeKey(gauge)));
    for (const [key, gauge] of now) {
      if (told.size < SERIES) {
        told.set(key, { ...gauge, value: 0 });
      }
    }
    return [...now.values(), ...over];
  };
}

function makeKey({ name, labels }: Gauge): string {
  return JSON.stringify([name, labels]);
}
