/** What an agent that waits for the person asks: in the card, the list, the notification and its row, in the same words. */
import assert from 'node:assert/strict';
import type { JsonObject, TurnEvent } from '../../../src/core/events.js';
import { readQuestions } from '../../../src/core/identity/tool/person-questions.js';
import { readAsk } from '../../../src/core/view/ask.js';
import { redactedTitle } from '../../../src/core/view/title.js';
import { waitingFor } from '../../../src/core/view/session-state.js';
import { Judge } from '../../../src/core/judge.js';
import { english } from '../../../src/core/view/words/wording.js';

const S = { v: 1, session: 'S', at: 1000 } as const;
const question = {
  questions: [
    {
      question: 'Which rounding do you want?',
      header: 'Rounding',
      options: [{ label: 'Half up', description: 'as before' }, { label: 'Half to even' }],
    },
  ],
};

/** A session that makes a call and waits for the person. */
function waits(tool: string, input: JsonObject, wait: 'permission' | 'input', named = true) {
  const judge = new Judge();
  const kind = wait === 'input' ? { class: 'ask' as const } : {};
  const events: TurnEvent[] = [
    { ...S, type: 'session.start', agent: 'a', cwd: '/w' },
    { ...S, type: 'turn.start', prompt: 'Go' },
    { ...S, type: 'tool.call', call: 'c', tool, input, ...kind },
    { ...S, type: 'waiting', for: wait, ...(named && { call: 'c' }) },
  ];
  for (const event of events) {
    judge.push(event);
  }
  const session = judge.sessions.get('S');
  assert.ok(session);
  const sentence = waitingFor(session);
  return { ask: readAsk(session), sentence: sentence && english(sentence) };
}

describe('what an agent that waits asks', () => {
  it('is its question with the answers it offers', () => {
    assert.deepEqual(waits('AskUserQuestion', question, 'input'), {
      ask: {
        questions: [{ text: 'Which rounding do you want?', options: ['Half up', 'Half to even'] }],
      },
      sentence: 'Asks you: Which rounding do you want?',
    });
    const two = { questions: [...question.questions, { question: 'Publish?' }] };
    assert.match(waits('AskUserQuestion', two, 'input').sentence ?? '', /\(and 1 more\)$/);
  });

  it('is the question of Droid’s questionnaire, which is a text', () => {
    const asked = 'Which one?\n[topic] Pick\n[option] First\n[option] Second';
    assert.deepEqual(
      waits(
        'AskUser',
        { questionnaire: `1. [question] ${asked}\n\n2. [question] And why?` },
        'input',
      ),
      {
        ask: {
          questions: [
            { text: 'Which one?', options: ['First', 'Second'] },
            { text: 'And why?', options: [] },
          ],
        },
        sentence: 'Asks you: Which one? (and 1 more)',
      },
    );
    assert.deepEqual(readQuestions({ questionnaire: '[option] None\n1. [question] ' }), []);
  });

  it('is the call that wants permission, also where the wait names none', () => {
    for (const named of [true, false]) {
      const { ask, sentence } = waits(
        'Bash',
        { command: 'npm publish', description: 'Publishes' },
        'permission',
        named,
      );
      assert.deepEqual(ask?.call, { tool: 'Bash', input: 'npm publish' });
      assert.equal(sentence, 'Wants your permission: npm publish');
    }
  });

  it('shows no secret', () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(20)}`;
    const told = JSON.stringify([
      waits('Bash', { command: `curl -H "x-api-key: ${key}" https://x` }, 'permission'),
      waits('ask_user', { question: `Is ${key} right?` }, 'input'),
    ]);
    assert.ok(!told.includes(key), told);
  });

  it('is not claimed where nothing tells it', () => {
    const { ask, sentence } = waits('mcp__form', { fields: 3 }, 'input');
    assert.equal(ask, undefined);
    assert.equal(sentence, 'The agent is waiting for your answer.');
  });

  it('is read in each shape in which agents write it', () => {
    const shapes: JsonObject[] = [
      { question: 'Go on?', choices: ['yes', 'no'] },
      { prompt: 'Go on?', options: ['yes', 'no'] },
      { questions: [{ question: 'Go on?', options: [{ value: 'yes' }, { title: 'no' }] }] },
    ];
    for (const shape of shapes) {
      assert.deepEqual(readQuestions(shape), [{ text: 'Go on?', options: ['yes', 'no'] }]);
    }
    assert.deepEqual(readQuestions({ plan: '1. Rename' }), [{ text: '1. Rename', options: [] }]);
    assert.deepEqual(readQuestions({ questions: [3, null, { options: [] }] }), []);
  });
});

describe('the title of a call', () => {
  it('says what is searched for before where', () => {
    for (const [input, title] of [
      [{ pattern: 'roundTo', path: '/w/src' }, 'roundTo src'],
      [{ pattern: '*.ts' }, '*.ts'],
      [{ query: 'retry policy' }, 'retry policy'],
      [{ regex: 'a+b', path: '/w/lib', file_pattern: '*.c' }, 'a+b lib'],
      [{ file_path: '/w/src/a.ts' }, 'src/a.ts'],
      [question, 'Which rounding do you want?'],
    ] as const) {
      assert.equal(redactedTitle(input, '/w'), title);
    }
  });
});
