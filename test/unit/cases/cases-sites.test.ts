/** Cases from building sites: failures that every way of asking repeats, and failures that get smaller or are mended one after the other. */
import { rounds, row, word } from './cases.js';

describe('cases: the same failure however it is asked for', () => {
  const needsAuth =
    'npm notice 📦  @acme/orders@1.4.0\nnpm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in to https://packages.example.test/';
  const flags = ['', ' --access public', ' --tag next', ' --provenance=false', ' --dry-run=false'];
  row('a package published with ever other flags, after edits of its settings', 'by 16', {
    'refused in the same words': rounds(8, (tools, i) => [
      tools.replace('/w/package.json', `"field${i}": false`, `"field${i}": true`),
      tools.run(`npm publish${flags[i % 5] ?? ''}`, needsAuth, 1),
    ]),
  });
  row('commits looked through by hand, each of which fails in the same way', 'quiet', {
    'seven of them': rounds(7, (tools, i) => [
      tools.run(`git checkout -q 4f${i}c2a1`, ''),
      tools.run(
        `make check-${word(i)}`,
        'ld: cannot find -lsqlite3\nmake: *** [Makefile:12: shop] Error 1',
        2,
      ),
    ]),
  });
});

describe('cases: failures that get smaller, or are others', () => {
  const off = [11842, 9310, 8871, 6204, 6011, 3377, 1902, 640, 212, 48];
  const picture = (points: number): string =>
    `  1) [chromium] › header.spec.ts:8:1 › header looks as saved\n    Error: expect(page).toHaveScreenshot(expected) failed\n      ${points} pixels are different.\n  1 failed (4.1s)`;
  row('a picture of which ever fewer points differ', 'quiet', {
    'ten times': rounds(10, (tools, i) => [
      tools.replace('/w/Header.css', `--step-${i}: ${10 + i}px`, `--step-${i}: ${14 + i * 2}px`),
      tools.run('npx playwright test header.spec.ts --reporter=line', picture(off[i] ?? 0), 1),
    ]),
  });
  row('a picture of which now more and now fewer points differ', 'by 18', {
    'nine times': rounds(9, (tools, i) => [
      tools.replace('/w/Header.css', `--step-${i}: ${10 + i}px`, `--step-${i}: ${14 + i * 2}px`),
      tools.run(
        'npx playwright test header.spec.ts --reporter=line',
        picture(11_000 + ((i * 37) % 90)),
        1,
      ),
    ]),
  });

  const built = (told: (i: number) => string): ReturnType<typeof rounds> =>
    rounds(8, (tools, i) => [
      tools.replace('/w/app/build.gradle', `use${i}()`, `use${i + 1}(${i * 3})`),
      tools.run('./gradlew assembleDebug | tail -3', `${told(i)}\nBUILD FAILED in 41s`, 1),
    ]);
  row('a build fails, without a line that names a fault as compilers do', 'by 12', {
    'in the same task': built(
      () => "Execution failed for task ':app:mergeResources'.\n> Java heap space",
    ),
  });
  row('a build fails in another task each time', 'watch at most', {
    'each is mended': built(
      (i) => `Execution failed for task ':app:merge${word(i)}'.\n> ${word(i + 3)} is out of date`,
    ),
  });

  const page = '- Page URL: http://localhost:3000/\n- heading "Shop"\n- link "Cart"';
  row('a page is opened after each change of its looks', 'quiet', {
    'its text does not tell them': rounds(10, (tools, i) => [
      tools.replace('/w/Header.css', `gap: ${i}px`, `gap: ${i + 1}px`),
      {
        tool: 'mcp__playwright__browser_navigate',
        input: { url: 'http://localhost:3000/' },
        output: page,
      },
    ]),
  });
  row('a page is opened after each change of its text', 'by 16', {
    'and has the old one': rounds(10, (tools, i) => [
      tools.replace('/w/Header.tsx', `<h1>Shop ${i}</h1>`, `<h1>Shop ${i + 1}</h1>`),
      {
        tool: 'mcp__playwright__browser_navigate',
        input: { url: 'http://localhost:3000/' },
        output: page,
      },
    ]),
  });

  const faults = [
    "Error: Cannot find module 'dotenv'",
    'Error: ENOENT: no such file or directory, open /etc/importer.json',
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'error: role "importer" does not exist',
    'error: relation "jobs" does not exist',
    'Error: Missing env S3_BUCKET',
  ];
  const mends = [
    'npm i dotenv',
    'sudo cp importer.json /etc/',
    'sudo systemctl start postgresql',
    'sudo -u postgres createuser importer',
    'npm run migrate',
    'echo S3_BUCKET=acme-in >> .env',
  ];
  row('a program started again after each fault was mended', 'quiet', {
    'six faults': rounds(6, (tools, i) => [
      tools.run('node importer.js --once', `importer 3.2 starting\n${faults[i] ?? ''}`, 1),
      tools.run(mends[i] ?? '', ''),
    ]),
  });
  row('a program started again, with the same fault', 'by 12', {
    'whatever is done': rounds(6, (tools, i) => [
      tools.run('node importer.js --once', `importer 3.2 starting\n${faults[3] ?? ''}`, 1),
      tools.run(mends[i] ?? '', ''),
    ]),
  });

  row('checks that count no faults, of another surrounding each time', 'watch at most', {
    'twelve of them': rounds(12, (tools, i) => [
      tools.run(
        `helm lint chart -f env/${word(i)}.yaml`,
        '==> Linting chart\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed',
      ),
    ]),
  });
});
