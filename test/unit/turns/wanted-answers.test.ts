/** Which answers a person wants to see, by their prompt: a report of the same words wants none. */
import assert from 'node:assert/strict';
import { wantedAnswers } from '../../../src/core/turns/wanted-answers.js';

describe('answers that a person wants to see', () => {
  const wants = (prompt: string): string => {
    const { nothing, refusal } = wantedAnswers(prompt);
    return [nothing && 'nothing', refusal && 'refusal'].filter(Boolean).join(', ');
  };

  it('may be refusals', () => {
    for (const prompt of [
      'Verify that each request is rejected.',
      'Confirm every old key is refused.',
      'Test how the API reacts to malformed bodies.',
      'See if you can get around the login.',
      'Fix the policy and verify that all other roles are denied.',
    ]) {
      assert.equal(wants(prompt), 'refusal', prompt);
    }
    assert.equal(wants('Show that no role can read the table.'), 'nothing, refusal');
    assert.equal(wants('Log in as each role and try the admin page.'), 'nothing, refusal');
  });

  it('may be that nobody has it yet', () => {
    for (const prompt of [
      'I need a free .dev domain: think of ten and check them.',
      'Find a free port and start the server on it.',
    ]) {
      assert.equal(wants(prompt), 'nothing', prompt);
    }
  });

  it('are none that are reported, or to be mended', () => {
    for (const prompt of [
      'See the 401 error in the log and fix it.',
      'Check the login, it returns 401 for admins.',
      'Test the export, users say it is blocked.',
      'Check the permission denied error when pushing.',
      'Test the upload with a bad file, it crashes. Fix it.',
      'How does the parser handle empty lines? It crashes. Fix it.',
      'Try to get the invalid config file to load.',
    ]) {
      assert.equal(wants(prompt), '', prompt);
    }
    assert.equal(wants('Which of the services is down? Restart it.'), 'nothing');
  });

  it('may stay as they are, unless something went wrong since', () => {
    for (const prompt of [
      'Refactor report.py.',
      'Please rename Total to Sum and fix the imports.',
      'Split it into modules, then fix the tests.',
      'Some restructuring of the importer is due.',
      'Make the parser faster without changing what it prints.',
    ]) {
      assert.ok(wantedAnswers(prompt).same, prompt);
    }
    for (const prompt of [
      'After the refactoring the export is empty. Fix it.',
      'The rename dialog prints nothing, please fix it.',
      'The total is wrong.',
    ]) {
      assert.ok(!wantedAnswers(prompt).same, prompt);
    }
  });
});
