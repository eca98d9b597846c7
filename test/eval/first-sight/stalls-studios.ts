/** Circles of people who write applications: settings that nobody reads, two rules that exclude each other, tools that say no. Written without a look at any rule, 124 of 324 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile } from './openings.js';

export const stallsInStudios: readonly Idea[] = [
  stall(
    'a package of modules that a test runner cannot parse, with ever other patterns of what to transform',
    6,
    15,
    { why: 'the pattern is read by another configuration', prompt: 'Make the Editor test run.' },
    (desk, story) => {
      const patterns = [
        "transformIgnorePatterns: ['/node_modules/'],",
        "transformIgnorePatterns: ['/node_modules/(?!nanoid)'],",
        "transformIgnorePatterns: ['/node_modules/(?!(nanoid)/)'],",
        "transformIgnorePatterns: ['node_modules/(?!(nanoid|uuid)/)'],",
        'transformIgnorePatterns: [],',
        "transformIgnorePatterns: ['/node_modules/(?!(.pnpm|nanoid)/)'],",
        "transform: { '^.+\\\\.[jt]sx?$': 'babel-jest' },\n  transformIgnorePatterns: [],",
        "transform: { '^.+\\\\.m?[jt]sx?$': ['@swc/jest'] },",
        "moduleNameMapper: { '^nanoid$': require.resolve('nanoid') },",
        "extensionsToTreatAsEsm: ['.ts', '.tsx'],",
        "testEnvironmentOptions: { customExportConditions: [''] },",
      ] as const;
      const calls = [
        'npx jest src/pages/Editor.test.tsx',
        'npx jest Editor',
        'npx jest --no-cache Editor',
        'npx jest --clearCache && npx jest Editor',
        'NODE_OPTIONS=--experimental-vm-modules npx jest Editor',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/jest.config.js', patterns, i),
        desk.run(
          `${pick(calls, i)} 2>&1 | tail -40`,
          `${i % 5 === 3 ? 'Cleared /tmp/jest_rs\n' : ''}FAIL src/pages/Editor.test.tsx\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n    Jest failed to parse a file. This happens e.g. when your code or its dependencies use non-standard JavaScript syntax, or when Jest is not configured to support such syntax.\n\n    By default "node_modules" folder is ignored by transformers.\n\n    Details:\n\n    /w/node_modules/nanoid/index.browser.js:1\n    ({"Object.<anonymous>":function(module,exports,require,__dirname,__filename,jest){import { urlAlphabet } from './url-alphabet/index.js'\n                                                                                      ^^^^^^\n\n    SyntaxError: Cannot use import statement outside a module\n\n      2 | import { useState } from 'react';\n    > 3 | import { nanoid } from 'nanoid';\n        | ^\n\n      at Runtime.createScriptFromCode (node_modules/jest-runtime/build/index.js:1505:14)\n      at Object.require (src/pages/Editor.tsx:3:1)\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\nTime:        ${seconds(i)} s\nRan all test suites matching /Editor/i.`,
          1,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                'cat node_modules/nanoid/package.json | grep \'"type"\'',
                '  "type": "module",',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a property of a request declared in ever other declaration files, which the runner does not load',
    6,
    15,
    { why: 'the runner takes no file that nothing imports' },
    (desk, story) => {
      const files = [
        '/w/src/types/express.d.ts',
        '/w/src/@types/express/index.d.ts',
        '/w/types/express/index.d.ts',
        '/w/src/global.d.ts',
        '/w/src/http/express.d.ts',
        '/w/typings/express-serve-static-core.d.ts',
      ] as const;
      const bodies = [
        'declare namespace Express {\n  interface Request {\n    user?: User;\n  }\n}\n',
        "import type { User } from '../users';\n\ndeclare global {\n  namespace Express {\n    interface Request {\n      user?: User;\n    }\n  }\n}\n\nexport {};\n",
        "import 'express';\n\ndeclare module 'express' {\n  interface Request {\n    user?: import('../users').User;\n  }\n}\n",
        "import 'express-serve-static-core';\n\ndeclare module 'express-serve-static-core' {\n  interface Request {\n    user?: import('../users').User;\n  }\n}\n",
      ] as const;
      rounds(story, 11, (i) => [
        i % 3 === 2
          ? desk.replace(
              '/w/tsconfig.json',
              pick(['"strict": true', '"typeRoots": ["./types"]', '"include": ["src"]'], i),
              pick(
                [
                  '"strict": true,\n    "typeRoots": ["./types", "./node_modules/@types"]',
                  '"typeRoots": ["./src/@types", "./node_modules/@types"]',
                  '"include": ["src", "types/**/*.d.ts"]',
                ],
                i,
              ),
            )
          : desk.write(pick(files, i), pick(bodies, i)),
        desk.run(
          pick(
            [
              'npx ts-node src/server.ts',
              'npm run dev',
              'npx ts-node -P tsconfig.json src/server.ts',
            ],
            i,
          ),
          `/w/node_modules/ts-node/src/index.ts:859\n    return new TSError(diagnosticText, diagnosticCodes, diagnostics);\n           ^\nTSError: ⨯ Unable to compile TypeScript:\nsrc/http/auth.ts:18:7 - error TS2339: Property 'user' does not exist on type 'Request<ParamsDictionary, any, any, ParsedQs, Record<string, any>>'.\n\n18   req.user = await findUser(token);\n         ~~~~\n\n    at createTSError (/w/node_modules/ts-node/src/index.ts:859:12)\n    at reportTSError (/w/node_modules/ts-node/src/index.ts:863:19)\n    at getOutput (/w/node_modules/ts-node/src/index.ts:1077:36) {\n  diagnosticCodes: [ 2339 ]\n}`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a call from a page that is blocked for its origin, with ever other headers of a server that it never reaches',
    9,
    21,
    {
      why: 'a gate before the server answers the question that comes first',
      prompt: 'The basket does not load in the dev app, mend it.',
    },
    (desk, story) => {
      const options = [
        'app.use(cors());',
        "app.use(cors({ origin: 'http://localhost:5173' }));",
        "app.use(cors({ origin: 'http://localhost:5173', credentials: true }));",
        'app.use(cors({ origin: true, credentials: true }));',
        "app.options('*', cors());\napp.use(cors({ origin: true, credentials: true }));",
        'app.use(cors({ origin: (o, cb) => cb(null, o), credentials: true, optionsSuccessStatus: 200 }));',
        "app.use((req, res, next) => {\n  res.header('Access-Control-Allow-Origin', req.headers.origin ?? '*');\n  next();\n});",
        "app.use((req, res, next) => {\n  res.setHeader('Access-Control-Allow-Origin', 'http://localhost:5173');\n  res.setHeader('Access-Control-Allow-Headers', 'content-type,authorization');\n  if (req.method === 'OPTIONS') return res.sendStatus(204);\n  next();\n});",
        "app.use(cors({ origin: /localhost/, allowedHeaders: ['Content-Type', 'Authorization'] }));",
        "app.use(cors({ origin: '*', methods: ['GET', 'POST', 'OPTIONS'] }));",
        'app.use(helmet({ crossOriginResourcePolicy: false }));\napp.use(cors());',
      ] as const;
      rounds(story, 15, (i) => [
        rewrite(desk, '/w/api/src/app.ts', options, i),
        desk.run(
          'cd api && npm run build --silent && ssh dev.test "pm2 restart api"',
          `[PM2] Applying action restartProcessId on app [api](ids: [ 0 ])\n[PM2] [api](0) ✓\n┌────┬──────┬─────────┬─────────┬──────────┬────────┬──────┬───────────┬──────────┬──────────┐\n│ id │ name │ version │ mode    │ pid      │ uptime │ ↺    │ status    │ cpu      │ mem      │\n├────┼──────┼─────────┼─────────┼──────────┼────────┼──────┼───────────┼──────────┼──────────┤\n│ 0  │ api  │ 1.14.0  │ fork    │ ${21_408 + i * 173}    │ 0s     │ ${14 + i}   │ online    │ 0%       │ ${(18 + ((i * 7) % 9) / 10).toFixed(1)}mb   │\n└────┴──────┴─────────┴─────────┴──────────┴────────┴──────┴───────────┴──────────┴──────────┘`,
        ),
        desk.use(
          'browser',
          'navigate',
          { url: `http://localhost:5173/basket${i % 3 === 1 ? `?t=${i}` : ''}` },
          `### Page state\n- Page URL: http://localhost:5173/basket\n- Page Title: Shop\n- Page Snapshot:\n- heading "Basket" [level=1] [ref=e4]\n- alert [ref=e9]: Could not load your basket.`,
        ),
        desk.use(
          'browser',
          'console_messages',
          {},
          `[ERROR] Access to fetch at 'https://api.dev.test/v1/basket' from origin 'http://localhost:5173' has been blocked by CORS policy: Response to preflight request doesn't pass access control check: No 'Access-Control-Allow-Origin' header is present on the requested resource. @ http://localhost:5173/basket:0\n[ERROR] Failed to load resource: net::ERR_FAILED @ https://api.dev.test/v1/basket:0\n[LOG] [vite] connected. @ http://localhost:5173/@vite/client:${i % 2 === 0 ? 811 : 812}`,
        ),
      ]);
    },
  ),
  stall(
    'a class in Swift put on the main actor and taken off it, with two complaints that take turns',
    9,
    18,
    { why: 'each annotation brings back the complaint of the other one' },
    (desk, story) => {
      const heads = [
        'final class SyncEngine: Syncing {',
        '@MainActor\nfinal class SyncEngine: Syncing {',
        'final class SyncEngine: Syncing, @unchecked Sendable {',
        '@MainActor\nfinal class SyncEngine: @preconcurrency Syncing {',
        'nonisolated final class SyncEngine: Syncing {',
        '@MainActor final class SyncEngine: NSObject, Syncing {',
      ] as const;
      rounds(story, 11, (i) => [
        rewrite(desk, '/w/Sources/Sync/SyncEngine.swift', heads, i),
        desk.run(
          pick(['swift build 2>&1 | tail -12', 'swift build 2>&1 | grep -A4 error:'], i),
          i % 2 === 0
            ? `[${41 + (i % 3)}/58] Compiling Sync SyncEngine.swift\n/w/Sources/Sync/SyncEngine.swift:${24 + (i % 4)}:10: error: main actor-isolated instance method 'apply(_:)' cannot be used to satisfy nonisolated requirement from protocol 'Syncing'\n   |\n   |     func apply(_ change: Change) {\n   |          \`- error: main actor-isolated instance method 'apply(_:)' cannot be used to satisfy nonisolated requirement from protocol 'Syncing'\nerror: fatalError`
            : `[${41 + (i % 3)}/58] Compiling Sync SyncEngine.swift\n/w/Sources/Sync/SyncEngine.swift:${58 + (i % 4)}:27: error: sending 'self.view' risks causing data races [#SendingRisksDataRace]\n   |\n   |         await view.refresh(change)\n   |                    |- error: sending 'self.view' risks causing data races [#SendingRisksDataRace]\n   |                    \`- note: sending task-isolated 'self.view' to main actor-isolated instance method 'refresh' risks causing data races\nerror: fatalError`,
          1,
        ),
        ...(i % 5 === 3
          ? [
              desk.read(
                '/w/Sources/Sync/Syncing.swift',
                'protocol Syncing: AnyObject {\n    func apply(_ change: Change)\n    func stop()\n}',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a lock file written anew and pushed, which the pipeline calls outdated each time',
    12,
    22,
    { why: 'the pipeline installs with another release of the package manager' },
    (desk, story) => {
      lookAround(desk, story);
      const makes = [
        'pnpm install --lockfile-only',
        'pnpm install --no-frozen-lockfile',
        'rm pnpm-lock.yaml && pnpm install',
        'pnpm install --fix-lockfile',
        'rm -rf node_modules pnpm-lock.yaml && pnpm install --force',
        'pnpm dedupe',
        'pnpm install -r --lockfile-only',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(
          pick(makes, i),
          `Scope: all 4 workspace projects\nProgress: resolved ${912 + (i % 2)}, reused ${908 + (i % 3)}, downloaded ${i % 2}, added 0, done\nDone in ${seconds(i, 3)}s using pnpm v9.12.3`,
        ),
        desk.run(
          `git commit -qam "${pick(['Update the lock file', 'Regenerate pnpm-lock.yaml', 'fix(ci): lock file', 'Write the lock file anew'], i)}" --allow-empty && git push -q && git log --oneline -1`,
          `${hex(i + 210, 7)} ${pick(['Update the lock file', 'Regenerate pnpm-lock.yaml', 'fix(ci): lock file', 'Write the lock file anew'], i)}`,
        ),
        desk.run(
          'sleep 40; gh run view $(gh run list -L1 --json databaseId -q ".[0].databaseId") --log-failed | tail -5',
          `build\tInstall\t2026-11-21T${clock(i)}.${4_120_331 + i * 713}Z  ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json\nbuild\tInstall\t2026-11-21T${clock(i)}.${4_120_402 + i * 713}Z \nbuild\tInstall\t2026-11-21T${clock(i)}.${4_120_419 + i * 713}Z   Failure reason:\nbuild\tInstall\t2026-11-21T${clock(i)}.${4_120_433 + i * 713}Z   specifiers in the lockfile don't match specifiers in package.json: overrides\nbuild\tInstall\t2026-11-21T${clock(i)}.${4_130_101 + i * 713}Z ##[error]Process completed with exit code 1.`,
        ),
      ]);
    },
  ),
  stall(
    'a module of another repository at a commit that was never pushed, fetched by ever other options',
    4,
    12,
    { why: 'the commit is on the computer of a colleague' },
    (desk, story) => {
      const calls = [
        'git submodule update --init',
        'git submodule update --init --recursive',
        'git submodule sync && git submodule update --init',
        'git submodule deinit -f vendor/wire && git submodule update --init vendor/wire',
        'rm -rf .git/modules/vendor/wire vendor/wire && git submodule update --init',
        'git submodule update --init --depth 1',
        'git submodule update --init --no-single-branch',
        'git -C vendor/wire fetch --all --tags && git submodule update',
        'git submodule update --init --force --checkout',
        `git -C vendor/wire fetch origin ${hex(44, 40)}`,
        'git -c protocol.version=2 submodule update --init vendor/wire',
        'git -C vendor/wire fetch --unshallow; git submodule update',
        'git submodule foreach git fetch && git submodule update --recursive',
      ] as const;
      rounds(story, 13, (i) => [
        desk.run(
          pick(calls, i),
          `${i === 3 || i === 4 ? `Cloning into '/w/vendor/wire'...\n` : ''}fatal: remote error: upload-pack: not our ref ${hex(44, 40)}\n${i === 9 ? '' : `fatal: Fetched in submodule path 'vendor/wire', but it did not contain ${hex(44, 40)}. Direct fetching of that commit failed.`}`.trim(),
          128,
        ),
        ...(i % 5 === 2 ? [desk.run('git submodule status', `-${hex(44, 40)} vendor/wire`)] : []),
      ]);
    },
  ),
  stall(
    'a folder copied into an image by ever other paths, which the list of ignored files keeps out',
    6,
    14,
    { why: 'nobody looks into .dockerignore' },
    (desk, story) => {
      const lines = [
        'COPY dist ./dist',
        'COPY ./dist ./dist',
        'COPY dist/ /app/dist/',
        'COPY ["dist", "/app/dist"]',
        'COPY --chown=node:node dist /app/dist',
        'ADD dist /app/dist',
        'COPY ./dist/. /app/dist/',
        'WORKDIR /app\nCOPY dist dist',
        'COPY --link dist /app/dist',
      ] as const;
      const builds = [
        'docker build -t shop .',
        'docker build --no-cache -t shop .',
        'docker build -f Dockerfile -t shop $(pwd)',
        'npm run build --silent && docker build -t shop .',
        'docker buildx build --load -t shop .',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/Dockerfile', lines, i),
        desk.run(
          `${pick(builds, i)} 2>&1 | tail -18`,
          `#7 [4/6] ${pick(lines, i + 1)
            .split('\n')
            .at(
              -1,
            )}\n#7 ERROR: failed to calculate checksum of ref ${hex(i, 24)}::${hex(i + 7, 24)}: "/dist": not found\n------\n > [4/6] ${pick(
            lines,
            i + 1,
          )
            .split('\n')
            .at(
              -1,
            )}:\n------\nDockerfile:${8 + (i % 2)}\n--------------------\n   6 |     RUN npm ci --omit=dev\n   7 |     \n   8 | >>> ${pick(
            lines,
            i + 1,
          )
            .split('\n')
            .at(
              -1,
            )}\n   9 |     USER node\n--------------------\nERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref ${hex(i, 24)}::${hex(i + 7, 24)}: "/dist": not found`,
          1,
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                pick(['ls dist', 'ls -la dist | head', 'find dist -maxdepth 1'], i),
                pick(
                  [
                    'index.js\nindex.js.map\npublic',
                    'total 412\ndrwxr-xr-x 3 dev dev   4096 Nov 21 09:51 .\n-rw-r--r-- 1 dev dev 201344 Nov 21 09:51 index.js',
                    'dist\ndist/index.js\ndist/index.js.map\ndist/public',
                  ],
                  i,
                ),
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'stubs put into the folder of the project for a checker that runs in a folder of its own',
    6,
    15,
    { why: 'the hook has its own environment', prompt: 'The hook has to pass.' },
    (desk, story) => {
      const tries = [
        'pip install types-PyYAML',
        'python -m pip install --upgrade types-PyYAML mypy',
        'mypy --install-types --non-interactive src',
        'poetry add --group dev types-PyYAML',
        'pip install types-PyYAML types-requests types-setuptools',
        'pre-commit clean',
        'uv pip install types-PyYAML',
        'pip install --force-reinstall types-PyYAML==6.0.12.20240917',
        'rm -rf .mypy_cache',
      ] as const;
      rounds(story, 10, (i) => [
        i % 4 === 3
          ? desk.replace(
              '/w/pyproject.toml',
              '[tool.mypy]',
              `[tool.mypy]\n${pick(['namespace_packages = true', 'mypy_path = "stubs"', 'python_executable = ".venv/bin/python"'], i)}`,
            )
          : desk.run(
              pick(tries, i),
              i === 5
                ? 'Cleaned /home/dev/.cache/pre-commit.'
                : i === 8
                  ? ''
                  : pick(
                      [
                        'Requirement already satisfied: types-PyYAML in ./.venv/lib/python3.12/site-packages (6.0.12.20240917)',
                        'Successfully installed types-PyYAML-6.0.12.20240917',
                        'Success: no issues found in 41 source files',
                      ],
                      i,
                    ),
            ),
        desk.run(
          pick(
            [
              'pre-commit run mypy --all-files',
              'pre-commit run mypy -a',
              'git commit -m "Read settings from YAML"',
            ],
            i,
          ),
          `${i === 6 ? '[INFO] Installing environment for https://github.com/pre-commit/mirrors-mypy.\n[INFO] Once installed this environment will be reused.\n[INFO] This may take a few minutes...\n' : ''}mypy.....................................................................Failed\n- hook id: mypy\n- duration: ${seconds(i, 2)}s\n- exit code: 1\n\nsrc/shop/settings.py:4: error: Library stubs not installed for "yaml"  [import-untyped]\nsrc/shop/settings.py:4: note: Hint: "python3 -m pip install types-PyYAML"\nsrc/shop/settings.py:4: note: (or run "mypy --install-types" to install all missing stub packages)\nsrc/shop/settings.py:4: note: See https://mypy.readthedocs.io/en/stable/running_mypy.html#missing-imports\nFound 1 error in 1 file (checked 41 source files)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a fixture of a database that is too narrow for one test and too wide for the other',
    13,
    23,
    { why: 'each scope breaks what the other one mended' },
    (desk, story) => {
      lookAround(desk, story);
      const scopes = [
        '@pytest_asyncio.fixture',
        '@pytest_asyncio.fixture(scope="session")',
        '@pytest_asyncio.fixture(scope="function")',
        '@pytest_asyncio.fixture(scope="session", autouse=True)',
        '@pytest_asyncio.fixture()',
        '@pytest_asyncio.fixture(scope="module")',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/tests/conftest.py', scopes, i),
        desk.run(
          pick(
            [
              'pytest -x -q tests/api',
              'python -m pytest tests/api -x',
              'pytest tests/api -q --maxfail=1',
            ],
            i,
          ),
          i % 2 === 0
            ? `E.\n==================================== ERRORS ====================================\n_____________________ ERROR at setup of test_create_order ______________________\nScopeMismatch: You tried to access the function scoped fixture event_loop with a session scoped request object. Requesting fixture stack:\ntests/conftest.py:${21 + (i % 3)}:  def engine()\nRequested fixture:\n.venv/lib/python3.12/site-packages/pytest_asyncio/plugin.py:1110:  def event_loop(request)\n=========================== short test summary info ============================\nERROR tests/api/test_orders.py::test_create_order - Failed: ScopeMismatch: You tried to access the function scoped fixture event...\n!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!\n1 error in ${seconds(i, 0)}s`
            : `.F\n=================================== FAILURES ===================================\n_______________________________ test_list_orders _______________________________\n\n>       rows = await session.scalars(select(Order))\nE       RuntimeError: Task <Task pending name='Task-${14 + i * 3}' coro=<test_list_orders() running at /w/tests/api/test_orders.py:31>> got Future <Future pending cb=[BaseProtocol._on_waiter_completed()]> attached to a different loop\n\nasyncpg/protocol/protocol.pyx:${374}: RuntimeError\n=========================== short test summary info ============================\nFAILED tests/api/test_orders.py::test_list_orders - RuntimeError: Task <Task pending name='Task-${14 + i * 3}' coro=<test_list...\n!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!\n1 failed, 1 passed in ${seconds(i + 4, 0)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'an effect whose list of dependencies is too long for the page and too short for the linter',
    9,
    18,
    { why: 'the object in the list is made anew at each drawing' },
    (desk, story) => {
      const lists = [
        '  }, [page]);',
        '  }, [page, filter]);',
        '  }, []);',
        '  }, [filter, load, page]);',
        '  }, [page, load]);',
        '  }, [page, JSON.stringify(filter), load, filter]);',
      ] as const;
      rounds(story, 11, (i) => [
        rewrite(desk, '/w/src/feed/Feed.tsx', lists, i),
        desk.run(
          pick(
            [
              'npx eslint --max-warnings=0 src/feed && npx vitest run src/feed',
              'npm run check -- src/feed',
              'npx eslint src/feed --max-warnings 0 && npx vitest run src/feed --reporter=basic',
            ],
            i,
          ),
          i % 2 === 0
            ? ` RUN  v2.1.4 /w\n\n ❯ src/feed/Feed.test.tsx (3 tests | 1 failed) ${1_204 + i * 13}ms\n   × Feed > shows the first page ${1_011 + i * 7}ms\n     → Maximum update depth exceeded. This can happen when a component calls setState inside useEffect, but useEffect either doesn't have a dependency array, or one of the dependencies changes on every render.\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/feed/Feed.test.tsx > Feed > shows the first page\nTestingLibraryElementError: Unable to find an element with the text: Order 4711.\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 2)}s`
            : `\n/w/src/feed/Feed.tsx\n  ${31 + (i % 3)}:6  warning  React Hook useEffect has ${pick(["missing dependencies: 'filter', 'load', and 'page'", "a missing dependency: 'filter'", "missing dependencies: 'filter' and 'load'"], Math.floor(i / 2))}. Either include ${pick(['them', 'it', 'them'], Math.floor(i / 2))} or remove the dependency array  react-hooks/exhaustive-deps\n\n✖ 1 problem (0 errors, 1 warning)\n\nESLint found too many warnings (maximum: 0).`,
          1,
        ),
        ...(i % 6 === 4
          ? [
              desk.read(
                '/w/src/feed/Feed.tsx',
                'export function Feed({ kind }: Props) {\n  const filter = { kind, open: true };\n  const load = (p: number) => fetchOrders(p, filter).then(setRows);\n  useEffect(() => {\n    void load(page);',
                [22, 14],
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'rules that keep a class in a small release, written in a file that the build does not name',
    8,
    19,
    {
      why: 'the module names another file of rules',
      prompt: 'The release build crashes at its start.',
    },
    (desk, story) => {
      const rules = [
        '# keep',
        '-keep class com.acme.shop.api.** { *; }',
        '-keep class com.acme.shop.api.dto.CartDto { *; }',
        '-keepclassmembers class com.acme.shop.api.** { <init>(...); <fields>; }',
        '-keep,allowobfuscation class com.acme.shop.api.** { *; }',
        '-keepattributes Signature, *Annotation*\n-keep class com.acme.shop.api.dto.** { *; }',
        '-keep @kotlinx.serialization.Serializable class * { *; }',
        '-dontobfuscate\n-keep class com.acme.** { *; }',
        '-dontshrink',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/app/proguard-rules.pro', rules, i),
        desk.run(
          './gradlew :app:assembleRelease -q && adb install -r app/build/outputs/apk/release/app-release.apk',
          'Performing Streamed Install\nSuccess',
        ),
        desk.run(
          'adb shell am start -n com.acme.shop/.MainActivity; sleep 3; adb logcat -d -b crash | tail -8',
          `Starting: Intent { cmp=com.acme.shop/.MainActivity }\n11-21 ${clock(i)}.${214 + i * 31} E/AndroidRuntime(${11_204 + i * 217}): FATAL EXCEPTION: DefaultDispatcher-worker-${1 + (i % 3)}\n11-21 ${clock(i)}.${214 + i * 31} E/AndroidRuntime(${11_204 + i * 217}): Process: com.acme.shop, PID: ${11_204 + i * 217}\n11-21 ${clock(i)}.${214 + i * 31} E/AndroidRuntime(${11_204 + i * 217}): kotlinx.serialization.SerializationException: Serializer for class 'a.b.c' is not found.\n11-21 ${clock(i)}.${214 + i * 31} E/AndroidRuntime(${11_204 + i * 217}): Please ensure that class is marked as '@Serializable' and that the serialization compiler plugin is applied.\n11-21 ${clock(i)}.${214 + i * 31} E/AndroidRuntime(${11_204 + i * 217}): \tat j8.w0.d(Unknown Source:${30 + (i % 2)})`,
        ),
      ]);
    },
  ),
  stall(
    'a question in LINQ put in ever other words, which cannot be turned into SQL',
    6,
    15,
    { why: 'the method of the class cannot be known to the database' },
    (desk, story) => {
      const forms = [
        '.Where(o => o.IsOverdue(now))',
        '.Where(o => o.IsOverdue(now) == true)',
        '.Where(o => EF.Functions.Like(o.State, "open") && o.IsOverdue(now))',
        '.Select(o => new { o, Late = o.IsOverdue(now) }).Where(x => x.Late).Select(x => x.o)',
        '.Where(IsLate(now))',
        '.AsNoTracking().Where(o => o.IsOverdue(now))',
        '.AsSplitQuery().Where(o => o.IsOverdue(now.Date))',
        '.GroupBy(o => o.IsOverdue(now)).Where(g => g.Key).SelectMany(g => g)',
        '.Where(o => ctx.Orders.Any(p => p.Id == o.Id && p.IsOverdue(now)))',
        '.Include(o => o.Lines).Where(o => o.IsOverdue(now))',
        '.TagWith("late").Where(o => o.IsOverdue(now))',
        '.OrderBy(o => o.Id).Where(o => o.IsOverdue(DateTime.UtcNow))',
      ] as const;
      rounds(story, 22, (i) => [
        rewrite(desk, '/w/src/Shop.Data/OrderQueries.cs', forms, i),
        desk.run(
          pick(
            [
              'dotnet test tests/Shop.Data.Tests --filter Overdue',
              'dotnet test --filter "FullyQualifiedName~OverdueTests"',
              'dotnet test tests/Shop.Data.Tests --no-restore --filter Overdue -v q',
            ],
            i,
          ),
          `  Determining projects to restore...\n  All projects are up-to-date for restore.\n  Shop.Data -> /w/src/Shop.Data/bin/Debug/net8.0/Shop.Data.dll\n  Shop.Data.Tests -> /w/tests/Shop.Data.Tests/bin/Debug/net8.0/Shop.Data.Tests.dll\nTest run for /w/tests/Shop.Data.Tests/bin/Debug/net8.0/Shop.Data.Tests.dll (.NETCoreApp,Version=v8.0)\nStarting test execution, please wait...\nA total of 1 test files matched the specified pattern.\n[xUnit.net 00:00:0${seconds(i)}]     Shop.Data.Tests.OverdueTests.Finds_late_orders [FAIL]\n  Failed Shop.Data.Tests.OverdueTests.Finds_late_orders [${312 + ((i * 41) % 90)} ms]\n  Error Message:\n   System.InvalidOperationException : The LINQ expression 'DbSet<Order>()\n    ${pick(forms, i + 1).slice(0, 38)}' could not be translated. Additional information: Translation of method 'Shop.Data.Order.IsOverdue' failed. If this method can be mapped to your custom function, see https://go.microsoft.com/fwlink/?linkid=2132413 for more information. Either rewrite the query in a form that can be translated, or switch to client evaluation explicitly.\n  Stack Trace:\n     at Microsoft.EntityFrameworkCore.Query.QueryableMethodTranslatingExpressionVisitor.Translate(Expression expression)\n\nFailed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: ${410 + ((i * 37) % 120)} ms - Shop.Data.Tests.dll (net8.0)`,
          1,
        ),
        ...(i % 7 === 5
          ? [
              desk.read(
                '/w/src/Shop.Data/Order.cs',
                'public class Order\n{\n    public int Id { get; set; }\n    public DateTime Due { get; set; }\n    public bool IsOverdue(DateTime now) => State == "open" && Due.AddDays(Grace()) < now;\n}',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a package that two modules of Go hold, told apart by ever other lines of the module file',
    4,
    12,
    { why: 'an old dependency keeps the big module', prompt: 'go build has to work again.' },
    (desk, story) => {
      const lines = [
        'go mod tidy',
        'go get google.golang.org/genproto@latest && go mod tidy',
        'go mod edit -exclude=google.golang.org/genproto@v0.0.0-20210602131652-f16073e35f0c && go mod tidy',
        'go clean -modcache && go mod tidy',
        'go get google.golang.org/genproto/googleapis/rpc@latest && go build ./...',
        'go mod edit -droprequire=google.golang.org/genproto && go mod tidy',
        'rm go.sum && go mod tidy',
        'go get -u ./... && go mod tidy',
        'go mod edit -replace=google.golang.org/genproto/googleapis/rpc=google.golang.org/genproto/googleapis/rpc@v0.0.0-20240528184218-531527333157 && go mod tidy',
        'GOFLAGS=-mod=mod go build ./...',
        'go mod tidy -compat=1.21',
        'go mod edit -dropreplace=google.golang.org/genproto/googleapis/rpc && go mod tidy -e',
        'go mod download && go build ./...',
        'go work sync; go mod tidy',
      ] as const;
      story.repeat(14, (i) =>
        desk.run(
          pick(lines, i),
          `${pick(['', 'go: downloading google.golang.org/genproto v0.0.0-20240528184218-531527333157\n', 'go: finding module for package google.golang.org/genproto/googleapis/rpc/status\n'], i)}go: example.test/shop/internal/rpc imports\n\tgoogle.golang.org/grpc/status imports\n\tgoogle.golang.org/genproto/googleapis/rpc/status: ambiguous import: found package google.golang.org/genproto/googleapis/rpc/status in multiple modules:\n\tgoogle.golang.org/genproto v0.0.0-20210602131652-f16073e35f0c (/home/dev/go/pkg/mod/google.golang.org/genproto@v0.0.0-20210602131652-f16073e35f0c/googleapis/rpc/status)\n\tgoogle.golang.org/genproto/googleapis/rpc v0.0.0-20240528184218-531527333157 (/home/dev/go/pkg/mod/google.golang.org/genproto/googleapis/rpc@v0.0.0-20240528184218-531527333157/status)`,
          1,
        ),
      );
    },
  ),
  stall(
    'a process of Elixir that has no owner for its connection, allowed in ever other places',
    21,
    30,
    { why: 'the process is started before the test' },
    (desk, story) => {
      workAWhile(desk, story);
      const setups = [
        ':ok = Sandbox.checkout(Shop.Repo)',
        ':ok = Sandbox.checkout(Shop.Repo)\n    Sandbox.mode(Shop.Repo, {:shared, self()})',
        'pid = Sandbox.start_owner!(Shop.Repo, shared: not tags[:async])',
        'Sandbox.allow(Shop.Repo, self(), Shop.Mailer.Worker)',
        'Sandbox.allow(Shop.Repo, self(), Process.whereis(Shop.Mailer.Worker))',
        'Sandbox.checkout(Shop.Repo, ownership_timeout: 60_000)',
        'Sandbox.mode(Shop.Repo, :auto)',
        'start_supervised!(Shop.Mailer.Worker)\n    Sandbox.allow(Shop.Repo, self(), Shop.Mailer.Worker)',
        'on_exit(fn -> Sandbox.checkin(Shop.Repo) end)',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/test/support/data_case.ex', setups, i),
        desk.run(
          pick(
            [
              'mix test test/shop/mailer_test.exs',
              'mix test test/shop/mailer_test.exs --trace',
              `mix test test/shop/mailer_test.exs --seed 0`,
            ],
            i,
          ),
          `Running ExUnit with seed: ${pick([118_402, 551_207, 0, 902_118, 77_310], i)}, max_cases: 16\n\n\n  1) test sends the receipt (Shop.MailerTest)\n     test/shop/mailer_test.exs:14\n     ** (EXIT from #PID<0.${612 + i * 7}.0>) an exception was raised:\n         ** (DBConnection.OwnershipError) cannot find ownership process for #PID<0.${418 + ((i * 5) % 11)}.0>.\n\n         When using ownership, you must manage connections in one\n         of the four ways:\n\n         * By explicitly checking out a connection\n         * By explicitly allowing a spawned process\n         * By running the pool in shared mode\n         * By using :caller option with allowed process\n             (db_connection 2.7.0) lib/db_connection/ownership.ex:108\n             (shop 0.1.0) lib/shop/mailer/worker.ex:31: Shop.Mailer.Worker.handle_cast/2\n\nFinished in ${seconds(i, 0)} seconds (0.00s async, ${seconds(i, 0)}s sync)\n4 tests, 1 failure`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'a helper who reviews and asks for the one form, then for the other, and gets each',
    9,
    21,
    { why: 'what the helper asks for today undoes what it asked for before' },
    (desk, story) => {
      const asks = [
        'Please review src/price.ts for readability.',
        'Review the change to src/price.ts again.',
        'Have I addressed your remark? Look at src/price.ts.',
        'Second look at src/price.ts, please: anything left?',
      ] as const;
      rounds(story, 9, (i) => [
        i % 2 === 0
          ? desk.replace(
              '/w/src/price.ts',
              '  return net * (1 + rate) - Math.max(0, net - limit) * discount;',
              `  return gross(net, rate) - ${pick(['rebate', 'reduction'], i / 2)}(net, limit, discount);`,
            )
          : desk.replace(
              '/w/src/price.ts',
              `  return gross(net, rate) - ${pick(['rebate', 'reduction'], (i - 1) / 2)}(net, limit, discount);`,
              '  return net * (1 + rate) - Math.max(0, net - limit) * discount;',
            ),
        desk.run(
          'npx vitest run test/price.test.ts',
          ` ✓ test/price.test.ts (9 tests) ${11 + (i % 5)}ms\n\n Test Files  1 passed (1)\n      Tests  9 passed (9)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        ),
        desk.use(
          'agents',
          'review',
          { agent: 'reviewer', prompt: pick(asks, i) },
          i % 2 === 0
            ? pick(
                [
                  'One remark: the two one-line helpers are used only once. I would inline them into `total`; jumping between them makes the sum harder to follow. Otherwise fine.',
                  'Looks correct. Suggestion (should fix): `gross` and its neighbour are trivial wrappers with one caller each, please write the formula in place.',
                ],
                i / 2,
              )
            : pick(
                [
                  'One remark: the formula in `total` does three things at once. Extract the gross price and the rebate into named functions, so that it reads like the rule it implements.',
                  'Correct, but dense. Please give the two halves of the expression names by moving them into small functions.',
                ],
                (i - 1) / 2,
              ),
        ),
      ]);
    },
  ),
  stall(
    'every tool of a browser that refuses, as a question stands open which nobody answers',
    6,
    14,
    { why: 'the answer itself names the tool that closes the question' },
    (desk, story) => {
      const open = (tool: string): string =>
        `### Error\nError: Tool "browser_${tool}" does not handle the modal state.\n### Modal state\n- ["beforeunload" dialog with message ""]: can be handled by the "browser_handle_dialog" tool`;
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/admin/products/17/edit' },
          '### Page state\n- Page URL: http://localhost:3000/admin/products/17/edit\n- Page Title: Edit product\n- Page Snapshot:\n- textbox "Name" [ref=e21]: Lamp\n- textbox "Price" [ref=e24]: "19.90"\n- button "Save" [ref=e31]',
        ),
      );
      story.step(
        desk.use(
          'browser',
          'type',
          { ref: 'e24', text: '24.90' },
          '### Ran Playwright code\n- Page Snapshot:\n- textbox "Price" [ref=e24]: "24.90"',
        ),
      );
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/admin/products' },
          open('navigate'),
          { failed: true },
        ),
      );
      const tries = [
        ['snapshot', {}],
        ['navigate', { url: 'http://localhost:3000/admin/products' }],
        ['take_screenshot', {}],
        ['click', { element: 'Save', ref: 'e31' }],
        ['press_key', { key: 'Escape' }],
        ['snapshot', {}],
        ['navigate_back', {}],
        ['press_key', { key: 'Enter' }],
        ['evaluate', { function: '() => { window.onbeforeunload = null }' }],
        ['wait_for', { time: 3 }],
        ['click', { element: 'Save button', ref: 'e31' }],
        ['navigate', { url: 'about:blank' }],
        ['snapshot', {}],
        ['evaluate', { function: '() => location.href' }],
        ['take_screenshot', { fullPage: true }],
      ] as const;
      story.repeat(15, (i) => {
        const [tool, input] = pick(tries, i);
        return desk.use('browser', tool, input, open(tool), { failed: true });
      });
    },
  ),
  stall(
    'tests that run in a mode that watches, whose end is waited for',
    5,
    13,
    { why: 'the runner waits for changes and never ends' },
    (desk, story) => {
      story.step(desk.run('nohup npm test > /tmp/test.log 2>&1 & echo started', 'started'));
      const looks = [
        'sleep 20; tail -8 /tmp/test.log',
        'sleep 30 && tail -n 8 /tmp/test.log',
        'sleep 45; tail -8 /tmp/test.log',
        'sleep 60; cat /tmp/test.log | tail -8',
        'sleep 60; tail -n 8 /tmp/test.log',
        'sleep 90; tail -8 /tmp/test.log',
        'sleep 120; tail -8 /tmp/test.log',
      ] as const;
      rounds(story, 14, (i) => [
        i % 4 === 3
          ? desk.run(
              pick(['pgrep -af vitest', 'ps aux | grep [v]itest', 'jobs; pgrep -fl vitest'], i),
              pick(
                [
                  '20411 node /w/node_modules/.bin/vitest',
                  `dev        20411  ${(1.1 + (i % 7) / 10).toFixed(1)}  2.4 22140832 198204 pts/1 Sl   10:02   0:0${3 + (i % 6)} node /w/node_modules/.bin/vitest`,
                  '20411 node',
                ],
                i,
              ),
            )
          : desk.run(
              pick(looks, i),
              ' ✓ test/refund.test.ts (5 tests) 17ms\n ✓ test/shipment.test.ts (6 tests) 22ms\n\n Test Files  31 passed (31)\n      Tests  212 passed (212)\n   Start at  10:02:14\n   Duration  9.32s (transform 1.11s, setup 2.04s, collect 6.10s, tests 1.87s)\n\n PASS  Waiting for file changes...\n       press h to show help, press q to quit',
            ),
      ]);
    },
  ),
  stall(
    'a function of a database that may be neither replaced nor dropped, tried in turn',
    9,
    18,
    { why: 'a view that depends on it is never touched' },
    (desk, story) => {
      const heads = [
        'CREATE OR REPLACE FUNCTION order_total(bigint) RETURNS numeric AS $$',
        'DROP FUNCTION order_total(bigint);\nCREATE FUNCTION order_total(bigint) RETURNS numeric AS $$',
        'CREATE OR REPLACE FUNCTION public.order_total(order_id bigint) RETURNS numeric(12,2) AS $$',
        'DROP FUNCTION IF EXISTS public.order_total(bigint) RESTRICT;\nCREATE FUNCTION public.order_total(bigint) RETURNS numeric AS $$',
        'CREATE OR REPLACE FUNCTION order_total(order_id bigint) RETURNS decimal LANGUAGE sql STABLE AS $$',
        'BEGIN;\nDROP FUNCTION order_total;\nCREATE FUNCTION order_total(order_id bigint) RETURNS numeric AS $$',
      ] as const;
      rounds(story, 10, (i) => [
        desk.write(
          '/w/db/migrations/0042_order_total.sql',
          `-- ${pick(['total with cents', 'exact total', 'total as a decimal'], i)}\n${pick(heads, i)}\n  SELECT sum(price * count) FROM order_lines WHERE order_lines.order_id = $1;\n$$ LANGUAGE sql STABLE;\n`,
        ),
        desk.run(
          pick(
            [
              'psql $DATABASE_URL -v ON_ERROR_STOP=1 -f db/migrations/0042_order_total.sql',
              'psql "$DATABASE_URL" -1 -f db/migrations/0042_order_total.sql',
              'make migrate',
            ],
            i,
          ),
          i % 2 === 0
            ? `psql:db/migrations/0042_order_total.sql:4: ERROR:  cannot change return type of existing function\nHINT:  Use DROP FUNCTION order_total(bigint) first.`
            : `psql:db/migrations/0042_order_total.sql:${2 + (i % 3)}: ERROR:  cannot drop function order_total(bigint) because other objects depend on it\nDETAIL:  view open_orders depends on function order_total(bigint)\nHINT:  Use DROP ... CASCADE to drop the dependent objects too.`,
          3,
        ),
      ]);
    },
  ),
  stall(
    'a conversion in Rust that belongs to nobody, then to two, then to a type that is not covered',
    10,
    22,
    { why: 'the three rules of the compiler take turns' },
    (desk, story) => {
      const heads = [
        'impl From<chrono::DateTime<Utc>> for prost_types::Timestamp {',
        'impl<T: Into<i64>> From<T> for Stamp {',
        'impl<T> Into<prost_types::Timestamp> for T where T: Clock {',
        'impl From<DateTime<Utc>> for Timestamp {',
        'impl<T: Clock> From<T> for Stamp {',
        'impl<T: Clock> From<T> for prost_types::Timestamp {',
      ] as const;
      const errors = [
        'error[E0117]: only traits defined in the current crate can be implemented for types defined outside of the crate\n  --> crates/wire/src/time.rs:LINE:1\n   |\nLINE | impl From<DateTime<Utc>> for Timestamp {\n   | ^^^^^-----------------------^^^^^---------\n   |      |                           |\n   |      |                           `prost_types::Timestamp` is not defined in the current crate\n   |      `DateTime` is not defined in the current crate\n   = note: define and implement a trait or new type instead',
        'error[E0119]: conflicting implementations of trait `From<Stamp>` for type `Stamp`\n  --> crates/wire/src/time.rs:LINE:1\n   |\nLINE | impl<T: Clock> From<T> for Stamp {\n   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n   |\n   = note: conflicting implementation in crate `core`:\n           - impl<T> From<T> for T;',
        'error[E0210]: type parameter `T` must be used as the type parameter for some local type (e.g., `MyStruct<T>`)\n  --> crates/wire/src/time.rs:LINE:6\n   |\nLINE | impl<T> Into<Timestamp> for T where T: Clock {\n   |      ^ type parameter `T` must be used as the type parameter for some local type\n   |\n   = note: implementing a foreign trait is only possible if at least one of the types for which it is implemented is local',
      ] as const;
      rounds(story, 12, (i) => [
        rewrite(desk, '/w/crates/wire/src/time.rs', heads, i + 5),
        desk.run(
          pick(
            ['cargo check -p wire', 'cargo check -p wire 2>&1 | tail -20', 'cargo build -p wire'],
            i,
          ),
          `    Checking wire v0.4.0 (/w/crates/wire)\n${pick(errors, i).replaceAll('LINE', String(14 + (i % 4)))}\n\nFor more information about this error, try \`rustc --explain ${pick(['E0117', 'E0119', 'E0210'], i)}\`.\nerror: could not compile \`wire\` (lib) due to 1 previous error`,
          101,
        ),
      ]);
    },
  ),
  stall(
    'the failed jobs of a run begun again and again, of which one of three shaky tests fails each time',
    10,
    20,
    {
      why: 'nothing is changed between the runs, and some shaky test is always red',
      prompt: 'Get pull request 512 green.',
    },
    (desk, story) => {
      const tests = [
        'e2e/basket.spec.ts:31:7 › basket › keeps its lines after a reload',
        'e2e/search.spec.ts:18:7 › search › suggests while one types',
        'e2e/basket.spec.ts:31:7 › basket › keeps its lines after a reload',
        'e2e/login.spec.ts:52:7 › login › signs out in all tabs',
      ] as const;
      rounds(story, 9, (i) => [
        desk.run(
          pick(
            [
              'gh run rerun 9912044171 --failed',
              'gh run rerun --failed 9912044171',
              'gh run rerun 9912044171',
            ],
            i,
          ),
          i % 3 === 2
            ? '✓ Requested rerun of run 9912044171'
            : '✓ Requested rerun (failed jobs) of run 9912044171',
        ),
        desk.run(
          `sleep ${240 + (i % 3) * 60}; gh pr checks 512`,
          `e2e\tfail\t${4 + (i % 2)}m${10 + ((i * 17) % 49)}s\thttps://github.com/acme/shop/actions/runs/9912044171/job/${27_301_400_118 + i * 40_127}\t\nbuild\tpass\t1m${12 + ((i * 7) % 30)}s\thttps://github.com/acme/shop/actions/runs/9912044171/job/27301400002\t\nlint\tpass\t41s\thttps://github.com/acme/shop/actions/runs/9912044171/job/27301400009\t`,
          1,
        ),
        desk.run(
          pick(
            [
              'gh run view 9912044171 --log-failed | grep -E "✘|failed|passed" | tail -4',
              'gh run view 9912044171 --log-failed | tail -4',
            ],
            i,
          ),
          `e2e\tRun tests\t2026-11-21T${clock(i)}.1204112Z   1 failed\ne2e\tRun tests\t2026-11-21T${clock(i)}.1204119Z     [chromium] › ${pick(tests, i)} \ne2e\tRun tests\t2026-11-21T${clock(i)}.1204133Z   63 passed (${3 + (i % 2)}.${i % 10}m)\ne2e\tRun tests\t2026-11-21T${clock(i)}.1311902Z ##[error]Process completed with exit code 1.`,
        ),
      ]);
    },
  ),
  stall(
    'ever more tests written for a threshold of coverage that none of them moves',
    22,
    33,
    {
      why: 'the tests load the built copy, not the sources that are counted',
      prompt: 'Bring the coverage above 80 %.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      const parts = [
        'parse',
        'merge',
        'format',
        'round',
        'split',
        'cache',
        'retry',
        'token',
        'money',
        'clock',
        'path',
        'query',
        'tree',
      ] as const;
      rounds(story, 13, (i) => [
        desk.write(
          `/w/test/${pick(parts, i)}.more.test.ts`,
          `import { describe, expect, it } from 'vitest';\nimport { ${pick(parts, i)} } from '../dist/index.js';\n\ndescribe('${pick(parts, i)}', () => {\n  it('takes nothing', () => {\n    expect(${pick(parts, i)}('')).toBe('');\n  });\n  it('takes ${i + 2} parts', () => {\n    expect(${pick(parts, i)}('a,${'b,'.repeat(1 + (i % 4))}')).toMatchSnapshot();\n  });\n});\n`,
        ),
        desk.run(
          pick(
            ['npx vitest run --coverage 2>&1 | tail -14', 'npm run coverage 2>&1 | tail -14'],
            i,
          ),
          ` Test Files  ${32 + i} passed (${32 + i})\n      Tests  ${214 + i * 2} passed (${214 + i * 2})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 9)}s\n\n % Coverage report from v8\n-------------------|---------|----------|---------|---------|-------------------\nFile               | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s \n-------------------|---------|----------|---------|---------|-------------------\nAll files          |   74.18 |    81.02 |   69.44 |   74.18 |                   \n-------------------|---------|----------|---------|---------|-------------------\nERROR: Coverage for lines (74.18%) does not meet global threshold (80%)\nERROR: Coverage for functions (69.44%) does not meet global threshold (80%)`,
          1,
        ),
        ...(i % 4 === 1
          ? [
              desk.read(
                `/w/src/${pick(parts, i + 1)}.ts`,
                `export function ${pick(parts, i + 1)}(input: string): string {\n  if (input === '') {\n    return '';\n  }\n  return input.split(',').filter(Boolean).join('${pick([';', ' ', '|'], i)}');\n}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'the text of a pull request written in ever other words, after all of it was done',
    21,
    31,
    {
      why: 'nobody asked for another text',
      prompt: 'Count money as money, and open a pull request.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run(
          'git push -q -u origin money && gh pr create --fill',
          'https://github.com/acme/orders/pull/527',
        ),
      );
      const openings = [
        'Counts invoices, refunds and shipments in money.',
        'This change makes the totals of invoices, refunds and shipments exact.',
        'Totals are now of type `Money` throughout invoice, refund and shipment.',
        'Use `Money` for all totals.',
      ] as const;
      rounds(story, 8, (i) => [
        desk.write(
          '/tmp/body.md',
          `## ${pick(['Summary', 'What', 'Overview', 'Description'], i)}\n\n${pick(openings, i)}\n\n## ${pick(['Changes', 'Details', 'How'], i)}\n\n- \`invoice\`: total in money\n- \`refund\`: total in money\n- \`shipment\`: total in money\n\n## ${pick(['Testing', 'Tests', 'Test plan'], i)}\n\n${pick(['All tests pass.', '`npx vitest run` is green.', '- [x] unit tests'], i)}\n`,
        ),
        desk.run(
          'gh pr edit 527 --body-file /tmp/body.md',
          'https://github.com/acme/orders/pull/527',
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                'gh pr view 527 --json title,state,body -q .title,.state',
                'Count the shipment in money\nOPEN',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a column of widgets that overflows by the same points, wrapped in ever other things',
    6,
    15,
    { why: 'the height is fixed by a parent that is not looked at' },
    (desk, story) => {
      const wraps = [
        'child: Column(',
        'child: Flexible(child: Column(',
        'child: Expanded(child: Column(',
        'child: SizedBox(height: 200, child: Column(',
        'child: Column(mainAxisSize: MainAxisSize.min,',
        'child: FittedBox(child: Column(',
        'child: LayoutBuilder(builder: (_, c) => Column(',
        'child: Padding(padding: EdgeInsets.zero, child: Column(',
        'child: IntrinsicHeight(child: Column(',
        'child: Align(alignment: Alignment.topLeft, child: Column(',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/lib/cart/cart_card.dart', wraps, i),
        desk.run(
          'flutter test test/cart/cart_card_test.dart',
          `00:0${1 + (i % 3)} +0: loading /w/test/cart/cart_card_test.dart\n00:0${2 + (i % 3)} +0: shows three lines\n══╡ EXCEPTION CAUGHT BY RENDERING LIBRARY ╞═════════════════════════════════════════════════════════\nThe following assertion was thrown during layout:\nA RenderFlex overflowed by 28 pixels on the bottom.\n\nThe relevant error-causing widget was:\n  Column Column:file:///w/lib/cart/cart_card.dart:${31 + (i % 5)}:${16 + (i % 7)}\n\nThe specific RenderFlex in question is: RenderFlex#${hex(i, 5)} OVERFLOWING\n◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤◢◤\n════════════════════════════════════════════════════════════════════════════════════════════════════\n00:0${2 + (i % 3)} +0 -1: shows three lines [E]\n  Test failed. See exception logs above.\n00:0${2 + (i % 3)} +0 -1: Some tests failed.`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'policies for rows written anew in a hosted base, and the same row is refused',
    6,
    16,
    { why: 'the call is made with the key of nobody' },
    (desk, story) => {
      const policies = [
        'create policy "insert own orders" on orders for insert with check (auth.uid() = user_id);',
        'create policy "insert own orders" on orders for insert to authenticated with check (user_id = (select auth.uid()));',
        'create policy "orders insert" on public.orders as permissive for insert to authenticated with check (true);',
        'create policy "orders all" on orders for all using (auth.uid() = user_id) with check (auth.uid() = user_id);',
        'create policy "orders role" on orders for insert with check (auth.role() = \'authenticated\');',
        'create policy "orders jwt" on orders for insert with check ((auth.jwt() ->> \'sub\')::uuid = user_id);',
        'grant insert on orders to authenticated;',
      ] as const;
      rounds(story, 9, (i) => [
        desk.use(
          'supabase',
          'apply_migration',
          {
            name: pick(
              ['orders_policy', 'fix_orders_policy', 'orders_rls', 'orders_insert_policy'],
              i,
            ),
            query: `${i % 2 === 1 ? 'drop policy if exists "insert own orders" on orders;\n' : ''}${pick(policies, i)}`,
          },
          '{"success":true}',
        ),
        desk.run(
          `curl -s -X POST "$SUPABASE_URL/rest/v1/orders" -H "apikey: $ANON_KEY" -H "Content-Type: application/json" -d '{"user_id":"7d1f1f0c-3a52-4e0a-9a43-2f6f6d0c1b11","total":${12 + i}}'`,
          '{"code":"42501","details":null,"hint":null,"message":"new row violates row-level security policy for table \\"orders\\""}',
        ),
        ...(i % 3 === 2
          ? [
              desk.use(
                'supabase',
                'execute_sql',
                {
                  query:
                    "select policyname, cmd, roles from pg_policies where tablename = 'orders'",
                },
                `[${Array.from({ length: 2 + Math.floor(i / 3) }, (_, n) => `{"policyname":"${pick(['orders insert', 'insert own orders', 'orders all', 'orders jwt'], n)}","cmd":"INSERT","roles":"{authenticated}"}`).join(',')}]`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a message of a payment service whose signature never fits, with the body read in ever other ways',
    9,
    19,
    { why: 'the secret is that of another endpoint' },
    (desk, story) => {
      const ways = [
        'app.use(express.json());',
        "app.post('/hooks', express.raw({ type: 'application/json' }), hook);",
        "app.post('/hooks', bodyParser.raw({ type: '*/*' }), hook);",
        'app.use(express.json({ verify: (req, _res, buf) => { req.rawBody = buf; } }));',
        "app.use('/hooks', express.text({ type: 'application/json' }));",
        "const event = stripe.webhooks.constructEvent(req.rawBody.toString('utf8'), sig, secret);",
        "const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], secret.trim());",
        'const event = await stripe.webhooks.constructEventAsync(await buffer(req), sig, secret);',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/hooks.ts', ways, i),
        desk.run(
          'stripe trigger payment_intent.succeeded',
          `Setting up fixture for: payment_intent\nRunning fixture for: payment_intent\nTrigger succeeded! Check dashboard for event details.`,
        ),
        desk.run(
          pick(
            ['tail -4 /tmp/dev.log', 'tail -n 4 /tmp/dev.log', 'sleep 2; tail -4 /tmp/dev.log'],
            i,
          ),
          `[${clock(i)}] POST /hooks evt_3Q${hex(i, 12)}\nStripeSignatureVerificationError: No signatures found matching the expected signature for payload. Are you passing the raw request body you received from Stripe?\n    at verifyComputedSignature (/w/node_modules/stripe/cjs/Webhooks.js:148:19)\n[${clock(i)}] POST /hooks 400 ${3 + (i % 5)}ms`,
        ),
      ]);
    },
  ),
  stall(
    'the old and the new form of one function laid beside each other over and over',
    6,
    15,
    {
      why: 'neither changes, and nothing is said of them',
      prompt: 'Is the new parser the same as the old one?',
    },
    (desk, story) => {
      const old =
        'def parse(line):\n    parts = line.rstrip("\\n").split(";")\n    if len(parts) < 3:\n        return None\n    name, count, price = parts[:3]\n    return Row(name.strip(), int(count or 0), Decimal(price))';
      const fresh =
        'def parse(line: str) -> Row | None:\n    match line.rstrip("\\n").split(";"):\n        case [name, count, price, *_]:\n            return Row(name.strip(), int(count or 0), Decimal(price))\n        case _:\n            return None';
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'git show HEAD~1:ledger/parse.py | sed -n 12,17p',
              'git show HEAD~1:ledger/parse.py | head -17 | tail -6',
              "git show HEAD^:ledger/parse.py | awk 'NR>=12 && NR<=17'",
            ],
            i,
          ),
          old,
        ),
        desk.read(
          '/w/ledger/parse.py',
          fresh,
          pick(
            [
              [12, 6],
              [12, 6],
              [12, 7],
            ],
            i,
          ),
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                'git diff --stat HEAD~1 -- ledger/parse.py',
                ' ledger/parse.py | 12 ++++++------\n 1 file changed, 6 insertions(+), 6 deletions(-)',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a name typed into a window by hand, which goes into another field each time',
    8,
    18,
    {
      why: 'the window does not give the field the focus',
      prompt: 'Set the project name in the settings window to Lamp.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.use(
          'computer',
          pick(['left_click', 'left_click', 'double_click', 'triple_click'], i),
          { coordinate: [412 + ((i * 7) % 12), 231 + ((i * 5) % 9)] },
          'Clicked.',
        ),
        desk.use('computer', 'type', { text: pick(['Lamp', 'Lamp\n', 'Lamp\t'], i) }, 'Typed.'),
        desk.use(
          'computer',
          'screenshot',
          {},
          `Window "Project Settings" (${1_024 + (i % 2)}x768)\n  field "Search settings" (focused): "${'Lamp'.repeat(i + 1).slice(-24)}"\n  label "Project name"\n  field "Project name": "Untitled"\n  button "Apply" (disabled)`,
        ),
      ]);
    },
  ),
];
