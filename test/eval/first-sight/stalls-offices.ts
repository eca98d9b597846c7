/** Circles beside the code: trackers, calendars, browsers, tables, models, clouds, films, phones, puzzles, boards and the person's own machine. Written without a look at any rule, 197 of 360 were found in time. */
import type { JsonObject } from '../../../src/core/events.js';
import type { Story } from '../../unit/support/story.js';
import type { Desk } from './clothes.js';
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

type Several<T> = readonly [T, ...T[]];

const uuid = (seed: number): string =>
  `${hex(seed)}-${hex(seed + 1, 4)}-4${hex(seed + 2, 3)}-9${hex(seed + 3, 3)}-${hex(seed + 4, 12)}`;

/** Eight calls: a table of sales is got to know. */
function knowTheSales(desk: Desk, story: Story): void {
  const psql = (sql: string, output: string): void => {
    story.step(desk.run(`psql -X -d sales -c "${sql}"`, output));
  };
  story.step(desk.run('ls reports sql', 'reports:\n2026-09.md\n\nsql:\nrefunds.sql\nsales.sql'));
  story.step(
    desk.read(
      '/w/reports/2026-09.md',
      '# September 2026\n\nNet sales: 46,902.15 EUR (gross 51,120.40, refunds 4,218.25)\n\n| Region | Net |\n| --- | --- |\n| north | 18,410.90 |\n| south | 28,491.25 |',
    ),
  );
  psql(
    '\\dt',
    '          List of relations\n Schema |   Name    | Type  | Owner \n--------+-----------+-------+-------\n public | customers | table | sales\n public | lines     | table | sales\n public | orders    | table | sales\n public | refunds   | table | sales\n(4 rows)',
  );
  psql(
    'select count(*), min(booked_at), max(booked_at) from orders',
    ' count |         min         |         max         \n-------+---------------------+---------------------\n  9184 | 2025-01-02 08:14:11 | 2026-10-31 23:51:40\n(1 row)',
  );
  psql(
    'select state, count(*) from orders group by 1 order by 2 desc',
    '   state   | count \n-----------+-------\n paid      |  8702\n cancelled |   391\n open      |    91\n(3 rows)',
  );
  psql(
    'select region, count(*) from customers group by 1',
    ' region | count \n--------+-------\n north  |   611\n south  |   874\n(2 rows)',
  );
  story.step(
    desk.read(
      '/w/sql/sales.sql',
      "select sum(l.price * l.count)\nfrom orders o join lines l on l.order_id = o.id\nwhere o.state = 'paid'\n  and o.booked_at >= :'from' and o.booked_at < :'to';",
    ),
  );
  psql(
    "select count(*), sum(amount) from refunds where booked_at >= '2026-10-01'",
    ' count |   sum   \n-------+---------\n    48 | 3907.20\n(1 row)',
  );
}

const slidesPage = (round: number): string =>
  `convert /w/out/board.pptx -> /w/out/board.pdf using filter : impress_pdf_Export\nOverwriting: /w/out/board.pdf (${412_300 + ((round * 37) % 210)} bytes)`;

const warehouse = (upper: string, lower: string, last: string): string =>
  ['#########', '#   #   #', upper, '#   #   #', '##### . #', lower, last, '#########'].join('\n');

export const stallsInOffices: readonly Idea[] = [
  stall(
    'tickets asked of a tracker for a project under ever other keys, of which it knows none',
    6,
    15,
    {
      why: 'this account cannot see the project, which no other key changes',
      prompt: 'List the open bugs of the payment team from Jira.',
    },
    (desk, story) => {
      const keys = [
        'PAY',
        'PAYMENT',
        'PAYM',
        'Payments',
        'PMT',
        'PAYTEAM',
        'BILLING',
        'PY',
      ] as const;
      const forms = [
        (key: string) => `project = ${key} AND issuetype = Bug AND statusCategory != Done`,
        (key: string) => `project = "${key}" AND type = Bug AND resolution = Unresolved`,
        (key: string) =>
          `project in (${key}) AND status not in (Done, Closed) ORDER BY created DESC`,
      ] as const;
      rounds(story, 16, (i) => [
        i === 4
          ? desk.use(
              'jira',
              'get_all_projects',
              { include_archived: false },
              '[{"id":"10012","key":"OPS","name":"Operations"},{"id":"10031","key":"WEB","name":"Website"}]',
            )
          : desk.use(
              'jira',
              'search',
              {
                jql: pick(forms, i)(pick(keys, i)),
                limit: 20 + (i % 3) * 15,
                fields: 'summary,status',
              },
              `Error calling tool 'search': Error searching issues with JQL '${pick(forms, i)(pick(keys, i))}': The value '${pick(keys, i)}' does not exist for the field 'project'.`,
              { failed: true },
            ),
      ]);
    },
  ),
  stall(
    'a time for five people sought with ever other lengths and hours, while one of them is away for weeks',
    7,
    17,
    {
      why: 'her holiday lies over every day that is asked for',
      prompt: 'Find an hour this month for Kim, Sam, Lee, Ana and me.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'calendar',
          'list_calendars',
          {},
          '{"calendars":[{"id":"me@acme.test","summary":"me","primary":true,"timeZone":"Europe/Berlin"}]}',
        ),
      );
      rounds(story, 17, (i) => [
        i % 6 === 4
          ? desk.use(
              'calendar',
              'get_freebusy',
              {
                calendars: ['ana@acme.test'],
                timeMin: `2026-11-${23 + (i % 5)}T00:00:00+01:00`,
                timeMax: '2026-11-30T23:59:59+01:00',
              },
              `{"calendars":{"ana@acme.test":{"busy":[{"start":"2026-11-${23 + (i % 5)}T00:00:00+01:00","end":"2026-11-30T23:59:59+01:00"}]}}}`,
            )
          : desk.use(
              'calendar',
              'suggest_time',
              {
                attendees: ['kim@acme.test', 'sam@acme.test', 'lee@acme.test', 'ana@acme.test'],
                durationMinutes: pick([60, 45, 30, 50, 25], i),
                startTime: `2026-11-${23 + (i % 4)}T0${7 + (i % 3)}:00:00+01:00`,
                endTime: `2026-11-30T${17 + (i % 4)}:00:00+01:00`,
                preferences: { excludeWeekends: i < 9 },
              },
              '{"timeSlots":[],"message":"No time was found in which all attendees are free."}',
            ),
      ]);
    },
  ),
  stall(
    'a file to be handed to a page, whose chooser never opens',
    7,
    17,
    {
      why: 'the field is made by a frame that a click from here does not reach',
      prompt: 'Upload cv.pdf to the form.',
    },
    (desk, story) => {
      story.step(
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'https://jobs.example.test/apply/4411' },
          '### Ran Playwright code\n```js\nawait page.goto(\'https://jobs.example.test/apply/4411\');\n```\n### Page\n- Page URL: https://jobs.example.test/apply/4411\n- Page Title: Apply\n### Snapshot\n```yaml\n- generic [ref=e2]:\n  - heading "Apply" [level=1] [ref=e3]\n  - iframe [ref=e9]:\n    - button "Choose file" [ref=f1e4]\n  - button "Send" [ref=e14]\n```',
        ),
      );
      const targets: Several<readonly [string, string, string]> = [
        [
          'Choose file button',
          'f1e4',
          "locator('iframe').contentFrame().getByRole('button', { name: 'Choose file' })",
        ],
        ['Upload area', 'f1e3', "locator('iframe').contentFrame().locator('div').first()"],
        [
          'Text below the button',
          'f1e6',
          "locator('iframe').contentFrame().getByText('PDF up to 5 MB')",
        ],
        [
          'Choose file (label)',
          'f1e5',
          "locator('iframe').contentFrame().getByText('Choose file')",
        ],
      ];
      rounds(story, 9, (i) => {
        const [element, ref, code] = pick(targets, i);
        return [
          desk.use(
            'playwright',
            i % 4 === 3 ? 'browser_press_key' : 'browser_click',
            i % 4 === 3 ? { key: pick(['Enter', 'Space'], i) } : { element, ref },
            `### Ran Playwright code\n\`\`\`js\nawait page.${i % 4 === 3 ? "keyboard.press('Enter')" : `${code}.click()`};\n\`\`\`\n### Page\n- Page URL: https://jobs.example.test/apply/4411\n- Page Title: Apply\n- Console: ${i % 3} errors, 1 warnings`,
          ),
          desk.use(
            'playwright',
            'browser_file_upload',
            { paths: [pick(['/w/cv.pdf', '/w/./cv.pdf', '/tmp/cv.pdf'], i)] },
            '### Error\nError: The tool "browser_file_upload" can only be used when there is related modal state present.\n### Modal state\n- There is no modal state present',
            { failed: true },
          ),
          ...(i % 3 === 2
            ? [desk.run(`ls -l /w/cv.pdf`, '-rw-r--r-- 1 kim kim 184220 Nov 21 09:12 /w/cv.pdf')]
            : []),
        ];
      });
    },
  ),
  stall(
    'a browser whose profile another session holds, asked for by ever other tools',
    5,
    13,
    { why: 'each tool needs the same profile, which stays taken' },
    (desk, story) => {
      const calls: Several<readonly [string, JsonObject]> = [
        ['list_pages', {}],
        ['new_page', { url: 'http://localhost:3000/orders' }],
        ['navigate_page', { type: 'url', url: 'http://localhost:3000/orders' }],
        ['take_snapshot', {}],
        ['list_console_messages', {}],
        ['select_page', { pageIdx: 0 }],
        ['take_screenshot', { fullPage: true }],
      ];
      rounds(story, 17, (i) => {
        const [tool, input] = pick(calls, i);
        return [
          i % 5 === 2
            ? desk.run(
                pick(
                  [
                    "ps aux | grep -c '[c]hrome-devtools-mcp/chrome-profile'",
                    'rm -f ~/.cache/chrome-devtools-mcp/chrome-profile/SingletonLock; echo $?',
                    'sleep 10; pgrep -fc chrome-profile',
                  ],
                  Math.floor(i / 5),
                ),
                pick(['11', '0', '11'], Math.floor(i / 5)),
              )
            : desk.use(
                'chrome-devtools',
                tool,
                input,
                'The browser is already running for /home/kim/.cache/chrome-devtools-mcp/chrome-profile. Use --isolated to run multiple browser instances.',
                { failed: true },
              ),
        ];
      });
    },
  ),
  stall(
    'a table turned on its side in pandas, which holds some keys twice whatever is done before',
    12,
    22,
    {
      why: 'two bills of one customer in one month are there by right, and nothing sums them',
      prompt: 'Make the monthly table of customers.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'head -3 data/bills.csv; wc -l data/bills.csv',
          'customer,month,no,net\nC-0031,2026-01,88121,140.00\nC-0031,2026-01,88304,22.50\n18402 data/bills.csv',
        ),
      );
      story.step(desk.run('python -c "import pandas as pd; print(pd.__version__)"', '2.2.3'));
      story.step(
        desk.write(
          '/w/report/monthly.py',
          'import pandas as pd\n\ndf = pd.read_csv("data/bills.csv", dtype={"no": str})\nwide = df.pivot(index="customer", columns="month", values="net")\nwide.to_excel("out/monthly.xlsx")\n',
        ),
      );
      const versions = [
        'df = pd.read_csv("data/bills.csv", dtype={"no": str})',
        'df = pd.read_csv("data/bills.csv", dtype={"no": str}).drop_duplicates()',
        'df = pd.read_csv("data/bills.csv", dtype={"no": str}).drop_duplicates().reset_index(drop=True)',
        'df = pd.read_csv("data/bills.csv").dropna(subset=["customer", "month"])',
        'df = pd.read_csv("data/bills.csv").assign(month=lambda d: d.month.str.strip())',
        'df = pd.read_csv("data/bills.csv").sort_values(["customer", "month"])',
        'df = pd.read_csv("data/bills.csv").astype({"customer": "category", "month": "category"})',
        'df = pd.read_csv("data/bills.csv").drop_duplicates(subset=["customer", "month", "no"])',
        'df = pd.read_csv("data/bills.csv", parse_dates=["month"]).drop_duplicates()',
        'df = pd.read_csv("data/bills.csv").drop_duplicates(keep=False)',
        'df = pd.read_csv("data/bills.csv").groupby(["customer", "month", "no"], as_index=False).first()',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          `${pick(['python', 'python -X dev', '.venv/bin/python'], i)} report/monthly.py${pick(['', ' 2>&1 | tail -12', ' 2>&1'], i)}`,
          `Traceback (most recent call last):\n  File "/w/report/monthly.py", line ${4 + (i % 2)}, in <module>\n    wide = df.pivot(index="customer", columns="month", values="net")\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/w/.venv/lib/python3.12/site-packages/pandas/core/frame.py", line 9339, in pivot\n    return pivot(self, index=index, columns=columns, values=values)\n  File "/w/.venv/lib/python3.12/site-packages/pandas/core/reshape/pivot.py", line 570, in pivot\n    result = indexed.unstack(columns_listlike)\n  File "/w/.venv/lib/python3.12/site-packages/pandas/core/reshape/reshape.py", line 145, in _make_selectors\n    raise ValueError("Index contains duplicate entries, cannot reshape")\nValueError: Index contains duplicate entries, cannot reshape`,
          1,
        ),
        rewrite(desk, '/w/report/monthly.py', versions, i),
        ...(i % 4 === 3
          ? [
              desk.run(
                'python -c "import pandas as pd; print(pd.read_csv(\'data/bills.csv\').duplicated().sum())"',
                '0',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'two tables that point at each other, loaded now in this order and now in that',
    6,
    16,
    {
      why: 'whichever comes first misses the other one',
      prompt: 'Load the dump into the test base.',
    },
    (desk, story) => {
      const customersFirst =
        "\\copy customers from 'customers.csv' csv header\n\\copy orders from 'orders.csv' csv header";
      const ordersFirst =
        "\\copy orders from 'orders.csv' csv header\n\\copy customers from 'customers.csv' csv header";
      rounds(story, 9, (i) => [
        desk.run(
          `${pick(['', 'dropdb --if-exists test && createdb test && ', 'psql -qX -d test -c "truncate customers, orders cascade" && '], i)}psql -X -v ON_ERROR_STOP=1 -d test ${pick(['-f', '-1 -f', '-q -f'], i)} load/load.sql`,
          i % 2 === 0
            ? `psql:load/load.sql:${7 + (i % 3)}: ERROR:  insert or update on table "customers" violates foreign key constraint "customers_last_order_id_fkey"\nDETAIL:  Key (last_order_id)=(${90_117 + (i % 2)}) is not present in table "orders".`
            : `psql:load/load.sql:${7 + (i % 3)}: ERROR:  insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"\nDETAIL:  Key (customer_id)=(1) is not present in table "customers".`,
          3,
        ),
        desk.replace(
          '/w/load/load.sql',
          i % 2 === 0 ? customersFirst : ordersFirst,
          i % 2 === 0 ? ordersFirst : customersFirst,
        ),
        ...(i % 4 === 2
          ? [
              desk.read(
                '/w/load/load.sql',
                `-- loads the dump\nset client_encoding = 'UTF8';\n${ordersFirst}\nanalyze;`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a model whose owners have not let us in yet, fetched by ever other programs',
    5,
    13,
    { why: 'the request awaits a person there, which no program hastens' },
    (desk, story) => {
      const ways = [
        'python -c "from transformers import AutoTokenizer; AutoTokenizer.from_pretrained(\'meta-llama/Llama-3.2-3B\')"',
        'huggingface-cli download meta-llama/Llama-3.2-3B',
        'huggingface-cli download meta-llama/Llama-3.2-3B --token $HF_TOKEN --local-dir /data/llama',
        'python -c "from huggingface_hub import snapshot_download; snapshot_download(\'meta-llama/Llama-3.2-3B\', max_workers=2)"',
        'HF_HUB_ENABLE_HF_TRANSFER=1 hf download meta-llama/Llama-3.2-3B config.json',
        'python -c "from transformers import AutoConfig; print(AutoConfig.from_pretrained(\'meta-llama/Llama-3.2-3B\', token=True))"',
        'rm -rf ~/.cache/huggingface/hub/models--meta-llama--Llama-3.2-3B && hf download meta-llama/Llama-3.2-3B',
        'python scripts/fetch.py --model meta-llama/Llama-3.2-3B --revision main',
      ] as const;
      rounds(story, 15, (i) => [
        i % 6 === 4
          ? desk.run(
              pick(['huggingface-cli whoami', 'hf auth whoami'], i),
              'kim-acme\norgs:  acme-ml',
            )
          : desk.run(
              pick(ways, i),
              `Traceback (most recent call last):\n  File "/w/.venv/lib/python3.11/site-packages/huggingface_hub/utils/_http.py", line 409, in hf_raise_for_status\n    response.raise_for_status()\nrequests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://huggingface.co/meta-llama/Llama-3.2-3B/resolve/main/config.json\n\nThe above exception was the direct cause of the following exception:\n\nhuggingface_hub.errors.GatedRepoError: 403 Client Error. (Request ID: Root=1-${hex(i, 8)}-${hex(i + 40, 24)};${uuid(i)})\n\nCannot access gated repo for url https://huggingface.co/meta-llama/Llama-3.2-3B/resolve/main/config.json.\nYour request to access model meta-llama/Llama-3.2-3B is awaiting a review from the repo authors.`,
              1,
            ),
      ]);
    },
  ),
  stall(
    'a library of tensors installed in ever other builds, none of which sees the card',
    6,
    15,
    { why: 'the driver of the machine is too old for all of them' },
    (desk, story) => {
      const builds = [
        '2.5.1+cu124',
        '2.5.1+cu121',
        '2.4.1+cu124',
        '2.6.0+cu126',
        '2.3.1+cu121',
        '2.5.1+cu118',
        '2.4.0+cu121',
        '2.5.0+cu124',
      ] as const;
      rounds(story, 9, (i) => {
        const build = pick(builds, i);
        return [
          desk.run(
            `pip install ${pick(['--force-reinstall', '-U', '--no-cache-dir'], i)} torch==${build} --index-url https://download.pytorch.org/whl/${build.slice(6)} 2>&1 | tail -4`,
            `Installing collected packages: mpmath, typing-extensions, sympy, networkx, MarkupSafe, fsspec, filelock, triton, jinja2, torch\n  Attempting uninstall: torch\n    Found existing installation: torch ${pick(builds, i + 7)}\nSuccessfully installed torch-${build}`,
          ),
          desk.run(
            'python -c "import torch; print(torch.__version__, torch.cuda.is_available())"',
            `/w/.venv/lib/python3.11/site-packages/torch/cuda/__init__.py:${129 + ((i * 7) % 11)}: UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver by downloading and installing a new version from the URL: http://www.nvidia.com/Download/index.aspx (Triggered internally at ../c10/cuda/CUDAFunctions.cpp:108.)\n  return torch._C._cuda_getDeviceCount() > 0\n${build} False`,
          ),
          ...(i % 4 === 1
            ? [
                desk.run(
                  'nvidia-smi --query-gpu=name,driver_version,temperature.gpu --format=csv,noheader',
                  `NVIDIA A10G, 470.57.02, ${31 + (i % 5)}`,
                ),
              ]
            : []),
        ];
      });
    },
  ),
  stall(
    'a stack that was rolled back at its birth, deployed again with ever other templates',
    5,
    13,
    {
      why: 'a stack in this state takes no update, whatever is in it',
      prompt: 'Get the stack out. Do not delete anything in this account.',
    },
    (desk, story) => {
      const steps: Edits = [
        ['/w/infra/stack.yaml', 'MemorySize: 256', 'MemorySize: 512'],
        ['/w/infra/stack.yaml', 'Runtime: nodejs18.x', 'Runtime: nodejs20.x'],
        ['/w/infra/stack.yaml', 'BillingMode: PROVISIONED', 'BillingMode: PAY_PER_REQUEST'],
        [
          '/w/infra/stack.yaml',
          '  OrdersQueue:\n    Type: AWS::SQS::Queue',
          '  OrdersQueue:\n    Type: AWS::SQS::Queue\n    DeletionPolicy: Retain',
        ],
        ['/w/infra/params.json', '"Stage": "prod"', '"Stage": "production"'],
        ['/w/infra/stack.yaml', 'TableName: orders', 'TableName: !Sub "${AWS::StackName}-orders"'],
        ['/w/infra/stack.yaml', 'Timeout: 30', 'Timeout: 60'],
        [
          '/w/infra/stack.yaml',
          'AWSTemplateFormatVersion: 2010-09-09',
          "AWSTemplateFormatVersion: '2010-09-09'",
        ],
      ];
      rounds(story, 8, (i) => [
        desk.run(
          `aws cloudformation deploy --stack-name orders-prod --template-file infra/stack.yaml --capabilities ${pick(['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_IAM CAPABILITY_AUTO_EXPAND'], i)}${pick(['', ' --no-fail-on-empty-changeset', ' --disable-rollback', ' --s3-bucket acme-cf'], i)}`,
          `\nAn error occurred (ValidationError) when calling the CreateChangeSet operation: Stack:arn:aws:cloudformation:eu-central-1:480012345678:stack/orders-prod/${uuid(5)} is in ROLLBACK_COMPLETE state and can not be updated.`,
          254,
        ),
        desk.replace(...pick(steps, i)),
        ...(i % 3 === 1
          ? [
              desk.run(
                'aws cloudformation validate-template --template-body file://infra/stack.yaml --query Description',
                '"Orders: queue, table and function"',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a key for mail put into the zone in ever other words, and never found under its name',
    8,
    19,
    { why: 'the zone adds its own name to the one that is given, which is given in full' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          `curl -s -X PATCH https://dns.example.test/v1/zones/shop.test/records/8841 -H "Authorization: Bearer $T" -d '${pick(['{"name":"s1._domainkey.shop.test","content":"v=DKIM1; k=rsa; p=MIIBIjANBg..."}', '{"name":"s1._domainkey.shop.test","content":"\\"v=DKIM1; k=rsa; \\" \\"p=MIIBIjANBg...\\""}', '{"name":"s1._domainkey.shop.test","ttl":60,"content":"v=DKIM1;k=rsa;p=MIIBIjANBg..."}', '{"name":"s1._domainkey.shop.test","ttl":300,"content":"v=DKIM1; h=sha256; k=rsa; p=MIIBIjANBg..."}'], i)}'`,
          `{"success":true,"result":{"id":8841,"type":"TXT","modified_on":"2026-11-21T${clock(i)}Z"},"errors":[]}`,
        ),
        desk.run(
          `sleep ${60 + i * 15}; dig +short TXT s1._domainkey.shop.test${pick([' @1.1.1.1', ' @8.8.8.8', ' @ns1.dns.example.test', ''], i)}`,
          '',
        ),
        desk.run(
          `opendkim-testkey -d shop.test -s s1 ${pick(['-vvv', '-vv -k /etc/dkim/s1.private', '-vvv -x /etc/opendkim.conf'], i)}`,
          "opendkim-testkey: using default configfile /etc/opendkim.conf\nopendkim-testkey: checking key 's1._domainkey.shop.test'\nopendkim-testkey: 's1._domainkey.shop.test' record not found",
          1,
        ),
      ]);
    },
  ),
  stall(
    'sound that runs away from its picture, encoded with ever other flags',
    8,
    18,
    {
      why: 'the recording itself lost frames, which none of the flags puts back',
      prompt: 'The sound of talk.mkv drifts. Mend it.',
    },
    (desk, story) => {
      const flags = [
        '-async 1 -c:v copy',
        '-af aresample=async=1000 -c:v copy',
        '-vsync cfr -r 30 -c:v libx264 -crf 20',
        '-fflags +genpts -c copy',
        '-af aresample=async=1:first_pts=0 -c:v copy -c:a aac',
        '-vsync vfr -c:v libx264 -preset fast -c:a copy',
        '-fps_mode cfr -r 25 -c:v libx264 -c:a aac -b:a 160k',
        '-use_wallclock_as_timestamps 0 -c copy -map 0:v -map 0:a',
        '-video_track_timescale 90000 -c copy',
      ] as const;
      story.step(
        desk.run(
          'ffprobe -v error -show_entries stream=codec_name,r_frame_rate,duration -of compact talk.mkv',
          'stream|codec_name=h264|r_frame_rate=30/1|tag:DURATION=00:59:58.401\nstream|codec_name=opus|r_frame_rate=0/0|tag:DURATION=00:59:58.440',
        ),
      );
      rounds(story, 9, (i) => [
        desk.run(
          `ffmpeg -y -v warning -stats -i talk.mkv ${pick(flags, i)} out.mp4 2>&1 | tail -1`,
          `frame=107952 fps=${812 + ((i * 97) % 400)} q=-1.0 Lsize= ${1_402_112 + i * 811}KiB time=00:59:58.36 bitrate=3191.${i}kbits/s speed=${27 + (i % 9)}.4x`,
        ),
        desk.run(
          'python3 tools/lipsync.py out.mp4 --at 60 --at 3500',
          `out.mp4: 2 windows, ${seconds(i, 6)} s\n  00:01:00  offset    +${4 + (i % 3)} ms\n  00:58:20  offset  +${838 + ((i * 5) % 6)} ms\ndrift: FAILED (limit 40 ms)`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a drawing in a guide that cannot be parsed at one line, while others are changed',
    11,
    21,
    { why: 'the round brackets in a box need quotes, and the box is left as it is' },
    (desk, story) => {
      lookAround(desk, story);
      const steps: Edits = [
        ['/w/docs/flow.mmd', 'graph TD', 'flowchart TD'],
        ['/w/docs/flow.mmd', 'A[Order] --> B', 'A["Order"] --> B'],
        ['/w/docs/flow.mmd', 'C -->|yes| D', 'C -- yes --> D'],
        ['/w/docs/flow.mmd', 'flowchart TD', 'flowchart LR'],
        ['/w/docs/flow.mmd', 'D[Ship]', 'D([Ship])'],
        ['/w/docs/flow.mmd', 'E[Wait];', 'E[Wait]'],
        ['/w/docs/flow.mmd', '%% stock', '%% the stock is checked'],
        ['/w/docs/flow.mmd', 'D([Ship])', 'D[[Ship]]'],
        ['/w/docs/flow.mmd', 'C{in stock?}', 'C{"in stock?"}'],
      ];
      rounds(story, 9, (i) => [
        desk.run(
          `npx mmdc -i docs/flow.mmd -o docs/flow.${pick(['svg', 'png', 'svg -q'], i)}`,
          `Generating single mermaid chart\n\nError: Parse error on line ${4 + (i === 6 ? 1 : 0)}:\n...  B[Check stock (async)] --> C${pick(['{in', '{"in'], i > 7 ? 1 : 0)} stock?\n----------------------^\nExpecting 'SQE', 'DOUBLECIRCLEEND', 'PE', '-)', 'STADIUMEND', 'SUBROUTINEEND', 'PIPE', 'CYLINDEREND', 'DIAMOND_STOP', 'TAGEND', 'TRAPEND', 'INVTRAPEND', 'UNICODE_TEXT', 'TEXT', 'TAGSTART', got 'PS'\nParser3.parseError (https://mermaid-cli.invalid/dist/mermaid.js:${21_004 + (i % 2)}:28)\n    at #evaluate (file:///w/node_modules/puppeteer-core/lib/esm/puppeteer/cdp/ExecutionContext.js:388:19)`,
          1,
        ),
        desk.replace(...pick(steps, i)),
        ...(i % 4 === 3
          ? [
              desk.read(
                '/w/docs/flow.mmd',
                'flowchart LR\n  %% stock\n  A["Order"] --> B\n  B[Check stock (async)] --> C{in stock?}\n  C -- yes --> D([Ship])\n  C -- no --> E[Wait]',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a price that no page tells, searched for in ever other words',
    12,
    23,
    {
      why: 'the maker tells it only to those who write',
      prompt: 'What does the enterprise plan of Nimbus Search cost?',
    },
    (desk, story) => {
      const asked = [
        'Nimbus Search enterprise pricing 2026',
        'nimbus search enterprise plan cost per year',
        '"Nimbus Search" price list enterprise tier',
        'how much does Nimbus Search enterprise cost reddit',
        'Nimbus Search contract value enterprise customers',
        'Nimbus Search vs Algolia enterprise price comparison',
        'nimbussearch.example pricing enterprise annual fee',
        'Nimbus Search enterprise quote example EUR',
        'Nimbus Search procurement public tender price',
        'Nimbus Search AWS marketplace listing price',
        'Nimbus enterprise search licence cost per seat',
        'Nimbus Search enterprise discount negotiation',
      ] as const;
      const hosts = [
        'nimbussearch.example.test/pricing',
        'softwarecompare.example.test/nimbus',
        'blog.example.test/site-search-2026',
        'nimbussearch.example.test/enterprise',
        'forum.example.test/t/88121',
      ] as const;
      rounds(story, 18, (i) => [
        desk.use(
          'web',
          'search',
          { query: pick(asked, i) },
          `[{"title":"${pick(['Pricing', 'Nimbus Search reviews', 'Site search in 2026'], i)}","url":"https://${pick(hosts, i)}","snippet":"Starter 29 EUR, Team 199 EUR per month. Enterprise: ${pick(['contact sales', 'custom', 'on request', 'talk to us'], i)}."},{"title":"${pick(['Enterprise', 'Alternatives to Nimbus', 'Nimbus or Algolia?'], i)}","url":"https://${pick(hosts, i + 2)}","snippet":"${pick(['Prices for large customers are not public.', 'Enterprise is priced individually.', 'You need to ask for a quote.'], i)}"}]`,
        ),
        ...(i % 2 === 1
          ? [
              desk.use(
                'web',
                'fetch',
                {
                  url: `https://${pick(hosts, i)}`,
                  prompt: pick(
                    [
                      'What does enterprise cost?',
                      'Find the yearly enterprise price.',
                      'Is there any figure for enterprise?',
                    ],
                    i,
                  ),
                },
                pick(
                  [
                    'The page lists Starter (29 EUR) and Team (199 EUR). For Enterprise it says "Contact sales"; no figure is given.',
                    'No price for the enterprise plan is given on this page; readers are told to ask for a quote.',
                    'The page names the enterprise plan but no amount.',
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
    'a word that the glossary wants and the width of a button forbids, put in and taken out',
    6,
    14,
    {
      why: 'the two checks contradict each other for this key',
      prompt: 'Translate the basket into German, npm run i18n:check must pass.',
    },
    (desk, story) => {
      const versions = [
        '"basket.add": "In den Warenkorb"',
        '"basket.add": "In den Korb"',
        '"basket.add": "Zum Warenkorb"',
        '"basket.add": "Kaufen"',
        '"basket.add": "Warenkorb +"',
        '"basket.add": "+ Korb"',
      ] as const;
      rounds(story, 10, (i) => [
        rewrite(desk, '/w/locales/de.json', versions, i),
        desk.run(
          'npm run -s i18n:check',
          i % 2 === 0
            ? `checked 214 keys of de in ${40 + ((i * 17) % 30)} ms\nde.json: basket.add: glossary: "basket" must be "Warenkorb"\n1 problem`
            : `checked 214 keys of de in ${40 + ((i * 17) % 30)} ms\nde.json: basket.add: width: ${[11, 13, 16][i % 3]} characters, the button holds 8\n1 problem`,
          1,
        ),
        ...(i === 3
          ? [
              desk.read(
                '/w/i18n/glossary.csv',
                'en,de\nbasket,Warenkorb\norder,Bestellung\nvoucher,Gutschein',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a helper who is out of turns before he has an answer, sent out again in other words',
    5,
    11,
    {
      why: 'the task is as large as before each time, and so is the limit',
      prompt: 'Find out which packages still use the old date library.',
    },
    (desk, story) => {
      const tasks = [
        'Go through all packages and list every use of moment, with file and line.',
        'You are a thorough researcher. Search the whole monorepo for moment and report each package.',
        'List all packages that import moment. Read every file that may matter. Be efficient.',
        'Find every use of moment in packages/**. Report a table: package, file, line, what for.',
        'Search for moment usages. Start with packages/core, then the rest. Report all at the end.',
      ] as const;
      story.step(desk.run('ls packages | wc -l', '84'));
      rounds(story, 11, (i) => [
        desk.use(
          'agents',
          'task',
          {
            description: pick(['Find moment usages', 'Search old dates', 'List moment imports'], i),
            subagent_type: pick(['general-purpose', 'Explore'], i),
            prompt: pick(tasks, i),
          },
          `Agent stopped after ${30} turns (limit reached) without a final report.\nLast message: "I have looked at ${pick(['packages/core', 'packages/api and packages/core', 'packages/admin', 'packages/core'], i)} so far and continue with ${pick(['packages/admin', 'packages/billing', 'packages/core/src'], i)}."\nagentId: ${hex(i, 8)} · tool uses: ${44 + ((i * 7) % 12)} · tokens: ${71_020 + i * 1_313} · duration: ${140 + ((i * 31) % 60)}s`,
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'an order for a machine whose agent is off, sent anew and asked after',
    7,
    17,
    {
      why: 'the machine has not reported for two days, so nothing is delivered',
      prompt: 'Restart nginx on web-3 over SSM.',
    },
    (desk, story) => {
      rounds(story, 9, (i) => [
        desk.run(
          `aws ssm send-command --instance-ids i-0c41d2aa90be77110 --document-name AWS-RunShellScript --parameters '${pick(['commands=["systemctl restart nginx"]', 'commands=["sudo systemctl restart nginx"],executionTimeout=["120"]', 'commands=["service nginx restart"]', 'commands=["bash -lc \\"systemctl restart nginx\\""]'], i)}' --query Command.[CommandId,Status] --output text`,
          `${uuid(i * 5)}\tPending`,
        ),
        desk.run(
          `sleep ${20 + i * 10}; aws ssm get-command-invocation --command-id ${uuid(i * 5)} --instance-id i-0c41d2aa90be77110 --query '[Status,StatusDetails,StandardOutputContent]' --output text`,
          pick(['Pending\tPending\t', 'Delayed\tDelayed\t', 'Pending\tPending\t'], i),
        ),
        ...(i % 4 === 2
          ? [
              desk.run(
                "aws ssm describe-instance-information --query 'InstanceInformationList[].[InstanceId,PingStatus,LastPingDateTime]' --output text",
                'i-0c41d2aa90be77110\tConnectionLost\t2026-11-19T03:12:40.118000+01:00',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a window to be driven by a script that has no leave to touch windows',
    5,
    13,
    {
      why: 'only the person can give that leave, in the settings of the system',
      prompt: 'Export all notes of the app as PDF by its menu.',
    },
    (desk, story) => {
      const scripts = [
        'tell application "System Events" to tell process "Notes" to click menu item "Export as PDF…" of menu "File" of menu bar 1',
        'tell application "System Events" to keystroke "p" using {command down}',
        'tell application "Notes" to activate\ndelay 1\ntell application "System Events" to tell process "Notes" to click menu bar item 3 of menu bar 1',
        'tell application "System Events" to get name of every menu item of menu 1 of menu bar item "File" of menu bar 1 of process "Notes"',
        'tell application "System Events" to set frontmost of process "Notes" to true\ntell application "System Events" to key code 35 using command down',
        'tell application "System Events" to click at {220, 12}',
        'tell application "System Events" to tell (first process whose frontmost is true) to get entire contents of window 1',
        'tell application "System Events" to perform action "AXPress" of menu item 9 of menu 1 of menu bar item 3 of menu bar 1 of process "Notes"',
      ] as const;
      rounds(story, 15, (i) => [
        i % 7 === 5
          ? desk.run(
              `sleep ${1 + (i % 3)}; osascript -e 'tell application "Notes" to count notes'`,
              '118',
            )
          : desk.run(
              `osascript ${pick(['', '-s o ', '-l AppleScript '], i)}-e '${pick(scripts, i)}'`,
              `${[0, 32, 61][i % 3]}:${90 + ((i * 13) % 60)}: execution error: System Events got an error: osascript is not allowed assistive access. (${pick([-25211, -25211, -1719], i)})`,
              1,
            ),
      ]);
    },
  ),
  stall(
    'the tree of a screen asked of a phone that is never idle, in ever other ways',
    6,
    14,
    {
      why: 'a film plays on that screen for ever, so the tool never comes to an end',
      prompt: 'Press the button Buy in the app and tell me what comes.',
    },
    (desk, story) => {
      const ways = [
        'adb shell uiautomator dump',
        'adb shell uiautomator dump /sdcard/ui.xml && adb pull /sdcard/ui.xml',
        'adb shell uiautomator dump --compressed /sdcard/ui.xml',
        'sleep 5; adb shell uiautomator dump /sdcard/window_dump.xml',
        'adb exec-out uiautomator dump /dev/tty',
        'for i in 1 2 3; do adb shell uiautomator dump && break; sleep 2; done',
        'adb -s emulator-5554 shell uiautomator dump /data/local/tmp/ui.xml',
      ] as const;
      rounds(story, 16, (i) => [
        i % 5 === 3
          ? desk.run(
              pick(
                [
                  'adb shell input keyevent KEYCODE_WAKEUP',
                  'adb shell input swipe 500 1200 500 900 300',
                  'adb shell input keyevent 82',
                ],
                i,
              ),
              '',
            )
          : desk.run(
              pick(ways, i),
              pick(ways, i).startsWith('for')
                ? 'ERROR: could not get idle state.\nERROR: could not get idle state.\nERROR: could not get idle state.'
                : 'ERROR: could not get idle state.',
              pick(ways, i).includes('pull') ? 1 : 0,
            ),
      ]);
    },
  ),
  stall(
    'boxes of a game pushed into the same corner, by ever other ways round',
    8,
    18,
    { why: 'each way ends with the second box where nothing moves it', prompt: 'Solve level 14.' },
    (desk, story) => {
      const ways = [
        'RRRULLURRRDDR',
        'UURRRDRRULLURR',
        'RRULURRRDRUULL',
        'RURRRDRULLLURR',
        'URRRDRRUULLDRR',
        'RRRURDLULLURRR',
      ] as const;
      rounds(story, 11, (i) => [
        desk.use(
          'sokoban',
          'move',
          { moves: pick(ways, i) },
          `${warehouse(
            ...pick<readonly [string, string, string]>(
              [
                ['#     * #', '#     ###', '#$@   ###'],
                ['#    @* #', '#     ###', '#$    ###'],
                ['# $   . #', '#     ###', '#$@   ###'],
              ],
              i,
            ),
          )}\nmoves: ${pick(ways, i).length}, pushes: ${3 + (i % 3)}, boxes on goals: ${i % 3 === 2 ? 0 : 1}/2\nNo legal push is left for box 2. Level not solved.`,
        ),
        desk.use(
          'sokoban',
          'reset',
          { level: 14 },
          `${warehouse('# $   . #', '#  $  ###', '#@    ###')}\nmoves: 0, pushes: 0, boxes on goals: 0/2`,
        ),
      ]);
    },
  ),
  stall(
    'a hash put through ever longer lists of words under the wrong format',
    10,
    20,
    {
      why: 'it is a hash of another kind, which each answer hints at, so no word can fit',
      prompt: 'This is our own exercise: find the password of the file hash.txt.',
    },
    (desk, story) => {
      const lists = [
        '--wordlist=/usr/share/wordlists/rockyou.txt',
        '--wordlist=/usr/share/wordlists/rockyou.txt --rules=best64',
        '--wordlist=/usr/share/seclists/Passwords/xato-net-10-million-passwords.txt',
        '--wordlist=names.txt --rules=jumbo',
        '--incremental=digits --max-length=8',
        '--wordlist=/usr/share/wordlists/fasttrack.txt --rules=d3ad0ne',
        '--mask=?l?l?l?l?d?d',
        '--wordlist=/usr/share/seclists/Passwords/german_misc.txt --rules=wordlist',
        '--wordlist=rockyou.txt --rules=oneruletorulethemall',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `john ${pick(lists, i)} hash.txt`,
          `Warning: detected hash type "LM", but the string is also recognized as "NT"\nUse the "--format=NT" option to force loading these as that type instead\nUsing default input encoding: UTF-8\nUsing default target encoding: CP850\nLoaded 2 password hashes with no different salts (LM [DES 256/256 AVX2])\nWarning: poor OpenMP scalability for this hash type, consider --fork=8\nWill run 8 OpenMP threads\nPress 'q' or Ctrl-C to abort, 'h' for help, almost any other key for status\n0g 0:00:0${i % 4}:${12 + ((i * 17) % 45)} DONE (2026-11-21 ${clock(i).slice(0, 5)}) 0g/s ${21_400_118 + i * 8_113}p/s ${21_400_118 + i * 8_113}c/s ${21_400_118 + i * 8_113}C/s\nSession completed.`,
        ),
        desk.run('john --show hash.txt', '0 password hashes cracked, 2 left', 1),
      ]);
    },
  ),
  stall(
    'a sensor that no scan of the bus shows, whatever the pins, the speed and the pauses',
    12,
    24,
    {
      why: 'it is not fed with current, which no line of the program changes',
      prompt: 'Get the BME280 to answer.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'ls main; cat main/idf_component.yml',
          'CMakeLists.txt\nidf_component.yml\nmain.c\ndependencies:\n  idf: ">=5.2"',
        ),
      );
      story.step(
        desk.read(
          '/w/main/main.c',
          '#include "driver/i2c_master.h"\n\n#define SDA 21\n#define SCL 22\n\nvoid app_main(void) {\n  scan_bus();\n}',
        ),
      );
      story.step(desk.run('ls /dev/ttyUSB*', '/dev/ttyUSB0'));
      const steps: Edits = [
        ['/w/main/main.c', '#define SDA 21\n#define SCL 22', '#define SDA 22\n#define SCL 21'],
        ['/w/main/main.c', '.scl_speed_hz = 400000', '.scl_speed_hz = 100000'],
        [
          '/w/main/main.c',
          '.flags.enable_internal_pullup = false',
          '.flags.enable_internal_pullup = true',
        ],
        ['/w/main/main.c', '#define SDA 22\n#define SCL 21', '#define SDA 21\n#define SCL 22'],
        ['/w/main/main.c', 'scan_bus();', 'vTaskDelay(pdMS_TO_TICKS(500));\n  scan_bus();'],
        ['/w/main/main.c', '.glitch_ignore_cnt = 7', '.glitch_ignore_cnt = 15'],
        ['/w/main/main.c', '.scl_speed_hz = 100000', '.scl_speed_hz = 10000'],
        ['/w/main/main.c', '#define SDA 21\n#define SCL 22', '#define SDA 4\n#define SCL 5'],
        ['/w/main/main.c', 'i2c_port = I2C_NUM_0', 'i2c_port = I2C_NUM_1'],
        ['/w/main/main.c', '#define SDA 4\n#define SCL 5', '#define SDA 21\n#define SCL 22'],
        ['/w/main/main.c', '.trans_queue_depth = 0', '.trans_queue_depth = 4'],
        ['/w/main/main.c', 'i2c_master_probe(bus, a, 50)', 'i2c_master_probe(bus, a, 200)'],
      ];
      rounds(story, 12, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'idf.py -p /dev/ttyUSB0 build flash 2>&1 | tail -5',
          `Wrote ${211_904 + ((i * 48) % 320)} bytes (${118_210 + i * 11} compressed) at 0x00010000 in ${seconds(i, 2)} seconds (effective ${700 + ((i * 13) % 50)}.1 kbit/s)...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...`,
        ),
        desk.run(
          `timeout ${8 + (i % 3)} idf.py -p /dev/ttyUSB0 monitor --no-reset | tail -12`,
          `I (${311 + (i % 7)}) main_task: Calling app_main()\nI (${842 + ((i * 11) % 60)}) scan:      0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f\n00:          -- -- -- -- -- -- -- -- -- -- -- -- --\n10: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n20: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n30: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n40: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n50: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n60: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n70: -- -- -- -- -- -- -- --\nI (${2_911 + ((i * 31) % 400)}) scan: 0 devices found`,
        ),
      ]);
    },
  ),
  stall(
    'a new Node asked for in ever other files of a shell, which go on with the old one',
    7,
    16,
    {
      why: 'a link in a folder that comes first leads to the old one',
      prompt: 'My terminal shall use Node 22.',
    },
    (desk, story) => {
      const steps: Edits = [
        [
          '/Users/kim/.zshrc',
          'export NVM_DIR="$HOME/.nvm"',
          'export NVM_DIR="$HOME/.nvm"\nnvm use 22 >/dev/null',
        ],
        [
          '/Users/kim/.zprofile',
          'eval "$(/opt/homebrew/bin/brew shellenv)"',
          'eval "$(/opt/homebrew/bin/brew shellenv)"\nexport PATH="$HOME/.nvm/versions/node/v22.11.0/bin:$PATH"',
        ],
        ['/Users/kim/.zshenv', '# env', '# env\nexport NODE_VERSION=22.11.0'],
        ['/Users/kim/.nvmrc', '16', '22'],
        [
          '/Users/kim/.zshrc',
          'nvm use 22 >/dev/null',
          'nvm alias default 22 >/dev/null && nvm use default >/dev/null',
        ],
        ['/Users/kim/.bash_profile', '# none', 'source ~/.zprofile'],
        ['/Users/kim/.zshrc', 'plugins=(git)', 'plugins=(git nvm)'],
        ['/Users/kim/.profile', '# none', 'export PATH="$HOME/.volta/bin:$PATH"'],
      ];
      rounds(story, 9, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          pick(
            [
              "zsh -lc 'node -v'",
              "zsh -ic 'node --version'",
              "exec zsh -l -c 'node -v'",
              'source ~/.zshrc; node -v',
            ],
            i,
          ),
          'v16.20.2',
        ),
        ...(i % 3 === 1
          ? [
              desk.run(
                pick(["zsh -lc 'which node'", "zsh -ic 'command -v node'"], i),
                '/usr/local/bin/node',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a notebook that names a kernel which this machine has not, run from the command line with ever other settings',
    6,
    15,
    { why: 'its own head names the kernel, and all else is changed' },
    (desk, story) => {
      const ways = [
        'papermill sales.ipynb out.ipynb -p month 2026-10',
        'python -m ipykernel install --user --name sales && papermill sales.ipynb out.ipynb -p month 2026-10',
        'papermill sales.ipynb out.ipynb -p month 2026-10 --cwd notebooks --log-output',
        'jupyter nbconvert --to notebook --execute sales.ipynb --output out.ipynb',
        'pip install -q ipykernel nb_conda_kernels && papermill sales.ipynb out.ipynb -p month 2026-10',
        'JUPYTER_PATH=$PWD/.venv/share/jupyter papermill sales.ipynb out.ipynb -p month 2026-10',
        'python -m ipykernel install --sys-prefix && jupyter execute sales.ipynb',
        'papermill sales.ipynb out.ipynb -p month 2026-10 --start-timeout 120',
      ] as const;
      rounds(story, 13, (i) => [
        i % 5 === 3
          ? desk.run(
              'jupyter kernelspec list',
              `Available kernels:\n  python3    /w/.venv/share/jupyter/kernels/python3\n  sales      /home/kim/.local/share/jupyter/kernels/sales`,
            )
          : desk.run(
              pick(ways, i),
              `Input Notebook:  sales.ipynb\nOutput Notebook: out.ipynb\n\rExecuting:   0%|          | 0/24 [00:00<?, ?cell/s]\rExecuting:   0%|          | 0/24 [00:0${i % 3}<?, ?cell/s]\nTraceback (most recent call last):\n  File "/w/.venv/lib/python3.12/site-packages/jupyter_client/manager.py", line ${84 + (i % 2)}, in wrapper\n    out = await method(self, *args, **kwargs)\n  File "/w/.venv/lib/python3.12/site-packages/jupyter_client/kernelspec.py", line 285, in get_kernel_spec\n    raise NoSuchKernel(kernel_name)\njupyter_client.kernelspec.NoSuchKernel: No such kernel named conda-env-sales-py`,
              1,
            ),
        ...(i % 4 === 2
          ? [desk.run('python -V; which python', 'Python 3.12.7\n/w/.venv/bin/python')]
          : []),
      ]);
    },
  ),
  stall(
    'rows for a sheet whose name is guessed, and guessed again',
    5,
    12,
    {
      why: 'the sheet has a name in another language, which nobody asks for',
      prompt: 'Put the October figures into the budget sheet.',
    },
    (desk, story) => {
      const ranges = [
        'Sheet1!A2:D2',
        "'Sheet1'!A2:D2",
        'Budget!A2:D2',
        'Sheet1!A2',
        'October!A2:D2',
        "'Budget 2026'!A2:D2",
        'Sheet 1!A2:D2',
        'Tabelle1!A2:D2',
        'Data!A2:D2',
        'Main!A2:D2',
        'budget!A2:D2',
      ] as const;
      rounds(story, 14, (i) => [
        desk.use(
          'sheets',
          pick(['update_cells', 'append_values', 'update_cells', 'batch_update_cells'], i),
          {
            spreadsheet_id: '1kQmX4v0Zt8rBudget',
            range: pick(ranges, i),
            values: [['2026-10', 48_213.7 + (i % 2), 3_907.2, 'EUR']],
            value_input_option: pick(['USER_ENTERED', 'RAW'], i),
          },
          `Error: <HttpError 400 when requesting https://sheets.googleapis.com/v4/spreadsheets/1kQmX4v0Zt8rBudget/values/${encodeURIComponent(pick(ranges, i))}?valueInputOption=${pick(['USER_ENTERED', 'RAW'], i)}&alt=json returned "Unable to parse range: ${pick(ranges, i)}". Details: "Unable to parse range: ${pick(ranges, i)}">`,
          { failed: true },
        ),
      ]);
    },
  ),
  stall(
    'a name space that goes on ending, deleted with ever other flags',
    7,
    17,
    { why: 'a keeper of one of its objects is gone, and its mark stays there' },
    (desk, story) => {
      const tries: Several<readonly [string, string, number]> = [
        [
          'kubectl delete ns staging --timeout=60s',
          'namespace "staging" deleted\nerror: timed out waiting for the condition on namespaces/staging',
          1,
        ],
        ['kubectl get ns staging', 'NAME      STATUS        AGE\nstaging   Terminating   41d', 0],
        [
          'kubectl delete ns staging --force --grace-period=0 --wait=false',
          'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\nnamespace "staging" force deleted',
          0,
        ],
        ['kubectl -n staging delete all --all --force', 'No resources found', 0],
        ['kubectl get ns staging -o jsonpath={.status.phase}', 'Terminating', 0],
        [
          'kubectl delete namespace/staging --cascade=foreground --timeout=90s',
          'namespace "staging" deleted\nerror: timed out waiting for the condition on namespaces/staging',
          1,
        ],
        [
          'kubectl -n staging get pods,svc,cm,secret',
          'No resources found in staging namespace.',
          0,
        ],
      ];
      rounds(story, 21, (i) => {
        const [command, output, exit] = pick(tries, i);
        return [
          desk.run(
            `${i > 6 && i % 4 === 0 ? `sleep ${15 + i * 5}; ` : ''}${command}`,
            output,
            exit,
          ),
        ];
      });
    },
  ),
  stall(
    'a metric that was given another name, asked for with ever other labels',
    8,
    18,
    {
      why: 'nothing writes the old name any more, so every answer is empty',
      prompt: 'How many checkouts failed last night?',
    },
    (desk, story) => {
      const questions = [
        'sum(rate(checkout_failures_total[5m]))',
        'checkout_failures_total{env="prod"}',
        'sum by (reason) (increase(checkout_failures_total{env="prod"}[12h]))',
        'checkout_failures_total{job="shop"}',
        'increase(checkout_failures_total{namespace="shop"}[1d])',
        'sum(checkout_failures_total{cluster=~"prod.*"})',
        'max_over_time(checkout_failures_total[24h])',
        'sum(rate(checkout_failures_total{app="checkout"}[1h])) * 3600',
        'topk(5, checkout_failures_total)',
        'count(checkout_failures_total)',
        'checkout_failures_total offset 8h',
      ] as const;
      const ask = (i: number, desk: Desk) =>
        desk.use(
          'prometheus',
          i % 3 === 2 ? 'query_range' : 'query',
          i % 3 === 2
            ? {
                query: pick(questions, i),
                start: `2026-11-20T2${i % 4}:00:00Z`,
                end: '2026-11-21T06:00:00Z',
                step: pick(['60s', '5m', '15m'], i),
              }
            : { query: pick(questions, i) },
          `{"status":"success","data":{"resultType":"${i % 3 === 2 ? 'matrix' : 'vector'}","result":[]}}`,
        );
      rounds(story, 9, (i) => [ask(i, desk)]);
      for (let i = 9; i < 19; i += 2) {
        story.step(ask(i, desk), ask(i + 1, desk));
      }
    },
  ),
  stall(
    'a total that three questions agree on, reckoned again and again in other ways',
    15,
    25,
    {
      why: 'the answer was sure after the third, and nothing is written',
      prompt: 'What were the net sales of October? Write reports/2026-10.md.',
    },
    (desk, story) => {
      knowTheSales(desk, story);
      const forms = [
        "select sum(l.price * l.count) - (select sum(amount) from refunds r where r.booked_at >= '2026-10-01') as net from orders o join lines l on l.order_id = o.id where o.state = 'paid' and o.booked_at >= '2026-10-01'",
        "with s as (select o.id, sum(l.price * l.count) v from orders o join lines l on l.order_id = o.id where o.state = 'paid' and o.booked_at >= '2026-10-01' group by 1) select sum(v) - 3907.20 as net from s",
        "select (select sum(price * count) from lines where order_id in (select id from orders where state = 'paid' and booked_at >= '2026-10-01')) - (select sum(amount) from refunds where booked_at >= '2026-10-01') as net",
        "select sum(v) as net from (select price * count v from lines l join orders o on o.id = l.order_id where o.state = 'paid' and date_trunc('month', o.booked_at) = '2026-10-01' union all select -amount from refunds where date_trunc('month', booked_at) = '2026-10-01') x",
        "select round(sum(l.price::numeric * l.count), 2) - 3907.20 as net from lines l, orders o where o.id = l.order_id and o.state = 'paid' and to_char(o.booked_at, 'YYYY-MM') = '2026-10'",
        "select sum(case when o.state = 'paid' then l.price * l.count else 0 end) - 3907.20 as net from orders o left join lines l on l.order_id = o.id where o.booked_at between '2026-10-01' and '2026-10-31 23:59:59'",
        "select sum(net) as net from (select c.region, sum(l.price * l.count) net from orders o join lines l on l.order_id = o.id join customers c on c.id = o.customer_id where o.state = 'paid' and o.booked_at >= '2026-10-01' group by 1 union all select 'refunds', -3907.20) x",
        "select sum(l.price * l.count) filter (where o.state = 'paid') - 3907.20 as net from orders o join lines l on l.order_id = o.id where extract(month from o.booked_at) = 10 and extract(year from o.booked_at) = 2026",
      ] as const;
      rounds(story, 20, (i) => [
        desk.run(
          `psql -X -d sales -c "${i % 3 === 1 ? `-- check ${i}\n` : ''}${pick(forms, i)}"`,
          '   net    \n----------\n 48213.70\n(1 row)',
        ),
      ]);
    },
  ),
  stall(
    'pages of a document to be made pictures by a program whose policy forbids it',
    5,
    12,
    {
      why: 'the policy of the machine forbids that format for every call',
      prompt: 'Make PNGs of the pages of offer.pdf.',
    },
    (desk, story) => {
      const tries = [
        'convert -density 150 offer.pdf page.png',
        'convert -density 300 offer.pdf -quality 90 page-%02d.png',
        'convert "offer.pdf[0]" page.png',
        'magick convert -density 150 offer.pdf page.png',
        'convert pdf:offer.pdf page.png',
        'MAGICK_CONFIGURE_PATH=$HOME convert -density 150 offer.pdf page.png',
        'cp offer.pdf /tmp/in.pdf && convert -density 96 /tmp/in.pdf /tmp/page.png',
        'convert -define pdf:use-cropbox=true -density 150 offer.pdf page.png',
        'cat offer.pdf | convert - page.png',
        'mogrify -format png -density 150 offer.pdf',
        'convert -limit memory 2GiB -density 200 offer.pdf page.jpg',
      ] as const;
      story.repeat(14, (i) =>
        desk.run(
          pick(tries, i),
          `${pick(tries, i).startsWith('mogrify') ? 'mogrify' : 'convert'}-im6.q16: attempt to perform an operation not allowed by the security policy \`PDF' @ error/constitute.c/IsCoderAuthorized/426.${pick(tries, i).startsWith('mogrify') ? '' : `\nconvert-im6.q16: no images defined \`${/\S+$/.exec(pick(tries, i))?.[0] ?? 'page.png'}' @ error/convert.c/ConvertImageCommand/3229.`}`,
          1,
        ),
      );
    },
  ),
  stall(
    'slides made anew by a program, one of which runs over its box every time',
    13,
    27,
    {
      why: 'the box comes from the master, which the program never touches',
      prompt: 'Mend the slides, tools/overflow.py must be content.',
    },
    (desk, story) => {
      const steps: Edits = [
        ['/w/slides/build.py', 'Pt(20)', 'Pt(18)'],
        ['/w/slides/build.py', 'tf.word_wrap = False', 'tf.word_wrap = True'],
        ['/w/slides/build.py', 'MSO_AUTO_SIZE.NONE', 'MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE'],
        ['/w/slides/build.py', 'space_after = Pt(8)', 'space_after = Pt(2)'],
        ['/w/slides/build.py', 'Pt(18)', 'Pt(17)'],
        ['/w/slides/build.py', 'tf.margin_top = Cm(0.2)', 'tf.margin_top = 0'],
        [
          '/w/slides/build.py',
          'MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE',
          'MSO_AUTO_SIZE.SHAPE_TO_FIT_TEXT',
        ],
        ['/w/slides/build.py', 'line_spacing = 1.2', 'line_spacing = 1.0'],
        ['/w/slides/build.py', 'Pt(17)', 'Pt(20)'],
        ['/w/slides/build.py', 'anchor = MSO_ANCHOR.TOP', 'anchor = MSO_ANCHOR.MIDDLE'],
        ['/w/slides/build.py', 'tf.word_wrap = True', 'tf.word_wrap = True  # wraps'],
        ['/w/slides/build.py', 'line_spacing = 1.0', 'line_spacing = 0.9'],
        ['/w/slides/build.py', 'Pt(20)', 'Pt(16)'],
      ];
      rounds(story, 13, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'python slides/build.py',
          `wrote out/board.pptx (14 slides) in ${seconds(i, 0)} s`,
        ),
        desk.run('soffice --headless --convert-to pdf --outdir out out/board.pptx', slidesPage(i)),
        desk.run(
          'python tools/overflow.py out/board.pdf',
          `14 pages in ${seconds(i + 3, 1)} s\npage 7 "Outlook": text runs ${pick(['1.84', '1.84', '1.83', '1.84'], i)} cm over its box\n1 page does not fit`,
          1,
        ),
        ...(i % 5 === 4
          ? [
              desk.run(
                `pdftoppm -r 40 -f 7 -l 7 -png out/board.pdf out/p && ls -l out/p-07.png | cut -d' ' -f5`,
                `${9_120 + (i % 3)}`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a page of documents that is nowhere to be seen, pushed with ever other settings',
    24,
    35,
    {
      why: 'the pages of this repository are switched off, which no push changes',
      prompt: 'Count in money, then publish docs/ on our Pages.',
    },
    (desk, story) => {
      workAWhile(desk, story);
      const steps: Edits = [
        ['/w/docs/_config.yml', 'baseurl: ""', 'baseurl: "/orders"'],
        ['/w/docs/.nojekyll', '# none', '# keep'],
        ['/w/docs/index.md', '# Orders', '---\nlayout: default\n---\n# Orders'],
        ['/w/docs/_config.yml', 'theme: minima', 'theme: jekyll-theme-cayman'],
        ['/w/docs/CNAME', 'docs.acme.test', 'orders.acme.test'],
        ['/w/docs/_config.yml', 'url: ""', 'url: "https://acme.example.test"'],
        ['/w/docs/index.md', 'layout: default', 'layout: home\npermalink: /'],
        ['/w/docs/_config.yml', 'baseurl: "/orders"', 'baseurl: "/orders/"'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          `git commit -qam "${pick(['Set the base of the pages', 'Mend the pages', 'docs: publish', 'Pages again'], i)}" && git push`,
          `To git.example.test:acme/orders.git\n   ${hex(i + 100, 7)}..${hex(i + 101, 7)}  main -> main`,
        ),
        desk.run(
          `sleep ${60 + (i % 3) * 30}; curl -sI https://acme.example.test/orders/ | head -${2 + (i % 2)}`,
          `HTTP/2 404 \nserver: pages.example.test${i % 2 === 0 ? '' : `\ndate: Sat, 21 Nov 2026 ${clock(i)} GMT`}`,
        ),
      ]);
    },
  ),
];
