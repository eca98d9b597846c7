/** Offers the counts to Prometheus on loopback, and to no web page under a name that leads here. Loaded only where a port is named. */
import { createServer, type IncomingMessage } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { CollectionResult, IMetricReader, MetricData } from '@opentelemetry/sdk-metrics';

const HOST = '127.0.0.1';

/** @throws if the port is taken */
export async function prometheusReader(port: number): Promise<IMetricReader> {
  const exporter = new Exporter({ preventServerStart: true });
  const server = createServer((request, response) => {
    if (!isLocal(request, port)) {
      response.writeHead(403).end();
    } else if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
    } else {
      exporter.getMetricsRequestHandler(request, response);
    }
  }).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host: HOST }, resolve);
  });
  return exporter;
}

/** With the names that a collector gives them, too: the unit in words at their end. */
class Exporter extends PrometheusExporter {
  override async collect(
    ...options: Parameters<PrometheusExporter['collect']>
  ): Promise<CollectionResult> {
    const result = await super.collect(...options);
    for (const scope of result.resourceMetrics.scopeMetrics) {
      scope.metrics = scope.metrics.map(withUnitInName);
    }
    return result;
  }
}

function withUnitInName<T extends MetricData>(metric: T): T {
  const { name, unit } = metric.descriptor;
  const descriptor =
    unit === 's'
      ? { ...metric.descriptor, name: `${name}.seconds`, unit: 'seconds' }
      : { ...metric.descriptor, unit: '' };
  return { ...metric, descriptor };
}

/** Browsers name the page's origin, and the name by which they came here. */
function isLocal({ headers: { host, origin } }: IncomingMessage, port: number): boolean {
  return origin === undefined && [`${HOST}:${port}`, `localhost:${port}`].includes(host ?? '');
}
