/** Tables of an agent's tools: for each class, their names as words. */
import type { JsonObject, ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

export function readToolNames(
  names: Partial<Record<ToolClass, string>>,
): ReadonlyMap<string, ToolClass> {
  return new Map(
    // a field's name is a class: nothing else fits the type
    (Object.keys(names) as ToolClass[]).flatMap((kind) =>
      (names[kind] ?? '')
        .trim()
        .split(/\s+/)
        .map((name) => [name, kind] as const),
    ),
  );
}

/** The commands of the editor tool that several agents have alike. */
export const editorClasses = readToolNames({
  read: 'view',
  write: 'create',
  edit: 'str_replace insert undo_edit',
});

/** Core tells the class of tools that are in no table, such as those of MCP servers, by their name and input. */
export function classifyBy(
  names: Partial<Record<ToolClass, string>>,
): (tool: string, input?: JsonObject) => ToolClass {
  const classes = readToolNames(names);
  return (tool, input = {}) => classes.get(tool) ?? toolClass(tool, input);
}
