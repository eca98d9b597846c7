/** How sub-agents inherit interventions, and how these end. Each ending gives the events that record it, in order. */
import type { InterventionEvent, InterventionKind } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Intervention, Interventions } from './interventions.js';

/** Sub-agents of sub-agents are looked at this deep. */
const MAX_DEPTH = 16;

/** What a session above this one is under and this one has still to inherit. */
export function inheritable(
  interventions: Interventions,
  sessions: ReadonlyMap<string, Session>,
  session: Session,
): Intervention | undefined {
  const findParent = ({ parent }: Session): Session | undefined =>
    parent === undefined ? undefined : sessions.get(parent);
  for (
    let parent = findParent(session), depth = 0;
    parent !== undefined && depth < MAX_DEPTH;
    parent = findParent(parent), depth++
  ) {
    const above = interventions.open(parent.id, 'stop') ?? interventions.textOnly(parent.id);
    if (above !== undefined) {
      return interventions.newest(session.id, above.kind) === undefined ? above : undefined;
    }
  }
  return undefined;
}

/** Whether the agent's context holds an order of an earlier turn that is over: a turn above is under none either. */
export function mustLift(
  interventions: Interventions,
  sessions: ReadonlyMap<string, Session>,
  session: Session,
): boolean {
  return (
    interventions.mustLift(session.id) &&
    inheritable(interventions, sessions, session) === undefined
  );
}

/** How a turn ended: in words, without one (which may still be told), or by force. */
export type TurnOutcome = 'answered' | 'wordless' | 'forced';

/** Interventions end with their turn; a person's new message withdraws unanswered ones. */
export function endWithTurn(
  interventions: Interventions,
  session: string,
  outcome: TurnOutcome,
  at: number,
): InterventionEvent[] {
  return (
    interventions
      .list(session)
      // what goes on after a limit is between two turns (resume.ts)
      .filter(({ ended, kind }) => !ended && kind !== 'resume')
      .flatMap((each) => {
        each.awaitsWords = outcome === 'wordless' && isHeld(each);
        if (each.awaitsWords) {
          each.resumable = true;
          return end(interventions, each, at);
        }
        const isObeyed = outcome !== 'forced' || each.kind === 'stop';
        const isSettled = each.state === 'ignored' && isObeyed && each.kind === 'text-only';
        const settled =
          isSettled || (each.state === 'delivered' && isJudged(each))
            ? [interventions.move(each, isObeyed ? 'obeyed' : 'withdrawn', at)]
            : withdrawRequested(interventions, each, at);
        each.resumable = each.kind === 'text-only' && each.state === 'obeyed';
        return [...settled, ...end(interventions, each, at)];
      })
  );
}

/** Words of a turn that seemed to have ended without one: a hook may tell the end before the log tells them. */
export function answerLate(
  interventions: Interventions,
  { id, turn }: Session,
  at: number,
): InterventionEvent[] {
  return interventions
    .list(id)
    .filter(({ awaitsWords, deliveredTurn }) => awaitsWords && deliveredTurn === turn)
    .map((each) => {
      each.awaitsWords = false;
      return interventions.move(each, 'obeyed', at);
    });
}

/** A turn that had ended in words goes on, as a hook of the person's own asked for: so does its order, which is the same one. */
export function resume(
  interventions: Interventions,
  session: string,
  at: number,
): InterventionEvent[] {
  return interventions
    .list(session)
    .filter(({ resumable }) => resumable)
    .map((each) => {
      each.resumable = each.ended = each.awaitsWords = false;
      return interventions.move(each, 'delivered', at);
    });
}

/** What comes now is not that turn any more, or has a reason of its own to go on. */
export function forgetResumable(interventions: Interventions, session: string): void {
  for (const each of interventions.list(session)) {
    each.resumable = false;
  }
}

function isHeld({ kind, state }: Intervention): boolean {
  return kind === 'text-only' && (state === 'delivered' || state === 'ignored');
}

/** Sentences that only tell are neither obeyed nor ignored. */
function isJudged({ kind }: Pick<Intervention, 'kind'>): boolean {
  return kind !== 'guide' && kind !== 'tools-on';
}

/** False alarm, the turn may go on: withdraws its own interventions, and those that its sub-agents inherited. */
export function withdrawAll(
  interventions: Interventions,
  session: string,
  at: number,
): InterventionEvent[] {
  return interventions
    .list(session)
    .filter(
      ({ ended, from, kind, state }) =>
        !ended &&
        from === undefined &&
        isJudged({ kind }) &&
        // tools stay off also once that was ignored
        (state === 'requested' ||
          state === 'delivered' ||
          (state === 'ignored' && kind === 'text-only')),
    )
    .flatMap((each) => [
      interventions.move(each, 'withdrawn', at),
      ...end(interventions, each, at),
    ]);
}

/** Withdraws one that no agent has received, and those that sub-agents inherited from it. */
export function withdraw(
  interventions: Interventions,
  intervention: Intervention,
  at: number,
): InterventionEvent[] {
  return [
    interventions.move(intervention, 'withdrawn', at),
    ...endInherited(interventions, intervention.session, intervention.kind, at),
  ];
}

/** These can no longer be delivered. */
export function withdrawUndeliverable(
  interventions: Interventions,
  session: string,
  receipts: readonly string[],
  at: number,
): InterventionEvent[] {
  return undelivered(interventions, session, receipts).map((each) => {
    each.ended = true;
    return interventions.move(each, 'withdrawn', at);
  });
}

/** Those of `receipts` that no agent has received. */
export function undelivered(
  interventions: Interventions,
  session: string,
  receipts: readonly string[],
): Intervention[] {
  return interventions
    .list(session)
    .filter(({ id, state }) => receipts.includes(id) && state === 'requested');
}

function end(
  interventions: Interventions,
  intervention: Intervention,
  at: number,
): InterventionEvent[] {
  intervention.ended = true;
  return endInherited(interventions, intervention.session, intervention.kind, at);
}

function endInherited(
  interventions: Interventions,
  session: string,
  kind: InterventionKind,
  at: number,
): InterventionEvent[] {
  return interventions
    .inheritedFrom(session)
    .filter((each) => each.kind === kind)
    .flatMap((each) => [
      ...withdrawRequested(interventions, each, at),
      ...end(interventions, each, at),
    ]);
}

function withdrawRequested(
  interventions: Interventions,
  intervention: Intervention,
  at: number,
): InterventionEvent[] {
  return intervention.state === 'requested'
    ? [interventions.move(intervention, 'withdrawn', at)]
    : [];
}
