/** Copilot CLI's hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

export const copilot: Make = ({
  folder,
  home,
  session = '86cd0f85-49b6-4fdb-9326-0000be7c0008',
  command = commandOf,
  output = outputOf,
}) => {
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
        { command: command(n), description: 'Run a part', mode: 'sync', initial_wait: 30 },
      ];
      const call = { toolName: 'bash', toolArgs: args };
      const printed = `${output(n)}<shellId: ${n} completed with exit code 0>`;
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
          toolResult: { resultType: 'success', textResultForLlm: printed },
        }),
        {
          log: [
            line('tool.execution_complete', {
              toolCallId: id,
              turnId: String(n),
              shellExecution: { exitCode: 0 },
              success: true,
              result: { content: printed },
            }),
            line('assistant.turn_end', { turnId: String(n) }),
          ],
        },
      ];
    },
    ending: () => [
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
