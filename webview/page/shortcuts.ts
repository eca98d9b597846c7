/** The page's single-key shortcuts: they work wherever the focus is, except while text is typed or a dialog is open. */

export type Shortcut = 'force' | 'guide' | 'snooze' | 'help';

export function readShortcut(event: KeyboardEvent): Shortcut | undefined {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (
    hasModifier ||
    event.repeat ||
    isTextInput(event.target) ||
    document.querySelector('dialog[open]') !== null
  ) {
    return undefined;
  }
  switch (event.key.toLowerCase()) {
    case 'f':
      return 'force';
    case 'g':
      return 'guide';
    case 's':
      return 'snooze';
    case '?':
      return 'help';
    default:
      return undefined;
  }
}

function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
