/** What the host posts is checked before it is used: a broken message must not break the panel. */
import { isPreset, isThresholdKey } from '../../src/core/thresholds/thresholds.js';
import type { ToPanel } from '../../src/protocol/thresholds.js';

type Fields = Record<string, unknown>;

export function isToPanel(data: unknown): data is ToPanel {
  if (!isFields(data)) {
    return false;
  }
  switch (data['type']) {
    case 'texts':
      return (
        isString(data['locale']) &&
        isFields(data['texts']) &&
        Object.values(data['texts']).every(isString)
      );
    case 'state':
      return isState(data['state']);
    case 'what-if':
      return data['answer'] === undefined || isAnswer(data['answer']);
    case 'notice':
      return (
        isString(data['text']) &&
        typeof data['undo'] === 'boolean' &&
        (data['params'] === undefined || isFields(data['params']))
      );
    default:
      return false;
  }
}

function isState(value: unknown): boolean {
  return (
    isFields(value) &&
    isList(
      value['agents'],
      (each) => isFields(each) && isString(each['id']) && isString(each['name']),
    ) &&
    isFields(value['preset']) &&
    isString(value['preset']['inForce']) &&
    isPreset(value['preset']['inForce']) &&
    isList(value['thresholds'], isThreshold)
  );
}

function isThreshold(value: unknown): boolean {
  return (
    isFields(value) &&
    isString(value['key']) &&
    isThresholdKey(value['key']) &&
    typeof value['inForce'] === 'number' &&
    isString(value['origin']) &&
    isList(
      value['others'],
      (each) => isFields(each) && isString(each['agent']) && typeof each['value'] === 'number',
    )
  );
}

function isAnswer(value: unknown): boolean {
  return (
    isFields(value) &&
    isFields(value['basis']) &&
    isFields(value['presets']) &&
    Object.values(value['presets']).every(isWhatIf) &&
    (value['edited'] === undefined ||
      (isFields(value['edited']) &&
        isFields(value['edited']['draft']) &&
        isWhatIf(value['edited']['result'])))
  );
}

function isWhatIf(value: unknown): boolean {
  return isFields(value) && isFields(value['verdicts']) && isFields(value['byKey']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isList(value: unknown, of: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(of);
}
