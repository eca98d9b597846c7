/** The clothes in which each idea is judged: another agent's tools, another shape of the log, other packaging of the answers. */
import type { Json, JsonObject } from '../../../src/core/events.js';
import { shapes } from '../../unit/cases/cases.js';
import { toolsets, type Toolset } from '../../unit/cases/toolsets.js';
import { copilot } from '../../unit/cases/toolsets-foreign.js';
import type { Act, Story } from '../../unit/support/story.js';
import { clock, hex } from './idea.js';

/** The tools of one agent, and those of servers that are connected to it. */
export interface Desk extends Toolset {
  /** A call of a tool of a connected server: `browser`, `click`. */
  use(
    server: string,
    tool: string,
    input: JsonObject,
    output: string,
    more?: { failed: boolean },
  ): Act;
}

export interface Clothing {
  name: string;
  dress(): { desk: Desk; story: Story };
}

interface Cut {
  name: string;
  agent: string;
  toolset: string;
  shape: string;
  /** How a server's tool is called. */
  connect: (server: string, tool: string, input: JsonObject, output: string) => Act;
  /** What comes between the tool and the log. */
  finish?: (act: Act, number: number) => Act;
}

const named =
  (spell: (server: string, tool: string) => string, fields: (name: string) => string = (n) => n) =>
  (server: string, tool: string, input: JsonObject, output: string): Act => ({
    tool: spell(server, tool),
    input: renameFields(input, fields),
    output,
  });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const foreignFields: Record<string, string> = {
  path: 'target',
  content: 'body',
  url: 'address',
  query: 'q',
  selector: 'css',
  command: 'line',
  value: 'to',
};

function renameFields(input: JsonObject, name: (field: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]): [string, Json] => [name(field), value]),
  );
}

const asCommand = (server: string, tool: string, input: JsonObject, output: string): Act => ({
  tool: 'bash',
  input: {
    command: [
      server,
      tool,
      ...Object.entries(input).map(([field, value]) => `--${field} ${JSON.stringify(value)}`),
    ].join(' '),
  },
  output,
});

/** Nobody marks a failure: its text is all there is. */
const markNothing = ({ tool, input, output, class: of }: Act): Act => ({
  tool,
  input,
  output,
  ...(of === undefined ? {} : { class: of }),
});

/** Times and ids around every answer. */
const addNoise = (act: Act, number: number): Act => ({
  ...act,
  output: `[2026-11-21T${clock(number)}.${hex(number, 3)}Z] request ${hex(number * 7, 16)}\n${act.output}\n(took ${(0.4 + ((number * 37) % 90) / 100).toFixed(2)} s)`,
});

const inJson = ({ ok = true, ...act }: Act, number: number): Act => ({
  ...act,
  ok,
  output: JSON.stringify({
    id: hex(number, 12),
    data: act.output,
    elapsed_ms: 12 + ((number * 31) % 400),
  }),
});

const LONGEST = 420;
/** Long answers lose their middle. */
const cutMiddle = (act: Act): Act =>
  act.output.length <= LONGEST
    ? act
    : {
        ...act,
        output: `${act.output.slice(0, LONGEST / 2)}\n… [${act.output.length - LONGEST} characters left out] …\n${act.output.slice(-LONGEST / 2)}`,
      };

const mcp = named((server, tool) => `mcp__${server}__${tool}`);
const joined = named((server, tool) => `${server}_${tool}`);

const cuts: readonly Cut[] = [
  {
    name: 'Claude Code',
    agent: 'claude-code',
    toolset: 'claude-code',
    shape: 'with response ids',
    connect: mcp,
  },
  {
    name: 'Claude Code, times, long answers cut',
    agent: 'claude-code',
    toolset: 'claude-code',
    shape: 'with times',
    connect: mcp,
    finish: cutMiddle,
  },
  {
    name: 'Codex, words between',
    agent: 'codex',
    toolset: 'codex',
    shape: 'with words and no ids',
    connect: named((server, tool) => `${server}__${tool}`),
  },
  {
    name: 'Gemini CLI, bare log',
    agent: 'gemini-cli',
    toolset: 'gemini-cli',
    shape: 'bare',
    connect: joined,
  },
  {
    name: 'opencode, explicit steps',
    agent: 'opencode',
    toolset: 'opencode',
    shape: 'with explicit steps',
    connect: joined,
  },
  {
    name: 'OpenHands, noise around answers',
    agent: 'openhands',
    toolset: 'openhands',
    shape: 'with response ids',
    connect: joined,
    finish: addNoise,
  },
  {
    name: 'Kimi Code, no failure marked',
    agent: 'kimi-code',
    toolset: 'kimi-code',
    shape: 'bare',
    connect: joined,
    finish: markNothing,
  },
  {
    name: 'Cline',
    agent: 'cline',
    toolset: 'cline',
    shape: 'with response ids',
    connect: named((server, tool) => `use_mcp_${server}_${tool}`),
  },
  {
    name: 'Copilot CLI, times',
    agent: 'copilot',
    toolset: 'copilot',
    shape: 'with times',
    connect: named((server, tool) => `${server}-${tool}`),
  },
  {
    name: 'a shell for everything',
    agent: 'mini-swe-agent',
    toolset: 'a shell for everything',
    shape: 'with words and no ids',
    connect: asCommand,
  },
  {
    name: 'unknown agent, no failure marked',
    agent: 'unknown',
    toolset: 'strange names',
    shape: 'with response ids',
    connect: named(
      (server, tool) =>
        `${server}.${tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      (field) => foreignFields[field] ?? field,
    ),
    finish: markNothing,
  },
  {
    name: 'unknown agent, answers in JSON',
    agent: 'unknown',
    toolset: 'strange names',
    shape: 'with times',
    connect: named(
      (server, tool) => `${capital(server)}${tool.split('_').map(capital).join('')}`,
      (field) => foreignFields[field] ?? `${field}_arg`,
    ),
    finish: inJson,
  },
];

const worn: Partial<Record<string, () => Toolset>> = { ...toolsets, copilot };

export const clothes: readonly Clothing[] = cuts.map((cut) => ({
  name: cut.name,
  dress: () => tailor(cut),
}));

function tailor({ agent, toolset, shape, connect, finish }: Cut): { desk: Desk; story: Story } {
  const [make, Shape] = [worn[toolset], shapes[shape]];
  if (make === undefined || Shape === undefined) {
    throw new Error(`there is no toolset ${toolset} or no shape ${shape}`);
  }
  const tools = make();
  let number = 0;
  const finished = (act: Act): Act => finish?.(act, (number += 1)) ?? act;
  const desk: Desk = {
    run: (...args) => finished(tools.run(...args)),
    read: (...args) => finished(tools.read(...args)),
    replace: (...args) => finished(tools.replace(...args)),
    failedReplace: (...args) => finished(tools.failedReplace(...args)),
    write: (...args) => finished(tools.write(...args)),
    search: (...args) => finished(tools.search(...args)),
    todo: (...args) => finished(tools.todo(...args)),
    use: (server, tool, input, output, more) => {
      const act = connect(server, tool, input, output);
      return finished(more?.failed === true ? { ...act, ok: false } : act);
    },
  };
  return { desk, story: new Shape().start({ agent }) };
}
