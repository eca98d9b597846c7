/** A stall is told once, whatever else its answers print. */
import assert from 'node:assert/strict';
import { bash, edit } from '../support/story.js';
import { judged, type Tell } from './judged-calls.js';

const stalls = (tell: Tell): string[] =>
  judged(tell)
    .verdicts.filter(({ level }) => level === 'stalled')
    .map(({ detector }) => detector);

describe('an episode', () => {
  it('goes on while the value that was put in is all that differs', () => {
    const tell: Tell = (story) => {
      for (let i = 0; i < 12; i++) {
        story.step(edit('/w/hosts.ini', `user=u${i}`, `user=u${i + 1}`));
        story.step(
          bash('reach web', `error: u${i + 1}@web: Permission denied (publickey)`, {
            ok: false,
            exitCode: 4,
          }),
        );
      }
    };
    assert.deepEqual(stalls(tell), ['edit-test']);
  });
  it('goes on while checks complain in known words, however they print them', () => {
    const tell: Tell = (story) => {
      for (let i = 0; i < 12; i++) {
        story.step(edit('/w/a.yaml', `app: a${i}x`, `app: a${i + 1}x`));
        const told = `error: field is immutable${'\nsee the events'.repeat((i + 1) % 2)}`;
        story.step(
          bash(`kubectl apply ${'-v '.repeat(i % 3)}-f a.yaml`, told, { ok: false, exitCode: 1 }),
        );
      }
    };
    assert.deepEqual(stalls(tell), ['repeated-complaint']);
  });
  it('goes on while the core of an unmoved answer is the same', () => {
    const tell: Tell = (story) => {
      for (let i = 0; i < 14; i++) {
        story.step(bash(`devctl trust phone --title "please trust this host ${i}"`, ''));
        story.step(bash('devctl list', `List of devices\nR58N  unauthorized  slot ${i * 3}`));
      }
    };
    assert.deepEqual(stalls(tell), ['unmoved']);
  });
});
