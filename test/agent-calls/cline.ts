/** Cline's hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, TOOL_MS, type Told } from './turn.js';

export const cline: Make = ({
  folder,
  home,
  session = '1795230392399_be7c7',
  command = commandOf,
  output = outputOf,
}) => {
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
  const messages: object[] = [];
  const says = (role: string, ...content: object[]): Told => {
    messages.push({ id: `message-${messages.length}`, role, content, ts: Date.now() });
    return {
      document: {
        version: 1,
        agent: 'lead',
        sessionId: session,
        origin: { source: 'cli' },
        system_prompt: `Working Directory: ${folder}\n`,
        messages: [...messages],
      },
    };
  };
  return {
    session,
    log: join(home, `.cline/data/sessions/${session}/${session}.messages.json`),
    opening: [
      says('user', { type: 'text', text: `<user_input mode="act">${PROMPT}</user_input>` }),
    ],
    call: (n) => {
      const call = { id: `call_${n}`, name: 'run_commands', input: { commands: [command(n)] } };
      const outcome = [{ query: command(n), result: output(n), success: true }];
      const parameters = { commands: JSON.stringify(call.input.commands) };
      return [
        says('assistant', { type: 'tool_use', ...call }),
        told('PreToolUse', 'tool_call', {
          iteration: n + 1,
          tool_call: call,
          preToolUse: { toolName: call.name, parameters },
        }),
        { toolMs: TOOL_MS },
        told('PostToolUse', 'tool_result', {
          iteration: n + 1,
          tool_result: {
            ...call,
            output: outcome,
            durationMs: 40,
            startedAt: now(),
            endedAt: now(),
          },
          postToolUse: {
            toolName: call.name,
            parameters,
            result: JSON.stringify(outcome),
            success: true,
            executionTimeMs: 40,
          },
        }),
        says('user', { type: 'tool_result', tool_use_id: call.id, content: outcome }),
      ];
    },
    ending: () => [
      says('assistant', { type: 'text', text: ANSWER }),
      told('TaskComplete', 'agent_end', {
        iteration: 1000,
        turn: { outputText: ANSWER, status: 'completed' },
        taskComplete: { taskMetadata: {} },
      }),
    ],
  };
};
