/** Prompts that wait in a window for the person: answered by their click on this very prompt, as it was shown, and by nothing else. */
import assert from 'node:assert/strict';
import { agentById } from '../../../src/agents/loaded.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { shownText, type ShownPrompt } from '../../../src/core/view/ask.js';
import type { PromptReply } from '../../../src/protocol/view.js';
import { hooked } from './hooked-window.js';

const ALLOW =
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const question = {
  question: 'Which one?',
  options: [{ label: 'First' }, { label: 'Second' }],
};

describe('prompts that wait for the person', () => {
  let settings = { answersPrompts: true };
  let window: ReturnType<typeof hooked>;
  let lose: (delivered: boolean) => void = () => undefined;
  beforeEach(async () => {
    settings = { answersPrompts: true };
    window = hooked(undefined, undefined, settings);
    await window.hook('UserPromptSubmit', { prompt: 'Do it' });
  });
  afterEach(() => {
    window.dispose();
  });

  function ask(
    tool = 'Bash',
    input: Record<string, unknown> = { command: 'touch a', description: 'Look' },
    prompts: 'permission' | 'question' = 'permission',
    deadline = window.now() + 60_000,
  ): Promise<string> {
    const delivered = new Promise<boolean>((resolve) => {
      lose = resolve;
    });
    const payload = { tool_name: tool, tool_input: input };
    return window.hook('PermissionRequest', payload, delivered, { prompts, deadline });
  }
  const call = (): Promise<string> =>
    window.hook('PreToolUse', {
      tool_use_id: 't1',
      tool_name: 'Bash',
      tool_input: { command: 'touch a', description: 'Look' },
    });
  const result = (): Promise<string> =>
    window.hook('PostToolUseFailure', {
      tool_use_id: 't1',
      tool_name: 'Bash',
      tool_input: { command: 'touch a', description: 'Look' },
      error: 'Exit code 1',
    });
  const shown = (): ShownPrompt => {
    const prompt = window.prompts.shown('S');
    assert.ok(prompt !== undefined);
    return prompt;
  };
  const reply = (answer: PromptReply['answer'], more: Partial<PromptReply> = {}): void => {
    const prompt = shown();
    window.prompts.reply({
      ...{ type: 'prompt', id: prompt.id, shown: shownText(prompt), answer, reason: '' },
      ...{ options: [], ...more },
    });
  };
  const logged = (event: TurnEvent): void => {
    const claude = agentById('claude-code');
    assert.ok(claude !== undefined);
    window.feed.log(claude, [event]);
  };
  const confirmed = (): void =>
    logged({ v: 1, type: 'resumed', session: 'S', for: 'permission', call: 't1' });

  it('nothing waits while it is switched off', async () => {
    settings.answersPrompts = false;
    assert.equal(await ask(), '');
    assert.equal(window.prompts.shown('S'), undefined);
  });

  it('allows what was shown, once, and tells what the agent confirms', async () => {
    await call();
    const printed = ask();
    assert.deepEqual(shown().call, { tool: 'Bash', input: 'touch a' });
    reply('allow');
    assert.equal(await printed, ALLOW);
    assert.equal(shown().state, 'sent');
    confirmed();
    assert.equal(shown().state, 'taken');
    reply('deny');
    assert.equal(shown().answer, 'allow');
  });

  it('a click on another prompt, or on one that was shown otherwise, answers nothing', async () => {
    const printed = ask();
    reply('allow', { id: '0'.repeat(32) });
    reply('allow', { shown: 'Bash\nls' });
    assert.equal(shown().state, 'open');
    reply('deny', { reason: '  Not  now ' });
    assert.match(await printed, /"behavior":"deny","message":"Not {2}now"/);
  });

  it('what cannot be shown whole is not allowed here', async () => {
    const printed = ask('Bash', { command: 'echo 1\n'.repeat(5000) });
    assert.equal(shown().isCut, true);
    reply('allow');
    assert.equal(shown().state, 'open');
    reply('deny');
    assert.match(await printed, /"message":"\\u005bTurnwatch\\u005d The user denied this call\."/);
  });

  it('shows a secret as one, a control character as what it is, and an edit as its diff', async () => {
    void ask('Bash', {
      command: `curl -H "Authorization: Bearer ${'a1B2c3D4'.repeat(5)}" \u202egpj.sh`,
    });
    assert.doesNotMatch(shown().call?.input ?? '', /a1B2c3D4|\u202e/);
    reply('terminal');
    void ask('Edit', { file_path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\nthree' });
    assert.match(shown().call?.input ?? '', /a\.ts\n@@\n one\n-two\n\+three/);
  });

  it('a question is answered with the choices of its own', async () => {
    assert.equal(await ask('AskUserQuestion', { questions: [question] }), '');
    const printed = ask('AskUserQuestion', { questions: [question] }, 'question');
    reply('choose', { options: [7] });
    assert.equal(shown().state, 'open');
    reply('choose', { options: [1] });
    assert.deepEqual(JSON.parse(await printed), {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: {
          behavior: 'allow',
          updatedInput: { questions: [question], answers: { 'Which one?': 'Second' } },
        },
      },
    });
  });

  it('a plan, and a call asked for by the hook of questions, is answered where the agent asks', async () => {
    assert.equal(await ask('ExitPlanMode', { plan: 'Do it' }), '');
    assert.equal(await ask('Bash', { command: 'ls' }, 'question'), '');
  });

  it('answered in the terminal first: the hook is let go without a word', async () => {
    await call();
    const printed = ask();
    await result();
    assert.equal(await printed, '');
    assert.equal(shown().state, 'elsewhere');
    reply('allow');
    assert.equal(shown().state, 'elsewhere');
  });

  it('an answer after the terminal’s did not count, though the call went well', async () => {
    await call();
    const printed = ask();
    reply('allow');
    await printed;
    lose(true);
    await result();
    assert.equal(shown().state, 'late');
  });

  it('an answer that the hook did not take did not count', async () => {
    const printed = ask();
    reply('allow');
    await printed;
    lose(false);
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(shown().state, 'late');
  });

  it('after the hook’s time, and as the turn ends, nothing is answered any more', async () => {
    assert.equal(await ask('Bash', { command: 'ls' }, 'permission', window.now() + 500), '');
    assert.equal(shown().state, 'late');
    const printed = ask();
    await window.hook('SessionEnd');
    assert.equal(await printed, '');
  });

  it('what was told of a call before it was asked about again is about the prompt before', async () => {
    await call();
    const printed = ask();
    const at = window.now() - 1;
    logged({ v: 1, at, type: 'resumed', session: 'S', for: 'permission', call: 't1' });
    assert.equal(shown().state, 'open');
    reply('allow');
    assert.equal(await printed, ALLOW);
    confirmed();
    assert.equal(shown().state, 'taken');
  });

  it('other hooks of the session are answered meanwhile', async () => {
    void ask();
    assert.equal(await call(), '');
    assert.equal(shown().state, 'open');
  });
});
