/** The panel's head: its title, and the tabs that choose which settings changes are written to. */
import type { Scope, ThresholdsState } from '../../src/protocol/thresholds.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { PanelWords } from './panel-words.js';

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
