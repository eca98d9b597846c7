/** The thresholds panel: scope and agent, the preset, its thresholds in groups, and the other presets folded away. */
import { thresholdGroups } from '../../src/core/thresholds/texts.js';
import {
  isPreset,
  presets,
  thresholdKeys,
  thresholdSpecs,
  type Preset,
  type ThresholdKey,
} from '../../src/core/thresholds/thresholds.js';
import type {
  Draft,
  FromPanel,
  Scope,
  ThresholdsState,
  ToPanel,
  WhatIfAnswer,
} from '../../src/protocol/thresholds.js';
import { el, placeChildren, setAttribute, setText, show } from '../ui/dom.js';
import { choiceField } from '../ui/toolkit-fields.js';
import { Heading } from './heading.js';
import { ofPreset } from './outcome.js';
import { ThresholdRow } from './row.js';
import { WhatIfLine } from './what-if-line.js';
import { PanelWords } from './words.js';

export interface Saved {
  agent?: string;
  scope: Scope;
}

export interface PanelHost {
  post(message: FromPanel): void;
  save(state: Saved): void;
}

/** Stands for all agents: no agent's id holds a space. */
const ALL = 'all agents';

/** A draft is tried once the person has paused for so long (milliseconds). */
const TRY_AFTER_MS = 120;

interface PresetPart {
  element: HTMLDetailsElement;
  title: HTMLElement;
  outcome: HTMLElement;
  meaning: HTMLElement;
  headings: { element: HTMLElement; text: () => string }[];
}

export class Panel {
  private readonly host: PanelHost;
  private readonly words = new PanelWords();
  private readonly heading: Heading;
  private readonly whatIf = new WhatIfLine();
  private readonly agent = choiceField((id) => {
    this.host.post({ type: 'agent', agent: id === ALL ? undefined : id });
  });
  private readonly agentLabel = el('h2', 'label');
  private readonly agentText = el('p', 'meaning');
  private readonly preset = choiceField((id) => {
    if (isPreset(id)) {
      this.host.post({ type: 'preset', scope: this.scope, preset: id });
    }
  });
  private readonly presetLabel = el('h2', 'label');
  private readonly presetMeaning = el('p', 'meaning');
  private readonly presetReset = el('button', 'link');
  private readonly body = el('div', 'settings');
  private readonly list = el('div', 'presets');
  private readonly rows = new Map<ThresholdKey, ThresholdRow>();
  private readonly parts = new Map<Preset, PresetPart>();
  private readonly notice = el('p', 'notice');
  private readonly noticeText = el('span');
  private readonly undo = el('button', 'link');
  private state: ThresholdsState | undefined;
  private answer: WhatIfAnswer | undefined;
  private scope: Scope;
  private tried: Draft | undefined;
  private timer = 0;

  constructor(root: HTMLElement, host: PanelHost, saved: Saved) {
    this.host = host;
    this.scope = saved.scope;
    this.heading = new Heading({
      scope: (scope) => {
        this.scope = scope;
        this.remember();
        this.draw();
      },
      resetAll: () => {
        host.post({ type: 'reset-all', scope: this.scope, agent: this.state?.agent });
      },
      openSettings: () => {
        host.post({ type: 'open-settings' });
      },
    });
    this.notice.setAttribute('role', 'status');
    this.notice.append(this.noticeText, this.undo);
    this.undo.addEventListener('click', () => {
      host.post({ type: 'undo' });
      show(this.notice, false);
    });
    this.presetReset.addEventListener('click', () => {
      host.post({ type: 'preset', scope: this.scope });
    });
    for (const key of thresholdKeys) {
      this.rows.set(
        key,
        new ThresholdRow(key, groupIds.some((group) => isIn(group, key)) ? 'h4' : 'h3', {
          draft: (of, value) => {
            this.try(value === undefined ? undefined : { key: of, value });
            this.rows.get(of)?.showOutcome(this.answer);
          },
          save: (of, value) => {
            host.post({
              type: 'set',
              scope: this.scope,
              agent: this.state?.agent,
              key: of,
              value,
            });
          },
          forget: (of) => {
            if (this.state?.agent !== undefined) {
              host.post({ type: 'forget', agent: this.state.agent, key: of });
            }
          },
        }),
      );
    }
    for (const preset of presets) {
      this.parts.set(preset, this.part(preset));
    }
    this.body.id = 'settings';
    this.body.setAttribute('role', 'tabpanel');
    this.body.append(
      el(
        'div',
        'choices',
        el(
          'section',
          'choice',
          this.presetLabel,
          this.preset.element,
          this.presetReset,
          this.presetMeaning,
        ),
        el('section', 'choice', this.agentLabel, this.agent.element, this.agentText),
      ),
      this.whatIf.element,
      this.list,
    );
    show(this.notice, false);
    root.append(this.heading.element, this.notice, this.body);
    root.hidden = true;
  }

  receive(message: ToPanel, root: HTMLElement): void {
    switch (message.type) {
      case 'texts':
        this.words.set(message.texts);
        return;
      case 'state':
        this.state = message.state;
        if (!message.state.hasWorkspace) {
          this.scope = 'user';
        }
        root.hidden = false;
        this.remember();
        this.draw();
        return;
      case 'what-if':
        this.answer = message.answer;
        this.drawOutcomes();
        return;
      case 'notice':
        setText(this.noticeText, this.words.get(message.text, message.params));
        setText(this.undo, this.words.get('panel.undo'));
        show(this.undo, message.undo);
        show(this.notice, true);
        return;
    }
  }

  private draw(): void {
    const [state, words, scope] = [this.state, this.words, this.scope];
    if (state === undefined) {
      return;
    }
    const { inForce } = state.preset;
    this.heading.show(words, state, scope);
    this.body.setAttribute('aria-labelledby', `scope-${scope}`);
    setText(this.agentLabel, words.get('panel.agent'));
    this.agent.setLabel(words.get('panel.agent'));
    this.agent.setChoices(
      [
        { id: ALL, text: words.get('panel.agent.all') },
        ...state.agents.map(({ id, name }) => ({ id, text: name })),
      ],
      state.agent ?? ALL,
    );
    setText(this.agentText, state.agent === undefined ? '' : words.get('panel.agent.text'));
    setText(this.presetLabel, words.get('panel.preset'));
    this.preset.setChoices(
      presets.map((id) => ({ id, text: words.preset(id) })),
      state.preset[scope] ??
        (scope === 'workspace' ? state.preset.user : undefined) ??
        (scope === 'user' ? 'balanced' : inForce),
    );
    this.preset.setLabel(words.get('panel.preset'));
    const note = state.agent === undefined ? '' : words.get('panel.preset.all');
    setText(this.presetMeaning, [words.presetMeaning(inForce), note].join(' ').trim());
    setText(this.presetReset, words.get('panel.preset.reset'));
    show(this.presetReset, state.preset[scope] !== undefined);
    // the one in force stands first, the others in their order
    placeChildren(
      this.list,
      [...this.parts]
        .sort(([one], [other]) => Number(other === inForce) - Number(one === inForce))
        .map(([, { element }]) => element),
    );
    const context = { words, scope, agent: state.agent };
    for (const each of state.thresholds) {
      this.rows.get(each.key)?.show(context, each);
    }
    for (const [preset, part] of this.parts) {
      const isInForce = preset === inForce;
      if (part.element.dataset['inForce'] !== String(isInForce)) {
        part.element.dataset['inForce'] = String(isInForce);
        part.element.open = isInForce;
      }
      setText(
        part.title,
        isInForce
          ? words.get('panel.presetInForce', { preset: words.preset(preset) })
          : words.preset(preset),
      );
      setText(
        part.meaning,
        isInForce ? '' : `${words.presetMeaning(preset)} ${words.get('panel.notInForce')}`,
      );
      for (const { element, text } of part.headings) {
        setText(element, text());
      }
    }
    this.drawOutcomes();
  }

  private drawOutcomes(): void {
    const [state, words, answer] = [this.state, this.words, this.answer];
    if (state === undefined) {
      return;
    }
    this.whatIf.show(words, answer, state.preset.inForce);
    for (const row of this.rows.values()) {
      row.showOutcome(answer);
    }
    for (const [preset, { outcome }] of this.parts) {
      const found =
        preset === state.preset.inForce
          ? undefined
          : ofPreset(words, answer, preset, state.preset.inForce);
      setText(outcome, found?.text ?? '');
      setAttribute(outcome, 'data-tone', found?.tone);
    }
  }

  private try(draft: Draft | undefined): void {
    clearTimeout(this.timer);
    if (draft === undefined && this.tried === undefined) {
      return;
    }
    this.timer = window.setTimeout(() => {
      this.tried = draft;
      this.host.post({ type: 'try', draft });
    }, TRY_AFTER_MS);
  }

  private remember(): void {
    this.host.save({ scope: this.scope, agent: this.state?.agent });
  }

  private part(preset: Preset): PresetPart {
    const [title, outcome, meaning] = [
      el('h2', 'preset-title'),
      el('span', 'outcome'),
      el('p', 'meaning'),
    ];
    const element = el('details', 'preset', el('summary', 'preset-head', title, outcome), meaning);
    const headings: PresetPart['headings'] = [];
    const ofPresetKeys = thresholdKeys.filter((key) => thresholdSpecs[key].preset === preset);
    for (const group of groupIds) {
      const keys = ofPresetKeys.filter((key) => isIn(group, key));
      if (keys.length === 0) {
        continue;
      }
      const heading = el('h3', 'group');
      headings.push({ element: heading, text: () => this.words.group(group) });
      element.append(heading, this.rowsOf(keys));
    }
    const rest = ofPresetKeys.filter((key) => !groupIds.some((group) => isIn(group, key)));
    if (rest.length > 0) {
      element.append(this.rowsOf(rest));
    }
    return { element, title, outcome, meaning, headings };
  }

  private rowsOf(keys: readonly ThresholdKey[]): HTMLElement {
    return el('ul', 'rows', ...keys.flatMap((key) => this.rows.get(key)?.element ?? []));
  }
}

const groupIds = [
  'loops',
  'progress',
  'edits',
  'context',
] as const satisfies readonly (keyof typeof thresholdGroups)[];

function isIn(group: (typeof groupIds)[number], key: ThresholdKey): boolean {
  return thresholdGroups[group].keys.some((each) => each === key);
}
