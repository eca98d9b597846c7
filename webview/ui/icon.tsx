/** Small signs next to a text: line icons, an agent's letters, a branch. Decoration is hidden from screen readers. */
import { oneLine } from '../../src/core/escape-controls.js';
import { agentMark } from '../../src/core/view/words/shown-words.js';
import { iconPaths, type IconName } from './icons.js';
import type { Texts } from './texts.js';

export function Icon({ name, class: className = '' }: { name: IconName; class?: string }) {
  return (
    <svg
      class={`icon ${className}`.trimEnd()}
      viewBox="0 0 16 16"
      aria-hidden="true"
      data-icon={name}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** The agent as an icon: two letters in a box, its name for screen readers and as a tooltip. */
export function AgentMark({ agentName }: { agentName: string }) {
  const name = oneLine(agentName, 60);
  return (
    <span class="agent-mark" role="img" aria-label={name} title={name}>
      {agentMark(agentName)}
    </span>
  );
}

const LONGEST = 120;

/** The branch on which a session works, where there are several. Absent from the page otherwise. */
export function BranchName({ branch, texts }: { branch: string | undefined; texts: Texts }) {
  return (
    branch !== undefined && (
      <span class="branch" title={branchLabel(branch, texts)}>
        <Icon name="branch" />
        <span class="branch-name">{oneLine(branch, LONGEST)}</span>
      </span>
    )
  );
}

export function branchLabel(branch: string | undefined, texts: Texts): string | undefined {
  return branch === undefined
    ? undefined
    : texts.get('label.branch', { branch: oneLine(branch, LONGEST) });
}
