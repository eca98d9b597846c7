/** The parts of the detection that can be left out, and where each of them has a say. */
import { detectors } from '../../src/core/detect/index.js';
import type { Finding } from '../../src/core/detect/detector.js';
import { judgeCall, worthRules } from '../../src/core/evidence/worth-rules.js';
import type { LeftOut } from '../../src/core/judge.js';
import type { FindingListener } from '../../src/core/session-judge.js';
import type { Preset } from '../../src/core/thresholds/thresholds.js';
import type { TurnFactListener } from '../../src/core/turns/turn-fact.js';

/** Something that can be left out. */
export interface Part {
  kind: 'detector' | 'sentence' | 'worth rule';
  name: string;
  leftOut: LeftOut;
}

export const keyOf = ({ kind, name }: Pick<Part, 'kind' | 'name'>): string => `${kind} ${name}`;

export const sentenceOf = ({ detector, what }: Pick<Finding, 'detector' | 'what'>): string =>
  `${detector}: ${what.id.replace(/^verdict\./, '')}`;

/** Listens while something is judged: judging again is only needed without the parts that had a say. */
export class Uses {
  /** Keys of the parts without which it can come out differently. */
  readonly matters = new Set<string>();
  /** By key of a worth rule, the calls that it decided. */
  readonly decided = new Map<string, number>();

  readonly onFinding: FindingListener = (_session, finding) => {
    this.matters
      .add(keyOf({ kind: 'detector', name: finding.detector }))
      .add(keyOf({ kind: 'sentence', name: sentenceOf(finding) }));
  };

  readonly onFact: TurnFactListener = (_session, fact) => {
    if (fact.kind !== 'step-end') {
      return;
    }
    for (const { rule, worth, note, evidence } of fact.step.values) {
      const key = keyOf({ kind: 'worth rule', name: rule });
      this.decided.set(key, (this.decided.get(key) ?? 0) + 1);
      const other = this.matters.has(key) ? undefined : judgeCall(evidence, rulesWithout(rule));
      if (other !== undefined && (other.worth !== worth || other.note?.id !== note?.id)) {
        this.matters.add(key);
      }
    }
  };
}

/** All detectors of the preset, those of their sentences that had a say if there is more than one, and the worth rules. */
export function partsOf(preset: Preset, uses: readonly Uses[]): Part[] {
  const said = [...new Set(uses.flatMap(({ matters }) => [...matters]))].flatMap((key) =>
    key.startsWith('sentence ') ? [key.slice('sentence '.length)] : [],
  );
  return [
    ...detectors[preset].flatMap(({ id }): Part[] => {
      const sentences = said.filter((name) => name.startsWith(`${id}: `)).sort();
      return [
        { kind: 'detector', name: id, leftOut: { finding: ({ detector }) => detector === id } },
        ...(sentences.length < 2 ? [] : sentences).map((name): Part => ({
          kind: 'sentence',
          name,
          leftOut: { finding: (finding) => sentenceOf(finding) === name },
        })),
      ];
    }),
    ...worthRules.slice(0, -1).map(({ id }): Part => ({
      kind: 'worth rule',
      name: id,
      leftOut: { worthRules: rulesWithout(id) },
    })),
  ];
}

function rulesWithout(id: string): typeof worthRules {
  return worthRules.filter((rule) => rule.id !== id);
}
