/** Cases of edits that are rejected with a text that quotes them: what the agent wrote is no part of the error. */
import { each, other, row, source, times, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';

const from = (i: number): string =>
  `  const ${word(i)} = read("${word(i + 3)}", ${i});\n  if (${word(i)} === undefined) {\n    return "${word(i + 5)}\\n";\n  }`;
const to = (i: number): string =>
  `  const ${word(i)} = load('${word(i + 7)}', ${i * 3});\n  use(${word(i)});`;
const lines = (text: string, each: (line: string, i: number) => string): string =>
  text.split('\n').map(each).join('\n');

/** How a tool shows the i-th edit in its answer. */
const quotes: Record<string, (i: number) => string> = {
  whole: from,
  'cut short': (i) => `${from(i).slice(0, 50)}...`,
  'cut in the middle': (i) => `${from(i).slice(0, 34)} […] ${from(i).slice(-26)}`,
  're-indented': (i) => lines(from(i), (line) => `        ${line.trim()}`),
  'in one line': (i) => from(i).replace(/\s+/g, ' '),
  'as JSON': (i) => JSON.stringify(from(i)),
  'with line numbers': (i) =>
    lines(from(i), (line, k) => `${String(k + 1 + i * 7).padStart(5)}\t${line}`),
  'as a diff': (i) =>
    `@@ -${i + 3},4 +${i + 3},2 @@\n${lines(from(i), (line) => `-${line}`)}\n${lines(to(i), (line) => `+${line}`)}`,
  'marked as a quotation': (i) => lines(from(i), (line) => `> ${line}`),
  'in back ticks': (i) => `\`${from(i).split('\n')[0]?.trim() ?? ''}\``,
};
/** The sentences around it. */
const sentences: Record<string, (quote: string, i: number) => string> = {
  'before it': (quote) => `Error: the text to replace was not found in the file:\n${quote}`,
  'around it': (quote) =>
    `Your edit was not applied.\nTried to replace\n${quote}\nbut the file holds no such lines. Read the file again.`,
  'after it': (quote) =>
    `${quote}\n^ this block does not occur in src/app.ts; no changes were made.`,
};
const edit = (i: number, output: string, more: Partial<Act> = {}): Act =>
  other('str_replace', { path: 'src/app.ts', old_str: from(i), new_str: to(i) }, output, more);
const scenes = (more: Partial<Act>): Record<string, Scene> =>
  Object.fromEntries(
    Object.entries(quotes).flatMap(([how, quote]) =>
      Object.entries(sentences).map(([where, sentence]) => [
        `${how}, the sentence ${where}`,
        times(8, (i) => edit(i, sentence(quote(i), i), more)),
      ]),
    ),
  );

describe('cases: edits that are rejected', () => {
  row('the rejection quotes the changing text', 'error-loop at 4', scenes({ ok: false }));
  row('the same as ordinary output', 'error-loop at 4', scenes({}));
  row('a linter rejects the edit and shows it', 'error-loop at 4', {
    'with the lines around it': times(8, (i) =>
      other(
        'edit',
        { command: `edit ${10 + i}:${12 + i}\n${to(i)}\nend_of_edit` },
        `Your proposed edit has introduced new syntax error(s). Please read this error message carefully and then retry editing the file.\n\nERRORS:\n- E999 IndentationError: unexpected indent\n\nThis is how your edit would have looked if applied\n-------------------------------------------------\n${lines(to(i), (line, k) => `${10 + i + k}:${line}`)}\n-------------------------------------------------\n\nThis is the original code before your edit\n${source(i, 6)}\n-------------------------------------------------\nYour changes have NOT been applied.`,
      ),
    ),
  });
  row('a patch that does not apply', 'error-loop at 4', {
    'shows its lines': times(8, (i) =>
      other(
        'apply_patch',
        {
          input: `*** Begin Patch\n*** Update File: src/app.ts\n@@\n${lines(from(i), (line) => `-${line}`)}\n+${to(i)}\n*** End Patch`,
        },
        `apply_patch verification failed: Failed to find expected lines in src/app.ts:\n${from(i)}`,
        { ok: false },
      ),
    ),
    'names its hunk': times(8, (i) =>
      other(
        'apply_patch',
        {
          patch: `--- a/src/app.ts\n+++ b/src/app.ts\n@@ -${i + 3},1 +${i + 3},1 @@\n-${word(i)}\n+${word(i + 1)}`,
        },
        `error: patch failed: src/app.ts:${i + 3}\nerror: src/app.ts: patch does not apply`,
        { ok: false },
      ),
    ),
  });
  row('`create` on a file that is there, mended by the next call', 'quiet', {
    'different files': times(16, (i) =>
      i % 2 === 0
        ? other(
            'str_replace_editor',
            { command: 'create', path: `/w/${word(i)}.ts`, file_text: source(i, 9) },
            `File already exists at: /w/${word(i)}.ts. Cannot overwrite files using command \`create\`.`,
            { ok: false },
          )
        : other(
            'str_replace_editor',
            {
              command: 'str_replace',
              path: `/w/${word(i - 1)}.ts`,
              old_str: from(i),
              new_str: to(i),
            },
            `The file /w/${word(i - 1)}.ts has been edited.`,
          ),
    ),
  });
  row('rejected, read again, put right', 'quiet', {
    'four times': (tools, story) => {
      for (let i = 0; i < 4; i++) {
        story
          .step(
            edit(i, `Error: the text to replace was not found in the file:\n${from(i)}`, {
              ok: false,
            }),
          )
          .step(tools.read(`/w/src/part${i}.ts`, source(i)))
          .step(
            other(
              'str_replace',
              { path: 'src/app.ts', old_str: from(i + 20), new_str: to(i + 20) },
              'The file src/app.ts has been edited.',
            ),
          );
      }
    },
  });
  const template =
    'Your fix did not cover all lines. Fill in this template: {"lines": ["  if (queue.isEmpty()) return defaultValue;", "  return queue.first();"], "new": []}';
  const fix = (i: number, text: string): Act =>
    other(
      'write_fix',
      { file: 'src/app.ts', text: `${text}\n  const ${word(i)} = ${i};` },
      template,
    );
  const helped = '  if (queue.isEmpty()) return defaultValue;';
  row('a rejection gives help, which is taken up step by step, then it works', 'watch at most', {
    'a template': (tools, story) => {
      story
        .step(fix(0, 'guess'))
        .repeat(3, (i) => fix(i + 1, helped))
        .step(
          other(
            'write_fix',
            { file: 'src/app.ts', text: 'all of it' },
            'Lines written successfully.',
          ),
        )
        .step(tools.read('/w/src/app.ts', source('app')));
    },
  });
  row('the help is taken up, and the next attempts are rejected alike', 'error-loop at 5', {
    'a template': (_, story) => {
      story.step(fix(0, 'guess')).repeat(8, (i) => fix(i + 1, helped));
    },
  });
  row('the help is never taken up', 'error-loop at 4', {
    'a template': times(8, (i) => fix(i, 'guess')),
  });
  const rejectedResponse = (i: number): Act =>
    other(
      '__rejected_response__',
      { commands: [`ls ${word(i)}`, `cat ${word(i)}.ts`] },
      'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.',
      { ok: false },
    );
  row('a response in a wrong form now and then, the next one in the right form', 'quiet', {
    'every fourth': each(20, (tools, i) =>
      i % 4 === 0 ? rejectedResponse(i) : tools.read(`/w/src/part${i}.ts`, source(i)),
    ),
  });
  row('different responses in a wrong form', 'error-loop w3 s4', {
    'one after the other': times(6, rejectedResponse),
  });
  row('the same guess, with looks at different files between', 'error-loop at 7', {
    'a template': each(16, (tools, i) =>
      i % 2 === 0 ? fix(i, 'guess') : tools.read(`/w/src/part${i}.ts`, source(i)),
    ),
  });

  const rule =
    '- Code, tables and long texts stand in the body first; the question only refers to them.';
  /** A rule is to get into a text; in between, other parts are read and edited. @param isIn at the last place, it gets in */
  const placed =
    (rounds: number, isIn: boolean): Scene =>
    (tools, story) => {
      for (let i = 0; i < rounds; i++) {
        const anchor = `## ${word(i)} of a lesson, as it should be held`;
        story
          .step(tools.failedReplace('/w/guide.md', anchor, `${anchor}\n\n${rule}`))
          .step(tools.read('/w/guide.md', source(`guide${i}`, 30), [i * 30 + 1, 30]))
          .step(tools.replace('/w/guide.md', `${word(i + 3)} chapter`, `${word(i + 5)} chapter`));
      }
      if (isIn) {
        const anchor = '## Asking';
        story.step(tools.replace('/w/guide.md', anchor, `${anchor}\n\n${rule}`));
      }
    };
  row('a text that never gets in, at ever other places, with other edits between', 's by 15', {
    'each after a look': placed(7, false),
  });
  row('a text that gets in at last', 'watch at most', {
    'at the fifth place': placed(4, true),
  });

  const still = (command: string): Act =>
    other(
      'execute_bash',
      { command },
      `[Your command "${command}" is NOT executed. The previous command is still running - You CANNOT send new commands until the previous command is completed. By setting \`is_input\` to \`true\`, you can interact with the current process: send keys ("C-c", "C-z", "C-d") to interrupt/kill the previous command before sending your new command.]\n[Current working directory: /w]\n[Command finished with exit code -1]`,
      { ok: false },
    );
  const tried = [
    'git status',
    'git rebase --abort',
    'ls -la .git/rebase-merge',
    'git rebase --continue',
    'export EDITOR=true',
    'git -c core.editor=true rebase -i HEAD~3',
    'cat .git/HEAD',
    'git stash',
  ];
  row('commands that are not run, as another one has not ended', 's by 8', {
    'some of which would change something': (_, story) => {
      for (const command of tried) {
        story.step(still(command));
      }
    },
  });
  row('a command that is not run at first', 'quiet', {
    'and then is': (_, story) => {
      story
        .step(still('git status'))
        .step(other('execute_bash', { command: 'C-c', is_input: 'true' }, '^C'))
        .step(other('execute_bash', { command: 'git status' }, 'On branch main'));
    },
  });
});
