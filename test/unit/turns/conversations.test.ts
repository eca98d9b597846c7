/**
 * 310 conversations of persons with agents, their messages only, written by somebody who knew no rule: 110 in which one thing does
 * not get right, and 200 that get somewhere, 110 of them as like the others as possible. The agent edits one file after each message.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Judge } from '../../../src/core/judge.js';
import { edit, Story } from '../support/story.js';

interface Conversation {
  circle: boolean;
  prompts: string[];
}

/** The gravest level, and the message after which it was first reached, from 1. */
function judge({ prompts }: Conversation): { level: string; message: number } {
  const story = new Story().start({ cwd: '/w' });
  for (const [i, prompt] of prompts.entries()) {
    story
      .turn(prompt)
      .step(edit('/w/src/a.ts', `x${i}: ${i}`, `x${i}: ${i + 1}`))
      .end();
  }
  const judged = new Judge();
  const verdicts = story.events.flatMap((event) => judged.push(event).verdicts);
  const stalled = verdicts.find(({ level }) => level === 'stalled');
  const gravest = stalled ?? verdicts[0];
  return { level: gravest?.level ?? 'quiet', message: gravest?.turn ?? 0 };
}

const conversations = readFileSync('test/eval/conversations.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Conversation);

describe('conversations', () => {
  const found = conversations.map((each) => ({ ...each, ...judge(each) }));
  const [circles, honest] = [true, false].map((circle) =>
    found.filter((each) => each.circle === circle),
  );

  it('that get somewhere are no stall, and hardly ever warned of', () => {
    assert.equal(honest?.length, 200);
    assert.deepEqual(
      honest.filter(({ level }) => level === 'stalled').map(({ prompts }) => prompts),
      [],
    );
    assert.ok(honest.filter(({ level }) => level === 'watch').length <= 2);
  });

  it('that go on about one thing are found in one of five, never before the fourth complaint', () => {
    assert.equal(circles?.length, 110);
    const stalled = circles.filter(({ level }) => level === 'stalled');
    assert.ok(stalled.length >= 22, `${stalled.length} of 110`);
    assert.ok(stalled.every(({ message }) => message >= 4));
  });
});
