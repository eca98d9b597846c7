/** Cases of several turns: prompts that repeat or only ask to go on, and turns that end in an error. */
import assert from 'node:assert/strict';
import type { Verdict } from '../../../src/core/verdict.js';
import { freshTools, source, verdictsOf, word } from './cases.js';
import { plainTools, type Toolset } from './toolsets.js';
import { Story, type Act } from '../support/story.js';
import { newWatch } from '../support/watch.js';

/** `w3 s5`: the 1-based turns of the first `watch` and the first `stalled` of the kind `turns`; others are named. */
function turnsTold(verdicts: readonly Verdict[]): string {
  const first = (level: Verdict['level']): string[] => {
    const verdict = verdicts.find((each) => each.level === level);
    const kind = verdict === undefined || verdict.kind === 'turns' ? '' : ` ${verdict.kind}`;
    return verdict === undefined ? [] : [`${level.charAt(0)}${verdict.turn + 1}${kind}`];
  };
  return [...first('watch'), ...first('stalled')].join(' ') || 'quiet';
}

type Play = (tools: Toolset, story: Story) => unknown;

/** Each in all toolsets. */
function turns(name: string, expected: string, play: Play): void {
  it(`${name}: ${expected}`, () => {
    for (const { who, tools } of freshTools()) {
      const story = new Story().start();
      play(tools, story);
      assert.equal(turnsTold(verdictsOf(story)), expected, who);
    }
  });
}

const failing = (tools: Toolset, seconds = '0.31'): Act =>
  tools.run(
    'npm test',
    `FAIL test/cart.test.ts\n  ✕ adds an item (5 ms)\n\nTests: 1 failed, 8 passed, 9 total\nTime: ${seconds} s`,
    1,
  );
const passing = (tools: Toolset, passed = 9): Act =>
  tools.run('npm test', `PASS test/cart.test.ts\n\nTests: ${passed} passed, ${passed} total`);
const promises = [
  'I will fix the test now.',
  'Understood. Next I am going to look at the cart and correct it.',
  'Right away: I will continue with the implementation.',
  'Let me proceed. First the parser, then the tests.',
];
const promise = (i: number): string => promises[i % promises.length] ?? '';

describe('cases: circles of turns', () => {
  turns(
    'the same prompt every turn, the same failing test every turn ×16',
    'w3 s5',
    (tools, story) => {
      for (let i = 0; i < 16; i++) {
        story
          .turn('Make the tests pass.')
          .step(failing(tools, `0.${31 + i}`))
          .end();
      }
    },
  );
  turns('the same, each with words of its own', 'w3 s5', (tools, story) => {
    for (let i = 0; i < 16; i++) {
      story
        .turn('Make the tests pass.')
        .say(`${promise(i)} (${word(i)})`)
        .step(failing(tools))
        .say(`The ${word(i)} still fails. ${promise(i + 1)}`)
        .end();
    }
  });
  turns('the same in a log that tells no end of turns', 'w3 s5', (tools, story) => {
    for (let i = 0; i < 16; i++) {
      story.turn('Make the tests pass.').step(failing(tools));
    }
  });
  turns('a loop that counts its rounds, all of them done already', 'w3 s5', (tools, story) => {
    for (let i = 0; i < 12; i++) {
      story
        .turn(
          `Iteration ${i + 1} of 50: implement the next open item of PLAN.md, then run the tests.`,
        )
        .step(tools.read('/w/PLAN.md', '- [x] cart\n- [x] checkout\n- [x] search'))
        .step(passing(tools))
        .say(`Everything on the plan is done (${word(i)}).`)
        .end();
    }
  });
  turns('two prompts in turn', 'w4 s6', (tools, story) => {
    for (let i = 0; i < 12; i++) {
      story
        .turn(i % 2 === 0 ? 'Fix the failing test.' : 'Are you sure it is fixed?')
        .step(failing(tools))
        .end();
    }
  });
  for (const words of [
    'continue',
    'Weiter!',
    'please go on',
    '继续',
    'keep working',
    'Continue where you left off.',
  ]) {
    turns(`"${words}" ×12, each answered by a promise and no call`, 'w3 s5', (_, story) => {
      for (let i = 0; i < 12; i++) {
        story.turn(words).say(promise(i)).end();
      }
    });
  }
  turns('work, then "continue" ×6, each answered by a promise', 'w4 s6', (tools, story) => {
    story
      .turn('Implement the cart.')
      .step(tools.write('/w/cart.ts', source('cart')))
      .end();
    for (let i = 0; i < 6; i++) {
      story.turn('continue').say(promise(i)).end();
    }
  });
  turns('a promise, then "continue" ×6, each answered by another', 'w3 s5', (_, story) => {
    story.turn('Implement the cart.').say(promise(3)).end();
    for (let i = 0; i < 6; i++) {
      story.turn('continue').say(promise(i)).end();
    }
  });
  turns('"continue" ×8, the same file read and nothing done', 'w3 loop s4 loop', (tools, story) => {
    story
      .turn('continue')
      .step(tools.read('/w/cart.ts', source('cart')))
      .end();
    for (let i = 0; i < 8; i++) {
      story
        .turn('continue')
        .step(tools.read('/w/cart.ts', source('cart')))
        .say(promise(i))
        .end();
    }
  });
  turns('prompts of a harness', 'w3 s5', (_, story) => {
    for (let i = 0; i < 8; i++) {
      story
        .turn(
          `Stop hook feedback:\n[check ${i + 1}] the goal is not reached, keep working (${word(i)})`,
        )
        .say(promise(i))
        .end();
    }
  });

  for (const [what, act] of Object.entries({
    'a call': (tools: Toolset, story: Story, i: number) =>
      story.step(failing(tools)).say(`${promise(i)} ${word(i)}`),
    words: (_: Toolset, story: Story, i: number) => story.say(`${promise(i)} ${word(i)}`),
  })) {
    it(`a stop hook that sends the agent on within one turn, answered by ${what}`, () => {
      for (const { who, tools } of freshTools()) {
        const story = new Story().start().turn('Fix the cart.').step(failing(tools)).end();
        const rounds: string[] = [];
        const seen = (): string =>
          turnsTold(verdictsOf(story).filter(({ kind }) => kind === 'turns'));
        for (let i = 0; i < 8; i++) {
          act(tools, story, i);
          rounds.push(seen() === 'w1 s1' ? 's' : seen().charAt(0));
          story.end();
        }
        // judged when the round is over
        assert.equal(rounds.join(''), 'qqqwwsss', who);
      }
    });
  }

  turns(
    'the end of a turn that failed, told seven times in the same words',
    'quiet',
    (tools, story) => {
      story.turn('Fix the cart.').step(failing(tools));
      for (let i = 0; i < 7; i++) {
        story.say('The test still fails.').end();
      }
    },
  );

  turns('"continue" ×12 with work in each', 'quiet', (tools, story) => {
    story
      .turn('Split the module.')
      .step(tools.read('/w/index.ts', source('index')))
      .end();
    for (let i = 0; i < 12; i++) {
      story
        .turn('continue')
        .step(tools.write(`/w/${word(i)}.ts`, source(word(i))))
        .say('Done, next part?')
        .end();
    }
  });
  turns('"continue" ×12, each a new file read', 'quiet', (tools, story) => {
    for (let i = 0; i < 12; i++) {
      story
        .turn('continue')
        .step(tools.read(`/w/${word(i)}.ts`, source(word(i))))
        .say(promise(i))
        .end();
    }
  });
  turns('"continue" ×10, each answered by a chapter', 'quiet', (_, story) => {
    for (let i = 0; i < 10; i++) {
      const chapter = Array.from(
        { length: 30 },
        (__, k) =>
          `In chapter ${i} the ${word(i + k)} met the ${word(i * 3 + k)} for the ${k}th time`,
      );
      story.turn('continue').say(chapter.join('. ')).end();
    }
  });
  turns('the same prompt, other results', 'quiet', (tools, story) => {
    for (let i = 0; i < 10; i++) {
      story
        .turn('Run the tests again.')
        .step(passing(tools, 9 + i))
        .end();
    }
  });
  turns('the same prompt, an edit each time', 'quiet', (tools, story) => {
    for (let i = 0; i < 10; i++) {
      story
        .turn('Fix the next one.')
        .step(tools.replace('/w/a.ts', `old ${i}`, `new ${i} ${word(i)}`))
        .end();
    }
  });
  turns('questions and answers', 'quiet', (_, story) => {
    for (let i = 0; i < 12; i++) {
      story
        .turn(`What does the ${word(i)} do?`)
        .say(`It holds the ${word(i + 1)}.`)
        .end();
    }
  });
  turns('questions that differ by a number', 'quiet', (_, story) => {
    for (let i = 0; i < 12; i++) {
      story
        .turn(`What is ${i} + ${i}?`)
        .say(String(i + i))
        .end();
    }
  });
  turns('twice nothing, then work', 'quiet', (tools, story) => {
    for (let i = 0; i < 6; i++) {
      story.turn('continue').say(promise(i)).end();
      story
        .turn('continue')
        .step(tools.write(`/w/${word(i)}.ts`, source(word(i))))
        .end();
    }
  });
  turns('prompts that nobody answered', 'quiet', (_, story) => {
    for (let i = 0; i < 8; i++) {
      story.turn('/model').end('interrupted');
    }
  });
  turns('the agent asks, and a person answers', 'quiet', (tools, story) => {
    for (let i = 0; i < 8; i++) {
      story
        .turn('continue')
        .step({
          ...tools.run('', ''),
          tool: 'AskUserQuestion',
          class: 'ask',
          input: { question: `Which ${word(i)}?` },
          output: word(i + 1),
        })
        .say(promise(i))
        .end();
    }
  });
  it('the same look every ten minutes, all well: watch at most', () => {
    for (const { who, tools } of freshTools()) {
      const story = new Story().at(Date.UTC(2026, 10, 21, 10)).start();
      for (let i = 0; i < 12; i++) {
        story
          .turn('Is the deployment healthy?')
          .after(3000)
          .step(tools.run('curl -s localhost:8080/health', '{"status":"ok","pods":3}'))
          .after(3000)
          .say('All is well.')
          .end()
          .after(600_000);
      }
      assert.ok(
        verdictsOf(story).every(({ level }) => level !== 'stalled'),
        who,
      );
    }
  });
  it('what ends it: news, or a new instruction; not the end of a turn', () => {
    const circle = (): Story => {
      const story = new Story().start();
      for (let i = 0; i < 6; i++) {
        story.turn('continue').say(promise(i)).end();
      }
      return story;
    };
    const standing = (story: Story): string => {
      const watch = newWatch();
      story.events.forEach((event) => watch.push(event, 0));
      return watch.views.detail('S', 0)?.state ?? '';
    };
    assert.equal(standing(circle()), 'stalled');
    assert.equal(standing(circle().turn('continue')), 'stalled');
    assert.equal(standing(circle().turn('Fix the parser instead.')), 'progressing');
    const working = circle().turn('continue').step(plainTools.write('/w/a.ts', 'x'));
    assert.equal(standing(working), 'progressing');
  });
});

describe('cases: turns that fail', () => {
  turns('25 turns that end in a rate limit', 'w3 s6', (_, story) => {
    for (let i = 0; i < 25; i++) {
      story
        .turn(i === 0 ? 'Fix the cart.' : 'continue')
        .say('API Error: 429 rate limit reached')
        .end('error');
    }
  });
  turns('the same, each with a prompt of its own, and nothing said', 'w3 s6', (_, story) => {
    for (let i = 0; i < 12; i++) {
      story.turn(`Please fix the ${word(i)}.`).end('error');
    }
  });
  turns('the same, some of them interrupted', 'w5 s11', (_, story) => {
    for (let i = 0; i < 12; i++) {
      story.turn('Fix the cart.').end(i % 2 === 0 ? 'error' : 'interrupted');
    }
  });
  turns('two failures, then work, again and again', 'quiet', (tools, story) => {
    for (let i = 0; i < 5; i++) {
      story.turn('Fix it.').end('error');
      story.turn('continue').end('error');
      story
        .turn('continue')
        .step(tools.write(`/w/${word(i)}.ts`, source(word(i))))
        .end();
    }
  });
  turns('turns that work and then end in an error', 'quiet', (tools, story) => {
    for (let i = 0; i < 8; i++) {
      story
        .turn('continue')
        .step(tools.write(`/w/${word(i)}.ts`, source(word(i))))
        .end('error');
    }
  });
  it('it is over once a call is answered', () => {
    const story = new Story().start();
    for (let i = 0; i < 7; i++) {
      story.turn('continue').end('error');
    }
    story.turn('continue').step({ tool: 'Bash', input: { command: 'ls' }, output: 'a\nb' });
    const verdicts = verdictsOf(story);
    assert.deepEqual(
      verdicts.map(({ level, clearedAtCall }) => [level, clearedAtCall]),
      [
        ['watch', 0],
        ['stalled', 0],
      ],
    );
  });
});
