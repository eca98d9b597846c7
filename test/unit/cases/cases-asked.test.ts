/** Cases of bookkeeping, of agents that tell no outputs, of what was asked to be repeated, of stepping, and of looking for a tool. */
import { asked, each, other, row, times, word, type Scene } from './cases.js';
import { write } from '../support/story.js';

describe('cases: bookkeeping', () => {
  row('statuses of tasks set one after the other, after finished work', 'quiet', {
    'six of them': (_, story) => {
      story.step(write('/w/src/a.ts', 'export const a = 1;'));
      story.repeat(6, (i) =>
        other(
          'TaskUpdate',
          { taskId: String(i + 1), status: 'completed' },
          `Updated task #${i + 1} status`,
        ),
      );
    },
    'started and completed': times(16, (i) =>
      other(
        'TaskUpdate',
        { taskId: String(i >> 1), status: i % 2 === 0 ? 'in_progress' : 'completed' },
        `Updated task #${i >> 1} status`,
      ),
    ),
    'created first': times(14, (i) =>
      i < 7
        ? other(
            'TaskCreate',
            { subject: `Build the ${word(i)}`, description: `With tests for the ${word(i)}` },
            `Task #${i + 1} created successfully: Build the ${word(i)}`,
          )
        : other(
            'TaskUpdate',
            { taskId: String(i - 6), status: 'in_progress' },
            `Updated task #${i - 6} status`,
          ),
    ),
    'of an unknown tool': times(9, (i) =>
      other('tracker_mark_done', { item: i + 1, done: true }, 'ok'),
    ),
    'notes to itself': times(9, (i) =>
      other('save_memory', { fact: `The ${word(i)} is in src/${word(i)}.ts` }, 'Remembered.'),
    ),
  });
});

describe('cases: agents that never tell outputs', () => {
  row('reads and searches of other files, every output empty', 'quiet', {
    'ten of them': times(10, (i) =>
      i % 2 === 0
        ? other(
            'copilot_readFile',
            { filePath: `/w/src/${word(i)}.ts`, startLine: 1, endLine: 80 },
            '',
          )
        : other('copilot_findTextInFiles', { query: `${word(i)}Config` }, ''),
    ),
    'thirty with edits': times(30, (i) =>
      i % 5 === 4
        ? other(
            'copilot_replaceString',
            { filePath: `/w/src/${word(i)}.ts`, oldString: `a${i}`, newString: `b${i}` },
            '',
          )
        : other(
            'copilot_readFile',
            { filePath: `/w/src/${word(i)}${i}.ts`, startLine: 1, endLine: 80 },
            '',
          ),
    ),
  });
});

describe('cases: what was asked to be repeated', () => {
  const bench = (i: number): string =>
    `run ${i + 1}: 10000 ops, median ${(12.1 + ((i * 37) % 11) / 10).toFixed(1)} ms`;
  row('the person asked for it', 'quiet', {
    'a benchmark ten times': (tools, story) => {
      story.end().turn('Run the benchmark ten times and tell me the spread.');
      story.repeat(10, (i) => tools.run('./bench --quick', bench(i)));
    },
    'a radio that is to be let join fifteen times': (tools, story) => {
      story.end().turn('Let the node join 15 times and tell me how many of them work.');
      story.repeat(15, (i) =>
        tools.run(
          'python at.py JOIN',
          `TX at 868${i % 3}00 Hz\nafter ${i * 38 + 4} s: JOIN FAILED`,
        ),
      );
    },
    'equal figures with one seed': (tools, story) => {
      story.end().turn('Run train.py 8 times with the same seed; the results must be equal.');
      story.repeat(8, () => tools.run('python train.py --seed 7', 'loss 0.3127 accuracy 0.914'));
    },
  });
  row('it was asked for, and it fails', 'quiet', {
    'a probe ten times': asked(
      'Run ./probe.sh 10 times and tell me how often it fails.',
      each(10, (tools) => tools.run('./probe.sh', 'probe: connect: connection refused', 1)),
    ),
    'a crash collected twenty times': asked(
      'Run ./game --headless 20 times and collect the addresses of the crashes.',
      each(20, (tools, i) =>
        i % 3 === 0
          ? tools.run('./game --headless', `frame ${i * 60}`)
          : tools.run('./game --headless', `Segmentation fault at 0x7f${i}a40 (core dumped)`, 139),
      ),
    ),
    'a push while a tunnel is down': asked(
      'The tunnel is shaky. Just try to push again, up to 10 times.',
      each(9, (tools) =>
        tools.run('git push', 'ssh: connect to host git.example.com port 22: timed out', 1),
      ),
    ),
    'a lock that others hold': asked(
      'Apply it. If the state is locked, retry (max 6 tries).',
      each(6, (tools) =>
        tools.run('terraform apply', 'Error: Error acquiring the state lock, ID: 91d3', 1),
      ),
    ),
    'how many it takes': asked(
      'How many wrong passwords does it take until kim is locked out? Try it.',
      each(9, (tools, i) =>
        tools.run(
          `./login kim wrong${i}`,
          i < 7 ? '{"error":"invalid credentials"}' : '{"error":"account locked"}',
        ),
      ),
    ),
    'a flaky test counted': asked(
      'test_socket is flaky. Run it 15 times and tell me the rate.',
      each(15, (tools, i) =>
        i % 4 === 0
          ? tools.run('pytest -q test_socket.py', 'FAILED test_socket.py::test_close', 1)
          : tools.run('pytest -q test_socket.py', '3 passed in 0.41s'),
      ),
    ),
  });
  const refused = (command: string, output: string): Scene =>
    each(9, (tools) => tools.run(command, output, 1));
  row('it was asked for without an end', 'watch at most', {
    'keep watching': (tools, story) => {
      story.end().turn('Keep watching the queue until I stop you.');
      story.repeat(14, () => tools.run('queuectl depth', 'depth 0, consumers 4'));
    },
    'retry until': asked(
      'The mirror is flaky. Retry the download until it works.',
      refused(
        'curl -fO https://mirror.example.com/data.tgz',
        'curl: (56) Connection reset by peer',
      ),
    ),
    'try every minute': asked(
      'Try to publish every minute until the registry lets it through.',
      refused('sleep 60; npm publish', 'npm error 503 Service Unavailable'),
    ),
    'in German': asked(
      'Der Server startet gerade. Versuche den Login immer wieder, bis er klappt.',
      refused('./login.sh', 'HTTP 503 Service Unavailable'),
    ),
  });
  row('what was asked for without an end is something else', 's4', {
    'it is to be mended': asked(
      'Fix the build. Keep trying until it works.',
      refused('npm run build', "src/app.ts(4,8): error TS2307: Cannot find module './db'"),
    ),
    'it is to be watched': asked(
      'Deploy it, and keep an eye on the logs.',
      refused('./deploy.sh prod', './deploy.sh: line 4: helm: command not found'),
    ),
  });
  row('more often than it was asked for, and it fails', 's6', {
    twice: asked(
      'Try the deploy twice, it may be a hiccup.',
      refused('./deploy.sh', 'Permission denied (publickey).'),
    ),
  });
  row('more often than it was asked for', 's7', {
    'three times': (tools, story) => {
      story.end().turn('Run the check three times.');
      story.repeat(12, () => tools.run('python check.py', 'value 17 of 20'));
    },
  });
});

describe('cases: stepping', () => {
  row('other words each round', 'quiet', {
    'a debugger': times(36, (i) =>
      i % 2 === 0
        ? other(
            'debug_input',
            { line: 'n' },
            `> /w/src/rows.py(${40 + (i % 9)})total()\n-> ${word(i)} = rows[${i}]`,
          )
        : other(
            'debug_input',
            { line: i % 4 === 1 ? 'p row' : 'p total' },
            `{'id': ${i}, 'name': '${word(i)}${i}'}`,
          ),
    ),
  });
});

describe('cases: looking for a tool', () => {
  row('a few are missing, then the log is read', 'quiet', {
    'processes and ports': (tools, story) => {
      for (const name of ['ps aux', 'pgrep -f server', 'netstat -tln', 'ss -tln']) {
        story.step(
          tools.run(name, `bash: line 1: ${name.split(' ')[0] ?? ''}: command not found`, 127),
        );
      }
      story.step(
        tools.read('/w/server.log', 'listening on 8080\nready in 420 ms\nGET /health 200'),
      );
    },
  });
});

describe('cases: going on with what is under way', () => {
  row('ever other commits, each of which is there already and passed over', 'watch at most', {
    picked: (tools, story) => {
      for (let i = 0; i < 7; i++) {
        story.step(
          tools.run(
            `git cherry-pick -x ${word(i)}~${i}`,
            'On branch release/4\nnothing to commit, working tree clean\nThe previous cherry-pick is now empty, possibly due to conflict resolution.',
            1,
          ),
        );
        story.step(tools.run('git cherry-pick --skip', ''));
      }
    },
    'as patches': (tools, story) => {
      for (let i = 0; i < 7; i++) {
        story.step(
          tools.run(
            `git am patches/${word(i)}.patch`,
            `Applying: ${word(i)}\nNo changes -- Patch already applied.`,
            1,
          ),
        );
        story.step(tools.run('git am --skip', ''));
      }
    },
  });

  row('one patch that never fits, passed over again and again', 'by 8', {
    'with one command': (tools, story) => {
      for (let i = 0; i < 7; i++) {
        story.step(
          tools.run('git am fix.patch', 'Applying: fix\nerror: patch failed: src/a.ts:3', 128),
        );
        story.step(tools.run('git am --skip', ''));
      }
    },
  });
});

describe('cases: what it comes to is to stay as it is', () => {
  const totals = 'region  total\nnorth   12410\nsouth    8830\neast     4011\n';
  const split =
    (output: string, exit = 0): Scene =>
    (tools, story) => {
      story.step(tools.write('/w/report.py', 'rows = load()\nprint(totals(rows))\n'));
      story.repeat(18, (i) =>
        i % 2 === 0
          ? tools.replace(
              '/w/report.py',
              `part_${i} = rows`,
              `def part_${i}():\n    return ${word(i)}(rows)`,
            )
          : tools.run('python report.py', output, exit),
      );
    };
  row('asked to be put in order, the program prints the same', 'watch at most', {
    refactored: asked('Refactor report.py. Its output must stay as it is.', split(totals)),
    'cleaned up': asked('Clean up report.py.', split(totals)),
    split: asked('Split report.py into small functions.', split(totals)),
    'with types': asked('Add type hints to report.py.', split(totals)),
  });
  row('asked to be put in order, and it fails in one way', 'by 14', {
    refactored: asked(
      'Refactor report.py. Its output must stay as it is.',
      split(
        'Traceback (most recent call last):\n  File "/w/report.py", line 3, in <module>\nNameError: name \'totals\' is not defined',
        1,
      ),
    ),
  });
  row('asked to be mended, and it prints the same', 'by 14', {
    'a total': asked('The total of the north is wrong. Mend it.', split(totals)),
  });
});

describe('cases: a program that is stopped after some time', () => {
  const stopped =
    (output: string): Scene =>
    (tools, story) => {
      story.step(tools.write('/w/server.js', 'start();\n'));
      story.repeat(18, (i) =>
        i % 2 === 0
          ? tools.replace('/w/server.js', `route_${i}`, `route_${i}, ${word(i)}`)
          : tools.run('timeout 5 node server.js', output, 124),
      );
    };
  row('it was up', 'quiet', {
    'an address': stopped('listening on http://localhost:3000'),
    'a port': stopped('Server listening on port 3000'),
  });
  row('it hangs', 'by 14', { 'at one place': stopped('connecting to the queue') });
});
