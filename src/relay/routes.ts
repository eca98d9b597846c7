/** Maps requests to upstreams: their path begins with the relay's secret and the agent. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { sameSecret } from '../same-secret.js';
import { parseUpstream } from './relay-http.js';

export interface Route {
  upstream: URL;
  /** Keeps connections to the upstream open. */
  connections: HttpAgent;
  /** It refused a history of tool calls without tools, and took it with them. */
  wantsToolsDeclared: boolean;
}

export class Routes {
  private readonly routes = new Map<string, Route>();

  /** `secret`: first segment of every path. `restMs`: idle connections are closed after this time. */
  constructor(
    private readonly secret: string,
    private readonly restMs: number,
  ) {}

  get agents(): string[] {
    return [...this.routes.keys()];
  }

  /** @returns what is wrong with the upstream, as a sentence. `ownPort`: the relay's. */
  set(agent: string, upstream: string, ownPort: number): string | undefined {
    const url = parseUpstream(upstream);
    if (url === undefined) {
      return `The relay's upstream is not an http or https address: ${upstream}`;
    }
    if (isLoopback(url.hostname) && Number(url.port) === ownPort) {
      return "The relay's upstream is the relay itself.";
    }
    if (this.routes.get(agent)?.upstream.href === url.href) {
      return undefined;
    }
    const kept = { keepAlive: true, timeout: this.restMs }; // ends idle connections only, never a request
    this.routes.set(agent, {
      upstream: url,
      connections: url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept),
      wantsToolsDeclared: false,
    });
    return undefined;
  }

  /** Path of the agent's base address. */
  base(agent: string): string {
    return `/${this.secret}/${agent}`;
  }

  /** `target`: a request's path and query. The found one is what follows the base address. */
  find(target: string): { agent: string; route: Route; target: string } | undefined {
    const [, secret = '', agent = ''] = /^\/([^/?]+)\/([a-z0-9-]+)(?=[/?]|$)/.exec(target) ?? [];
    const route = this.routes.get(agent);
    return route !== undefined && sameSecret(secret, this.secret)
      ? { agent, route, target: target.slice(this.base(agent).length) || '/' }
      : undefined;
  }

  close(): void {
    for (const { connections } of this.routes.values()) {
      connections.destroy();
    }
  }
}

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
