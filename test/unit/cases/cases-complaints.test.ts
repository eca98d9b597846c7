/** Cases of checks that complain of the same after every edit, however they are put, and of others that complain of something else each time. */
import { row, source, word, type Scene } from './cases.js';

/** One file is edited in ever other places, with a check after each. */
const checked =
  (
    path: string,
    count: number,
    check: (i: number) => readonly [command: string, told: string],
    prompt?: string,
  ): Scene =>
  (tools, story) => {
    if (prompt !== undefined) {
      story.turn(prompt);
    }
    story.step(tools.read(path, source('first', 20)));
    for (let i = 0; i < count; i++) {
      const [command, told] = check(i);
      story.step(tools.replace(path, `${word(i)}.before()`, `${word(i)}.after(${i})`));
      story.step(tools.run(command, told, 1));
    }
  };

const options = ['', ' -warn', ' clean', ' -Dverbose', ' --batch', ' --no-color'];

const notSerializable = checked('/w/src/Convert.scala', 9, (i) => [
  `sbt${options[i % 6] ?? ''} "runMain jobs.Main"`,
  `[error] Exception in thread "main" SparkException: Task not serializable${'\n[error] \tat java.base/java.lang.Thread.run(Thread.java:840)'.repeat(i % 3)}\n[error] Caused by: NotSerializableException: com.acme.RateClient\n[error] \t- field (class: jobs.Convert, name: rates)`,
]);

const immutable: Scene = (tools, story) => {
  const commands = [
    'apply -f',
    'apply --server-side -f',
    'replace -f',
    'patch --patch-file',
    'apply --force-conflicts -f',
  ];
  for (let i = 0; i < 8; i++) {
    story.step(tools.replace('/w/deploy.yaml', `app: ${word(i)}`, `app: ${word(i + 1)}`));
    story.step(
      tools.run(
        `kubectl ${commands[i % 5] ?? ''} deploy.yaml`,
        `The Deployment "orders" is invalid: spec.selector: Invalid value: LabelSelector: field is immutable${'\nsee the events'.repeat(i % 2)}`,
        1,
      ),
    );
  }
};

const dirtyTree: Scene = (tools, story) => {
  const cures = [
    'git stash -u',
    'git clean -fdx dist',
    'git reset --hard HEAD',
    'git checkout -- .',
    'git restore --staged .',
  ];
  for (let i = 0; i < 9; i++) {
    story.step(
      tools.run(
        `${cures[i % 5] ?? ''}${i > 4 ? ' --quiet' : ''}`,
        i % 2 === 0 ? '' : `done with ${word(i)}`,
      ),
    );
    story.step(
      tools.run(
        ['goreleaser release --clean', 'make release'][i % 2] ?? '',
        `  • running before hooks\n  • took ${i + 3}s\n  ⨯ release failed: git is in a dirty state: M internal/version/version.go`,
        1,
      ),
    );
  }
};

describe('cases: complaints that stay', () => {
  row('checks complain in known words after each edit of one file', 'no-progress by 14', {
    'more or less of its trace is shown': notSerializable,
    'of ever other options': immutable,
  });
  row('a job is killed for want of what it is given more and more of', 'no-progress by 18', {
    'memory, by another executor each time': checked('/w/submit.sh', 10, (i) => [
      './submit.sh',
      `WARN Lost task 17 in stage 4 (executor ${i + 2}): Container killed by YARN for exceeding memory limits. ${i + 5}.5 GB of ${i + 5}.5 GB memory used.\nERROR Job aborted due to stage failure`,
    ]),
    'connections of a pool': checked('/w/pool.yaml', 10, (i) => [
      './load.sh',
      `ERROR worker ${31 + 7 * i}: no connection within the limit, ${20 + 10 * i}/${20 + 10 * i} in use`,
    ]),
  });
  row('a job comes further each time before it is killed', 'quiet', {
    'by its iteration': checked('/w/train.py', 9, (i) => [
      'python train.py',
      `killed at iteration ${1200 + 450 * i}: loss is not finite`,
    ]),
    'by how much of it is used': checked('/w/submit.sh', 9, (i) => [
      './submit.sh',
      `Container killed: ${[14.2, 13.1, 11.8, 10.9, 9.7, 8.8, 7.9, 7.1, 6.3][i] ?? 0} GB of 6 GB memory used`,
    ]),
  });
  row('a release finds the tree dirty whatever is done', 'no-progress by 14', {
    'ever other commands': dirtyTree,
  });
  row('a check complains of something else after each edit', 'quiet', {
    'other fields': checked('/w/src/Convert.scala', 9, (i) => [
      `sbt${options[i % 6] ?? ''} "runMain jobs.Main"`,
      `[error] Exception in thread "main" SparkException: Task not serializable\n[error] Caused by: NotSerializableException: com.acme.${word(i + 9)}Client`,
    ]),
    'other lines further down': checked('/w/src/tree.rs', 9, (i) => [
      'cargo check 2>&1 | head -4',
      `error[E0502]: cannot borrow \`*self\` as mutable\n  --> src/tree.rs:${40 + i * 23}:9\n   |\n${40 + i * 23} |         self.insert(node);`,
    ]),
    'other lines of an input': checked('/w/src/basic.py', 9, (i) => [
      'python basic.py sample.bas',
      `SyntaxError at line ${10 + i * 30}: unknown statement`,
    ]),
    'a number that falls, with a rest': checked('/w/src/index.ts', 8, (i) => [
      'npx size-limit',
      `  Package size limit has exceeded by ${[61, 48, 48, 33, 20, 11, 4, 2][i] ?? 0}.2 kB\n  Size limit:   200 kB`,
    ]),
    'a value tuned to and fro': checked('/w/src/physics.py', 8, (i) => [
      'python sim.py',
      `FAIL: ball lands at x=${[14.2, 7.9, 11.6, 9.2, 10.5, 9.8, 10.1, 9.9][i] ?? 0}, wanted 10.0`,
    ]),
  });
  row('one line of a file breaks its reader, however it is edited', 'no-progress by 14', {
    'at the same place': checked('/w/src/basic.py', 9, () => [
      'python basic.py sample.bas',
      'SyntaxError at line 40: unknown statement',
    ]),
  });
  row('a complaint stays, beside a size that differs a little each time', 'no-progress by 14', {
    'of a paper': checked('/w/main.tex', 9, (i) => [
      'latexmk -pdf main.tex 2>&1 | grep -E "Warning|Output"',
      `Warning--I didn't find a database entry for "knuth84"\nLaTeX Warning: There were undefined references.\nOutput written on main.pdf (11 pages, ${214_880 + ((i * 613) % 900)} bytes).`,
    ]),
  });
  row('old faults of other files, which a feature is not about', 'watch at most', {
    types: checked('/w/src/Export.tsx', 8, () => [
      'npx tsc --noEmit',
      `src/legacy/grid.ts(41,7): error TS2322: Type 'string' is not assignable to type 'number'.`,
    ]),
  });
  row('bugs of a list, each seen to fail and then to be gone', 'quiet', {
    'by its number': (tools, story) => {
      for (let i = 0; i < 8; i++) {
        story.step(tools.run(`python repro.py ${i + 1}`, 'FAIL', 1));
        story.step(tools.replace('/w/src/core.py', `bug_${word(i)}()`, `mended_${word(i)}()`));
        story.step(tools.run(`python repro.py ${i + 1}`, 'OK'));
      }
    },
  });
  row('a page complains of the same on each of its ever other steps', 'quiet', {
    'an icon that is missing': (_, story) => {
      for (let i = 0; i < 8; i++) {
        story.step({
          tool: 'mcp__browser__click',
          input: { element: 'Next', ref: `e${i + 4}` },
          output: 'Clicked "Next"',
        });
        story.step({
          tool: 'mcp__browser__console_messages',
          input: {},
          output: '[ERROR] Failed to load resource: 404 (Not Found) @ /favicon.ico',
        });
        story.step({
          tool: 'mcp__browser__snapshot',
          input: {},
          output: `- heading "Step ${i + 2}"\n- textbox "${word(i)}"`,
        });
      }
    },
  });
  row('pages complain of the same', 'quiet', {
    'visited one after the other': (_, story) => {
      for (let i = 0; i < 8; i++) {
        story.step({
          tool: 'mcp__browser__navigate',
          input: { url: `http://localhost:3000/${word(i)}` },
          output: `Page: ${word(i)}`,
        });
        story.step({
          tool: 'mcp__browser__console_messages',
          input: {},
          output: '[ERROR] Failed to load resource: 404 (Not Found) @ /favicon.ico',
        });
      }
    },
  });
  row('what is done answers with a remark that something is missing', 'quiet', {
    'tickets that are closed': (_, story) => {
      for (let i = 0; i < 10; i++) {
        story.step({
          tool: 'mcp__tracker__update_issue',
          input: { id: 400 + i, state: 'closed' },
          output: `{"id":${400 + i},"state":"closed","warnings":["field estimate is missing"]}`,
        });
      }
    },
  });
  row('one switch after the other is tried for the one that breaks a login', 'watch at most', {
    'as asked': checked(
      '/w/flags.ts',
      8,
      () => ['npm run -s login-test', 'Error: login failed: token is empty'],
      'Which switch breaks the login?',
    ),
  });
  row('one switch after the other is changed, and the login fails', 'no-progress by 14', {
    'not asked': checked(
      '/w/flags.ts',
      8,
      () => ['npm run -s login-test', 'Error: login failed: token is empty'],
      'Mend the login.',
    ),
  });
  row('a page stays as it is and complains of the same, whatever is clicked', 's by 17', {
    'a window that does not close': (_, story) => {
      for (let i = 0; i < 7; i++) {
        story.step({
          tool: 'mcp__browser__click',
          input: { element: 'Close', ref: `e${i + 4}` },
          output: 'Clicked "Close"',
        });
        story.step({
          tool: 'mcp__browser__console_messages',
          input: {},
          output: '[ERROR] TypeError: close is not a function @ app.js:91',
        });
        story.step({
          tool: 'mcp__browser__snapshot',
          input: {},
          output: '- dialog "Newsletter"\n- button "Close"',
        });
      }
    },
  });
  const countless: Scene = (tools, story) => {
    for (let i = 0; i < 9; i++) {
      const told = 'ERROR 1136 (21S01): Column count doesn’t match value count at row 1';
      const values = `VALUES (${'0, '.repeat(i)}1)`;
      if (i % 4 === 2) {
        story.step(tools.write('/w/guards.sql', `INSERT INTO npc ${values}`));
        story.step(tools.run('mysql world < guards.sql', told, 1));
      } else {
        story.step(tools.run(`mysql world -e "INSERT INTO npc ${values}"`, told, 1));
      }
    }
  };
  row('ever other attempts at one thing fail alike, with some edits between', 's by 10', {
    'rows with ever other numbers of values': countless,
  });
  const conflict = (i: number): string =>
    `[detached HEAD ${7_204_111 + i * 73}] ${word(i)}: tidy\n 1 file changed, ${i + 1} insertions(+)\nAuto-merging CHANGELOG.md\nCONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply ${8_301_222 + i * 91}... ${word(i + 1)}: tidy\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".`;
  row('an edit, and then ever other things that fail alike', 'watch at most', {
    'a rebase that conflicts in one file at each commit': (tools, story) => {
      story.step(tools.run('git rebase main', conflict(0), 1));
      for (let i = 1; i < 10; i++) {
        story.step(tools.replace('/w/CHANGELOG.md', `<<<<<<< ${i}`, `- ${word(i)}`));
        story.step(tools.run('git add -A && git rebase --continue', conflict(i), 1));
      }
    },
    'hosts of an inventory that are off': (tools, story) => {
      story.step(tools.replace('/w/inventory', '[web]', `[web]\n${word(0)}`));
      for (let i = 0; i < 7; i++) {
        const told = `ssh: connect to host ${word(i)} port 22: No route to host`;
        story.step(tools.run(`ssh ${word(i)} uptime`, told, 255));
      }
    },
    'images that a new registry lacks': (tools, story) => {
      story.turn('Move to the new registry and list the images that are missing.');
      story.step(tools.replace('/w/compose.yaml', 'old.acme.test', 'new.acme.test'));
      for (let i = 0; i < 8; i++) {
        const told = `Error response from daemon: manifest for new.acme.test/${word(i)}:latest not found`;
        story.step(tools.run(`docker pull new.acme.test/${word(i)}`, told, 1));
      }
    },
    'tables that a role is to read no longer': (tools, story) => {
      story.turn('The guest should no longer read anything. Check all tables.');
      story.step(tools.write('/w/revoke.sql', 'REVOKE ALL ON ALL TABLES IN SCHEMA a FROM guest;'));
      for (let i = 0; i < 8; i++) {
        const told = `ERROR:  permission denied for table ${word(i)}`;
        story.step(tools.run(`psql -U guest -c "SELECT 1 FROM ${word(i)}"`, told, 1));
      }
    },
  });
  const warned =
    (told: (i: number) => string, prompt: string): Scene =>
    (tools, story) => {
      story.turn(prompt);
      for (let i = 0; i < 9; i++) {
        story.step(tools.replace('/w/churn.py', `${word(i)}.before()`, `${word(i)}.after(${i})`));
        story.step(tools.run('python churn.py', told(i)));
      }
    };
  const copied = (i: number): string =>
    `/w/churn.py:${14 + (i % 2)}: SettingWithCopyWarning:\nA value is trying to be set on a copy of a slice from a DataFrame.\nlate ${2911 + i}`;
  row('a warning stays that the person wants to be rid of', 'no-progress by 14', {
    'of a table': warned(copied, 'Get rid of the SettingWithCopyWarning.'),
    'as one says of it': warned(copied, 'churn.py prints a warning, please remove it.'),
  });
  row('a warning stays that nobody minds', 'quiet', {
    'of a table': warned(copied, 'Add the late payments to the churn.'),
  });
  row('warnings that the person wants to be rid of become fewer', 'quiet', {
    'with their number': warned(
      (i) => `warning: unused variable: a${i}\nwarning: ${14 - i} warnings`,
      'Get rid of the warnings.',
    ),
    'further down': warned(
      (i) => `/w/churn.py:${20 + i * 14}: DeprecationWarning: datetime.utcnow() is deprecated`,
      'Fix the deprecation warnings in churn.py.',
    ),
  });
});
