/** OpenTelemetry's own packages, set up for nothing but what core/telemetry tells. Nothing global: other extensions share this process. */
import { randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Counter,
  type ObservableGauge,
  type Tracer,
} from '@opentelemetry/api';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import {
  counters,
  gauges,
  type CounterName,
  type Gauge,
  type Labels,
  type TurnSpan,
} from '../core/telemetry/measures.js';
import { isDoneWithin } from '../scheduling.js';
import type { TelemetryExport } from './live-telemetry.js';

export interface OpenTelemetryOptions {
  readers: IMetricReader[];
  processors: SpanProcessor[];
  gauges: () => readonly Gauge[];
}

const SCOPE = 'turnwatch';
/** A receiver that is gone does not hold up the end (milliseconds). */
const CLOSE_MS = 2000;

export class OpenTelemetry implements TelemetryExport {
  private readonly meters: MeterProvider;
  private readonly tracers: TracerProvider;
  private readonly tracer: Tracer;
  private readonly counters = new Map<CounterName, Counter>();

  constructor({ readers, processors, gauges: read }: OpenTelemetryOptions) {
    // what a team says of its machines (OTEL_RESOURCE_ATTRIBUTES), and one instance per process; never its command line
    const resource = resourceFromAttributes({
      'service.name': 'turnwatch',
      'service.instance.id': randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] }));
    this.meters = new MeterProvider({ resource, readers });
    this.tracers = new TracerProvider({ resource, spanProcessors: processors });
    this.tracer = this.tracers.getTracer(SCOPE);
    const meter = this.meters.getMeter(SCOPE);
    const observed = new Map<string, ObservableGauge>(
      Object.entries(gauges).map(([name, about]) => [
        name,
        meter.createObservableGauge(name, about),
      ]),
    );
    const withZeros = zerosAfter(read);
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

  count(name: CounterName, by: number, labels: Labels): void {
    let counter = this.counters.get(name);
    if (counter === undefined) {
      counter = this.meters.getMeter(SCOPE).createCounter(name, counters[name]);
      this.counters.set(name, counter);
    }
    counter.add(by, labels);
  }

  turn({ name, from, to, failed, attributes, events }: TurnSpan): void {
    const span = this.tracer.startSpan(
      name,
      { kind: SpanKind.INTERNAL, startTime: from, attributes, root: true },
      ROOT_CONTEXT,
    );
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
    await isDoneWithin(CLOSE_MS, Promise.all(work));
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
