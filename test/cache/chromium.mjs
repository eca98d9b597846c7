// Chromium: the one named by $CHROMIUM, else one on PATH, else the distribution's package where this user may install it.
// Tests need no more of it than its headless shell, which takes half of a whole browser's time: no window of its own is drawn.
import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { executable, onPath } from './programs.mjs';
import { Unavailable, report } from './store.mjs';

const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const packages = ['chromium-headless-shell', 'chromium'];
const application = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @returns {Promise<string>} the program, for Playwright's `executablePath` */
export async function chromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!executable(named)) {
      throw new Unavailable(`CHROMIUM names no program: ${named}`);
    }
    return named;
  }
  const browser = findBrowser();
  // who has a browser is not given another one, but for a machine that only builds
  const program = findShell() ?? (process.env.CI || !browser ? install() : undefined) ?? browser;
  if (!program) {
    throw new Unavailable(
      'no Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its program',
    );
  }
  return program;
}

/** @returns {string | undefined} undefined where this user may not, or the distribution has none */
function install() {
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!(isRoot || maySudo) || !onPath('apt-get')) {
    return undefined;
  }
  const began = Date.now();
  const apt = (...args) => {
    const [program, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
    const { status } = spawnSync(program, rest, {
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return status === 0;
  };
  const isInstalled =
    apt('update', '-q') &&
    packages.some((name) => apt('install', '-y', '-q', '--no-install-recommends', name));
  const installed = isInstalled ? (findShell() ?? findBrowser()) : undefined;
  if (installed) {
    report(
      'chromium',
      'of the distribution',
      bytes(installed),
      `${((Date.now() - began) / 1000).toFixed(1)} s`,
    );
  }
  return installed;
}

const findShell = () => shells.map(onPath).find(Boolean);
const findBrowser = () =>
  browsers.map(onPath).find(Boolean) ?? (executable(application) ? application : undefined);
/** The size of the program itself; its package holds more. */
function bytes(file) {
  return statSync(realpathSync(file)).size;
}
