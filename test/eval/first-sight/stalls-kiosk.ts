/** Circles of plain desks: files that stay tracked, caches that answer, prompts that need a person, moves without an end. Before any rule was tried on them, 12 of 144 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, seconds, workAWhile, type Edits } from './openings.js';

export const stallsAtKiosk: readonly Idea[] = [
  stall(
    'a file that git holds already, kept out by ever other lines of the list of what to ignore',
    6,
    14,
    {
      why: 'a file that is tracked is not ignored by any line',
      prompt: 'appsettings.Local.json keeps showing up in git status, ignore it please.',
    },
    (desk, story) => {
      const status =
        'On branch feature/checkout\nYour branch is up to date with \'origin/feature/checkout\'.\n\nChanges not staged for commit:\n  (use "git add <file>..." to update what will be committed)\n  (use "git restore <file>..." to discard changes in working directory)\n\tmodified:   .gitignore\n\tmodified:   src/Shop.Api/appsettings.Local.json\n\nno changes added to commit (use "git add" and/or "git commit -a")';
      const lines: Edits = [
        ['/w/.gitignore', '*.user', '*.user\nappsettings.Local.json'],
        ['/w/.gitignore', 'appsettings.Local.json', '**/appsettings.Local.json'],
        [
          '/w/.gitignore',
          '**/appsettings.Local.json',
          '# local settings\nsrc/Shop.Api/appsettings.Local.json',
        ],
        ['/w/.gitignore', 'src/Shop.Api/', '/src/Shop.Api/'],
        [
          '/w/.gitignore',
          'appsettings.Local.json',
          'appsettings.Local.json\n/src/Shop.Api/appsettings.*.Local.json',
        ],
        ['/w/.gitignore', 'appsettings.Local.json', '*.Local.json'],
        ['/w/.git/info/exclude', '# *~', '# *~\nappsettings.Local.json'],
        ['/w/.gitignore', '*.Local.json', '[Aa]ppsettings.[Ll]ocal.json'],
        ['/w/.gitignore', '!appsettings*.json\n', ''],
      ];
      story.step(desk.run('git status', status.replace('\tmodified:   .gitignore\n', '')));
      rounds(story, 9, (i) => [
        desk.replace(...pick(lines, i)),
        desk.run(
          pick(['git status', 'git status --short', 'git status -s | grep -i local'], i),
          pick(
            [
              status,
              ' M .gitignore\n M src/Shop.Api/appsettings.Local.json',
              ' M src/Shop.Api/appsettings.Local.json',
            ],
            i,
          ),
        ),
        ...(i === 1
          ? [desk.run('git check-ignore -v src/Shop.Api/appsettings.Local.json', '', 1)]
          : i === 4
            ? [
                desk.run(
                  'cat -A .gitignore | grep -i local',
                  '# local settings$\n/src/Shop.Api/appsettings.Local.json$\n/src/Shop.Api/appsettings.*.Local.json$',
                ),
              ]
            : i === 7
              ? [desk.run('git config --get core.excludesFile', '', 1)]
              : []),
      ]);
    },
  ),
  stall(
    'a migration that wants a person at the terminal, begun by ever other pipes',
    4,
    11,
    {
      why: 'the program asks for a terminal that no pipe is',
      prompt: 'Add a nullable `note` to Order and migrate the dev database.',
    },
    (desk, story) => {
      const tries = [
        'npx prisma migrate dev --name add_order_note',
        'CI=false npx prisma migrate dev --name add_order_note',
        'yes | npx prisma migrate dev --name add_order_note',
        'echo y | npx prisma migrate dev --name add-order-note --skip-seed',
        'npx prisma migrate dev --name add_order_note --create-only',
        'script -qc "npx prisma migrate dev --name add_order_note" /dev/null < /dev/null | cat',
        'npm run db:migrate -- --name add_order_note',
        'npx --yes prisma@5 migrate dev --name add_order_note',
        'npx prisma migrate dev --name add_order_note --skip-generate < /dev/null',
        "printf 'y\\ny\\n' | pnpm prisma migrate dev -n add_order_note",
        'FORCE_COLOR=0 TERM=xterm-256color npx prisma migrate dev --name note',
        'nohup npx prisma migrate dev --name add_order_note > /tmp/migrate.log 2>&1; cat /tmp/migrate.log',
      ] as const;
      story.step(
        desk.replace('/w/prisma/schema.prisma', '  total Int', '  total Int\n  note  String?'),
      );
      rounds(story, 12, (i) => [
        desk.run(
          pick(tries, i),
          `Environment variables loaded from .env\nPrisma schema loaded from prisma/schema.prisma\nDatasource "db": PostgreSQL database "shop_dev", schema "public" at "localhost:5432"\n\nError: Prisma Migrate has detected that the environment is non-interactive, which is not supported.\n\n\`prisma migrate dev\` is an interactive command designed to create new migrations and evolve the database in development.\nTo apply existing migrations in deployments, use prisma migrate deploy.\nSee https://www.prisma.io/docs/reference/api-reference/command-reference#migrate-deploy`,
          i === 6 ? 1 : 130,
        ),
        ...(i === 4
          ? [
              desk.run(
                'ls prisma/migrations',
                '20260704101500_init\n20260911083012_add_coupon\nmigration_lock.toml',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a module of a tool that is added, and tidied away again by the same make',
    6,
    14,
    { why: 'make tidies first, and no code imports the tool', prompt: 'Regenerate the mocks.' },
    (desk, story) => {
      const adds = [
        'go get github.com/golang/mock/mockgen@v1.6.0',
        'go get github.com/golang/mock/mockgen',
        'go get -u github.com/golang/mock/...',
        'go get github.com/golang/mock@latest github.com/golang/mock/mockgen@latest',
        'go mod edit -require=github.com/golang/mock@v1.6.0 && go mod download github.com/golang/mock',
        'GOFLAGS=-mod=mod go get github.com/golang/mock/mockgen@v1.6.0',
        'go install github.com/golang/mock/mockgen@v1.6.0 && go get github.com/golang/mock/mockgen@v1.6.0',
        'go clean -modcache && go get github.com/golang/mock/mockgen@v1.5.0',
        'GOPROXY=direct go get github.com/golang/mock/mockgen@v1.6.0',
      ] as const;
      const generate = (i: number): string =>
        `go mod tidy\ngo generate ./...\nno required module provides package github.com/golang/mock/mockgen; to add it:\n\tgo get github.com/golang/mock/mockgen\ninternal/${pick(['store', 'mail', 'store', 'queue'], i)}/${pick(['store', 'mail', 'store', 'queue'], i)}.go:${9 + (i % 2)}: running "go": exit status 1\nmake: *** [Makefile:14: generate] Error 1`;
      story.step(desk.run('make generate', generate(0), 2));
      rounds(story, 9, (i) => [
        desk.run(
          pick(adds, i),
          pick(
            [
              'go: added github.com/golang/mock v1.6.0',
              'go: added github.com/golang/mock v1.6.0\ngo: added golang.org/x/mod v0.21.0\ngo: added golang.org/x/tools v0.26.0',
              'go: downloading github.com/golang/mock v1.6.0\ngo: added github.com/golang/mock v1.6.0',
            ],
            i,
          ),
        ),
        desk.run(
          pick(['make generate', 'make generate 2>&1 | tail -5', 'make -B generate'], i),
          generate(i),
          i % 3 === 1 ? 0 : 2,
        ),
        ...(i % 4 === 3
          ? [desk.run('grep -n mock go.mod', '', 1)]
          : i % 4 === 1
            ? [desk.run('go version && go env GOFLAGS', 'go version go1.23.2 linux/amd64\n')]
            : []),
      ]);
    },
  ),
  stall(
    'a sender of mail set in ever other files of Laravel, while the settings kept before are read',
    7,
    15,
    {
      why: 'a cached configuration is read and nobody clears it',
      prompt: 'Mails on staging go to the log, they should go out by SMTP.',
    },
    (desk, story) => {
      const edits: Edits = [
        ['/w/.env', 'MAIL_MAILER=log', 'MAIL_MAILER=smtp'],
        ['/w/config/mail.php', "env('MAIL_MAILER', 'log')", "env('MAIL_MAILER', 'smtp')"],
        ['/w/.env', 'MAIL_MAILER=smtp', 'MAIL_MAILER="smtp"\nMAIL_DRIVER="smtp"'],
        ['/w/.env.staging', 'MAIL_MAILER=log', 'MAIL_MAILER=smtp'],
        ['/w/config/mail.php', "'default' => env('MAIL_MAILER', 'smtp')", "'default' => 'smtp'"],
        [
          '/w/app/Providers/AppServiceProvider.php',
          '    public function register(): void\n    {',
          "    public function register(): void\n    {\n        // mail goes out by SMTP\n        putenv('MAIL_MAILER=smtp');",
        ],
        ['/w/.env', 'MAIL_DRIVER="smtp"', 'MAIL_DRIVER=smtp\nMAIL_HOST=smtp.example.test'],
        [
          '/w/docker-compose.yml',
          '      APP_ENV: staging',
          '      APP_ENV: staging\n      MAIL_MAILER: smtp',
        ],
        [
          '/w/config/mail.php',
          "        'log' => [",
          "        'smtp' => [\n            'transport' => 'smtp',\n        ],\n        'log' => [",
        ],
      ];
      story.step(
        desk.search(
          'MAIL_MAILER',
          ".env:31:MAIL_MAILER=log\nconfig/mail.php:17:    'default' => env('MAIL_MAILER', 'log'),",
        ),
      );
      rounds(story, 9, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          pick(
            [
              `php artisan tinker --execute="echo config('mail.default');"`,
              `php artisan tinker --execute="dump(config('mail.default'))"`,
              'php artisan config:show mail.default',
            ],
            i,
          ),
          pick(
            [
              'log',
              '"log" // vendor/psy/psysh/src/ExecutionLoopClosure.php(53) : eval()\'d code:1',
              '\n  mail.default ........................................................... log  ',
            ],
            i,
          ),
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                'docker compose restart app',
                ` Container shop-app-1  Restarting\n Container shop-app-1  Started`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'getters that a Java compiler does not find, under ever other lines about Lombok',
    7,
    15,
    {
      why: 'the processing of annotations stays off, whatever the classes say',
      prompt: 'Move the build to Java 23.',
    },
    (desk, story) => {
      const edits: Edits = [
        ['/w/pom.xml', '<java.version>21</java.version>', '<java.version>23</java.version>'],
        [
          '/w/pom.xml',
          '<lombok.version>1.18.30</lombok.version>',
          '<lombok.version>1.18.36</lombok.version>',
        ],
        [
          '/w/src/main/java/shop/order/Order.java',
          '@Getter\npublic class Order {',
          '@Data\npublic class Order {',
        ],
        ['/w/pom.xml', '      <scope>provided</scope>', '      <scope>compile</scope>'],
        ['/w/src/main/java/shop/order/Order.java', 'import lombok.Data;', 'import lombok.*;'],
        [
          '/w/lombok.config',
          'config.stopBubbling = true\n',
          'config.stopBubbling = true\nlombok.addLombokGeneratedAnnotation = true\n',
        ],
        ['/w/pom.xml', '      <optional>true</optional>\n', ''],
        ['/w/src/main/java/shop/order/Order.java', '@Data', '@Getter\n@Setter\n@ToString'],
        [
          '/w/pom.xml',
          '<lombok.version>1.18.36</lombok.version>',
          '<lombok.version>1.18.34</lombok.version>',
        ],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          pick(
            ['mvn -q compile', 'mvn -q clean compile', 'mvn -q -U clean compile 2>&1 | head -20'],
            i,
          ),
          `[ERROR] COMPILATION ERROR : \n[ERROR] /w/src/main/java/shop/order/OrderService.java:[41,${i % 2 === 0 ? 29 : 31}] cannot find symbol\n  symbol:   method getTotal()\n  location: variable order of type shop.order.Order\n[ERROR] /w/src/main/java/shop/order/OrderMapper.java:[${22 + (i % 3)},18] cannot find symbol\n  symbol:   method getCustomer()\n  location: variable order of type shop.order.Order\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile (default-compile) on project shop: Compilation failure: Compilation failure: \n[ERROR] -> [Help 1]`,
          i % 3 === 2 ? 0 : 1,
        ),
        ...(i % 3 === 1
          ? [
              desk.read(
                '/w/src/main/java/shop/order/Order.java',
                `package shop.order;\n\nimport lombok.${i > 4 ? '*' : 'Data'};\n\n@${i > 6 ? 'Getter' : 'Data'}\npublic class Order {\n    private Long id;\n    private String customer;\n    private BigDecimal total;\n}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a warning about keys of a list, with keys put onto ever other lists',
    9,
    18,
    {
      why: 'the list that lacks them is a fragment in another file',
      prompt: 'Get rid of the key warning on the orders page.',
    },
    (desk, story) => {
      const places = [
        'OrderRow',
        'OrderFilter',
        'OrderTable',
        'Pagination',
        'OrderBadges',
        'OrderTable',
        'StatusMenu',
        'OrderRow',
        'OrdersPage',
      ] as const;
      rounds(story, 9, (i) => [
        desk.read(
          `/w/src/orders/${pick(places, i)}.tsx`,
          `import { useMemo } from 'react';\nimport type { Order } from './types';\n\nexport function ${pick(places, i)}({ items }: { items: Order[] }) {\n  return (\n    <ul className="divide-y">\n      {items.map((item) => (\n        <li key={item.id}>{item.title}</li>\n      ))}\n    </ul>\n  );\n}`,
        ),
        desk.replace(
          `/w/src/orders/${pick(places, i)}.tsx`,
          '<li key={item.id}>',
          pick(
            [
              '<li key={`row-${item.id}`}>',
              '<li key={item.id + item.title}>',
              '{/* index is stable here */}\n        <li key={index}>',
              '<li key={useId()}>',
              '<li key={`${item.id}-${index}`}>',
            ],
            i,
          ),
        ),
        desk.run(
          pick(
            [
              'npx vitest run src/orders/OrdersPage.test.tsx 2>&1 | tail -22',
              'npx vitest run src/orders --reporter=basic 2>&1 | grep -B2 -A8 "unique"',
            ],
            i,
          ),
          `stderr | src/orders/OrdersPage.test.tsx > OrdersPage > shows the orders\nWarning: Each child in a list should have a unique "key" prop.\n\nCheck the render method of \`OrdersPage\`. See https://reactjs.org/link/warning-keys for more information.\n    at Fragment\n    at OrdersPage (/w/src/orders/OrdersPage.tsx:${21 + (i % 3)}:11)\n\n ✓ src/orders/OrdersPage.test.tsx (3 tests) ${80 + ((i * 17) % 31)}ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        ),
      ]);
    },
  ),
  stall(
    'a test that is green here and red in the pipeline, pushed again after each green run here',
    25,
    36,
    { why: 'each push brings the same failure, and each run here says nothing of it' },
    (desk, story) => {
      workAWhile(desk, story);
      story.step(
        desk.run('git push 2>&1 | tail -1', `   ${hex(60, 7)}..${hex(62, 7)}  main -> main`),
      );
      const red = (i: number): string =>
        `unit\tRun npm test\t2026-11-21T${clock(i)}.${hex(i, 6)}Z  FAIL  test/catalog.test.ts > sorts the names\nunit\tRun npm test\t2026-11-21T${clock(i)}.${hex(i + 3, 6)}Z AssertionError: expected [ 'Zander', 'Äpfel' ] to deeply equal [ 'Äpfel', 'Zander' ]\nunit\tRun npm test\t2026-11-21T${clock(i)}.${hex(i + 5, 6)}Z  ❯ test/catalog.test.ts:${18 + (i % 3)}:23\nunit\tRun npm test\t2026-11-21T${clock(i)}.${hex(i + 6, 6)}Z  Test Files  1 failed | 30 passed (31)\nunit\tRun npm test\t2026-11-21T${clock(i)}.${hex(i + 7, 6)}Z ##[error]Process completed with exit code 1.`;
      story.step(desk.run('gh run view --log-failed | tail -5', red(0)));
      const here = [
        'npx vitest run test/catalog.test.ts',
        'CI=1 npx vitest run test/catalog.test.ts',
        'TZ=UTC CI=true npm test -- catalog',
        'npx vitest run test/catalog.test.ts --pool=forks',
        'npx vitest run test/catalog.test.ts --no-file-parallelism',
        'NODE_ENV=test npx vitest run test/catalog.test.ts',
        'rm -rf node_modules && npm ci --silent && npx vitest run test/catalog.test.ts',
        'npx vitest run test/catalog.test.ts --sequence.shuffle',
      ] as const;
      const edits: Edits = [
        ['/w/src/catalog.ts', 'names.sort()', 'names.sort((a, b) => a.localeCompare(b))'],
        [
          '/w/test/catalog.test.ts',
          "['Äpfel', 'Zander']",
          "['Zander', 'Äpfel'].sort((a, b) => a.localeCompare(b))",
        ],
        ['/w/src/catalog.ts', 'a.localeCompare(b)', 'a.localeCompare(b, undefined)'],
        ['/w/src/catalog.ts', 'names.sort(', '[...names].sort('],
        ['/w/vitest.config.ts', 'globals: true', 'globals: true,\n    isolate: true'],
        [
          '/w/src/catalog.ts',
          'localeCompare(b, undefined)',
          "localeCompare(b, undefined, { sensitivity: 'base' })",
        ],
        ['/w/.github/workflows/ci.yml', 'npm test', 'npm test -- --reporter=verbose'],
        [
          '/w/test/catalog.test.ts',
          "it('sorts the names'",
          "it('sorts the names by their letters'",
        ],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          pick(here, i),
          ` RUN  v2.1.4 /w\n\n ✓ test/catalog.test.ts (6 tests) ${5 + ((i * 7) % 9)}ms\n\n Test Files  1 passed (1)\n      Tests  6 passed (6)\n   Start at  ${clock(i + 3)}\n   Duration  ${seconds(i)}s`,
        ),
        desk.run(
          `git commit -qam "${pick(['Sort by locale', 'Fix order in CI', 'Sort a copy', 'Fix flaky sort'], i)}" && git push 2>&1 | tail -1`,
          `   ${hex(i + 70, 7)}..${hex(i + 71, 7)}  main -> main`,
        ),
        desk.run(
          `${pick(['gh run watch --exit-status > /dev/null', 'sleep 90', 'gh run watch -i 10 > /dev/null'], i)}; gh run view --log-failed | tail -5`,
          red(i + 1),
        ),
      ]);
    },
  ),
  stall(
    'rows of a page that a script fills in, sought in its bare text by ever other selectors',
    6,
    15,
    {
      why: 'the table is not in what the server sends',
      prompt: 'Write a scraper that saves the fuel prices of the region to prices.csv.',
    },
    (desk, story) => {
      const selectors = [
        "soup.select('table.prices tr')",
        "soup.select('table tbody tr')",
        "soup.find_all('tr')",
        "soup.select('div.price-row')",
        "soup.find_all('div', class_=re.compile('price'))",
        "soup.select('[data-station]')",
        "soup.select('#app table tr')",
        "soup.find_all('li', class_='station')",
        "soup.select('main section .row')",
      ] as const;
      story.step(
        desk.write(
          '/w/scrape.py',
          "import csv, re, requests\nfrom bs4 import BeautifulSoup\n\nhtml = requests.get('https://fuel.example.test/region/north', timeout=20).text\nsoup = BeautifulSoup(html, 'html.parser')\nrows = soup.select('table.prices tr')\nprint(f'{len(html)} bytes, {len(rows)} rows')\n",
        ),
      );
      rounds(story, 9, (i) => [
        desk.run(
          pick(
            ['python scrape.py', 'python3 scrape.py', 'python scrape.py && wc -l prices.csv'],
            i,
          ),
          `${5_812 + ((i * 13) % 7)} bytes, 0 rows${i % 3 === 2 ? '\n1 prices.csv' : ''}`,
        ),
        desk.replace('/w/scrape.py', pick(selectors, i), pick(selectors, i + 1)),
        ...(i % 4 === 2
          ? [
              desk.replace(
                '/w/scrape.py',
                'timeout=20',
                pick(
                  [
                    "timeout=20, headers={'User-Agent': 'Mozilla/5.0'}",
                    "timeout=30, headers={'Accept-Language': 'de'}",
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
    'a function of the cloud that is packed anew for the wrong machine each time',
    8,
    17,
    { why: 'the library is always built for the machine of the developer' },
    (desk, story) => {
      const packs = [
        'rm -rf build && pip install -q -r requirements.txt -t build && cp app.py build/',
        'pip install -q --upgrade -r requirements.txt --target build && cp -r app.py models build/',
        'rm -rf build && python3 -m pip install -q pydantic==2.9.2 -t build && cp app.py build/',
        'rm -rf build && pip install -q --no-cache-dir -r requirements.txt -t build/ && cp app.py build/',
        'python -m venv .pack && .pack/bin/pip install -q -r requirements.txt && rm -rf build && cp -r .pack/lib/python3.*/site-packages build && cp app.py build/',
        'rm -rf build && pip install -q pydantic pydantic-core -t build && cp app.py build/',
        'rm -rf build && uv pip install -q -r requirements.txt --target build && cp app.py build/',
      ] as const;
      rounds(story, 7, (i) => [
        desk.run(
          pick(packs, i),
          i % 3 === 1
            ? 'WARNING: Target directory /w/build/pydantic already exists. Specify --upgrade to force replacement.'
            : '',
        ),
        desk.run(
          'cd build && zip -qr ../app.zip . && cd .. && aws lambda update-function-code --function-name price-import --zip-file fileb://app.zip --query "{State:State,LastUpdateStatus:LastUpdateStatus,CodeSha256:CodeSha256,CodeSize:CodeSize}"',
          `{\n    "State": "Active",\n    "LastUpdateStatus": "InProgress",\n    "CodeSha256": "${hex(i + 5, 43)}=",\n    "CodeSize": ${3_214_770 + i * 311}\n}`,
        ),
        desk.run(
          `${i % 2 === 0 ? 'aws lambda wait function-updated --function-name price-import && ' : 'sleep 8; '}aws lambda invoke --function-name price-import out.json && cat out.json`,
          `{\n    "StatusCode": 200,\n    "FunctionError": "Unhandled",\n    "ExecutedVersion": "$LATEST"\n}\n{"errorMessage": "Unable to import module 'app': No module named 'pydantic_core._pydantic_core'", "errorType": "Runtime.ImportModuleError", "requestId": "${hex(i, 8)}-${hex(i + 1, 4)}-4${hex(i + 2, 3)}-9${hex(i + 3, 3)}-${hex(i + 4, 12)}", "stackTrace": []}`,
        ),
      ]);
    },
  ),
  stall(
    'one small function moved from file to file, taken in and taken out, while all is green',
    18,
    29,
    {
      why: 'it comes back to where it was, and nobody asked for another place',
      prompt: 'formatPrice is duplicated in two components, tidy that up.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const homes = ['src/utils/format.ts', 'src/lib/money.ts', 'src/components/price.ts'] as const;
      const why = [
        'shared helper',
        'money belongs together',
        'closer to where it is used',
      ] as const;
      rounds(story, 12, (i) => [
        desk.write(
          `/w/${pick(homes, i)}`,
          `/** Formats cents as a price: ${pick(why, i)}. */\nexport ${i % 2 === 0 ? 'function formatPrice(cents: number): string {' : 'const formatPrice = (cents: number): string => {'}\n  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);\n}${i % 2 === 0 ? '' : ';'}\n`,
        ),
        desk.run(
          `git rm -qf --ignore-unmatch ${pick(homes, i + 2)}; sed -i "s#from '.*\\(format\\|money\\|price\\)'#from '@/${pick(homes, i).slice(4, -3)}'#" src/components/{Cart,Receipt}.tsx`,
          '',
        ),
        desk.run(
          pick(
            ['npx tsc --noEmit && npx vitest run src/components', 'npx vitest run src/components'],
            i,
          ),
          ` RUN  v2.1.4 /w\n\n ✓ src/components/Cart.test.tsx (5 tests) ${31 + ((i * 7) % 12)}ms\n ✓ src/components/Receipt.test.tsx (4 tests) ${22 + ((i * 5) % 9)}ms\n\n Test Files  2 passed (2)\n      Tests  9 passed (9)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        ),
      ]);
    },
  ),
  stall(
    'a flicker that no still picture shows, looked for with ever more of them',
    8,
    18,
    {
      why: 'one picture after loading can show nothing of it',
      prompt: 'The list flickers when I type in the search box. Fix it.',
    },
    (desk, story) => {
      const memos: Edits = [
        [
          '/w/src/Search.tsx',
          'export function Results(',
          'export const Results = memo(function Results(',
        ],
        [
          '/w/src/Search.tsx',
          'const items = filter(all, term);',
          'const items = useMemo(() => filter(all, term), [all, term]);',
        ],
        [
          '/w/src/Search.tsx',
          'onChange={(e) => setTerm(e.target.value)}',
          'onChange={handleChange}',
        ],
        ['/w/src/Search.css', '.results {', '.results {\n  will-change: transform;'],
        [
          '/w/src/Search.tsx',
          'useMemo(() => filter(all, term), [all, term])',
          'useDeferredValue(filter(all, term))',
        ],
        ['/w/src/Search.css', 'will-change: transform;', 'contain: content;'],
        [
          '/w/src/Search.tsx',
          'useDeferredValue(filter(all, term))',
          'useMemo(() => filter(all, term), [all, term])',
        ],
        ['/w/src/Row.tsx', 'export function Row(', 'export const Row = memo(function Row('],
        ['/w/src/Search.css', 'contain: content;', 'transition: opacity 120ms;'],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(memos, i)),
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:5173/search?q=ta' },
          `### Page state\n- Page URL: http://localhost:5173/search?q=ta\n- Page Title: Search\n- Console: 0 errors, ${i % 2} warnings\n- Snapshot: .playwright-mcp/page-2026-11-21T${clock(i).replaceAll(':', '-')}-${100 + i * 37}Z.yml`,
        ),
        desk.use(
          'playwright',
          'browser_take_screenshot',
          i % 3 === 2
            ? { type: 'png', filename: `search-${i}.png`, fullPage: true }
            : { type: 'png' },
          `### Result\n- [Screenshot of ${i % 3 === 2 ? 'full page' : 'viewport'}](.playwright-mcp/${i % 3 === 2 ? `search-${i}` : `page-2026-11-21T${clock(i).replaceAll(':', '-')}`}.png)`,
        ),
      ]);
    },
  ),
  stall(
    'a place on a page that is met twice, then hidden, then twice again, by turns of one locator',
    13,
    24,
    {
      why: 'the two complaints take turns while the menu is never opened',
      prompt: 'Write a Playwright test for signing out.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const locators = [
        "page.getByText('Sign out')",
        "page.getByText('Sign out').first()",
        "page.getByRole('link', { name: 'Sign out' })",
        "page.locator('text=Sign out').nth(0)",
        "page.getByRole('link', { name: /sign out/i })",
        "page.locator('nav').getByText('Sign out').first()",
        'page.locator(\'a[href="/logout"]\')',
        'page.locator(\'a[href="/logout"]\').first()',
      ] as const;
      rounds(story, 14, (i) => [
        desk.replace(
          '/w/e2e/logout.spec.ts',
          `await ${pick(locators, i + 7)}.click();`,
          `await ${pick(locators, i)}.click();`,
        ),
        desk.run(
          pick(
            [
              'npx playwright test e2e/logout.spec.ts --project=chromium',
              'npx playwright test logout --reporter=line',
              'npx playwright test e2e/logout.spec.ts',
            ],
            i,
          ),
          i % 2 === 0
            ? `Running 1 test using 1 worker\n\n  1) [chromium] › e2e/logout.spec.ts:5:5 › signs out\n\n    Error: locator.click: Error: strict mode violation: ${pick(locators, i).slice(5)} resolved to 2 elements:\n        1) <a href="/logout" class="menu-item">Sign out</a> aka getByRole('menu').getByText('Sign out')\n        2) <a href="/logout" class="footer-link">Sign out</a> aka getByRole('contentinfo').getByText('Sign out')\n\n    Call log:\n      - waiting for ${pick(locators, i).slice(5)}\n\n       at e2e/logout.spec.ts:${9 + (i % 3)}:${31 + (i % 5)}\n\n  1 failed\n    [chromium] › e2e/logout.spec.ts:5:5 › signs out`
            : `Running 1 test using 1 worker\n\n  1) [chromium] › e2e/logout.spec.ts:5:5 › signs out\n\n    Test timeout of 30000ms exceeded.\n\n    Error: locator.click: Test timeout of 30000ms exceeded.\n    Call log:\n      - waiting for ${pick(locators, i).slice(5)}\n        - locator resolved to <a href="/logout" class="menu-item">Sign out</a>\n      - attempting click action\n        2 × waiting for element to be visible, enabled and stable\n          - element is not visible\n        - retrying click action\n        ${54 + (i % 4)} × waiting for element to be visible, enabled and stable\n            - element is not visible\n\n       at e2e/logout.spec.ts:${9 + (i % 3)}:${31 + (i % 5)}\n\n  1 failed\n    [chromium] › e2e/logout.spec.ts:5:5 › signs out`,
          1,
        ),
        ...(i % 4 === 3
          ? [
              desk.read(
                '/w/src/layout/UserMenu.tsx',
                'export function UserMenu() {\n  const [open, setOpen] = useState(false);\n  return (\n    <div className="relative">\n      <button onClick={() => setOpen(!open)} aria-label="Account" />\n      <div role="menu" hidden={!open}>\n        <a href="/logout" className="menu-item">Sign out</a>\n      </div>\n    </div>\n  );\n}',
              ),
            ]
          : []),
      ]);
    },
  ),
];
