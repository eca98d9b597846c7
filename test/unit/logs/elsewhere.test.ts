/** The sessions of other folders, as the ends of their logs tell. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { surroundingsIn } from '../../../src/host/window-settings.js';
import { OtherFolderSessions } from '../../../src/live/other-folders/other-folder-sessions.js';
import { transcript, type TranscriptOptions } from '../../host/harness/transcript.js';

const HOUR = 60 * 60_000;
const id = (number: number): string =>
  `def56700-6718-48df-8282-${String(number).padStart(12, '0')}`;

describe('the sessions elsewhere on this machine', () => {
  let root = '';
  let now = 0;
  const windowSessions = new Set<string>();
  const mounted: string[] = [];
  const here = () => ({ home: join(root, 'home'), platform: 'linux' });
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'turnwatch-elsewhere-')));
    now = Date.now();
    windowSessions.clear();
    mounted.length = 0;
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const folder = (name: string): string => {
    const path = join(root, name);
    fs.mkdirSync(path, { recursive: true });
    return path;
  };
  const write = (file: string, text: string, at = now): string => {
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    fs.utimesSync(file, at / 1000, at / 1000);
    return file;
  };
  const claude = (session: number, options: Omit<TranscriptOptions, 'session'>): string => {
    const { at = now, cwd } = options;
    const file = join(root, 'home/.claude/projects', projectSlug(cwd), `${id(session)}.jsonl`);
    return write(file, transcript({ session: id(session), ...options }), at);
  };
  const sessions = () =>
    new OtherFolderSessions({
      homes: {
        surroundings: () => ({ env: {}, ...here() }),
        elsewhere: (agent) => mounted.map((each) => surroundingsIn(agent, each, here())),
      },
      trees: { holds: (path) => path.startsWith(join(root, 'mine')) },
      view: { sessions: new Map([...windowSessions].map((session) => [session, {}])) },
      clock: { now: () => now },
    });

  it('are told with name, folder, branch and state, the newest first', async () => {
    const shop = folder('shop');
    write(join(shop, '.git/HEAD'), 'ref: refs/heads/feature/pay\n');
    claude(1, { cwd: shop, prompt: 'Build the shop', steps: 2, at: now - HOUR, ended: true });
    claude(2, { cwd: '/gone/away', prompt: 'Move the house', steps: 1, at: now - 60_000 });
    write(
      join(root, 'home/.codex/sessions/2026/11/23/rollout-1-c1.jsonl'),
      [
        { type: 'session_meta', payload: { id: 'c1', cwd: shop, originator: 'codex' } },
        { type: 'event_msg', payload: { type: 'task_started', turn_id: 't1' } },
        { type: 'event_msg', payload: { type: 'user_message', message: 'Write the notes' } },
      ]
        .map((line) => `${JSON.stringify({ timestamp: new Date(now - 1000), ...line })}\n`)
        .join(''),
    );
    const found = await sessions().findSessions();
    assert.deepEqual(
      found.map(({ session: { session, agent, name, folder, branch, state, end, canOpen } }) => ({
        ...{ session, agent, name, folder, branch, state, end: end?.how, canOpen },
      })),
      [
        {
          ...{ session: 'c1', agent: 'codex', name: 'Write the notes', folder: 'shop' },
          ...{ branch: 'feature/pay', state: 'progressing', end: undefined, canOpen: true },
        },
        {
          ...{ session: id(2), agent: 'claude-code', name: 'Move the house', folder: 'away' },
          ...{ branch: undefined, state: 'progressing', end: undefined, canOpen: false },
        },
        {
          ...{ session: id(1), agent: 'claude-code', name: 'Build the shop', folder: 'shop' },
          ...{ branch: 'feature/pay', state: 'idle', end: 'answered', canOpen: true },
        },
      ],
    );
    assert.ok(found.every(({ session }) => !session.needsPerson));
  });

  it('tell what they wait for: a question of theirs that nobody has answered', async () => {
    const cwd = folder('shop');
    const file = claude(1, { cwd, prompt: 'Build the shop', steps: 2 });
    const [asked = '', ...before] = fs
      .readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(0, -1)
      .reverse();
    const question = asked.replace('"name":"Bash"', '"name":"AskUserQuestion"');
    write(file, [...before.reverse(), question, ''].join('\n'));
    const [found] = await sessions().findSessions();
    assert.deepEqual(
      [found?.session.state, found?.session.waitingFor],
      ['waiting', { id: 'verdict.wait.input' }],
    );
  });

  it('are neither the window’s own, nor old, nor sub-agents, nor logs that tell nothing', async () => {
    claude(1, { cwd: folder('mine/app'), prompt: 'Own', steps: 1 });
    const has = claude(2, { cwd: folder('theirs'), prompt: 'Has become its own', steps: 1 });
    claude(3, { cwd: folder('theirs'), prompt: 'Old', steps: 1, at: now - 13 * HOUR });
    write(join(dirname(has), `${id(4)}.jsonl`), '{"type":"summary"}\nno JSON\n');
    write(join(dirname(has), id(2), 'subagents', 'agent-a1.jsonl'), '{}\n');
    windowSessions.add(id(2));
    assert.deepEqual(await sessions().findSessions(), []);
  });

  it('are told by the two ends of a long log', async () => {
    const cwd = folder('long');
    const first = transcript({ session: id(1), cwd, prompt: 'The first words', steps: 900 });
    const last = transcript({ session: id(1), cwd, prompt: 'And more', steps: 900, from: 900 });
    const end = transcript({ session: id(1), cwd, steps: 1, from: 1800, ended: true });
    const file = claude(1, { cwd, steps: 0 });
    // never looked at: it would be a session of its own
    const between = transcript({ session: id(9), cwd: '/between', prompt: 'X', steps: 3 });
    write(file, first + between + last + end);
    const [found, ...others] = await sessions().findSessions();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [found?.session.session, found?.session.state, found?.session.end?.how],
      [id(1), 'idle', 'stalled'],
    );
    assert.equal(found?.file, file);
  });

  it('are read again only once their log has changed', async () => {
    const cwd = folder('shop');
    const file = claude(1, { cwd, prompt: 'Build', steps: 1, at: now - HOUR });
    const looks = sessions();
    const states = async (): Promise<unknown> =>
      (await looks.findSessions()).map(({ session: { name, state } }) => [name, state]);
    assert.deepEqual(await states(), [['Build', 'progressing']]);
    const other = transcript({
      session: id(1),
      cwd,
      prompt: 'Otherwise',
      steps: 1,
      at: now - HOUR,
    });
    write(file, other, now - HOUR);
    assert.equal((await looks.findSessions())[0]?.session.name, 'Otherwise', 'another size');
    write(file, other.replace('Otherwise', 'In thirds'), now - HOUR);
    assert.equal(
      (await looks.findSessions())[0]?.session.name,
      'Otherwise',
      'the same size and time',
    );
    fs.appendFileSync(file, transcript({ session: id(1), cwd, steps: 1, from: 1, ended: true }));
    assert.deepEqual(await states(), [['In thirds', 'idle']]);
  });

  it('are found in the mounted homes of containers, and in agents’ own folders there', async () => {
    const inside = (session: number, home: string): void => {
      const text = transcript({ session: id(session), cwd: '/app', prompt: 'In a box', steps: 1 });
      write(join(root, home, '.claude/projects/-app', `${id(session)}.jsonl`), text);
    };
    inside(1, 'home/box');
    inside(2, 'other box');
    inside(3, 'not named');
    mounted.push('~/box', join(root, 'other box', '.claude'));
    const found = await sessions().findSessions();
    assert.deepEqual(found.map(({ session }) => session.session).sort(), [id(1), id(2)]);
    assert.ok(found.every(({ session: { canOpen, path } }) => !canOpen && path === '/app'));
  });
});
