/** Checks that name all their errors alike: what an error is about says whether the next one is another. */
import { rounds, row, word, type Scene } from './cases.js';

/** A tool that builds or checks, and what it prints of one thing that is wrong. `thing`: a name. `line`: where it is. */
interface Check {
  file: string;
  command: string;
  print(thing: string, line: number): string;
}

const journey = (thing: string, line: number): string =>
  `F                                                            [100%]\n=================================== FAILURES ===================================\n_________________________________ test_journey _________________________________\n\n    def test_journey(page):\n>       assert page.${thing}.is_visible()\nE       assert False\nE        +  where False = is_visible()\n\ntests/test_shop.py:${line}: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_shop.py::test_journey - assert False\n1 failed in 3.21s`;

const checks: Record<string, Check> = {
  terraform: {
    file: '/w/main.tf',
    command: 'terraform validate',
    print: (thing, line) =>
      `╷\n│ Error: Unsupported argument\n│\n│   on main.tf line ${line}, in resource "aws_lb" "front":\n│   ${line}:   ${thing} = true\n│\n│ An argument named "${thing}" is not expected here.\n╵`,
  },
  docker: {
    file: '/w/Dockerfile',
    command: 'docker build -t acme .',
    print: (thing) =>
      `#9 [5/8] RUN npm ci && npm run build\n#9 21.4 > acme@1.0.0 build\n#9 22.0 src/${thing}.ts: cannot find lib${thing}.so.6\n#9 ERROR: process "/bin/sh -c npm ci && npm run build" did not complete successfully: exit code: 1\n------\nERROR: failed to solve: process "/bin/sh -c npm ci && npm run build" did not complete successfully: exit code: 1`,
  },
  cmake: {
    file: '/w/CMakeLists.txt',
    command: 'cmake -B build',
    print: (thing, line) =>
      `-- The CXX compiler identification is GNU 13.2.0\nCMake Error at CMakeLists.txt:${line} (find_package):\n  Could not find a package configuration file provided by "${thing}" with any\n  of the following names:\n\n    ${thing}Config.cmake\n    ${thing}-config.cmake\n\n-- Configuring incomplete, errors occurred!`,
  },
  latex: {
    file: '/w/paper.tex',
    command: 'pdflatex -interaction=nonstopmode paper.tex',
    print: (thing, line) =>
      `This is pdfTeX, Version 3.141592653\n(./paper.tex\n! Undefined control sequence.\nl.${line} \\${thing}\n              {x}\nNo pages of output.`,
  },
  elm: {
    file: '/w/src/Main.elm',
    command: 'elm make src/Main.elm',
    print: (thing, line) =>
      `Detected errors in 1 module.\n\n-- TYPE MISMATCH ------------------------------------------------ src/Main.elm\n\nThe 1st argument to \`${thing}\` is not what I expect:\n\n${line}|     ${thing} model\n           ^^^^^\nThis \`model\` value is a:\n\n    Model`,
  },
  ocaml: {
    file: '/w/bin/main.ml',
    command: 'dune build',
    print: (thing, line) =>
      `File "bin/main.ml", line ${line}, characters 14-19:\n${line} |   let _ = run ${thing} in\n                  ^^^^^\nError: This expression has type ${thing} but an expression was expected of type\n         string`,
  },
  ansible: {
    file: '/w/site.yml',
    command: 'ansible-playbook site.yml',
    print: (thing) =>
      `PLAY [web] *****\n\nTASK [${thing} : configure] *****\nfatal: [web1]: FAILED! => {"changed": false, "msg": "The task includes an option with an undefined variable. The error was: '${thing}_port' is undefined"}\n\nPLAY RECAP *****\nweb1 : ok=3 changed=0 unreachable=0 failed=1`,
  },
  helm: {
    file: '/w/chart/values.yaml',
    command: 'helm lint chart',
    print: (thing) =>
      `==> Linting chart\n[ERROR] templates/: template: acme/templates/deployment.yaml:12:20: executing "acme/templates/deployment.yaml" at <.Values.${thing}.port>: nil pointer evaluating interface {}.port\n\nError: 1 chart(s) linted, 1 chart(s) failed`,
  },
  eslint: {
    file: '/w/src/app.js',
    command: 'npx eslint src/app.js',
    print: (thing, line) =>
      `\n/w/src/app.js\n  ${line}:7  error  Unexpected use of '${thing}'  no-restricted-globals\n\n✖ 1 problem (1 error, 0 warnings)`,
  },
  migrations: {
    file: '/w/migrations/0042.sql',
    command: 'psql -v ON_ERROR_STOP=1 -f migrations/0042.sql',
    print: (thing, line) =>
      `psql:migrations/0042.sql:${line}: ERROR:  syntax error at or near "${thing}"\nLINE 1: alter table ${thing} drop\n                    ^`,
  },
  'a workflow': {
    file: '/w/.github/workflows/ci.yml',
    command: 'actionlint .github/workflows/ci.yml',
    print: (thing, line) =>
      `.github/workflows/ci.yml:${line}:9: unexpected key "${thing}" for "step" section [syntax-check]\n   |\n${line} |         ${thing}: yes\n   |         ^~~~~`,
  },
  'a model in Python': {
    file: '/w/config.yaml',
    command: 'python -m acme.check config.yaml',
    print: (thing) =>
      `Traceback (most recent call last):\n  File "/w/acme/check.py", line 21, in <module>\n    Config.model_validate(load())\npydantic_core._pydantic_core.ValidationError: 1 validation error for Config\n${thing}\n  Field required [type=missing, input_value={'a': 1}, input_type=dict]`,
  },
  'an end-to-end test': {
    file: '/w/src/shop.py',
    command: 'pytest tests/test_shop.py -k test_journey',
    print: journey,
  },
  'a test in Jest': {
    file: '/w/src/shop.ts',
    command: 'npx jest journey',
    print: (thing, line) =>
      `FAIL src/journey.test.ts\n  ✕ the whole journey (812 ms)\n\n  ● the whole journey\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: true\n    Received: false\n\n    > ${line} |   expect(page.${thing}).toBe(true);\n         |                      ^\n\n      at Object.<anonymous> (src/journey.test.ts:${line}:22)\n\nTests:       1 failed, 1 total`,
  },
  'a test in Go': {
    file: '/w/shop.go',
    command: 'go test ./... -run TestJourney',
    print: (thing, line) =>
      `--- FAIL: TestJourney (0.31s)\n    journey_test.go:${line}: ${thing}: got false, want true\nFAIL\nFAIL\tacme/shop\t0.402s\nFAIL`,
  },
};

function mended({ file, command, print }: Check, about: (i: number) => [string, number]): Scene {
  return rounds(12, (tools, i) => [
    tools.replace(file, `  step ${word(i)}`, `  step ${word(i + 1)}`),
    tools.run(command, print(...about(i)), 1),
  ]);
}

const scenes = (about: (i: number) => [string, number]): Record<string, Scene> =>
  Object.fromEntries(Object.entries(checks).map(([name, each]) => [name, mended(each, about)]));

describe('cases: errors that are all named alike', () => {
  row(
    'each about something else',
    'quiet',
    scenes((i) => [word(i + 30), 12 + 7 * i]),
  );
  row(
    'all about one thing',
    'by 16',
    scenes(() => [word(30), 12]),
  );
  row('a later line only because the test itself is edited, too', 'by 24', {
    pytest: rounds(10, (tools, i) => [
      tools.replace('/w/tests/test_shop.py', `  note ${word(i)}`, `  note\n  note ${word(i + 1)}`),
      tools.replace('/w/src/shop.py', `  step ${word(i)}`, `  step ${word(i + 1)}`),
      tools.run('pytest tests/test_shop.py -k test_journey', journey(word(30), 12 + i), 1),
    ]),
  });
});
