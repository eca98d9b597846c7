/** The tools of opencode and its like; core classifies those of MCP servers and plugins. */
import type { ToolClass, DeniedBy } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import { readInteger, readTime } from '../reading/recorded-values.js';
import type { LoggedResult } from '../reading/session-log.js';
import { readToolNames } from '../reading/tool-names.js';

/** The tool name of an invalid call. */
const INVALID_TOOL = 'invalid';

const classes = readToolNames({
  read: 'read skill',
  search: 'grep glob list ls lsp',
  edit: 'edit multiedit patch apply_patch',
  write: 'write',
  shell: 'bash shell',
  todo: 'todowrite todoread',
  task: 'task',
  web: 'webfetch websearch codesearch',
  // `suggest` is Kilo's: it waits for the person's choice
  ask: 'question plan_enter plan_exit suggest',
  other: `batch ${INVALID_TOOL}`,
});

export function classifyTool(tool: string): ToolClass | undefined {
  return classes.get(tool);
}

/** Undefined while the call is pending or running. */
export function readResult(call: string, tool: string, state: Fields): LoggedResult | undefined {
  const status = state['status'];
  if (status !== 'completed' && status !== 'error') {
    return undefined;
  }
  const metadata = fieldsIn(state['metadata']);
  const failed = status === 'error' || tool === INVALID_TOOL;
  const error = textIn(state['error']);
  const [from, to] = [
    readTime(fieldsIn(state['time'])['start']),
    readTime(fieldsIn(state['time'])['end']),
  ];
  return {
    call,
    ok: !failed,
    output:
      status === 'error'
        ? error || textIn(state['output']) || textIn(metadata['output'])
        : textIn(state['output']),
    exitCode: readInteger(metadata['exit']) ?? readInteger(metadata['exitCode']),
    durationMs: from === undefined || to === undefined ? undefined : to - from,
    deniedBy: status === 'error' ? deniedBy(error) : undefined,
  };
}

function deniedBy(error: string): DeniedBy | undefined {
  const words = error.replace(/^(?:\w*Error: )+/, '');
  if (words.startsWith(MODEL_MARK)) {
    return 'turnwatch';
  }
  if (/^The user rejected permission/.test(words)) {
    return 'person';
  }
  return /^(?:The user has specified a rule which prevents you|Permission denied by ruleset)/.test(
    words,
  )
    ? 'rule'
    : undefined;
}
