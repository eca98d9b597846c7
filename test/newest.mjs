// Runs the agents' tests with the newest versions that npm has, and prints what broke. The pinned versions stay as they are.
//   node test/newest.mjs [-g PATTERN]   PATTERN: only these tests, as for test/run.mjs
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { newestVersions, withVersions } from './cache/agents.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string', short: 'g' } } });
const all = await newestVersions();
const known = all.filter(({ newest }) => newest !== undefined);
for (const { name, pinned, newest } of all) {
  console.log(`${name}: pinned ${pinned}, newest ${newest ?? 'unknown: npm does not tell'}`);
}
if (known.length === 0) {
  process.exit(1);
}

const lines = await runTests();
if (lines.some((line) => /^=== agents: 0 passed, 0 failed/.test(line))) {
  console.log('\nNo test was run.');
  process.exit(1);
}
const failures = reported(lines, /^FAILED, agents: (.*)$/);
const skipped = reported(lines, /^ {2}skipped: (.*)$/);
console.log('\nWith the newest versions:');
for (const agent of known) {
  const { name, pinned, newest } = agent;
  const [broke, left] = [failures, skipped].map((titles) =>
    titles.filter((title) => agentOf(title) === agent),
  );
  const fine = values.grep === undefined ? 'nothing broke' : 'nothing broke of what was chosen';
  const outcome =
    broke.length > 0 ? `${broke.length} broke` : left.length > 0 ? 'some not run' : fine;
  console.log(`${name}: pinned ${pinned}, newest ${newest}: ${outcome}`);
  for (const title of [...broke, ...left]) {
    console.log(`  ${title}`);
  }
}
const others = failures.filter((title) => agentOf(title) === undefined);
if (others.length > 0) {
  console.log(`Elsewhere:\n  ${others.join('\n  ')}`);
}
const ended = lines.some((line) => /^=== agents: \d+ passed/.test(line));
if (!ended) {
  console.log('The tests did not run to their end.');
}
process.exitCode = failures.length > 0 || !ended ? 1 : 0;

/** The lines that the suite of agents printed; all are shown while it runs. */
function runTests() {
  const child = spawn(
    process.execPath,
    ['test/run.mjs', 'build', 'agents', ...(values.grep === undefined ? [] : ['-g', values.grep])],
    {
      env: {
        ...process.env,
        ...withVersions(Object.fromEntries(known.map(({ id, newest }) => [id, newest]))),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
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

/** The agent that a test is about: what names none plays with Claude Code. Undefined for what the runner itself reports. */
function agentOf(title) {
  const isRunners = /^(?:ended with|left behind|skipped without|ran no test|not run)/.test(title);
  return (
    all.find(({ name }) => title.includes(name)) ??
    (isRunners ? undefined : all.find(({ id }) => id === 'claude-code'))
  );
}
