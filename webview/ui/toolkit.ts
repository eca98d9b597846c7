/**
 * The only file that knows the (archived) webview toolkit: a successor is this file's work. Its badge is not used:
 * the badge's template holds a style attribute, which our content security policy forbids.
 */
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton());

export type ButtonLook = 'primary' | 'secondary' | 'icon';

/** A toolkit button as this page uses it. Attributes alone do not reach the real button inside, hence the functions. */
export interface ToolkitButton {
  readonly element: HTMLElement;
  setLook(look: ButtonLook): void;
  setEnabled(enabled: boolean): void;
  /** What a screen reader says, and the tooltip. */
  setNames(label: string, tooltip: string): void;
  setExpanded(expanded: boolean): void;
  setPopup(): void;
}

export function toolkitButton(look: ButtonLook): ToolkitButton {
  const element = document.createElement('vscode-button');
  element.setAttribute('appearance', look);
  const change = (name: string, value: string) => {
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  };
  return {
    element,
    setLook: (next) => change('appearance', next),
    setEnabled: (enabled) => {
      if (element.hasAttribute('disabled') === enabled) {
        element.toggleAttribute('disabled', !enabled);
      }
    },
    setNames: (label, tooltip) => {
      change('aria-label', label);
      change('title', tooltip);
    },
    setExpanded: (expanded) => {
      element.ariaExpanded = String(expanded);
    },
    setPopup: () => {
      element.ariaHasPopup = 'menu';
    },
  };
}
