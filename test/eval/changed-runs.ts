/**
 * Ways to change a recorded run that must not change its verdict: answers in other forms, and habits beside the work. What they
 * insert is invented, and the same for every run.
 */
import type { Json, JsonObject, ToolResultEvent, TurnEvent } from '../../src/core/events.js';

export type Change = (events: readonly TurnEvent[]) => TurnEvent[];

const words =
  'parser index route cache cookie theme invoice search upload token queue schema chart filter export mailer logger worker banner footer'.split(
    ' ',
  );
const word = (n: number): string => words[n % words.length] ?? '';
const hex = (n: number): string => ((n * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');

/** @param told the answer of the nth call, given what it was */
const answers =
  (told: (output: string, n: number) => string): Change =>
  (events) => {
    let n = 0;
    return events.map((event) =>
      event.type === 'tool.result' && event.output !== undefined
        ? { ...event, output: told(event.output, (n += 1)) }
        : event,
    );
  };

const results =
  (change: (event: ToolResultEvent) => ToolResultEvent): Change =>
  (events) =>
    events.map((event) => (event.type === 'tool.result' ? change(event) : event));

function without<T extends TurnEvent>(event: T, field: string): T {
  const rest = { ...event };
  Reflect.deleteProperty(rest, field);
  return rest;
}

interface Habit {
  tool: string;
  input: JsonObject;
  output: string;
  ok?: boolean;
}

/** A step of its own before every such step of the run. @param habit the nth one */
const beside =
  (every: number, habit: (n: number) => Habit): Change =>
  (events) => {
    let [steps, open] = [0, 0];
    let response: string | undefined;
    return events.flatMap((event) => {
      if (event.type === 'tool.result') {
        open = Math.max(0, open - 1);
        return [event];
      }
      if (event.type !== 'tool.call') {
        return [event];
      }
      const isNext = open === 0 && (event.response === undefined || event.response !== response);
      steps += isNext ? 1 : 0;
      response = event.response;
      open += 1;
      return isNext && steps % every === 0
        ? [...asEvents(event, steps, habit(steps)), event]
        : [event];
    });
  };

function asEvents(
  { v, session, at }: TurnEvent & { type: 'tool.call' },
  n: number,
  { tool, input, output, ok = true }: Habit,
): TurnEvent[] {
  const shared = { v, session, call: `beside-${n}`, ...(at !== undefined && { at }) };
  return [
    { ...shared, type: 'tool.call', response: `beside-${n}`, tool, input },
    { ...shared, type: 'tool.result', ok, output },
  ];
}

const bash = (command: string, output: string): Habit => ({
  tool: 'Bash',
  input: { command },
  output,
});
const cut =
  (kept: number) =>
  (output: string): string =>
    output.length > 2 * kept ? `${output.slice(0, kept)}\n${output.slice(-kept)}` : output;
const colored = (output: string): string =>
  output
    .split('\n')
    .map((line, i) => (i % 3 === 0 && line !== '' ? `\u001B[3${i % 7}m${line}\u001B[0m` : line))
    .join('\n');
const stamped = (output: string, n: number): string =>
  `[2026-11-21T1${n % 10}:${String(n % 60).padStart(2, '0')}:07.${100 + (n % 900)}Z] request ${hex(n)}\n${output}\n(took ${(0.4 + ((n * 37) % 90) / 100).toFixed(2)} s)`;
const wrapped = (output: string, n: number): string =>
  JSON.stringify({ id: hex(n), data: output, elapsed_ms: 12 + ((n * 31) % 400) });

const items = (done: number): Json =>
  Array.from({ length: 60 }, (_, i) => ({
    content: `Mend the ${word(i)} of part ${i}`,
    status: i < done ? 'completed' : i < done + 1 ? 'in_progress' : 'pending',
  }));

export const changes: Readonly<Record<string, Change>> = {
  'answers cut in their middle': answers(cut(350)),
  'answers as JSON': answers(wrapped),
  'times and ids around answers': answers(stamped),
  'colors in answers': answers(colored),
  'line breaks of Windows': answers((output) => output.replaceAll(/\r?\n/g, '\r\n')),
  'no exit codes': results((event) => ({ ...without(event, 'exitCode'), ok: true })),
  'no answers': results((event) => without(event, 'output')),
  'only whether it worked': results((event) => ({ ...event, output: event.ok ? 'ok' : 'failed' })),
  'no words of the agent': (events) => events.filter(({ type }) => type !== 'message'),
  'no times': (events) => events.map((event) => without(event, 'at')),
  'where am I, every 5 steps': beside(5, () => bash('pwd', '/workspace')),
  'what was built, every 5 steps': beside(5, () =>
    bash('ls -la dist', 'total 16\n-rw-r--r-- 1 dev dev 18231 Nov 21 10:02 main.js'),
  ),
  'lint that says nothing, every 5 steps': beside(5, () => bash('npm run -s lint', '')),
  'tests that pass, every 5 steps': beside(5, () =>
    bash('npm test', ' Tests  48 passed (48)\n Duration 2.31s'),
  ),
  'which version, every 5 steps': beside(5, () =>
    bash('source .venv/bin/activate && python --version', 'Python 3.12.4'),
  ),
  'what runs, every 5 steps': beside(5, (n) =>
    bash('ps aux | grep node | grep -v grep', `dev 4121 0.${n % 9} 1.2 node server.js`),
  ),
  'is it up, every 5 steps': beside(5, () =>
    bash('curl -s localhost:3000/health', '{"status":"ok"}'),
  ),
  'the date, every 5 steps': beside(5, (n) =>
    bash('date', `Sat Nov 21 10:${String(n % 60).padStart(2, '0')}:07 UTC 2026`),
  ),
  'git status, every 6 steps': beside(6, () =>
    bash('git status --short', ' M src/app.ts\n?? notes.md'),
  ),
  'how much changed, every 5 steps': beside(5, (n) =>
    bash('git diff --stat', ` src/app.ts | ${n} +-\n 1 file changed`),
  ),
  'a commit, every 6 steps': beside(6, (n) =>
    bash(
      `git add -A && git commit -m "Mend the ${word(n)}"`,
      `[main ${hex(n).slice(0, 7)}] Mend the ${word(n)}\n 1 file changed, ${n} insertions(+)`,
    ),
  ),
  'a search without hits, every 6 steps': beside(6, (n) => ({
    ...bash(`grep -rn "${word(n)}${n}" src`, ''),
    ok: false,
  })),
  'a wait, every 6 steps': beside(6, (n) =>
    bash(
      `sleep 5 && curl -s localhost:3000/api/${word(n)}`,
      `{"count":${n * 7},"name":"${word(n)}"}`,
    ),
  ),
  'a heading, every 2 steps': beside(2, (n) => {
    const heading = `Now the ${word(n)} and the ${word(n * 7)} of part ${n}`;
    return bash(`echo "${heading}"`, heading);
  }),
  'a thought, every 3 steps': beside(3, (n) => ({
    tool: 'think',
    input: {
      thought: `The ${word(n)} calls the ${word(n * 3)}; next I look at ${word(n * 7)} number ${n}.`,
    },
    output: 'Your thought has been logged.',
  })),
  'a task ticked off, every 3 steps': beside(3, (n) => ({
    tool: 'TaskUpdate',
    input: { taskId: String(n), status: n % 2 === 0 ? 'in_progress' : 'completed' },
    output: `Updated task #${n} status`,
  })),
  'a list ticked off, every 4 steps': beside(4, (n) => ({
    tool: 'TodoWrite',
    input: { todos: items(n / 4) },
    output: 'Todos have been modified successfully.',
  })),
  'a helper, every 6 steps': beside(6, (n) => ({
    tool: 'Task',
    input: {
      description: `Look at the ${word(n)}`,
      prompt: `Find where the ${word(n)} is used together with the ${word(n * 3)}, part ${n}.`,
    },
    output: `The ${word(n)} is used in src/${word(n)}.ts and src/${word(n * 3)}/index.ts, line ${n * 13}.`,
  })),
  'a picture of the page, every 5 steps': beside(5, (n) => ({
    tool: 'mcp__playwright__browser_take_screenshot',
    input: { filename: `page-${n}.png` },
    output: `### Result\nTook the viewport screenshot and saved it as page-${n}.png`,
  })),
  'diagnostics, every 5 steps': beside(5, () => ({
    tool: 'mcp__ide__getDiagnostics',
    input: {},
    output: '[]',
  })),
};
