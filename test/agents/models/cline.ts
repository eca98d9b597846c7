/** The scripted model behind Chat Completions, with the calls of Cline's tools, which take lists. */
import { readFileSync } from 'node:fs';
import type { ModelApi } from '../harness/model.js';
import { call, type Block } from '../harness/scripts.js';
import { chatApi } from './chat.js';

/** The scripts' calls as Cline's. */
function asCline(block: Block): Block {
  if (block.type === 'text') {
    return block;
  }
  const { command, file_path: file, content, old_string: before, new_string: after } = block.input;
  const run = (line: string): Block => call('run_commands', { commands: [line] });
  const write = (text: string): Block => run(`cat > ${String(file)} <<'EOF'\n${text}EOF`);
  switch (block.name) {
    case 'Read':
      return call('read_files', { files: [{ path: file }] });
    case 'Write':
      return write(String(content));
    case 'Edit':
      return write(readFileSync(String(file), 'utf8').replace(String(before), String(after)));
    default:
      return run(String(command));
  }
}

export const clineApi: ModelApi = {
  ...chatApi,
  answer: (response, request, sequence, delayMs) =>
    chatApi.answer(
      response,
      { ...request, answer: request.answer.map(asCline) },
      sequence,
      delayMs,
    ),
};
