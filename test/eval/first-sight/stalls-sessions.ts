/** Circles that go through several sessions. */
import { Story, type Act } from '../../unit/support/story.js';
import { word } from '../../unit/cases/cases.js';
import { hex, pick, stall, type Idea } from './idea.js';

export const stallsBySessions: readonly Idea[] = [
  stall(
    'the same patch rejected, by one helper after the other',
    1,
    14,
    { why: 'each helper fails as the one before, and another one is sent' },
    (desk, story) => {
      for (let i = 0; i < 8; i++) {
        const call = story.call({
          tool: 'Task',
          class: 'task',
          input: {
            description: `Apply the ${word(i)} patch`,
            prompt: `Apply patches/cart.diff to src/cart.ts (${word(i)})`,
          },
          output: '',
        });
        const child = new Story(`S/${hex(i, 6)}`, story.events);
        child.push({
          v: 1,
          type: 'session.start',
          session: child.session,
          agent: 'unknown',
          cwd: '/w',
          parent: story.session,
          parentCall: call,
        });
        child.turn(`Apply patches/cart.diff to src/cart.ts (${word(i)})`);
        const rejected: Act = desk.run(
          pick(['git apply patches/cart.diff', 'patch -p1 < patches/cart.diff'], i),
          'error: patch failed: src/cart.ts:88\nerror: src/cart.ts: patch does not apply',
          1,
        );
        child
          .step(rejected)
          .step(
            desk.run(
              'git apply --3way patches/cart.diff',
              'error: repository lacks the necessary blob to perform 3-way merge.\nerror: src/cart.ts: patch does not apply',
              1,
            ),
          );
        child.say('The patch does not apply.').end();
        story.result(call, {
          tool: 'Task',
          input: {},
          output: 'The patch does not apply to src/cart.ts: the hunk at line 88 fails.',
        });
      }
    },
  ),
];
