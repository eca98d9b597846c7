/** An exported turn replays to the same verdicts and holds no secret. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readText } from '../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { Judge } from '../../../src/core/judge.js';
import { isObject } from '../../../src/core/json.js';
import { exportTurn, listTurns, type TurnExport } from '../../../src/core/recorded/turn-export.js';
import { lacks } from '../../contains.js';
import { fewerIn } from '../../tier.js';
import { run, tell, telling } from '../cases/generated.js';
import { bash, edit, read, Story } from '../support/story.js';

function whole<T>(work: Generator<void, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done === true) {
      return part.value;
    }
  }
}

function exported(events: readonly TurnEvent[], session: string, turn: number): TurnExport {
  const log = whole(exportTurn(events, session, turn));
  assert.ok(log, `turn ${turn} of ${session}`);
  return log;
}

const lines = (events: readonly TurnEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Level, detector, count and limit of the verdicts of the newest turn. */
function lastVerdicts(events: readonly TurnEvent[], session: string, turn?: number): string[] {
  const judge = new Judge();
  const all = events
    .flatMap((event) => judge.push(event).verdicts)
    .filter((verdict) => verdict.session === session);
  const wanted = turn ?? judge.sessions.get(session)?.turn;
  return all
    .filter((verdict) => verdict.turn === wanted)
    .map(({ level, detector, count, threshold }) => `${level} ${detector} ${count}/${threshold}`);
}

/** Three turns; the last one only rereads what the first one learned, so that it cannot be judged alone. */
function known(): Story {
  const files = Array.from({ length: 9 }, (_, i) =>
    read(`/w/${i}.ts`, `the content of file ${i}, long enough to tell something new\n`.repeat(2)),
  );
  const story = new Story('known').at(1000).start({ agent: 'some-agent' });
  story.turn('Learn it');
  for (const file of files) {
    story.after(1000).step(file);
  }
  story
    .after(1000)
    .end()
    .turn('Change it')
    .step(edit('/w/1.ts', 'one', 'two'))
    .end();
  story.after(1000).turn('Look again');
  // the same order could be a second reading of what was lost from sight
  for (const file of [...files, ...[...files].reverse()]) {
    story.after(1000).step(file);
  }
  return story.after(1000).end();
}

describe('an exported turn', () => {
  it('starts with the session, its thresholds, the workspace and the turn', () => {
    const story = new Story('s')
      .at(1000)
      .push({
        v: 1,
        type: 'config',
        session: 's',
        preset: 'patterns',
        set: { 'patterns.sameResult': 3 },
      })
      .start({ agent: 'some-agent', steps: 'explicit' });
    story.git('first').turn('One').step(bash('ls', 'a')).end();
    story
      .push({ v: 1, type: 'config', session: 's', set: { 'patterns.sameResult': 5 } })
      .git('second')
      .after(1)
      .turn('Two')
      .repeat(5, () => bash('ls', 'a'))
      .end();
    const { events, same, before } = exported(story.events, 's', 1);
    assert.deepEqual(
      events.slice(0, 4).map(({ type }) => type),
      ['session.start', 'config', 'workspace', 'turn.start'],
    );
    assert.deepEqual(events[1], {
      v: 1,
      type: 'config',
      session: 's',
      preset: 'patterns',
      set: { 'patterns.sameResult': 5 },
    });
    assert.deepEqual([same, before], [true, 0]);
    assert.deepEqual(lastVerdicts(events, 's'), ['stalled patterns 5/5']);
  });

  it('brings the turns before it that its verdicts rest on', () => {
    const { events } = known();
    const wanted = lastVerdicts(events, 'known');
    assert.ok(wanted.length > 0);
    const log = exported(events, 'known', 2);
    assert.ok(log.same);
    assert.ok(log.before > 0, 'the turn alone would be judged otherwise');
    assert.deepEqual(lastVerdicts(log.events, 'known'), wanted);
  });

  it('is replayed to the same verdicts by the headless replay', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-export-'));
    try {
      const { events } = known();
      writeFileSync(join(folder, 'whole.jsonl'), lines(events));
      writeFileSync(join(folder, 'turn.jsonl'), lines(exported(events, 'known', 2).events));
      const { stdout } = spawnSync(
        process.execPath,
        [resolve('test/replay.mjs'), '--json', 'whole.jsonl', 'turn.jsonl'],
        {
          cwd: folder,
          env: { ...process.env, INIT_CWD: folder },
          encoding: 'utf8',
          timeout: 50_000,
        },
      );
      const said: unknown = JSON.parse(stdout);
      assert.ok(isObject(said));
      assert.ok(Array.isArray(said['sessions']));
      assert.equal(said['skippedLines'], 0);
      const [one, other] = said['sessions'].map((session: unknown) => {
        assert.ok(isObject(session) && Array.isArray(session['verdicts']));
        return session['verdicts']
          .filter(isObject)
          .map(({ level, detector, count, threshold, at, callId }) => ({
            level,
            detector,
            count,
            threshold,
            at,
            callId,
          }));
      });
      assert.ok(one !== undefined && one.length > 0);
      assert.deepEqual(other, one);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has the verdicts that it had, whatever the run', () => {
    let [turns, verdicts, alone] = [0, 0, 0];
    const seeds = fewerIn(12);
    for (let seed = 1; seed <= seeds; seed++) {
      const story = new Story('dice').at(1_000_000).start({ agent: 'some-agent' });
      for (let turn = 0; turn < 3; turn++) {
        tell(
          run(seed * 10 + turn),
          telling(seed * 100 + turn),
          undefined,
          story.after(60_000),
        ).end();
      }
      for (const { turn } of whole(listTurns(story.events, 'dice'))) {
        const log = exported(story.events, 'dice', turn);
        assert.ok(log.same, `seed ${seed} turn ${turn}`);
        const wanted = lastVerdicts(story.events, 'dice', turn);
        assert.deepEqual(lastVerdicts(log.events, 'dice'), wanted, `seed ${seed} turn ${turn}`);
        turns += 1;
        verdicts += wanted.length;
        alone += log.before === 0 && wanted.length > 0 ? 1 : 0;
      }
    }
    assert.equal(turns, 3 * seeds);
    assert.ok(verdicts > 1.6 * seeds, `${verdicts} verdicts`);
    assert.ok(alone > 0, 'some turns are judged alone');
  });

  it('holds its sub-agents, and no other session', () => {
    const story = new Story('parent').at(1000).start({ agent: 'some-agent' }).turn();
    new Story('parent/child', story.events)
      .at(1001)
      .start({ agent: 'some-agent', parent: 'parent' })
      .turn()
      .step(bash('ls', 'a'))
      .end();
    new Story('other', story.events)
      .at(1002)
      .start({ agent: 'some-agent' })
      .turn('Nobody else’s business')
      .end();
    story.at(2000).step(bash('ls', 'b')).end();
    const { events } = exported(story.events, 'parent', 0);
    assert.deepEqual(
      [...new Set(events.flatMap((event) => ('session' in event ? [event.session] : [])))],
      ['parent', 'parent/child'],
    );
  });

  it('is not there where the recording does not hold the turn', () => {
    assert.equal(whole(exportTurn(known().events, 'known', 7)), undefined);
    assert.equal(whole(exportTurn(known().events, 'nobody', 0)), undefined);
  });

  it('lists the turns with their prompts', () => {
    assert.deepEqual(whole(listTurns(known().events, 'known')), [
      { turn: 0, prompt: 'Learn it' },
      { turn: 1, prompt: 'Change it' },
      { turn: 2, prompt: 'Look again' },
    ]);
  });
});

describe('secrets of an exported turn', () => {
  const key = 'sk-ant-abcdefghijklmnopqrstuvwxyz0123456789';
  const password = 'correct-horse-battery';

  it('are gone from prompts, messages, inputs and outputs; equal ones stay equal, lengths stay', () => {
    const story = new Story('s').at(1).start({ agent: 'a' }).turn(`Use ${key}`).say(`I use ${key}`);
    story.step({
      tool: 'Login',
      input: { user: 'me', password, nested: [{ api_key: 'opaque-value-1' }], note: 'token' },
      output: `{"token": "${'t'.repeat(40)}"} ${key}`,
    });
    story.step(
      bash(
        `curl https://me:${password}@example.org -H "Authorization: Bearer ${'b'.repeat(30)}"`,
        'ok',
      ),
    );
    const { events, secrets } = exported(story.end().events, 's', 0);
    const text = lines(events);
    for (const secret of [key, password, 'opaque-value-1', 't'.repeat(40), 'b'.repeat(30)]) {
      lacks(text, secret);
    }
    assert.equal(secrets, 5);
    const prompt = events.find(({ type }) => type === 'turn.start');
    const said = events.find(({ type }) => type === 'message');
    assert.ok(
      prompt?.type === 'turn.start' && said?.type === 'message' && prompt.prompt !== undefined,
    );
    assert.equal(prompt.prompt.slice(4), said.text.slice(6), 'the same secret has the same name');
    assert.equal(prompt.prompt.length, `Use ${key}`.length);
    assert.ok('events' in readText('turn.jsonl', Buffer.from(text), 'auto'));
  });

  it('are gone from the names of agents, models, roles, tools and calls, which stay paired', () => {
    const names = { agent: key, model: key, role: key, parentCall: key };
    const story = new Story('s')
      .at(1)
      .push({ v: 1, type: 'session.start', session: 's', cwd: '/', ...names });
    story.turn();
    story.push({ v: 1, type: 'tool.call', session: 's', at: 2, call: key, tool: key, input: {} });
    story.push({ v: 1, type: 'tool.result', session: 's', at: 3, call: key, ok: true });
    story.push({ v: 1, type: 'usage', session: 's', at: 3, calls: [key], outputTokens: 1 });
    const { events } = exported(story.end().events, 's', 0);
    lacks(lines(events), key);
    const calls = events.flatMap((event) =>
      event.type === 'usage' ? event.calls : 'call' in event ? [event.call] : [],
    );
    assert.deepEqual([calls.length, new Set(calls).size], [3, 1]);
  });

  it('change no verdict: other secrets are other results, the same is the same', () => {
    const fresh = (i: number): string =>
      `token=${'x'.repeat(20)}${String.fromCharCode(97 + i).repeat(4)}`;
    for (const output of [fresh, () => fresh(1)]) {
      const story = new Story('s').at(1000).start({ agent: 'some-agent' }).turn();
      for (let i = 0; i < 9; i++) {
        story
          .after(1000)
          .step(
            bash(
              'mint',
              `${output(i)} was made for you by the server, keep it well and use it once`,
            ),
          );
      }
      const { events, same } = exported(story.end().events, 's', 0);
      assert.ok(same);
      assert.deepEqual(lastVerdicts(events, 's'), lastVerdicts(story.events, 's'));
      assert.doesNotMatch(lines(events), /xxxx/);
    }
  });
});
