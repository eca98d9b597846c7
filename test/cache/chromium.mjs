// Chromium: the one named by $CHROMIUM, else one on PATH, else the distribution's package where this user may install it.
import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { executable, onPath } from './programs.mjs';
import { Unavailable, report } from './store.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
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
  const there = find();
  if (there) {
    return there;
  }
  const sudo =
    process.getuid?.() === 0
      ? []
      : spawnSync('sudo', ['-n', 'true']).status === 0
        ? ['sudo', '-n']
        : undefined;
  const missing =
    'no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its program';
  if (!sudo || !onPath('apt-get')) {
    throw new Unavailable(missing);
  }
  const began = Date.now();
  try {
    const apt = (...args) => {
      const [program, ...rest] = [...sudo, 'apt-get', ...args];
      execFileSync(program, rest, {
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    };
    apt('update', '-q');
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium');
  } catch {
    throw new Unavailable(`${missing} (apt-get could not)`);
  }
  const installed = find();
  if (!installed) {
    throw new Unavailable(missing);
  }
  report(
    'chromium',
    'of the distribution',
    bytes(installed),
    `${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  return installed;
}

const find = () =>
  names.map(onPath).find(Boolean) ?? (executable(application) ? application : undefined);
/** The size of the program itself; its package holds more. */
function bytes(file) {
  return statSync(realpathSync(file)).size;
}
