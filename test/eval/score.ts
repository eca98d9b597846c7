/** Alarms against labels: found, false alarms, delays, alarm rate. */
import type { Label } from './labels.js';
import { isMarkedByStudy } from './study.js';

/** A `stalled` at a 0-based call of a session. */
export interface Alarm {
  session: string;
  call: number;
  reason: string;
}
/** `session`: the file's first, to which the label's call numbers refer; alarms of other sessions count only as false alarms. */
export interface Judged {
  file: string;
  session: string;
  /** Calls of that session. */
  mainCalls: number;
  label: Label | undefined;
  /** In no figure. */
  unknown: boolean;
  alarms: Alarm[];
}

export interface Figures {
  rule: string;
  /** Certain stalls, and how many of them have an alarm at or after the onset. */
  stalls: number;
  found: number;
  /** Certain honest runs, and how many of them have any alarm. */
  honest: number;
  falseAlarms: number;
  /** Certain stalls with an alarm before the onset: a false alarm, although the run stalls later. */
  early: number;
  /** Calls from the person's label to the first alarm at or after the onset, per found stall; negative: earlier. */
  delays: { file: string; delay: number; accepted: boolean }[];
  median: number | undefined;
  p90: number | undefined;
  unlabelled: number;
  unlabelledAlarmed: number;
  /** Runs that a study marked as repetitive, whatever our labels say, and how many of them have any alarm. */
  marked: number;
  markedAlarmed: number;
  /** Calls after the alarm by which a stall is found, of all calls of certain stalls: what a stop there would have saved. */
  saved: Share;
  /** Calls after the first alarm of productive runs, of all their calls: what it would have cost. */
  cost: Share;
}

export interface Share {
  calls: number;
  of: number;
}

export function figures(rule: string, judged: readonly Judged[]): Figures {
  const stalls = judged.filter(isCertainStall);
  const honest = judged.filter(isCertainlyHonest);
  const unlabelled = judged.filter(isUnlabelled);
  const marked = judged.filter(isMarkedByStudy);
  const delays = stalls.flatMap((run) => delayOf(run) ?? []);
  const sorted = delays.map(({ delay }) => delay).sort((one, other) => one - other);
  return {
    rule,
    stalls: stalls.length,
    found: delays.length,
    honest: honest.length,
    falseAlarms: honest.filter(isAlarmed).length,
    early: stalls.filter((run) => earlyAlarms(run).length > 0).length,
    delays,
    median: median(sorted),
    p90: percentile(sorted, 0.9),
    unlabelled: unlabelled.length,
    unlabelledAlarmed: unlabelled.filter(isAlarmed).length,
    marked: marked.length,
    markedAlarmed: marked.filter(isAlarmed).length,
    saved: callsAfter(stalls, foundBy),
    cost: callsAfter(judged.filter(isProductive), ({ session, alarms }) =>
      alarms.find((alarm) => alarm.session === session),
    ),
  };
}

function callsAfter(runs: readonly Judged[], at: (run: Judged) => Alarm | undefined): Share {
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  return {
    calls: sum(
      runs.map((run) => {
        const alarm = at(run);
        return alarm === undefined ? 0 : Math.max(0, run.mainCalls - 1 - alarm.call);
      }),
    ),
    of: sum(runs.map(({ mainCalls }) => mainCalls)),
  };
}

export function isCertainStall({ label }: Judged): boolean {
  return label?.uncertain === false && label.stalled;
}
export function isCertainlyHonest({ label }: Judged): boolean {
  return label?.uncertain === false && !label.stalled;
}
/** Presumed to be productive. */
export function isUnlabelled({ label, unknown }: Judged): boolean {
  return label === undefined && !unknown;
}
export function isProductive(run: Judged): boolean {
  return isCertainlyHonest(run) || isUnlabelled(run);
}
export function isAlarmed({ alarms }: Judged): boolean {
  return alarms.length > 0;
}

export function earlyAlarms({ session, label, alarms }: Judged): Alarm[] {
  return alarms.filter((alarm) => alarm.session === session && alarm.call < (label?.onset ?? 0));
}

/** Undefined for a stall that was not found. */
export function delayOf({
  file,
  session,
  label,
  alarms,
}: Omit<Judged, 'mainCalls'>): Figures['delays'][number] | undefined {
  if (label?.firstStalledCall === undefined) {
    return undefined;
  }
  const { firstStalledCall, accepted: [from, to] = [firstStalledCall, firstStalledCall] } = label;
  const first = foundBy({ session, label, alarms });
  return (
    first && {
      file,
      delay: first.call - firstStalledCall,
      accepted: first.call >= from && first.call <= to,
    }
  );
}

/** The alarm by which a stall is found: the first at or after its onset. */
export function foundBy<A extends Alarm>({
  session,
  label,
  alarms,
}: {
  session: string;
  label: Label | undefined;
  alarms: readonly A[];
}): A | undefined {
  const onset = label?.onset ?? label?.firstStalledCall ?? 0;
  return alarms.find((alarm) => alarm.session === session && alarm.call >= onset);
}

/** The middle, or the mean of the two in the middle. */
function median(sorted: readonly number[]): number | undefined {
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Nearest rank: the smallest value that at least this share of all does not exceed. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.ceil(sorted.length * share) - 1];
}
