/** Follows the session logs of agents at work in this window's folders: watching needs no set-up at all. */
import { realpathSync } from 'node:fs';
import { isProblem, type Agent, type LogReader } from '../agents/agent.js';
import { agents } from '../agents/index.js';
import { Tails } from '../bridge/tails.js';
import type { TurnEvent } from '../core/events.js';
import type { Feed } from './feed.js';
import type { Log } from './log.js';

export interface AgentLogsOptions {
  feed: Feed;
  log: Log;
  claudeDir(): string;
  folders: () => string[];
  now: () => number;
  /** The log of this session shows a call at `at`. */
  onCall(session: string, at: number): void;
}

interface OpenLog {
  agent: Agent;
  reader: LogReader;
  /** Where the log's sessions work; unknown until one says so. */
  cwd?: string;
  /** Whether that is in a folder of this window. */
  ours: boolean;
  skipped: number;
}

export class AgentLogs {
  private readonly logs = new Map<string, OpenLog>();
  private readonly tails: { agent: Agent; tails: Tails }[];

  constructor(private readonly options: AgentLogsOptions) {
    this.tails = agents.map((agent) => ({
      agent,
      tails: new Tails({
        folders: () => agent.logFolders(options.claudeDir(), options.folders()), log: (text) => options.log.info(text), now: options.now,
        onLine: (file, line, number) => this.line(agent, file, line, number),
        onSkip: (file, skip) => {
          if (skip.kind === 'restart') { this.logs.delete(file); }
          options.log.info(`${file}: ${skip.kind}`);
        },
      }),
    }));
  }

  start(): void {
    for (const { tails } of this.tails) { void tails.start(); }
  }

  foldersChanged(): void {
    for (const log of this.logs.values()) { log.ours = log.cwd !== undefined && this.isOurs(log.cwd); }
    for (const { tails } of this.tails) { tails.rescan(); }
  }

  async stop(): Promise<void> { await Promise.all(this.tails.map(({ tails }) => tails.stop())); }

  private line(agent: Agent, file: string, line: string, number: number): void {
    let log = this.logs.get(file);
    if (log === undefined) { this.logs.set(file, log = { agent, reader: agent.openLog(file), ours: false, skipped: 0 }); }
    const read = log.reader.line(line);
    if (isProblem(read)) {
      log.skipped += 1;
      if (log.skipped <= 3) { this.options.log.warn(`${file}:${number}: ${read.problem}`); }
      return;
    }
    for (const event of read) {
      if (event.type !== 'session.start') { continue; }
      log.cwd = event.cwd;
      log.ours = this.isOurs(event.cwd);
    }
    if (!log.ours || read.length === 0) { return; }
    this.options.feed.log(agent, read);
    this.tellCalls(read);
  }

  private tellCalls(events: readonly TurnEvent[]): void {
    for (const event of events) {
      if (event.type === 'tool.call' && event.at !== undefined) { this.options.onCall(event.session, event.at); }
    }
  }

  /** Agents name their folder with symbolic links resolved, VS Code as it was opened. */
  private isOurs(cwd: string): boolean {
    return this.options.folders().flatMap((folder) => [folder, real(folder)]).some((folder) => cwd === folder || cwd.startsWith(`${folder}/`) || cwd.startsWith(`${folder}\\`));
  }
}

function real(folder: string): string {
  try { return realpathSync.native(folder); } catch { return folder; }
}
