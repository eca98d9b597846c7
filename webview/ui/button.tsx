/** The toolkit's button as a component. Made before the toolkit is loaded, it is upgraded where it is. */
import { h, type ComponentChildren, type Ref } from 'preact';

interface ButtonProps {
  look: 'primary' | 'secondary' | 'icon';
  text: string;
  /** For screen readers. */
  label?: string;
  tooltip?: string;
  describedBy?: string;
  isEnabled?: boolean;
  /** Takes the room that is left. */
  grows?: boolean;
  /** The button opens a menu; whether that is open. */
  isMenuOpen?: boolean;
  element?: Ref<HTMLElement>;
  run: () => void;
  /** Instead of the text. */
  children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { look, text, isMenuOpen, isEnabled = true, grows = false } = props;
  return h(
    'vscode-button',
    {
      class: grows ? 'grow' : undefined,
      appearance: look,
      disabled: !isEnabled,
      'aria-label': props.label ?? text,
      'aria-describedby': props.describedBy,
      title: props.tooltip ?? text,
      ref: props.element ?? null,
      onClick: props.run,
      // attributes would not reach the real button in its shadow root
      ...(isMenuOpen !== undefined && { ariaHasPopup: 'menu', ariaExpanded: String(isMenuOpen) }),
    },
    props.children ?? text,
  );
}

/** A button that looks like a link. */
export function LinkButton({ text, run }: { text: string; run: () => void }) {
  return (
    <button type="button" class="link-button" onClick={run}>
      {text}
    </button>
  );
}
