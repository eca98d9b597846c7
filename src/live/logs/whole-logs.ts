/** Logs that are not read line by line: documents rewritten as a whole, and databases. Read again after each change, one at a time. */
import { readText } from '../../bounded-files.js';
import { readErrorMessage } from '../../core/error-words.js';
import { isProblem, type LiveLog, type Result } from '../../agents/agent.js';
import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import { hashText } from '../../core/identity/hash.js';
import { parseJson } from '../../core/json.js';
import { pushNewest } from '../../core/push-newest.js';

/** Whose folder it is. */
export interface FolderOwner {
  /** Whether an agent in this folder belongs to the window. */
  holds(folder: string): boolean;
}

export interface WholeLogOptions {
  clock: Clock;
  trees: FolderOwner;
  onEvents: (events: TurnEvent[]) => void;
  log: (text: string) => void;
}

/** Largest document in bytes. */
const LARGEST = 32 * 1024 * 1024;
/** Rest between two readings, as a multiple of how long a reading took. */
const REST = 15;
/** Longest rest in milliseconds: a reading may only seem slow because the machine slept. */
const LONGEST_REST_MS = 15_000;
/** The quickest of so many readings says what one costs: another that waited for a busy machine must not leave the log unread for long. */
const COMPARED = 2;
/** The first look skips a database's sessions last changed more than this many milliseconds ago. */
const RECENT_MS = 10 * 60_000;

export function openWhole(
  source: Exclude<LiveLog, { kind: 'lines' }>,
  file: string,
  options: WholeLogOptions,
): WholeLog {
  switch (source.kind) {
    case 'document': {
      const news = new NewEvents(options.trees);
      return new WholeLog(async () => {
        const read = await readDocument(file);
        return isProblem(read)
          ? read
          : { events: news.pickNew(source.read(read.document, file).events), more: false };
      }, options);
    }
    case 'database': {
      const reader = source.open(file);
      const since = options.clock.now() - RECENT_MS;
      return new WholeLog(
        () => reader.read((folder) => options.trees.holds(folder), since),
        options,
      );
    }
  }
}

type LookOnce = () => Promise<Result<{ events: TurnEvent[]; more: boolean }>>;

export class WholeLog {
  private looking = false;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  private disposed = false;
  private problem: string | undefined;
  /** How long the newest readings took, in milliseconds. Of one alone nothing is known yet. */
  private readonly took = [0];

  constructor(
    private readonly look: LookOnce,
    private readonly options: WholeLogOptions,
  ) {}

  changed(): void {
    if (this.looking || this.timer !== undefined) {
      this.again = true;
    } else {
      void this.read();
    }
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.timer);
  }

  private async read(): Promise<void> {
    this.looking = true;
    this.again = false;
    const began = performance.now();
    const read = await this.look().catch((error: unknown) => ({
      problem: readErrorMessage(error),
    }));
    this.looking = false;
    if (this.disposed) {
      return;
    }
    if (isProblem(read)) {
      if (read.problem !== this.problem) {
        this.options.log(read.problem);
      }
      this.problem = read.problem;
    } else {
      this.problem = undefined;
      this.again ||= read.more;
      this.options.onEvents(read.events);
    }
    pushNewest(this.took, performance.now() - began, COMPARED);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        if (this.again) {
          void this.read();
        }
      },
      isProblem(read) || !read.more ? restAfter(this.took) : 0,
    );
    this.timer.unref();
  }
}

/** Milliseconds to rest after readings of these durations, the newest ones. */
export function restAfter(tookMs: readonly number[]): number {
  return Math.min(REST * Math.min(...tookMs), LONGEST_REST_MS);
}

async function readDocument(file: string): Promise<Result<{ document: unknown }>> {
  // one that is no JSON is still being written: another change will follow
  return { document: parseJson(await readText(file, LARGEST)) };
}

/** Filters the new events of a document, which contains all earlier ones too each time it is rewritten. */
class NewEvents {
  /** Number of times each event was seen, by a hash of its content without its time. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly trees: FolderOwner) {}

  pickNew(events: readonly TurnEvent[]): TurnEvent[] {
    const start = events.find((event) => event.type === 'session.start');
    if (start === undefined || !this.trees.holds(start.cwd)) {
      return [];
    }
    const seen = new Map<string, number>();
    return events.filter((event) => {
      const key = hashText(JSON.stringify({ ...event, at: undefined }));
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      if (count <= (this.counts.get(key) ?? 0)) {
        return false;
      }
      this.counts.set(key, count);
      return true;
    });
  }
}
