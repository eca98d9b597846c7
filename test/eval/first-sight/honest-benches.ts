/** Honest work at benches where things are built, flashed, bisected and resolved; it looks like circles. Written before any rule was tried on it. */
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { finish, lookAround, seconds, type Edits } from './openings.js';

const packages = [
  'billing',
  'search',
  'mail',
  'images',
  'users',
  'audit',
  'export',
  'login',
  'stock',
  'prices',
  'tax',
  'shipping',
] as const;

/** What a build says is wrong, and the edit that mends it. */
type Hurdles = readonly (readonly [error: string, edit: Edits[number]])[];

export const honestAtBenches: readonly Idea[] = [
  quiet(
    'an archive for phones whose hurdles fall one after another',
    { why: 'each failure is another one, mended and gone' },
    (desk, story) => {
      lookAround(desk, story);
      const hurdles: Hurdles = [
        [
          "/w/ios/Notes.xcodeproj: error: Signing for \"Notes\" requires a development team. Select a development team in the Signing & Capabilities editor. (in target 'Notes' from project 'Notes')",
          [
            '/w/ios/Notes.xcodeproj/project.pbxproj',
            'DEVELOPMENT_TEAM = "";',
            'DEVELOPMENT_TEAM = 8QK2V7TEST;',
          ],
        ],
        [
          "/w/ios/Notes.xcodeproj: error: \"Notes\" has conflicting provisioning settings. Notes is automatically signed, but code signing identity iPhone Distribution has been manually specified. (in target 'Notes' from project 'Notes')",
          ['/w/ios/Config/Release.xcconfig', 'CODE_SIGN_IDENTITY = iPhone Distribution', ''],
        ],
        [
          "/w/ios/Notes/Share.swift:41:9: error: value of type 'ShareSheet' has no member 'present'\n        sheet.present(from: view)\n        ~~~~~ ^~~~~~~",
          ['/w/ios/Notes/Share.swift', 'sheet.present(from: view)', 'sheet.show(in: view)'],
        ],
        [
          '/w/ios/Notes/Info.plist: error: The value of CFBundleVersion in your app extension (41) must match that of its containing parent app (42).',
          ['/w/ios/Widget/Info.plist', '<string>41</string>', '<string>42</string>'],
        ],
        [
          'ld: framework not found NotesKit\nclang: error: linker command failed with exit code 1 (use -v to see invocation)',
          [
            '/w/ios/Podfile',
            "target 'Widget' do",
            "target 'Widget' do\n  pod 'NotesKit', :path => '../kit'",
          ],
        ],
      ];
      hurdles.forEach(([error, edit], i) => {
        story.step(
          desk.run(
            'xcodebuild -workspace ios/Notes.xcworkspace -scheme Notes -configuration Release archive 2>&1 | tail -20',
            `2026-11-21 ${clock(i)}.${hex(i, 3)} xcodebuild[${40_112 + i * 331}:${9_120_441 + i * 1_277}] [MT] IDEDistribution: Command line name "app-store" is deprecated.\nComputeTargetDependencyGraph\nnote: Building targets in dependency order\n\n${error}\n\n** ARCHIVE FAILED **\n\n\nThe following build commands failed:\n\tArchiving workspace Notes with scheme Notes\n(1 failure)`,
            65,
          ),
        );
        story.step(desk.replace(...edit));
      });
      story.step(
        desk.run(
          'xcodebuild -workspace ios/Notes.xcworkspace -scheme Notes -configuration Release archive 2>&1 | tail -20',
          'note: Building targets in dependency order\n\n** ARCHIVE SUCCEEDED **',
        ),
      );
    },
  ),
  quiet(
    'pictures of twelve screens taken anew, one after another',
    {
      why: 'each call names another screen; all go well',
      prompt: 'Update the golden pictures screen by screen, so that I can look at each commit.',
    },
    (desk, story) => {
      packages.forEach((screen, i) => {
        story.step(
          desk.run(
            `flutter test --update-goldens test/golden/${screen}_test.dart`,
            `00:0${2 + (i % 3)} +0: loading /w/test/golden/${screen}_test.dart\n00:0${3 + (i % 3)} +1: golden\n00:0${4 + (i % 3)} +2: All tests passed!`,
          ),
        );
        story.step(
          desk.run(
            `git add -A && git commit -qm "Golden pictures of ${screen}" && git log --oneline -1`,
            `${hex(i + 9, 7)} Golden pictures of ${screen}`,
          ),
        );
      });
    },
  ),
  quiet(
    'a gain tried at twelve settings on a board, flashed each time',
    { why: 'a sweep: the noise falls, then rises, and the best is kept' },
    (desk, story) => {
      const noise = [41.2, 37.9, 33.1, 30.4, 27.7, 25.9, 25.1, 24.8, 25.6, 27.2, 30.9, 36.3];
      noise.forEach((millivolts, i) => {
        story.step(
          desk.run(
            `idf.py -p /dev/ttyUSB0 -D ADC_GAIN=${4 + i * 2} build flash 2>&1 | tail -5`,
            `Writing at 0x0008${hex(i, 4)}... (100 %)\nWrote 312${410 + i} bytes (178204 compressed) at 0x00010000 in ${seconds(i, 4)} seconds (effective ${560 + i}.3 kbit/s)...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...`,
          ),
        );
        story.step(
          desk.run(
            'python3 tools/serial_read.py --seconds 5 --grep noise',
            `I (${1_204 + i * 3}) meter: boot ok, firmware 1.8.0-dev\nI (${4_877 + i * 11}) meter: noise rms ${millivolts} mV over 4096 samples`,
          ),
        );
      });
      story.step(desk.replace('/w/main/adc.h', '#define ADC_GAIN 8', '#define ADC_GAIN 18'));
    },
  ),
  quiet(
    'forty errors of one kind that become fewer with each change',
    { why: 'the same error code each time, and the count falls' },
    (desk, story) => {
      const counts = [41, 36, 31, 27, 22, 18, 13, 9, 4, 0];
      counts.forEach((count, i) => {
        const file = `src/${pick(packages, i)}/mod.rs`;
        story.step(
          desk.run(
            'cargo check 2>&1 | tail -n 14',
            count === 0
              ? `    Checking ledger v0.9.0 (/w)\n    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in ${seconds(i, 6)}s`
              : `error[E0308]: mismatched types\n   --> ${file}:${31 + i * 4}:17\n    |\n${31 + i * 4} |         total += line.amount;\n    |                  ^^^^^^^^^^^ expected \`Money\`, found \`i64\`\n\nFor more information about this error, try \`rustc --explain E0308\`.\nwarning: \`ledger\` (lib) generated 2 warnings\nerror: could not compile \`ledger\` (lib) due to ${count} previous errors; 2 warnings emitted`,
            count === 0 ? 0 : 101,
          ),
        );
        if (count > 0) {
          story.step(
            desk.replace(
              `/w/${file}`,
              `        total += line.amount; // ${pick(packages, i)}`,
              `        total += Money::from(line.amount); // ${pick(packages, i)}`,
            ),
          );
        }
      });
    },
  ),
  quiet(
    'a change found by halving the history, with the same failure at many places',
    {
      why: 'each half is another commit, and the range shrinks',
      prompt: 'Since when does peer_test crash? Find the commit.',
    },
    (desk, story) => {
      const bad = [true, true, false, true, false, true, true, false];
      story.step(
        desk.run(
          'git bisect start HEAD v2.4.0',
          'Bisecting: 211 revisions left to test after this (roughly 8 steps)\n[5b1f0c2a] Merge the new timer',
        ),
      );
      bad.forEach((isBad, i) => {
        story.step(
          desk.run(
            'cmake --build build -j8 2>&1 | tail -1 && ./build/peer_test 2>&1 | tail -3',
            isBad
              ? `[100%] Built target peer_test\nterminate called after throwing an instance of 'std::system_error'\n  what():  Resource deadlock avoided\nAborted (core dumped)`
              : `[100%] Built target peer_test\n[==========] 18 tests from 3 test suites ran. (${41 + i} ms total)\n[  PASSED  ] 18 tests.`,
            isBad ? 134 : 0,
          ),
        );
        story.step(
          desk.run(
            `git bisect ${isBad ? 'bad' : 'good'}`,
            i === bad.length - 1
              ? `${hex(i + 5, 40)} is the first bad commit\nAuthor: Kim <kim@example.test>\n\n    Join the timer in its own thread`
              : `Bisecting: ${211 >> (i + 1)} revisions left to test after this (roughly ${7 - i} steps)\n[${hex(i + 5, 40)}] Change ${i}`,
          ),
        );
      });
      story.step(
        desk.run(
          'git bisect reset',
          "Previous HEAD position was 5b1f0c2a\nSwitched to branch 'main'",
        ),
      );
    },
  ),
  quiet(
    'a long build looked at every minute',
    { why: 'the counter moves each time', prompt: 'Build everything and tell me when it is done.' },
    (desk, story) => {
      const done = [112, 1_204, 2_911, 4_480, 6_012, 7_345, 8_201, 9_410, 9_988, 10_402];
      story.step(desk.run('nohup bazel test //... > /tmp/bazel.log 2>&1 &', ''));
      done.forEach((count, i) => {
        story.step(
          desk.run(
            'sleep 55; tail -c 600 /tmp/bazel.log',
            `\u001B[32mAnalyzing:\u001B[0m 812 targets (0 packages loaded, 0 targets configured)\n\u001B[32m[${count.toLocaleString('en')} / 10,402]\u001B[0m ${211 + i * 30} / 640 tests; Testing //server/${pick(packages, i)}:all; ${3 + (i % 9)}s remote-cache ... (8 actions, 7 running)`,
          ),
        );
      });
      story.step(
        desk.run(
          'tail -3 /tmp/bazel.log',
          'Executed 640 out of 640 tests: 640 tests pass.\nINFO: Build completed successfully, 10402 total actions',
        ),
      );
      finish(desk, story);
    },
  ),
  noStall(
    'conflicts of releases that are lifted one by one',
    { why: 'each round names other packages until all is resolved' },
    (desk, story) => {
      const pairs = [
        'react-router',
        'react-query',
        'storybook',
        'testing-library',
        'eslint-plugin-react',
        'styled-components',
        'formik',
      ] as const;
      pairs.forEach((name, i) => {
        story.step(
          desk.run(
            'npm install',
            `npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error While resolving: ${name}@${4 + i}.1.0\nnpm error Found: react@19.0.0\nnpm error node_modules/react\nnpm error   react@"^19.0.0" from the root project\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer react@"^18.0.0" from ${name}@${4 + i}.1.0\nnpm error node_modules/${name}\nnpm error\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-11-21T${clock(i).replaceAll(':', '_')}_${hex(i, 3)}Z-debug-0.log`,
            1,
          ),
        );
        story.step(
          desk.run(
            `npm view ${name} peerDependencies.react versions --json | tail -3`,
            `  "${5 + i}.0.0",\n  "${5 + i}.2.${i}"\n]`,
          ),
        );
        story.step(
          desk.replace(
            '/w/package.json',
            `"${name}": "^${4 + i}.1.0"`,
            `"${name}": "^${5 + i}.2.${i}"`,
          ),
        );
      });
      story.step(
        desk.run(
          'npm install',
          `added ${31} packages, changed 44 packages, and audited 1204 packages in 19s\n\nfound 0 vulnerabilities`,
        ),
      );
      finish(desk, story);
    },
  ),
  quiet(
    'one replacement carried through twelve packages, with answers of nothing',
    {
      why: 'each call changes another package',
      prompt: 'Replace the old logger in all packages, one by one, and build each.',
    },
    (desk, story) => {
      packages.forEach((name, i) => {
        story.step(
          desk.run(
            `grep -rl "@acme/log" packages/${name}/src | xargs sed -i 's#@acme/log#@acme/telemetry#g'`,
            '',
          ),
        );
        story.step(
          desk.run(
            `npx turbo run build --filter=@acme/${name}`,
            `• Packages in scope: @acme/${name}\n• Running build in 1 packages\n• Remote caching disabled\n@acme/${name}:build: cache miss, executing ${hex(i, 16)}\n\n Tasks:    1 successful, 1 total\nCached:    0 cached, 1 total\n  Time:    ${seconds(i, 3)}s`,
          ),
        );
      });
      rounds(story, 1, () => [
        desk.run(
          'git diff --stat | tail -1',
          ' 61 files changed, 61 insertions(+), 61 deletions(-)',
        ),
      ]);
    },
  ),
];
