/** Prints how many of the ideas were right, by clothing and by idea. */
import { aligned, list } from '../table.js';
import { isStall, type IdeaResult, type Sight } from './judge.js';

type Kind = 'circles' | 'honest work';
const kinds: readonly Kind[] = ['circles', 'honest work'];
const kindOf = ({ idea }: IdeaResult): Kind => (isStall(idea) ? 'circles' : 'honest work');

/** One line for each clothing: what was right of the circles and of the honest work. */
export function firstSightTable(results: readonly IdeaResult[]): string[] {
  const row = (name: string, wanted: (sight: Sight) => boolean): string[] => {
    const [circles, honest] = kinds.map((kind) =>
      results
        .filter((each) => kindOf(each) === kind)
        .flatMap(({ sights }) => sights.filter(wanted)),
    );
    return [
      name,
      count(circles, 'right'),
      ...(['missed', 'too late', 'too early'] as const).map((outcome) => plain(circles, outcome)),
      count(honest, 'right'),
      ...(['alarmed', 'warned'] as const).map((outcome) => plain(honest, outcome)),
    ];
  };
  const names = [
    ...new Set(results.flatMap(({ sights }) => sights.map(({ clothing }) => clothing))),
  ];
  return list(
    'first-sight cases: ideas that no rule was made for, in each of several clothes',
    aligned([
      [
        'clothing',
        'circles right',
        'missed',
        'too late',
        'too early',
        'honest right',
        'alarmed',
        'warned',
      ],
      ...names.map((name) => row(name, ({ clothing }) => clothing === name)),
      row('all', () => true),
    ]),
  );
}

function count(sights: readonly Sight[] = [], outcome: Sight['outcome']): string {
  return `${plain(sights, outcome)}/${sights.length}`;
}

function plain(sights: readonly Sight[] = [], outcome: Sight['outcome']): string {
  return String(sights.filter((sight) => sight.outcome === outcome).length);
}

/** Each idea that was not right in all clothes, with the verdicts it got and the clothes in which it got them. */
export function firstSightFailures(results: readonly IdeaResult[]): string[] {
  return kinds.flatMap((kind) =>
    list(
      `${kind}: not right in all clothes`,
      results
        .filter((each) => kindOf(each) === kind)
        .filter(({ sights }) => sights.some(({ outcome }) => outcome !== 'right'))
        .flatMap(describeIdea),
    ),
  );
}

function describeIdea({ idea: { name, expected, why }, sights }: IdeaResult): string[] {
  const wanted =
    typeof expected === 'object' ? `stalled at calls ${expected.from} to ${expected.to}` : expected;
  const got = new Map<string, string[]>();
  for (const { outcome, got: what, clothing } of sights) {
    const key = `${outcome}: ${what}`;
    if (outcome !== 'right') {
      got.set(key, [...(got.get(key) ?? []), clothing]);
    }
  }
  return [
    `${name}: ${count(sights, 'right')} right; expected ${wanted}: ${why}`,
    ...[...got].map(([what, clothes]) => `    ${what} (${clothes.join('; ')})`),
  ];
}
