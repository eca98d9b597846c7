/** What the logs that agents have left tell of the last days: offered once, looked at on the person's click alone, and kept until deleted. */
import type * as vscode from 'vscode';
import type { AgentHomes } from '../../agents/definition.js';
import type { Clock } from '../../core/clock.js';
import type { ShownPast } from '../../core/view/shown-past.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import type { PastOrder } from '../../protocol/view.js';
import type { Log } from '../log.js';
import type { Settings } from '../settings.js';
import type { RunPlayer } from '../recorded/run-player.js';
import type { PastFindings } from './past-findings.js';

export interface PastLogsOptions {
  /** Shared by all windows. */
  memento: Pick<vscode.Memento, 'get' | 'update'>;
  /** Keeps what was found. */
  file: string;
  /** The build of scan-thread-main.ts. */
  scanThread: URL;
  clock: Clock;
  log: Log;
  homes: AgentHomes;
  trees: WindowTrees;
  /** A person's own prices of models. */
  settings: { readonly current: Pick<Settings, 'prices'> };
}

/** Where it is shown. */
interface PastView {
  readonly player: RunPlayer;
  readonly isVisible: boolean;
  liveSnapshot(): Snapshot;
  changed(): void;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
/** The person wants no offer any more. */
const DISMISSED = 'turnwatch.pastDismissed';

/** How far the look is. */
interface PastScan {
  stop: AbortController;
  done: number;
  all?: number;
}

export class PastLogs implements vscode.Disposable {
  private known: PastFindings | undefined;
  private loading: Promise<PastFindings> | undefined;
  private looking: PastScan | undefined;
  /** The person looks at it in place of sessions. */
  private asked = false;

  constructor(
    private readonly view: PastView,
    private readonly options: PastLogsOptions,
  ) {}

  /** It stands in place of sessions. */
  get isOverSessions(): boolean {
    return this.asked;
  }

  /** With what was found before. */
  findings(): Promise<PastFindings> {
    return (this.loading ??= this.load());
  }

  /** Undefined where there is nothing to show or to offer, or what was found before is not read yet. @param hasSession a session would be shown */
  shown(hasSession: boolean): ShownPast | undefined {
    if (hasSession && !this.asked) {
      return undefined;
    }
    const { known, looking } = this;
    if (looking !== undefined) {
      return { state: 'looking', days: DAYS, done: looking.done, all: looking.all };
    }
    if (known === undefined) {
      if (this.view.isVisible) {
        void this.findings();
      }
      return undefined;
    }
    const found = known.describe();
    if (found !== undefined) {
      return { state: 'found', ...found, canClose: hasSession };
    }
    return this.options.memento.get(DISMISSED) === true
      ? undefined
      : { state: 'offered', days: DAYS };
  }

  /** @param stall for `open`: the id of a stall that is shown */
  async order(order: PastOrder, stall?: number): Promise<void> {
    switch (order) {
      case 'look':
        this.asked = this.view.liveSnapshot().selected !== undefined;
        await this.look();
        return;
      case 'stop':
        this.looking?.stop.abort();
        return;
      case 'dismiss':
        await this.options.memento.update(DISMISSED, true);
        this.view.changed();
        return;
      case 'open':
        await this.openStall(stall);
        return;
      case 'close':
        this.close();
        return;
    }
  }

  /** Sessions are shown again. */
  close(): void {
    if (this.asked) {
      this.asked = false;
      this.view.changed();
    }
  }

  /** Deletes what is kept. @throws file system errors */
  async clear(): Promise<void> {
    await (await this.findings()).clear();
    this.view.changed();
  }

  dispose(): void {
    this.looking?.stop.abort();
  }

  /** Opens it in the player at its first bad call. */
  private async openStall(id = -1): Promise<void> {
    const stall = this.known?.findStall(id);
    if (stall !== undefined) {
      const { file, session, call, stored } = stall;
      await this.view.player.open({ file, first: { session, call, stored } });
    }
  }

  private async load(): Promise<PastFindings> {
    const { PastFindings } = await import('./past-findings.js');
    this.known = await PastFindings.read(this.options.file, this.options.trees);
    this.view.changed();
    return this.known;
  }

  private async look(): Promise<void> {
    if (this.looking !== undefined) {
      return;
    }
    const look: PastScan = { stop: new AbortController(), done: 0 };
    this.looking = look;
    this.view.changed();
    try {
      await this.judgeLogs(look);
    } catch (error) {
      this.options.log.error('what the logs of this machine tell cannot be judged or kept', error);
    } finally {
      this.looking = undefined;
      this.view.changed();
    }
  }

  private async judgeLogs(look: PastScan): Promise<void> {
    const { clock, homes, log, scanThread, settings } = this.options;
    const began = performance.now();
    const at = clock.now();
    const { scanLogs } = await import('../../scan/scan-logs.js');
    const scan = await scanLogs({
      script: scanThread,
      surroundings: (agent) => homes.surroundings(agent),
      since: at - DAYS * DAY_MS,
      prices: settings.current.prices,
      signal: look.stop.signal,
      onProgress: (done, all) => {
        look.done = done;
        look.all = all;
        this.view.changed();
      },
    });
    for (const problem of scan.problems) {
      log.warn(problem);
    }
    log.info(
      `judged ${scan.read} of ${scan.logs} logs of the last ${DAYS} days in ${Math.round(performance.now() - began)} ms`,
    );
    // where nothing was judged, what was found before still holds
    if (scan.stopped === undefined || scan.read > 0) {
      await (await this.findings()).keep(scan, at, DAYS);
    }
  }
}
