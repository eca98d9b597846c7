/** Cases of lines that a shell or a library prints around every output, and of the same lines where they are the matter. */
import { alternate, asked, each, other, row, word, type Scene } from './cases.js';

const profile = '/home/kim/.bashrc: line 12: /opt/intel/setvars.sh: No such file or directory';
const folder = 'bash: line 1: cd: /Users/kim/code/lab: No such file or directory';
const audio = `ALSA lib confmisc.c:855:(parse_card) cannot find card '0'
ALSA lib conf.c:5178:(_snd_config_evaluate) function returned error: No such file or directory`;
const browser =
  '[1130/100211.402113:ERROR:bus.cc(407)] Failed to connect to the bus: Could not parse server address';
const fonts = "findfont: Font family 'Helvetica Neue' not found.";
const kube = (i: number): string =>
  `E1130 10:02:1${i % 10}.402113   ${48123 + i} memcache.go:287] couldn't get resource list for metrics.k8s.io/v1beta1: the server is currently unable to handle the request`;
const python = `/usr/lib/python3/qutip/__init__.py:96: UserWarning: matplotlib not found: Graphics will not work.
  warnings.warn("matplotlib not found: Graphics will not work.")`;

const policy = String.raw`. : File C:\Users\kim\Documents\WindowsPowerShell\Microsoft.PowerShell_profile.ps1 cannot be loaded because running
scripts is disabled on this system. For more information, see about_Execution_Policies.
At line:1 char:3
+ . 'C:\Users\kim\Documents\WindowsPowerShell\Microsoft.PowerShell_profil ...
    + CategoryInfo          : SecurityError: (:) [], PSSecurityException
    + FullyQualifiedErrorId : UnauthorizedAccess`;
const prompt = String.raw`oh-my-posh : The term 'oh-my-posh' is not recognized as the name of a cmdlet, function, script file, or operable
program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.
At C:\Users\kim\Documents\WindowsPowerShell\Microsoft.PowerShell_profile.ps1:3 char:1
+ oh-my-posh init pwsh | Invoke-Expression
    + CategoryInfo          : ObjectNotFound: (oh-my-posh:String) [], CommandNotFoundException
    + FullyQualifiedErrorId : CommandNotFoundException`;

/** Ever other things are looked at, and every third tells nothing. */
const looks = (line: string): Scene =>
  each(14, (tools, i) =>
    tools.run(
      `ovs-ofctl dump-flows br-int table=${8 + i}`,
      `${line}${i % 3 === 2 ? '' : `\ntable=${8 + i}, n_packets=${8 + i * 7}, priority=0 actions=resubmit(,${9 + i})`}`,
    ),
  );
/** Ever other things are done, each of which says nothing. */
const moves = (line: string): Scene =>
  each(9, (tools, i) => tools.run(`mv ${word(i)}.txt docs/${word(i + 3)}.txt`, line));
/** Ever other things are asked of a program, which tells one line of each. */
const totals = (program: string, line: string): Scene =>
  each(12, (tools, i) =>
    tools.run(`${program} ${word(i)}`, `${line}\n${word(i)}: ${i * 31 + 7} rows`),
  );

describe('cases: what stands around every output', () => {
  row('ever other things, with the same complaint of the shell', 'quiet', {
    'a start-up file that is broken': looks(profile),
    'a start-up file that is broken, of moves': moves(profile),
    'a locale': looks('bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8)'),
    'a folder that is gone, of moves': moves(folder),
    'a program that a start-up file lacks, of moves': moves('zsh: command not found: pyenv'),
    'a start-up file of PowerShell': looks(policy),
    'a start-up file of PowerShell, of moves': moves(policy),
    'a program that it lacks, of moves': moves(prompt),
    'a host without a name': looks('sudo: unable to resolve host box: Name or service not known'),
    'a connection that ends each time': each(12, (tools, i) =>
      tools.run(`ssh -t box df ${word(i)}`, `${30 + i}% /\nConnection to box.lan closed.`),
    ),
    'at the end': each(14, (tools, i) =>
      tools.run(
        `limactl shell lab -- ovs-ofctl dump-flows br-int table=${8 + i}`,
        `${i % 3 === 2 ? '' : `table=${8 + i}, n_packets=${8 + i * 7}\n`}${folder}`,
      ),
    ),
  });
  row('ever other things, with the same complaint of a library', 'quiet', {
    audio: totals('./analyze', audio),
    'a browser': totals('node shot.js', browser),
    fonts: totals('python plot.py', fonts),
    'a warning': totals('python report.py', python),
    'a client of a cluster': each(12, (tools, i) =>
      tools.run(
        `kubectl get pods -n ${word(i)}`,
        `${kube(i)}\nNAME  READY  STATUS  AGE\n${word(i)}-${i}f4k  1/1  Running  ${i + 2}d`,
      ),
    ),
    'a rollout that gets further': each(7, (tools, i) =>
      tools.run(
        'kubectl get pods -l app=web',
        `${kube(i)}\nNAME  READY  STATUS  AGE\nweb-x1f4k  ${i}/7  ContainerCreating  ${i * 9 + 4}s`,
      ),
    ),
    'one that no list has': totals(
      './etl stats',
      'Failed to send telemetry: connection refused by collector.corp:4317',
    ),
    'a warning before each effect': each(10, (tools, i) =>
      tools.run(
        `docker tag app/${word(i)}:dev registry/${word(i)}:1.2`,
        'WARNING: Error loading config file: /home/kim/.docker/config.json: permission denied',
      ),
    ),
  });
  row('one message with many calls, of which a harness carries out one', 'quiet', {
    'the others are not executed': (_tools, story) => {
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 6; i++) {
          story.step(
            other(
              'read_file',
              { path: `src/${word(round * 6 + i)}.ts` },
              i === 0
                ? `export const ${word(round)} = ${round};`
                : 'Tool [read_file] was not executed because a tool has already been used in this message. Only one tool may be used per message.',
              { ok: i === 0 },
            ),
          );
        }
      }
    },
  });
});

describe('cases: the same lines, where they are the matter', () => {
  row('nothing else comes', 'by 6', {
    'the folder is named': each(9, (tools, i) =>
      tools.run(
        `cd /Users/kim/code/lab && npm test -- ${word(i)}`,
        'bash: line 1: cd: /Users/kim/code/lab: No such file or directory',
        1,
      ),
    ),
    'the runner lacks its program': each(9, (tools, i) =>
      tools.run(
        ['npm test', 'npm run test:unit', 'yarn test'][i % 3] ?? '',
        `> app@1.0.0 test\n> vitest\n\nsh: 1: vitest: not found`,
        127,
      ),
    ),
    'the cluster is down': asked(
      'Which pods are not running?',
      each(10, (tools, i) =>
        tools.run(
          `kubectl get pods -n ${word(i)}`,
          `${kube(i)}\nThe connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?`,
          1,
        ),
      ),
    ),
  });
  row('they are to go', 'by 14', {
    'the sound': asked(
      'There is no sound: ALSA says that it cannot find the card. Mend it.',
      alternate(
        9,
        (tools, i) => tools.replace('/w/asound.conf', `card ${i}`, `card ${i + 1}`),
        (tools) => tools.run('./play beep.wav', audio),
      ),
    ),
    'the font': asked(
      'The font of the plot is wrong.',
      alternate(
        9,
        (tools, i) => tools.replace('/w/plot.py', `family${i}`, `family${i + 1}`),
        (tools) => tools.run('python plot.py', `${fonts}\nsaved`),
      ),
    ),
  });
});
