/**
 * The person's switch of a session whose turn a limit ended: once the limit is over, the agent's own program goes on with it, in a
 * terminal that the person sees, with the permissions that it asks for by itself. Once, within the person's bounds, and never beside
 * a process that may still be at work in the session. A limit that ends while VS Code is closed resumes nothing.
 *
 * Frozen: what is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { agentById } from '../agents/loaded.js';
import type { Clock } from '../core/clock.js';
import { modelTexts } from '../core/interventions/model-texts.js';
import {
  isMissed,
  readBounds,
  refuseResume,
  type ResumeBounds,
  type SetBounds,
} from '../core/interventions/resume.js';
import { isObject } from '../core/json.js';
import type { Logger } from '../core/log.js';
import { listCurrentQuotas } from '../core/turns/quotas.js';
import type { Session } from '../core/turns/session.js';
import type { RefusedResume, ShownResume } from '../core/view/snapshot.js';
import type { Escalation } from './escalations.js';
import type { SessionTracker } from './session-tracker.js';

const MOST_KEPT = 20;
/** A program that begins no turn in this time has not gone on (milliseconds). */
const START_MS = 120_000;
/** What it wrote before it ended has been read after this time (milliseconds). */
const READ_MS = 10_000;
/** No option of a program. */
const sessionId = /^\w[\w-]{0,127}$/;

interface KeptResume extends ResumeBounds {
  session: string;
  /** When the limit is over that the switch is about (milliseconds since the epoch). */
  until: number;
  name: string;
}

export interface ResumeCommand {
  program: string;
  args: string[];
}

/** Why the switch stays off: there is nothing to wait for, the workspace is restricted, the limit ends past the bound. */
export type RefusedSwitch = 'nothing' | 'restricted' | 'late';

/** The editor that it happens in. */
export interface ResumePlace {
  readonly isTrusted: boolean;
  readonly bounds: SetBounds;
  /** This workspace's: another window has sessions of its own. */
  stored(): unknown;
  store(kept: readonly unknown[]): PromiseLike<void>;
  /** A limit ended while nobody was there to go on. */
  tellMissed(name: string): void;
  explain(why: RefusedSwitch): string;
  /** Runs it in a terminal that the person sees. Resolves once that is closed. */
  run(command: ResumeCommand, session: Session): Promise<void>;
}

interface ResumesOptions {
  clock: Clock;
  log: Pick<Logger, 'info'>;
  /** How long the log of a program that has ended may still tell of its turn (milliseconds; default: ten seconds). */
  readMs?: number;
}

/** What it acts on, which is made later. */
interface ResumeTargets {
  tracker: Pick<SessionTracker, 'sessions' | 'turnwatch' | 'paused' | 'changed'>;
  processes: { isGone(session: Session): Promise<boolean> };
}

export class Resumes {
  private kept: readonly KeptResume[];
  /** By session: the newest switch that was not followed. */
  private readonly refused = new Map<string, KeptResume & { why: RefusedResume }>();
  private readonly disposed = new AbortController();
  private acts: ResumeTargets | undefined;

  constructor(
    private readonly options: ResumesOptions,
    private readonly place: ResumePlace,
  ) {
    const stored = readKept(place.stored());
    const now = options.clock.now();
    this.kept = stored.filter(({ until }) => until > now);
    const missed = stored.filter(({ until }) => until <= now);
    for (const each of missed) {
      this.refused.set(each.session, { ...each, why: 'closed' });
      place.tellMissed(each.name);
    }
    if (missed.length > 0) {
      void place.store(this.kept);
    }
  }

  /** From now on. */
  actOn(acts: ResumeTargets): void {
    this.acts = acts;
  }

  dispose(): void {
    this.disposed.abort();
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
    const kept = this.find(session.id, until);
    const now = this.options.clock.now();
    if (kept !== undefined && isMissed(until, now)) {
      const { latest, mostUsed } = kept;
      const why = this.acts?.tracker.paused === true ? 'failed' : 'closed';
      return { isOn: false, latest, mostUsed, refused: why };
    }
    if (until <= now) {
      return undefined;
    }
    const { latest, mostUsed } = kept ?? this.bounds();
    return { isOn: kept !== undefined, latest, mostUsed };
  }

  /** Switches it on or off. */
  async toggle(
    id: string | undefined,
    name: string,
  ): Promise<{ ok: true } | { ok: false; problem: string }> {
    const session = id === undefined ? undefined : this.acts?.tracker.sessions.get(id);
    const until = session?.open === false ? session.endedByLimit?.until : undefined;
    const now = this.options.clock.now();
    const refuse = (why: RefusedSwitch): { ok: false; problem: string } => ({
      ok: false,
      problem: this.place.explain(why),
    });
    if (session === undefined || until === undefined || until <= now || !canResume(session)) {
      return refuse('nothing');
    }
    if (!this.place.isTrusted) {
      return refuse('restricted');
    }
    const bounds = this.bounds();
    const others = this.kept.filter((each) => each.session !== session.id);
    if (this.find(session.id, until) === undefined) {
      if (until > bounds.latest) {
        return refuse('late');
      }
      this.refused.delete(session.id);
      others.push({ session: session.id, until, name, ...bounds });
    }
    this.kept = others.slice(-MOST_KEPT);
    await this.place.store(this.kept);
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
    await this.place.store(this.kept);
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
      !this.place.isTrusted ||
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
  private async hasBegun(session: Session, command: ResumeCommand): Promise<boolean> {
    const { signal } = this.disposed;
    const wait = (ms: number): Promise<void> =>
      sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    // a program that answered and ended at once is read afterwards
    const ended = this.place.run(command, session).then(() => wait(this.options.readMs ?? READ_MS));
    await Promise.race([ended, wait(START_MS)]);
    return (
      signal.aborted ||
      this.acts?.tracker.turnwatch.orders.resumeFailed(session.id, this.options.clock.now()) !==
        true
    );
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
    return readBounds(this.place.bounds, this.options.clock.now());
  }
}

/** Undefined where it is not proven that the agent's program can. */
function readCommand({ id, agent }: Session): ResumeCommand | undefined {
  const resume = agentById(agent)?.resume;
  // on Windows the programs are scripts that only a shell runs
  return resume === undefined || process.platform === 'win32' || !sessionId.test(id)
    ? undefined
    : { program: resume.program, args: [...resume.words, id, modelTexts.resume] };
}

function canResume(session: Session): boolean {
  return session.parent === undefined && readCommand(session) !== undefined;
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
