/** Extracts the text of messages and results, in shapes shared by agents and model APIs. */
import { hashText } from '../../core/identity/hash.js';
import { isObject } from '../../core/json.js';
import type { Fields } from './fields.js';

/** The text of a message's or a result's content: a string, or parts with a `text`. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  if (isObject(content)) {
    return typeof content['text'] === 'string' ? content['text'] : '';
  }
  return Array.isArray(content) ? joined(content.map(textOfPart)) : '';
}

/** The same for a tool's result, with a mark for each image. */
export function resultIn(content: unknown): string {
  if (Array.isArray(content)) {
    return joined(content.map((part: unknown) => (Array.isArray(part) ? '' : resultIn(part))));
  }
  return isObject(content) && typeof content['text'] !== 'string'
    ? (mediaMark(content) ?? '')
    : textIn(content);
}

function textOfPart(part: unknown): string {
  return Array.isArray(part) ? '' : textIn(part);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/** Fields that hold an image's data or address, and the objects that these fields may be in. */
const dataFields = ['data', 'base64', 'url', 'image_url', 'uri', 'fileUri', 'file_id'];
const holders = ['source', 'image_url', 'inlineData', 'fileData', 'file'];
const MARK_LENGTH = 8;

/**
 * `[image fKqWzRtB]`: equal letters mean equal data, so that a changed screenshot counts as new without looking at
 * it. Undefined for a part without data.
 */
export function mediaMark(part: Fields): string | undefined {
  const data = dataIn(part);
  if (data === undefined) {
    return undefined;
  }
  const type = typeof part['type'] === 'string' ? part['type'] : 'image';
  // letters only: digits could be taken for noise
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
