/** A list of buttons that is one tab stop: the arrow keys, Home and End move within it. */

export class ArrowKeys {
  private last: HTMLElement | undefined;

  /** `buttons`: which elements of the list; `first`: which of them the Tab key reaches before any was focused. */
  constructor(
    private readonly list: HTMLElement,
    private readonly buttons: string,
    private readonly first: string,
  ) {
    list.addEventListener('focusin', ({ target }) => {
      this.last = this.shown().find((button) => button === target);
      this.refresh();
    });
    list.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.move(event.key)) {
        event.preventDefault();
      }
    });
  }

  /** Call after buttons came or went. */
  refresh(): void {
    const shown = this.shown();
    const stop =
      shown.find((button) => button === this.last) ??
      shown.find((button) => button.matches(this.first)) ??
      shown[0];
    for (const button of shown) {
      button.tabIndex = button === stop ? 0 : -1;
    }
  }

  private shown(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>(this.buttons)].filter(
      (button) => button.closest('[hidden]') === null,
    );
  }

  /** False for a key that means nothing here. */
  private move(key: string): boolean {
    const shown = this.shown();
    const at = shown.findIndex((button) => button === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[key];
    if (to === undefined || at < 0) {
      return false;
    }
    shown[Math.max(0, Math.min(shown.length - 1, to))]?.focus();
    return true;
  }
}
