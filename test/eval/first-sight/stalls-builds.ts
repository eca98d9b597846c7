/** Circles of changes to files after which a build, a test or a run shows the same. */
import { word } from '../../unit/cases/cases.js';
import { hex, pick, rounds, stall, type Idea } from './idea.js';

export const stallsByBuilds: readonly Idea[] = [
  stall(
    'styles changed eight times, and the picture differs by the same',
    5,
    12,
    { why: 'the style sheet is not loaded: nothing that is edited shows' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/src/card.css',
          `margin: ${8 + i}px ${i}px;`,
          `margin: ${9 + i}px ${i + 1}px;`,
        ),
        desk.use(
          'browser',
          'compare_screenshot',
          { name: 'card', threshold: 0.1 },
          '5121 pixels differ (4.12 %)',
        ),
      ]);
    },
  ),
  stall(
    'a kernel that forgets, a name that is not there, over and over',
    6,
    15,
    { why: 'the cell that would define it is never the one that is run' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'notebook',
          'restart_kernel',
          { path: '/w/model.ipynb' },
          `Kernel restarted (${hex(i, 8)})`,
        ),
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/model.ipynb', index: 1 },
          `In[1]: executed, no output`,
        ),
        desk.use(
          'notebook',
          'execute_cell',
          { path: '/w/model.ipynb', index: pick([7, 9], i) },
          `In[2]: NameError Traceback (most recent call last)\n----> 1 df.groupby("${word(i)}").mean()\nNameError: name 'df' is not defined`,
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'a table read in different encodings, the same byte in the way',
    5,
    12,
    { why: 'the place of the error never moves' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/load.py',
          `read_csv(path, ${word(i)})`,
          `read_csv(path, encoding="${pick(['latin-1', 'cp1252', 'utf-8-sig', 'utf-16', 'mac_roman'], i)}", ${word(i + 1)})`,
        ),
        desk.run(
          'python -m shop.load data/orders.csv',
          `Traceback (most recent call last):\n  File "/w/shop/load.py", line ${20 + i}, in <module>\n    main()\nUnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 1123: invalid continuation byte`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a generated file edited, which each build makes anew',
    9,
    18,
    { why: 'the build writes over it each time' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.replace('/w/dist/client.js', 'timeout: 1000', `timeout: ${2000 + i * 500}`),
        desk.run(
          'npm run build',
          `> shop@4.2.0 build\n> tsup src/client.ts\n\nESM dist/client.js 12.1${i} KB\nESM ⚡️ Build success in ${31 + i}ms`,
        ),
        desk.run("grep -n 'timeout:' dist/client.js", '88:  timeout: 1000,'),
      ]);
    },
  ),
  stall(
    'a key added here and there, and the check still misses it',
    5,
    12,
    { why: 'the check reads another file' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          pick(['/w/i18n/de.json', '/w/src/texts/de.ts', '/w/public/locales/de.json'], i),
          `"about": "${word(i)}"`,
          `"about": "${word(i)}",\n  "settings.title": "Einstellungen ${i}"`,
        ),
        desk.run('npm run -s i18n:check', 'de: 1 key missing: settings.title\nen: ok\nfr: ok', 1),
      ]);
    },
  ),
  stall(
    'repositories added to a build, the same artifact missing',
    5,
    12,
    { why: 'the version does not exist' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/settings.gradle.kts',
          'repositories {',
          `repositories {\n    maven("https://repo.${word(i)}.org/releases")`,
        ),
        desk.run(
          './gradlew :app:assembleDebug',
          `> Task :app:preBuild UP-TO-DATE\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n> Could not resolve com.acme:charts:9.9.9.\n\nBUILD FAILED in ${3 + i}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a program made executable again and again',
    5,
    12,
    { why: 'the mark is set, and it is the mount that forbids it' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run('./gradlew build', 'bash: ./gradlew: Permission denied', 126),
        desk.run(
          pick(
            ['chmod +x gradlew', 'chmod 755 ./gradlew', 'chmod a+rx gradlew && ls -l gradlew'],
            i,
          ),
          i % 3 === 2 ? '-rwxr-xr-x 1 dev dev 8762 Nov 21 10:00 gradlew' : '',
        ),
      ]);
    },
  ),
  stall(
    'a document that does not compile, at the same command',
    5,
    12,
    { why: 'the same control sequence after each edit' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.replace(
          '/w/thesis/ch2.tex',
          `\\section{${word(i)}}`,
          `\\section{${word(i)}}\\label{sec:${word(i)}${i}}`,
        ),
        desk.run(
          'latexmk -pdf -interaction=nonstopmode thesis.tex',
          `Rc files read: NONE\nRun number 1 of rule 'pdflatex'\nThis is pdfTeX, Version 3.141592653-2.6-1.40.26\n(./thesis.tex (./thesis.aux) (./ch1.tex [${1 + i}] [${2 + i}]) (./ch2.tex\n! Undefined control sequence.\nl.${214 + i} \\qtyrange\n                  {1}{5}{\\metre}\n[${14 + i}])\nOutput written on thesis.pdf (${31 + i} pages, ${412_000 + i * 311} bytes).\nLatexmk: Errors, so I did not complete making targets`,
          12,
        ),
      ]);
    },
  ),
];
