/** The dialog that lists the keyboard shortcuts. Closing it returns the focus to where it was. */
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { el, setText } from '../ui/dom.js';
import type { Texts } from '../ui/texts.js';
import { toolkitButton } from '../ui/toolkit.js';

const keys: readonly (readonly [keys: readonly string[], text: PageTextId])[] = [
  [['F'], 'help.force'],
  [['G'], 'help.guide'],
  [['S'], 'help.snooze'],
  [['↑', '↓'], 'help.move'],
  [['Home', 'End'], 'help.ends'],
  [['Enter'], 'help.open'],
  [['Esc'], 'help.leave'],
  [['?'], 'help.help'],
];

export function showHelp(texts: Texts): void {
  const opener = document.activeElement;
  const dialog = el('dialog', 'help');
  const title = el('h2', undefined, texts.get('help.title'));
  const close = toolkitButton('secondary');
  title.id = 'help-title';
  dialog.setAttribute('aria-labelledby', title.id);
  setText(close.element, texts.get('action.close'));
  close.setNames(texts.get('action.close'), texts.get('action.close'));
  close.element.addEventListener('click', () => {
    dialog.close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (opener instanceof HTMLElement) {
      opener.focus();
    }
  });
  const rows = keys.map(([names, text]) =>
    el(
      'div',
      'help-row',
      el('dt', undefined, ...names.map((name) => el('kbd', undefined, name))),
      el('dd', undefined, texts.get(text)),
    ),
  );
  dialog.append(el('div', 'help-body', title, el('dl', undefined, ...rows), close.element));
  document.body.append(dialog);
  dialog.showModal();
  close.element.focus();
}
