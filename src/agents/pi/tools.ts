/** The tools of pi, and those that its extensions often bring. */
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn } from '../reading/fields.js';
import { readToolNames } from '../reading/tool-names.js';
import type { LoggedCall } from '../reading/session-log.js';

const classes = readToolNames({
  read: 'read',
  shell: 'bash powershell',
  edit: 'edit',
  write: 'write',
  search: 'grep find ls',
  todo: 'todo',
  task: 'subagent',
  ask: 'question',
});

/** A call as the model made it. A tool that is in no table is judged by its name and input. */
export function readCall(call: string, tool: string, given: unknown): LoggedCall {
  const input = capInput(fieldsIn(given));
  return { call, tool, input, class: classes.get(tool) ?? toolClass(tool, input) };
}
