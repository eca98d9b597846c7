/** The menu that a button opens, with the keys of an ARIA menu. */
import { el, KeyedChildren, setAttribute, setText, show } from './dom.js';
import type { ToolkitButton } from './toolkit.js';

export interface MenuEntry {
  id: string;
  text: string;
  enabled: boolean;
  run: () => void;
}

interface EntryView {
  readonly element: HTMLButtonElement;
  run: () => void;
}

export class Menu {
  private readonly list = el('div', 'menu');
  private readonly entries: KeyedChildren<MenuEntry, EntryView>;

  /** `anchor` contains the button, and will contain the menu. */
  constructor(
    anchor: HTMLElement,
    private readonly button: ToolkitButton,
  ) {
    this.list.setAttribute('role', 'menu');
    this.list.hidden = true;
    anchor.append(this.list);
    this.entries = new KeyedChildren(
      this.list,
      (entry) => this.createItem(entry),
      (view, entry) => {
        view.run = entry.run;
        setText(view.element, entry.text);
        if (view.element.disabled === entry.enabled) {
          view.element.disabled = !entry.enabled;
        }
      },
    );
    anchor.addEventListener('keydown', (event) => {
      this.onKey(event);
    });
    anchor.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && anchor.contains(event.relatedTarget))) {
        this.toggle(false);
      }
    });
  }

  update(label: string, entries: readonly MenuEntry[]): void {
    setAttribute(this.list, 'aria-label', label);
    this.entries.set(entries.map((entry) => [entry.id, entry]));
  }

  toggle(open = this.list.hidden !== false): void {
    show(this.list, open);
    this.button.setExpanded(open);
    if (open) {
      this.items()[0]?.focus();
    }
  }

  private createItem(entry: MenuEntry): EntryView {
    const element = el('button', 'menu-item');
    const view = { element, run: entry.run };
    element.type = 'button';
    element.tabIndex = -1;
    element.setAttribute('role', 'menuitem');
    element.addEventListener('click', () => {
      this.toggle(false);
      this.button.element.focus();
      view.run();
    });
    return view;
  }

  private items(): HTMLButtonElement[] {
    return [...this.list.querySelectorAll('button')].filter((item) => !item.disabled);
  }

  private onKey(event: KeyboardEvent): void {
    if (this.list.hidden) {
      return;
    }
    const items = this.items();
    const at = items.findIndex((item) => item === document.activeElement);
    switch (event.key) {
      case 'ArrowDown':
        items[(at + 1) % items.length]?.focus();
        break;
      case 'ArrowUp':
        items.at(at <= 0 ? -1 : at - 1)?.focus();
        break;
      case 'Home':
        items[0]?.focus();
        break;
      case 'End':
        items.at(-1)?.focus();
        break;
      case 'Escape':
        this.toggle(false);
        this.button.element.focus();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
