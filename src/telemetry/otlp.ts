/** Sends to an OTLP address by the official exporters, as JSON over HTTP. Loaded only where an address is set. */
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { LogLine } from '../core/log.js';
import type { OtlpAddresses } from './otlp-addresses.js';

/** Metrics are sent at most this often (milliseconds). */
const INTERVAL_MS = 30_000;
/** Spans that wait; the newest are left out where a receiver is gone for long. */
const WAITING_SPANS = 512;

type Signal = keyof OtlpAddresses;

export class OtlpPipes {
  readonly readers: IMetricReader[] = [];
  readonly processors: SpanProcessor[] = [];
  /** Where something arrived, or why not. */
  private readonly outcomes = new Map<Signal, string>();

  constructor(
    private readonly addresses: OtlpAddresses,
    private readonly log: LogLine,
  ) {
    const { metrics, traces } = addresses;
    if (metrics !== undefined) {
      const interval = Number(process.env['OTEL_METRIC_EXPORT_INTERVAL']);
      this.readers.push(
        new PeriodicExportingMetricReader({
          exporter: new Metrics(this, metrics),
          exportIntervalMillis: interval > 0 ? interval : INTERVAL_MS,
          exportTimeoutMillis: Math.min(interval > 0 ? interval : INTERVAL_MS, INTERVAL_MS),
        }),
      );
    }
    if (traces !== undefined) {
      this.processors.push(
        new BatchSpanProcessor({
          exporter: new Spans(this, traces),
          maxQueueSize: WAITING_SPANS,
          maxExportBatchSize: WAITING_SPANS,
        }),
      );
    }
  }

  /** Says once that a receiver takes nothing, whatever is sent there, and once that it does again. @param problem '': sent */
  tell(signal: Signal, problem: string): void {
    const before = this.outcomes.get(signal) ?? '';
    this.outcomes.set(signal, problem);
    const others = [...this.outcomes].filter(([each]) => each !== signal).map(([, how]) => how);
    if (before === problem || others.includes(problem)) {
      return;
    }
    const { origin, port } = new URL(this.addresses[signal] ?? '');
    const hint = port === '4317' ? ', where gRPC is spoken as a rule: over HTTP it is 4318' : '';
    this.log(
      problem === ''
        ? `OTLP: ${origin} takes ${signal} again`
        : `OTLP: ${origin} takes no ${signal} (${problem})${hint}`,
    );
  }

  /** What was left could not be sent in time. */
  late(): void {
    for (const signal of ['metrics', 'traces'] as const) {
      if (this.addresses[signal] !== undefined && !this.outcomes.has(signal)) {
        this.tell(signal, 'no answer');
      }
    }
  }
}

type MetricExport = Parameters<OTLPMetricExporter['export']>;
type SpanExport = Parameters<OTLPTraceExporter['export']>;

class Metrics extends OTLPMetricExporter {
  constructor(
    private readonly pipes: OtlpPipes,
    url: string,
  ) {
    super({ url });
  }

  override export(metrics: MetricExport[0], done: MetricExport[1]): void {
    super.export(metrics, (result) => {
      this.pipes.tell('metrics', readProblem(result.error));
      done(result);
    });
  }
}

class Spans extends OTLPTraceExporter {
  constructor(
    private readonly pipes: OtlpPipes,
    url: string,
  ) {
    super({ url });
  }

  override export(spans: SpanExport[0], done: SpanExport[1]): void {
    super.export(spans, (result) => {
      this.pipes.tell('traces', readProblem(result.error));
      done(result);
    });
  }
}

/** The system's code or the status of an answer, and nothing else: an answer may hold anything. */
function readProblem(error: Error | undefined): string {
  if (error === undefined) {
    return '';
  }
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'no reason told';
}
