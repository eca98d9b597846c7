/** Tools of Kimi Code and of its predecessor, the Kimi CLI, and what the text of a result reveals. */
import type { ToolClass, DeniedBy } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { resultIn } from '../reading/content.js';
import { withoutTagged } from '../reading/tagged.js';
import { readToolNames } from '../reading/tool-names.js';

const exitLine = /(?:^|\n)Command failed with exit code:? (\d{1,10})\.?\s*$/;

/** The tool's own output, without the harness's additions (such as a note that a call repeats). */
export function toolOutput(output: unknown): string {
  return withoutTagged(resultIn(output), 'system-reminder', { before: 'blanks' });
}

export function failedExitCode(output: string): number | undefined {
  const code = exitLine.exec(output.slice(-200))?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Who denied a call that is marked as an error. */
export function deniedBy(output: string): DeniedBy | undefined {
  if (output.startsWith(MODEL_MARK)) {
    return 'turnwatch';
  }
  if (
    /^(?:This turn was ended by the repeat breaker|Denied by (?:rule|permission)|Tool "[^"\n]{1,256}" is disabled by the active tool policy)/.test(
      output,
    )
  ) {
    return 'rule';
  }
  return /^(?:The tool call is rejected by the user|Tool call was rejected by the user|The user rejected)/i.test(
    output,
  )
    ? 'person'
    : undefined;
}

const classes = readToolNames({
  read: 'Read ReadFile ReadMediaFile Skill',
  search: 'Grep Glob',
  edit: 'Edit StrReplaceFile ApplyPatch',
  write: 'Write WriteFile',
  shell: 'Bash Shell TaskStop',
  poll: 'TaskOutput TaskList',
  todo: 'TodoList SetTodoList TodoWrite',
  task: 'Agent AgentSwarm Task CreateSubagent',
  web: 'WebSearch SearchWeb FetchURL',
  ask: 'AskUserQuestion AskUser EnterPlanMode ExitPlanMode',
  other: 'Think',
});

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}
