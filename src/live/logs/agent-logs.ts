/** Follows the session logs of agents working in this window's folders, so that watching needs no set-up. */
import type { AgentHomes, KnownAgent } from '../../agents/agent.js';
import { readHead } from '../../agents/live/log-folders.js';
import { knownAgent, knownAgents } from '../../agents/known.js';
import { Tails } from '../../logs/tails.js';
import type { Clock } from '../../core/clock.js';
import type { LogReaders } from './log-readers.js';
import type { FolderOwner } from './whole-logs.js';
import type { Logger } from '../logger.js';
import { isDoneWithin } from '../../scheduling.js';

export interface AgentLogsOptions {
  log: Pick<Logger, 'info' | 'error'>;
  view: {
    /** The first line loads the readers. */
    loaded(): Promise<{ readers: LogReaders }>;
  };
  homes: AgentHomes;
  /** All folders whose agents belong to the window. */
  trees: FolderOwner & { readonly folders: readonly string[] };
  clock: Clock;
}

/** Most folders of an agent that its hooks may name. */
const MOST_NAMED = 8;

/** Bytes at a log's start that are searched for the session's folder. */
const HEAD = 64 * 1024;

export class AgentLogs {
  private readonly tails: ReadonlyMap<string, Tails>;
  /** By agent: its folders as its hooks named them. */
  private readonly named = new Map<string, Set<string>>();
  private hasFailed = false;

  constructor(private readonly options: AgentLogsOptions) {
    this.tails = new Map(knownAgents.map((agent) => [agent.id, this.follow(agent)]));
  }

  start(): void {
    for (const tails of this.tails.values()) {
      void tails.start();
    }
  }

  foldersChanged(): void {
    for (const tails of this.tails.values()) {
      tails.forget();
    }
  }

  /** A hook came: it may name a folder of the agent that is not followed yet. */
  hookCame(id: string, payload: Readonly<Record<string, unknown>>): void {
    const home = knownAgent(id)?.logs.findHome?.(payload['transcript_path']);
    if (home === undefined) {
      return;
    }
    const homes = this.named.get(id) ?? new Set();
    this.named.set(id, homes);
    const own = knownAgent(id)?.home(this.options.homes.surroundings(id));
    if (home !== own && !homes.has(home) && homes.size < MOST_NAMED) {
      homes.add(home);
      this.tails.get(id)?.rescan();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.tails.values()].map((tails) => tails.stop()));
  }

  /** Resolves once the log's current content has been processed, or after `limitMs`. */
  async catchUp(agent: string, file: string, limitMs: number): Promise<void> {
    const tails = this.tails.get(agent);
    if (tails !== undefined) {
      await isDoneWithin(limitMs, tails.catchUp(file));
    }
  }

  private follow(agent: KnownAgent): Tails {
    const { id, logs } = agent;
    const { log, homes, trees, clock } = this.options;
    return new Tails({
      folders: async () => {
        const own = { ...homes.surroundings(id), named: [...(this.named.get(id) ?? [])] };
        const all = [own, ...(homes.elsewhere?.(agent) ?? [])];
        return (await Promise.all(all.map((where) => logs.folders(where, trees.folders)))).flat();
      },
      accepts: (file) => logs.accepts(file),
      log: (text) => log.info(text),
      clock,
      wants: async (file) => {
        const folder = logs.readFolder?.(await readHead(file, HEAD));
        return folder === undefined || trees.holds(folder);
      },
      onLine: (file, line, number) => this.pass((readers) => readers.line(id, file, line, number)),
      onSkip: (file, skip) => {
        if (skip.kind === 'restart') {
          this.pass((readers) => readers.restart(file));
        }
        log.info(`${file}: ${skip.kind}`);
      },
      ...(logs.kind === 'lines'
        ? {}
        : { onChange: (file: string) => this.pass((readers) => readers.changed(id, file)) }),
      ...(logs.kind === 'database' ? { beside: ['-wal'] } : {}),
    });
  }

  private pass(use: (readers: LogReaders) => void): void {
    this.options.view
      .loaded()
      .then(({ readers }) => use(readers))
      .catch((error: unknown) => {
        if (!this.hasFailed) {
          this.options.log.error('could not process a line of an agent’s log', error);
        }
        this.hasFailed = true;
      });
  }
}
