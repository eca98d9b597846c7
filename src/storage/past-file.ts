/** What was found in the logs of this machine, kept until it is looked for again or deleted. Numbers, and what names the stalls; private to the user. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { readText, writeWhole } from '../bounded-files.js';
import { readErrorCode } from '../core/error-words.js';
import type { KeptTurn, PastCounts } from '../core/view/shown-past.js';
import { personTexts, type Message, type PersonTextId } from '../core/view/words/wording.js';

export interface KeptPast {
  v: 1;
  days: number;
  /** Milliseconds since the epoch: when the logs were judged. */
  at: number;
  /** The day of the price list; absent where an older version looked. */
  pricesReadOn?: string | undefined;
  counts: PastCounts;
  /** The newest first. */
  turns: KeptTurn[];
}

/** Bytes. */
const LARGEST = 32 * 1024 * 1024;

const count = v.pipe(v.number(), v.minValue(0));
const text = v.string();
const message = v.object({
  id: v.custom<PersonTextId>((id) => typeof id === 'string' && Object.hasOwn(personTexts, id)),
  params: v.fallback(v.record(text, v.union([text, v.number()])), {}),
}) satisfies v.GenericSchema<unknown, Message>;
const keptTurn = v.object({
  agent: text,
  folder: text,
  repository: text,
  child: v.boolean(),
  startedAt: v.number(),
  tokens: v.optional(count),
  warned: v.boolean(),
  end: v.optional(v.picklist(['completed', 'interrupted', 'error', 'stopped'])),
  stall: v.optional(
    v.object({
      kind: v.custom<NonNullable<KeptTurn['stall']>['kind']>((kind) => typeof kind === 'string'),
      reason: text,
      what: message,
      step: v.number(),
      call: v.number(),
      ms: count,
      tokens: v.optional(count),
      dollars: v.optional(count),
      unpriced: v.fallback(v.array(text), []),
      session: text,
      name: v.optional(text),
      file: text,
      stored: v.optional(text),
    }),
  ),
});
const keptPast = v.object({
  v: v.literal(1),
  days: count,
  at: v.number(),
  pricesReadOn: v.optional(text),
  counts: v.object({
    judged: count,
    unread: count,
    left: count,
    skippedLines: count,
    leftOut: count,
  }),
  turns: v.array(keptTurn),
});

export class PastFile {
  constructor(private readonly file: string) {}

  /** Undefined if nothing is kept, or by another version. */
  async read(): Promise<KeptPast | undefined> {
    try {
      const { success, output } = v.safeParse(
        keptPast,
        JSON.parse(await readText(this.file, LARGEST)),
      );
      return success ? keep(output) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @throws file system errors */
  async write(past: KeptPast): Promise<void> {
    const part = `${this.file}.${process.pid}`;
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    await writeWhole(part, JSON.stringify(past), 0o600);
    await rename(part, this.file);
  }

  /** @throws file system errors */
  async clear(): Promise<void> {
    try {
      await rm(this.file);
    } catch (error) {
      if (readErrorCode(error) !== 'ENOENT') {
        throw error;
      }
    }
  }
}

/** An absent field is undefined. */
function keep({ turns, ...rest }: v.InferOutput<typeof keptPast>): KeptPast {
  return {
    ...rest,
    turns: turns.map(({ stall, ...turn }) => ({
      ...turn,
      tokens: turn.tokens,
      end: turn.end,
      ...(stall !== undefined && {
        stall: { ...stall, tokens: stall.tokens, dollars: stall.dollars },
      }),
    })),
  };
}
