/** The files that changed with a step or outside of one: each leads to its changes, with the lines added and removed since HEAD. */
import { oneLine } from '../../src/core/escape-controls.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { FileChange } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';

/** More are not listed: a checkout may change thousands. */
const MAX_FILES = 20;

interface FileView {
  readonly element: HTMLLIElement;
  link: HTMLButtonElement;
  added: HTMLElement;
  removed: HTMLElement;
  path: string;
}

export class ChangedFiles {
  readonly element = el('div', 'changed');
  private readonly label = el('p', 'meta');
  private readonly files: KeyedChildren<FileChange, FileView>;

  constructor(private readonly page: Page) {
    const list = el('ul');
    this.files = new KeyedChildren(
      list,
      ({ path }) => {
        const link = el('button', 'path');
        const [added, removed] = [el('span', 'added'), el('span', 'removed')];
        const view = {
          element: el('li', 'changed-file', link, added, removed),
          link,
          added,
          removed,
          path,
        };
        link.type = 'button';
        link.addEventListener('click', () => {
          page.openFile({ path: view.path, changes: true });
        });
        return view;
      },
      (view, { path, lines }) => {
        view.path = path;
        setText(view.link, oneLine(path, 400));
        setAttribute(
          view.link,
          'title',
          page.texts.get('action.openChanges', { path: oneLine(path, 400) }),
        );
        setText(view.added, lines === undefined ? '' : `+${page.texts.number(lines.added)}`);
        setText(view.removed, lines === undefined ? '' : `−${page.texts.number(lines.removed)}`);
      },
    );
    this.element.append(this.label, list);
  }

  update(row: Row): void {
    const { texts } = this.page;
    const paths = listPaths(row).slice(0, MAX_FILES);
    show(this.element, paths.length > 0);
    setText(this.label, texts.get('label.changed'));
    const known = paths.length === 0 ? [] : this.page.findChanges(paths);
    this.files.set(
      paths.map((path) => [path, known.find((each) => each.path === path) ?? { path }]),
    );
  }
}

function listPaths(row: Row): readonly string[] {
  switch (row.kind) {
    case 'step':
      return row.changed ?? [];
    case 'workspace':
      return row.paths ?? [];
    default:
      return [];
  }
}
