/** Whether a prompt asks for something written. */
import assert from 'node:assert/strict';
import { wantsText } from '../../../src/core/turns/wanted-text.js';

describe('what a person wants written', () => {
  it('is a text in a prompt that names one', () => {
    for (const prompt of [
      'Write release notes for 2.1',
      'Update docs/guide.md',
      'Summarize the findings',
      'Plan the migration first',
      'Übersetze das Handbuch',
      'Schreib eine Zusammenfassung',
    ]) {
      assert.equal(wantsText(prompt), true, prompt);
    }
  });

  it('is none in a prompt that asks for code', () => {
    for (const prompt of [
      'Let the exporter write JSON, too.',
      'Split the orders module.',
      'The job runs every five minutes. Make it hourly.',
      'Repariere den Parser',
      '',
    ]) {
      assert.equal(wantsText(prompt), false, prompt);
    }
  });
});
