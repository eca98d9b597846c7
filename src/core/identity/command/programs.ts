/** What programs do, by their names and first words. */

/** `git-overview`: looks at the repository's state. `run`: a script or program of the project. */
const segmentKinds = [
  'no-op',
  'wait',
  'read',
  'search',
  'list',
  'test',
  'build',
  'change',
  'git-overview',
  'run',
  'other',
] as const;
export type SegmentKind = (typeof segmentKinds)[number];

const listPrograms: Partial<Record<SegmentKind, string>> = {
  'no-op': ': true false echo printf yes cd pushd popd set shopt',
  wait: 'sleep wait',
  read: 'cat head tail nl less more bat batcat tac sed awk gawk perl wc sort uniq cut tr column jq yq xxd hexdump od strings file stat diff cmp md5sum sha256sum Get-Content gc',
  search:
    'grep egrep fgrep zgrep rg ag ack find fd fdfind locate which whereis type where where.exe findstr Select-String sls Get-Command gcm Test-Path apropos',
  list: 'ls ll tree du df pwd dir exa eza Get-ChildItem gci Get-Item Resolve-Path',
  test: 'pytest py.test jest vitest mocha ava rspec phpunit ctest tox nox nosetests unittest doctest cypress bats gotestsum nextest tap karma',
  build:
    'make gmake cmake ninja bazel tsc vue-tsc webpack vite esbuild rollup gcc g++ cc clang javac rustc kotlinc mypy pyright flake8 pylint eslint stylelint ruff biome prettier black isort rustfmt gofmt shellcheck hadolint golangci-lint py_compile compileall yamllint ajv markdownlint markdownlint-cli2 markdown-link-check lychee spectral actionlint kubeconform kubeval htmlhint vale codespell cspell typos sqlfluff commitlint tflint ktlint detekt rubocop swiftlint phpstan psalm clang-tidy cppcheck ansible-lint jsonlint taplo oxlint dprint bandit semgrep checkov',
  change:
    'mv cp rm mkdir rmdir touch ln chmod chown tee patch apply_patch applypatch install truncate rsync tar unzip dd pip pip3 unlink autopep8',
  run: 'python python2 python3 node ruby php java Rscript deno bun tsx ts-node bash sh zsh lua julia swift ipython',
};

/** What each program does, as far as its name reveals. */
export const kindOfProgram: ReadonlyMap<string, SegmentKind> = new Map(
  segmentKinds.flatMap((kind) =>
    (listPrograms[kind]?.split(' ') ?? []).map((name) => [name, kind] as const),
  ),
);

/** Kinds with the pattern that the words after the program's name match; the first that fits counts. */
type WordRules = readonly (readonly [SegmentKind, RegExp])[];

/** Programs whose subcommand decides what they do. */
const listWordRules: Record<string, WordRules> = {
  npm: [
    [
      'change',
      /^(?:i|install|ci|add|remove|uninstall|update|upgrade|link|publish|version|init|create)\b/,
    ],
    ['test', /(?:^| )(?:t|tst|test|tests|spec|e2e)(?:[: ]|$)|[: ]test(?: |$)/],
    ['build', /(?:^| )(?:build|compile|type-?check|tsc|lint|check)(?:[: ]|$)/],
    ['list', /^(?:ls|list|outdated|view|info|why|explain|search|root|prefix)\b/],
    ['run', /./],
  ],
  cargo: [
    ['list', /^(?:search|info|tree|metadata|locate-project|version)\b/],
    ['test', /^(?:\+\S+ )?(?:t|test|nextest)\b/],
    ['build', /^(?:\+\S+ )?(?:b|build|c|check|clippy|doc)\b|^fmt.* --check/],
    ['run', /^(?:r|run|bench)\b/],
    ['change', /./],
  ],
  go: [
    ['test', /^test\b/],
    ['build', /^(?:build|vet)\b/],
    ['run', /^(?:run|generate)\b/],
    ['list', /^(?:list|doc|env|version|mod (?:why|graph))\b/],
    ['change', /^(?:get|mod|install|fmt|work)\b/],
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
  // what steers a browser has the name of what runs its tests
  playwright: [
    ['test', /^test\b/],
    ['change', /^install\b/],
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
  hg: [
    [
      'git-overview',
      /^(?:status|st|log|diff|summary|identify|id|info|heads|branches|annotate|blame|cat|grep|files|list|ls)\b/,
    ],
    ['change', /^[a-z]/],
  ],
  helm: [['build', /^lint\b/]],
  terraform: [['build', /^(?:-chdir=\S+ )?(?:validate|fmt .*-check)\b/]],
  php: [
    ['build', /^-l /],
    ['run', /./],
  ],
  bash: [
    ['build', /^-n /],
    ['run', /./],
  ],
  docker: [
    ['list', /^(?:ps|images|logs|inspect|compose ps)\b/],
    ['build', /^(?:build|compose build|buildx)\b/],
  ],
  pip: [
    ['list', /^(?:show|list|freeze|check|index|search|config|--version)\b/],
    ['change', /./],
  ],
  apt: [
    [
      'list',
      /^(?:-\S+ )*(?:list|search|show|info|ls|policy|depends|rdepends|leaves|deps|outdated|config|help|provides|repoquery|query|contents|env|which|-Q\w*|-Ss)\b/,
    ],
    ['change', /./],
  ],
  deno: [
    ['test', /^test\b/],
    ['build', /^(?:check|lint|compile)\b/],
    ['run', /./],
  ],
};

/** Programs that understand the words of another one. */
const alike: Record<string, string> = {
  npm: 'pnpm yarn bun',
  hg: 'svn',
  mvn: 'mvnw gradle gradlew sbt ant',
  make: 'gmake just task ninja bazel',
  python: 'python2 python3 py',
  pip: 'pip3',
  apt: 'apt-get brew dnf yum apk pacman snap conda mamba gem choco winget scoop',
  deno: 'swift mix',
  node: 'tsx ts-node',
  bash: 'sh zsh',
  terraform: 'tofu terragrunt',
};

export const wordRules: ReadonlyMap<string, WordRules> = new Map([
  ...Object.entries(listWordRules),
  ...Object.entries(alike).flatMap(([like, names]) =>
    names.split(' ').map((name) => [name, listWordRules[like] ?? []] as const),
  ),
]);

/** Programs that run the one after them, after a verb of their own where one is given. */
export const launchers: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
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
