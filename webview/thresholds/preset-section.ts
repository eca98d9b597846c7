/** A preset with its thresholds in groups. The section of the preset in force is open, the others are folded away. */
import {
  thresholdKeys,
  thresholdSpecs,
  type Preset,
  type ThresholdGroup,
  type ThresholdKey,
} from '../../src/core/thresholds/thresholds.js';
import { el, setAttribute, setText } from '../ui/dom.js';
import type { WhatIfOutcome } from './outcome.js';
import type { PanelWords } from './panel-words.js';
import type { ThresholdRow } from './threshold-row.js';

type GroupId = (typeof groupIds)[number];

const groupIds = [
  'loops',
  'progress',
  'edits',
  'context',
] as const satisfies readonly ThresholdGroup[];

export class PresetSection {
  readonly element: HTMLDetailsElement;
  private readonly title = el('h2', 'preset-title');
  private readonly outcome = el('span', 'outcome');
  private readonly meaning = el('p', 'meaning');
  private readonly groupHeadings: { group: GroupId; element: HTMLElement }[] = [];

  constructor(
    private readonly preset: Preset,
    rows: ReadonlyMap<ThresholdKey, ThresholdRow>,
  ) {
    this.element = el(
      'details',
      'preset',
      el('summary', 'preset-head', this.title, this.outcome),
      this.meaning,
    );
    const rowList = (keys: readonly ThresholdKey[]): HTMLElement =>
      el('ul', 'rows', ...keys.flatMap((key) => rows.get(key)?.element ?? []));
    const presetKeys = thresholdKeys.filter((key) => thresholdSpecs[key].preset === preset);
    for (const group of groupIds) {
      const keys = presetKeys.filter((key) => thresholdSpecs[key].group === group);
      if (keys.length > 0) {
        const heading = el('h3', 'group');
        this.groupHeadings.push({ group, element: heading });
        this.element.append(heading, rowList(keys));
      }
    }
    const ungrouped = presetKeys.filter((key) => !isGrouped(key));
    if (ungrouped.length > 0) {
      this.element.append(rowList(ungrouped));
    }
  }

  show(words: PanelWords, presetInForce: Preset): void {
    const isInForce = this.preset === presetInForce;
    // opened and closed only when the preset in force changes: in between the person decides
    if (this.element.dataset['inForce'] !== String(isInForce)) {
      this.element.dataset['inForce'] = String(isInForce);
      this.element.open = isInForce;
    }
    const name = words.preset(this.preset);
    setText(this.title, isInForce ? words.get('panel.presetInForce', { preset: name }) : name);
    setText(
      this.meaning,
      isInForce ? '' : `${words.presetMeaning(this.preset)} ${words.get('panel.notInForce')}`,
    );
    for (const { group, element } of this.groupHeadings) {
      setText(element, words.group(group));
    }
  }

  showOutcome(outcome: WhatIfOutcome | undefined): void {
    setText(this.outcome, outcome?.text ?? '');
    setAttribute(this.outcome, 'data-tone', outcome?.tone);
  }
}

/** Whether a threshold is listed under the heading of a group. */
export function isGrouped(key: ThresholdKey): boolean {
  return groupIds.some((group) => thresholdSpecs[key].group === group);
}
