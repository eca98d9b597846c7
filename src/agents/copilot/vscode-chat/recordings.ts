/** Recorded runs of VS Code's own agent: a transcript, which tells no outputs, a chat session or an export of its debug log, which do. */
import { basename, dirname } from 'node:path';
import { isObject } from '../../../core/json.js';
import { fieldsIn } from '../../reading/fields.js';
import type { RecordingFormat } from '../../reading/recording-format.js';
import { openChatSession } from './chat-log.js';
import { debugLogFormat } from './debug-log.js';
import { findFolder } from './workspace-folder.js';
import type { LogReader } from '../../agent.js';
import { openEventsLog } from '../events-log.js';
import { AGENT_ID } from './home.js';
import { classifyTool } from './tools.js';

export const vsCodeChatFormats: readonly RecordingFormat[] = [
  {
    kind: 'lines',
    id: 'copilot',
    recognises: (line) =>
      isObject(line) &&
      line['type'] === 'session.start' &&
      fieldsIn(line['data'])['vscodeVersion'] !== undefined,
    open: (file) => openTranscript(file, findFolder(dirname(dirname(dirname(file))))),
  },
  {
    kind: 'lines',
    id: 'copilot',
    recognises: (line) =>
      isObject(line) && line['kind'] === 0 && Array.isArray(fieldsIn(line['v'])['requests']),
    open: (file) => openChatSession(basename(file, '.jsonl'), findFolder(dirname(dirname(file)))),
  },
  debugLogFormat,
];

/** Transcripts of VS Code's own agents: Copilot CLI's format with other tools, usually without a folder. */
export function openTranscript(file: string, cwd: string | undefined): LogReader {
  return openEventsLog(file, { agent: AGENT_ID, classifyTool, cwd });
}
