/**
 * The next instruction to a stalled agent, drafted from the verdict's evidence alone: the cause, and what to do about it. Both are sentences
 * of the verdict's detector; one that names something is taken only where the evidence holds it.
 */
import { modelTexts } from '../interventions/model-texts.js';
import { detectorHints } from './words/detector-texts.js';
import type { Facts } from './stall-facts.js';
import {
  fill,
  personTexts,
  type DirectiveDraft,
  type Message,
  type PersonTextId,
} from './words/wording.js';

const tellIn: Partial<Record<PersonTextId, readonly PersonTextId[]>> = detectorHints.tell;
const causeIn: Partial<Record<PersonTextId, PersonTextId>> = detectorHints.cause;

/** @param what the verdict's sentence */
export function draftInstruction({ id }: Message, facts: Facts): DirectiveDraft {
  const ids = tellIn[id] ?? [];
  const told = ids.find((tell) =>
    [tell, causeIn[tell] ?? tell].every((text) => holds(facts, text)),
  );
  const cause = told && causeIn[told];
  // the last and most general of them may go without its cause
  const tell = told ?? ids.slice(-1).find((text) => holds(facts, text)) ?? 'tell.general';
  return { ...(cause && { cause: makeMessage(cause, facts) }), tell: makeMessage(tell, facts) };
}

function holds(facts: Facts, text: PersonTextId): boolean {
  return listPlaces(text).every((name) => facts[name] !== undefined);
}

function makeMessage(id: PersonTextId, facts: Facts): Message {
  const params = listPlaces(id).map((name) => [name, facts[name] ?? ''] as const);
  return params.length === 0 ? { id } : { id, params: Object.fromEntries(params) };
}

/** The names of its `{name}` placeholders. */
function listPlaces(id: PersonTextId): string[] {
  return [...personTexts[id].matchAll(/\{([\w.-]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The most telling of these of which everything is known is said. */
const tried = [modelTexts.filesBackEdits, modelTexts.filesBackCall, modelTexts.filesBackOther];

/** What the agent is told once the person had its files brought back: what is not to be tried again. `step`: as people count. */
export function filesBackText(step: number, facts: Facts): string {
  const sentence = tried.find((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => facts[name] !== undefined),
  );
  const then = sentence === undefined ? '' : fill(sentence, facts);
  return fill(modelTexts.filesBack, { step, then }).trim();
}
