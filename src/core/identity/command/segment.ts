/** What one segment of a shell command does, by its program and first words. */
import { baseName } from '../../paths.js';
import { setsVariable, type Segment } from './shell.js';

/** `git-overview`: looks at the repository's state. `run`: a script or program of the project. */
export type SegmentKind =
  | 'no-op'
  | 'wait'
  | 'read'
  | 'search'
  | 'list'
  | 'test'
  | 'build'
  | 'change'
  | 'git-overview'
  | 'run'
  | 'other';

const programs = new Map<string, SegmentKind>();
function are(kind: SegmentKind, names: string): void {
  for (const name of names.split(' ')) {
    programs.set(name, kind);
  }
}
are('no-op', ': true false echo printf cd pushd popd set shopt');
are('wait', 'sleep wait');
are(
  'read',
  'cat head tail nl less more bat batcat tac sed awk gawk perl wc sort uniq cut tr column jq yq xxd hexdump od strings file stat diff cmp md5sum sha256sum',
);
are('search', 'grep egrep fgrep zgrep rg ag ack find fd fdfind locate which whereis type');
are('list', 'ls ll tree du df pwd dir exa eza');
are(
  'test',
  'pytest py.test jest vitest mocha ava rspec phpunit ctest tox nox nosetests unittest doctest cypress playwright bats gotestsum nextest tap karma',
);
are(
  'build',
  'make gmake cmake ninja bazel tsc vue-tsc webpack vite esbuild rollup gcc g++ cc clang javac rustc kotlinc mypy pyright flake8 pylint eslint stylelint ruff biome prettier black isort rustfmt gofmt shellcheck hadolint golangci-lint py_compile compileall',
);
are(
  'change',
  'mv cp rm mkdir rmdir touch ln chmod chown tee patch apply_patch applypatch install truncate rsync tar unzip dd pip pip3 apt apt-get apk brew dnf yum unlink autopep8',
);
are(
  'run',
  'python python2 python3 node ruby php java Rscript deno bun tsx ts-node bash sh zsh lua julia swift ipython',
);

/** Programs whose further words say what they do; the first that fits counts. */
const byWords = new Map<string, readonly (readonly [SegmentKind, RegExp])[]>(
  Object.entries({
    npm: [
      [
        'change',
        /^(?:i|install|ci|add|remove|uninstall|update|upgrade|link|publish|version|init|create)\b/,
      ],
      ['test', /(?:^| )(?:t|tst|test|tests|spec|e2e)(?:[: ]|$)|[: ]test(?: |$)/],
      ['build', /(?:^| )(?:build|compile|type-?check|tsc|lint|check)(?:[: ]|$)/],
      ['list', /^(?:ls|list|outdated|view|info|why)\b/],
      ['run', /./],
    ],
    cargo: [
      ['test', /^(?:\+\S+ )?(?:t|test|nextest)\b/],
      ['build', /^(?:\+\S+ )?(?:b|build|c|check|clippy|doc)\b|^fmt.* --check/],
      ['run', /^(?:r|run|bench)\b/],
      ['change', /./],
    ],
    go: [
      ['test', /^test\b/],
      ['build', /^(?:build|vet)\b/],
      ['run', /^(?:run|generate)\b/],
      ['change', /^(?:get|mod|install|fmt|work)\b/],
      ['list', /^list\b/],
    ],
    mvn: [
      ['test', /(?:^|[ :])\w*(?:[tT]est|verify|check|surefire)\w*(?:[ :]|$)/],
      ['build', /./],
    ],
    make: [
      ['test', /(?:^| )(?:test|check|spec|e2e)(?:[-_:]\S*)?(?: |$)/],
      ['change', /(?:^| )(?:clean|install)(?: |$)/],
      ['build', /|./],
    ],
    dotnet: [
      ['test', /^test\b/],
      ['build', /^(?:build|publish|restore)\b/],
      ['run', /./],
    ],
    python: [
      [
        'test',
        /^(?:-\w+ )*(?:-m (?:pytest|unittest|nose2?|doctest|tox|nox|(?:django|trial) test)\b|\S*manage\.py test\b)/,
      ],
      ['change', /^-m pip (?:install|uninstall)\b/],
      ['build', /^-m (?:build|py_compile|compileall|mypy|pyright|flake8|pylint|ruff)\b/],
      ['run', /./],
    ],
    node: [
      ['test', /^(?:\S+ )*--test\b|\b(?:jest|vitest|mocha)(?:\.m?js)?(?: |$)/],
      ['build', /^(?:--check|-c) /],
      ['run', /./],
    ],
    rake: [
      ['test', /^(?:test|spec)/],
      ['run', /./],
    ],
    git: [
      [
        'git-overview',
        /^(?:status|log|diff|show|shortlog|reflog|describe|rev-parse|rev-list|remote(?: -v| show|$)|config (?:--get|--list|-l)|(?:branch|tag)(?: -(?:a|v+|r|l|-list|-show-current|-all|-contains)\b.*)*$|stash (?:list|show)|worktree list|ls-remote|cat-file|merge-base|whatchanged)(?: |$)/,
      ],
      ['search', /^grep\b/],
      ['list', /^ls-(?:files|tree)\b/],
      ['read', /^blame\b/],
      ['change', /^[a-z]/],
    ],
    docker: [
      ['list', /^(?:ps|images|logs|inspect|compose ps)\b/],
      ['build', /^(?:build|compose build|buildx)\b/],
    ],
    pip: [
      ['list', /^(?:show|list|freeze|check|index|--version)\b/],
      ['change', /./],
    ],
    deno: [
      ['test', /^test\b/],
      ['build', /^(?:check|lint|compile)\b/],
      ['run', /./],
    ],
  }),
);
for (const [like, names] of [
  ['npm', 'pnpm yarn bun'],
  ['mvn', 'mvnw gradle gradlew sbt ant'],
  ['make', 'gmake just task ninja bazel'],
  ['python', 'python2 python3 py'],
  ['pip', 'pip3'],
  ['deno', 'swift mix'],
  ['node', 'tsx ts-node'],
] as const) {
  for (const name of names.split(' ')) {
    byWords.set(name, byWords.get(like) ?? []);
  }
}
/** They run the program that follows, after a verb of their own where one is given. */
const launchers = new Map<string, readonly string[]>(
  Object.entries({
    npx: [],
    pnpx: [],
    bunx: [],
    uvx: [],
    sudo: [],
    xargs: [],
    uv: ['run'],
    poetry: ['run'],
    pdm: ['run'],
    pipenv: ['run'],
    hatch: ['run'],
    rye: ['run'],
    bundle: ['exec'],
    pnpm: ['exec', 'dlx'],
    yarn: ['exec', 'dlx'],
    npm: ['exec'],
    coverage: ['run'],
  }),
);
/** Formatters and linters that write. */
const rewrites = /(?:^| )(?:--fix|--write|-w|-i|--in-place|format)(?: |$)/;
const formats = /^(?:black|isort|rustfmt)$/;
/** A script that is named after tests runs them. */
const testScript = /(?:^|[/-])(?:run[-_]?)?tests?(?:[-_./]|$)|[-_.](?:test|spec)s?\.\w+$/i;
const LAUNCHES = 3;

/** The program's name without its folder. */
export function programOf(words: readonly string[]): string {
  return baseName(words[0] ?? '');
}

export function segmentKind({ words, toFile }: Segment): SegmentKind {
  let from = 0;
  while (setsVariable(words[from] ?? '')) {
    from += 1;
  }
  const kind =
    from === words.length ? 'other' : kindOfWords(from === 0 ? words : words.slice(from), 0);
  switch (kind) {
    case 'no-op':
    case 'read':
    case 'search':
    case 'list':
    case 'git-overview':
    case 'other':
      return toFile === undefined ? kind : 'change';
    default:
      return kind;
  }
}

function kindOfWords(words: readonly string[], depth: number): SegmentKind {
  const word = words[0] ?? '';
  const args = words.slice(1);
  const program = programOf(words);
  const verbs = launchers.get(program);
  if (verbs !== undefined && depth < LAUNCHES) {
    const verb = args.findIndex((arg) => !arg.startsWith('-'));
    const runs =
      verbs.length === 0 ? verb : verbs.includes(args[verb] ?? '') ? next(args, verb + 1) : -1;
    if (runs >= 0) {
      return kindOfWords(args.slice(runs), depth + 1);
    }
  }
  if (args.length === 1 && /^(?:--version|--help|-V|-h)$/.test(args[0] ?? '')) {
    return 'other';
  }
  const known = programs.get(program);
  const cases = byWords.get(program);
  if (cases !== undefined) {
    const rest = args.join(' ');
    const said = program === 'git' ? rest.replace(/^(?:-[cC] \S+ |--?\S+ )+/, '') : rest;
    const kind = cases.find(([, pattern]) => pattern.test(said))?.[0];
    if (kind === 'run' && depth < LAUNCHES) {
      return runKind(program, args, depth);
    }
    return kind ?? known ?? 'other';
  }
  switch (known) {
    case undefined:
      if (word.includes('/') || /\.(?:sh|py|js|mjs|rb|pl)$/.test(word)) {
        return testScript.test(word) || word.endsWith('/runtests.py') ? 'test' : 'run';
      }
      return 'other';
    case 'no-op':
      // what a substitution tells is printed
      return args.at(-1)?.endsWith('$') === true ||
        args.some((arg) => arg.includes('`') || arg.includes('$('))
        ? 'other'
        : 'no-op';
    case 'run':
      return runKind(program, args, depth);
    case 'build':
      return rewrites.test(args.join(' ')) ||
        (formats.test(program) && !args.some((arg) => /--(?:check|diff)/.test(arg)))
        ? 'change'
        : 'build';
    case 'search':
      return program === 'find' &&
        /(?:^| )-(?:delete|exec \S*(?:rm|mv|chmod|sed -i|touch|cp)\b)/.test(args.join(' '))
        ? 'change'
        : 'search';
    case 'read':
      if (program === 'sed' || program === 'perl') {
        return args.some((arg) => /^-(?![IM])[a-zA-Z0-9]*i|^--in-place/.test(arg))
          ? 'change'
          : program === 'perl'
            ? 'run'
            : 'read';
      }
      return args.includes('/dev/null') &&
        args.every((arg) => arg === '/dev/null' || arg.startsWith('-'))
        ? 'no-op'
        : 'read';
    default:
      return known;
  }
}

const watchers = /^(?:kubectl|oc|gh|glab|docker|podman|systemctl|aws|gcloud|az|fly)$/;
const watching = /^(?:wait|watch|--wait|--watch|--timeout)(?:=|$)/;

/** Looks at something that runs elsewhere until it is through, or a time is over. */
export function waitsItself(words: readonly string[]): boolean {
  return (
    watchers.test(programOf(words)) &&
    (words.some((word) => watching.test(word)) ||
      (words.includes('rollout') && words.includes('status')))
  );
}

/** Package managers that run a program of the project by its bare name. */
const runners = new Set(['pnpm', 'yarn', 'bun']);

/** What an interpreter or a package manager's runner is given. */
function runKind(program: string, args: readonly string[], depth: number): SegmentKind {
  const at = next(args, 0);
  const script = args[at] ?? '';
  if (args[at - 1] === '-m' || runners.has(program)) {
    const kind = script === 'run' ? 'other' : kindOfWords(args.slice(at), depth + 1);
    return kind === 'other' ? 'run' : kind;
  }
  if (/^-[ceprl]*[ce]$/.test(args[0] ?? '')) {
    return 'run';
  }
  return testScript.test(script) || script.endsWith('runtests.py') ? 'test' : 'run';
}

function next(args: readonly string[], from: number): number {
  const found = args.findIndex((arg, index) => index >= from && !arg.startsWith('-'));
  return found < 0 ? args.length : found;
}
