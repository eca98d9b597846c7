/** Turns agents' session logs into events of sessions working in this window's folders. */
import { isProblem, type LogReader } from '../../agents/agent.js';
import type { Agent } from '../../agents/definition.js';
import { agentById } from '../../agents/loaded.js';
import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import { asForeign } from '../../core/turns/foreign-session.js';
import type { Feed } from '../feed.js';
import type { Logger } from '../../core/log.js';
import { openWhole, type FolderOwner, type WholeLog } from './whole-logs.js';
import type { LogListener } from '../heard-hooks.js';

interface LogReadersOptions {
  feed: Pick<Feed, 'log'>;
  log: Pick<Logger, 'warn'>;
  trees: FolderOwner & { readonly folders: readonly string[] };
  clock: Clock;
  listeners?: readonly LogListener[];
}

interface OpenLog {
  file: string;
  agent: Agent;
  /** Stands for the folder of another machine’s logs that it lies in. */
  elsewhere: string | undefined;
  reader: LogReader;
  progress: LogProgress;
  /** Working folder of the log's sessions; unknown until a line names it. */
  cwd?: string;
  start?: TurnEvent;
  /** Whether that folder belongs to this window. */
  ours: boolean;
  skipped: number;
  /** Set while the reader may infer something from the log's silence. */
  settling?: NodeJS.Timeout;
}

/** Milliseconds of silence after which a log's last message counts as the turn's end, if no line marks it. */
const SETTLE_MS = 3000;

export class LogReaders {
  private readonly logs = new Map<string, OpenLog>();
  private readonly wholes = new Map<string, { agent: Agent; log: WholeLog }>();

  constructor(private readonly options: LogReadersOptions) {}

  /** `elsewhere`: stands for the folder of another machine’s logs that it lies in. */
  line(agentId: string, file: string, line: string, number: number, elsewhere?: string): void {
    const log = this.logs.get(file) ?? this.open(agentId, file, elsewhere);
    if (log === undefined) {
      return;
    }
    const read = log.reader.line(line);
    if (isProblem(read)) {
      log.skipped += 1;
      if (log.skipped <= 3) {
        this.options.log.warn(`${file}:${number}: ${read.problem}`);
      }
      return;
    }
    for (const event of read) {
      if (event.type !== 'session.start') {
        continue;
      }
      log.cwd = event.cwd;
      log.start = event;
      log.ours = this.isOurs(log);
    }
    if (log.ours) {
      this.emit(log, log.progress.pass(read));
    }
    this.settleLater(log);
  }

  /** A log that is not read line by line has changed. */
  readChange(agentId: string, file: string, elsewhere?: string): void {
    const known = this.wholes.get(file);
    if (known !== undefined) {
      known.log.changed();
      return;
    }
    const agent = agentById(agentId);
    if (agent === undefined || agent.log.kind === 'lines') {
      return;
    }
    const { log, clock, trees } = this.options;
    const whole = openWhole(agent.log, file, {
      clock,
      trees,
      onEvents: (events) => this.emit({ agent, file, elsewhere }, events),
      log: (text) => {
        log.warn(`${file}: ${text}`);
        for (const listener of this.options.listeners ?? []) {
          listener.unreadable?.(file, text);
        }
      },
    });
    this.wholes.set(file, { agent, log: whole });
    whole.changed();
  }

  /** The file was replaced: reading starts again from its beginning. */
  restart(file: string): void {
    const log = this.logs.get(file);
    if (log !== undefined) {
      clearTimeout(log.settling);
      log.progress.restart();
      this.open(log.agent.id, file, log.elsewhere, log.progress);
    }
  }

  foldersChanged(): void {
    for (const log of this.logs.values()) {
      const wasOurs = log.ours;
      log.ours = this.isOurs(log);
      if (log.ours && !wasOurs && log.start !== undefined) {
        this.emit(log, [log.start]);
      }
    }
    for (const { log } of this.wholes.values()) {
      log.changed();
    }
  }

  dispose(): void {
    for (const { settling } of this.logs.values()) {
      clearTimeout(settling);
    }
    for (const { log } of this.wholes.values()) {
      log.dispose();
    }
  }

  /** What lies in the window's own storage and names no folder is of a window without one. */
  private isOurs({ cwd, agent }: OpenLog): boolean {
    const { trees } = this.options;
    return (
      cwd !== undefined &&
      (trees.holds(cwd) ||
        (cwd === '' && agent.homeFrom === 'window-storage' && trees.folders.length === 0))
    );
  }

  private open(
    agentId: string,
    file: string,
    elsewhere: string | undefined,
    progress = new LogProgress(),
  ): OpenLog | undefined {
    const agent = agentById(agentId);
    if (agent?.log.kind !== 'lines') {
      return undefined;
    }
    const reader = agent.log.open(file, elsewhere ? [] : this.options.trees.folders);
    const log: OpenLog = { file, agent, elsewhere, reader, progress, ours: false, skipped: 0 };
    this.logs.set(file, log);
    return log;
  }

  private settleLater(log: OpenLog): void {
    if (log.reader.settle === undefined) {
      return;
    }
    clearTimeout(log.settling);
    log.settling = setTimeout(() => {
      const events = log.reader.settle?.() ?? [];
      if (log.ours) {
        this.emit(log, events);
      }
    }, SETTLE_MS);
    log.settling.unref();
  }

  private emit(
    { agent, file, elsewhere }: Pick<OpenLog, 'agent' | 'file' | 'elsewhere'>,
    events: readonly TurnEvent[],
  ): void {
    if (events.length === 0) {
      return;
    }
    if (elsewhere !== undefined) {
      // it is only shown: no hook of it can arrive, and no order waits for it
      const foreign = events.map((event) => asForeign(elsewhere, event));
      this.options.feed.log(agent, foreign);
      return;
    }
    this.options.feed.log(agent, events);
    for (const event of events) {
      if (event.type === 'tick' || event.type === 'workspace') {
        continue;
      }
      for (const listener of this.options.listeners ?? []) {
        listener.logRead?.(event.session, file);
        if (event.type === 'tool.result' && event.at !== undefined) {
          listener.resultRead?.(event.session, event.at);
        }
      }
    }
  }
}

/** How far a log has told its events, by their times: one that its agent writes anew, as for a new title, is told once. */
class LogProgress {
  /** The newest time (milliseconds since the epoch), and how many events of that time were told. */
  private newest = -Infinity;
  private told = 0;
  /** How many of these came again since the log is read from its beginning; undefined once something newer came. */
  private again: number | undefined;

  restart(): void {
    this.again = 0;
  }

  /** The events that were not told before; a reader that begins again needs its session's start again. */
  pass(events: readonly TurnEvent[]): readonly TurnEvent[] {
    return events.filter((event) => event.type === 'session.start' || this.isNews(event.at));
  }

  private isNews(at: number | undefined): boolean {
    if (at === undefined) {
      return true;
    }
    if (at > this.newest) {
      this.newest = at;
      this.told = 1;
      this.again = undefined;
      return true;
    }
    if (at === this.newest && (this.again === undefined || ++this.again > this.told)) {
      this.told += 1;
      return true;
    }
    return this.again === undefined;
  }
}
