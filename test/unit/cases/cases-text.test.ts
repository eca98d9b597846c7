/** Cases of one response whose text repeats itself without end. */
import assert from 'node:assert/strict';
import { told, verdictsOf, word } from './cases.js';
import { Story } from '../support/story.js';
import { newWatch } from '../support/watch.js';

const paragraph =
  'The court finds that the court, having considered the matter before the court, is of the opinion that the matter should be considered by the court. ';

/** Told whole, in parts of a stream, and in parts of one word each. */
const tellings: Record<string, (story: Story, text: string) => unknown> = {
  whole: (story, text) => story.say(text),
  'whole, with its response': (story, text) => story.say(text, 'r1'),
  'in parts of 300 characters': (story, text) => parts(story, text, 300),
  'in parts of 7 characters': (story, text) => parts(story, text, 7),
};

function parts(story: Story, text: string, size: number): void {
  for (let at = 0; at < text.length; at += size) {
    story.say(text.slice(at, at + size), 'r1');
  }
}

function heard(text: string, tell: (story: Story, text: string) => unknown): string {
  const story = new Story().start().turn();
  tell(story, text);
  return told(verdictsOf(story.end()));
}

const fenced = (text: string): string => `Here it is:\n\n\`\`\`\n${text}\n\`\`\`\nThat is all.`;
const rows = (n: number, row: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => row(i)).join('\n');

describe('cases: text that repeats itself', () => {
  const endless: Record<string, string> = {
    'one word ×8,000': 'court '.repeat(8000),
    'one word after a sentence': `I will look at the failing test. ${'court '.repeat(400)}`,
    'a paragraph ×20': paragraph.repeat(20),
    'a sentence of almost 400 characters ×7':
      `${word(3)} ${paragraph.repeat(2)}${'x'.repeat(60)}. `.repeat(7),
    'exclamation marks ×3,000': '!'.repeat(3000),
    'blank lines ×3,000': '\n'.repeat(3000),
    'a Chinese word ×1,500': '的是'.repeat(1500),
    'the same line of code without end': `\`\`\`ts\n${'  expect(result).toBe(true);\n'.repeat(100)}`,
    'the same list item without end': rows(200, () => '- Let me check the file again.'),
    'zeros without end, quoted': `\`\`\`\n${'0'.repeat(9000)}`,
  };
  for (const [name, text] of Object.entries(endless)) {
    for (const [telling, tell] of Object.entries(tellings)) {
      it(`${name}, ${telling}: stalled`, () => {
        assert.equal(heard(text, tell), 's0 (degenerate, degenerate)');
      });
    }
  }

  const honest: Record<string, string> = {
    'a long table of differing values': rows(300, (i) => `| ${word(i)} | ${i * 37} | passed |`),
    'a list of similar lines': rows(
      200,
      (i) => `- [x] Step ${i + 1}: rename \`part${i}\` everywhere.`,
    ),
    'lines of dashes between sections': rows(40, (i) => `${'-'.repeat(120)}\n${word(i)} ${i}`),
    'an empty table': `| a | b | c |\n|---|---|---|\n${'|   |   |   |\n'.repeat(100)}`,
    'a drawing in a code block': fenced(
      rows(40, (i) => (i % 20 === 0 ? '+' : '|') + '.'.repeat(78) + '|'),
    ),
    'zeros in a code block': fenced('A'.repeat(5000)),
    'a matrix of zeros in a code block': fenced('0, 0, 0, 0, 0, 0, 0, 0,\n'.repeat(200)),
    'an array of nulls in a code block': fenced('null, '.repeat(400)),
    'minified code': fenced(rows(60, (i) => `function a${i}(b){return b.c(${i})?b:a${i + 1}(b)}`)),
    'a word said 300 times': 'court '.repeat(300),
    prose: rows(
      80,
      (i) =>
        `The ${word(i)} calls the ${word(i * 7)} after ${i} tries, because of the ${word(i + 3)}.`,
    ),
  };
  for (const [name, text] of Object.entries(honest)) {
    for (const [telling, tell] of Object.entries(tellings)) {
      it(`${name}, ${telling}: quiet`, () => {
        assert.equal(heard(text, tell), 'quiet');
      });
    }
  }

  it('many responses with the same short text are not one that repeats itself', () => {
    const story = new Story().start().turn();
    for (let i = 0; i < 40; i++) {
      story.say('Still waiting for the build to finish; I will look again in a minute.', `r${i}`);
    }
    assert.ok(verdictsOf(story).every(({ kind }) => kind !== 'degenerate'));
  });

  it('the sentence shows what is repeated, and the limit', () => {
    const [verdict] = verdictsOf(new Story().start().turn().say(paragraph.repeat(20)));
    assert.match(
      verdict?.reason ?? '',
      /^One response repeats “The court finds that .+…” over 29\d\d characters \(limit 2000\)\.$/,
    );
  });

  it('switching off tools does not help: automatically, the turn is stopped; else stopping is offered first', () => {
    const story = new Story().start().turn().say('court '.repeat(8000));
    const auto = newWatch({ mode: () => 'auto' });
    const effects = story.events.flatMap((event) => auto.push(event, 0).effects);
    assert.deepEqual(
      effects.map((effect) => (effect.kind === 'record' ? effect.event.rung : effect.kind)),
      ['stop'],
    );
    const asking = newWatch();
    story.events.forEach((event) => asking.push(event, 0));
    const detail = asking.views.detail('S', 0);
    assert.equal(detail?.verdict?.advice, 'stopTurn');
    assert.equal(detail.report?.next.id, 'next.stop');
    const unable = newWatch({
      mode: () => 'auto',
      capabilities: () => ({ textOnly: 'deny', stop: false, guide: true }),
    });
    const asked = story.events.flatMap((event) => unable.push(event, 0).effects);
    assert.ok(asked.some(({ kind }) => kind === 'escalate'));
  });
});
