/** Transcripts of VS Code's own agents: Copilot CLI's format with other tools, usually without a folder. */
import type { LogReader } from '../../agent.js';
import { openEventsLog } from '../events-log.js';
import { AGENT_ID } from './home.js';
import { classifyTool } from './tools.js';

export function openTranscript(file: string, cwd: string | undefined): LogReader {
  return openEventsLog(file, { agent: AGENT_ID, classifyTool, cwd });
}
