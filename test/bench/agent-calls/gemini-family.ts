/** The hooks of Gemini CLI and its fork Qwen Code around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

export const geminiCli: Make = ({ folder, home }) => {
  const session = '6db0398e-c464-46ae-84b8-0000be7c0003';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(
          home,
          '.gemini/tmp/app/chats/session-2026-11-21T01-58-6db0398e.jsonl',
        ),
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        ...more,
      },
    ],
  });
  // its hooks receive only the texts of the conversation
  const request = {
    llm_request: {
      model: 'gemini-2.5-flash',
      messages: [
        {
          role: 'user',
          content: `<session_context>\n${'- a file of the project\n'.repeat(100)}</session_context>${PROMPT}`,
        },
      ],
      config: { temperature: 1, topP: 0.95, topK: 64 },
    },
  };
  return {
    session,
    opening: [
      told('BeforeAgent', { prompt: PROMPT }),
      told('BeforeModel', request),
      told('BeforeToolSelection', request),
    ],
    call: (n) => {
      const call = {
        tool_name: 'run_shell_command',
        tool_input: { command: commandOf(n), description: 'Run a part', is_background: false },
      };
      const output = `<untrusted_context>\nOutput: ${outputOf(n)}\nProcess Group PGID: ${30_000 + n}\n</untrusted_context>`;
      return [
        told('BeforeTool', call),
        told('AfterTool', {
          ...call,
          tool_response: { llmContent: output, returnDisplay: outputOf(n) },
        }),
        told('BeforeModel', request),
        told('BeforeToolSelection', request),
      ];
    },
    ending: [
      told('AfterAgent', { prompt: PROMPT, prompt_response: ANSWER, stop_hook_active: false }),
    ],
  };
};

export const qwenCode: Make = ({ folder, home }) => {
  const session = 'c8efa460-6c3f-45ca-89fd-0000be7c0005';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(home, `.qwen/projects/app/chats/${session}.jsonl`),
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        permission_mode: 'yolo',
        prompt_id: `${session}########0`,
        ...more,
      },
    ],
  });
  return {
    session,
    opening: [told('UserPromptSubmit', { prompt: PROMPT, submitted_prompt: PROMPT })],
    call: (n) => {
      const call = {
        tool_name: 'run_shell_command',
        tool_input: { command: commandOf(n), description: 'Run a part', is_background: false },
        tool_use_id: `toolu_${n}`,
        tool_call_id: `call_${n}_0`,
      };
      const output = `Command: ${commandOf(n)}\nDirectory: (root)\nOutput: ${outputOf(n)}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`;
      return [
        told('PreToolUse', call),
        told('PostToolUse', {
          ...call,
          tool_response: { llmContent: output, returnDisplay: outputOf(n) },
          duration_ms: 16,
        }),
        told('UserPromptSubmit', { prompt: '' }),
      ];
    },
    ending: [told('Stop', { stop_hook_active: false, last_assistant_message: ANSWER })],
  };
};
