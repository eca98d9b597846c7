/** A session of Continue's `cn` (`~/.continue/sessions/<session>.json`, one document, written near its exit) → events. It has no times. */
import type { DeniedBy } from '../../core/events.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, inputIn, listIn, nameIn, shortName, type Fields } from '../reading/fields.js';
import { nameOfFile } from '../reading/recorded-values.js';
import type { DocumentFormat } from '../reading/recording-format.js';
import { tokensIn } from '../reading/usage.js';

const AGENT_ID = 'continue';

export const continueFormat: DocumentFormat = {
  kind: 'document',
  id: AGENT_ID,
  recognises: (document) => {
    const { sessionId, history } = fieldsIn(document);
    const { message, contextItems } = fieldsIn(listIn(history)[0]);
    return (
      typeof sessionId === 'string' &&
      typeof fieldsIn(message)['role'] === 'string' &&
      Array.isArray(contextItems)
    );
  },
  read: (document, file) => {
    const { sessionId, workspaceDirectory, history } = fieldsIn(document);
    const session = shortName(sessionId) ?? nameOfFile(file, ['.json']);
    const collector = new EventCollector(session, AGENT_ID);
    const items = listIn(history);
    const model = items
      .map((item) => nameIn(fieldsIn(fieldsIn(item['message'])['usage'])['model']))
      .find((name) => name !== undefined);
    collector.start(
      undefined,
      nameIn(workspaceDirectory) ?? UNKNOWN_FOLDER,
      model === undefined ? {} : { model },
    );
    items.forEach((item, i) => readItem(collector, item, `${i + 1}`));
    collector.over();
    return { events: collector.drain(), skipped: [] };
  },
};

/** @param response stands in for an id, which no response has */
function readItem(collector: EventCollector, item: Fields, response: string): void {
  const message = fieldsIn(item['message']);
  const words = textIn(message['content']);
  if (message['role'] === 'user') {
    collector.turn(undefined, words);
  }
  if (message['role'] !== 'assistant') {
    return;
  }
  collector.message(undefined, response, words);
  const states = listIn(item['toolCallStates']);
  for (const state of states) {
    const { id, function: called } = fieldsIn(state['toolCall']);
    const { name, arguments: given } = fieldsIn(called);
    const [call, tool] = [nameIn(state['toolCallId']) ?? nameIn(id), nameIn(name)];
    if (call !== undefined && tool !== undefined) {
      const input = inputIn(state['parsedArgs'] ?? given);
      collector.call(undefined, { call, tool, input, response });
    }
  }
  for (const state of states) {
    readResult(collector, state);
  }
  const usage = fieldsIn(message['usage']);
  collector.usage(undefined, response, {
    input: tokensIn(usage['prompt_tokens']),
    cached: tokensIn(fieldsIn(usage['prompt_tokens_details'])['cached_tokens']),
    output: tokensIn(usage['completion_tokens']),
  });
}

/** How calls are over, and who denied them; others have no result. */
const ends: ReadonlyMap<unknown, { ok: boolean; deniedBy?: DeniedBy }> = new Map([
  ['done', { ok: true }],
  ['errored', { ok: false }],
  ['canceled', { ok: false, deniedBy: 'person' as const }],
]);
/** A file's content comes below its path. */
const heading = /^Content of [^\n]{1,4096}:\n/;

function readResult(collector: EventCollector, state: Fields): void {
  const call = nameIn(state['toolCallId']);
  const end = ends.get(state['status']);
  if (call === undefined || end === undefined || !collector.isOpen(call)) {
    return;
  }
  const output = listIn(state['output'])
    .map((part) => resultIn(part['content']))
    .join('\n')
    .replace(heading, '');
  collector.result(undefined, { call, ...end, output });
}
