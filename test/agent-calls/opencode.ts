/** The calls of our plugin in opencode, and in Kilo, which is built from it, around a tool call. */
import { commandOf, type Make, outputOf, PROMPT, type Told } from './turn.js';

export const openCode = callsOf('ses_e02204735ffebY67MDr8be7c06');
export const kilo = callsOf('ses_dfb091e73ffenCyHVCOq5S4wfl');

function callsOf(session: string): Make {
  return () => {
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
      ending: () => [
        updated({
          ...assistant(1_000_000),
          finish: 'stop',
          time: { created: Date.now(), completed: Date.now() },
        }),
      ],
    };
  };
}
