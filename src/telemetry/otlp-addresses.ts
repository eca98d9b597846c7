/** Where OTLP goes: to the address that a person named, and to no default in its place. */

/** An address for each signal that is sent. */
export interface OtlpAddresses {
  metrics?: string;
  traces?: string;
}

const GENERAL = 'OTEL_EXPORTER_OTLP_ENDPOINT';

export function isOtlpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Below an address without the path of a signal. */
export function addressesBelow(endpoint: string): Required<OtlpAddresses> {
  const base = endpoint.replace(/\/+$/, '');
  return { metrics: `${base}/v1/metrics`, traces: `${base}/v1/traces` };
}

/** As the standard environment variables say. `problems`: in sentences. */
export function readOtlpVariables(env: Readonly<Record<string, string | undefined>>): {
  addresses: OtlpAddresses;
  problems: readonly string[];
} {
  const addresses: OtlpAddresses = {};
  const problems = new Set<string>();
  const firstSet = (...names: string[]): [string, string] | undefined => {
    for (const name of names) {
      const value = env[name]?.trim();
      if (value !== undefined && value !== '') {
        return [name, value];
      }
    }
    return undefined;
  };
  for (const signal of ['metrics', 'traces'] as const) {
    const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}`;
    const [variable, address] = firstSet(`${own}_ENDPOINT`, GENERAL) ?? [];
    const [asker, protocol] = firstSet(`${own}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? [];
    if (variable === undefined || address === undefined) {
      continue;
    }
    if (protocol === 'grpc') {
      problems.add(`${asker}=grpc: only HTTP is spoken (http/json), so nothing is sent`);
    } else if (isOtlpAddress(address)) {
      addresses[signal] = variable === GENERAL ? addressesBelow(address)[signal] : address;
    } else {
      problems.add(`${variable} is no address such as http://localhost:4318, so nothing is sent`);
    }
  }
  return { addresses, problems: [...problems] };
}
