/** An agent that does not tell what its calls print: what they found is unknown, the rest counts. */
import assert from 'node:assert/strict';
import { edit, Story, type Act } from '../support/story.js';
import { present } from '../support/present.js';
import { newJudge } from '../support/judging.js';
import type { TurnEvent } from '../../../src/core/events.js';

const kinds = (acts: readonly (Act | Act[])[], isTold: boolean): string[] => {
  const story = new Story().start().turn('Fix the failing test');
  for (const act of acts) {
    story.step(...[act].flat());
  }
  const judge = newJudge({ set: {} });
  return story
    .end()
    .events.map((event): TurnEvent => {
      if (event.type !== 'tool.result' || isTold || event.output !== '') {
        return event;
      }
      const { v, type, session, call, ok, exitCode } = event;
      return { v, type, session, call, ok, ...present({ exitCode }) };
    })
    .flatMap((event) => judge.push(event).verdicts)
    .filter(({ level }) => level === 'stalled')
    .map(({ kind }) => kind);
};
const look = (i: number): Act => ({
  tool: 'read_file',
  class: 'read',
  input: { filePath: `/w/src/f${i}.ts`, startLine: 1, endLine: 60 },
  output: '',
});
const run = (command: string, more: Partial<Act> = {}): Act => ({
  tool: 'run_in_terminal',
  class: 'shell',
  input: { command },
  output: '',
  ...more,
});
const times = (count: number, act: (i: number) => Act): Act[] =>
  Array.from({ length: count }, (_, i) => act(i));

describe('calls whose outputs nobody tells', () => {
  it('are no stall for that, where empty ones are', () => {
    const acts = [run('ls src', { output: 'f0.ts\nf1.ts' }), ...times(40, look)];
    assert.deepEqual(kinds(acts, true), ['no-progress']);
    assert.deepEqual(kinds(acts, false), []);
  });

  it('may be repeated twice as often as told ones before they are one', () => {
    const again = (count: number): Act[] => [
      run('ls src', { output: 'f0.ts' }),
      ...times(count, () => run('make report')),
    ];
    assert.deepEqual(kinds(again(5), true), ['loop']);
    assert.deepEqual(kinds(again(5), false), []);
    assert.deepEqual(kinds(again(6), false), ['loop']);
  });

  it('are no equal rounds after three', () => {
    const rounds = [
      run('ls src', { output: 'f0.ts' }),
      ...times(6, (i) => run(i % 2 === 0 ? 'make report' : 'make list')),
    ];
    assert.deepEqual(kinds(rounds, true), ['loop']);
    assert.deepEqual(kinds(rounds, false), []);
  });

  it('are one where the same call comes again and again, or fails', () => {
    assert.deepEqual(
      kinds(
        times(8, () => look(1)),
        false,
      ),
      ['loop'],
    );
    const failures = times(8, () => run('make check', { exitCode: 2 }));
    assert.deepEqual(kinds(failures, false), kinds(failures, true));
    assert.equal(kinds(failures, false).length, 1);
  });

  it('complain of nothing where only that they failed is told', () => {
    const failures = (told: string): Act[] =>
      times(16, (i) =>
        i % 2 === 0
          ? edit('/w/build.mk', `limit = ${i}`, `limit = ${i + 2}`)
          : run(`make part${i}`, { output: told, ok: false }),
      );
    assert.deepEqual(kinds(failures('ERROR: no space left on the disk'), true), ['no-progress']);
    assert.deepEqual(kinds(failures('Exit code 2'), true), []);
    assert.deepEqual(kinds(failures('failed'), true), []);
  });
});
