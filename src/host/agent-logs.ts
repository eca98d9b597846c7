/** Follows the session logs of agents at work in this window's folders: watching needs no set-up at all. */
import { knownAgents } from '../agents/known.js';
import { Tails } from '../bridge/tails.js';
import type { LogReaders } from './log-readers.js';
import type { Log } from './log.js';

export interface AgentLogsOptions {
  log: Log;
  /** Asked with each line, and not before the first: what reads them is loaded then. */
  watched(): Promise<{ logs: LogReaders }>;
  claudeDir: () => string;
  folders: () => string[];
  now: () => number;
}

export class AgentLogs {
  private readonly tails: Tails[];
  private complained = false;

  constructor(private readonly options: AgentLogsOptions) {
    const { log, claudeDir, folders, now } = options;
    this.tails = knownAgents.map((agent) => new Tails({
      folders: () => agent.logFolders(claudeDir(), folders()), log: (text) => log.info(text), now,
      onLine: (file, line, number) => this.hand((readers) => readers.line(agent.id, file, line, number)),
      onSkip: (file, skip) => {
        if (skip.kind === 'restart') { this.hand((readers) => readers.restart(file)); }
        log.info(`${file}: ${skip.kind}`);
      },
    }));
  }

  start(): void {
    for (const tails of this.tails) { void tails.start(); }
  }

  foldersChanged(): void {
    for (const tails of this.tails) { tails.rescan(); }
  }

  async stop(): Promise<void> { await Promise.all(this.tails.map((tails) => tails.stop())); }

  private hand(use: (readers: LogReaders) => void): void {
    this.options.watched().then(({ logs }) => use(logs)).catch((error: unknown) => {
      if (!this.complained) { this.options.log.error('a line of an agent’s log could not be taken in', error); }
      this.complained = true;
    });
  }
}
