/** What a person’s message says of a result; and that a stall which only the person tells of ends when they say something else. */
import assert from 'node:assert/strict';
import { readRemark } from '../../../src/core/turns/remark.js';
import { edit, Story } from '../support/story.js';
import { verdictsOf } from '../cases/cases.js';
import { fold, type Watch } from '../support/watch.js';

const level = (watch: Watch): string | undefined => watch.standing('S')?.level;

function conversation(prompts: readonly string[]): Story {
  const story = new Story().start({ cwd: '/w' });
  for (const [i, prompt] of prompts.entries()) {
    story
      .turn(prompt)
      .step(edit('/w/a.css', `color: c${i}x`, `color: c${i + 1}x`))
      .end();
  }
  return story;
}

const complaints = [
  'Make it blue.',
  'Still grey.',
  'Nope, still grey.',
  'No change.',
  'Grey again.',
];

describe('a person’s message', () => {
  const says = (prompt: string): string | undefined => readRemark(prompt).unchanged;

  it('says in so many words that nothing has changed', () => {
    for (const prompt of [
      'No change.',
      'That made no difference at all',
      'it shows the same error',
      'Exactly as it was: the same problem',
      'nothing has changed',
      'Keine Änderung',
      'keinerlei veränderung',
      'nein, kommt immernoch nicht.',
      'Der Dialog kommt immer noch nicht',
      'Nichts hat sich geändert',
      '没有变化',
      '変わらないです',
      'Sigue igual',
      'Rien ne change',
      'Not working.',
      'this is still not working',
      'It still doesn’t close',
      'We are going in circles',
      'you are stuck in a loop, start over',
    ]) {
      assert.equal(says(prompt), 'plainly', prompt);
    }
  });

  it('may hint at it', () => {
    for (const prompt of [
      'Still grey',
      'grey again',
      'I am still only getting navigation events',

      'noch immer links',
      'toujours pas',
    ]) {
      assert.equal(says(prompt), 'hinted', prompt);
    }
  });

  it('may say that something is not so', () => {
    for (const prompt of ['It does not close', 'geht nicht', 'no funciona', '按钮不是蓝色']) {
      assert.equal(says(prompt), 'negated', prompt);
    }
  });

  it('asks for the same elsewhere, or once more, and hints at nothing', () => {
    for (const prompt of [
      'Do the same for the about page',
      'Run it again',
      'Make it blue',
      'I am still reading, go on',
      'You said that it is still open.',
    ]) {
      assert.equal(says(prompt), undefined, prompt);
    }
    for (const prompt of ['again', 'and again please', 'noch einmal']) {
      assert.equal(says(prompt), 'again', prompt);
    }
  });

  it('hints at nothing where it tells how something will always be', () => {
    assert.equal(says('The filters will always be there'), undefined);
    assert.equal(says('It always closes'), 'hinted');
  });

  it('agrees, or begins with an order', () => {
    for (const prompt of [
      'proceed',
      'Yes, do it',
      'ok please go ahead',
      'yes all',
      'Mach weiter',
    ]) {
      assert.ok(readRemark(prompt).agrees, prompt);
    }
    for (const prompt of ['Move it up', 'can you align the page', 'ok now make it wider']) {
      assert.ok(readRemark(prompt).isOrder, prompt);
    }
    for (const prompt of ['no', 'yes but it is grey', 'It moved', 'The order is wrong']) {
      const { agrees, isOrder } = readRemark(prompt);
      assert.deepEqual([agrees, isOrder], [false, false], prompt);
    }
  });

  it('tells of another state, or asks for more or less', () => {
    for (const prompt of [
      'Better, but still slow',
      'still too loud',
      'a bit darker',
      'the error is gone',
    ]) {
      assert.ok(readRemark(prompt).moved, prompt);
    }
    for (const prompt of ['still grey', 'no better', 'It plays twice']) {
      assert.ok(!readRemark(prompt).moved, prompt);
    }
  });

  it('is about words without their endings, and about names', () => {
    const { words, names } = readRemark('The button still plays loadUser() twice at 14:02');
    assert.deepEqual([...words], ['butto', 'play']);
    assert.deepEqual([...names], ['loaduser', 'twice', '14:02']);
    assert.deepEqual([...readRemark('I press it, and a row moves to column C').names], ['c']);
  });

  it('is about what the person wrote, not about what an editor or a harness put around it', () => {
    const { words, names, unchanged } = readRemark(
      '<user_query>\nMove the button @src/a.ts #file:src/b.ts\n</user_query>\n<system-reminder>Still no list in /w/a.md</system-reminder>',
    );
    assert.deepEqual([[...words], [...names], unchanged], [['mov', 'butto'], [], undefined]);
  });

  it('is read in time, whatever it holds', () => {
    for (const piece of [
      'no ',
      'not a ',
      'nothing at all ',
      'you said ',
      "don't ",
      "'a",
      'on the ',
      '- ',
      '1. a ',
      '<a-context>',
      '<a ',
      '@a/',
      '还',
      ',,',
    ]) {
      readRemark(piece.repeat(100_000));
    }
  });
});

describe('a stall that only the person tells of', () => {
  it('goes on over the messages that tell of it, and is reported once', () => {
    const told = conversation([...complaints, 'grey', 'STILL grey']);
    assert.equal(level(fold(told)), 'stalled');
    assert.deepEqual(
      verdictsOf(told).map((verdict) => [verdict.level, verdict.detector]),
      [
        ['watch', 'repeated-feedback'],
        ['stalled', 'repeated-feedback'],
      ],
    );
  });

  it('ends when the person says something else', () => {
    assert.equal(level(fold(conversation([...complaints, 'Perfect, thanks!']))), undefined);
    assert.equal(
      level(fold(conversation([...complaints, 'Now add a border to the card.']))),
      undefined,
    );
  });

  it('goes on when the person only asks to continue', () => {
    assert.equal(level(fold(conversation([...complaints, 'continue']))), 'stalled');
  });
});
