/** Runs one case of the table: the same sequence with every toolset and in several shapes of the log. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/events.js';
import type { VerdictKind } from '../../../src/core/detect/detector.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { fewerIn } from '../../tier.js';
import { isToldIn, newJudge } from '../support/judging.js';
import { present } from '../support/present.js';
import { Story, type Act } from '../support/story.js';
import { toolsets, type Toolset } from './toolsets.js';

/** A log without response ids: only the model's words, different each time, separate the steps. */
class Talking extends Story {
  private said = 0;
  override step(...acts: Act[]): this {
    this.said += 1;
    return this.say(
      `${['Let me look at this', 'Now I will try', 'Hm, perhaps', 'Next'][this.said % 4]} (${this.said * 37}).`,
    ).respond(undefined, ...acts);
  }
}

/** A log with neither response ids nor words. */
class Bare extends Story {
  override step(...acts: Act[]): this {
    return this.respond(undefined, ...acts);
  }
}

/** A session whose agent says when a step is over. */
class Explicit extends Story {
  override start(more: Parameters<Story['start']>[0] = {}): this {
    return super.start({ ...more, steps: 'explicit' });
  }
  override step(...acts: Act[]): this {
    return super.step(...acts).stepEnd();
  }
}

/** A log with timestamps some seconds apart. */
class Timed extends Story {
  override clock: number | undefined = Date.UTC(2026, 10, 21, 10);
  override call(...args: Parameters<Story['call']>): string {
    this.after(4000);
    return super.call(...args);
  }
}

export const shapes: Record<string, new () => Story> = {
  'with response ids': Story,
  'with words and no ids': Talking,
  bare: Bare,
  'with explicit steps': Explicit,
  'with times': Timed,
};

export type Scene = (tools: Toolset, story: Story) => unknown;

interface Expectation {
  kind?: VerdictKind;
  watch?: number;
  stalled?: number;
  by?: number;
}

/**
 * `quiet`; `watch at most`; `watch by 6`: there or before, whatever comes later; `loop w3 s4`: the 1-based calls of the first `watch` and the first `stalled`; `loop at 4` or `s4`:
 * `stalled` there, an earlier `watch` is allowed; `loop by 6`: `stalled` there or before.
 */
function expectation(text: string): Expectation {
  const [, kind, watch, stalled, at, by] =
    /^(?:([a-z-]+) )??(?:w(\d+) )?(?:s(\d+)|at (\d+)|by (\d+))$/.exec(text) ?? [];
  const number = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits);
  return present({
    kind: isKind(kind) ? kind : undefined,
    watch: number(watch),
    stalled: number(stalled ?? at),
    by: number(by),
  });
}

function isKind(text: string | undefined): text is VerdictKind {
  const kinds: readonly string[] = [
    'loop',
    'error-loop',
    'oscillation',
    'no-progress',
    'monologue',
    'condensation',
    'hops',
    'silence',
    'hung-call',
    'wait',
    'degenerate',
    'turns',
    'fan-out',
    'limit',
  ] satisfies VerdictKind[];
  return text !== undefined && kinds.includes(text);
}

const firstOf = (verdicts: readonly Verdict[], level: Verdict['level']): Verdict | undefined =>
  verdicts.find((verdict) => verdict.level === level);

/** What came first of each level, as the table writes it. */
export function told(verdicts: readonly Verdict[]): string {
  const [watch, stalled] = [firstOf(verdicts, 'watch'), firstOf(verdicts, 'stalled')];
  const one = (letter: string, verdict: Verdict | undefined): string[] =>
    verdict === undefined
      ? []
      : [`${letter}${verdict.call + 1} (${verdict.kind}, ${verdict.detector})`];
  return [...one('w', watch), ...one('s', stalled)].join(' ') || 'quiet';
}

export function fits(verdicts: readonly Verdict[], expected: string): boolean {
  const [watch, stalled] = [firstOf(verdicts, 'watch'), firstOf(verdicts, 'stalled')];
  if (expected === 'quiet') {
    return watch === undefined && stalled === undefined;
  }
  if (expected === 'watch at most') {
    return stalled === undefined;
  }
  const warned = /^watch by (\d+)$/.exec(expected)?.[1];
  if (warned !== undefined) {
    return watch !== undefined && watch.call < Number(warned);
  }
  const wanted = expectation(expected);
  assert.ok(wanted.stalled !== undefined || wanted.by !== undefined, `unreadable: ${expected}`);
  if (stalled === undefined || (wanted.kind !== undefined && stalled.kind !== wanted.kind)) {
    return false;
  }
  if (
    wanted.watch !== undefined &&
    (watch?.call !== wanted.watch - 1 || (wanted.kind !== undefined && watch.kind !== wanted.kind))
  ) {
    return false;
  }
  return wanted.stalled === undefined
    ? stalled.call < (wanted.by ?? 0)
    : stalled.call === wanted.stalled - 1;
}

export function verdictsOf(story: Story): Verdict[] {
  const judge = newJudge();
  return story.events.flatMap((event) => judge.push(event).verdicts);
}

/** The tools of every agent. */
export function freshTools(): { who: string; tools: Toolset }[] {
  return Object.entries(toolsets)
    .filter(([who]) => isToldIn(who))
    .map(([who, make]) => ({ who, tools: make() }));
}

/**
 * Runs with every toolset (a few of them guard every change), in one shape of the log each; names all that differ from the expectation.
 * @param number chooses the shapes, and the few
 */
function holds(expected: string, scene: Scene, number: number): void {
  const differing = new Map<string, string[]>();
  const all = Object.entries(shapes);
  const every = freshTools();
  const tellings = every.filter((_, i) => (i + number) % every.length < fewerIn(every.length));
  for (const [i, { who, tools }] of tellings.entries()) {
    const [shape, Shape] = all[(i + number) % all.length] ?? ['with response ids', Story];
    const story = new Shape().start().turn();
    scene(tools, story);
    const verdicts = verdictsOf(story);
    if (!fits(verdicts, expected)) {
      differing.set(told(verdicts), [...(differing.get(told(verdicts)) ?? []), `${who}, ${shape}`]);
    }
  }
  const found = [...differing].map(
    ([got, who]) => `\n      ${got}: ${who.length} of ${tellings.length}: ${who.join('; ')}`,
  );
  if (differing.size > 0) {
    assert.fail(`expected ${expected}, got${found.join('')}`);
  }
}

/** Lines of code, different for every number. */
export function source(seed: number | string, lines = 12): string {
  return Array.from(
    { length: lines },
    (_, i) =>
      [
        `export function part${seed}_${i}(input: string): number {`,
        `  return input.length * ${i + 3} + lookup("${seed}", ${i});`,
        '}',
      ][i % 3],
  ).join('\n');
}

export const words = [
  'cache',
  'index',
  'parser',
  'queue',
  'socket',
  'timer',
  'buffer',
  'router',
  'ledger',
  'widget',
  'mirror',
  'beacon',
  'anchor',
  'signal',
  'filter',
  'cursor',
  'packet',
  'thread',
  'module',
  'vector',
];
/** Twenty words in turn. */
export const word = (i: number): string => words[i % words.length] ?? 'word';

/** A call of a tool that no toolset here has. */
export const other = (
  tool: string,
  input: JsonObject,
  output: string,
  more: Partial<Act> = {},
): Act => ({ tool, input, output, ...more });
export const times =
  (n: number, act: (i: number) => Act | Act[]): Scene =>
  (_, story) => {
    story.repeat(n, act);
  };
export const each =
  (n: number, act: (tools: Toolset, i: number) => Act | Act[]): Scene =>
  (tools, story) => {
    story.repeat(n, (i) => act(tools, i));
  };

/** The same acts once more in each round, a step each. */
export const rounds =
  (n: number, acts: (tools: Toolset, i: number) => readonly Act[]): Scene =>
  (tools, story) => {
    for (let i = 0; i < n; i++) {
      for (const act of acts(tools, i)) {
        story.step(act);
      }
    }
  };
/** In a turn of its own, for which a person asked. */
export const asked =
  (prompt: string, scene: Scene): Scene =>
  (tools, story) => {
    story.end().turn(prompt);
    scene(tools, story);
  };

/** What is done, then what is looked at, in turn. */
export const alternate = (
  count: number,
  act: (tools: Toolset, i: number) => Act,
  look: (tools: Toolset, i: number) => Act,
): Scene =>
  each(2 * count, (tools, i) => (i % 2 === 0 ? act(tools, i / 2) : look(tools, (i - 1) / 2)));

/** Scenes so far: each is told in other shapes of the log. */
let scenes = 0;

/** One row of the table, in several variants. */
export function row(name: string, expected: string, variants: Record<string, Scene>): void {
  describe(`${name}: ${expected}`, () => {
    for (const [variant, scene] of Object.entries(variants)) {
      const number = (scenes += 1);
      it(variant, () => holds(expected, scene, number));
    }
  });
}
