/** What the thresholds panel's page sends, checked: it is not trusted. */
import { isObject } from '../../core/json.js';
import { isPreset, isThresholdKey, type ThresholdKey } from '../../core/thresholds/thresholds.js';
import type { Draft, FromPanel, Scope } from '../../protocol/thresholds.js';

/** Ids of agents are short words. */
const LONGEST_ID = 200;

/** Undefined for anything that is no message. Whether a value is within its bounds is judged where it is written. */
export function readFromPanel(message: unknown): FromPanel | undefined {
  if (!isObject(message)) {
    return undefined;
  }
  const { type } = message;
  const agent = agentOf(message['agent']);
  if (agent === null) {
    return undefined;
  }
  const scope = scopeOf(message['scope']);
  const key = keyOf(message['key']);
  switch (type) {
    case 'ready':
    case 'agent':
      return { type, agent };
    case 'set': {
      const { value } = message;
      if (scope === undefined || key === undefined) {
        return undefined;
      }
      if (value === undefined) {
        return { type, scope, agent, key };
      }
      return typeof value === 'number' ? { type, scope, agent, key, value } : undefined;
    }
    case 'preset': {
      const { preset } = message;
      if (scope === undefined) {
        return undefined;
      }
      if (preset === undefined) {
        return { type, scope };
      }
      return typeof preset === 'string' && isPreset(preset) ? { type, scope, preset } : undefined;
    }
    case 'reset-all':
      return scope === undefined ? undefined : { type, scope, agent };
    case 'forget':
      return agent === undefined || key === undefined ? undefined : { type, agent, key };
    case 'try':
      return message['draft'] === undefined ? { type } : withDraft(message['draft']);
    case 'undo':
    case 'open-settings':
      return { type };
    default:
      return undefined;
  }
}

function withDraft(value: unknown): FromPanel | undefined {
  const draft = draftOf(value);
  return draft === undefined ? undefined : { type: 'try', draft };
}

function draftOf(value: unknown): Draft | undefined {
  if (!isObject(value) || typeof value['value'] !== 'number') {
    return undefined;
  }
  const key = keyOf(value['key']);
  return key === undefined ? undefined : { key, value: value['value'] };
}

/** Null for what cannot be an id. */
function agentOf(value: unknown): string | undefined | null {
  if (value === undefined) {
    return undefined;
  }
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID ? value : null;
}

function scopeOf(value: unknown): Scope | undefined {
  return value === 'user' || value === 'workspace' ? value : undefined;
}

function keyOf(value: unknown): ThresholdKey | undefined {
  return typeof value === 'string' && isThresholdKey(value) ? value : undefined;
}
