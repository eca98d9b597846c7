/** The side bar page: receives whole snapshots from the extension host and draws the newest one, at most once per frame. */
import type { Snapshot } from '../src/core/view/snapshot.js';
import type { FromPage, SnapshotMessage, ToPage } from '../src/protocol/view.js';
import { ReceivedRows } from './page/received-snapshot.js';
import type { SavedView } from './page/saved-view.js';
import { View } from './page/view.js';

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: SavedView): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
// the largest part of the page, and not needed to draw the steps
void import('./ui/toolkit-button.js');
const root = document.getElementById('page');
if (root === null) {
  throw new Error('The page has no root element.');
}

const view = new View(
  root,
  {
    post: (message) => {
      vscode.postMessage(message);
    },
    save: (state) => {
      vscode.setState(state);
    },
  },
  vscode.getState(),
);

/** Updates slower than this (milliseconds) are reported to the host's log. */
const FRAME_MS = 16;
let newest: { message: SnapshotMessage; received: number } | undefined;
const receivedRows = new ReceivedRows();
let painted = false;

window.addEventListener('message', ({ data: message }: MessageEvent<ToPage>) => {
  switch (message.type) {
    case 'alive':
      view.hostResponded();
      break;
    case 'texts':
      view.setTexts(message.locale, message.texts);
      break;
    case 'older':
      view.addOlder(message.session, message.before, message);
      break;
    case 'details':
      view.addCallTexts(message.session, message.call, message.whole, message);
      break;
    case 'changes':
      view.addChanges(message.session, message.files);
      break;
    case 'row':
      view.runRowAction(message.action, message.key);
      break;
    case 'guide':
      view.openGuide(message.session, message.draft);
      break;
    case 'lesson':
      view.showLesson(message);
      break;
    case 'snapshot': {
      const waiting = newest !== undefined;
      newest = { message, received: performance.now() };
      // Snapshots that arrive faster than frames replace each other.
      if (!waiting) {
        requestAnimationFrame(render);
      }
      break;
    }
  }
});

function render(): void {
  if (newest === undefined) {
    return;
  }
  const { message, received } = newest;
  newest = undefined; // before drawing: a snapshot that cannot be drawn must not block the next one
  const start = performance.now();
  const snapshot = whole(message);
  view.show(snapshot, received);
  const ms = performance.now() - start;
  if (!painted || ms > FRAME_MS) {
    vscode.postMessage({
      type: 'painted',
      ms: Math.round(ms * 10) / 10,
      rows: snapshot.selected?.rows.length ?? 0,
    });
  }
  painted = true;
}

function whole({ snapshot, rows }: SnapshotMessage): Snapshot {
  const { selected } = snapshot;
  return selected === undefined
    ? snapshot
    : { ...snapshot, selected: { ...selected, rows: receivedRows.read(rows) } };
}

vscode.postMessage({ type: 'ready' });
