/** The branch on which a session works, where there are several. Absent from the page otherwise. */
import { oneLine } from '../../src/core/escape-controls.js';
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import { el, setAttribute, setText, show } from './dom.js';
import { icon } from './icons.js';
import type { Texts } from './texts.js';

const LONGEST = 120;

export class BranchName {
  readonly element = el('span', 'branch');
  private readonly name = el('span', 'branch-name');

  constructor() {
    this.element.append(icon('branch'), this.name);
  }

  update({ branch }: SessionSummary, texts: Texts): void {
    show(this.element, branch !== undefined);
    setText(this.name, branch === undefined ? '' : oneLine(branch, LONGEST));
    setAttribute(this.element, 'title', branchLabel(branch, texts));
  }
}

export function branchLabel(branch: string | undefined, texts: Texts): string | undefined {
  return branch === undefined
    ? undefined
    : texts.get('label.branch', { branch: oneLine(branch, LONGEST) });
}
