/** An OTLP receiver on loopback: keeps what comes, byte by byte, and reads it by the names of the protocol's definition. */
import { createServer, type Server } from 'node:http';
import * as v from 'valibot';
import { portOf } from './port-of.js';

const attribute = v.object({
  key: v.string(),
  value: v.union([
    v.object({ stringValue: v.string() }),
    v.object({ boolValue: v.boolean() }),
    v.object({ intValue: v.union([v.number(), v.string()]) }),
    v.object({ doubleValue: v.number() }),
  ]),
});
const attributes = v.pipe(
  v.optional(v.array(attribute), []),
  v.transform((all): Record<string, unknown> =>
    Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])),
  ),
);
const point = v.object({
  attributes,
  asInt: v.optional(v.union([v.number(), v.string()])),
  asDouble: v.optional(v.number()),
});
const points = v.object({ dataPoints: v.array(point) });
const metric = v.object({
  name: v.string(),
  unit: v.string(),
  sum: v.optional(
    v.object({ ...points.entries, isMonotonic: v.boolean(), aggregationTemporality: v.number() }),
  ),
  gauge: v.optional(points),
});
const resource = v.object({ attributes });
const metricsRequest = v.object({
  resourceMetrics: v.array(
    v.object({ resource, scopeMetrics: v.array(v.object({ metrics: v.array(metric) })) }),
  ),
});
const nanoseconds = v.pipe(
  v.string(),
  v.transform((text) => Number(BigInt(text) / 1_000_000n)),
);
const span = v.object({
  name: v.string(),
  kind: v.number(),
  traceId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  parentSpanId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: v.object({ code: v.number(), message: v.optional(v.string()) }),
  events: v.array(v.object({ name: v.string(), timeUnixNano: nanoseconds, attributes })),
});
const traceRequest = v.object({
  resourceSpans: v.array(
    v.object({ resource, scopeSpans: v.array(v.object({ spans: v.array(span) })) }),
  ),
});

export type Span = v.InferOutput<typeof span>;
interface Point {
  name: string;
  value: number;
  attributes: Record<string, unknown>;
}

export class OtlpReceiver {
  /** Everything, headers too. */
  received = '';
  /** What it answers. */
  status = 200;
  answer = '{}';
  private readonly bodies: { path: string; body: string }[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString('utf8');
        receiver.received += `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}\n`;
        if (receiver.status === 200) {
          receiver.bodies.push({ path: request.url ?? '', body });
        }
        response.writeHead(receiver.status, { 'content-type': 'application/json' });
        response.end(receiver.answer);
      });
    });
    const receiver: OtlpReceiver = new OtlpReceiver(server, await portOf(server));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The newest points of all metrics. */
  get points(): Point[] {
    const newest = new Map<string, Point>();
    for (const { resourceMetrics } of this.read('/v1/metrics', metricsRequest)) {
      for (const { name, sum, gauge } of resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics),
      )) {
        for (const each of (sum ?? gauge)?.dataPoints ?? []) {
          const value = Number(each.asInt ?? each.asDouble);
          newest.set(JSON.stringify([name, each.attributes]), { ...each, name, value });
        }
      }
    }
    return [...newest.values()].map(({ name, value, attributes: labels }) => ({
      name,
      value,
      attributes: labels,
    }));
  }

  /** By metric. */
  get units(): Map<string, string> {
    return new Map(
      this.read('/v1/metrics', metricsRequest).flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap(({ metrics }) =>
            metrics.map(({ name, unit }) => [name, unit] as const),
          ),
        ),
      ),
    );
  }

  get spans(): Span[] {
    return this.read('/v1/traces', traceRequest).flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** What the process says of itself. */
  get resources(): Record<string, unknown>[] {
    return this.read('/v1/metrics', metricsRequest).flatMap(({ resourceMetrics }) =>
      resourceMetrics.map((each) => each.resource.attributes),
    );
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }

  private read<T>(path: string, schema: v.GenericSchema<unknown, T>): T[] {
    return this.bodies
      .filter((each) => each.path === path)
      .map(({ body }) => v.parse(schema, JSON.parse(body)));
  }
}
