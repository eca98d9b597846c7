/** The hooks and logs of Gemini CLI and its fork Qwen Code around a tool call. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, TOOL_MS, type Told } from './turn.js';

export const geminiCli: Make = ({
  folder,
  home,
  session = '6db0398e-c464-46ae-84b8-0000be7c0003',
  command = commandOf,
  output = outputOf,
}) => {
  const log = join(
    home,
    `.gemini/tmp/app/chats/session-2026-11-21T01-58-${session.slice(0, 8)}.jsonl`,
  );
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: log,
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        ...more,
      },
    ],
  });
  const says = (id: string, type: string, more: object): object => ({
    id,
    timestamp: now(),
    type,
    ...more,
  });
  // its hooks receive only the texts of the conversation
  const context = `<session_context>\n- **Workspace Directories:**\n  - ${folder}\n${'- a file of the project\n'.repeat(100)}</session_context>`;
  const projectHash = createHash('sha256').update(folder).digest('hex');
  const request = {
    llm_request: {
      model: 'gemini-2.5-flash',
      messages: [{ role: 'user', content: `${context}${PROMPT}` }],
      config: { temperature: 1, topP: 0.95, topK: 64 },
    },
  };
  return {
    session,
    log,
    opening: [
      {
        log: [
          { sessionId: session, projectHash, startTime: now(), lastUpdated: now(), kind: 'main' },
          { $set: { messages: [says('context', 'user', { content: [{ text: context }] })] } },
          says('prompt', 'user', { content: [{ text: PROMPT }] }),
        ],
      },
      told('BeforeAgent', { prompt: PROMPT }),
      told('BeforeModel', request),
      told('BeforeToolSelection', request),
    ],
    call: (n) => {
      const args = { command: command(n), description: 'Run a part', is_background: false };
      const call = { tool_name: 'run_shell_command', tool_input: args };
      const printed = `<untrusted_context>\nOutput: ${output(n)}\nProcess Group PGID: ${30_000 + n}\n</untrusted_context>`;
      const response = { content: '', model: 'gemini-2.5-flash' };
      return [
        { log: [says(`response-${n}`, 'gemini', response)] },
        told('BeforeTool', call),
        { toolMs: TOOL_MS },
        {
          log: [
            says(`response-${n}`, 'gemini', {
              ...response,
              toolCalls: [
                {
                  id: `call_${n}`,
                  name: 'run_shell_command',
                  args,
                  status: 'success',
                  result: [
                    {
                      functionResponse: {
                        id: `call_${n}`,
                        name: 'run_shell_command',
                        response: { output: printed },
                      },
                    },
                  ],
                  resultDisplay: output(n),
                  timestamp: now(),
                },
              ],
            }),
          ],
        },
        told('BeforeModel', request),
        told('BeforeToolSelection', request),
      ];
    },
    ending: () => [
      { log: [says('response-last', 'gemini', { content: ANSWER })] },
      told('AfterAgent', { prompt: PROMPT, prompt_response: ANSWER, stop_hook_active: false }),
    ],
  };
};

export const qwenCode: Make = ({
  folder,
  home,
  session = 'c8efa460-6c3f-45ca-89fd-0000be7c0005',
  command = commandOf,
  output = outputOf,
}) => {
  const log = join(home, `.qwen/projects/app/chats/${session}.jsonl`);
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: log,
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        permission_mode: 'yolo',
        prompt_id: `${session}########0`,
        ...more,
      },
    ],
  });
  const record = (uuid: string, type: string, parts: readonly object[], more: object): object => ({
    uuid,
    sessionId: session,
    timestamp: now(),
    type,
    cwd: folder,
    ...more,
    message: { role: type === 'assistant' ? 'model' : 'user', parts },
  });
  return {
    session,
    log,
    opening: [
      told('SessionStart', { source: 'startup' }),
      told('UserPromptSubmit', { prompt: PROMPT, submitted_prompt: PROMPT }),
      { log: [record('prompt', 'user', [{ text: PROMPT }], { provenance: 'real_user' })] },
    ],
    call: (n) => {
      const id = `call_${n}_0`;
      const args = { command: command(n), description: 'Run a part', is_background: false };
      const call = {
        tool_name: 'run_shell_command',
        tool_input: args,
        tool_use_id: `toolu_${n}`,
        tool_call_id: id,
      };
      const name = 'run_shell_command';
      const printed = `Command: ${command(n)}\nDirectory: (root)\nOutput: ${output(n)}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`;
      return [
        {
          log: [record(`response-${n}`, 'assistant', [{ functionCall: { id, name, args } }], {})],
        },
        told('PreToolUse', call),
        { toolMs: TOOL_MS },
        told('PostToolUse', {
          ...call,
          tool_response: { llmContent: printed, returnDisplay: output(n) },
          duration_ms: 16,
        }),
        {
          log: [
            record(
              `result-${n}`,
              'tool_result',
              [{ functionResponse: { id, name, response: { output: printed } } }],
              { toolCallResult: { callId: id, status: 'success' } },
            ),
          ],
        },
        told('UserPromptSubmit', { prompt: '' }),
      ];
    },
    ending: () => [
      { log: [record('response-last', 'assistant', [{ text: ANSWER }], {})] },
      told('Stop', { stop_hook_active: false, last_assistant_message: ANSWER }),
    ],
  };
};
