/** What pi gives to our extension around a tool call: an event, and the session as it stands. */
import { ANSWER, commandOf, type Make, now, outputOf, PROMPT, type Told } from './turn.js';

interface Entry {
  id: string;
  parentId: string | undefined;
  message: object;
}

export const pi: Make = ({ folder }) => {
  const session = '01a209fb-c161-7632-89c6-22a900365354';
  const entries: Entry[] = [];
  const add = (message: object): void => {
    const [id, parentId] = [`e${entries.length + 1}`, entries.at(-1)?.id];
    const entry = { type: 'message', id, parentId, timestamp: now(), message };
    entries.push(entry);
  };
  const context = {
    cwd: folder,
    model: { id: 'm' },
    abort: () => undefined,
    sessionManager: {
      getSessionId: () => session,
      getLeafId: () => entries.at(-1)?.id,
      getLeafEntry: () => entries.at(-1),
      getEntry: (id: string) => entries.find((entry) => entry.id === id),
    },
  };
  /** `first`: what was written into the session before. */
  const told = (hook: string, event: object, ...first: object[]): Told => ({
    hook,
    get given() {
      first.splice(0).forEach(add);
      return [event, context];
    },
  });
  const request = (...first: object[]): Told => told('context', { messages: [] }, ...first);
  const texts = (text: string): object[] => [{ type: 'text', text }];
  return {
    session,
    opening: [
      told('session_start', {}),
      request({ role: 'user', content: texts(PROMPT), timestamp: Date.now() }),
    ],
    call: (n) => {
      const call = { id: `call_${n}`, name: 'bash', arguments: { command: commandOf(n) } };
      return [
        told(
          'tool_call',
          { toolCallId: call.id, toolName: call.name, input: call.arguments },
          {
            role: 'assistant',
            responseId: `response-${n}`,
            content: [{ type: 'toolCall', ...call }],
            stopReason: 'toolUse',
            timestamp: Date.now(),
          },
        ),
        request({
          role: 'toolResult',
          toolCallId: call.id,
          toolName: call.name,
          content: texts(outputOf(n)),
          isError: false,
          timestamp: Date.now(),
        }),
      ];
    },
    ending: () => [
      told(
        'agent_settled',
        {},
        {
          role: 'assistant',
          responseId: 'response-last',
          content: texts(ANSWER),
          stopReason: 'stop',
          timestamp: Date.now(),
        },
      ),
    ],
  };
};
