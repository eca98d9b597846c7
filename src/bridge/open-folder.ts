/** Whether a window has a folder open, as its file says. */
import { contains } from '../core/paths.js';
import { isListening } from './ask-window.js';
import { registeredWindows } from './window-files.js';
import { realFolderKey } from './windows.js';

/** `dir`: the folder that all windows share. It is only read. A terminal that watches the folder is no window that has it open. */
export async function isOpenInWindow(dir: string, folder: string): Promise<boolean> {
  const key = await realFolderKey(folder);
  for (const { folders, door } of await registeredWindows(dir)) {
    if (folders.some((each) => contains(each, key)) && (await isListening(door))) {
      return true;
    }
  }
  return false;
}
