/** What each agent hands to its hooks in a turn that works: payloads and log lines in the shape of the real programs, by tool call. */
import { join } from 'node:path';

/** What an agent does, one after the other. */
export type Told =
  /** `given`: a program gets the first as JSON on its standard input, a plugin gets all of them. `beside`: the agent does not wait for it. */
  | { hook: string; given: readonly object[]; beside?: true }
  /** Lines of its log. */
  | { log: readonly object[] };

export interface AgentCalls {
  session: string;
  /** Absolute path of the log, for an agent whose hooks wait for it. */
  log?: string;
  opening: readonly Told[];
  /** All that runs for the only call of response `n`, until the model is asked again. */
  call(n: number): readonly Told[];
  /** The end of the turn. */
  ending: readonly Told[];
}

/** `folder`: where the agent works, `home`: the person's home folder; absolute paths. */
interface Origin {
  folder: string;
  home: string;
}

const PROMPT = 'Fix the failing parts of the build, one after the other.';
const ANSWER = 'All parts are done.';
const commandOf = (n: number): string => `npm run part-${n}`;
/** About 1 KB, another one for each call: progress. */
const outputOf = (n: number): string =>
  `part ${n} of the work is done, and this is a line of output of usual length ${n * 7919}\n`.repeat(
    12,
  );
const now = (): string => new Date().toISOString();

type Make = (from: Origin) => AgentCalls;

const claudeCode: Make = ({ folder, home }) => {
  const session = '06699686-b0ed-46c5-9a62-0000be7c0001';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(home, `.claude/projects/app/${session}.jsonl`),
        cwd: folder,
        prompt_id: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
        permission_mode: 'default',
        effort: { level: 'medium' },
        hook_event_name: hook,
        ...more,
      },
    ],
  });
  return {
    session,
    opening: [told('UserPromptSubmit', { prompt: PROMPT })],
    call: (n) => {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: commandOf(n), description: 'Run a part' },
        tool_use_id: `toolu_${n}`,
      };
      return [
        told('PreToolUse', call),
        told('PostToolBatch', { tool_calls: [{ ...call, tool_response: outputOf(n) }] }),
      ];
    },
    ending: [
      told('Stop', {
        stop_hook_active: false,
        last_assistant_message: ANSWER,
        background_tasks: [],
        session_crons: [],
      }),
    ],
  };
};

const codex: Make = ({ folder, home }) => {
  const session = '01a1fbf5-31bf-7381-a091-0000be7c0002';
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const log = join(
    home,
    '.codex/sessions',
    ...day,
    `rollout-${day.join('-')}T10-00-00-${session}.jsonl`,
  );
  const turn = { turn_id: '01a1fbf5-322e-7673-bb2d-44396aab3a3a' };
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        ...turn,
        transcript_path: log,
        cwd: folder,
        hook_event_name: hook,
        model: 'gpt-x',
        permission_mode: 'default',
        ...more,
      },
    ],
  });
  const line = (type: string, payload: object): object => ({ timestamp: now(), type, payload });
  const says = (role: string, type: string, text: string): object =>
    line('response_item', { type: 'message', role, content: [{ type, text }] });
  return {
    session,
    log,
    opening: [
      {
        log: [
          line('session_meta', {
            id: session,
            session_id: session,
            cwd: folder,
            cli_version: '0.169.0',
          }),
          line('event_msg', { type: 'task_started', ...turn }),
          says('user', 'input_text', PROMPT),
          line('event_msg', {
            type: 'item_completed',
            item: { type: 'UserMessage', content: [{ type: 'text', text: PROMPT }] },
          }),
        ],
      },
      told('UserPromptSubmit', { prompt: PROMPT }),
    ],
    call: (n) => [
      {
        log: [
          line('response_item', {
            type: 'function_call',
            id: `fc_${n}`,
            name: 'exec_command',
            arguments: JSON.stringify({ cmd: commandOf(n) }),
            call_id: `call_${n}`,
          }),
          line('token_usage_record', { response_id: `resp_${n}`, ...turn }),
        ],
      },
      told('PreToolUse', {
        tool_name: 'Bash',
        tool_input: { command: commandOf(n) },
        tool_use_id: `call_${n}`,
      }),
      {
        log: [
          line('response_item', {
            type: 'function_call_output',
            call_id: `call_${n}`,
            output: `Chunk ID: 1a2b3c\nWall time: 0.2500 seconds\nProcess exited with code 0\nOriginal token count: 250\nOutput:\n${outputOf(n)}`,
          }),
        ],
      },
      told('PreModelRequest', {}),
    ],
    ending: [
      {
        log: [
          says('assistant', 'output_text', ANSWER),
          line('event_msg', { type: 'task_complete', ...turn, last_agent_message: ANSWER }),
        ],
      },
      told('Stop', { stop_hook_active: false, last_assistant_message: ANSWER }),
    ],
  };
};

const geminiCli: Make = ({ folder, home }) => {
  const session = '6db0398e-c464-46ae-84b8-0000be7c0003';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(
          home,
          '.gemini/tmp/app/chats/session-2026-11-21T01-58-6db0398e.jsonl',
        ),
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        ...more,
      },
    ],
  });
  // of the conversation it shows its hooks the texts only
  const request = {
    llm_request: {
      model: 'gemini-2.5-flash',
      messages: [
        {
          role: 'user',
          content: `<session_context>\n${'- a file of the project\n'.repeat(100)}</session_context>${PROMPT}`,
        },
      ],
      config: { temperature: 1, topP: 0.95, topK: 64 },
    },
  };
  return {
    session,
    opening: [
      told('BeforeAgent', { prompt: PROMPT }),
      told('BeforeModel', request),
      told('BeforeToolSelection', request),
    ],
    call: (n) => {
      const call = {
        tool_name: 'run_shell_command',
        tool_input: { command: commandOf(n), description: 'Run a part', is_background: false },
      };
      const output = `<untrusted_context>\nOutput: ${outputOf(n)}\nProcess Group PGID: ${30_000 + n}\n</untrusted_context>`;
      return [
        told('BeforeTool', call),
        told('AfterTool', {
          ...call,
          tool_response: { llmContent: output, returnDisplay: outputOf(n) },
        }),
        told('BeforeModel', request),
        told('BeforeToolSelection', request),
      ];
    },
    ending: [
      told('AfterAgent', { prompt: PROMPT, prompt_response: ANSWER, stop_hook_active: false }),
    ],
  };
};

const kimiCode: Make = ({ folder, home }) => {
  const session = 'session_857e4318-cb0f-4ab0-8781-0000be7c0004';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        hook_event_name: hook,
        session_id: session,
        cwd: folder,
        client_type: 'kimi_code_cli',
        ...more,
      },
    ],
  });
  const line = (type: string, more: object): object => ({
    type,
    agentId: 'main',
    ...more,
    time: Date.now(),
  });
  const loop = (type: string, more: object): object =>
    line('context.append_loop_event', { event: { type, ...more } });
  return {
    session,
    log: join(home, '.kimi-code/sessions/wd_work', session, 'agents/main/wire.jsonl'),
    opening: [
      {
        log: [
          { type: 'metadata', protocol_version: '1.5', created_at: Date.now() },
          line('profile.bind', { environmentDisclosure: { cwd: folder } }),
          line('turn.prompt', {
            input: [{ type: 'text', text: PROMPT }],
            origin: { kind: 'user' },
            turnId: 0,
          }),
        ],
      },
      told('TurnStarted', { turn_id: 0, origin_kind: 'user', prompt: PROMPT }),
    ],
    call: (n) => {
      const input = { command: commandOf(n), description: 'Run a part' };
      return [
        {
          log: [
            loop('step.begin', { uuid: `step-${n}`, turnId: '0', step: n + 1 }),
            loop('tool.call', {
              turnId: '0',
              stepUuid: `step-${n}`,
              toolCallId: `call_${n}`,
              name: 'Bash',
              args: input,
            }),
          ],
        },
        told('PreToolUse', { tool_name: 'Bash', tool_input: input, tool_call_id: `call_${n}` }),
        {
          log: [
            loop('tool.result', {
              toolCallId: `call_${n}`,
              result: { output: outputOf(n), durationMs: 11 },
            }),
            loop('step.end', { uuid: `step-${n}`, turnId: '0', finishReason: 'tool_use' }),
          ],
        },
      ];
    },
    ending: [
      {
        log: [
          loop('content.part', { stepUuid: 'step-last', part: { type: 'text', text: ANSWER } }),
          loop('step.end', { uuid: 'step-last', finishReason: 'end_turn' }),
          line('turn.ended', { turnId: 0, reason: 'completed' }),
        ],
      },
    ],
  };
};

const qwenCode: Make = ({ folder, home }) => {
  const session = 'c8efa460-6c3f-45ca-89fd-0000be7c0005';
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: join(home, `.qwen/projects/app/chats/${session}.jsonl`),
        cwd: folder,
        hook_event_name: hook,
        timestamp: now(),
        permission_mode: 'yolo',
        prompt_id: `${session}########0`,
        ...more,
      },
    ],
  });
  return {
    session,
    opening: [told('UserPromptSubmit', { prompt: PROMPT, submitted_prompt: PROMPT })],
    call: (n) => {
      const call = {
        tool_name: 'run_shell_command',
        tool_input: { command: commandOf(n), description: 'Run a part', is_background: false },
        tool_use_id: `toolu_${n}`,
        tool_call_id: `call_${n}_0`,
      };
      const output = `Command: ${commandOf(n)}\nDirectory: (root)\nOutput: ${outputOf(n)}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`;
      return [
        told('PreToolUse', call),
        told('PostToolUse', {
          ...call,
          tool_response: { llmContent: output, returnDisplay: outputOf(n) },
          duration_ms: 16,
        }),
        told('UserPromptSubmit', { prompt: '' }),
      ];
    },
    ending: [told('Stop', { stop_hook_active: false, last_assistant_message: ANSWER })],
  };
};

const openCode: Make = () => {
  const session = 'ses_e02204735ffebY67MDr8be7c06';
  const user = {
    info: { id: 'msg_0', role: 'user', sessionID: session, time: { created: Date.now() } },
    parts: [{ id: 'prt_0', type: 'text', text: PROMPT }],
  };
  const assistant = (n: number): object => ({
    id: `msg_${n + 1}`,
    role: 'assistant',
    sessionID: session,
    time: { created: Date.now() },
    modelID: 'm',
  });
  const request = (...messages: object[]): Told => ({
    hook: 'experimental.chat.messages.transform',
    given: [{}, { messages }],
  });
  const updated = (info: object): Told => ({
    hook: 'event',
    beside: true,
    given: [{ event: { type: 'message.updated', properties: { info } } }],
  });
  return {
    session,
    opening: [request(user)],
    call: (n) => {
      const input = { command: commandOf(n), description: 'Run a part' };
      const info = {
        ...assistant(n),
        finish: 'tool-calls',
        time: { created: Date.now(), completed: Date.now() },
      };
      const state = {
        status: 'completed',
        input,
        output: outputOf(n),
        metadata: { exit: 0 },
        time: { start: Date.now(), end: Date.now() },
      };
      return [
        updated(assistant(n)),
        {
          hook: 'tool.execute.before',
          given: [{ tool: 'bash', sessionID: session, callID: `call_${n}` }, { args: input }],
        },
        request(user, {
          info,
          parts: [
            { id: `prt_s${n}`, type: 'step-start' },
            { id: `prt_${n}`, type: 'tool', tool: 'bash', callID: `call_${n}`, state },
          ],
        }),
      ];
    },
    ending: [
      updated({
        ...assistant(1_000_000),
        finish: 'stop',
        time: { created: Date.now(), completed: Date.now() },
      }),
    ],
  };
};

const cline: Make = ({ folder }) => {
  const session = '1795230392399_be7c7';
  const told = (hook: string, hookName: string, more: object): Told => ({
    hook,
    given: [
      {
        clineVersion: '',
        timestamp: now(),
        taskId: 'conv_1795230392930_ozmsicz',
        sessionContext: { rootSessionId: session },
        workspaceRoots: [folder],
        workspaceInfo: {
          rootPath: folder,
          hint: 'work',
          latestGitCommitHash: '8b71bbb978191cd8812d2a48c03beaa4894e6434',
          latestGitBranchName: 'main',
        },
        userId: 'unknown',
        agent_id: 'agent_1795230392748_s603nz',
        parent_agent_id: null,
        hookName,
        ...more,
      },
    ],
  });
  return {
    // the start of a turn is told by its messages file alone
    session,
    opening: [],
    call: (n) => {
      const call = { id: `call_${n}`, name: 'run_commands', input: { commands: [commandOf(n)] } };
      const output = [{ query: commandOf(n), result: outputOf(n), success: true }];
      const parameters = { commands: JSON.stringify(call.input.commands) };
      return [
        told('PreToolUse', 'tool_call', {
          iteration: n + 1,
          tool_call: call,
          preToolUse: { toolName: call.name, parameters },
        }),
        told('PostToolUse', 'tool_result', {
          iteration: n + 1,
          tool_result: { ...call, output, durationMs: 40, startedAt: now(), endedAt: now() },
          postToolUse: {
            toolName: call.name,
            parameters,
            result: JSON.stringify(output),
            success: true,
            executionTimeMs: 40,
          },
        }),
      ];
    },
    ending: [
      told('TaskComplete', 'agent_end', {
        iteration: 1000,
        turn: { outputText: ANSWER, status: 'completed' },
        taskComplete: { taskMetadata: {} },
      }),
    ],
  };
};

const copilot: Make = ({ folder, home }) => {
  const session = '86cd0f85-49b6-4fdb-9326-0000be7c0008';
  const log = join(home, '.copilot/session-state', session, 'events.jsonl');
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [{ sessionId: session, timestamp: Date.now(), cwd: folder, ...more }],
  });
  let lines = 0;
  const line = (type: string, data: object): object => ({
    type,
    data,
    id: `8d1f9213-3e3a-4fee-8f72-${String((lines += 1)).padStart(12, '0')}`,
    timestamp: now(),
    parentId: null,
  });
  return {
    session,
    log,
    opening: [
      {
        log: [
          line('session.start', {
            sessionId: session,
            version: 1,
            producer: 'copilot-agent',
            copilotVersion: '1.0.102',
            selectedModel: 'gpt-x',
            context: { cwd: folder, gitRoot: folder, branch: 'main' },
          }),
        ],
      },
      told('userPromptSubmitted', { prompt: PROMPT }),
      {
        log: [
          line('user.message', { content: PROMPT, messageId: 'message' }),
          line('assistant.turn_start', { turnId: '0' }),
        ],
      },
    ],
    call: (n) => {
      const [id, args] = [
        `call_${n}`,
        { command: commandOf(n), description: 'Run a part', mode: 'sync', initial_wait: 30 },
      ];
      const call = { toolName: 'bash', toolArgs: args };
      const output = `${outputOf(n)}<shellId: ${n} completed with exit code 0>`;
      return [
        {
          log: [
            line('assistant.message', {
              messageId: `message-${n}`,
              content: '',
              toolRequests: [{ toolCallId: id, name: 'bash', arguments: args, type: 'function' }],
            }),
            line('tool.execution_start', {
              toolCallId: id,
              toolName: 'bash',
              arguments: args,
              turnId: String(n),
            }),
          ],
        },
        told('preToolUse', call),
        told('permissionRequest', {
          hookName: 'permissionRequest',
          toolName: 'bash',
          toolInput: { command: args.command },
          permissionSuggestions: [],
        }),
        told('postToolUse', {
          ...call,
          toolResult: { resultType: 'success', textResultForLlm: output },
        }),
        {
          log: [
            line('tool.execution_complete', {
              toolCallId: id,
              turnId: String(n),
              shellExecution: { exitCode: 0 },
              success: true,
              result: { content: output },
            }),
            line('assistant.turn_end', { turnId: String(n) }),
          ],
        },
      ];
    },
    ending: [
      {
        log: [
          line('assistant.message', {
            messageId: 'message-last',
            content: ANSWER,
            toolRequests: [],
          }),
        ],
      },
      told('agentStop', { transcriptPath: log, stopReason: 'end_turn', stop_hook_active: false }),
    ],
  };
};

/** By agent id. */
export const agentCalls: ReadonlyMap<string, Make> = new Map([
  ['claude-code', claudeCode],
  ['codex', codex],
  ['copilot', copilot],
  ['gemini-cli', geminiCli],
  ['kimi-code', kimiCode],
  ['qwen-code', qwenCode],
  ['opencode', openCode],
  ['cline', cline],
]);
