/** Whether a window has a folder open, asked of the hub once. */
import { randomUUID } from 'node:crypto';
import { namedHub } from './hub/hub-file.js';
import { joinHub } from './hub/member.js';
import { checkHealth } from './proof.js';
import { tokenIn } from './state.js';
import { realFolderKey } from './hub/windows.js';

/** The hub tells it with its next beat (milliseconds). */
const ANSWER_MS = 2000;

/** `dir`: the folder that all windows share. It is only read. False where no window answers. */
export async function isOpenInWindow(dir: string, folder: string): Promise<boolean> {
  const [hub, token, key] = await Promise.all([
    namedHub(dir),
    tokenIn(dir).catch(() => undefined),
    realFolderKey(folder),
  ]);
  if (hub === undefined || token === undefined || (await checkHealth(hub.port, token)) !== 'ours') {
    return false;
  }
  let answer: (isOpen: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  const member = await joinHub(
    {
      state: { dir, port: hub.port, token },
      home: hub.home,
      // another terminal that watches the folder goes first
      self: { id: randomUUID(), folders: [], worktrees: [key], touchedAt: 0, terminal: true },
      handle: () => Promise.resolve(''),
      onElsewhere: (open) => answer(open.includes(key)),
      log: () => undefined,
      now: Date.now,
      limits: {},
    },
    { onQuiet: () => undefined, onClose: () => answer(false) },
  );
  if (typeof member === 'string') {
    return false;
  }
  const timer = setTimeout(() => answer(false), ANSWER_MS);
  const isOpen = await answered;
  clearTimeout(timer);
  await member.stop();
  return isOpen;
}
