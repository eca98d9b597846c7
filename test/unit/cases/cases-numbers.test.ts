/** Cases of results that differ in numbers: noise where they are known to be noise, information otherwise. */
import assert from 'node:assert/strict';
import { each, other, row, source, times, verdictsOf, word, type Scene } from './cases.js';
import { Story, bash, type Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

/** Neither rises nor falls for long. */
const jittery = [812, 790, 845, 801, 833, 797, 820, 809, 841, 795, 828, 803];
const jitter = (i: number): number => jittery[i % jittery.length] ?? 0;

describe('cases: numbers', () => {
  row('the same run again, only numbers of unknown meaning differ', 'loop w5 s6', {
    'a score': each(10, (tools, i) =>
      tools.run('python play.py', `Game over. Score: ${jitter(i)}`),
    ),
    'a fraction': each(10, (tools, i) =>
      tools.run('python train.py', `final loss 0.4${jitter(i)}, accuracy 91.${jitter(i + 3)} %`),
    ),
    'in a table': each(10, (tools, i) =>
      tools.run(
        'node simulate.js',
        `run      hits  misses\nfirst  ${String(jitter(i)).padStart(6)}  ${jitter(i + 1)}\nlast   ${String(jitter(i + 5) * 7).padStart(6)}  12`,
      ),
    ),
    'in German': each(10, (tools, i) => tools.run('./losen.sh', `Gezogen: ${jitter(i)} Punkte`)),
  });
  row('the same, with looks at other files between', 'loop w9 s11', {
    'a roll': each(16, (tools, i) =>
      i % 2 === 0
        ? tools.run('./roll', `rolled ${jitter(i / 2)}`)
        : tools.read(`/w/${word(i)}.ts`, source(word(i))),
    ),
  });
  const programs = (tools: Toolset, i: number): Act =>
    tools.run(
      `./measure ${word(i % 6)}`,
      `All requests were sent over one shared connection, in the order of the recording.\nmedian: ${((i + 3) * 7919) % 997} us\nmaximum, without the first run: ${((i + 5) * 6007) % 991} us`,
    );
  row('six programs in turn, whose results differ only in numbers', 'loop by 36', {
    'nothing is changed': each(48, programs),
  });
  row('six programs in turn, after a change each time', 'quiet', {
    'an edit of the code': each(49, (tools, i) =>
      i % 7 === 0
        ? tools.replace('/w/pool.c', `#define SLOTS ${i}`, `#define SLOTS ${i + 7}`)
        : programs(tools, i - Math.ceil(i / 7)),
    ),
  });
  row('a number that moves towards an end', 'quiet', {
    'rows of an export': each(12, (tools, i) => tools.run('./export', `${i * 137} rows written`)),
    'what is left': each(12, (tools, i) => tools.run('./work', `${240 - i * 9} of 240 left`)),
    'with one that jitters': each(12, (tools, i) =>
      tools.run('./train --resume', `step ${i * 100} loss 0.${jitter(i)}`),
    ),
    'with pauses': each(12, (tools, i) =>
      tools.run('./import', `imported ${Math.floor(i / 2) * 40} records`),
    ),
  });
  row('what is only looked at may change by itself', 'watch at most', {
    'a log': each(12, (tools, i) => tools.run('tail -n 1 train.log', `loss 0.${jitter(i)}`)),
    'a service': each(12, (tools, i) =>
      tools.run('curl -s localhost:8080/metrics', `queue_length ${jitter(i)}`),
    ),
    'a tool that acts': times(12, (i) =>
      other('mcp__game__press', { key: 'right' }, `x ${jitter(i)}, y ${jitter(i + 4)}`),
    ),
  });
  row('a status is polled', 'quiet', {
    'of a deployment': each(12, (tools, i) =>
      tools.run('kubectl get hpa', `api  Deployment/api  ${jitter(i) % 90}%/80%  2  10  4`),
    ),
    'with sleeps between': each(24, (tools, i) =>
      i % 2 === 0
        ? tools.run('sleep 20', '')
        : tools.run('./queue.sh', `${jitter((i - 1) / 2)} jobs in the queue`),
    ),
  });
  row('a few measurements, then work', 'quiet', {
    'four, then an edit': each(15, (tools, i) =>
      i % 5 === 4
        ? tools.replace('/w/a.py', `limit = ${i}`, `limit = ${i + 5}`)
        : tools.run('python play.py', `Score: ${jitter(i)}`),
    ),
    'of other inputs': each(12, (tools, i) =>
      tools.run(`python play.py --seed ${i}`, `Score: ${jitter(i)}`),
    ),
  });
  const sized = (told: (i: number) => string, ask: string): Scene =>
    each(16, (tools, i) =>
      i % 2 === 0
        ? tools.run(`faas config set resize --memory ${128 * (i + 1)}`, 'in progress')
        : tools.run(ask, told(i)),
    );
  row(
    'one value of a service is set, and a duration that the question names is looked at',
    'quiet',
    {
      'by its label': sized(
        (i) => `     10 Billed Duration: ${Math.round(9000 / (i + 1))} ms`,
        'faas invoke resize --log | grep -o "Billed Duration: .*" | sort | uniq -c',
      ),
      'by its field': sized(
        (i) => `${(9 / (i + 1)).toFixed(6)}`,
        "curl -so /dev/null -w '%{time_total}' https://resize.acme.test/",
      ),
    },
  );
  row('one value of a service is set, and nothing but how long that took differs', 's12', {
    'the answer': sized((i) => `status: unhealthy\nDuration: ${i + 3} ms`, 'faas health resize'),
  });
  row('a shell that a tool keeps open', 'quiet', {
    'a debugger': each(12, (tools, i) =>
      i === 0
        ? tools.run('gdb -x a.gdb', 'ready')
        : other('debug_step', { action: 'next' }, `> app.py(${12 + i}): ${word(i)}`),
    ),
  });

  it('the verdict says that only numbers differed', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(6, (i) => bash('./roll', `rolled ${jitter(i)}`));
    const stalled = verdictsOf(story).find(({ level }) => level === 'stalled');
    assert.equal(
      stalled?.reason,
      'The results of the same call differed only in numbers in 6 steps, with nothing changed in between (limit 6).',
    );
    assert.deepEqual(stalled.evidence.calls, [0, 1, 2, 3, 4, 5]);
  });
});
