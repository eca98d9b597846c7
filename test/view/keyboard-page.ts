/** What runs inside a page that is walked by keyboard: it finds what a mouse can act on, and tells what has the focus. */

/** Something that a mouse can act on. */
export interface Target {
  id: number;
  name: string;
  /** Equal for what acts in the same way, such as the lines of steps. */
  kind: string;
  /** A field, whose value the keyboard changes by other keys than Enter and Space. */
  isField: boolean;
  /** Chosen already: to choose it changes nothing. */
  isChosen: boolean;
}

export interface Focused {
  id: number;
  name: string;
  mark: 'start' | 'end' | undefined;
  /** The arrow keys lead to others of its kind: those of a list and of a menu, or those of tabs. */
  roves: 'up-down' | 'left-right' | undefined;
  /** Ids of those others. */
  likes: number[];
}

interface WalkedPage {
  /** Puts one mark before and one behind all that the page holds, and focuses the first: a walk has a start and an end. */
  begin: () => void;
  targets: () => Target[];
  /** Undefined: nothing has the focus. */
  focused: () => Focused | undefined;
  /** Elements that looked the same with the focus as without it. */
  unmarked: () => string[];
  element: (id: number) => HTMLElement | undefined;
  /** What the page shows, without what differs between a pointer and the keyboard. */
  shown: () => string;
  /** The name of what has the focus; empty for nothing. */
  focusedName: () => string;
  /** What the page wrote to the clipboard. */
  copied: string[];
}

declare global {
  interface Window {
    walked: WalkedPage;
  }
}

/** Runs before the page's own scripts. */
export function installWalk(): void {
  const acting =
    'a[href], button, input, select, textarea, summary, [contenteditable], vscode-button, vscode-dropdown, vscode-text-field';
  const roles = ['button', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option']
    .concat(['tab', 'checkbox', 'radio', 'switch', 'slider', 'treeitem', 'combobox', 'spinbutton'])
    .map((role) => `[role=${role}]`)
    .join();
  const fields =
    'input:not([type=checkbox]), select, textarea, [role=slider], [role=combobox], vscode-dropdown, vscode-text-field';
  const alike = ['line', 'session', 'past-stall', 'path', 'chip', 'call-line', 'session-fold'];

  const listening = new WeakSet<EventTarget>();
  const add = (name: keyof EventTarget): void => {
    const original: unknown = Reflect.get(EventTarget.prototype, name);
    Reflect.set(
      EventTarget.prototype,
      name,
      function (this: EventTarget, ...given: [type: string, ...unknown[]]) {
        if (/^(?:click|mousedown|mouseup|pointerdown|pointerup)$/.test(given[0])) {
          listening.add(this);
        }
        return typeof original === 'function' && Reflect.apply(original, this, given);
      },
    );
  };
  add('addEventListener');
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: (text: string) => {
        copied.push(text);
        return Promise.resolve();
      },
    },
  });

  const ids = new WeakMap<Element, number>();
  const elements: Element[] = [];
  const lines = new Map<string, number>();
  const idOf = (element: Element): number => {
    const known = ids.get(element);
    if (known !== undefined) {
      return known;
    }
    // a line is drawn anew whenever it comes into view
    const row = element.matches('.line') ? element.closest('.row') : null;
    const key = row?.getAttribute('data-key') ?? undefined;
    const id = (key === undefined ? undefined : lines.get(key)) ?? elements.length;
    elements[id] = element;
    ids.set(element, id);
    if (key !== undefined) {
      lines.set(key, id);
    }
    return id;
  };
  const textOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
  const classOf = (element: Element): string =>
    [element.localName, ...element.classList].filter((name) => name !== 'control').join('.');
  const nameOf = (element: Element): string =>
    `${classOf(element)} “${textOf(element).slice(0, 60)}”`;
  const kindOf = (element: Element): string => {
    const isAlike =
      element.localName === 'vscode-text-field' ||
      alike.some((name) => element.classList.contains(name));
    const row = element.matches('.line') ? element.closest('.row') : null;
    return [
      classOf(element),
      isAlike ? '' : textOf(element).replace(/\d[\d.,]*/g, '0'),
      row?.getAttribute('data-kind') ?? '',
      element.getAttribute('aria-expanded') ?? '',
      element.hasAttribute('data-elsewhere') ? 'elsewhere' : '',
    ].join(' ');
  };

  const isUsable = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 &&
      height > 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled, [disabled], [aria-disabled=true]') &&
      element.closest('[inert]') === null
    );
  };
  /** It has the hand as its pointer, and what it stands in has not. */
  const hasHand = (element: Element): boolean =>
    getComputedStyle(element).cursor === 'pointer' &&
    (element.parentElement === null ||
      getComputedStyle(element.parentElement).cursor !== 'pointer');
  const all = `${acting}, ${roles}`;
  const isTarget = (element: Element): boolean =>
    element.matches(all)
      ? isUsable(element)
      : (listening.has(element) || hasHand(element)) &&
        // where it holds what acts, or stands in it, that is what is to be reached
        element.closest(all) === null &&
        element.querySelector(all) === null &&
        isUsable(element);

  const isVisibleColour = (colour: string): boolean =>
    !/^(?:transparent|rgba\(.*, 0\)|color\(.* \/ 0\))$/.test(colour);
  /** Its outline, borders and shadows, and those of its shadow tree. */
  const look = (element: Element): string =>
    [element, ...(element.shadowRoot?.querySelectorAll('*') ?? [])]
      .map((each) => {
        const style = getComputedStyle(each);
        const line = (name: string): string => {
          const [kind, width, colour] = ['style', 'width', 'color'].map((part) =>
            style.getPropertyValue(`${name}-${part}`),
          );
          return kind === 'none' || parseFloat(width ?? '') === 0 || !isVisibleColour(colour ?? '')
            ? ''
            : `${kind} ${width} ${colour}`;
        };
        return [
          ...['outline', 'border-top', 'border-right', 'border-bottom', 'border-left'].map(line),
          style.boxShadow,
          // a menu marks its entry by its background, as VS Code's own do
          each.matches('[role=menuitem]') ? style.backgroundColor : '',
        ].join('|');
      })
      .join('\n');
  let before: { element: Element; look: string } | undefined;
  const unmarked = new Set<string>();

  /** Others of its kind that the Tab key passes by. */
  const listLikes = (element: Element): HTMLElement[] => {
    const [first] = element.classList;
    const likes =
      first === undefined || !element.matches('button, [role]')
        ? []
        : document.querySelectorAll<HTMLElement>(`${element.localName}.${first}`);
    return [...likes].filter((like) => like !== element && like.tabIndex === -1 && isUsable(like));
  };

  window.walked = {
    copied,
    begin: () => {
      for (const name of ['start', 'end'] as const) {
        let mark = document.getElementById(`walk-${name}`);
        if (mark === null) {
          mark = document.createElement('span');
          mark.id = `walk-${name}`;
          mark.tabIndex = 0;
          mark.style.position = 'fixed';
          mark.textContent = name;
        }
        document.body[name === 'start' ? 'prepend' : 'append'](mark);
      }
      document.getElementById('walk-start')?.focus();
    },
    targets: () =>
      [...(document.querySelector('dialog:modal') ?? document.body).querySelectorAll('*')]
        .filter(isTarget)
        .map((element) => ({
          id: idOf(element),
          name: nameOf(element),
          kind: kindOf(element),
          isField: element.matches(fields),
          isChosen: element.matches(
            '[aria-pressed=true], [aria-selected=true], [aria-current=true]',
          ),
        })),
    focused: () => {
      const element = document.activeElement;
      if (before?.element.isConnected === true && before.element !== element) {
        if (look(before.element) === before.look) {
          unmarked.add(nameOf(before.element));
        }
      }
      before = undefined;
      if (element === null || element === document.body || element === document.documentElement) {
        return undefined;
      }
      const mark = element.id === 'walk-start' ? 'start' : 'end';
      const isMark = element.id === `walk-${mark}`;
      if (!isMark) {
        before = { element, look: look(element) };
      }
      const likes = listLikes(element);
      return {
        id: idOf(element),
        name: nameOf(element),
        likes: likes.map(idOf),
        mark: isMark ? mark : undefined,
        roves:
          likes.length === 0 ? undefined : element.matches('[role=tab]') ? 'left-right' : 'up-down',
      };
    },
    focusedName: () =>
      document.activeElement === null || document.activeElement === document.body
        ? ''
        : nameOf(document.activeElement),
    unmarked: () => [...unmarked],
    element: (id) => {
      const element = elements[id];
      return element instanceof HTMLElement ? element : undefined;
    },
    shown: () => {
      const copy = document.body.cloneNode(true);
      if (!(copy instanceof Element)) {
        return '';
      }
      for (const each of copy.querySelectorAll('.row-actions, .spoken[aria-live], script')) {
        each.remove();
      }
      for (const each of copy.querySelectorAll('[tabindex], [data-found]')) {
        each.removeAttribute('tabindex');
        each.removeAttribute('data-found');
      }
      const values = [...document.querySelectorAll(fields)].map((field): unknown =>
        Reflect.get(field, 'value'),
      );
      return `${copy.outerHTML}\n${values.join('\n')}`;
    },
  };
}
