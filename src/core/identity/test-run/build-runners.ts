/** Test runners of compiled languages, whose builds fail before any test runs, and checkers. */
import type { TestFormat } from './format.js';

export const buildRunners: readonly TestFormat[] = [
  {
    runner: 'go',
    summary: / *--- (?:FAIL|PASS): \S+ \([\d.]+s\)$|ok {2}\t\S+/,
    mark: /FAIL\t\S+|\?   \t\S+\t\[no test files\]|# \S+(?: \[\S+\])?\n(?:vet: )?\S+\.go:\d+:\d+: /,
    ids: /^(?: *--- FAIL: (\S+)|(?:vet: )?(\S+\.go):\d+:\d+(: .+))/gm,
    wholes: /^FAIL\t(\S+(?: \[.+\])?)/gm,
    errors:
      /^(?:(panic: .+?)(?: \[recovered.*)?|(?:\S+: )?(no required module provides .+|cannot find (?:package|module) .+))$/gm,
  },
  {
    // what is marked in the code says which types do not match
    runner: 'cargo',
    summary: /test result: (?:ok|FAILED)\. | +Summary \[ *[\d.]+s\] /,
    mark: /error: (?:could not compile `|test failed, to rerun)|error\[E\d{4}\]: /,
    ids: /^(?:test (.+) \.\.\. FAILED|(\S+) --- FAILED|---- (.+) stdout ----| {4}((?:\w+::)*\w+)(?=\n {4}\w|\n\ntest result)| +(?:FAIL|TIMEOUT|SIG\w+) \[ *[\d.]+s\] (?:\(.*?\) )?(.+)|error(?:\[(E\d{4})\])?: (.+)\n +--> ([^:\n]+):.*(?:\n +\|\n *\d+ +\|.*\n +\|[ \-|]*\^+ (\S.*))?)$/gm,
    spare: /^error\[(E\d{4})\]: (.+)$/gm,
    errors: /panicked at (?:\S+:\d+:\d+:\n(.+)|'(.+)', \S+)$/gm,
  },
  {
    runner: 'maven',
    summary: /(?:\[\w+\] +)?Tests run: \d+, Failures: \d+, Errors: \d+(?:, Skipped: \d+)?$/,
    mark: /\[ERROR\] (?:COMPILATION ERROR|Failed to execute goal)|(?:\[\w+\] +)?Tests run: \d+, Failures: /,
    ids: /^\[ERROR\] (?: +([\w$]+\.[\w$.]+(?:\(.*?\))?(?:\[\d+\])?)(?=[:\- »]|$).*|(\S+\.(?:java|kt|scala)):[[(]\d+,[ \d]+[\])](.*)(?:\n(?:\[ERROR\])? +((?:symbol|required): .+(?:\n(?:\[ERROR\])? +found: .+)?))?)$/gm,
    spare: /^(?:\[ERROR\] +)?(\w\S*)(?: --)? +Time elapsed: .* <<< (?:FAILURE|ERROR)!/gm,
    errors: /^\[ERROR\] (?:.* » (\w+).*|(Failed to execute goal .+))$/gm,
  },
  {
    runner: 'gradle',
    summary: /\d+ tests? completed, \d+ failed/,
    mark: /BUILD FAILED in \d|> Task :\S*[tT]est\S*(?: FAILED)?$/,
    ids: /^(?:(\w[^>\n]* > .+) FAILED|e: (\S+\.kts?):\d+:\d+:? (.+))$/gm,
    wholes: /^> Task (\S+) FAILED$/gm,
    errors: /^\* What went wrong:\n(?:.+\n> (.+)|(.+))$/gm,
  },
  {
    runner: 'dart',
    mark: /\d\d:\d\d \+\d+(?: ~\d+)?(?: -\d+)?: (?:Some tests failed\.|All tests passed!)$/,
    ids: /^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (.+) \[E\]$/gm,
  },
  {
    runner: 'dotnet',
    summary: / *(?:Failed!|Passed!) +- Failed: +\d+, Passed: +\d+/,
    mark: /Total tests: \d+$/,
    ids: /^ +(?:Failed|\[FAIL\]) (\S.*) \[.*s\]$/gm,
  },
  {
    runner: 'ctest',
    summary: /\d+% tests passed, \d+ tests? failed out of \d+/,
    mark: /No tests were found!!!/,
    ids: /^\t *\d+ - (\S+) \(.+\)/gm,
  },
  {
    runner: 'tsc',
    ids: /^(?:(\S.*?)(?:\(\d+,\d+\): |:\d+:\d+ - ))?error (TS\d+)(: .+)$/gm,
  },
  {
    runner: 'eslint',
    summary: /✖ \d+ problems? \(\d+ errors?, /,
    mark: /Oops! Something went wrong! :\(/,
    ids: /^(?:((?:\/|[A-Za-z]:\\).+)| +\d+:\d+ +error +(.+))$/gm,
    headed: true,
    errors: /^(No files matching .+)$/gm,
  },
  {
    // gcc, clang, javac (which names the symbol below), GHC (the message below), mypy, the compiler of .NET
    runner: 'compiler',
    ids: /^(?: *\[javac\] )?(?:([^\s:]+\.\w+):\d+:(?:\d+:)? (?:fatal )?error(?!: -\[)(:(?: \[[\w-]+\])?(?:\n +\S.*)|: .+)(?:\n.*\n(?: *\[javac\])? +\^\n(?: *\[javac\])? +((?:symbol|required): .+(?:\n(?: *\[javac\])? +found: .+)?))?|(\S.*?)\(\d+,\d+\): error (?!TS)([A-Z]+\d+: .+?)(?: \[.*\])?)$/gm,
  },
  {
    // Biome, Ruff
    runner: 'lint',
    summary: /Found \d+ errors?\.$/,
    ids: /^([^\s:]+\.\w+):\d+:\d+:? ((?:lint|assist|parse|format)\S*|[A-Z]+\d+ .+)/gm,
  },
];
