/** A session of opencode as it stores messages and parts, and the events expected from it. */

export const T = 1_795_228_968_000;
export const part = (id: string, more: object): Record<string, unknown> => ({ id, ...more });
export const tool = (
  id: string,
  callID: string,
  name: string,
  input: object,
  state: object,
  from: number,
  to: number,
): Record<string, unknown> =>
  part(id, {
    type: 'tool',
    callID,
    tool: name,
    state: { status: 'completed', input, ...state, time: { start: T + from, end: T + to } },
  });
export const user = (id: string, created: number): Record<string, unknown> => ({
  id,
  role: 'user',
  time: { created: T + created },
});
export const assistant = (
  id: string,
  created: number,
  completed: number,
  more: object = { finish: 'tool-calls' },
): Record<string, unknown> => ({
  id,
  role: 'assistant',
  modelID: 'm',
  time: { created: T + created, completed: T + completed },
  ...more,
});

export interface Stored {
  info: Record<string, unknown>;
  parts: Record<string, unknown>[];
}
export const messages: Stored[] = [
  {
    info: user('u1', 0),
    parts: [
      part('p1', { type: 'text', text: 'A reminder.', synthetic: true }),
      part('p2', { type: 'text', text: 'Fix it.' }),
    ],
  },
  {
    info: assistant('a1', 10, 90),
    parts: [
      part('q0', { type: 'step-start' }),
      part('q1', { type: 'reasoning', text: 'Hm.' }),
      part('q2', { type: 'text', text: 'Look.', time: { start: T + 11, end: T + 12 } }),
      tool(
        'q3',
        'c1',
        'bash',
        { command: 'make' },
        { output: 'no', metadata: { exit: 2 } },
        20,
        80,
      ),
      tool('q4', 'c2', 'read', { filePath: 'a' }, { output: 'x' }, 21, 30),
      part('q5', {
        type: 'tool',
        callID: 'c3',
        tool: 'bash',
        state: {
          status: 'error',
          input: { command: 'rm' },
          error: 'Error: [Turnwatch] off',
          time: { start: T + 22, end: T + 23 },
        },
      }),
      part('q6', {
        type: 'tool',
        callID: 'c4',
        tool: 'bash',
        state: { status: 'pending', input: {}, raw: '' },
      }),
      part('q7', { type: 'step-finish', reason: 'tool-calls' }),
    ],
  },
  { info: user('u2', 100), parts: [part('r1', { type: 'compaction', auto: true })] },
  {
    info: assistant('a2', 110, 120, { finish: 'stop', summary: true }),
    parts: [part('s1', { type: 'text', text: 'Summary.' })],
  },
  {
    info: assistant('a3', 130, 150),
    parts: [
      tool(
        't1',
        'c5',
        'invalid',
        { tool: 'bsh', error: 'x' },
        { output: 'The arguments are invalid.' },
        131,
        132,
      ),
      part('t2', {
        type: 'tool',
        callID: 'c6',
        tool: 'edit',
        state: {
          status: 'error',
          input: {},
          error: 'The user rejected permission to use this specific tool call.',
          time: { start: T + 133, end: T + 134 },
        },
      }),
    ],
  },
  {
    info: assistant('a4', 160, 170, { finish: 'stop' }),
    parts: [part('v1', { type: 'text', text: 'Done.' })],
  },
  { info: user('u3', 200), parts: [part('w1', { type: 'text', text: 'More.' })] },
  { info: assistant('a5', 210, 220, { error: { name: 'MessageAbortedError' } }), parts: [] },
];
export const lines = [
  'start ses_1 opencode /w',
  'turn Fix it.',
  'start ses_1 opencode /w m',
  'says Look. (a1)',
  'call c1 shell bash {"command":"make"} (a1)',
  'call c2 read read {"filePath":"a"} (a1)',
  'call c3 shell bash {"command":"rm"} (a1)',
  'result c3 failed by turnwatch 1 ms "Error: [Turnwatch] off"',
  'result c2 ok 9 ms "x"',
  'result c1 ok 2 60 ms "no"',
  'compaction',
  'call c5 other invalid {"tool":"bsh","error":"x"} (a3)',
  'call c6 edit edit {} (a3)',
  'result c5 failed 1 ms "The arguments are invalid."',
  'result c6 failed by person 1 ms "The user rejected permission to use this specific tool call."',
  'says Done. (a4)',
  'end completed',
  'turn More.',
  'end interrupted',
];
export const parentInfo = { id: 'ses_1', directory: '/w', time: { created: T } };
