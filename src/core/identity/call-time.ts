/** How long a tool call may run: by what it is and by its own timeout. */
import type { JsonObject } from '../events.js';
import { runNature, type RunNature } from './command/waiting-program.js';
import type { ToolUse } from './tool/call-nature.js';
import { findCommand } from './tool/tool.js';

/** `delegates`: a sub-agent works on it. */
export type CallPace = RunNature | 'delegates';

/**
 * Tools that an agent answers itself in moments: one that stays open waits for its permission or its answer, even if nobody
 * says so.
 */
export function measurePace({ class: kind, input }: ToolUse): CallPace {
  switch (kind) {
    case 'read':
    case 'search':
    case 'edit':
    case 'write':
    case 'todo':
    case 'ask':
      return 'quick';
    case 'task':
      return 'delegates';
    case 'shell':
    case 'test': {
      const command = findCommand(input);
      return command === undefined ? 'runs' : runNature(command);
    }
    case 'poll':
    case 'web':
    case 'other':
      return 'runs';
  }
}

/** The call's own timeout in milliseconds; undefined if it names none. */
export function ownTimeout(input: JsonObject): number | undefined {
  const own = input['timeout_ms'] ?? input['timeout'];
  if (typeof own !== 'number' || own <= 0) {
    return undefined;
  }
  // some agents give seconds; their timeouts are below 1000
  return own < 1000 ? own * 1000 : own;
}
