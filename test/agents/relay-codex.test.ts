/** The relay between the real Codex CLI and a scripted model. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelAnswer } from '../../src/bridge/model-answer.js';
import { Relay } from '../../src/bridge/relay.js';
import type { RequestIdentity } from '../../src/bridge/request-identity.js';
import { relayAgents } from '../../src/host/relay-agents.js';
import { skip } from '../skip.js';
import { agentProgram, neededProgram } from './program.js';
import { lastWords, startResponsesModel, type ResponsesModel } from './responses-model.js';

const secret = 'sk-scripted-000000000000000000000';
/** Steps before it is to answer in words. */
const STEPS = 4;

describe('the relay with the real Codex', function () {
  this.timeout(90_000);
  let root = '';
  let model: ResponsesModel;
  let relay: Relay;
  let asked: { agent: string; identity: RequestIdentity }[] = [];
  let answers: { session: string; answer: ModelAnswer }[] = [];
  let delivered: string[] = [];
  let logged: string[] = [];

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'turnwatch-codex-')));
    model = await startResponsesModel();
    [asked, answers, delivered, logged] = [[], [], [], []];
    relay = new Relay({
      port: 0, log: (text) => logged.push(text),
      host: {
        underOrders: () => answers.length >= STEPS,
        session: (agent, identity) => { asked.push({ agent, identity }); return identity.ids[0]; },
        change: () => (answers.length >= STEPS ? { textOnly: true, reminder: '[Turnwatch] Answer in words.' } : undefined),
        delivered: (session) => delivered.push(session), answered: (session, answer) => answers.push({ session, answer }),
      },
    });
    assert.ok((await relay.start()).ok);
    assert.equal(relay.serve('codex', `${model.url}/v1`), undefined);
  });
  afterEach(async () => {
    await Promise.all([relay.stop(), model.close()]);
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  /** One turn with the lines that the person is given for their config.toml. */
  async function run(): Promise<{ code: number | null; stdout: string; stderr: string; home: string }> {
    const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
    for (const folder of [join(home, '.codex'), workspace]) { mkdirSync(folder, { recursive: true }); }
    const lines = relayAgents.find(({ id }) => id === 'codex')?.lines?.(relay.address('codex')) ?? '';
    writeFileSync(join(home, '.codex/config.toml'), `model = "scripted"\n${lines}`);
    const { program, args } = neededProgram('codex');
    const child = spawn(program, [...args, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Fix the failing test'], {
      cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000, killSignal: 'SIGKILL',
      env: { HOME: home, CODEX_HOME: join(home, '.codex'), PATH: process.env.PATH, OPENAI_API_KEY: secret, NO_PROXY: '127.0.0.1,localhost', LANG: 'C.UTF-8', ...(process.env.TURNWATCH_RUN === undefined ? {} : { TURNWATCH_RUN: process.env.TURNWATCH_RUN }) },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
    const code = await new Promise<number | null>((ended, failed) => child.once('error', failed).once('close', ended));
    return { code, stdout, stderr, home };
  }

  it('makes it answer in words at the model request, and knows its session, calls and tokens', async function () {
    const program = agentProgram('codex');
    if (typeof program === 'string') { skip(this, program); }
    const outcome = await run();
    assert.equal(outcome.code, 0, `${outcome.stderr}\n${logged.join('\n')}`);
    assert.match(outcome.stdout, new RegExp(lastWords));
    const last = model.requests.at(-1);
    assert.equal(model.requests.length, STEPS + 1, logged.join('\n'));
    assert.ok(last !== undefined);
    assert.equal(last.body.tool_choice, 'none');
    assert.match(JSON.stringify(last.body.input), /\[Turnwatch\] Answer in words\./);
    assert.ok(Array.isArray(last.body.tools) && last.body.tools.length > 0, 'the tools stay for the cache');
    assert.equal(model.requests.at(0)?.headers.authorization, `Bearer ${secret}`);
    const rollout = readdirSync(join(outcome.home, '.codex/sessions'), { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl')) ?? '';
    const session = delivered[0] ?? '';
    assert.ok(session !== '' && rollout.includes(session), `the session is the rollout's: ${session} ${rollout}`);
    assert.ok(readFileSync(join(outcome.home, '.codex/sessions', rollout), 'utf8').includes('call_script_001'));
    assert.deepEqual(answers.map(({ answer }) => answer), Array.from({ length: STEPS + 1 }, (_, i) => ({
      response: `resp_script_00${i + 1}`, calls: i < STEPS ? [`call_script_00${i + 1}`] : [], tokens: { input: 1000, cached: 600, output: 20 },
    })));
    assert.deepEqual(asked.at(-1)?.agent, 'codex');
    assert.doesNotMatch(logged.join('\n'), /sk-scripted|Fix the failing test/);
    console.log(`      ${logged.length} requests: ${[...new Set(logged.map((line) => line.replace(/ \d+ ms$/, '')))].join('; ')}`);
  });
});
