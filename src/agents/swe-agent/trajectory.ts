/** A trajectory of SWE-agent (`.traj`, one document: steps, the history they came from, and how it ended) → events. */
import type { TurnEndReason, ToolClass } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn, listIn, objectIn } from '../reading/fields.js';
import { readId, nameOfFile } from '../reading/recorded-values.js';
import type { DocumentFormat, RecordedEvents } from '../reading/recording-format.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { editorClasses, readToolNames } from '../reading/tool-names.js';

const classes = readToolNames({
  read: 'open goto scroll_down scroll_up view_image decompile disassemble state',
  search: 'search_file search_dir find_file filemap find_class_declaration grep',
  edit: 'edit insert undo_edit str_replace_editor edit_anthropic diff_state',
  write: 'create',
  shell: 'bash execute_bash execute_server',
  other: `connect_start connect_sendline connect_stop debug_start debug_continue debug_exec
    debug_add_breakpoint debug_step debug_stop submit submit_review exit_forfeit exit_cost
    exit_context skip`,
  web: `goto_url open_site close_site screenshot_site click_mouse type_text scroll_on_page
    get_console_output`,
});
/** `grep` and `state` are also programs: at the start of a line, they count as shell commands. */
const programs = new Set(['bash', 'grep', 'state', 'execute_bash']);

/** SWE-agent's commands: lines of text that begin with one of the agent's own commands or a shell program. */
interface SweAgentCall {
  tool: string;
  input: Fields;
  class: ToolClass | undefined;
}

/** The tool of an action's text. `args`: the arguments of the model's tool call, if recorded. */
function findTool(action: string, args?: Fields): SweAgentCall {
  const text = action.trim();
  const [word = '', second = '', third = ''] = text.split(/\s+/, 3);
  if (!classes.has(word) || programs.has(word)) {
    return { tool: 'bash', input: { command: text }, class: 'shell' };
  }
  if (word === 'str_replace_editor' || word === 'edit_anthropic') {
    const command = typeof args?.['command'] === 'string' ? args['command'] : second;
    return {
      tool: word,
      input: args ?? { command, path: third, text },
      class: editorClasses.get(command) ?? 'edit',
    };
  }
  const path =
    (word === 'open' || word === 'create') && second !== ''
      ? { path: second.replace(/^(["'])(.*)\1$/, '$2') }
      : {};
  return { tool: word, input: { command: text, ...path }, class: classes.get(word) };
}

/** Whether the tool's output reports a failure. A program's failure leaves no mark. */
const refusals =
  /^(?:Your proposed edit has introduced new syntax error|Your edit was not applied|Text not found|No replacement was performed|Invalid `|ERROR:|Usage: |Error: |File .{1,500} not found$|No file open|EXECUTION TIMED OUT)|(?:^|\n)EXECUTION TIMED OUT|has NOT been applied\. Please fix your edit command|^The command .{1,4000} was cancelled because it took more than/;
const blocked =
  /^(?:Operation '.{1,2000}' is not supported by this environment|Interactive operation '.{1,2000}' is not supported)/;

function isRefused(tool: string, output: string): boolean {
  const start = output.trimStart();
  if (blocked.test(start)) {
    return true;
  }
  return tool === 'bash'
    ? /(?:^|\n)EXECUTION TIMED OUT|^The command [\s\S]{1,4000} was cancelled because it took more than/.test(
        start.slice(0, 4096) + output.slice(-1024),
      )
    : refusals.test(start.slice(0, 8192));
}

const AGENT_ID = 'swe-agent';
/** Exits decided by the harness. */
const limits = /cost|context|limit|time|command_timeout|forfeit/i;
/** The shell prompt that older versions append to each observation. */
const shellState = /\s*\(Open file: [^\n]*\)\s*\n?\(Current directory: [^\n]*\)\s*\n?bash-\$\s*$/;

export const sweAgentFormat: DocumentFormat = {
  kind: 'document',
  id: AGENT_ID,
  recognises: (document) => {
    const { trajectory, history, attempts } = fieldsIn(document);
    if (
      listIn(trajectory).some((step) => typeof step['action'] === 'string' && 'observation' in step)
    ) {
      return true;
    }
    if (listIn(attempts).some((attempt) => Array.isArray(attempt['trajectory']))) {
      return true;
    }
    return listIn(history).some(
      (entry) =>
        typeof entry['action'] === 'string' && entry['role'] === 'assistant' && 'agent' in entry,
    );
  },
  read: (document, file) => {
    if (!sweAgentFormat.recognises(document)) {
      return { events: [], skipped: [] };
    }
    const name = nameOfFile(file, ['.traj.json', '.traj', '.json']);
    const attempts = listIn(fieldsIn(document)['attempts']);
    const runs =
      attempts.length > 1
        ? attempts.map((run, i) => ({ run, session: `${name}/attempt-${i + 1}` }))
        : [{ run: attempts[0] ?? fieldsIn(document), session: name }];
    return { events: runs.flatMap(({ run, session }) => read(run, session).events), skipped: [] };
  },
};

interface TrajectoryStep {
  action: string;
  observation: string;
  thought: string;
  durationMs?: number | undefined;
  folder?: string | undefined;
  call?: string | undefined;
  args?: Fields | undefined;
}

function read(run: Fields, session: string): RecordedEvents {
  const history = listIn(run['history']).filter(
    (entry) => entry['is_demo'] !== true && entry['message_type'] !== 'demonstration',
  );
  const steps = readSteps(run, history);
  const collector = new EventCollector(session, AGENT_ID);
  const config = fieldsIn(inputIn(run['replay_config']));
  const model = readId(fieldsIn(fieldsIn(config['agent'])['model'])['name']);
  collector.start(
    undefined,
    steps[0]?.folder ?? UNKNOWN_FOLDER,
    model === undefined ? {} : { model },
  );
  collector.turn(undefined, readPrompt(run, history));
  steps.forEach((step, i) => {
    const response = `s${i}`;
    collector.message(undefined, response, step.thought);
    const call = step.call ?? `c${i}`;
    if (step.action.trim() === '') {
      // a response without a command: the observation explains the error
      if (step.observation.trim() === '') {
        return;
      }
      collector.call(undefined, {
        call,
        tool: REJECTED_RESPONSE,
        input: { commands: [] },
        class: 'other',
        response,
      });
      collector.result(undefined, { call, ok: false, output: step.observation });
      return;
    }
    const { tool, input, class: kind } = findTool(step.action, step.args);
    collector.call(undefined, { call, tool, input, class: kind, response });
    collector.result(undefined, {
      call,
      ok: !isRefused(tool, step.observation),
      output: step.observation,
      durationMs: step.durationMs,
    });
  });
  const status = readId(fieldsIn(run['info'])['exit_status']);
  if (status !== undefined) {
    collector.endTurn(undefined, readReason(status));
  }
  return { events: collector.drain(), skipped: [] };
}

function readReason(status: string): TurnEndReason {
  if (/^submitted$/i.test(status)) {
    return 'completed';
  }
  if (/error|exception|early_exit/i.test(status)) {
    return 'error';
  }
  return limits.test(status) || /^submitted /i.test(status) ? 'stopped' : 'error';
}

/** The prompt: the person's last message before the model's first response. */
function readPrompt(run: Fields, history: readonly Fields[]): string {
  const first = history.findIndex((entry) => entry['role'] === 'assistant');
  const before = (first === -1 ? history : history.slice(0, first)).findLast(
    (entry) => entry['role'] === 'user',
  );
  return textIn(
    before?.['content'] ?? fieldsIn(listIn(run['trajectory'])[0]?.['query'])['content'],
  ).replace(shellState, '');
}

/** The steps; if the recording has none, reconstructed from its history. */
function readSteps(run: Fields, history: readonly Fields[]): TrajectoryStep[] {
  const requests = history.filter(
    (entry) => entry['role'] === 'assistant' && typeof entry['action'] === 'string',
  );
  const steps = listIn(run['trajectory']);
  if (steps.length === 0) {
    return historySteps(history);
  }
  let next = 0;
  return steps.map((step) => {
    const action = textIn(step['action']);
    // the history has the model's tool call, unless a history processor removed it
    const found = requests.findIndex((entry, i) => i >= next && entry['action'] === step['action']);
    if (found !== -1) {
      next = found + 1;
    }
    const seconds = step['execution_time'];
    return {
      action,
      observation: textIn(step['observation']),
      thought: textIn(step['thought']),
      durationMs:
        typeof seconds === 'number' && Number.isFinite(seconds)
          ? Math.round(seconds * 1000)
          : undefined,
      folder: readFolder(step['state']),
      ...(found === -1 ? {} : readCall(requests[found])),
    };
  });
}

function historySteps(history: readonly Fields[]): TrajectoryStep[] {
  const steps: TrajectoryStep[] = [];
  for (const entry of history) {
    const last = steps.at(-1);
    if (entry['role'] === 'assistant' && typeof entry['action'] === 'string') {
      steps.push({
        action: entry['action'],
        observation: '',
        thought: textIn(entry['thought']),
        ...readCall(entry),
      });
    } else if (
      (entry['role'] === 'user' || entry['role'] === 'tool') &&
      last !== undefined &&
      last.observation === ''
    ) {
      last.observation = textIn(entry['content'])
        .replace(shellState, '')
        .replace(/^OBSERVATION:\s*/, '');
    }
  }
  return steps;
}

function readCall(entry: Fields | undefined): {
  call?: string | undefined;
  args?: Fields | undefined;
} {
  const calls = listIn(entry?.['tool_calls']);
  const only = calls.length === 1 ? calls[0] : undefined;
  return only === undefined
    ? {}
    : { call: readId(only['id']), args: inputIn(fieldsIn(only['function'])['arguments']) };
}

/** `state`: an object; in older versions, its JSON text. */
function readFolder(state: unknown): string | undefined {
  const fields = isObject(state)
    ? state
    : typeof state === 'string' && state.trimStart().startsWith('{')
      ? objectIn(state)
      : {};
  const values = 'fields' in fields ? fieldsIn(fields.fields) : fieldsIn(fields);
  return readId(values['working_dir']);
}
