/** A recorded run in the live view, labelled as recorded: nothing of it touches a live session. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Capabilities, Row, Snapshot } from '../core/snapshot.js';
import type { TurnEvent } from '../core/events.js';
import { Watch } from '../core/watch.js';

/** Recordings above this size are not opened (bytes). */
const LARGEST_FILE = 256 * 1024 * 1024;
/** A live-paced playback never waits longer than this between two events (milliseconds). */
const LONGEST_PAUSE = 1200;
/** Nothing can be sent to a recorded agent. */
const unable: Capabilities = { textOnly: 'none', stop: false, guide: false };

export class Playback implements vscode.Disposable {
  private readonly watch: Watch;
  private played = 0;
  private chosen: string | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly file: string, private readonly events: readonly TurnEvent[], agentName: (agent: string) => string,
    private readonly changed: () => void,
  ) {
    this.watch = new Watch({ overrides: { set: {} }, agentName, capabilities: () => unable, mode: () => 'observe', remindFirst: () => false });
  }

  /** `paced`: as it happened, long pauses shortened; else whole at once. @returns a sentence if the file cannot be shown. */
  static async open(file: string, paced: boolean, agentName: (agent: string) => string, changed: () => void): Promise<{ playback: Playback; skipped: number } | { problem: string }> {
    try {
      if ((await stat(file)).size > LARGEST_FILE) { return { problem: vscode.l10n.t('The file is larger than 256 MB.') }; }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
    const { readRecording } = await import('../agents/recordings.js');
    const recording = await readRecording(file, 'auto');
    if ('problem' in recording) { return recording; }
    const playback = new Playback(basename(file), recording.events, agentName, changed);
    if (paced) { playback.playNext(); } else { playback.playTo(recording.events.length); }
    return { playback, skipped: recording.skipped.length };
  }

  snapshot(at: number, live: Snapshot): Snapshot {
    const sessions = [...this.watch.sessions.values()].filter((session) => session.turn >= 0).map((session) => this.watch.summary(session));
    const selected = sessions.find((session) => session.session === this.chosen) ?? sessions[0];
    // The clock of a recorded run is the time of its newest event.
    const clock = this.events[Math.max(0, this.played - 1)]?.at ?? at;
    return {
      ...live, at: clock, sessions, selected: selected && this.watch.detail(selected.session, clock),
      playback: { file: this.file, played: this.played, total: this.events.length },
    };
  }

  select(session: string): void { this.chosen = session; }
  older(session: string, before: number): Row[] { return this.watch.older(session, before); }
  dispose(): void { clearTimeout(this.timer); }

  private playTo(count: number): void {
    for (const event of this.events.slice(this.played, count)) { this.watch.push(event, event.at ?? 0); }
    this.played = count;
    this.changed();
  }

  private playNext(): void {
    this.playTo(this.played + 1);
    const [before, next] = [this.events[this.played - 1], this.events[this.played]];
    if (next === undefined) { return; }
    const gap = before?.at === undefined || next.at === undefined ? 150 : next.at - before.at;
    this.timer = setTimeout(() => this.playNext(), Math.min(LONGEST_PAUSE, Math.max(15, gap)));
  }
}
