/** Kimi Code's hooks and log around a tool call. */
import { join } from 'node:path';
import { ANSWER, commandOf, type Make, outputOf, PROMPT, type Told } from './turn.js';

export const kimiCode: Make = ({
  folder,
  home,
  session = 'session_857e4318-cb0f-4ab0-8781-0000be7c0004',
  command = commandOf,
  output = outputOf,
}) => {
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
      told('UserPromptSubmit', { prompt: [{ type: 'text', text: PROMPT }], is_steer: false }),
    ],
    call: (n) => {
      const input = { command: command(n), description: 'Run a part' };
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
              result: { output: output(n), durationMs: 11 },
            }),
            loop('step.end', { uuid: `step-${n}`, turnId: '0', finishReason: 'tool_use' }),
          ],
        },
      ];
    },
    ending: () => [
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
