/** The agent as an icon: two letters in a box, its name for screen readers and as a tooltip. */
import { agentMark } from '../../src/core/view/shown-name.js';
import { oneLine } from '../../src/core/escape-controls.js';

export function AgentMark({ agentName }: { agentName: string }) {
  const name = oneLine(agentName, 60);
  return (
    <span class="agent-mark" role="img" aria-label={name} title={name}>
      {agentMark(agentName)}
    </span>
  );
}
