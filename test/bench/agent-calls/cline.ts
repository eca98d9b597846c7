/** Cline's hooks and log around a tool call. */
import { ANSWER, commandOf, type Make, now, outputOf, type Told } from './turn.js';

export const cline: Make = ({ folder }) => {
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
    // only its messages file reports the start of a turn
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
