/** Cases of what others have written down, such as logs, issues and mails: that it tells of failures is no failure of the program that shows it. */
import { each, rounds, row, word, type Scene } from './cases.js';

type Told = (name: string, other: string, i: number) => string;

/** Ever other records are read, each of which tells of another failure. */
const records = (command: (name: string, i: number) => string, told: Told): Scene =>
  each(14, (tools, i) => tools.run(command(word(i), i), told(word(i), word(i + 5), i)));

const recordsOf = (tool: string, input: string, told: Told): Scene =>
  each(14, (_, i) => ({
    tool,
    input: { [input]: `${word(i)}-${i}` },
    output: told(word(i), word(i + 5), i),
  }));

const missing: Told = (name, other, i) => `${name}: ERROR ${other} of row ${i} is missing`;

describe('cases: what others have written down', () => {
  row('ever other records are read, and each tells of another failure', 'quiet', {
    'logs of services': records((name) => `journalctl -u ${name} -n 1`, missing),
    'logs of containers': records(
      (name) => `docker logs --tail 2 ${name}`,
      (name, other) => `${name} starts\n${name}: cannot find module '${other}'`,
    ),
    'logs of a cluster': records(
      (name) => `kubectl logs deploy/${name} --tail=2`,
      (_, other) => `starting\npanic: ${other} not found`,
    ),
    'failed jobs of a pipeline': records(
      (_, i) => `gh run view ${770_000 + i * 13} --log-failed`,
      (_, other) =>
        `test\tRun tests\tError: Cannot find module '${other}'\ntest\tRun tests\tProcess completed with exit code 1.`,
    ),
    'the console of a job': records(
      (name) => `curl -s https://ci.acme.example/job/${name}/lastBuild/consoleText | tail -2`,
      (_, other) => `ERROR: ${other} not found\nFinished: FAILURE`,
    ),
    'logs of a telephone': records(
      (name) => `adb logcat -d -s ${name}`,
      (name, other) => `E/${name}: Resource not found: ${other}`,
    ),
    'issues of a tracker': records(
      (_, i) => `gh issue view ${100 + i}`,
      (name, other) =>
        `title:\t${name} not found\nstate:\tOPEN\n--\nError: ${other} does not exist`,
    ),
    'letters that could not be delivered': records(
      (_, i) => `kcat -b k:9092 -t dlq -o ${i} -c 1 -C`,
      (name, other) => `{"topic":"${name}","error":"schema ${other} not found"}`,
    ),
  });
  row('an agent reads them with the tools of a server', 'quiet', {
    issues: recordsOf(
      'mcp__tracker__get_issue',
      'issue',
      (name, other) => `# ${name} not found\n\nError: ${other} does not exist`,
    ),
    'lines of logs': recordsOf(
      'mcp__logs__query_logs',
      'app',
      (_, other) => `[{"line":"error: ${other} does not exist"}]`,
    ),
    mails: recordsOf(
      'mcp__mail__read_mail',
      'mail',
      (name, other) => `Subject: ${name} does not work\nI cannot open ${other}.`,
    ),
  });
  row('one record is read again and again', 's by 12', {
    'the log of a service that fails': each(12, (tools, i) =>
      tools.run(
        `journalctl -u shop -n ${5 + (i % 3)}`,
        'Nov 30 10:00:01 web shop[812]: ERROR price of row 7 is missing',
      ),
    ),
  });
  row('the log of what was just changed tells the same failure each time', 's by 26', {
    'runs of a pipeline': rounds(7, (tools, i) => {
      const at = `build\tRun npm ci\t2026-11-30T10:0${i}`;
      return [
        tools.replace(
          '/w/.github/workflows/ci.yml',
          `steps: ${word(i)}`,
          `steps: ${word(i)}\n  - ${i}`,
        ),
        tools.run(`git commit -qam "ci: try ${i}" && git push -q`, ''),
        tools.run(
          'sleep 90; gh run list --limit 1',
          `completed\tfailure\tci: try ${i}\tCI\tmain\tpush\t${17_700_345_120 + i * 1303}\t1m${10 + i}s\t2026-11-30T10:0${i}:00Z`,
        ),
        tools.run(
          `gh run view ${17_700_345_120 + i * 1303} --log-failed | tail -3`,
          `${at}:41.1234567Z npm error code EUSAGE\n${at}:41.2234567Z npm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.\n${at}:42.1234567Z ##[error]Process completed with exit code 1.`,
        ),
      ];
    }),
  });
  row('a record that is not there, under ever other names', 's by 13', {
    'logs of an app': each(13, (tools, i) =>
      tools.run(`heroku logs --app=shop-${word(i)}`, "› Error: Couldn't find that app.", 1),
    ),
    issues: each(13, (_, i) => ({
      tool: 'mcp__tracker__get_issue',
      input: { issue: `SHOP-${word(i)}` },
      output: 'Error: issue not found',
    })),
  });
});
