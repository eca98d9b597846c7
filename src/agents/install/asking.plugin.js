// How our plugins ask the window: a socket that only the person can reach. Part of each plugin's own file. It asks nobody while the
// client's file is missing or another user's, or after a request without an answer within a second, until the window has taken its stamp
// away. Of an answer it takes only what stops, denies or says something.
import { constants } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { request as provenRequest } from 'node:https';
import { dirname, join } from 'node:path';

export const CLIENT = '{client}';
export const AGENT = '{agent}';
export const STAMP = join(dirname(CLIENT), 'silent');
const CERTIFICATE = join(dirname(CLIENT), 'hook.pem');
export const LIMIT_MS = 900;
const HOLD_MS = 590_000;
// what another program put in a file's place must not keep the agent: a pipe would
const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_NONBLOCK = 0 } = constants;
const READ = { encoding: 'utf8', flag: O_RDONLY | O_NONBLOCK };
const WRITE = { flag: O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK };
const LONGEST_TEXT = 200_000;
export const LONGEST_ANSWER = 100_000;
export const HEADERS = { 'X-Turnwatch-Agent': AGENT, 'X-Turnwatch-Process': String(process.pid) };

/** Whether the client's file is there, the person's own, and nobody waited in vain since. */
export const listens = (file, stamp) =>
  file?.isFile() === true &&
  (process.getuid === undefined || file.uid === process.getuid()) &&
  !(stamp?.mtimeMs > file.mtimeMs);

/** Where to ask; undefined if nobody listens. */
export const listener = async () => {
  const [file, stamp] = await Promise.all(
    [CLIENT, STAMP].map((path) => stat(path).catch(() => undefined)),
  );
  if (!listens(file, stamp)) {
    return undefined;
  }
  const config = await readFile(CLIENT, READ);
  const found = (pattern) => pattern.exec(config)?.[1];
  const token = found(/^header = "Authorization: (Bearer \w+)"$/m);
  const socketPath = found(/^unix-socket = "(.+)"$/m)?.replace(/\\(.)/g, '$1');
  const host = found(
    socketPath === undefined
      ? /^header = "Host: (127\.0\.0\.1:\d+)"$/m
      : /^url = "http:\/\/(127\.0\.0\.1:\d+)\/v1\/hook"$/m,
  );
  if (token === undefined || host === undefined) {
    return undefined;
  }
  if (socketPath !== undefined) {
    return { host, token, send: request, address: { socketPath } };
  }
  // without sockets: a port, whose listener must have the window's key before anything is sent
  const port = found(/^url = "https:\/\/127\.0\.0\.1:(\d+)\/v1\/hook"$/m);
  return port === undefined
    ? undefined
    : {
        host,
        token,
        send: provenRequest,
        address: { host: '127.0.0.1', port, ca: await readFile(CERTIFICATE, READ) },
      };
};

/** The answer's text; rejects without one, and once `signal` says so. */
const post = ({ host, token, send, address }, body, signal, headers) =>
  new Promise((resolve, reject) => {
    const sent = send(
      {
        ...address,
        path: '/v1/hook',
        method: 'POST',
        agent: false,
        headers: {
          Host: host,
          Authorization: token,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          ...HEADERS,
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text += part;
          if (text.length > LONGEST_ANSWER) {
            end(reject, new Error('too long'));
          }
        });
        response.on('end', () => end(resolve, response.statusCode === 200 ? text : ''));
        response.on('error', (error) => end(reject, error));
      },
    );
    const end = (settle, outcome) => {
      signal.removeEventListener('abort', late);
      settle(outcome);
      sent.destroy();
    };
    const late = () => end(reject, new Error('too late'));
    signal.addEventListener('abort', late);
    sent.on('error', (error) => end(reject, error));
    sent.end(body);
  });

/** What an answer may say: nothing in it can allow a call or change it. */
const understood = (text) => {
  const { stop, deny, text: words, textOnly, heard } = JSON.parse(text);
  const only = (value) => (typeof value === 'string' ? value : undefined);
  return {
    stop: only(stop),
    deny: only(deny),
    text: only(words),
    textOnly: textOnly === true,
    heard: heard === true,
  };
};

/** The answer; undefined if nobody listens or there is no decision. */
export const ask = async (body) => {
  try {
    const to = await listener();
    if (to === undefined) {
      return undefined;
    }
    const late = new AbortController();
    const timer = setTimeout(() => {
      // until a window that works again removes it
      writeFile(STAMP, '', WRITE)
        .catch(() => undefined)
        .then(() => late.abort());
    }, LIMIT_MS);
    const text = await post(to, body, late.signal).finally(() => clearTimeout(timer));
    return text.startsWith('{') ? understood(text) : undefined;
  } catch {
    return undefined;
  }
};

/** What the person says in the window, sooner or later; '' if nobody listens, in vain, or once `end` is aborted. `kind`: what is waited for. */
export const hold = async (body, kind, end) => {
  const timer = setTimeout(() => end.abort(), HOLD_MS);
  try {
    const to = end.signal.aborted ? undefined : await listener();
    return to === undefined ? '' : await post(to, body, end.signal, { 'X-Turnwatch-Prompt': kind });
  } catch {
    return '';
  } finally {
    clearTimeout(timer);
  }
};

/** A text of which the window needs no more. */
export const cut = (text) =>
  typeof text === 'string' && text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
