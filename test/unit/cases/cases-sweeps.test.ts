/** Cases of one question that is put to ever other things, each of which may have its own answer, or the same one; and of many questions with one outcome. */
import { asked, each, row, word, type Scene } from './cases.js';

/** A checker, run over ever other things, finds a fault of its own in each. */
const checked = (
  command: (name: string) => string,
  told: (name: string, other: string, line: number) => string,
  exit = 1,
): Scene =>
  each(13, (tools, i) =>
    tools.run(command(word(i)), told(word(i), `${word(i + 5)}Id`, i + 3), exit),
  );

const unknownOption: Scene = each(13, (tools, i) =>
  tools.run(`shopctl ${word(i)} --as-${i}`, `error: unknown option '--as-${i}'`, 2),
);

/** A phone that is not found, whatever is asked and started anew. */
const phone: Scene = (tools, story) => {
  const states = 'List of devices attached\nR5CT10ABCDE\toffline\n\n';
  const commands = [
    ['adb devices', states],
    ['adb kill-server && adb start-server', '* daemon started successfully'],
    ['adb devices -l', `${states}transport_id:4`],
    ['adb -s R5CT10ABCDE get-state', 'offline'],
    ['adb reconnect offline', 'reconnecting R5CT10ABCDE [offline]'],
    ['adb -s R5CT10ABCDE shell true', 'adb: device offline'],
  ] as const;
  for (let i = 0; i < 24; i++) {
    const [command, told] = commands[(i * 5 + Math.floor(i / 6)) % 6] ?? commands[0];
    story.step(tools.run(i % 4 === 3 ? `${command} 2>&1 | head -${i + 5}` : command, told));
  }
};

describe('cases: one question to ever other things', () => {
  row('a checker finds a fault of its own in each of many things', 'quiet', {
    'settings of a cluster': checked(
      (name) => `yamllint k8s/${name}.yaml`,
      (name, other, line) =>
        `k8s/${name}.yaml\n  ${line}:3       error    duplication of key "${other}" in mapping  (key-duplicates)`,
    ),
    charts: checked(
      (name) => `helm lint charts/${name}`,
      (name, other, line) =>
        `==> Linting charts/${name}\n[ERROR] templates/: parse error at (${name}/templates/a.yaml:${line}): undefined variable "$${other}"\n\nError: 1 chart(s) linted, 1 chart(s) failed`,
    ),
    surroundings: checked(
      (name) => `terraform -chdir=envs/${name} validate`,
      (_, other, line) =>
        `Error: Reference to undeclared input variable\n\n  on main.tf line ${line}:\n  ${line}:   bucket = var.${other}\n\nAn input variable with the name "${other}" has not been declared.`,
    ),
    pages: checked(
      (name) => `php -l src/${name}.php`,
      (name, other, line) =>
        `PHP Parse error:  syntax error, unexpected '${other}' (T_STRING) in src/${name}.php on line ${line}\nErrors parsing src/${name}.php`,
      255,
    ),
    'links of documents': checked(
      (name) => `npx markdown-link-check docs/${name}.md`,
      (name, other) =>
        `FILE: docs/${name}.md\n  [✖] https://acme.example/${other} → Status: 404\n\n  ERROR: 1 dead links found!`,
    ),
  });
  row('a checker finds one fault in one thing, whatever its options', 's by 14', {
    'settings of a cluster': each(14, (tools, i) =>
      tools.run(
        `yamllint ${['-s', '-f parsable', '-f standard', '--no-warnings', '-d relaxed'][i % 5]} ${i > 4 ? `-c .yamllint-${i} ` : ''}k8s/api.yaml`,
        'k8s/api.yaml\n  14:3       error    duplication of key "name" in mapping  (key-duplicates)',
        1,
      ),
    ),
  });

  row('the same is told, at length, of ever other places', 'watch at most', {
    'the newest commits of files': each(16, (tools, i) =>
      tools.run(
        `git log --oneline -3 -- src/${word(i)}.ts`,
        '1a2b3c4 Move to the new client\n2b3c4d5 Format the sources\n3c4d5e6 First commit of the shop as it was',
      ),
    ),
    'the plan of tenants': each(16, (tools, i) =>
      tools.run(
        `shopctl tenant show ${word(i)}`,
        'plan: standard\nregion: eu-central-1\nstorage: 20 GB\nbackups: daily at 02:00\ncontact: ops@acme.example',
      ),
    ),
    'runs with ever other seeds': each(16, (tools, i) =>
      tools.run(
        `python sim.py --seed ${i}`,
        'agents: 400\ncollisions: 0\nmean wait 3.2 s\nmax wait 9 s',
      ),
    ),
  });
  row('many questions, none of which tells anything new', 's by 22', {
    'a telephone that stays offline': phone,
  });

  row('the person asked what is said of what is wrong', 'quiet', {
    'messages of a program': asked(
      'Write down the error message that each command gives for a bad option.',
      unknownOption,
    ),
    'bad requests': asked(
      'Check that the endpoint refuses all the bad bodies in docs/bad.md.',
      each(13, (tools, i) =>
        tools.run(
          `curl -sf -X POST localhost:3000/api/orders -d '{"case":${i}}'`,
          'curl: (22) The requested URL returned error: 422',
          22,
        ),
      ),
    ),
    'samples that cannot be read': asked(
      'See what the parser says to each of the broken files in tests/bad.',
      each(13, (tools, i) =>
        tools.run(`./parse tests/bad/${word(i)}.json`, `parse error at ${i + 1}:${i * 3}: bad`, 1),
      ),
    ),
  });
  row('nobody asked for what is wrong, and it is all that is told', 's by 13', {
    'options that a program does not know': unknownOption,
    'the person wants messages to be shown': asked(
      'Show the validation error messages below the fields of the form.',
      unknownOption,
    ),
    'the person wants it mended': asked(
      'Fix the bad option of the nightly job, its error message is in the log.',
      unknownOption,
    ),
  });

  row('two or three errors take turns, whatever is tried', 's by 14', {
    'the name of what is made differs': each(16, (tools, i) =>
      tools.run(
        `ffmpeg -y -i in.mp4 -vf "drawtext=text=Hi:x=${i}" out.${['mp4', 'mkv'][i % 2]}`,
        `[AVFilterGraph @ 0x55d0c8f1e2c0] No such filter: 'drawtext'\nError opening output file out.${['mp4', 'mkv'][i % 2]}.\nError opening output files: Filter not found`,
        8,
      ),
    ),
  });
});
