/** `turnwatch mcp` asked by the real Claude Code in a real turn, with a second session beside it in the same folder. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { knownAgents } from '../../src/agents/index.js';
import { isObject, parseJsonObject } from '../../src/core/json.js';
import { lacks } from '../contains.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { headless, sandbox, type Sandbox } from '../agents/harness/claude.js';
import { startModel, type Model } from '../agents/harness/model.js';
import { agentProgram, neededProgram } from '../agents/harness/program.js';
import { bash, call, say } from '../agents/harness/scripts.js';

const TOOL = 'mcp__turnwatch__turn_status';
/** As `claude mcp add turnwatch -- turnwatch mcp` would write it. */
const config = JSON.stringify({
  mcpServers: {
    turnwatch: { command: process.execPath, args: [resolve('dist/cli/turnwatch.js'), 'mcp'] },
  },
});
const configured = ['--mcp-config', config, '--strict-mcp-config'];

describe('turnwatch mcp', () => {
  let [model, box]: [Model?, Sandbox?] = [];
  let ending = new AbortController();
  let other: Promise<unknown> | undefined;
  afterEach(async () => {
    ending.abort();
    await other;
    await model?.close();
    box?.dispose();
    model = box = other = undefined;
  });

  it('tells the session that asks how its turn stands, and nothing of the one beside it', async function () {
    const program = agentProgram('claude-code');
    if (typeof program === 'string') {
      skip(this, program);
    }
    ending = new AbortController();
    const { signal } = ending;
    const held = new Promise<void>((release) => {
      signal.addEventListener('abort', () => release());
    });
    const look = bash('ls -A empty 2>/dev/null');
    model = await startModel({
      script: [[look], [look], [look], [look], [call(TOOL, {})], [say('Done.')]],
      branches: [{ prompt: 'Beside it', script: [[bash('echo beside')], [bash('pwd')]] }],
      before: ({ body, position }) =>
        body.userTexts.some((text) => text.includes('Beside it')) && position === 1
          ? held
          : Promise.resolve(),
    });
    box = sandbox(model.url);
    other = headless(box, 'Beside it, look around', [], 120_000, signal).catch(() => undefined);
    await model.waitFor(({ answer }) => JSON.stringify(answer).includes('"pwd"'), 120_000);
    const { code, stdout, stderr } = await headless(
      box,
      'Find what is in the folder named empty',
      configured,
      120_000,
    );
    assert.equal(code, 0, stdout + stderr);
    const asked = model.requests.find(({ answer }) => JSON.stringify(answer).includes(TOOL));
    const told =
      model.requests[model.requests.indexOf(asked ?? model.requests[0] ?? assert.fail()) + 1];
    const text = told?.body.newest ?? '';
    const status = parseJsonObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    assert.ok(isObject(status), text);
    assert.deepEqual(
      [status['session'], status['state'], status['agent']],
      [asked?.session, 'stalled', 'Claude Code'],
      text,
    );
    assert.match(JSON.stringify(status['repeating']), /"call":"ls -A empty[^"]*","times":4/);
    lacks(text, 'echo beside');
  });
});

describe('the line that connect prints for the tool', () => {
  for (const { id, mcpAdd } of knownAgents.filter((each) => each.mcpAdd !== undefined)) {
    itInAll(
      `${id}: its program takes it, for all its sessions`,
      async function (this: Mocha.Context) {
        const found = agentProgram(id);
        if (typeof found === 'string') {
          skip(this, found);
        }
        const { program, args } = neededProgram(id);
        const home = fs.mkdtempSync(join(tmpdir(), 'turnwatch-mcp-'));
        try {
          const folder = join(home, 'work');
          fs.mkdirSync(folder);
          const [, ...words] = `${mcpAdd ?? ''} turnwatch mcp`.split(' ');
          await promisify(execFile)(program, [...args, ...words], {
            cwd: folder,
            env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
            timeout: 120_000,
          });
          const written = fs
            .readdirSync(home, { recursive: true, encoding: 'utf8' })
            .filter((name) => /\.(?:json|toml)$/.test(name) && !name.startsWith('work'))
            .map((name) => fs.readFileSync(join(home, name), 'utf8'))
            .filter((text) => /turnwatch/.test(text) && /"mcp"/.test(text));
          assert.equal(written.length, 1, 'one file of the person’s names the server');
          assert.deepEqual(fs.readdirSync(folder), [], 'and none of the project’s');
        } finally {
          fs.rmSync(home, { recursive: true, force: true });
        }
      },
    );
  }
});
