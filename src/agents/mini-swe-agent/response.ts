/** The actions of a model response: a command in a fenced block or tool calls, depending on the version. */
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, inputIn, listIn } from '../reading/fields.js';
import { readId, readTime } from '../reading/recorded-values.js';

interface Command {
  command: string;
  call?: string | undefined;
}

export interface ModelResponse {
  id?: string | undefined;
  at?: number | undefined;
  model?: string | undefined;
  text: string;
  commands: Command[];
}

const fence = /```(?:mswea_bash_command|bash)[^\S\n]*\n([\s\S]*?)\n```/g;

export function modelResponse(message: Fields): ModelResponse {
  const extra = fieldsIn(message['extra']);
  const raw = fieldsIn(extra['response']);
  const text = textIn(message['content']) || outputText(message);
  return {
    id: readId(raw['id']) ?? (message['object'] === 'response' ? readId(message['id']) : undefined),
    at:
      readTime(extra['timestamp']) ??
      readTime(message['timestamp']) ??
      readTime(raw['created']) ??
      readTime(raw['created_at']) ??
      readTime(message['created_at']),
    model: readId(raw['model']) ?? readId(message['model']),
    text: text.replace(fence, '').trim(),
    commands: readCommands(message, extra, text),
  };
}

/** The actions as parsed by the harness; otherwise as the model wrote them. */
function readCommands(message: Fields, extra: Fields, text: string): Command[] {
  const actions = listIn(extra['actions']).map((action) => ({
    command: textIn(action['command']),
    call: readId(action['tool_call_id']),
  }));
  if (actions.length > 0) {
    return actions;
  }
  const calls = [
    ...listIn(message['tool_calls']).map((call) => ({
      call: readId(call['id']),
      input: inputIn(fieldsIn(call['function'])['arguments']),
    })),
    ...listIn(message['output'])
      .filter((item) => item['type'] === 'function_call')
      .map((item) => ({ call: readId(item['call_id']), input: inputIn(item['arguments']) })),
  ];
  if (calls.length > 0) {
    return calls.map(({ call, input }) => ({
      call,
      command: textIn(input['command']) || textIn(input['input']),
    }));
  }
  return [...text.matchAll(fence)].map(([, command = '']) => ({ command: command.trim() }));
}

/** The text of a response in OpenAI's Responses API format. */
function outputText(message: Fields): string {
  return listIn(message['output'])
    .filter((item) => item['type'] === 'message')
    .map((item) => textIn(item['content']))
    .join('\n');
}
