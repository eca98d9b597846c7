// Runs the agents' tests with the newest versions that npm has, and prints what broke. The pinned versions stay as they are.
//   node test/newest.mjs [-g PATTERN]   PATTERN: only these tests, as for test/run.mjs
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { newestVersions, saidVersion, withVersions } from './cache/agents.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string', short: 'g' } } });
const all = await newestVersions();
const known = all.filter(({ newest }) => newest !== undefined);
Object.assign(
  process.env,
  withVersions(Object.fromEntries(known.map(({ id, newest }) => [id, newest]))),
);
// npm may have a version whose program for this platform is missing, or is of another version
const ran = new Map();
for (const { id, name, from, pinned, newest, announced } of all) {
  if (newest === undefined) {
    console.log(`${name}: pinned ${pinned}, newest unknown: npm does not tell`);
    continue;
  }
  ran.set(id, await saidVersion(id));
  const missing = announced === undefined ? '' : `; ${announced} has no program for this platform`;
  console.log(
    `${name}: pinned ${pinned}, newest ${newest} (${from}${missing}), runs ${ran.get(id)}`,
  );
}
if (known.length === 0) {
  process.exit(1);
}

const suites = ['headless', 'agents'];
const lines = await runTests();
const ends = suites.map((suite) => lines.find((line) => line.startsWith(`=== ${suite}: `)));
if (ends.every((line) => line?.includes(': 0 passed, 0 failed'))) {
  console.log('\nNo test was run.');
  process.exit(1);
}
const failures = reported(lines, /^FAILED, (?:headless|agents): (.*)$/);
const passed = passedTitles(lines);
const skipped = reported(lines, /^ {2}skipped: (.*)$/);
console.log('\nWith the newest versions:');
for (const agent of known) {
  const { id, name, pinned, newest } = agent;
  const [broke, left, went] = [failures, skipped, passed].map((titles) =>
    titles.filter((title) => agentOf(title) === agent),
  );
  const fine = went.length === 0 ? 'no test was run' : `nothing broke, ${went.length} passed`;
  const outcome =
    broke.length > 0 ? `${broke.length} broke` : left.length > 0 ? 'some not run' : fine;
  const other = ran.get(id) === newest ? '' : `, ran ${ran.get(id)}`;
  console.log(`${name}: pinned ${pinned}, newest ${newest}${other}: ${outcome}`);
  for (const title of [...broke, ...left]) {
    console.log(`  ${title}`);
  }
}
const others = failures.filter((title) => agentOf(title) === undefined);
if (others.length > 0) {
  console.log(`Elsewhere:\n  ${others.join('\n  ')}`);
}
const ended = ends.every((line) => line !== undefined);
if (!ended) {
  console.log('The tests did not run to their end.');
}
process.exitCode = failures.length > 0 || !ended ? 1 : 0;

/** The lines that these suites printed; all are shown while it runs. */
function runTests() {
  const child = spawn(
    process.execPath,
    ['test/run.mjs', 'build', ...suites, ...(values.grep === undefined ? [] : ['-g', values.grep])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    process.stdout.write(part);
    text += part;
  });
  return new Promise((done, failed) => {
    child.on('error', failed).on('close', () => done(text.split('\n')));
  });
}

function reported(lines, pattern) {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}

/** Each with the name of its suite, as failures are reported. */
function passedTitles(lines) {
  let suite = '';
  return lines.flatMap((line) => {
    const [, title] = /^ +✔ (.*?)(?: \(\d+ms\))?$/.exec(line) ?? [];
    suite = title === undefined ? (/^ {2}(\S.*)$/.exec(line)?.[1] ?? suite) : suite;
    return title === undefined ? [] : [`${suite} ${title}`];
  });
}

/** The agent that a test is about: what names none plays with Claude Code. Undefined for what the runner itself reports. */
function agentOf(title) {
  const isRunners = /^(?:ended with|left behind|skipped without|ran no test|not run)/.test(title);
  return (
    all.find(({ id, name }) => title.includes(name) || title.split(/[ ,:]+/).includes(id)) ??
    (isRunners ? undefined : all.find(({ id }) => id === 'claude-code'))
  );
}
