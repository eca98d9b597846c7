/** What only the real VS Code can show: suites of its tests, each by its name, all in one run. */
import { spawn } from 'node:child_process';
import { facts, type Fault, type Outcome, type Subject } from './harness/fault.js';

const LIMIT_MS = 20 * 60_000;

/** The names of the suites to run: those of all chosen faults. */
const wanted = new Set<string>();
let printed: Promise<string> | undefined;

/** What the tests of the suite `host` print. */
function runInEditor(): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(
      process.execPath,
      ['test/run.mjs', 'host', '-g', `^(?:${[...wanted].join('|')}) `],
      { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS },
    );
    let text = '';
    const take = (part: string): void => {
      text += part;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', failed).once('close', () => done(text));
  });
}

/** Of one suite: its passed tests and what failed. A list of the passed stands below the suite's name, one of the failures at the end. */
function outcomeOf(suite: string, text: string): Outcome {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trim() === suite);
  const end = lines.findIndex((line, i) => i > from && line.trim() === '');
  const passed = lines.slice(from + 1, end).filter((line) => /^\s+✔ /.test(line)).length;
  const failures = lines.filter((line) => line.startsWith('FAILED, host: '));
  const failed = failures.filter((line) => line.startsWith(`FAILED, host: ${suite} `));
  if (from < 0 || (passed === 0 && failed.length === 0)) {
    const [reason] = lines.flatMap((line) => {
      const [, why] = /^ {2}skipped(?:, \d+ test files)?: (.*)/.exec(line) ?? [];
      return why === undefined ? [] : [why];
    });
    return { missing: failures[0] ?? reason ?? 'VS Code ended before it' };
  }
  return facts(
    { [failed.length === 0 ? 'as promised, in VS Code' : failed.join('; ')]: failed.length === 0 },
    `${passed} tests`,
  );
}

const inVsCode = (fault: string, promise: string, suite: string): Fault => ({
  fault,
  promise,
  quick: false,
  limitMs: LIMIT_MS,
  choose: () => wanted.add(suite),
  play: async () => outcomeOf(suite, await (printed ??= runInEditor())),
});

export const editor: Subject = {
  promise: 'The same holds in the real VS Code.',
  faults: [
    inVsCode(
      'the window that serves the hooks is closed',
      'the other takes over, and an order that holds goes on holding',
      'windows',
    ),
    inVsCode(
      'the window that serves the hooks freezes',
      'another takes over, and nothing is said to be delivered meanwhile',
      'a frozen window',
    ),
    inVsCode(
      'VS Code is closed while a turn is limited',
      'no hook is held up, and the limit, or that it is over, stands in the view once the window is open again',
      'a limit while VS Code is closed',
    ),
    inVsCode(
      'an agent’s database has no end, its documents become pipes, a container’s log names a session of this machine, the hooks’ files are taken away',
      'the window goes on watching, the session is what its own hooks and log tell, and what was taken is back and told',
      'what others can write',
    ),
    inVsCode(
      'a program takes the hooks out of an agent’s settings, switches them off in the project’s, or weakens the user’s settings, during a turn',
      'it is told at once, the receipt does not go on saying that tools are off, and a click puts back what was',
      'reins that a program takes',
    ),
    inVsCode(
      'another program holds the port',
      'the view says so, and the window connects once it is free',
      'a stranger on the port',
    ),
    inVsCode(
      'a file’s name is a link to a command, or an icon',
      'it is plain text in messages, lists, questions and hovers',
      'links in what agents say',
    ),
    inVsCode(
      'an agent changes the workspace’s settings during a turn',
      'they take effect only once you say so',
      'settings of a workspace',
    ),
    inVsCode(
      'the workspace is not trusted',
      'it is watched without git and without steering',
      'a restricted workspace',
    ),
    inVsCode(
      'the settings file of an agent is broken, or changes while the diff is shown',
      'it is never written, and the view says where it is broken',
      'connecting an agent',
    ),
  ],
};
