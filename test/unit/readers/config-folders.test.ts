/** Folders of agents that VS Code does not know: by running processes and, for Claude Code, by hooks, both untrusted. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  configFolders,
  configOfTranscript,
  claudeCode,
} from '../../../src/agents/claude-code/index.js';
import { folderVariables, knownAgents } from '../../../src/agents/index.js';
import { RunningProcesses } from '../../../src/agents/live/process-folders.js';

describe('a CLAUDE_CONFIG_DIR that VS Code does not know', () => {
  let root = '';
  let proc = '';
  const folder = (name: string): string => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const started = (id: number, comm: string, environment: readonly string[]): void => {
    const process = folder(`proc/${id}`);
    writeFileSync(join(process, 'comm'), `${comm}\n`);
    writeFileSync(join(process, 'environ'), environment.map((each) => `${each}\0`).join(''));
  };
  const surroundings = () => ({ env: {}, home: join(root, 'home'), platform: 'linux' });

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'turnwatch-config-')));
    proc = folder('proc');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is found in the environment of the running agent, and of no other program', async () => {
    const work = folder('work config');
    started(17, 'claude', ['PATH=/bin', `CLAUDE_CONFIG_DIR=${work}`, 'X=1']);
    started(18, 'claude', ['PATH=/bin']);
    started(19, 'node', [`CLAUDE_CONFIG_DIR=${folder('of another program')}`]);
    writeFileSync(join(proc, 'version'), 'Linux');
    const own = join(root, 'home', '.claude');
    const where = { ...surroundings(), processes: new RunningProcesses(proc, folderVariables) };
    assert.deepEqual(await configFolders(where), [own, work]);
    // and is forgotten with the process
    rmSync(join(proc, '17'), { recursive: true });
    assert.deepEqual(await configFolders(where), [own]);
    assert.deepEqual(await configFolders(surroundings()), [own], 'where processes are not shown');
  });

  for (const [id, { comm, variable, logs }] of Object.entries({
    cline: { comm: 'cline', variable: 'CLINE_DIR', logs: 'data/sessions' },
    codex: { comm: 'codex', variable: 'CODEX_HOME', logs: 'sessions/2026/11/23' },
    copilot: { comm: 'copilot', variable: 'COPILOT_HOME', logs: 'session-state' },
    droid: { comm: 'droid', variable: 'FACTORY_HOME_OVERRIDE', logs: '.factory/sessions/-srv-app' },
    'gemini-cli': { comm: 'node', variable: 'GEMINI_CLI_HOME', logs: '.gemini/tmp/app/chats' },
    grok: { comm: 'grok', variable: 'GROK_HOME', logs: 'sessions/%2Fsrv%2Fapp/01a2' },
    'kimi-code': { comm: 'kimi-code', variable: 'KIMI_CODE_HOME', logs: 'sessions/app' },
    pi: { comm: 'pi', variable: 'PI_CODING_AGENT_DIR', logs: 'sessions/--srv-app--' },
    'qwen-code': { comm: 'MainThread', variable: 'QWEN_HOME', logs: 'projects/app/chats' },
  })) {
    it(`is as good as the ${variable} of another agent`, async () => {
      const agent = knownAgents.find((each) => each.id === id);
      assert.ok(agent !== undefined);
      const found = folder(`other/${logs}`);
      started(21, 'sh', [`${variable}=${join(root, 'other')}`]);
      const where = { ...surroundings(), processes: new RunningProcesses(proc, folderVariables) };
      assert.ok(!(await agent.logs.folders(where, [])).includes(found), 'of another program');
      started(22, comm, [`${variable}=${join(root, 'other')}`]);
      assert.ok((await agent.logs.folders(where, [])).includes(found));
    });
  }

  it('is believed only if it is an existing folder, by its whole path', async () => {
    const file = join(folder('real'), 'file');
    writeFileSync(file, '');
    for (const [id, path] of [
      'work',
      '~/x',
      join(root, 'none'),
      file,
      '',
      '/'.repeat(9000),
    ].entries()) {
      started(30 + id, 'claude', [`CLAUDE_CONFIG_DIR=${path}`]);
    }
    const where = {
      ...surroundings(),
      processes: new RunningProcesses(proc, folderVariables),
      named: ['../x', join(root, 'none'), file],
    };
    assert.deepEqual(await configFolders(where), [join(root, 'home', '.claude')]);
  });

  it('is one of few', async () => {
    for (let id = 50; id < 90; id += 1) {
      started(id, 'claude', [`CLAUDE_CONFIG_DIR=${folder(`config ${id}`)}`]);
    }
    assert.ok(
      (
        await configFolders({
          ...surroundings(),
          processes: new RunningProcesses(proc, folderVariables),
        })
      ).length <= 9,
    );
  });

  it('is one of those that the person named, where hooks can be, too', async () => {
    const where = { ...surroundings(), configured: '/main', others: ['~/.claude-work', '/main'] };
    const work = join(root, 'home', '.claude-work');
    assert.deepEqual(await configFolders(where), ['/main', work]);
    assert.deepEqual(
      claudeCode.places?.(where, []).map(({ files }) => files),
      [['/main/settings.json'], [join(work, 'settings.json')]],
    );
    assert.equal(claudeCode.home(where), '/main');
  });

  it('is named by a hook’s transcript, and its transcripts are followed', async () => {
    const config = folder('named');
    const project = folder('named/projects/-srv-app');
    const file = join(project, 'b1a7c3d2-0000-4000-8000-000000000000.jsonl');
    assert.equal(configOfTranscript(file), config);
    for (const odd of [undefined, 7, 'x', 'projects/a/b.jsonl', '/a/b/c.jsonl', '/c.jsonl']) {
      assert.equal(configOfTranscript(odd), undefined, String(odd));
    }
    const where = { ...surroundings(), named: [config] };
    const followed = await claudeCode.logs.folders(where, ['/srv/app']);
    assert.ok(followed.includes(project), followed.join());
  });
});
