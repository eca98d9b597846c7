/** The sessions of other folders for the view: loaded once it is visible, and looked for only while it is. They call nobody. */
import * as vscode from 'vscode';
import type { Snapshot } from '../../core/view/snapshot.js';
import type {
  OtherFolderOptions,
  OtherFolderSessions,
  FoundSession,
} from '../../live/other-folders/other-folder-sessions.js';
import type { Log } from '../log.js';

export interface OtherFoldersOptions extends OtherFolderOptions {
  log: Pick<Log, 'error'>;
  view: OtherFolderOptions['view'] & { changed(): void };
}

/** The window's own sessions come first. */
const FIRST_LOOK_MS = 1000;
const NEXT_LOOK_MS = 20_000;
/** After a look that left something to read. */
const GO_ON_MS = 3000;

export class OtherFolders implements vscode.Disposable {
  private found: readonly FoundSession[] = [];
  private sessions: OtherFolderSessions | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  /** The view is. */
  private isVisible = false;

  constructor(private readonly options: OtherFoldersOptions) {}

  get snapshot(): Snapshot['elsewhere'] {
    const own = this.options.view.sessions;
    // a session may have become the window's own since the last look
    const sessions = this.found
      .map(({ session }) => session)
      .filter(({ session }) => !own.has(session));
    return sessions.length === 0 ? undefined : { at: this.options.clock.now(), sessions };
  }

  find(session: string): FoundSession | undefined {
    return this.found.find((each) => each.session.session === session);
  }

  /** The view is shown or hidden, or the window has other folders. */
  update(isVisible = this.isVisible): void {
    this.isVisible = isVisible;
    this.lookIn(FIRST_LOOK_MS);
  }

  async openFolder(session: string): Promise<void> {
    const { path, canOpen } = this.find(session)?.session ?? {};
    if (path !== undefined && canOpen === true) {
      // a window that has the folder open is brought to the front
      await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), {
        forceNewWindow: true,
      });
    }
  }

  dispose(): void {
    this.isVisible = false;
    clearTimeout(this.timer);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isVisible) {
      this.timer = setTimeout(() => void this.refresh(), ms);
    }
  }

  private async refresh(): Promise<void> {
    if (this.isLooking) {
      return;
    }
    this.isLooking = true;
    try {
      this.sessions ??= new (
        await import('../../live/other-folders/other-folder-sessions.js')
      ).OtherFolderSessions(this.options);
      const before = JSON.stringify(this.found);
      this.found = await this.sessions.findSessions();
      if (JSON.stringify(this.found) !== before) {
        this.options.view.changed();
      }
    } catch (error) {
      this.options.log.error('could not look for sessions of other folders', error);
    }
    this.isLooking = false;
    this.lookIn(this.sessions?.hasMore === true ? GO_ON_MS : NEXT_LOOK_MS);
  }
}
