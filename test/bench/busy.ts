/** Hooks while their session's log grows by 100 MB at once, in a window without VS Code. */
import { appendFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusyWindow } from '../unit/support/busy-window.js';
import { quantile, type Row } from './row.js';

const APPENDED = 100 * 1024 * 1024;
const HOOKS = 200;
/** Between two hooks: still far faster than any agent. */
const PAUSE_MS = 10;

/** Milliseconds of processor time so far: unlike wall time, it does not count what else the machine does. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function busyRows(): Promise<Row[]> {
  const window = await BusyWindow.open();
  try {
    await writeFile(window.log, '');
    await window.hook();
    const text = window.lines(APPENDED);
    const calls = text.split('"tool_use"').length - 1;
    await appendFile(window.log, text);
    const wall: number[] = [];
    const worked: number[] = [];
    for (let n = 0; n < HOOKS; n += 1) {
      const [began, workedBefore] = [performance.now(), cpu()];
      await window.hook();
      wall.push(performance.now() - began);
      worked.push(cpu() - workedBefore);
      await sleep(PAUSE_MS);
    }
    const hasEnded = window.results >= calls;
    const row = (what: string, share: number, more: Partial<Row>): Row => ({
      what,
      value: hasEnded ? undefined : quantile(wall, share),
      unit: 'ms',
      ...more,
      note: hasEnded
        ? 'the log was read before the hooks had come'
        : `${quantile(worked, share).toFixed(1)} ms of processor time${more.note ?? ''}`,
    });
    const share = Math.round((window.results / calls) * 100);
    return [
      row('Hook round trip while 100 MB of log are read, p50', 0.5, {
        note: `; ${HOOKS} hooks, the client’s part as well; ${share} % of the log was read meanwhile`,
      }),
      row('  p99', 0.99, { limit: 50 }),
    ];
  } finally {
    await window.close();
  }
}

process.stdout.write(JSON.stringify(await busyRows()));
