/** The thresholds panel: scope and agent, the preset, its thresholds in groups, and the other presets folded away. */
import {
  isPreset,
  presets,
  thresholdKeys,
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
import { el, placeChildren, setText, show } from '../ui/dom.js';
import { choiceField } from '../ui/toolkit-fields.js';
import { Heading, isGrouped, PresetSection } from './heading.js';
import { ofPreset, WhatIfLine } from './outcome.js';
import { ThresholdRow } from './threshold-row.js';
import { PanelWords } from './panel-words.js';

/** What the panel remembers while it is hidden. */
export interface SavedPanel {
  scope: Scope;
  agent?: string;
}

export interface PanelHost {
  post(message: FromPanel): void;
  save(state: SavedPanel): void;
}

/** The choice “all agents”: no agent's id contains a space. */
const ALL_AGENTS = 'all agents';

/** A draft is tried once the person has stopped typing for this long (milliseconds). */
const TRY_DELAY_MS = 120;

export class Panel {
  private readonly host: PanelHost;
  private readonly words = new PanelWords();
  private readonly heading: Heading;
  private readonly whatIf = new WhatIfLine();
  private readonly agent = choiceField((id) => {
    this.host.post({ type: 'agent', ...(id === ALL_AGENTS ? {} : { agent: id }) });
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
  private readonly sections = new Map<Preset, PresetSection>();
  private readonly notice = el('p', 'notice');
  private readonly noticeText = el('span');
  private readonly undo = el('button', 'link');
  private state: ThresholdsState | undefined;
  private answer: WhatIfAnswer | undefined;
  private scope: Scope;
  /** The draft that the host has computed last. */
  private triedDraft: Draft | undefined;
  private tryTimer = 0;

  constructor(root: HTMLElement, host: PanelHost, saved: SavedPanel) {
    this.host = host;
    this.scope = saved.scope;
    this.heading = new Heading({
      scope: (scope) => {
        this.scope = scope;
        this.save();
        this.draw();
      },
      resetAll: () => {
        host.post({ type: 'reset-all', scope: this.scope, ...this.chosenAgent });
      },
      openSettings: () => {
        host.post({ type: 'open-settings' });
      },
    });
    this.notice.setAttribute('role', 'status');
    this.notice.append(this.noticeText, this.undo);
    this.undo.addEventListener('click', () => {
      host.post({ type: 'undo' });
      // the button goes: who used it by keyboard is back at the values
      this.body.tabIndex = -1;
      this.body.focus();
      show(this.notice, false);
    });
    this.presetReset.addEventListener('click', () => {
      host.post({ type: 'preset', scope: this.scope });
    });
    for (const key of thresholdKeys) {
      this.rows.set(
        key,
        new ThresholdRow(key, isGrouped(key) ? 'h4' : 'h3', {
          draft: (of, value) => {
            this.tryDraft(value === undefined ? undefined : { key: of, value });
            this.rows.get(of)?.showOutcome(this.answer);
          },
          save: (of, value) => {
            host.post({
              type: 'set',
              scope: this.scope,
              ...this.chosenAgent,
              key: of,
              ...(value === undefined ? {} : { value }),
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
      this.sections.set(preset, new PresetSection(preset, this.rows));
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
        this.save();
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
        { id: ALL_AGENTS, text: words.get('panel.agent.all') },
        ...state.agents.map(({ id, name }) => ({ id, text: name })),
      ],
      state.agent ?? ALL_AGENTS,
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
    // the preset in force comes first, the others keep their order
    placeChildren(
      this.list,
      [...this.sections]
        .sort(([one], [other]) => Number(other === inForce) - Number(one === inForce))
        .map(([, { element }]) => element),
    );
    const context = { words, scope, agent: state.agent };
    for (const each of state.thresholds) {
      this.rows.get(each.key)?.show(context, each);
    }
    for (const section of this.sections.values()) {
      section.show(words, inForce);
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
    const { inForce } = state.preset;
    for (const [preset, section] of this.sections) {
      section.showOutcome(
        preset === inForce ? undefined : ofPreset(words, answer, preset, inForce),
      );
    }
  }

  /** Undefined: nothing is being edited. */
  private tryDraft(draft: Draft | undefined): void {
    clearTimeout(this.tryTimer);
    if (draft === undefined && this.triedDraft === undefined) {
      return;
    }
    this.tryTimer = window.setTimeout(() => {
      this.triedDraft = draft;
      this.host.post({ type: 'try', ...(draft === undefined ? {} : { draft }) });
    }, TRY_DELAY_MS);
  }

  /** What messages say about the chosen agent; empty for all agents. */
  private get chosenAgent(): { agent?: string } {
    const agent = this.state?.agent;
    return agent === undefined ? {} : { agent };
  }

  private save(): void {
    this.host.save({ scope: this.scope, ...this.chosenAgent });
  }
}
