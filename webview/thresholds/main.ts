/** The thresholds panel's page: takes states and answers from the extension host, posts what the person wants. */
import type { FromPanel } from '../../src/protocol/thresholds.js';
import { isToPanel } from './check.js';
import { Panel, type Saved } from './panel.js';

interface VsCodeApi {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: Saved): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const root = document.getElementById('page');
if (root === null) {
  throw new Error('The page has no root element.');
}

const saved = savedOf(vscode.getState());
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

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (isToPanel(event.data)) {
    panel.take(event.data, root);
  }
});

vscode.postMessage({ type: 'ready', agent: saved.agent });

function savedOf(state: unknown): Saved {
  if (typeof state !== 'object' || state === null) {
    return { scope: 'user' };
  }
  const scope = 'scope' in state && state.scope === 'workspace' ? 'workspace' : 'user';
  return 'agent' in state && typeof state.agent === 'string'
    ? { scope, agent: state.agent }
    : { scope };
}
