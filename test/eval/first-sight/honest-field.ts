/** Honest work of many trades that looks like a circle: boards, clouds, papers, games, keys and certificates. Written by somebody who had not read the rules. */
import { word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const honestInTheField: readonly Idea[] = [
  quiet(
    'twelve boards flashed at one socket, each of which the person changes',
    {
      why: 'each is another chip',
      prompt: 'I put the boards into the jig one by one; flash each.',
    },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          'esptool.py -b 460800 -p /dev/ttyUSB0 write_flash 0x10000 build/app.bin',
          `esptool.py v4.8.1\nSerial port /dev/ttyUSB0\nConnecting....\nChip is ESP32-S3 (QFN56) (revision v0.2)\nMAC: 34:85:18:${hex(i, 6).replaceAll(/(..)(?=.)/g, '$1:')}\nWrote 812304 bytes (498112 compressed) at 0x00010000 in ${seconds(i, 11)} seconds...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...`,
        ),
      );
    },
  ),
  quiet(
    'thirteen stacks of a cloud planned one after the other, most without a change',
    { why: 'each is another stack', prompt: 'Is there any drift?' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `terraform -chdir=stacks/${word(i)} plan -detailed-exitcode -no-color | tail -3`,
          i % 6 === 4
            ? `Plan: 0 to add, ${1 + (i % 3)} to change, 0 to destroy.`
            : 'No changes. Your infrastructure matches the configuration.\n\nTerraform has compared your real infrastructure against your configuration and found no differences.',
        ),
      );
    },
  ),
  quiet(
    'a build of an app brought to a new Java, with another complaint after each step',
    { why: 'each complaint is mended and gives way to the next' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/android/gradle/wrapper/gradle-wrapper.properties', 'gradle-7.5.1', 'gradle-8.7'],
        ['/w/android/build.gradle', 'gradle:7.4.2', 'gradle:8.3.2'],
        ['/w/android/app/build.gradle', 'android {', 'android {\n  namespace "test.example.shop"'],
        ['/w/android/app/build.gradle', 'compileSdk 31', 'compileSdk 34'],
        ['/w/android/app/build.gradle', "jvmTarget = '11'", "jvmTarget = '17'"],
        ['/w/android/app/build.gradle', 'lintOptions', 'lint'],
        [
          '/w/android/app/src/main/AndroidManifest.xml',
          '<activity',
          '<activity android:exported="true"',
        ],
      ];
      const faults = [
        'Minimum supported Gradle version is 8.0. Current version is 7.4.2 of the plugin.',
        "Namespace not specified. Specify a namespace in the module's build file.",
        "Dependency 'androidx.core:core:1.13.0' requires compileSdk 34 or later.",
        "Inconsistent JVM-target compatibility detected for tasks 'compileDebugJavaWithJavac' (17) and 'compileDebugKotlin' (11).",
        'Could not find method lintOptions() for arguments [build_9x] on extension android.',
        'Manifest merger failed : android:exported needs to be explicitly specified for element <activity>.',
      ] as const;
      rounds(story, 7, (i) => [
        desk.replace(...pick(steps, i)),
        i === 6
          ? desk.run(
              'cd android && ./gradlew assembleDebug',
              `BUILD SUCCESSFUL in 1m ${12}s\n38 actionable tasks: 38 executed`,
            )
          : desk.run(
              'cd android && ./gradlew assembleDebug',
              `FAILURE: Build failed with an exception.\n\n* What went wrong:\n> ${pick(faults, i)}\n\nBUILD FAILED in ${4 + (i % 5)}s`,
              1,
            ),
      ]);
    },
  ),
  quiet(
    'citations of a paper entered one by one, until none is unknown',
    { why: 'one fewer is unknown after each' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/refs.bib',
          `% next: ${word(i)}`,
          `@article{${word(i)}${90 + i}, author = {${word(i + 3)}}, title = {On ${word(i + 5)}}, year = {${1990 + i}}}\n% next: ${word(i + 1)}`,
        ),
        desk.run(
          'latexmk -pdf main.tex 2>&1 | grep -c "Citation.*undefined"',
          String(7 - i),
          i === 7 ? 1 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'eleven scenes of a game baked, each by the same long command',
    { why: 'each is another scene', prompt: 'Bake the light of all scenes.' },
    (desk, story) => {
      story.repeat(11, (i) =>
        desk.run(
          `unity-editor -batchmode -quit -nographics -projectPath . -executeMethod Bake.Scene -scene Assets/Scenes/${word(i)}.unity -logFile - | tail -4`,
          `[Licensing::Client] Successfully resolved entitlements\nOpening scene 'Assets/Scenes/${word(i)}.unity'\nBake completed in ${40 + ((i * 17) % 50)} s\nExiting batchmode successfully now!`,
        ),
      );
    },
  ),
  noStall(
    'a certificate of a cluster that takes its time, its order further with some looks',
    { why: 'it goes from order to challenge to ready' },
    (desk, story) => {
      const states = [
        'Order: pending',
        'Order: pending',
        'Challenge: presented, waiting for DNS',
        'Challenge: presented, propagation check failed: 1 of 2',
        'Challenge: valid',
        'Order: ready',
        'Order: valid, certificate issued',
      ] as const;
      story.step(
        desk.run('kubectl apply -f k8s/cert.yaml', 'certificate.cert-manager.io/shop-tls created'),
      );
      story.repeat(7, (i) =>
        desk.run(
          `sleep 30; kubectl get certificate shop-tls && cmctl status certificate shop-tls | tail -1`,
          `NAME       READY   SECRET     AGE\nshop-tls   ${i === 6 ? 'True ' : 'False'}   shop-tls   ${31 + i * 32}s\n${pick(states, i)}`,
        ),
      );
      story.step(desk.run('curl -sI https://shop.test | head -1', 'HTTP/2 200'));
      story.step(
        desk.run('git add k8s/cert.yaml && git commit -qm "Give the shop a certificate"', ''),
      );
    },
  ),
  quiet(
    'a report that loses its doubled rows, cause by cause',
    { why: 'fewer rows with each cause', prompt: 'The report should have 1209 rows.' },
    (desk, story) => {
      const versions = [
        'JOIN prices p ON p.sku = o.sku',
        'JOIN (SELECT DISTINCT sku, amount FROM prices) p ON p.sku = o.sku',
        'JOIN (SELECT DISTINCT ON (sku) sku, amount FROM prices ORDER BY sku, since DESC) p USING (sku)',
        "JOIN current_prices p USING (sku) WHERE o.state <> 'void'",
        "JOIN current_prices p USING (sku) WHERE o.state = 'paid'",
        "JOIN current_prices p USING (sku) WHERE o.state = 'paid' AND o.copy_of IS NULL",
        "JOIN current_prices p USING (sku) WHERE o.state = 'paid' AND o.copy_of IS NULL AND NOT o.test",
      ] as const;
      rounds(story, 6, (i) => [
        rewrite(desk, '/w/sql/report.sql', versions, i),
        desk.run(
          'psql -f sql/report.sql | tail -1',
          `(${pick([2106, 1720, 1388, 1301, 1214, 1209], i)} rows)`,
        ),
      ]);
    },
  ),
  quiet(
    'dates of eleven columns read, column by column, each with a few empty ones',
    { why: 'each is another column' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.replace(
          '/w/notebooks/clean.py',
          `# ${word(i)}`,
          `df.${word(i)} = pd.to_datetime(df.${word(i)}, format='%d.%m.%Y', errors='coerce')\n# ${word(i + 1)}`,
        ),
        desk.run(
          'python notebooks/clean.py',
          `rows: 5120\n${word(i)}: ${(i * 5) % 12} NaT\n[finished in ${seconds(i)}s]`,
        ),
      ]);
    },
  ),
  quiet(
    'a script run on twelve machines, which says the same on each',
    { why: 'each is another machine', prompt: 'Switch the update service off on all office PCs.' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.run(
          `Invoke-Command -ComputerName PC-${String(101 + i)} -FilePath .\\update-off.ps1`,
          'Status   Name               DisplayName                            PSComputerName\n------   ----               -----------                            --------------\nStopped  wuauserv           Windows Update                         '.concat(
            `PC-${101 + i}`,
          ),
        ),
      );
    },
  ),
  quiet(
    'letters for a meeting made into documents, each checked for its one page',
    {
      why: 'each is another letter, and one page is right',
      prompt: 'Every letter must fit on one page.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `python make_letter.py ${1040 + i}`,
          `wrote out/${1040 + i}.pdf (${48_210 + i * 131} bytes)`,
        ),
        desk.run(`pdfinfo out/${1040 + i}.pdf | grep Pages`, 'Pages:           1'),
      ]);
    },
  ),
  quiet(
    'an image made smaller, layer by layer',
    { why: 'it is smaller after most of the steps', prompt: 'Get the image below 1 GB.' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/Dockerfile', 'FROM python:3.12', 'FROM python:3.12-slim'],
        ['/w/Dockerfile', 'RUN apt-get install', 'RUN apt-get install --no-install-recommends'],
        ['/w/.dockerignore', '.git', '.git\ndata'],
        ['/w/Dockerfile', 'pip install', 'pip install --no-cache-dir'],
        ['/w/Dockerfile', 'COPY . .', 'COPY src src'],
        ['/w/requirements.txt', 'torch==2.5.1', 'torch==2.5.1+cpu'],
        ['/w/Dockerfile', 'FROM python:3.12-slim', 'FROM python:3.12-slim AS build'],
      ];
      rounds(story, 7, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          "docker build -q -t app . && docker images app --format '{{.ID}} {{.Size}}'",
          `sha256:${hex(i, 64)}\n${hex(i, 12)} ${pick(['2.31GB', '2.18GB', '1.94GB', '1.71GB', '1.71GB', '1.02GB', '640MB'], i)}`,
        ),
      ]);
    },
  ),
  quiet(
    'certificates of fifteen hosts looked at for the day they end',
    { why: 'each is another host', prompt: 'Which certificates run out this month?' },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.run(
          `echo | openssl s_client -connect ${word(i)}.test:443 -servername ${word(i)}.test 2>/dev/null | openssl x509 -noout -enddate -issuer`,
          `notAfter=${pick(['Jan', 'Feb', 'Mar'], i)} ${1 + ((i * 7) % 28)} 23:59:59 2027 GMT\nissuer=C = DE, O = Acme, CN = Acme Issuing CA 2`,
        ),
      );
    },
  ),
  noStall(
    'a sign-in on the person’s telephone, asked after until it is given',
    {
      why: 'the person signs in at the sixth look',
      prompt: 'Deploy it. I have my phone here for the login.',
    },
    (desk, story) => {
      lookAround(desk, story);
      story.step(
        desk.run(
          'curl -s -d client_id=cli https://id.example.test/device/code',
          `{"device_code":"${hex(4, 20)}","user_code":"WDJB-MJHT","verification_uri":"https://id.example.test/device","interval":5,"expires_in":900}`,
        ),
      );
      story.repeat(5, (i) =>
        desk.run(
          `sleep ${i < 3 ? 10 : 15}; curl -s -d device_code=${hex(4, 20)} -d grant_type=device_code https://id.example.test/token`,
          '{"error":"authorization_pending"}',
        ),
      );
      story.step(
        desk.run(
          `sleep 15; curl -s -d device_code=${hex(4, 20)} -d grant_type=device_code https://id.example.test/token | tee .token | jq -r .token_type`,
          'Bearer',
        ),
      );
      story.step(desk.run('./deploy.sh', `deploying ${hex(62, 7)} ... ok (${seconds(2, 21)} s)`));
      story.step(desk.run('curl -s https://shop.test/version', hex(62, 7)));
    },
  ),
  quiet(
    'eighteen old files brought to another encoding, one by one',
    { why: 'each is another file', prompt: 'Make everything UTF-8, and check each file.' },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.run(
          `iconv -f ${pick(['cp1252', 'latin1'], i)} -t utf-8 texts/${word(i)}.txt -o u.tmp && mv u.tmp texts/${word(i)}.txt && file texts/${word(i)}.txt`,
          `texts/${word(i)}.txt: Unicode text, UTF-8 text`,
        ),
      ]);
    },
  ),
  quiet(
    'a long training looked at now and then, whose figures go on',
    {
      why: 'its step is a later one with each look',
      prompt: 'Train it, and tell me when it is through.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(desk.run('nohup python train.py --batch-size 8 > train.log 2>&1 &', '[1] 90114'));
      story.repeat(12, (i) =>
        desk.run(
          `sleep ${pick([300, 300, 600], i)}; tail -1 train.log`,
          `epoch ${1 + Math.floor(i / 4)}/3 step ${400 + i * 410}/5000 loss ${(2.41 - Math.min(i, 8) * 0.14).toFixed(3)} lr ${(3e-4 - i * 2e-5).toExponential(1)} ${118 + (i % 4)} tok/ms ${clock(i)}`,
        ),
      );
      story.step(desk.run('sleep 300; tail -1 train.log', 'saved out/final.safetensors'));
    },
  ),
  quiet(
    'old versions of a package marked as outdated, each with its answer from the registry',
    { why: 'each is another version', prompt: 'Deprecate every 0.x version by name.' },
    (desk, story) => {
      story.repeat(13, (i) =>
        desk.run(
          `npm deprecate @acme/orders@0.${i}.${(i * 3) % 5} "Use 1.x" && echo ok`,
          i === 7 ? 'npm warn deprecate this version was marked before\nok' : 'ok',
        ),
      );
    },
  ),
];
