/** What the agent is told once the person had its files brought back: what is not to be tried again, from the evidence alone. */
import { modelTexts } from '../interventions/model-texts.js';
import type { Facts } from './stall-facts.js';
import { fill } from './words/wording.js';

/** The most telling sentence of which everything is known. */
const tried = [modelTexts.filesBackEdits, modelTexts.filesBackCall, modelTexts.filesBackOther];

/** `step`: as people count. */
export function filesBackText(step: number, facts: Facts): string {
  const sentence = tried.find((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => facts[name] !== undefined),
  );
  const then = sentence === undefined ? '' : fill(sentence, facts);
  return fill(modelTexts.filesBack, { step, then }).trim();
}
