/**
 * The person's switch of a session whose turn a limit ended: once the limit is over, the agent's own program goes on with it, in a
 * terminal that the person sees, with the permissions that it asks for by itself. Once, within the person's bounds, and never beside
 * a process that may still be at work in the session. A limit that ends while VS Code is closed resumes nothing.
 *
 * Frozen: the key, and what is stored under it.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { knownAgent } from '../../agents/index.js';
import { agentById } from '../../agents/loaded.js';
import type { AgentHomes } from '../../agents/definition.js';
import type { Clock } from '../../core/clock.js';
import { modelTexts } from '../../core/interventions/model-texts.js';
import { refuseResume, type ResumeBounds } from '../../core/interventions/resume.js';
import { isObject } from '../../core/json.js';
import { listCurrentQuotas } from '../../core/turns/quotas.js';
import type { Session } from '../../core/turns/session.js';
import type { RefusedResume, ShownResume } from '../../core/view/snapshot.js';
import { settings as settingIds } from '../../ids.js';
import type { Escalation } from '../../live/escalations.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import type { Log } from '../log.js';
import { showInformation } from '../messages.js';
import type { SettingsSource } from '../settings.js';
import type { ActionResult } from './actions.js';

const STORE = 'turnwatch.resumes';
const MOST_KEPT = 20;
/** A program that begins no turn in this time has not gone on (milliseconds). */
const START_MS = 120_000;
const sessionId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const timeOfDay = /^(\d{1,2}):(\d\d)$/;
const defaults = { latest: [22, 0], mostUsed: 80 } as const;

interface KeptResume extends ResumeBounds {
  session: string;
  /** When the limit is over that the switch is about (milliseconds since the epoch). */
  until: number;
  name: string;
}

interface ResumesOptions {
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  /** The workspace's: another window has sessions of its own. */
  workspaceMemento: vscode.Memento;
  held: SettingsSource;
  homes: AgentHomes;
}

/** What it acts on, which is made later. */
interface Resumed {
  tracker: Pick<SessionTracker, 'sessions' | 'turnwatch' | 'paused' | 'changed'>;
  processes: { isGone(session: Session): Promise<boolean> };
}

export class Resumes implements vscode.Disposable {
  private kept: readonly KeptResume[];
  /** By session: the newest switch that was not followed. */
  private readonly refused = new Map<string, KeptResume & { why: RefusedResume }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly subscriptions = new Set<vscode.Disposable>();
  private acts: Resumed | undefined;

  constructor(private readonly options: ResumesOptions) {
    const stored = readKept(options.workspaceMemento.get<unknown>(STORE));
    const now = options.clock.now();
    this.kept = stored.filter(({ until }) => until > now);
    const missed = stored.filter(({ until }) => until <= now);
    for (const each of missed) {
      this.refused.set(each.session, { ...each, why: 'closed' });
      void showInformation(
        vscode.l10n.t(
          'VS Code was closed when the limit of “{0}” ended: nothing was resumed.',
          each.name,
        ),
      );
    }
    if (missed.length > 0) {
      void this.store();
    }
  }

  /** From now on. */
  actOn(acts: Resumed): void {
    this.acts = acts;
  }

  dispose(): void {
    for (const timer of this.timers) {
      clearTimeout(timer);
    }
    for (const each of this.subscriptions) {
      each.dispose();
    }
  }

  /** Undefined where there is nothing to switch and nothing to tell. */
  show(session: Session): ShownResume | undefined {
    const until = session.open ? undefined : session.endedByLimit?.until;
    if (until === undefined || !canResume(session)) {
      return undefined;
    }
    const refused = this.refused.get(session.id);
    if (refused?.until === until) {
      const { latest, mostUsed, why } = refused;
      return { isOn: false, latest, mostUsed, refused: why };
    }
    if (until <= this.options.clock.now()) {
      return undefined;
    }
    const kept = this.find(session.id, until);
    const { latest, mostUsed } = kept ?? this.bounds();
    return { isOn: kept !== undefined, latest, mostUsed };
  }

  /** Switches it on or off. */
  async toggle(id: string | undefined, name: string): Promise<ActionResult> {
    const session = id === undefined ? undefined : this.acts?.tracker.sessions.get(id);
    const until = session?.open === false ? session.endedByLimit?.until : undefined;
    const now = this.options.clock.now();
    if (session === undefined || until === undefined || until <= now || !canResume(session)) {
      return refusal(
        vscode.l10n.t('This session waits for no limit after which it can be resumed.'),
      );
    }
    if (!vscode.workspace.isTrusted) {
      return refusal(
        vscode.l10n.t('Nothing is resumed in Restricted Mode. Trust the workspace first.'),
      );
    }
    const bounds = this.bounds();
    const others = this.kept.filter((each) => each.session !== session.id);
    if (this.find(session.id, until) === undefined) {
      if (until > bounds.latest) {
        return refusal(
          vscode.l10n.t(
            'The limit ends later than your settings allow a session to be resumed ({0}).',
            settingIds.resumeLatest,
          ),
        );
      }
      this.refused.delete(session.id);
      others.push({ session: session.id, until, name, ...bounds });
    }
    this.kept = others.slice(-MOST_KEPT);
    await this.store();
    this.acts?.tracker.changed();
    return { ok: true };
  }

  /** The limit is over. `tell`: calls the person after all. @returns whether it is tried, and the person not called for now */
  takes({ state, session: id }: Escalation, tell: () => void): boolean {
    const session = this.acts?.tracker.sessions.get(id);
    const until = session?.endedByLimit?.until;
    const kept = until === undefined ? undefined : this.find(id, until);
    if (state !== 'limit' || session === undefined || kept === undefined) {
      return false;
    }
    void this.resume(session, kept).then((why) => {
      if (why !== undefined) {
        this.refuse(kept, why);
        tell();
      }
    });
    return true;
  }

  /** @returns why it did not go on */
  private async resume(session: Session, kept: KeptResume): Promise<RefusedResume | undefined> {
    const { acts } = this;
    // before anything is started: whatever happens now, it is not done twice
    this.kept = this.kept.filter((each) => each !== kept);
    await this.store();
    const now = this.options.clock.now();
    const quotas = listCurrentQuotas(session.quotas, now);
    const used = quotas.length === 0 ? undefined : Math.max(...quotas.map((each) => each.used));
    const why = refuseResume(kept, { until: kept.until, now, used });
    if (why !== undefined) {
      return why;
    }
    const command = readCommand(session);
    if (
      acts === undefined ||
      command === undefined ||
      !vscode.workspace.isTrusted ||
      acts.tracker.paused
    ) {
      return 'failed';
    }
    if (!(await acts.processes.isGone(session))) {
      return 'open';
    }
    const { orders } = acts.tracker.turnwatch;
    // the person may have gone on meanwhile
    if (
      session.open ||
      session.endedByLimit?.until !== kept.until ||
      !orders.resume(session, this.options.clock.now())
    ) {
      return undefined;
    }
    this.options.log.info(
      `${session.id}: the limit is over; ${command.program} goes on with it in a terminal`,
    );
    return (await this.hasBegun(session, command)) ? undefined : 'failed';
  }

  /** @returns false if it ended, or began no turn */
  private async hasBegun(session: Session, { program, args }: Command): Promise<boolean> {
    const found = await findOnPath(program);
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('{0}: resumed', knownAgent(session.agent)?.name ?? session.agent),
      cwd: session.cwd,
      shellPath: found ?? program,
      shellArgs: args,
      // a program that is a script is run by what lies on the same path
      env: {
        ...this.environment(session.agent),
        ...(found !== undefined && { PATH: process.env['PATH'] }),
      },
      // VS Code would start it once more after a restart
      isTransient: true,
    });
    terminal.show(true);
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.timers.delete(timer);
        closing.dispose();
        this.subscriptions.delete(closing);
        resolve(
          this.acts?.tracker.turnwatch.orders.resumeFailed(session.id, this.options.clock.now()) !==
            true,
        );
      };
      const timer = setTimeout(end, START_MS);
      this.timers.add(timer);
      const closing = vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) {
          const { code, reason } = closed.exitStatus ?? {};
          this.options.log.info(
            `${program} ended: code ${code ?? '–'}, reason ${reason ?? '–'}, found ${found ?? 'nowhere'}`,
          );
          end();
        }
      });
      this.subscriptions.add(closing);
    });
  }

  /** Where the settings name the agent's folder. */
  private environment(agent: string): Record<string, string> {
    const known = knownAgent(agent);
    const where = this.options.homes.surroundings(agent);
    const variable = known?.folderVariable?.name;
    return known === undefined || variable === undefined || where.configured === undefined
      ? {}
      : { [variable]: known.home(where) };
  }

  private refuse(kept: KeptResume, why: RefusedResume): void {
    this.options.log.info(`${kept.session}: not resumed after its limit: ${why}`);
    this.refused.set(kept.session, { ...kept, why });
    this.acts?.tracker.changed();
  }

  private find(session: string, until: number): KeptResume | undefined {
    return this.kept.find((each) => each.session === session && each.until === until);
  }

  private bounds(): ResumeBounds {
    const { held, clock } = this.options;
    const [, ...set] = (timeOfDay.exec(String(held.get(settingIds.resumeLatest))) ?? []).map(
      Number,
    );
    const [hour = 0, minute = 0] = set.length === 0 ? defaults.latest : set;
    const latest = new Date(clock.now());
    latest.setHours(hour, minute, 0, 0);
    if (latest.getTime() <= clock.now()) {
      latest.setDate(latest.getDate() + 1);
    }
    const share = held.get(settingIds.resumeMostUsed);
    const isShare = typeof share === 'number' && share >= 0 && share <= 100;
    return { latest: latest.getTime(), mostUsed: isShare ? share : defaults.mostUsed };
  }

  private async store(): Promise<void> {
    await this.options.workspaceMemento.update(
      STORE,
      this.kept.length === 0 ? undefined : this.kept,
    );
  }
}

interface Command {
  program: string;
  args: string[];
}

/** Undefined where it is not proven that the agent's program can. */
function readCommand({ id, agent }: Session): Command | undefined {
  const resume = agentById(agent)?.resume;
  // on Windows the programs are scripts that only a shell runs
  return resume === undefined || process.platform === 'win32' || !sessionId.test(id)
    ? undefined
    : { program: resume.program, args: [resume.word, id, modelTexts.resume] };
}

/** VS Code itself looks on the path of a login shell, which may be another. */
async function findOnPath(program: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (
      isAbsolute(folder) &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    ) {
      return file;
    }
  }
  return undefined;
}

function canResume(session: Session): boolean {
  return session.parent === undefined && readCommand(session) !== undefined;
}

function refusal(problem: string): ActionResult {
  return { ok: false, problem };
}

function readKept(stored: unknown): KeptResume[] {
  return !Array.isArray(stored)
    ? []
    : stored.flatMap((each: unknown): KeptResume[] => {
        const { session, until, name, latest, mostUsed } = isObject(each) ? each : {};
        return typeof session === 'string' &&
          typeof until === 'number' &&
          typeof name === 'string' &&
          typeof latest === 'number' &&
          typeof mostUsed === 'number'
          ? [{ session, until, name, latest, mostUsed }]
          : [];
      });
}
