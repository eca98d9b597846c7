// The VS Code to test in: the desktop program where it can be downloaded and shown, else code-server in headless Chromium.
//   TURNWATCH_VSCODE   download | code-server | the path of a VS Code program (default: the first of the first two that is available)
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from './chromium.mjs';
import { NEWEST, codeServer } from './code-server.mjs';
import { copilotChat } from './copilot-chat.mjs';
import { Unavailable, cacheFolder, entry } from './store.mjs';

/**
 * @param {{ window?: boolean, release?: import('./code-server.mjs').Release }} [options]
 *   `window: false`: without the Chromium that is code-server's window in tests; `release`: another than the newest
 * @returns {Promise<Record<string, string>>} the environment that tells test/host what to run
 */
export async function vscode({ window = true, release = NEWEST } = {}) {
  const wish = process.env.TURNWATCH_VSCODE ?? '';
  if (wish !== '' && wish !== 'download' && wish !== 'code-server') {
    if (!existsSync(wish)) {
      throw new Unavailable(`TURNWATCH_VSCODE names no program: ${wish}`);
    }
    if (release !== NEWEST) {
      throw new Unavailable(`TURNWATCH_VSCODE names another VS Code than ${release.vscode}`);
    }
    return { VSCODE_EXECUTABLE: wish, VSCODE_KIND: 'desktop' };
  }
  if (
    wish === 'download' ||
    (wish === '' && desktopIsThere(release)) ||
    (wish === '' && canShowDesktop() && (await downloadAnswers()))
  ) {
    return { VSCODE_EXECUTABLE: await desktop(release), VSCODE_KIND: 'desktop' };
  }
  const { node, server } = await codeServer(release);
  return {
    VSCODE_EXECUTABLE: fileURLToPath(new URL('../host/code-shim.mjs', import.meta.url)),
    VSCODE_KIND: 'code-server',
    CODE_SERVER_NODE: node,
    CODE_SERVER: server,
    NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'), // every window starts the same large programs
    ...(window ? { CHROMIUM: await chromium() } : {}),
    ...(window && release === NEWEST ? await ownAgent(release) : {}),
  };
}

/** Not there: its test says so. */
async function ownAgent(release) {
  try {
    return { COPILOT_CHAT: await copilotChat(release) };
  } catch (error) {
    if (error instanceof Unavailable) {
      return {};
    }
    throw error;
  }
}

const desktopName = 'vscode-desktop';
const desktopIsThere = ({ vscode: version }) =>
  canShowDesktop() &&
  existsSync(join(cacheFolder(), `${desktopName}-${version}`, 'installed.json'));

/** A window needs a display; only Linux machines lack one. */
export function canShowDesktop() {
  return (
    process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  );
}

async function downloadAnswers() {
  try {
    const answer = await fetch('https://update.code.visualstudio.com/api/releases/stable', {
      method: 'HEAD',
      signal: AbortSignal.timeout(4000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

async function desktop({ vscode: version }) {
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  const download = (cachePath) => downloadAndUnzipVSCode({ version, cachePath });
  const folder = await entry({
    name: desktopName,
    version,
    fill: async (work) => {
      await download(work);
    },
  });
  if (readdirSync(folder).length < 2) {
    throw new Error(`the download of VS Code ${version} left nothing in ${folder}`);
  }
  return download(folder); // there already: answers with the program's path
}
