/** Offers the counts to Prometheus on loopback, and to no web page under a name that leads here. Loaded only where a port is named. */
import { createServer, type IncomingMessage } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';

const HOST = '127.0.0.1';

/** @throws if the port is taken */
export async function prometheusReader(port: number): Promise<IMetricReader> {
  const exporter = new PrometheusExporter({ preventServerStart: true });
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

/** Browsers name the page's origin, and the name by which they came here. */
function isLocal({ headers: { host, origin } }: IncomingMessage, port: number): boolean {
  return origin === undefined && [`${HOST}:${port}`, `localhost:${port}`].includes(host ?? '');
}
