/** The ⋯ button and its menu. */
import type { PageCommand, PageTextId } from '../../src/protocol.js';
import { el, KeyedChildren, setAttribute, setText, show } from './dom.js';
import { icon } from './icons.js';
import type { Page } from './page.js';
import { toolkitButton } from './toolkit.js';

export interface MenuEntry { command: PageCommand; text: PageTextId; enabled: boolean }

interface EntryView { readonly element: HTMLButtonElement }

export class Menu {
  readonly element = el('div', 'menu-anchor');
  readonly #button = toolkitButton('icon');
  readonly #list = el('div', 'menu');
  readonly #entries: KeyedChildren<MenuEntry, EntryView>;

  constructor(private readonly page: Page) {
    this.#list.setAttribute('role', 'menu');
    this.#list.hidden = true;
    this.#button.setPopup();
    this.#button.setExpanded(false);
    this.#button.element.append(icon('ellipsis'));
    this.element.append(this.#button.element, this.#list);
    this.#entries = new KeyedChildren(this.#list, (entry) => this.#make(entry), (view, entry) => {
      setText(view.element, page.texts.get(entry.text));
      if (view.element.disabled === entry.enabled) { view.element.disabled = !entry.enabled; }
    });
    this.#button.element.addEventListener('click', () => { this.#toggle(this.#list.hidden !== false); });
    this.element.addEventListener('keydown', (event) => { this.#pressed(event); });
    this.element.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && this.element.contains(event.relatedTarget))) { this.#toggle(false); }
    });
  }

  update(entries: readonly MenuEntry[]): void {
    const label = this.page.texts.get('action.more');
    this.#button.setNames(label, label);
    setAttribute(this.#list, 'aria-label', label);
    this.#entries.set(entries.map((entry) => [entry.command, entry]));
  }

  #make({ command }: MenuEntry): EntryView {
    const element = el('button', 'menu-item');
    element.type = 'button';
    element.tabIndex = -1;
    element.setAttribute('role', 'menuitem');
    element.addEventListener('click', () => {
      this.#toggle(false);
      this.#button.element.focus();
      this.page.command(command);
    });
    return { element };
  }

  #toggle(open: boolean): void {
    show(this.#list, open);
    this.#button.setExpanded(open);
    if (open) { this.#items()[0]?.focus(); }
  }

  #items(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll('button')].filter((item) => !item.disabled);
  }

  #pressed(event: KeyboardEvent): void {
    if (this.#list.hidden) { return; }
    const items = this.#items();
    const at = items.findIndex((item) => item === document.activeElement);
    switch (event.key) {
      case 'ArrowDown': items[(at + 1) % items.length]?.focus(); break;
      case 'ArrowUp': items.at(at <= 0 ? -1 : at - 1)?.focus(); break;
      case 'Home': items[0]?.focus(); break;
      case 'End': items.at(-1)?.focus(); break;
      case 'Escape':
        this.#toggle(false);
        this.#button.element.focus();
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
