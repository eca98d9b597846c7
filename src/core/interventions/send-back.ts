/**
 * A turn that ends against the evidence is sent back to its agent with that evidence: by itself in `auto`, where the person chose so, at
 * the hook by which the agent asks whether it may stop; or in the person's own words, as the next prompt.
 */
import { isForPerson, type Session } from '../turns/session.js';
import type { TurnEnds } from '../view/ends/turn-ends.js';
import { english, fill, type EndFact } from '../view/words/wording.js';
import type { ShownEnd } from '../view/snapshot.js';
import type { Intervention, Interventions, RequestedIntervention } from './interventions.js';
import { modelTexts } from './model-texts.js';

/**
 * What to answer an agent that is about to end its turn; undefined to let it. At most once a turn, and never where the person is asked
 * something, where other work of the turn still runs, or where the turn was ordered to end.
 */
export function sendBackAtEnd(
  session: Session,
  interventions: Interventions,
  ends: TurnEnds,
): RequestedIntervention | undefined {
  const { id, wait, openChildren } = session;
  const isSettled = interventions.list(id).some((each) => isOfTurn(each, session) && settles(each));
  if (isSettled || isForPerson(wait) || openChildren.size > 0) {
    return undefined;
  }
  const doubts = ends.doubtsBeforeEnd(session);
  if (doubts.length === 0) {
    return undefined;
  }
  const facts = sayFacts(doubts);
  return {
    kind: 'guide',
    by: 'auto',
    text: fill(modelTexts.sendBack, { facts }),
    words: facts,
  };
}

/** It was sent back before, or its tools were switched off, or it is to be stopped. */
function settles({ kind, by, state }: Intervention): boolean {
  return (
    (kind === 'guide' && by === 'auto') ||
    ((kind === 'text-only' || kind === 'stop') && state !== 'withdrawn')
  );
}

function isOfTurn({ ended, deliveredTurn }: Intervention, { turn }: Session): boolean {
  return !ended || deliveredTurn === turn;
}

/** The person's next prompt, from the facts that speak against the end; undefined where none does. */
export function sendBackPrompt(
  how: ShownEnd['how'],
  doubts: readonly EndFact[],
): string | undefined {
  const facts = [
    ...(how === 'unanswered' ? [modelTexts.unanswered] : []),
    ...(doubts.length === 0 ? [] : [sayFacts(doubts)]),
  ];
  return facts.length === 0
    ? undefined
    : fill(modelTexts.sendBackPrompt, { facts: facts.join('; ') });
}

function sayFacts(facts: readonly EndFact[]): string {
  return facts.map((fact) => english(fact)).join('; ');
}
