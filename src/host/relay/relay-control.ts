/** Runs the model relay: points new terminals at it, and enforces text-only in model requests. */
import * as vscode from 'vscode';
import { openRelaySecret } from '../../bridge/state.js';
import { readErrorMessage } from '../../core/error-words.js';
import type { ModelAnswer } from '../../relay/model-answer.js';
import type { Relay } from '../../relay/relay.js';
import type { RequestIdentity } from '../../relay/request-identity.js';
import type { RequestChange } from '../../relay/text-only.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import type { Log } from '../log.js';
import { settings as settingIds } from '../../ids.js';
import type { NewestPrompts } from './newest-prompts.js';
import { relayAgents, chooseUpstream, type RelayAgent } from './relay-agents.js';
import { EarlyAnswers, RequestOwners } from './request-owners.js';
import type { WindowSettings } from '../window-settings.js';
import { pickOne, showError, showInformation } from '../messages.js';

export interface RelayControlOptions {
  context: vscode.ExtensionContext;
  /** Keeps the secret of the relay's addresses. */
  bridgeDir: string;
  view: { loaded(): Promise<{ tracker: SessionTracker }>; changed(): void };
  log: Log;
  settings: WindowSettings;
  prompts: NewestPrompts;
}

export class RelayControl {
  private relay: Relay | undefined;
  private starting: Promise<void> = Promise.resolve();
  private readonly owners: RequestOwners;
  private readonly early = new EarlyAnswers();
  /** By session, deliveries waiting to be reported. */
  private readonly pending = new Map<string, string[]>();

  constructor(private readonly options: RelayControlOptions) {
    this.owners = new RequestOwners(options.prompts);
  }

  get running(): boolean {
    return this.relay !== undefined;
  }
  carries(session: string): boolean {
    return this.relay !== undefined && this.owners.has(session);
  }

  /** `id`: the agent; without one, the person is asked. */
  async start(id?: string): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      void showInformation(
        vscode.l10n.t(
          'Turnwatch sends nothing to agents in Restricted Mode. Trust the workspace first.',
        ),
      );
      return;
    }
    const agent = relayAgents.find((each) => each.id === id) ?? (await this.pick());
    if (agent === undefined) {
      return;
    }
    // one at a time: the first opens the port
    this.starting = this.starting.then(
      () => this.serve(agent),
      () => this.serve(agent),
    );
    await this.starting;
  }

  private async pick(): Promise<RelayAgent | undefined> {
    const items = relayAgents.map((agent) => ({
      agent,
      label: agent.name,
      description:
        this.relay?.agents.includes(agent.id) === true
          ? vscode.l10n.t('running')
          : (agent.variable ?? vscode.l10n.t('lines to add to {0}', agent.place ?? '')),
    }));
    return (
      await pickOne(items, {
        title: vscode.l10n.t('Start the model relay for'),
      })
    )?.agent;
  }

  private async serve(agent: RelayAgent): Promise<void> {
    // started again: show the message with the address once more, it may be gone
    if (this.relay?.agents.includes(agent.id) === true) {
      void this.showAddress(agent, this.relay.address(agent.id));
      return;
    }
    const upstream = this.findUpstream(agent);
    if (upstream === undefined) {
      return;
    }
    const relay = this.relay ?? (await this.open());
    if (relay === undefined) {
      return;
    }
    const problem = relay.serve(agent.id, upstream);
    if (problem !== undefined) {
      void showError(problem);
      if (relay.agents.length === 0) {
        await relay.stop();
      }
      return;
    }
    this.relay = relay;
    const { environmentVariableCollection: variables } = this.options.context;
    variables.description = vscode.l10n.t(
      'Turnwatch’s model relay. Stop it to connect to the model directly again.',
    );
    if (agent.variable !== undefined) {
      variables.replace(agent.variable, relay.address(agent.id));
    }
    this.options.view.changed();
    void this.showAddress(agent, relay.address(agent.id));
  }

  /** The base addresses in the settings changed: they apply from the next request on. */
  upstreamsChanged(): void {
    const { relay } = this;
    for (const agent of relayAgents.filter(({ id }) => relay?.agents.includes(id) === true)) {
      const upstream = this.findUpstream(agent);
      const problem = upstream === undefined ? undefined : relay?.serve(agent.id, upstream);
      if (problem !== undefined) {
        void showError(problem);
      }
    }
  }

  /** Undefined if nothing names one; the person then sees a message. */
  private findUpstream(agent: RelayAgent): string | undefined {
    const upstream = chooseUpstream(
      agent,
      this.options.settings.current.relayUpstreams(agent.id),
      process.env,
    );
    if (upstream === undefined) {
      void showError(
        vscode.l10n.t(
          'The relay has no address to forward {0} to. Set your provider’s address in {1}.',
          agent.name,
          settingIds.relayUpstreams,
        ),
      );
    }
    return upstream;
  }

  private async open(): Promise<Relay | undefined> {
    const [{ Relay }, { tracker }, secret] = await Promise.all([
      import('../../relay/relay.js'),
      this.options.view.loaded(),
      this.secret(),
    ]);
    if (secret === undefined) {
      return undefined;
    }
    const relay = new Relay({
      port: this.options.settings.current.relayPort,
      secret,
      log: (text) => this.options.log.info(text),
      host: {
        hasOpenInterventions: () => tracker.turnwatch.interventions.hasOpen,
        session: (agent, identity) => this.findSession(tracker, agent, identity),
        change: (session) => this.change(tracker, session),
        delivered: (session) => this.delivered(tracker, session),
        answered: (session, answer) => this.answered(tracker, session, answer),
        request: (session, news) => {
          // a request that began a session was not known when it went out
          if (!tracker.sessions.has(session)) {
            return;
          }
          const own = { v: 1, session, at: Date.now() } as const;
          if (typeof news === 'string') {
            tracker.push({ ...own, type: 'request', state: news });
          } else {
            const { for: reason, until } = news;
            const known = until === undefined ? {} : { until };
            tracker.push({ ...own, type: 'waiting', for: reason, ...known });
          }
        },
      },
    });
    const started = await relay.start();
    if (started.ok) {
      return relay;
    }
    void showError(started.problem);
    return undefined;
  }

  /** Undefined if it can be neither read nor kept; the person then sees a message. */
  private async secret(): Promise<string | undefined> {
    try {
      return await openRelaySecret(this.options.bridgeDir);
    } catch (error) {
      void showError(
        vscode.l10n.t('The relay can’t keep its address for you: {0}', readErrorMessage(error)),
      );
      return undefined;
    }
  }

  private async showAddress(
    { name, variable, place, lines }: RelayAgent,
    address: string,
  ): Promise<void> {
    const copy = lines === undefined ? vscode.l10n.t('Copy Address') : vscode.l10n.t('Copy Lines');
    const text =
      lines === undefined
        ? vscode.l10n.t(
            'The model relay listens on {0}. New terminals in this window use it; elsewhere, set {1}. An agent that uses it needs this window: close the agent first.',
            address,
            variable ?? '',
          )
        : vscode.l10n.t(
            'The model relay listens on {0}. For {1}, copy the lines into {2}, and remove them afterwards. An agent that uses the relay needs this window: close the agent first.',
            address,
            name,
            place ?? '',
          );
    const answer = await showInformation(text, copy);
    if (answer === copy) {
      await vscode.env.clipboard.writeText(lines?.(address) ?? `${variable ?? ''}=${address}`);
    }
  }

  async stop(): Promise<void> {
    const relay = this.relay;
    this.relay = undefined;
    this.owners.clear();
    this.options.context.environmentVariableCollection.clear();
    this.options.view.changed();
    await relay?.stop();
  }

  private findSession(
    { sessions }: SessionTracker,
    agent: string,
    identity: RequestIdentity,
  ): string | undefined {
    const before = this.owners.count;
    const found = this.owners.find(sessions, agent, identity);
    if (this.owners.count > before) {
      this.options.view.changed();
    }
    return found;
  }

  private change(tracker: SessionTracker, session: string): RequestChange | undefined {
    const answer = tracker.turnwatch.answers.directive(session, Date.now());
    if (answer === undefined) {
      return undefined;
    }
    const { decision, reminder } = answer.directive;
    // a stop is delivered by the hooks
    if (decision === 'stop' || (decision === 'continue' && reminder === undefined)) {
      return undefined;
    }
    this.pending.set(session, answer.receipts);
    return { textOnly: decision === 'text-only', reminder };
  }

  private delivered(tracker: SessionTracker, session: string): void {
    const receipts = this.pending.get(session) ?? [];
    this.pending.delete(session);
    tracker.turnwatch.answers.delivered(session, receipts, Date.now());
  }

  private answered(
    tracker: SessionTracker,
    session: string,
    { response, calls, tokens }: ModelAnswer,
  ): void {
    if (calls.length === 0 && tokens === undefined) {
      return;
    }
    this.early.hold({
      v: 1,
      type: 'usage',
      session,
      at: Date.now(),
      calls,
      ...(response !== undefined && { response }),
      ...(tokens && {
        inputTokens: tokens.input,
        cachedTokens: tokens.cached,
        outputTokens: tokens.output,
      }),
    });
    if (tracker.sessions.has(session)) {
      for (const answer of this.early.take(session)) {
        tracker.push(answer);
      }
    }
  }
}
