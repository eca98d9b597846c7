/** All faults, by what goes wrong. */
import { clientFiles } from './client-files.js';
import { clock } from './clock.js';
import { disk } from './disk.js';
import { editor } from './editor.js';
import type { Subject } from './harness/fault.js';
import { filePlaces } from './file-places.js';
import { load } from './load.js';
import { orderFiles } from './order-files.js';
import { recordings } from './recordings.js';
import { repositories } from './repositories.js';
import { requests } from './requests.js';
import { shownText } from './shown-text.js';
import { strangers } from './strangers.js';
import { uninstalling } from './uninstall.js';
import { windows } from './windows.js';

export const subjects: Readonly<Record<string, Subject>> = {
  Windows: windows,
  Strangers: strangers,
  Requests: requests,
  'Client files': clientFiles,
  'Order files': orderFiles,
  Disk: disk,
  'File places': filePlaces,
  Clock: clock,
  Load: load,
  Recordings: recordings,
  'Shown text': shownText,
  Repositories: repositories,
  Uninstalling: uninstalling,
  'VS Code': editor,
};
