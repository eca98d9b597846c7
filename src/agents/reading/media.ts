/** Images in results. We do not look at them, but whether it is another one says whether the agent saw something new. */
import { hashText } from '../../core/identity/hash.js';
import { isObject } from '../../core/json.js';
import type { Fields } from './fields.js';

/** Where the agents and the APIs behind them keep an image's data or address, and in what. */
const dataFields = ['data', 'base64', 'url', 'image_url', 'uri', 'fileUri', 'file_id'];
const holders = ['source', 'image_url', 'inlineData', 'fileData', 'file'];
const MARK_LENGTH = 8;

/** `[image fKqWzRtB]`: the same letters for the same data. Undefined for a part that holds none. */
export function mediaMark(part: Fields): string | undefined {
  const data = dataIn(part);
  if (data === undefined) {
    return undefined;
  }
  const type = typeof part['type'] === 'string' ? part['type'] : 'image';
  // letters alone: what has digits could be taken for noise
  const letters = hashText(data)
    .replace(/[^A-Za-z]/g, (sign) => String.fromCharCode(65 + (sign.charCodeAt(0) % 26)))
    .slice(0, MARK_LENGTH);
  return `[${type.includes('image') ? 'image' : type.slice(0, 40)} ${letters}]`;
}

function dataIn(part: Fields): string | undefined {
  for (const each of [part, ...holders.map((name) => part[name]).filter(isObject)]) {
    const data = dataFields
      .map((name) => each[name])
      .find((value) => typeof value === 'string' && value !== '');
    if (typeof data === 'string') {
      return data;
    }
  }
  return undefined;
}
