/** Honest work of many trades that looks like circles. Written by somebody who had not read the rules. */
import { source, word } from '../../unit/cases/cases.js';
import type { Act } from '../../unit/support/story.js';
import { hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, workAWhile } from './openings.js';

const two = (n: number): string => String(n).padStart(2, '0');
/** The same call with another answer, which is a failure. */
const answered = (act: Act, output: string): Act => ({ ...act, output, ok: false });

export const honestMarket: readonly Idea[] = [
  quiet(
    'a step of a shop taken out and put in as its buyer changes his mind, turn by turn',
    {
      why: 'each change is asked for, is made in both files, passes and is committed',
      prompt: 'Take the insurance step out of the checkout, and out of its test.',
    },
    (desk, story) => {
      const [page, spec] = ['/w/src/checkout/steps.tsx', '/w/test/checkout.spec.ts'];
      const step = '  { id: "insurance", title: "Insurance", view: InsuranceStep },\n';
      const claim = '  await see(page, "Insurance");\n';
      const [head, foot] = [
        '  { id: "address", title: "Address", view: AddressStep },\n',
        '  await see(page, "Payment");\n',
      ];
      const words = [
        'The customer changed his mind, put it back please.',
        'Ha. They want it out again, legal says no.',
        'Final decision of their board: it stays in. Sorry.',
        'One more: out for the launch, the board forgot the date.',
        'Thanks, push it.',
      ] as const;
      story.step(
        desk.search(
          'nsurance',
          `src/checkout/steps.tsx:4:${step.trim()}\ntest/checkout.spec.ts:34:${claim.trim()}`,
        ),
      );
      for (const [i, next] of words.entries()) {
        const out = i % 2 === 0;
        story.step(desk.replace(page, out ? head + step : head, out ? head : head + step));
        story.step(desk.replace(spec, out ? claim + foot : foot, out ? foot : claim + foot));
        story.step(
          desk.run(
            'npx playwright test checkout',
            `Running 9 tests using 2 workers\n\n  9 passed (${seconds(i, 11)}s)`,
          ),
        );
        story.step(
          desk.run(
            `git commit -qam "${out ? 'Leave the insurance out' : 'Offer the insurance again'}" && git log --oneline -1`,
            `${hex(i + 2, 7)} ${out ? 'Leave the insurance out' : 'Offer the insurance again'}`,
          ),
        );
        if (i === 2) {
          story.step(desk.run('npm run typecheck --silent', ''));
        }
        story.say(out ? 'It is out.' : 'It is back in.');
        story.end().turn(next);
      }
      finish(desk, story);
    },
  ),
  quiet(
    'nine parts of a federation brought to one list of shared modules, each built and loaded without a complaint',
    {
      why: 'each part is another one',
      prompt: 'All remotes should take their shared modules from config/shared.js.',
    },
    (desk, story) => {
      story.step(
        desk.write(
          '/w/config/shared.js',
          "module.exports = { react: { singleton: true }, 'react-dom': { singleton: true } };\n",
        ),
      );
      rounds(story, 9, (i) => [
        desk.read(
          `/w/apps/${word(i)}/webpack.config.js`,
          `module.exports = {\n  plugins: [\n    new ModuleFederationPlugin({\n      name: '${word(i)}',\n      shared: ['react', 'react-dom'],\n    }),\n  ],\n};`,
        ),
        desk.replace(
          `/w/apps/${word(i)}/webpack.config.js`,
          "      shared: ['react', 'react-dom'],",
          "      shared: require('../../config/shared'),",
        ),
        desk.run(
          `npm run build -w apps/${word(i)}`,
          `asset main.js ${(0.8 + ((i * 37) % 90) / 100).toFixed(2)} MiB [emitted] (name: main)\nasset remoteEntry.js 28.${i} KiB [emitted] (name: ${word(i)})\nwebpack 5.97.1 compiled successfully in ${1914 + i * 173} ms`,
        ),
        ...(i % 2 === 0
          ? [
              desk.use(
                'browser',
                'navigate',
                { url: `http://localhost:${3001 + i}/` },
                `- Page URL: http://localhost:${3001 + i}/\n- Page Title: Shop\n- Console: 0 errors, 0 warnings`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'git commit -qam "Share the modules from one list" && git log --oneline -1',
          `${hex(7, 7)} Share the modules from one list`,
        ),
      );
    },
  ),
  quiet(
    'jars of an app that double each other, sorted out one after the other with the same build',
    { why: 'the build names another doubled class each time, until there is none' },
    (desk, story) => {
      const path = '/w/android/app/build.gradle';
      const doubles = [
        ['androidx.lifecycle.ViewModelLazy', 'lifecycle-viewmodel-ktx', 'androidx.lifecycle'],
        [
          'com.google.common.util.concurrent.ListenableFuture',
          'listenablefuture',
          'com.google.guava',
        ],
        ['org.bouncycastle.LICENSE', 'bcprov-jdk15on', 'org.bouncycastle'],
        ['javax.inject.Inject', 'javax.inject', 'javax.inject'],
        ['com.google.protobuf.AbstractMessageLite', 'protobuf-javalite', 'com.google.protobuf'],
        ['org.intellij.lang.annotations.Flow', 'annotations-java5', 'org.jetbrains'],
        ['com.squareup.okhttp.Address', 'okhttp', 'com.squareup.okhttp'],
      ] as const;
      story.step(
        desk.run(
          'git switch -qc upgrade-sdk && git log --oneline -1',
          `${hex(5, 7)} Raise the target SDK`,
        ),
      );
      story.step(
        desk.read(
          path,
          "dependencies {\n    implementation 'androidx.core:core-ktx:1.13.1'\n    implementation 'com.acme:wallet:9.0.0'\n}\nconfigurations.all {\n}",
          [61, 40],
        ),
      );
      for (const [i, [name, module, group]] of doubles.entries()) {
        story.step(
          desk.run(
            'cd android && ./gradlew :app:assembleDebug',
            `> Task :app:checkDebugDuplicateClasses FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugDuplicateClasses'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckDuplicatesRunnable\n   > Duplicate class ${name} found in modules ${module}-${1 + i}.${i}.0.jar (${group}:${module}:${1 + i}.${i}.0) and wallet-9.0.0-runtime (com.acme:wallet:9.0.0)\n\nBUILD FAILED in ${7 + i}s\n151 actionable tasks: 3 executed, 148 up-to-date`,
            1,
          ),
        );
        story.step(
          desk.replace(
            path,
            'configurations.all {\n',
            `configurations.all {\n    exclude group: '${group}', module: '${module}'\n`,
          ),
        );
      }
      story.step(
        desk.run(
          'cd android && ./gradlew :app:assembleDebug',
          'BUILD SUCCESSFUL in 41s\n151 actionable tasks: 38 executed, 113 up-to-date',
        ),
      );
      story.step(
        desk.run(
          'git commit -qam "Keep out what the wallet brings along" && git log --oneline -1',
          `${hex(6, 7)} Keep out what the wallet brings along`,
        ),
      );
    },
  ),
  quiet(
    'nine deployments thrown away and made anew for their selector, each waited for until it is out',
    {
      why: 'each service is another one and comes back',
      prompt:
        'The selectors may not be changed in place. Delete and apply the nine deployments one by one, at night there is no traffic.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'kubectl get deploy -n shop -o name',
          Array.from({ length: 9 }, (_, i) => `deployment.apps/${word(i)}`).join('\n'),
        ),
      );
      rounds(story, 9, (i) => [
        desk.run(
          `kubectl delete deploy ${word(i)} -n shop`,
          `deployment.apps "${word(i)}" deleted`,
        ),
        desk.run(
          `kubectl apply -n shop -f deploy/${word(i)}.yaml`,
          `deployment.apps/${word(i)} created`,
        ),
        desk.run(
          `kubectl rollout status deploy/${word(i)} -n shop --timeout 180s`,
          `Waiting for deployment "${word(i)}" rollout to finish: 0 of 2 updated replicas are available...\nWaiting for deployment "${word(i)}" rollout to finish: 1 of 2 updated replicas are available...\ndeployment "${word(i)}" successfully rolled out`,
        ),
      ]);
      story.step(
        desk.run(
          'kubectl get deploy -n shop -l app.kubernetes.io/part-of=shop --no-headers | wc -l',
          '9',
        ),
      );
    },
  ),
  noStall(
    'a radio let join fifteen times, as the person wants to know how often it works',
    {
      why: 'each try is one of the sample that was asked for',
      prompt: 'Let the node join 15 times from the cellar and tell me how many of them work.',
    },
    (desk, story) => {
      const good = new Set([3, 4, 9, 13]);
      story.step(desk.run('python3 tools/at.py "AT+BAND=?"', '5 (EU868)\nOK'));
      story.step(desk.run('python3 tools/at.py "AT+DR=0"', 'DR=0\nOK'));
      rounds(story, 15, (i) => [
        desk.run(
          'python3 tools/at.py "AT+JOIN=1"',
          `OK\n${214 + i * 38}s${(i * 131) % 999}:TX on freq ${pick([868_100_000, 868_300_000, 868_500_000], i)} Hz at DR 0\n${good.has(i) ? `${220 + i * 38}s${(i * 57) % 999}:RX on freq ${pick([868_100_000, 868_300_000, 868_500_000], i)} Hz at DR 0, RSSI ${-101 - i}, SNR ${-7 - (i % 5)}\n+EVT:JOINED` : `${220 + i * 38}s${(i * 57) % 999}:MAC rxTimeOut\n+EVT:JOIN FAILED`}`,
        ),
        ...(good.has(i) ? [desk.run('python3 tools/at.py "ATZ"', 'APP_VERSION: V1.3.0\nOK')] : []),
      ]);
      story.step(
        desk.write(
          '/w/notes/join.md',
          '# Joining from the cellar\n\n4 of 15 tries work at DR 0 (27 %). RSSI of those: -104 to -114 dBm.\n',
        ),
      );
    },
  ),
  quiet(
    'twelve reports of regions made into documents, each counted by its pages, two of which are too long',
    {
      why: 'each region is another one and the two long ones are mended',
      prompt: 'Make the reports of all regions. None may have more than four pages.',
    },
    (desk, story) => {
      const regions = [
        'berlin',
        'bremen',
        'essen',
        'fulda',
        'hanau',
        'jena',
        'kassel',
        'kiel',
        'mainz',
        'rostock',
        'trier',
        'ulm',
      ] as const;
      story.step(desk.run('ls report', 'build.py\nregions\ntemplate.docx'));
      story.step(
        desk.run('ls report/regions', regions.map((region) => `${region}.json`).join('\n')),
      );
      for (const [i, region] of regions.entries()) {
        const make = desk.run(
          `python3 report/build.py ${region} && soffice --headless --convert-to pdf --outdir out out/${region}.docx`,
          `convert /w/out/${region}.docx as a Writer document -> /w/out/${region}.pdf using filter : writer_pdf_Export`,
        );
        story.step(make);
        const long = i === 3 || i === 9;
        story.step(
          desk.run(
            `pdfinfo out/${region}.pdf | grep Pages`,
            `Pages:           ${long ? 5 : pick([4, 3, 4, 4, 3], i)}`,
          ),
        );
        if (long) {
          story.step(
            desk.replace(`/w/report/regions/${region}.json`, '"rows": "all"', '"rows": "top20"'),
          );
          story.step(make);
          story.step(desk.run(`pdfinfo out/${region}.pdf | grep Pages`, 'Pages:           4'));
        }
      }
      story.step(
        desk.run(
          'cd out && zip -q reports.zip *.pdf && unzip -l reports.zip | tail -1',
          '  1841203                     12 files',
        ),
      );
    },
  ),
  quiet(
    'seven vendors looked up one after the other, with a row of the table written after each',
    {
      why: 'the table grows, and what cannot be fetched is marked as unknown',
      prompt: 'Compare seven services for feature flags and put a table into docs/flags.md.',
    },
    (desk, story) => {
      story.step(
        desk.write(
          '/w/docs/flags.md',
          '# Feature flags\n\n| Service | Price | SDKs | Self-hosting |\n| --- | --- | --- | --- |\n',
        ),
      );
      const names = [
        'launchlane',
        'flagsteady',
        'togglery',
        'splitter',
        'growthbed',
        'unfold',
        'configbee',
      ] as const;
      let last = '| --- | --- | --- | --- |\n';
      for (const [i, name] of names.entries()) {
        story.step(
          desk.use(
            'web',
            'search',
            { query: `${name} feature flags pricing` },
            `1. ${name} – pricing\n   https://${name}.example.test/pricing\n2. ${name} docs: SDKs\n   https://docs.${name}.example.test/sdks\n3. Review of ${name}`,
          ),
        );
        story.step(
          desk.use(
            'web',
            'fetch',
            { url: `https://${name}.example.test/pricing` },
            i === 3
              ? 'Error: 403 Forbidden'
              : `# Pricing\n\nFree: ${1 + i} seats. Pro: $${12 + i * 9} a seat. Enterprise: custom.\nSelf-hosting: ${i % 2 === 0 ? 'yes' : 'no'}.`,
            { failed: i === 3 },
          ),
        );
        story.step(
          desk.use(
            'web',
            'fetch',
            { url: `https://docs.${name}.example.test/sdks` },
            i === 5
              ? 'Error: 404 Not Found'
              : `# SDKs\n\n${14 + i * 2} SDKs: Go, Java, JavaScript, Kotlin, PHP, Python, Ruby, Rust, Swift and others.`,
            { failed: i === 5 },
          ),
        );
        const row = `| ${name} | ${i === 3 ? '?' : `$${12 + i * 9}`} | ${i === 5 ? '?' : 14 + i * 2} | ${i === 3 ? '?' : i % 2 === 0 ? 'yes' : 'no'} |\n`;
        story.step(desk.replace('/w/docs/flags.md', last, last + row));
        last = row;
      }
      story.step(desk.run('grep -c "^|" docs/flags.md', '9'));
    },
  ),
  quiet(
    'eighteen deliveries of a hook sent again by their number, after a night in which the receiver was down',
    {
      why: 'each delivery is another one; the two that are refused are of orders that are gone',
      prompt: 'Redeliver all failed deliveries of last night.',
    },
    (desk, story) => {
      const id = (i: number): number => 18_824_410_071 + i * 40_217;
      story.step(
        desk.run(
          "gh api repos/acme/orders/hooks/512004417/deliveries --paginate --jq '.[] | select(.status_code >= 500) | .id'",
          Array.from({ length: 18 }, (_, i) => `${id(i)}`).join('\n'),
        ),
      );
      rounds(story, 18, (i) => [
        desk.run(
          `gh api -X POST repos/acme/orders/hooks/512004417/deliveries/${id(i)}/attempts`,
          '',
        ),
        desk.run(
          `gh api "repos/acme/orders/hooks/512004417/deliveries?per_page=1" --jq '.[0] | "\\(.guid) \\(.redelivery) \\(.status) \\(.status_code)"'`,
          `${hex(i, 8)}-${hex(i + 3, 4)}-11f0-${hex(i + 5, 4)}-${hex(i + 7, 12)} true ${i === 6 || i === 14 ? 'Invalid HTTP Response: 410 410' : 'OK 200'}`,
        ),
      ]);
      story.step(
        desk.run(
          'psql -Atc "select count(*) from hook_events where received_at > now() - interval \'30 min\'"',
          '16',
        ),
      );
    },
  ),
  quiet(
    'a policy of a page made stricter, which refuses another source at each look until it refuses none',
    { why: 'the console names another directive or host each time' },
    (desk, story) => {
      const path = '/w/server/security.ts';
      const refusals = [
        [
          'style-src',
          'https://fonts.example.test/css2',
          "      styleSrc: [\"'self'\", 'https://fonts.example.test'],",
        ],
        [
          'font-src',
          'https://static.example.test/inter.woff2',
          "      fontSrc: [\"'self'\", 'https://static.example.test'],",
        ],
        [
          'connect-src',
          'wss://live.example.test/socket',
          "      connectSrc: [\"'self'\", 'wss://live.example.test'],",
        ],
        ['img-src', 'data:image/svg+xml;base64', "      imgSrc: [\"'self'\", 'data:'],"],
        [
          'frame-src',
          'https://pay.example.test/frame',
          "      frameSrc: ['https://pay.example.test'],",
        ],
        [
          'worker-src',
          'blob:http://localhost:5000/9c1f',
          "      workerSrc: [\"'self'\", 'blob:'],",
        ],
        [
          'connect-src',
          'https://errors.example.test/api/7/envelope',
          "      connectSrc: [\"'self'\", 'wss://live.example.test', 'https://errors.example.test'],",
        ],
      ] as const;
      lookAround(desk, story);
      story.step(
        desk.replace(
          path,
          '  contentSecurityPolicy: false,',
          '  contentSecurityPolicy: {\n    directives: {\n    },\n  },',
        ),
      );
      for (const [directive, source, rule] of refusals) {
        story.step(
          desk.use(
            'browser',
            'navigate',
            { url: 'http://localhost:5000/' },
            '- Page URL: http://localhost:5000/\n- Page Title: Orders',
          ),
        );
        story.step(
          desk.use(
            'browser',
            'console_messages',
            { level: 'error' },
            `[ERROR] Refused to load '${source}' because it violates the following Content Security Policy directive: "${directive} 'self'". @ http://localhost:5000/:0`,
          ),
        );
        story.step(desk.replace(path, '    directives: {\n', `    directives: {\n${rule}\n`));
      }
      story.step(
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:5000/' },
          '- Page URL: http://localhost:5000/\n- Page Title: Orders',
        ),
      );
      story.step(desk.use('browser', 'console_messages', { level: 'error' }, ''));
      finish(desk, story);
    },
  ),
  quiet(
    'an app proved by the store before it is handed in, which complains of another thing each time',
    { why: 'each complaint has another number and is mended at once' },
    (desk, story) => {
      const faults = [
        [
          'ITMS-90683',
          'Missing purpose string in Info.plist: NSCameraUsageDescription',
          'ios/Courier/Info.plist',
          '<dict>',
          '<dict>\n\t<key>NSCameraUsageDescription</key>\n\t<string>To scan parcels</string>',
        ],
        [
          'ITMS-90717',
          'Invalid large app icon. The icon can’t be transparent or contain an alpha channel',
          'ios/Courier/AppIcon.json',
          '"alpha": true',
          '"alpha": false',
        ],
        [
          'ITMS-90129',
          'The bundle uses a display name that is already in use',
          'ios/Courier/Info.plist',
          '<string>Courier</string>',
          '<string>Acme Courier</string>',
        ],
        [
          'ITMS-91053',
          'Missing API declaration: NSPrivacyAccessedAPICategoryUserDefaults',
          'ios/Courier/PrivacyInfo.xcprivacy',
          '<array/>',
          '<array>UserDefaults CA92.1</array>',
        ],
        [
          'ITMS-90208',
          'Invalid Bundle. Lottie.framework does not support the minimum OS Version',
          'ios/Podfile',
          "platform :ios, '12.0'",
          "platform :ios, '15.0'",
        ],
        [
          'ITMS-90062',
          'This bundle is invalid. CFBundleShortVersionString [2.1.0] must be higher than 2.1.0',
          'ios/Courier/Info.plist',
          '<string>2.1.0</string>',
          '<string>2.2.0</string>',
        ],
      ] as const;
      story.step(desk.run('xcodebuild -version', 'Xcode 16.1\nBuild version 16B40'));
      for (const [i, [code, text, file, from, to]] of faults.entries()) {
        story.step(
          desk.run(
            'fastlane archive | tail -2',
            `[10:${two(4 + i * 6)}:11]: Successfully exported and signed the ipa file: build/Courier.ipa\n[10:${two(4 + i * 6)}:11]: fastlane.tools finished successfully`,
          ),
        );
        story.step(
          desk.run(
            'xcrun altool --validate-app -f build/Courier.ipa -t ios --apiKey K7 --apiIssuer acme',
            `Running altool at path '/Applications/Xcode.app/Contents/Frameworks/ContentDeliveryServices.framework'\nERROR: ${code}: "${text}." With error code STATE_ERROR.VALIDATION_ERROR.${90_000 + i * 117} for id ${hex(i, 8)}-${hex(i + 2, 4)}`,
            1,
          ),
        );
        story.step(desk.replace(`/w/${file}`, from, to));
      }
      story.step(desk.run('fastlane archive | tail -1', 'fastlane.tools finished successfully'));
      story.step(
        desk.run(
          'xcrun altool --validate-app -f build/Courier.ipa -t ios --apiKey K7 --apiIssuer acme',
          "No errors validating archive at 'build/Courier.ipa'.",
        ),
      );
    },
  ),
  quiet(
    'an archer of a game weakened and strengthened number by number, as the person feels about it',
    {
      why: 'each word of the person asks for another number, and the rate of wins comes nearer to a half',
      prompt: 'The archer wins far too often. Try a damage of 14 and let a thousand battles run.',
    },
    (desk, story) => {
      const tries = [
        [18, 14, '38.9', 'Too weak now. 16.'],
        [14, 16, '61.2', 'Hm. 15 then, and show me the spread.'],
        [16, 15, '54.0', 'Nearly. Leave 15, range down from 9 to 8.'],
        [15, 15, '46.8', 'Range back to 9, cooldown 1.1 instead of 1.0.'],
        [15, 15, '50.7', 'Good. Now with the castle map, please.'],
        [15, 15, '52.1', 'And the swamp.'],
        [15, 15, '49.3', 'Keep it. Commit.'],
      ] as const;
      const path = '/w/data/units/archer.json';
      story.step(desk.read(path, '{\n  "damage": 18,\n  "range": 9,\n  "cooldown": 1.0\n}'));
      for (const [i, [from, to, rate, next]] of tries.entries()) {
        if (i < 3) {
          story.step(desk.replace(path, `"damage": ${from}`, `"damage": ${to}`));
        } else if (i === 3) {
          story.step(desk.replace(path, '"range": 9', '"range": 8'));
        } else if (i === 4) {
          story.step(
            desk.replace(path, '"range": 8,\n  "cooldown": 1.0', '"range": 9,\n  "cooldown": 1.1'),
          );
        }
        story.step(
          desk.run(
            `npm run --silent battle -- --runs 1000 --a archer --b knight${i === 5 ? ' --map castle' : i === 6 ? ' --map swamp' : ''}`,
            `1000 battles in ${seconds(i, 14)}s (seed ${4_117 + i * 93})\narcher ${rate} %  knight ${(100 - Number(rate)).toFixed(1)} %\nmean length ${(41.2 + i * 0.7).toFixed(1)} rounds`,
          ),
        );
        story.say(`The archer wins ${rate} % of the battles.`);
        story.end().turn(next);
      }
      story.step(
        desk.run(
          'git commit -qam "Tame the archer" && git log --oneline -1',
          `${hex(5, 7)} Tame the archer`,
        ),
      );
    },
  ),
  quiet(
    'twelve columns of a model left out one after the other, to see which of them it can do without',
    {
      why: 'each run leaves another column out; most of them change nothing, which is the finding',
      prompt: 'Drop each of the twelve features once and tell me which ones we do not need.',
    },
    (desk, story) => {
      const columns = [
        'area',
        'rooms',
        'floor',
        'lift',
        'balcony',
        'year',
        'heating',
        'garage',
        'garden',
        'distance',
        'noise',
        'kind',
      ] as const;
      story.step(desk.read('/w/model/train.py', source('train', 12)));
      story.step(
        desk.run(
          'python model/train.py --folds 5',
          `fold 1/5 2/5 3/5 4/5 5/5\nMAE 21.43 +- 0.31 (${seconds(1, 31)} s)`,
        ),
      );
      for (const [i, column] of columns.entries()) {
        story.step(
          desk.run(
            `python model/train.py --folds 5 --drop ${column}`,
            `fold 1/5 2/5 3/5 4/5 5/5\nMAE ${pick(['34.10', '22.61', '21.44', '21.43', '21.45', '24.02', '21.43', '21.46', '21.43', '27.88', '21.42', '22.90'], i)} +- 0.3${i % 4} (${seconds(i, 29)} s)`,
          ),
        );
      }
      story.step(
        desk.write(
          '/w/docs/features.md',
          '# Features\n\nNot needed: floor, lift, balcony, heating, garage, garden, noise.\n',
        ),
      );
      story.step(
        desk.run(
          'python model/train.py --folds 5 --drop floor,lift,balcony,heating,garage,garden,noise',
          `fold 1/5 2/5 3/5 4/5 5/5\nMAE 21.47 +- 0.30 (${seconds(7, 18)} s)`,
        ),
      );
    },
  ),
  quiet(
    'twenty-six days of a table computed anew by one job, day by day',
    {
      why: 'each day is another one, and the sum of rows rises',
      prompt: 'Run the daily job again for 1 to 26 October, the rates were wrong.',
    },
    (desk, story) => {
      story.step(desk.read('/w/jobs/daily.py', source('daily', 9)));
      rounds(story, 26, (i) => [
        desk.run(
          `spark-submit --master yarn --deploy-mode client jobs/daily.py --date 2026-10-${two(i + 1)} 2>&1 | tail -2`,
          `26/11/24 10:${two((i * 2) % 60)}:${two((i * 17) % 60)} INFO daily: rows read ${412_000 + ((i * 7_919) % 60_000)}, written ${411_000 + ((i * 7_919) % 60_000)}, rejected 0\n26/11/24 10:${two((i * 2) % 60)}:${two((i * 17 + 1) % 60)} INFO SparkContext: Successfully stopped SparkContext`,
        ),
        ...(i % 6 === 5
          ? [
              desk.run(
                'spark-sql -S -e "select count(distinct day) from mart.daily where run >= \'2026-11-24\'"',
                `${i + 1}`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'spark-sql -S -e "select min(day), max(day), count(distinct day) from mart.daily where run >= \'2026-11-24\'"',
          '2026-10-01\t2026-10-26\t26',
        ),
      );
    },
  ),
  quiet(
    'tokens of a design moved family by family, with ever fewer references that are not found',
    {
      why: 'the count falls, with two rests where two families hang together',
      prompt: 'Move the tokens to the new names, family by family.',
    },
    (desk, story) => {
      const left = [41, 36, 36, 29, 22, 22, 17, 9, 4, 0] as const;
      story.step(
        desk.run('ls tokens', Array.from({ length: 10 }, (_, i) => `${word(i)}.json`).join('\n')),
      );
      rounds(story, 10, (i) => [
        desk.read(
          `/w/tokens/${word(i)}.json`,
          `{\n  "${word(i)}": {\n    "base": { "value": "{color.brand.${i}}" },\n    "hover": { "value": "{color.brand.${i + 1}}" }\n  }\n}`,
        ),
        desk.replace(
          `/w/tokens/${word(i)}.json`,
          `{color.brand.${i}}`,
          `{palette.primary.${(i + 1) * 100}}`,
        ),
        desk.run(
          'npx style-dictionary build',
          pick(left, i) === 0
            ? '\ncss\n✔︎ build/css/variables.css\n\nios\n✔︎ build/ios/Tokens.swift'
            : `\nReference Errors:\nSome token references (${pick(left, i)}) could not be found.\nUse log.verbosity "verbose" or use CLI option --verbose for more details.`,
          pick(left, i) === 0 ? 0 : 1,
        ),
      ]);
      story.step(
        desk.run(
          'git diff --stat | tail -1',
          ' 10 files changed, 41 insertions(+), 41 deletions(-)',
        ),
      );
    },
  ),
  quiet(
    'a file that the person edits at the same time, read anew each time an edit is turned away',
    {
      why: 'each edit goes in after one look, and each wish of the person is another one',
      prompt: 'I am working in rules.ts, too. Add a discount for vouchers next to what I write.',
    },
    (desk, story) => {
      const path = '/w/src/pricing/rules.ts';
      const wishes = [
        'Nice. Now one for members, 3 percent.',
        'And round it to cents.',
        'Cap all of them at 20 percent.',
        'Good, run the tests.',
      ] as const;
      for (const [i, wish] of wishes.entries()) {
        const [old, now] = [
          `  // ${word(i)}\n  return 0;`,
          `  // ${word(i)}\n  if (cart.${word(i + 1)}) return 0.0${3 + i};\n  // ${word(i + 1)}\n  return 0;`,
        ];
        story.step(
          answered(
            desk.failedReplace(path, old, now),
            'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.',
          ),
        );
        story.step(
          desk.read(
            path,
            `export function discount(cart: Cart) {\n  if (cart.total > ${100 + i * 50}) return 0.05;\n${old}\n}`,
          ),
        );
        story.step(desk.replace(path, old, now));
        story.step(desk.run('npx tsc --noEmit', ''));
        story.say('It is in.');
        story.end().turn(wish);
      }
      finish(desk, story);
    },
  ),
  quiet(
    'nine tools of one repository released one by one, each tagged, built and looked at',
    {
      why: 'each tool has its own tag and its own release',
      prompt: 'Release all nine tools as 1.8.0.',
    },
    (desk, story) => {
      story.step(desk.run('ls cmd', Array.from({ length: 9 }, (_, i) => word(i)).join('\n')));
      rounds(story, 9, (i) => [
        desk.run(`git tag ${word(i)}/v1.8.0 && git push -q origin ${word(i)}/v1.8.0`, ''),
        desk.run(
          `GORELEASER_CURRENT_TAG=${word(i)}/v1.8.0 goreleaser release --clean -f cmd/${word(i)}/.goreleaser.yaml | tail -4`,
          `  • checksumming\n  • publishing\n    • took: ${11 + i}s\n  • release succeeded after ${48 + ((i * 7) % 19)}s`,
        ),
        desk.run(`gh release view ${word(i)}/v1.8.0 --json assets --jq '.assets | length'`, '7'),
      ]);
      story.step(desk.run('gh release list --limit 9 | wc -l', '9'));
    },
  ),
  quiet(
    'ten meetings booked in a portal, one after the other, by the same four steps',
    {
      why: 'each booking is another day and is confirmed',
      prompt: 'Book the room Linde for the ten Mondays from 4 January on.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => {
        const day = new Date(Date.UTC(2027, 0, 4 + i * 7));
        const text = `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/2027`;
        return [
          desk.use(
            'browser',
            'navigate',
            { url: 'https://rooms.example.test/book' },
            '- Page URL: https://rooms.example.test/book\n- Page Title: Rooms\n- textbox "Date" [ref=e11]\n- combobox "Room" [ref=e14]\n- button "Book" [ref=e19]',
          ),
          desk.use(
            'browser',
            'type',
            { element: 'Date', ref: 'e11', text },
            `Typed "${text}" into "Date"`,
          ),
          desk.use(
            'browser',
            'select_option',
            { element: 'Room', ref: 'e14', values: ['Linde'] },
            'Selected "Linde"',
          ),
          desk.use(
            'browser',
            'click',
            { element: 'Book', ref: 'e19' },
            `- alert: "Linde is booked for ${text}, 10:00–11:00. Number B-${20_417 + i * 3}"`,
          ),
        ];
      });
    },
  ),
  quiet(
    'seven wishes about one chart, one of which takes the one before back',
    {
      why: 'each word of the person is another wish and is met',
      prompt: 'The revenue chart needs some care. First: the legend should be below it.',
    },
    (desk, story) => {
      const path = '/w/src/charts/Revenue.tsx';
      const wishes = [
        ['<Legend />', '<Legend verticalAlign="bottom" />', 'Good. The bars in our green, please.'],
        ['<Bar dataKey="eur" />', '<Bar dataKey="eur" fill="#2f7d4f" />', 'Hm, too dark. Lighter.'],
        ['fill="#2f7d4f"', 'fill="#58b183"', 'No, the dark one was better after all.'],
        ['fill="#58b183"', 'fill="#2f7d4f"', 'Right. Thousands with a point on the axis.'],
        [
          '<YAxis />',
          '<YAxis tickFormatter={thousands} />',
          'Fine. A tooltip with the change to last year.',
        ],
        [
          '<Tooltip />',
          '<Tooltip content={<Change />} />',
          'Lovely. Legend back to the top, the boss says.',
        ],
        ['<Legend verticalAlign="bottom" />', '<Legend verticalAlign="top" />', 'Thanks. Commit.'],
      ] as const;
      story.step(
        desk.read(
          path,
          '    <BarChart data={months}>\n      <XAxis dataKey="month" />\n      <YAxis />\n      <Tooltip />\n      <Legend />\n      <Bar dataKey="eur" />\n    </BarChart>',
          [28, 9],
        ),
      );
      for (const [i, [from, to, next]] of wishes.entries()) {
        story.step(desk.replace(path, from, to));
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
            { filename: 'revenue.png' },
            'Saved revenue.png (1280x720)',
          ),
        );
        story.say('Done, have a look.');
        story.end().turn(next);
      }
      story.step(
        desk.run(
          'git commit -qam "Care for the revenue chart" && git log --oneline -1',
          `${hex(5, 7)} Care for the revenue chart`,
        ),
      );
    },
  ),
  quiet(
    'nine flows of an app gone through on a phone for a warning, eight of which have none',
    {
      why: 'each flow is another one, and the warning is found in the last but one',
      prompt:
        'Somewhere the app leaks a window (WindowLeaked). Go through the nine flows and find it.',
    },
    (desk, story) => {
      story.step(desk.run('adb devices', 'List of devices attached\nR5CT30ABCDE\tdevice'));
      rounds(story, 9, (i) => [
        desk.run('adb logcat -c', ''),
        desk.run(
          `maestro test flows/${word(i)}.yaml`,
          ` ║\n ║  > Flow: ${word(i)}\n ║\n ║    ✅  Launch app "com.acme.shop"\n ║    ✅  Tap on "${word(i + 2)}"\n ║    ✅  Assert that "${word(i + 5)}" is visible\n ║`,
        ),
        desk.run(
          'adb logcat -d -s WindowManager | grep WindowLeaked',
          i === 7
            ? `11-24 10:41:07.331 18204 18204 E WindowManager: android.view.WindowLeaked: Activity com.acme.shop.${word(i)}.PickActivity has leaked window DecorView@${hex(4, 7)}`
            : '',
          i === 7 ? 0 : 1,
        ),
      ]);
      story.step(
        desk.read(
          `/w/app/src/main/java/com/acme/shop/${word(7)}/PickActivity.kt`,
          'override fun onPick(item: Item) {\n    progress.show()\n    finish()\n}',
        ),
      );
      story.step(
        desk.replace(
          `/w/app/src/main/java/com/acme/shop/${word(7)}/PickActivity.kt`,
          '    progress.show()\n    finish()',
          '    progress.dismiss()\n    finish()',
        ),
      );
      story.step(
        desk.run(
          `adb logcat -c; maestro test flows/${word(7)}.yaml > /dev/null; adb logcat -d -s WindowManager | grep -c WindowLeaked`,
          '0',
          1,
        ),
      );
    },
  ),
  quiet(
    'a large table packed after its old reader is gone, looked at until it is done',
    {
      why: 'the blocks that were looked at rise from look to look, and then the dead rows are gone',
      prompt: 'Find out why events is so bloated, mend it and watch it until it is done.',
    },
    (desk, story) => {
      const progress =
        'psql -Atc "select phase, heap_blks_scanned, heap_blks_vacuumed, index_vacuum_count from pg_stat_progress_vacuum"';
      story.step(
        desk.run(
          'psql -c "VACUUM (VERBOSE) events" 2>&1 | grep -E "tuples|cutoff"',
          'tuples: 0 removed, 41882317 remain, 18221904 are dead but not yet removable\nremovable cutoff: 918273645, which was 22118734 XIDs old when operation ended',
        ),
      );
      story.step(
        desk.run(
          'psql -c "select slot_name, active, age(xmin) from pg_replication_slots"',
          '  slot_name  | active |   age    \n-------------+--------+----------\n old_standby | f      | 22118801\n(1 row)',
        ),
      );
      story.step(
        desk.run(
          'psql -c "select pg_drop_replication_slot(\'old_standby\')"',
          ' pg_drop_replication_slot \n--------------------------\n \n(1 row)',
        ),
      );
      story.step(
        desk.run('nohup psql -c "VACUUM (VERBOSE) events" > vacuum.log 2>&1 & echo $!', '41187'),
      );
      rounds(story, 11, (i) => [
        desk.run(
          `sleep ${pick([30, 60, 60, 90], i)}; ${progress}`,
          i < 6
            ? `scanning heap|${612_114 * (i + 1)}|0|0`
            : i < 8
              ? `vacuuming indexes|4063232|0|0`
              : `vacuuming heap|4063232|${1_211_407 * (i - 7)}|1`,
        ),
      ]);
      story.step(
        desk.run(
          'grep -E "tuples|cutoff" vacuum.log',
          'tuples: 18221904 removed, 23660413 remain, 0 are dead but not yet removable\nremovable cutoff: 940392511, which was 214 XIDs old when operation ended',
        ),
      );
    },
  ),
  noStall(
    'pieces of an index that move to new machines, watched as the person asked',
    {
      why: 'the count falls, and rests while a large piece moves',
      prompt:
        'Two nodes are being drained. Watch the cluster until no shard is relocating any more.',
    },
    (desk, story) => {
      const left = [14, 12, 12, 11, 11, 11, 9, 8, 6, 6, 5, 3, 3, 2, 0] as const;
      story.step(
        desk.run(
          'curl -s localhost:9200/_cat/nodes?h=name,disk.used_percent',
          'es-1 71.20\nes-2 70.85\nes-3 41.02\nes-4 40.77',
        ),
      );
      story.step(
        desk.run(
          'curl -s localhost:9200/_cluster/settings | jq -c .transient',
          '{"cluster":{"routing":{"allocation":{"exclude":{"_name":"es-1,es-2"}}}}}',
        ),
      );
      rounds(story, 15, (i) => [
        desk.run(
          'sleep 120; curl -s localhost:9200/_cluster/health | jq -c "[.status, .relocating_shards, .unassigned_shards]"',
          `["green",${pick(left, i)},0]`,
        ),
        ...(i % 5 === 4
          ? [
              desk.run(
                'curl -s "localhost:9200/_cat/recovery?active_only&h=index,shard,bytes_percent"',
                `events-2026-10 ${i % 4} ${(41.2 + i * 3.1).toFixed(1)}%\nevents-2026-11 ${i % 3} ${(12.8 + i * 4.3).toFixed(1)}%`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'curl -s localhost:9200/_cat/allocation?h=node,shards',
          'es-1 0\nes-2 0\nes-3 61\nes-4 60',
        ),
      );
    },
  ),
  quiet(
    'sixteen groups of rules looked through for doors that stand open, most of which are closed',
    {
      why: 'each group is another one, and the two open ones are written down',
      prompt: 'Which of our security groups let 0.0.0.0/0 in on anything but 443? Change nothing.',
    },
    (desk, story) => {
      const id = (i: number): string => `sg-0${hex(i, 16)}`;
      story.step(
        desk.run(
          "aws ec2 describe-security-groups --query 'SecurityGroups[].GroupId' --output text | tr '\\t' '\\n'",
          Array.from({ length: 16 }, (_, i) => id(i)).join('\n'),
        ),
      );
      rounds(story, 16, (i) => [
        desk.run(
          `aws ec2 describe-security-group-rules --filters Name=group-id,Values=${id(i)} --query 'SecurityGroupRules[?!IsEgress && CidrIpv4==\`0.0.0.0/0\` && FromPort!=\`443\`].[FromPort,ToPort]' --output json`,
          i === 5
            ? '[\n    [\n        22,\n        22\n    ]\n]'
            : i === 12
              ? '[\n    [\n        5432,\n        5432\n    ]\n]'
              : '[]',
        ),
        ...(i === 5 || i === 12 || i % 2 === 0
          ? [
              desk.run(
                `aws ec2 describe-network-interfaces --filters Name=group-id,Values=${id(i)} --query 'length(NetworkInterfaces)'`,
                `${(i * 3) % 5}`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write(
          '/w/audit/groups.md',
          `# Open groups\n\n- ${id(5)}: 22\n- ${id(12)}: 5432\n\n14 others: nothing.\n`,
        ),
      );
    },
  ),
  quiet(
    'descriptions of messages made to please a linter, file by file, while the check of old clients stays silent',
    { why: 'fewer complaints after each file, and silence is what the second check is to say' },
    (desk, story) => {
      const counts = [23, 19, 16, 12, 9, 7, 3, 0] as const;
      story.step(desk.run('buf --version', '1.47.2'));
      story.step(desk.run('buf lint | wc -l', '27'));
      rounds(story, 8, (i) => [
        desk.read(
          `/w/proto/shop/v1/${word(i)}.proto`,
          `syntax = "proto3";\npackage shop.v1;\n\nservice ${word(i)}Api {\n  rpc Get(Get${i}) returns (Reply${i});\n}`,
        ),
        desk.replace(
          `/w/proto/shop/v1/${word(i)}.proto`,
          `service ${word(i)}Api {`,
          `// Serves the ${word(i)}.\nservice ${word(i)}Service {`,
        ),
        desk.run('buf lint | wc -l', `${pick(counts, i)}`),
        desk.run("buf breaking --against '.git#branch=main' --config buf.wire.yaml", ''),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'pictures given to sixteen posts of a blog, one by one, each with its number',
    {
      why: 'each post is another one',
      prompt: 'Give each post its picture from pictures/, the names fit.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'wp post list --format=csv --fields=ID,post_name',
          `ID,post_name\n${Array.from({ length: 16 }, (_, i) => `${204 + i * 7},${word(i)}`).join('\n')}`,
        ),
      );
      rounds(story, 16, (i) => [
        desk.run(
          `wp media import pictures/${word(i)}.jpg --post_id=${204 + i * 7} --featured_image`,
          `Imported file 'pictures/${word(i)}.jpg' as attachment ID ${1_140 + i * 2} and attached to post ${204 + i * 7} as featured image.\nSuccess: Imported 1 of 1 items.`,
        ),
        desk.run(
          `wp post meta update ${1_140 + i * 2} _wp_attachment_image_alt "The ${word(i)}"`,
          "Success: Added custom field '_wp_attachment_image_alt'.",
        ),
      ]);
      story.step(desk.run('wp post list --meta_key=_thumbnail_id --format=count', '16'));
    },
  ),
  quiet(
    'nine chapters read for mistakes, one before each end that a hook does not accept yet',
    {
      why: 'each refusal names one chapter less, and each chapter is another one',
      prompt: '/goal all nine chapters are proofread',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'ls book',
          Array.from({ length: 9 }, (_, i) => `${two(i + 1)}-${word(i)}.md`).join('\n'),
        ),
      );
      for (let i = 0; i < 9; i++) {
        const path = `/w/book/${two(i + 1)}-${word(i)}.md`;
        story.step(
          desk.read(
            path,
            `# The ${word(i)}\n\nThe ${word(i)} recieves what the ${word(i + 3)} sends.\nIts seperate from the ${word(i + 5)}.`,
          ),
        );
        story.step(desk.replace(path, `The ${word(i)} recieves`, `The ${word(i)} receives`));
        if (i % 2 === 0) {
          story.step(desk.replace(path, 'Its seperate', 'It is separate'));
        }
        story.step(
          desk.run(
            `vale book/${two(i + 1)}-${word(i)}.md`,
            '✔ 0 errors, 0 warnings and 0 suggestions in 1 file.',
          ),
        );
        story.say(`Chapter ${i + 1} is proofread.`);
        story.end();
        if (i < 8) {
          story.turn(
            `Stop hook feedback: the goal "all nine chapters are proofread" is not met: ${i + 1} of 9 are done. Continue.`,
          );
        }
      }
    },
  ),
  noStall(
    'a registry that is down for maintenance, tried every five minutes as the person asked, until it is back',
    {
      why: 'the person knows that it is down and wants it tried; it comes back',
      prompt:
        'The registry is down until about eleven. Try every five minutes and push the image as soon as it works.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run('docker build -q -t registry.acme.test/orders:1.8.0 .', `sha256:${hex(4, 64)}`),
      );
      rounds(story, 8, (i) => [
        desk.run(
          `${i === 0 ? '' : 'sleep 300; '}docker push registry.acme.test/orders:1.8.0`,
          `The push refers to repository [registry.acme.test/orders]\n${hex(9, 12)}: Preparing\n${hex(10, 12)}: Waiting\nreceived unexpected HTTP status: 503 Service Unavailable`,
          1,
        ),
      ]);
      story.step(
        desk.run(
          'sleep 300; docker push registry.acme.test/orders:1.8.0',
          `The push refers to repository [registry.acme.test/orders]\n${hex(9, 12)}: Pushed\n${hex(10, 12)}: Layer already exists\n1.8.0: digest: sha256:${hex(14, 64)} size: 1788`,
        ),
      );
      story.step(
        desk.run(
          'kubectl set image deploy/orders orders=registry.acme.test/orders:1.8.0 && kubectl rollout status deploy/orders',
          'deployment.apps/orders image updated\ndeployment "orders" successfully rolled out',
        ),
      );
    },
  ),
  quiet(
    'eighteen texts of a service for translators looked at and let through one by one, three of which are put right',
    {
      why: 'each text is another one',
      prompt: 'Review the German strings that wait for approval.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'crowd',
          'list_strings',
          { project: 'shop', language: 'de', state: 'unapproved' },
          Array.from({ length: 18 }, (_, i) => `${7_140 + i * 3} ${word(i)}.title`).join('\n'),
        ),
      );
      rounds(story, 18, (i) => [
        desk.use(
          'crowd',
          'get_translation',
          { string: 7_140 + i * 3, language: 'de' },
          `{"source":"Open the ${word(i)}","text":"${i % 7 === 3 ? 'Offen' : 'Öffne'} ${word(i)}","translator":"${pick(['lena', 'amir', 'jo'], i)}","id":${91_220 + i * 11}}`,
        ),
        ...(i % 7 === 3
          ? [
              desk.use(
                'crowd',
                'add_translation',
                { string: 7_140 + i * 3, language: 'de', text: `Öffne ${word(i)}` },
                `{"id":${98_001 + i}}`,
              ),
            ]
          : []),
        desk.use(
          'crowd',
          'approve',
          { translation: i % 7 === 3 ? 98_001 + i : 91_220 + i * 11 },
          '{"approved":true}',
        ),
      ]);
    },
  ),
  quiet(
    'a service whose heap grows, measured under the same load after each find, and it grows less each time',
    {
      why: 'each round takes another holder away and the growth falls to nothing',
      prompt: 'Memory grows by hundreds of megabytes a day. Find out why.',
    },
    (desk, story) => {
      const growth = [184, 121, 118, 47, 12, 1] as const;
      const holders = [
        'listeners of EventBus',
        'closures in retry()',
        'Map sessionsBySocket',
        'timers of Poller',
        'array pendingAcks',
        '(nothing)',
      ] as const;
      lookAround(desk, story);
      rounds(story, 6, (i) => [
        desk.run(
          'npx autocannon -d 120 -c 50 http://localhost:8080/orders > /dev/null; node tools/heap.js diff',
          `before 212.4 MB  after ${(212.4 + pick(growth, i)).toFixed(1)} MB  growth ${pick(growth, i)} MB\ntop retainer: ${pick(holders, i)}`,
        ),
        ...(i < 5
          ? [
              desk.search(
                pick(['bus.on(', 'retry(', 'sessionsBySocket', 'setInterval', 'pendingAcks'], i),
                `src/${word(i)}.ts:${31 + i * 12}:    ${pick(['bus.on("order", push);', 'return retry(() => send(m));', 'sessionsBySocket.set(s, id);', 'setInterval(poll, 500);', 'pendingAcks.push(ack);'], i)}`,
              ),
              desk.read(`/w/src/${word(i)}.ts`, source(`leak${i}`, 9), [28 + i * 12, 9]),
              desk.replace(
                `/w/src/${word(i)}.ts`,
                `export function partleak${i}_0(input: string): number {`,
                `export function partleak${i}_0(input: string): number {\n  onClose(() => release("${word(i)}"));`,
              ),
            ]
          : []),
      ]);
      finish(desk, story);
    },
  ),
  quiet(
    'a kata done together, rule by rule as the person tells them, red and green in the same two files',
    {
      why: 'each rule is another one: its test is red once and green after one change',
      prompt:
        'Let us do the bowling kata. I tell the rules, you write test and code. Rule 1: all gutter balls make 0.',
    },
    (desk, story) => {
      const rules = [
        'all ones make 20',
        'a spare counts the next roll',
        'a strike counts the next two rolls',
        'the last frame has up to three rolls',
        'twelve strikes make 300',
        'more than ten pins in a frame is an error',
        'a game that is not over has no score',
        'done, tidy up',
      ] as const;
      const [test, code] = ['/w/test/bowling.test.ts', '/w/src/bowling.ts'];
      for (const [i, rule] of rules.entries()) {
        story.step(
          desk.replace(
            test,
            `// rule ${i + 1}\n`,
            `test("rule ${i + 1}", () => {\n  expect(score(rolls${i})).toBe(${i * 20});\n});\n// rule ${i + 2}\n`,
          ),
        );
        story.step(
          desk.run(
            'npx vitest run test/bowling.test.ts',
            ` ❯ test/bowling.test.ts (${i + 1} tests | 1 failed) ${9 + i}ms\n   × rule ${i + 1}\n     → expected ${i === 0 ? 'undefined' : i * 20 - 4} to be ${i * 20} // Object.is equality\n\n Test Files  1 failed (1)\n      Tests  1 failed | ${i} passed (${i + 1})\n   Duration  ${seconds(i)}s`,
            1,
          ),
        );
        story.step(
          desk.replace(
            code,
            `  // rule ${i + 1}\n`,
            `  total += bonus${i}(frames, ${i});\n  // rule ${i + 2}\n`,
          ),
        );
        story.step(
          desk.run(
            'npx vitest run test/bowling.test.ts',
            ` ✓ test/bowling.test.ts (${i + 1} tests) ${8 + i}ms\n\n Test Files  1 passed (1)\n      Tests  ${i + 1} passed (${i + 1})\n   Duration  ${seconds(i + 3)}s`,
          ),
        );
        story.say(`Rule ${i + 1} holds.`);
        story.end().turn(i === 7 ? 'Thanks!' : `Rule ${i + 2}: ${rule}.`);
      }
      story.step(
        desk.run(
          'git add -A && git commit -qm "Bowling" && git log --oneline -1',
          `${hex(5, 7)} Bowling`,
        ),
      );
    },
  ),
  noStall(
    'a sign-in with a partner that the person tries in his own browser, with another fault each time',
    {
      why: 'each try gets one step further, though a log now and then says nothing new',
      prompt: 'I click on "Sign in with Acme", you look at the server. First try: a white page.',
    },
    (desk, story) => {
      const path = '/w/server/oidc.ts';
      const faults = [
        [
          'redirect_uri_mismatch: http://localhost:5000/cb',
          'callback: "/cb"',
          'callback: "/auth/callback"',
          'Now it says "invalid scope".',
        ],
        [
          'invalid_scope: profile.all',
          'scope: "profile.all"',
          'scope: "openid profile"',
          'Now I get to consent, then 500.',
        ],
        [
          'invalid_client: client authentication failed',
          'auth: "post"',
          'auth: "basic"',
          'Still 500, have a look.',
        ],
        [
          'JWTClaimValidationFailed: unexpected "iss" claim value',
          'issuer: "https://acme.test"',
          'issuer: "https://acme.test/"',
          'Wait, I had the old tab. Again: now 401.',
        ],
        [
          'nonce mismatch, expected undefined',
          'nonce: undefined',
          'nonce: session.nonce',
          'I am in! But my name is empty.',
        ],
        [
          'claims: {"sub":"8812","given_name":"Ada"}',
          'name: claims.name',
          'name: claims.name ?? claims.given_name',
          'Works. Thank you.',
        ],
      ] as const;
      story.step(
        desk.read(
          path,
          'export const oidc = {\n  callback: "/cb",\n  scope: "profile.all",\n  auth: "post",\n  issuer: "https://acme.test",\n};',
        ),
      );
      for (const [i, [fault, from, to, next]] of faults.entries()) {
        story.step(
          desk.run(
            'tail -2 dev.log',
            `10:${two(3 + i * 4)}:07 INFO GET /auth/login 302\n10:${two(3 + i * 4)}:${two(11 + i)} ${i === 5 ? 'DEBUG' : 'ERROR'} ${fault}`,
          ),
        );
        story.step(desk.replace(path, from, to));
        story.step(desk.run('npm run restart --silent', 'server ready on http://localhost:5000'));
        if (i === 2) {
          story.step(desk.run('curl -s localhost:5000/healthz', 'ok'));
        }
        story.say('Please try again.');
        story.end().turn(next);
      }
      finish(desk, story);
    },
  ),
];
