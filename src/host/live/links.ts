/** How this window is linked to the agents, and what can therefore be done to each session. */
import type { Bridge } from '../../bridge/bridge.js';
import { isForeign } from '../../core/turns/foreign-session.js';
import type { Session } from '../../core/turns/session.js';
import type { Capabilities, LinkState, Snapshot } from '../../core/view/snapshot.js';
import * as vscode from 'vscode';
import type { AgentDefinition } from '../../agents/definition.js';
import { knownAgent } from '../../agents/index.js';
import { AGENT_ID as VSCODE_CHAT } from '../../agents/copilot/vscode-chat/home.js';
import type { UnhookedFolder } from '../connect/window-places.js';
import type { Connection } from '../connect/connect.js';
import type { HeardHooks, LogListener } from '../../live/heard-hooks.js';
import type { AgentLinks } from '../../live/session-tracker.js';

interface Wiring {
  view: { readonly sessions: ReadonlyMap<string, Session> };
  bridge: Pick<Bridge, 'status'>;
  connection: Pick<Connection, 'status' | 'installedSince' | 'unhooked'>;
  relay: { carries(session: string): boolean };
}

/** A turn's first hook may come this long before its log tells the turn's start (milliseconds). */
const EARLY_HOOK_MS = 10_000;
const nothing: Capabilities = { textOnly: 'none', stop: false, guide: false };
const connectable: Capabilities = { ...nothing, onceConnected: true };
/** The editor itself can end the turn. */
const ownChat: Capabilities = { ...nothing, stop: true };
const ownLoop: Capabilities = { textOnly: 'loop', stop: true, guide: true };
const ownServer: Capabilities = { textOnly: 'request', stop: true, guide: true };

export class Links implements AgentLinks, LogListener {
  private wiring: Wiring | undefined;
  private readonly own = new Set<string>();
  /** By session whose log is read. */
  private readonly logs = new Map<string, string>();
  private servers: { serves(session: string): boolean } | undefined;

  constructor(readonly heard: HeardHooks) {}

  /** Servers of the agents' own, each of which runs some of their sessions. */
  serve(servers: { serves(session: string): boolean }): void {
    this.servers = servers;
  }

  /** Called once everything is built: links look at all parts. */
  wire(wiring: Wiring): void {
    this.wiring = wiring;
  }

  /** The session reports itself, and its loop obeys. */
  reported(session: string): void {
    this.own.add(session);
    if (this.own.size > 1000) {
      this.own.clear();
    }
  }

  /** The session's log lies here. */
  logRead(session: string, file: string): void {
    if (this.logs.size > 1000) {
      this.logs.clear();
    }
    this.logs.set(session, file);
  }

  /** The session's requests come through the relay, which counts them. */
  carried(session: string): boolean {
    return this.wiring?.relay.carries(session) ?? false;
  }

  /** A session can be steered once one of its hooks has arrived; true text-only needs the relay. */
  capabilities(session: Session): Capabilities {
    if (isForeign(session.id)) {
      return nothing;
    }
    if (vscode.workspace.isTrusted && this.own.has(session.id)) {
      return ownLoop;
    }
    const agent = knownAgent(session.agent);
    if (agent === undefined || !vscode.workspace.isTrusted) {
      return nothing;
    }
    const relayed = this.carried(session.id);
    if (!relayed && this.servers?.serves(session.id) === true) {
      return ownServer;
    }
    if (!this.heard.has(session.id)) {
      if (!relayed && session.agent === VSCODE_CHAT) {
        return ownChat;
      }
      return relayed
        ? { ...nothing, textOnly: 'relay', guide: true }
        : this.unheard(session, agent);
    }
    return relayed ? { ...agent.capabilities, textOnly: 'relay' } : agent.capabilities;
  }

  /** None of the session's hooks has arrived. */
  private unheard({ id, open }: Session, agent: AgentDefinition): Capabilities {
    const since = this.wiring?.connection.installedSince(agent.id);
    if (since === undefined) {
      return agent.hooksApply === 'at-once' ? connectable : nothing;
    }
    return open
      ? { ...nothing, awaitsHooks: this.runsHooks(id, agent, since) ? 'next-step' : 'next-session' }
      : nothing;
  }

  /** Most agents read the hooks as a session begins. */
  private runsHooks(session: string, { hooksApply }: AgentDefinition, since: number): boolean {
    return hooksApply === 'at-once' || !this.heard.hadCallsBy(session, since);
  }

  link(): Snapshot['link'] {
    const { state, detail } = this.state();
    const lastHookAt = this.heard.lastAt;
    return {
      state,
      ...(detail !== undefined && { detail }),
      ...(lastHookAt !== undefined && { lastHookAt }),
    };
  }

  private state(): { state: LinkState; detail?: string } {
    const { bridge, connection } = this.wiring ?? {};
    if (bridge === undefined || connection === undefined) {
      return { state: 'off' };
    }
    if (bridge.status.state === 'not-connected' && bridge.status.reason !== undefined) {
      return { state: 'not-connected', detail: bridge.status.reason };
    }
    switch (connection.status) {
      case 'absent':
        return { state: 'watching' };
      case 'broken':
        return {
          state: 'not-connected',
          detail: vscode.l10n.t('The agent’s settings file is invalid. Connect shows where.'),
        };
      case 'disabled':
        return {
          state: 'not-connected',
          detail: vscode.l10n.t(
            'Hooks are disabled in the agent’s settings file (disableAllHooks or hooksConfig).',
          ),
        };
      case 'outdated':
        return {
          state: 'not-connected',
          detail: vscode.l10n.t('The installed hooks are from another version. Connect again.'),
        };
      case 'installed':
        break;
    }
    const silent = this.silent();
    return silent === undefined
      ? { state: 'connected' }
      : { state: 'not-connected', detail: this.whySilent(silent) };
  }

  /** The agent at work whose hooks should arrive, but don't, since it works with another folder of its own. */
  unhooked(): UnhookedFolder | undefined {
    const silent = this.silent();
    return silent === undefined ? undefined : this.findUnhooked(silent);
  }

  private findUnhooked(session: string): UnhookedFolder | undefined {
    const { connection } = this.wiring ?? {};
    const agent = this.findAgent(session);
    const folder = agent?.logs.findHome?.(this.logs.get(session));
    return agent === undefined || folder === undefined
      ? undefined
      : connection?.unhooked(agent, folder);
  }

  private findAgent(session: string): AgentDefinition | undefined {
    return knownAgent(this.wiring?.view.sessions.get(session)?.agent ?? '');
  }

  /** A session whose hooks should arrive. */
  private silent(): string | undefined {
    return this.heard.silent((session, hookAt) =>
      this.wasHeardThisTurn(session, hookAt) ? undefined : this.hookedSince(session),
    );
  }

  private whySilent(session: string): string {
    const agent = this.findAgent(session);
    const unhooked = this.findUnhooked(session);
    if (unhooked !== undefined) {
      return vscode.l10n.t(
        'No hooks in {0}, the folder that {1} uses.',
        unhooked.name,
        agent?.name ?? '',
      );
    }
    return agent?.hooksApply === 'after-review' && !this.heard.has(session)
      ? vscode.l10n.t(
          'The hooks are installed, but none arrive. {0} runs them only after you review them: start it in a terminal and review them there.',
          agent.name,
        )
      : vscode.l10n.t(
          'The hooks are installed, but none arrive from a running session. A proxy or an agent policy may be blocking them.',
        );
  }

  /** Since when an open session runs its agent's hooks (milliseconds since the epoch), if it does. */
  private hookedSince(id: string): number | undefined {
    const session = this.wiring?.view.sessions.get(id);
    const agent = this.findAgent(id);
    const since =
      session?.open === true && agent !== undefined
        ? this.wiring?.connection.installedSince(session.agent)
        : undefined;
    return since !== undefined && agent !== undefined && this.runsHooks(id, agent, since)
      ? since
      : undefined;
  }

  /** For an agent whose hooks may come only with the turn's start. */
  private wasHeardThisTurn(id: string, hookAt: number): boolean {
    const session = this.wiring?.view.sessions.get(id);
    const { agent = '', turnStartedAt } = session ?? {};
    return (
      knownAgent(agent)?.hooksPerTurn === true &&
      turnStartedAt !== undefined &&
      hookAt > turnStartedAt - EARLY_HOOK_MS
    );
  }
}
