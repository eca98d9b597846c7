/** Transcripts of VS Code's own agents: Copilot CLI's format with other tools, usually without a folder. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTextNow } from '../../../bounded-files.js';
import { isObject } from '../../../core/json.js';
import type { LogReader } from '../../agent.js';
import { openEventsLog } from '../events-log.js';
import { AGENT_ID } from './home.js';
import { classifyTool } from './tools.js';

/** It names a folder (bytes). */
const LARGEST = 64 * 1024;

export function openTranscript(file: string): LogReader {
  return openEventsLog(file, {
    agent: AGENT_ID,
    classifyTool: classifyTool,
    cwd: readFolder(file),
  });
}

/** VS Code records a workspace's folder beside its storage, unless the workspace has several. */
function readFolder(file: string): string | undefined {
  try {
    const workspace: unknown = JSON.parse(
      readTextNow(join(dirname(dirname(dirname(file))), 'workspace.json'), LARGEST),
    );
    const folder = isObject(workspace) ? workspace['folder'] : undefined;
    return typeof folder === 'string' && folder.startsWith('file:')
      ? fileURLToPath(folder)
      : undefined;
  } catch {
    return undefined;
  }
}
