// An agent loop of your own that Turnwatch watches, and that answers in words when it is told to:  node own-agent.mjs "Fix the test"
// TURNWATCH_URL, TURNWATCH_TOKEN_FILE: "Turnwatch: Copy Address for Other Agents" gives both. MODEL_URL: a Chat Completions API.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [{ TURNWATCH_URL, TURNWATCH_TOKEN_FILE, MODEL_URL, MODEL, API_KEY }, prompt] = [
  process.env,
  process.argv[2] ?? 'Say hello',
];
const parameters = {
  type: 'object',
  properties: { command: { type: 'string' } },
  required: ['command'],
};
const tools = [
  {
    type: 'function',
    function: { name: 'shell', description: 'Runs a shell command.', parameters },
  },
];
const event = (type, more) => ({ v: 1, type, session, at: Date.now(), ...more });
const session = randomUUID();
const start = event('session.start', { agent: 'own-agent', cwd: process.cwd(), steps: 'explicit' });

async function post(url, key, body, ms) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  return (
    await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ms),
    })
  ).json();
}
async function tell(...events) {
  // without Turnwatch the loop goes on as before
  try {
    return await post(
      TURNWATCH_URL,
      readFileSync(TURNWATCH_TOKEN_FILE, 'utf8').trim(),
      [start, ...events],
      1000,
    );
  } catch {
    return {};
  }
}

const messages = [{ role: 'user', content: prompt }];
for (let todo = await tell(event('turn.start', { prompt })); todo.decision !== 'stop';) {
  if (todo.reminder) {
    messages.push({ role: 'user', content: todo.reminder });
  }
  const {
    id: response,
    choices: [{ message }],
  } = await post(
    MODEL_URL,
    API_KEY,
    { model: MODEL, messages, tools: todo.decision === 'text-only' ? [] : tools },
    600_000,
  );
  messages.push(message);
  if (message.content) {
    console.log(message.content);
    await tell(event('message', { response, text: message.content }));
  }
  if (!message.tool_calls?.length) {
    break;
  }
  for (const {
    id: call,
    function: { name: tool, arguments: input },
  } of message.tool_calls) {
    await tell(
      event('tool.call', { response, call, tool, input: JSON.parse(input), class: 'shell' }),
    );
    const { status, stdout, stderr } = spawnSync(JSON.parse(input).command, {
      shell: true,
      encoding: 'utf8',
      timeout: 60_000,
    });
    messages.push({ role: 'tool', tool_call_id: call, content: stdout + stderr });
    await tell(
      event('tool.result', {
        call,
        ok: status === 0,
        exitCode: status ?? 1,
        output: stdout + stderr,
      }),
    );
  }
  todo = await tell(event('step.end', { response }));
}
await tell(event('turn.end', { reason: 'completed' }));
