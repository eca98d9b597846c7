/** States of the thresholds panel as the host would post them. */
import type { Page } from 'playwright-core';
import {
  defaultThresholds,
  thresholdKeys,
  type ThresholdKey,
} from '../../src/core/thresholds/thresholds.js';
import type { Firing, WhatIf } from '../../src/core/thresholds/what-if.js';
import type {
  ThresholdsState,
  ThresholdState,
  ToPanel,
  WhatIfAnswer,
} from '../../src/protocol/thresholds.js';
import { drawn, post } from './browser.js';

export interface PanelFixture {
  state: ThresholdsState;
  answer?: WhatIfAnswer;
  notice?: Extract<ToPanel, { type: 'notice' }>;
  /** What is typed into a field and not saved. */ typed?: { key: ThresholdKey; text: string };
}

export function thresholds(
  changes: Partial<Record<ThresholdKey, Partial<ThresholdState>>> = {},
): ThresholdState[] {
  const { values } = defaultThresholds();
  return thresholdKeys.map((key) => ({
    key,
    inForce: values[key],
    origin: 'default',
    others: [],
    ...changes[key],
  }));
}

export function panelState(more: Partial<ThresholdsState> = {}): ThresholdsState {
  const agents = [
    { id: 'claude-code', name: 'Claude Code' },
    { id: 'codex', name: 'Codex' },
    { id: 'gemini-cli', name: 'Gemini CLI' },
  ];
  return {
    agents,
    hasWorkspace: true,
    preset: { inForce: 'balanced' },
    thresholds: thresholds(),
    ...more,
  };
}

const firing = (level: Firing['level'], step: number, more: Partial<Firing> = {}): Firing => ({
  detector: 'loop',
  kind: 'loop',
  level,
  turn: 0,
  step,
  call: step + 2,
  what: { id: 'verdict.loop.same', params: { count: 4, threshold: 4 } },
  ...more,
});

const quiet: WhatIf = { verdicts: {}, byKey: {}, steps: 18, calls: 21 };
export const stalledAt = (step: number): WhatIf => ({
  ...quiet,
  verdicts: { watch: firing('watch', step - 1), stalled: firing('stalled', step) },
  byKey: {
    'balanced.sameResult': { watch: firing('watch', step - 1), stalled: firing('stalled', step) },
    'balanced.sameError': { watch: firing('watch', 16) },
    'balanced.emptySteps': { stalled: firing('stalled', 17) },
    'balanced.waitSeconds': { waiting: firing('waiting', 9) },
  },
});

export const answer = (more: Partial<WhatIfAnswer> = {}): WhatIfAnswer => ({
  basis: { kind: 'live', agent: 'Claude Code', steps: 18 },
  presets: {
    balanced: stalledAt(17),
    'progress-detector': { ...quiet, verdicts: { stalled: firing('stalled', 18) } },
    'stuck-heuristics': quiet,
    'group-loops': quiet,
    patterns: { ...quiet, verdicts: { stalled: firing('stalled', 14) } },
  },
  ...more,
});

const changed = thresholds({
  'balanced.sameResult': {
    user: 6,
    workspace: 5,
    inForce: 5,
    origin: 'workspace',
    others: [
      { agent: 'Claude Code', value: 7, origin: 'learned' },
      { agent: 'Codex', value: 3, origin: 'agent' },
    ],
  },
  'balanced.sameError': { user: 3, inForce: 3, origin: 'user' },
});

export const panelStates: Record<string, () => PanelFixture> = {
  panel: () => ({ state: panelState({ thresholds: changed }), answer: answer() }),
  'panel-editing': () => ({
    state: panelState(),
    typed: { key: 'balanced.sameResult', text: '3' },
    answer: answer({
      edited: { draft: { key: 'balanced.sameResult', value: 3 }, result: stalledAt(12) },
    }),
  }),
  'panel-wrong': () => ({
    state: panelState(),
    typed: { key: 'balanced.sameResult', text: '900' },
    answer: answer({
      basis: {
        kind: 'recorded',
        agent: 'Codex',
        file: 'rollout-2026-11-20.jsonl',
        steps: 240,
        covers: { part: 'first', count: 200_000 },
      },
    }),
  }),
  'panel-agent': () => ({
    state: panelState({
      agent: 'claude-code',
      thresholds: thresholds({
        'balanced.sameResult': { inForce: 5, origin: 'learned' },
        'balanced.idleSteps': { user: 12, inForce: 12, origin: 'agent' },
      }),
    }),
    answer: answer({ presets: { balanced: quiet } }),
  }),
  'panel-empty': () => ({
    state: panelState({
      hasWorkspace: false,
      preset: { inForce: 'group-loops', user: 'group-loops' },
    }),
    notice: { type: 'notice', text: 'notice.reset.many', params: { count: 3 }, undo: true },
  }),
};

export const field = (page: Page, key: ThresholdKey) =>
  page.locator(`.row[data-key="${key}"] vscode-text-field input`);

/** Posts a fixture and waits until it is drawn. */
export async function showPanel(
  page: Page,
  { state, answer: told, notice, typed }: PanelFixture,
): Promise<void> {
  await post(page, { type: 'state', state });
  await post(page, { type: 'what-if', answer: told });
  if (notice !== undefined) {
    await post(page, notice);
  }
  await drawn(page);
  if (typed !== undefined) {
    await field(page, typed.key).fill(typed.text);
    await post(page, { type: 'what-if', answer: told });
  }
  await drawn(page);
}
