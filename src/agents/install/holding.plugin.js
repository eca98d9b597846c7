// How our plugins hand over a prompt that the person may answer in the window. Part of the files of those that do.
import { hold } from './asking.plugin.js';

export const MOST_PROMPTS = 100;
/** By prompt: lets go of the window. */
const heldPrompts = new Map();

/** The window's answer; '' if nobody listens, in vain, or once the prompt is over. */
export const holdPrompt = async (id, body) => {
  if (heldPrompts.size >= MOST_PROMPTS) {
    return '';
  }
  const end = new AbortController();
  heldPrompts.set(id, end);
  try {
    return await hold(body, 'permission', end);
  } finally {
    heldPrompts.delete(id);
  }
};

export const promptOver = (id) => heldPrompts.get(id)?.abort();
