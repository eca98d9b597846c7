/** Session logs that grow as each agent writes them. Shapes follow captured logs; the texts are ours. */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

export interface SessionLog {
  agent: string;
  session: string;
  /** Below the person's home folder. */
  file: string;
  /** The log's first lines: a session and a person's message. */
  begin(folder: string): string;
  /** One response with one call that does nothing, and its result. */
  step(n: number): string;
  /** The agent's last words. */
  end(): string;
}

const lines = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const iso = (): string => new Date().toISOString();
/** Commands without effect, never the same twice in a row. */
const NO_OPS = ['true', ':', 'sleep 1', 'echo ok'];
export const noOp = (n: number): string => NO_OPS[n % NO_OPS.length] ?? ':';
const PROMPT = 'Fix the failing test in the parser';

export function codexLog(): SessionLog {
  const id = randomUUID();
  const now = new Date();
  const day = [
    String(now.getFullYear()),
    String(now.getMonth() + 1).padStart(2, '0'),
    String(now.getDate()).padStart(2, '0'),
  ];
  const line = (type: string, payload: object): object => ({ timestamp: iso(), type, payload });
  return {
    agent: 'codex',
    session: id,
    file: join('.codex', 'sessions', ...day, `rollout-${day.join('-')}T10-00-00-${id}.jsonl`),
    begin: (folder) =>
      lines(
        line('session_meta', {
          id,
          session_id: id,
          timestamp: iso(),
          cwd: folder,
          originator: 'codex_exec',
          cli_version: '0.169.0',
          base_instructions: { text: 'Be precise. '.repeat(800) },
        }),
        line('event_msg', { type: 'task_started', turn_id: 't1' }),
        line('response_item', {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: PROMPT }],
        }),
      ),
    step: (n) =>
      lines(
        line('response_item', {
          type: 'function_call',
          id: `fc_${n}`,
          call_id: `call_${n}`,
          name: 'shell_command',
          arguments: JSON.stringify({ command: noOp(n) }),
        }),
        line('response_item', {
          type: 'function_call_output',
          call_id: `call_${n}`,
          output: 'Exit code: 0\nWall time: 0.1 seconds\nOutput:\n',
        }),
        line('token_usage_record', { response_id: `resp_${n}`, turn_id: 't1' }),
      ),
    end: () =>
      lines(
        line('response_item', {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Done.' }],
        }),
        line('event_msg', { type: 'task_complete', turn_id: 't1' }),
      ),
  };
}

export function copilotLog(): SessionLog {
  const id = randomUUID();
  const line = (type: string, data: object): object => ({
    type,
    data,
    id: randomUUID(),
    timestamp: iso(),
    parentId: null,
  });
  return {
    agent: 'copilot',
    session: id,
    file: join('.copilot', 'session-state', id, 'events.jsonl'),
    begin: (folder) =>
      lines(
        line('session.start', {
          sessionId: id,
          version: 1,
          producer: 'copilot-agent',
          copilotVersion: '1.0.102',
          startTime: iso(),
          selectedModel: 'm',
          context: { cwd: folder, gitRoot: folder, branch: 'main' },
        }),
        line('user.message', { content: PROMPT, source: 'user' }),
      ),
    step: (n) =>
      lines(
        line('assistant.turn_start', { turnId: String(n) }),
        line('assistant.message', {
          messageId: `m${n}`,
          content: '',
          toolRequests: [
            {
              toolCallId: `call_${n}`,
              name: 'bash',
              arguments: { command: noOp(n), description: 'noop' },
              type: 'function',
            },
          ],
        }),
        line('tool.execution_start', {
          toolCallId: `call_${n}`,
          toolName: 'bash',
          arguments: { command: noOp(n), description: 'noop' },
        }),
        line('tool.execution_complete', {
          toolCallId: `call_${n}`,
          success: true,
          result: { content: '<exited with exit code 0>' },
          toolTelemetry: {},
        }),
        line('assistant.turn_end', { turnId: String(n) }),
      ),
    end: () =>
      lines(
        line('assistant.message', { messageId: 'last', content: 'Done.', toolRequests: [] }),
        line('session.shutdown', { shutdownType: 'routine' }),
      ),
  };
}

function geminiLog(): SessionLog {
  const id = randomUUID();
  const call = (n: number): object => ({
    id: `run_${n}`,
    name: 'run_shell_command',
    args: { command: noOp(n) },
  });
  const message = (n: number, more: object): object => ({
    id: `g${n}`,
    timestamp: iso(),
    type: 'gemini',
    content: '',
    thoughts: [],
    model: 'gemini-2.5-flash',
    ...more,
  });
  return {
    agent: 'gemini-cli',
    session: id,
    file: join(
      '.gemini',
      'tmp',
      'project',
      'chats',
      `session-2026-11-21T10-00-${id.slice(0, 8)}.jsonl`,
    ),
    begin: (folder) =>
      lines(
        {
          sessionId: id,
          projectHash: createHash('sha256').update(folder).digest('hex'),
          startTime: iso(),
          lastUpdated: iso(),
          kind: 'main',
        },
        {
          $set: {
            messages: [
              {
                id: 'c',
                timestamp: iso(),
                type: 'user',
                content: [
                  {
                    text: `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n- **Workspace Directories:**\n  - ${folder}\n- **Directory Structure:**\n`,
                  },
                ],
              },
            ],
          },
        },
        { id: 'u', timestamp: iso(), type: 'user', content: [{ text: PROMPT }] },
      ),
    step: (n) =>
      lines(
        message(n, {}),
        message(n, {
          toolCalls: [
            {
              ...call(n),
              status: 'success',
              timestamp: iso(),
              result: [
                {
                  functionResponse: {
                    id: `run_${n}`,
                    name: 'run_shell_command',
                    response: {
                      output: `<untrusted_context>\nOutput: (empty)\nProcess Group PGID: ${4000 + n}\n</untrusted_context>`,
                    },
                  },
                },
              ],
            },
          ],
        }),
      ),
    end: () => lines(message(-1, { content: 'Done.' })),
  };
}

function qwenLog(): SessionLog {
  const id = randomUUID();
  let folder = '';
  const line = (type: string, more: object): object => ({
    uuid: randomUUID(),
    parentUuid: null,
    sessionId: id,
    timestamp: iso(),
    type,
    cwd: folder,
    version: '0.24.4',
    ...more,
  });
  return {
    agent: 'qwen-code',
    session: id,
    file: join('.qwen', 'projects', '-w', 'chats', `${id}.jsonl`),
    begin: (at) => {
      folder = at;
      return lines(
        line('user', {
          provenance: 'real_user',
          message: { role: 'user', parts: [{ text: PROMPT }] },
        }),
      );
    },
    step: (n) =>
      lines(
        line('assistant', {
          model: 'm',
          message: {
            role: 'model',
            parts: [
              {
                functionCall: {
                  id: `call_${n}`,
                  name: 'run_shell_command',
                  args: { command: noOp(n) },
                },
              },
            ],
          },
        }),
        line('tool_result', {
          message: {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: `call_${n}`,
                  name: 'run_shell_command',
                  response: {
                    output: `Command: ${noOp(n)}\nDirectory: (root)\nOutput: (empty)\nExit Code: 0`,
                  },
                },
              },
            ],
          },
          toolCallResult: { callId: `call_${n}`, status: 'success' },
        }),
      ),
    end: () =>
      lines(
        line('assistant', { model: 'm', message: { role: 'model', parts: [{ text: 'Done.' }] } }),
      ),
  };
}

function kimiLog(): SessionLog {
  const id = `session_${randomUUID()}`;
  const line = (type: string, more: object): object => ({
    type,
    agentId: 'main',
    time: Date.now(),
    ...more,
  });
  const loop = (event: object): object => line('context.append_loop_event', { event });
  return {
    agent: 'kimi-code',
    session: id,
    file: join('.kimi-code', 'sessions', 'wd_project_0123', id, 'agents', 'main', 'wire.jsonl'),
    begin: (folder) =>
      lines(
        { type: 'metadata', protocol_version: '1.5', created_at: Date.now() },
        line('profile.bind', {
          profileName: 'agent',
          systemPrompt: 'You help.',
          environmentDisclosure: { cwd: folder },
        }),
        line('turn.prompt', {
          input: [{ type: 'text', text: PROMPT }],
          origin: { kind: 'user' },
          turnId: 0,
        }),
      ),
    step: (n) =>
      lines(
        loop({ type: 'step.begin', uuid: `s${n}`, turnId: 0, step: n }),
        loop({
          type: 'tool.call',
          stepUuid: `s${n}`,
          toolCallId: `call_${n}`,
          name: 'Bash',
          args: { command: noOp(n) },
        }),
        loop({
          type: 'tool.result',
          stepUuid: `s${n}`,
          toolCallId: `call_${n}`,
          result: { output: '' },
        }),
        loop({ type: 'step.end', uuid: `s${n}`, finishReason: 'tool_use' }),
      ),
    end: () =>
      lines(
        loop({ type: 'content.part', stepUuid: 'last', part: { type: 'text', text: 'Done.' } }),
        line('turn.ended', { turnId: 0, reason: 'completed' }),
      ),
  };
}

/** A document: each text is the whole file. */
export function clineLog(): SessionLog {
  const id = `${Date.now()}_${randomUUID().slice(0, 5)}`;
  const messages: object[] = [];
  let folder = '';
  const add = (...more: object[]): string => {
    messages.push(...more);
    return JSON.stringify(
      {
        version: 1,
        agent: 'lead',
        sessionId: id,
        origin: { source: 'cli', sessionId: id },
        messages,
        system_prompt: `You are Cline.\nWorking Directory: ${folder}\n`,
      },
      null,
      2,
    );
  };
  return {
    agent: 'cline',
    session: id,
    file: join('.cline', 'data', 'sessions', id, `${id}.messages.json`),
    begin: (at) => {
      folder = at;
      return add({
        id: 'u',
        role: 'user',
        content: [{ type: 'text', text: `<user_input mode="act">${PROMPT}</user_input>` }],
        ts: Date.now(),
      });
    },
    step: (n) =>
      add(
        {
          id: `m${n}`,
          role: 'assistant',
          content: [
            {
              type: 'tool_use',
              id: `call_${n}`,
              name: 'run_commands',
              input: { commands: [noOp(n)] },
            },
          ],
          ts: Date.now(),
        },
        {
          id: `r${n}`,
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: `call_${n}`,
              content: JSON.stringify([{ query: noOp(n), result: '', success: true }]),
            },
          ],
          ts: Date.now(),
        },
      ),
    end: () =>
      add({
        id: 'last',
        role: 'assistant',
        content: [{ type: 'text', text: 'Done.' }],
        ts: Date.now(),
      }),
  };
}

export const sessionLogs: readonly (() => SessionLog)[] = [
  codexLog,
  copilotLog,
  geminiLog,
  qwenLog,
  kimiLog,
  clineLog,
];
