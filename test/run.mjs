// `npm test` runs what guards every change, in twelve minutes:  node test/run.mjs
// `npm run test:all` runs everything, before a release:          node test/run.mjs --all
// Suites that are named run whole:                               node test/run.mjs [lint|build|unit|view|headless|host|agents …] [-g PATTERN]
// Every suite runs, even after a failed one. Those that wait for an editor or a terminal run beside those that compute; at most one VS Code
// runs at a time, and one agent. Where everything runs, which takes long anyway, a single process runs beside the editor.
// All failures are repeated at the end, where the tail of a long log shows them. The last line is the sum: "N passed, N failed, N skipped".
// Where a busy machine may let a program, an editor, a browser or an agent be late, a file of which a few tests fail is run once more. A
// test that passed at one of the two attempts counts as passed, and is named at the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Unavailable } from './cache/store.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'turnwatch-run-'));
const bin = (name, file) => join(root, 'node_modules', name, file);
const node = (...args) => [process.execPath, ...args];
const mocha = (files, seconds) =>
  node(
    bin('mocha', 'bin/mocha.js'),
    '--forbid-only',
    '--exit', // a server that a test forgot would keep the process, and with it the whole run
    '--reporter',
    'out/reporter.js',
    '--timeout',
    String(seconds * 1000),
    ...grep(),
    ...files,
  );

/** Files with tests that only `npm run test:all` runs: what they guard changes seldom, or another test guards it, too. */
const onlyInAll = {
  view: ['keyboard', 'keyboard-acts', 'timing'],
  headless: ['silent-end'],
  host: [
    'frozen',
    'limited',
    'own-chat',
    'reload',
    'reload-steering',
    'restricted',
    'runner',
    'stranger',
    'taken-reins',
    'windows',
  ],
  // each agent's smoke, without VS Code, is in `headless`; Claude Code's in VS Code in `stall`
  agents: [
    'caps',
    'cline',
    'clicks',
    'codex',
    'compaction',
    'copilot',
    'droid',
    'endpoint',
    'fail-open',
    'gemini-cli',
    'glance',
    'grok',
    'harness',
    'killed',
    'kilo',
    'kimi',
    'modes',
    'opencode',
    'pi',
    'plugin-prompts',
    'prompts',
    'qwen-code',
    'relay',
    'resume',
    'scan',
    'send-back',
    'start',
    'states',
    'strangers',
    'waiting',
    'way-back',
  ],
};

const suites = [
  {
    name: 'lint',
    lane: 'terminal', // the shortest
    minutes: 25, // two on a quiet machine
    run: (s) =>
      check(
        s,
        node(bin('oxlint', 'bin/oxlint'), '--type-aware', '--type-check'),
        node(bin('eslint', 'bin/eslint.js'), '.'),
        node(bin('oxfmt', 'bin/oxfmt'), '--check'),
        node(bin('knip', 'bin/knip.js'), '--treat-config-hints-as-errors'),
      ),
  },
  {
    name: 'build',
    minutes: 10,
    run: async (s) => ((await building) ? passed() : failed(s, 'it failed')),
  },
  // for each process, eight on a quiet machine
  { name: 'unit', minutes: 40, needsBuild: true, twice: true, run: unit },
  {
    name: 'view',
    minutes: 20, // for each half
    twice: true,
    needsBuild: true,
    run: (s) =>
      inHalves(s, async () => ({
        CHROMIUM: await (await import('./cache/chromium.mjs')).chromium(),
      })),
  },
  {
    name: 'headless',
    minutes: 20, // for each file
    lane: 'terminal',
    needsBuild: true,
    twice: true,
    run: (s) => fileByFile(s, async () => (await import('./cache/agents.mjs')).agentEnvironment()),
  },
  { name: 'host', minutes: 30, lane: 'editor', needsBuild: true, twice: true, run: host },
  {
    name: 'agents',
    minutes: 20, // for each file
    lane: 'editor',
    needsBuild: true,
    twice: true,
    run: (s) =>
      fileByFile(s, async () => ({
        ...(await (await import('./cache/vscode.mjs')).vscode()),
        ...(await (await import('./cache/agents.mjs')).agentEnvironment()),
      })),
  },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', short: 'g' }, all: { type: 'boolean' } },
});
const isShort = positionals.length === 0 && values.all !== true;
/** Two lanes, of one process each: on two cores, an hour with more of them makes editors and agents late. */
const isCalm = values.all === true;
const unknown = positionals.filter((name) => !suites.some((s) => s.name === name));
if (unknown.length > 0) {
  console.error(
    `no suite is named ${unknown.join(', ')}; there are ${suites.map((s) => s.name).join(', ')}`,
  );
  process.exit(2);
}
function grep() {
  return values.grep === undefined ? [] : ['--grep', values.grep];
}

const sum = { passed: 0, failed: 0, skipped: 0 };
const failures = []; // texts, each with the name of its suite
const passedOnce = []; // texts, each with the name of its suite
const MOST_TWICE = 3; // failures of a file that is run once more: with more of them, something is wrong
let leftForAll = 0; // tests
const fileTimes = []; // how long each test file took, with the name of its suite
const processes = new Map(); // by suite, those at work, each with a group of its own
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    void Promise.all([...processes.keys()].map(endLeftovers)).then(() => {
      rmSync(scratch, { recursive: true, force: true });
      process.exit(130);
    });
  });
}

process.chdir(root);
const began = Date.now();
const chosen = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const building = buildFirst();
const laneOf = ({ lane }) => (isCalm && lane !== 'editor' ? 'any' : lane);
await Promise.all(
  [...new Set(suites.map(laneOf))].map((each) =>
    inOrder(chosen.filter((suite) => laneOf(suite) === each)),
  ),
);
rmSync(scratch, { recursive: true, force: true });
for (const each of failures) {
  console.log(`\nFAILED, ${each}`);
}
for (const each of passedOnce) {
  console.log(`\nPassed at one of two attempts, ${each}`);
}
if (isShort) {
  const files = Object.values(onlyInAll).flat().length;
  console.log(
    `\nnpm run test:all runs ${files} test files more, and ${leftForAll} tests more of these files`,
  );
}
tellTimes();
console.log(`\n${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(line(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;

async function inOrder(some) {
  for (const suite of some) {
    const began = Date.now();
    const isReady = suite.needsBuild !== true || (await building);
    const counts = isReady ? await suite.run(suite) : failed(suite, 'not run: the build failed');
    const left = await endLeftovers(suite);
    if (left.length > 0) {
      add(counts, failed(suite, `left behind and ended: ${left.join(', ')}`));
    }
    add(sum, counts);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`\n=== ${suite.name}: ${line(counts)} (${seconds} s)`);
  }
}

// --- the kinds of suites ---------------------------------------------------------------------------------------------

/** Commands that do not wait for each other. */
async function check(suite, ...commands) {
  const codes = await Promise.all(
    commands.map((command) => run(suite, command, {}, suite.minutes)),
  );
  for (const [at, code] of codes.entries()) {
    if (code !== 0) {
      return failed(suite, `${basename(commands[at][1])} ended with ${code}`);
    }
  }
  return passed();
}

/** Files that start programs wait for these, mostly: they run beside the others, which compute. */
async function unit(suite) {
  const files = testFiles(suite, 'out/unit');
  const starters = files.filter(startsPrograms);
  const computing = files.filter((file) => !starters.includes(file));
  if (starters.length === 0 || computing.length === 0) {
    return failed(suite, 'has no test files');
  }
  const jobs = [computing, ...starters.map((file) => [file])].map(
    (part) => () => mochaBeside(suite, part),
  );
  return atATime(2, jobs);
}

/** Two processes at a time, each with half of the files and one browser. */
function inHalves(suite, needs) {
  return inProcesses(suite, 2, needs, (files) =>
    [0, 1].map((half) => files.filter((_, i) => i % 2 === half)),
  );
}

/** One process after the other, each with a file. */
function fileByFile(suite, needs) {
  return inProcesses(suite, 1, needs, (files) => files.map((file) => [file]));
}

/** `needs` provides the environment or says why it cannot. */
async function inProcesses(suite, lanes, needs, divide) {
  const files = testFiles(suite, `out/${suite.name}`);
  if (files.length === 0) {
    return failed(suite, 'has no test files');
  }
  const env = await provide(suite, needs, files.length);
  if ('skipped' in env) {
    return env;
  }
  return atATime(
    lanes,
    divide(files).map((part) => () => mochaBeside(suite, part, env)),
  );
}

/**
 * Runs the tests inside VS Code's extension host, in the newest and in an older VS Code, and those that open VS Code themselves in the
 * newest; of these, the older one has the packaged extension installed.
 */
async function host(suite) {
  const inside = readdirSync('out/host').filter((name) => name.endsWith('.test.js'));
  const outside = testFiles(suite, 'out/host/outside');
  if (inside.length === 0 || outside.length === 0) {
    return failed(suite, 'has no test files');
  }
  const { vscode } = await import('./cache/vscode.mjs');
  const { NEWEST, OLDER } = await import('./cache/code-server.mjs');
  const installed = outside.filter((file) => basename(file) === 'installed.test.js');
  const editors = await Promise.all(
    [
      {
        release: NEWEST,
        files: isShort ? outside.filter((file) => !installed.includes(file)) : outside,
        runsInside: true,
      },
      { release: OLDER, files: installed, runsInside: !isShort },
    ].map(async ({ release, files, runsInside }) => ({
      runsInside,
      where: `VS Code ${release.vscode}`,
      files,
      env: await provide(suite, () => vscode({ release }), inside.length + files.length),
    })),
  );
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const more = values.grep === undefined ? {} : { TURNWATCH_GREP: values.grep };
  const jobs = [];
  for (const { where, files, env, runsInside } of editors) {
    if ('skipped' in env) {
      add(counts, env);
      continue;
    }
    if (runsInside) {
      jobs.unshift(async () => {
        const results = await counted(
          suite,
          (file) =>
            run(
              suite,
              node('out/host/run.js'),
              { ...env, ...more, TURNWATCH_RESULTS: file },
              suite.minutes,
            ),
          `${where}: `,
        );
        console.log(`  inside ${where}: ${line(results)}`);
        return results;
      });
    }
    jobs.push(...files.map((file) => () => mochaBeside(suite, [file], env, `${where}: `)));
  }
  return add(counts, await atATime(1, jobs));
}

/** `lanes`: how many jobs run at the same time; they wait for programs more than they compute. @returns the sum of what the jobs counted */
async function atATime(lanes, jobs) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...jobs];
  const inTurns = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      add(counts, await job());
    }
  };
  await Promise.all(Array.from({ length: isCalm ? 1 : lanes }, inTurns));
  return counts;
}

function mochaBeside(suite, files, env = {}, where = '') {
  return counted(
    suite,
    (results) =>
      run(suite, mocha(files, 300), { ...env, TURNWATCH_RESULTS: results }, suite.minutes),
    where,
  );
}

async function provide(suite, needs, files) {
  try {
    return await needs();
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      return failed(suite, error instanceof Error ? error.stack : String(error));
    }
    console.log(`  skipped, ${files} test files: ${error.message}`);
    return { passed: 0, failed: 0, skipped: files };
  }
}

/** The counts from a run's results file, checked against its exit code, so that nothing passes silently. `where`: said with each failure. */
async function counted(suite, runWith, where = '') {
  const first = await attempt(runWith);
  const { code, results } = await secondAttempt(suite, first, runWith, where);
  if (results === undefined) {
    return failed(suite, `ended with ${code} before any test`);
  }
  const counts = { passed: results.passed, failed: results.failed, skipped: 0 };
  leftForAll += results.left;
  fileTimes.push(...results.files.map((each) => ({ suite: suite.name, ...each })));
  for (const { title, error } of results.failures) {
    failures.push(`${suite.name}: ${where}${title}\n${firstLines(error)}`);
  }
  for (const { title, reason } of results.skipped) {
    if (reason === undefined) {
      add(counts, failed(suite, `skipped without a reason: ${title}`));
      continue;
    }
    counts.skipped += 1;
    console.log(`  skipped: ${title}: ${reason}`);
  }
  if (!results.ended) {
    add(counts, failed(suite, `ended with ${code} in the middle of its tests`));
  } else if (counts.passed + counts.failed + counts.skipped === 0 && values.grep === undefined) {
    add(counts, failed(suite, 'ran no test'));
  } else if (code !== 0 && counts.failed === 0) {
    add(counts, failed(suite, `ended with ${code}`));
  }
  return counts;
}

async function attempt(runWith) {
  const file = join(mkdtempSync(join(scratch, 'results-')), 'results.json');
  const code = await runWith(file);
  return { code, results: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
}

/** @returns the first attempt, or a second one, in which only those tests count as failed that failed both times */
async function secondAttempt(suite, first, runWith, where) {
  const before = first.results?.failures ?? [];
  if (
    suite.twice !== true ||
    first.results?.ended !== true ||
    before.length === 0 ||
    before.length > MOST_TWICE
  ) {
    return first;
  }
  console.log(
    `  ${suite.name}: ${before.length} failed, once more: ${before.map(({ title }) => title).join(', ')}`,
  );
  const { code, results } = await attempt(runWith);
  const countRun = ({ passed, failures, skipped }) => passed + failures.length + skipped.length;
  // a hook that fails takes its tests with it
  if (
    results?.ended !== true ||
    results.failures.length > MOST_TWICE ||
    countRun(results) !== countRun(first.results)
  ) {
    return first;
  }
  const failedIn = (list, { title }) => list.some((each) => each.title === title);
  const both = results.failures.filter((each) => failedIn(before, each));
  const once = [...before, ...results.failures].filter((each) => !failedIn(both, each));
  passedOnce.push(
    ...once.map(({ title, error }) => `${suite.name}: ${where}${title}\n${firstLines(error)}`),
  );
  return {
    code: both.length === 0 ? 0 : code,
    results: {
      ...results,
      passed: results.passed + results.failures.length - both.length,
      failed: both.length,
      failures: both,
    },
  };
}

function firstLines(error) {
  return error.split('\n').slice(0, 20).join('\n');
}

/** What costs a run most, and all of it in a file beside the last build, to compare two runs. */
function tellTimes() {
  const sorted = fileTimes.sort((a, b) => b.ms - a.ms);
  if (sorted.length > 0) {
    const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);
    console.log('\nseconds, of these computed in the test’s own process:');
    for (const { suite: name, file, ms, computed } of sorted.slice(0, 25)) {
      console.log(`${seconds(ms)} ${seconds(computed)}  ${name}: ${file}`);
    }
    writeFileSync('out/times.json', `${JSON.stringify(sorted, undefined, 1)}\n`);
  }
}

// --- parts -----------------------------------------------------------------------------------------------------------

/** What suites need of the build. @returns whether it went well */
async function buildFirst() {
  if (!chosen.some(({ name, needsBuild }) => needsBuild === true || name === 'build')) {
    return true;
  }
  const suite = suites.find(({ name }) => name === 'build');
  return (await run(suite, node('esbuild.js', '--tests'), {}, suite.minutes)) === 0;
}

function testFiles(suite, folder) {
  if (!existsSync(folder)) {
    return [];
  }
  const left = isShort ? (onlyInAll[suite.name] ?? []) : [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.js') && !left.includes(basename(name, '.test.js')))
    .sort()
    .map((name) => join(folder, name));
}

/** Each such file has a Mocha process of its own: a large one takes ten times as long to start a program. */
function startsPrograms(file) {
  const text = readFileSync(file, 'utf8');
  const parts = [...text.matchAll(/^(?:import|\}).* ?"(\.\.?\/[^"]+\.js)";$/gm)].map(([, part]) =>
    readFileSync(join(dirname(file), part), 'utf8'),
  );
  return [text, ...parts].some((each) => each.includes('node:child_process'));
}

/** What it prints appears at its end. @returns the exit code, or the signal or time limit in words */
async function run(suite, [program, ...args], env, minutes) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      TURNWATCH_RUN: markOf(suite),
      ...(isShort && { TURNWATCH_TESTS: 'short' }),
    },
    detached: process.platform !== 'win32',
  });
  const running = processes.get(suite) ?? new Set();
  processes.set(suite, running.add(child));
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => printed.push(data));
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000).unref();
  }, minutes * 60_000);
  const closed = new Promise((done) => child.once('close', done));
  const how = await new Promise((done) =>
    child
      .once('error', (e) => done(e.message))
      .once('exit', (code, signal) => done(code ?? signal)),
  );
  clearTimeout(timer);
  // a program that it left behind may hold its output open
  await Promise.race([closed, new Promise((later) => setTimeout(later, 2000))]);
  process.stdout.write(Buffer.concat(printed));
  return late ? `its time limit of ${minutes} minutes` : how;
}

/** In the environment of every process of a suite, also of those that its own start. */
function markOf(suite) {
  return join(scratch, suite.name);
}

function signalGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    /* gone */
  }
}

/** Ends what a suite left running: its process groups and, on Linux, every process with its mark. @returns their commands */
async function endLeftovers(suite) {
  const running = processes.get(suite);
  if (running === undefined) {
    return [];
  }
  const marked = () =>
    process.platform !== 'linux'
      ? []
      : readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .flatMap((pid) => {
            try {
              if (
                !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(
                  `TURNWATCH_RUN=${markOf(suite)}\0`,
                )
              ) {
                return [];
              }
              return [
                {
                  pid: Number(pid),
                  command: readFileSync(`/proc/${pid}/cmdline`, 'utf8')
                    .replaceAll('\0', ' ')
                    .slice(0, 120),
                },
              ];
            } catch {
              return [];
            } // ended meanwhile, or another user's
          });
  // ending may take time on a busy machine; only forgotten processes stay
  for (let waited = 0; waited < 15_000 && marked().length > 0; waited += 100) {
    await new Promise((later) => setTimeout(later, 100));
  }
  const left = marked();
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    for (const child of running) {
      signalGroup(child, signal);
    }
    for (const { pid } of marked()) {
      try {
        process.kill(pid, signal);
      } catch {
        /* gone */
      }
    }
    if (left.length > 0) {
      await new Promise((later) => setTimeout(later, 2000));
    }
  }
  processes.delete(suite);
  return left.map((p) => p.command || String(p.pid));
}

function passed() {
  return { passed: 1, failed: 0, skipped: 0 };
}

function failed(suite, why) {
  console.log(`  FAILED, ${suite.name}: ${why}`);
  failures.push(`${suite.name}: ${why}`);
  return { passed: 0, failed: 1, skipped: 0 };
}
function add(to, more) {
  for (const key of ['passed', 'failed', 'skipped']) {
    to[key] += more[key];
  }
  return to;
}
function line(counts) {
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}
