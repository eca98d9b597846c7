/** The panel's head: its title, and the tabs that choose which settings changes are written to. */
import {
  thresholdKeys,
  thresholdSpecs,
  type Preset,
  type ThresholdGroup,
  type ThresholdKey,
} from '../../src/core/thresholds/thresholds.js';
import type { Scope, ThresholdsState } from '../../src/protocol/thresholds.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { WhatIfOutcome } from './outcome.js';
import type { PanelWords } from './panel-words.js';
import type { ThresholdRow } from './threshold-row.js';

interface HeadingEvents {
  scope(scope: Scope): void;
  resetAll(): void;
  openSettings(): void;
}

const scopes: readonly Scope[] = ['user', 'workspace'];

export class Heading {
  readonly element = el('header', 'heading');
  private readonly title = el('h1');
  private readonly intro = el('p', 'meaning');
  private readonly tabs = el('div', 'tabs');
  private readonly findTab: Record<Scope, HTMLButtonElement> = {
    user: el('button', 'tab'),
    workspace: el('button', 'tab'),
  };
  private readonly resetAll = el('button', 'link');
  private readonly openSettings = el('button', 'link');

  constructor(events: HeadingEvents) {
    this.tabs.setAttribute('role', 'tablist');
    for (const scope of scopes) {
      const tab = this.findTab[scope];
      tab.id = `scope-${scope}`;
      tab.type = 'button';
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', 'settings');
      tab.addEventListener('click', () => events.scope(scope));
    }
    this.tabs.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') {
        return;
      }
      const next = scopes.find(
        (scope) => this.findTab[scope] !== event.target && !this.findTab[scope].disabled,
      );
      if (next === undefined) {
        return;
      }
      events.scope(next);
      this.findTab[next].focus();
    });
    this.resetAll.addEventListener('click', () => events.resetAll());
    this.openSettings.addEventListener('click', () => events.openSettings());
    this.tabs.append(...scopes.map((scope) => this.findTab[scope]));
    this.element.append(
      el(
        'div',
        'heading-line',
        this.title,
        el('div', 'heading-links', this.resetAll, this.openSettings),
      ),
      this.intro,
      this.tabs,
    );
  }

  show(words: PanelWords, state: ThresholdsState, chosen: Scope): void {
    setText(this.title, words.get('panel.title'));
    setText(
      this.intro,
      state.hasWorkspace
        ? words.get('panel.intro')
        : `${words.get('panel.intro')} ${words.get('scope.none')}`,
    );
    setAttribute(this.tabs, 'aria-label', words.get('panel.scope'));
    for (const scope of scopes) {
      const tab = this.findTab[scope];
      setText(tab, words.get(`scope.${scope}`));
      setAttribute(tab, 'aria-selected', String(scope === chosen));
      tab.tabIndex = scope === chosen ? 0 : -1;
    }
    this.findTab.workspace.disabled = !state.hasWorkspace;
    setText(this.resetAll, words.get('panel.resetAll'));
    const resetText = words.get(`panel.resetAll.${chosen}`);
    setAttribute(this.resetAll, 'title', resetText);
    setAttribute(this.resetAll, 'aria-label', resetText);
    show(
      this.resetAll,
      state.thresholds.some((each) => each[chosen] !== undefined),
    );
    setText(this.openSettings, words.get('panel.openSettings'));
  }
}

type GroupId = (typeof groupIds)[number];

const groupIds = [
  'loops',
  'progress',
  'edits',
  'context',
] as const satisfies readonly ThresholdGroup[];

/** A preset with its thresholds in groups. The section of the preset in force is open, the others are folded away. */
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
