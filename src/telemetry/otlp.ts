/** Sends to an OTLP address by the official exporters, as JSON over HTTP. Loaded only where an address is set. */
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { LogLine } from '../core/log.js';

/** Metrics are sent at most this often (milliseconds). */
const INTERVAL_MS = 30_000;
/** Spans that wait; the newest are left out where a receiver is gone for long. */
const WAITING_SPANS = 512;

interface OtlpOptions {
  /** Its address, without the path of a signal; absent: as the standard environment variables say. */
  endpoint?: string | undefined;
  log: LogLine;
}

export interface OtlpPipes {
  reader: IMetricReader;
  processor: SpanProcessor;
}

export function otlpPipes({ endpoint, log }: OtlpOptions): OtlpPipes {
  const outcome = outcomesTo(log);
  const at = (signal: string): { url?: string } =>
    endpoint === undefined ? {} : { url: `${endpoint.replace(/\/+$/, '')}/v1/${signal}` };
  const interval = Number(process.env['OTEL_METRIC_EXPORT_INTERVAL']);
  return {
    reader: new PeriodicExportingMetricReader({
      exporter: new Metrics(outcome, at('metrics')),
      exportIntervalMillis: interval > 0 ? interval : INTERVAL_MS,
      exportTimeoutMillis: Math.min(interval > 0 ? interval : INTERVAL_MS, INTERVAL_MS),
    }),
    processor: new BatchSpanProcessor({
      exporter: new Spans(outcome, at('traces')),
      maxQueueSize: WAITING_SPANS,
      maxExportBatchSize: WAITING_SPANS,
    }),
  };
}

type Outcome = (error: Error | undefined) => void;
type MetricExport = Parameters<OTLPMetricExporter['export']>;
type SpanExport = Parameters<OTLPTraceExporter['export']>;

class Metrics extends OTLPMetricExporter {
  constructor(
    private readonly outcome: Outcome,
    config: { url?: string },
  ) {
    super(config);
  }

  override export(metrics: MetricExport[0], done: MetricExport[1]): void {
    super.export(metrics, (result) => {
      this.outcome(result.error);
      done(result);
    });
  }
}

class Spans extends OTLPTraceExporter {
  constructor(
    private readonly outcome: Outcome,
    config: { url?: string },
  ) {
    super(config);
  }

  override export(spans: SpanExport[0], done: SpanExport[1]): void {
    super.export(spans, (result) => {
      this.outcome(result.error);
      done(result);
    });
  }
}

/** Says once that a receiver takes nothing, and once that it does again. */
function outcomesTo(log: LogLine): Outcome {
  let isGone = false;
  return (error) => {
    if ((error !== undefined) === isGone) {
      return;
    }
    isGone = error !== undefined;
    log(`OTLP: ${error === undefined ? 'sent' : `the receiver takes nothing (${codeIn(error)})`}`);
  };
}

/** The system's code or the status of an answer, and nothing else: an answer may hold anything. */
function codeIn(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'no reason told';
}
