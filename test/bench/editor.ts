/** The extension in the real VS Code: activation, the time to answer the first and later hooks, and the processes it starts while idle. */
import { fork, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT_CONFIG } from '../../src/agents/install/hook-names.js';
import { makeProfile } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import { openEditor, type Programs } from '../start/editor.js';
import { openLink } from '../start/link.js';
import { agentHookRows, promptHookRows } from './agent-hooks.js';
import { clientArgs, payloads, roundTrips, runs, targetOf, type Target } from './hooks.js';
import { processorTime, type ProcessorTime } from './processor-time.js';
import { median, quantile, type Row } from './row.js';
import { viewLagRows } from './view-lag.js';

const STARTS = 3;
const IDLE_MS = 8000;
const HOOK_STEPS = 300;
const WARM_STEPS = 200;
/** Between two hooks: still far faster than any agent. */
const PAUSE_MS = 20;
const CLIENT_CALLS = 40;
/** Our part of a hook's round trip may take so long at p99. */
const MOST_MS = 10;

export async function editorRows(
  programs: Programs,
  chromium: () => Promise<string>,
): Promise<Row[]> {
  const ending = new AbortController();
  const cleanUp: (() => Promise<void> | void)[] = [];
  try {
    const profile = makeProfile({
      'chat.disableAIFeatures': true,
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
    });
    cleanUp.push(() => profile.dispose());
    const folder = profile.repository('work');
    // git traces every one of its processes itself: even the shortest is counted
    const trace = join(profile.root, 'git-trace');
    fs.mkdirSync(trace);
    fs.appendFileSync(join(profile.home, '.gitconfig'), `[trace2]\n\teventTarget = ${trace}\n`);
    const link = await openLink();
    cleanUp.push(() => link.close());
    const editor = await openEditor({
      programs,
      profile,
      folder,
      env: { ...profile.env, TURNWATCH_SAMPLE_LINK: link.url },
    });
    cleanUp.push(() => editor.close());
    const page = await editor.drive(chromium);
    const bridge = join(profile.userData, 'User/globalStorage/turnwatch.turnwatch/bridge');
    const activations = (): number[] => logTimes(profile.userData, /activated in ([\d.]+) ms/g);
    for (let start = 1; start <= STARTS; start += 1) {
      if (start > 1) {
        await page.reload();
      }
      await link.waitFor(() => true, 60_000, ending.signal);
      await untilDeadline(120_000, () =>
        activations().length >= start
          ? Promise.resolve()
          : Promise.reject(new Error(`${activations().length} activations in the log`)),
      ).catch(() => undefined);
    }
    await untilDeadline(120_000, () =>
      fs.existsSync(join(bridge, CLIENT_CONFIG))
        ? Promise.resolve()
        : Promise.reject(new Error('the bridge is not up')),
    );

    link.rest();
    await sleep(6000); // start-up is over; a reloaded page's host lives on for a while
    const before = ourGits(trace);
    await sleep(IDLE_MS);
    const idle = ourGits(trace) - before;

    const target = targetOf(bridge);
    const empty = await emptyServer();
    cleanUp.push(() => {
      empty.child.kill();
    });
    const loads = (): number[] => logTimes(profile.userData, /loaded the watcher in ([\d.]+) ms/g);
    const loadedBefore = loads().length;
    const [first] = await roundTrips(target, payloads(folder, 'bench-first', 0));
    await untilDeadline(120_000, () =>
      loads().length > 0 ? Promise.resolve() : Promise.reject(new Error('not in the log yet')),
    ).catch(() => undefined);
    const loaded = loads();
    await roundTrips(target, payloads(folder, 'bench-warm', WARM_STEPS));
    await roundTrips(
      { ...empty, headers: target.headers },
      payloads(folder, 'bench-warm', WARM_STEPS),
    );
    const bodies = payloads(folder, 'bench-round', HOOK_STEPS);
    const ours: Trip[] = [];
    const theirs: Trip[] = [];
    for (const body of bodies) {
      // in turns, so that load affects both alike: also what the window does after a hook
      ours.push(await trip(target, body, link.host));
      theirs.push(await trip({ ...empty, headers: target.headers }, body, empty.child.pid));
    }
    const busy = ourGits(trace) - before - idle;

    const inputs = payloads(folder, 'bench-client', CLIENT_CALLS / 2).slice(0, CLIENT_CALLS);
    const client = await runs(...clientArgs(bridge), inputs);
    const nothing = await runs('/bin/true', [], inputs);
    const shell = await runs('/bin/sh', ['-c', 'true'], inputs);
    const curl = await runs(
      '/bin/sh',
      ['-c', `curl -qs --data-binary @- ${empty.url.href} >/dev/null`],
      inputs,
    );

    const place = {
      bridge,
      folder,
      home: profile.home,
      files: join(profile.root, 'hooks'),
      said: (what: RegExp) => logged(profile.userData, what),
    };
    const perCall = [...(await agentHookRows(place)), ...(await promptHookRows(place))];

    const lag = await viewLagRows(page, target, { folder, home: profile.home });

    const times = activations();
    const [our, their] = [msOf(ours), msOf(theirs)];
    const besides = (share: number): { what: string; value: number } => ({
      what: 'an empty HTTP server',
      value: quantile(their, share),
    });
    return [
      {
        what: 'Activation, our own time',
        limit: 50,
        value: times.length > 0 ? median(times) : undefined,
        unit: 'ms',
        note:
          times.length > 0
            ? `median of ${times.map((time) => time.toFixed(1)).join(', ')}`
            : 'this VS Code keeps no log files',
      },
      loadedBefore === 0 && loaded.length === 1
        ? {
            what: 'The first hook of a window',
            value: first,
            unit: 'ms',
            note: `what watches sessions is loaded meanwhile, ${loaded[0]?.toFixed(1) ?? '?'} ms of it`,
          }
        : {
            what: 'The first hook of a window',
            value: undefined,
            unit: 'ms',
            note: `what watches sessions was loaded ${loadedBefore} times before it, ${loaded.length} times after it`,
          },
      {
        what: 'Hook round trip in VS Code, p50',
        value: median(our),
        unit: 'ms',
        beside: besides(0.5),
        note: `${our.length} hooks, one every ${PAUSE_MS} ms; before a call ${median(odd(our)).toFixed(1)} ms, after it ${median(odd(our.slice(1))).toFixed(1)} ms`,
      },
      {
        what: '  our part of it',
        limit: 2,
        value: median(our) - median(their),
        unit: 'ms',
        note: 'without what connection and HTTP alone take',
      },
      {
        what: 'Hook round trip in VS Code, p99',
        value: quantile(our, 0.99),
        unit: 'ms',
        beside: besides(0.99),
      },
      {
        what: '  our part of it',
        limit: MOST_MS,
        value: quantile(our, 0.99) - quantile(their, 0.99),
        unit: 'ms',
        note: `the same; ${consistsOf(ours, theirs)}`,
      },
      ...unhinderedRow(ours, theirs),
      {
        what: 'Hook client, a whole call',
        value: median(client),
        unit: 'ms',
        beside: { what: 'true', value: median(nothing) },
      },
      {
        what: '  sh alone',
        value: median(shell),
        unit: 'ms',
        beside: { what: 'true', value: median(nothing) },
      },
      {
        what: '  sh and curl to an empty HTTP server',
        value: median(curl),
        unit: 'ms',
        beside: { what: 'true', value: median(nothing) },
      },
      ...perCall,
      ...lag,
      {
        what: 'Child processes of ours while idle',
        limit: 0,
        value: busy > 0 ? idle : undefined,
        unit: '',
        note: `git’s own trace, ${IDLE_MS / 1000} s; ${busy} while the hooks came, at the ends of ${WARM_STEPS + HOOK_STEPS} steps`,
      },
    ];
  } finally {
    ending.abort();
    for (const step of cleanUp.reverse()) {
      await step();
    }
  }
}

interface Trip {
  ms: number;
  /** Of the server's main thread meanwhile; undefined where the system does not tell. */
  processor: ProcessorTime | undefined;
}

async function trip(target: Target, body: string, server: number | undefined): Promise<Trip> {
  const before = processorTime(server);
  const [ms = Number.NaN] = await roundTrips(target, [body]);
  const after = processorTime(server);
  await sleep(PAUSE_MS);
  return {
    ms,
    processor: before &&
      after && {
        computed: after.computed - before.computed,
        waited: after.waited - before.waited,
      },
  };
}

const msOf = (all: readonly Trip[]): number[] => all.map(({ ms }) => ms);

/** By the clock, without what the server's main thread waited for a processor: whatever else the machine does. */
function unhinderedRow(ours: readonly Trip[], theirs: readonly Trip[]): Row[] {
  const p99 = (all: readonly Trip[]): number =>
    quantile(
      all.flatMap(({ ms, processor }) =>
        processor === undefined ? [] : [Math.max(0, ms - processor.waited)],
      ),
      0.99,
    );
  const [our, their] = [p99(ours), p99(theirs)];
  return Number.isNaN(our)
    ? []
    : [
        {
          what: '  without waiting for a processor',
          limit: MOST_MS,
          value: our - their,
          unit: 'ms',
          note: `${our.toFixed(1)} ms, of an empty HTTP server ${their.toFixed(1)} ms`,
        },
      ];
}

/** What the times by the clock consist of. */
function consistsOf(ours: readonly Trip[], theirs: readonly Trip[]): string {
  const p99 = (all: readonly Trip[], of: keyof ProcessorTime): string =>
    quantile(
      all.flatMap(({ processor }) => (processor === undefined ? [] : [processor[of]])),
      0.99,
    ).toFixed(1);
  return ours.some(({ processor }) => processor !== undefined)
    ? `p99 of computing ${p99(ours, 'computed')} ms (empty server ${p99(theirs, 'computed')}), of waiting for a processor ${p99(ours, 'waited')} ms (empty server ${p99(theirs, 'waited')})`
    : 'how much of it is computing is not known here';
}

/** Every second value, from the second on. */
const odd = (values: readonly number[]): number[] => values.filter((_, at) => at % 2 === 1);

/** All matches of `what` (global) in our logs, of all windows so far. */
function logged(userData: string, what: RegExp): RegExpExecArray[] {
  const logs = join(userData, 'logs');
  if (!fs.existsSync(logs)) {
    return [];
  }
  return fs
    .readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((name) => /Turnwatch[^/\\]*\.log$/.test(name))
    .flatMap((name) => [...fs.readFileSync(join(logs, name), 'utf8').matchAll(what)]);
}

/** The times reported in our logs, of all windows so far. */
function logTimes(userData: string, said: RegExp): number[] {
  return logged(userData, said).map(([, ms]) => Number(ms));
}

/** Git processes started by us so far: only we pass the argument against optional locks. */
function ourGits(trace: string): number {
  return fs
    .readdirSync(trace)
    .filter((name) => fs.readFileSync(join(trace, name), 'utf8').includes('"--no-optional-locks"'))
    .length;
}

/** An HTTP server that answers nothing at once, in a process of its own as the extension host is one. */
async function emptyServer(): Promise<Target & { child: ChildProcess }> {
  const file = join('node_modules/.cache/turnwatch', `empty-server-${process.pid}.mjs`);
  fs.writeFileSync(
    file,
    `import { createServer } from 'node:http';
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200, { 'Content-Length': 0, Connection: 'close' }).end());
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
`,
  );
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await new Promise<number>((ready, failed) => {
    child.once('message', (value) => ready(Number(value))).once('error', failed);
  });
  return { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, child };
}
