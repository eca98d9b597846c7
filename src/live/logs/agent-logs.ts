/** Follows the session logs of agents working in this window's folders, so that watching needs no set-up. */
import { dirname } from 'node:path';
import { createHash } from 'node:crypto';
import type { AgentDefinition, AgentHomes } from '../../agents/definition.js';
import { readHead } from '../../agents/live/log-folders.js';
import { knownAgent, knownAgents } from '../../agents/index.js';
import { Tails } from '../../logs/tails.js';
import type { Clock } from '../../core/clock.js';
import type { LogReaders } from './log-readers.js';
import type { FolderOwner } from './whole-logs.js';
import type { Logger } from '../../core/log.js';
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
/** Characters that stand for a folder in the ids of its sessions. */
const KEY_LENGTH = 8;

export class AgentLogs {
  private readonly tails: ReadonlyMap<string, Tails>;
  /** Those of other machines, apart: however many there are, those of this machine are followed. */
  private readonly foreign: readonly Tails[];
  /** By agent: its folders as its hooks named them. */
  private readonly named = new Map<string, Set<string>>();
  private hasFailed = false;

  constructor(private readonly options: AgentLogsOptions) {
    this.tails = new Map(knownAgents.map((agent) => [agent.id, this.followOwn(agent)]));
    this.foreign = knownAgents.map((agent) => this.followForeign(agent));
  }

  start(): void {
    for (const tails of this.all()) {
      void tails.start();
    }
  }

  foldersChanged(): void {
    for (const tails of this.all()) {
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
    await Promise.all(this.all().map((tails) => tails.stop()));
  }

  /** Resolves once the log's current content has been processed, or after `limitMs`. */
  async catchUp(agent: string, file: string, limitMs: number): Promise<void> {
    const tails = this.tails.get(agent);
    if (tails !== undefined) {
      await isDoneWithin(limitMs, tails.catchUp(file));
    }
  }

  private all(): Tails[] {
    return [...this.tails.values(), ...this.foreign];
  }

  private followOwn(agent: AgentDefinition): Tails {
    return this.follow(agent, {
      folders: () => this.ownFolders(agent),
      findElsewhere: () => undefined,
    });
  }

  private followForeign(agent: AgentDefinition): Tails {
    const { homes, trees } = this.options;
    /** By folder of logs, what stands for the folder that the person named. */
    let keys: ReadonlyMap<string, string> = new Map();
    return this.follow(agent, {
      folders: async () => {
        const places = homes.elsewhere?.(agent) ?? [];
        const own = new Set(places.length === 0 ? [] : await this.ownFolders(agent));
        const found = new Map<string, string>();
        for (const where of places) {
          const key = makeKey(where.configured ?? where.home);
          for (const folder of await agent.logs.folders(where, trees.folders)) {
            if (!own.has(folder) && !found.has(folder)) {
              found.set(folder, key);
            }
          }
        }
        keys = found;
        return [...found.keys()];
      },
      findElsewhere: (file) => keys.get(dirname(file)) ?? makeKey(dirname(file)),
    });
  }

  private async ownFolders({ id, logs }: AgentDefinition): Promise<string[]> {
    const { homes, trees } = this.options;
    const own = { ...homes.surroundings(id), named: [...(this.named.get(id) ?? [])] };
    return logs.folders(own, trees.folders);
  }

  private follow(
    { id, logs }: AgentDefinition,
    {
      folders,
      findElsewhere,
    }: {
      folders: () => Promise<string[]>;
      findElsewhere: (file: string) => string | undefined;
    },
  ): Tails {
    const { log, trees, clock } = this.options;
    return new Tails({
      folders,
      accepts: (file) => logs.accepts(file),
      log: (text) => log.info(text),
      clock,
      wants: async (file) => {
        const folder = logs.readFolder?.(await readHead(file, HEAD));
        return folder === undefined || trees.holds(folder);
      },
      onLine: (file, line, number) =>
        this.withReaders((readers) => readers.line(id, file, line, number, findElsewhere(file))),
      onSkip: (file, skip) => {
        if (skip.kind === 'restart') {
          this.withReaders((readers) => readers.restart(file));
        }
        log.info(`${file}: ${skip.kind}`);
      },
      ...(logs.kind === 'lines'
        ? {}
        : {
            onChange: (file: string) =>
              this.withReaders((readers) => readers.readChange(id, file, findElsewhere(file))),
          }),
      ...(logs.kind === 'database' ? { beside: ['-wal'] } : {}),
    });
  }

  private withReaders(use: (readers: LogReaders) => void): void {
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

/** Stands for a folder in the ids of its sessions. */
function makeKey(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, KEY_LENGTH);
}
