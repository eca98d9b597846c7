/** The loopback end of the link to the sample window: receives its state, and sends it commands. */
import { createServer } from 'node:http';
import type { PlaybackSpeed } from '../../src/core/view/snapshot.js';
import { isObject } from '../../src/core/json.js';
import {
  english,
  personTexts,
  type Message,
  type PersonTextId,
} from '../../src/core/view/words/wording.js';

/** The window's view of the turn, as far as the story needs it. */
export interface Shown {
  session: string;
  state: string;
  steps: number;
  /** The newest stall in the timeline, open or cleared: the number of steps in the turn at that time, and the verdict's sentence. */
  stall: { steps: number; verdict: string } | undefined;
  receipts: {
    kind: string;
    state: string;
    denials: number;
    requestedAt: number | undefined;
    deliveredAt: number | undefined;
    settledAt: number | undefined;
  }[];
  /** The newest text that the model wrote. */
  message: string | undefined;
  /** The receipts of interventions, as the timeline shows them, newest first. */
  interventions: string[];
  playback: { played: number; total: number } | undefined;
}

interface TerminalRun {
  name: string;
  shellPath: string;
  shellArgs: readonly string[];
  cwd: string;
  env: Record<string, string>;
}

export interface Link {
  url: string;
  /** Resolves to the first value that `is` returns for a state from now on; rejects after `ms` or on a window's failure. */
  waitFor<T>(is: (shown: Shown) => T | undefined, ms: number, signal: AbortSignal): Promise<T>;
  /** Asks the window to play a recorded run, at a multiple of its original speed. */
  play(file: string, pace: PlaybackSpeed): void;
  /** Changes a setting of the person's. */
  set(key: string, value: unknown): void;
  /** Opens a terminal beside the view in which a program runs. */
  terminal(run: TerminalRun): void;
  /** The file of the window's event log. */
  recording(ms: number): Promise<string>;
  /** The process of the window's extension host, once it has told its state. */
  readonly host: number | undefined;
  /** From now on the window tells its state seldom: that costs its extension host time, which counts where hooks are measured. */
  rest(): void;
  /** Asks a desktop window to close, then ends the link. */
  close(): Promise<void>;
}

const LARGEST = 4 << 20;
/** Less than the window waits for an answer (milliseconds). */
const REST_MS = 1500;

export async function openLink(): Promise<Link> {
  const waiting = new Set<(shown: Shown | Error) => void>();
  const asked: {
    play?: { file: string; pace: PlaybackSpeed };
    set?: { key: string; value: unknown };
    terminal?: TerminalRun;
    recording?: true;
    close?: true;
  }[] = [];
  let tellRecording: (file: string) => void = () => undefined;
  let rests = false;
  let host: number | undefined;
  const take = (message: unknown): void => {
    if (!isObject(message)) {
      return;
    }
    if (typeof message['failed'] === 'string') {
      for (const look of waiting) {
        look(new Error(message['failed']));
      }
    }
    if (typeof message['recording'] === 'string') {
      tellRecording(message['recording']);
    }
    if (typeof message['host'] === 'number') {
      host = message['host'];
    }
    const shown = readShown(message['shown']);
    if (shown) {
      for (const look of waiting) {
        look(shown);
      }
    }
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length < LARGEST) {
        text += chunk;
      }
    });
    request.on('end', () => {
      try {
        take(JSON.parse(text));
      } catch {
        /* cut off, or not from the companion */
      }
      setTimeout(
        () => {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(asked.shift() ?? {}));
        },
        rests ? REST_MS : 0,
      );
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the link has no port');
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    waitFor: (is, ms, signal) =>
      new Promise((found, failed) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
          signal.removeEventListener('abort', abort);
        };
        const look = (shown: Shown | Error): void => {
          if (shown instanceof Error) {
            done();
            failed(shown);
            return;
          }
          const value = is(shown);
          if (value !== undefined) {
            done();
            found(value);
          }
        };
        const abort = (): void => {
          done();
          failed(new Error('ended'));
        };
        const timer = setTimeout(() => {
          done();
          failed(new TooLate(ms));
        }, ms);
        waiting.add(look);
        signal.addEventListener('abort', abort);
      }),
    play: (file, pace) => {
      asked.push({ play: { file, pace } });
    },
    set: (key, value) => {
      asked.push({ set: { key, value } });
    },
    terminal: (run) => {
      asked.push({ terminal: run });
    },
    recording: (ms) =>
      new Promise((found, failed) => {
        const timer = setTimeout(() => failed(new TooLate(ms)), ms);
        tellRecording = (file) => {
          clearTimeout(timer);
          found(file);
        };
        asked.push({ recording: true });
      }),
    get host() {
      return host;
    },
    rest: () => {
      rests = true;
    },
    close: async () => {
      rests = false;
      asked.unshift({ close: true });
      await new Promise((later) => setTimeout(later, 400));
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
    },
  };
}

export class TooLate extends Error {
  constructor(ms: number) {
    super(`not seen within ${Math.round(ms / 1000)} s`);
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A whole snapshot comes from the window's own build of Turnwatch: read loosely, so that a change in it ends in a clear failure elsewhere. */
function readShown(snapshot: unknown): Shown | undefined {
  if (!isObject(snapshot)) {
    return undefined;
  }
  const selected = isObject(snapshot['selected']) ? snapshot['selected'] : {};
  const rows = list(selected['rows']);
  const message = rows.find((row) => row['kind'] === 'message');
  const playback = isObject(snapshot['playback']) ? snapshot['playback'] : undefined;
  return {
    session: text(selected['session']),
    state: text(selected['state']),
    steps: number(selected['steps']) ?? 0,
    stall: stallIn(rows),
    message: message && text(message['text']),
    interventions: rows
      .filter((row) => row['kind'] === 'intervention' && row['intervention'] !== 'escalate')
      .map((row) => text(row['state'])),
    receipts: list(selected['receipts']).map((receipt) => ({
      kind: text(receipt['kind']),
      state: text(receipt['state']),
      denials: number(receipt['denials']) ?? 0,
      requestedAt: number(receipt['requestedAt']),
      deliveredAt: number(receipt['deliveredAt']),
      settledAt: number(receipt['settledAt']),
    })),
    playback: playback && {
      played: number(playback['played']) ?? 0,
      total: number(playback['total']) ?? 0,
    },
  };
}

/** `rows`: newest first. */
function stallIn(rows: readonly Record<string, unknown>[]): Shown['stall'] {
  const place = rows.findIndex((row) => row['kind'] === 'verdict' && row['level'] === 'stalled');
  const what = readMessage(rows[place]?.['what']);
  const step = rows.slice(place + 1).find((row) => row['kind'] === 'step');
  return what && { steps: number(step?.['step']) ?? 0, verdict: english(what) };
}

function readMessage(value: unknown): Message | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const { id, params } = value;
  if (!isTextId(id)) {
    return undefined;
  }
  const values = Object.entries(isObject(params) ? params : {}).flatMap(([key, each]) =>
    typeof each === 'string' || typeof each === 'number' ? [[key, each] as const] : [],
  );
  return { id, params: Object.fromEntries(values) };
}

function isTextId(id: unknown): id is PersonTextId {
  return typeof id === 'string' && Object.hasOwn(personTexts, id);
}
