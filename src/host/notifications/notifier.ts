/** Notifies the person by the channels that the settings name: see core/interventions/notification-policy.ts for which, and when. */
import * as vscode from 'vscode';
import { NotificationPolicy } from '../../core/interventions/notification-policy.js';
import type { Clock } from '../../core/clock.js';
import type { Escalation } from '../../live/escalations.js';
import type { TrackerListener } from '../../live/session-tracker.js';
import type { Log } from '../log.js';
import type { Settings } from '../settings.js';
import { say } from '../view/texts.js';
import {
  severalText,
  describeEscalation,
  EditorNotifications,
  type EditorNotificationsOptions,
} from './editor-notifications.js';
import {
  OwnCommand,
  runProgram,
  notificationProgram,
  soundPrograms,
  type Program,
} from './notification-programs.js';
import { NotificationBatcher } from './notification-batcher.js';

export interface NotifierOptions extends EditorNotificationsOptions {
  clock: Clock;
  log: Pick<Log, 'info'>;
  settings: { readonly current: Pick<Settings, 'notifications' | 'notificationCommand'> };
}

const PROGRAM_MS = 5000;

export class Notifier implements vscode.Disposable, TrackerListener {
  private readonly policy = new NotificationPolicy();
  private readonly closing = new AbortController();
  private readonly editor: EditorNotifications;
  private readonly system = new NotificationBatcher<Escalation>(
    (all) => void this.showInSystem(all),
  );
  private readonly sound = new NotificationBatcher<Escalation>(() => void this.play());
  private readonly command: OwnCommand;
  /** Problems that the log has: each once. */
  private readonly logged = new Set<string>();
  private readonly subscription: { dispose(): void };

  constructor(private readonly options: NotifierOptions) {
    this.editor = new EditorNotifications(options);
    this.command = new OwnCommand({
      command: () => options.settings.current.notificationCommand,
      log: (text) => options.log.info(`notification by command: ${text}`),
      signal: this.closing.signal,
    });
    this.subscription = options.sessions.tracker.listen(this);
  }

  onEscalation(escalation: Escalation): void {
    const { settings, card, clock } = this.options;
    const local = new Date(clock.now());
    const { focused } = vscode.window.state;
    const channels = this.policy.channels(escalation, settings.current.notifications, {
      minute: local.getHours() * 60 + local.getMinutes(),
      cardVisible: card.isVisible,
      focused,
    });
    for (const channel of channels) {
      switch (channel) {
        case 'editor':
          this.editor.add(escalation);
          break;
        case 'system':
          this.system.add(escalation);
          break;
        case 'sound':
          this.sound.add(escalation);
          break;
        case 'command':
          this.tellCommand(escalation, focused);
          break;
      }
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.closing.abort();
    for (const each of [this.editor, this.system, this.sound]) {
      each.dispose();
    }
  }

  private tellCommand(escalation: Escalation, focused: boolean): void {
    const { session: id, state, name } = escalation;
    const session = this.options.sessions.tracker.sessions.get(id);
    this.command.tell({
      v: 1,
      state,
      text: describeEscalation(escalation),
      session: id,
      name: say(name),
      agent: session?.agent ?? '',
      folder: session?.cwd ?? '',
      at: this.options.clock.now(),
      focused,
    });
  }

  private async showInSystem(all: readonly Escalation[]): Promise<void> {
    const [first] = all;
    if (first !== undefined) {
      const text = all.length === 1 ? describeEscalation(first) : severalText(all);
      await this.run(notificationProgram(text, process.platform, process.env));
    }
  }

  private async play(): Promise<void> {
    for (const program of soundPrograms(process.platform, process.env)) {
      if (await this.run(program)) {
        return;
      }
    }
  }

  /** @returns false if it failed. */
  private async run(program: Program): Promise<boolean> {
    const problem = await runProgram(program, PROGRAM_MS, this.closing.signal);
    const line = `${program.file}: ${problem ?? 'called you'}`;
    if (!this.logged.has(line)) {
      this.logged.add(line);
      this.options.log.info(line);
    }
    return problem === undefined;
  }
}
