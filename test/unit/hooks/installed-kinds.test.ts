/** What the installed hooks of an agent do when nothing is wrong, and when an order lies there: seen by running them with a curl of our own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProblem } from '../../../src/agents/agent.js';
import { installers } from '../../../src/agents/install/installers.js';
import { knownAgents } from '../../../src/agents/index.js';
import { skip } from '../../skip.js';

/** Most of an agent's hooks come once a turn, and ask. */
type Kind = 'ask' | 'order' | 'tell' | 'tell-later';

const agents: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'gemini-cli': {
    BeforeAgent: 'ask',
    BeforeModel: 'order',
    BeforeToolSelection: 'order',
    BeforeTool: 'tell-later',
    AfterAgent: 'ask',
    Notification: 'ask',
    SessionEnd: 'ask',
  },
  'qwen-code': {
    SessionStart: 'ask',
    UserPromptSubmit: 'order',
    PreToolUse: 'order',
    PostToolUse: 'tell-later',
    PostToolUseFailure: 'tell-later',
    Stop: 'ask',
    StopFailure: 'ask',
    SubagentStop: 'ask',
    Notification: 'ask',
    SessionEnd: 'ask',
  },
  'kimi-code': {
    UserPromptSubmit: 'ask',
    PreToolUse: 'order',
    PermissionRequest: 'ask',
    PermissionResult: 'ask',
  },
  copilot: {
    userPromptSubmitted: 'ask',
    preToolUse: 'order',
    permissionRequest: 'order',
    postToolUse: 'order',
    postToolUseFailure: 'order',
    agentStop: 'ask',
    sessionEnd: 'ask',
  },
  cline: {
    PreToolUse: 'order',
    PostToolUse: 'tell',
    TaskComplete: 'ask',
    TaskError: 'ask',
    SessionShutdown: 'ask',
  },
};

const session = '6db0398e-c464-46ae-84b8-0000be7c0003';
/** Set by the agent itself. */
const variables: Readonly<Record<string, Record<string, string>>> = {
  'gemini-cli': { GEMINI_SESSION_ID: session },
  'qwen-code': { QWEN_CODE_SESSION_ID: session },
};

describe('installed hooks', () => {
  let root = '';
  let dir = '';
  before(function () {
    if (process.platform === 'win32') {
      skip(this, 'the commands are for a POSIX shell');
    }
    root = mkdtempSync(join(tmpdir(), 'turnwatch-kinds-'));
    dir = join(root, 'dir');
    mkdirSync(join(dir, 'orders'), { recursive: true });
    writeFileSync(join(dir, 'hook.curl'), '', { mode: 0o600 });
    // notes what it was called with, and how much it was given
    writeFileSync(
      join(root, 'curl'),
      '#!/bin/sh\nn=$(wc -c)\nprintf "%s %s" "$n" "$*" >"$NOTE.part"\nmv "$NOTE.part" "$NOTE"\n',
      { mode: 0o755 },
    );
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const payload = JSON.stringify({ of: 'x'.repeat(60_000) });

  async function does(
    agent: string,
    command: string,
    env: Record<string, string>,
    { order, waitMs = 100 }: { order?: string; waitMs?: number } = {},
  ): Promise<string> {
    const note = join(root, 'note');
    const file = join(dir, 'orders', `${agent}.${order ?? ''}`);
    if (order !== undefined) {
      writeFileSync(file, '');
    }
    const ran = spawnSync('/bin/sh', ['-c', command], {
      input: payload,
      encoding: 'utf8',
      env: { PATH: `${root}:${process.env['PATH'] ?? ''}`, NOTE: note, ...env },
    });
    assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, '', ''], command);
    rmSync(file, { force: true });
    for (let waited = 0; waited < waitMs && !existsSync(note); waited += 20) {
      await sleep(20);
    }
    if (!existsSync(note)) {
      return 'nothing';
    }
    const said = readFileSync(note, 'utf8');
    rmSync(note);
    assert.equal(Number.parseInt(said, 10), payload.length, 'the payload is whole');
    return said.includes('X-Turnwatch-Told') ? 'tells' : 'asks';
  }

  function commandsOf(agent: string, event: string): string {
    const install = installers.get(agent);
    const added = install?.add(agent === 'cline' ? `/h/${event}` : 'f', '', { dir });
    assert.ok(added !== undefined && !isProblem(added));
    if (agent === 'cline') {
      return added.text;
    }
    if (agent === 'kimi-code') {
      const found = new RegExp(`^event = "${event}"\ncommand = (".*")$`, 'm').exec(added.text);
      return String(JSON.parse(found?.[1] ?? '""'));
    }
    const { hooks } = JSON.parse(added.text) as {
      hooks: Record<string, { bash?: string; hooks?: { command: string }[] }[]>;
    };
    const entry = hooks[event]?.[0];
    return entry?.bash ?? entry?.hooks?.[0]?.command ?? '';
  }

  for (const [agent, kinds] of Object.entries(agents)) {
    it(`of ${knownAgents.find(({ id }) => id === agent)?.name ?? agent} ask as rarely as they can`, async function () {
      this.timeout(300_000);
      for (const [event, kind] of Object.entries(kinds)) {
        const command = commandsOf(agent, event);
        assert.notEqual(command, '', event);
        // Gemini CLI and Qwen Code replace these before the shell sees them
        assert.doesNotMatch(command, /\$\{?(?:\w+_SESSION_ID|\w+:-)/);
        const env = variables[agent] ?? {};
        const quiet = { ask: 'asks', order: 'nothing', tell: 'tells', 'tell-later': 'tells' }[kind];
        const waitMs = quiet === 'tells' ? 5000 : 100;
        // other hooks follow at once, and the agent waits for them
        assert.equal(command.includes('sleep '), kind === 'tell-later', event);
        const run = (order?: string): Promise<string> =>
          does(agent, command, env, { waitMs, ...(order !== undefined && { order }) });
        assert.equal(await run(), quiet, event);
        assert.equal(await run('any'), 'asks', `${event}, ordered`);
        if (Object.values(env).includes(session)) {
          assert.equal(await run(session), 'asks', `${event}, ordered by its id`);
          assert.equal(await run('other'), quiet, `${event}, another ordered`);
        }
      }
    });
  }
});
