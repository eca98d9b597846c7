/** Cases of searching that finds nothing, in words of many tools: it is honest for a while, and ends. */
import { each, other, row, source, times, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

/** The n-th of fourteen looks for one program, each by another command. */
type Probe = readonly [command: string, output: string, exit: number];
const probes: readonly Probe[] = [
  ['find / -name "frob*" -type f 2>/dev/null', '', 0],
  ['which frob', '', 1],
  ['ls /usr/local/frob', "ls: cannot access '/usr/local/frob': No such file or directory", 2],
  ['pip show frob', 'WARNING: Package(s) not found: frob', 1],
  ['npm ls frob', 'app@1.0.0 /w\n└── (empty)', 1],
  ['whereis frob', 'frob:', 0],
  [
    'curl -m 20 https://frob.example.com',
    'curl: (28) Connection timed out after 20001 milliseconds',
    28,
  ],
  ['command -v frob', '', 1],
  [
    'python -c "import frob"',
    `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named 'frob'`,
    1,
  ],
  ['dpkg -l | grep frob', '', 1],
  ['locate frob', '', 1],
  ['frob --version', 'bash: line 12: frob: command not found', 127],
  ['apt-cache search frob', '', 0],
  ['ls -la ~/.frob* 2>/dev/null || echo "no config"', 'no config', 0],
];
const others: readonly Probe[] = [
  ['grep -rn "frobnicate" src', '', 1],
  ['git log --all --oneline --grep=frob', '', 0],
  ['git grep frobnicate', '', 1],
  ['rg -i frob', '', 1],
  ['test -f config/frob.yml && echo there', '', 1],
  ['cat config/frob.yml', 'cat: config/frob.yml: No such file or directory', 1],
  ['env | grep -i frob', '', 1],
  ['go list -m all | grep frob', '', 1],
  ['cargo search frob', '', 0],
  ['brew list frob', 'Error: No such keg: /opt/homebrew/Cellar/frob', 1],
  ['nslookup frob.internal', "** server can't find frob.internal: NXDOMAIN", 1],
  ['ssh frob.internal true', 'ssh: connect to host frob.internal port 22: Connection refused', 255],
  ['gh api repos/frob/frob', 'gh: Not Found (HTTP 404)\n{"message":"Not Found"}', 1],
  ['ls node_modules/.bin | grep frob', '', 1],
];
const windows: readonly Probe[] = [
  [
    'Get-Command frob',
    "Get-Command: The term 'frob' is not recognized as a name of a cmdlet, function, script file, or executable program.",
    1,
  ],
  ['where.exe frob', 'INFO: Could not find files for the given pattern(s).', 1],
  ['Get-ChildItem -Recurse -Filter frob*', '', 0],
  ['dir C:\\frob', 'File Not Found', 1],
  ['Test-Path C:\\frob', 'False', 0],
  [
    'Get-Item C:\\tools\\frob.exe',
    "Get-Item: Cannot find path 'C:\\tools\\frob.exe' because it does not exist.",
    1,
  ],
  ['choco list frob', '0 packages found.', 0],
  ['winget search frob', 'No package found matching input criteria.', 1],
  ['Get-Package frob', "Get-Package: No package found for 'frob'.", 1],
  ['Select-String -Path src\\*.cs -Pattern Frob', '', 0],
  ['type C:\\frob.ini', 'The system cannot find the file specified.', 1],
  ['findstr /s frob *.cs', '', 1],
];
const asked =
  (list: readonly Probe[], n = list.length): Scene =>
  (tools, story) => {
    story.repeat(n, (i) => {
      const [command, output, exit] = list[i % list.length] ?? ['', '', 0];
      return tools.run(command, output, exit);
    });
  };
const tool = (name: string, input: Act['input'], output: string, more: Partial<Act> = {}): Act =>
  other(name, input, output, more);
const searched = (tools: Toolset, i: number): Act => tools.search(`${word(i)}Config`, '');
const good = (tools: Toolset): Act => tools.read('/w/src/parser.ts', source('parser', 30));

describe('cases: fruitless searching', () => {
  row(
    'a tool that is not there, every command another, all empty or missing',
    'no-progress w5 s10',
    {
      'by the commands of a shell': asked(probes),
      'by others': asked(others),
      'under Windows': asked(windows),
      'searches of the web': times(14, (i) =>
        tool(
          'WebSearch',
          { query: `frob ${word(i)} manual` },
          `No results found for "frob ${word(i)} manual".`,
        ),
      ),
    },
  );
  row('the same answer to every question', 'by 10', {
    'pages that cannot be fetched': times(14, (i) =>
      tool(
        'WebFetch',
        { url: `https://${word(i)}.example.com/frob` },
        'Request failed with status code 404',
        { ok: false },
      ),
    ),
    'searches that are refused': times(14, (i) =>
      tool(
        'search_code',
        { words: [word(i), word(i + 1)] },
        'Failure: the search returned too much output.',
      ),
    ),
  });
  row('two probes a response', 'no-progress at 20', {
    'all of them empty': (tools, story) => {
      story.repeat(12, (i) => [tools.search(word(i), ''), tools.run(`which ${word(i)}`, '', 1)]);
    },
  });
  row('the same with one file found and read in the middle', 'watch at most', {
    'by the commands of a shell': (tools, story) => {
      asked(probes, 7)(tools, story);
      story.step(good(tools));
      asked(others, 7)(tools, story);
    },
    'by searches': (tools, story) => {
      story.repeat(9, (i) => searched(tools, i));
      story.step(good(tools));
      story.repeat(9, (i) => searched(tools, i + 9));
    },
    'a hit': (tools, story) => {
      story.repeat(9, (i) => searched(tools, i));
      story.step(tools.search('parse', 'src/a.ts:4: parse(input) // not found'));
      story.repeat(9, (i) => searched(tools, i + 9));
    },
    'an edit': (tools, story) => {
      story.repeat(9, (i) => searched(tools, i));
      story.step(tools.replace('/w/a.ts', 'a', 'b'));
      story.repeat(9, (i) => searched(tools, i + 9));
    },
  });
  row('searches that find what says that nothing is found', 'quiet', {
    hits: each(14, (tools, i) =>
      tools.search(word(i), `src/${word(i)}.ts:${i + 3}: throw new Error('${word(i)} not found');`),
    ),
    paths: each(14, (tools, i) =>
      tools.run(`find . -name '*${word(i)}*'`, `./test/${word(i)}-missing.ts`),
    ),
    files: each(14, (tools, i) =>
      tools.read(
        `/w/i18n/${word(i)}.txt`,
        `${word(i)}\nThe ${word(i)} was not found.\nThe ${word(i + 1)} does not exist.\n`,
      ),
    ),
    'numbers of hits': each(14, (tools, i) => tools.run(`grep -c ${word(i)} src/a.ts`, `${i + 1}`)),
    'half of them something': each(20, (tools, i) =>
      i % 2 === 0 ? searched(tools, i) : tools.search(word(i), `src/${word(i)}.ts:4: ${word(i)}`),
    ),
  });
  row('hits of which all but one line are underlines and list marks', 'quiet', {
    'notes still to be written': each(10, (tools, i) =>
      tools.run(
        `grep -A 4 'The ${word(i)}' notes.txt`,
        `The ${word(i)}\n${'~'.repeat(5 + i)}\n\n* ...`,
      ),
    ),
  });
  row('things of ever other names, none of which is there', 'no-progress w6 s10', {
    'searches of an agent': each(14, searched),
    'files by their names': times(14, (i) =>
      tool('Glob', { pattern: `**/${word(i)}.*` }, 'No files found'),
    ),
    'files that are not there': times(14, (i) =>
      tool('Read', { file_path: `/w/${word(i)}.toml` }, 'File does not exist.', { ok: false }),
    ),
    'commands and searches in turn': each(14, (tools, i) => {
      const [command, output, exit] = probes[i] ?? ['', '', 0];
      return i % 3 === 0 ? searched(tools, i) : tools.run(command, output, exit);
    }),
  });
  row('a look around for things of ever other names, then the work', 'quiet', {
    'five that are not there': (tools, story) => {
      story
        .repeat(5, (i) => searched(tools, i))
        .step(good(tools))
        .step(tools.replace('/w/src/parser.ts', 'a', 'b'));
    },
  });
  row('answers that are nothing but a mark', 'no-progress w6 s10', {
    'a tree without branches': each(14, (tools, i) => tools.run(`tree -P ${word(i)}`, '└──')),
  });
  const failingTest = (tools: Toolset): Act =>
    tools.run('pytest -q', runners['pytest']?.output(['empty'], 1.2) ?? '', 1);
  row('a known failure of tests among a few looks that find nothing', 'quiet', {
    'after an edit': (tools, story) => {
      story
        .step(failingTest(tools))
        .step(tools.replace('/w/src/parser.py', 'a', 'b'))
        .step(failingTest(tools))
        .repeat(4, (i) => searched(tools, i))
        .step(tools.replace('/w/src/parser.py', 'b', 'c'))
        .step(tools.run('pytest -q', runners['pytest']?.output([], 1.1) ?? ''));
    },
  });
  row('the same, and the looks go on', 'no-progress w8 s13', {
    'after an edit': (tools, story) => {
      story
        .step(failingTest(tools))
        .step(tools.replace('/w/src/parser.py', 'a', 'b'))
        .step(failingTest(tools))
        .repeat(12, (i) => searched(tools, i));
    },
  });
  row('commands that are silent because all is well', 'quiet', {
    'made and moved': each(14, (tools, i) => tools.run(`mkdir -p build/${word(i)}`, '')),
    'checks between edits': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.replace(`/w/${word(i)}.ts`, `a${i}`, `b${i}`)
        : tools.run('npx tsc --noEmit', ''),
    ),
  });
  row('commands that are silent and do something', 'watch at most', {
    'each does something': each(14, (tools, i) => tools.run(`docker stop ${word(i)}`, '')),
  });
  row('what is looked for is installed each time', 'quiet', {
    'another library': each(20, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            'python app.py',
            `Traceback (most recent call last):\n  File "app.py", line 1, in <module>\nModuleNotFoundError: No module named '${word(i)}'`,
            1,
          )
        : tools.run(`pip install ${word(i - 1)}`, `Successfully installed ${word(i - 1)}-1.${i}`),
    ),
  });
  row('each failing run tells something else', 'watch at most', {
    errors: each(14, (tools, i) =>
      tools.run(
        `python -c "import app; app.run(${i})"`,
        `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nValueError: ${word(i)} of order ${word(i + 3)} in ${word(i + 5)}`,
        1,
      ),
    ),
  });
});

describe('cases: questions whose answer is withheld', () => {
  const tooMuch = 'Failure: the search returned too much output. Use other words.';
  const question = (i: number, output: string): Act =>
    other('search_code', { words: [word(i), word(i + 7)] }, output);
  row('different words, always too much output, with looks and failing edits between', 'by 18', {
    'every third step': (tools, story) => {
      story.repeat(30, (i) =>
        i % 3 === 0
          ? question(i, tooMuch)
          : i % 3 === 1
            ? tools.read('/w/a.ts', source('a', 30))
            : tools.failedReplace(`/w/${word(i)}.ts`, `a${i}`, `b${i}`),
      );
    },
  });
  row('the question is put better', 'watch at most', {
    'after three tries': (_, story) => {
      story.repeat(16, (i) =>
        question(i, i % 4 === 3 ? `src/${word(i)}.ts:${i}: ${word(i)}()` : tooMuch),
      );
    },
  });
});

describe('cases: queries of a database', () => {
  const query = (i: number, output: string): Act =>
    other('mcp__db__query', { sql: `select * from items where name like '%${word(i)}%'` }, output);
  row('different queries, no rows', 'by 12', {
    'as JSON': times(14, (i) => query(i, '[]')),
    'in words': times(14, (i) => query(i, '(0 rows)')),
  });
  row('different queries, and each tells something', 'quiet', {
    'as JSON': times(14, (i) => query(i, `[{"id":${i},"name":"${word(i)} of ${word(i + 5)}"}]`)),
  });
});

describe('cases: programs that are not known', () => {
  row('different searches, and it says that it found nothing', 'by 12', {
    'in its words': each(14, (tools, i) =>
      tools.run(
        `search_dir "${word(i)}_${i}" /repo`,
        `No matches found for "${word(i)}_${i}" in /repo`,
      ),
    ),
    'in other words': each(14, (tools, i) =>
      tools.run(`lookup ${word(i)}_${i}`, `No results for ${word(i)}_${i}.`),
    ),
  });
  row('different packages that cannot be installed, flagged ok', 'by 12', {
    apt: each(14, (tools, i) =>
      tools.run(
        `sudo apt-get install -y lib${word(i)}-dev`,
        `Reading package lists...\nBuilding dependency tree...\nReading state information...\n${i % 2 === 0 ? `E: Unable to locate package lib${word(i)}-dev` : `Package lib${word(i)}-dev is not available, but is referred to by another package.\nThis may mean that the package is missing, has been obsoleted, or\nis only available from another source\n\nE: Package 'lib${word(i)}-dev' has no installation candidate`}`,
      ),
    ),
    'pip, its end': each(14, (tools, i) =>
      tools.run(
        `pip install ${word(i)}-tools 2>&1 | tail -3`,
        `Looking in indexes: https://pip.acme.example/simple\nERROR: Could not find a version that satisfies the requirement ${word(i)}-tools\nERROR: No matching distribution found for ${word(i)}-tools`,
      ),
    ),
  });
  row('different packages installed', 'quiet', {
    apt: each(14, (tools, i) =>
      tools.run(
        `sudo apt-get install -y lib${word(i)}-dev`,
        `Reading package lists...\nBuilding dependency tree...\nSetting up lib${word(i)}-dev (1.${i}) ...\nProcessing triggers for libc-bin (2.35) ...`,
      ),
    ),
  });
  row('different questions to a program that is not there, its errors hidden', 'by 12', {
    'a slip of the keyboard': each(14, (tools, i) =>
      tools.run(`find. -type d -name "${word(i)}" 2>/dev/null`, ''),
    ),
  });
  const places = (i: number): string =>
    ['/w/src/java', '/w/src/test/java', '/w/docs/javadoc', '/w/docs/java'].slice(i % 2).join('\n');
  row('different searches that list the same places', 'watch by 12', {
    find: each(12, (tools, i) =>
      tools.run(
        `find / -name "java${'*'.repeat((i % 3) + 1)}${word(i)}" -o -name "java"`,
        i % 3 === 2 ? '' : places(i),
      ),
    ),
  });
  row('different searches that list other places', 'quiet', {
    find: each(14, (tools, i) =>
      tools.run(`find /w -name "*${word(i)}*"`, `${places(i)}\n/w/src/${word(i)}.java`),
    ),
  });
  row('different edits, and it says that the text is not there', 'by 12', {
    'by an editor with arguments': each(14, (tools, i) =>
      tools.run(
        `str_replace_editor str_replace /repo/a.py --old_str 'return ${word(i)}' --new_str 'return 0'`,
        `No replacement was performed, old_str \`return ${word(i)}\` did not appear verbatim in /repo/a.py.`,
      ),
    ),
  });
  row('different searches, and it finds something', 'quiet', {
    'a line each': each(14, (tools, i) =>
      tools.run(`search_dir "${word(i)}_${i}" /repo`, `/repo/src/${word(i)}.py (${i + 1} matches)`),
    ),
  });
});
