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
  kind: 'detector' | 'worth rule';
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
    this.matters.add(keyOf({ kind: 'detector', name: finding.detector }));
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

/** The detectors of the preset and the worth rules, but for the last rule, which decides what no other does. */
export function listParts(preset: Preset): Part[] {
  return [
    ...detectors[preset].map(({ id }): Part => ({
      kind: 'detector',
      name: id,
      leftOut: { finding: ({ detector }) => detector === id },
    })),
    ...worthRules.slice(0, -1).map(({ id }): Part => ({
      kind: 'worth rule',
      name: id,
      leftOut: { worthRules: rulesWithout(id) },
    })),
  ];
}

/** Those that had a say. */
export function partsFor(preset: Preset, { matters }: Uses): Part[] {
  return listParts(preset).filter((part) => matters.has(keyOf(part)));
}

function rulesWithout(id: string): typeof worthRules {
  return worthRules.filter((rule) => rule.id !== id);
}
