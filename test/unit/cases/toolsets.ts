/** The same acts as different agents perform them: tool names, input shapes, result texts and their packaging. */
import type { JsonObject } from '../../../src/core/events.js';
import type { Act } from '../support/story.js';
import { lineEditor, shellOnly, strange } from './toolsets-foreign.js';

export interface Toolset {
  /** `exit`: the exit code of a command that failed. */
  run(command: string, output: string, exit?: number): Act;
  /** `range`: first line (1-based) and number of lines. */
  read(path: string, output: string, range?: readonly [number, number]): Act;
  replace(path: string, from: string, to: string): Act;
  failedReplace(path: string, from: string, to: string): Act;
  write(path: string, content: string): Act;
  search(pattern: string, output: string): Act;
  todo(items: readonly string[]): Act;
}

type Make = () => Toolset;
const act = (tool: string, input: JsonObject, output: string, more: Partial<Act> = {}): Act => ({
  tool,
  input,
  output,
  ...more,
});
const exited = (exit: number): Partial<Act> => ({ exitCode: exit });
const numbered = (text: string, first = 1): string =>
  text
    .split('\n')
    .map((line, i) => `${String(i + first).padStart(6)}\t${line}`)
    .join('\n');

const claudeCode: Make = () => ({
  run: (command, output, exit = 0) =>
    act(
      'Bash',
      { command, description: `Runs ${command.slice(0, 12)}` },
      exit === 0 ? output || '(Bash completed with no output)' : `Exit code ${exit}\n${output}`,
      exit === 0 ? {} : { ok: false },
    ),
  read: (file_path, output, range) =>
    act(
      'Read',
      range === undefined ? { file_path } : { file_path, offset: range[0], limit: range[1] },
      numbered(output, range?.[0]),
    ),
  replace: (file_path, old_string, new_string) =>
    act(
      'Edit',
      { file_path, old_string, new_string, replace_all: false },
      `The file ${file_path} has been updated successfully.`,
    ),
  failedReplace: (file_path, old_string, new_string) =>
    act(
      'Edit',
      { file_path, old_string, new_string },
      `<tool_use_error>String to replace not found in file.\nString: ${old_string}</tool_use_error>`,
      { ok: false },
    ),
  write: (file_path, content) =>
    act('Write', { file_path, content }, `The file ${file_path} has been updated.`),
  search: (pattern, output) =>
    act('Grep', { pattern, output_mode: 'content' }, output || 'No matches found'),
  todo: (items) =>
    act(
      'TodoWrite',
      {
        todos: items.map((content, i) => ({
          content,
          status: i === 0 ? 'in_progress' : 'pending',
          activeForm: content,
        })),
      },
      'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
    ),
});

const geminiCli: Make = () => {
  let group = 4100;
  const wrapped = (output: string, exit: number): string =>
    `<untrusted_context>\nOutput: ${output || '(empty)'}\n${exit === 0 ? '' : `Exit Code: ${exit}\n`}Process Group PGID: ${(group += 7)}\n</untrusted_context>`;
  return {
    run: (command, output, exit = 0) =>
      act(
        'run_shell_command',
        { command, description: 'Runs it.', directory: '.' },
        wrapped(output, exit),
        exited(exit),
      ),
    read: (absolute_path, output, range) =>
      act(
        'read_file',
        range === undefined
          ? { absolute_path }
          : { absolute_path, offset: range[0] - 1, limit: range[1] },
        output,
      ),
    replace: (file_path, old_string, new_string) =>
      act(
        'replace',
        { file_path, old_string, new_string, instruction: 'Change it.' },
        `Successfully modified file: ${file_path} (1 replacements).`,
      ),
    failedReplace: (file_path, old_string, new_string) =>
      act(
        'replace',
        { file_path, old_string, new_string, instruction: 'Change it.' },
        'Failed to edit, 0 occurrences found for old_string in file. The exact text in old_string was not found. No edits made.',
        { ok: false },
      ),
    write: (file_path, content) =>
      act('write_file', { file_path, content }, `Successfully overwrote file: ${file_path}.`),
    search: (pattern, output) =>
      act(
        'search_file_content',
        { pattern },
        output || `No matches found for pattern "${pattern}" in the workspace directory.`,
      ),
    todo: (items) =>
      act(
        'write_todos',
        { todos: items.map((description) => ({ description, status: 'pending' })) },
        `Successfully updated the todo list. The current list is now:\n${items.map((item, i) => `${i + 1}. [pending] ${item}`).join('\n')}`,
      ),
  };
};

const codex: Make = () => {
  let run = 0;
  const shell = (script: string, output: string, exit = 0): Act => {
    run += 1;
    return act(
      'exec_command',
      { cmd: script },
      `Chunk ID: ${(run * 7919 + 40961).toString(16)}\nWall time: 0.0${run}21 seconds\nProcess exited with code ${exit}\nOriginal token count: ${output.length >> 2}\nOutput:\n${output}`,
      exited(exit),
    );
  };
  const patch = (path: string, lines: readonly string[], kind = 'Update'): JsonObject => ({
    input: `*** Begin Patch\n*** ${kind} File: ${path}\n${lines.join('\n')}\n*** End Patch`,
  });
  const marked = (mark: string, text: string): string[] =>
    text.split('\n').map((line) => `${mark}${line}`);
  return {
    run: shell,
    read: (path, output, range) =>
      shell(
        range === undefined
          ? `cat ${path}`
          : `sed -n '${range[0]},${range[0] + range[1] - 1}p' ${path}`,
        output,
      ),
    replace: (path, from, to) =>
      act(
        'apply_patch',
        patch(path, ['@@', ...marked('-', from), ...marked('+', to)]),
        `Success. Updated the following files:\nM ${path}`,
      ),
    failedReplace: (path, from, to) =>
      act(
        'apply_patch',
        patch(path, ['@@', ...marked('-', from), ...marked('+', to)]),
        `apply_patch verification failed: Failed to find expected lines in ${path}:\n${from}`,
        { ok: false },
      ),
    write: (path, content) =>
      act(
        'apply_patch',
        patch(path, marked('+', content), 'Add'),
        `Success. Updated the following files:\nA ${path}`,
      ),
    search: (pattern, output) => shell(`rg -n "${pattern}"`, output, output === '' ? 1 : 0),
    todo: (items) =>
      act(
        'update_plan',
        { plan: items.map((step) => ({ step, status: 'pending' })) },
        'Plan updated',
      ),
  };
};

/** Codex of an older kind: commands are lists of words. */
const codexShell: Make = () => {
  const newer = codex();
  const shell = (script: string, output: string, exit = 0): Act =>
    act(
      'shell',
      { command: ['bash', '-lc', script], workdir: '/w', timeout_ms: 120_000 },
      output,
      exited(exit),
    );
  return {
    ...newer,
    run: shell,
    read: (path, output, range) =>
      shell(
        range === undefined
          ? `cat ${path}`
          : `sed -n '${range[0]},${range[0] + range[1] - 1}p' ${path}`,
        output,
      ),
    search: (pattern, output) => shell(`grep -rn "${pattern}" .`, output, output === '' ? 1 : 0),
  };
};

const openHands: Make = () => {
  const editor = (
    command: string,
    path: string,
    more: JsonObject,
    output: string,
    rest: Partial<Act> = {},
  ): Act => act('str_replace_editor', { command, path, ...more }, output, rest);
  return {
    run: (command, output, exit = 0) =>
      act(
        'execute_bash',
        { command, is_input: 'false' },
        `${output}\n[The command completed with exit code ${exit}.]\n[Current working directory: /w]`,
        exited(exit),
      ),
    read: (path, output, range) =>
      editor(
        'view',
        path,
        range === undefined ? {} : { view_range: [range[0], range[0] + range[1] - 1] },
        `Here's the result of running \`cat -n\` on ${path}:\n${numbered(output, range?.[0])}`,
      ),
    replace: (path, old_str, new_str) =>
      editor(
        'str_replace',
        path,
        { old_str, new_str },
        `The file ${path} has been edited. Here's the result of running \`cat -n\` on a snippet of ${path}:\n${numbered(new_str, 12)}\nReview the changes and make sure they are as expected. Edit the file again if necessary.`,
      ),
    failedReplace: (path, old_str, new_str) =>
      editor(
        'str_replace',
        path,
        { old_str, new_str },
        `ERROR:\nNo replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`,
        { ok: false },
      ),
    write: (path, file_text) =>
      editor('create', path, { file_text }, `File created successfully at: ${path}`),
    search: (pattern, output) =>
      act(
        'execute_bash',
        { command: `grep -rn "${pattern}" /w --include=*.py` },
        `${output}\n[The command completed with exit code ${output === '' ? 1 : 0}.]\n[Current working directory: /w]`,
        exited(output === '' ? 1 : 0),
      ),
    todo: (items) =>
      act(
        'task_tracker',
        {
          command: 'plan',
          task_list: items.map((title, id) => ({ id: `${id}`, title, status: 'todo' })),
        },
        `Task list has been updated with ${items.length} items. Stored in session directory: TASKS.md.`,
        { class: 'todo' },
      ),
  };
};

const opencode: Make = () => ({
  run: (command, output, exit = 0) =>
    act('bash', { command, description: 'Runs a command' }, output || '(no output)', exited(exit)),
  read: (filePath, output, range) =>
    act(
      'read',
      range === undefined ? { filePath } : { filePath, offset: range[0], limit: range[1] },
      `<path>${filePath}</path>\n<type>file</type>\n<content>\n${output
        .split('\n')
        .map((line, i) => `${i + (range?.[0] ?? 1)}: ${line}`)
        .join('\n')}\n\n(End of file - total ${output.split('\n').length} lines)\n</content>`,
    ),
  replace: (filePath, oldString, newString) =>
    act('edit', { filePath, oldString, newString }, 'Edit applied successfully.'),
  failedReplace: (filePath, oldString, newString) =>
    act(
      'edit',
      { filePath, oldString, newString },
      'Error: Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.',
      { ok: false },
    ),
  write: (filePath, content) => act('write', { filePath, content }, 'Wrote file successfully.'),
  search: (pattern, output) => act('grep', { pattern }, output || 'No files found'),
  todo: (items) =>
    act(
      'todowrite',
      {
        todos: items.map((content, i) => ({
          content,
          status: 'pending',
          priority: 'high',
          id: `${i}`,
        })),
      },
      JSON.stringify(
        items.map((content) => ({ content, status: 'pending' })),
        null,
        2,
      ),
    ),
});

const kimiCode: Make = () => ({
  run: (command, output, exit = 0) =>
    act(
      'Shell',
      { command, timeout: 60 },
      exit === 0
        ? `${output}\nCommand executed successfully.`.trim()
        : `${output}\nCommand failed with exit code: ${exit}.`,
      exit === 0 ? {} : { ok: false },
    ),
  read: (path, output, range) =>
    act(
      'ReadFile',
      range === undefined ? { path } : { path, line_offset: range[0], n_lines: range[1] },
      numbered(output, range?.[0]),
    ),
  replace: (path, old, to) =>
    act(
      'StrReplaceFile',
      { path, edit: { old, new: to } },
      `File successfully edited. Applied 1 edit(s) with 1 total replacement(s).`,
    ),
  failedReplace: (path, old, to) =>
    act(
      'StrReplaceFile',
      { path, edit: { old, new: to } },
      'No replacements were made. The old string was not found in the file.',
      { ok: false },
    ),
  write: (path, content) => act('WriteFile', { path, content }, 'File successfully overwritten.'),
  search: (pattern, output) => act('Grep', { pattern, path: '/w' }, output || 'No matches found'),
  todo: (items) =>
    act(
      'SetTodoList',
      { todos: items.map((title) => ({ title, status: 'Pending' })) },
      'Todo list updated',
    ),
});

const cline: Make = () => ({
  run: (command, output, exit = 0) =>
    act(
      'execute_command',
      { command, requires_approval: false },
      `Command executed.\nOutput:\n${output}`,
      exited(exit),
    ),
  read: (path, output, range) =>
    act(
      'read_file',
      range === undefined
        ? { path }
        : { path, start_line: range[0], end_line: range[0] + range[1] - 1 },
      output,
    ),
  replace: (path, from, to) =>
    act(
      'replace_in_file',
      { path, diff: `------- SEARCH\n${from}\n=======\n${to}\n+++++++ REPLACE` },
      `The content was successfully saved to ${path}.`,
    ),
  failedReplace: (path, from, to) =>
    act(
      'replace_in_file',
      { path, diff: `------- SEARCH\n${from}\n=======\n${to}\n+++++++ REPLACE` },
      'The SEARCH block does not match anything in the file. This is likely because the SEARCH block content does not match exactly with what is in the file.',
      { ok: false },
    ),
  write: (path, content) =>
    act('write_to_file', { path, content }, `The content was successfully saved to ${path}.`),
  search: (regex, output) =>
    act('search_files', { path: '.', regex, file_pattern: '*.ts' }, output || 'Found 0 results.'),
  todo: (items) =>
    act(
      'update_todo_list',
      { todos: items.map((item) => `- [ ] ${item}`).join('\n') },
      'Todo list updated successfully.',
    ),
});

/** By the name of the agent. Each call makes a fresh one: some number their results. */
export const toolsets: Record<string, Make> = {
  'claude-code': claudeCode,
  'gemini-cli': geminiCli,
  codex: codex,
  'codex, commands as lists': codexShell,
  openhands: openHands,
  opencode: opencode,
  'kimi-code': kimiCode,
  cline: cline,
  'a shell for everything': shellOnly,
  'a line editor': lineEditor,
  'strange names': strange,
};

/** Tools that return their results without packaging. */
export const plainTools: Toolset = {
  run: (command, output, exit = 0) => act('Bash', { command }, output, { exitCode: exit }),
  read: (file_path, output) => act('Read', { file_path }, output),
  replace: (file_path, old_string, new_string) =>
    act('Edit', { file_path, old_string, new_string }, 'ok'),
  failedReplace: (file_path, old_string, new_string) =>
    act('Edit', { file_path, old_string, new_string }, 'old_string not found', { ok: false }),
  write: (file_path, content) => act('Write', { file_path, content }, 'ok'),
  search: (pattern, output) => act('Grep', { pattern }, output),
  todo: (items) => act('TodoWrite', { todos: [...items] }, 'ok'),
};
