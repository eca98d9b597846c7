/** Cases of what is seen again for a good reason: tests that fail now and then, streams that somebody has to stop, texts that were cut. */
import { asked, row, source, word, type Scene } from './cases.js';

const passed = (i: number) =>
  `PASS src/queue.test.ts\n  ✓ drains (${40 + i} ms)\n\nTests:       1 passed, 1 total\nTime:        1.${i} s`;
const failed = (i: number) =>
  `FAIL src/queue.test.ts\n  ✕ drains (${40 + i} ms)\n\n  ● drains\n    expect(received).toBe(expected)\n    Expected: 0\n    Received: 1\n\nTests:       1 failed, 1 total\nTime:        1.${i} s`;
const flaky = 'queue.test.ts fails now and then, it is flaky. Find out why, and make it reliable.';

/** An edit of ever other parts of a program, and what is told then. */
const edited =
  (rounds: number, command: string, told: (i: number) => string, exit = 0): Scene =>
  (tools, story) => {
    for (let i = 0; i < rounds; i++) {
      story
        .step(
          tools.replace(
            '/w/main.c',
            `void ${word(i)}(void) {}`,
            `void ${word(i)}(void) { set(${i}); }`,
          ),
        )
        .step(tools.run(command, told(i), exit));
    }
  };

/** A long file is read after each edit. @param cut characters that are left out of its middle */
const reread =
  (cut: number): Scene =>
  (tools, story) => {
    const whole = source('app', 90);
    for (let i = 0; i < 9; i++) {
      const text = whole.replace('line 40', `line 40, ${word(i)}`);
      const half = (text.length - cut) / 2;
      story
        .step(tools.replace('/w/src/app.ts', `row ${i * 20}`, `line ${i * 20} of ${word(i)}`))
        .step(
          tools.run(
            'cat src/app.ts',
            `${text.slice(0, half)}\n… [${cut + i} characters left out] …\n${text.slice(-half)}`,
          ),
        );
    }
  };

describe('cases: what is seen again for a good reason', () => {
  row('tests that fail now and then pass again and again', 'quiet', {
    'the person said that they do': asked(flaky, (tools, story) => {
      story.repeat(9, (i) => tools.run('npx jest src/queue.test.ts', passed(i)));
    }),
    'and only their number is left': asked(flaky, (tools, story) => {
      story.repeat(9, () => tools.run('npx playwright test queue.spec.ts', '  1 passed (4.1s)'));
    }),
    'and a loop of the shell counts them': asked(flaky, (tools, story) => {
      story.repeat(6, () =>
        tools.run(
          'for i in $(seq 10); do npx jest src/queue.test.ts >/dev/null 2>&1 && echo ok || echo FAIL; done',
          'ok\n'.repeat(10).trim(),
        ),
      );
    }),
  });
  row('tests of which the person said that they fail now and then always fail', 's by 12', {
    'whatever is edited': asked(flaky, (tools, story) => {
      for (let i = 0; i < 9; i++) {
        story
          .step(tools.replace('/w/src/queue.ts', `delay(${i})`, `delay(${i + 1})`))
          .step(tools.run('npx jest src/queue.test.ts', failed(i), 1));
      }
    }),
  });

  row('a stream that is read until it is stopped', 'watch at most', {
    'of a device': edited(9, 'make flash && timeout 5 cat /dev/ttyUSB0', () => 'boot\nready', 124),
    'of a log': edited(9, 'timeout 3 docker compose logs -f app', () => 'app-1  | ready', 124),
  });
  row('a program that hangs until it is stopped', 's by 12', {
    'after each edit': edited(9, 'timeout 5 ./main', () => 'reading the settings', 124),
    'of tests that say when they were started': edited(
      9,
      'timeout 120 swift test',
      (i) => `Test Case 'QueueTests.testDrains' started at 2026-11-30 10:0${i}:01.123`,
      124,
    ),
  });

  const lookedAt =
    (marks: (i: number) => string): Scene =>
    (tools, story) => {
      for (let i = 0; i < 12; i++) {
        story
          .step(tools.run('sleep 60; ps -o pid,stat -p 84213', '    PID STAT\n  84213 Sl'))
          .step(tools.run('tail -1 e2e.log', marks(i)));
      }
    };
  row('a run of tests that is looked at', 'quiet', {
    'shows one sign more each time': lookedAt((i) => '.'.repeat(4 + i)),
  });
  row('the end of a log, looked at again and again', 's4', {
    'stays as it is': (tools, story) => {
      story.repeat(6, () => tools.run('tail -1 e2e.log', '..........'));
    },
  });

  row('a long text of which the middle is left out, after each edit', 'quiet', {
    'looked at as a whole': reread(1800),
  });
});
