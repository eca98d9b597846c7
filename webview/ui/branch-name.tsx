/** The branch on which a session works, where there are several. Absent from the page otherwise. */
import { oneLine } from '../../src/core/escape-controls.js';
import { Icon } from './icon.js';
import type { Texts } from './texts.js';

const LONGEST = 120;

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
