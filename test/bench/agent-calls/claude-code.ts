/** Claude Code's hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, outputOf, PROMPT, type Told } from './turn.js';

export const claudeCode: Make = ({ folder, home }) => {
  const session = '06699686-b0ed-46c5-9a62-0000be7c0001';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(home, `.claude/projects/app/${session}.jsonl`),
        cwd: folder,
        prompt_id: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
        permission_mode: 'default',
        effort: { level: 'medium' },
        hook_event_name: hook,
        ...more,
      },
    ],
  });
  return {
    session,
    opening: [told('UserPromptSubmit', { prompt: PROMPT })],
    call: (n) => {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: commandOf(n), description: 'Run a part' },
        tool_use_id: `toolu_${n}`,
      };
      return [
        told('PreToolUse', call),
        told('PostToolBatch', { tool_calls: [{ ...call, tool_response: outputOf(n) }] }),
      ];
    },
    ending: [
      told('Stop', {
        stop_hook_active: false,
        last_assistant_message: ANSWER,
        background_tasks: [],
        session_crons: [],
      }),
    ],
  };
};
