/** Whether a failure that is told is one of something else. */
import assert from 'node:assert/strict';
import { ToldWords } from '../../../src/core/evidence/told-words.js';

const ask = (service: string): { command: string } => ({ command: `journalctl -u ${service}` });

describe('words of what failed', () => {
  it('are others if neither the question nor an earlier answer had them', () => {
    const words = new ToldWords();
    assert.equal(words.tellsOther('ERROR stock is missing', ask('orders'), 0), false);
    assert.equal(words.tellsOther('ERROR price is missing', ask('refunds'), 1), true);
    assert.equal(words.tellsOther('ERROR stock is missing', ask('basket'), 2), false);
    assert.equal(words.tellsOther('ERROR mailer is missing', ask('mailer'), 3), false);
  });
  it('are none that hold digits', () => {
    const words = new ToldWords();
    words.tellsOther('ERROR stock is missing', ask('orders'), 0);
    assert.equal(words.tellsOther('ERROR f10d0374 is missing', ask('orders'), 1), false);
  });
  it('come to the same where a step is judged again', () => {
    const words = new ToldWords();
    for (let i = 0; i < 2; i++) {
      assert.equal(words.tellsOther('ERROR stock is missing', ask('orders'), 0), false);
    }
    for (let i = 0; i < 2; i++) {
      assert.equal(words.tellsOther('ERROR price is missing', ask('orders'), 1), true);
    }
  });
});
