/** The newest snapshot from the host, and what the page shows of it now: its clocks go on until the next one comes, and a host that stands still is said to be gone. */
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { Texts } from '../ui/texts.js';
import type { ShownState } from './shown-state.js';

export class ReceivedSnapshot {
  private snapshot: Snapshot | undefined;
  private receivedAt = 0;
  private readonly pulse: HostHeartbeat;

  /** `askHost`: asks the host whether it is there. */
  constructor(
    private readonly texts: Texts,
    askHost: () => void,
  ) {
    this.pulse = new HostHeartbeat(askHost);
  }

  get newest(): Snapshot | undefined {
    return this.snapshot;
  }

  get selected(): SessionDetail | undefined {
    return this.snapshot?.selected;
  }

  /** `at`: `performance.now()` when the snapshot arrived. */
  receive(snapshot: Snapshot, at: number): void {
    this.snapshot = snapshot;
    this.receivedAt = at;
    this.pulse.reset();
  }

  /** True if the host was thought to stand still. */
  hostResponded(): boolean {
    const wasSilent = this.pulse.isSilent;
    this.pulse.reset();
    return wasSilent;
  }

  /** Asks the host whether it is there while tools are said to be off. True if its silence has begun or ended. */
  isHostGone(): boolean {
    if (this.snapshot === undefined) {
      return false;
    }
    const { selected, playback } = this.snapshot;
    const wasSilent = this.pulse.isSilent;
    if (selected?.state === 'text-only' && playback === undefined && !document.hidden) {
      this.pulse.tick();
    } else {
      this.pulse.reset();
    }
    return this.pulse.isSilent !== wasSilent;
  }

  /** Undefined before the first snapshot. */
  shownState(): ShownState | undefined {
    const { snapshot } = this;
    if (snapshot === undefined) {
      return undefined;
    }
    const isHostSilent = this.pulse.isSilent;
    return {
      snapshot: isHostSilent
        ? {
            ...snapshot,
            link: {
              ...snapshot.link,
              state: 'not-connected',
              detail: this.texts.get('label.hostSilent'),
            },
          }
        : snapshot,
      detail: snapshot.selected,
      now: snapshot.at + (performance.now() - this.receivedAt),
      isHostSilent,
    };
  }
}

/** Without an answer for this long, and as many looks, the host stands still (milliseconds). */
const SILENT_MS = 2500;
const SILENT_LOOKS = 3;
/** What was asked may be lost with the host. */
const ASK_AGAIN_LOOKS = 10;

/** Whether the extension host responds: the page goes on showing its last snapshot while the host stands still. */
class HostHeartbeat {
  private asked: { at: number; looks: number } | undefined;

  constructor(private readonly ask: () => void) {}

  get isSilent(): boolean {
    const { asked } = this;
    return (
      asked !== undefined &&
      asked.looks >= SILENT_LOOKS &&
      performance.now() - asked.at >= SILENT_MS
    );
  }

  /** To be called each second while the page claims what only the host can carry out. */
  tick(): void {
    if (this.asked === undefined) {
      this.asked = { at: performance.now(), looks: 0 };
      this.ask();
      return;
    }
    this.asked.looks++;
    if (this.asked.looks % ASK_AGAIN_LOOKS === 0) {
      this.ask();
    }
  }

  /** The host has answered, or nothing depends on it. */
  reset(): void {
    this.asked = undefined;
  }
}

const decoder = new TextDecoder();

/** The rows of each snapshot. A row whose line is as it was is the same object as before: what did not change is neither parsed nor drawn again. */
export class ReceivedRows {
  /** Those of the last snapshot, by the line that each was read from. */
  private known = new Map<string, Row>();

  /** `bytes`: as in `SnapshotMessage`. Throws on a line that is no JSON. */
  read(bytes: Uint8Array): Row[] {
    const next = new Map<string, Row>();
    const text = decoder.decode(bytes);
    const rows = (text === '' ? [] : text.split('\n')).map((line) => {
      const row = this.known.get(line) ?? (JSON.parse(line) as Row);
      next.set(line, row);
      return row;
    });
    this.known = next;
    return rows;
  }
}
