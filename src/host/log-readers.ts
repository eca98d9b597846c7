/** Lines of agents' session logs → events of the sessions at work in this window's folders. */
import { realpathSync } from 'node:fs';
import { isProblem, type Agent, type LogReader } from '../agents/agent.js';
import { agentById } from '../agents/index.js';
import type { TurnEvent } from '../core/events.js';
import type { Feed } from './feed.js';
import type { Log } from './log.js';

export interface LogReadersOptions {
  feed: Feed;
  log: Log;
  folders: () => string[];
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

export class LogReaders {
  private readonly logs = new Map<string, OpenLog>();

  constructor(private readonly options: LogReadersOptions) {}

  line(agentId: string, file: string, line: string, number: number): void {
    const log = this.logs.get(file) ?? this.open(agentId, file);
    if (log === undefined) { return; }
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
    this.options.feed.log(log.agent, read);
    this.tellCalls(read);
  }

  /** The file is another one now: it is read from its beginning. */
  restart(file: string): void { this.logs.delete(file); }

  foldersChanged(): void {
    for (const log of this.logs.values()) { log.ours = log.cwd !== undefined && this.isOurs(log.cwd); }
  }

  private open(agentId: string, file: string): OpenLog | undefined {
    const agent = agentById(agentId);
    if (agent === undefined) { return undefined; }
    const log: OpenLog = { agent, reader: agent.openLog(file), ours: false, skipped: 0 };
    this.logs.set(file, log);
    return log;
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
