/** Counts for a team's own monitoring: to the OTLP address of the standard environment variables, and offered to Prometheus on loopback. */
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { readOtlpVariables } from '../telemetry/otlp-addresses.js';
import { LiveTelemetry, type LiveTelemetryOptions } from '../telemetry/live-telemetry.js';
import { Unusable } from './command-line.js';

export interface TelemetryOptions extends Omit<LiveTelemetryOptions, 'onProblem'> {
  env: Readonly<Record<string, string | undefined>>;
  /** Where Prometheus asks; undefined: nowhere. */
  metricsPort: number | undefined;
  repositoryNames: boolean;
  log: LogLine;
}

/** Loads nothing where nobody is told. @throws Unusable if the port is taken */
export async function startTelemetry(options: TelemetryOptions): Promise<LiveTelemetry> {
  const { env, metricsPort, repositoryNames, log } = options;
  let problem: unknown;
  const telemetry = new LiveTelemetry({
    ...options,
    onProblem: (error) => {
      problem = error;
    },
  });
  const { addresses, problems } = readOtlpVariables(env);
  for (const each of problems) {
    log(`OTLP: ${each}`);
  }
  const isSent = Object.keys(addresses).length > 0;
  if (!isSent && metricsPort === undefined) {
    return telemetry;
  }
  await telemetry.start({
    repositoryNames,
    open: async (gauges) => {
      const { OpenTelemetry } = await import('../telemetry/open-telemetry.js');
      const prometheus =
        metricsPort === undefined
          ? undefined
          : await (await import('../telemetry/prometheus.js')).prometheusReader(metricsPort);
      const pipes = isSent
        ? new (await import('../telemetry/otlp.js')).OtlpPipes(addresses, log)
        : undefined;
      return new OpenTelemetry({ prometheus, pipes, gauges });
    },
  });
  if (problem !== undefined) {
    const why =
      readErrorCode(problem) === 'EADDRINUSE' ? 'the port is taken' : readErrorMessage(problem);
    throw new Unusable(metricsPort === undefined ? why : `--metrics ${metricsPort}: ${why}`);
  }
  return telemetry;
}
