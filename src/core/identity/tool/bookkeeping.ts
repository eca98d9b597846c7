/** Bookkeeping: a call that only keeps the agent's own list, plan, memory or notes. It is neither work nor a stall. */
import type { Json, JsonObject } from '../../events.js';
import { isObject } from '../../json.js';
import { isThought, type ToolUse } from './call-nature.js';
import { keepsNotes } from './tool-class.js';

export function isBookkeeping(call: ToolUse): boolean {
  const { class: kind, tool } = call;
  return kind === 'todo' || isThought(call) || keepsNotes(tool);
}

/** Fields whose name tells that they hold a whole list, not one of its items. */
const listName = /^(?:todos|todo_list|plan|items|list|tasks|checklist)$/i;

/** The call rewrites the whole list, not one of its items. */
export function isWholePlan(input: JsonObject): boolean {
  return Object.entries(input).some(([name, value]) => Array.isArray(value) || listName.test(name));
}

const texts = ['content', 'title', 'text', 'step', 'description'];

/** An item of an agent's to-do list, plan or task list. */
export interface PlanItem {
  text: string;
  state: 'done' | 'active' | 'open' | 'dropped';
}

/** How far an item is, in the words of any agent. */
export function readItemState(status: string): PlanItem['state'] {
  return /^(?:completed?|done|closed)$/i.test(status)
    ? 'done'
    : /^in[-_ ]?progress$/i.test(status)
      ? 'active'
      : /^(?:cancell?ed|deleted)$/i.test(status)
        ? 'dropped'
        : 'open';
}

/** The items of a list of what is to be done; empty for other inputs. */
export function readPlan(input: JsonObject): PlanItem[] {
  const list = Object.values(input).find((value) => Array.isArray(value));
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    const { status, ...rest } = isObject(item) ? item : {};
    const text = texts.map((name) => rest[name]).find((value) => typeof value === 'string');
    return typeof status === 'string' && text !== undefined
      ? [{ text, state: readItemState(status) }]
      : [];
  });
}

/** How much of a list is done, and the item at work (the later of several), or else the next one or the last. */
export function summarizePlan(
  items: readonly PlanItem[],
): { done: number; total: number; item: PlanItem } | undefined {
  const counted = items.filter(({ state }) => state !== 'dropped');
  const open = counted.filter(({ state }) => state !== 'done');
  const item = open.findLast(({ state }) => state === 'active') ?? open[0] ?? counted.at(-1);
  return item && { done: counted.length - open.length, total: counted.length, item };
}

/** One line for a list of what is to be done. Undefined for other inputs. */
export function planTitle(input: JsonObject): string | undefined {
  const plan = summarizePlan(readPlan(input));
  return plan && `${plan.done}/${plan.total} ${plan.item.text}`;
}

/** Fields that say how far an item is. */
const progressName = /^(?:status|state|done|completed?|checked|progress|active_?form)$/i;
/** The same within a list of Markdown. */
const mark = /\[[ xX~*-]?\]/g;

/** What the items of a list say. `texts`: all of it, without how far they are: equal for a list in which only something was ticked off. */
export interface WrittenPlan {
  texts: string;
  items: string[];
}

export function writtenPlan(input: JsonObject): WrittenPlan {
  return { texts: planTexts(input), items: listItems(input) };
}

/** What stands before an item in a list of Markdown. */
const bullet = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*(?:\[[ xX~*-]?\]\s*)?/;

/** The items of a list in any form: as objects, as texts, or as the lines of one text. */
function listItems(input: JsonObject): string[] {
  const known = readPlan(input).map(({ text }) => text);
  if (known.length > 0) {
    return known;
  }
  return Object.entries(input).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.filter((item) => typeof item === 'string')
      : listName.test(name) && typeof value === 'string'
        ? value.split('\n').flatMap((line) => line.replace(bullet, '') || [])
        : [],
  );
}

function planTexts(input: JsonObject): string {
  return JSON.stringify(input, (name, value: Json) =>
    progressName.test(name)
      ? undefined
      : typeof value === 'string'
        ? value.replace(mark, '')
        : value,
  );
}
