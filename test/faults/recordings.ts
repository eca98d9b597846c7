/** Hostile recordings: through the program that replays them, and through its parts. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readText } from '../../src/agents/reading/recordings.js';
import { readErrorMessage } from '../../src/core/error-words.js';
import type { JsonObject } from '../../src/core/events.js';
import { newJudge } from '../unit/support/judging.js';
import { bash, Story } from '../unit/support/story.js';
import { fold } from '../unit/support/watch.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';

const SAMPLE = 'media/samples/stalled-turn.jsonl';

interface Replayed {
  status: number | null;
  printed: string;
}

function replay(file: string): Promise<Replayed> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [resolve('test/replay.mjs'), file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    let printed = '';
    const take = (text: string): void => {
      printed += text;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', failed).once('close', (status) => done({ status, printed }));
  });
}

function hostileFiles(): Record<string, string | Buffer> {
  const sample = readFileSync(SAMPLE);
  const line = (event: object): string => `${JSON.stringify({ v: 1, session: 's', ...event })}\n`;
  const call = (input: string): string =>
    `{"v":1,"type":"tool.call","session":"s","call":"1","tool":"Bash","input":${input}}\n`;
  return {
    empty: '',
    zeros: Buffer.alloc(100_000),
    noise: Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919 * (i % 251)) % 256)),
    'cut in a character': sample.subarray(0, 5003),
    'in UTF-16': Buffer.from(`\ufeff${sample.toString()}`, 'utf16le'),
    'a million empty lines': '\n'.repeat(1_000_000),
    'one line of 20 MB': call(JSON.stringify({ command: 'x'.repeat(20_000_000) })),
    'a nesting of 100,000': call(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    'names of the language': ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
      .map((session) =>
        [
          line({ session, type: 'session.start', agent: '__proto__', cwd: '/w' }),
          line({ session, type: 'turn.start', prompt: '__proto__' }),
          line({ session, type: 'tool.call', call: '__proto__', tool: '__proto__', input: {} }),
          line({ session, type: 'tool.result', call: '__proto__', ok: true, output: '' }),
        ].join(''),
      )
      .join(''),
    'terminal sequences': `{"\u001b[2J":\n${line({ type: 'session.start', session: '\u001b]0;owned\u0007', agent: '\u001b[31m', cwd: '/\u009b2J' })}`,
    'wrong types': [null, 0, '', [], {}, { type: [] }, { type: 'tool.call', call: {}, input: [] }]
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  };
}

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

/** A text with a few places changed: characters, cuts, doubled and swapped parts. */
function damaged(text: string, random: Iterator<number, never>): string {
  const next = (below: number): number => random.next().value % Math.max(1, below);
  let result = text;
  for (let i = next(6); i >= 0; i -= 1) {
    const at = (next(30_000) * 30_000 + next(30_000)) % Math.max(1, result.length);
    const insertion = ['"', '{', '[', '\u0000', '\\', '9e999', 'null', '\n', ',', '__proto__'];
    switch (next(4)) {
      case 0:
        result = result.slice(0, at) + (insertion[next(10)] ?? '') + result.slice(at);
        break;
      case 1:
        result = result.slice(0, at) + result.slice(at + next(200));
        break;
      case 2:
        result = result.slice(0, at) + result.slice(at, at + next(2000)) + result.slice(at);
        break;
      default:
        result = result.slice(0, at) + (insertion[next(10)] ?? '') + result.slice(at + 1);
    }
  }
  return result;
}

/** Texts on which a careless pattern takes forever. */
const costly: readonly string[] = [
  '(',
  '[',
  'a ',
  '/',
  '\\',
  '"\'',
  '1:',
  '0x',
  '-----BEGIN ',
  'password=',
  '$(',
  '${',
  '\u001b[',
  '\n\t',
  'at x (',
  'eyJ-',
  'Error: ',
  '<a b="',
  '💥',
  '\u202e',
];

const faults: readonly Fault[] = [
  {
    fault: 'recordings that are empty, binary, cut, endless, deep or full of odd names',
    promise: 'each is read as far as it goes or refused in a sentence',
    quick: true,
    play: async (stage) => {
      const files = Object.entries(hostileFiles());
      const runs: Replayed[] = [];
      const from = performance.now();
      for (const [i, [, content]] of files.entries()) {
        const file = join(stage.home, `${i}.jsonl`);
        writeFileSync(file, content);
        runs.push(await replay(file));
      }
      const failed = files
        .map(([name]) => name)
        .filter((_, i) => runs[i]?.status !== 0 && runs[i]?.status !== 2);
      return facts(
        {
          [`read or refused${failed.length > 0 ? ` (${failed.join('; ')})` : ''}`]:
            failed.length === 0,
          'no stack': runs.every(({ printed }) => !/^ {4}at /m.test(printed)),
          'no terminal sequence': runs.every(({ printed }) => !/[\u001b\u009b]/.test(printed)),
        },
        `${files.length} files, ${milliseconds(performance.now() - from)}`,
      );
    },
  },
  {
    fault: 'a recording with damaged places, 300 times',
    promise: 'it is read and judged, or refused in a sentence',
    quick: true,
    play: () => {
      const sample = readFileSync(SAMPLE, 'utf8');
      const random = numbers(13);
      let [events, refused] = [0, 0];
      const thrown: string[] = [];
      for (let i = 0; i < 300; i += 1) {
        const text = damaged(sample, random);
        try {
          const recording = readText('damaged.jsonl', Buffer.from(text), 'auto');
          if ('problem' in recording) {
            refused += 1;
            continue;
          }
          const judge = newJudge();
          for (const event of recording.events) {
            judge.push(event);
            events += 1;
          }
        } catch (error) {
          thrown.push(readErrorMessage(error));
        }
      }
      return Promise.resolve(
        facts(
          {
            [`nothing was thrown${thrown[0] === undefined ? '' : ` (${thrown[0]})`}`]:
              thrown.length === 0,
          },
          `${events} events judged, ${refused} refused`,
        ),
      );
    },
  },
  {
    fault: 'commands and results made of brackets, escapes and beginnings of secrets',
    promise: 'they are judged and shown without delay',
    quick: true,
    play: () => {
      const inputs = (text: string): JsonObject[] => [
        { command: text },
        { file_path: text, old_string: text, new_string: `${text}x` },
      ];
      let longest = 0;
      let steps = 0;
      for (const part of costly) {
        const text = part.repeat(Math.ceil(100_000 / part.length));
        const story = new Story().at(1).start().turn(text).say(text);
        for (const input of inputs(text)) {
          story.step({ tool: text.slice(0, 200), input, output: text });
          story.step({ tool: 'Edit', input, output: text, ok: false });
          steps += 2;
        }
        story.step(bash(text, `${text}\n1 failing`));
        const from = performance.now();
        fold(story);
        longest = Math.max(longest, performance.now() - from);
      }
      return Promise.resolve(
        facts(
          { 'all judged': steps === costly.length * 4 },
          `slowest turn ${milliseconds(longest)}`,
        ),
      );
    },
  },
];

export const recordings: Subject = {
  promise: 'A recording is read as far as it goes, or refused in a sentence.',
  faults,
};
