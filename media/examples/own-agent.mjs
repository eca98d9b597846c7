// An agent loop of your own that Turnwatch watches and can make answer in words.
// Run it: node own-agent.mjs "Fix the test"
// "Turnwatch: Copy Address for Other Agents" gives TURNWATCH_URL and TURNWATCH_TOKEN_FILE.
// MODEL_URL is a Chat Completions API; MODEL and API_KEY belong to it.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { TURNWATCH_URL, TURNWATCH_TOKEN_FILE, MODEL_URL, MODEL, API_KEY } = process.env;
const prompt = process.argv[2] ?? 'Say hello';
const properties = { command: { type: 'string' } };
const parameters = { type: 'object', properties, required: ['command'] };
const shell = { name: 'shell', description: 'Runs a shell command.', parameters };
const tools = [{ type: 'function', function: shell }];

async function post(url, key, body, timeout) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(timeout);
  const sent = { method: 'POST', headers, body: JSON.stringify(body), signal };
  return (await fetch(url, sent)).json();
}

const session = randomUUID();
const event = (type, fields) => ({ v: 1, type, session, at: Date.now(), ...fields });
const start = event('session.start', { agent: 'own-agent', cwd: process.cwd(), steps: 'explicit' });

/** Reports an event. The answer says what to do; without Turnwatch, the loop just continues. */
async function report(type, fields) {
  try {
    const token = readFileSync(TURNWATCH_TOKEN_FILE, 'utf8').trim();
    return await post(TURNWATCH_URL, token, [start, event(type, fields)], 1000);
  } catch {
    return {};
  }
}

const messages = [{ role: 'user', content: prompt }];
let { decision, reminder } = await report('turn.start', { prompt });
while (decision !== 'stop') {
  if (reminder) {
    messages.push({ role: 'user', content: reminder });
  }
  const offered = decision === 'text-only' ? [] : tools;
  const request = { model: MODEL, messages, tools: offered };
  const { id: response, choices } = await post(MODEL_URL, API_KEY, request, 600_000);
  const { message } = choices[0];
  messages.push(message);
  if (message.content) {
    console.log(message.content);
    await report('message', { response, text: message.content });
  }
  if (!message.tool_calls?.length) {
    break;
  }
  for (const { id: call, function: called } of message.tool_calls) {
    const input = JSON.parse(called.arguments);
    await report('tool.call', { response, call, tool: called.name, input, class: 'shell' });
    const run = spawnSync(input.command, { shell: true, encoding: 'utf8', timeout: 60_000 });
    const [exitCode, output] = [run.status ?? 1, run.stdout + run.stderr];
    messages.push({ role: 'tool', tool_call_id: call, content: output });
    await report('tool.result', { call, ok: exitCode === 0, exitCode, output });
  }
  ({ decision, reminder } = await report('step.end', { response }));
}
await report('turn.end', { reason: 'completed' });
