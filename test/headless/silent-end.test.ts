/** Real agents whose model ends its turn right after a call, without a word: `turnwatch watch` says so. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { makeBox, runAgent, type Sandbox } from '../agents/harness/box.js';
import { startModel, summary, type Model } from '../agents/harness/model.js';
import { agentProgram } from '../agents/harness/program.js';
import { foldersOf, pointAt, providerAgents } from '../agents/harness/providers.js';
import { unwatched } from '../agents/harness/scripts.js';
import { openTerminal, type Terminal } from '../agents/harness/terminal.js';
import { skip } from '../skip.js';

/** Kimi Code and Grok ask such a model again without end, Qwen Code five times. */
const ending = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot', 'pi', 'qwen-code'];

describe('a turn that ends with a call, and no word', () => {
  let [model, box, terminal]: [Model?, Sandbox?, Terminal?] = [];
  afterEach(async () => {
    await terminal?.close();
    await model?.close();
    box?.dispose();
    model = box = terminal = undefined;
  });

  for (const agent of providerAgents.filter(({ id }) => ending.includes(id))) {
    it(`${agent.id}: is told so`, async function (this: Mocha.Context) {
      const program = agentProgram(agent.id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      model = await startModel({ api: agent.api, script: unwatched.slice(0, 2), words: '' });
      box = makeBox(agent.id);
      const pointed = pointAt(agent, box, `${model.url}${agent.path}`);
      const options = {
        cwd: box.workspace,
        env: { ...box.env, ...foldersOf(box) },
        encoding: 'utf8',
      } as const;
      const cli = resolve('dist/cli/turnwatch.js');
      // Claude Code's log has no line for a response without a word: its hook tells the end
      execFileSync(process.execPath, [cli, 'connect', '--yes', agent.id], options);
      terminal = openTerminal(process.execPath, [cli, 'watch', '--mode', 'auto'], options);
      await terminal.waitFor(/Watching agents/, 120_000);
      await runAgent(agent.id, pointed, agent.args('Look around'), 120_000);
      await terminal.waitFor(/Ended without an answer/, 120_000);
      console.log(`      the model was asked: ${summary(model.requests)}`);
    });
  }
});
