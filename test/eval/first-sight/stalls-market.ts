/** Circles of many trades. Written by somebody who had not read the rules. */
import type { Act } from '../../unit/support/story.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, seconds } from './openings.js';

type Pair = readonly [string, string];

/** The same call with another answer, which is a failure. */
const answered = (act: Act, output: string): Act => ({ ...act, output, ok: false });

export const stallsMarket: readonly Idea[] = [
  stall(
    'a step of a shop that was to be skipped, taken out of the page and put back, out of the test and put back',
    16,
    25,
    {
      why: 'the same two pieces go out and in again, and each time everything is where it began',
      prompt: 'Skip the insurance step for now, we launch without it.',
    },
    (desk, story) => {
      const [page, spec] = ['/w/src/checkout/steps.tsx', '/w/test/checkout.spec.ts'];
      const step = '  { id: "insurance", title: "Insurance", view: InsuranceStep },\n';
      const claim =
        '  await expect(page.getByRole("heading", { name: "Insurance" })).toBeVisible();\n';
      const [first, last] = [
        '  { id: "address", title: "Address", view: AddressStep },\n',
        '  await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();\n',
      ];
      const passed = (i: number): string =>
        `Running 9 tests using 2 workers\n\n  9 passed (${seconds(i, 11)}s)`;
      const failed = (i: number, text: string): string =>
        `Running 9 tests using 2 workers\n\n  1) [chromium] › checkout.spec.ts:${text}\n\n  1 failed\n    [chromium] › checkout.spec.ts:${text.split('\n')[0] ?? ''}\n  8 passed (${seconds(i, 16)}s)`;
      const missing =
        "31:3 › goes through all steps\n\n    Error: expect(locator).toBeVisible() failed\n\n    Locator: getByRole('heading', { name: 'Insurance' })\n    Timeout: 5000ms";
      const unwanted =
        '44:3 › names each step once\n\n    Error: expect(received).toEqual(expected)\n\n    +   "Insurance",';
      story.step(desk.run('git status --short --branch', '## launch...origin/launch'));
      story.step(
        desk.search(
          'nsurance',
          `src/checkout/steps.tsx:4:${step.trim()}\ntest/checkout.spec.ts:34:${claim.trim()}\nsrc/checkout/InsuranceStep.tsx:7:export function InsuranceStep()`,
        ),
      );
      story.step(
        desk.read(
          page,
          `export const steps = [\n${first}${step}  { id: "payment", title: "Payment", view: PaymentStep },\n];`,
        ),
      );
      story.step(
        desk.read(spec, `test("goes through all steps", async ({ page }) => {\n${claim}${last}});`),
      );
      rounds(story, 3, (i) => [
        desk.replace(page, first + step, first),
        desk.run(
          pick(
            [
              'npx playwright test checkout',
              'npx playwright test test/checkout.spec.ts',
              'npx playwright test checkout --reporter=list',
            ],
            i,
          ),
          failed(i, missing),
          1,
        ),
        desk.replace(page, first, first + step),
        desk.run('npx playwright test checkout', passed(i)),
        desk.replace(spec, claim + last, last),
        desk.run(
          pick(['npx playwright test checkout', 'npx playwright test'], i),
          failed(i + 4, unwanted),
          1,
        ),
        desk.replace(spec, last, claim + last),
        desk.run('npx playwright test checkout', passed(i + 5)),
      ]);
    },
  ),
  stall(
    'a shared module of a federation that is not there for eager use, shared in ever other ways',
    15,
    24,
    { why: 'six settings were built and loaded, and the console says the same each time' },
    (desk, story) => {
      const path = '/w/apps/shell/webpack.config.js';
      const forms = [
        "shared: ['react', 'react-dom'],",
        "shared: { react: { singleton: true }, 'react-dom': { singleton: true } },",
        "shared: { react: { singleton: true, requiredVersion: deps.react }, 'react-dom': { singleton: true, requiredVersion: deps['react-dom'] } },",
        'shared: { ...deps, react: { singleton: true, strictVersion: true } },',
        "shared: [{ react: { import: 'react', shareKey: 'react', shareScope: 'default', singleton: true } }],",
        "shared: { react: { singleton: true, requiredVersion: false }, 'react-dom': { singleton: true, requiredVersion: false } },",
        "shared: { 'react/': { singleton: true }, 'react-dom/': { singleton: true } },",
        'shared: Object.fromEntries(Object.keys(deps).map((d) => [d, { singleton: true }])),',
      ] as const;
      story.step(desk.run('ls apps', 'basket\nsearch\nshell'));
      story.step(
        desk.read(
          path,
          `const deps = require('./package.json').dependencies;\nmodule.exports = {\n  entry: './src/index',\n  plugins: [\n    new ModuleFederationPlugin({\n      name: 'shell',\n      remotes: { basket: 'basket@http://localhost:3002/remoteEntry.js' },\n      ${forms[0]}\n    }),\n  ],\n};`,
        ),
      );
      story.step(
        desk.read(
          '/w/apps/shell/src/index.js',
          "import React from 'react';\nimport { createRoot } from 'react-dom/client';\nimport App from './App';\n\ncreateRoot(document.getElementById('root')).render(<App />);",
        ),
      );
      rounds(story, 7, (i) => [
        desk.replace(path, pick(forms, i), pick(forms, i + 1)),
        desk.run(
          pick(
            [
              'cd apps/shell && npx webpack --mode development',
              'npm run build -w apps/shell',
              'cd apps/shell && rm -rf dist && npx webpack --mode development',
            ],
            i,
          ),
          `asset main.js ${(1.31 + i / 100).toFixed(2)} MiB [emitted] (name: main)\nasset remoteEntry.js 28.${i} KiB [emitted] (name: shell)\nwebpack 5.97.1 compiled successfully in ${2114 + i * 173} ms`,
        ),
        desk.use(
          'browser',
          'navigate',
          { url: `http://localhost:3000/?t=${i}` },
          '- Page URL: http://localhost:3000/\n- Page Title: Shop\n- Page Snapshot:\n- generic [ref=e1]',
        ),
        desk.use(
          'browser',
          'console_messages',
          {},
          `[ERROR] Uncaught Error: Shared module is not available for eager consumption: webpack/sharing/consume/default/react/react @ http://localhost:3000/main.js:${401 + i * 3}`,
        ),
      ]);
    },
  ),
  stall(
    'classes that two jars of an app bring along, kept out by ever other lines of the build',
    12,
    19,
    { why: 'the same two classes are doubled after five other exclusions' },
    (desk, story) => {
      const path = '/w/android/app/build.gradle';
      const lines = [
        "    implementation 'com.acme:scanner-sdk:3.2.0'",
        "    implementation('com.acme:scanner-sdk:3.2.0') { exclude group: 'org.jetbrains.kotlin' }",
        "    implementation('com.acme:scanner-sdk:3.2.0') { exclude module: 'kotlin-stdlib-jdk8' }",
        "    configurations.all { exclude group: 'org.jetbrains.kotlin', module: 'kotlin-stdlib-jdk7' }\n    implementation 'com.acme:scanner-sdk:3.2.0'",
        "    implementation platform('org.jetbrains.kotlin:kotlin-bom:1.8.22')\n    implementation 'com.acme:scanner-sdk:3.2.0'",
        "    constraints { implementation('org.jetbrains.kotlin:kotlin-stdlib-jdk8') { version { strictly '1.8.22' } } }\n    implementation 'com.acme:scanner-sdk:3.2.0'",
        "    configurations.all { resolutionStrategy.force 'org.jetbrains.kotlin:kotlin-stdlib:1.8.22' }\n    implementation 'com.acme:scanner-sdk:3.2.0'",
        "    implementation('com.acme:scanner-sdk:3.2.0') { transitive = false }",
      ] as const;
      const wrong = (i: number): string =>
        `> Task :app:checkDebugDuplicateClasses FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugDuplicateClasses'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckDuplicatesRunnable\n   > Duplicate class kotlin.collections.jdk8.CollectionsJDK8Kt found in modules jetified-kotlin-stdlib-1.8.22 (org.jetbrains.kotlin:kotlin-stdlib:1.8.22) and jetified-scanner-fat-3.2.0 (scanner-fat-3.2.0.aar)\n     Duplicate class kotlin.io.path.PathsKt found in modules jetified-kotlin-stdlib-1.8.22 (org.jetbrains.kotlin:kotlin-stdlib:1.8.22) and jetified-scanner-fat-3.2.0 (scanner-fat-3.2.0.aar)\n\nBUILD FAILED in ${9 + ((i * 7) % 13)}s\n${148 + i} actionable tasks: ${4 + (i % 3)} executed, ${144 + i - (i % 3)} up-to-date`;
      story.step(
        desk.run(
          'git log --oneline -2',
          `${hex(5, 7)} Add the scanner\n${hex(6, 7)} Raise the target SDK`,
        ),
      );
      story.step(
        desk.read(
          path,
          `dependencies {\n    implementation 'androidx.core:core-ktx:1.13.1'\n${lines[0]}\n    implementation files('libs/scanner-fat-3.2.0.aar')\n}`,
          [61, 40],
        ),
      );
      story.step(desk.run('cd android && ./gradlew assembleDebug', wrong(0), 1));
      rounds(story, 7, (i) => [
        desk.replace(path, pick(lines, i), pick(lines, i + 1)),
        ...(i % 3 === 1
          ? [
              desk.run(
                'cd android && ./gradlew clean',
                `BUILD SUCCESSFUL in ${1 + i}s\n2 actionable tasks: 2 executed`,
              ),
            ]
          : []),
        desk.run(
          pick(
            [
              'cd android && ./gradlew assembleDebug',
              'cd android && ./gradlew :app:assembleDebug --refresh-dependencies',
              'cd android && ./gradlew :app:assembleDebug --stacktrace | head -30',
            ],
            i,
          ),
          wrong(i + 1),
          1,
        ),
      ]);
    },
  ),
  stall(
    'a selector of a deployment that may not be changed, sent in by ever other commands',
    12,
    20,
    { why: 'the cluster has said six times that the field is immutable' },
    (desk, story) => {
      const path = '/w/deploy/orders.yaml';
      const labels = [
        'app: orders',
        'app: orders\n      tier: backend',
        'app.kubernetes.io/name: orders',
        'app: orders\n      version: v2',
        'app.kubernetes.io/name: orders\n      app.kubernetes.io/part-of: shop',
        'app: orders-v2',
        'name: orders',
      ] as const;
      const sends = [
        'kubectl apply -f deploy/orders.yaml',
        'kubectl apply --server-side -f deploy/orders.yaml',
        'kubectl apply --server-side --force-conflicts -f deploy/orders.yaml',
        'kubectl replace -f deploy/orders.yaml',
        'kubectl patch deployment orders --type merge --patch-file deploy/orders.yaml',
        'kubectl apply -f deploy/orders.yaml --overwrite',
        'kubectl apply -f deploy/orders.yaml --validate=false',
        'kustomize build deploy | kubectl apply -f -',
      ] as const;
      const no = (i: number): string => {
        const map = pick(labels, i)
          .split(/\n\s*/)
          .map((line) =>
            line
              .split(': ')
              .map((word) => `"${word}"`)
              .join(':'),
          )
          .join(', ');
        return `The Deployment "orders" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{${map}, "release":"old"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable`;
      };
      story.step(
        desk.run(
          'kubectl get deploy,svc -n shop',
          `NAME                     READY   UP-TO-DATE   AVAILABLE   AGE\ndeployment.apps/orders   3/3     3            3           214d\n\nNAME             TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)   AGE\nservice/orders   ClusterIP   10.96.14.22   <none>        80/TCP    214d`,
        ),
      );
      story.step(
        desk.read(
          path,
          `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: orders\nspec:\n  selector:\n    matchLabels:\n      ${labels[0]}\n      release: old`,
        ),
      );
      story.step(
        desk.run(
          'git log --oneline -3 -- deploy',
          `${hex(3, 7)} One set of labels for all services\n${hex(4, 7)} Ask for more memory\n${hex(5, 7)} Add a probe`,
        ),
      );
      rounds(story, 8, (i) => [
        desk.replace(
          path,
          `    matchLabels:\n      ${pick(labels, i)}`,
          `    matchLabels:\n      ${pick(labels, i + 1)}`,
        ),
        desk.run(pick(sends, i), no(i + 1), 1),
        ...(i % 3 === 2
          ? [
              desk.run(
                'kubectl get deployment orders -o jsonpath={.spec.selector}',
                '{"matchLabels":{"app":"orders","release":"old"}}',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a radio that no gateway lets join, asked again with ever other rates, keys and classes',
    13,
    22,
    { why: 'each try ends in the same refusal, and the gateway has not heard a thing' },
    (desk, story) => {
      const settings: readonly [Pair, ...Pair[]] = [
        ['AT+DR=0', 'DR=0'],
        ['AT+DR=5', 'DR=5'],
        ['AT+ADR=0', 'ADR=0'],
        ['AT+CLASS=A', 'CLASS=A'],
        ['AT+JOINEUI=70B3D57ED0000001', 'JOINEUI=70B3D57ED0000001'],
        ['AT+TXP=0', 'TXP=0'],
        ['AT+RX1DL=5000', 'RX1DL=5000'],
        ['AT+DR=3', 'DR=3'],
      ];
      story.step(desk.run('ls /dev/ttyUSB*', '/dev/ttyUSB0'));
      story.step(
        desk.read(
          '/w/tools/at.py',
          'import serial, sys, time\n\nport = serial.Serial("/dev/ttyUSB0", 115200, timeout=20)\nport.write((sys.argv[1] + "\\r\\n").encode())\nfor line in port:\n    print(line.decode().strip())',
        ),
      );
      story.step(
        desk.run(
          'python3 tools/at.py "AT+VER=?"',
          'APP_VERSION: V1.3.0\nMW_LORAWAN_VERSION: V2.5.0\nMW_RADIO_VERSION: V1.3.0\nOK',
        ),
      );
      story.step(desk.run('python3 tools/at.py "AT+BAND=?"', '5 (EU868)\nOK'));
      rounds(story, 8, (i) => {
        const [set, echo] = pick(settings, i);
        const at = 214 + i * 41;
        return [
          desk.run(`python3 tools/at.py "${set}"`, `${echo}\nOK`),
          desk.run(
            pick(
              [
                'python3 tools/at.py "AT+JOIN=1"',
                'python3 tools/at.py "AT+JOIN=1:0:10:3"',
                'timeout 60 python3 tools/at.py "AT+JOIN=1"',
              ],
              i,
            ),
            `OK\n${at}s${(i * 131) % 999}:TX on freq ${pick([868_100_000, 868_300_000, 868_500_000], i)} Hz at DR ${i % 6}\n${at + 6}s${(i * 57) % 999}:MAC txTimeOut\n+EVT:JOIN FAILED`,
          ),
          ...(i % 3 === 1
            ? [desk.run('mosquitto_sub -h gw.lan -t "gateway/+/event/up" -W 20', 'Timed out', 27)]
            : []),
        ];
      });
    },
  ),
  stall(
    'a list of contents that stays empty in the finished document, made by ever other lines of a script',
    13,
    22,
    {
      why: 'after each change the page of contents has nothing but its heading',
      prompt: 'Give the quarterly report a table of contents with page numbers.',
    },
    (desk, story) => {
      const path = '/w/report/build.py';
      const ways = [
        "    run.text = 'TOC'",
        '    add_field(run, \'TOC \\\\o "1-3" \\\\h \\\\z \\\\u\')',
        '    add_field(run, \'TOC \\\\o "1-3"\', dirty=True)',
        '    add_field(paragraph.add_run(), \'TOC \\\\h \\\\o "1-2"\')\n    settings.append(update_fields())',
        "    sdt = make_sdt('Table of Contents')\n    add_field(sdt.run, 'TOC \\\\o \"1-3\" \\\\h')",
        "    add_complex_field(run, ['begin', 'TOC \\\\o', 'separate', 'end'])",
        "    insert_toc(document, levels=3, update='onOpen')",
        '    add_field(run, \'TOC \\\\t "Heading 1,1,Heading 2,2"\')',
      ] as const;
      story.step(desk.run('ls report', 'build.py\ndata.json\ntemplate.docx'));
      story.step(
        desk.read(
          path,
          `from docx import Document\n\ndef contents(document):\n    paragraph = document.add_paragraph()\n    run = paragraph.add_run()\n${ways[0]}`,
        ),
      );
      story.step(
        desk.run(
          'python3 report/build.py && ls -l report/out.docx',
          `-rw-r--r-- 1 dev dev 48211 Nov 24 10:02 report/out.docx`,
        ),
      );
      rounds(story, 7, (i) => [
        desk.replace(path, pick(ways, i), pick(ways, i + 1)),
        desk.run(
          'python3 report/build.py && soffice --headless --convert-to pdf --outdir report report/out.docx',
          `convert /w/report/out.docx as a Writer document -> /w/report/out.pdf using filter : writer_pdf_Export\nOverwriting: /w/report/out.pdf`,
        ),
        desk.run(
          pick(
            [
              'pdftotext -f 2 -l 2 report/out.pdf - | head -12',
              'pdftotext -layout -f 2 -l 2 report/out.pdf -',
              'pdftotext report/out.pdf - | sed -n "8,20p"',
            ],
            i,
          ),
          pick(
            [
              'Contents\n\n\f',
              'Contents\n\n\n\n                                      2\n\f',
              'Contents\n\n2\n\n1 Summary\n\nThe quarter closed',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'pages of five vendors fetched round after round under ever other addresses, and no table is begun',
    14,
    24,
    {
      why: 'what the pages say was known after the first round, and nothing is written',
      prompt: 'Compare five services for feature flags and put a table into docs/flags.md.',
    },
    (desk, story) => {
      const vendors: readonly [Pair, ...Pair[]] = [
        [
          'launchlane',
          '# Pricing\n\nDeveloper: free, 1,000 MAU. Foundation: $12 per service connection. Enterprise: talk to us.\nSDKs: 26. Audit log: Enterprise.',
        ],
        [
          'flagsteady',
          '# Plans\n\nFree: 50,000 requests. Start-Up: $45 a month. Enterprise: custom.\nSelf-hosting: yes. SDKs: 15.',
        ],
        [
          'togglery',
          '# Pricing\n\nOpen source: free. Pro: $80 for 5 seats. Enterprise: custom.\nSelf-hosting: yes. SDKs: 17. Audit log: Pro.',
        ],
        [
          'splitter',
          '# Pricing\n\nFree for 10 seats. Team: $35 a seat. Experiments included.\nSelf-hosting: no. SDKs: 14.',
        ],
        [
          'growthbed',
          '# Pricing\n\nStarter: free, 3 seats. Pro: $20 a seat. Self-hosting: yes. SDKs: 24.',
        ],
      ];
      const tails = [
        '/pricing',
        '/pricing/',
        '/pricing?ref=docs',
        '/pricing#compare',
        '/plans',
      ] as const;
      story.step(desk.run('ls docs', 'adr\nindex.md\nsetup.md'));
      story.step(
        desk.use(
          'web',
          'search',
          { query: 'feature flag services comparison 2026' },
          vendors
            .map(
              ([name], n) =>
                `${n + 1}. ${name} – feature flags for teams\n   https://${name}.example.test`,
            )
            .join('\n'),
        ),
      );
      rounds(story, 5, (i) => [
        ...vendors.map(([name, text]) =>
          desk.use(
            'web',
            'fetch',
            {
              url: `https://${name}.example.test${pick(tails, i)}`,
              prompt: pick(
                [
                  'What does it cost?',
                  'List plans, limits and SDKs',
                  'Extract pricing details',
                  'Is self-hosting possible and what are the limits?',
                  'Get complete pricing',
                ],
                i,
              ),
            },
            text,
          ),
        ),
        ...(i % 2 === 1
          ? [
              desk.use(
                'web',
                'search',
                {
                  query: pick(
                    [
                      'feature flags pricing compared',
                      'launchlane vs flagsteady vs togglery',
                      'best feature flag tools',
                    ],
                    i,
                  ),
                },
                vendors
                  .map(
                    ([name], n) =>
                      `${n + 1}. ${name} – feature flags for teams\n   https://${name}.example.test`,
                  )
                  .join('\n'),
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'deliveries of a hook sent again and again to a tunnel that has another address since its restart',
    15,
    24,
    { why: 'whatever is sent, nothing comes in at the tunnel, and nobody looks at where it goes' },
    (desk, story) => {
      lookAround(desk, story);
      story.step(desk.run('gh api repos/acme/orders/hooks --jq ".[].id"', '512004417'));
      const sends = [
        'gh api -X POST repos/acme/orders/hooks/512004417/pings',
        'gh api -X POST repos/acme/orders/hooks/512004417/tests',
        `gh api -X POST repos/acme/orders/hooks/512004417/deliveries/${'18824410071'}/attempts`,
        'git commit -q --allow-empty -m "Trigger the hook" && git push -q',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(pick(sends, i), ''),
        desk.run(
          `sleep ${pick([5, 10, 15, 20, 30], i)}; curl -s localhost:4040/api/requests/http?limit=${pick([5, 10, 20], i)}`,
          '{"uri":"/api/requests/http","requests":[]}',
        ),
        ...(i % 2 === 0
          ? [
              desk.run(
                pick(
                  ['tail -3 server.log', 'tail -n 5 server.log', 'grep -c webhook server.log'],
                  i,
                ),
                pick(
                  [`10:0${i}:11 INFO listening on :8080`, '10:01:11 INFO listening on :8080', '0'],
                  i,
                ),
              ),
            ]
          : [desk.run('curl -s -o /dev/null -w "%{http_code}\\n" localhost:8080/healthz', '200')]),
      ]);
    },
  ),
  stall(
    'a policy of a page that is widened in the server, while another one stands in the page itself',
    13,
    22,
    { why: 'the console refuses the same script after every new policy' },
    (desk, story) => {
      const path = '/w/server/security.ts';
      const rules = [
        '      scriptSrc: ["\'self\'"],',
        '      scriptSrc: ["\'self\'", "\'unsafe-inline\'"],',
        "      scriptSrc: [\"'self'\", (_req, res) => `'nonce-${res.locals.nonce}'`],",
        '      scriptSrc: ["\'self\'", "\'sha256-4Su6mBWzEIFnH4pAGMOuaeBrstwJN4Z3pq/s1Kn4/KQ=\'"],',
        '      scriptSrc: ["\'self\'", "\'unsafe-inline\'", "\'unsafe-eval\'"],',
        "      scriptSrc: [\"'strict-dynamic'\", \"'unsafe-inline'\", 'https:'],",
        '      scriptSrcElem: ["\'self\'", "\'unsafe-inline\'"],',
        "      scriptSrc: ['*', \"'unsafe-inline'\"],",
      ] as const;
      story.step(
        desk.search(
          'contentSecurityPolicy',
          'server/security.ts:9:  contentSecurityPolicy: {\nserver/index.ts:12:app.use(helmet(security));',
        ),
      );
      story.step(
        desk.read(
          path,
          `export const security = {\n  contentSecurityPolicy: {\n    directives: {\n${rules[0]}\n    },\n  },\n};`,
        ),
      );
      story.step(
        desk.run(
          'npm run dev > dev.log 2>&1 & sleep 3; tail -1 dev.log',
          'server ready on http://localhost:5000',
        ),
      );
      rounds(story, 7, (i) => [
        desk.replace(path, pick(rules, i), pick(rules, i + 1)),
        desk.use(
          'browser',
          'navigate',
          {
            url: pick(
              [
                'http://localhost:5000/',
                'http://localhost:5000/?fresh=1',
                'http://localhost:5000/#top',
              ],
              i,
            ),
          },
          `### Page state\n- Page URL: http://localhost:5000/\n- Page Title: Orders\n- Console: 1 errors, 0 warnings`,
        ),
        desk.use(
          'browser',
          'console_messages',
          { level: 'error' },
          `[ERROR] Refused to execute inline script because it violates the following Content Security Policy directive: "script-src 'self'". Either the 'unsafe-inline' keyword, a hash ('sha256-4Su6mBWzEIFnH4pAGMOuaeBrstwJN4Z3pq/s1Kn4/KQ='), or a nonce ('nonce-...') is required to enable inline execution. @ http://localhost:5000/${i % 3 === 1 ? '?fresh=1' : ''}:18`,
        ),
      ]);
    },
  ),
  stall(
    'a script of a build that the sandbox of the tool chain does not let write, with pods put in anew each time',
    12,
    21,
    { why: 'the same denial after five kinds of cleaning and settings' },
    (desk, story) => {
      const path = '/w/ios/Podfile';
      const bits = [
        '  use_frameworks!',
        '  use_frameworks! :linkage => :static',
        '  use_modular_headers!',
        '  use_frameworks!\n  inhibit_all_warnings!',
        "  install! 'cocoapods', :disable_input_output_paths => true\n  use_frameworks!",
        '  use_frameworks! :linkage => :dynamic',
      ] as const;
      const cures = [
        'cd ios && pod deintegrate && pod install',
        'rm -rf ~/Library/Developer/Xcode/DerivedData && cd ios && pod install',
        'cd ios && rm -rf Pods Podfile.lock && pod install',
        'cd ios && pod install --repo-update',
        'sudo xcode-select -r && cd ios && pod install',
      ] as const;
      story.step(desk.run('xcodebuild -version', 'Xcode 16.1\nBuild version 16B40'));
      story.step(
        desk.read(
          path,
          `platform :ios, '15.0'\n\ntarget 'Courier' do\n${bits[0]}\n  pod 'Alamofire'\n  pod 'Lottie'\nend`,
        ),
      );
      rounds(story, 8, (i) => [
        ...(i % 2 === 0 ? [desk.replace(path, pick(bits, i / 2), pick(bits, i / 2 + 1))] : []),
        desk.run(
          pick(cures, i),
          `Analyzing dependencies\nDownloading dependencies\nGenerating Pods project\nIntegrating client project\nPod installation complete! There are 2 dependencies from the Podfile and 2 total pods installed.`,
        ),
        desk.run(
          'cd ios && xcodebuild -workspace Courier.xcworkspace -scheme Courier -sdk iphonesimulator build | tail -6',
          `error: Sandbox: rsync(${41_233 + i * 311}) deny(1) file-write-create /Users/dev/Library/Developer/Xcode/DerivedData/Courier-${hex(i, 12)}/Build/Products/Debug-iphonesimulator/Courier.app/Frameworks/Lottie.framework/.Lottie.${hex(i + 9, 6)} (in target 'Courier' from project 'Courier')\n\n** BUILD FAILED **\n\nThe following build commands failed:\n\tPhaseScriptExecution [CP]\\ Embed\\ Pods\\ Frameworks`,
          65,
        ),
      ]);
    },
  ),
  stall(
    'an enemy of a game that stands too far from its ground, put up in ever other places',
    12,
    21,
    {
      why: 'the same complaint about the ground after each new place, and the ground was never baked',
    },
    (desk, story) => {
      const path = '/w/Assets/Scripts/Spawner.cs';
      const ways = [
        '        Instantiate(enemy, point.position, Quaternion.identity);',
        '        Instantiate(enemy, point.position + Vector3.up * 0.5f, Quaternion.identity);',
        '        var e = Instantiate(enemy);\n        e.transform.position = point.position;',
        '        if (NavMesh.SamplePosition(point.position, out var hit, 5f, NavMesh.AllAreas)) Instantiate(enemy, hit.position, Quaternion.identity);\n        else Instantiate(enemy, point.position, Quaternion.identity);',
        '        var e = Instantiate(enemy, point.position, Quaternion.identity);\n        e.GetComponent<NavMeshAgent>().Warp(point.position);',
        '        var e = Instantiate(enemy, point.position, Quaternion.identity);\n        e.GetComponent<NavMeshAgent>().baseOffset = 1f;',
        '        Instantiate(enemy, new Vector3(point.position.x, 0f, point.position.z), Quaternion.identity);',
        '        StartCoroutine(SpawnNextFrame(point.position));',
      ] as const;
      story.step(desk.run('ls Assets', 'Prefabs\nScenes\nScripts\nTests'));
      story.step(
        desk.read(
          path,
          `public class Spawner : MonoBehaviour {\n    void Start() {\n      foreach (var point in points)\n${ways[0]}\n    }\n}`,
        ),
      );
      story.step(desk.search('NavMeshAgent', 'Assets/Scripts/Enemy.cs:11:    NavMeshAgent agent;'));
      rounds(story, 8, (i) => [
        desk.replace(path, pick(ways, i), pick(ways, i + 1)),
        desk.run(
          'Unity -batchmode -projectPath . -runTests -testPlatform PlayMode -logFile - | grep -E "NavMesh|Test|Passed|Failed"',
          `Failed to create agent because it is not close enough to the NavMesh\n"SetDestination" can only be called on an active agent that has been placed on a NavMesh.\nTest run: EnemyTests.WalksToPlayer Failed (${seconds(i, 6)}s)\nPassed: 4  Failed: 1`,
          2,
        ),
        ...(i % 4 === 3
          ? [
              desk.read(
                '/w/Assets/Scripts/Enemy.cs',
                'public class Enemy : MonoBehaviour {\n    NavMeshAgent agent;\n    void Update() => agent.SetDestination(player.position);\n}',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'columns of a model that are too few, then named otherwise, then too few, by turns of two encoders',
    13,
    22,
    { why: 'two complaints take turns, and the encoder of the training is not kept' },
    (desk, story) => {
      const path = '/w/model/predict.py';
      const ways = [
        'X = pd.get_dummies(rows)',
        'X = pd.get_dummies(rows).reindex(sorted(pd.get_dummies(rows)), axis=1)',
        "X = pd.get_dummies(rows, columns=['city', 'kind'])",
        "X = OneHotEncoder(handle_unknown='ignore').fit_transform(rows)",
        'X = pd.get_dummies(rows, drop_first=True)',
        "X = ColumnTransformer([('cat', OneHotEncoder(), cats)], remainder='passthrough').fit_transform(rows)",
        'X = pd.get_dummies(pd.concat([rows, sample]))[: len(rows)]',
      ] as const;
      const faults = [
        'ValueError: X has 41 features, but RandomForestRegressor is expecting 43 features as input.',
        'ValueError: The feature names should match those that were passed during fit.\nFeature names seen at fit time, yet now missing:\n- city_Fulda\n- city_Ulm',
      ] as const;
      story.step(desk.run('ls model', 'forest.pkl\npredict.py\ntrain.ipynb'));
      story.step(
        desk.read(
          path,
          `import joblib\nimport pandas as pd\n\nmodel = joblib.load('model/forest.pkl')\nrows = pd.read_csv('data/new.csv')\n${ways[0]}\nprint(model.predict(X)[:5])`,
        ),
      );
      story.step(
        desk.run(
          'head -3 data/new.csv',
          'city,kind,area,rooms\nKassel,flat,61,2\nHanau,house,140,5',
        ),
      );
      story.step(
        desk.run(
          'python model/predict.py',
          `Traceback (most recent call last):\n  File "/w/model/predict.py", line 7, in <module>\n    print(model.predict(X)[:5])\n${faults[0]}`,
          1,
        ),
      );
      rounds(story, 11, (i) => [
        desk.replace(path, pick(ways, i), pick(ways, i + 1)),
        desk.run(
          'python model/predict.py',
          `Traceback (most recent call last):\n  File "/w/model/predict.py", line ${7 + (i % 2)}, in <module>\n    print(model.predict(X)[:5])\n  File "/opt/venv/lib/python3.12/site-packages/sklearn/base.py", line ${486 + (i % 2) * 51}, in _check\n    raise ValueError(\n${pick(faults, i + 1)}`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a task of Spark that cannot be sent out, with one class marked, moved and wrapped in turn',
    11,
    20,
    { why: 'the same object is named after each of six cures' },
    (desk, story) => {
      const path = '/w/src/main/scala/jobs/Convert.scala';
      const ways = [
        '  val rates = new RateClient(conf)',
        '  @transient val rates = new RateClient(conf)',
        '  lazy val rates = new RateClient(conf)',
        '  @transient lazy val rates = new RateClient(conf)\n  val convert = rates.convert _',
        '  val rates = spark.sparkContext.broadcast(new RateClient(conf))',
        '  val rates: RateClient with Serializable = new RateClient(conf) with Serializable',
        '  private val client = new RateClient(conf)\n  def rates = client',
        '  val rates = Option(new RateClient(conf))',
      ] as const;
      story.step(desk.run('ls', 'build.sbt\nproject\nsrc\ntarget'));
      story.step(
        desk.read(
          path,
          `class Convert(spark: SparkSession, conf: Conf) extends Job {\n${ways[0]}\n  def run(): Unit =\n    orders.map(o => o.copy(eur = rates.convert(o.amount, o.currency))).write.parquet(out)\n}`,
        ),
      );
      story.step(
        desk.run(
          'sbt "runMain jobs.Main convert" 2>&1 | tail -8',
          `[error] Exception in thread "main" org.apache.spark.SparkException: Task not serializable\n[error] Caused by: java.io.NotSerializableException: com.acme.rates.RateClient\n[error] Nonzero exit code returned from runner: 1\n[error] Total time: 31 s, completed Nov 24, 2026, 10:04:11 AM`,
          1,
        ),
      );
      rounds(story, 9, (i) => [
        desk.replace(path, pick(ways, i), pick(ways, i + 1)),
        desk.run(
          pick(
            [
              'sbt "runMain jobs.Main convert" 2>&1 | tail -12',
              'sbt -warn "runMain jobs.Main convert"',
              'sbt clean "runMain jobs.Main convert" 2>&1 | grep -A8 Exception',
            ],
            i,
          ),
          `[error] Exception in thread "main" org.apache.spark.SparkException: Task not serializable\n[error] \tat org.apache.spark.util.ClosureCleaner$.ensureSerializable(ClosureCleaner.scala:${416 + (i % 3)})\n[error] Caused by: java.io.NotSerializableException: com.acme.rates.RateClient\n[error] Serialization stack:\n[error] \t- object not serializable (class: com.acme.rates.RateClient, value: com.acme.rates.RateClient@${hex(i, 8)})\n[error] \t- field (class: jobs.Convert, name: ${pick(['rates', 'rates', 'rates$lzy', 'convert', 'rates', 'rates', 'client', 'rates'], i)})\n[error] Total time: ${28 + ((i * 5) % 11)} s, completed Nov 24, 2026, ${clock(i)} AM`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'how a sign-in works, told by ever new explorers in the same way, and read once more after each',
    12,
    21,
    {
      why: 'four explorers have told the same, and the option of one line is not begun',
      prompt: 'Add a "remember me" box to the sign-in.',
    },
    (desk, story) => {
      const asks = [
        'Explore how sign-in works in this code base. Report files and flow.',
        'Find all code related to authentication and sessions. Be very thorough.',
        'Investigate the session lifetime: where is the cookie set and how long does it live?',
        'Map the login flow from the form to the session store.',
        'Look into src/auth and describe the architecture of sign-in.',
        'I need to understand cookies and sessions before a change. Explore and report.',
        'Double-check the login flow and list each file that is involved.',
      ] as const;
      const tells = [
        'The form (src/auth/LoginForm.tsx) posts to /api/login. src/auth/login.ts checks the password and calls createSession in src/auth/session.ts, which sets the cookie "sid" with maxAge 8 h.',
        'Authentication lives in three files: LoginForm.tsx (form), login.ts (POST /api/login) and session.ts (createSession, cookie "sid", maxAge 8 hours).',
        'The cookie "sid" is set in createSession (src/auth/session.ts:14) with maxAge: 8 * 60 * 60. It is called from src/auth/login.ts:22. The form is LoginForm.tsx.',
      ] as const;
      story.step(desk.run('git status --short --branch', '## main...origin/main'));
      story.step(
        desk.run(
          'ls src src/auth',
          'src:\napi\nauth\nui\n\nsrc/auth:\nLoginForm.tsx\nlogin.ts\nsession.ts',
        ),
      );
      const session =
        'export function createSession(res: Response, user: User) {\n  const sid = newId();\n  store.set(sid, user.id);\n  res.cookie("sid", sid, { httpOnly: true, maxAge: 8 * 60 * 60 });\n}';
      const login =
        'router.post("/api/login", async (req, res) => {\n  const user = await check(req.body);\n  createSession(res, user);\n  res.json({ ok: true });\n});';
      rounds(story, 7, (i) => [
        desk.use(
          'agents',
          'explore',
          {
            description: pick(['Explore sign-in', 'Find session code', 'Map login flow'], i),
            prompt: pick(asks, i),
          },
          `${pick(tells, i)}\n\n(agent ${hex(i, 6)}, ${11 + ((i * 5) % 9)} tool uses, ${(21.4 + i * 1.7).toFixed(1)}k tokens, ${38 + i * 6}s)`,
        ),
        desk.read('/w/src/auth/session.ts', session),
        ...(i % 2 === 0
          ? [desk.read('/w/src/auth/login.ts', login)]
          : [
              desk.search(
                'createSession',
                'src/auth/session.ts:14:export function createSession(res: Response, user: User) {\nsrc/auth/login.ts:22:  createSession(res, user);',
              ),
            ]),
      ]);
    },
  ),
  stall(
    'a file that a program in the background puts in order between each look and each edit',
    12,
    20,
    { why: 'the tool says each time that the file was changed since it was read' },
    (desk, story) => {
      const path = '/w/src/pricing/rules.ts';
      const olds = [
        '  if (cart.total > 100) return 0.05;',
        '  if (cart.total > 100) return 0.05;\n  return 0;',
        'export function discount(cart: Cart) {\n  if (cart.total > 100) return 0.05;',
      ] as const;
      const now = '  if (cart.total > 100 && !cart.hasVoucher) return 0.05;';
      const changed =
        'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.';
      lookAround(desk, story);
      rounds(story, 9, (i) => [
        desk.read(
          path,
          `import type { Cart } from "../cart";\n${i % 2 === 0 ? 'import { round } from "../money";\n' : ''}\nexport function discount(cart: Cart) {\n  if (cart.total > 100) return 0.05;\n  return 0;\n}${i % 2 === 0 ? '' : '\n\nimport { round } from "../money";'}`,
          i % 4 === 3 ? [1, 20] : undefined,
        ),
        i % 4 === 2
          ? answered(
              desk.write(
                path,
                `import type { Cart } from "../cart";\n\nexport function discount(cart: Cart) {\n${now}\n  return 0;\n}\n`,
              ),
              changed,
            )
          : answered(
              desk.failedReplace(
                path,
                pick(olds, i),
                pick(olds, i).replace('  if (cart.total > 100) return 0.05;', now),
              ),
              changed,
            ),
      ]);
    },
  ),
  stall(
    'a release that finds the tree dirty each time, as its own first step writes a file',
    11,
    20,
    { why: 'stashed, cleaned, ignored and committed, and the release says the same' },
    (desk, story) => {
      story.step(
        desk.run(
          'git log --oneline -2',
          `${hex(4, 7)} Sync folders by their hash\n${hex(5, 7)} Add the flag --quiet`,
        ),
      );
      story.step(
        desk.read(
          '/w/.goreleaser.yaml',
          'version: 2\nbefore:\n  hooks:\n    - go generate ./...\nbuilds:\n  - main: ./cmd/sync\n    env: [CGO_ENABLED=0]',
        ),
      );
      story.step(
        desk.run(
          'go test ./...',
          `ok  \tacme.test/sync/internal/hash\t${seconds(1, 0)}s\nok  \tacme.test/sync/internal/walk\t${seconds(2, 0)}s\n?   \tacme.test/sync/internal/version\t[no test files]`,
        ),
      );
      story.step(desk.run('git tag v1.8.0 && git push -q origin v1.8.0', ''));
      const cures: readonly [Pair, ...Pair[]] = [
        ['git checkout -- internal/version/version.go', ''],
        [
          'git stash -u',
          `Saved working directory and index state WIP on main: ${hex(4, 7)} Sync folders by their hash`,
        ],
        ['git clean -fdx dist', 'Removing dist/'],
        ['git reset --hard HEAD', `HEAD is now at ${hex(4, 7)} Sync folders by their hash`],
        ['git update-index --refresh', 'internal/version/version.go: needs update'],
        ['git restore . && git status --short', ''],
        [
          'git commit -qam "Set the version" && git tag -f v1.8.0',
          `Updated tag 'v1.8.0' (was ${hex(8, 7)})`,
        ],
        ['git stash drop; git checkout -- .', `Dropped refs/stash@{0} (${hex(21, 40)})`],
      ];
      rounds(story, 8, (i) => {
        const [cure, said] = pick(cures, i);
        return [
          desk.run(
            pick(
              [
                'goreleaser release --clean',
                'goreleaser release --clean --timeout 30m',
                'make release',
              ],
              i,
            ),
            `  • starting release\n  • loading environment variables\n  • running before hooks\n    • running                                        hook=go generate ./...\n  • getting and validating git state\n    • git state                                      commit=${hex(i > 5 ? 31 : 4, 40)} branch=main current_tag=v1.8.0 previous_tag=v1.7.3 dirty=true\n  ⨯ release failed after ${i % 3}s                         error=git is in a dirty state\nPlease check in your pipeline what can be changing the following files:\n M internal/version/version.go`,
            1,
          ),
          desk.run(cure, said, i === 4 ? 1 : 0),
        ];
      });
    },
  ),
  stall(
    'a day that a picker of a page sets back to today, typed, filled and pressed in ever other ways',
    11,
    20,
    {
      why: 'each look shows today again, whatever was entered',
      prompt: 'Book the meeting room for 24 December in the portal.',
    },
    (desk, story) => {
      const shown = (i: number): string =>
        `- Page URL: https://rooms.example.test/book\n- Page Snapshot:\n  - heading "Book a room" [ref=s${i + 2}e4]\n  - textbox "Date" [ref=s${i + 2}e11]: 11/30/2026\n  - combobox "Room" [ref=s${i + 2}e14]: Linde\n  - button "Book" [disabled] [ref=s${i + 2}e19]`;
      const ways = [
        (i: number) =>
          desk.use(
            'browser',
            'type',
            { element: 'Date', ref: `s${i + 2}e11`, text: '12/24/2026' },
            `Typed "12/24/2026" into "Date"`,
          ),
        (i: number) =>
          desk.use(
            'browser',
            'fill_form',
            { fields: [{ name: 'Date', ref: `s${i + 2}e11`, value: '24.12.2026' }] },
            'Filled 1 field',
          ),
        (i: number) =>
          desk.use(
            'browser',
            'type',
            { element: 'Date', ref: `s${i + 2}e11`, text: '2026-12-24', slowly: true },
            `Typed "2026-12-24" into "Date"`,
          ),
        () =>
          desk.use(
            'browser',
            'evaluate',
            { function: '() => { document.querySelector("#date").value = "12/24/2026" }' },
            '### Result\nundefined',
          ),
        () => desk.use('browser', 'press_key', { key: 'Enter' }, 'Pressed Enter'),
        () =>
          desk.use(
            'browser',
            'evaluate',
            {
              function:
                '() => { const d = document.querySelector("#date"); d.value = "2026-12-24"; d.dispatchEvent(new Event("input", { bubbles: true })) }',
            },
            '### Result\ntrue',
          ),
        (i: number) =>
          desk.use('browser', 'click', { element: 'Date', ref: `s${i + 2}e11` }, 'Clicked "Date"'),
        () =>
          desk.use(
            'browser',
            'evaluate',
            {
              function: '() => document.querySelector("#date").setAttribute("value", "12/24/2026")',
            },
            '### Result\nundefined',
          ),
      ] as const;
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'https://rooms.example.test/book' },
          '- Page URL: https://rooms.example.test/book\n- Page Title: Rooms',
        ),
      );
      story.step(desk.use('browser', 'snapshot', {}, shown(0)));
      story.step(
        desk.use(
          'browser',
          'select_option',
          { element: 'Room', ref: 's2e14', values: ['Linde'] },
          'Selected "Linde"',
        ),
      );
      rounds(story, 11, (i) => [
        pick(ways, i)(i),
        desk.use('browser', 'snapshot', {}, shown(i + 1)),
      ]);
    },
  ),
  stall(
    'a legend that is set above and below in turn, at each word of the person that it covers something',
    13,
    23,
    {
      why: 'the person gets now the one fault and now the other, from the same two places',
      prompt: 'The legend of the revenue chart covers the labels of the months. Fix it.',
    },
    (desk, story) => {
      const path = '/w/src/charts/Revenue.tsx';
      const words = [
        'Now it covers the title.',
        'Now the months are covered again.',
        'It lies on the title again!',
        'Back on the months. Please find a place where it covers nothing.',
        'The title is covered once more.',
        'And now the months.',
      ] as const;
      const places = [
        '<Legend verticalAlign="bottom" height={24} />',
        '<Legend verticalAlign="top" height={24} />',
        '<Legend verticalAlign="bottom" wrapperStyle={{ bottom: 0 }} />',
        '<Legend verticalAlign="top" wrapperStyle={{ top: 0 }} />',
        '<Legend layout="horizontal" verticalAlign="bottom" align="center" />',
        '<Legend verticalAlign="top" align="center" height={28} />',
        '<Legend verticalAlign="bottom" height={20} iconSize={8} />',
      ] as const;
      story.step(desk.search('<Legend', `src/charts/Revenue.tsx:31:      ${places[0]}`));
      for (const [i, next] of words.entries()) {
        story.step(
          desk.read(
            path,
            `    <BarChart data={months} margin={{ top: 8, bottom: 8 }}>\n      <text className="title">Revenue</text>\n      <XAxis dataKey="month" />\n      ${pick(places, i)}\n      <Bar dataKey="eur" />\n    </BarChart>`,
            [28, 8],
          ),
        );
        story.step(desk.replace(path, pick(places, i), pick(places, i + 1)));
        story.step(
          desk.run(
            'npm run build --silent',
            `✓ 388 modules transformed.\ndist/assets/index-${hex(i, 8)}.js  ${(288.4 + i / 10).toFixed(2)} kB\n✓ built in ${seconds(i, 2)}s`,
          ),
        );
        story.step(
          desk.use(
            'browser',
            'screenshot',
            { filename: `revenue-${i + 1}.png` },
            `Saved revenue-${i + 1}.png (1280x720)`,
          ),
        );
        story.say('The legend has its own place now.');
        story.end().turn(next);
      }
      story.step(
        desk.read(
          path,
          `    <BarChart data={months} margin={{ top: 8, bottom: 8 }}>\n      ${pick(places, 6)}`,
          [28, 4],
        ),
      );
      story.step(desk.replace(path, pick(places, 6), pick(places, 1)));
    },
  ),
  stall(
    'a line of a log that a built app does not write, sought on the phone by ever other filters',
    11,
    21,
    { why: 'nine filters show nothing of the app, and the build without logs is never questioned' },
    (desk, story) => {
      const filters = [
        'adb logcat -d -s CartSync',
        'adb logcat -d | grep CartSync',
        'adb logcat -d --pid=$(adb shell pidof com.acme.shop)',
        'adb logcat -d *:V | grep -i "cart"',
        'adb logcat -b all -d | grep -i cartsync',
        'adb logcat -d -v time CartSync:V *:S',
        'adb logcat -d -t 5000 | grep -i "sync"',
        'adb shell logcat -d | grep com.acme.shop',
        'adb logcat -d -e "CartSync"',
        'adb logcat -b main,system,crash -d | grep -i cart',
      ] as const;
      const empties = [
        '',
        '--------- beginning of main\n--------- beginning of system',
        '',
        '--------- beginning of main',
      ] as const;
      story.step(
        desk.search(
          '"CartSync"',
          'app/src/main/java/com/acme/shop/CartSync.kt:12:    private val tag = "CartSync"',
        ),
      );
      story.step(desk.run('adb devices', 'List of devices attached\nR5CT30ABCDE\tdevice'));
      story.step(
        desk.run(
          'adb install -r app/build/outputs/apk/release/app-release.apk',
          'Performing Streamed Install\nSuccess',
        ),
      );
      rounds(story, 10, (i) => [
        desk.run(
          pick(
            [
              'adb shell am start -n com.acme.shop/.MainActivity',
              'adb logcat -c && adb shell input tap 540 1710',
              'adb shell am force-stop com.acme.shop && adb shell monkey -p com.acme.shop 1',
            ],
            i,
          ),
          pick(
            [
              'Starting: Intent { cmp=com.acme.shop/.MainActivity }',
              '',
              'Events injected: 1\n## Network stats: elapsed time=31ms (0ms mobile, 0ms wifi, 31ms not connected)',
            ],
            i,
          ),
        ),
        desk.run(pick(filters, i), pick(empties, i), pick(empties, i) === '' ? 1 : 0),
      ]);
    },
  ),
  stall(
    'a table packed by ever other commands, whose dead rows an old reader still holds',
    10,
    19,
    {
      why: 'each run says that the same dead rows cannot be taken away yet, and nobody asks who holds them',
    },
    (desk, story) => {
      const packs = [
        'VACUUM (VERBOSE) events',
        'VACUUM (VERBOSE, ANALYZE) events',
        'VACUUM (VERBOSE, FREEZE) events',
        'VACUUM (VERBOSE, INDEX_CLEANUP ON) events',
        'VACUUM (VERBOSE, DISABLE_PAGE_SKIPPING) events',
        'VACUUM (VERBOSE, PARALLEL 4) events',
        'VACUUM (FULL, VERBOSE) events',
        'VACUUM (VERBOSE, TRUNCATE ON) events',
      ] as const;
      story.step(
        desk.run(
          'psql -c "\\dt+ events"',
          ' Schema |  Name  | Type  | Owner | Persistence | Access method | Size  | Description \n--------+--------+-------+-------+-------------+---------------+-------+-------------\n public | events | table | app   | permanent   | heap          | 31 GB | \n(1 row)',
        ),
      );
      story.step(
        desk.run(
          'psql -c "select n_live_tup, n_dead_tup from pg_stat_user_tables where relname = \'events\'"',
          ' n_live_tup | n_dead_tup \n------------+------------\n   23660413 |   18221904\n(1 row)',
        ),
      );
      rounds(story, 8, (i) => [
        desk.run(
          `psql -c "${pick(packs, i)}"`,
          `INFO:  vacuuming "shop.public.events"\nINFO:  finished vacuuming "shop.public.events": index scans: 0\npages: 0 removed, 4063232 remain, 4063232 scanned (100.00% of total)\ntuples: 0 removed, 41${882_317 + i * 211} remain, 18221904 are dead but not yet removable\nremovable cutoff: 918273645, which was ${22_118_734 + i * 4_211} XIDs old when operation ended\navg read rate: ${(188.4 + i * 3.1).toFixed(3)} MB/s, avg write rate: 0.004 MB/s\nsystem usage: CPU: user: ${(21.3 + i).toFixed(2)} s, system: ${(9.8 + i / 3).toFixed(2)} s, elapsed: ${168 + i * 3}.${i}1 s\nVACUUM`,
        ),
        desk.run(
          pick(
            [
              'psql -c "select n_live_tup, n_dead_tup from pg_stat_user_tables where relname = \'events\'"',
              'psql -Atc "select pg_size_pretty(pg_table_size(\'events\'))"',
            ],
            i,
          ),
          pick(
            [
              ` n_live_tup | n_dead_tup \n------------+------------\n   ${23_660_413 + i * 211} |   18221904\n(1 row)`,
              '31 GB',
            ],
            i,
          ),
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                'psql -c "ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.01)"',
                'ALTER TABLE',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a goal that nothing can meet, for which words are polished after each refusal to let the work end',
    15,
    25,
    {
      why: 'all was done at the first end, and since then the same lines are worded to and fro',
      prompt: '/goal make the README perfect',
    },
    (desk, story) => {
      const path = '/w/README.md';
      const leads = [
        'Takes orders and hands them to the warehouse.',
        'Orders takes orders and hands them over to the warehouse.',
        'A small service that takes orders and passes them to the warehouse.',
        'Takes orders, and hands them to the warehouse.',
        'A service that takes orders and hands them to the warehouse.',
        'Takes orders and passes them on to the warehouse.',
      ] as const;
      const file = (i: number): string =>
        `# Orders\n\n${pick(leads, i)}\n\n## Build\n\n    npm ci && npm test`;
      lookAround(desk, story);
      for (let i = 0; i < 8; i++) {
        story.step(desk.read(path, file(i)));
        story.step(desk.replace(path, pick(leads, i), pick(leads, i + 1)));
        story.step(
          desk.run(
            pick(['npx markdownlint-cli2 README.md', 'npx prettier --check README.md'], i),
            pick(
              [
                'markdownlint-cli2 v0.15.0 (markdownlint v0.36.1)\nFinding: README.md\nLinting: 1 file(s)\nSummary: 0 error(s)',
                'Checking formatting...\nAll matched files use Prettier code style!',
              ],
              i,
            ),
          ),
        );
        story.say(
          pick(
            [
              'The README is in its best form now.',
              'Polished once more. I see nothing left to do.',
              'The README reads well and all checks pass.',
            ],
            i,
          ),
        );
        story
          .end()
          .turn('Stop hook feedback: the goal "make the README perfect" is not met yet. Continue.');
      }
    },
  ),
  stall(
    'a field of a message that one check wants renamed and the other one wants as it was',
    13,
    21,
    { why: 'the name goes to and fro between two checks, three times by now' },
    (desk, story) => {
      const path = '/w/proto/shop/v1/order.proto';
      const names = [
        '  repeated Line orderLine = 4;',
        '  repeated Line order_lines = 4;',
        '  repeated Line orderLine = 4 [json_name = "orderLine"];',
        '  repeated Line order_lines = 4 [json_name = "orderLine"];',
      ] as const;
      story.step(desk.run('ls proto/shop/v1', 'customer.proto\norder.proto'));
      story.step(
        desk.read(
          path,
          `syntax = "proto3";\npackage shop.v1;\n\nmessage Order {\n  string id = 1;\n${names[0]}\n}`,
        ),
      );
      rounds(story, 5, (i) => [
        desk.run(
          pick(['buf lint', 'buf lint --path proto/shop/v1/order.proto', 'make lint'], i),
          `proto/shop/v1/order.proto:9:17:Field name "orderLine" should be lower_snake_case, such as "order_line".${i % 3 === 2 ? '\nmake: *** [Makefile:4: lint] Error 100' : ''}`,
          i % 3 === 2 ? 2 : 100,
        ),
        desk.replace(path, pick(names, i * 2), pick(names, i * 2 + 1)),
        desk.run(
          pick(["buf breaking --against '.git#branch=main'", 'make breaking'], i),
          `proto/shop/v1/order.proto:9:17:Field "4" on message "Order" changed name from "orderLine" to "order_lines".`,
          100,
        ),
        desk.replace(path, pick(names, i * 2 + 1), pick(names, i * 2 + 2)),
        ...(i % 2 === 1 ? [desk.run('buf format -w && git diff --stat', '')] : []),
      ]);
    },
  ),
  stall(
    'addresses of a blog that are not found, with rules written for a server that is not there',
    13,
    22,
    { why: 'the other server reads no such file, and the page answers 404 after each rule' },
    (desk, story) => {
      const path = '/var/www/blog/.htaccess';
      const rules = [
        'RewriteRule . /index.php [L]',
        'RewriteBase /\nRewriteRule ^index\\.php$ - [L]\nRewriteRule . /index.php [L]',
        'Options +FollowSymLinks\nRewriteRule . /index.php [L]',
        'RewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^(.*)$ index.php?/$1 [QSA,L]',
        'FallbackResource /index.php',
        'RewriteBase /blog/\nRewriteRule . /blog/index.php [L]',
        'ErrorDocument 404 /index.php',
      ] as const;
      story.step(
        desk.run(
          'wp --info | head -4',
          'OS:\tLinux 6.8.0-48-generic\nShell:\t/bin/bash\nPHP binary:\t/usr/bin/php8.3\nPHP version:\t8.3.6',
        ),
      );
      story.step(desk.run('wp option get permalink_structure', '/%postname%/'));
      story.step(
        desk.run(
          'curl -sI https://blog.example.test/hello-world/',
          `HTTP/2 404\nserver: nginx/1.24.0 (Ubuntu)\ndate: Tue, 24 Nov 2026 ${clock(0)} GMT\ncontent-type: text/html`,
        ),
      );
      story.step(
        desk.read(path, `# BEGIN WordPress\nRewriteEngine On\n${rules[0]}\n# END WordPress`),
      );
      rounds(story, 7, (i) => [
        desk.replace(path, pick(rules, i), pick(rules, i + 1)),
        desk.run(
          pick(
            [
              'wp rewrite flush --hard',
              'wp rewrite structure "/%postname%/" --hard',
              'wp cache flush && wp rewrite flush',
            ],
            i,
          ),
          pick(
            [
              'Success: Rewrite rules flushed.',
              'Success: Rewrite structure set.\nSuccess: Rewrite rules flushed.',
              'Success: The cache was flushed.\nSuccess: Rewrite rules flushed.',
            ],
            i,
          ),
        ),
        desk.run(
          pick(
            [
              'curl -sI https://blog.example.test/hello-world/',
              'curl -sI https://blog.example.test/about/ | head -3',
              'curl -s -o /dev/null -w "%{http_code}\\n" https://blog.example.test/hello-world/',
            ],
            i,
          ),
          pick(
            [
              `HTTP/2 404\nserver: nginx/1.24.0 (Ubuntu)\ndate: Tue, 24 Nov 2026 ${clock(i + 1)} GMT\ncontent-type: text/html`,
              `HTTP/2 404\nserver: nginx/1.24.0 (Ubuntu)\ndate: Tue, 24 Nov 2026 ${clock(i + 1)} GMT`,
              '404',
            ],
            i,
          ),
        ),
      ]);
    },
  ),
  stall(
    'a scene that comes out black, with its lamp and its eye put up in ever other places',
    13,
    22,
    {
      why: 'six pictures have no light in them, and what is hidden from the picture is never asked',
    },
    (desk, story) => {
      const path = '/w/render/scene.py';
      const ways = [
        'lamp.location = (4, 1, 6)',
        'lamp.location = (0, 0, 10)\nlamp.data.energy = 2000',
        'camera.location = (7, -7, 5)\npoint_at(camera, (0, 0, 0))',
        "lamp.data.type = 'SUN'\nlamp.data.energy = 5",
        'camera.data.clip_start = 0.01\ncamera.data.clip_end = 10000',
        "world.node_tree.nodes['Background'].inputs[1].default_value = 1.0",
        'camera.location = (0, -12, 3)\ncamera.rotation_euler = (1.4, 0, 0)',
        'scene.view_settings.exposure = 2.0',
      ] as const;
      story.step(desk.run('blender --version | head -1', 'Blender 4.2.3 LTS'));
      story.step(
        desk.read(
          path,
          `import bpy\n\nscene = bpy.context.scene\nlamp = bpy.data.objects['Lamp']\ncamera = bpy.data.objects['Camera']\n${ways[0]}\nscene.render.filepath = '/w/render/out.png'\nbpy.ops.render.render(write_still=True)`,
        ),
      );
      rounds(story, 8, (i) => [
        desk.replace(path, pick(ways, i), pick(ways, i + 1)),
        desk.run(
          'blender -b render/bottle.blend -P render/scene.py | tail -3',
          `Fra:1 Mem:${(38.1 + i / 7).toFixed(2)}M (Peak ${(52.4 + i / 5).toFixed(2)}M) | Time:00:0${3 + (i % 4)}.${10 + i * 7} | Sample 128/128\nSaved: '/w/render/out.png'\n Time: 00:0${4 + (i % 4)}.${12 + i * 6} (Saving: 00:00.0${2 + (i % 3)})`,
        ),
        desk.run(
          pick(
            [
              "magick render/out.png -format '%[fx:mean] %[fx:maxima]' info:",
              'python3 -c "from PIL import Image, ImageStat; print(ImageStat.Stat(Image.open(\'render/out.png\')).mean)"',
            ],
            i,
          ),
          pick(['0 0', '[0.0, 0.0, 0.0, 255.0]'], i),
        ),
      ]);
    },
  ),
];
