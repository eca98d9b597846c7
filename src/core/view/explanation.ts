/** Why a verdict was reached: what was equal, which noise was ignored, the limit and its source, what the phase changed about it, where it began, what clears it. */
import type { Noise } from '../identity/noise/noise.js';
import type { ShownExplanation } from './snapshot.js';
import { amount, describeAmount, thresholdNames } from '../thresholds/names.js';
import type { ThresholdKey, ThresholdOrigin } from '../thresholds/thresholds.js';
import { chooseProfile } from '../thresholds/profiles.js';
import { shown } from '../redact.js';
import type { Session } from '../turns/session.js';
import type { Verdict } from '../verdict.js';
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

const equalIn: Partial<Record<PersonTextId, PersonTextId>> = {
  'verdict.loop.same': 'equal.result',
  'verdict.loop.numbers': 'equal.numberless',
  'verdict.loop.rounds': 'equal.rounds',
  'verdict.loop.nothing-new': 'equal.known',
  'verdict.error-loop.call': 'equal.failing',
  'verdict.error-loop.error': 'equal.error',
  'verdict.error-loop.syntax': 'equal.refusal',
  'verdict.error-loop.no-command': 'equal.refusal',
  'verdict.error-loop.no-file': 'equal.refusal',
  'verdict.error-loop.not-executable': 'equal.refusal',
  'verdict.oscillation.back': 'equal.content',
  'verdict.oscillation.same': 'equal.content',
  'verdict.oscillation.block': 'equal.edit',
  'verdict.oscillation.tool': 'equal.edit',
  'verdict.oscillation.person': 'equal.edit',
  'verdict.oscillation.other': 'equal.edit',
  'verdict.edit-test.tests': 'equal.tests',
  'verdict.edit-test.run': 'equal.outcome',
  'verdict.edit-test.script': 'equal.script',
  'verdict.edit-test.silent': 'equal.silence',
  'verdict.edit-test.trial': 'equal.trial',
  'verdict.edit-test.copy': 'equal.outcome',
  'verdict.edit-test.known': 'equal.known',
  'verdict.monologue': 'equal.text',
};

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
    clears: { id: clearsAt(kind, what.id, until !== undefined) },
  };
}

function clearsAt(kind: Verdict['kind'], sentence: PersonTextId, held: boolean): PersonTextId {
  if (held) {
    return 'clears.outcome';
  }
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
      return sentence === 'verdict.turns.failed' ? 'clears.turns.failed' : 'clears.turns';
    case 'fan-out':
      return sentence === 'verdict.fan-out.open' ? 'clears.children' : 'clears.turn';
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
  const { equal, masked, limit, phase, firstCall, clears } = explain(verdict);
  const { setting } = verdict;
  const isOwnTimeout = verdict.what.id === 'verdict.hung-call.timeout';
  return {
    equal,
    leftOut: masked.map((kind) => ({ id: `noise.${kind}` })),
    firstCall,
    clears,
    phase,
    limit: limit && {
      name: { id: thresholdNames[limit.key] },
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
