/** Maps requests to upstreams: the first segment of their path names the agent. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { parseUpstream } from './relay-http.js';

export interface Route {
  upstream: URL;
  /** Keeps connections to the upstream open. */
  connections: HttpAgent;
}

export class Routes {
  private readonly routes = new Map<string, Route>();

  /** `restMs`: idle connections are closed after this time. */
  constructor(private readonly restMs: number) {}

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
    });
    return undefined;
  }

  /** Of a request's path. */
  find(path: string): { agent: string; route: Route } | undefined {
    const agent = /^\/([a-z0-9-]+)(?=\/|$)/.exec(path)?.[1];
    const route = agent === undefined ? undefined : this.routes.get(agent);
    return agent === undefined || route === undefined ? undefined : { agent, route };
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
