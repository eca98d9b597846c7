/** Grok’s hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, TOOL_MS, type Told } from './turn.js';

export const grok: Make = ({
  folder,
  home,
  session = '01a209fb-ba90-7a10-b14e-2516cc99c1e7',
  command = commandOf,
  output = outputOf,
}) => {
  const log = join(home, '.grok/sessions', encodeURIComponent(folder), session, 'updates.jsonl');
  /** `own`: by Grok’s names; it sends most fields under Claude Code’s, too. */
  const told = (hook: string, own: string, more: object): Told => ({
    hook,
    given: [
      {
        hookEventName: own,
        hook_event_name: hook,
        sessionId: session,
        session_id: session,
        cwd: folder,
        workspaceRoot: folder,
        timestamp: now(),
        transcriptPath: log,
        transcript_path: log,
        ...more,
      },
    ],
  });
  const update = (
    sessionUpdate: string,
    more: object,
    meta: object = {},
    method = 'session/update',
  ): object => ({
    timestamp: Math.floor(Date.now() / 1000),
    method,
    params: {
      sessionId: session,
      update: { sessionUpdate, ...more },
      _meta: { agentTimestampMs: Date.now(), ...meta },
    },
  });
  const content = (text: string): object => ({ type: 'text', text });
  return {
    session,
    log,
    opening: [
      told('UserPromptSubmit', 'user_prompt_submit', { prompt: PROMPT }),
      {
        log: [
          update('user_message_chunk', {
            content: content(PROMPT),
            _meta: { modelId: 'm', promptIndex: 0 },
          }),
        ],
      },
    ],
    call: (n) => {
      const id = `call_${n}`;
      const input = { command: command(n), description: 'Run a part' };
      const call = {
        toolName: 'run_terminal_command',
        tool_name: 'run_terminal_command',
        toolUseId: id,
        tool_use_id: id,
        toolInput: input,
        tool_input: input,
      };
      const result = { type: 'Bash', output: [...Buffer.from(output(n))], exit_code: 0 };
      const meta = { streamStartMs: n + 1 };
      return [
        {
          log: [
            update(
              'tool_call',
              {
                toolCallId: id,
                title: 'run_terminal_command',
                rawInput: input,
                _meta: { 'x.ai/tool': { name: 'run_terminal_command' } },
              },
              meta,
            ),
          ],
        },
        told('PreToolUse', 'pre_tool_use', call),
        { toolMs: TOOL_MS },
        told('PostToolUse', 'post_tool_use', {
          ...call,
          toolResult: result,
          tool_response: result,
          durationMs: 13,
        }),
        {
          log: [
            update(
              'tool_call_update',
              { toolCallId: id, status: 'completed', rawOutput: result },
              meta,
            ),
          ],
        },
      ];
    },
    ending: () => [
      {
        log: [
          update(
            'agent_message_chunk',
            { content: content(ANSWER) },
            { streamStartMs: Date.now() },
          ),
        ],
      },
      told('Stop', 'stop', {
        reason: 'end_turn',
        stopHookActive: false,
        stop_hook_active: false,
        lastAssistantMessage: ANSWER,
      }),
      { log: [update('turn_completed', { stop_reason: 'end_turn' }, {}, '_x.ai/session/update')] },
    ],
  };
};
