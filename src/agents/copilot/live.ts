/** Copilot CLI: hooks steer it; its event logs suffice to observe it. Only the logs have call ids. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { copilotFormat } from './events-log.js';
import { isOwnPayload, readHook, readPrompt } from './payload.js';
import { answerPluginPrompt } from '../install/plugin-answer.js';

/** The log is written every 100 ms, and only it tells which calls are one response: an order refuses responses, not calls. */
const LOG_LAG_MS = 400;
/** On a busy machine it takes longer: while calls are denied nothing is missed. */
const DENIED_LAG_MS = 2000;
/** That the provider's filter refused the answer is logged after the hook at the turn's end. */
const END_LAG_MS = 800;

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => copilotFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    prompts: { read: readPrompt, answer: answerPluginPrompt, resumesAllowed: true },
  },
  createMerge: () =>
    new LiveMerge({
      unnamedCalls: true,
      wholeResults: true,
      holdMs: LOG_LAG_MS,
      deniedMs: DENIED_LAG_MS,
      endHoldMs: END_LAG_MS,
    }),
};
