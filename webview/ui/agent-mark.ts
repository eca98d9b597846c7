/** The agent as an icon: two letters in a box, its name for screen readers and as a tooltip. */
import { agentMark } from '../../src/core/view/shown-name.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { el, setAttribute, setText } from './dom.js';

export class AgentMark {
  readonly element = el('span', 'agent-mark');

  constructor() {
    this.element.setAttribute('role', 'img');
  }

  set(agentName: string): void {
    const name = oneLine(agentName, 60);
    setText(this.element, agentMark(agentName));
    setAttribute(this.element, 'aria-label', name);
    setAttribute(this.element, 'title', name);
  }
}
