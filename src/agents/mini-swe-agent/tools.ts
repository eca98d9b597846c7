/** mini-swe-agent has one tool. Responses that its harness rejected for their format count as another. */
import type { ToolClass } from '../../core/events.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';

export function classifyTool(tool: string): ToolClass | undefined {
  if (tool === 'bash') {
    return 'shell';
  }
  return tool === REJECTED_RESPONSE ? 'other' : undefined;
}
