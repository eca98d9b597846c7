/** The model relay, on the person's command only: new terminals are pointed at it, and text-only becomes true at the model request. */
import * as vscode from 'vscode';
import type { Relay } from '../bridge/relay.js';
import type { Live } from './live.js';
import type { Log } from './log.js';
import type { Settings } from './settings.js';

export interface RelayOptions {
  context: vscode.ExtensionContext;
  watched(): Promise<{ live: Live }>;
  log: Log;
  settings(): Settings;
  onChange(): void;
}

const VARIABLE = 'ANTHROPIC_BASE_URL';

export class RelayControl {
  private relay: Relay | undefined;
  private starting = false;
  /** Sessions whose requests came through, and what waits to be said as delivered. */
  private readonly carried = new Set<string>();
  private readonly pending = new Map<string, string[]>();

  constructor(private readonly options: RelayOptions) {
    // A relay of an earlier run is gone: no terminal may point at it.
    options.context.environmentVariableCollection.persistent = false;
    options.context.environmentVariableCollection.clear();
  }

  get running(): boolean { return this.relay !== undefined; }
  carries(session: string): boolean { return this.relay !== undefined && this.carried.has(session); }

  async start(): Promise<void> {
    if (this.relay !== undefined || this.starting) { return; }
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is sent to agents in a restricted workspace: trust it first.'));
      return;
    }
    this.starting = true;
    try { await this.open(); } finally { this.starting = false; }
  }

  private async open(): Promise<void> {
    const { relayPort: port, relayUpstream: upstream } = this.options.settings();
    const [{ Relay }, { live }] = await Promise.all([import('../bridge/relay.js'), this.options.watched()]);
    const relay = new Relay({ port, upstream, log: (text) => this.options.log.info(text), textOnly: (session) => this.textOnly(live, session), onDelivered: (session) => this.delivered(live, session) });
    const started = await relay.start();
    if (!started.ok) {
      void vscode.window.showErrorMessage(started.problem);
      return;
    }
    this.relay = relay;
    const { environmentVariableCollection: variables } = this.options.context;
    variables.description = vscode.l10n.t('Turnwatch’s model relay: stop it to talk to the model directly again.');
    variables.replace(VARIABLE, relay.address);
    this.options.onChange();
    void this.tellAddress(relay.address);
  }

  private async tellAddress(address: string): Promise<void> {
    const copy = vscode.l10n.t('Copy Address');
    const answer = await vscode.window.showInformationMessage(vscode.l10n.t(
      'The model relay listens on {0}. New terminals of this window use it; for others set {1}. While an agent uses it, it needs this window: close the agent first.', address, VARIABLE), copy);
    if (answer === copy) { await vscode.env.clipboard.writeText(`${VARIABLE}=${address}`); }
  }

  async stop(): Promise<void> {
    const relay = this.relay;
    this.relay = undefined;
    this.carried.clear();
    this.options.context.environmentVariableCollection.clear();
    this.options.onChange();
    await relay?.stop();
  }

  async dispose(): Promise<void> { await this.stop(); }

  /** The reminder for the model's next request; true if it has been told already; false if the request passes untouched. */
  private textOnly({ core }: Live, session: string): string | boolean {
    if (!this.carried.has(session)) {
      this.carried.add(session);
      this.options.onChange();
    }
    if (core.holding(session) !== 'text-only') { return false; }
    const { decision, receipts } = core.decide(session, { kind: 'after-step' }, Date.now());
    this.pending.set(session, receipts);
    return decision.kind === 'remind' ? decision.text : true;
  }

  private delivered(live: Live, session: string): void {
    const receipts = this.pending.get(session) ?? [];
    this.pending.delete(session);
    live.apply(live.core.delivered(session, receipts, Date.now()));
  }
}
