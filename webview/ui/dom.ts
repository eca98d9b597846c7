/** The few DOM operations of the page. Text only ever goes in as text, and nothing is written that is already there. */

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className?: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== undefined) {
    element.className = className;
  }
  element.append(...children);
  return element;
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** `undefined` removes the attribute. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (element.hasAttribute(name)) {
      element.removeAttribute(name);
    }
  } else if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

export function show(element: HTMLElement, shown: boolean): void {
  if (element.hidden === shown) {
    element.hidden = !shown;
  }
}

/** A custom property or a length, through the CSSOM: the policy forbids style attributes. */
export function setStyle(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) {
    element.style.setProperty(name, value);
  }
}

/** Makes `children` the children of `parent`. Nodes that stay are not moved as long as their order stays: focus survives. */
export function placeChildren(parent: Element, children: readonly Element[]): void {
  const wanted = new Set(children);
  for (const child of [...parent.children]) {
    if (!wanted.has(child)) {
      child.remove();
    }
  }
  let cursor = parent.firstElementChild;
  for (const child of children) {
    if (child === cursor) {
      cursor = cursor.nextElementSibling;
    } else {
      parent.insertBefore(child, cursor);
    }
  }
}

/** Nodes by key: what stays is updated in place, what is new is made, the rest goes. */
export class KeyedChildren<Item, View extends { readonly element: HTMLElement }> {
  private views = new Map<string, View>();

  constructor(
    private readonly parent: HTMLElement,
    private readonly make: (item: Item) => View,
    private readonly update: (view: View, item: Item) => void,
  ) {}

  set(items: readonly (readonly [key: string, item: Item])[]): void {
    const next = new Map<string, View>();
    for (const [key, item] of items) {
      const view = this.views.get(key) ?? this.make(item);
      this.update(view, item);
      next.set(key, view);
    }
    this.views = next;
    placeChildren(
      this.parent,
      [...next.values()].map((view) => view.element),
    );
  }

  get(key: string): View | undefined {
    return this.views.get(key);
  }

  all(): Iterable<readonly [string, View]> {
    return this.views;
  }
}
