/** Chooses a user's one loopback port: once, at random, outside the system's ephemeral range. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 60_000;

interface PortRange {
  from: number;
  to: number;
}

/** The system's ephemeral port range, both ends included. */
async function ephemeralRange(platform: NodeJS.Platform = process.platform): Promise<PortRange> {
  if (platform === 'linux') {
    const text = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
    const found = /^(\d+)\s+(\d+)/.exec(text);
    return found ? { from: Number(found[1]), to: Number(found[2]) } : { from: 32_768, to: 60_999 };
  }
  return { from: 49_152, to: 65_535 };
}

/** A port between the bounds and outside `avoid`, or any between the bounds if `avoid` covers them all. */
function candidatePort(avoid: PortRange, pick: (count: number) => number): number {
  const below = Math.max(0, Math.min(HIGHEST_PORT + 1, avoid.from) - LOWEST_PORT);
  const above = Math.max(0, HIGHEST_PORT - Math.max(LOWEST_PORT - 1, avoid.to));
  if (below + above === 0) {
    return LOWEST_PORT + pick(HIGHEST_PORT - LOWEST_PORT + 1);
  }
  const index = pick(below + above);
  return index < below ? LOWEST_PORT + index : HIGHEST_PORT - (index - below);
}

/** A port that can be bound now. If 20 are taken, returns one of those, and the bridge reports the failure. */
export async function choosePort(
  pick: (count: number) => number = (count) => randomInt(count),
): Promise<number> {
  const avoid = await ephemeralRange();
  let port = candidatePort(avoid, pick);
  for (let attempt = 0; attempt < 20 && !(await isFree(port)); attempt++) {
    port = candidatePort(avoid, pick);
  }
  return port;
}

/** Whether the port can be bound on the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
}
