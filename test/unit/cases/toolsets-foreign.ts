/** Tools of agents that Turnwatch was not built with: only names, fields and texts that say by themselves what they are. */
import type { JsonObject } from '../../../src/core/events.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const act = (tool: string, input: JsonObject, output: string, more: Partial<Act> = {}): Act => ({
  tool,
  input,
  output,
  ...more,
});
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** One tool, a shell, for everything; as small research agents have it. */
export const shellOnly = (): Toolset => {
  const bash = (command: string, output: string, exit = 0): Act =>
    act('bash', { command }, `<returncode>${exit}</returncode>\n<output>\n${output}</output>`, {
      exitCode: exit,
    });
  const replacing = (path: string, from: string, to: string): string =>
    `python3 - <<'PY'\np = ${JSON.stringify(path)}\ns = open(p).read()\nassert ${JSON.stringify(from)} in s, "text not found"\nopen(p, "w").write(s.replace(${JSON.stringify(from)}, ${JSON.stringify(to)}))\nPY`;
  return {
    run: bash,
    read: (path, output, range) =>
      bash(
        range === undefined
          ? `cat ${path}`
          : `sed -n '${range[0]},${range[0] + range[1] - 1}p' ${path}`,
        output,
      ),
    replace: (path, from, to) => bash(replacing(path, from, to), ''),
    failedReplace: (path, from, to) =>
      bash(
        replacing(path, from, to),
        'Traceback (most recent call last):\n  File "<stdin>", line 3, in <module>\nAssertionError: text not found',
        1,
      ),
    write: (path, content) => bash(`cat > ${path} <<'END_OF_FILE'\n${content}\nEND_OF_FILE`, ''),
    search: (pattern, output) =>
      bash(`grep -rn ${quoted(pattern)} .`, output, output === '' ? 1 : 0),
    // the only other tool that such agents have
    todo: (items) => act('update_plan', { plan: [...items] }, 'Plan updated'),
  };
};

/** Commands in one text, with an editor that shows the open file. */
export const lineEditor = (): Toolset => {
  const state = '\n(Open file: n/a)\n(Current directory: /w)\nbash-$';
  const command = (text: string, output: string, more: Partial<Act> = {}): Act =>
    act(/^\w+/.exec(text)?.[0] ?? 'bash', { command: text }, `${output}${state}`, more);
  const window = (path: string, text: string, first = 1): string => {
    const lines = text.split('\n');
    return `[File: ${path} (${first + lines.length - 1} lines total)]\n${first > 1 ? `(${first - 1} more lines above)\n` : ''}${lines.map((line, i) => `${first + i}:${line}`).join('\n')}`;
  };
  return {
    run: (text, output, exit = 0) =>
      act('bash', { command: text }, `${output}${state}`, exit === 0 ? {} : { ok: false }),
    read: (path, output, range) =>
      command(
        `open ${quoted(path)}${range === undefined ? '' : ` ${range[0]}`}`,
        window(path, output, range?.[0]),
      ),
    replace: (path, from, to) =>
      command(
        `edit ${quoted(from)} ${quoted(to)}`,
        `Text replaced. Please review the changes and make sure they are correct.\n${window(path, to, 12)}`,
      ),
    failedReplace: (path, from, to) =>
      command(
        `edit ${quoted(from)} ${quoted(to)}`,
        `Your edit was not applied (file not modified): Text ${JSON.stringify(from)} not found in displayed lines (or anywhere in the file) of ${path}.\nPlease modify your search string.`,
        { ok: false },
      ),
    write: (path, content) =>
      act(
        'str_replace_editor',
        { command: 'create', path, file_text: content },
        `File created successfully at: ${path}${state}`,
      ),
    search: (pattern, output) =>
      command(
        `search_dir ${quoted(pattern)}`,
        output === ''
          ? `No matches found for "${pattern}" in /w`
          : `Found matches for "${pattern}" in /w:\n${output}\nEnd of matches for "${pattern}" in /w`,
      ),
    todo: (items) => act('plan', { items: [...items] }, `Plan noted.${state}`),
  };
};

/** Names and fields that no agent here has. */
export const strange = (): Toolset => {
  const failing = { ok: false };
  return {
    run: (script, output, exit = 0) =>
      act(
        'terminal_exec',
        { script, timeout_s: 120 },
        `$ ${script.split('\n')[0]}\n${output}\n(exit status ${exit})`,
        exit === 0 ? {} : failing,
      ),
    read: (file, output, range) =>
      act(
        'fs_show_file',
        range === undefined
          ? { file }
          : { file, first_line: range[0], last_line: range[0] + range[1] - 1 },
        output,
      ),
    replace: (file, find_text, replace_with) =>
      act('fs_modify_file', { file, find_text, replace_with }, `OK: 1 place in ${file} changed`),
    failedReplace: (file, find_text, replace_with) =>
      act(
        'fs_modify_file',
        { file, find_text, replace_with },
        `REFUSED: find_text does not occur in ${file}`,
        failing,
      ),
    write: (file, body) => act('fs_put_file', { file, body }, `OK: ${file} saved`),
    search: (regex, output) => act('fs_lookup', { regex }, output || '(nothing)'),
    todo: (items) => act('agenda_update_plan', { agenda: [...items] }, 'OK'),
  };
};

/** Copilot CLI's. */
export const copilot = (): Toolset => ({
  run: (command, output, exit = 0) =>
    act(
      'bash',
      { command, description: 'Run it', initial_wait: 30 },
      `${output}\n<exited with exit code ${exit}>`,
      { exitCode: exit },
    ),
  read: (path, output, range) =>
    act(
      'view',
      range === undefined ? { path } : { path, view_range: [range[0], range[0] + range[1] - 1] },
      output
        .split('\n')
        .map((line, i) => `${i + (range?.[0] ?? 1)}. ${line}`)
        .join('\n'),
    ),
  replace: (path, old_str, new_str) =>
    act('edit', { path, old_str, new_str }, `File ${path} updated with changes.`),
  failedReplace: (path, old_str, new_str) =>
    act('edit', { path, old_str, new_str }, 'No match found', { ok: false }),
  write: (path, file_text) =>
    act('create', { path, file_text }, `Created file ${path} with ${file_text.length} characters`),
  search: (pattern, output) =>
    act('grep', { pattern, output_mode: 'content' }, output || 'No matches found.'),
  todo: (items) =>
    act(
      'update_todo',
      { todos: items.map((item) => `- [ ] ${item}`).join('\n') },
      'TODO list updated.',
    ),
});
