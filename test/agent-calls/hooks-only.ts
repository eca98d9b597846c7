/** The hooks of Droid and Cursor around a tool call, by their documentation: nothing else tells what they do. */
import { ANSWER, commandOf, type Make, outputOf, PROMPT, type Told } from './turn.js';

export const droid: Make = ({ folder, home }) => {
  const session = '0d0d0d0d-19fa-41d2-8238-13269be7c000';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: `${home}/.factory/projects/app/${session}.jsonl`,
        cwd: folder,
        permission_mode: 'off',
        hook_event_name: hook,
        ...more,
      },
    ],
  });
  const call = (n: number): object => ({
    tool_name: 'Execute',
    tool_input: { command: commandOf(n) },
  });
  return {
    session,
    opening: [told('UserPromptSubmit', { prompt: PROMPT })],
    call: (n) => [
      told('PreToolUse', call(n)),
      told('PostToolUse', { ...call(n), tool_response: { stdout: outputOf(n), exitCode: 0 } }),
    ],
    ending: () => [told('Stop', { stop_hook_active: false })],
  };
};

export const cursor: Make = ({ folder }) => {
  const session = '668320d2-2fd8-4888-b33c-2a466fe7c000';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        conversation_id: session,
        generation_id: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
        model: 'm',
        hook_event_name: hook,
        cursor_version: '2.4.1',
        workspace_roots: [folder],
        transcript_path: null,
        ...more,
      },
    ],
  });
  const call = (n: number): object => ({
    tool_name: 'Shell',
    tool_input: { command: commandOf(n) },
    tool_use_id: `call_${n}`,
    cwd: folder,
  });
  return {
    session,
    opening: [told('beforeSubmitPrompt', { prompt: PROMPT, attachments: [] })],
    call: (n) => [
      told('preToolUse', call(n)),
      told('postToolUse', {
        ...call(n),
        tool_output: JSON.stringify({ exitCode: 0, stdout: outputOf(n) }),
        duration: 250,
      }),
    ],
    ending: () => [
      told('afterAgentResponse', { text: ANSWER }),
      told('stop', { status: 'completed', loop_count: 0 }),
    ],
  };
};
