/** Which session an action that names none is about: the person's choice, then the one that works, then one that needed somebody. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { openLive, type LiveWindow } from './live-window.js';

let window: LiveWindow;

function push(event: TurnEvent): void {
  window.live.push(event);
}

/** As a log from a container names it. */
const elsewhere = 'elsewhere:1a2b3c4d:container';

function begin(session: string, parent?: string): void {
  const at = window.now();
  const own = { v: 1, session, at } as const;
  push({
    ...own,
    type: 'session.start',
    agent: 'a',
    cwd: '/w',
    ...(parent !== undefined && { parent }),
  });
  push({ ...own, type: 'turn.start' });
}
let calls = 0;
function call(session: string): void {
  window.pass(1000);
  const own = { v: 1, session, at: window.now(), call: `c${(calls += 1)}` } as const;
  push({ ...own, type: 'tool.call', tool: 'Bash', input: { command: `step ${calls}` } });
}
function asks(session: string): void {
  push({ v: 1, session, at: window.now(), type: 'waiting', for: 'permission' });
}
function end(session: string): void {
  push({ v: 1, session, at: window.now(), type: 'turn.end', reason: 'completed' });
}

describe('an action that names no session', () => {
  const steered = (): string | undefined => window.live.view.toSteer();
  const troubled = (): string | undefined => window.live.view.inTrouble();
  beforeEach(() => {
    window = openLive();
    begin('killed');
    call('killed');
    asks('killed');
    begin('second');
  });
  afterEach(() => window.live.dispose());

  it('steers the one that last showed a sign, not one that merely needed somebody', () => {
    assert.ok(window.live.view.snapshot().sessions.some((each) => each.needsPerson));
    call('second');
    assert.equal(steered(), 'second');
    call('killed');
    assert.equal(steered(), 'killed');
  });

  it('steers the one that the person selected while its turn runs', () => {
    call('second');
    window.live.view.select('killed');
    assert.equal(steered(), 'killed');
    window.live.view.select('second');
    call('killed');
    assert.equal(steered(), 'second');
    end('second');
    assert.equal(steered(), 'killed', 'its turn runs, that of the selected one is over');
  });

  it('goes on to the newest sign, although the view shows where the last order went', () => {
    call('second');
    window.live.view.showSteered('killed');
    assert.equal(window.live.view.snapshot().selected?.session, 'killed');
    assert.equal(steered(), 'second');
    window.live.view.select('killed');
    window.live.view.showSteered('killed');
    assert.equal(steered(), 'killed', 'the person had selected it');
  });

  it('counts the work of a sub-agent as a sign of the agent that waits for it', () => {
    begin('second/child', 'second');
    call('killed');
    call('second/child');
    assert.equal(steered(), 'second');
  });

  it('takes a person’s own answer or an order for no sign', () => {
    call('second');
    window.pass(1000);
    window.live.interventions.forceRespond('killed');
    assert.equal(steered(), 'second');
  });

  it('answers for the one that needs somebody, unless the person selected another', () => {
    call('second');
    assert.equal(troubled(), 'killed');
    window.live.view.select('second');
    assert.equal(troubled(), 'second');
  });
});

describe('a session of another machine', () => {
  const shown = (): string | undefined => window.live.view.snapshot().selected?.session;
  beforeEach(() => {
    window = openLive();
    begin(elsewhere);
    call(elsewhere);
    asks(elsewhere);
  });
  afterEach(() => window.live.dispose());

  it('is shown where none here works', () => {
    assert.equal(shown(), elsewhere);
  });

  it('is shown after those that work here', () => {
    begin('own');
    call('own');
    assert.equal(shown(), 'own');
    end('own');
    assert.equal(shown(), elsewhere);
  });

  it('gets no order that names none, and is nobody’s trouble', () => {
    begin('own');
    call('own');
    call(elsewhere);
    assert.equal(window.live.view.toSteer(), 'own');
    asks('own');
    call(elsewhere);
    assert.equal(window.live.view.inTrouble(), 'own');
  });
});
