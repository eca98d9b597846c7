/** Circles far from the files: pages, clusters, databases, pipelines and kernels that say the same. Before any rule was tried on them, 24 of 96 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds, workAWhile, type Edits } from './openings.js';

/** Commands, what they print and how they exit. */
type Run = readonly [command: string, output: string, exit: number];
type Runs = readonly [Run, ...Run[]];

const snapshot = (i: number): string =>
  `### Page state\n- Page URL: http://localhost:5173/cart\n- Page Title: Cart\n- Page Snapshot:\n\`\`\`yaml\n- banner [ref=e${2 + i}]:\n  - link "Acme" [ref=e${3 + i}]\n- main [ref=e${6 + i}]:\n  - heading "Your cart" [level=1] [ref=e${7 + i}]\n  - text: 2 articles\n  - button "Pay" [disabled] [ref=e${11 + i}]\n\`\`\``;

export const stallsInClouds: readonly Idea[] = [
  stall(
    'a button that stays grey in the browser, whatever the component says',
    9,
    24,
    { why: 'a service worker hands out the page of last week' },
    (desk, story) => {
      const versions = [
        'disabled={!cart.ready}',
        'disabled={!cart.ready && cart.items.length === 0}',
        'disabled={cart.items.length === 0}',
        'disabled={false}',
        'aria-disabled={!cart.ready}',
        'disabled={cart.total <= 0}',
        'data-ready={String(cart.ready)}',
        'disabled={undefined}',
        'disabled={!useCartReady()}',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/cart/PayButton.tsx', versions, i),
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:5173/cart' },
          snapshot(i),
        ),
        i % 3 === 2
          ? desk.use(
              'playwright',
              'browser_console_messages',
              {},
              `[LOG] [vite] connecting... @ http://localhost:5173/@vite/client:${494 + i}\n[LOG] [vite] connected.\n[INFO] cart ready 2 @ cart.js:88`,
            )
          : desk.use(
              'playwright',
              'browser_evaluate',
              {
                function: pick(
                  [
                    "() => document.querySelector('button').disabled",
                    "() => document.querySelector('main button').hasAttribute('disabled')",
                  ],
                  i,
                ),
              },
              '### Result\ntrue',
            ),
      ]);
    },
  ),
  stall(
    'a plan that finds the same change after each apply',
    9,
    21,
    { why: 'the provider sorts the list; the plan will never be empty' },
    (desk, story) => {
      const edits: Edits = [
        ['/w/infra/lb.tf', 'subnets = var.subnets', 'subnets = sort(var.subnets)'],
        ['/w/infra/lb.tf', 'subnets = sort(var.subnets)', 'subnets = tolist(toset(var.subnets))'],
        ['/w/infra/variables.tf', 'type = list(string)', 'type = set(string)'],
        ['/w/infra/lb.tf', 'tolist(toset(var.subnets))', 'distinct(var.subnets)'],
        ['/w/infra/lb.tf', 'distinct(var.subnets)', '[for s in var.subnets : s]'],
        ['/w/infra/variables.tf', 'type = set(string)', 'type = list(string)'],
        ['/w/infra/lb.tf', '[for s in var.subnets : s]', 'reverse(var.subnets)'],
      ];
      rounds(story, 7, (i) => [
        desk.replace(...pick(edits, i)),
        desk.run(
          'terraform apply -auto-approve -no-color | tail -4',
          `aws_lb.web: Modifying... [id=arn:aws:elasticloadbalancing:eu-west-1:000000000000:loadbalancer/app/web/50dc6c495c0c9188]\naws_lb.web: Modifications complete after ${2 + (i % 3)}s [id=arn:aws:elasticloadbalancing:eu-west-1:000000000000:loadbalancer/app/web/50dc6c495c0c9188]\n\nApply complete! Resources: 0 added, 1 changed, 0 destroyed.`,
        ),
        desk.run(
          'terraform plan -no-color -detailed-exitcode',
          `aws_lb.web: Refreshing state... [id=arn:aws:elasticloadbalancing:eu-west-1:000000000000:loadbalancer/app/web/50dc6c495c0c9188]\n\nTerraform used the selected providers to generate the following execution plan.\n\n  # aws_lb.web will be updated in-place\n  ~ resource "aws_lb" "web" {\n        id      = "arn:aws:elasticloadbalancing:eu-west-1:000000000000:loadbalancer/app/web/50dc6c495c0c9188"\n      ~ subnets = [\n          - "subnet-0b1",\n          + "subnet-0b1",\n            # (2 unchanged elements hidden)\n        ]\n    }\n\nPlan: 0 to add, 1 to change, 0 to destroy.`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'a pod thrown away so that it may find a place, and it finds none',
    9,
    24,
    { why: 'it asks for more memory than any node has' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          pick(
            [
              `kubectl -n shop delete pod ranker-6d9c7b5f4-${hex(i, 5)}`,
              'kubectl -n shop rollout restart deploy/ranker',
              'kubectl -n shop scale deploy/ranker --replicas=0 && kubectl -n shop scale deploy/ranker --replicas=1',
            ],
            i,
          ),
          pick(
            [
              `pod "ranker-6d9c7b5f4-${hex(i, 5)}" deleted`,
              'deployment.apps/ranker restarted',
              'deployment.apps/ranker scaled\ndeployment.apps/ranker scaled',
            ],
            i,
          ),
        ),
        desk.run(
          'kubectl -n shop get pods -l app=ranker',
          `NAME                      READY   STATUS    RESTARTS   AGE\nranker-6d9c7b5f4-${hex(i + 1, 5)}    0/1     Pending   0          ${4 + ((i * 7) % 19)}s`,
        ),
        desk.run(
          `kubectl -n shop describe pod -l app=ranker | sed -n '/Events/,$p'`,
          `Events:\n  Type     Reason            Age   From               Message\n  ----     ------            ----  ----               -------\n  Warning  FailedScheduling  ${6 + ((i * 7) % 19)}s   default-scheduler  0/3 nodes are available: 3 Insufficient memory. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.`,
        ),
      ]);
    },
  ),
  stall(
    'a cloud that does not know who asks, in ever other services and words',
    5,
    14,
    { why: 'the login has run out; only the person can renew it' },
    (desk, story) => {
      const tries: Runs = [
        [
          'aws s3 ls s3://acme-reports',
          'An error occurred (ExpiredToken) when calling the ListObjectsV2 operation: The provided token has expired.',
          254,
        ],
        [
          'aws sts get-caller-identity',
          'An error occurred (ExpiredToken) when calling the GetCallerIdentity operation: The security token included in the request is expired',
          254,
        ],
        [
          'aws s3 ls s3://acme-reports --profile reports',
          'The config profile (reports) could not be found',
          255,
        ],
        [
          'AWS_PROFILE=default aws s3api list-objects --bucket acme-reports',
          'Unable to locate credentials. You can configure credentials by running "aws configure".',
          253,
        ],
        [
          'aws sso login --no-browser',
          'Error when retrieving token from sso: Token has expired and refresh failed',
          255,
        ],
        [
          'aws s3 cp s3://acme-reports/2026-10.parquet . --no-sign-request',
          'fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden',
          1,
        ],
        ['env | grep -c ^AWS_', '0', 1],
        [
          'python3 -c "import boto3; print(boto3.client(\'s3\').list_buckets())"',
          'botocore.exceptions.NoCredentialsError: Unable to locate credentials',
          1,
        ],
        [
          'curl -sS -o /dev/null -w "%{http_code}" https://acme-reports.s3.example.test/2026-10.parquet',
          '403',
          0,
        ],
        [
          'aws s3 ls s3://acme-reports --region eu-central-1',
          'An error occurred (ExpiredToken) when calling the ListObjectsV2 operation: The provided token has expired.',
          254,
        ],
        [
          'aws sts get-session-token',
          'An error occurred (ExpiredToken) when calling the GetSessionToken operation: The security token included in the request is expired',
          254,
        ],
        [
          'aws configure list',
          '      Name                    Value             Type    Location\n      ----                    -----             ----    --------\n   profile                <not set>             None    None\naccess_key                <not set>             None    None',
          0,
        ],
        [
          'aws s3 ls',
          'Unable to locate credentials. You can configure credentials by running "aws configure".',
          253,
        ],
        [
          'aws s3api head-object --bucket acme-reports --key 2026-10.parquet',
          'An error occurred (ExpiredToken) when calling the HeadObject operation: The provided token has expired.',
          254,
        ],
      ];
      rounds(story, 14, (i) => [desk.run(...pick(tries, i))]);
    },
  ),
  stall(
    'heads of a history of tables that are joined, and there are two again',
    9,
    24,
    { why: 'the generator takes the wrong parent, so each join makes another head' },
    (desk, story) => {
      rounds(story, 8, (i) => [
        desk.run(
          'alembic upgrade head',
          `INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nINFO  [alembic.runtime.migration] Will assume transactional DDL.\nERROR [alembic.util.messaging] Multiple head revisions are present for given argument 'head'; please specify a specific target revision, '<branchname>@head' to narrow to a specific head, or 'heads' for all heads\nFAILED: Multiple head revisions are present for given argument 'head'`,
          255,
        ),
        desk.run('alembic heads', `${hex(i + 2, 12)} (head)\n${hex(i + 41, 12)} (head)`),
        desk.run(
          `alembic merge -m "${pick(['merge heads', 'join heads', 'unify history'], i)}" ${hex(i + 2, 12)} ${hex(i + 41, 12)}`,
          `  Generating /w/migrations/versions/${hex(i + 3, 12)}_${pick(['merge_heads', 'join_heads', 'unify_history'], i)}.py ...  done`,
        ),
      ]);
    },
  ),
  stall(
    'a pipeline started again by commits with nothing in them, red at the same step',
    21,
    33,
    { why: 'the secret is missing on the server, so no commit helps' },
    (desk, story) => {
      workAWhile(desk, story);
      rounds(story, 9, (i) => {
        const run = 9_812_330_114 + i * 48_211;
        return [
          desk.run(
            i % 2 === 0
              ? `git commit --allow-empty -qm "${pick(['ci: retry', 'ci: retrigger', 'chore: kick the build'], i)}" && git push -q && git log --oneline -1`
              : `gh run rerun ${run - 48_211} --failed`,
            i % 2 === 0
              ? `${hex(i + 17, 7)} ${pick(['ci: retry', 'ci: retrigger', 'chore: kick the build'], i)}`
              : `✓ Requested rerun of run ${run - 48_211}`,
          ),
          desk.run(
            `gh run watch ${run} --exit-status`,
            `Refreshing run status every 3 seconds. Press Ctrl+C to quit.\n\nX main publish · ${run}\nTriggered via push about ${1 + (i % 2)} minute ago\n\nJOBS\nX publish in ${41 + ((i * 13) % 17)}s (ID ${27_004_118_220 + i * 977})\n  ✓ Set up job\n  ✓ Run actions/checkout@v4\n  ✓ Build\n  X Push image\n  - Post Run actions/checkout@v4\n\nANNOTATIONS\nX Error: Username and password required\npublish: .github#${3_110 + i}`,
            1,
          ),
        ];
      });
    },
  ),
  stall(
    'a notebook whose kernel dies at the same cell, with ever other sizes of the pieces',
    9,
    24,
    { why: 'the file itself is read whole before it is cut in pieces' },
    (desk, story) => {
      const sizes = [10_000, 5_000, 20_000, 1_000, 50_000, 2_000, 8_000, 500] as const;
      rounds(story, 8, (i) => [
        desk.use(
          'jupyter',
          'edit_cell',
          {
            cell_index: 6,
            source: `${i % 2 === 0 ? 'import gc; gc.collect()\n' : ''}frames = [f for f in pd.read_json("events.json", lines=True, chunksize=${pick(sizes, i)})]\ndf = pd.concat(frames${i > 3 ? ', ignore_index=True' : ''})`,
          },
          'Cell 6 updated.',
        ),
        desk.use(
          'jupyter',
          'execute_cell',
          { cell_index: 6, timeout: 300 },
          `[ERROR] Kernel ${hex(i, 8)}-${hex(i + 1, 4)} died while executing cell 6 after ${seconds(i, 31)} s.\nThe kernel appears to have died. It will restart automatically.`,
          { failed: true },
        ),
        desk.use(
          'jupyter',
          'restart_kernel',
          {},
          `Kernel restarted: ${hex(i + 3, 8)}-${hex(i + 4, 4)}. State is cleared; cells 0-5 were run again.`,
        ),
      ]);
    },
  ),
  stall(
    'a quota of the day that is used up, asked again under other names',
    5,
    13,
    { why: 'the answer says tomorrow' },
    (desk, story) => {
      const tries = [
        'curl -s https://api.example.test/v2/geocode?q=Ulm',
        'curl -s -A "Mozilla/5.0" https://api.example.test/v2/geocode?q=Ulm',
        'curl -s --retry 3 https://api.example.test/v2/geocode?q=Ulm',
        'sleep 10 && curl -s https://api.example.test/v2/geocode?q=Bonn',
        'python3 scripts/geocode.py --city Ulm',
        'curl -s https://api.example.test/v1/geocode?q=Ulm',
        'curl -s -H "X-Forwarded-For: 10.0.0.8" https://api.example.test/v2/geocode?q=Kiel',
        'sleep 30 && python3 scripts/geocode.py --city Bonn --workers 1',
        'curl -s https://api.example.test/v2/search?q=Ulm',
        'node -e "fetch(\'https://api.example.test/v2/geocode?q=Jena\').then(r=>r.text()).then(console.log)"',
        'sleep 60 && curl -s https://api.example.test/v2/geocode?q=Ulm',
        'curl -s -H "Accept: text/plain" https://api.example.test/v2/geocode?q=Ulm',
        'python3 scripts/geocode.py --city Kiel --dry-run=false',
      ] as const;
      rounds(story, 13, (i) => [
        desk.run(
          pick(tries, i),
          `{"error":{"code":429,"status":"DAILY_LIMIT","message":"You have used 2500 of 2500 requests of your plan. The limit is reset on 2026-11-22T00:00:00Z.","request":"${hex(i, 16)}","at":"2026-11-21T${clock(i)}Z"}}`,
        ),
      ]);
    },
  ),
];
