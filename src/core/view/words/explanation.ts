/** Why a verdict was reached: what was equal, which noise was ignored, the limit and its source, what the phase changed about it, where it began, what clears it. */
import type { Noise } from '../../identity/noise/noise.js';
import type { ShownExplanation } from '../snapshot.js';
import {
  amount,
  describeAmount,
  thresholdSpecs,
  type ThresholdKey,
  type ThresholdOrigin,
} from '../../thresholds/thresholds.js';
import { chooseProfile } from '../../thresholds/profiles.js';
import { shown } from '../../redact.js';
import type { Session } from '../../turns/session.js';
import type { Verdict } from '../../verdict.js';
import { detectorHints } from './detector-texts.js';
import { english, type Message, type PersonTextId } from './wording.js';

/** Whose verdict it is. */
type Who = Pick<Session, 'agent' | 'role'>;

export interface Explanation {
  /** What the calls of the evidence have in common; undefined where nothing was compared. */
  equal: Message | undefined;
  /** Kinds of noise that were ignored when results were compared. */
  masked: Noise[];
  limit: { key: ThresholdKey; from: ThresholdOrigin } | undefined;
  /** What the phase of the work changed about it. */
  phase: Message | undefined;
  /** Number of the first bad call; undefined where no call is the evidence. */
  firstCall: number | undefined;
  clears: Message;
}

/** What detectors say of the sentences of their verdicts. */
const equalIn: Partial<Record<PersonTextId, PersonTextId>> = detectorHints.equal;
const clearsIn: Partial<Record<PersonTextId, PersonTextId>> = detectorHints.clears;

export function explain({
  what,
  kind,
  key,
  thresholdFrom,
  phase,
  evidence,
  masked,
  until,
}: Verdict): Explanation {
  const equal = equalIn[what.id];
  return {
    equal: equal && { id: equal },
    masked,
    limit: key && { key, from: thresholdFrom ?? 'default' },
    phase,
    firstCall: evidence.calls.length === 0 ? undefined : Math.min(...evidence.calls),
    clears: {
      id: clearsIn[what.id] ?? (until === undefined ? clearsAt(kind) : 'clears.outcome'),
    },
  };
}

function clearsAt(kind: Verdict['kind']): PersonTextId {
  switch (kind) {
    case 'loop':
    case 'error-loop':
    case 'no-progress':
    case 'degenerate':
      return 'clears.information';
    case 'oscillation':
    case 'monologue':
    case 'condensation':
      return 'clears.change';
    case 'turns':
      return 'clears.turns';
    case 'fan-out':
    case 'limit':
      return 'clears.turn';
    case 'hops':
      return 'clears.progress';
    case 'silence':
      return 'clears.sign';
    case 'hung-call':
      return 'clears.call';
    case 'wait':
      return 'clears.job';
  }
}

/** Kinds whose limits are minutes, whatever the unit of the setting. */
const inMinutes = new Set<Verdict['kind']>(['silence', 'hung-call', 'wait']);

/** Where the value of the limit came from. */
function describeOrigin(
  { what, key, threshold, setting, thresholdFrom }: Verdict,
  who: Who,
): Message {
  if (what.id === 'verdict.hung-call.timeout') {
    return { id: 'origin.timeout' };
  }
  const { agent, role } = who;
  const isOfRole =
    thresholdFrom === 'profile' &&
    key !== undefined &&
    chooseProfile(agent)[key] !== (setting ?? threshold);
  return isOfRole && role !== undefined
    ? { id: 'origin.role', params: { role: shown(role, ROLE_LENGTH) } }
    : { id: `origin.${thresholdFrom ?? 'default'}` };
}

const ROLE_LENGTH = 40;

/** The explanation for the view. */
export function shownExplanation(verdict: Verdict, who: Who): ShownExplanation {
  const { equal, masked, limit, phase, clears } = explain(verdict);
  const { setting } = verdict;
  const isOwnTimeout = verdict.what.id === 'verdict.hung-call.timeout';
  return {
    equal,
    leftOut: masked.map((kind) => ({ id: `noise.${kind}` })),
    clears,
    phase,
    limit: limit && {
      name: { id: thresholdSpecs[limit.key].name },
      value: inMinutes.has(verdict.kind)
        ? amount(verdict.threshold, 'minutes')
        : describeAmount(limit.key, verdict.threshold),
      ...(setting !== undefined &&
        !isOwnTimeout && { setting: describeAmount(limit.key, setting) }),
      from: describeOrigin(verdict, who),
    },
  };
}

/** The explanation as English sentences, for replays, logs and reports. */
export function inEnglish({
  equal,
  masked,
  limit,
  phase,
  firstCall,
  clears,
}: Explanation): string[] {
  return [
    ...(equal === undefined ? [] : [`What repeats: ${english(equal)}.`]),
    ...(masked.length === 0 ? [] : [`Ignored: ${masked.join(', ')}.`]),
    ...(limit === undefined ? [] : [`Limit: ${limit.key}, ${limit.from}.`]),
    ...(phase === undefined ? [] : [english(phase)]),
    ...(firstCall === undefined ? [] : [`Since call ${firstCall}.`]),
    `Ends ${english(clears)}.`,
  ];
}
