/** When a limit is over, by an agent's words: the next such time on its clocks. */
import assert from 'node:assert/strict';
import { readResetWords } from '../../../src/agents/reading/reset-words.js';

describe('the words that tell when a limit is over', () => {
  const at = Date.parse('2026-11-27T13:20:30Z');
  const cases: [words: string, time: string | undefined][] = [
    ['You’ve hit your 5-hour limit · resets 3pm (UTC)', '2026-11-27T15:00'],
    ['You’ve hit your 5-hour limit · resets 3pm (Europe/Berlin)', '2026-11-27T14:00'],
    ['resets 3:30am (America/New_York) · progress saved', '2026-11-28T08:30'],
    ['resets 12am (UTC)', '2026-11-28T00:00'],
    ['resets 12:05pm (UTC)', '2026-11-28T12:05'],
    ['You’ve hit your weekly limit · resets Dec 1, 9am (UTC)', '2026-12-01T09:00'],
    ['resets Jan 2, 2027, 9am (UTC)', '2027-01-02T09:00'],
    ['resets Jan 2, 9am (UTC)', '2027-01-02T09:00'],
    ['try again at Nov 30th, 2026 9:52 AM (UTC).', '2026-11-30T09:52'],
    ['Claude AI usage limit reached|1795859707', '2026-11-28T09:55:07'],
    ['resets 3pm (Nowhere/Land)', undefined],
    ['resets Abc 2, 9am (UTC)', undefined],
    ['Try again later.', undefined],
    ['It resets the counters at 3.', undefined],
  ];
  for (const [words, time] of cases) {
    it(`“${words}”`, () => {
      const until = readResetWords(words, at);
      assert.equal(until, time === undefined ? undefined : Date.parse(`${time}Z`));
    });
  }

  it('tell nothing where it is not known when they were said', () => {
    assert.equal(readResetWords('resets 3pm (UTC)', undefined), undefined);
  });
});
