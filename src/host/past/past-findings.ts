/** What was found in the logs of this machine: kept in a file, and put together for the view. Loaded when there is something to show. */
import { agentName } from '../../agents/index.js';
import { pricesReadOn } from '../../core/money/price-table.js';
import {
  summarizeScope,
  type FoundPast,
  type KeptStall,
  type KeptTurn,
} from '../../core/view/shown-past.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import type { Scan } from '../../scan/scan-logs.js';
import { PastFile, type KeptPast } from '../../storage/past-file.js';

export class PastFindings {
  private readonly file: PastFile;
  private newest: KeptPast | undefined;
  /** Putting it together takes a while: once for the folders that are open. */
  private described: { folders: string; found: FoundPast } | undefined;

  private constructor(
    file: string,
    private readonly trees: WindowTrees,
  ) {
    this.file = new PastFile(file);
  }

  /** With what was found before. */
  static async read(file: string, trees: WindowTrees): Promise<PastFindings> {
    const findings = new PastFindings(file, trees);
    findings.newest = await findings.file.read();
    return findings;
  }

  get kept(): KeptPast | undefined {
    return this.newest;
  }

  /** @throws file system errors, once it is shown */
  async keep(scan: Scan, at: number, days: number): Promise<void> {
    this.newest = makeKept(scan, at, days);
    this.described = undefined;
    await this.file.write(this.newest);
  }

  /** @throws file system errors */
  async clear(): Promise<void> {
    this.newest = undefined;
    this.described = undefined;
    await this.file.clear();
  }

  findStall(id: number): KeptStall | undefined {
    return this.newest?.turns[id]?.stall;
  }

  /** Undefined if nothing was found so far. */
  describe(): FoundPast | undefined {
    if (this.newest === undefined) {
      return undefined;
    }
    const folders = this.trees.folders.join('\n');
    if (this.described?.folders !== folders) {
      this.described = { folders, found: this.summarize(this.newest) };
    }
    return this.described.found;
  }

  private summarize({ days, at, pricesReadOn: listed, counts, turns }: KeptPast): FoundPast {
    const here = summarizeScope(turns, this.findOwn(turns), agentName);
    return {
      ...{ days, at, pricesReadOn: listed, counts },
      ...(here.turns + here.stalled > 0 && { here }),
      all: summarizeScope(turns, () => true, agentName),
    };
  }

  /** Whether a turn's folder or repository is one of the window's. */
  private findOwn(turns: readonly KeptTurn[]): (turn: KeptTurn) => boolean {
    const paths = new Set(turns.flatMap(({ folder, repository }) => [folder, repository]));
    const own = new Set([...paths].filter((path) => this.trees.holds(path)));
    return ({ folder, repository }) => own.has(folder) || own.has(repository);
  }
}

function makeKept(scan: Scan, at: number, days: number): KeptPast {
  const { read, logs, skippedLines, leftOut } = scan;
  const unread = Object.values(scan.unread).reduce((sum, n) => sum + n, 0);
  return {
    v: 1,
    days,
    at,
    pricesReadOn,
    counts: { judged: read - unread, unread, left: logs - read, skippedLines, leftOut },
    turns: scan.turns.map((turn) => {
      const { agent, folder, repository, child, tokens, warned, end, startedAt } = turn;
      const { stall, session, name, file, stored } = turn;
      return {
        ...{ agent, folder, repository, child, tokens, warned, end, startedAt },
        ...(stall !== undefined && { stall: { ...stall, session, name, file, stored } }),
      };
    }),
  };
}
