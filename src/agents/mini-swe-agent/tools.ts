/** mini-swe-agent has one tool; what its harness rejected for its format is kept apart. */
import type { ToolClass } from '../../core/events.js';
import { REJECTED_RESPONSE } from '../reading/event-collector.js';

export function classOf(tool: string): ToolClass | undefined {
  if (tool === 'bash') {
    return 'shell';
  }
  return tool === REJECTED_RESPONSE ? 'other' : undefined;
}
