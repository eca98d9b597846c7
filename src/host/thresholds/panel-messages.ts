/** Schemas of messages from the thresholds panel's page, which is not trusted. Used by the host only. */
import * as v from 'valibot';
import { presets, thresholdKeys } from '../../core/thresholds/thresholds.js';
import type { FromPanel } from '../../protocol/thresholds.js';

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
