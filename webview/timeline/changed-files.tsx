/** The files that changed with a step or outside of one: each leads to its changes, with the lines added and removed since HEAD. */
import { oneLine } from '../../src/core/escape-controls.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { Page } from '../page/page.js';

/** More are not listed: a checkout may change thousands. */
const MAX_FILES = 20;
const LONGEST = 400;

export function ChangedFiles({ page, row }: { page: Page; row: Row }) {
  const { texts } = page;
  const paths = listPaths(row).slice(0, MAX_FILES);
  if (paths.length === 0) {
    return null;
  }
  const known = page.findChanges(paths);
  return (
    <div class="changed">
      <p class="meta">{texts.get('label.changed')}</p>
      <ul>
        {paths.map((path) => {
          const lines = known.find((each) => each.path === path)?.lines;
          return (
            <li key={path} class="changed-file">
              <button
                type="button"
                class="path"
                title={texts.get('action.openChanges', { path: oneLine(path, LONGEST) })}
                onClick={() => {
                  page.openFile({ path, changes: true });
                }}
              >
                {oneLine(path, LONGEST)}
              </button>
              <span class="added">{lines && `+${texts.number(lines.added)}`}</span>
              <span class="removed">{lines && `−${texts.number(lines.removed)}`}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
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
