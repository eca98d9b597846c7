/** What the thresholds panel's page may say; nothing from it is trusted. Only the host has these schemas. */
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

/** Undefined for anything that is no message of the panel. Whether a value is within its bounds is judged where it is written. */
export function readFromPanel(message: unknown): v.InferOutput<typeof fromPanel> | undefined {
  const { success, output } = v.safeParse(fromPanel, message);
  return success ? output : undefined;
}
