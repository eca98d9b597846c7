/** Circles at an ordinary desk: builds, hooks, servers and branches that hold an agent up for an hour. Written by somebody who had not read the rules. */
import { source } from '../../unit/cases/cases.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile } from './openings.js';

export const stallsAtTheDesk: readonly Idea[] = [
  stall(
    'a library that a private store keeps back, asked for by ever other lines of the build',
    6,
    18,
    {
      why: 'the store wants a password that this machine does not have',
      prompt: 'Bring shared-model to 3.2.0.',
    },
    (desk, story) => {
      const lines = [
        'implementation("com.acme:shared-model:3.1.4")',
        'implementation("com.acme:shared-model:3.2.0")',
        'implementation("com.acme:shared-model:3.2.0@jar")',
        'api("com.acme:shared-model:3.2.0")',
        'implementation("com.acme:shared-model:3.2.+")',
        'implementation("com.acme:shared-model") { version { strictly("3.2.0") } }',
        'implementation(libs.shared.model)',
        'implementation("com.acme:shared-model:latest.release")',
      ] as const;
      story.step(desk.read('/w/build.gradle.kts', source('build', 24)));
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/build.gradle.kts', lines, i),
        desk.run(
          pick(
            [
              './gradlew compileJava',
              './gradlew compileJava --refresh-dependencies',
              './gradlew --stop && ./gradlew build -x test',
              'rm -rf ~/.gradle/caches/modules-2 && ./gradlew compileJava',
            ],
            i,
          ),
          `> Task :compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileJava'.\n> Could not resolve all files for configuration ':compileClasspath'.\n   > Could not resolve com.acme:shared-model:3.2.0.\n      > Could not GET 'https://maven.acme.example.com/releases/com/acme/shared-model/3.2.0/shared-model-3.2.0.pom'. Received status code 401 from server: Unauthorized\n\nBUILD FAILED in ${3 + (i % 5)}s`,
          1,
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                'ls ~/.gradle; cat gradle.properties',
                'caches\ndaemon\nnative\norg.gradle.parallel=true',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a library file that a running test host holds open, and a build that copies over it',
    6,
    16,
    {
      why: 'the same process holds the file throughout',
      prompt: 'Rename OrderDto and get the build green.',
    },
    (desk, story) => {
      const cures = [
        'dotnet clean -v q',
        'rm -rf src/Api/bin src/Api/obj',
        'dotnet build-server shutdown',
        'dotnet restore --force',
        'rm -rf src/*/bin/Debug',
        'dotnet clean && dotnet restore',
        'dotnet nuget locals temp --clear',
        'rm -f src/Api/bin/Debug/net8.0/Orders.Core.dll',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'dotnet build',
              'dotnet build --no-incremental',
              'dotnet build -m:1',
              'dotnet build -c Debug',
            ],
            i,
          ),
          `  Orders.Core -> /w/src/Core/bin/Debug/net8.0/Orders.Core.dll\n/usr/share/dotnet/sdk/8.0.404/Microsoft.Common.CurrentVersion.targets(4806,5): error MSB3027: Could not copy "/w/src/Core/bin/Debug/net8.0/Orders.Core.dll" to "bin/Debug/net8.0/Orders.Core.dll". Exceeded retry count of 10. Failed. The file is locked by: "testhost (18244)"\n\nBuild FAILED.\n    0 Warning(s)\n    2 Error(s)\n\nTime Elapsed 00:00:${11 + ((i * 7) % 20)}.${20 + i}`,
          1,
        ),
        desk.run(
          pick(cures, i),
          i % 3 === 1
            ? `rm: cannot remove 'src/Api/bin/Debug/net8.0/Orders.Core.dll': Device or resource busy`
            : '',
          i % 3 === 1 ? 1 : 0,
        ),
      ]);
    },
  ),
  stall(
    'a library of secrets that CMake does not find, whatever it is told about it',
    4,
    12,
    { why: 'its headers are not installed', prompt: 'Build the client with TLS.' },
    (desk, story) => {
      const hints = [
        '',
        ' -DOPENSSL_ROOT_DIR=/usr',
        ' -DOPENSSL_ROOT_DIR=/usr/local/ssl',
        ' -DOPENSSL_INCLUDE_DIR=/usr/include/openssl',
        ' -DCMAKE_PREFIX_PATH=/usr/lib/x86_64-linux-gnu',
        ' -DOPENSSL_USE_STATIC_LIBS=TRUE',
        ' -DOPENSSL_CRYPTO_LIBRARY=/usr/lib/x86_64-linux-gnu/libcrypto.so.3',
        ' -DOPENSSL_ROOT_DIR=/opt/openssl -DCMAKE_FIND_DEBUG_MODE=OFF',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `${pick(['', 'rm -rf build && ', 'rm -f build/CMakeCache.txt && '], i)}cmake -S . -B build${i % 3 === 2 ? ' -G Ninja' : ''}${pick(hints, i)}`,
          `-- The CXX compiler identification is GNU 13.2.0\n-- Detecting CXX compile features - done\nCMake Error at /usr/share/cmake-3.28/Modules/FindPackageHandleStandardArgs.cmake:230 (message):\n  Could NOT find OpenSSL, try to set the path to OpenSSL root folder in the\n  system variable OPENSSL_ROOT_DIR (missing: OPENSSL_INCLUDE_DIR)\nCall Stack (most recent call first):\n  CMakeLists.txt:${18 + (i % 2)} (find_package)\n\n-- Configuring incomplete, errors occurred!`,
          1,
        ),
        ...(i % 4 === 3
          ? [
              desk.run(
                pick(
                  [
                    'find / -name "ssl.h" -not -path "*/proc/*" 2>/dev/null',
                    'ls /usr/include/openssl',
                  ],
                  i >> 2,
                ),
                i === 3
                  ? ''
                  : "ls: cannot access '/usr/include/openssl': No such file or directory",
                i === 3 ? 0 : 2,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'two keepers of style, each of whom undoes what the other did',
    8,
    19,
    { why: 'their settings contradict each other', prompt: 'Make the lint job pass.' },
    (desk, story) => {
      story.step(
        desk.run(
          'npm run lint',
          '> eslint src && prettier --check src\n\n/w/src/table.tsx\n  41:1  error  Expected indentation of 6 spaces but found 4  @stylistic/indent\n\n✖ 1 problem (1 error, 0 warnings)',
          1,
        ),
      );
      rounds(story, 5, (i) => [
        desk.run(
          pick(
            ['npx eslint --fix src', 'npx eslint --fix src/table.tsx', 'npm run lint -- --fix'],
            i,
          ),
          '',
        ),
        desk.run(
          pick(['npx prettier --check src', 'npm run format:check'], i),
          'Checking formatting...\n[warn] src/table.tsx\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
          1,
        ),
        desk.run(
          pick(['npx prettier --write src', 'npx prettier --write src/table.tsx'], i),
          `src/table.tsx ${38 + i * 3}ms`,
        ),
        desk.run(
          'npm run lint',
          '> eslint src && prettier --check src\n\n/w/src/table.tsx\n  41:1  error  Expected indentation of 6 spaces but found 4  @stylistic/indent\n\n✖ 1 problem (1 error, 0 warnings)\n  1 error and 0 warnings potentially fixable with the `--fix` option.',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a commit that its hook turns away, as the hook writes a file anew at every try',
    9,
    22,
    {
      why: 'the hook puts the time into a file, so it always changes one',
      prompt: 'Commit the new currency list.',
    },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 9, (i) => [
        desk.run(
          pick(
            [
              'git add -A && git commit -m "Add currencies"',
              'git add docs/schema.md && git commit -m "Add currencies"',
              'git commit -am "Add the currency list"',
              'git add . && git commit -m "feat: add currencies"',
            ],
            i,
          ),
          `trim trailing whitespace.................................................Passed\nfix end of files.........................................................Passed\nregenerate schema docs...................................................Failed\n- hook id: schema-docs\n- files were modified by this hook\n\nwrote docs/schema.md (generated ${clock(i)})`,
          1,
        ),
        pick(
          [
            desk.run('git status --short', 'M  src/currencies.ts\nMM docs/schema.md'),
            desk.run(
              'git diff --stat',
              ' docs/schema.md | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)',
            ),
            desk.run('git add docs/schema.md', ''),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'a generated client mended by hand, which the next build writes over',
    13,
    25,
    {
      why: 'the fault is in the description from which it is generated',
      prompt: 'createdAt must be a Date in the client.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const forms = [
        'createdAt: Date;',
        'createdAt: string | Date;',
        'readonly createdAt: Date;',
        'createdAt: Date | undefined;',
      ] as const;
      story.step(desk.search('createdAt', 'src/api/gen/models/Order.ts:19:  createdAt: string;'));
      rounds(story, 7, (i) => [
        i % 3 === 2
          ? desk.write(
              '/w/src/api/gen/models/Order.ts',
              `${source('order', 18)}\n  ${pick(forms, i)}`,
            )
          : desk.replace('/w/src/api/gen/models/Order.ts', 'createdAt: string;', pick(forms, i)),
        desk.run(
          pick(['npm run build', 'npm run build --silent', 'pnpm build'], i),
          `> openapi-generator-cli generate -i openapi.yaml -o src/api/gen\n[main] INFO  o.o.codegen.TemplateManager - writing file src/api/gen/models/Order.ts\n> tsc -p .\nsrc/ui/OrderRow.tsx(${31 + (i % 2)},27): error TS2339: Property 'toLocaleDateString' does not exist on type 'string'.`,
          2,
        ),
        desk.run(
          pick(
            [
              'grep -n createdAt src/api/gen/models/Order.ts',
              "sed -n '15,22p' src/api/gen/models/Order.ts",
            ],
            i,
          ),
          pick(
            [
              '19:  createdAt: string;',
              '  id: string;\n  state: OrderState;\n  createdAt: string;\n}',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'a package put into one Python, and missed by another one',
    6,
    17,
    {
      why: 'pip belongs to 3.12, the service runs with 3.11',
      prompt: 'The importer fails to start, please look.',
    },
    (desk, story) => {
      const installs = [
        'pip install orjson',
        'pip3 install --upgrade orjson',
        'python3.12 -m pip install orjson',
        'pip install --force-reinstall orjson==3.10.7',
        'pip install -r requirements.txt',
        'pip uninstall -y orjson && pip install orjson',
        'pip install --user orjson',
        'pip install --no-cache-dir orjson',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          pick(installs, i),
          i % 3 === 0 && i > 0
            ? 'Collecting orjson==3.10.7\n  Using cached orjson-3.10.7-cp312-cp312-manylinux_2_17_x86_64.whl (142 kB)\nInstalling collected packages: orjson\nSuccessfully installed orjson-3.10.7'
            : 'Requirement already satisfied: orjson in /usr/lib/python3.12/site-packages (3.10.7)',
        ),
        desk.run(
          pick(
            [
              './bin/importer --once',
              'bash bin/importer --once',
              './bin/importer --once 2>&1 | tail -4',
            ],
            i,
          ),
          `Traceback (most recent call last):\n  File "/w/importer/__main__.py", line 3, in <module>\n    import orjson\nModuleNotFoundError: No module named 'orjson'`,
          1,
        ),
        ...(i % 3 === 2
          ? [desk.run('pip show orjson | head -2', 'Name: orjson\nVersion: 3.10.7')]
          : []),
      ]);
    },
  ),
  stall(
    'a picture for a pod that was never pushed, and a pod that is thrown away and made anew',
    8,
    19,
    { why: 'no such tag is in the store', prompt: 'Roll out billing 1.9.3 to the test cluster.' },
    (desk, story) => {
      const pushes = [
        'kubectl rollout restart deploy/billing -n test',
        'kubectl delete pod -l app=billing -n test',
        'kubectl apply -f k8s/test/billing.yaml',
        'kubectl scale deploy/billing --replicas=0 -n test && kubectl scale deploy/billing --replicas=1 -n test',
        'kubectl patch deploy billing -n test -p \'{"spec":{"template":{"spec":{"containers":[{"name":"billing","imagePullPolicy":"Always"}]}}}}\'',
        'kubectl delete deploy billing -n test; kubectl apply -f k8s/test/billing.yaml',
      ] as const;
      const said = [
        'deployment.apps/billing restarted',
        'pod "billing-9443b5e81-f2d8f" deleted',
        'deployment.apps/billing unchanged\nservice/billing unchanged',
        'deployment.apps/billing scaled\ndeployment.apps/billing scaled',
        'deployment.apps/billing patched (no change)',
        'deployment.apps "billing" deleted\ndeployment.apps/billing created',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(pick(pushes, i), pick(said, i)),
        desk.run(
          pick(
            [
              'kubectl get pods -n test -l app=billing',
              'sleep 20; kubectl get po -n test | grep billing',
            ],
            i,
          ),
          `${i % 2 === 0 ? 'NAME                       READY   STATUS             RESTARTS   AGE\n' : ''}billing-${hex(i, 9)}-${hex(i + 30, 5)}   0/1     ${pick(['ImagePullBackOff', 'ErrImagePull'], i)}   0          ${18 + ((i * 11) % 30)}s`,
        ),
        ...(i % 2 === 1
          ? [
              desk.run(
                `kubectl describe pod -n test -l app=billing | tail -3`,
                `  Warning  Failed   ${4 + i}s (x2 over ${20 + i}s)  kubelet  Failed to pull image "images.acme.example.com/billing:1.9.3": manifest unknown: manifest unknown\n  Warning  Failed   ${4 + i}s  kubelet  Error: ErrImagePull`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a recipe of an image changed, while the program is started from another one',
    8,
    21,
    {
      why: 'compose takes a ready image and builds nothing',
      prompt: 'The worker container needs ffmpeg.',
    },
    (desk, story) => {
      const lines = [
        'RUN apt-get update',
        'RUN apt-get update && apt-get install -y ffmpeg',
        'RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg',
        'RUN apt-get update \\\n    && apt-get install -y ffmpeg \\\n    && ffmpeg -version',
        'COPY --from=jrottenberg/ffmpeg:6 /usr/local /usr/local',
        'RUN apk add --no-cache ffmpeg',
      ] as const;
      rounds(story, 7, (i) => [
        rewrite(desk, '/w/worker/Dockerfile', lines, i),
        desk.run(
          pick(
            [
              'docker compose up -d worker',
              'docker compose up -d --force-recreate worker',
              'docker compose down && docker compose up -d',
              'docker compose restart worker',
            ],
            i,
          ),
          ` Container w-redis-1  Running\n Container w-worker-1  ${pick(['Started', 'Recreated', 'Started'], i)}  ${seconds(i, 0)}s`,
        ),
        desk.run(
          pick(
            [
              'docker compose exec worker ffmpeg -version',
              'docker compose exec worker which ffmpeg',
              'docker exec w-worker-1 ffmpeg -version',
            ],
            i,
          ),
          pick(
            [
              'OCI runtime exec failed: exec failed: unable to start container process: exec: "ffmpeg": executable file not found in $PATH: unknown',
              '',
              'OCI runtime exec failed: exec failed: unable to start container process: exec: "ffmpeg": executable file not found in $PATH: unknown',
            ],
            i,
          ),
          pick([127, 1, 127], i),
        ),
      ]);
    },
  ),
  stall(
    'a table’s history set to one step and to another, neither of which the tool likes',
    7,
    18,
    { why: 'a step in between was deleted', prompt: 'Add the column discount to orders.' },
    (desk, story) => {
      story.step(
        desk.run(
          'alembic history | head -3',
          "ERROR [alembic.util.messaging] Can't locate revision identified by 'a91c33f0be12'",
          255,
        ),
      );
      rounds(story, 9, (i) => [
        i % 2 === 0
          ? desk.run(
              pick(
                [
                  'alembic stamp --purge 5d02e17',
                  'psql -c "update alembic_version set version_num = \'5d02e17\'"',
                ],
                i >> 1,
              ),
              pick(
                [
                  'INFO  [alembic.runtime.migration] Running stamp_revision  -> 5d02e17',
                  'UPDATE 1',
                ],
                i >> 1,
              ),
            )
          : desk.replace(
              '/w/migrations/versions/0014_discount.py',
              `down_revision = '${i % 4 === 1 ? 'a91c33f0be12' : '5d02e17'}'`,
              `down_revision = '${i % 4 === 1 ? '5d02e17' : 'a91c33f0be12'}'`,
            ),
        desk.run(
          pick(
            [
              'alembic upgrade head',
              'alembic revision --autogenerate -m "discount"',
              'alembic upgrade heads',
            ],
            i,
          ),
          i % 3 === 1
            ? 'ERROR [alembic.util.messaging] Target database is not up to date.'
            : "INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nERROR [alembic.util.messaging] Can't locate revision identified by 'a91c33f0be12'",
          255,
        ),
      ]);
    },
  ),
  stall(
    'a borrowed list in Rust, which is lent, moved and copied in turn',
    8,
    20,
    {
      why: 'the three complaints follow one another again and again',
      prompt: 'Let apply() prune the queue while it walks it.',
    },
    (desk, story) => {
      const versions = [
        'for job in &self.queue { self.retire(job); }',
        'for job in self.queue { self.retire(&job); }',
        'for job in self.queue.iter_mut() { self.retire(job); }',
      ] as const;
      const complaints = [
        'error[E0507]: cannot move out of `self.queue` which is behind a mutable reference\n  --> src/engine.rs:88:20',
        'error[E0499]: cannot borrow `*self` as mutable more than once at a time\n  --> src/engine.rs:89:13',
        'error[E0502]: cannot borrow `*self` as mutable because it is also borrowed as immutable\n  --> src/engine.rs:89:13',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/src/engine.rs', versions, i),
        desk.run(
          pick(['cargo check', 'cargo build', 'cargo check 2>&1 | head -30'], i >> 1),
          `    Checking engine v0.4.2 (/w)\n${pick(complaints, i)}\n   |\n88 |         ${pick(versions, i + 1)}\n   |\n\nerror: could not compile \`engine\` (lib) due to 1 previous error`,
          101,
        ),
        ...(i % 4 === 3 ? [desk.read('/w/src/engine.rs', source('engine', 20))] : []),
      ]);
    },
  ),
  stall(
    'a list of sums and a folder of copies, of which one is always behind the other',
    7,
    18,
    { why: 'each cure makes the other fault', prompt: 'Use zap 1.27 in the gateway.' },
    (desk, story) => {
      rounds(story, 9, (i) => [
        i % 2 === 0
          ? desk.run(
              pick(
                [
                  'go mod tidy',
                  'go get go.uber.org/zap@v1.27.0',
                  'go mod tidy -compat=1.22',
                  'go mod download',
                ],
                i >> 1,
              ),
              i % 4 === 0 ? 'go: downloading go.uber.org/multierr v1.10.0' : '',
            )
          : desk.run(
              pick(
                ['go mod vendor', 'rm -rf vendor && go mod vendor', 'git checkout vendor go.sum'],
                i >> 1,
              ),
              '',
            ),
        desk.run(
          pick(['go build ./...', 'go build ./cmd/gateway', 'go vet ./...'], i),
          i % 2 === 0
            ? 'go: inconsistent vendoring in /w:\n\tgo.uber.org/zap@v1.27.0: is explicitly required in go.mod, but not marked as explicit in vendor/modules.txt\n\n\tTo ignore the vendor directory, use -mod=readonly or -mod=mod.\n\tTo sync the vendor directory, run:\n\t\tgo mod vendor'
            : 'vendor/go.uber.org/zap/config.go:29:2: missing go.sum entry for module providing package go.uber.org/multierr (imported by go.uber.org/zap); to add:\n\tgo get go.uber.org/zap@v1.27.0',
          1,
        ),
      ]);
    },
  ),
  stall(
    'a browser test given ever more time for a button that has another name',
    9,
    20,
    {
      why: 'the button is called Send, however long one waits',
      prompt: 'Fix e2e/checkout.spec.ts, it is red on main.',
    },
    (desk, story) => {
      const waits = [
        "await page.getByRole('button', { name: 'Submit' }).click();",
        "await page.getByRole('button', { name: 'Submit' }).click({ timeout: 10_000 });",
        "await page.waitForLoadState('networkidle');",
        "await page.getByRole('button', { name: 'Submit' }).click({ timeout: 30_000 });",
        'await page.waitForTimeout(5_000);',
        "await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible({ timeout: 60_000 });",
        "await page.getByRole('button', { name: 'Submit' }).click({ force: true, timeout: 90_000 });",
        'test.setTimeout(180_000);',
        'test.slow();',
      ] as const;
      story.step(
        desk.run(
          'gh run list --branch main --limit 3',
          'completed  failure  Round totals  e2e  main  push  9114  6m2s\ncompleted  failure  New checkout  e2e  main  push  9108  6m0s\ncompleted  success  Bump axios  e2e  main  push  9101  3m4s',
        ),
      );
      story.step(desk.read('/w/e2e/checkout.spec.ts', source('checkout', 26)));
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/e2e/checkout.spec.ts', waits, i),
        desk.run(
          pick(
            [
              'npx playwright test e2e/checkout.spec.ts',
              'npx playwright test checkout --project=chromium',
              'npx playwright test checkout --workers=1 --retries=0',
              'npx playwright test e2e/checkout.spec.ts --reporter=line',
            ],
            i,
          ),
          `Running 1 test using 1 worker\n\n  ✘  1 [chromium] › checkout.spec.ts:12:5 › pays by invoice (${seconds(i, 30 + i * 15)}s)\n\n    Error: locator.click: Test timeout of ${30_000 + i * 15_000}ms exceeded.\n    Call log:\n      - waiting for getByRole('button', { name: 'Submit' })\n\n  1 failed`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a workflow file pushed again and again, whose token may not write',
    10,
    28,
    {
      why: 'the organisation gives tokens no right to write, whatever the file says',
      prompt: 'Let CI comment the size of the bundle.',
    },
    (desk, story) => {
      const versions = [
        'permissions: read-all',
        'permissions:\n  pull-requests: write',
        'permissions: write-all',
        'permissions:\n  issues: write\n  pull-requests: write',
        '    permissions:\n      contents: write\n      pull-requests: write',
        'with:\n  github-token: ${{ github.token }}',
        'env:\n  GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}',
      ] as const;
      rounds(story, 7, (i) => [
        rewrite(desk, '/w/.github/workflows/size.yml', versions, i),
        desk.run(
          `git commit -qam "${pick(['Let the job comment', 'Fix permissions', 'Try again', 'ci: permissions', 'Fix size job'], i)}" && git push -q && git log --oneline -1`,
          `${hex(i + 3, 7)} ${pick(['Let the job comment', 'Fix permissions', 'Try again', 'ci: permissions', 'Fix size job'], i)}`,
        ),
        desk.run(
          pick(['gh run watch --exit-status', 'sleep 90; gh run list -L 1'], i),
          i % 2 === 0
            ? `X size · ${7730 + i}\nX report in 41s\n  ✓ Build\n  X Comment`
            : `completed  failure  size  size-comment  pull_request  ${7730 + i}  ${40 + i}s`,
          i % 2 === 0 ? 1 : 0,
        ),
        desk.run(
          pick(
            [
              'gh run view --log-failed | tail -3',
              `gh run view ${7730 + i} --log-failed | grep -i error`,
            ],
            i,
          ),
          `report\tComment\t2026-11-21T${clock(i)}Z ##[error]RequestError [HttpError]: Resource not accessible by integration`,
        ),
      ]);
    },
  ),
  stall(
    'a paper set anew and anew, in which the sources stay question marks',
    6,
    17,
    { why: 'the file of sources has another name', prompt: 'Get rid of the [?] in the paper.' },
    (desk, story) => {
      const ways = [
        'latexmk -pdf main.tex',
        'pdflatex main && bibtex main && pdflatex main && pdflatex main',
        'latexmk -C && latexmk -pdf main.tex',
        'rm -f main.aux main.bbl && latexmk -pdf -bibtex main.tex',
        'pdflatex main && biber main && pdflatex main',
        'latexmk -pdf -g main.tex',
        'bibtex main; pdflatex main',
      ] as const;
      const headers = [
        '\\bibliographystyle{plain}',
        '\\bibliographystyle{plainnat}',
        '\\usepackage[numbers]{natbib}',
        '\\usepackage{cite}',
      ] as const;
      rounds(story, 9, (i) => [
        ...(i % 2 === 0 ? [rewrite(desk, '/w/paper/main.tex', headers, i >> 1)] : []),
        desk.run(
          `cd paper && ${pick(ways, i)} 2>&1 | tail -5`,
          `LaTeX Warning: Citation \`lamport94' on page ${2 + (i % 2)} undefined on input line ${71 + (i % 3)}.\nLaTeX Warning: Citation \`knuth84' on page 3 undefined on input line 98.\nLaTeX Warning: There were undefined references.\nOutput written on main.pdf (11 pages, ${214_300 + i * 17} bytes).`,
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                "grep -n 'cite{' paper/*.tex | head -3",
                'paper/main.tex:71:as shown in \\cite{lamport94}\npaper/main.tex:98:\\cite{knuth84}',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a board that gives no answer, at ever other speeds and on ever other ports',
    4,
    12,
    { why: 'the cable carries power only', prompt: 'Flash build/app.bin onto the board.' },
    (desk, story) => {
      const bauds = [921_600, 460_800, 115_200, 57_600, 9600] as const;
      story.repeat(13, (i) =>
        i % 5 === 4
          ? desk.run(
              'ls -l /dev/ttyUSB* /dev/ttyACM*',
              "crw-rw---- 1 root dialout 188, 0 Nov 21 10:02 /dev/ttyUSB0\nls: cannot access '/dev/ttyACM*': No such file or directory",
              2,
            )
          : desk.run(
              `esptool.py --chip ${pick(['esp32', 'auto', 'esp32s3'], i)} -p /dev/ttyUSB0 -b ${pick(bauds, i)}${pick(['', ' --before no_reset', ' --connect-attempts 20'], i >> 1)} write_flash 0x10000 build/app.bin`,
              `esptool.py v4.8.1\nSerial port /dev/ttyUSB0\nConnecting${'.'.repeat(18 + (i % 7))}\n\nA fatal error occurred: Failed to connect to ${pick(['ESP32', 'Espressif device', 'ESP32-S3'], i)}: No serial data received.\nFor troubleshooting steps visit: https://docs.example.com/esptool/troubleshooting`,
              2,
            ),
      );
    },
  ),
  stall(
    'a telephone in the computer that never comes up, waited for and started anew',
    6,
    17,
    {
      why: 'the machine lacks the support that it needs',
      prompt: 'Run the instrumented tests on an emulator.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          pick(
            [
              'emulator -avd Pixel_7 -no-window -no-audio > emu.log 2>&1 &',
              'adb kill-server && adb start-server',
              'emulator -avd Pixel_7 -no-window -gpu swiftshader_indirect -no-snapshot > emu.log 2>&1 &',
              `timeout ${60 + i * 30} adb wait-for-device`,
              'emulator @Pixel_7 -no-window -wipe-data > emu.log 2>&1 &',
            ],
            i,
          ),
          pick(
            [
              '',
              '* daemon not running; starting now at tcp:5037\n* daemon started successfully',
              '',
              '',
              '',
            ],
            i,
          ),
          i % 5 === 3 ? 124 : 0,
        ),
        desk.run(
          pick(
            [
              `sleep ${30 + i * 10}; adb devices`,
              'adb devices -l',
              'adb shell getprop sys.boot_completed',
            ],
            i,
          ),
          pick(
            [
              'List of devices attached\n',
              'List of devices attached\n',
              'adb: no devices/emulators found',
            ],
            i,
          ),
          i % 3 === 2 ? 1 : 0,
        ),
      ]);
    },
  ),
  stall(
    'a conflict that comes back with each attempt to lay one branch upon the other',
    24,
    38,
    { why: 'each attempt is given up and begun anew', prompt: 'Rebase feature/tax onto main.' },
    (desk, story) => {
      workAWhile(desk, story);
      const conflict =
        'Auto-merging src/tax/rates.ts\nCONFLICT (content): Merge conflict in src/tax/rates.ts';
      rounds(story, 6, (i) => [
        desk.run(
          pick(
            [
              'git rebase main',
              'git merge main',
              'git rebase -i --autosquash main',
              'git rebase --rebase-merges main',
              'git pull --rebase origin main',
            ],
            i,
          ),
          i % 5 === 1
            ? `${conflict}\nAutomatic merge failed; fix conflicts and then commit the result.`
            : `${conflict}\nerror: could not apply 3e1f0aa... Reduced rate for books\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".`,
          1,
        ),
        desk.read(
          '/w/src/tax/rates.ts',
          'export const rates = {\n<<<<<<< HEAD\n  book: 0.07,\n=======\n  book: 0.05,\n>>>>>>> 3e1f0aa (Reduced rate for books)\n};',
        ),
        desk.replace(
          '/w/src/tax/rates.ts',
          '<<<<<<< HEAD\n  book: 0.07,\n=======\n  book: 0.05,\n>>>>>>> 3e1f0aa (Reduced rate for books)',
          i % 2 === 0 ? '  book: 0.07,' : '  book: 0.05,',
        ),
        desk.run(
          i === 1
            ? 'git merge --abort'
            : pick(
                ['git rebase --abort', 'git rebase --abort', 'git rebase --abort; git status -sb'],
                i,
              ),
          i % 3 === 2 ? '## feature/tax' : '',
        ),
      ]);
    },
  ),
  stall(
    'a module mended beside a notebook, which keeps the one that it loaded first',
    7,
    19,
    { why: 'the kernel is never started anew', prompt: 'The revenue column is NaN, fix it.' },
    (desk, story) => {
      const versions = [
        "df['revenue'] = df.price * df['count ']",
        "df['revenue'] = df.price * df['count']",
        "df['revenue'] = pd.to_numeric(df.price) * df['count']",
        "df['revenue'] = df.price.fillna(0) * df['count'].fillna(0)",
        "df['revenue'] = df.eval('price * count')",
        "df = df.assign(revenue=lambda d: d.price.astype(float) * d['count'])",
        "df['revenue'] = df[['price', 'count']].prod(axis=1)",
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/notebooks/clean.py', versions, i),
        desk.use(
          'jupyter',
          'execute_cell',
          {
            notebook: 'sales.ipynb',
            code: pick(
              [
                'from clean import tidy\ntidy(raw).revenue.describe()',
                'import clean\nclean.tidy(raw).revenue.describe()',
                'tidy(raw)["revenue"].describe()',
              ],
              i,
            ),
          },
          `count    0.0\nmean     NaN\nstd      NaN\nmin      NaN\n50%      NaN\nmax      NaN\nName: revenue, dtype: float64`,
        ),
        ...(i % 3 === 1
          ? [
              desk.use(
                'jupyter',
                'execute_cell',
                { notebook: 'sales.ipynb', code: `raw.head(${2 + i})` },
                `   order  price  count\n0   1001  19.90      2\n1   1002   4.50      ${1 + i}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a fault of the server sought in the diary of the gate before it',
    10,
    20,
    {
      why: 'that diary tells no more than 500, and the server’s own is never opened',
      prompt: '/api/quote answers 500, find out why.',
    },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              'curl -s -o /dev/null -w "%{http_code}\\n" localhost:8080/api/quote',
              'curl -i localhost:8080/api/quote',
              'curl -sv localhost:8080/api/quote 2>&1 | grep "^< HTTP"',
            ],
            i,
          ),
          pick(
            [
              '500',
              'HTTP/1.1 500 Internal Server Error\nServer: nginx/1.25.3\nContent-Length: 0',
              '< HTTP/1.1 500 Internal Server Error',
            ],
            i,
          ),
        ),
        desk.run(
          pick(
            [
              'tail -1 /var/log/nginx/access.log',
              'tail -n 2 /var/log/nginx/error.log /var/log/nginx/access.log',
              'grep quote /var/log/nginx/access.log | tail -1',
              'sudo systemctl reload nginx; tail -1 /var/log/nginx/access.log',
            ],
            i,
          ),
          `127.0.0.1 - - [21/Nov/2026:${clock(i)} +0000] "GET /api/quote HTTP/1.1" 500 0 "-" "curl/8.5.0"`,
        ),
      ]);
    },
  ),
  stall(
    'one question given to ever more helpers in other words, all of whom find the same',
    5,
    12,
    {
      why: 'the answer was there after the first',
      prompt: 'Why do sessions end after ten minutes?',
    },
    (desk, story) => {
      const asks = [
        'Find where the session lifetime is set.',
        'Look through the code base and report where sessions expire.',
        'Investigate the session timeout. Report file and line.',
        'Which configuration controls how long a session lives?',
        'Double-check: where does the ten minute limit of sessions come from?',
        'Search src/ for the session TTL, be thorough.',
        'I need the root cause of sessions ending early.',
        'Verify where session expiry is defined. Be very thorough.',
      ] as const;
      const answers = [
        'The lifetime is set in src/auth/session.ts line 22: `ttl: 600`. Nothing overrides it.',
        'I looked at 41 files. Sessions expire because of `ttl: 600` in src/auth/session.ts:22.',
        'Result: src/auth/session.ts:22 has `ttl: 600` (seconds). No environment variable is involved.',
        'It is `ttl: 600` in src/auth/session.ts, line 22.',
      ] as const;
      story.repeat(12, (i) =>
        i % 4 === 3
          ? desk.read('/w/src/auth/session.ts', source('session', 24))
          : desk.use(
              'agents',
              'start',
              {
                kind: pick(['explore', 'general', 'explore', 'reviewer'], i),
                prompt: pick(asks, i),
              },
              pick(answers, i),
            ),
      );
    },
  ),
  stall(
    'a plan for a change made finer and finer, while no line of code is written',
    8,
    20,
    { why: 'plans are all that is written', prompt: 'Move the settings page to the new router.' },
    (desk, story) => {
      story.step(desk.read('/w/src/pages/Settings.tsx', source('settings', 22)));
      rounds(story, 7, (i) => [
        desk.todo(
          Array.from(
            { length: 4 + (i % 3) },
            (_, n) =>
              `${pick(['Analyse', 'Understand', 'Map', 'Outline', 'Design', 'Prepare'], n + i)} the ${pick(['routes', 'settings page', 'loaders', 'guards', 'links'], n + i * 2)}`,
          ),
        ),
        desk.write(
          '/w/PLAN.md',
          `# ${pick(['Plan', 'Revised plan', 'Detailed plan', 'Final plan'], i)}\n\n${Array.from({ length: 5 + (i % 4) }, (_, n) => `${n + 1}. ${pick(['Analyse the current routes', 'Define the new route tree', 'Move the settings page', 'Adapt links', 'Test'], n)}${i > 2 ? ` (phase ${1 + (n % 3)})` : ''}`).join('\n')}\n`,
        ),
        pick(
          [
            desk.read('/w/src/pages/Settings.tsx', source('settings', 22)),
            desk.read('/w/src/router.tsx', source('router', 18)),
            desk.search(
              'Settings',
              'src/router.tsx:9:import { Settings } from "./pages/Settings";',
            ),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'tests asked for by ever other names, of which none are found and all are well',
    22,
    31,
    {
      why: 'the settings leave the folder out, so nothing ever tests the change',
      prompt: 'Fix the retry count and prove it with the test.',
    },
    (desk, story) => {
      const versions = [
        'while (tries < limit) {',
        'while (tries <= limit) {',
        'for (let tries = 0; tries < limit; tries++) {',
        'while (tries++ < limit) {',
      ] as const;
      const asks = [
        'npx jest packages/net/retry.test.ts',
        'npx jest retry',
        'npx jest --findRelatedTests packages/net/retry.ts',
        "npx jest -t 'stops after three tries'",
        'npx jest --testPathPattern=net/',
        'npm test -- retry --passWithNoTests',
        'npx jest --rootDir=packages/net retry',
      ] as const;
      workAWhile(desk, story);
      story.step(desk.read('/w/packages/net/retry.ts', source('retry', 15)));
      rounds(story, 9, (i) => [
        ...(i % 2 === 0 ? [rewrite(desk, '/w/packages/net/retry.ts', versions, i >> 1)] : []),
        desk.run(
          pick(asks, i),
          i % 3 === 2
            ? 'No tests found, exiting with code 0'
            : `No tests found, exiting with code 1\nRun with \`--passWithNoTests\` to exit with code 0\nIn /w\n  ${412 + (i % 2)} files checked.\n  testPathIgnorePatterns: /node_modules/, /packages/net/ - ${388} matches`,
          i % 3 === 2 ? 0 : 1,
        ),
        ...(i % 4 === 1 ? [desk.run('ls packages/net', 'index.ts\nretry.test.ts\nretry.ts')] : []),
      ]);
    },
  ),
  stall(
    'an edit that does not fit the file, tried with ever other spaces',
    6,
    17,
    { why: 'the file has no-break spaces', prompt: 'Raise the pool size to 40.' },
    (desk, story) => {
      const tries = [
        '  pool_size: 20',
        '    pool_size: 20',
        'pool_size: 20',
        '  pool_size:  20',
        'database:\n  pool_size: 20',
        'database:\n    pool_size: 20\n    timeout: 5',
        '  pool_size: 20\n',
        '\tpool_size: 20',
        '      pool_size: 20',
      ] as const;
      rounds(story, 9, (i) => [
        desk.failedReplace(
          '/w/config/production.yml',
          pick(tries, i),
          pick(tries, i).replace('20', '40'),
        ),
        i % 3 === 1
          ? desk.run('grep -n pool_size config/production.yml', '3:\u00a0 pool_size: 20')
          : desk.read(
              '/w/config/production.yml',
              'database:\n\u00a0 host: db.example.test\n\u00a0 pool_size: 20\n\u00a0 timeout: 5\nqueue:\n\u00a0 workers: 4',
            ),
      ]);
    },
  ),
  stall(
    'a folder that may not be written to, and all the rights that one may ask for',
    5,
    14,
    { why: 'the folder is laid in read-only', prompt: 'Write the report into /data/reports.' },
    (desk, story) => {
      const tries = [
        [
          'python report.py --out /data/reports',
          "PermissionError: [Errno 30] Read-only file system: '/data/reports/2026-11.csv'",
        ],
        ['ls -ld /data/reports', 'drwxrwxrwx 2 root root 4096 Nov  1 08:00 /data/reports'],
        [
          'chmod -R 777 /data/reports',
          "chmod: changing permissions of '/data/reports': Read-only file system",
        ],
        [
          'sudo chown -R $(id -u) /data/reports',
          "chown: changing ownership of '/data/reports': Read-only file system",
        ],
        ['touch /data/reports/x', "touch: cannot touch '/data/reports/x': Read-only file system"],
        [
          'umask 000; python report.py --out /data/reports',
          "PermissionError: [Errno 30] Read-only file system: '/data/reports/2026-11.csv'",
        ],
        [
          'mkdir -p /data/reports/tmp',
          "mkdir: cannot create directory '/data/reports/tmp': Read-only file system",
        ],
        [
          'sudo setfacl -m u:$(id -u):rwx /data/reports',
          'setfacl: /data/reports: Read-only file system',
        ],
        [
          'sudo python report.py --out /data/reports',
          "PermissionError: [Errno 30] Read-only file system: '/data/reports/2026-11.csv'",
        ],
        [
          'cp /tmp/r.csv /data/reports/',
          "cp: cannot create regular file '/data/reports/r.csv': Read-only file system",
        ],
        [
          'sudo install -m 666 /tmp/r.csv /data/reports/r.csv',
          "install: cannot create regular file '/data/reports/r.csv': Read-only file system",
        ],
        ['sudo chmod a+w /data', "chmod: changing permissions of '/data': Read-only file system"],
        [
          'python report.py --out /data/reports/',
          "PermissionError: [Errno 30] Read-only file system: '/data/reports/2026-11.csv'",
        ],
        [
          'sudo tee /data/reports/r.csv < /tmp/r.csv > /dev/null',
          'tee: /data/reports/r.csv: Read-only file system',
        ],
      ] as const;
      story.repeat(14, (i) => {
        const [line, answer] = tries[i % tries.length] ?? tries[0];
        return desk.run(line, answer, i === 1 ? 0 : 1);
      });
    },
  ),
  stall(
    'a setting that a keeper in the background puts back as soon as it is written',
    7,
    19,
    {
      why: 'a service owns the file and writes it from elsewhere',
      prompt: 'Set the log level of the proxy to debug.',
    },
    (desk, story) => {
      rounds(story, 8, (i) => [
        i % 3 === 1
          ? desk.run(
              pick(
                [
                  "sed -i 's/level: warn/level: debug/' /etc/proxy/proxy.yaml",
                  'yq -i \'.log.level = "debug"\' /etc/proxy/proxy.yaml',
                ],
                i,
              ),
              '',
            )
          : desk.replace(
              '/etc/proxy/proxy.yaml',
              '  level: warn',
              `  level: ${pick(['debug', 'DEBUG', '"debug"'], i)}`,
            ),
        desk.run(
          pick(
            ['systemctl restart proxy', 'systemctl reload proxy', 'kill -HUP $(pidof proxy)'],
            i,
          ),
          '',
        ),
        pick(
          [
            desk.run('grep -n level /etc/proxy/proxy.yaml', '7:  level: warn'),
            desk.run(
              'cat /etc/proxy/proxy.yaml | head -8',
              '# managed, do not edit\nlisten: 0.0.0.0:9000\nupstream:\n  - app1.example.test\nadmin: off\nlog:\n  level: warn\n  format: json',
            ),
            desk.run(
              'journalctl -u proxy -n 1 --no-pager',
              `Nov 21 ${clock(i)} edge1 proxy[${8100 + i * 13}]: started, log level warn`,
            ),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'a database sought under all the names that it might have',
    4,
    12,
    { why: 'no database runs here at all', prompt: 'Run the integration tests.' },
    (desk, story) => {
      const hosts = [
        'localhost',
        '127.0.0.1',
        'db',
        'postgres',
        'host.docker.internal',
        '172.17.0.1',
        'database',
        '0.0.0.0',
        'postgres.default.svc.cluster.local',
        '::1',
      ] as const;
      story.repeat(13, (i) => {
        const host = pick(hosts, i);
        const port = pick([5432, 5432, 5433], i);
        const named = /^[\d:]|localhost/.test(host);
        return i % 4 === 2
          ? desk.run(
              `DATABASE_URL=postgres://app:app@${host}:${port}/test pytest tests/integration -x -q 2>&1 | tail -2`,
              `E   psycopg.OperationalError: ${named ? `connection failed: connection to server at "${host}", port ${port} failed: Connection refused` : `failed to resolve host '${host}': [Errno -2] Name or service not known`}\n1 error in ${seconds(i, 0)}s`,
              1,
            )
          : desk.run(
              `${pick(['pg_isready', 'psql -U app', 'psql -U postgres'], i)} -h ${host} -p ${port}`,
              i % 3 === 0
                ? `${host}:${port} - no response`
                : named
                  ? `psql: error: connection to server at "${host}", port ${port} failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?`
                  : `psql: error: could not translate host name "${host}" to address: Name or service not known`,
              2,
            );
      });
    },
  ),
  stall(
    'a change taken back and made again, each time with the same test behind it',
    9,
    20,
    {
      why: 'the second change is the first one, and so is the third',
      prompt: 'total() must not count cancelled lines.',
    },
    (desk, story) => {
      rounds(story, 6, (i) => [
        desk.replace(
          '/w/orders/totals.py',
          'return sum(l.amount for l in self.lines)',
          pick(
            [
              'return sum(l.amount for l in self.lines if not l.cancelled)',
              'return sum(line.amount for line in self.lines if not line.cancelled)',
              'return sum(l.amount for l in self.lines if l.cancelled is False)',
            ],
            i,
          ),
        ),
        desk.run(
          pick(
            [
              'pytest tests/test_totals.py -q',
              'python -m pytest -q tests',
              'pytest -x -q tests/test_totals.py',
            ],
            i,
          ),
          `F.....                                                                   [100%]\n=================================== FAILURES ===================================\n_____________________________ test_cancelled_lines _____________________________\n>       assert order.total() == 30\nE       AttributeError: 'Line' object has no attribute 'cancelled'\n\norders/totals.py:${21 + (i % 2)}: AttributeError\n1 failed, ${5 + (i % 2) * 9} passed in ${seconds(i, 0)}s`,
          1,
        ),
        desk.run(
          pick(
            [
              'git checkout orders/totals.py',
              'git restore orders/totals.py',
              'git stash -q && git stash drop -q',
            ],
            i,
          ),
          i % 3 === 0 ? 'Updated 1 path from the index' : '',
        ),
        ...(i % 2 === 1
          ? [
              desk.read(
                '/w/orders/totals.py',
                'class Order:\n    def total(self):\n        return sum(l.amount for l in self.lines)',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a jump in a game made higher in the code, while the scene holds the number',
    6,
    18,
    {
      why: 'the scene’s value wins over the one in the script',
      prompt: 'The fox should jump 4 tiles.',
    },
    (desk, story) => {
      const versions = [
        '@export var jump_speed := 320.0',
        '@export var jump_speed := 480.0',
        '@export var jump_speed := 640.0',
        '@export var jump_speed: float = 900.0',
        '@export_range(0, 2000) var jump_speed := 1200.0',
        'const GRAVITY := 600.0',
        'const GRAVITY := 300.0',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/actors/fox.gd', versions, i),
        desk.run(
          pick(
            [
              'godot --headless -s tools/measure_jump.gd',
              'godot --headless --path . -s tools/measure_jump.gd 2>&1 | tail -2',
            ],
            i,
          ),
          `${i % 2 === 0 ? 'Godot Engine v4.3.stable.official\n' : ''}fox: apex 2.03 tiles after ${18} frames`,
        ),
        ...(i % 4 === 2 ? [desk.read('/w/actors/fox.gd', source('fox', 17))] : []),
      ]);
    },
  ),
  stall(
    'five files of a module read in turn, before a question that needs one of them',
    13,
    28,
    { why: 'all has been read twice and nothing follows', prompt: 'Add a tag "owner" to the VPC.' },
    (desk, story) => {
      const files = ['main.tf', 'variables.tf', 'outputs.tf', 'locals.tf', 'versions.tf'] as const;
      story.repeat(30, (i) =>
        i % 7 === 6
          ? desk.run(
              pick(
                ['ls modules/network', 'git status --short', 'terraform fmt -check -recursive'],
                i,
              ),
              i % 3 === 0 ? 'locals.tf\nmain.tf\noutputs.tf\nvariables.tf\nversions.tf' : '',
            )
          : i % 9 === 4
            ? desk.search(
                'tags',
                'modules/network/main.tf:6:  tags = local.tags\nmodules/network/locals.tf:2:  tags = { env = var.env }',
              )
            : desk.read(
                `/w/modules/network/${pick(files, i * 2 + (i % 3))}`,
                source(pick(files, i * 2 + (i % 3)), 16),
              ),
      );
    },
  ),
  stall(
    'a sure answer said again, after a release that was finished long ago',
    13,
    26,
    { why: 'each look shows what the first showed', prompt: 'Publish version 4.0.1 of the chart.' },
    (desk, story) => {
      story.step(desk.replace('/w/charts/orders/Chart.yaml', 'version: 4.0.0', 'version: 4.0.1'));
      story.step(desk.run('helm lint charts/orders', '1 chart(s) linted, 0 chart(s) failed'));
      story.step(
        desk.run(
          'helm package charts/orders',
          'Successfully packaged chart and saved it to: /w/orders-4.0.1.tgz',
        ),
      );
      story.step(
        desk.run(
          'helm push orders-4.0.1.tgz oci://charts.acme.example.com/stable',
          `Pushed: charts.acme.example.com/stable/orders:4.0.1\nDigest: sha256:${hex(5, 64)}`,
        ),
      );
      finish(desk, story);
      rounds(story, 20, (i) => [
        pick(
          [
            desk.run(
              'helm show chart oci://charts.acme.example.com/stable/orders --version 4.0.1 | grep version',
              'version: 4.0.1',
            ),
            desk.run(
              pick(['git status -sb', 'git status'], i),
              i % 2 === 0
                ? '## main...origin/main'
                : 'On branch main\nnothing to commit, working tree clean',
            ),
            desk.run('helm lint charts/orders', '1 chart(s) linted, 0 chart(s) failed'),
            desk.run(
              `echo "Release 4.0.1 is ${pick(['done', 'complete', 'verified', 'published'], i >> 2)}"`,
              `Release 4.0.1 is ${pick(['done', 'complete', 'verified', 'published'], i >> 2)}`,
            ),
          ],
          i,
        ),
      ]);
    },
  ),
  stall(
    'apologies by the dozen, and each time the call without the field that is missing',
    19,
    27,
    { why: 'the field is never put in', prompt: 'Create tickets for the four findings.' },
    (desk, story) => {
      workAWhile(desk, story);
      story.repeat(13, (i) =>
        desk.use(
          'jira',
          pick(['create_issue', 'create_issue', 'createIssue'], i),
          {
            project: pick(['OPS', 'OPS', 'ops'], i),
            summary: pick(
              [
                'Rotate the keys',
                'Rotate keys of the gateway',
                'Key rotation',
                'Gateway: rotate the keys',
              ],
              i,
            ),
            ...(i % 2 === 0 ? { description: `Found in the audit, item ${1 + (i % 4)}.` } : {}),
            ...(i % 3 === 1 ? { type: pick(['Task', 'Bug', 'Story'], i) } : {}),
          },
          '{"errorMessages":[],"errors":{"customfield_10071":"Team is required."}}',
          { failed: true },
        ),
      );
    },
  ),
];
