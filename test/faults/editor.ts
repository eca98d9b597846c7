/** What only the real VS Code can show: parts of its suite, each by its name. */
import { spawn } from 'node:child_process';
import { facts, type Fault, type Outcome, type Subject } from './harness/fault.js';
import type { Stage } from './harness/stage.js';

const LIMIT_MS = 15 * 60_000;

/** Runs the tests of the suite `host` whose names match. */
function inEditor(pattern: string): (stage: Stage) => Promise<Outcome> {
  return async (stage) => {
    let printed = '';
    await new Promise<void>((done, failed) => {
      const child = spawn(process.execPath, ['test/run.mjs', 'host', '-g', pattern], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      stage.atEnd(() => child.kill('SIGTERM'));
      const take = (text: string): void => {
        printed += text;
      };
      child.stdout.setEncoding('utf8').on('data', take);
      child.stderr.setEncoding('utf8').on('data', take);
      child.once('error', failed).once('close', () => done());
    });
    const [, passed = '0', failed = '1'] =
      /^(\d+) passed, (\d+) failed, \d+ skipped$/m.exec(
        printed.trimEnd().split('\n').at(-1) ?? '',
      ) ?? [];
    if (passed === '0' && failed === '0') {
      return { missing: /skipped[^:]*: (.*)/.exec(printed)?.[1] ?? 'no VS Code' };
    }
    return facts({ 'as promised in VS Code': failed === '0' }, `${passed} tests`);
  };
}

const inVsCode = (fault: string, promise: string, pattern: string): Fault => ({
  fault,
  promise,
  quick: false,
  limitMs: LIMIT_MS,
  play: inEditor(pattern),
});

export const editor: Subject = {
  promise: 'The same holds in the real VS Code.',
  faults: [
    inVsCode(
      'the window that serves the hooks is closed',
      'the other takes over, and an order that holds goes on holding',
      '^windows ',
    ),
    inVsCode(
      'the window that serves the hooks freezes',
      'another takes over, and nothing is said to be delivered meanwhile',
      '^a frozen window',
    ),
    inVsCode(
      'another program holds the port',
      'the view says so, and the window connects once it is free',
      '^a stranger on the port',
    ),
    inVsCode(
      'a file’s name is a link to a command, or an icon',
      'it is plain text in messages, lists, questions and hovers',
      '^links in what agents say',
    ),
    inVsCode(
      'an agent changes the workspace’s settings during a turn',
      'they take effect only once you say so',
      '^settings of a workspace',
    ),
    inVsCode(
      'the workspace is not trusted',
      'it is watched without git and without steering',
      '^a restricted workspace',
    ),
    inVsCode(
      'the settings file of an agent is broken, or changes while the diff is shown',
      'it is never written, and the view says where it is broken',
      '^connecting an agent',
    ),
  ],
};
