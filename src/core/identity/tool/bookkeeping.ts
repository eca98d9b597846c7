/** Bookkeeping: a call that only keeps the agent's own list, plan, memory or notes. It is neither work nor a stall. */
import type { Json, JsonObject } from '../../events.js';
import type { ToolUse } from './call-nature.js';

/** Tools of notes and memories by name, whatever its spelling. */
const keepsNotes =
  /(?:^|[._-])(?:(?:save|add|write|store|update|create|append|set)[_-]?(?:memor(?:y|ies)|notes?)|memor(?:y|ies)(?:[_-](?:save|add|write|store|update|create|append|set))?|remember|notes?(?:[_-](?:save|add|write|append))?)$/i;

export function isBookkeeping({ class: kind, tool }: ToolUse): boolean {
  return kind === 'todo' || keepsNotes.test(tool.replace(/([a-z\d])(?=[A-Z])/g, '$1_'));
}

/** Fields whose name tells that they hold a whole list, not one of its items. */
const listName = /^(?:todos|todo_list|plan|items|list|tasks|checklist)$/i;

/** The call rewrites the whole list, not one of its items. */
export function isWholePlan(input: JsonObject): boolean {
  return Object.entries(input).some(([name, value]) => Array.isArray(value) || listName.test(name));
}

/** Fields that say how far an item is. */
const progressName = /^(?:status|state|done|completed?|checked|progress|active_?form)$/i;
/** The same within a list of Markdown. */
const mark = /\[[ xX~*-]?\]/g;

/** What the items say, without how far they are: equal for a list in which only something was ticked off. */
export function planTexts(input: JsonObject): string {
  return JSON.stringify(input, (name, value: Json) =>
    progressName.test(name)
      ? undefined
      : typeof value === 'string'
        ? value.replace(mark, '')
        : value,
  );
}
