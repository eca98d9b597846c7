/** Offers the counts to Prometheus on loopback. Loaded only where a port is named. */
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';

/** @throws if the port is taken */
export async function prometheusReader(port: number): Promise<IMetricReader> {
  const exporter = new PrometheusExporter({ host: '127.0.0.1', port, preventServerStart: true });
  await exporter.startServer();
  return exporter;
}
