/** A button and the menu that it opens, with the keys of an ARIA menu. */
import type { ComponentChildren, Ref } from 'preact';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';

export interface MenuEntry {
  id: string;
  text: string;
  enabled: boolean;
  run: () => void;
}

export interface MenuHandle {
  toggle(): void;
}

interface MenuProps {
  look: 'secondary' | 'icon';
  text: string;
  label?: string;
  tooltip?: string;
  isEnabled?: boolean;
  menuLabel: string;
  entries: readonly MenuEntry[];
  /** What the button does instead of opening the menu. */
  instead?: (() => void) | undefined;
  handle?: Ref<MenuHandle>;
  /** Instead of the text. */
  children?: ComponentChildren;
}

export function MenuButton({ menuLabel, entries, instead, handle, ...props }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLElement>(null);
  const toggle = (): void => {
    if (instead === undefined) {
      setOpen(!isOpen);
    } else {
      instead();
    }
  };
  useImperativeHandle(handle ?? null, () => ({ toggle }));
  const listItems = (): HTMLButtonElement[] => [
    ...(anchor.current?.querySelectorAll<HTMLButtonElement>('.menu-item:enabled') ?? []),
  ];
  useLayoutEffect(() => {
    if (isOpen) {
      listItems()[0]?.focus();
    }
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      ref={anchor}
      class="menu-anchor"
      onKeyDown={(event) => {
        if (!isOpen) {
          return;
        }
        if (event.key === 'Escape') {
          close();
        } else if (!moveFocus(listItems(), event.key)) {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && anchor.current?.contains(relatedTarget) === true)) {
          setOpen(false);
        }
      }}
    >
      <Button {...props} isMenuOpen={isOpen} element={button} run={toggle} />
      {isOpen && (
        <div class="menu" role="menu" aria-label={menuLabel}>
          {entries.map(({ id, text, enabled, run }) => (
            <button
              key={id}
              type="button"
              class="menu-item"
              role="menuitem"
              tabIndex={-1}
              disabled={!enabled}
              onClick={() => {
                close();
                run();
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** False for a key that means nothing in a menu. */
function moveFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case 'ArrowDown':
      items[(at + 1) % items.length]?.focus();
      return true;
    case 'ArrowUp':
      items.at(at <= 0 ? -1 : at - 1)?.focus();
      return true;
    case 'Home':
      items[0]?.focus();
      return true;
    case 'End':
      items.at(-1)?.focus();
      return true;
    default:
      return false;
  }
}
