/** What the rows of an agent's to-do list say: as people do, whatever the tool. */
import assert from 'node:assert/strict';
import { english } from '../../../src/core/view/words/wording.js';
import { failing, Story, type Act } from '../support/story.js';
import { fold } from '../support/watch.js';

const todo = (tool: string, input: Act['input'], output = 'ok'): Act => ({
  tool,
  class: 'todo',
  input,
  output,
});
const begun = (): Story => new Story().start({ cwd: '/w' }).turn();
/** Oldest first: what each call says, in parentheses what stands there without words. */
const said = (...acts: Act[]): string[] => {
  const story = begun();
  for (const act of acts) {
    story.step(act);
  }
  const rows = fold(story).views.detail('S', 0)?.rows ?? [];
  return rows
    .flatMap((row) => (row.kind === 'step' ? row.calls : []))
    .map(({ words, title }) => {
      assert.equal(title, words === undefined ? title : english(words));
      return words === undefined ? `(${title})` : title;
    })
    .reverse();
};
const lists =
  (make: (items: { text: string; status: string }[]) => Act) =>
  (...states: string[]): Act =>
    make(states.map((status, i) => ({ text: `Item ${i + 1}`, status })));

describe('rows of the to-do list', () => {
  it('say what becomes of a task that is known by its number', () => {
    const create = (id: number, subject: string): Act =>
      todo('TaskCreate', { subject, description: 'More' }, `Task #${id} created: ${subject}`);
    const update = (taskId: string, more: Act['input']): Act =>
      todo('TaskUpdate', { taskId, ...more }, `Updated task #${taskId}`);
    assert.deepEqual(
      said(
        create(1, 'Add the field'),
        create(2, 'Fix the lexer'),
        update('2', { addBlockedBy: ['1'] }),
        update('1', { status: 'in_progress' }),
        update('1', { status: 'completed' }),
        todo('TaskList', {}),
        todo('TaskGet', { taskId: '2' }),
        update('2', { status: 'deleted' }),
        update('1', { status: 'pending' }),
        update('7', { status: 'completed' }),
        failing(update('2', { status: 'completed' })),
      ),
      [
        'Task added: Add the field',
        'Task added: Fix the lexer',
        'Task changed: Fix the lexer',
        'Task begun: Add the field',
        'Task done: Add the field',
        '1 of 2 tasks done',
        'Task looked at: Fix the lexer',
        'Task dropped: Fix the lexer',
        'Task reopened: Add the field',
        'Task done: #7',
        '({"taskId":"2","status":"completed"})',
      ],
    );
  });

  for (const [agent, list] of Object.entries({
    'Claude Code': lists((items) =>
      todo('TodoWrite', {
        todos: items.map(({ text, status }) => ({ content: text, status, activeForm: `${text}…` })),
      }),
    ),
    Codex: lists((items) =>
      todo('update_plan', {
        explanation: 'Going on',
        plan: items.map(({ text, status }) => ({ step: text, status })),
      }),
    ),
    Gemini: lists((items) =>
      todo('write_todos', {
        todos: items.map(({ text, status }) => ({ description: text, status })),
      }),
    ),
    opencode: lists((items) =>
      todo('todowrite', {
        todos: items.map(({ text, status }, i) => ({
          content: text,
          status,
          priority: 'high',
          id: `${i}`,
        })),
      }),
    ),
    Qwen: lists((items) =>
      todo('todo_write', {
        todos: items.map(({ text, status }, i) => ({ id: `${i}`, content: text, status })),
      }),
    ),
    Kimi: lists((items) =>
      todo('SetTodoList', {
        todos: items.map(({ text, status }) => ({
          title: text,
          status: status === 'completed' ? 'done' : status,
        })),
      }),
    ),
    'Copilot in VS Code': lists((items) =>
      todo('manage_todo_list', {
        operation: 'write',
        todoList: items.map(({ text, status }, id) => ({
          id,
          title: text,
          description: 'More',
          status: { completed: 'completed', in_progress: 'in-progress' }[status] ?? 'not-started',
        })),
      }),
    ),
    'Copilot CLI': lists((items) => todo('update_todo', { todos: checklist(items) })),
    Cline: lists((items) => todo('focus_chain', { task_progress: checklist(items) })),
    Droid: lists((items) =>
      todo('TodoWrite', {
        todos: items.map(({ text, status }, i) => `${i + 1}. [${status}] ${text}`).join('\n'),
      }),
    ),
  })) {
    it(`tell what changed in a list that is written whole: ${agent}`, () => {
      assert.deepEqual(
        said(
          list('pending', 'pending', 'pending'),
          list('in_progress', 'pending', 'pending'),
          list('completed', 'in_progress', 'pending'),
          list('completed', 'in_progress', 'pending'),
          list('completed', 'completed', 'completed'),
          list('completed', 'completed', 'completed', 'pending'),
        ),
        [
          '3 tasks planned',
          'Task begun: Item 1',
          'Task done: Item 1',
          '1 of 3 tasks done',
          '3 of 3 tasks done',
          'Task added: Item 4',
        ],
      );
    });
  }

  it('tell what is done to a list in a table, as Copilot keeps it', () => {
    const sql = (query: string): Act => todo('sql', { description: 'Keep todos', query });
    assert.deepEqual(
      said(
        sql(`INSERT INTO todos (id, title, description) VALUES
          ('model', 'Creating the model', 'Define it (in src), it''s new; then test'),
          ('routes', 'Creating routes', NULL);
          INSERT INTO todo_deps (todo_id, depends_on) VALUES ('routes', 'model');`),
        sql("UPDATE todos SET status = 'in_progress' WHERE id = 'model'"),
        sql("UPDATE todos SET status='done', updated_at=CURRENT_TIMESTAMP WHERE id='model';"),
        sql("UPDATE todos SET status = 'done' WHERE id IN ('model', 'routes')"),
        sql('SELECT * FROM todos'),
        sql('SELECT * FROM test_cases'),
      ),
      [
        '2 tasks planned',
        'Task begun: Creating the model',
        'Task done: Creating the model',
        '2 of 2 tasks done',
        '2 of 2 tasks done',
        '(SELECT * FROM test_cases)',
      ],
    );
  });

  it('follow Gemini’s tracker, whose answers tell the numbers', () => {
    assert.deepEqual(
      said(
        todo(
          'tracker_create_task',
          { title: 'Fix the lexer', description: 'It loops', type: 'bug' },
          'Created task a1b2c3: Fix the lexer',
        ),
        todo('tracker_update_task', { id: 'a1b2c3', status: 'in_progress' }),
        todo('tracker_update_task', { id: 'a1b2c3', status: 'closed' }),
        todo('tracker_list_tasks', { status: 'open' }),
      ),
      [
        'Task added: Fix the lexer',
        'Task begun: Fix the lexer',
        'Task done: Fix the lexer',
        '1 of 1 tasks done',
      ],
    );
  });

  it('show no secret, and leave other bookkeeping as it is', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    assert.deepEqual(
      said(
        todo('TaskCreate', { subject: `Use ${secret}` }, 'Task #1 created'),
        todo('report_intent', { intent: 'Looking around' }),
        todo('create_goal', { objective: 'Be done' }),
        todo('TaskList', { note: '' }),
      ),
      ['Task added: Use «secret»', '(Looking around)', '(Be done)', '0 of 1 tasks done'],
    );
  });
});

function checklist(items: readonly { text: string; status: string }[]): string {
  const marks: Record<string, string> = { completed: 'x', in_progress: '-' };
  return items.map(({ text, status }) => `- [${marks[status] ?? ' '}] ${text}`).join('\n');
}
