/** What can be done with a row from its menu, and the buttons that stand on the row under the pointer. */
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { RowAction } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { el, setAttribute, show } from '../ui/dom.js';
import { Icon, type IconName } from '../ui/icons.js';
import { fileOfRow, findSameStep } from './row-file.js';

export function runRowAction(action: RowAction, key: string, row: Row, page: Page): void {
  const file = fileOfRow(row);
  const call = row.kind === 'step' ? row.calls[0]?.call : undefined;
  switch (action) {
    case 'openFile':
    case 'openChanges':
      if (file !== undefined) {
        page.openFile({ ...file, changes: action === 'openChanges' });
      }
      break;
    case 'copyCommand':
    case 'copyResult':
      if (call !== undefined) {
        page.copyOfCall(call, action === 'copyCommand' ? 'command' : 'result');
      }
      break;
    case 'firstOccurrence': {
      const step = findSameStep(row);
      if (step !== undefined) {
        page.jumpToStep(step);
      }
      break;
    }
    case 'sameSteps':
      page.markSameSteps(key);
      break;
  }
}

/** For the pointer only: the menu and the opened row offer the same to the keyboard. */
export class HoverActions {
  readonly element = el('div', 'row-actions');
  private readonly open: HoverButton;
  private readonly copy: HoverButton;
  private target: { key: string; row: Row } | undefined;

  constructor(private readonly page: Page) {
    const run = (action: () => RowAction) => () => {
      if (this.target !== undefined) {
        runRowAction(action(), this.target.key, this.target.row, page);
      }
    };
    this.open = new HoverButton(run(() => (this.opensChanges ? 'openChanges' : 'openFile')));
    this.copy = new HoverButton(run(() => (this.isCommand ? 'copyCommand' : 'copyResult')));
    this.element.append(this.open.element, this.copy.element);
  }

  /** `place`: the row's element; nothing is shown for a row that offers nothing. */
  showOn(place: HTMLElement, key: string, row: Row): void {
    this.target = { key, row };
    const file = fileOfRow(row);
    const isStep = row.kind === 'step';
    if (file === undefined && !isStep) {
      this.element.remove();
      return;
    }
    this.open.set(
      this.opensChanges ? 'diff' : 'file',
      this.opensChanges ? 'action.rowChanges' : 'action.rowFile',
      this.page,
    );
    this.copy.set('copy', this.isCommand ? 'action.rowCommand' : 'action.copyResult', this.page);
    show(this.open.element, file !== undefined);
    show(this.copy.element, isStep);
    if (this.element.parentElement !== place) {
      place.append(this.element);
    }
  }

  private get opensChanges(): boolean {
    return this.target !== undefined && fileOfRow(this.target.row)?.changes === true;
  }

  private get isCommand(): boolean {
    const row = this.target?.row;
    const kind = row?.kind === 'step' ? row.calls[0]?.class : undefined;
    return kind === 'shell' || kind === 'test';
  }
}

class HoverButton {
  readonly element = el('button', 'row-action');
  private readonly icon = new Icon('file');

  constructor(run: () => void) {
    this.element.type = 'button';
    this.element.tabIndex = -1;
    this.element.addEventListener('click', run);
    this.element.append(this.icon.element);
  }

  set(iconName: IconName, name: PageTextId, { texts }: Page): void {
    this.icon.set(iconName);
    setAttribute(this.element, 'aria-label', texts.get(name));
    setAttribute(this.element, 'title', texts.get(name));
  }
}
