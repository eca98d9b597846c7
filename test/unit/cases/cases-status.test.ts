/** Cases of polling something that changes by itself: a starting server, a remote check, a build, a download. */
import { each, row, word } from './cases.js';

const stamp = (i: number): string =>
  `2026-11-21T10:${String(10 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '07' : '39'}`;
const ps = (i: number): string =>
  `dev       4312  ${((i * 7) % 5) / 10}  1.${i % 4} 98${i % 10}324 51${i % 10}12 ?        Sl   10:02   0:0${i % 10} node server.js --port 3000\ndev      ${40_213 + i * 13}  0.0  0.0   6${i % 10}12   72${i % 9} pts/0    S+   10:1${i % 10}   0:00 grep node`;

describe('cases: status queries', () => {
  row('a state that moves on', 'quiet', {
    'percent of a download': each(20, (tools, i) =>
      tools.run(
        'tail -n 1 download.log',
        ` ${i * 5}% [${'#'.repeat(i)}${'.'.repeat(20 - i)}] ${i * 12}M  3.${i % 9}MB/s    eta ${60 - i}s`,
      ),
    ),
    'percent of a download, after sleeps': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run('sleep 10', '')
        : tools.run('tail -n 1 download.log', `${i * 4}% of 1.2G`),
    ),
    'size of a file that is written': each(12, (tools, i) =>
      tools.run(
        'ls -la dist.tar',
        `-rw-r--r-- 1 dev dev ${1_000_000 + i * 77_777} Nov 21 10:1${i % 10} dist.tar`,
      ),
    ),
    'steps of a build': each(14, (tools, i) =>
      tools.run(
        'tail -n 2 build.log',
        `[${i + 1}/40] cc -c ${word(i)}.c\n[${i + 2}/40] cc -c ${word(i + 1)}.c`,
      ),
    ),
    'a check that goes through its states': each(9, (tools, i) =>
      tools.run(
        'gh run view 4711',
        `${['queued', 'in_progress', 'in_progress', 'completed'][Math.min(3, Math.floor(i / 2))]} build ${i < 6 ? 'running' : 'passed'} ${i}m2s`,
      ),
    ),
    'a server that starts': (tools, story) => {
      for (const [output, exit] of [
        ['', 7],
        ['', 7],
        ['{"status":"starting"}', 0],
        ['{"status":"ok"}', 0],
      ] as const) {
        story.step(tools.run('sleep 3; curl -s localhost:3000/health', output, exit));
      }
      story.repeat(4, (i) => tools.read(`/w/src/${word(i)}.ts`, `export const ${word(i)} = ${i};`));
    },
    'a log that grows with other lines': each(14, (tools, i) =>
      tools.run(
        'tail -n 3 server.log',
        `${stamp(i)} GET /${word(i)} 200\n${stamp(i)} GET /${word(i + 1)} 200`,
      ),
    ),
  });

  row('a clock beside a state that stays: waited for', 'quiet', {
    'age of a pod': each(20, (tools, i) =>
      tools.run(
        'kubectl get pods',
        `NAME    READY   STATUS    RESTARTS   AGE\napi-0   0/1     Pending   0          ${i * 20 + 3}s`,
      ),
    ),
    'up-time of a container, after sleeps': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run('sleep 20', '')
        : tools.run(
            'docker ps',
            `CONTAINER ID   IMAGE   STATUS                   NAMES\n3f9ac01b2d4e   api     Up ${i} minutes (starting)   api-1`,
          ),
    ),
    'a time of day, after sleeps': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run('sleep 20', '')
        : tools.run('gh run view 4711 --json status', `${stamp(i)} {"status":"in_progress"}`),
    ),
    'elapsed time of a check': each(16, (tools, i) =>
      tools.run(
        'sleep 30; gh pr checks 41',
        `build\tpending\t${i}m${(i * 7) % 60}s\thttps://example.com/1`,
      ),
    ),
  });

  row('the same again and again', 'by 8', {
    'a log in which nothing but times differ': each(12, (tools, i) =>
      tools.run(
        'tail -n 2 server.log',
        `${stamp(i)} [info] waiting for database\n${stamp(i)} [info] retry in 500 ms`,
      ),
    ),
    processes: each(14, (tools, i) => tools.run('ps aux | grep node', ps(i))),
    top: each(14, (tools, i) =>
      tools.run(
        'top -b -n 1 | head -3',
        `top - 10:1${i % 10}:0${i % 7} up 3 days, 2:0${i % 10},  1 user,  load average: 0.${(i * 7) % 90}, 0.2${i % 8}, 0.1${i % 5}\nTasks: ${200 + ((i * 3) % 7)} total,   1 running\n%Cpu(s):  ${(i * 3) % 8}.2 us,  0.${i % 9} sy`,
      ),
    ),
    memory: each(14, (tools, i) =>
      tools.run(
        'free -m',
        `              total        used        free\nMem:          15880        ${7000 + ((i * 37) % 90)}        ${8000 - ((i * 37) % 90)}\nSwap:          2047           0        2047`,
      ),
    ),
    'up-time': each(14, (tools, i) =>
      tools.run(
        'uptime',
        ` 10:1${i % 10}:02 up 3 days,  2:1${i % 10},  1 user,  load average: 0.${(i * 7) % 90}, 0.22, 0.19`,
      ),
    ),
    'a port': each(12, (tools, i) =>
      tools.run(
        'lsof -i :3000',
        `COMMAND   PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME\nnode    ${4312 + i * 7} dev   18u  IPv6 ${99_123 + i * 31}      0t0  TCP *:3000 (LISTEN)`,
      ),
    ),
    'a health check that tells its up-time': each(12, (tools, i) =>
      tools.run(
        'curl -s localhost:3000/health',
        `{"status":"starting","uptime":${(i * 3.217).toFixed(3)},"pid":4312,"timestamp":"${stamp(i)}"}`,
      ),
    ),
    'a health check that is refused': each(12, (tools) =>
      tools.run(
        'curl -sf localhost:3000/health',
        'curl: (7) Failed to connect to localhost port 3000 after 0 ms: Connection refused',
        7,
      ),
    ),
    'a status without a clock': each(12, (tools) =>
      tools.run('systemctl status api', '● api.service - API\n     Active: inactive (dead)'),
    ),
  });
  row('a refused look after each sleep in one command', 'w8 s16', {
    'a health check': each(24, (tools) =>
      tools.run('sleep 2 && curl -sf localhost:3000/health', '', 7),
    ),
    'with words': each(24, (tools) =>
      tools.run(
        'sleep 5; nc -z localhost 5432',
        'nc: connect to localhost port 5432 (tcp) failed: Connection refused',
        1,
      ),
    ),
  });
  row('a refused look after each sleep', 'by 34', {
    'a health check': each(48, (tools, i) =>
      i % 2 === 0 ? tools.run('sleep 5', '') : tools.run('curl -sf localhost:3000/health', '', 7),
    ),
  });
  row('what takes its time to start', 'quiet', {
    'a server, asked after each sleep': (tools, story) => {
      story
        .repeat(14, (i) =>
          i % 2 === 0
            ? tools.run('sleep 5', '')
            : tools.run('curl -sf localhost:3000/health', '', 7),
        )
        .step(tools.run('curl -sf localhost:3000/health', '{"status":"ok"}'));
      story.repeat(4, (i) => tools.read(`/w/src/${word(i)}.ts`, `export const ${word(i)} = ${i};`));
    },
    'checks that are pending, with an exit code of their own': each(14, (tools) =>
      tools.run('sleep 60 && gh pr checks 41', 'build\tpending\t0', 8),
    ),
  });
});
