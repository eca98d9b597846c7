/** Whose a request at the relay is, where agents name their session in it or do not. */
import assert from 'node:assert/strict';
import type { RequestIdentity } from '../../../src/relay/request-identity.js';
import { newSession, type Session } from '../../../src/core/turns/session.js';
import { ownerOf } from '../../../src/host/relay/relay-owner.js';

const of = (more: Partial<RequestIdentity>): RequestIdentity => ({
  ids: [],
  calls: [],
  prompts: [],
  ...more,
});

function session(id: string, agent: string, calls: string[], more: Partial<Session> = {}): Session {
  const made: Session = { ...newSession(id), agent, open: true, ...more };
  for (const call of calls) {
    made.known.set(call, { call: undefined });
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
    ownerOf(sessions, agent, of(identity), (id) => prompts.get(id));

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
});
