/** Schemas of messages from the pages: the side bar's and the thresholds panel's. They show hostile text, so they are not trusted. Used by the host only. */
import * as v from 'valibot';
import { presets, thresholdKeys } from '../../core/thresholds/thresholds.js';
import { PROMPT_LIMIT } from '../../core/view/ask.js';
import { playbackSpeeds } from '../../core/view/snapshot.js';
import {
  editorCommands,
  GUIDE_LIMIT,
  pageCommands,
  pastOrders,
  plainPlayerCommands,
  promptAnswers,
  type EditorCommand,
  type FromPage,
} from '../../protocol/view.js';
import type { FromPanel } from '../../protocol/thresholds.js';

const text = v.pipe(v.string(), v.maxLength(999));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const flag = v.fallback(v.boolean(), false);
const editorCommand = v.custom<EditorCommand>(
  (value) => typeof value === 'string' && Object.hasOwn(editorCommands, value),
);

/** Left out if invalid; the message still counts. */
function lenient<T extends v.GenericSchema>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

const playerOrder = v.variant('to', [
  v.object({ to: v.picklist(plainPlayerCommands) }),
  v.object({ to: v.literal('stop'), stop: count }),
  v.object({ to: v.literal('speed'), speed: v.picklist(playbackSpeeds) }),
]);

const fromPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('alive') }),
  v.object({ type: v.literal('select'), session: text }),
  v.object({ type: v.literal('elsewhere'), session: text, show: v.picklist(['steps', 'folder']) }),
  v.object({ type: v.literal('past'), order: v.picklist(pastOrders), stall: lenient(count) }),
  v.object({
    type: v.literal('command'),
    command: v.picklist(pageCommands),
    session: lenient(text),
    intervention: lenient(text),
    steps: lenient(count),
    text: lenient(
      v.pipe(
        text,
        v.transform((guidance) => guidance.slice(0, GUIDE_LIMIT)),
      ),
    ),
  }),
  v.object({ type: v.literal('editor'), command: editorCommand }),
  v.object({
    type: v.literal('prompt'),
    id: text,
    shown: v.pipe(v.string(), v.maxLength(2 * PROMPT_LIMIT)),
    answer: v.picklist(promptAnswers),
    reason: v.pipe(text, v.maxLength(GUIDE_LIMIT)),
    options: v.pipe(v.array(count), v.maxLength(20)),
  }),
  v.object({
    type: v.literal('teach'),
    session: text,
    verdict: text,
    answer: v.picklist(['false-alarm', 'really-stuck']),
    sure: flag,
  }),
  v.object({ type: v.literal('older'), session: text, before: count }),
  v.object({ type: v.literal('details'), session: text, call: count, whole: flag }),
  v.object({
    type: v.literal('open'),
    session: text,
    path: v.pipe(text, v.nonEmpty()),
    changes: flag,
    line: lenient(v.pipe(count, v.minValue(1))),
  }),
  v.object({
    type: v.literal('changes'),
    session: text,
    paths: v.pipe(v.array(v.pipe(text, v.nonEmpty())), v.maxLength(20)),
  }),
  v.object({
    type: v.literal('copy'),
    session: text,
    call: count,
    what: v.picklist(['command', 'result']),
  }),
  v.object({ type: v.literal('player'), order: playerOrder }),
  v.object({ type: v.literal('painted'), ms: v.number(), rows: v.number() }),
]) satisfies v.GenericSchema<unknown, FromPage>;

/** Undefined for anything that is not a message of the page. */
export function readFromPage(message: unknown): v.InferOutput<typeof fromPage> | undefined {
  const { success, output } = v.safeParse(fromPage, message);
  return success ? output : undefined;
}

const agent = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
const scope = v.picklist(['user', 'workspace']);
const key = v.picklist(thresholdKeys);
const draft = v.object({ key, value: v.number() });

const fromPanel = v.variant('type', [
  v.object({ type: v.literal('ready'), agent: v.optional(agent) }),
  v.object({ type: v.literal('agent'), agent: v.optional(agent) }),
  v.object({
    type: v.literal('set'),
    scope,
    agent: v.optional(agent),
    key,
    value: v.optional(v.number()),
  }),
  v.object({ type: v.literal('preset'), scope, preset: v.optional(v.picklist(presets)) }),
  v.object({ type: v.literal('reset-all'), scope, agent: v.optional(agent) }),
  v.object({ type: v.literal('forget'), agent, key }),
  v.object({ type: v.literal('try'), draft: v.optional(draft) }),
  v.object({ type: v.literal('undo') }),
  v.object({ type: v.literal('open-settings') }),
]) satisfies v.GenericSchema<unknown, FromPanel>;

/** Undefined for anything that is not a message of the panel. Bounds of values are checked where they are written. */
export function readFromPanel(message: unknown): v.InferOutput<typeof fromPanel> | undefined {
  const { success, output } = v.safeParse(fromPanel, message);
  return success ? output : undefined;
}
