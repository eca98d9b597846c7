/** Circles of many trades: boards, clouds, papers, games, keys and certificates. Written by somebody who had not read the rules. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const stallsInTheField: readonly Idea[] = [
  stall(
    'a board flashed at ever other speeds, whose chip never answers',
    4,
    11,
    { why: 'the board is not in its boot mode', prompt: 'Flash the firmware.' },
    (desk, story) => {
      const flags = [
        '-b 921600',
        '-b 460800',
        '-b 115200',
        '--before no_reset -b 115200',
        '--before usb_reset',
        '-b 57600 --connect-attempts 20',
        '--no-stub',
        '--chip esp32s3 -b 115200',
        '--before default_reset --after hard_reset',
        '-b 74880',
        '-b 9600',
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          `esptool.py ${pick(flags, i)} -p /dev/ttyUSB${i === 6 ? 1 : 0} write_flash 0x10000 build/app.bin`,
          `esptool.py v4.8.1\nSerial port /dev/ttyUSB${i === 6 ? 1 : 0}\nConnecting${'.'.repeat(6 + (i % 4) * 5)}${'_____'.repeat(i % 3)}\n\nA fatal error occurred: Failed to connect to ESP32-S3: No serial data received.\nFor troubleshooting steps visit the documentation of the tool.`,
          2,
        ),
      );
    },
  ),
  stall(
    'a state whose lock a dead run holds, planned with ever other flags',
    4,
    12,
    { why: 'the lock has the same id each time, and nobody may take it away' },
    (desk, story) => {
      const tries = [
        'terraform plan',
        'terraform plan -lock-timeout=60s',
        'terraform init -reconfigure && terraform plan',
        'terraform plan -refresh=false',
        'terraform plan -input=false -no-color',
        'terraform apply -lock-timeout=5m',
        'terraform plan -parallelism=1',
        'terraform refresh',
        'sleep 120; terraform plan -lock-timeout=120s',
        'terraform apply -target=module.dns',
        'terraform workspace select prod && terraform plan',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(tries, i),
          `╷\n│ Error: Error acquiring the state lock\n│ \n│ Error message: operation error DynamoDB: PutItem, https response error StatusCode: 400, RequestID: ${hex(i, 26).toUpperCase()}, ConditionalCheckFailedException: The conditional request failed\n│ Lock Info:\n│   ID:        6f1c2b1e-77d0-5d0e-1a52-0f9b3f0f4a11\n│   Path:      acme-state/prod/terraform.tfstate\n│   Operation: OperationTypeApply\n│   Who:       runner@ci-7\n│   Created:   2026-11-20 17:41:09.118 +0000 UTC\n╵`,
          1,
        ),
        ...(i === 4 ? [desk.run('ps aux | grep -c "[t]erraform"', '0', 1)] : []),
      ]);
    },
  ),
  stall(
    'a build of an app that reads classes of too new a Java, whatever its settings name',
    6,
    16,
    { why: 'the daemon runs with the Java of the machine' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/android/app/build.gradle', 'VERSION_11', 'VERSION_17'],
        ['/w/android/gradle.properties', '# java', 'org.gradle.jvmargs=-Xmx4g'],
        ['/w/android/app/build.gradle', "jvmTarget = '11'", "jvmTarget = '17'"],
        ['/w/android/build.gradle', "gradle:7.4.2'", "gradle:7.4.1'"],
        ['/w/android/app/build.gradle', 'kotlin {', 'kotlin {\n  jvmToolchain(17)'],
        ['/w/android/gradle.properties', '-Xmx4g', '-Xmx4g -XX:MaxMetaspaceSize=1g'],
        [
          '/w/android/settings.gradle',
          'pluginManagement {',
          'pluginManagement {\n  // resolved first',
        ],
        ['/w/android/app/build.gradle', 'VERSION_17', 'VERSION_1_8'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          `cd android && ./gradlew ${pick(['assembleDebug', 'clean assembleDebug', 'assembleDebug --no-daemon', ':app:assembleDebug --stacktrace'], i)}`,
          `FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/w/android/build.gradle'\n\n* What went wrong:\nCould not open cp_proj generic class cache for build file (/w/.gradle/caches/7.5.1/scripts/${hex(i, 22)}).\n> BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 65\n\nBUILD FAILED in ${3 + (i % 5)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a paper whose citation stays unknown, however often it is set',
    6,
    16,
    { why: 'the entry is in a file that nothing names', prompt: 'Why is there a [?] on page 3?' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/main.tex', '\\bibliography{refs}', '\\bibliography{refs.bib}'],
        ['/w/main.tex', '\\bibliographystyle{plain}', '\\bibliographystyle{ieeetr}'],
        ['/w/main.tex', '\\cite{knuth84}', '\\citep{knuth84}'],
        ['/w/main.tex', '\\usepackage{cite}', '\\usepackage{natbib}'],
        ['/w/main.tex', '\\bibliography{refs.bib}', '\\bibliography{./refs}'],
        ['/w/main.tex', '\\citep{knuth84}', '\\cite{ knuth84}'],
        ['/w/main.tex', '\\usepackage{natbib}', '\\usepackage[numbers]{natbib}'],
        ['/w/main.tex', '\\cite{ knuth84}', '\\citet{knuth84}'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          `${pick(['latexmk -pdf main.tex', 'pdflatex main && bibtex main && pdflatex main && pdflatex main', 'rm -f main.bbl main.aux && latexmk -pdf main.tex'], i)} 2>&1 | grep -E "Warning|Output"`,
          `Warning--I didn't find a database entry for "knuth84"\nLaTeX Warning: Citation \`knuth84' on page 3 undefined on input line ${112 + (i % 4)}.\nLaTeX Warning: There were undefined references.\nOutput written on main.pdf (11 pages, ${214_880 + ((i * 613) % 900)} bytes).`,
        ),
      ]);
    },
  ),
  stall(
    'a game’s editor that has no licence, started with ever other flags',
    9,
    17,
    { why: 'the server of licences has no seat left' },
    (desk, story) => {
      lookAround(desk, story);
      const flags = [
        '-nographics',
        '-nographics -logFile -',
        '-force-free',
        '-batchmode -quit -manualLicenseFile Unity.ulf',
        '-buildTarget StandaloneLinux64',
        '-returnlicense',
        '-createManualActivationFile',
        '-accept-apiupdate',
        '-nographics -silent-crashes',
        '-username ci@example.test',
        '-serial $UNITY_SERIAL',
        '-nographics -upmLogFile upm.log',
      ] as const;
      story.repeat(12, (i) =>
        desk.run(
          `unity-editor -batchmode -quit -projectPath . -executeMethod Build.All ${pick(flags, i)}`,
          `[Licensing::Module] Trying to connect to existing licensing client channel...\n[Licensing::IpcConnector] Channel LicenseClient-ci doesn't exist\n[Licensing::Client] Successfully launched the LicensingClient (PId: ${2201 + i * 17})\n[Licensing::Module] Error: Access token is unavailable; failed to update\n[Licensing::Client] Error: Code 404 while requesting floating license: no seat available (lease ${hex(i, 8)})\nNo valid Unity Editor license found. Please activate your license.\nExiting batchmode with code 198 (${seconds(i, 6)} s)`,
          198,
        ),
      );
    },
  ),
  stall(
    'an ingress described anew each time, behind which nothing is found',
    9,
    24,
    { why: 'the service has another name', prompt: 'shop.test/api answers 404.' },
    (desk, story) => {
      const versions = [
        'pathType: Prefix',
        'pathType: ImplementationSpecific',
        'path: /api(/|$)(.*)',
        'rewrite-target: /$2',
        'use-regex: "true"',
        'ingressClassName: nginx',
        'pathType: Exact',
        'path: /api/',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/k8s/ingress.yaml', versions, i),
        desk.run('kubectl apply -f k8s/ingress.yaml', 'ingress.networking.k8s.io/shop configured'),
        desk.run(
          pick(
            [
              'curl -si https://shop.test/api/health | head -4',
              'curl -i -s https://shop.test/api | head -n 4',
              `sleep ${5 + i}; curl -si -H "Host: shop.test" https://10.0.4.7/api/health -k | head -4`,
            ],
            i,
          ),
          `HTTP/2 404 \ndate: Sat, 21 Nov 2026 ${clock(i)} GMT\ncontent-type: text/plain; charset=utf-8\ncontent-length: 21`,
        ),
      ]);
    },
  ),
  stall(
    'a query that counts each row twice, with DISTINCT put in ever other places',
    6,
    16,
    {
      why: 'the table of the prices holds each one twice',
      prompt: 'The report should have 1209 rows.',
    },
    (desk, story) => {
      const versions = [
        'SELECT o.id, p.amount FROM orders o JOIN prices p ON p.sku = o.sku',
        'SELECT DISTINCT o.id, p.amount, p.id FROM orders o JOIN prices p ON p.sku = o.sku',
        'SELECT o.id, p.amount FROM orders o LEFT JOIN prices p ON p.sku = o.sku',
        'SELECT o.id, p.amount FROM (SELECT DISTINCT * FROM orders) o JOIN prices p USING (sku)',
        'SELECT o.id, p.amount FROM orders o, prices p WHERE p.sku = o.sku',
        'WITH o AS (SELECT id, sku FROM orders GROUP BY 1, 2) SELECT o.id, p.amount FROM o JOIN prices p USING (sku)',
        'SELECT o.id, p.amount FROM prices p JOIN orders o ON o.sku = p.sku WHERE o.id IS NOT NULL',
        'SELECT o.id, p.amount FROM orders o CROSS JOIN LATERAL (SELECT * FROM prices WHERE sku = o.sku) p',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/sql/report.sql', versions, i),
        desk.run(
          pick(
            [
              'psql -f sql/report.sql | tail -1',
              'psql shop -qf sql/report.sql | tail -n 1',
              'psql -c "\\timing" -f sql/report.sql | tail -2',
            ],
            i,
          ),
          `(2418 rows)${i % 3 === 2 ? `\nTime: ${seconds(i, 11)} ms` : ''}`,
        ),
      ]);
    },
  ),
  stall(
    'dates of a table read by ever other formats, as many of which stay empty',
    6,
    16,
    { why: 'those cells hold numbers of days' },
    (desk, story) => {
      const ways = [
        "format='%d.%m.%Y'",
        'dayfirst=True',
        "format='mixed'",
        "format='ISO8601'",
        'infer_datetime_format=True',
        'utc=True',
        "format='%m/%d/%y', exact=False",
        "unit='s'",
      ] as const;
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/notebooks/clean.py',
          `pd.to_datetime(df.due, ${pick(ways, i)}, errors='coerce')`,
          `pd.to_datetime(df.due, ${pick(ways, i + 1)}, errors='coerce')`,
        ),
        desk.run(
          'python notebooks/clean.py',
          `${i % 3 === 1 ? '/w/notebooks/clean.py:14: UserWarning: Could not infer format, so each element will be parsed individually.\n' : ''}rows: 5120\ndue: 412 NaT (8.0 %)\nAssertionError: too many empty dates\n[finished in ${seconds(i)}s]`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a script that the policy of the machine does not run, called in ever other ways',
    4,
    11,
    { why: 'the policy is set by the domain' },
    (desk, story) => {
      const ways = [
        'powershell -File .\\deploy.ps1',
        'powershell -ExecutionPolicy Bypass -File .\\deploy.ps1',
        'pwsh -c "& .\\deploy.ps1"',
        'powershell -NoProfile -ep Unrestricted -File deploy.ps1',
        'Set-ExecutionPolicy -Scope Process Bypass; .\\deploy.ps1',
        'Set-ExecutionPolicy RemoteSigned -Scope CurrentUser -Force; .\\deploy.ps1',
        'Unblock-File .\\deploy.ps1; .\\deploy.ps1',
        'powershell -Command "Import-Module .\\deploy.ps1"',
        '. .\\deploy.ps1',
        'Start-Process powershell -ArgumentList "-File deploy.ps1" -Wait',
      ] as const;
      story.repeat(11, (i) =>
        desk.run(
          pick(ways, i),
          `.\\deploy.ps1 : File C:\\w\\deploy.ps1 cannot be loaded because running scripts is disabled on this system. For more information, see about_Execution_Policies.\nAt line:1 char:${1 + ((i * 13) % 50)}\n+ ${pick(ways, i).slice(0, 24)}\n    + CategoryInfo          : SecurityError: (:) [], PSSecurityException\n    + FullyQualifiedErrorId : UnauthorizedAccess`,
          1,
        ),
      );
    },
  ),
  stall(
    'a table of a document cut off at the right, set anew each time',
    9,
    24,
    {
      why: 'the paper is set by the printer’s profile',
      prompt: 'The column “Sum” is missing in the PDF.',
    },
    (desk, story) => {
      const versions = [
        'width: 100%',
        'width: 170mm',
        'table-layout: fixed',
        '@page { size: A4 landscape }',
        'font-size: 8pt',
        'margin: 0',
        'overflow: visible',
        'transform: scale(.9)',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/templates/invoice.css', versions, i),
        desk.run(
          'python make_invoice.py 1042',
          `wrote out/1042.pdf (${48_210 + i * 31} bytes) in ${seconds(i)} s`,
        ),
        desk.run(
          pick(
            [
              'pdftotext -layout out/1042.pdf - | sed -n 8,10p',
              'pdftotext -layout out/1042.pdf - | grep -A2 Item',
            ],
            i,
          ),
          'Item            Count     Price\nHinge               4      2.10\nScrew              80      0.04',
        ),
      ]);
    },
  ),
  stall(
    'an image that stays as large as it was, whatever its recipe deletes',
    6,
    16,
    {
      why: 'what a later layer deletes is still in the earlier one',
      prompt: 'Get the image below 1 GB.',
    },
    (desk, story) => {
      const steps: Edits = [
        ['/w/Dockerfile', 'CMD [', 'RUN rm -rf /var/lib/apt/lists/*\nCMD ['],
        ['/w/Dockerfile', 'CMD [', 'RUN pip cache purge\nCMD ['],
        ['/w/Dockerfile', 'CMD [', 'RUN apt-get clean\nCMD ['],
        ['/w/Dockerfile', 'CMD [', 'RUN rm -rf /tmp/* /var/tmp/*\nCMD ['],
        ['/w/.dockerignore', '.git', '.git\nnode_modules'],
        ['/w/Dockerfile', 'CMD [', 'RUN rm -rf /usr/share/doc /usr/share/man\nCMD ['],
        ['/w/Dockerfile', 'CMD [', 'RUN apt-get purge -y build-essential\nCMD ['],
        ['/w/Dockerfile', 'CMD [', 'RUN find / -name "*.pyc" -delete\nCMD ['],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          "docker build -q -t app . && docker images app --format '{{.ID}} {{.Size}}'",
          `sha256:${hex(i, 64)}\n${hex(i, 12)} 2.31GB`,
        ),
      ]);
    },
  ),
  stall(
    'a certificate put into ever other stores, none of which the program asks',
    6,
    16,
    { why: 'the program brings a store of its own' },
    (desk, story) => {
      const ways = [
        'sudo keytool -importcert -cacerts -alias acme -file ca.pem -noprompt -storepass changeit',
        'sudo cp ca.pem /usr/local/share/ca-certificates/acme.crt && sudo update-ca-certificates',
        'keytool -import -trustcacerts -alias acme2 -file ca.pem -keystore $JAVA_HOME/lib/security/cacerts -storepass changeit -noprompt',
        'export NODE_EXTRA_CA_CERTS=/w/ca.pem SSL_CERT_FILE=/w/ca.pem',
        'openssl x509 -in ca.pem -outform der -out ca.der && keytool -importcert -cacerts -alias acme3 -file ca.der -noprompt -storepass changeit',
        'sudo trust anchor ca.pem',
        'keytool -importcert -keystore trust.jks -alias acme -file ca.pem -noprompt -storepass secret',
      ] as const;
      rounds(story, 8, (i) => [
        desk.run(
          pick(ways, i),
          /keytool/.test(pick(ways, i)) ? 'Certificate was added to keystore' : '',
        ),
        desk.run(
          pick(
            [
              './bin/sync --once',
              './bin/sync --once --verbose',
              'JAVA_OPTS="-Djavax.net.debug=none" ./bin/sync --once',
            ],
            i,
          ),
          `${clock(i)}.${118 + i * 7} ERROR [main] SyncClient - sync of orders failed\njavax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target\n\tat java.base/sun.security.ssl.Alert.createSSLException(Alert.java:130)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'an address to come back to, written in ever other ways, which the provider does not know',
    6,
    16,
    { why: 'it has to be entered at the provider' },
    (desk, story) => {
      const versions = [
        'http://localhost:3000/auth/callback',
        'http://localhost:3000/auth/callback/',
        'https://localhost:3000/auth/callback',
        'http://127.0.0.1:3000/auth/callback',
        'http://localhost:3000/api/auth/callback/google',
        'http://localhost:3000/oauth2callback',
        'http://localhost/auth/callback',
        'http://localhost:3000/',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/.env.local', versions, i),
        desk.use(
          'browser',
          'navigate',
          { url: `http://localhost:3000/login?try=${i}` },
          `Page: Sign in - Error 400\nError 400: redirect_uri_mismatch\nAccess blocked: This app’s request is invalid\nrequest id: ${hex(i, 16)}`,
        ),
      ]);
    },
  ),
  stall(
    'a name whose umlaut comes out broken, in ever other encodings',
    6,
    16,
    { why: 'it is broken in the source already', prompt: 'Müller must read Müller in the export.' },
    (desk, story) => {
      const versions = [
        "encoding='utf-8'",
        "encoding='utf-8-sig'",
        "encoding='cp1252', errors='replace'",
        "encoding='utf-8', newline=''",
        "encoding='utf-8', errors='strict'",
        "encoding='latin-1'",
        "encoding='utf-16'",
        'encoding=locale.getencoding()',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/export/people.py', versions, i),
        desk.run(
          pick(
            [
              'python -m export.people && grep 1017 out/people.csv',
              'python -m export.people; sed -n 18p out/people.csv',
            ],
            i,
          ),
          `exported 2204 people in ${seconds(i, 0)} s\n1017;MÃ¼ller;Anna;Köln`,
        ),
      ]);
    },
  ),
  stall(
    'a training that finds no memory on the card, made smaller and smaller',
    21,
    26,
    { why: 'another process holds the card' },
    (desk, story) => {
      workAWhile(desk, story);
      const flags = [
        '--batch-size 16',
        '--batch-size 8',
        '--batch-size 4 --accumulate 4',
        '--batch-size 2 --fp16',
        '--batch-size 1 --fp16',
        '--batch-size 1 --checkpointing',
        '--batch-size 1 --lora-r 4',
        '--batch-size 1 --seq-len 256',
        '--batch-size 1 --seq-len 64 --4bit',
      ] as const;
      rounds(story, 9, (i) => [
        desk.run(
          `${i % 3 === 2 ? 'PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True ' : ''}python train.py ${pick(flags, i)}`,
          `Loading checkpoint shards: 100%|██████████| 4/4 [00:0${2 + (i % 5)}<00:00]\nTraceback (most recent call last):\n  File "/w/train.py", line 88, in <module>\n    model.to("cuda")\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 224.00 MiB. GPU 0 has a total capacity of 23.65 GiB of which ${98 + (i % 3) * 4}.06 MiB is free. Process 90114 has 22.80 GiB memory in use.`,
          1,
        ),
        ...(i % 4 === 3
          ? [
              desk.run(
                'nvidia-smi --query-gpu=memory.used,memory.total --format=csv,noheader',
                '24118 MiB, 24564 MiB',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a package that may not be published without signing in, by ever other settings',
    6,
    16,
    { why: 'there is no token on this machine' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/.npmrc', 'access=public', 'access=restricted'],
        ['/w/package.json', '"private": true', '"private": false'],
        ['/w/package.json', '"name": "orders"', '"name": "@acme/orders"'],
        ['/w/.npmrc', 'access=restricted', 'access=public\nalways-auth=true'],
        ['/w/package.json', '"files": []', '"publishConfig": { "access": "public" }'],
        ['/w/.npmrc', 'always-auth=true', '//packages.example.test/:_authToken=${NPM_TOKEN}'],
        ['/w/package.json', '"version": "1.4.0"', '"version": "1.4.1"'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          `npm publish${pick(['', ' --access public', ' --tag next', ' --provenance=false'], i)}`,
          `npm notice 📦  @acme/orders@1.4.${i > 5 ? 1 : 0}\nnpm notice shasum: ${hex(i, 40)}\nnpm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in to https://packages.example.test/\nnpm error need auth You need to authorize this machine using \`npm adduser\`\nnpm error A complete log of this run can be found in: /home/ci/.npm/_logs/2026-11-21T${clock(i).replaceAll(':', '_')}-debug-0.log`,
          1,
        ),
      ]);
    },
  ),
];
