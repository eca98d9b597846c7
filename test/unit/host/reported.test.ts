/** Sessions that report themselves: what their loops are told is recorded in full. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { Reported, type SessionDecision } from '../../../src/host/live/reported.js';
import { openLive } from './live-window.js';

/** A parent `S` and its sub-agent `child`, both reported by another extension, whose loop obeys. */
async function family() {
  const window = openLive();
  const { live, clock } = window;
  const decisions: SessionDecision[] = [];
  const reported = new Reported({
    tracker: live,
    clock,
    feed: {
      report: (_session, events) => {
        events.forEach((event) => live.push(event));
        return Promise.resolve();
      },
    },
    log: {
      error: (what, error) => {
        throw new Error(what, { cause: error });
      },
    },
    links: { reported: () => undefined },
  });
  const report = async (event: TurnEvent): Promise<void> =>
    assert.deepEqual(await reported.report(event), { accepted: true });
  reported.announceTo(new Set([(decision: SessionDecision) => decisions.push(decision) > 0]));
  await report({ v: 1, type: 'session.start', session: 'S', agent: 'own', cwd: '/w' });
  await report({ v: 1, type: 'turn.start', session: 'S', prompt: 'Fix it.' });
  await report({
    v: 1,
    type: 'session.start',
    session: 'child',
    agent: 'own',
    cwd: '/w',
    parent: 'S',
  });
  return { ...window, decisions, report };
}

describe('sessions that another extension reports', () => {
  it('record a request before its delivery, also where a sub-agent inherits the intervention', async () => {
    const { live, report, interventions } = await family();
    live.interventions.forceRespond('S');
    await report({ v: 1, type: 'turn.start', session: 'child', prompt: 'Look around.' });
    assert.deepEqual(interventions(), [
      'S text-only: requested, delivered',
      // inherited before the sub-agent's turn begins, and again in that turn
      'child text-only: requested, delivered, withdrawn',
      'child text-only: requested, delivered',
    ]);
    live.dispose();
  });

  it('hear of each intervention once', async () => {
    const { live, report, decisions } = await family();
    live.interventions.forceRespond('S');
    await report({ v: 1, type: 'turn.start', session: 'child', prompt: 'Look around.' });
    assert.deepEqual(
      decisions.map(({ session, decision }) => `${session} ${decision}`),
      ['S text-only', 'child text-only', 'child text-only'],
    );
    live.dispose();
  });

  it('hear a sentence of guidance again when it is sent again', async () => {
    const { live, decisions, interventions } = await family();
    live.interventions.guide('S', 'Read the log.');
    live.interventions.guide('S', 'Read the log.');
    assert.equal(decisions.length, 2);
    assert.equal(decisions[0]?.reminder, decisions[1]?.reminder);
    assert.deepEqual(interventions(), [
      'S guide: requested, delivered',
      'S guide: requested, delivered',
    ]);
    live.dispose();
  });
});
