/** Circles of questions, words, lists and tools that say little. Before any rule was tried on them, 35 of 96 were found in time. */
import type { Act, Story } from '../../unit/support/story.js';
import { clock, hex, pick, play, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile } from './openings.js';

/** A call whose agent does not tell what came of it. */
export function untold(story: Story, { tool, input, class: kind }: Act, response: string): void {
  const call = story.call(
    { tool, input, output: '', ...(kind === undefined ? {} : { class: kind }) },
    response,
  );
  story.push({ ...story.own, type: 'tool.result', call, ok: true });
}

export const stallsInTalk: readonly Idea[] = [
  stall(
    'the same question sent to one helper after another in other words',
    5,
    11,
    { why: 'all of them answer that there is no such place' },
    (desk, story) => {
      const questions = [
        'Find where the retry interval of the webhook sender is configured.',
        'Locate the setting that controls how often webhooks are retried.',
        'Search the code base for the webhook retry delay configuration.',
        'Which file defines the backoff of webhook delivery? Look everywhere.',
        'Explore the repository and report where webhook retries get their timing.',
        'Please check once more very thoroughly: where is the webhook retry interval set?',
        'Investigate the source of the interval between webhook attempts.',
        'Find any constant, setting or environment variable for the webhook retry time.',
        'Determine how the webhook sender decides when to try again.',
        'Search all packages, also hidden ones, for the retry interval of webhooks.',
      ] as const;
      const answers = [
        'I searched the whole repository. There is no setting for the retry interval of webhooks: `packages/hooks/send.ts` posts once and logs the failure. No retry logic exists in this repository.',
        'After a thorough search I found no configuration for webhook retries. `send.ts` (packages/hooks) sends a single POST. Retries are not implemented here.',
        'Result: nothing found. The only sender is packages/hooks/send.ts, which makes one attempt and has no backoff.',
      ] as const;
      rounds(story, 10, (i) => [
        desk.use(
          'agents',
          'dispatch',
          {
            description: pick(['Find retry setting', 'Locate backoff', 'Search webhook delay'], i),
            prompt: pick(questions, i),
          },
          `${pick(answers, i)}\n\n(${11 + ((i * 5) % 9)} tool uses · ${21 + i}.${i % 10}k tokens · ${seconds(i, 40)}s)`,
        ),
        ...(i % 4 === 3 ? [desk.search('retry', '')] : []),
      ]);
    },
  ),
  stall(
    'a suspicion that is voiced anew and looked up in the same forty lines',
    12,
    28,
    { why: 'nothing is tried; the same two functions are read again to confirm the same thought' },
    (desk, story) => {
      lookAround(desk, story);
      const thoughts = [
        'I think the cache is not invalidated when a price changes. Let me look at the cache.',
        'So the hypothesis is that stale prices come from the cache. Let me verify by reading it again.',
        'Wait. Perhaps the cache key lacks the currency. Let me check the key once more.',
        'Actually, the key does contain the currency. Then the invalidation must be at fault. Let me re-read it.',
        'Hmm, invalidation looks right. But is it called? Let me confirm where it is called.',
        'It is called. Let me think about this differently: maybe the cache returns stale prices. I will look at the cache.',
        'Let me double-check my understanding of how the key is made.',
        'OK so to be certain I want to see the invalidation again.',
        'Let me step back. The stale price must come from the cache, so I look at it with fresh eyes.',
        'Before I change anything, let me verify the key.',
      ] as const;
      const body = [
        'export function priceKey(id: string, currency: Currency): string {\n  return `price:${id}:${currency}`;\n}\n\nexport async function cachedPrice(id: string, currency: Currency): Promise<Price> {\n  const hit = await cache.get(priceKey(id, currency));\n  return hit ?? store(id, currency, await prices.find(id, currency));\n}',
        'export async function invalidate(id: string): Promise<void> {\n  for (const currency of currencies) {\n    await cache.delete(priceKey(id, currency));\n  }\n}',
      ] as const;
      for (let i = 0; i < 24; i++) {
        story.say(pick(thoughts, i));
        play(story, [
          i % 4 === 3
            ? desk.search(
                pick(['invalidate(', 'priceKey(', 'cachedPrice('], i),
                'src/price/cache.ts:1:export function priceKey(id: string, currency: Currency): string {\nsrc/price/cache.ts:14:export async function invalidate(id: string): Promise<void> {\nsrc/price/update.ts:31:  await invalidate(row.id);',
              )
            : desk.read('/w/src/price/cache.ts', pick(body, i), i % 2 === 0 ? [1, 8] : [14, 5]),
        ]);
      }
    },
  ),
  stall(
    'a list whose points are ticked off one by one while the folder stays as it is',
    8,
    22,
    { why: 'each point is said to be done, and no file was changed' },
    (desk, story) => {
      const points = [
        'Add the model',
        'Add the endpoint',
        'Validate the input',
        'Write the tests',
        'Document the endpoint',
        'Update the changelog',
        'Wire the page',
        'Handle errors',
      ] as const;
      rounds(story, 8, (i) => [
        desk.todo(
          points.map((point, at) =>
            at < i ? `[done] ${point}` : at === i ? `[in progress] ${point}` : point,
          ),
        ),
        desk.run(
          pick(
            ['git status --short', 'git diff --stat', 'git status --short', 'git diff HEAD --stat'],
            i,
          ),
          '',
        ),
        desk.todo(points.map((point, at) => (at <= i ? `[done] ${point}` : point))),
      ]);
    },
  ),
  stall(
    'a port, a host and a scheme changed in turn until the first is back, and round again',
    9,
    24,
    { why: 'after three changes the file is what it was' },
    (desk, story) => {
      const versions = [
        'redis://localhost:6379/0',
        'redis://127.0.0.1:6380/0',
        'rediss://redis:6379/0',
      ] as const;
      const refusals = [
        'redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.',
        'redis.exceptions.ConnectionError: Error 111 connecting to 127.0.0.1:6380. Connection refused.',
        'redis.exceptions.ConnectionError: Error -2 connecting to redis:6379. Name or service not known.',
      ] as const;
      rounds(story, 13, (i) => [
        rewrite(
          desk,
          '/w/settings/local.py',
          [
            `CACHE_URL = "${versions[2]}"`,
            `CACHE_URL = "${versions[0]}"`,
            `CACHE_URL = "${versions[1]}"`,
          ],
          i,
        ),
        desk.run(
          `python manage.py warm_cache --seed ${4_100 + i * 7}`,
          `[2026-11-21 ${clock(i)},${hex(i, 3)}] INFO warm_cache: seed=${4_100 + i * 7} worker pid=${8_800 + i * 41}\nTraceback (most recent call last):\n  File "/w/manage.py", line 22, in <module>\n    main()\n  File "/w/cache/management/commands/warm_cache.py", line 31, in handle\n    client.ping()\n  File "/usr/lib/python3.12/site-packages/redis/connection.py", line 385, in connect\n    raise ConnectionError(self._error_message(e))\n${pick(refusals, i)}`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a headline renamed there and back for a link that leads nowhere',
    9,
    21,
    { why: 'the link is in the other language and nobody opens that file' },
    (desk, story) => {
      const versions = [
        '## Einrichtung',
        '## Einrichten',
        '## Die Einrichtung',
        '## Einrichtung {#setup}',
        '## Setup',
        '## Einrichtung (Setup)',
        '## Einrichtung',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/docs/de/guide.md', versions, i),
        desk.run(
          `npx markdown-link-check-all docs ${pick(['', '--quiet', '--retry'], i)}`.trim(),
          `checking 41 files (run ${hex(i, 6)}, ${seconds(i, 6)} s)\n  ✓ docs/en/guide.md (18 links)\n  ✖ docs/en/faq.md\n      [✖] ../de/guide.md#einrichten-sie-es → anchor not found\n  ✓ docs/de/guide.md (17 links)\n  ✓ docs/de/faq.md (9 links)\n\nERROR: 1 dead link found!`,
          1,
        ),
        ...(i % 2 === 1
          ? [
              desk.read(
                '/w/docs/de/guide.md',
                `# Leitfaden\n\n${pick(versions, i + 1)}\n\nInstallieren Sie das Paket.`,
                [1, 5],
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a language server begun anew that shows the same complaint of the same line',
    9,
    24,
    { why: 'it reads a list of commands that nobody has made' },
    (desk, story) => {
      const versions = [
        'CompileFlags:\n  Add: [-std=c++20]',
        'CompileFlags:\n  Add: [-std=c++20, -I/w/include]',
        'CompileFlags:\n  Add: [-std=c++23, -Iinclude]',
        'CompileFlags:\n  CompilationDatabase: build',
        'CompileFlags:\n  CompilationDatabase: build/debug\n  Add: [-I/w/include]',
        'CompileFlags:\n  Compiler: clang++\n  Add: [-isystem, /w/include]',
        'CompileFlags:\n  Add: [-I/w/include/wire, -std=c++20]',
        'Diagnostics:\n  Suppress: pp_file_not_found',
      ] as const;
      rounds(story, 8, (i) => [
        desk.write('/w/.clangd', `${pick(versions, i)}\n`),
        desk.use(
          'lsp',
          'restart_server',
          { language: 'cpp' },
          `clangd restarted (pid ${31_207 + i * 113}), indexing ${212 + (i % 3)} files…`,
        ),
        desk.use(
          'lsp',
          'get_diagnostics',
          { path: '/w/src/wire/frame.cpp' },
          `{"uri":"file:///w/src/wire/frame.cpp","version":${3 + i},"diagnostics":[{"range":{"start":{"line":2,"character":9}},"severity":1,"code":"pp_file_not_found","source":"clang","message":"'wire/checksum.h' file not found"}]}`,
        ),
      ]);
    },
  ),
  stall(
    'a switch put on and off before each build of an agent that tells no results',
    9,
    24,
    { why: 'the same two states of one line are built again and again' },
    (desk, story) => {
      for (let i = 0; i < 9; i++) {
        const [from, to] =
          i % 2 === 0 ? ['minify: true', 'minify: false'] : ['minify: false', 'minify: true'];
        untold(story, desk.replace('/w/vite.config.ts', from, to), `U${i}-a`);
        untold(story, desk.run('npm run build', ''), `U${i}-b`);
        untold(story, desk.run('node scripts/smoke.mjs', ''), `U${i}-c`);
      }
    },
  ),
  stall(
    'a frame on a drawing board moved to where it is, by a tool that says only ok',
    21,
    38,
    {
      why: 'the board is locked: the tool says ok and moves nothing, and the position is read as before',
    },
    (desk, story) => {
      workAWhile(desk, story);
      rounds(story, 13, (i) => [
        desk.use(
          'figma',
          'set_position',
          { node_id: '412:88', x: 240, y: 96, request: `r-${1_700_000 + i * 411}` },
          'ok',
        ),
        desk.use(
          'figma',
          'get_node',
          { node_id: '412:88' },
          `{"id":"412:88","type":"FRAME","name":"Card","x":0,"y":0,"width":320,"height":180,"fetched":"2026-11-21T${clock(i)}Z"}`,
        ),
      ]);
    },
  ),
];
