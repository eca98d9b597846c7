// What follows is here only because its person wants to answer prompts in the window too (turnwatch.answerPrompts): a prompt for permission
// is handed over, and the window says what the person has clicked there. The agent's own prompt stays, and the first answer counts.
import { HEADERS, LONGEST_ANSWER, listener } from '../install/asking.plugin.js';

const PROMPT_MS = 590_000;
const MOST_PROMPTS = 100;
/** By prompt: lets go of the window. */
const heldPrompts = new Map();

/** The window's answer; undefined if nobody listens, in vain, or once the prompt is over. */
const hold = async (id, body) => {
  const to = await listener();
  if (to === undefined || heldPrompts.size >= MOST_PROMPTS) {
    return undefined;
  }
  return new Promise((resolve) => {
    const sent = to.send(
      {
        ...to.address,
        path: '/v1/hook',
        method: 'POST',
        agent: false,
        headers: {
          Host: to.host,
          Authorization: to.token,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          ...HEADERS,
          'X-Turnwatch-Prompt': 'permission',
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text = (text + part).slice(0, LONGEST_ANSWER);
        });
        response.on('end', () => end(response.statusCode === 200 ? text : undefined));
        response.on('error', () => end(undefined));
      },
    );
    const timer = setTimeout(() => end(undefined), PROMPT_MS);
    const end = (text) => {
      clearTimeout(timer);
      heldPrompts.delete(id);
      resolve(text);
      sent.destroy();
    };
    heldPrompts.set(id, end);
    sent.on('error', () => end(undefined));
    sent.end(body);
  });
};

export const TurnwatchPrompts = async ({ client, directory }) => {
  const calls = new Map(); // by id: tool and input of what may be asked for

  const promptAsked = async ({ id, sessionID, permission, patterns, metadata, tool }) => {
    const callID = tool?.callID;
    const call = calls.get(callID);
    const text = await hold(
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
        heldPrompts.get(properties?.requestID)?.();
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
