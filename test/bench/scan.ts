/** The logs of 300 sessions, judged in a thread of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scanLogs } from '../../src/scan/scan-logs.js';
import { transcript } from '../host/harness/transcript.js';
import type { Row } from './row.js';

const SESSIONS = 300;
/** In each session. */
const STEPS = 100;

async function scanRows(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'turnwatch-bench-scan-'));
  try {
    const folder = join(home, '.claude', 'projects', '-work');
    mkdirSync(folder, { recursive: true });
    let bytes = 0;
    for (let n = 0; n < SESSIONS; n += 1) {
      const turn = { session: `s${n}`, cwd: '/work', prompt: 'Do it', steps: STEPS, ended: true };
      const text = transcript(turn);
      bytes += text.length;
      writeFileSync(join(folder, `${n}.jsonl`), text);
    }
    const began = performance.now();
    const { turns } = await scanLogs({
      script: pathToFileURL(resolve('dist/scan-thread.js')),
      surroundings: () => ({ env: {}, home, platform: process.platform }),
      since: 0,
    });
    const seconds = (performance.now() - began) / 1000;
    return [
      {
        what: `Logs of ${SESSIONS} sessions judged`,
        limit: 60,
        value: turns.length === SESSIONS ? seconds : undefined,
        unit: 's',
        note: `${STEPS} steps each, ${Math.round(bytes / 1e6)} MB, in a thread of its own`,
      },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

console.log(JSON.stringify(await scanRows()));
