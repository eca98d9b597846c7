/** `turnwatch scan` over what real agents leave behind: its tokens and dollars are those that one adds up by hand from their raw logs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseJsonObject } from '../../src/core/json.js';
import type { PastTurn } from '../../src/core/ledger/past-summary.js';
import { fieldsIn } from '../../src/agents/reading/fields.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, runAgent, type Sandbox } from './harness/box.js';
import { startModel, type Model } from './harness/model.js';
import { agentProgram } from './harness/program.js';
import { pointAt, providerAgents } from './harness/providers.js';
import { stalling } from './harness/scripts.js';

/** What one response read and wrote. */
interface Response {
  input: number;
  output: number;
}

type Line = Readonly<Record<string, unknown>>;

/** Dollars per million tokens. */
const price = { input: 3, cached: 0.3, output: 15 };

/** By agent, where its logs lie, and the responses in their lines: read without our readers. */
const logs: Readonly<Record<string, { folder: string; responses(lines: Line[]): Response[] }>> = {
  'claude-code': {
    folder: '.claude/projects',
    // a line for each part of a response, each with the response's whole cost
    responses: (lines) => {
      const byId = new Map<unknown, Response>();
      for (const { type, message } of lines) {
        if (type === 'assistant') {
          const { id, usage } = fieldsIn(message);
          byId.set(id, readCost(usage, 'input_tokens', 'output_tokens'));
        }
      }
      return [...byId.values()];
    },
  },
  codex: {
    folder: '.codex/sessions',
    responses: (lines) =>
      lines.flatMap(({ payload }) => {
        const { type, info } = fieldsIn(payload);
        const { last_token_usage: last } = fieldsIn(info);
        return type === 'token_count' && last !== undefined
          ? [readCost(last, 'input_tokens', 'output_tokens')]
          : [];
      }),
  },
  'qwen-code': {
    folder: '.qwen/projects',
    responses: (lines) =>
      lines.flatMap(({ type, usageMetadata: usage }) =>
        type === 'assistant' ? [readCost(usage, 'promptTokenCount', 'candidatesTokenCount')] : [],
      ),
  },
};

describe('turnwatch scan, of a real agent’s log', function () {
  this.timeout(300_000);
  let [model, box]: [Model?, Sandbox?] = [];
  afterEach(async () => {
    await model?.close();
    box?.dispose();
    model = box = undefined;
  });

  for (const agent of providerAgents.filter(({ id }) => id in logs)) {
    itInAll(
      `${agent.id}: what came after the first alarm costs what its responses add up to`,
      async function (this: Mocha.Context) {
        const program = agentProgram(agent.id);
        if (typeof program === 'string') {
          skip(this, program);
        }
        model = await startModel({ api: agent.api, script: stalling });
        box = makeBox(agent.id);
        const pointed = pointAt(agent, box, `${model.url}${agent.path}`);
        const { code, stderr } = await runAgent(
          agent.id,
          pointed,
          agent.args('Fix the lexer'),
          120_000,
        );
        assert.equal(code, 0, stderr);

        const { folder, responses: read } = logs[agent.id] ?? assert.fail(agent.id);
        const log = readLog(box, folder);
        const lines = log.trim().split('\n');
        const responses = read(lines.map((line) => parseJsonObject(line) ?? assert.fail(line)));
        const models = new Set(
          [...log.matchAll(/"model":"([^"]+)"/g)].map(([, name = '']) => name),
        );
        const [turn, ...others] = scan(box, models);
        assert.deepEqual(others, []);
        assert.ok(turn?.stall !== undefined, JSON.stringify(turn));
        const { step, tokens, dollars } = turn.stall;
        // a response's calls are one step
        const after = responses.slice(step + 1);
        assert.ok(step > 0 && after.length > 3, `step ${step} of ${responses.length}`);
        const sum = (by: keyof Response): number => after.reduce((all, each) => all + each[by], 0);
        console.log(
          `      first alarm in response ${step + 1} of ${responses.length}; after it ${sum('input')} read, ${sum('output')} written`,
        );
        assert.equal(tokens, sum('input') + sum('output'));
        const cost = (sum('input') * price.input + sum('output') * price.output) / 1e6;
        assert.equal(dollars?.toFixed(9), cost.toFixed(9));
      },
    );
  }
});

/** The turns that it finds. `models`: those of the log, each at our price. */
function scan({ env, workspace }: Sandbox, models: Iterable<string>): PastTurn[] {
  const rate = `${price.input},${price.cached},${price.output}`;
  const prices = [...models].flatMap((name) => ['--price', `${name}=${rate}`]);
  const out = execFileSync(
    process.execPath,
    [resolve('dist/cli/turnwatch.js'), 'scan', '--json', ...prices],
    { env, cwd: workspace, encoding: 'utf8' },
  );
  const { turns } = parseJsonObject(out) ?? assert.fail(out);
  return turns as PastTurn[];
}

function readLog({ home }: Sandbox, folder: string): string {
  const [file = assert.fail('no log'), ...more] = readdirSync(join(home, folder), {
    ...{ recursive: true, encoding: 'utf8' },
  }).filter((name) => name.endsWith('.jsonl'));
  assert.deepEqual(more, []);
  return readFileSync(join(home, folder, file), 'utf8');
}

function readCost(usage: unknown, read: string, written: string): Response {
  const { [read]: input, [written]: output } = fieldsIn(usage);
  assert.ok(typeof input === 'number' && typeof output === 'number', JSON.stringify(usage));
  return { input, output };
}
