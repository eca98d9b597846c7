/** Honest work beside the code: trackers, calendars, browsers, tables, models, clouds, films, phones, puzzles, boards and the person's own machine. Written without a look at any rule, 420 of 444 were left alone. */
import { word } from '../../unit/cases/cases.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { lookAround, seconds, workAWhile, type Edits } from './openings.js';

const two = (n: number): string => String(n).padStart(2, '0');

/** The board of a game of numbers after so many moves: it fills, merges and grows. */
function numbers(move: number): string {
  const cells = Array.from({ length: 16 }, (_, place) => {
    const seed = (move * 7 + place * 5 + ((move * place) % 11)) % 13;
    const height = Math.min(1 + Math.floor(move / 9) + (place % 3), 9);
    return seed < 5
      ? '.'
      : String(2 ** (place === 0 ? Math.min(2 + Math.floor(move / 7), 10) : 1 + (seed % height)));
  });
  return [0, 4, 8, 12]
    .map((from) =>
      cells
        .slice(from, from + 4)
        .map((cell) => cell.padStart(5))
        .join(''),
    )
    .join('\n');
}

export const honestInOffices: readonly Idea[] = [
  quiet(
    'open bugs asked of the tracker for one part of the product after the other, some of which have none',
    {
      why: 'each question is about another part',
      prompt: 'Write the known issues of 4.2, by component.',
    },
    (desk, story) => {
      story.repeat(15, (i) =>
        desk.use(
          'jira',
          'search',
          {
            jql: `project = SHOP AND fixVersion = 4.2 AND component = "${word(i)}" AND type = Bug AND statusCategory != Done`,
            fields: 'summary,status',
            limit: 20,
          },
          i % 4 === 1
            ? '{"total":0,"start_at":0,"max_results":20,"issues":[]}'
            : `{"total":${1 + (i % 3)},"start_at":0,"max_results":20,"issues":[{"key":"SHOP-${1400 + i * 13}","summary":"${word(i)}: ${pick(['wrong total', 'slow on start', 'text is cut off', 'lost after a restart'], i)} (${i})","status":{"name":"${pick(['Open', 'In Review'], i)}"}}]}`,
        ),
      );
      story.step(
        desk.write(
          '/w/docs/known-issues.md',
          `# Known issues of 4.2\n\n${Array.from({ length: 11 }, (_, i) => `## ${word(i)}\n\n- SHOP-${1400 + i * 13}`).join('\n\n')}\n`,
        ),
      );
    },
  ),
  quiet(
    'sixteen standing meetings moved by an hour, one after the other',
    { why: 'each meeting is another one', prompt: 'Move all my weekly meetings one hour later.' },
    (desk, story) => {
      story.step(
        desk.use(
          'calendar',
          'list_events',
          { timeMin: '2026-11-23T00:00:00', timeMax: '2026-11-29T00:00:00', singleEvents: false },
          `{"events":[${Array.from({ length: 16 }, (_, i) => `{"id":"${hex(i, 12)}","summary":"${word(i)} weekly","start":"2026-11-${23 + (i % 5)}T${two(9 + (i % 6))}:00:00+01:00"}`).join(',')}]}`,
        ),
      );
      story.repeat(16, (i) =>
        desk.use(
          'calendar',
          'update_event',
          {
            eventId: hex(i, 12),
            start: `2026-11-${23 + (i % 5)}T${two(10 + (i % 6))}:00:00+01:00`,
            end: `2026-11-${23 + (i % 5)}T${two(11 + (i % 6))}:00:00+01:00`,
            sendUpdates: 'all',
          },
          `Event updated successfully: ${hex(i, 12)} (status: confirmed, sequence: ${1 + (i % 3)})`,
        ),
      );
    },
  ),
  quiet(
    'nine receipts entered in a browser, each with its picture and the same buttons',
    {
      why: 'each receipt is another one',
      prompt: 'Enter the receipts in inbox/ into the expense tool.',
    },
    (desk, story) => {
      const page = (code: string, more: string): string =>
        `### Ran Playwright code\n\`\`\`js\nawait page.${code};\n\`\`\`\n### Page\n- Page URL: https://expenses.example.test/report/118\n- Page Title: Trip report${more}`;
      rounds(story, 9, (i) => [
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Add expense button', ref: `e${21 + i * 6}` },
          page(
            "getByRole('button', { name: 'Add expense' }).click()",
            `\n### Snapshot\n\`\`\`yaml\n- dialog "New expense" [ref=e${22 + i * 6}]:\n  - textbox "Amount" [ref=e${23 + i * 6}]\n  - textbox "What for" [ref=e${24 + i * 6}]\n  - button "Attach" [ref=e${25 + i * 6}]\n\`\`\``,
          ),
        ),
        desk.use(
          'playwright',
          'browser_fill_form',
          {
            fields: [
              {
                name: 'Amount',
                type: 'textbox',
                ref: `e${23 + i * 6}`,
                value: (12.4 + i * 17.35).toFixed(2),
              },
              {
                name: 'What for',
                type: 'textbox',
                ref: `e${24 + i * 6}`,
                value: pick(['Taxi', 'Hotel', 'Train', 'Lunch', 'Parking'], i),
              },
            ],
          },
          page(
            `getByRole('textbox', { name: 'Amount' }).fill('${(12.4 + i * 17.35).toFixed(2)}')`,
            '',
          ),
        ),
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Attach button', ref: `e${25 + i * 6}` },
          page(
            "getByRole('button', { name: 'Attach' }).click()",
            '\n### Modal state\n- [File chooser]: can be handled by the "browser_file_upload" tool',
          ),
        ),
        desk.use(
          'playwright',
          'browser_file_upload',
          { paths: [`/w/inbox/receipt-${two(i + 1)}.jpg`] },
          page(`fileChooser.setFiles(["/w/inbox/receipt-${two(i + 1)}.jpg"])`, ''),
        ),
        desk.use(
          'playwright',
          'browser_click',
          { element: 'Save button', ref: `e${26 + i * 6}` },
          page(
            "getByRole('button', { name: 'Save' }).click()",
            `\n### Snapshot\n\`\`\`yaml\n- status [ref=e9]: ${i + 1} expenses, ${((i + 1) * (12.4 + i * 8.675)).toFixed(2)} EUR\n\`\`\``,
          ),
        ),
      ]);
    },
  ),
  quiet(
    'a list without an end scrolled until all of its entries are there',
    { why: 'each scroll brings twenty more', prompt: 'Collect all reviews of the page.' },
    (desk, story) => {
      story.step(
        desk.use(
          'chrome-devtools',
          'navigate_page',
          { type: 'url', url: 'https://shop.example.test/p/88/reviews' },
          '# navigate_page response\nSuccessfully navigated to https://shop.example.test/p/88/reviews.\n## Pages\n1: https://shop.example.test/p/88/reviews [selected]',
        ),
      );
      story.repeat(14, (i) =>
        desk.use(
          'chrome-devtools',
          'evaluate_script',
          {
            function:
              "async () => { window.scrollTo(0, document.body.scrollHeight); await new Promise((r) => setTimeout(r, 1500)); return document.querySelectorAll('.review').length; }",
          },
          `# evaluate_script response\nScript ran on page and returned:\n\`\`\`json\n${i < 12 ? 20 + i * 20 : 247}\n\`\`\``,
        ),
      );
      story.step(
        desk.use(
          'chrome-devtools',
          'evaluate_script',
          { function: "() => [...document.querySelectorAll('.review')].map((r) => r.innerText)" },
          `# evaluate_script response\nScript ran on page and returned:\n\`\`\`json\n["Good shoe, runs small","Came late, nice colour","Sole came off after a month"]\n\`\`\``,
        ),
      );
    },
  ),
  quiet(
    'a list of addresses cleaned rule by rule, with fewer bad rows after each',
    {
      why: 'the number of bad rows falls',
      prompt: 'Clean data/addresses.csv until the check finds nothing.',
    },
    (desk, story) => {
      const rules = [
        'df["zip"] = df["zip"].str.zfill(5)',
        'df["city"] = df["city"].str.strip()',
        'df["street"] = df["street"].str.replace(r"\\s+", " ", regex=True)',
        'df.loc[df.country.isna(), "country"] = "DE"',
        'df["phone"] = df["phone"].str.replace(r"[^0-9+]", "", regex=True)',
        'df = df.drop_duplicates(["name", "street"])',
        'df["mail"] = df["mail"].str.lower()',
        'df = df[df.zip.str.fullmatch(r"\\d{5}")]',
        'df["house"] = df["house"].fillna("")',
        'df["city"] = df["city"].replace(ALIASES)',
      ] as const;
      const bad = [1841, 1522, 1240, 1240, 811, 402, 377, 96, 41, 7, 0] as const;
      rounds(story, 10, (i) => [
        desk.replace('/w/clean.py', '# next rule', `${pick(rules, i)}\n# next rule`),
        desk.run(
          'python clean.py && python check.py out/addresses.csv',
          `18${402 - i * 9} rows read in ${seconds(i, 0)} s\nbad rows: ${bad[i + 1] ?? 0}${i < 9 ? `\n  first: line ${200 + i * 411}: ${pick(['zip', 'city', 'street', 'phone', 'house'], i + 1)}` : ''}`,
          i < 9 ? 1 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'a long question to the base taken apart into named parts, with the same total after each, as it must be',
    {
      why: 'each part is another one, and the total may not change',
      prompt: 'Split sql/margin.sql into CTEs. The total must stay 48213.70.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/sql/margin.sql',
          Array.from(
            { length: 60 },
            (_, i) => `${'  '.repeat(i % 4)}select ${word(i)}_${i} from ${word(i + 3)}`,
          ).join('\n'),
        ),
      );
      rounds(story, 11, (i) => [
        desk.replace(
          '/w/sql/margin.sql',
          `(select ${word(i)}_id, sum(net) from ${word(i + 3)} group by 1) s${i}`,
          `${word(i)}_totals s${i}`,
        ),
        desk.run(
          'psql -X -d sales -f sql/margin.sql',
          '  margin  \n----------\n 48213.70\n(1 row)',
        ),
        ...(i % 3 === 2
          ? [
              desk.run(
                `git commit -qam "Name the part ${word(i)}_totals" && git log --oneline -1`,
                `${hex(i, 7)} Name the part ${word(i)}_totals`,
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'one set of questions put to twelve models, each of which gets its figures',
    {
      why: 'each run is of another model',
      prompt: 'Compare all models in models.txt on eval/qa.jsonl.',
    },
    (desk, story) => {
      const models = [
        'qwen2.5:7b',
        'llama3.1:8b',
        'mistral:7b',
        'gemma2:9b',
        'phi3:14b',
        'qwen2.5:14b',
        'llama3.2:3b',
        'mixtral:8x7b',
        'gemma2:2b',
        'deepseek-r1:8b',
        'command-r:35b',
        'granite3:8b',
      ] as const;
      rounds(story, 12, (i) => [
        desk.run(`ollama pull ${pick(models, i)} 2>&1 | tail -1`, 'success'),
        desk.run(
          `python eval/run.py --model ${pick(models, i)} --set eval/qa.jsonl`,
          `model ${pick(models, i)}: 200 questions in ${seconds(i, 180 + i * 20)} s\nexact: 0.${(41 + ((i * 17) % 38)).toString()}\nf1:    0.${(55 + ((i * 13) % 30)).toString()}\nwrote eval/out/${hex(i)}.json`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/eval/README.md',
          `| Model | exact |\n| --- | --- |\n${models.map((m, i) => `| ${m} | 0.${41 + ((i * 17) % 38)} |`).join('\n')}\n`,
        ),
      );
    },
  ),
  noStall(
    'a training on borrowed machines that is thrown out three times and goes on from where it was',
    {
      why: 'each start begins at a later step',
      prompt: 'See to it that the run gets to step 12000.',
    },
    (desk, story) => {
      rounds(story, 4, (i) => [
        desk.run(
          `sky jobs launch -y -n lm train.yaml --env RESUME=${i === 0 ? 'none' : `ckpt-${i * 3000}`} 2>&1 | tail -2`,
          `Job submitted, ID: ${40 + i}\nManaged job ${40 + i} is in state STARTING`,
        ),
        desk.run(
          `sleep 580; sky jobs logs ${40 + i} --no-follow | tail -1`,
          `step ${i * 3000 + 900}/12000 loss ${(3.1 - i * 0.24).toFixed(3)} lr 2.9e-04 tok/s ${41_210 + i * 311}`,
        ),
        desk.run(
          `sleep 590; sky jobs logs ${40 + i} --no-follow | tail -1`,
          `step ${i * 3000 + 2100}/12000 loss ${(3.0 - i * 0.24).toFixed(3)} lr 2.8e-04 tok/s ${41_090 + i * 217}`,
        ),
        ...(i < 3
          ? [
              desk.run(
                `sleep 595; sky jobs logs ${40 + i} --no-follow | tail -2`,
                `saved ckpt-${(i + 1) * 3000}\nJob ${40 + i} preempted: spot instance was reclaimed`,
              ),
            ]
          : [
              desk.run(
                `sleep 560; sky jobs logs ${40 + i} --no-follow | tail -2`,
                'step 12000/12000 loss 2.142 lr 1.0e-05\nsaved final',
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'the same labels put on twenty-two buckets, by a command that says nothing',
    { why: 'each bucket is another one', prompt: 'Tag all buckets with owner and cost centre.' },
    (desk, story) => {
      story.step(
        desk.run(
          "aws s3api list-buckets --query 'Buckets[].Name' --output text",
          Array.from({ length: 22 }, (_, i) => `acme-${word(i)}-${i < 11 ? 'prod' : 'test'}`).join(
            '\t',
          ),
        ),
      );
      const tag = (i: number) =>
        desk.run(
          `aws s3api put-bucket-tagging --bucket acme-${word(i)}-${i < 11 ? 'prod' : 'test'} --tagging 'TagSet=[{Key=owner,Value=platform},{Key=cost,Value=4410}]'`,
          '',
        );
      for (let i = 0; i < 22; i += 2) {
        story.step(tag(i), tag(i + 1));
      }
      story.step(
        desk.run(
          "aws resourcegroupstaggingapi get-resources --tag-filters Key=cost,Values=4410 --resource-type-filters s3 --query 'length(ResourceTagMappingList)'",
          '22',
        ),
      );
    },
  ),
  quiet(
    'a zone of names brought to another house, record by record, each asked of both sides',
    {
      why: 'each record is another one, and the same answer is what is wanted',
      prompt: 'Move the zone to the new provider and compare each record.',
    },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.run(
          `gcloud dns record-sets create ${word(i)}.shop.test. --zone=shop --type=${pick(['A', 'CNAME', 'TXT'], i)} --ttl=300 --rrdatas="${pick([`203.0.113.${10 + i}`, 'lb.shop.test.', `v=${word(i)}`], i)}"`,
          `NAME                 TYPE   TTL  DATA\n${word(i)}.shop.test.   ${pick(['A', 'CNAME', 'TXT'], i)}   300  ${pick([`203.0.113.${10 + i}`, 'lb.shop.test.', `"v=${word(i)}"`], i)}`,
        ),
        desk.run(
          `diff <(dig +short ${pick(['A', 'CNAME', 'TXT'], i)} ${word(i)}.shop.test @ns1.old.test) <(dig +short ${pick(['A', 'CNAME', 'TXT'], i)} ${word(i)}.shop.test @ns-cloud-a1.example.test) && echo same`,
          'same',
        ),
      ]);
    },
  ),
  quiet(
    'rights of a role taken away one by one, with the same smoke test after each, and one put back',
    {
      why: 'each right is another one, and green is what is wanted',
      prompt: 'Strip the deploy role down to what it needs. Try each right on its own.',
    },
    (desk, story) => {
      const rights = [
        's3:DeleteBucket',
        'ec2:RunInstances',
        'iam:CreateUser',
        'sqs:PurgeQueue',
        'rds:DeleteDBInstance',
        'lambda:UpdateFunctionCode',
        'kms:ScheduleKeyDeletion',
        'route53:DeleteHostedZone',
        'sns:DeleteTopic',
        'logs:DeleteLogGroup',
      ] as const;
      rounds(story, 10, (i) => [
        desk.replace('/w/iam/deploy.json', `      "${pick(rights, i)}",\n`, ''),
        desk.run(
          'aws iam put-role-policy --role-name deploy --policy-name deploy --policy-document file://iam/deploy.json',
          '',
        ),
        desk.run(
          './scripts/smoke-deploy.sh staging',
          i === 5
            ? `assume deploy ... ok\nupload bundle ... ok\nupdate function ... An error occurred (AccessDeniedException) when calling the UpdateFunctionCode operation: User is not authorized to perform: lambda:UpdateFunctionCode\nFAILED`
            : `assume deploy ... ok\nupload bundle ... ok\nupdate function ... ok\nhealth ... ok (${210 + ((i * 37) % 90)} ms)\nall 4 steps passed`,
          i === 5 ? 1 : 0,
        ),
        ...(i === 5
          ? [
              desk.replace(
                '/w/iam/deploy.json',
                '      "lambda:GetFunction",\n',
                '      "lambda:GetFunction",\n      "lambda:UpdateFunctionCode",\n',
              ),
              desk.run(
                'aws iam put-role-policy --role-name deploy --policy-name deploy --policy-document file://iam/deploy.json && ./scripts/smoke-deploy.sh staging',
                'assume deploy ... ok\nupload bundle ... ok\nupdate function ... ok\nhealth ... ok (244 ms)\nall 4 steps passed',
              ),
            ]
          : []),
      ]);
    },
  ),
  quiet(
    'a report about a failure written sentence by sentence, each fact of which is looked up first',
    {
      why: 'each question is about another minute, and the report grows',
      prompt: 'Write the post-mortem of 20 November from the logs.',
    },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 12, (i) => [
        desk.run(
          `loki-query '{app="${pick(['gateway', 'orders', 'db-proxy', 'billing'], i)}"} |= "${pick(['timeout', 'connection reset', 'failover', 'retry', 'OOMKilled'], i)}"' --from 21:${two(i * 4)} --to 21:${two(i * 4 + 4)} | tail -2`,
          i % 5 === 3
            ? ''
            : `2026-11-20T21:${two(i * 4 + 1)}:${two((i * 17) % 60)}Z ${pick(['gateway', 'orders', 'db-proxy', 'billing'], i)}-${hex(i, 5)} ${pick(['upstream timeout after 5000 ms', 'connection reset by peer', 'promoted replica 2', 'retry 3 of 5'], i)}\n2026-11-20T21:${two(i * 4 + 3)}:${two((i * 23) % 60)}Z ${pick(['gateway', 'orders', 'db-proxy', 'billing'], i)}-${hex(i + 3, 5)} queue ${400 + i * 91}`,
        ),
        desk.replace(
          '/w/docs/2026-11-20.md',
          '<!-- next -->',
          `- 21:${two(i * 4 + 1)} ${pick(['The gateway gives up on orders.', 'Orders loses its connections.', 'The base changes its leader.', 'Billing tries again.'], i)}\n<!-- next -->`,
        ),
      ]);
    },
  ),
  quiet(
    'fourteen recordings put into words, each by the same long command',
    { why: 'each recording is another one', prompt: 'Transcribe the interviews.' },
    (desk, story) => {
      rounds(story, 14, (i) => [
        desk.run(
          `whisper audio/interview-${two(i + 1)}.m4a --model medium --language de --output_format txt --output_dir text 2>&1 | tail -2`,
          `[${18 + (i % 20)}:${two((i * 17) % 60)}.000 --> ${19 + (i % 20)}:${two((i * 17 + 4) % 60)}.000]  ${pick(['Vielen Dank für das Gespräch.', 'Gut, dann sind wir durch.', 'Das war alles von mir.'], i)}\n[${19 + (i % 20)}:${two((i * 17 + 4) % 60)}.000 --> ${19 + (i % 20)}:${two((i * 17 + 9) % 60)}.000]  Danke auch.`,
        ),
        desk.run(
          `wc -w text/interview-${two(i + 1)}.txt`,
          `${2_811 + ((i * 379) % 1_900)} text/interview-${two(i + 1)}.txt`,
        ),
      ]);
    },
  ),
  quiet(
    'words above twenty functions written, and the share of those that have some rises',
    {
      why: 'the share rises with every second function',
      prompt: 'Document the public functions until interrogate says 100%.',
    },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.read(
          '/w/shop/pricing.py',
          `def ${word(2 * i)}_price(order, rules):\n    base = sum(l.net for l in order.lines)\n    return rules.apply(base, "${word(2 * i)}")\n\n\ndef ${word(2 * i + 1)}_price(order, rules):\n    return max(0, order.net - rules.${word(2 * i + 1)})`,
          [20 + i * 18, 8],
        ),
        desk.replace(
          '/w/shop/pricing.py',
          `def ${word(2 * i)}_price(order, rules):`,
          `def ${word(2 * i)}_price(order, rules):\n    """Price of the order by the rules of ${word(2 * i)}."""`,
        ),
        desk.replace(
          '/w/shop/pricing.py',
          `def ${word(2 * i + 1)}_price(order, rules):`,
          `def ${word(2 * i + 1)}_price(order, rules):\n    """Price of the order, less the share of ${word(2 * i + 1)}."""`,
        ),
        desk.run(
          'interrogate shop -f 100',
          `RESULT: ${i < 9 ? 'FAILED' : 'PASSED'} (minimum: 100.0%, actual: ${(54 + (i + 1) * 4.6).toFixed(1)}%)`,
          i < 9 ? 1 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'twenty-six papers looked at for an overview, most of which are left out',
    {
      why: 'each paper is another one',
      prompt: 'Screen the papers in ids.txt: which measure energy on phones?',
    },
    (desk, story) => {
      story.repeat(26, (i) =>
        desk.use(
          'arxiv',
          'get_abstract',
          { paper_id: `26${two(1 + (i % 11))}.${String(10_412 + i * 733).slice(0, 5)}` },
          `{"title":"${pick(['Scheduling', 'Quantised inference', 'A survey of', 'Measuring', 'On the limits of'], i)} ${word(i)} ${pick(['models', 'networks', 'agents'], i)}","published":"2026-${two(1 + (i % 11))}-${two(3 + i)}","abstract":"We ${pick(['propose', 'study', 'measure', 'compare'], i)} ${word(i + 4)} methods for ${word(i + 9)} ${pick(['on servers', 'on phones', 'in theory'], i)} and report ${3 + (i % 7)}.${i % 10} percent."}`,
        ),
      );
      story.step(
        desk.write(
          '/w/review/screening.csv',
          `id,keep\n${Array.from({ length: 26 }, (_, i) => `${i},${i % 6 === 1 ? 'yes' : 'no'}`).join('\n')}\n`,
        ),
      );
    },
  ),
  quiet(
    'words of a film translated forty at a time, with the same check after each',
    {
      why: 'each part begins where the last one ended',
      prompt: 'Translate film.en.srt into German.',
    },
    (desk, story) => {
      rounds(story, 16, (i) => [
        desk.read(
          '/w/film.en.srt',
          Array.from(
            { length: 12 },
            (_, n) =>
              `${i * 40 + n + 1}\n00:${two(i * 4)}:${two(n * 4)},200 --> 00:${two(i * 4)}:${two(n * 4 + 3)},100\n${pick(['Where is the', 'Give me the', 'I never saw the'], n + i)} ${word(i * 3 + n)}${pick(['?', '.', '!'], n)}`,
          ).join('\n\n'),
          [1 + i * 160, 160],
        ),
        desk.run(
          `cat >> film.de.srt <<'E'\n${Array.from({ length: 6 }, (_, n) => `${i * 40 + n + 1}\n00:${two(i * 4)}:${two(n * 4)},200 --> 00:${two(i * 4)}:${two(n * 4 + 3)},100\n${pick(['Wo ist', 'Gib mir', 'Ich sah nie'], n + i)} ${word(i * 3 + n)}`).join('\n\n')}\nE\npython srtcheck.py film.de.srt`,
          'ok',
        ),
      ]);
    },
  ),
  quiet(
    'ten findings of a review given one by one to a helper who is to refute them, most of which stand',
    {
      why: 'each finding is another one',
      prompt: 'Have every finding in review.md checked by a sub-agent of its own.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/review.md',
          Array.from(
            { length: 10 },
            (_, i) =>
              `${i + 1}. src/${word(i)}.ts:${30 + i * 14} ${pick(['the lock is not released', 'an error is swallowed', 'a race on start'], i)}`,
          ).join('\n'),
        ),
      );
      story.repeat(10, (i) =>
        desk.use(
          'agents',
          'task',
          {
            description: `Refute finding ${i + 1}`,
            subagent_type: 'general-purpose',
            prompt: `Try to refute: src/${word(i)}.ts:${30 + i * 14} ${pick(['the lock is not released', 'an error is swallowed', 'a race on start'], i)}. Say REFUTED or CONFIRMED with a reason.`,
          },
          `${i % 4 === 2 ? 'REFUTED' : 'CONFIRMED'}: in src/${word(i)}.ts, ${i % 4 === 2 ? `line ${28 + i * 14} has a finally that does it` : `nothing after line ${30 + i * 14} does it; a call of ${word(i + 5)}() that throws shows it`}.\nagentId: ${hex(i, 8)} · tool uses: ${6 + (i % 5)} · duration: ${31 + ((i * 17) % 40)}s`,
        ),
      );
      story.step(
        desk.write(
          '/w/review.md',
          Array.from(
            { length: 10 },
            (_, i) => `${i + 1}. ${i % 4 === 2 ? 'refuted' : 'confirmed'}`,
          ).join('\n'),
        ),
      );
    },
  ),
  noStall(
    'a picture of a disk waited for, which rests at some percents for a while',
    {
      why: 'it goes on, and the person wants it waited for',
      prompt: 'Take a snapshot of vol-0aa1 and wait until it is complete, then detach the volume.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'aws ec2 create-snapshot --volume-id vol-0aa1 --query SnapshotId --output text',
          'snap-0c5518e2',
        ),
      );
      const percents = [
        '0%',
        '0%',
        '4%',
        '17%',
        '17%',
        '33%',
        '51%',
        '51%',
        '68%',
        '84%',
        '99%',
        '100%',
      ] as const;
      story.repeat(12, (i) =>
        desk.run(
          `sleep ${120 + (i % 3) * 60}; aws ec2 describe-snapshots --snapshot-ids snap-0c5518e2 --query 'Snapshots[0].[State,Progress]' --output text`,
          `${i < 11 ? 'pending' : 'completed'}\t${pick(percents, i)}`,
        ),
      );
      story.step(
        desk.run(
          'aws ec2 detach-volume --volume-id vol-0aa1 --query State --output text',
          'detaching',
        ),
      );
    },
  ),
  quiet(
    'a room furnished in a program for scenes, thing by thing, each looked at',
    { why: 'each thing is another one', prompt: 'Build the living room of plan.md in Blender.' },
    (desk, story) => {
      story.step(
        desk.use(
          'blender',
          'get_scene_info',
          {},
          '{"name":"Scene","object_count":3,"objects":[{"name":"Cube","type":"MESH"},{"name":"Light","type":"LIGHT"},{"name":"Camera","type":"CAMERA"}]}',
        ),
      );
      const things = [
        'floor',
        'wall north',
        'wall east',
        'window',
        'sofa',
        'table',
        'lamp',
        'shelf',
        'rug',
        'plant',
        'door',
        'chair',
        'picture',
        'curtain',
      ] as const;
      rounds(story, 14, (i) => [
        desk.use(
          'blender',
          'execute_blender_code',
          {
            code: `import bpy\nbpy.ops.mesh.primitive_cube_add(location=(${i % 5}, ${(i * 2) % 7}, ${(i % 3) / 2}))\nbpy.context.object.name = "${pick(things, i)}"\nbpy.context.object.scale = (${1 + (i % 4)}, 1, 0.${2 + (i % 6)})`,
          },
          'Code executed successfully: ',
        ),
        desk.use('blender', 'get_viewport_screenshot', { max_size: 800 }, '[image]'),
      ]);
    },
  ),
  quiet(
    'the charge of a phone read every ten minutes, as the person wishes',
    {
      why: 'the person wants the row of figures',
      prompt:
        'Read the battery of the phone every ten minutes for two and a half hours while the app runs, and plot it.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          'adb shell dumpsys batterystats --reset && adb shell am start -n test.shop/.Main',
          'Battery stats reset.\nStarting: Intent { cmp=test.shop/.Main }',
        ),
      );
      const levels = [100, 100, 99, 98, 98, 97, 96, 96, 95, 94, 94, 93, 92, 92, 91] as const;
      story.repeat(15, (i) =>
        desk.run(
          `${i === 0 ? '' : 'sleep 600; '}adb shell dumpsys battery | grep -E "level|temperature" | tee -a battery.log`,
          `  level: ${pick(levels, i)}\n  temperature: ${271 + ((i * 7) % 19)}`,
        ),
      );
      story.step(desk.run('python plot.py battery.log', 'wrote battery.png (15 points)'));
    },
  ),
  quiet(
    'a game of merging numbers played move by move, with ever more points',
    { why: 'the points grow', prompt: 'Play 2048 until you have a 512.' },
    (desk, story) => {
      story.repeat(60, (i) =>
        desk.use(
          'game2048',
          'move',
          {
            direction: pick(
              ['left', 'down', 'left', 'down', 'right', 'down'],
              i + Math.floor(i / 11),
            ),
          },
          `${numbers(i)}\nscore: ${4 + i * 28 + Math.floor(i / 9) * 156}`,
        ),
      );
    },
  ),
  quiet(
    'a secret of an exercise drawn out letter by letter, with yes and no as the only answers',
    {
      why: 'each four answers tell one more letter',
      prompt: 'Solve the exercise "blind" on our training box (10.10.0.7).',
    },
    (desk, story) => {
      story.step(desk.run('curl -s "http://10.10.0.7/item?id=1"', '<p>In stock</p>'));
      const secret = 'flag{b00lean}';
      for (let place = 0; place < secret.length; place++) {
        const code = secret.charCodeAt(place);
        for (const bound of [64, 96, 112]) {
          story.step(
            desk.run(
              `curl -s "http://10.10.0.7/item?id=1+and+ascii(substr((select+v+from+secret),${place + 1},1))>${bound + (place % 3)}"`,
              code > bound + (place % 3) ? '<p>In stock</p>' : '<p>Not found</p>',
            ),
          );
        }
        story.step(
          desk.run(
            `./narrow.sh ${place + 1} # the rest of the halves`,
            `place ${place + 1}: ${secret.charAt(place)}  so far: ${secret.slice(0, place + 1)}`,
          ),
        );
      }
    },
  ),
  quiet(
    'sixteen machines of our own looked at for open doors, most of which have none',
    {
      why: 'each machine is another one',
      prompt: 'Scan our lab hosts in hosts.txt for open ports.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/hosts.txt',
          Array.from({ length: 16 }, (_, i) => `10.20.0.${10 + i}`).join('\n'),
        ),
      );
      story.repeat(16, (i) =>
        desk.run(
          `nmap -Pn -T4 --top-ports 200 10.20.0.${10 + i}`,
          `Starting Nmap 7.94 ( https://nmap.org ) at 2026-11-21 ${clock(i).slice(0, 5)} CET\nNmap scan report for 10.20.0.${10 + i}\nHost is up.\n${i % 5 === 2 ? `Not shown: 198 closed tcp ports (conn-refused)\nPORT   STATE SERVICE\n22/tcp open  ssh\n${8_000 + i}/tcp open  http-alt` : `All 200 scanned ports on 10.20.0.${10 + i} are in ignored states.\nNot shown: 200 filtered tcp ports (no-response)`}\n\nNmap done: 1 IP address (1 host up) scanned in ${seconds(i, 40)} seconds`,
        ),
      );
      story.step(
        desk.write(
          '/w/ports.md',
          '| Host | Open |\n| --- | --- |\n| 10.20.0.12 | 22, 8002 |\n| 10.20.0.17 | 22, 8007 |\n| 10.20.0.22 | 22, 8012 |\n',
        ),
      );
    },
  ),
  quiet(
    'the current that a board draws brought down step by step, with one step back',
    { why: 'the figure falls', prompt: 'Below 20 µA in sleep, please.' },
    (desk, story) => {
      const steps: Edits = [
        [
          '/w/src/main.c',
          'k_sleep(K_SECONDS(10));',
          'pm_state_force(0, &deep); k_sleep(K_SECONDS(10));',
        ],
        ['/w/prj.conf', 'CONFIG_SERIAL=y', 'CONFIG_SERIAL=n'],
        ['/w/prj.conf', 'CONFIG_LOG=y', 'CONFIG_LOG=n'],
        ['/w/boards/tag.overlay', '&spi1 { status = "okay"; };', '&spi1 { status = "disabled"; };'],
        ['/w/src/flash.c', '/* idle */', 'flash_deep_power_down(dev);'],
        [
          '/w/src/main.c',
          'gpio_pin_configure(led, OUT);',
          'gpio_pin_configure(led, DISCONNECTED);',
        ],
        ['/w/prj.conf', 'CONFIG_ADC=y', 'CONFIG_ADC=n'],
        ['/w/boards/tag.overlay', 'regulator-ldo', 'regulator-dcdc'],
        ['/w/src/accel.c', 'ODR_100HZ', 'ODR_1HZ'],
      ];
      const drawn = [812.4, 611.9, 404.2, 398.8, 142.1, 151.7, 88.3, 31.6, 18.9] as const;
      rounds(story, 9, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'west build -p auto 2>&1 | tail -1 && west flash 2>&1 | tail -1',
          `[${140 + (i % 3)}/${140 + (i % 3)}] Linking C executable zephyr/zephyr.elf\n-- runners.nrfjprog: Board(s) with serial number(s) 683512004 flashed successfully.`,
        ),
        desk.run(
          'ppk2 measure --seconds 30 --mode source --mv 3000',
          `samples: 3000000\nmean:   ${pick(drawn, i)} uA\npeak:   ${(7.1 + ((i * 13) % 9) / 10).toFixed(1)} mA`,
        ),
      ]);
    },
  ),
  quiet(
    'settings of a home folder handed to a keeper one by one, who says nothing',
    { why: 'each file is another one', prompt: 'Put my dotfiles under chezmoi.' },
    (desk, story) => {
      const files = [
        '.zshrc',
        '.zprofile',
        '.gitconfig',
        '.gitignore_global',
        '.vimrc',
        '.tmux.conf',
        '.config/starship.toml',
        '.config/alacritty/alacritty.toml',
        '.ssh/config',
        '.npmrc',
        '.config/bat/config',
        '.config/lazygit/config.yml',
        '.inputrc',
        '.curlrc',
        '.psqlrc',
        '.config/gh/config.yml',
        '.wgetrc',
        '.editorconfig',
      ] as const;
      story.step(desk.run('chezmoi init', ''));
      files.forEach((file) => {
        story.step(
          desk.run(`chezmoi add ${/npmrc|ssh|gh/.test(file) ? '--template ' : ''}~/${file}`, ''),
        );
      });
      story.step(desk.run('chezmoi managed | wc -l', '22'));
    },
  ),
  quiet(
    'a shell that starts too slowly, timed after each part that is taken out or put off',
    { why: 'the time falls', prompt: 'My zsh takes two seconds to start. Make it fast.' },
    (desk, story) => {
      const steps: Edits = [
        [
          '/Users/kim/.zshrc',
          'source ~/.nvm/nvm.sh',
          'nvm() { unfunction nvm; source ~/.nvm/nvm.sh; nvm "$@"; }',
        ],
        [
          '/Users/kim/.zshrc',
          'eval "$(pyenv init -)"',
          'pyenv() { unfunction pyenv; eval "$(command pyenv init -)"; pyenv "$@"; }',
        ],
        ['/Users/kim/.zshrc', 'compinit', 'compinit -C'],
        ['/Users/kim/.zshrc', 'plugins=(git docker kubectl aws)', 'plugins=(git)'],
        ['/Users/kim/.zshrc', 'source <(kubectl completion zsh)', '# kubectl completion'],
        ['/Users/kim/.zshrc', 'eval "$(thefuck --alias)"', ''],
        ['/Users/kim/.zshrc', 'source ~/.fzf.zsh', '[[ -o zle ]] && source ~/.fzf.zsh'],
        [
          '/Users/kim/.zshrc',
          'ZSH_THEME="powerlevel10k/powerlevel10k"',
          'eval "$(starship init zsh)"',
        ],
      ];
      const times = [1.412, 1.034, 0.861, 0.598, 0.377, 0.301, 0.304, 0.142] as const;
      story.step(
        desk.run(
          'for i in 1 2 3; do /usr/bin/time -p zsh -ic exit 2>&1 | head -1; done',
          'real 2.11\nreal 2.04\nreal 2.06',
        ),
      );
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          "hyperfine -N --warmup 2 'zsh -ic exit' | grep Time",
          `  Time (mean ± σ):     ${(pick(times, i) * 1000).toFixed(1)} ms ±  ${8 + ((i * 7) % 11)}.2 ms    [User: ${(pick(times, i) * 610).toFixed(1)} ms, System: ${(pick(times, i) * 240).toFixed(1)} ms]`,
        ),
      ]);
    },
  ),
  quiet(
    'guides of thirteen modules of an infrastructure made by the same tool, with the same words',
    { why: 'each module is another one', prompt: 'Generate the README of every module.' },
    (desk, story) => {
      workAWhile(desk, story);
      story.repeat(13, (i) =>
        desk.run(
          `terraform-docs markdown table --output-file README.md modules/${word(i)}`,
          'README.md updated successfully',
        ),
      );
      story.step(
        desk.run(
          'git diff --stat | tail -1',
          ' 13 files changed, 402 insertions(+), 31 deletions(-)',
        ),
      );
    },
  ),
  noStall(
    'a service watched until it has shrunk to two pods again, as the person asked',
    {
      why: 'it rests, grows and shrinks, and the person wants to see the end',
      prompt: 'Run the load for ten minutes and watch the autoscaler until it is back at 2.',
    },
    (desk, story) => {
      story.step(desk.run('k6 run --quiet -d 10m -u 200 load.js >k6.log 2>&1 & echo $!', '41288'));
      const pods = [2, 2, 4, 7, 10, 10, 10, 10, 9, 6, 4, 4, 2] as const;
      story.repeat(13, (i) =>
        desk.run(
          `sleep 90; kubectl get hpa shop --no-headers`,
          `shop   Deployment/shop   cpu: ${pick([12, 71, 188, 154, 96, 74, 69, 71, 30, 14, 9, 8, 7], i)}%/70%   2     10    ${pick(pods, i)}     ${21 + i}d`,
        ),
      );
      story.step(
        desk.run(
          'tail -2 k6.log',
          `http_req_duration..: avg=84.1ms p(95)=212.4ms\nhttp_req_failed....: 0.02%`,
        ),
      );
    },
  ),
  quiet(
    'certificates of eleven hosts made new, each looked at afterwards',
    { why: 'each host is another one', prompt: 'Renew the certificates on all web hosts.' },
    (desk, story) => {
      rounds(story, 11, (i) => [
        desk.run(
          `ssh web${i + 1}.test "sudo certbot renew --force-renewal --quiet && sudo systemctl reload nginx" && echo done`,
          'done',
        ),
        desk.run(
          `echo | openssl s_client -connect web${i + 1}.test:443 -servername web${i + 1}.test 2>/dev/null | openssl x509 -noout -enddate -serial`,
          `notAfter=Feb 19 ${clock(i)} 2027 GMT\nserial=04${hex(i, 34).toUpperCase()}`,
        ),
      ]);
    },
  ),
  quiet(
    'formulas of an old workbook mended sheet by sheet, and ever fewer cells are broken',
    { why: 'the number of broken cells falls', prompt: 'Mend all #REF! in plan.xlsx.' },
    (desk, story) => {
      const left = [61, 58, 44, 44, 31, 22, 17, 9, 3, 0] as const;
      rounds(story, 9, (i) => [
        desk.run(
          `python -c "import openpyxl as o; w=o.load_workbook('plan.xlsx'); s=w['${word(i)}']; s['F${4 + i * 3}']='=SUM(${word(i + 1)}!B${2 + i}:B${40 + i})'; s['G${4 + i * 3}']='=F${4 + i * 3}/\\$C\\$2'; w.save('plan.xlsx')"`,
          '',
        ),
        desk.run(
          'soffice --headless --convert-to xlsx --outdir calc plan.xlsx >/dev/null && python count_errors.py calc/plan.xlsx',
          `#REF!: ${left[i + 1] ?? 0}${i < 8 ? `\nfirst: ${word(i + 1)}!F${7 + i * 3}` : ''}`,
          i < 8 ? 1 : 0,
        ),
      ]);
    },
  ),
  quiet(
    'months of a large table taken off and put away, one after the other, with the same two answers',
    { why: 'each month is another one', prompt: 'Archive the partitions of 2023 and 2024.' },
    (desk, story) => {
      rounds(story, 24, (i) => {
        const month = `${2023 + Math.floor(i / 12)}_${two(1 + (i % 12))}`;
        return [
          desk.run(`pg_dump -Fc -d shop -t events_${month} -f /archive/events_${month}.dump`, ''),
          desk.run(
            `psql -X -d shop -c "alter table events detach partition events_${month} concurrently" -c "drop table events_${month}"`,
            'ALTER TABLE\nDROP TABLE',
          ),
        ];
      });
      story.step(
        desk.run(`psql -X -d shop -Atc "select pg_size_pretty(pg_database_size('shop'))"`, '41 GB'),
      );
    },
  ),
  quiet(
    'eighteen alarms of a collector of errors looked at and put in order, each with its own cause',
    {
      why: 'each alarm is another one',
      prompt: 'Triage the unresolved issues of the web project.',
    },
    (desk, story) => {
      rounds(story, 18, (i) => [
        desk.use(
          'sentry',
          'get_issue_details',
          { issueId: `WEB-${300 + i * 7}`, organizationSlug: 'acme' },
          `# Issue WEB-${300 + i * 7} in **acme**\n\n**Description**: ${pick(['TypeError: undefined is not an object', 'ChunkLoadError: Loading chunk failed', 'NetworkError when attempting to fetch', 'QuotaExceededError'], i)} (evaluating '${word(i)}.${word(i + 2)}')\n**Culprit**: src/${word(i)}.tsx\n**Occurrences**: ${3 + ((i * 131) % 900)}\n**Users Impacted**: ${1 + ((i * 17) % 80)}\n**Status**: unresolved`,
        ),
        desk.use(
          'sentry',
          'update_issue',
          {
            issueId: `WEB-${300 + i * 7}`,
            organizationSlug: 'acme',
            ...(i % 3 === 1
              ? { status: 'ignored' }
              : { assignedTo: pick(['team:web', 'team:shop'], i) }),
          },
          `# Issue WEB-${300 + i * 7} Updated\n\n${i % 3 === 1 ? '**Status**: unresolved → **ignored**' : `**Assigned To**: Unassigned → **${pick(['team:web', 'team:shop'], i)}**`}`,
        ),
      ]);
    },
  ),
  noStall(
    'a server of tools that is too slow to start twice, and serves well from then on',
    {
      why: 'its package was being fetched, and then the work goes on',
      prompt: 'Write the numbers of the October board into docs/board.md.',
    },
    (desk, story) => {
      story.repeat(3, (i) =>
        desk.use(
          'notion',
          'API-post-search',
          { query: pick(['October board', 'Board October 2026', 'board'], i), page_size: 10 },
          'MCP error -32001: Request timed out',
          { failed: true },
        ),
      );
      story.step(
        desk.run(
          'ls ~/.npm/_npx | wc -l; pgrep -fl notion-mcp | head -1',
          '4\n51204 node notion-mcp-server',
        ),
      );
      story.step(
        desk.use(
          'notion',
          'API-post-search',
          { query: 'October board', page_size: 10 },
          `{"object":"list","results":[{"object":"page","id":"${hex(3, 32)}","properties":{"title":"October board"}}],"has_more":false}`,
        ),
      );
      rounds(story, 7, (i) => [
        desk.use(
          'notion',
          'API-get-block-children',
          { block_id: hex(i + 20, 32), page_size: 100 },
          `{"object":"list","results":[{"type":"paragraph","paragraph":{"rich_text":[{"plain_text":"${word(i)}: ${120 + i * 31} kEUR"}]}}],"has_more":false}`,
        ),
      ]);
      story.step(
        desk.write(
          '/w/docs/board.md',
          Array.from({ length: 7 }, (_, i) => `- ${word(i)}: ${120 + i * 31} kEUR`).join('\n'),
        ),
      );
    },
  ),
  noStall(
    'a copy into a bucket that is refused by the role, then by the key, then by the bucket, and goes through',
    {
      why: 'each refusal is another one, whose cause is removed',
      prompt: 'Get the nightly backup into the new bucket; you may change the policies in iam/.',
    },
    (desk, story) => {
      const refusals = [
        'upload failed: ./db.dump to s3://acme-backup/db.dump An error occurred (AccessDenied) when calling the PutObject operation: User: arn:aws:sts::480012345678:assumed-role/backup/nightly is not authorized to perform: s3:PutObject on resource: "arn:aws:s3:::acme-backup/db.dump" because no identity-based policy allows the s3:PutObject action',
        'upload failed: ./db.dump to s3://acme-backup/db.dump An error occurred (AccessDenied) when calling the PutObject operation: User: arn:aws:sts::480012345678:assumed-role/backup/nightly is not authorized to perform: kms:GenerateDataKey on resource: "arn:aws:kms:eu-central-1:480012345678:key/41aa" because no identity-based policy allows the kms:GenerateDataKey action',
        'upload failed: ./db.dump to s3://acme-backup/db.dump An error occurred (AccessDenied) when calling the CreateMultipartUpload operation: User: arn:aws:sts::480012345678:assumed-role/backup/nightly is not authorized to perform: s3:PutObject on resource: "arn:aws:s3:::acme-backup/db.dump" with an explicit deny in a resource-based policy',
        'Completed 41.2 GiB/41.2 GiB (211.4 MiB/s) with 1 file(s) remaining\nupload: ./db.dump to s3://acme-backup/db.dump',
      ] as const;
      const steps: Edits = [
        ['/w/iam/backup.json', '"s3:GetObject"', '"s3:GetObject", "s3:PutObject"'],
        [
          '/w/iam/backup.json',
          '"Action": ["kms:Decrypt"]',
          '"Action": ["kms:Decrypt", "kms:GenerateDataKey"]',
        ],
        ['/w/iam/bucket.json', '"aws:SourceVpc": "vpc-01"', '"aws:SourceVpc": "vpc-07"'],
      ];
      rounds(story, 4, (i) => [
        desk.run('aws s3 cp db.dump s3://acme-backup/db.dump', pick(refusals, i), i < 3 ? 1 : 0),
        ...(i < 3
          ? [
              desk.replace(...pick(steps, i)),
              desk.run(
                i < 2
                  ? 'aws iam put-role-policy --role-name backup --policy-name backup --policy-document file://iam/backup.json'
                  : 'aws s3api put-bucket-policy --bucket acme-backup --policy file://iam/bucket.json',
                '',
              ),
            ]
          : [
              desk.run(
                "aws s3api head-object --bucket acme-backup --key db.dump --query '[ContentLength,ServerSideEncryption]' --output text",
                '44238110720\taws:kms',
              ),
            ]),
      ]);
    },
  ),
  quiet(
    'heads put onto twenty-two notes of a collection, each read and written',
    {
      why: 'each note is another one',
      prompt: 'Give every note in people/ a front matter with tags.',
    },
    (desk, story) => {
      rounds(story, 22, (i) => [
        desk.use(
          'obsidian',
          'get_file_contents',
          { filepath: `people/${word(i)}-${i}.md` },
          `# ${word(i)} ${word(i + 3)}\n\nMet ${pick(['in Kiel', 'at the fair', 'through Sam'], i)} in ${2015 + (i % 11)}. Works on ${word(i + 6)}.`,
        ),
        desk.use(
          'obsidian',
          'patch_content',
          {
            filepath: `people/${word(i)}-${i}.md`,
            operation: 'prepend',
            target_type: 'document',
            content: `---\ntags: [person, ${word(i + 6)}]\nsince: ${2015 + (i % 11)}\n---\n`,
          },
          `Successfully patched content in people/${word(i)}-${i}.md`,
        ),
      ]);
    },
  ),
  quiet(
    'one question to the base timed ten times cold and ten times warm, as the person wants',
    {
      why: 'the person wants the spread',
      prompt: 'Time sql/top.sql ten times with a cold cache and ten times warm, I need the spread.',
    },
    (desk, story) => {
      story.repeat(10, (i) =>
        desk.run(
          `sudo systemctl restart postgresql && echo 3 | sudo tee /proc/sys/vm/drop_caches >/dev/null && psql -X -d shop -c '\\timing on' -f sql/top.sql -o /dev/null`,
          `Timing is on.\nTime: ${(2_811 + ((i * 137) % 410)).toString()}.${118 + i * 31} ms (00:0${2 + (i % 2)}.${two(11 + i)})`,
        ),
      );
      story.repeat(10, (i) =>
        desk.run(
          `psql -X -d shop -c '\\timing on' -f sql/top.sql -o /dev/null`,
          `Timing is on.\nTime: ${211 + ((i * 13) % 17)}.${104 + i * 47} ms`,
        ),
      );
      story.step(
        desk.write(
          '/w/docs/timing.md',
          'cold: 2.81 to 3.19 s, median 3.02 s\nwarm: 211 to 227 ms, median 218 ms\n',
        ),
      );
    },
  ),
  quiet(
    'twenty letters of customers answered through a desk of support, in the same four steps each',
    {
      why: 'each letter is another one',
      prompt: 'Answer the open tickets of the queue "returns" with the texts of the handbook.',
    },
    (desk, story) => {
      rounds(story, 20, (i) => [
        desk.use(
          'zendesk',
          'get_ticket',
          { ticket_id: 88_100 + i * 3 },
          `{"id":${88_100 + i * 3},"status":"open","subject":"${pick(['Wrong size', 'Where is my refund', 'Parcel is damaged', 'Label does not print'], i)}","requester":"${word(i)}.${word(i + 7)}@mail.test","description":"Order ${41_000 + i * 77}: ${pick(['the shoes are too small', 'I sent it back two weeks ago', 'the box was open', 'the page stays white'], i)}."}`,
        ),
        desk.use(
          'zendesk',
          'search_articles',
          { query: pick(['change size', 'refund time', 'damaged parcel', 'print label'], i) },
          `{"results":[{"id":${pick([411, 418, 402, 430], i)},"title":"${pick(['Changing a size', 'How long a refund takes', 'Damaged parcels', 'Printing a label'], i)}"}]}`,
        ),
        desk.use(
          'zendesk',
          'create_ticket_comment',
          {
            ticket_id: 88_100 + i * 3,
            public: true,
            comment: `Hello ${word(i)}, about order ${41_000 + i * 77}: ${pick(['you can change the size within 30 days.', 'a refund takes up to 14 days after it reached us.', 'we send you a new one.', 'please try the attached label.'], i)}`,
          },
          'Comment created successfully',
        ),
        desk.use(
          'zendesk',
          'update_ticket',
          { ticket_id: 88_100 + i * 3, status: i % 4 === 1 ? 'pending' : 'solved' },
          `Ticket ${88_100 + i * 3} updated successfully`,
        ),
      ]);
    },
  ),
];
