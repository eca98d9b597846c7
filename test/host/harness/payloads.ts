/** Hook payloads as Claude Code 2.1 sends them. */

export interface Origin {
  session: string;
  cwd: string;
  transcript: string;
  prompt: string;
}

export interface Call {
  id: string;
  tool: string;
  input: Record<string, unknown>;
}

export interface DoneCall extends Call {
  response: string;
}

type Payload = Record<string, unknown>;

function base({ session, cwd, transcript, prompt }: Origin, hook: string): Payload {
  return {
    session_id: session,
    transcript_path: transcript,
    cwd,
    prompt_id: prompt,
    permission_mode: 'default',
    hook_event_name: hook,
  };
}

const call = ({ id, tool, input }: Call): Payload => ({
  tool_name: tool,
  tool_input: input,
  tool_use_id: id,
});

export const userPrompt = (from: Origin, prompt: string): Payload => ({
  ...base(from, 'UserPromptSubmit'),
  prompt,
});

export const preToolUse = (from: Origin, made: Call): Payload => ({
  ...base(from, 'PreToolUse'),
  effort: { level: 'medium' },
  ...call(made),
});

export const toolFailure = (from: Origin, made: Call, error: string): Payload => ({
  ...base(from, 'PostToolUseFailure'),
  ...call(made),
  error,
  is_interrupt: false,
  duration_ms: 10,
});

export const toolBatch = (from: Origin, calls: readonly DoneCall[]): Payload => ({
  ...base(from, 'PostToolBatch'),
  tool_calls: calls.map((made) => ({ ...call(made), tool_response: made.response })),
});

export const stop = (from: Origin, answer: string): Payload => ({
  ...base(from, 'Stop'),
  stop_hook_active: false,
  last_assistant_message: answer,
  background_tasks: [],
  session_crons: [],
});

export const permissionNeeded = (from: Origin): Payload => ({
  ...base(from, 'Notification'),
  message: 'Claude needs your permission',
  notification_type: 'permission_prompt',
});

export const sessionEnd = (from: Origin): Payload => ({
  ...base(from, 'SessionEnd'),
  reason: 'other',
});

/** What PostToolBatch shows of a call that a hook denied. */
export const deniedText = (tool: string, reason: string): string =>
  `PreToolUse:${tool} hook error: ${reason}`;

/** The result text of a command without output. */
export const NO_OUTPUT = '(Bash completed with no output)';
