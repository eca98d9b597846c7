/** The few DOM operations of the pages. Strings are only ever inserted as text, and unchanged values are not written again. */

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

/** Sets a style property through the CSSOM: the content security policy forbids style attributes. */
export function setStyle(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) {
    element.style.setProperty(name, value);
  }
}

/** Makes `children` the children of `parent`. Nodes that keep their order are not moved, so that focus survives. */
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
