/** Claude Code's hooks and log around a tool call. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { projectSlug } from '../../src/agents/claude-code/paths.js';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

export const claudeCode: Make = ({ folder, home }) => {
  const session = '06699686-b0ed-46c5-9a62-0000be7c0001';
  const log = join(home, '.claude/projects', projectSlug(folder), `${session}.jsonl`);
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: log,
        cwd: folder,
        prompt_id: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
        permission_mode: 'default',
        effort: { level: 'medium' },
        hook_event_name: hook,
        ...more,
      },
    ],
  });
  const line = (type: 'user' | 'assistant', message: object): object => ({
    isSidechain: false,
    type,
    message: { role: type, ...message },
    uuid: randomUUID(),
    timestamp: now(),
    cwd: folder,
    sessionId: session,
    version: '2.1.329',
  });
  return {
    session,
    log,
    opening: [
      told('UserPromptSubmit', { prompt: PROMPT }),
      {
        log: [
          {
            ...line('user', { content: PROMPT }),
            promptId: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
          },
        ],
      },
    ],
    call: (n) => {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: commandOf(n), description: 'Run a part' },
        tool_use_id: `toolu_${n}`,
      };
      const { tool_name: name, tool_input: input, tool_use_id: id } = call;
      const output = outputOf(n);
      return [
        told('PreToolUse', call),
        {
          log: [
            line('assistant', {
              id: `msg_${n}`,
              type: 'message',
              content: [{ type: 'tool_use', id, name, input }],
              stop_reason: 'tool_use',
            }),
          ],
        },
        told('PostToolBatch', { tool_calls: [{ ...call, tool_response: output }] }),
        {
          log: [
            line('user', { content: [{ type: 'tool_result', tool_use_id: id, content: output }] }),
          ],
        },
      ];
    },
    ending: () => [
      told('Stop', {
        stop_hook_active: false,
        last_assistant_message: ANSWER,
        background_tasks: [],
        session_crons: [],
      }),
    ],
  };
};
