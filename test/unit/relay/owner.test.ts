/** Whose a request at the relay is, where agents name their session in it or do not. */
import assert from 'node:assert/strict';
import { identityOfBody, type RequestIdentity } from '../../../src/relay/request-identity.js';
import { CallEntry, newSession, type Session } from '../../../src/core/turns/session.js';
import { NewestPrompts } from '../../../src/host/relay/newest-prompts.js';
import {
  findOwner,
  RequestOwners,
  type KnownSessions,
} from '../../../src/host/relay/request-owners.js';

const of = (more: Partial<RequestIdentity>): RequestIdentity => ({
  ids: [],
  calls: [],
  prompts: [],
  ...more,
});

const knowing = (promptOf: KnownSessions['findPrompt']): KnownSessions => ({
  findPrompt: promptOf,
  findSeen: () => undefined,
});

const byId = (sessions: readonly Session[]): Map<string, Session> =>
  new Map(sessions.map((each) => [each.id, each]));

function session(id: string, agent: string, calls: string[], more: Partial<Session> = {}): Session {
  const made: Session = { ...newSession(id), agent, open: true, ...more };
  for (const call of calls) {
    made.known.set(call, new CallEntry());
  }
  return made;
}

describe('whose a request at the relay is', () => {
  const sessions = [
    session('a', 'qwen-code', ['call_1', 'call_2', 'call_3']),
    session('b', 'qwen-code', ['call_1']),
    session('c', 'gemini-cli', ['call_1', 'call_2', 'call_3', 'call_4']),
    session('closed', 'copilot', [], { open: false }),
    session('open', 'copilot', []),
    session('k', 'kimi-code', ['call_1']),
    session('k/sub', 'kimi-code', ['call_7'], { parent: 'k' }),
    session('other', 'kimi-code', ['call_8']),
  ];
  const prompts = new Map([
    ['a', 'Fix it'],
    ['b', 'Fix it'],
    ['closed', 'Write a test'],
    ['open', 'Write a test'],
  ]);
  const owner = (agent: string, identity: Partial<RequestIdentity>): string | undefined =>
    findOwner(
      sessions,
      agent,
      of(identity),
      knowing((id) => prompts.get(id)),
    );

  it('is the session that it names', () => {
    assert.equal(owner('kimi-code', { ids: ['k'] }), 'k');
    assert.equal(
      owner('kimi-code', { ids: ['k'], calls: ['call_8'] }),
      'k',
      'whatever another one knows',
    );
  });
  it('is a session not seen before, for agents whose ids are always their own', () => {
    assert.equal(owner('codex', { ids: ['new'] }), 'new');
    assert.equal(owner('kimi-code', { ids: ['new'] }), undefined);
  });
  it('is the sub-agent whose calls it holds, even if it names the parent', () => {
    assert.equal(owner('kimi-code', { ids: ['k'], calls: ['call_7'] }), 'k/sub');
  });
  it('is the session of that agent that knows most of its calls', () => {
    assert.equal(
      owner('qwen-code', { calls: ['call_4', 'call_3', 'call_2', 'call_1'] }),
      'a',
      'another agent’s session knows more of them',
    );
  });
  it('is the open session with this prompt among those that know its calls, whoever knows more', () => {
    // some models number their calls anew in each conversation, and the log is a little behind
    const [before, now, beside] = [
      session('before', 'qwen-code', ['call_1', 'call_2', 'call_3'], { open: false }),
      session('now', 'qwen-code', ['call_1']),
      session('beside', 'qwen-code', ['call_1', 'call_2']),
    ];
    const told = new Map([
      ['before', 'Fix it'],
      ['now', 'Fix it'],
      ['beside', 'Write a test'],
    ]);
    const ownerOfRequest = (prompt: string): string | undefined =>
      findOwner(
        [before, now, beside],
        'qwen-code',
        of({ calls: ['call_3', 'call_2', 'call_1'], prompts: [prompt] }),
        knowing((id) => told.get(id)),
      );
    assert.equal(ownerOfRequest('Fix it'), 'now');
    assert.equal(ownerOfRequest('Write a test'), 'beside');
    assert.equal(ownerOfRequest('Of a sub-agent'), 'before', 'most of its calls');
    const fresh = session('fresh', 'qwen-code', []);
    assert.equal(
      findOwner(
        [before, fresh],
        'qwen-code',
        of({ calls: ['call_1'], prompts: ['Go'] }),
        knowing((id) => (id === 'fresh' ? 'Go' : undefined)),
      ),
      'fresh',
      'its first call is not in its log yet',
    );
  });
  it('is nobody’s if two sessions know the same calls', () => {
    assert.equal(owner('qwen-code', { calls: ['call_1'] }), undefined);
    assert.equal(
      owner('qwen-code', { calls: ['call_1'], prompts: ['Fix it'] }),
      undefined,
      'and were asked the same',
    );
  });
  it('is the open session with this prompt, even after words of the agent’s own', () => {
    assert.equal(
      owner('copilot', { prompts: ['<current_datetime>now</current_datetime>\n\nWrite a test'] }),
      'open',
    );
    assert.equal(owner('copilot', { prompts: ['Do not write a test'] }), undefined);
    assert.equal(owner('copilot', { prompts: [''] }), undefined);
  });
  it('is nobody’s if it only quotes a session’s prompt', () => {
    for (const text of [
      'The other window was asked:\nWrite a test',
      'Review this prompt:\n\n> Why?\n\nWrite a test',
      '<note>Look at this</note> and say whether it is clear:\nWrite a test',
      'Write a test\nbut not for the parser',
      '<a>1</b>\nWrite a test',
    ]) {
      assert.equal(owner('copilot', { prompts: [text] }), undefined, text);
    }
  });
  it('is the session that was asked exactly this, not one whose prompt it ends with', () => {
    const [asked, quoted] = [session('asked', 'qwen-code', []), session('quoted', 'qwen-code', [])];
    const told = new Map([
      ['asked', '<note>x</note>\nGo on'],
      ['quoted', 'Go on'],
    ]);
    assert.equal(
      findOwner(
        [asked, quoted],
        'qwen-code',
        of({ prompts: ['<note>x</note>\nGo on'] }),
        knowing((id) => told.get(id)),
      ),
      'asked',
    );
  });
  it('is nobody’s if it names a session not seen before, whatever prompt they share', () => {
    assert.equal(owner('copilot', { prompts: ['Write a test'] }), 'open');
    assert.equal(owner('copilot', { ids: ['new'], prompts: ['Write a test'] }), undefined);
    assert.equal(
      owner('qwen-code', { ids: ['new'], calls: ['call_2'] }),
      'a',
      'calls it has answered are its own',
    );
  });
});

describe('two agents in one folder at the relay', () => {
  const prompt = 'Fix the failing test';
  const all = knowing(() => prompt);
  // a scripted model, and some real ones, give the calls of each conversation the same ids
  const calls = ['call_1', 'call_2'];
  const before = session('ses_before', 'opencode', calls, { open: false });
  const beside = session('ses_beside', 'opencode', calls);
  const kilo = session('ses_kilo', 'kilo', calls);

  it('keep apart although one uses the other’s address: Kilo reads opencode’s settings, too', () => {
    const identity = of({ ids: ['ses_kilo'], calls, prompts: [prompt] });
    for (const others of [[before], [beside], [before, beside]]) {
      assert.equal(findOwner([...others, kilo], 'opencode', identity, all), 'ses_kilo');
    }
    assert.equal(findOwner([kilo], 'claude-code', identity, all), 'ses_kilo');
  });
  const askedIn = (session: string): NewestPrompts => {
    const prompts = new NewestPrompts();
    prompts.onEvent({ v: 1, type: 'turn.start', session, prompt });
    return prompts;
  };
  it('keep apart while one is not known yet, as a session that names itself does so every time', () => {
    const owners = new RequestOwners(askedIn('ses_beside'));
    const find = (sessions: Session[], ids: string[]): string | undefined =>
      owners.find(byId(sessions), 'opencode', of({ ids, calls, prompts: [prompt] }));
    assert.equal(find([beside], ['ses_beside']), 'ses_beside');
    assert.equal(find([beside], ['ses_kilo']), undefined);
    assert.equal(find([beside, kilo], ['ses_kilo']), 'ses_kilo');
  });
  it('keep apart where the other names no session at the address of one that always does', () => {
    const claude = session('0669-b0ed', 'claude-code', calls);
    for (const clues of [{ prompts: [prompt] }, { calls, prompts: [prompt] }]) {
      assert.equal(findOwner([claude], 'claude-code', of(clues), all), undefined);
    }
  });
  it('keep apart where neither names its session, once the requests of one showed its calls', () => {
    const first = session('first', 'qwen-code', ['call_a', 'call_b']);
    const owners = new RequestOwners(askedIn('first'));
    const find = (calls: string[]): string | undefined =>
      owners.find(byId([first]), 'qwen-code', of({ calls, prompts: [prompt] }));
    assert.equal(find([]), 'first', 'its prompt is all that is known');
    assert.equal(find(['call_a']), 'first');
    // a second one, asked the same, whose log is not seen yet
    assert.equal(find([]), undefined);
    assert.equal(find(['call_x']), undefined);
    assert.equal(find(['call_c', 'call_b']), 'first');
  });
  it('are asked anew after the relay was stopped', () => {
    const owners = new RequestOwners(askedIn('ses_beside'));
    const find = (ids: string[]): string | undefined =>
      owners.find(byId([beside]), 'opencode', of({ ids, calls }));
    assert.equal(find(['ses_beside']), 'ses_beside');
    assert.equal(owners.has('ses_beside'), true);
    owners.clear();
    assert.equal(owners.has('ses_beside'), false);
    assert.equal(find(['other']), 'ses_beside', 'the session that knows its calls');
  });
});

describe('the clues in a request at the relay', () => {
  const claude = (user: string): string[] =>
    identityOfBody('messages', { metadata: { user_id: user }, messages: [] }).ids;
  it('are Claude Code’s session only where its user id names one', () => {
    assert.deepEqual(claude('user_0f_account_11-22_session_0669-b0ed'), ['0669-b0ed']);
    assert.deepEqual(claude('{"device_id":"0f","session_id":"0669-b0ed"}'), ['0669-b0ed']);
    for (const user of [
      'someone who wrote _session_0669-b0ed in a text',
      'user_0f_session_0669-b0ed_account_11',
      '{"note":"quotes \\"session_id\\":\\"0669-b0ed\\""}',
      '{"device_id":"0f","about":{"session_id":"0669-b0ed"}}',
      '{"session_id":["0669-b0ed"]}',
      '{"session_id":"0669-b0ed"',
      'user_0f_session_short',
    ]) {
      assert.deepEqual(claude(user), [], user);
    }
  });
  it('are never taken from texts', () => {
    const quoting =
      'metadata: {"user_id":"user_0f_session_0669-b0ed","session_id":"S"} {"tool_use_id":"t1","call_id":"c1","tool_call_id":"c2"} prompt_cache_key=S session-id: S';
    const blocks = { text: quoting, content: quoting, output: quoting, arguments: quoting };
    for (const api of ['messages', 'responses', 'chat', 'gemini'] as const) {
      const entry = { role: 'user', type: 'message', ...blocks, parts: [blocks] };
      const found = identityOfBody(api, {
        system: quoting,
        instructions: quoting,
        user: quoting,
        tools: [{ description: quoting }],
        messages: [entry, { role: 'assistant', content: [{ type: 'text', text: quoting }] }],
        input: [entry],
        contents: [entry],
      });
      assert.deepEqual([found.ids, found.calls], [[], []], api);
    }
  });
});
