/** Cases of commands that the shell refuses: the class of the refusal counts, not its words. */
import { each, row, source, word, type Scene } from './cases.js';

const prose = [
  'I will look at the parser (again',
  "Let's read the file first",
  'The test fails (see above)',
  'Now edit `src/a.ts and run it',
  'Then (maybe) the cache; it is stale',
  "It doesn't work & that's odd",
  'fix ) the loop',
  'if the queue is empty then stop',
];
const sentences = [
  "First, we need to find the file where the class is defined. Let's use the find_file command.",
  'It seems there was an issue with the previous command. We start again with the file of the issue.',
  'There seems to be an issue with the format of my answers, so I rephrase and go on with the task.',
  "I'm not sure why the attempts to use the command are not working.",
  'It is possible that the interface reads the command in another way!',
];
const spoken = (i: number): string => `DISCUSSION\n${sentences[i % sentences.length]}`;
/** What a shell says of the i-th command, each time in other words. */
type Refused = (command: string, i: number) => readonly [output: string, exit: number];
const bashSyntax: Refused = (command, i) => [
  [
    `bash: -c: line 1: syntax error near unexpected token \`('\nbash: -c: line 1: \`${command}'`,
    "bash: -c: line 1: unexpected EOF while looking for matching `''",
    `bash: -c: line 2: syntax error: unexpected end of file`,
    "bash: -c: line 1: unexpected EOF while looking for matching ``'",
    `bash: line 17: syntax error near unexpected token \`)'\nbash: line 17: \`${command}'`,
    `/bin/bash: line ${i}: \${x y}: bad substitution`,
  ][i % 6] ?? '',
  2,
];
const syntax: Record<string, Refused> = {
  bash: bashSyntax,
  sh: (_, i) => [
    [
      '/bin/sh: 1: Syntax error: Unterminated quoted string',
      'sh: 1: Syntax error: "(" unexpected',
      'sh: 2: Syntax error: end of file unexpected (expecting "fi")',
      'sh: 1: Bad substitution',
    ][i % 4] ?? '',
    2,
  ],
  busybox: (_, i) => [
    ['sh: syntax error: unterminated quoted string', 'sh: syntax error: unexpected "("'][i % 2] ??
      '',
    2,
  ],
  zsh: (_, i) => [
    ["zsh:1: parse error near `)'", "zsh:1: unmatched '", 'zsh:3: bad substitution'][i % 3] ?? '',
    1,
  ],
  fish: (command, i) => [
    [
      `fish: Unexpected end of string, quotes are not balanced\n${command}\n ^`,
      `fish: Missing end to balance this if statement\n${command}\n^`,
      `fish: Unexpected ')' for unopened parenthesis\n${command}\n    ^`,
    ][i % 3] ?? '',
    127,
  ],
  PowerShell: (command, i) => [
    [
      `At line:1 char:${9 + i}\n+ ${command}\n+         ~~~~\nUnexpected token 'queue' in expression or statement.\n    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException\n    + FullyQualifiedErrorId : UnexpectedToken`,
      `ParserError: \nLine |\n   1 |  ${command}\n     |  ~\n     | The string is missing the terminator: '.`,
      `At line:1 char:4\n+ ${command}\n+    ~\nAn expression was expected after '('.\n    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException\n    + FullyQualifiedErrorId : ExpectedExpression`,
    ][i % 3] ?? '',
    1,
  ],
  cmd: (_, i) => [
    ['The syntax of the command is incorrect.', 'again was unexpected at this time.'][i % 2] ?? '',
    255,
  ],
  'a file in which the agent keeps the command': (command, i) => [
    `/tmp/cmd-${i * 37}.sh: line ${i}: syntax error near unexpected token \`('\n/tmp/cmd-${i * 37}.sh: line ${i}: \`${command}'`,
    2,
  ],
  'an agent that parses it first': () => [
    `Your bash command contained syntax errors. Please fix the syntax errors and try running the command again.\nHere is the output of \`bash -n\`:\nbash: line 1: unexpected EOF while looking for matching \`"'`,
    1,
  ],
};
const missing: Record<string, Refused> = {
  bash: (command, i) => [`bash: line ${i + 4}: ${command.split(' ')[0]}: command not found`, 127],
  sh: (command, i) => [`/bin/sh: ${i + 1}: ${command.split(' ')[0]}: not found`, 127],
  zsh: (command) => [`zsh: command not found: ${command.split(' ')[0]}`, 127],
  fish: (command) => [`fish: Unknown command: ${command.split(' ')[0]}`, 127],
  PowerShell: (command, i) => {
    const name = command.split(' ')[0] ?? '';
    return [
      `${name} : The term '${name}' is not recognized as the name of a cmdlet, function, script file, or operable \nprogram. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.\nAt line:${i}:1\n+ ${command}\n+ ~~~~\n    + CategoryInfo          : ObjectNotFound: (${name}:String) [], CommandNotFoundException\n    + FullyQualifiedErrorId : CommandNotFoundException`,
      1,
    ];
  },
  cmd: (command) => [
    `'${command.split(' ')[0]}' is not recognized as an internal or external command,\noperable program or batch file.`,
    1,
  ],
  'an agent': (command) => [`${command.split(' ')[0]} is not a command`, 127],
  docker: (command) => [
    `exec: "${command.split(' ')[0]}": executable file not found in $PATH: unknown`,
    127,
  ],
};
const absent: Record<string, Refused> = {
  bash: (command) => [`bash: line 3: ${command}: No such file or directory`, 127],
  zsh: (command, i) => [`zsh:${i}: no such file or directory: ${command}`, 127],
  env: (command) => [`/usr/bin/env: ‘${command}’: No such file or directory`.slice(9), 127],
};
const denied: Record<string, Refused> = {
  bash: (command) => [`bash: ${command}: Permission denied`, 126],
  sh: (command, i) => [`sh: ${i}: ${command}: Permission denied`, 126],
  zsh: (command) => [`zsh: permission denied: ${command}`, 126],
  'another machine': (command) => [
    `bash: ${command}: cannot execute binary file: Exec format error`,
    126,
  ],
};

const sent = (commands: (i: number) => string, refused: Refused, n = 8): Scene =>
  each(n, (tools, i) => {
    const command = commands(i);
    const [output, exit] = refused(command, i);
    return tools.run(command, output, exit);
  });
/** The exit code is not told. */
const unmarked = (commands: (i: number) => string, refused: Refused): Scene =>
  each(8, (tools, i) => tools.run(commands(i), refused(commands(i), i)[0]));
const line = (i: number): string => prose[i % prose.length] ?? '';
const scenes = (
  refusals: Record<string, Refused>,
  commands: (i: number) => string,
): Record<string, Scene> =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([shell, refused]) => [
      [shell, sent(commands, refused)],
      [`${shell}, as ordinary output`, unmarked(commands, refused)],
    ]),
  );

describe('cases: commands that the shell refuses', () => {
  row('prose sent as a command ×8, each with another syntax error', 'error-loop at 4', {
    ...scenes(syntax, line),
  });
  row(
    'the agent’s own words sent as a command, some with a quote, some without',
    'error-loop at 4',
    {
      bash: each(8, (tools, i) =>
        tools.run(
          spoken(i),
          i % 3 === 0
            ? "/bin/bash: line 2: unexpected EOF while looking for matching `''\n/bin/bash: line 4: syntax error: unexpected end of file"
            : `/bin/bash: line ${23_985 + 9 * i}: DISCUSSION: command not found\n/bin/bash: line ${23_986 + 9 * i}: ${spoken(i).split(/\s/)[1]}: command not found`,
        ),
      ),
      zsh: each(8, (tools, i) =>
        tools.run(
          sentences[i % sentences.length] ?? '',
          i % 3 === 0 ? 'zsh:1: unmatched "' : `zsh:1: command not found: It`,
          i % 3 === 0 ? 1 : 127,
        ),
      ),
      PowerShell: each(8, (tools, i) =>
        tools.run(
          `**Plan:**\n${sentences[i % sentences.length]}`,
          i % 2 === 0
            ? 'The string is missing the terminator: ".'
            : `The term 'It' is not recognized as a name of a cmdlet, function, script file, or executable program.`,
          1,
        ),
      ),
    },
  );
  row('commands refused for their quotes and for missing programs, then mended', 'quiet', {
    bash: (tools, story) =>
      story
        .step(
          tools.run(
            `Rscript -e 'Sys.time()`,
            "bash: -c: line 1: unexpected EOF while looking for matching `''",
            2,
          ),
        )
        .step(tools.run("Rscript -e 'Sys.time()'", 'bash: line 1: Rscript: command not found', 127))
        .step(tools.run('R -e "Sys.time(', 'bash: -c: line 2: syntax error: unexpected EOF', 2))
        .step(tools.run('python3 -c "import time; print(time.time())"', '1764439201.1')),
    'a comment first': (tools, story) =>
      story
        .step(
          tools.run(
            '# First we look at what the parser makes of it.\nnode -e "parse(`',
            "bash: -c: line 2: unexpected EOF while looking for matching ``'",
            2,
          ),
        )
        .step(
          tools.run(
            '# First we look at what the parser makes of it.\nbun -e "parse()"',
            'bash: line 2: bun: command not found',
            127,
          ),
        )
        .step(
          tools.run(
            '# First we look at what the parser makes of it.\nnode -e "parse("',
            'bash: -c: line 2: syntax error: unexpected end of file',
            2,
          ),
        )
        .step(tools.run('node -e "parse()"', 'undefined')),
  });
  row('different programs that could be there', 'error-loop at 8', {
    ...scenes(missing, (i) => `${word(i)}ctl apply --all`),
  });
  row('words that cannot be programs', 'error-loop at 4', {
    ...scenes(missing, (i) => `${word(i)}:${i} apply --all`),
  });
  row('files of programs that are not there', 'error-loop at 4', {
    ...scenes(absent, (i) => `./bin/${word(i)}`),
  });
  row('files that may not be executed', 'error-loop at 4', {
    ...scenes(denied, (i) => `./bin/${word(i)}`),
  });
  row('`cd x && ls`, the number in the shell’s error rising', 'error-loop at 4', {
    bash: each(12, (tools, i) =>
      tools.run(
        'cd lib && ls',
        `bash: line ${424 + 18 * i}: cd: lib: No such file or directory`,
        1,
      ),
    ),
    'as ordinary output': each(12, (tools, i) =>
      tools.run('cd lib && ls', `bash: line ${424 + 18 * i}: cd: lib: No such file or directory`),
    ),
    'another command behind it': each(12, (tools, i) =>
      tools.run(
        'cd lib && cat a.c',
        `/bin/bash: line ${424 + 18 * i}: cd: lib: No such file or directory`,
      ),
    ),
    dash: each(12, (tools, i) =>
      tools.run('cd lib; make', `/bin/sh: ${i + 9}: cd: can't cd to lib`, 2),
    ),
    zsh: each(12, (tools, i) =>
      tools.run('cd lib && ls', `zsh:cd:${i + 9}: no such file or directory: lib`),
    ),
  });
  row('a tool that is missing, then another that is there', 'quiet', {
    searchers: (tools, story) =>
      story
        .step(tools.run('rg -n parse src', 'bash: line 1: rg: command not found', 127))
        .step(tools.run('ag parse src', 'bash: line 2: ag: command not found', 127))
        .step(tools.run('grep -rn parse src', 'src/a.ts:4: parse(input)'))
        .step(tools.run('fd parser', 'bash: line 4: fd: command not found', 127))
        .step(tools.run('find . -name "*parser*"', './src/parser.ts')),
    'a wrong flag': (tools, story) =>
      story
        .step(tools.run('tar -Q a.tar', "tar: invalid option -- 'Q'", 64))
        .step(tools.run('tar -tf a.tar', 'a/b.txt\na/c.txt')),
    'a quote is forgotten, twice': (tools, story) =>
      story
        .step(
          tools.run(
            'echo "a',
            `bash: -c: line 1: unexpected EOF while looking for matching \`"'`,
            2,
          ),
        )
        .step(
          tools.run(
            'grep -n "it\'s (a" b',
            "bash: line 2: syntax error near unexpected token `('",
            2,
          ),
        )
        .step(tools.run('grep -n "a" b', '4: a is here')),
  });
  row('which of several tools is there', 'watch at most', {
    which: each(8, (tools, i) => tools.run(`which ${word(i)}`, '', 1)),
    'command -v': each(8, (tools, i) =>
      tools.run(`command -v ${word(i)}`, `bash: line ${i}: command: ${word(i)}: not found`, 1),
    ),
    'their versions': each(8, (tools, i) =>
      tools.run(`${word(i)} --version`, `bash: line ${i}: ${word(i)}: command not found`, 127),
    ),
  });
  row('a script of the project with one syntax error after another, each mended', 'quiet', {
    bash: each(16, (tools, i) =>
      i % 2 === 0
        ? tools.run(
            'bash build.sh',
            `build.sh: line ${i + 3}: syntax error near unexpected token \`${word(i)}'`,
            2,
          )
        : tools.replace('/w/build.sh', `line ${i}`, `mended ${i}: ${word(i)}`),
    ),
  });
  row('a part of the command line ran', 'watch at most', {
    'and told something': each(8, (tools, i) =>
      tools.run(
        `cat src/${word(i)}.ts; ${word(i)}ctl`,
        `${source(i, 9)}\nbash: line ${i}: ${word(i)}ctl: command not found`,
        127,
      ),
    ),
  });
});
