/**
 * The toolkit's button. Only toolkit-button.ts and toolkit-fields.ts import the (archived) webview toolkit, so that replacing it stays
 * small. Its badge is not used: the badge's template has a style attribute, which our content security policy forbids.
 * The side bar loads toolkit-button.ts by itself, beside its first script: buttons made earlier are upgraded where they stand, and
 * toolkit-button.css draws them alike before that.
 */
export type ButtonLook = 'primary' | 'secondary' | 'icon';

/** A toolkit button. Attributes alone do not all reach the real button in its shadow root, hence the functions. */
export interface ToolkitButton {
  readonly element: HTMLElement;
  setLook(look: ButtonLook): void;
  setEnabled(enabled: boolean): void;
  /** The label for screen readers, and the tooltip. */
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
