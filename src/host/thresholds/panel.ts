/** The thresholds panel in the editor area: shows settings, writes real VS Code settings, and says what they would have done. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { readErrorMessage } from '../../core/error-words.js';
import { personTexts } from '../../core/view/words/wording.js';
import { thresholdTextsById } from '../../core/thresholds/texts.js';
import { thresholdProblem } from '../../core/thresholds/thresholds.js';
import { commands, panels } from '../../ids.js';
import { localised } from '../view/texts.js';
import { panelTexts, type Draft, type FromPanel, type ToPanel } from '../../protocol/thresholds.js';
import { CoalescedRun } from '../../scheduling.js';
import type { LearnedThresholds } from './learned-thresholds.js';
import type { Log } from '../log.js';
import { pageHtml } from '../view/page-html.js';
import type { WindowSettings } from '../window-settings.js';
import type { WindowView } from '../window-view.js';
import {
  inForce,
  thresholdsState,
  resetOfAll,
  writePreset,
  writeThresholds,
  type ThresholdChange,
  type WritableSettings,
} from './panel-state.js';
import { readFromPanel } from '../view/page-messages.js';
import { WhatIfs, type WhatIfOptions } from './what-if.js';

export interface ThresholdsPanelOptions extends Omit<WhatIfOptions, 'thresholds'> {
  context: Pick<vscode.ExtensionContext, 'extensionUri'>;
  log: Log;
  settings: WindowSettings;
  /** Where they are read from, and written to. */
  held: WritableSettings;
  learned: LearnedThresholds;
  view: WindowView;
}

/** The running turn is tried anew at most this often (milliseconds). */
const FOLLOW_MS = 2000;
/** Learned values and agents at work are looked at anew at most this often (milliseconds). */
const STATE_MS = 500;

let open: ThresholdsPanel | undefined;

/** One panel in a window: a second call brings it to the front. */
export function openThresholds(options: ThresholdsPanelOptions): void {
  if (open !== undefined) {
    open.reveal();
    return;
  }
  fill(
    vscode.window.createWebviewPanel(
      panels.thresholds,
      vscode.l10n.t('Turnwatch Thresholds'),
      vscode.ViewColumn.Active,
    ),
    options,
  );
}

/** A panel that was open when its window was closed or reloaded. What was chosen in it the page keeps itself. */
export function restoreThresholds(
  panel: vscode.WebviewPanel,
  options: ThresholdsPanelOptions,
): void {
  if (open === undefined) {
    fill(panel, options);
  } else {
    panel.dispose();
  }
}

function fill(panel: vscode.WebviewPanel, options: ThresholdsPanelOptions): void {
  open = new ThresholdsPanel(panel, options, () => {
    open = undefined;
  });
}

class ThresholdsPanel {
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly whatIfs: WhatIfs;
  private ready = false;
  private agent: string | undefined;
  private draft: Draft | undefined;
  private undo: ThresholdChange | undefined;
  private posted = '';
  /** One write at a time: VS Code refuses a second one to a file that it is writing. */
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly options: ThresholdsPanelOptions,
    closed: () => void,
  ) {
    const dist = vscode.Uri.joinPath(options.context.extensionUri, 'dist', 'webview');
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.iconPath = vscode.Uri.joinPath(options.context.extensionUri, 'media', 'turnwatch.svg');
    this.whatIfs = new WhatIfs({
      ...options,
      thresholds: (agent) =>
        inForce({ settings: options.settings.current, learned: options.learned }, agent),
    });
    const follow = new CoalescedRun(() => this.follow(), FOLLOW_MS);
    const look = new CoalescedRun(() => this.postState(), STATE_MS);
    this.subscriptions = [
      follow,
      look,
      webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      options.view.onDidChange(() => {
        follow.request();
        look.request();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('turnwatch')) {
          this.changed();
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.changed()),
      // a hidden page is gone: it says `ready` again when it is back
      this.panel.onDidChangeViewState(() => {
        if (!this.panel.visible) {
          this.ready = false;
          this.whatIfs.clear();
        }
      }),
    ];
    this.panel.onDidDispose(() => {
      for (const each of this.subscriptions) {
        each.dispose();
      }
      this.ready = false;
      this.whatIfs.clear();
      closed();
    });
    const uri = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
    webview.html = pageHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: webview.cspSource,
      locale: vscode.env.language,
      title: vscode.l10n.t('Turnwatch Thresholds'),
      scriptUri: uri('thresholds.js'),
      preloadUris: [],
      styleUri: uri('thresholds-style.css'),
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  private changed(): void {
    this.postState();
    this.follow();
  }

  private follow(): void {
    if (!this.ready) {
      return;
    }
    this.whatIfs
      .ask(this.draft, this.agent, (answer) => {
        this.post({ type: 'what-if', answer });
      })
      .catch((error: unknown) => {
        this.options.log.error('what-if', error);
      });
  }

  private postState(): void {
    if (!this.ready) {
      return;
    }
    const seen = [...new Set([...this.options.view.sessions.values()].map(({ agent }) => agent))];
    const state = thresholdsState({
      settings: this.options.settings.current,
      source: this.options.held,
      learned: this.options.learned,
      agent: this.agent,
      seen,
    });
    this.agent = state.agent;
    const text = JSON.stringify(state);
    if (text === this.posted) {
      return;
    }
    this.posted = text;
    this.post({ type: 'state', state });
  }

  private receive(message: unknown): void {
    const known = readFromPanel(message);
    if (known === undefined) {
      this.options.log.warn('ignored an unknown message from the thresholds panel');
      return;
    }
    switch (known.type) {
      case 'ready':
        this.ready = true;
        this.posted = '';
        this.agent = known.agent;
        this.draft = undefined;
        this.post({
          type: 'texts',
          locale: vscode.env.language,
          texts: localised({ ...personTexts, ...panelTexts, ...thresholdTextsById() }),
        });
        this.changed();
        return;
      case 'agent':
        this.agent = known.agent;
        this.changed();
        return;
      case 'try': {
        const { draft } = known;
        this.draft =
          draft !== undefined && thresholdProblem(draft.key, draft.value) === undefined
            ? draft
            : undefined;
        this.follow();
        return;
      }
      case 'forget':
        this.options.learned.forget(known);
        this.options.view.settingsChanged();
        this.changed();
        return;
      case 'open-settings':
        void vscode.commands.executeCommand(commands.openSettings);
        return;
      case 'set':
      case 'preset':
      case 'reset-all':
      case 'undo':
        this.writing = this.writing
          .then(() => this.write(known))
          .catch((error: unknown) => {
            this.options.log.error('could not write a threshold', error);
            this.post({
              type: 'notice',
              text: 'notice.refused',
              params: { reason: readErrorMessage(error) },
              undo: false,
            });
            this.posted = '';
            this.postState();
          });
        return;
    }
  }

  private async write(
    message: Extract<FromPanel, { type: 'set' | 'preset' | 'reset-all' | 'undo' }>,
  ): Promise<void> {
    const { held } = this.options;
    switch (message.type) {
      case 'set': {
        const { scope, agent, key, value } = message;
        if (agent !== this.agent) {
          return;
        }
        if (value !== undefined && thresholdProblem(key, value) !== undefined) {
          return;
        }
        await writeThresholds(held, { scope, agent, values: new Map([[key, value]]) });
        return;
      }
      case 'preset':
        await writePreset(held, message.scope, message.preset);
        return;
      case 'reset-all': {
        if (message.agent !== this.agent) {
          return;
        }
        const reset = resetOfAll(held, message.scope, message.agent);
        const count = reset.values.size;
        this.undo = count === 0 ? undefined : await writeThresholds(held, reset);
        this.post({
          type: 'notice',
          text:
            count === 0
              ? 'notice.reset.none'
              : count === 1
                ? 'notice.reset.one'
                : 'notice.reset.many',
          params: { count },
          undo: count > 0,
        });
        return;
      }
      case 'undo': {
        const { undo } = this;
        this.undo = undefined;
        if (undo !== undefined) {
          await writeThresholds(held, undo);
        }
        return;
      }
    }
  }

  private post(message: ToPanel): void {
    if (this.ready) {
      void this.panel.webview.postMessage(message);
    }
  }
}
