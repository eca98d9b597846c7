/** Cursor’s hooks around a tool call, by its documentation: nothing else tells what they do. */
import { ANSWER, commandOf, type Make, outputOf, PROMPT, type Told } from './turn.js';

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
