/** The toolkit's fields, for the thresholds panel only: a file of their own, so that the side bar does not load them. */
import {
  Dropdown,
  provideVSCodeDesignSystem,
  TextField,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeTextField(), vsCodeDropdown(), vsCodeOption());

/** A field for a whole number. The toolkit has none: its text field becomes one, with the browser's own arrows and validation. */
export interface NumberField {
  readonly element: HTMLElement;
  /** Undefined while the field is empty; NaN while its content is not a number. */
  readonly value: number | undefined;
  setValue(value: number): void;
  /** The label for screen readers. Call it after the field is in the page: the toolkit sets a label of its own then. */
  setLabel(label: string): void;
  setBounds(min: number, max: number): void;
  setInvalid(invalid: boolean): void;
}

export function numberField(): NumberField {
  const element = made('vscode-text-field', TextField);
  element.setAttribute('type', 'number');
  const input = (): HTMLInputElement | null => element.shadowRoot?.querySelector('input') ?? null;
  return {
    element,
    get value() {
      const text = element.value.trim();
      return text === '' ? undefined : Number(text);
    },
    setValue: (value) => {
      if (element.value !== String(value)) {
        element.value = String(value);
      }
    },
    setLabel: (label) => {
      if (element.getAttribute('aria-label') !== label) {
        element.setAttribute('aria-label', label);
      }
    },
    setBounds: (min, max) => {
      Object.assign(input() ?? {}, { min: String(min), max: String(max), step: '1' });
    },
    setInvalid: (invalid) => {
      element.setAttribute('aria-invalid', String(invalid));
    },
  };
}

interface Choice {
  id: string;
  text: string;
}

export interface ChoiceField {
  readonly element: HTMLElement;
  readonly value: string;
  setChoices(choices: readonly Choice[], chosen: string): void;
  setLabel(label: string): void;
  setEnabled(enabled: boolean): void;
}

export function choiceField(chosen: (id: string) => void): ChoiceField {
  const element = made('vscode-dropdown', Dropdown);
  let shown = '';
  element.addEventListener('change', () => chosen(element.value));
  return {
    element,
    get value() {
      return element.value;
    },
    setChoices: (choices, id) => {
      const wanted = JSON.stringify(choices);
      if (wanted !== shown) {
        shown = wanted;
        element.replaceChildren(
          ...choices.map((choice) => {
            const option = document.createElement('vscode-option');
            option.setAttribute('value', choice.id);
            option.textContent = choice.text;
            return option;
          }),
        );
      }
      // the list learns of its options only after they are drawn
      requestAnimationFrame(() => {
        if (element.value !== id) {
          element.value = id;
        }
      });
    },
    setLabel: (label) => {
      element.setAttribute('aria-label', label);
    },
    setEnabled: (enabled) => {
      element.disabled = !enabled;
    },
  };
}

function made<T extends HTMLElement>(tag: string, type: new () => T): T {
  const element = document.createElement(tag);
  if (!(element instanceof type)) {
    throw new Error(`${tag} is not registered`);
  }
  return element;
}
