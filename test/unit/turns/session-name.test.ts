/** What a session is called: what the person asked, a sub-agent's task, and never a secret or an empty line. */
import assert from 'node:assert/strict';
import { agentMark, fullName, shownName } from '../../../src/core/view/words/shown-words.js';
import { english } from '../../../src/core/view/words/wording.js';
import { knownAgents } from '../../../src/agents/index.js';
import { fold } from '../support/watch.js';
import { bash, Story } from '../support/story.js';

function nameAfter(...prompts: string[]): string | undefined {
  const story = new Story().start();
  for (const prompt of prompts) {
    story.turn(prompt).step(bash('ls')).end();
  }
  return fold(story).views.detail('S', 0)?.name;
}

describe('session names', () => {
  it('are the newest instruction, in one line without marks', () => {
    assert.equal(nameAfter('Fix the failing test'), 'Fix the failing test');
    assert.equal(nameAfter('Fix the failing test', 'Now add a changelog'), 'Now add a changelog');
    assert.equal(nameAfter('\n\n## Task\nDo it'), 'Task');
    assert.equal(nameAfter('- \n* rename   the\tfolder'), 'rename the folder');
    assert.equal(
      nameAfter('<command-name>/review</command-name> <command-args>src</command-args>'),
      '/review src',
    );
    const long = nameAfter('word '.repeat(100)) ?? '';
    assert.ok(long.length <= 81 && long.endsWith('…'), long);
  });

  it('stay when the person only asks to continue, or a hook speaks', () => {
    assert.equal(nameAfter('Fix the failing test', 'continue'), 'Fix the failing test');
    assert.equal(
      nameAfter('Fix the failing test', 'Stop hook feedback: no'),
      'Fix the failing test',
    );
  });

  it('are none until something is known, and hide secrets', () => {
    assert.equal(nameAfter(), undefined);
    assert.equal(nameAfter('…'), undefined);
    assert.doesNotMatch(nameAfter(`Use the key sk-ant-api03-${'a1B2'.repeat(24)}`) ?? '', /a1B2/);
  });

  it('of a sub-agent are its task in the words of its parent', () => {
    const story = new Story().start().turn('Round everything');
    const call = story.call({
      tool: 'Task',
      input: {
        description: 'Find where vouchers are rounded',
        prompt: 'Look through all of src …',
      },
      output: '',
    });
    story.events.push(
      {
        v: 1,
        type: 'session.start',
        session: 'C',
        agent: 'claude-code',
        cwd: '/w',
        parent: 'S',
        parentCall: call,
      },
      { v: 1, type: 'turn.start', session: 'C', prompt: 'Look through all of src …' },
    );
    assert.equal(fold(story).views.detail('C', 0)?.name, 'Find where vouchers are rounded');
  });

  it('are quoted in sentences, with the agent; without a name, the agent is named', () => {
    const named = { agentName: 'Claude Code', name: 'Fix it' };
    assert.equal(english(fullName(named)), '“Fix it” (Claude Code)');
    assert.equal(shownName(named), 'Fix it');
    assert.equal(english(fullName({ agentName: 'Codex' })), 'Codex');
    assert.equal(shownName({ agentName: 'Codex' }), 'Codex');
  });

  it('stand next to a mark that no two products share', () => {
    // Copilot is one, in the terminal and in VS Code
    const products = new Set(knownAgents.map(({ name }) => name.split(' ')[0]));
    const marks = new Set(knownAgents.map(({ name }) => agentMark(name)));
    assert.equal(marks.size, products.size, [...marks].join(' '));
    assert.ok([...marks].every((mark) => mark.length === 2));
    assert.equal(agentMark(''), '?');
  });
});
