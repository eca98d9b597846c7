/** Codex's hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

export const codex: Make = ({
  folder,
  home,
  session = '01a1fbf5-31bf-7381-a091-0000be7c0002',
  command = commandOf,
  output = outputOf,
}) => {
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const log = join(
    home,
    '.codex/sessions',
    ...day,
    `rollout-${day.join('-')}T10-00-00-${session}.jsonl`,
  );
  const turn = { turn_id: '01a1fbf5-322e-7673-bb2d-44396aab3a3a' };
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        ...turn,
        transcript_path: log,
        cwd: folder,
        hook_event_name: hook,
        model: 'gpt-x',
        permission_mode: 'default',
        ...more,
      },
    ],
  });
  const line = (type: string, payload: object): object => ({ timestamp: now(), type, payload });
  const says = (role: string, type: string, text: string): object =>
    line('response_item', { type: 'message', role, content: [{ type, text }] });
  return {
    session,
    log,
    opening: [
      {
        log: [
          line('session_meta', {
            id: session,
            session_id: session,
            cwd: folder,
            cli_version: '0.169.0',
            base_instructions: { text: 'Be precise. '.repeat(800) },
          }),
          line('event_msg', { type: 'task_started', ...turn }),
          says('user', 'input_text', PROMPT),
          line('event_msg', {
            type: 'item_completed',
            item: { type: 'UserMessage', content: [{ type: 'text', text: PROMPT }] },
          }),
        ],
      },
      told('UserPromptSubmit', { prompt: PROMPT }),
    ],
    call: (n) => [
      {
        log: [
          line('response_item', {
            type: 'function_call',
            id: `fc_${n}`,
            name: 'exec_command',
            arguments: JSON.stringify({ cmd: command(n) }),
            call_id: `call_${n}`,
          }),
          line('token_usage_record', { response_id: `resp_${n}`, ...turn }),
        ],
      },
      told('PreToolUse', {
        tool_name: 'Bash',
        tool_input: { command: command(n) },
        tool_use_id: `call_${n}`,
      }),
      {
        log: [
          line('response_item', {
            type: 'function_call_output',
            call_id: `call_${n}`,
            output: `Chunk ID: 1a2b3c\nWall time: 0.2500 seconds\nProcess exited with code 0\nOriginal token count: 250\nOutput:\n${output(n)}`,
          }),
        ],
      },
      told('PreModelRequest', {}),
    ],
    ending: () => [
      {
        log: [
          says('assistant', 'output_text', ANSWER),
          line('event_msg', { type: 'task_complete', ...turn, last_agent_message: ANSWER }),
        ],
      },
      told('Stop', { stop_hook_active: false, last_assistant_message: ANSWER }),
    ],
  };
};
