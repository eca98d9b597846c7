/** Circles at benches where things are built, signed, flashed and resolved. Before any rule was tried on them, 72 of 96 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

/** Commands and what they print. */
type Run = readonly [command: string, output: string];
type Runs = readonly [Run, ...Run[]];

export const stallsAtBenches: readonly Idea[] = [
  stall(
    'an app that is signed in ever other ways, and there is no profile',
    6,
    16,
    { why: 'the account of the team is not on this machine' },
    (desk, story) => {
      const edits: Edits = [
        [
          '/w/ios/Notes.xcodeproj/project.pbxproj',
          'CODE_SIGN_STYLE = Manual;',
          'CODE_SIGN_STYLE = Automatic;',
        ],
        ['/w/ios/fastlane/Fastfile', 'export_method: "ad-hoc"', 'export_method: "development"'],
        [
          '/w/ios/Notes.xcodeproj/project.pbxproj',
          'DEVELOPMENT_TEAM = "";',
          'DEVELOPMENT_TEAM = 8QK2V7TEST;',
        ],
        [
          '/w/ios/Config/Release.xcconfig',
          'CODE_SIGN_IDENTITY =',
          'CODE_SIGN_IDENTITY = Apple Development',
        ],
        [
          '/w/ios/Notes.xcodeproj/project.pbxproj',
          'PROVISIONING_PROFILE_SPECIFIER = "";',
          'PROVISIONING_PROFILE_SPECIFIER = "Notes Dev";',
        ],
        ['/w/ios/ExportOptions.plist', '<string>manual</string>', '<string>automatic</string>'],
        [
          '/w/ios/Notes.xcodeproj/project.pbxproj',
          'PROVISIONING_PROFILE_SPECIFIER = "Notes Dev";',
          'PROVISIONING_PROFILE_SPECIFIER = "";',
        ],
        ['/w/ios/Config/Release.xcconfig', 'Apple Development', 'iPhone Developer'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          `xcodebuild -workspace ios/Notes.xcworkspace -scheme Notes -configuration Release ${pick(['', '-allowProvisioningUpdates ', '-destination generic/platform=iOS '], i)}archive 2>&1 | tail -20`,
          `2026-11-21 ${clock(i)}.${hex(i, 3)} xcodebuild[${40_112 + i * 331}:${9_120_441 + i * 1_277}] [MT] IDEDistribution: Command line name "app-store" is deprecated.\nPrepare packages\n\nComputeTargetDependencyGraph\nnote: Building targets in dependency order\nnote: Target dependency graph (${41 + (i % 2)} targets)\n\n/w/ios/Notes.xcodeproj: error: No profiles for 'test.acme.notes' were found: Xcode couldn't find any iOS App Development provisioning profiles matching 'test.acme.notes'. (in target 'Notes' from project 'Notes')\n\n** ARCHIVE FAILED **\n\n\nThe following build commands failed:\n\tArchiving workspace Notes with scheme Notes\n(1 failure)`,
          65,
        ),
      ]);
    },
  ),
  stall(
    'a build for phones cleaned ever deeper, and one resource is not there',
    11,
    19,
    { why: 'the resource is in a library whose release has dropped it' },
    (desk, story) => {
      lookAround(desk, story);
      const cleanings: Runs = [
        [
          'flutter clean',
          'Deleting build...                                                  1,204ms\nDeleting .dart_tool...                                                46ms',
        ],
        ['rm -rf ~/.gradle/caches/transforms-4', ''],
        ['cd android && ./gradlew --stop', 'Stopping Daemon(s)\n1 Daemon stopped'],
        [
          'flutter pub cache repair',
          'Downloading path_provider 2.1.4...\nReinstalled 112 packages.',
        ],
        ['rm -rf android/.gradle android/app/build', ''],
        [
          'flutter clean && flutter pub get',
          'Deleting build...\nResolving dependencies...\nGot dependencies!',
        ],
        [
          'cd android && ./gradlew clean',
          'BUILD SUCCESSFUL in 3s\n12 actionable tasks: 12 executed',
        ],
      ];
      rounds(story, 7, (i) => [
        desk.run(...pick(cleanings, i)),
        desk.run(
          `flutter build apk --${pick(['debug', 'debug', 'release'], i)}`,
          `\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':file_chooser:verify${pick(['Debug', 'Debug', 'Release'], i)}Resources'.\n> A failure occurred while executing com.android.build.gradle.tasks.VerifyLibraryResourcesTask$Action\n   > Android resource linking failed\n     ERROR: /home/dev/.pub-cache/hosted/pub/file_chooser-3.0.1/android/build/intermediates/merged_res/values/values.xml:${2_710 + i}: AAPT: error: resource android:attr/lStar not found.\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in ${11 + ((i * 17) % 40)}s\nRunning Gradle task 'assembleDebug'...                             ${seconds(i, 14)}s\nGradle task assembleDebug failed with exit code 1`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a board that does not answer, at ever other speeds and ports',
    4,
    11,
    { why: 'the board is not in its boot mode: somebody must press the button' },
    (desk, story) => {
      const ports = [
        '/dev/ttyUSB0',
        '/dev/ttyUSB0',
        '/dev/ttyUSB1',
        '/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0',
      ] as const;
      const speeds = [460_800, 115_200, 921_600, 57_600, 230_400, 74_880] as const;
      const more = [
        '',
        '--before default_reset ',
        '--no-stub ',
        '--before no_reset ',
        '--connect-attempts 20 ',
        '--after hard_reset ',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `esptool.py --chip esp32 --port ${pick(ports, i)} --baud ${pick(speeds, i)} ${pick(more, Math.floor(i / 2))}write_flash -z 0x10000 build/meter.bin`,
          `esptool.py v4.8.1\nSerial port ${pick(ports, i)}\nConnecting${'.'.repeat(18 + ((i * 5) % 14))}_____${'.'.repeat(5 + (i % 3))}\n\nA fatal error occurred: Failed to connect to ESP32: No serial data received.\nFor troubleshooting steps visit: https://docs.example.test/esptool/troubleshooting.html`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'two bounds that are widened in turn, and the solver refuses one or the other',
    9,
    23,
    { why: 'the two packages want other releases of a third one' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.replace(
          '/w/ledger.cabal',
          i % 2 === 0
            ? `, aeson ${i === 0 ? '>=2.1 && <2.2' : '>=2.0 && <2.2'}`
            : ', servant >=0.20 && <0.21',
          i % 2 === 0
            ? ', aeson >=2.2 && <2.3'
            : `, servant ${i === 1 ? '>=0.19 && <0.21' : '>=0.19 && <0.20'}`,
        ),
        desk.run(
          `cabal build ${pick(['all', 'all --allow-newer=base', 'lib:ledger'], Math.floor(i / 2))} 2>&1 | tail -n 12`,
          i % 2 === 0
            ? `Resolving dependencies...\nError: cabal: Could not resolve dependencies:\n[__0] trying: ledger-0.4.1 (user goal)\n[__1] trying: servant-0.20.1 (dependency of ledger)\n[__2] next goal: aeson (dependency of ledger)\n[__2] rejecting: aeson-2.2.3.0 (conflict: servant => aeson>=1.4 && <2.2)\n[__2] fail (backjumping, conflict set: aeson, ledger, servant)\nAfter searching the rest of the dependency tree exhaustively, these were the goals I've had most trouble fulfilling: ledger, servant, aeson`
            : `Resolving dependencies...\nError: cabal: Could not resolve dependencies:\n[__0] trying: ledger-0.4.1 (user goal)\n[__1] trying: aeson-2.2.3.0 (dependency of ledger)\n[__2] next goal: servant (dependency of ledger)\n[__2] rejecting: servant-0.20.1 (conflict: ledger => servant>=0.19 && <0.20)\n[__2] rejecting: servant-0.19.1 (conflict: aeson => text>=2.0, servant => text<2.0)\n[__2] fail (backjumping, conflict set: aeson, ledger, servant, text)\nAfter searching the rest of the dependency tree exhaustively, these were the goals I've had most trouble fulfilling: ledger, aeson, servant, text`,
          1,
        ),
        ...(i % 3 === 2
          ? [desk.run('ghc-pkg list --simple-output | tr " " "\\n" | grep -c .', '36')]
          : []),
      ]);
    },
  ),
  stall(
    'a pointer that is constant here and not there, mended in one file at the cost of the other',
    12,
    28,
    { why: 'both sides must change at once; each mend takes the last one back' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/src/ring.zig',
          i % 2 === 0
            ? `pub fn peek(self: *${i > 0 ? '' : 'const '}Ring) ?*Slot {`
            : 'pub fn peek(self: *const Ring) ?*Slot {',
          i % 2 === 0
            ? 'pub fn peek(self: *const Ring) ?*Slot {'
            : 'pub fn peek(self: *Ring) ?*Slot {',
        ),
        desk.run(
          'zig build test 2>&1 | head -12',
          `test\n└─ run test\n   └─ zig test Debug native ${1 + (i % 2)} errors\nsrc/ring.zig:${48 + (i % 2)}:29: error: expected type '*ring.Slot', found '*const ring.Slot'\n        return &self.slots[self.head];\n               ~~~~~~~~~~~^~~~~~~~~~~\nsrc/ring.zig:${48 + (i % 2)}:29: note: cast discards const qualifier\nerror: the following command failed with 1 compilation errors:\n/opt/zig/zig test --cache-dir /w/.zig-cache --listen=-`,
          1,
        ),
        desk.replace(
          '/w/src/reader.zig',
          i % 2 === 0 ? 'ring: *const Ring,' : 'ring: *Ring,',
          i % 2 === 0 ? 'ring: *Ring,' : 'ring: *const Ring,',
        ),
        desk.run(
          'zig build test 2>&1 | head -12',
          `test\n└─ run test\n   └─ zig test Debug native 1 errors\nsrc/reader.zig:${22 + (i % 2)}:33: error: expected type '*ring.Ring', found '*const ring.Ring'\n        const slot = self.ring.peek() orelse return null;\n                     ~~~~~~~~~^~~~~\nsrc/reader.zig:${22 + (i % 2)}:33: note: cast discards const qualifier\nerror: the following command failed with 1 compilation errors:\n/opt/zig/zig test --cache-dir /w/.zig-cache --listen=-`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a rebase begun again from the start each time the same commit does not fit',
    24,
    39,
    {
      why: 'the conflict is resolved as before each time, and given up at the next commit as before',
    },
    (desk, story) => {
      workAWhile(desk, story);
      const conflict =
        'Auto-merging src/session/store.ts\nCONFLICT (content): Merge conflict in src/session/store.ts\nerror: could not apply 41be770... Keep sessions in the store\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nCould not apply 41be770... Keep sessions in the store';
      rounds(story, 6, (i) => [
        desk.run(
          pick(
            [
              'git rebase origin/main',
              'git rebase -X theirs origin/main',
              'git rebase --onto origin/main HEAD~4',
              'git rebase -i origin/main --autosquash',
            ],
            i,
          ),
          conflict,
          1,
        ),
        desk.replace(
          '/w/src/session/store.ts',
          '<<<<<<< HEAD\n  return this.map.get(id);\n=======\n  return this.db.session(id);\n>>>>>>> 41be770',
          pick(
            ['  return this.db.session(id);', '  return this.map.get(id) ?? this.db.session(id);'],
            i,
          ),
        ),
        desk.run(
          'git add -A && GIT_EDITOR=true git rebase --continue',
          `[detached HEAD ${hex(i + 31, 7)}] Keep sessions in the store\n 1 file changed, ${2 + (i % 2)} insertions(+), 1 deletion(-)\nAuto-merging src/session/expire.ts\nCONFLICT (modify/delete): src/session/expire.ts deleted in HEAD and modified in a90c213 (Let sessions expire).\nerror: could not apply a90c213... Let sessions expire`,
          1,
        ),
        desk.run('git rebase --abort', ''),
      ]);
    },
  ),
  stall(
    'a cache thrown away and paths written anew, and the module is not found',
    9,
    24,
    { why: 'the library has no index file' },
    (desk, story) => {
      const versions = [
        '"@acme/contracts": ["libs/contracts/src"]',
        '"@acme/contracts": ["libs/contracts/src/index.ts"]',
        '"@acme/contracts": ["dist/libs/contracts"]',
        '"@acme/contracts": ["./libs/contracts/src/index.ts"]',
        '"@acme/contracts/*": ["libs/contracts/src/*"]',
        '"@acme/contracts": ["libs/contracts"]',
        '"@acme/contracts": ["libs/contracts/src/public-api.ts"]',
        '"@acme/*": ["libs/*/src/index.ts"]',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/tsconfig.base.json', versions, i),
        desk.run(
          'npx nx reset',
          '\n NX   Resetting the Nx cache and stopping the daemon.\n\n\n NX   Successfully reset the Nx workspace.\n',
        ),
        desk.run(
          `npx nx build api ${pick(['', '--skip-nx-cache', '--verbose'], i)}`.trim(),
          `\n> nx run api:build${pick([':production', ''], i)}\n\n\u001B[33mwarning\u001B[39m daemon started, pid ${21_400 + i * 97}\n\u001B[31m✘ [ERROR]\u001B[39m Could not resolve "@acme/contracts"\n\n    apps/api/src/orders.ts:${3 + (i % 2)}:24:\n      ${3 + (i % 2)} │ import { Order } from '@acme/contracts';\n        ╵                        ~~~~~~~~~~~~~~~~~\n\n\u001B[41m\u001B[97m NX \u001B[39m\u001B[49m  Ran target build for project api (${2 + (i % 4)}s)\n\n    ✖    1/1 failed\n    ✔    0/1 succeeded [0 read from cache]`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'three pins that are tried round and round',
    9,
    21,
    { why: 'each pin was refused before; nobody keeps a list' },
    (desk, story) => {
      const pins = ['pandas = "2.1.4"', 'pandas = "^2.2"', 'pandas = "1.5.3"'] as const;
      const refusals = [
        'Because acme-frames (0.9.2) depends on pandas (>=2.2)\n  and ledger depends on pandas (2.1.4), acme-frames is forbidden.\nSo, because ledger depends on acme-frames (0.9.2), version solving failed.',
        'Because streamline (1.30.0) depends on pandas (>=1.3,<2.2)\n  and ledger depends on pandas (^2.2), streamline is forbidden.\nSo, because ledger depends on streamline (1.30.0), version solving failed.',
        "The current project's supported Python range (>=3.12,<3.13) is not compatible with some of the required packages Python requirement:\n  - pandas requires Python >=3.8,<3.12, so it will not be installable for Python >=3.12,<3.13\n\nBecause ledger depends on pandas (1.5.3) which doesn't match any versions, version solving failed.",
      ] as const;
      rounds(story, 12, (i) => [
        rewrite(desk, '/w/pyproject.toml', [pins[2], pins[0], pins[1]], i),
        desk.run(
          pick(
            ['poetry lock', 'poetry lock --no-update', 'poetry install', 'poetry update pandas'],
            Math.floor(i / 3),
          ),
          `Updating dependencies\nResolving dependencies... (${seconds(i, 3)}s)\n\n${pick(refusals, i)}`,
          1,
        ),
      ]);
    },
  ),
];
