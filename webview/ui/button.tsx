/** The toolkit's button as a component. Made before the toolkit is loaded, it is upgraded where it is. */
import { h, type Ref } from 'preact';
import type { ButtonLook } from './toolkit.js';

interface ButtonProps {
  look: ButtonLook;
  text: string;
  /** For screen readers. */
  label?: string;
  tooltip?: string;
  describedBy?: string;
  element?: Ref<HTMLElement>;
  run: () => void;
}

export function Button({
  look,
  text,
  label = text,
  tooltip = text,
  describedBy,
  element,
  run,
}: ButtonProps) {
  return h(
    'vscode-button',
    {
      appearance: look,
      'aria-label': label,
      'aria-describedby': describedBy,
      title: tooltip,
      ref: element ?? null,
      onClick: run,
    },
    text,
  );
}
