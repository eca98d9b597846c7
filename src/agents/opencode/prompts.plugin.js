// What follows is here only because its person wants to answer prompts in the window too (turnwatch.answerPrompts): a prompt for permission
// is handed over, and the window says what the person has clicked there. The agent's own prompt stays, and the first answer counts.
import { MOST_PROMPTS, holdPrompt, promptOver } from '../install/holding.plugin.js';

export const TurnwatchPrompts = async ({ client, directory }) => {
  const calls = new Map(); // by id: tool and input of what may be asked for

  const promptAsked = async ({ id, sessionID, permission, patterns, metadata, tool }) => {
    const callID = tool?.callID;
    const call = calls.get(callID);
    const text = await holdPrompt(
      id,
      JSON.stringify({
        session_id: sessionID,
        cwd: directory,
        opencode: 'prompt',
        callID,
        tool: call?.tool ?? permission,
        input:
          call?.tool === permission
            ? call.input
            : { ...call?.input, permission, patterns, metadata },
      }),
    );
    const { prompt, message } = JSON.parse(text || '{}');
    const reply = prompt === 'once' || prompt === 'reject' ? prompt : undefined;
    if (reply !== undefined) {
      await client._client.post({
        url: '/permission/{requestID}/reply',
        path: { requestID: id },
        headers: { 'Content-Type': 'application/json' },
        body: { reply, ...(reply === 'reject' && typeof message === 'string' && { message }) },
      });
    }
  };

  return {
    event: async ({ event: { type, properties } }) => {
      if (type === 'permission.asked') {
        promptAsked(properties).catch(() => undefined);
      } else if (type === 'permission.replied') {
        promptOver(properties?.requestID);
      }
    },
    'tool.execute.before': async ({ tool, callID }, { args }) => {
      calls.set(callID, { tool, input: args });
      if (calls.size > MOST_PROMPTS) {
        calls.delete(calls.keys().next().value);
      }
    },
  };
};
