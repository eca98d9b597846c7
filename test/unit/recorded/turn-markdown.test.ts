/** A turn as Markdown: readable, without secrets and private paths; an agent's text is never rendered as Markdown. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readText } from '../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { RecordedRun } from '../../../src/core/recorded/recorded-run.js';
import { codeBlock, codeParams, plainName } from '../../../src/core/view/report/markdown.js';
import { escapedLine } from '../../../src/core/view/words/inert-text.js';
import { shareTexts } from '../../../src/core/view/report/turn-summary.js';
import { turnMarkdown, type SharedTurn } from '../../../src/core/view/report/turn-markdown.js';
import { stepRanges } from '../../../src/core/view/timeline/rows.js';
import { personTexts } from '../../../src/core/view/words/wording.js';
import { pageTexts } from '../../../src/protocol/page-texts.js';
import { NOW } from '../../view/fixtures/rows.js';
import { detail as fixture } from '../../view/fixtures/snapshots.js';
import { bash, read, Story, type Act } from '../support/story.js';

function shared(events: readonly TurnEvent[], more: Partial<SharedTurn> = {}): string {
  const run = new RecordedRun(events, (agent) => (agent === 'claude-code' ? 'Claude Code' : agent));
  const reading = run.read();
  while (reading.next().done !== true) {
    /* in one go */
  }
  const { selected } = run.viewHere();
  assert.ok(selected);
  return turnMarkdown({
    detail: selected,
    rows: selected.rows,
    now: selected.lastEventAt ?? 0,
    folders: [run.cwd],
    home: '/home/dev',
    texts: { ...personTexts, ...pageTexts, ...shareTexts },
    ...more,
  });
}

/** What is left of a text without its code: only that is read as Markdown. */
function withoutCode(text: string): string {
  return text
    .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, '');
}

describe('a turn as Markdown', () => {
  const recording = readText(
    'stalled-turn.jsonl',
    readFileSync('media/samples/stalled-turn.jsonl'),
    'events',
  );
  assert.ok('events' in recording);
  const { events } = recording;

  it('tells agent, prompt, verdict with evidence, counters, steps and report', () => {
    const stalled = events.findIndex((event) => event.type === 'intervention') + 1;
    const text = shared(events.slice(0, stalled));
    const began = [
      '# Turnwatch: Claude Code, turn 1\n',
      '- **Agent:** Claude Code',
      '- **Date:** 2026-01-15 10:00 UTC',
      '- **Duration:** 0:35, 16 steps',
      '- **Stalled at step 16, after 0:35:** “` npm test `” failed the same way 4 times (9, 11, 14, 16).',
      '- **Ended:** The turn is still running.\n\n',
    ].join('\n');
    assert.equal(text.slice(0, began.length), began);
    assert.match(text, /## Prompt\n\n```text\nnpm test fails in the cart/);
    assert.match(text, /## Stall counters\n\n- Same call, same result: 4\/4\n/);
    assert.match(
      text,
      /## Steps\n\n- Message: ` I will run the tests first to see what fails\. `\n- ✔ \*\*1\*\* ` Bash ` ` npm test ` — different test result: 1 failing, exit 1\n- ✔ \*\*2\*\* ` Read ` ` src\/cart\.ts ` — new information\n/,
    );
    assert.match(text, /\n- \*\*Watch\*\*: /);
    assert.match(text, /\n- \*\*Turnwatch asked you what to do\*\*: requested, automatically\n/);
    assert.match(
      text,
      /\n## Turnwatch report: Claude Code, turn 1\n[\s\S]*\*\*Suggested next step:\*\*/,
    );
    assert.match(text, /\n### Last actions\n/);
  });

  it('tells how the turn ended, and what it cost', () => {
    const text = shared(events);
    assert.match(text, /\n- \*\*Duration:\*\* 0:42, 18 steps\n/);
    assert.match(text, /\n- \*\*Ended:\*\* The agent answered in words after Force Respond\.\n/);
    const story = new Story().at(1).start({ agent: 'claude-code' }).turn();
    for (const response of ['r1', 'r2']) {
      story.respond(response, bash(response, 'a'));
      story.push({ ...story.own, type: 'usage', response, inputTokens: 1000, outputTokens: 50 });
    }
    assert.match(
      shared(story.events),
      /\*\*Tokens:\*\* 2,100 \(2,000 input, 0 of it cached; 100 output\)\n/,
    );
    for (const reason of ['completed', 'interrupted', 'error', 'stopped'] as const) {
      const ended = new Story().at(1_768_471_200_000).start({ agent: 'claude-code' }).turn();
      ended.after(3_725_000).step(bash('ls', 'a')).end(reason);
      const told = shared(ended.events);
      assert.match(told, /\*\*Duration:\*\* 1:02:05, 1 step\n/);
      assert.match(
        told,
        {
          completed: /Ended:\*\* The agent finished the turn\./,
          interrupted: /Ended:\*\* The turn was interrupted\./,
          error: /Ended:\*\* The turn ended in an error\./,
          stopped: /Ended:\*\* The turn was stopped\./,
        }[reason],
      );
    }
  });

  it('has what repeats as one line, also where several steps repeat', () => {
    const began = (): Story => new Story().at(1).start({ agent: 'claude-code' }).turn();
    const again = began().repeat(9, () => bash('npm test', '1 failed', { exitCode: 1, ok: false }));
    assert.match(
      shared(again.step(bash('ls', 'a')).events),
      /\n- ✗ \*\*5–9\*\* ` Bash ` ` npm test ` ×5 — same as step 4, exit 1\n/,
    );
    const two = (i: number): Act => (i % 2 === 0 ? bash('ls', 'a') : read('/w/x', 'x'));
    const rounds = shared(began().repeat(14, two).step(bash('cat x', 'new')).events);
    assert.match(
      rounds,
      /\n- Steps 7–14: these 2 steps, 4 times\n {2}- . \*\*7\*\* ` Bash ` ` ls ` .*\n {2}- . \*\*8\*\* ` Read ` .*\n- . \*\*15\*\*/,
    );
    const alike = began().repeat(14, (i) => bash(i % 2 === 0 ? 'ls' : 'pwd', 'a'));
    assert.match(
      shared(alike.events),
      /\n- \d similar steps \(\d+–13\): ` Bash ` (` ls `, ` pwd `|` pwd `, ` ls `)\n/,
    );
    assert.equal(stepRanges([15, 13, 33, 34, 35, 8, 9]), '8, 9, 13, 15, 33–35');
  });

  it('folds similar steps as the view does', () => {
    const { rows, ...detail } = fixture('watch');
    const text = turnMarkdown({
      detail: { ...detail, rows: [] },
      rows,
      now: NOW,
      folders: [],
      home: '',
      texts: { ...personTexts, ...pageTexts, ...shareTexts },
    });
    assert.match(
      text,
      /\n- 4 similar steps \(12–15\): ` Read ` ` src\/cart\.test\.ts `, ` src\/cart\.ts `, ` src\/money\.ts `\n/,
    );
    assert.doesNotMatch(text, /\*\*1[2345]\*\*/);
  });

  it('names files relative to the folder, and the home by its sign', () => {
    const story = new Story()
      .at(1)
      .start({ agent: 'claude-code', cwd: '/home/dev/shop' })
      .turn('Look at /home/dev/shop/src/a.ts and /home/dev/notes.md, not at /mnt/home/dev/shop/x');
    const text = shared(story.step(read('/home/dev/shop/src/a.ts', 'a')).end().events);
    assert.match(text, /Look at src\/a\.ts and ~\/notes\.md, not at \/mnt\/home\/dev\/shop\/x/);
    assert.match(text, /` src\/a\.ts `/);
  });

  it('has no secret', () => {
    const key = 'sk-ant-abcdefghijklmnopqrstuvwxyz0123456789';
    const story = new Story()
      .at(1)
      .start({ agent: 'claude-code' })
      .turn(`Use ${key}`)
      .say(`I use ${key}`);
    assert.doesNotMatch(
      shared(story.step(bash(`curl -H "x-api-key: ${key}"`, key)).end().events),
      /abcdefghij/,
    );
  });

  const hostile = [
    '`',
    '``` \n# Owned\n```',
    '`<img src=x onerror=alert(1)>',
    '](http://evil.example)',
    '\n\n## Owned\n- item',
    '| a | b |',
    '@everyone',
    '![](http://evil.example/x.png)',
    '\u202egnp.exe',
    '````````````````````````',
    '<!-- ',
    '~~~\nx',
    '$(x) \\',
    'a\u2028# b',
    // a link of any kind, also once what stands in a code's fence or ends it is taken out
    '``\u001b[0m`\n[x](http://evil.example)',
    '`/w/` [x](http://evil.example)',
    '`/w` [x](http://evil.example)',
    '[x](command:evil)',
    '<command:evil>',
    '[x]: http://evil.example',
    'www.evil.example',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY----- ```` [x](http://evil.example) -----END RSA PRIVATE KEY-----',
  ];
  for (const text of hostile) {
    it(`cannot be broken by ${JSON.stringify(text)}`, () => {
      const story = new Story()
        .at(1000)
        .start({ agent: 'claude-code', cwd: '/w' })
        .turn(`${text} ${text}`)
        .say(text);
      for (let i = 0; i < 6; i++) {
        story.after(10).step({
          tool: text,
          input: { command: text, file_path: text },
          output: `${text} failed`,
          ok: false,
        });
      }
      const markdown = shared(story.events);
      const free = withoutCode(markdown);
      assert.doesNotMatch(free, /evil|onerror|everyone|Owned|item|gnp|<|!\[|\| a|~~~/, free);
      assert.doesNotMatch(markdown, /[\u202e\u2028]/);
      assert.deepEqual(
        [...free.matchAll(/^#+ .*$/gm)].map(([heading]) => heading.replace(/: .*/, '')).slice(1),
        [
          '## Prompt',
          '## Stall counters',
          '## Steps',
          ...(free.includes('report') ? ['## Turnwatch report', '### Last actions'] : []),
        ],
      );
    });
  }

  it('has no secret whose removal ends the code around it', () => {
    const story = new Story().at(1).start({ agent: 'claude-code' }).turn();
    for (const [tool, command] of [
      ['`` ````` token=', '[x](http://evil.example) `'],
      [
        '-----BEGIN RSA\u001b[0m PRIVATE KEY-----',
        '`-----END RSA PRIVATE KEY----- ` [x](http://evil.example) `y`',
      ],
    ] as const) {
      story.step({ tool, input: { command }, output: '' });
    }
    const markdown = shared(story.end().events);
    assert.match(markdown, /evil/);
    assert.doesNotMatch(withoutCode(markdown), /evil/, markdown);
  });

  it('has an agent’s name as letters only', () => {
    const text = shared(
      new Story()
        .at(1)
        .start({ agent: '<b>*x*</b>](http://evil.example) @all' })
        .turn()
        .step(bash('ls', 'a'))
        .end().events,
    );
    assert.equal(text.split('\n')[0], '# Turnwatch: bx/b(http//evil.example) all, turn 1');
    assert.equal(plainName('www.evil.example'), 'www evil.example');
    assert.equal(
      escapedLine('[a](command:b) `c`\n<d> & https://e'),
      '\\[a\\]\\(command\\:b\\) \\`c\\` \\<d\\> \\& https\\:\\/\\/e',
    );
  });

  it('has no secret where a single word stands', () => {
    assert.deepEqual(codeParams({ word: 'AKIAABCDEFGHIJKLMNOP', count: 3, plain: 'cart' }), {
      word: '«secret»',
      count: 3,
      plain: 'cart',
    });
  });

  it('has a block of code that nothing in it ends', () => {
    assert.equal(codeBlock('``\u001b[0m`\n# Owned'), '````text\n```\n# Owned\n````');
  });
});
