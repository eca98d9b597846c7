/** What the host posts is checked before it is used: a broken message must not break the page. */
import type { Row, Snapshot } from '../../src/core/view/snapshot.js';
import type { ToPage } from '../../src/protocol/view.js';

type Fields = Record<string, unknown>;

export function isToPage(data: unknown): data is ToPage {
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
    case 'snapshot':
      return isSnapshot(data['snapshot']);
    case 'older':
      return (
        isString(data['session']) &&
        isNumber(data['before']) &&
        isList(data['rows'], isRow) &&
        isOptional(data['ended'], isString)
      );
    case 'details':
      return (
        isString(data['session']) &&
        isNumber(data['call']) &&
        typeof data['whole'] === 'boolean' &&
        isOptional(data['missing'], isString) &&
        isOptional(data['input'], isText) &&
        isOptional(data['output'], isText)
      );
    case 'lesson':
      return (
        isString(data['session']) &&
        isString(data['verdict']) &&
        isString(data['text']) &&
        (data['answer'] === 'false-alarm' || data['answer'] === 'really-stuck')
      );
    default:
      return false;
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return (
    isFields(value) &&
    isNumber(value['at']) &&
    isFields(value['link']) &&
    isFields(value['tally']) &&
    isList(value['sessions'], isSummary) &&
    (value['selected'] === undefined || isDetail(value['selected'])) &&
    isOptional(value['playback'], isPlayback)
  );
}

function isPlayback(value: unknown): boolean {
  return (
    isFields(value) &&
    isString(value['file']) &&
    isNumber(value['stop']) &&
    isNumber(value['lastStop']) &&
    isNumber(value['step']) &&
    isNumber(value['lastStep']) &&
    isList(
      value['verdicts'],
      (verdict) => isFields(verdict) && isNumber(verdict['stop']) && isString(verdict['level']),
    ) &&
    isList(value['progress'], isNumber)
  );
}

function isSummary(value: unknown): value is Fields {
  return (
    isFields(value) &&
    isString(value['session']) &&
    isString(value['agentName']) &&
    isString(value['state'])
  );
}

function isDetail(value: unknown): boolean {
  return (
    isSummary(value) &&
    isList(value['counters'], isCounter) &&
    isList(value['rows'], isRow) &&
    isNumber(value['olderRows']) &&
    isList(value['receipts'], isFields) &&
    isFields(value['metrics']) &&
    isFields(value['capabilities']) &&
    isOptional(value['waitingFor'], isMessage) &&
    isOptional(
      value['verdict'],
      (verdict) =>
        isFields(verdict) &&
        isMessage(verdict['what']) &&
        isList(verdict['calls'], isNumber) &&
        isExplanation(verdict['why']),
    ) &&
    isOptional(value['report'], isReport)
  );
}

function isReport(value: unknown): boolean {
  return (
    isFields(value) &&
    isMessage(value['reason']) &&
    isMessage(value['next']) &&
    isFields(value['metrics']) &&
    isList(value['history'], isFields)
  );
}

function isExplanation(value: unknown): boolean {
  return (
    isFields(value) &&
    isOptional(value['equal'], isMessage) &&
    isList(value['leftOut'], isMessage) &&
    isMessage(value['clears']) &&
    isOptional(
      value['limit'],
      (limit) =>
        isFields(limit) &&
        isMessage(limit['name']) &&
        isNumber(limit['value']) &&
        isMessage(limit['from']),
    )
  );
}

function isCounter(value: unknown): boolean {
  return (
    isFields(value) &&
    isString(value['id']) &&
    isMessage(value['label']) &&
    isNumber(value['value']) &&
    isNumber(value['limit'])
  );
}

function isRow(value: unknown): value is Row {
  if (!isFields(value)) {
    return false;
  }
  switch (value['kind']) {
    case 'prompt':
      return isNumber(value['turn']) && isString(value['text']);
    case 'message':
      return isString(value['text']);
    case 'step':
      return (
        isNumber(value['step']) &&
        isList(value['calls'], isCall) &&
        isOptional(value['note'], isMessage)
      );
    case 'workspace':
      return isMessage(value['what']) && isString(value['by']);
    case 'verdict':
      return (
        isMessage(value['what']) && isString(value['level']) && isList(value['calls'], isNumber)
      );
    case 'intervention':
      return isString(value['id']) && isString(value['rung']) && isString(value['state']);
    default:
      return false;
  }
}

function isText(value: unknown): boolean {
  return (
    isFields(value) &&
    isString(value['text']) &&
    isNumber(value['kept']) &&
    isNumber(value['length'])
  );
}

function isCall(value: unknown): boolean {
  return (
    isFields(value) &&
    isNumber(value['call']) &&
    isString(value['tool']) &&
    isString(value['title']) &&
    isString(value['outcome']) &&
    isString(value['input']) &&
    isString(value['output']) &&
    isOptional(value['path'], isString) &&
    isOptional(value['note'], isMessage)
  );
}

function isMessage(value: unknown): boolean {
  return isFields(value) && isString(value['id']) && isOptional(value['params'], isFields);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isList(value: unknown, of: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(of);
}

function isOptional(value: unknown, of: (value: unknown) => boolean): boolean {
  return value === undefined || of(value);
}
