/** Droid’s hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

export const droid: Make = ({
  folder,
  home,
  session = '0d0d0d0d-19fa-41d2-8238-13269be7c000',
  command = commandOf,
  output = outputOf,
}) => {
  const log = join(home, '.factory/sessions/-srv-app', `${session}.jsonl`);
  const told = (hook: string, more: object): Told => ({
    hook,
    given: [
      {
        session_id: session,
        transcript_path: log,
        cwd: folder,
        permission_mode: 'auto-high',
        hook_event_name: hook,
        ...more,
      },
    ],
  });
  let lines = 0;
  const message = (role: string, content: readonly object[]): object => ({
    type: 'message',
    id: `8d1f9213-3e3a-4fee-8f72-${String((lines += 1)).padStart(12, '0')}`,
    timestamp: now(),
    message: { role, content },
  });
  const outcome = (): object => ({
    type: 'agent_turn_outcome',
    turnId: 'turn',
    reason: 'completed',
    resultKind: 'text',
  });
  return {
    session,
    log,
    opening: [
      {
        log: [
          {
            type: 'session_start',
            id: session,
            title: PROMPT,
            owner: 'unknown',
            version: 2,
            cwd: folder,
          },
        ],
      },
      told('SessionStart', { source: 'startup' }),
      { log: [message('user', [{ type: 'text', text: PROMPT }])] },
    ],
    call: (n) => {
      const input = {
        command: command(n),
        summary: 'Run a part',
        riskLevel: 'low',
        riskLevelReason: 'It reads.',
      };
      const call = { tool_name: 'Execute', tool_input: input };
      const printed = `${output(n)}\n\n[Process exited with code 0]`;
      const id = `call_${n}`;
      return [
        { log: [message('assistant', [{ type: 'tool_use', id, name: 'Execute', input }])] },
        told('PreToolUse', call),
        told('PostToolUse', { ...call, tool_response: printed }),
        {
          log: [
            message('user', [
              { type: 'tool_result', tool_use_id: id, is_error: false, content: printed },
            ]),
          ],
        },
      ];
    },
    ending: () => [
      { log: [message('assistant', [{ type: 'text', text: ANSWER }])] },
      told('Stop', { stop_hook_active: false }),
      { log: [outcome()] },
    ],
  };
};
