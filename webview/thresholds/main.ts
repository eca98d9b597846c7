/** The thresholds panel's page: shows states and answers from the extension host, posts the person's changes. */
import type { FromPanel, ToPanel } from '../../src/protocol/thresholds.js';
import { Panel, type SavedPanel } from './panel.js';

interface PanelApi {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: SavedPanel): void;
}
declare function acquireVsCodeApi(): PanelApi;

const vscode = acquireVsCodeApi();
const root = document.getElementById('page');
if (root === null) {
  throw new Error('The page has no root element.');
}

const saved = savedFrom(vscode.getState());
const panel = new Panel(
  root,
  {
    post: (message) => {
      vscode.postMessage(message);
    },
    save: (state) => {
      vscode.setState(state);
    },
  },
  saved,
);

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  panel.receive(data, root);
});

vscode.postMessage({
  type: 'ready',
  ...(saved.agent === undefined ? {} : { agent: saved.agent }),
});

function savedFrom(state: unknown): SavedPanel {
  if (typeof state !== 'object' || state === null) {
    return { scope: 'user' };
  }
  const scope = 'scope' in state && state.scope === 'workspace' ? 'workspace' : 'user';
  return 'agent' in state && typeof state.agent === 'string'
    ? { scope, agent: state.agent }
    : { scope };
}
