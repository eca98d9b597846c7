// How our plugins hand over a prompt that the person may answer in the window. Part of the files of those that do.
import { HEADERS, LONGEST_ANSWER, listener } from './asking.plugin.js';

const PROMPT_MS = 590_000;
export const MOST_PROMPTS = 100;
/** By prompt: lets go of the window. */
export const heldPrompts = new Map();

/** The window's answer; undefined if nobody listens, in vain, or once the prompt is over. */
export const hold = async (id, body) => {
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
